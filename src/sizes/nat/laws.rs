//! Algebraic laws of nat terms: whatever the normal form does, values stay what they are.

use super::*;
use quickcheck::{Arbitrary, Gen, quickcheck};
use std::collections::BTreeMap;

const VARIABLES: usize = 4;

/// A term before normalisation.
#[derive(Clone, Debug)]
enum Term {
    Lit(u8),
    Var(usize),
    Add(Box<Term>, Box<Term>),
    Sub(Box<Term>, Box<Term>),
    Mul(Box<Term>, Box<Term>),
    Div(Box<Term>, Box<Term>),
    Rem(Box<Term>, Box<Term>),
    Min(Box<Term>, Box<Term>),
    Max(Box<Term>, Box<Term>),
}

/// A term with values and ranges of its variables: each value lies in its range.
#[derive(Clone, Debug)]
struct Question {
    term: Term,
    values: [u8; VARIABLES],
    /// How far the range goes beyond the value; `None` is no range.
    ranges: [Option<u8>; VARIABLES],
}

fn term(g: &mut Gen, depth: usize) -> Term {
    let choice = if depth == 0 {
        u8::arbitrary(g) % 2
    } else {
        u8::arbitrary(g) % 12
    };
    let mut part = || Box::new(term(g, depth - 1));
    match choice {
        0 => Term::Lit(u8::arbitrary(g) % 9),
        1 => Term::Var(usize::arbitrary(g) % VARIABLES),
        2..=4 => Term::Add(part(), part()),
        5 => Term::Sub(part(), part()),
        6 | 7 => Term::Mul(part(), part()),
        8 => Term::Div(part(), part()),
        9 => Term::Rem(part(), part()),
        10 => Term::Min(part(), part()),
        _ => Term::Max(part(), part()),
    }
}

impl Arbitrary for Question {
    fn arbitrary(g: &mut Gen) -> Question {
        Question {
            term: term(g, 4),
            values: std::array::from_fn(|_| u8::arbitrary(g) % 12),
            ranges: std::array::from_fn(|_| Option::<u8>::arbitrary(g).map(|n| n % 5)),
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Question>> {
        let parts = match &self.term {
            Term::Lit(_) | Term::Var(_) => vec![],
            Term::Add(a, b)
            | Term::Sub(a, b)
            | Term::Mul(a, b)
            | Term::Div(a, b)
            | Term::Rem(a, b)
            | Term::Min(a, b)
            | Term::Max(a, b) => vec![(**a).clone(), (**b).clone()],
        };
        let outer = self.clone();
        Box::new(parts.into_iter().map(move |term| Question {
            term,
            ..outer.clone()
        }))
    }
}

/// The value on integers; `None` where it is not natural, or divides by zero.
fn meaning(term: &Term, values: &[u8; VARIABLES]) -> Option<i64> {
    let both = |a: &Term, b: &Term| Some((meaning(a, values)?, meaning(b, values)?));
    let value = match term {
        Term::Lit(n) => i64::from(*n),
        Term::Var(i) => i64::from(values[*i]),
        Term::Add(a, b) => both(a, b).map(|(a, b)| a + b)?,
        Term::Sub(a, b) => both(a, b).map(|(a, b)| a - b)?,
        Term::Mul(a, b) => both(a, b).and_then(|(a, b)| a.checked_mul(b))?,
        Term::Div(a, b) => both(a, b).and_then(|(a, b)| a.checked_div(b))?,
        Term::Rem(a, b) => both(a, b).and_then(|(a, b)| a.checked_rem(b))?,
        Term::Min(a, b) => both(a, b).map(|(a, b)| a.min(b))?,
        Term::Max(a, b) => both(a, b).map(|(a, b)| a.max(b))?,
    };
    (value >= 0).then_some(value)
}

fn normal(term: &Term, names: &[Name], ranges: &Ranges) -> Nat {
    let both = |a: &Term, b: &Term| (normal(a, names, ranges), normal(b, names, ranges));
    match term {
        Term::Lit(n) => Nat::lit(i64::from(*n)),
        Term::Var(i) => Nat::var(&names[*i]),
        Term::Add(a, b) => both(a, b).0.plus(&both(a, b).1),
        Term::Sub(a, b) => both(a, b).0.minus(&both(a, b).1),
        Term::Mul(a, b) => both(a, b).0.times(&both(a, b).1),
        Term::Div(a, b) => both(a, b).0.quotient(&both(a, b).1, ranges),
        Term::Rem(a, b) => both(a, b).0.remainder(&both(a, b).1, ranges),
        Term::Min(a, b) => both(a, b).0.minimum(&both(a, b).1),
        Term::Max(a, b) => both(a, b).0.maximum(&both(a, b).1),
    }
}

/// The names, the ranges and the assignment of a question.
fn setting(q: &Question) -> (Vec<Name>, Ranges, BTreeMap<Name, i64>) {
    let names: Vec<Name> = (0..VARIABLES).map(|i| Name::fresh(format!("x{i}"))).collect();
    let mut ranges = Ranges::new();
    let mut values = BTreeMap::new();
    for (i, name) in names.iter().enumerate() {
        values.insert(name.clone(), i64::from(q.values[i]));
        if let Some(beyond) = q.ranges[i] {
            ranges = ranges.below(name, &Nat::lit(i64::from(q.values[i]) + 1 + i64::from(beyond)));
        }
    }
    (names, ranges, values)
}

quickcheck! {
    /// Normalisation and simplification with ranges keep the value wherever the term has one.
    fn normal_forms_keep_values(q: Question) -> bool {
        let (names, ranges, values) = setting(&q);
        match meaning(&q.term, &q.values) {
            None => true,
            Some(value) => normal(&q.term, &names, &ranges).evaluate(&|x| values.get(x).copied()) == Ok(value),
        }
    }

    /// What is said of bounds is true.
    fn bounds_hold(a: Question, b: Question) -> bool {
        let (names, ranges, values) = setting(&a);
        let (Some(x), Some(y)) = (meaning(&a.term, &a.values), meaning(&b.term, &a.values)) else { return true };
        let (left, right) = (normal(&a.term, &names, &ranges), normal(&b.term, &names, &ranges));
        let _ = values;
        !left.is_below(&right, &ranges) || x < y
    }

    /// What follows from true facts is true.
    fn what_follows_is_true(a: Question, b: Question, c: Question, d: Question) -> bool {
        let (names, mut ranges, _) = setting(&a);
        let value = |q: &Question| meaning(&q.term, &a.values);
        let (Some(x), Some(y), Some(z), Some(w)) = (value(&a), value(&b), value(&c), value(&d)) else { return true };
        let nat = |q: &Question| normal(&q.term, &names, &Ranges::new());
        let (left, right) = (nat(&a), nat(&b));
        // A comparison that holds, of two terms, and of one of them with what is asked about.
        let mut assume = |p: &Nat, q: &Nat, holds: bool| {
            ranges = ranges.assuming(if holds { q.minus(p) } else { p.minus(q).minus(&Nat::one()) });
        };
        assume(&nat(&c), &nat(&d), z <= w);
        assume(&left, &nat(&c), x <= z);
        assume(&nat(&d), &right, w <= y);
        (!left.is_below(&right, &ranges) || x < y) && (!left.minus(&right).is_nonnegative(&ranges) || x >= y)
    }

    /// The tree of operations has the value of the term.
    fn expressions_keep_values(q: Question) -> bool {
        let (names, ranges, values) = setting(&q);
        match meaning(&q.term, &q.values) {
            None => true,
            Some(value) => run(&normal(&q.term, &names, &ranges).to_expression(), &values) == Some(value),
        }
    }
}

fn run(e: &NatExpression, values: &BTreeMap<Name, i64>) -> Option<i64> {
    let both = |a: &NatExpression, b: &NatExpression| Some((run(a, values)?, run(b, values)?));
    match e {
        NatExpression::Lit(n) => Some(*n),
        NatExpression::Var(x) => values.get(x).copied(),
        NatExpression::Add(a, b) => both(a, b).and_then(|(a, b)| a.checked_add(b)),
        NatExpression::Sub(a, b) => both(a, b).and_then(|(a, b)| a.checked_sub(b)),
        NatExpression::Mul(a, b) => both(a, b).and_then(|(a, b)| a.checked_mul(b)),
        NatExpression::DivExact(a, b) => both(a, b).and_then(|(a, b)| {
            if a.checked_rem(b)? == 0 {
                a.checked_div(b)
            } else {
                None
            }
        }),
        NatExpression::Div(a, b) => {
            both(a, b).and_then(|(a, b)| if a < 0 || b < 0 { None } else { a.checked_div(b) })
        }
        NatExpression::Rem(a, b) => {
            both(a, b).and_then(|(a, b)| if a < 0 || b < 0 { None } else { a.checked_rem(b) })
        }
        NatExpression::Pow(a, b) => both(a, b).and_then(|(a, b)| a.checked_pow(u32::try_from(b).ok()?)),
        NatExpression::Min(a, b) => both(a, b).map(|(a, b)| a.min(b)),
        NatExpression::Max(a, b) => both(a, b).map(|(a, b)| a.max(b)),
        NatExpression::Overflow => None,
    }
}
