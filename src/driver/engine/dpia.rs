//! Programs of DPIA on their way to a device: those that people wrote, and those that passes made.

use super::{Argument, Failed, Ran, Settings, StopKind, Watch};
use crate::compile::EntryPoint;
use crate::compile::dpia::Own;
use crate::language::Language;
use crate::stage::Stage;
use crate::start::Start;
use elder_compile::written::only;
use elder_engine::dpia::{LANGUAGE as TEXTS, Source};
use elder_engine::{Overrides, Program};
use elder_passes::pass::expect;
use elder_passes::programs::Dpia;
use elder_syntax::Diagnostic;

/// The language.
pub(crate) static LANGUAGE: Language = Language {
    start: Some(|program, roots, _| Stage::start(source(program)?, only(roots)?)),
    compiled: Some(compiled),
    sound: Some(sound),
    unordered: Some(unordered),
    ..Language::of(&TEXTS)
};

fn source(program: &Program) -> Result<&Source, Vec<Diagnostic>> {
    program.known().ok_or_else(Vec::new)
}

/// What a text says of the pass that made its program means something.
fn sound(program: &Program) -> Result<(), String> {
    let made = program.known::<Source>().and_then(|source| source.made.as_ref());
    made.map_or(Ok(()), |made| Stage::of(made).map(|_| ()))
}

/// Calls a program whose work-items nothing orders yet, as the next passes order them; `None` of others.
fn unordered(program: &Program, name: &str, arguments: Vec<Argument>, settings: &Settings) -> Option<Ran> {
    match Stage::ordered(program.known()?, name) {
        Ok(run) => Some(run?.call(arguments, settings, Watch::default())),
        // The call says what is wrong with an entry.
        Err(errors) if errors.iter().any(|error| error.refusal.is_some()) => None,
        Err(mut errors) => Some(
            Failed {
                kind: StopKind::Internal,
                diagnostic: Box::new(errors.remove(0)),
            }
            .into(),
        ),
    }
}

fn compiled(program: &Program, name: &str, _: &Overrides) -> Result<EntryPoint, Vec<Diagnostic>> {
    let Start { stage, left, target } = Stage::start(source(program)?, name)?;
    let program: &Dpia = expect(&*stage.program)?;
    let own = Box::new(Own(program.entry.clone()));
    Ok(EntryPoint::new(program.clone(), left, stage.reading, own).made_for(target))
}
