//! Differential fuzzing of Core: generated programs, from their text on.

pub mod counts;

use super::Verdict;
use super::hosts::{self, Asked};
use crate::engine::{self, Settings};
use crate::finding::{self, Finding, Ran, Runs};
use crate::judge::{End, Terms, judge};
use crate::language::Outcome;
use crate::lowering::Lowering;
use crate::{derived, tower, words};
use elder_core::check::Form;
use elder_core::{Program, check, print, read};
use elder_generate::core::{Case, Displacement, Fault, Suspect, displaced, unfolded};
use elder_generate::turn;
use elder_passes::programs::{Core, Interface};
use elder_semantics::core::{self, Mode, Options};
use elder_semantics::failure::Kind;
use elder_semantics::sides::{self, Sides};
use elder_syntax::language::{Program as Stage, known};
use elder_syntax::{Diagnostic, Judgement, Rule, SourceId, Value};
use std::rc::Rc;

/// Steps that a program may take.
const FUEL: u64 = 200_000;
/// Bytes that its arrays may have.
const MEMORY: u64 = 1 << 26;

/// Where a run differs whose arguments do not fit.
const NO_ARGUMENTS: &str = "run: Arguments";

/// The position behind which a program is placed.
const PLACED: &str = "place";

/// Other choices of runs than those of the definition.
const SEEDS: [u64; 2] = [1, 2];

/// One program of so many is run over the free monoid as well.
const FREE: usize = 4;

/// The program of a text; statements may say premises of any language.
fn parsed(text: &str) -> Result<Program, Vec<Diagnostic>> {
    read::program(SourceId(0), text, &rule)
}

/// The rule of that id.
pub fn rule(id: &str) -> Option<&'static Rule> {
    tower::rules().find(|rule| rule.id == id)
}

/// What is broken is refused, and what is accepted ends as legal programs do.
pub fn is_judged(suspect: &Suspect) -> Verdict {
    match suspect {
        Suspect::Broken(text, fault) => is_refused(text, fault),
        Suspect::Mutant(case) => is_sound(case).err().unwrap_or(Verdict::Agree),
        Suspect::Displaced(case, change) => is_placed(case, change).err().unwrap_or(Verdict::Agree),
    }
}

/// A program may be refused.  If it is not, nothing that was consumed is read, no evaluation is stuck, and after each pass that is so too.
fn is_sound(case: &Case) -> Result<(), Verdict> {
    let program = &case.program;
    if check::sized(program).is_err() {
        return Ok(());
    }
    let given = run(program, "main", &case.inputs, 0, &settings());
    match ended(&given) {
        // Another type of a parameter takes other inputs.
        Err(Verdict::Differ { place, .. }) if place == NO_ARGUMENTS => return Ok(()),
        ended => drop(ended?),
    }
    along_the_pipeline(
        program.clone(),
        vec![(given, &case.inputs)],
        Form::Sized,
        Laws::Unknown,
    )
}

/// The placed form of a legal program after a change.  If it is not refused, it gives by the places of its arrays what it gives without them.
fn is_placed(case: &Case, change: &Displacement) -> Result<(), Verdict> {
    let written = Rc::new(written(case.program.clone(), Form::Sized));
    // What passes refuse the other rungs judge.
    let Ok(lowering) = Lowering::until(written, Some(PLACED)) else {
        return Ok(());
    };
    let placed = lowering.stages().last();
    let Some(changed) = placed
        .and_then(|(_, stage)| known::<Core>(&*stage.program))
        .and_then(|placed| displaced(&placed.program, change))
    else {
        return Ok(());
    };
    if check::program(&changed).is_err() {
        return Ok(());
    }
    let by = |mode| {
        let options = Options {
            mode,
            limits: settings().limits,
            ..Options::default()
        };
        ended(&core::run(&changed, "main", &case.inputs, &options))
    };
    let compared = Verdict::of(
        |class| format!("{PLACED}: {class}"),
        judge(&by(Mode::Erased)?, &by(Mode::Values)?, &Terms::ANY),
    );
    compared.map_err(|verdict| match verdict {
        Verdict::Differ { place, message } => Verdict::Differ {
            place,
            message: format!("{message}\n{}", print::program(&changed)),
        },
        other => other,
    })
}

/// The text is refused first for what it breaks.
fn is_refused(text: &str, fault: &Fault) -> Verdict {
    let errors = parsed(text).and_then(|program| check::program(&program));
    super::refused::judge(fault.rule, fault.premise, &errors.err().unwrap_or_default())
}

/// What must hold of a program that is legal by construction:
///
/// * its text is read as the program whose text it is, and the checker accepts it, as sized; a bold one it may refuse for what that consumes;
/// * nothing that was consumed is read, and no evaluation is stuck;
/// * other orders of elements, chunks and brackets give the same, and so does the program element by element, and with what derived combinators
///   stand for in their places;
/// * after each pass it is accepted, gives the same, and does no more work than that may;
/// * of some programs, the words of reductions are the same by other choices and after each pass.
///
/// Of an open program the checker asks no sizes.  It may fail, by another element in another order, so it is taken along the passes only.
pub fn agree(case: &Case) -> Verdict {
    all_agree(case).err().unwrap_or(Verdict::Agree)
}

/// What a device has to do of a program: what the definition does on its inputs.
///
/// # Errors
/// That there is nothing to compare.
pub fn asked(case: &Case) -> Result<Vec<Asked>, Verdict> {
    let program = parsed(&print::program(&case.program))
        .map_err(|errors| Verdict::differ("the text", super::rendered(&errors)))?;
    // Who may consume what is used, and what fails first of an open program, the stages judge.
    if case.is_open || check::sized(&program).is_err() {
        return Ok(vec![]);
    }
    let settings = settings();
    let mut runs = Vec::new();
    for inputs in turn::runs(&case.inputs, case.turn) {
        let expected = ended(&run(&program, "main", &inputs, 0, &settings))?;
        let entry = "main".to_owned();
        runs.push(hosts::Run {
            entry,
            inputs,
            expected,
        });
    }
    runs.extend(unfit(&program, &case.inputs, &settings));
    Ok(vec![Asked {
        written: Rc::new(written(program, Form::Sized)),
        runs,
        outside: &[],
    }])
}

/// A run on what does not fit: one of the vectors is shorter by an element.
fn unfit(program: &Program, inputs: &[Value], settings: &Settings) -> Option<hosts::Run> {
    let vectors = inputs.iter().enumerate();
    let mut vectors: Vec<usize> = vectors
        .filter(|(_, value)| matches!(value.shape(), [n] if *n > 0))
        .map(|(number, _)| number)
        .collect();
    let by = program.names.len() % vectors.len().max(1);
    vectors.rotate_left(by);
    vectors.into_iter().find_map(|number| {
        let mut inputs = inputs.to_vec();
        let value = inputs.get_mut(number)?;
        *value = value.clone().prefix(value.shape().first()? - 1);
        let failure = run(program, "main", &inputs, 0, settings).results.err()?;
        let entry = "main".to_owned();
        (failure.kind == Kind::Arguments).then(|| hosts::Run {
            entry,
            inputs,
            expected: Err(elder_engine::failed(&failure)),
        })
    })
}

fn all_agree(case: &Case) -> Result<(), Verdict> {
    let text = print::program(&case.program);
    let program = parsed(&text).map_err(|errors| Verdict::differ("the text", super::rendered(&errors)))?;
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
        return Err(Verdict::differ(
            format!("check: {place}"),
            super::rendered(&errors),
        ));
    }
    let settings = settings();
    let mut sides = Sides::default();
    let runs = turn::runs(&case.inputs, case.turn);
    let mut ran = Vec::new();
    for inputs in &runs {
        let given = sides::watched(&mut sides, || run(&program, "main", inputs, 0, &settings));
        let expected = ended(&given)?;
        if !case.is_open {
            counts::add(&program, expected.is_ok());
            other_choices(&program, "main", inputs, &expected, &settings)?;
            by_elements(&program, inputs, &expected, &settings)?;
            if let Some(difference) = derived::difference(&program, "main", inputs, &settings) {
                return Err(Verdict::differ("derived", difference));
            }
        }
        ran.push((given, inputs.as_slice()));
    }
    super::sides::add(elder_core::LANGUAGE.name, &sides);
    // What fails first of an open program depends on the order.
    along_the_pipeline(program, ran, Form::of_sizes(!case.is_open), Laws::Kept)
}

/// Element by element a program gives what it gives.
fn by_elements(
    program: &Program,
    inputs: &[Value],
    expected: &End,
    settings: &Settings,
) -> Result<(), Verdict> {
    // What is no element of a part that is not read is an error of the whole only.
    if expected.is_err() {
        return Ok(());
    }
    let actual = match ended(&run(&unfolded(program), "main", inputs, 0, settings)) {
        Err(Verdict::Limit(_)) => return Ok(()),
        actual => actual?,
    };
    Verdict::of(
        |class| format!("element by element: {class}"),
        judge(expected, &actual, &Terms::ANY),
    )
}

/// Other orders of elements, chunks and brackets give what is expected.
fn other_choices(
    program: &Program,
    entry: &str,
    inputs: &[Value],
    expected: &End,
    settings: &Settings,
) -> Result<(), Verdict> {
    for seed in SEEDS {
        let actual = match ended(&run(program, entry, inputs, seed, settings)) {
            // Other brackets take other steps.
            Err(Verdict::Limit(_)) => continue,
            actual => actual?,
        };
        if let Some(difference) = judge(expected, &actual, &Terms::ANY).difference() {
            let message = format!("by seed {seed}: {}", String::from(difference));
            return Err(Verdict::differ("other choices", message));
        }
    }
    Ok(())
}

/// All that is wrong with a program that somebody wrote, on these values; `None` of what is no program with that entry point.
pub fn findings(text: &str, entry: &str, inputs: &[Value], settings: &Settings) -> Option<Vec<Finding>> {
    let program = parsed(text).ok()?;
    check::program(&program).ok()?;
    program.entry(entry)?;
    let sized = check::sized(&program).is_ok();
    let given = run(&program, entry, inputs, 0, settings);
    let judged = match ended(&given) {
        Ok(expected) if sized => other_choices(&program, entry, inputs, &expected, settings),
        Ok(_) => Ok(()),
        // There is nothing to compare with.
        Err(Verdict::Differ { place, .. }) if place == NO_ARGUMENTS => return None,
        Err(verdict) => Err(verdict),
    };
    let mut found = judged
        .err()
        .and_then(Verdict::finding)
        .into_iter()
        .collect::<Vec<_>>();
    let outcome = engine::core::outcome(given, (&Interface::Same, entry));
    let written = written(program, Form::of_sizes(sized));
    found.extend(spelled(&written, entry, inputs, settings, Laws::Kept));
    let ran = [(Some(&outcome), inputs)];
    found.extend(finding::onwards(
        Rc::new(written),
        &ran,
        Runs::Every,
        entry,
        settings,
    ));
    Some(found)
}

/// A program as it was written, along its pipeline.
fn written(mut program: Program, form: Form) -> Core {
    // Generators say types where names are bound.
    elder_core::names::note(&mut program);
    Core {
        program,
        interface: Interface::Same,
        form,
    }
}

/// A program, which ended so on these inputs, after each pass.
fn along_the_pipeline(
    program: Program,
    given: Vec<(core::Outcome, &[Value])>,
    form: Form,
    laws: Laws,
) -> Result<(), Verdict> {
    let outcome = |(given, inputs)| (engine::core::outcome(given, (&Interface::Same, "main")), inputs);
    let outcomes: Vec<(Outcome, &[Value])> = given.into_iter().map(outcome).collect();
    let ran: Vec<Ran<'_>> = outcomes
        .iter()
        .map(|(outcome, inputs)| (Some(outcome), *inputs))
        .collect();
    let written = Rc::new(written(program, form));
    onwards(written, &ran, Runs::Every, "main", laws)
}

/// A program of Core, which ended so on these inputs, after each pass that leads on from there.
pub(super) fn onwards(
    written: Rc<dyn Stage>,
    ran: &[Ran<'_>],
    runs: Runs,
    entry: &str,
    laws: Laws,
) -> Result<(), Verdict> {
    let settings = settings();
    let core = known::<Core>(&*written).filter(|core| core.program.names.len().is_multiple_of(FREE));
    let core = core.cloned();
    let mut found = finding::onwards(written, ran, runs, entry, &settings);
    if let (Some(core), true, Some((_, inputs))) = (core, found.is_empty(), ran.first()) {
        found = spelled(&core, entry, inputs, &settings, laws);
    }
    match found.into_iter().next() {
        None => Ok(()),
        Some(found) => Err(Verdict::differ(found.title(), found.message)),
    }
}

/// Whether the operators of a program's reductions are monoids.  If not, its numbers depend on choices, and so do words in which they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::fuzz) enum Laws {
    /// Who made the program saw to it.
    Kept,
    /// A change may have broken them.
    Unknown,
}

/// What is wrong with the words of a program: by other choices, if it is sized and laws are kept, and along the passes.
pub(in crate::fuzz) fn spelled(
    written: &Core,
    entry: &str,
    inputs: &[Value],
    settings: &Settings,
    laws: Laws,
) -> Vec<Finding> {
    let written = words::shown(written, entry);
    if written.form >= Form::Sized
        && laws == Laws::Kept
        && let Err(found) = words::other_choices(&written, entry, inputs, settings, &SEEDS)
    {
        return vec![found];
    }
    let seen = words::along(written, entry, inputs, settings);
    counts::spelled(&seen);
    seen.found
}

/// The bounds within which a program is run.
pub fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.limits.fuel = Some(FUEL);
    settings.limits.memory = Some(MEMORY);
    settings
}

/// Runs a program, with these choices.
fn run(program: &Program, entry: &str, inputs: &[Value], seed: u64, settings: &Settings) -> core::Outcome {
    let options = Options {
        limits: settings.limits,
        ..Options::default()
    };
    core::run(program, entry, inputs, &options.choosing(seed))
}

/// What a run ends in.
///
/// # Errors
/// The verdict, if there is nothing to compare, or it ended as no program does that was checked.
fn ended(given: &core::Outcome) -> Result<End, Verdict> {
    match &given.results {
        Ok(values) => Ok(Ok(values.clone())),
        Err(failure) => match failure.kind {
            Kind::Error => Ok(Err(elder_engine::failed(failure))),
            Kind::Limit => Err(Verdict::limit(failure.refusal)),
            kind => Err(Verdict::differ(format!("run: {kind:?}"), &*failure.message)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The operator gives another number in another bracket, and the number stands in the words of the histogram.
    const NO_MONOID: &str = "entry main (a: *[3]i64): [0]u8 =
  let x: i32, y: i32, zs: [3]i32 = redomap 3i64 (\\(x_1: i32) (x_2: i32) (x_3: i32) (x_4: i32): (i32, i32) ->
      let x_5: i32 = x_3 + 1i32
      in 1i32, x_5) (0i32, 0i32) (\\(x_6: i64): (i32, i32, i32) -> let x_7: i32 = i64_to_i32 x_6 in x_7, 0i32, 0i32) a
  let ys: [0]u8 = blank [0]u8
  let ys_1: [0]u8, zs_1: [3]i32 = hist 1i64 (\\: (i64, i64, u8, i32) -> in 0i64, 0i64, 0u8, y)
    into (ys: 1) (\\(b: u8) (b_1: u8): u8 -> in 0u8) (0u8) into (zs: 1) (\\(c: i32) (c_1: i32): i32 -> in 0i32) (1i32)
  in ys_1
";

    #[test]
    fn words_are_compared_by_other_choices_only_where_operators_are_monoids() {
        let program = parsed(NO_MONOID).unwrap_or_else(|errors| panic!("{}", crate::fuzz::rendered(&errors)));
        assert!(check::sized(&program).is_ok());
        let value = elder_syntax::value::read_values(b"[0i64, 0i64, -1i64]").unwrap();
        let judge = |laws| {
            spelled(
                &written(program.clone(), Form::Sized),
                "main",
                &value,
                &settings(),
                laws,
            )
        };
        assert_ne!(judge(Laws::Kept), []);
        assert_eq!(judge(Laws::Unknown), []);
    }
}
