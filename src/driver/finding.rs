//! What is wrong with a program along its pipeline: a pass refuses it or makes what its checker refuses, or two points end in different ways.
//!
//! A finding is told from others by its place and its class, which say neither names nor values: so the same finding can be seen in a smaller program.

use crate::blame;
use crate::engine::{Settings, StopKind};
use crate::judge::{Answer, Difference, End, Failures, Limits, Near, Terms, Work, judge};
use crate::language::Outcome;
use crate::launches;
use crate::lowering::{Lowering, Refused};
use crate::tower;
use elder_core::tree::Exp;
use elder_core::walk::{Fold, fold};
use elder_dex::core::rewrite;
use elder_passes::Position;
use elder_passes::core::plan::schedule::Schedule;
use elder_passes::programs::{Core, Dex, Host, Interface};
use elder_semantics::choice::Numbers;
use elder_syntax::language::{Program, known};
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
    let (lowering, refused) = match Lowering::until(written, last) {
        Ok(lowering) => (lowering, None),
        Err(refused) if last.is_some() && refused.is_outside => (refused.until, None),
        Err(refused) => outside(*refused),
    };
    judged(lowering, refused, &ran, Runs::Every, entry, settings)
}

/// The pipeline before a pass that refuses, and that it does.
fn outside(refused: Refused) -> (Lowering, Option<Finding>) {
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
    let (lowering, refused) = match Lowering::until(written, None) {
        Ok(lowering) => (lowering, None),
        Err(refused) => outside(*refused),
    };
    judged(lowering, refused, ran, runs, entry, settings)
}

/// What is wrong along a pipeline that was gone, besides that a pass refused the program.
fn judged(
    lowering: Lowering,
    refused: Option<Finding>,
    ran: &[Ran<'_>],
    runs: Runs,
    entry: &str,
    settings: &Settings,
) -> Vec<Finding> {
    let ill_typed = lowering.made.iter().find_map(|(position, stage)| {
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
                Runs::Every => compared(&lowering, expected, entry, values, settings),
                Runs::Last => ends(&lowering, expected, entry, values, settings),
            });
            found.chain(refused).collect()
        }
    }
}

/// Where a program ends in another way after a pass, on these values.
pub fn differences(lowering: &Lowering, entry: &str, values: &[Value], settings: &Settings) -> Vec<Finding> {
    match run(&*lowering.written.program, entry, values, settings) {
        Some(expected) => compared(lowering, &expected, entry, values, settings),
        None => vec![],
    }
}

/// Where a program that has to end so ends in another way after its last pass.
fn ends(
    lowering: &Lowering,
    expected: &Outcome,
    entry: &str,
    values: &[Value],
    settings: &Settings,
) -> Vec<Finding> {
    let last = lowering.steps_taken().zip(&lowering.made).last();
    let found = last.and_then(|((_, before), (position, stage))| {
        let actual = run(&*stage.program, entry, values, settings)?;
        // Another language counts steps in another way.
        let terms = Terms {
            limits: Limits::Other,
            ..Terms::SAME
        };
        let differs = found_at(position, judge(&expected.results, &actual.results, &terms));
        let near = Near::of(position.pass.floats, true, false);
        by_launches(
            position,
            &*before.program,
            differs,
            (entry, values),
            settings,
            near,
        )
    });
    found.into_iter().collect()
}

/// What is found of a program that a pass made, and of a host program where on its way it goes another way: that is said even where it ends as it has to.
fn by_launches(
    position: &Position,
    before: &dyn Program,
    found: Option<Finding>,
    (entry, values): (&str, &[Value]),
    settings: &Settings,
    near: Near<'_>,
) -> Option<Finding> {
    let is_host = position.pass.to.name == elder_kernel::host::LANGUAGE.name;
    let parting = known::<Core>(before).filter(|_| is_host).and_then(|core| {
        // A tiny machine comes to its limits on the arrays of a small program.
        let schedule = Schedule::tiny(core.program.names.len() as u64);
        launches::parting(core, schedule, entry, values, settings, near)
    });
    match (found, parting) {
        (found, None) => found,
        (Some(found), Some(parting)) => Some(Finding {
            message: format!("{}; {}", found.message, String::from(parting)),
            ..found
        }),
        (None, Some(parting)) => {
            let place = format!("after {}", position.name());
            Some(Finding::new(
                place,
                "another array on the way",
                String::from(parting),
            ))
        }
    }
}

/// That a host program blames what holds.
fn blamed(position: &Position, end: &End) -> Finding {
    let failed = end.as_ref().err();
    let message = failed.map_or_else(String::new, |failed| failed.diagnostic.message.clone());
    Finding::new(
        format!("after {}", position.name()),
        "what holds is blamed",
        message,
    )
}

/// What is found where the judge says so of what a pass made.
fn found_at(position: &Position, answer: Answer) -> Option<Finding> {
    let Difference { class, message } = answer.difference()?;
    Some(Finding::new(format!("after {}", position.name()), class, message))
}

/// Where a program that ended so as it was written ends in another way after a pass.
fn compared(
    lowering: &Lowering,
    expected: &Outcome,
    entry: &str,
    values: &[Value],
    settings: &Settings,
) -> Vec<Finding> {
    let mut found = Vec::new();
    let written = &*lowering.written.program;
    let is_derived = is_derived(written);
    let mut before = vec![(written, work_of(expected))];
    let mut versions = vec![settings.tuning];
    let mut reorders = false;
    for ((_, last), (position, stage)) in lowering.steps_taken().zip(&lowering.made) {
        let program = &*stage.program;
        reorders |= position.pass.reorders;
        if before.iter().all(|(before, _)| is_as_it_was(*before, program)) {
            continue;
        }
        if versions.len() == 1 && has_versions(program) {
            let seed = known::<Core>(program).map_or(1, |core| core.program.names.len() as u64);
            versions.extend([Numbers::All(NEVER), Numbers::Drawn(seed)]);
            before.resize_with(versions.len(), || (written, None));
            if let [first, others @ ..] = before.as_mut_slice() {
                others.fill(*first);
            }
        }
        for (tuning, before) in versions.iter().zip(&mut before) {
            let settings = &Settings {
                tuning: *tuning,
                ..*settings
            };
            let Some(actual) = run(program, entry, values, settings) else {
                continue;
            };
            let terms = Terms {
                near: Near::of(position.pass.floats, true, is_derived),
                // Another language counts steps in another way, and what has no bound of its work may reach any limit: arguments of constructors that are
                // absent are there as zeros.
                limits: match program.language() == written.language() && position.pass.work.is_some() {
                    true => Limits::Counted,
                    false => Limits::Other,
                },
                // Entries do a combinator's parts one after the other, and items have no order.
                failures: match known::<Host>(program).is_some() {
                    true => Failures::Any,
                    false => Terms::SAME.failures,
                },
                fits: !matches!(interface_of(program), Some(Interface::Same)),
                work: before.1.map(|(work, tested)| Work {
                    pass: position.pass,
                    // A premise that no statement tests any more is computed.
                    before: (before.0, work + tested.saturating_sub(actual.tested)),
                    after: actual.total(),
                }),
                ..Terms::SAME
            };
            let answer = judge(&expected.results, &actual.results, &terms);
            // Who executes entries chooses brackets, too: an operator that does not keep what it owes shows nothing.
            let is_owed = || {
                let fails = expected.results.is_err() && actual.results.is_err();
                known::<Host>(program).is_none() && !(reorders && fails)
                    || is_determined(written, &expected.results, entry, values, settings)
            };
            let is_wrong = |before: &Core| {
                let ends = expected.results.as_ref().err().zip(actual.results.as_ref().err());
                ends.is_some_and(|ends| blame::is_wrong(before, ends, entry, values, settings))
            };
            let blamed = known::<Core>(&*last.program)
                .filter(|before| known::<Host>(program).is_some() && is_wrong(before))
                .map(|_| blamed(position, &actual.results));
            let differs = found_at(position, answer).filter(|_| is_owed()).or(blamed);
            found.extend(by_launches(
                position,
                &*last.program,
                differs,
                (entry, values),
                settings,
                terms.near,
            ));
            let is_limit = matches!(&actual.results, Err(failed) if failed.kind == StopKind::Limit);
            if !(is_limit && terms.limits == Limits::Other) {
                *before = (program, work_of(&actual));
            }
        }
    }
    found
}

/// A threshold that no space of a program reaches.
const NEVER: i64 = 1 << 40;

/// Whether a program of Core has versions, between which tuned numbers choose.
fn has_versions(program: &dyn Program) -> bool {
    struct Has(bool);
    impl Fold for Has {
        fn exp(&mut self, exp: &Exp) {
            self.0 |= matches!(exp, Exp::Tuned(tuned) if tuned.name.contains(".outer_"));
            fold::exp(self, exp);
        }
    }
    let mut has = Has(false);
    if let Some(core) = known::<Core>(program) {
        fold::program(&mut has, &core.program);
    }
    has.0
}

/// By so many choices a run is tried where what it gives may depend on them: those of the seeds from 0.
pub(crate) const CHOICES: u64 = 16;

/// Whether a program ends so whatever a run chooses: in other orders, and with other brackets.
pub(crate) fn is_determined(
    written: &dyn Program,
    expected: &End,
    entry: &str,
    values: &[Value],
    settings: &Settings,
) -> bool {
    (0..CHOICES).all(|seed| {
        let other = Settings { seed, ..*settings };
        let outcome = run(written, entry, values, &other);
        outcome.is_none_or(|outcome| {
            judge(expected, &outcome.results, &Terms::SAME)
                .difference()
                .is_none()
        })
    })
}

/// How the values of a program's entry points make those of the program that was written, if they are taken apart.
fn interface_of(program: &dyn Program) -> Option<&Interface> {
    let core = known::<Core>(program).map(|core| &core.interface);
    core.or_else(|| known::<Host>(program).map(|host| &host.interface))
}

/// Whether a program of Dex asks for a derivative.
pub(crate) fn is_derived(program: &dyn Program) -> bool {
    known::<Dex>(program).is_some_and(|dex| rewrite::takes_derivatives(&dex.program))
}

/// The work with which that of the next program is compared, and the premises that were tested; `None` of a run without results, as the next program may go further.
fn work_of(outcome: &Outcome) -> Option<(u64, u64)> {
    outcome.results.is_ok().then(|| (outcome.total(), outcome.tested))
}

/// Whether a pass changed nothing that a run could show.  Rows of sites are only added, so those of the same statements are the same.
fn is_as_it_was(before: &dyn Program, program: &dyn Program) -> bool {
    let (Some(before), Some(after)) = (known::<Core>(before), known::<Core>(program)) else {
        return false;
    };
    let (before, after) = (&before.program, &after.program);
    before.entries == after.entries && before.functions == after.functions
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
