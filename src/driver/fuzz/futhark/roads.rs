//! A program of Futhark after every arrow from Futhark to itself: accepted by the checker of trees, and with what the definition made of it before.
//! The arrow to Core is not taken yet: it makes programs that Core's checker refuses of too many that are generated (`docs/plans/issue-11.md`).

use super::{FUEL, MEMORY, Verdict};
use crate::conformance::roads;
use crate::engine::StopKind;
use crate::tower;
use elder_futhark::check::tree::Promise;
use elder_futhark::tree::Program;
use elder_generate::futhark::Entry;
use elder_passes::programs::{Border, Futhark};
use elder_passes::tower::Sizes;
use elder_passes::{Arrow, Target};
use elder_semantics::failure::{Kind, Run};
use elder_semantics::futhark::clear::{self, value::Value};
use elder_syntax::language::{Program as Stage, known};
use std::rc::Rc;

/// Whether an entry point does after each arrow what it did before: the same values with the same sizes, or the same failure at the same place.
/// A failure is not compared after an arrow that makes sizes fail earlier.
pub(super) fn agree(
    program: &Rc<Program>,
    entry: &Entry,
    written: &Run<Vec<Value>>,
) -> std::result::Result<(), Verdict> {
    let start = Futhark {
        tree: program.clone(),
        entry: entry.name.as_str().into(),
        promise: Promise::Checked,
        border: Border::Same,
    };
    let expected = shown(written);
    let mut sizes = Sizes::AsBefore;
    let mut before: Box<dyn Stage> = Box::new(start.clone());
    let within = tower::onwards(&elder_futhark::LANGUAGE)
        .into_iter()
        .filter(|arrow| *arrow.to == elder_futhark::LANGUAGE);
    for arrow in within {
        let place = |what: &str| format!("{}: {what}", arrow.name);
        if arrow.sizes == Sizes::AtUse {
            sizes = Sizes::AtUse;
        }
        let made = (arrow.run)(&*before, &Target::OPENCL);
        before = made.map_err(|errors| refused(place("refused"), &errors))?;
        if let Err(errors) = before.check() {
            return Err(refused(place("ill-typed"), &errors));
        }
        let Some(stage) = known::<Futhark>(&*before) else {
            return in_core(&start, before, arrow, entry, sizes);
        };
        let options = clear::Options {
            fuel: Some(FUEL),
            memory: Some(MEMORY),
            ..clear::Options::default()
        };
        let found = clear::run(&stage.bordered(), &entry.name, entry.inputs.clone(), options).results;
        // The failure may be that of a size that nobody asks for; its place alone does not say so, since a size is written as any number is.
        if sizes == Sizes::AtUse && matches!(&found, Err(failure) if failure.kind == Kind::Error) {
            continue;
        }
        // A copy may be evaluated once where the function was evaluated often, or the other way.
        if matches!(&found, Err(failure) if failure.kind == Kind::Limit) {
            continue;
        }
        let found = shown(&found);
        if found != expected {
            return Err(Verdict::differ(
                place("another outcome"),
                format!("{found} instead of {expected}"),
            ));
        }
    }
    Ok(())
}

/// Core does what was written, and so does what its own arrows make of it.
fn in_core(
    start: &Futhark,
    program: Box<dyn Stage>,
    arrow: &Arrow,
    entry: &Entry,
    sizes: Sizes,
) -> std::result::Result<(), Verdict> {
    let run =
        |stage: &dyn Stage| roads::run(stage, &entry.name, &entry.inputs, &super::super::core::settings());
    if let (Some(written), Some(made)) = (run(start), run(&*program)) {
        match &made.results {
            Err(failed) if failed.kind == StopKind::Limit => return Ok(()),
            Err(failed) if failed.kind == StopKind::Error && sizes == Sizes::AtUse => {}
            _ => {
                if let Some(difference) = roads::difference(&written, &made) {
                    let place = format!("{}: another outcome", arrow.name);
                    return Err(Verdict::differ(place, difference));
                }
            }
        }
    }
    super::super::core::onwards(program, &entry.name, &entry.inputs)
}

fn refused(place: String, errors: &[elder_syntax::Diagnostic]) -> Verdict {
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
