//! Outcomes of which each is like itself and like no other, but for those that are said to be alike; and verdicts that are known.

use super::made_up::{MADE_UP, MADE_UP_TOO};
use super::{Mistake, held};
use crate::conformance::arrows;
use crate::engine::{Failed, Outcome, StopKind};
use crate::finding;
use crate::fuzz::campaign::{Campaign, Finding, Kinds, Subject, Summary};
use crate::fuzz::devices::{Job, ran};
use crate::fuzz::{self, Limit, Raised, Result, Verdict};
use elder_dpia::rules::kernels::DPIA_G_WIDTH;
use elder_generate::ChoiceTree;
use elder_kernel::plan::{Failure, Site};
use elder_opencl::{Error, Executable, Profile, Running};
use elder_syntax::{Diagnostic, Rule, Span, Value};
use std::time::Duration;

/// What is said of outcomes that is not so.
pub(super) fn mistakes() -> Vec<Mistake> {
    let mut found = results();
    found.extend(between_arrows());
    found.extend(refusals());
    found.extend(devices());
    found.extend(campaigns());
    found
}

/// Lists of values no two of which are the same.
fn values() -> Vec<Vec<Value>> {
    let matrix = |shape: [usize; 2]| Value::new(shape.to_vec(), Value::vector(vec![1i32, 2]).data().clone());
    let mut lists = vec![
        vec![],
        vec![Value::vector(vec![1i32, 2])],
        vec![Value::vector(vec![1i64, 2])],
        vec![Value::vector(vec![1u32, 2])],
        vec![Value::vector(vec![1i32, 3])],
        vec![Value::vector(vec![0i32, 2])],
        vec![Value::vector(vec![1i32])],
        vec![Value::vector(vec![1i32, 2, 0])],
        vec![Value::vector(Vec::<i32>::new())],
        vec![Value::vector(Vec::<f32>::new())],
        vec![Value::vector(vec![1i32, 2]), Value::vector(vec![1i32, 2])],
        vec![Value::vector(vec![1i32, 2]), Value::vector(vec![1i32, 3])],
        vec![Value::vector(vec![1i32, 3]), Value::vector(vec![1i32, 2])],
        vec![Value::vector(vec![true])],
        vec![Value::vector(vec![false])],
        vec![Value::vector(vec![0.0f32])],
        vec![Value::vector(vec![-0.0f32])],
        vec![Value::vector(vec![f32::NAN])],
        vec![Value::vector(vec![f32::INFINITY])],
        vec![Value::vector(vec![1.0f64])],
        vec![Value::vector(vec![1.0 + f64::EPSILON])],
    ];
    lists.extend([[1, 2], [2, 1]].map(|shape| matrix(shape).into_iter().collect()));
    lists
}

/// An error by a premise of a rule.
fn error(rule: &'static Rule, premise: &str) -> Diagnostic {
    Diagnostic::error(rule.refuse(premise), Span::NONE, "an error")
}

/// Two errors of two rules.
fn errors() -> [Diagnostic; 2] {
    [error(&MADE_UP_TOO, "one"), error(&MADE_UP, "one")]
}

/// Of each pair of things, whether it is said to differ: those of one number do not, all others do.
fn pairs<T>(judged: &str, things: &[(usize, T)], differ: &dyn Fn(&T, &T) -> bool) -> Vec<Mistake> {
    let mut found = Vec::new();
    for (at, (number, one)) in things.iter().enumerate() {
        for (other_at, (other_number, other)) in things.iter().enumerate() {
            let what = format!("{judged}: outcomes {at} and {other_at} differ");
            found.extend(held(what, &differ(one, other), &(number != other_number)));
        }
    }
    found
}

/// Results of programs as fuzzing compares them: errors are alike, which of several is first is another question.
fn results() -> Vec<Mistake> {
    let lists = values();
    let all = lists.len();
    let values = lists.iter().cloned().map(Result::Values);
    let failed = errors().map(|error| Result::Error(Raised::of(&error)));
    let things: Vec<(usize, Result)> = values
        .enumerate()
        .chain(failed.into_iter().map(|error| (all, error)))
        .collect();
    let mut found = pairs("results of programs", &things, &|a, b| {
        fuzz::difference(a, b).is_some()
    });
    let things: Vec<(usize, Vec<Value>)> = lists.into_iter().enumerate().collect();
    found.extend(pairs("values of a case's stages", &things, &|a, b| {
        arrows::difference(a, b).is_some()
    }));
    found
}

/// Ends of programs between arrows: errors are told apart by premise and class.
fn between_arrows() -> Vec<Mistake> {
    let ended = |results| Outcome {
        results,
        work: 0,
        rules: 0,
    };
    let failed = |(kind, diagnostic): (StopKind, Diagnostic)| {
        ended(Err(Failed {
            kind,
            diagnostic: Box::new(diagnostic),
        }))
    };
    let [one, other] = errors();
    let failures = [
        (StopKind::Error, one.clone()),
        (StopKind::Error, other),
        (StopKind::Internal, one.clone()),
        (
            StopKind::Error,
            Diagnostic {
                span: Span { start: 1, ..one.span },
                ..one
            },
        ),
    ];
    let ends = values().into_iter().map(|list| ended(Ok(list)));
    let things: Vec<(usize, Outcome)> = ends.chain(failures.map(failed)).enumerate().collect();
    pairs("programs between arrows", &things, &|a, b| {
        finding::difference(a, b).is_some()
    })
}

/// Programs that break a premise: the first error has to name it.
fn refusals() -> Vec<Mistake> {
    let (rule, premise) = (&MADE_UP, "one");
    let right = || error(rule, premise);
    let [other, _] = errors();
    let warning = || Diagnostic::warning(Span::NONE, "a warning");
    let known: [(&str, Vec<Diagnostic>, bool); 7] = [
        ("nothing", vec![], true),
        ("a warning", vec![warning()], true),
        ("the error", vec![right()], false),
        ("a warning and the error", vec![warning(), right()], false),
        ("the error and another", vec![right(), other.clone()], false),
        ("another and the error", vec![other, right()], true),
        ("another premise", vec![error(rule, "other")], true),
    ];
    let each = known.into_iter().filter_map(|(what, said, known)| {
        let verdict = fuzz::refused::judge(rule.id, premise, &said);
        held(
            format!("a refused program of which is said: {what}"),
            &verdict.is_finding(),
            &known,
        )
    });
    each.collect()
}

/// A device that ends in what it is told.
struct Told(Box<dyn Fn() -> std::result::Result<Vec<Value>, Error>>);

impl Executable for Told {
    fn start<'a>(&'a self, _: usize, _: &[Value]) -> std::result::Result<Box<dyn Running + 'a>, Error> {
        Ok(Box::new(Answer(self)))
    }

    fn was_cached(&self) -> bool {
        false
    }
}

/// A run of it.
struct Answer<'a>(&'a Told);

impl Running for Answer<'_> {
    fn launch(&mut self) -> std::result::Result<Profile, Error> {
        Ok(Profile::default())
    }

    fn results(&mut self) -> std::result::Result<Vec<Value>, Error> {
        (self.0.0)()
    }
}

/// What a device ends in, and what the program does.
fn devices() -> Vec<Mistake> {
    let site = |rule: &'static Rule, premise: &'static str| Site {
        rule: (rule, premise),
        span: Span::NONE,
        message: "an error",
    };
    let (tested, untested) = (site(&MADE_UP, "one"), site(&MADE_UP, "other"));
    let failed = move |site| {
        move || {
            Err(Error::Failed(Box::new(Failure {
                site,
                numbers: vec![],
            })))
        }
    };
    let wrong = || Error::Plan {
        plan: String::new(),
        message: String::new(),
    };
    let memory = || Error::OutOfMemory {
        what: String::new(),
        bytes: 0,
        device: String::new(),
        reason: String::new(),
    };
    let value = || Result::Values(vec![Value::vector(vec![1i32, 2])]);
    let of = |site: Site| {
        Result::Error(Raised::of(&Diagnostic::error(
            site.rule.0.refuse(site.rule.1),
            site.span,
            site.message,
        )))
    };
    let gives = |list: Vec<i32>| Told(Box::new(move || Ok(vec![Value::vector(list.clone())])));
    let agree = Verdict::Agree;
    let limit = Verdict::Limit(Limit::Device);
    let finding = || Verdict::Differ {
        place: String::new(),
        message: String::new(),
    };
    let known: Vec<(&str, Told, Result, Verdict)> = vec![
        ("the value", gives(vec![1, 2]), value(), agree.clone()),
        ("another value", gives(vec![1, 3]), value(), finding()),
        ("a shorter value", gives(vec![1]), value(), finding()),
        (
            "no value of one",
            Told(Box::new(|| Ok(vec![]))),
            value(),
            finding(),
        ),
        ("a value for an error", gives(vec![1, 2]), of(tested), finding()),
        (
            "an error for a value",
            Told(Box::new(failed(tested))),
            value(),
            finding(),
        ),
        ("the error", Told(Box::new(failed(tested))), of(tested), agree),
        (
            "an error that nothing tests",
            Told(Box::new(failed(tested))),
            of(untested),
            finding(),
        ),
        (
            "a wrong plan",
            Told(Box::new(move || Err(wrong()))),
            value(),
            finding(),
        ),
        (
            "a wrong plan for an error",
            Told(Box::new(move || Err(wrong()))),
            of(tested),
            finding(),
        ),
        ("no memory", Told(Box::new(move || Err(memory()))), value(), limit),
        ("wrong input", Told(Box::new(misfit)), value(), finding()),
    ];
    let each = known.into_iter().filter_map(|(what, told, expected, known)| {
        let job = Job {
            number: 0,
            inputs: vec![],
            expected,
            differs: Box::new(fuzz::difference),
            sites: vec![tested],
            site: Box::new(|site| *site),
            results: Box::new(|values| values),
        };
        let said = sort(&ran(&told, 0, &job, "a device"));
        held(format!("a device that gives {what}"), &said, &sort(&known))
    });
    each.collect()
}

/// That a device refuses its input.
fn misfit() -> std::result::Result<Vec<Value>, Error> {
    Err(Error::Refused(Box::new(error(&MADE_UP_TOO, "one"))))
}

/// The sort of a verdict.
fn sort(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Agree => "agrees",
        Verdict::Limit(_) => "has no value to compare",
        Verdict::Differ { .. } => "differs",
    }
}

/// Seeds of which three in five agree, one has no value to compare and one differs, in one of two kinds, judged one by one and together.
fn campaigns() -> Vec<Mistake> {
    let mut found = Vec::new();
    for (batch, jobs) in [(1, 1), (3, 2), (1, 2)] {
        let campaign = Campaign {
            seed: 10,
            count: Some(25),
            time: None,
            batch,
            jobs,
            findings: usize::MAX,
            reduction: 10,
            patience: Duration::from_secs(60),
        };
        let mut judged = 0;
        let mut seeds = Vec::new();
        let seen = &mut |finding: Option<Finding>| {
            judged += 1;
            seeds.extend(finding.map(|finding| finding.seed));
        };
        let subject = |work: &mut dyn FnMut(&Subject<'_>)| {
            work(&fives());
            Ok(())
        };
        let stuck = |_: &Finding, _: &Summary| unreachable!("a verdict that is known takes no time");
        let done = campaign
            .run(&subject, &Kinds::default(), seen, &stuck)
            .unwrap_or_default();
        let limits: usize = done.limits.values().map(Vec::len).sum();
        seeds.extend(done.again.values().flatten());
        seeds.sort_unstable();
        let what = |of: &str| format!("a campaign of {batch} programs at once by {jobs} threads: {of}");
        let counts = (done.agree, limits, done.findings, done.programs(), judged);
        found.extend(held(what("counts"), &counts, &(15, 5, 2, 25, 25)));
        found.extend(held(what("findings"), &seeds, &vec![13, 18, 23, 28, 33]));
    }
    found
}

/// Judges a seed by its last digit.
fn fives<'a>() -> Subject<'a> {
    let record = |seed| ChoiceTree {
        choices: vec![u32::try_from(seed).unwrap_or_default()],
        children: vec![],
    };
    Subject {
        tree: Box::new(record),
        judge: Box::new(move |origins| {
            let of = |seed: &u32| match seed % 5 {
                3 => Verdict::Differ {
                    place: "here".to_owned(),
                    // Numbers make no other kind, rules do.
                    message: match seed % 2 {
                        0 => format!("{seed}"),
                        _ => format!("{} refuses {seed}", DPIA_G_WIDTH.id),
                    },
                },
                4 => Verdict::Limit(Limit::Device),
                _ => Verdict::Agree,
            };
            let judge = |tree: ChoiceTree| tree.choices.first().map_or(Verdict::Agree, of);
            origins.iter().map(|origin| judge(origin.tree(&record))).collect()
        }),
        show: Box::new(|_| String::new()),
        known: Box::new(|_| None),
        options: String::new(),
    }
}
