//! A program of Futhark after every pass: accepted by the checker of the language that it is in then, with what the definition made of it as it was
//! written, and without much more work than the program before.

use super::{FUEL, MEMORY, Verdict};
use crate::engine;
use crate::engine::futhark::{comparable, worded};
use crate::finding::{self, Runs};
use crate::fuzz::Limit;
use crate::fuzz::core::{Laws, onwards};
use crate::judge::{Answer, End, Failures, Limits, Terms, Why, Work, judge};
use crate::language::Outcome;
use crate::tower;
use elder_futhark::check::tree::Promise;
use elder_futhark::rules::translation::{FUT_DF_OR_ARRAY, FUT_DF_OR_LOOP};
use elder_futhark::tree::Program;
use elder_generate::futhark::Entry;
use elder_passes::pipeline::Refused;
use elder_passes::programs::{Futhark, Interface};
use elder_passes::{Pass, Stage, Target};
use elder_semantics::failure::Run;
use elder_semantics::futhark::clear::{self, value::Value};
use elder_semantics::options::Limits as Bounds;
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
        roots: Rc::new([entry.name.as_str().into()]),
        promise: Promise::Checked,
        interface: Interface::Same,
    };
    let expected = end(&written.results);
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
            limits: Bounds::of(FUEL, MEMORY),
            ..clear::Options::default()
        };
        let made = given.insert(clear::run(
            &stage.with_interface(),
            &entry.name,
            entry.inputs.clone(),
            options,
        ));
        let after = made.cost.total();
        let terms = Terms {
            failures: Failures::Reported,
            has_formats: false,
            // A copy may be evaluated once where the function was evaluated often, or the other way.
            limits: Limits::Other,
            work: Some(Work {
                pass: position.pass,
                before: (&*last, work),
                after,
            }),
            ..Terms::SAME
        };
        match judge(&expected, &end(&made.results), &terms) {
            Answer::Undecided(Why::Limit(_)) => continue,
            answer => Verdict::of(place, answer)?,
        }
        work = after;
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
    let terms = Terms {
        limits: Limits::Other,
        work: Some(Work {
            pass,
            before: (before, work),
            after: made.total(),
        }),
        ..Terms::SAME
    };
    match judge(&written.results, &made.results, &terms) {
        answer @ Answer::Differ(_) => Verdict::of(|class| format!("{}: {class}", pass.name), answer)?,
        Answer::Agree | Answer::Undecided(_) => {}
    }
    Ok(Some(made))
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

/// How a run ended: its values, each with all of its sizes, which data do not say of what is empty within records and sums.
fn end(results: &Run<Vec<Value>>) -> End {
    let sized = |value: &Value| [comparable(value), worded(format!("{:?}", value.shape()))];
    match results {
        Ok(values) => Ok(values.iter().flat_map(sized).collect()),
        Err(failure) => Err(elder_engine::failed(failure)),
    }
}
