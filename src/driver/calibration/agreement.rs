//! Ends of runs, and what the one judge has to say of each pair on the terms of each of those who ask it ([`crate::judge`]).

use super::made_up::{MADE_UP, MADE_UP_TOO};
use super::{Mistake, held};
use crate::conformance::passes::{self, Values};
use crate::engine::{Failed, StopKind};
use crate::fuzz::core::rule;
use crate::judge::{Answer, End, Failures, Limits, Near, Terms, Unread, Work, judge, values};
use crate::tower;
use elder_core::check::Form;
use elder_core::read;
use elder_dpia::rules::evaluation::{DPIA_E_ENTRY, DPIA_E_LIMIT, DPIA_S_RACE};
use elder_fcl::rules::translation::FCL_M_SIZE;
use elder_kernel::plan::Site;
use elder_passes::pass::Floats;
use elder_passes::programs::{Core, Interface};
use elder_syntax::value::Tolerance;
use elder_syntax::{Diagnostic, Rule, SourceId, Span, Value};

/// What is said of ends that is not so.
pub(super) fn mistakes() -> Vec<Mistake> {
    let mut found = ways();
    found.extend(sorts());
    found.extend(nearness());
    found.extend(pairs());
    found.extend(work());
    found.extend(unread());
    found
}

/// An error by a premise of a rule.
pub(super) fn error(rule: &'static Rule, premise: &str) -> Diagnostic {
    Diagnostic::error(rule.refuse(premise), Span::NONE, "an error")
}

/// A run that this ended.
pub(super) fn failed(kind: StopKind, diagnostic: Diagnostic) -> End {
    let diagnostic = Box::new(diagnostic);
    Err(Failed { kind, diagnostic })
}

/// A run that raced.
fn race() -> End {
    let premise = DPIA_S_RACE.premises.first().map_or("", |premise| premise.key);
    failed(StopKind::Error, error(&DPIA_S_RACE, premise))
}

/// The same error somewhere else.
fn elsewhere(error: Diagnostic) -> Diagnostic {
    let span = Span {
        start: 1,
        ..error.span
    };
    Diagnostic { span, ..error }
}

/// The answer in a sign.
fn sign(answer: &Answer) -> char {
    match answer {
        Answer::Agree => '=',
        Answer::Differ(_) => '!',
        Answer::Undecided(_) => '?',
    }
}

/// Each way in which ends may not be the same, expected and actual, and what is to be said of it by those who ask: behind a pass; behind one, where derivatives are taken; behind
/// one that adds in another order, on any values; behind a pass to another language; of a case of DPIA and of FCL; of a changed one, at a stage and of
/// its kernels; of a generated one, at a stage and of its kernels.
fn ways() -> Vec<Mistake> {
    let (one, other) = (|| error(&MADE_UP, "one"), || error(&MADE_UP_TOO, "one"));
    let fails = |error| failed(StopKind::Error, error);
    let numbers = |list: &[i32]| -> End { Ok(vec![Value::vector(list.to_vec())]) };
    let floats = |list: &[f64]| -> End { Ok(vec![Value::vector(list.to_vec())]) };
    let limit = |premise| failed(StopKind::Limit, error(&DPIA_E_LIMIT, premise));
    let ruleless = |kind| failed(kind, Diagnostic::outside("no rule"));
    let matrix = |shape: [usize; 2]| -> End {
        let data = Value::vector(vec![1i32, 2]).data().clone();
        Ok(Value::new(shape.to_vec(), data).into_iter().collect())
    };
    let twice = |end: End| end.map(|values| [values.clone(), values].concat());
    let size = || fails(error(&FCL_M_SIZE, "negative"));
    let rows: Vec<(&str, End, End, &str)> = vec![
        ("the same", numbers(&[1, 2]), numbers(&[1, 2]), "=========="),
        ("another value", numbers(&[1, 2]), numbers(&[1, 3]), "!!!!!!!!!!"),
        ("no number", floats(&[1.0]), floats(&[f64::NAN]), "!!?!!!!!!!"),
        (
            "another bit of what is no number",
            floats(&[f64::NAN]),
            floats(&[-f64::NAN]),
            "==========",
        ),
        (
            "the sign of a zero",
            floats(&[0.0]),
            floats(&[-0.0]),
            "!=?!!!!!!!",
        ),
        (
            "the last bit",
            floats(&[1.0]),
            floats(&[1.0 + f64::EPSILON]),
            "!!?!!!!!!!",
        ),
        ("a result less", twice(numbers(&[1])), numbers(&[1]), "!!!!!!!!!!"),
        ("a result more", numbers(&[1]), twice(numbers(&[1])), "!!!!!!!!!!"),
        ("no result", numbers(&[1]), Ok(vec![]), "!!!!!!!!!!"),
        (
            "another size of the type",
            matrix([1, 2]),
            matrix([2, 1]),
            "!!!!!!!!!!",
        ),
        (
            "a shorter array",
            floats(&[1.0, 1.0]),
            floats(&[1.0]),
            "!!!!!!!!!!",
        ),
        ("another type", numbers(&[1]), floats(&[1.0]), "!!!!!!!!!!"),
        ("no steps for a value", numbers(&[1]), limit("fuel"), "!!!?!!????"),
        (
            "no memory for a value",
            numbers(&[1]),
            limit("memory"),
            "!!!?!!????",
        ),
        ("no steps for an error", fails(one()), limit("fuel"), "!!!?!!?!?!"),
        (
            "no memory for an error",
            fails(one()),
            limit("memory"),
            "!!!?!!????",
        ),
        ("a value for a limit", limit("fuel"), numbers(&[1]), "??????????"),
        ("an error for a limit", limit("fuel"), fails(one()), "??????????"),
        (
            "a mistake for a limit",
            limit("fuel"),
            ruleless(StopKind::Internal),
            "!!!!!!!!!!",
        ),
        ("an error for a value", numbers(&[1]), fails(one()), "!!!!!!!!!!"),
        ("a value for an error", fails(one()), numbers(&[1]), "!!!!!!!!!!"),
        ("no results for an error", fails(one()), Ok(vec![]), "!!!!!!!!!!"),
        ("the same error", fails(one()), fails(one()), "=========="),
        (
            "an error of another premise",
            fails(one()),
            fails(error(&MADE_UP, "other")),
            "!!!!=!====",
        ),
        (
            "an error of another rule, where its own is noted",
            fails(one()),
            fails(other()),
            "!!!!!!====",
        ),
        (
            "an error of another rule, where its own is not",
            fails(other()),
            fails(one()),
            "!!!!!!===!",
        ),
        (
            "an error elsewhere",
            fails(one()),
            fails(elsewhere(one())),
            "!!!!=!====",
        ),
        (
            "an error of no rule",
            fails(one()),
            ruleless(StopKind::Error),
            "!!!!!!!!!!",
        ),
        (
            "a mistake for an error",
            fails(one()),
            ruleless(StopKind::Internal),
            "!!!!!!!!!!",
        ),
        (
            "a mistake for a value",
            numbers(&[1]),
            ruleless(StopKind::Internal),
            "!!!!!!!!!!",
        ),
        ("a race for a value", numbers(&[1]), race(), "!!!!!!!!!!"),
        ("a race for an error", fails(one()), race(), "!!!!!!!!!!"),
        ("a value for a race", race(), numbers(&[1]), "??????????"),
        ("a race for a race", race(), race(), "??????????"),
        (
            "a launch that refuses a value",
            numbers(&[1]),
            size(),
            "!!!!!!??!!",
        ),
        (
            "a launch that refuses an error",
            fails(one()),
            size(),
            "!!!!!???==",
        ),
        (
            "no fit for an error",
            fails(one()),
            failed(StopKind::Arguments, error(&DPIA_E_ENTRY, "argument")),
            "!!!!!!!!!!",
        ),
        (
            "no fit for a value",
            numbers(&[1]),
            failed(StopKind::Arguments, error(&DPIA_E_ENTRY, "argument")),
            "!!!!!!!!!!",
        ),
        (
            "a value for one that cannot be said",
            ruleless(StopKind::Unsupported),
            numbers(&[1]),
            "??????????",
        ),
    ];
    let noted = [one()];
    let columns = [
        Terms::SAME,
        Terms {
            near: Near::of(Floats::Bitwise, true, true),
            ..Terms::SAME
        },
        Terms {
            near: Near::of(Floats::Reassociated, false, false),
            ..Terms::SAME
        },
        Terms {
            limits: Limits::Other,
            ..Terms::SAME
        },
        passes::terms(Values::Chosen, false, false),
        passes::terms(Values::Chosen, true, true),
        passes::terms(Values::Any, false, false),
        passes::terms(Values::Any, false, true),
        Terms::ANY,
        Terms {
            failures: Failures::Noted(&noted, &[]),
            limits: Limits::Kernels,
            ..Terms::SAME
        },
    ];
    let each = rows.iter().filter_map(|(what, expected, actual, known)| {
        let answer: String = columns
            .iter()
            .map(|terms| sign(&judge(expected, actual, terms)))
            .collect();
        held(
            format!("stages of which one gives {what}"),
            &answer,
            &(*known).to_owned(),
        )
    });
    each.collect()
}

/// Each sort of ends beside each, on terms of every kind: a value, an error, what does not fit, what no format says, what is not defined, a limit, and a mistake of Elder's.
fn sorts() -> Vec<Mistake> {
    let one = || error(&MADE_UP, "one");
    let ends = || -> [End; 7] {
        [
            Ok(vec![Value::vector(vec![1i32])]),
            failed(StopKind::Error, one()),
            failed(StopKind::Arguments, one()),
            failed(StopKind::Unsupported, Diagnostic::outside("no format")),
            race(),
            failed(StopKind::Limit, error(&DPIA_E_LIMIT, "fuel")),
            failed(StopKind::Internal, Diagnostic::outside("a mistake")),
        ]
    };
    let site = |rule, span| Site::new((rule, "one"), span, "a test");
    let tests = [site(&MADE_UP, Span::NONE)];
    let others = [site(&MADE_UP_TOO, Span::NONE)];
    let (noted, noted_too) = ([one()], [error(&MADE_UP_TOO, "one")]);
    let of = |failures| Terms {
        failures,
        ..Terms::ANY
    };
    let any = [
        "=!!!!?!", "!==!!?!", "!==!!?!", "?!?=!?!", "??????!", "??????!", "!!!!!?=",
    ];
    let same = [
        "=!!!!!!", "!=!!!!!", "!!=!!!!", "?!?=!!!", "??????!", "??????!", "!!!!!!=",
    ];
    // No mistake is one of a program's tests.
    let tested = [
        "=!!!!?!", "!==!!?!", "!==!!?!", "?!?!!?!", "??????!", "??????!", "!!!!!?!",
    ];
    // What the host refuses before anything runs has its rule.
    let ruled = [
        "=!!!!?!", "!!=!!?!", "!!!!!?!", "?!?!!?!", "??????!", "??????!", "!!!!!?!",
    ];
    let unlike = [
        "=!!!!?!", "!==!!?!", "??????!", "!!!=!?!", "??????!", "??????!", "!!!!!?=",
    ];
    let kernels = [
        "=!!!!?!", "!==!!!!", "!==!!!!", "?!?=!!!", "??????!", "??????!", "!!!!!!=",
    ];
    let tables: [(&str, Terms<'_>, [&str; 7]); 10] = [
        ("the same", Terms::SAME, same),
        (
            "the same words",
            Terms {
                failures: Failures::Reported,
                ..Terms::SAME
            },
            same,
        ),
        ("by one rule", of(Failures::Rule), any),
        ("any", Terms::ANY, any),
        ("one of the tests", of(Failures::Tested(&tests)), tested),
        ("none of the tests", of(Failures::Tested(&others)), ruled),
        ("noted", of(Failures::Noted(&noted, &[])), tested),
        (
            "none that is noted",
            of(Failures::Noted(&noted_too, &others)),
            ruled,
        ),
        (
            "unlike",
            Terms {
                fits: false,
                has_formats: false,
                ..Terms::ANY
            },
            unlike,
        ),
        (
            "of kernels",
            Terms {
                limits: Limits::Kernels,
                ..Terms::ANY
            },
            kernels,
        ),
    ];
    let mut found = Vec::new();
    for (what, terms, known) in tables {
        for (expected, known) in ends().iter().zip(known) {
            let answer: String = ends()
                .iter()
                .map(|actual| sign(&judge(expected, actual, &terms)))
                .collect();
            found.extend(held(
                format!("ends of every sort for {expected:?}, {what}"),
                &answer,
                &known.to_owned(),
            ));
        }
    }
    found
}

/// Two results of which each is compared in its own way, and errors of which the words are another.
fn nearness() -> Vec<Mistake> {
    let floats = |a: f64, b: f64| -> End { Ok(vec![Value::vector(vec![a]), Value::vector(vec![b])]) };
    let next = 1.0 + f64::EPSILON;
    let of = |k| {
        if k == 0 {
            Tolerance::Bitwise
        } else {
            Tolerance::Units(1)
        }
    };
    let each = Terms {
        near: Near::Each(&of),
        ..Terms::SAME
    };
    let words = |message: &str| {
        failed(
            StopKind::Error,
            Diagnostic {
                message: message.into(),
                ..error(&MADE_UP, "one")
            },
        )
    };
    let answer = Terms {
        failures: Failures::Reported,
        ..Terms::SAME
    };
    [
        (
            "the first result's last bit",
            judge(&floats(1.0, 1.0), &floats(next, 1.0), &each),
            '!',
        ),
        (
            "the second result's last bit",
            judge(&floats(1.0, 1.0), &floats(1.0, next), &each),
            '=',
        ),
        (
            "the words of a failure",
            judge(&words("one"), &words("other"), &answer),
            '!',
        ),
        (
            "the words of a failure, where they are not asked",
            judge(&words("one"), &words("other"), &Terms::SAME),
            '=',
        ),
    ]
    .into_iter()
    .filter_map(|(what, answer, known)| held(what.to_owned(), &sign(&answer), &known))
    .collect()
}

/// Lists of values no two of which are the same.
fn lists() -> Vec<Vec<Value>> {
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

/// Each of some ends is like itself, and like no other.
fn pairs() -> Vec<Mistake> {
    let errors = [
        (StopKind::Error, error(&MADE_UP, "one")),
        (StopKind::Error, error(&MADE_UP_TOO, "one")),
        (StopKind::Internal, error(&MADE_UP, "one")),
        (StopKind::Error, elsewhere(error(&MADE_UP, "one"))),
    ];
    let ends = lists().into_iter().map(Ok);
    let ends: Vec<End> = ends
        .chain(errors.map(|(kind, error)| failed(kind, error)))
        .collect();
    let mut found = Vec::new();
    for (at, one) in ends.iter().enumerate() {
        for (other_at, other) in ends.iter().enumerate() {
            let mut answer = vec![judge(one, other, &Terms::SAME)];
            if let (Ok(one), Ok(other)) = (one, other) {
                answer.push(values(one, other, Near::All(Tolerance::Bitwise)));
                answer.push(judge(&Ok(one.clone()), &Ok(other.clone()), &Terms::ANY));
            }
            let differ = answer.into_iter().map(|answer| answer.difference().is_some());
            let known = at != other_at;
            let is_right = differ.clone().all(|differ| differ == known);
            let what =
                format!("ends {at} and {other_at} are taken for different or for the same, as they are");
            found.extend(held(what, &is_right, &true));
        }
    }
    found
}

/// So much work that a pass may not make it, and as much as it may; whether or not there is a value to compare with.
fn work() -> Vec<Mistake> {
    let text = "entry main (x: i64): i64 =\n  in x\n";
    let Ok(program) = read::program(SourceId(0), text, &rule) else {
        return vec![];
    };
    let program = Core {
        program,
        interface: Interface::Same,
        form: Form::Sized,
    };
    let lines = elder_syntax::language::Program::text(&program).lines().count() as u64;
    let end: End = Ok(vec![]);
    let limit = failed(StopKind::Limit, error(&DPIA_E_LIMIT, "fuel"));
    let mut found = Vec::new();
    for pass in tower::passes() {
        let most = pass.work.map(|times| times * (100 + lines));
        for (expected, fair) in [(&end, '='), (&limit, '?')] {
            for (after, known) in [
                (most.unwrap_or(u64::MAX), fair),
                (
                    most.map_or(u64::MAX, |most| most + 1),
                    if most.is_some() { '!' } else { fair },
                ),
            ] {
                let before = (&program as &dyn elder_syntax::language::Program, 100);
                let terms = Terms {
                    work: Some(Work { pass, before, after }),
                    ..Terms::SAME
                };
                let answer = sign(&judge(expected, &end, &terms));
                found.extend(held(
                    format!("work {after} behind {}, and 100 before", pass.name),
                    &answer,
                    &known,
                ));
            }
        }
    }
    found
}

/// One that fails and one that has a value: no result depends on what fails only if both give it whatever stands for that.
fn unread() -> Vec<Mistake> {
    let list = |x: i32| Some(vec![Value::vector(vec![x])]);
    let value: End = Ok(list(1).unwrap_or_default());
    let error = failed(StopKind::Error, error(&MADE_UP, "one"));
    let mut found = Vec::new();
    for (of_written, of_made, known) in [
        (list(1), list(1), "??"),
        (list(2), list(1), "!!"),
        // What has a value needs nothing in the place of what fails.
        (list(1), list(2), "?!"),
        (None, list(1), "!!"),
        (list(1), None, "?!"),
        (None, None, "!!"),
    ] {
        let unread = Unread {
            written: &|| of_written.clone(),
            made: &|| of_made.clone(),
        };
        let terms = Terms {
            unread: Some(unread),
            ..Terms::SAME
        };
        let answer: String = [(&error, &value), (&value, &error)]
            .map(|(expected, actual)| sign(&judge(expected, actual, &terms)))
            .iter()
            .collect();
        let what = format!("one that fails, of which are known {of_written:?} and {of_made:?}");
        found.extend(held(what, &answer, &known.to_owned()));
    }
    found
}
