//! Differential fuzzing of Dex's core: generated programs, from their text on.

pub mod counts;

use super::hosts::{self, Asked};
use super::{Limit, Verdict};
use crate::engine::{Settings, StopKind};
use crate::finding::{self, Finding};
use elder_dex::check;
use elder_dex::core::rewrite::takes_derivatives;
use elder_dex::core::{Program, print, read};
use elder_generate::dex::{Case, Fault};
use elder_generate::turn;
use elder_passes::dex::{classes, core as to_core, first_order, reached, simplify};
use elder_passes::programs::Dex;
use elder_semantics::dex::value::Value;
use elder_semantics::dex::{self, Options, Outcome, running, show};
use elder_semantics::failure::{Kind, Run};
use elder_semantics::options::Limits;
use elder_semantics::sides::{self, Sides};
use elder_syntax::language::Program as Stage;
use elder_syntax::{SourceId, Value as Data};
use std::rc::Rc;

/// Calls and elements that a program may take.
const FUEL: u64 = 200_000;
/// Bytes that its tables may have.
const MEMORY: u64 = 1 << 26;

/// What no derivative is taken of, and no function captures, though the definition has a value.
const OUTSIDE: [&str; 3] = ["DX-L-TAN/dependent", "DX-S-COLLECT/local", "DX-S-REF/chosen"];

/// The passes that refuse so.
const TAKING: [&str; 3] = ["simplify", "linearize", "transpose"];

/// One in so many programs goes along all passes, the others to Core.
const ALONG: usize = 4;

/// Other orders of loops than that of the definition.
const SEEDS: [u64; 2] = [1, 2];

/// The text is refused first for what it breaks, by the checker or by simplification, of which the legal program before it is no matter: that does not take
/// all that is legal.  Where what is broken is beside something else that it does not take, it says nothing.
pub fn is_refused(text: &str, fault: &Fault) -> Verdict {
    let errors = match (read::checked(SourceId(0), text), fault.is_of_simplification()) {
        (Ok(program), true) => first_order(&broken(&program), simplify::Cases::Sums).err(),
        (read, _) => read.err(),
    };
    let errors = errors.unwrap_or_default();
    let first = errors.first().and_then(|error| error.refusal);
    let outside = first.map(|refusal| refusal.to_string()).filter(|place| {
        fault.is_of_simplification() && OUTSIDE.contains(&place.as_str()) && *place != fault.to_string()
    });
    match outside {
        Some(place) => Verdict::Limit(Limit::Refused(place)),
        None => super::refused::judge(fault.rule, fault.premise, &errors),
    }
}

/// What stands last, with what it needs: there something is broken.
fn broken(program: &Program) -> Program {
    match program.definitions.last() {
        Some(last) => reached::only(program, &[program.names.text(last.binder.name)]),
        None => program.clone(),
    }
}

/// What must hold of a program that is well-typed by construction:
///
/// * its text is read, and what is read is printed and read as the same, and the checker accepts it;
/// * no evaluation is stuck;
/// * the machine, where it takes the program, gives the same as the definition;
/// * other orders and chunks of loops give the same bits, unless floats were computed that are not exact;
/// * after each pass it is accepted and gives the same.
pub fn agree(case: &Case) -> Verdict {
    all_agree(case).err().unwrap_or(Verdict::Agree)
}

/// What a device has to do of a program: what the definition does on its inputs.
///
/// # Errors
/// That there is nothing to compare.
pub fn asked(case: &Case) -> Result<Vec<Asked>, Verdict> {
    let program = read::program(SourceId(0), &print::program(&case.program))
        .map_err(|errors| Verdict::differ("the text", super::rendered(&errors)))?;
    let written: Rc<dyn Stage> = Rc::new(Dex {
        program,
        simplified: None,
    });
    let mut runs = Vec::new();
    for inputs in turn::runs(&case.inputs, case.turn) {
        let Some(outcome) = finding::run(&*written, "main", &inputs, &settings()) else {
            continue;
        };
        if let Err(failed) = &outcome.results
            && failed.kind == StopKind::Limit
        {
            return Err(Verdict::limit(failed.diagnostic.refusal));
        }
        runs.push(hosts::Run {
            entry: "main".to_owned(),
            inputs,
            expected: outcome.results,
        });
    }
    Ok(vec![Asked {
        written,
        runs,
        outside: &OUTSIDE,
    }])
}

fn all_agree(case: &Case) -> Result<(), Verdict> {
    let parsed = |text: &str| {
        let read = read::program(SourceId(0), text);
        read.map_err(|errors| Verdict::differ("the text", super::rendered(&errors)))
    };
    let program = parsed(&print::program(&case.program))?;
    // Read for the first time, names that types bind are told apart that stood in several types.
    let text = print::program(&program);
    if print::program(&parsed(&text)?) != text {
        return Err(Verdict::differ(
            "print",
            "what is printed is printed in another way when it is read again",
        ));
    }
    if let Err(errors) = check::program(&program) {
        let rule = errors.first().and_then(|error| error.refusal);
        let place = rule.map_or_else(String::new, |refusal| refusal.to_string());
        return Err(Verdict::differ(
            format!("check: {place}"),
            super::rendered(&errors),
        ));
    }
    let runs = turn::runs(&case.inputs, case.turn);
    let mut sides = Sides::default();
    for inputs in &runs {
        let outcome = sides::watched(&mut sides, || run(&program, inputs, 0));
        let expected = ended(&program, outcome.results)?;
        counts::add(&program, expected.is_ok(), || outside_of_core(&program));
        on_the_machine(&program, inputs, &expected)?;
        if case.is_exact {
            other_orders(&program, inputs, &expected)?;
        }
    }
    super::sides::add(elder_dex::LANGUAGE.name, &sides);
    let stage = Dex {
        program,
        simplified: None,
    };
    let is_derived = takes_derivatives(&stage.program);
    // Core's own passes have programs of their own: one of so many goes on along them.
    let last = (!text.len().is_multiple_of(ALONG)).then_some("core");
    let found = finding::until(last, Rc::new(stage), "main", &runs, &settings());
    // What numbers carry for derivatives is not counted by the definition: later stages may count more, and reach a limit.
    let counts = |found: &Finding| found.class == "more work" || found.class.starts_with("Limit ");
    let mut found = found.into_iter().filter(|found| !(is_derived && counts(found)));
    match found.next() {
        None => Ok(()),
        Some(found)
            if TAKING
                .iter()
                .any(|pass| found.place == format!("refused by {pass}"))
                && OUTSIDE.contains(&found.class.as_str()) =>
        {
            Err(Verdict::Limit(Limit::Refused(found.class)))
        }
        Some(found) => Err(Verdict::differ(found.title(), found.message)),
    }
}

/// The machine gives what is expected, bit for bit, or fails by the same premise.
fn on_the_machine(
    program: &Program,
    inputs: &[Data],
    expected: &Result<String, String>,
) -> Result<(), Verdict> {
    let beside = running::beside(program, "main", inputs, &options(0));
    counts::add_machine(beside.as_ref().err().map(|why| why.0));
    let Ok(result) = beside else {
        return Ok(());
    };
    let actual = match ended(program, result) {
        // It counts other bytes, and other steps within operations on whole tables.
        Err(Verdict::Limit(_)) => return Ok(()),
        actual => actual?,
    };
    if actual != *expected {
        let message = format!("the machine: {actual:?}, where the definition gives {expected:?}");
        return Err(Verdict::differ("the machine", message));
    }
    Ok(())
}

/// By which premise the way to Core refuses a program; `None` if it takes it.
fn outside_of_core(program: &Program) -> Option<String> {
    let simplified = first_order(program, simplify::Cases::Sums);
    let made = simplified.and_then(|made| to_core::run(&classes::run(&made)));
    let errors = made.err()?;
    let premise = errors.first().and_then(|error| error.refusal);
    Some(premise.map_or_else(String::new, |premise| premise.to_string()))
}

/// Other orders give what is expected: a value, or some failure.
fn other_orders(
    program: &Program,
    inputs: &[Data],
    expected: &Result<String, String>,
) -> Result<(), Verdict> {
    for seed in SEEDS {
        let actual = match ended(program, run(program, inputs, seed).results) {
            // Other chunks take other steps.
            Err(Verdict::Limit(_)) => continue,
            actual => actual?,
        };
        // What fails first depends on the order.
        let same = match (&actual, expected) {
            (Err(_), Err(_)) => true,
            _ => actual == *expected,
        };
        if !same {
            let message = format!("by seed {seed}: {actual:?}, where the definition gives {expected:?}");
            return Err(Verdict::differ("other orders", message));
        }
    }
    Ok(())
}

/// The bounds within which a program is run.
pub fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.limits.fuel = Some(FUEL);
    settings.limits.memory = Some(MEMORY);
    settings
}

fn options(seed: u64) -> Options {
    let options = Options {
        limits: Limits::of(FUEL, MEMORY),
        ..Options::default()
    };
    options.choosing(seed)
}

fn run(program: &Program, inputs: &[Data], seed: u64) -> Outcome {
    dex::run(program, "main", inputs, &options(seed))
}

/// What a run ends in: a value as text, or the rule of a failure.
///
/// # Errors
/// The verdict, if there is nothing to compare, or it ended as no program does that was checked.
fn ended(program: &Program, result: Run<Value>) -> Result<Result<String, String>, Verdict> {
    match result {
        Ok(value) => Ok(Ok(show::text(program, &value))),
        Err(failure) => match failure.kind {
            Kind::Error => Ok(Err(failure
                .refusal
                .map_or_else(String::new, |refusal| refusal.to_string()))),
            Kind::Limit => Err(Verdict::limit(failure.refusal)),
            kind => Err(Verdict::differ(format!("run: {kind:?}"), &*failure.message)),
        },
    }
}
