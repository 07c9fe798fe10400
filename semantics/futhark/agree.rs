//! Whether the two evaluators of Futhark agree on a program.
//!
//! [`clear`](crate::futhark::clear) is the definition, the machine is fast; [`agree`] runs an entry point on both.  They
//! must give the same values, bit for bit, or fail in the same way: the same kind of failure (poison is one), by the same premise
//! of the same rule.  Where a run reaches a limit nothing is known, nor of an entry point that takes derivatives, which only the
//! definition runs.

use crate::failure::{Failure, Kind, Run};
use crate::futhark::clear::{self, show, value::Value as Clear};
use crate::futhark::machine::array::Data as Cells;
use crate::futhark::machine::display;
use crate::futhark::machine::value::Value as Fast;
use crate::futhark::reached::takes_derivatives;
use crate::futhark::{Argument, Options};
use crate::options::Limits;
use elder_futhark::tree::Program;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Value as Data;
use std::time::Duration;

/// Enough for small programs: a second, and 256 MiB.
pub const SMALL: Limits = Limits {
    fuel: Some(10_000_000),
    memory: Some(256 << 20),
    time: Some(Duration::from_secs(1)),
};

/// What the two evaluators make of a call.
#[derive(Debug)]
pub enum Agreement {
    /// The same results: so many.
    Values(usize),
    /// The same failure; this is the definition's.
    Failure(Box<Failure>),
    /// One of them reached a limit.
    Limit,
    /// The machine does not run it, since it may come to take a derivative: there is nothing to compare.
    Alone,
    /// Not the same.
    Difference {
        /// What the definition gives, in a line.
        clear: String,
        /// What the machine gives, in a line.
        machine: String,
    },
}

/// Calls an entry point of a checked program with both evaluators, each within these limits.
pub fn agree(program: &Program, entry: &str, inputs: &[Data], limits: Limits) -> Agreement {
    if takes_derivatives(program, entry) {
        return Agreement::Alone;
    }
    let options = clear::Options {
        limits,
        ..clear::Options::default()
    };
    let clear = clear::run(program, entry, inputs.to_vec(), options).results;
    if is_limit(&clear) {
        return Agreement::Limit;
    }
    let options = Options {
        limits,
        ..Options::default()
    };
    let arguments = inputs.iter().cloned().map(Argument::Data).collect();
    let machine = crate::futhark::run(program, entry, arguments, options).results;
    compare(&clear, &machine)
}

/// What the definition gave beside what the machine gave.
pub fn compare(clear: &Run<Vec<Clear>>, machine: &Run<Vec<Fast>>) -> Agreement {
    if is_limit(clear) || is_limit(machine) {
        return Agreement::Limit;
    }
    match (clear, machine) {
        (Ok(xs), Ok(ys)) if xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| same_value(x, y)) => {
            Agreement::Values(xs.len())
        }
        (Err(x), Err(y)) if same_failure(x, y) => Agreement::Failure(x.clone()),
        _ => Agreement::Difference {
            clear: line(clear, show::brief),
            machine: line(machine, display::display),
        },
    }
}

fn is_limit<T>(results: &Run<T>) -> bool {
    matches!(results, Err(failure) if failure.kind == Kind::Limit)
}

/// The same kind, rule and premise; a failure of Elder's own is never agreement.
fn same_failure(x: &Failure, y: &Failure) -> bool {
    let rule = |failure: &Failure| failure.refusal.map(|refusal| (refusal.id(), refusal.key()));
    x.kind != Kind::Internal && x.kind == y.kind && rule(x) == rule(y)
}

/// The same scalars, shapes, fields and constructors; functions cannot be compared.
fn same_value(x: &Clear, y: &Fast) -> bool {
    match (x, y) {
        (Clear::Prim(p), y) => y.prim().is_some_and(|q| same_scalar(*p, q)),
        (Clear::Array(xs), Fast::Array(version, ys)) => {
            let rank = match &ys.data {
                Cells::Flat { .. } | Cells::Record(_) => ys.shape.len(),
            };
            // Nothing may lie in very many rows.
            xs.sizes().get(..rank) == Some(&ys.shape[..])
                && (ys.shape.contains(&0)
                    || (0..xs.len()).all(|i| same_value(&xs.get(i), &ys.element(*version, i))))
        }
        (Clear::Record(xs), Fast::Record(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys.iter()).all(|((_, x), y)| same_value(x, y))
        }
        (Clear::Sum(x), Fast::Sum(y)) => {
            x.name == y.name
                && x.args.len() == y.args.len()
                && x.args.iter().zip(y.args.iter()).all(|(x, y)| same_value(x, y))
        }
        (Clear::Function(_), Fast::Function(_)) | (Clear::Accumulator(_), Fast::Acc(_)) => true,
        _ => false,
    }
}

/// The same bits; one NaN is like another.
fn same_scalar(x: PrimValue, y: PrimValue) -> bool {
    let both_nan = match (x, y) {
        (PrimValue::F16(x), PrimValue::F16(y)) => x.is_nan() && y.is_nan(),
        (PrimValue::F32(x), PrimValue::F32(y)) => x.is_nan() && y.is_nan(),
        (PrimValue::F64(x), PrimValue::F64(y)) => x.is_nan() && y.is_nan(),
        _ => false,
    };
    both_nan || x == y
}

/// Results or a failure in a line.
fn line<T>(results: &Run<Vec<T>>, show: impl Fn(&T) -> String) -> String {
    match results {
        Ok(values) => values.iter().map(show).collect::<Vec<_>>().join(" "),
        Err(failure) => {
            let rule = failure
                .refusal
                .map_or_else(String::new, |refusal| refusal.to_string());
            format!("{:?} {rule}: {}", failure.kind, failure.message)
        }
    }
}
