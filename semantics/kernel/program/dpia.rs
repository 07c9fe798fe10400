//! Entries of DPIA, run by its reference semantics.
//!
//! What an entry of DPIA takes ([`interface`]) are its sizes, its inputs, scalars and blocks, its outputs or its result, which are written, and its
//! variables, which are updated.  A block is flat, so what has several dimensions has the elements of its block in row-major order, what has none
//! is one element, and what is made of pairs is several blocks.  All sizes come from the host: no shape has to show them.

use super::cells::Cells;
use super::{Call, Done, Entries};
use crate::dpia::interface::evaluate;
use crate::dpia::{self, Mode, Partly};
use crate::failure::{Fail, Failure, Kind, Run};
use crate::options::Options;
use elder_dpia::check::{self, Obligation};
use elder_dpia::entry::{Component, components};
use elder_dpia::{Binder, Entry, Name, PhraseType};
use elder_kernel::host::{self, Interface, Program};
use elder_kernel::rules::host::{KER_H_DO, KER_P_DO};
use elder_syntax::{Diagnostic, Span, Value};
use std::borrow::Borrow;

/// What an entry of DPIA takes as an entry of a host program.
pub fn interface(entry: &Entry) -> Interface {
    let mut interface = Interface {
        sizes: entry.sizes.len(),
        ..Interface::default()
    };
    for (role, part) in inputs(entry).into_iter().chain(outputs(entry)) {
        let all = match role {
            Role::Scalar => &mut interface.scalars,
            Role::Read => &mut interface.reads,
            Role::Write => &mut interface.writes,
            Role::Update => &mut interface.updates,
            Role::Updated => continue,
        };
        all.push(part.element);
    }
    interface
}

/// What a component of a parameter is to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A scalar that is read.
    Scalar,
    /// A block that is read.
    Read,
    /// A block that is written.
    Write,
    /// A block that is read and written, before.
    Update,
    /// The same, afterwards.
    Updated,
}

/// What has a value before, in order.
fn inputs(entry: &Entry) -> Vec<(Role, Component)> {
    let parts = |binder: &Binder| {
        let is_var = binder.ty.as_var().is_some();
        let all = binder.ty.read().map(components).unwrap_or_default();
        let role = move |part: Component| match (is_var, part.outer_shape().is_empty()) {
            (true, _) => (Role::Update, part),
            (false, true) => (Role::Scalar, part),
            (false, false) => (Role::Read, part),
        };
        all.into_iter().map(role).collect::<Vec<_>>()
    };
    entry.inputs.iter().flat_map(parts).collect()
}

/// What has a value afterwards, in order.
fn outputs(entry: &Entry) -> Vec<(Role, Component)> {
    let parts = |binder: &Binder| {
        let role = match &binder.ty {
            PhraseType::Acc(_) => Role::Write,
            _ => Role::Updated,
        };
        let all = binder.ty.written().map(components).unwrap_or_default();
        all.into_iter().map(move |part| (role, part))
    };
    let result = entry.result.iter().flat_map(components);
    let result = result.map(|part| (Role::Write, part));
    entry.outputs.iter().flat_map(parts).chain(result).collect()
}

/// An entry, with what is tested of its sizes before it runs.
struct Ready {
    entry: Entry,
    obligations: Vec<Obligation>,
}

/// Entries of DPIA, by number.
pub struct DpiaEntries {
    entries: Vec<Ready>,
    options: Options,
}

impl DpiaEntries {
    /// The entries of a program, closed ones ([`Entry::closed`]), to be run with these choices; limits are those of each call.
    ///
    /// # Errors
    /// What DPIA's checker refuses in one of them; KER-P-DO, that one takes something else than its interface says.
    pub fn new<E: Borrow<Entry>>(
        program: &Program<E>,
        options: &Options,
    ) -> Result<DpiaEntries, Vec<Diagnostic>> {
        KER_P_DO.apply();
        let ready = |of: &host::Entry<E>| {
            let entry = of.what.borrow();
            let whole = interface(entry);
            let brought = Interface {
                sizes: of.interface.sizes.min(whole.sizes),
                ..whole
            };
            if brought != of.interface {
                let message = format!("`{}` takes something else than its interface says", of.name);
                let refusal = KER_P_DO.refuse("interface");
                return Err(vec![Diagnostic::error(refusal, entry.body.span, message)]);
            }
            Ok(Ready {
                entry: entry.clone(),
                obligations: check::obligations(entry)?,
            })
        };
        let entries: Result<Vec<Ready>, Vec<Diagnostic>> = program.entries.iter().map(ready).collect();
        Ok(DpiaEntries {
            entries: entries?,
            options: options.clone(),
        })
    }
}

impl Entries for DpiaEntries {
    fn run(&mut self, call: Call<'_>) -> Run<Done> {
        let Some(Ready { entry, obligations }) = self.entries.get(call.entry) else {
            let message = format!("there is no entry number {}", call.entry);
            return Err(Failure::internal(Span::NONE, message));
        };
        let mut options = self.options.clone().within(Mode {
            obligations: obligations.clone(),
            ..Mode::default()
        });
        options.limits = call.limits;
        let sizes = sizes(entry, &call)?;
        let outcome = dpia::run_at(entry, &sizes, given(entry, &call, &sizes)?, &options);
        let results = outcome.results.map_err(|failure| refused(entry, failure))?;
        let mut done = Done {
            steps: outcome.also.steps,
            ..Done::default()
        };
        for ((role, _), result) in outputs(entry).into_iter().zip(results) {
            let cells = Cells::new(result.value.into_parts().1, result.written);
            let cells = cells.ok_or_else(|| Failure::internal(entry.body.span, "an output of other size"))?;
            match role {
                Role::Updated => done.updates.push(cells),
                _ => done.writes.push(cells),
            }
        }
        Ok(done)
    }
}

/// All sizes of an entry: those that the host brings, and behind them the counts of blocks.
fn sizes(entry: &Entry, call: &Call<'_>) -> Run<Vec<i64>> {
    if call.sizes.len() == entry.sizes.len() {
        return Ok(call.sizes.to_vec());
    }
    let (mut reads, mut updates) = (call.reads.iter(), call.updates.iter());
    let mut counts: Vec<(Name, i64)> = Vec::new();
    for (role, part) in inputs(entry) {
        let cells = match role {
            Role::Read => reads.next(),
            Role::Update => updates.next(),
            _ => None,
        };
        if let (Some(cells), [size]) = (cells, part.outer_shape().as_slice())
            && let Some(size) = size.as_variable()
        {
            counts.push((size.clone(), i64::try_from(cells.count()).unwrap_or(i64::MAX)));
        }
    }
    let of = |(k, size): (usize, &Name)| match call.sizes.get(k) {
        Some(given) => Some(*given),
        None => counts
            .iter()
            .find(|(own, _)| own == size)
            .map(|(_, count)| *count),
    };
    let all: Option<Vec<i64>> = entry.sizes.iter().enumerate().map(of).collect();
    all.filter(|all| all.len() >= call.sizes.len())
        .ok_or_else(|| misfit(entry, "it takes other sizes"))
}

/// The components of the inputs, blocks in the shapes that the entry says.
fn given(entry: &Entry, call: &Call<'_>, sizes: &[i64]) -> Run<Vec<Partly>> {
    let sizes = entry.sizes.iter().cloned().zip(sizes.iter().copied());
    let sizes: Vec<_> = sizes.collect();
    let (mut scalars, mut reads, mut updates) = (call.scalars.iter(), call.reads.iter(), call.updates.iter());
    let mut values = Vec::new();
    for (role, part) in inputs(entry) {
        let block = match role {
            Role::Scalar => {
                let scalar = scalars.next().ok_or_else(|| other(entry))?;
                values.push(Partly {
                    value: Value::scalar(*scalar),
                    written: None,
                });
                continue;
            }
            Role::Read => reads.next(),
            Role::Write | Role::Update | Role::Updated => updates.next(),
        };
        values.push(shaped(entry, &part, block.ok_or_else(|| other(entry))?, &sizes)?);
    }
    let is_more = scalars.next().is_some() || reads.next().is_some() || updates.next().is_some();
    match is_more {
        true => Err(other(entry)),
        false => Ok(values),
    }
}

/// A block in the shape of a component.
fn shaped(entry: &Entry, part: &Component, cells: &Cells, sizes: &[(elder_dpia::Name, i64)]) -> Run<Partly> {
    let mut shape = Vec::new();
    for size in part.outer_shape() {
        let size = evaluate(&size, sizes, entry.body.span).map_err(|failure| refused(entry, failure))?;
        shape.push(usize::try_from(size).unwrap_or(usize::MAX));
    }
    let value = Value::new(shape.clone(), cells.data().clone());
    let value = value.ok_or_else(|| {
        let message = format!("an input of shape {shape:?} is given {} elements", cells.count());
        misfit(entry, &message)
    })?;
    let written = cells.written().map(<[bool]>::to_vec);
    Ok(Partly { value, written })
}

fn other(entry: &Entry) -> Fail {
    misfit(entry, "it takes other sizes, scalars and blocks")
}

/// KER-H-DO: the entry does not take what it is given.
fn misfit(entry: &Entry, message: &str) -> Fail {
    let message = format!("`{}`: {message}", entry.name);
    Failure::error(&KER_H_DO, "fits", entry.body.span, message)
}

/// What the failure of an entry is to the host program: to be given arguments that do not fit is the host's mistake.
fn refused(entry: &Entry, failure: Fail) -> Fail {
    match failure.kind {
        Kind::Arguments => misfit(entry, &failure.message),
        _ => failure,
    }
}
