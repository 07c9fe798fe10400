//! Literate files whose commands somebody else runs: each command that has a value is an entry point.
//!
//! Definitions are evaluated where a command asks for them, so one that fails does so under each of these, and not where it stands.

use super::{HTML, Loaded, evaluated, loaded, printed};
use crate::dex::{LANGUAGE, Source, options};
use crate::language::{Awaited, Opened};
use crate::{Failed, Imports, Program, Rejected, Settings, StopKind, failed};
use elder_dex::ast::Command;
use elder_dex::core::{self, Value};
use elder_dex::elaborate::Outcome;
use elder_semantics::dex::literate::{Session, shown};
use elder_syntax::Value as Data;
use elder_syntax::names::{Name, Text};
use rustc_hash::FxHashSet;

/// Opens a file.
pub(super) fn open(name: &str, imports: &mut dyn Imports) -> Result<Opened, Rejected> {
    let Loaded {
        sources,
        file,
        program,
        library,
        errors,
    } = loaded(name, imports)?;
    let mut session = Session::new(&program, &options(&Settings::default()));
    let mut awaited: Vec<(usize, Name, Option<Vec<String>>)> = Vec::new();
    let printed = printed(sources.clone(), file, errors, &mut |item, outcome| {
        let (name, prints) = match outcome {
            Outcome::Command(Command::Html, name, _) => (name, Some(vec![HTML.to_owned()])),
            Outcome::Command(Command::Export(_), name, _) => (name, Some(vec![])),
            Outcome::Command(Command::Value | Command::Print, name, ty) if !is_shown(ty) => (name, None),
            // Types and functions are shown as they are written.
            Outcome::Command(..) => return evaluated(&program, &mut session, outcome),
            Outcome::Nothing | Outcome::Declared(_) => return Ok(vec![]),
        };
        awaited.push((item, *name, prints));
        Ok(vec![])
    });
    drop(session);
    let mut program = program;
    let names: Vec<Name> = awaited.iter().map(|(_, name, _)| *name).collect();
    let entries = entries(&mut program, &names);
    let awaited = awaited.into_iter().zip(entries);
    let commands = awaited.map(|((item, _, prints), entry)| Awaited { item, entry, prints });
    let source = Source {
        declared: LANGUAGE.declared,
        program,
        library: library.definitions,
    };
    Ok(Opened {
        commands: commands.collect(),
        program: Program::of(sources, vec![], Some(source))?,
        printed,
        show,
    })
}

/// Whether a command is of a type or a function, which are no data.
fn is_shown(ty: &Value) -> bool {
    matches!(
        ty,
        Value::Kind(_) | Value::EffectsKind | Value::FieldsKind | Value::Arrow(_)
    )
}

/// The definitions of commands get names that no other definition has.
fn entries(program: &mut core::Program, names: &[Name]) -> Vec<String> {
    let texts = program
        .definitions
        .iter()
        .map(|definition| definition.binder.name);
    let taken: FxHashSet<Text> = texts.map(|name| program.names.text(name).clone()).collect();
    let free = (1..).map(|number| format!("it{number}"));
    let free = free.filter(|text| !taken.contains(text.as_str()));
    let entries: Vec<String> = free.take(names.len()).collect();
    for (name, text) in names.iter().zip(&entries) {
        program.names.rename(*name, text.as_str());
    }
    entries
}

/// What a command prints of these components of its value.
fn show(
    program: &Program,
    entry: &str,
    components: &[Data],
    settings: &Settings,
) -> Result<Vec<String>, Failed> {
    let known = program.known::<Source>();
    let found = known.and_then(|source| Some((&source.program, source.program.definition(entry)?)));
    let Some((program, definition)) = found else {
        let message = format!("`{entry}` is no command of a literate file");
        return Err(Failed::outside(StopKind::Internal, message));
    };
    let text = shown(program, definition, components, &options(settings));
    let text = text.map_err(|failure| failed(&failure))?;
    Ok(text.lines().map(str::to_owned).collect())
}
