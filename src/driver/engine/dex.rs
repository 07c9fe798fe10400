//! Programs of Dex on their way, and where their pipelines begin.

use super::{Argument, Failed, Ran, Settings, StopKind, Watch, start};
use crate::language::{Language, Outcome};
use elder_engine::dex::{call, options, outside};
use elder_passes::programs::Dex;
use elder_semantics::dex;
use elder_syntax::Value as Data;
use elder_syntax::language::{Program as Stage, known};

/// The language.
pub(crate) static LANGUAGE: Language = Language {
    passes: &elder_dex::core::LANGUAGE,
    start: Some(start),
    ..Language::of(&elder_engine::dex::LANGUAGE)
};

/// Its core.
pub(crate) static CORE: Language = Language {
    start: Some(start),
    run: Some(run),
    ran: Some(ran),
    ..Language::of(&elder_engine::dex::CORE)
};

/// Calls a definition of what passes made.
fn ran(stage: &dyn Stage, entry: &str, arguments: Vec<Argument>, settings: &Settings) -> Ran {
    match known::<Dex>(stage) {
        Some(made) => call(&made.program, entry, arguments, settings, Watch::default()),
        None => Failed::outside(StopKind::Internal, "a program that is not of Dex's core").into(),
    }
}

/// Runs a definition of a program between passes.
fn run(program: &dyn Stage, entry: &str, values: &[Data], settings: &Settings) -> Outcome {
    let Some(Dex { program, .. }) = known::<Dex>(program) else {
        return Outcome::of_another("Dex's core");
    };
    let outcome = dex::run(program, entry, values, &options(settings));
    let work = outcome.cost.work;
    Outcome {
        results: outside(program, outcome).0,
        work,
        rules: 0,
        tested: 0,
    }
}
