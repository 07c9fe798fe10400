//! What the crate of sizes says of terms, judged by their values.

use super::Verdict;
use elder_dpia::{Nat, NatError, NatExpression};
use elder_generate::sizes::Question;
use elder_syntax::Variable;

/// Whatever is made of a term has its value, and what is said of it is true.
pub fn judge(questions: &[Question]) -> Verdict {
    let wrong = questions.iter().find_map(|question| {
        let what = mistake(question)?;
        Some(Verdict::differ("sizes", format!("{what}: {question:?}")))
    });
    wrong.unwrap_or(Verdict::Agree)
}

/// What is wrong; nothing too where a term has no value.
fn mistake(question: &Question) -> Option<String> {
    let [left, right] = &question.terms;
    let x = left.value(&question.values)?;
    let (names, ranges) = question.setting();
    let value = |name: &Variable| {
        let place = names.iter().position(|own| own == name);
        place.map(|place| question.values[place])
    };
    let may_overflow = left.may_overflow(&question.values);
    let is_meant = |nat: &Nat| match nat.evaluate(&value) {
        Ok(found) => i128::from(found) == x,
        Err(error) => error == NatError::Overflow && may_overflow,
    };
    let plain = left.nat(&names, &elder_dpia::Ranges::new());
    let known = left.nat(&names, &ranges);
    let made = [
        ("the normal form has another value", is_meant(&plain)),
        (
            "the normal form where variables are known has another value",
            is_meant(&known),
        ),
        (
            "the shortened term has another value",
            is_meant(&known.shortened()),
        ),
        ("the sum of its parts has another value", {
            let (positive, negative) = known.signs();
            is_meant(&positive.minus(&negative))
        }),
        ("the term with a value put in has another value", {
            let inner = Nat::lit(question.values[0]);
            is_meant(&plain.substitute(&names[0], &inner))
        }),
        ("the tree of operations has another value", {
            let found = run(&known.to_expression(), &value);
            found.map_or(may_overflow, |found| found == x)
        }),
    ];
    if let Some((what, _)) = made.iter().find(|(_, holds)| !holds) {
        return Some((*what).to_owned());
    }
    let y = right.value(&question.values)?;
    let other = right.nat(&names, &ranges);
    let bound = known
        .upper_bound(&ranges)
        .and_then(|bound| bound.evaluate(&value).ok());
    let rendered = [
        (
            "it is said to be below another, and is not",
            !known.is_below(&other, &ranges) || x < y,
        ),
        (
            "it is said to be an index below another, and is not",
            !known.is_index_below(&other, &ranges) || x < y,
        ),
        (
            "its difference is said not to be below zero, and is",
            !known.minus(&other).is_nonnegative(&ranges) || x >= y,
        ),
        (
            "it is not below its bound",
            bound.is_none_or(|bound| x < i128::from(bound)),
        ),
        (
            "two terms are one, and have two values",
            plain != right.nat(&names, &elder_dpia::Ranges::new()) || x == y,
        ),
    ];
    rendered
        .iter()
        .find(|(_, holds)| !holds)
        .map(|(what, _)| (*what).to_owned())
}

/// The value of a tree of operations; `None` where a part has none, or more digits than are counted.
fn run(e: &NatExpression, value: &dyn Fn(&Variable) -> Option<i64>) -> Option<i128> {
    let both = |a: &NatExpression, b: &NatExpression| Some((run(a, value)?, run(b, value)?));
    let divided = |(a, b): &(i128, i128)| *a >= 0 && *b > 0;
    match e {
        NatExpression::Lit(n) => Some((*n).into()),
        NatExpression::Var(x) => value(x).map(i128::from),
        NatExpression::Add(a, b) => both(a, b).and_then(|(a, b)| a.checked_add(b)),
        NatExpression::Sub(a, b) => both(a, b).and_then(|(a, b)| a.checked_sub(b)),
        NatExpression::Mul(a, b) => both(a, b).and_then(|(a, b)| a.checked_mul(b)),
        NatExpression::DivExact(a, b) => {
            let (a, b) = both(a, b)?;
            a.checked_rem(b).filter(|rest| *rest == 0).map(|_| a / b)
        }
        NatExpression::Div(a, b) => both(a, b).filter(divided).map(|(a, b)| a / b),
        NatExpression::Rem(a, b) => both(a, b).filter(divided).map(|(a, b)| a % b),
        NatExpression::Pow(a, b) => both(a, b).and_then(|(a, b)| a.checked_pow(u32::try_from(b).ok()?)),
        NatExpression::Min(a, b) => both(a, b).map(|(a, b)| a.min(b)),
        NatExpression::Max(a, b) => both(a, b).map(|(a, b)| a.max(b)),
        NatExpression::Overflow => None,
    }
}
