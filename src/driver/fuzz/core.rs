//! Differential fuzzing of Core: generated programs, from their text on.

pub mod counts;

use super::{Result, Verdict};
use crate::conformance::roads;
use crate::engine::Settings;
use crate::road::Road;
use elder_core::{Program, check, print, read};
use elder_generate::core::{Case, Fault};
use elder_passes::programs::{Border, Core};
use elder_semantics::core::{self, Options};
use elder_semantics::failure::Kind;
use elder_syntax::language::Program as Stage;
use elder_syntax::{Diagnostic, Judgement, Rule, SourceId, Value};

/// Steps that a program may take.
const FUEL: u64 = 200_000;
/// Bytes that its arrays may have.
const MEMORY: u64 = 1 << 26;

/// Other choices of runs than those of the definition.
const SEEDS: [u64; 2] = [1, 2];

/// The program of a text.
fn parsed(text: &str) -> std::result::Result<Program, Vec<Diagnostic>> {
    let none = |_: &str| -> Option<&'static Rule> { None };
    read::program(SourceId(0), text, &none)
}

/// The text is refused first for what it breaks.
pub fn is_refused(text: &str, fault: &Fault) -> Verdict {
    let errors = parsed(text).and_then(|program| check::program(&program));
    super::refused::judge(fault.rule, fault.premise, &errors.err().unwrap_or_default())
}

/// What must hold of a program that is legal by construction:
///
/// * its text is read as the program whose text it is, and the checker accepts it, as sized; a bold one it may refuse for what that consumes;
/// * nothing that was consumed is read, and no evaluation is stuck;
/// * other orders of elements, chunks and brackets give the same;
/// * after each arrow it is accepted, gives the same, and does no more work than that may.
///
/// An open program may fail, by another element in another order, so it is taken along the arrows only.
///
/// Of an open program the checker asks no sizes, and it may fail in any order.
pub fn agree(case: &Case) -> Verdict {
    all_agree(case).err().unwrap_or(Verdict::Agree)
}

fn all_agree(case: &Case) -> std::result::Result<(), Verdict> {
    let text = print::program(&case.program);
    let program = parsed(&text).map_err(|errors| Verdict::differ("the text", super::said(&errors)))?;
    let again = print::program(&program);
    if again != text {
        return Err(Verdict::differ(
            "print",
            "what is printed is printed in another way when it is read again",
        ));
    }
    let checked = match case.is_open {
        true => check::program(&program),
        false => check::sized(&program),
    };
    if let Err(errors) = checked {
        let rule = errors.first().and_then(|error| error.refusal);
        let is_consumption = rule.is_some_and(|refusal| refusal.rule.judgement == Judgement::Uniqueness);
        if case.is_bold && is_consumption {
            return Ok(());
        }
        let place = rule.map_or_else(String::new, |refusal| refusal.to_string());
        return Err(Verdict::differ(format!("check: {place}"), super::said(&errors)));
    }
    let expected = ended(&program, &case.inputs, 0)?;
    if case.is_open {
        // What fails of it first depends on the order.
        return on_the_road(program, &case.inputs, false);
    }
    counts::add(&program, matches!(expected, Result::Values(_)));
    for seed in SEEDS {
        let actual = match ended(&program, &case.inputs, seed) {
            // Other brackets take other steps.
            Err(Verdict::Limit(_)) => continue,
            actual => actual?,
        };
        if let Some(difference) = super::difference(&actual, &expected) {
            return Err(Verdict::differ(
                "other choices",
                format!("by seed {seed}: {difference}"),
            ));
        }
    }
    on_the_road(program, &case.inputs, true)
}

/// The program before and after each arrow.
fn on_the_road(program: Program, inputs: &[Value], sized: bool) -> std::result::Result<(), Verdict> {
    let written = Core {
        program,
        border: Border::Same,
        sized,
    };
    onwards(Box::new(written), "main", inputs)
}

/// A program of Core before and after each arrow that leads on from there.
pub(super) fn onwards(
    written: Box<dyn Stage>,
    entry: &str,
    inputs: &[Value],
) -> std::result::Result<(), Verdict> {
    let road =
        Road::of(written, &[], None).map_err(|errors| Verdict::differ("an arrow", super::said(&errors)))?;
    for (arrow, program) in &road.made {
        if let Err(errors) = program.check() {
            return Err(Verdict::differ(
                format!("check after {}", arrow.name),
                super::said(&errors),
            ));
        }
    }
    match roads::differences(&road, entry, inputs, &settings())
        .into_iter()
        .next()
    {
        None => Ok(()),
        Some(difference) => {
            let (place, message) = difference.split_once(": ").unwrap_or(("an arrow", &difference));
            Err(Verdict::differ(place, message))
        }
    }
}

/// The bounds within which a program is run.
pub(super) fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.limits.fuel = Some(FUEL);
    settings.limits.memory = Some(MEMORY);
    settings
}

/// What a run ends in, with these choices.
///
/// # Errors
/// The verdict, if there is nothing to compare, or it ended as no program does that was checked.
fn ended(program: &Program, inputs: &[Value], seed: u64) -> std::result::Result<Result, Verdict> {
    let options = Options {
        fuel: Some(FUEL),
        memory: Some(MEMORY),
        ..Options::default()
    };
    match core::run(program, "main", inputs, &options.choosing(seed)).results {
        Ok(values) => Ok(Result::Values(values)),
        Err(failure) => match failure.kind {
            Kind::Error => Ok(Result::Error(super::Raised::of(&failure.diagnostic()))),
            Kind::Limit => Err(Verdict::limit(failure.refusal)),
            kind => Err(Verdict::differ(format!("run: {kind:?}"), failure.message)),
        },
    }
}
