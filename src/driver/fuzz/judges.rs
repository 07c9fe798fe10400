//! The judges of kernels and plans, judged: programs that are made with their meaning are read, checked and executed.
//!
//! A program that is right has the values that were computed with it, one that breaks a premise is refused by that premise, whatever order groups
//! come in.

use super::Verdict;
use crate::judge::Near;
use elder_generate::kernel::{Expected, Sketch};
use elder_kernel::check::Target;
use elder_kernel::read;
use elder_semantics::kernel::{Ended, Options, Prepared};
use elder_syntax::value::Tolerance;
use elder_syntax::{SourceMap, Value};

/// Lanes of a sub-group that read from each other.
const LANES: u8 = 32;

/// Statements, rounds of loops and steps of the host: each program needs few.
const FUEL: u64 = 100_000;

/// Bytes of memory.
const MEMORY: usize = 1 << 24;

/// What came of a program.
enum Came {
    Values(Vec<Value>),
    /// The premise, and what was said.
    Refused(String, String),
    Arguments(String),
    /// Something that comes of no program.
    Other(String),
}

/// What comes of the program is what was expected.
pub fn judge(sketch: &Sketch) -> Verdict {
    let orders = [false, true].map(|reversed| came(sketch, reversed));
    for came in orders {
        if let Some(message) = difference(&sketch.expected, came) {
            let place = match &sketch.expected {
                Expected::Refused(rule, premise) => format!("{}, {rule}/{premise}", sketch.sort),
                Expected::Arguments => format!("{}, arguments", sketch.sort),
                Expected::Values(_) | Expected::Accepted => format!("{}, accepted", sketch.sort),
            };
            return Verdict::differ(place, message);
        }
    }
    Verdict::Agree
}

fn came(sketch: &Sketch, reversed: bool) -> Came {
    let mut sources = SourceMap::new();
    let source = sources.add("sketch.ker", sketch.text.as_str());
    let judged = elder_kernel::LANGUAGE.within(|| {
        let read = read::program(source, &sketch.text)?;
        let target = Target {
            dialect: read.dialect,
            lanes: LANES,
        };
        let prepared = Prepared::new(&read.plan, target)?;
        let options = Options {
            fuel: FUEL,
            memory: MEMORY,
            reversed,
            ..Options::default()
        };
        Ok(ended(prepared.run(&sketch.inputs, &options)))
    });
    match judged {
        Ok(Ok(came)) => came,
        Ok(Err(refused)) => {
            let refused: Box<elder_kernel::check::Refused> = refused;
            Came::Refused(refused.refusal.to_string(), refused.message)
        }
        Err(spent) => Came::Other(spent.message.clone()),
    }
}

fn ended(result: Result<Vec<Value>, Ended>) -> Came {
    match result {
        Ok(values) => Came::Values(values),
        Err(Ended::Wrong(fault)) => match fault.refusal {
            Some(refusal) => Came::Refused(refusal.to_string(), fault.message),
            None => Came::Other(fault.message),
        },
        Err(Ended::Failed { first, .. }) => {
            let error = first.diagnostic();
            let refusal = error
                .refusal
                .map_or_else(String::new, |refusal| refusal.to_string());
            Came::Refused(refusal, error.message)
        }
        Err(Ended::Refused(error)) => Came::Other(error.message),
        Err(Ended::Arguments { message, .. }) => Came::Arguments(message),
        Err(Ended::Limit(what)) => Came::Other(format!("at a limit of {what}")),
    }
}

/// How what came differs from what was expected.
fn difference(expected: &Expected, came: Came) -> Option<String> {
    let rendered = |came: &Came| match came {
        Came::Values(values) => {
            let all: Vec<String> = values.iter().map(Value::to_string).collect();
            format!("it gives {}", all.join(" "))
        }
        Came::Refused(premise, message) => format!("it is refused by {premise}: {message}"),
        Came::Arguments(message) => format!("its arguments are refused: {message}"),
        Came::Other(message) => format!("it ends otherwise: {message}"),
    };
    let differs = match (expected, &came) {
        (Expected::Values(expected), Came::Values(values)) => {
            let answer = crate::judge::values(expected, values, Near::All(Tolerance::Bitwise));
            answer.difference().is_some()
        }
        (Expected::Accepted, Came::Values(_)) | (Expected::Arguments, Came::Arguments(_)) => false,
        (Expected::Refused(rule, premise), Came::Refused(by, _)) => *by != format!("{rule}/{premise}"),
        _ => true,
    };
    differs.then(|| rendered(&came))
}
