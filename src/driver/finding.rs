//! What is wrong with a program on its road: a pass refuses it or makes what its checker refuses, or two points end in different ways.
//!
//! A finding is told from others by its place and its class, which say neither names nor values: so the same finding can be seen in a smaller program.

use crate::engine::{Failed, Outcome, Settings, StopKind};
use crate::road::{Refused, Road};
use crate::tower;
use elder_dex::core::rewrite;
use elder_passes::Pass;
use elder_passes::programs::{Border, Core, Dex};
use elder_syntax::language::{Program, known};
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Tolerance, compare};
use elder_syntax::{Diagnostic, Value};
use std::fmt;
use std::rc::Rc;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where: after which pass, between which interpreters, with which implementation.
    pub place: String,
    /// How, and by which rules.
    pub class: String,
    /// What was seen, for people.
    pub message: String,
    /// Whether a pass refused the program by a premise, which is the class.
    pub is_refused: bool,
}

impl Finding {
    /// That finding.
    pub fn new(place: impl Into<String>, class: impl Into<String>, message: impl Into<String>) -> Finding {
        Finding {
            place: place.into(),
            class: class.into(),
            message: message.into(),
            is_refused: false,
        }
    }

    /// Whether the other one is the same in another program.
    pub fn is_same(&self, other: &Finding) -> bool {
        self.title() == other.title()
    }

    /// Place and class.
    pub fn title(&self) -> String {
        match self.class.as_str() {
            "" => self.place.clone(),
            class => format!("{}: {class}", self.place),
        }
    }

    /// What these errors say.
    fn refused(place: String, errors: &[Diagnostic]) -> Finding {
        let Some(first) = errors.first() else {
            return Finding::new(place, "", "");
        };
        // Without a rule the message is all that there is.
        let class = match first.refusal {
            Some(refusal) => refusal.to_string(),
            None => first.message.clone(),
        };
        Finding::new(place, class, first.message.clone())
    }
}

/// Place, class and message.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title(), self.message)
    }
}

/// All that is wrong with a program on the pipeline of its language, on these values.
pub fn along(written: Rc<dyn Program>, entry: &str, values: &[Value], settings: &Settings) -> Vec<Finding> {
    until(None, written, entry, &[values.to_vec()], settings)
}

/// The values on which a program is run, with what came of it as it was written; `None` where it cannot be run.
pub(crate) type Ran<'r> = (Option<&'r Outcome>, &'r [Value]);

/// The same on each of these values, as far as the position of this name; that its pass is of a fragment only is then no finding.
pub(crate) fn until(
    last: Option<&str>,
    written: Rc<dyn Program>,
    entry: &str,
    runs: &[Vec<Value>],
    settings: &Settings,
) -> Vec<Finding> {
    let outcome = |values: &Vec<Value>| run(&*written, entry, values, settings);
    let outcomes: Vec<Option<Outcome>> = runs.iter().map(outcome).collect();
    let pairs = outcomes.iter().zip(runs);
    let ran: Vec<Ran<'_>> = pairs
        .map(|(outcome, values)| (outcome.as_ref(), values.as_slice()))
        .collect();
    let (road, refused) = match Road::until(written, last) {
        Ok(road) => (road, None),
        Err(refused) if last.is_some() && refused.is_outside => (refused.until, None),
        Err(refused) => outside(*refused),
    };
    judged(road, refused, &ran, Runs::Every, entry, settings)
}

/// The road before a pass that refuses, and that it does.
fn outside(refused: Refused) -> (Road, Option<Finding>) {
    let Refused {
        position,
        errors,
        until,
        ..
    } = refused;
    let place = format!("refused by {}", position.name());
    let refused = Finding {
        is_refused: errors.first().is_some_and(|error| error.refusal.is_some()),
        ..Finding::refused(place, &errors)
    };
    (until, Some(refused))
}

/// Which stages of a program are run.  All are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    /// Each, and its work is held to that of the one before.
    Every,
    /// The last one, which may be of another language than the run that says what it has to give.
    Last,
}

/// As [`along`], of a program that was run already.
pub(crate) fn onwards(
    written: Rc<dyn Program>,
    ran: &[Ran<'_>],
    runs: Runs,
    entry: &str,
    settings: &Settings,
) -> Vec<Finding> {
    let (road, refused) = match Road::until(written, None) {
        Ok(road) => (road, None),
        Err(refused) => outside(*refused),
    };
    judged(road, refused, ran, runs, entry, settings)
}

/// What is wrong on a road that was gone, besides that a pass refused the program.
fn judged(
    road: Road,
    refused: Option<Finding>,
    ran: &[Ran<'_>],
    runs: Runs,
    entry: &str,
    settings: &Settings,
) -> Vec<Finding> {
    let ill_typed = road.made.iter().find_map(|(position, stage)| {
        let errors = stage.program.check().err()?;
        Some(Finding::refused(
            format!("ill-typed after {}", position.name()),
            &errors,
        ))
    });
    match ill_typed {
        // What its checker refuses means nothing.
        Some(ill_typed) => vec![ill_typed],
        None => {
            let known = ran
                .iter()
                .filter_map(|(expected, values)| Some(((*expected)?, *values)));
            let found = known.flat_map(|(expected, values)| match runs {
                Runs::Every => compared(&road, expected, entry, values, settings),
                Runs::Last => ends(&road, expected, entry, values, settings),
            });
            found.chain(refused).collect()
        }
    }
}

/// Where a program ends in another way after a pass, on these values.
pub fn differences(road: &Road, entry: &str, values: &[Value], settings: &Settings) -> Vec<Finding> {
    match run(&*road.written.program, entry, values, settings) {
        Some(expected) => compared(road, &expected, entry, values, settings),
        None => vec![],
    }
}

/// Where a program that has to end so ends in another way after its last pass.
fn ends(road: &Road, expected: &Outcome, entry: &str, values: &[Value], settings: &Settings) -> Vec<Finding> {
    let found = road.made.last().and_then(|(position, stage)| {
        let actual = run(&*stage.program, entry, values, settings)?;
        // Another language counts steps in another way.
        if matches!(&actual.results, Err(failed) if failed.kind == StopKind::Limit) {
            return None;
        }
        let Difference { class, message } = difference(expected, &actual)?;
        Some(Finding::new(format!("after {}", position.name()), class, message))
    });
    found.into_iter().collect()
}

/// Where a program that ended so as it was written ends in another way after a pass.
fn compared(
    road: &Road,
    expected: &Outcome,
    entry: &str,
    values: &[Value],
    settings: &Settings,
) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut before = (&*road.written.program, work_of(expected));
    for (position, stage) in &road.made {
        let program = &*stage.program;
        if is_as_it_was(before.0, program) {
            continue;
        }
        let Some(actual) = run(program, entry, values, settings) else {
            continue;
        };
        // Another language counts steps in another way, and what has no bound of its work may reach any limit: arguments of constructors that are
        // absent are there as zeros.
        let is_limit = matches!(&actual.results, Err(failed) if failed.kind == StopKind::Limit);
        let unbounded = position.pass.work.is_none();
        if is_limit && (program.language() != road.written.program.language() || unbounded) {
            continue;
        }
        // It says in another way what does not fit, unless it knows what was written.
        let misfits = matches!(&expected.results, Err(failed) if failed.kind == StopKind::Arguments);
        if misfits && known::<Core>(program).is_some_and(|core| matches!(core.border, Border::Same)) {
            continue;
        }
        let place = || format!("after {}", position.name());
        let differs = difference(expected, &actual)
            .filter(|_| !(has_same_numbers(expected, &actual) && takes_derivatives(&*road.written.program)));
        if let Some(Difference { class, message }) = differs {
            found.push(Finding::new(place(), class, message));
        } else if let (Ok(_), Some(work)) = (&actual.results, before.1) {
            let excess = excess(position.pass, (before.0, work), actual.total());
            found.extend(excess.map(|excess| Finding::new(place(), "more work", excess)));
        }
        before = (program, work_of(&actual));
    }
    found
}

/// Whether a program of Dex asks for a derivative.  Then no rule says the sign of a zero that comes of it (DX-L-PRIM).
fn takes_derivatives(program: &dyn Program) -> bool {
    known::<Dex>(program).is_some_and(|dex| rewrite::takes_derivatives(&dex.program))
}

/// Whether results are of the same numbers: zeros are equal, of whatever sign.
fn has_same_numbers(expected: &Outcome, actual: &Outcome) -> bool {
    let (Ok(expected), Ok(actual)) = (&expected.results, &actual.results) else {
        return false;
    };
    let is_zero = |x: PrimValue| match x {
        PrimValue::F16(x) => x == half::f16::ZERO,
        PrimValue::F32(x) => x == 0.0,
        PrimValue::F64(x) => x == 0.0,
        _ => false,
    };
    let is_same = |x: PrimValue, y: PrimValue| {
        is_zero(x) && is_zero(y)
            || compare::difference(&Value::scalar(x), &Value::scalar(y), Tolerance::Bitwise).is_none()
    };
    let same = |one: &Value, other: &Value| {
        let numbers = |i: usize| one.data().get(i).zip(other.data().get(i));
        one.type_string() == other.type_string()
            && one.shape() == other.shape()
            && (0..one.data().len()).all(|i| numbers(i).is_some_and(|(x, y)| is_same(x, y)))
    };
    expected.len() == actual.len() && expected.iter().zip(actual).all(|(one, other)| same(one, other))
}

/// The work with which that of the next program is compared; `None` of a run without results, as the next program may go further.
fn work_of(outcome: &Outcome) -> Option<u64> {
    outcome.results.is_ok().then(|| outcome.total())
}

/// Whether a pass changed nothing that a run could show.  Rows of sites are only added, so those of the same statements are the same.
fn is_as_it_was(before: &dyn Program, program: &dyn Program) -> bool {
    let (Some(before), Some(after)) = (known::<Core>(before), known::<Core>(program)) else {
        return false;
    };
    let (before, after) = (&before.program, &after.program);
    before.entries == after.entries && before.functions == after.functions
}

/// That so much work is more than a pass may make of a program that did that much.
pub(crate) fn excess(pass: &Pass, (program, before): (&dyn Program, u64), work: u64) -> Option<String> {
    let times = pass.work?;
    // The text is made for the few that are near.
    (work > times * before && work > times * (before + statements(program)))
        .then(|| format!("work {work}, and {before} before"))
}

/// How many applications a pass may add: one for each line.
fn statements(program: &dyn Program) -> u64 {
    program.text().lines().count() as u64
}

/// The reference semantics of the language that a program is of; `None` if it cannot be run where it stands.
pub(crate) fn run(
    program: &dyn Program,
    entry: &str,
    values: &[Value],
    settings: &Settings,
) -> Option<Outcome> {
    let run = tower::language(program.language())?.run?;
    Some(run(program, entry, values, settings))
}

/// How a run ended in another way than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// By which premises.
    pub class: String,
    /// With which values, and where.
    pub message: String,
}

/// In one line.
impl From<Difference> for String {
    fn from(difference: Difference) -> String {
        format!("{}: {}", difference.class, difference.message)
    }
}

/// How a run ended in another way than before, if it did.
pub(crate) fn difference(expected: &Outcome, actual: &Outcome) -> Option<Difference> {
    let (class, message) = match (&expected.results, &actual.results) {
        // Steps are counted in another way.
        (Err(failed), _) if failed.kind == StopKind::Limit => return None,
        // The data formats cannot say the value, which another language has as scalars.
        (Err(failed), Ok(_)) if failed.kind == StopKind::Unsupported => return None,
        // A value that is no data at all: passes keep the entry points whose values are.
        (Err(failed), Err(actual))
            if failed.kind == StopKind::Unsupported && actual.kind == StopKind::Arguments =>
        {
            return None;
        }
        (Ok(expected), Ok(actual)) => {
            let same = expected.len() == actual.len()
                && expected
                    .iter()
                    .zip(actual)
                    .all(|(e, a)| compare::difference(a, e, Tolerance::Bitwise).is_none());
            if same {
                return None;
            }
            let message = format!("{}, not {}", texts(actual), texts(expected));
            ("another value".to_owned(), message)
        }
        (Err(expected), Err(actual)) if shown(expected) == shown(actual) => return None,
        (Err(expected), Err(actual)) => {
            let class = match (premise(expected), premise(actual)) {
                (expected, actual) if expected == actual => format!("{actual} refuses elsewhere"),
                (expected, actual) => format!("{actual} refuses, not {expected}"),
            };
            (class, format!("{}, not {}", shown(actual), shown(expected)))
        }
        (Ok(_), Err(actual)) => (
            format!("{} refuses, where there is a value", premise(actual)),
            shown(actual),
        ),
        (Err(expected), Ok(actual)) => (
            format!("a value, where {} refuses", premise(expected)),
            format!("{}, not {}", texts(actual), shown(expected)),
        ),
    };
    Some(Difference { class, message })
}

/// Class and premise of an error.
fn premise(failed: &Failed) -> String {
    match failed.diagnostic.refusal {
        Some(refusal) if failed.kind == StopKind::Error => refusal.to_string(),
        Some(refusal) => format!("{:?} {refusal}", failed.kind),
        None => format!("{:?}", failed.kind),
    }
}

/// Class, premise and place of an error.
fn shown(failed: &Failed) -> String {
    format!("{}, at {:?}", premise(failed), failed.diagnostic.span)
}

fn texts(values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::core::findings;
    use elder_syntax::prim::PrimValue;

    fn found(text: &str, inputs: &[Value], settings: &Settings) -> Vec<Finding> {
        findings(text, "main", inputs, settings).expect("a program of Core")
    }

    /// Calls are steps, which are gone after `inline`: so of some numbers of steps only what that makes gives a value.
    #[test]
    fn work_is_not_compared_with_that_of_a_run_without_results() {
        let text = "fun f (x: i64): i64 = let y: i64 = x + 1i64 in y
            entry main (n: i64): i64 = let r: i64 = loop (a: i64 = 0i64) for i: i64 < n do let b: i64 = f a let c: i64 = f b let d: i64 = f c in d in r";
        let mut settings = Settings::default();
        for fuel in (10..200).step_by(10) {
            settings.limits.fuel = Some(fuel);
            assert_eq!(found(text, &[Value::scalar(PrimValue::I64(20))], &settings), []);
        }
    }

    /// What depends on no element of the inner combinator is applied once for each of the outer one, though the inner one may have none.
    #[test]
    fn what_does_not_run_may_be_applied_before_it() {
        let text = "entry main (n: i64) (k: i64): [n][k]i64 =
            let is: [n]i64 = iota n
            let r: [n][k]i64 = map n (\\(i: i64): [k]i64 ->
              let s: [k]i64 = map k (\\: i64 -> let a: i64 = i * 3i64 let b: i64 = a ^ 5i64 let c: i64 = b * a let d: i64 = c ^ b in d)
              in s) is
            in r";
        let settings = Settings::default();
        assert_eq!(
            found(
                text,
                &[
                    Value::scalar(PrimValue::I64(200)),
                    Value::scalar(PrimValue::I64(0))
                ],
                &settings
            ),
            []
        );
    }
}
