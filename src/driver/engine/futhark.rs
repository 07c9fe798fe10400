//! Programs of Futhark on their way, and where their pipelines begin.

use super::{Argument, Checked as _, Failed, Ran, Settings, StopKind, Watch, start};
use crate::language::{Language, Outcome};
use elder_engine::failed;
use elder_engine::futhark::{LANGUAGE as TEXTS, Source};
use elder_passes::programs::Futhark;
use elder_semantics::futhark::clear;
use elder_syntax::Value as Data;
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Element as _;

/// The language.
pub(crate) static LANGUAGE: Language = Language {
    start: Some(start),
    run: Some(run),
    ran: Some(ran),
    ..Language::of(&TEXTS)
};

/// Calls an entry point of what passes made.
fn ran(stage: &dyn Stage, entry: &str, arguments: Vec<Argument>, settings: &Settings) -> Ran {
    match known::<Futhark>(stage) {
        Some(made) => Source::new(made.with_interface()).call(entry, arguments, settings, Watch::default()),
        None => Failed::outside(StopKind::Internal, "a program that is not of Futhark").into(),
    }
}

/// Runs an entry point of a program between passes by the definition.
fn run(program: &dyn Stage, entry: &str, values: &[Data], settings: &Settings) -> Outcome {
    let Some(program) = known::<Futhark>(program) else {
        return Outcome::of_another("Futhark");
    };
    outcome(&clear::run(
        &program.with_interface(),
        entry,
        values.to_vec(),
        settings.options(),
    ))
}

/// What the definition gave, as it is compared along a pipeline.
pub(crate) fn outcome(given: &clear::Outcome) -> Outcome {
    Outcome {
        results: match &given.results {
            Ok(values) => Ok(values.iter().map(comparable).collect()),
            Err(failure) => Err(failed(failure)),
        },
        work: given.cost.work,
        rules: given.cost.rules,
        tested: 0,
    }
}

/// A result as data; what the data formats cannot express, as its text.  Within it, too, a size below zero is 0, as it is in what comes from data.
pub(crate) fn comparable(value: &clear::value::Value) -> Data {
    clear::show::data(value).unwrap_or_else(|| worded(clear::show::text_of_data(value)))
}

/// Words as data.
pub(crate) fn worded(text: String) -> Data {
    let text = text.into_bytes();
    let data = Data::new(vec![text.len()], u8::wrap(text));
    data.unwrap_or_else(|| Data::scalar(PrimValue::Bool(false)))
}
