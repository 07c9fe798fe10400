//! Differential fuzzing of Futhark: generated programs, from their text on.

pub mod counts;
pub mod findings;
mod pipelines;
mod values;

use super::Verdict;
use super::hosts::{self, Asked};
use crate::engine::{self, StopKind};
use crate::finding::Runs;
use elder_futhark::check::imports::{Outcome, check_text_with, forced};
use elder_futhark::check::tree::Promise;
use elder_futhark::parser::parse_program;
use elder_futhark::{ast, print, tree};
use elder_generate::futhark::{Case, Entry, Fault, Variant};
use elder_passes::programs::{Futhark, Interface};
use elder_semantics::failure::{Fail, Kind, Run};
use elder_semantics::futhark::agree::{self, Agreement};
use elder_semantics::futhark::machine::cost::Cost;
use elder_semantics::futhark::machine::display::display_as;
use elder_semantics::futhark::machine::interface::to_data;
use elder_semantics::futhark::{Argument, Mode, Options, clear, machine, run};
use elder_semantics::options::Limits;
use elder_semantics::sides::{self, Sides};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceId, Span, Value as Data};
use std::rc::Rc;

/// What the file of a generated program is called.
const FILE: &str = "generated.fut";

/// What an entry point does: the values that it gives, or the rule that refuses with its premise.
type Ended = std::result::Result<Vec<String>, String>;

/// The checker refuses the program first for what it breaks; what uniqueness refuses is noticed by the definition when it is run all the same.
pub fn is_refused(case: &Case, fault: &Fault) -> Verdict {
    let text = case.text(Variant::Plain);
    match super::refused::judge(fault.rule, fault.premise, &checked(&text, false).diagnostics) {
        Verdict::Agree if fault.rule.starts_with("FUT-U-") => {
            unguarded(case, fault, &text).err().unwrap_or(Verdict::Agree)
        }
        verdict => verdict,
    }
}

/// A program that only uniqueness refuses does the same on both interpreters, unless the definition notices that something is read that was
/// consumed.  The machine notices that, too, of what was updated, not of what was given away.
fn unguarded(case: &Case, fault: &Fault, text: &str) -> std::result::Result<(), Verdict> {
    // Some of what these rules say of functions is judged with their types.
    let Some(program) = forced(FILE, text).program else {
        return Ok(());
    };
    for entry in &case.entries {
        let defined = by_definition(&program, entry).results;
        let is_poison = |failure: &Fail| failure.kind == Kind::Poison;
        if !matches!(&defined, Err(failure) if is_poison(failure)) {
            compared(&program, entry, defined)?;
        } else if fault.updates() {
            // A compiled loop may carry copies, so that what it was given is not what is updated afterwards; while it is watched nothing is compiled.
            let machine = by_machine(&program, entry, Some(Cost::new())).results;
            if machine.is_ok() {
                return Err(Verdict::differ(
                    "the machine",
                    "a value instead of the failure to read what was updated",
                ));
            }
        }
    }
    Ok(())
}

/// What must hold of a program that is well-typed by construction:
///
/// * the checker accepts it;
/// * the two interpreters agree on it;
/// * its variant means the same: printed and read again, with other parentheses, with copies, or watched while it runs;
/// * after the passes of its pipeline it gives the same, or fails in the same way at the same place;
/// * if it is judged in full, it does so after each pass, and what goes in and comes out keeps its meaning in the formats of values;
/// * nothing that was consumed is read, and no evaluation is stuck.
pub fn agree(case: &Case) -> Verdict {
    all_agree(case).err().unwrap_or(Verdict::Agree)
}

/// What a device has to do of a program: of each of its entry points what the definition does.
///
/// # Errors
/// That the checker refuses it, or there is nothing to compare.
pub fn asked(case: &Case) -> std::result::Result<Vec<Asked>, Verdict> {
    let program = Rc::new(accepted(
        "check",
        &case.text(Variant::Plain),
        case.function_branches,
    )?);
    let mut runs = Vec::with_capacity(case.entries.len());
    for entry in &case.entries {
        let outcome = engine::futhark::outcome(&by_definition(&program, entry));
        runs.push(match outcome.results {
            Err(failed) if failed.kind == StopKind::Limit => {
                return Err(Verdict::limit(failed.diagnostic.refusal));
            }
            expected => hosts::Run {
                entry: entry.name.clone(),
                inputs: entry.inputs.clone(),
                expected,
            },
        });
    }
    let written = Rc::new(Futhark {
        tree: program,
        roots: case
            .entries
            .iter()
            .map(|entry| entry.name.as_str().into())
            .collect(),
        promise: Promise::Checked,
        interface: Interface::Same,
    });
    Ok(vec![Asked {
        written,
        runs,
        outside: &[],
    }])
}

fn all_agree(case: &Case) -> std::result::Result<(), Verdict> {
    let text = case.text(Variant::Plain);
    let beyond = case.function_branches;
    let program = Rc::new(accepted("check", &text, beyond)?);
    let other = match case.variant {
        Variant::Plain | Variant::Watched => None,
        Variant::Printed => {
            let syntax = read(&text)?;
            let printed = print::program(&syntax);
            let read_again = read(&printed)?;
            if printed != print::program(&read_again) {
                return Err(Verdict::differ(
                    "print",
                    "what is printed is printed in another way when it is read again",
                ));
            }
            match is_known(&text, &printed) {
                true => None,
                false => Some(accepted("check of what is printed", &printed, beyond)?),
            }
        }
        Variant::Parenthesised => {
            let other = case.text(case.variant);
            match is_known(&text, &other) {
                true => None,
                false => Some(accepted("check with parentheses", &other, beyond)?),
            }
        }
        // A copy may take away that a result is seen to be unique.
        Variant::Copying => checked(&case.text(case.variant), beyond).program,
    };
    let runs = match case.in_full {
        true => Runs::Every,
        false => Runs::Last,
    };
    if case.in_full {
        values::survive(&case.value)?;
    }
    let mut sides = Sides::default();
    for (number, entry) in case.entries.iter().enumerate() {
        let defined = sides::watched(&mut sides, || by_definition(&program, entry));
        let machine = compared(&program, entry, defined.results.clone())?;
        if case.in_full {
            for value in machine.results.iter().flatten().filter_map(to_data) {
                values::survive(&value)?;
            }
        }
        let expected = ended(machine)?;
        // On one side of the number that turns branches, or on both.
        let is_taken = |number: usize| case.in_full || text.len() % 2 == number % 2;
        let is_turned = case
            .entries
            .iter()
            .filter(|other| other.name == entry.name)
            .count()
            > 1;
        if !is_turned || is_taken(number) {
            pipelines::agree(&program, entry, &defined, runs)?;
        }
        if entry.holds {
            all_hold(&expected)?;
        }
        if case.variant == Variant::Watched {
            let watched = ended(by_machine(&program, entry, Some(Cost::new())))?;
            same("watched", &watched, &expected)?;
        }
        if let Some(other) = &other {
            same("variant", &ended(by_machine(other, entry, None))?, &expected)?;
        }
    }
    super::sides::add(elder_futhark::LANGUAGE.name, &sides);
    Ok(())
}

/// Every result is `true`.
fn all_hold(ended: &Ended) -> std::result::Result<(), Verdict> {
    match ended {
        Ok(values) => match values.iter().position(|value| value != "true") {
            None => Ok(()),
            Some(k) => Err(Verdict::differ(
                "law",
                format!("law {k} of the entry point does not hold"),
            )),
        },
        Err(rule) => Err(Verdict::differ("law", format!("an error ({rule})"))),
    }
}

/// What the definition makes of one entry point of a text, held against what the machine makes of another one.
pub(crate) fn taken_for(text: &str, defined: &Entry, run: &Entry) -> Verdict {
    let taken = |program: tree::Program| {
        let written = by_definition(&program, defined).results;
        compared(&program, run, written).map(drop)
    };
    accepted("check", text, false)
        .and_then(taken)
        .err()
        .unwrap_or(Verdict::Agree)
}

/// What an entry point gives by the definition, with which the machine has to agree.
///
/// # Errors
/// The verdict, if that is not the same, or nothing to compare.
pub(super) fn answer(
    program: &tree::Program,
    entry: &Entry,
) -> std::result::Result<std::result::Result<Vec<Data>, String>, Verdict> {
    let machine = compared(program, entry, by_definition(program, entry).results)?;
    match &machine.results {
        Ok(values) => {
            let values: Option<Vec<Data>> = values.iter().map(to_data).collect();
            let values = values.ok_or_else(|| Verdict::differ("a result", "is no data"))?;
            Ok(Ok(values))
        }
        Err(_) => Ok(ended(machine)?.map(|_| Vec::new())),
    }
}

/// What the definition makes of an entry point.
fn by_definition(program: &tree::Program, entry: &Entry) -> clear::Outcome {
    let options = clear::Options {
        limits: Limits::of(FUEL, MEMORY),
        ..clear::Options::default()
    };
    clear::run(program, &entry.name, entry.inputs.clone(), options)
}

/// What the machine makes of an entry point, which is what the definition made of it.
///
/// # Errors
/// The verdict, if that is not the same, or nothing to compare.
fn compared(
    program: &tree::Program,
    entry: &Entry,
    clear: Run<Vec<clear::value::Value>>,
) -> std::result::Result<machine::Outcome, Verdict> {
    let machine = by_machine(program, entry, None);
    if let Agreement::Difference { clear, machine } = agree::compare(&clear, &machine.results) {
        return Err(Verdict::differ(
            "the clear interpreter",
            format!("{machine} instead of {clear}"),
        ));
    }
    match clear {
        Err(failure) if failure.kind == Kind::Limit => Err(Verdict::limit(failure.refusal)),
        _ => Ok(machine),
    }
}

/// A text, checked; `beyond` the language with functions of branches.
fn checked(text: &str, beyond: bool) -> Outcome {
    check_text_with(FILE, text, beyond)
}

/// The first error.
fn first_error(outcome: &Outcome) -> Option<&Diagnostic> {
    outcome.diagnostics.iter().find(|d| d.severity == Severity::Error)
}

/// The program of a text that has to be accepted.
pub(super) fn accepted(place: &str, text: &str, beyond: bool) -> std::result::Result<tree::Program, Verdict> {
    let outcome = checked(text, beyond);
    if let Some(error) = first_error(&outcome) {
        let rule = error.refusal.map_or("?", |r| r.id());
        let line = text[..(error.span.start as usize).min(text.len())]
            .matches('\n')
            .count()
            + 1;
        return Err(Verdict::differ(
            format!("{place}: {rule}"),
            format!("line {line}: {}", error.message),
        ));
    }
    outcome
        .program
        .ok_or_else(|| Verdict::differ(place, "no program and no error"))
}

/// Whether a variant of a text needs no check and no run of its own: it says the same, so all that may be different is what depends on places.
/// One of four such variants is judged for that.
fn is_known(text: &str, variant: &str) -> bool {
    // Without places a few texts cannot be read, as some words are told apart by what they touch.
    let without_places = |text| match parse_program(Span::NONE.source, text) {
        (Some(syntax), errors) if errors.is_empty() => Some(syntax),
        _ => None,
    };
    !text.len().is_multiple_of(4)
        && without_places(text).is_some_and(|own| without_places(variant) == Some(own))
}

/// What a text says.
fn read(text: &str) -> std::result::Result<ast::Program, Verdict> {
    let (syntax, errors) = parse_program(SourceId(0), text);
    match syntax {
        Some(syntax) if errors.is_empty() => Ok(syntax),
        _ => {
            let message = errors.first().map_or(String::new(), |e| e.message.clone());
            Err(Verdict::differ("parse of what is printed", message))
        }
    }
}

/// Runs an entry point on the machine.
fn by_machine(program: &tree::Program, entry: &Entry, watch: Option<Cost>) -> machine::Outcome {
    let options = Options {
        limits: Limits::of(FUEL, MEMORY),
        mode: Mode {
            observer: watch.map(|w| Box::new(w) as _),
            ..Mode::default()
        },
        ..Options::default()
    };
    let arguments = entry.inputs.iter().cloned().map(Argument::Data).collect();
    run(program, &entry.name, arguments, options)
}

/// What an entry point ends in.
///
/// # Errors
/// The verdict, if there is nothing to compare, or it ended as no program does that was checked.
fn ended(outcome: machine::Outcome) -> std::result::Result<Ended, Verdict> {
    match outcome.results {
        Ok(values) => {
            let shown = values
                .iter()
                .enumerate()
                .map(|(i, value)| display_as(value, outcome.also.types.get(i)));
            Ok(Ok(shown.collect()))
        }
        Err(failure) => match failure.kind {
            Kind::Error => Ok(Err(failure.refusal.map_or_else(String::new, |r| r.to_string()))),
            Kind::Limit => Err(Verdict::limit(failure.refusal)),
            kind => Err(Verdict::differ(format!("run: {kind:?}"), failure.message)),
        },
    }
}

/// Steps that a program may take.
const FUEL: u64 = 200_000;
/// Bytes that its arrays may have.
const MEMORY: u64 = 1 << 26;

fn same(place: &str, actual: &Ended, expected: &Ended) -> std::result::Result<(), Verdict> {
    if actual == expected {
        return Ok(());
    }
    let show = |ended: &Ended| match ended {
        Ok(values) => values.join(", "),
        Err(rule) => format!("an error ({rule})"),
    };
    Err(Verdict::differ(
        place,
        format!("{} instead of {}", show(actual), show(expected)),
    ))
}
