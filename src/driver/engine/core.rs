//! Programs of Core on their way, and where their pipelines begin.

pub(crate) mod arguments;
pub(crate) mod interface;

use super::{Argument, Failed, Ran, Settings, StopKind, Watch, start};
use crate::language::{Language, Outcome};
use elder_engine::core::{LANGUAGE as TEXTS, call, options};
use elder_passes::programs::{Core, Interface};
use elder_semantics::core;
use elder_syntax::Value;
use elder_syntax::language::{Program as Stage, known};

/// The language.
pub(crate) static LANGUAGE: Language = Language {
    start: Some(start),
    run: Some(run),
    ran: Some(ran),
    ..Language::of(&TEXTS)
};

/// Calls an entry point of what passes made.
fn ran(stage: &dyn Stage, entry: &str, arguments: Vec<Argument>, settings: &Settings) -> Ran {
    match known::<Core>(stage) {
        Some(made) => call(&made.program, entry, arguments, settings, Watch::default()),
        None => Failed::outside(StopKind::Internal, "a program that is not of Core").into(),
    }
}

/// Runs an entry point of a program between passes.
fn run(program: &dyn Stage, entry: &str, values: &[Value], settings: &Settings) -> Outcome {
    let Some(program) = known::<Core>(program) else {
        return Outcome::of_another("Core");
    };
    outcome(
        core::run(&program.program, entry, values, &options(settings)),
        (&program.interface, entry),
    )
}

/// What the definition gave of an entry point, as it is compared along a pipeline.
pub(crate) fn outcome(given: core::Outcome, (interface, entry): (&Interface, &str)) -> Outcome {
    Outcome {
        results: match given.results {
            Ok(components) => Ok(interface::results(interface, entry, components)),
            Err(failure) => Err(interface::failed(interface, elder_engine::failed(&failure))),
        },
        work: given.cost.work,
        rules: 0,
        tested: given.cost.tested,
    }
}
