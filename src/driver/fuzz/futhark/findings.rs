//! All that is wrong with a program that somebody wrote.

use super::{Verdict, first_error};
use crate::engine::Settings;
use crate::finding::{self, Finding};
use crate::fuzz::core::{Laws, spelled};
use crate::lowering::Lowering;
use elder_futhark::check::imports::check_text_with;
use elder_futhark::check::tree::Promise;
use elder_passes::programs::{Core, Futhark, Interface};
use elder_semantics::failure::{Failure, Kind, Run};
use elder_semantics::futhark::agree::{self, Agreement};
use elder_semantics::futhark::{Argument, Options, clear, run};
use elder_syntax::Value;
use elder_syntax::language::known;
use std::rc::Rc;

/// Where the definition and the machine differ.
const INTERPRETERS: &str = "the two interpreters";

/// What is wrong with a program in that file, on these values; `None` of what is no program with that entry point.  It may be `beyond` the language, with functions of
/// branches.
pub fn findings(
    (file, beyond): (&str, bool),
    text: &str,
    entry: &str,
    inputs: &[Value],
    settings: &Settings,
) -> Option<Vec<Finding>> {
    let outcome = check_text_with(file, text, beyond);
    if first_error(&outcome).is_some() {
        return None;
    }
    let program = Rc::new(outcome.program?);
    program.entries.iter().find(|own| own.name == entry)?;
    let limits = settings.limits;
    let options = clear::Options {
        limits,
        ..clear::Options::default()
    };
    let defined = clear::run(&program, entry, inputs.to_vec(), options).results;
    if matches!(&defined, Err(failure) if failure.kind == Kind::Arguments) {
        return None;
    }
    let options = Options {
        limits,
        ..Options::default()
    };
    let arguments = inputs.iter().cloned().map(Argument::Data).collect();
    let machine = run(&program, entry, arguments, options).results;
    let mut found = Vec::new();
    if let Agreement::Difference {
        clear: expected,
        machine: actual,
    } = agree::compare(&defined, &machine)
    {
        let class = match (&defined, &machine) {
            (Ok(_), Ok(_)) => "another value".to_owned(),
            _ => format!("{}, not {}", sort(&machine), sort(&defined)),
        };
        found.push(Finding::new(
            INTERPRETERS,
            class,
            format!("{actual}, not {expected}"),
        ));
    }
    if let Err(failure) = &defined
        && matches!(failure.kind, Kind::Poison | Kind::Internal)
    {
        // No program that was checked ends so.
        let verdict = Verdict::differ(format!("run: {:?}", failure.kind), failure.message.clone());
        found.extend(verdict.finding());
    }
    let written = Futhark {
        tree: program,
        roots: Rc::new([entry.into()]),
        promise: Promise::Checked,
        interface: Interface::Same,
    };
    found.extend(finding::along(Rc::new(written.clone()), entry, inputs, settings));
    if found.is_empty()
        && let Ok(lowering) = Lowering::until(Rc::new(written), Some("core"))
        && let Some(core) = lowering
            .made
            .last()
            .and_then(|(_, stage)| known::<Core>(&*stage.program))
    {
        found.extend(spelled(core, entry, inputs, settings, Laws::Kept));
    }
    Some(found)
}

/// What a run ends in, without values.
fn sort<T>(results: &Run<T>) -> String {
    let premise = |failure: &Failure| {
        failure
            .refusal
            .map_or_else(String::new, |refusal| format!(" {refusal}"))
    };
    match results {
        Ok(_) => "a value".to_owned(),
        Err(failure) => format!("{:?}{}", failure.kind, premise(failure)),
    }
}
