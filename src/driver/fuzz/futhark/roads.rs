//! A program of Futhark after every pass: accepted by the checker of the language that it is in then, with what the definition made of it as it was
//! written, and without much more work than the program before.

use super::{FUEL, MEMORY, Verdict};
use crate::engine::{self, Outcome, StopKind};
use crate::finding::{self, Runs};
use crate::fuzz::Limit;
use crate::fuzz::core::{Laws, onwards};
use crate::tower;
use elder_futhark::check::tree::Promise;
use elder_futhark::rules::translation::{FUT_DF_OR_ARRAY, FUT_DF_OR_LOOP};
use elder_futhark::tree::Program;
use elder_generate::futhark::Entry;
use elder_passes::pipeline::Refused;
use elder_passes::programs::{Border, Futhark};
use elder_passes::{Pass, Stage, Target};
use elder_semantics::failure::{Kind, Run};
use elder_semantics::futhark::clear::{self, value::Value};
use elder_syntax::language::{self, known};
use elder_syntax::{Diagnostic, Refusal};
use std::rc::Rc;

/// Whether an entry point does after each pass what it did before: the same values with the same sizes, or the same failure at the same place.
///
/// If only the last stage is run and does not, all are: then the first is told that does not.
pub(super) fn agree(
    program: &Rc<Program>,
    entry: &Entry,
    written: &clear::Outcome,
    runs: Runs,
) -> std::result::Result<(), Verdict> {
    match judged(program, entry, written, runs) {
        Err(differ @ Verdict::Differ { .. }) if runs == Runs::Last => {
            judged(program, entry, written, Runs::Every).and(Err(differ))
        }
        verdict => verdict,
    }
}

fn judged(
    program: &Rc<Program>,
    entry: &Entry,
    written: &clear::Outcome,
    runs: Runs,
) -> std::result::Result<(), Verdict> {
    let start = Futhark {
        tree: program.clone(),
        entry: entry.name.as_str().into(),
        promise: Promise::Checked,
        border: Border::Same,
    };
    let expected = shown(&written.results);
    let mut work = written.cost.total();
    // What the program gave after the last pass, if there was one.
    let mut given: Option<clear::Outcome> = None;
    let mut before = Stage::written(start);
    for stage in before
        .clone()
        .along(tower::onwards(&elder_futhark::LANGUAGE), Target::OPENCL)
    {
        let (position, made) = stage.map_err(|Refused { position, errors }| match unreached(&errors) {
            Some(refusal) => Verdict::Limit(Limit::refused(refusal)),
            None => refused(format!("{}: refused", position.name()), &errors),
        })?;
        let place = |what: &str| format!("{}: {what}", position.name());
        let Stage { program, .. } = &made;
        if let Err(errors) = program.check() {
            return Err(refused(place("ill-typed"), &errors));
        }
        let last = std::mem::replace(&mut before, made.clone()).program;
        let Some(stage) = known::<Futhark>(&**program) else {
            let outcome = engine::futhark::outcome(given.as_ref().unwrap_or(written));
            let expected = match runs {
                Runs::Every => in_core((&*last, work, &outcome), (position.pass, &**program), entry)?,
                Runs::Last => Some(outcome),
            };
            let ran = [(expected.as_ref(), entry.inputs.as_slice())];
            return onwards(program.clone(), &ran, runs, &entry.name, Laws::Kept);
        };
        if runs == Runs::Last {
            continue;
        }
        let options = clear::Options {
            fuel: Some(FUEL),
            memory: Some(MEMORY),
            ..clear::Options::default()
        };
        let clear::Outcome {
            results: found, cost, ..
        } = given.insert(clear::run(
            &stage.bordered(),
            &entry.name,
            entry.inputs.clone(),
            options,
        ));
        // A copy may be evaluated once where the function was evaluated often, or the other way.
        if matches!(found, Err(failure) if failure.kind == Kind::Limit) {
            continue;
        }
        if found.is_ok()
            && let Some(excess) = finding::excess(position.pass, (&*last, work), cost.total())
        {
            return Err(Verdict::differ(place("more work"), excess));
        }
        work = cost.total();
        let found = shown(found);
        if found != expected {
            return Err(Verdict::differ(
                place("another outcome"),
                format!("{found} instead of {expected}"),
            ));
        }
    }
    Ok(())
}

/// What Core does: what the program before it did, and not too much more.
fn in_core(
    (before, work, written): (&dyn language::Program, u64, &Outcome),
    (pass, program): (&Pass, &dyn language::Program),
    entry: &Entry,
) -> std::result::Result<Option<Outcome>, Verdict> {
    let settings = super::super::core::settings();
    let Some(made) = finding::run(program, &entry.name, &entry.inputs, &settings) else {
        return Ok(None);
    };
    let differ = |what: &str, message| Verdict::differ(format!("{}: {what}", pass.name), message);
    match &made.results {
        Err(failed) if failed.kind == StopKind::Limit => return Ok(Some(made)),
        Err(_) => {}
        Ok(_) => {
            if let Some(excess) = finding::excess(pass, (before, work), made.total()) {
                return Err(differ("more work", excess));
            }
        }
    }
    match finding::difference(written, &made) {
        Some(difference) => Err(differ("another outcome", difference.into())),
        None => Ok(Some(made)),
    }
}

/// By which premise functions of loops and arrays are more than the extension reaches.
fn unreached(errors: &[Diagnostic]) -> Option<Refusal> {
    let refusal = errors.first()?.refusal?;
    let reach = [&FUT_DF_OR_LOOP, &FUT_DF_OR_ARRAY];
    reach
        .iter()
        .any(|rule| rule.id == refusal.rule.id)
        .then_some(refusal)
}

fn refused(place: String, errors: &[Diagnostic]) -> Verdict {
    let message = errors.first().map_or(String::new(), |e| e.message.clone());
    Verdict::differ(place, message)
}

/// What a run ends in: values with all of their sizes, or the failure and where it is.
fn shown(results: &Run<Vec<Value>>) -> String {
    match results {
        Ok(values) => {
            let shown = values.iter().map(|value| {
                let shape = format!("{:?}", value.shape());
                format!("{} of {shape}", clear::show::text(value))
            });
            shown.collect::<Vec<_>>().join(", ")
        }
        Err(failure) => {
            let rule = failure.refusal.map_or_else(String::new, |r| r.to_string());
            format!(
                "{:?} {rule} at {:?}: {}",
                failure.kind, failure.span, failure.message
            )
        }
    }
}
