//! Verdicts that are known: on programs that break a premise, on what devices end in, on campaigns.

use super::agreement::{error, failed};
use super::made_up::{MADE_UP, MADE_UP_TOO};
use super::{Mistake, held};
use crate::engine::StopKind;
use crate::fuzz::campaign::{Campaign, Finding, Kinds, Subject, Summary};
use crate::fuzz::devices::{Job, ran};
use crate::fuzz::{self, Limit, Verdict};
use crate::judge::{End, Terms, judge};
use elder_dpia::rules::kernels::DPIA_G_WIDTH;
use elder_generate::ChoiceTree;
use elder_kernel::plan::{Failure, Site};
use elder_opencl::{Error, Executable, Profile, Running};
use elder_syntax::{Diagnostic, Rule, Span, Value};
use std::time::Duration;

/// What is said of outcomes that is not so.
pub(super) fn mistakes() -> Vec<Mistake> {
    let mut found = refusals();
    found.extend(devices());
    found.extend(campaigns());
    found
}

/// Programs that break a premise: the first error has to name it.
fn refusals() -> Vec<Mistake> {
    let (rule, premise) = (&MADE_UP, "one");
    let right = || error(rule, premise);
    let other = error(&MADE_UP_TOO, "one");
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
    let each = known.into_iter().filter_map(|(what, answer, known)| {
        let verdict = fuzz::refused::judge(rule.id, premise, &answer);
        held(
            format!("a refused program of which is said: {what}"),
            &verdict.is_finding(),
            &known,
        )
    });
    each.collect()
}

/// A device that ends in what it is told.
struct Told(Box<dyn Fn() -> Result<Vec<Value>, Error>>);

impl Executable for Told {
    fn start<'a>(&'a self, _: usize, _: &[Value]) -> Result<Box<dyn Running + 'a>, Error> {
        Ok(Box::new(Answer(self)))
    }

    fn was_cached(&self) -> bool {
        false
    }

    fn point(&self, _: &str) -> Option<usize> {
        None
    }
}

/// A run of it.
struct Answer<'a>(&'a Told);

impl Running for Answer<'_> {
    fn launch(&mut self) -> Result<Profile, Error> {
        Ok(Profile::default())
    }

    fn results(&mut self) -> Result<Vec<Value>, Error> {
        (self.0.0)()
    }
}

/// What a device ends in, and what the program does.
fn devices() -> Vec<Mistake> {
    let site =
        |rule: &'static Rule, premise: &'static str| Site::new((rule, premise), Span::NONE, "an error");
    let (tested, untested) = (site(&MADE_UP, "one"), site(&MADE_UP, "other"));
    let fails = |site: Site| {
        move || {
            Err(Error::Failed(Box::new(Failure {
                site: site.clone(),
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
    let value = || Ok(vec![Value::vector(vec![1i32, 2])]);
    let of = |site: Site| {
        let error = Diagnostic::error(site.rule.0.refuse(site.rule.1), site.span, site.message.clone());
        failed(StopKind::Error, error)
    };
    let gives = |list: Vec<i32>| Told(Box::new(move || Ok(vec![Value::vector(list.clone())])));
    let agree = Verdict::Agree;
    let limit = Verdict::Limit(Limit::Device);
    let finding = || Verdict::Differ {
        place: String::new(),
        message: String::new(),
    };
    let known: Vec<(&str, Told, End, Verdict)> = vec![
        ("the value", gives(vec![1, 2]), value(), agree.clone()),
        ("another value", gives(vec![1, 3]), value(), finding()),
        ("a shorter value", gives(vec![1]), value(), finding()),
        (
            "no value of one",
            Told(Box::new(|| Ok(vec![]))),
            value(),
            finding(),
        ),
        (
            "a value for an error",
            gives(vec![1, 2]),
            of(tested.clone()),
            finding(),
        ),
        (
            "an error for a value",
            Told(Box::new(fails(tested.clone()))),
            value(),
            finding(),
        ),
        (
            "the error",
            Told(Box::new(fails(tested.clone()))),
            of(tested.clone()),
            agree,
        ),
        (
            "an error that nothing tests",
            Told(Box::new(fails(tested.clone()))),
            of(untested.clone()),
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
            of(tested.clone()),
            finding(),
        ),
        ("no memory", Told(Box::new(move || Err(memory()))), value(), limit),
        ("wrong input", Told(Box::new(misfit)), value(), finding()),
    ];
    let each = known.into_iter().filter_map(|(what, told, expected, known)| {
        let job = Job {
            number: 0,
            inputs: vec![],
            judge: Box::new(move |actual, failures| {
                let terms = Terms {
                    failures,
                    ..Terms::ANY
                };
                judge(&expected, actual, &terms)
            }),
            sites: vec![tested.clone()],
            site: Box::new(|site| site.clone()),
            results: Box::new(|values| values),
        };
        let answer = sort(&ran(&told, 0, &job, "a device"));
        held(format!("a device that gives {what}"), &answer, &sort(&known))
    });
    each.collect()
}

/// That a device refuses its input.
fn misfit() -> Result<Vec<Value>, Error> {
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
