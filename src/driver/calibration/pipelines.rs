//! Programs whose answer is altered before what they are made into is held to it.

use super::made_up::MADE_UP_TOO;
use super::{Mistake, held};
use crate::engine::{Failed, StopKind};
use crate::fuzz::{Question, Verdict, futhark, interpreters, kernels, question_of};
use crate::judge::End;
use elder_generate::futhark::Entry;
use elder_syntax::{Diagnostic, Span, Value};

/// What is said of these programs that is not so.
pub(super) fn mistakes() -> Vec<Mistake> {
    let mut found = dpia();
    found.extend(interpreters_of_futhark());
    found
}

/// Two results, each of which depends on all elements; for an element that is zero there is none.
const DIVISIONS: &str =
    "def main(n: nat, xs: n.i32) = let ys = mapGlobal(fun x. 60 / x, xs) in (ys, reduce(+, 7, ys))\n";

/// What is made of an answer, and whether the stages and the kernels of the program differ from that.
type Altered = (&'static str, fn(Vec<Value>) -> End, bool, bool);

/// Of an answer that has two values.
const OF_VALUES: &[Altered] = &[
    ("as it is", Ok, false, false),
    (
        "without a result",
        |values| Ok(values.into_iter().take(1).collect()),
        true,
        true,
    ),
    ("without results", |_| Ok(vec![]), true, true),
    (
        "with a result twice",
        |values| Ok([values.clone(), values].concat()),
        true,
        true,
    ),
    (
        "with its results exchanged",
        |values| Ok(values.into_iter().rev().collect()),
        true,
        true,
    ),
    (
        "with other elements",
        |values| Ok(with_first(values, vec![60i32, 30, 21])),
        true,
        true,
    ),
    (
        "with fewer elements",
        |values| Ok(with_first(values, vec![60i32, 30])),
        true,
        true,
    ),
    (
        "with more elements",
        |values| Ok(with_first(values, vec![60i32, 30, 20, 0])),
        true,
        true,
    ),
    (
        "with elements of another type",
        |values| Ok(with_first(values, vec![60u32, 30, 20])),
        true,
        true,
    ),
];

/// Of an answer that is an error.  Which of several errors is first is not asked of stages.
const OF_ERRORS: &[Altered] = &[
    (
        "a value",
        |_| Ok(vec![Value::vector(vec![0i32]), Value::vector(vec![0i32])]),
        true,
        true,
    ),
    ("no results", |_| Ok(vec![]), true, true),
    ("an error of another rule", |_| another_error(), false, true),
];

/// The same results but for the first one.
fn with_first<E: elder_syntax::value::Element>(values: Vec<Value>, first: Vec<E>) -> Vec<Value> {
    let rest = values.into_iter().skip(1);
    std::iter::once(Value::vector(first)).chain(rest).collect()
}

fn another_error() -> End {
    let refusal = MADE_UP_TOO.refuse("one");
    Err(Failed {
        kind: StopKind::Error,
        diagnostic: Box::new(Diagnostic::error(refusal, Span::NONE, "an error")),
    })
}

/// The stages and the kernels of a program of DPIA.
fn dpia() -> Vec<Mistake> {
    let mut found = Vec::new();
    for (elements, altered) in [(vec![1i32, 2, 3], OF_VALUES), (vec![4i32, 0, 5], OF_ERRORS)] {
        for (turn, (what, alter, stages, kernels)) in altered.iter().enumerate() {
            let asked = match question_of(DIVISIONS, vec![Value::vector(elements.clone())]) {
                Ok(asked) => asked,
                Err(verdict) => {
                    found.extend(held("a program of DPIA", &verdict, &Verdict::Agree));
                    break;
                }
            };
            let asked = Question {
                expected: alter(asked.expected.clone().unwrap_or_default()),
                ..asked
            };
            let answer = [
                interpreters::stages_of(&asked, turn),
                kernels::kernels_of(&asked, turn),
            ];
            let answer = answer.map(|verdict| verdict.is_finding());
            let judged = format!(
                "stages and kernels of a program of DPIA whose answer is given {what} differ from it"
            );
            found.extend(held(judged, &answer, &[*stages, *kernels]));
        }
    }
    found
}

/// Entry points each of which ends in another way.
const ENDS: &str = "entry one (x: i32) = x + 1\nentry two (x: i32) = (x + 1, 0i32)\nentry row (x: i32) = [x + 1]\n\
    entry wide (x: i32) = i64.i32 x + 1\nentry zero (x: i32) = 0.0f32\nentry below (x: i32) = -0.0f32\n\
    entry divides (x: i32) = x / (x - x)\nentry reads (x: i32) = [x][x]\nentry none (x: i32) = #none : (#none | #some i32)\n\
    entry some (x: i32) = #some x : (#none | #some i32)\n";

/// The definition of Futhark and its machine, each running an entry point of its own.
fn interpreters_of_futhark() -> Vec<Mistake> {
    let names = [
        "one", "two", "row", "wide", "zero", "below", "divides", "reads", "none", "some",
    ];
    let entry = |name: &str| Entry {
        name: name.to_owned(),
        inputs: vec![Value::scalar(elder_syntax::prim::PrimValue::I32(5))],
        holds: false,
    };
    let mut found = Vec::new();
    for defined in names {
        for run in names {
            let verdict = futhark::taken_for(ENDS, &entry(defined), &entry(run));
            let judged = format!("the entry point `{run}`, taken for `{defined}`, differs from it");
            found.extend(held(judged, &verdict.is_finding(), &(defined != run)));
        }
    }
    found
}
