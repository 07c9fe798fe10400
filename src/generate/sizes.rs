//! Sizes with their values, and true statements about them.
//!
//! All of the compiler relies on what the crate of sizes says of terms, and a part of the oracle too, so no comparison finds what is wrong there.  Here are
//! terms of every operation over a few variables, and what they are worth.  Sums and products are computed with numbers below
//! zero on the way; what is divided, a power, the smaller or the larger is of natural numbers only.

use crate::Choices;
use elder_dpia::{Nat, Ranges};
use elder_syntax::Variable;

/// How many variables there are.
const VARIABLES: usize = 3;

/// A term before it has a normal form.
#[derive(Clone, Debug)]
pub enum Term {
    /// A number, also one below zero.
    Number(i64),
    /// A variable, by its number.
    Variable(usize),
    /// An operation on two terms.
    Operation(Operation, Box<Term>, Box<Term>),
}

/// The operations of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Quotient,
    Remainder,
    /// Division without a remainder.
    Exact,
    Power,
    Min,
    Max,
}

/// Two terms where the variables have these values, and each is known to lie between these bounds, the second left out.
#[derive(Clone, Debug)]
pub struct Question {
    /// The terms.
    pub terms: [Term; 2],
    /// The values.
    pub values: [i64; VARIABLES],
    /// What is known of each.
    pub known: [Option<(i64, i64)>; VARIABLES],
}

use Operation::{Add, Exact, Max, Min, Mul, Power, Quotient, Remainder, Sub};

fn term(c: &mut Choices, depth: usize) -> Term {
    if depth == 0 || c.one_in(6) {
        return match c.below(5) {
            0 => Term::Number([0, 1, 2, 3, 4, 7, 8, 64][c.below(8)]),
            1 => Term::Number([-1, -2, -3, -8, 5][c.below(5)]),
            _ => Term::Variable(c.below(VARIABLES)),
        };
    }
    let op = [
        Add, Add, Sub, Sub, Mul, Mul, Mul, Quotient, Remainder, Exact, Power, Min, Max,
    ][c.below(13)];
    let part = |c: &mut Choices| Box::new(c.part(|c| term(c, depth - 1)));
    let (a, b) = (part(c), part(c));
    match op {
        // What is divided was made with the divisor.
        Exact => {
            let made = Term::Operation(Mul, a, b.clone());
            Term::Operation(Exact, Box::new(made), b)
        }
        Power => Term::Operation(Power, a, Box::new(Term::Number(c.below(4) as i64))),
        _ => Term::Operation(op, a, b),
    }
}

/// A question.
pub fn question(c: &mut Choices) -> Question {
    let values: [i64; VARIABLES] = std::array::from_fn(|_| c.below(10) as i64);
    let known = values.map(|value| {
        let is_known = c.below(3) > 0;
        let (low, high) = (c.below(3) as i64, 1 + c.below(3) as i64);
        is_known.then(|| ((value - low).max(0), value + high))
    });
    Question {
        terms: [natural(c, 3, &values), natural(c, 2, &values)],
        values,
        known,
    }
}

/// Terms that are drawn until one has a value.
const DRAWS: usize = 12;

/// A term that has a value, so that there is something to ask.
fn natural(c: &mut Choices, depth: usize, values: &[i64; VARIABLES]) -> Term {
    let drawn = (0..DRAWS).map(|_| c.part(|c| term(c, depth)));
    let valued = |term: &Term| term.value(values).is_some();
    drawn.into_iter().find(valued).unwrap_or(Term::Variable(0))
}

impl Term {
    /// The value; `None` where a part has none, or more digits than are counted.
    fn integer(&self, values: &[i64; VARIABLES]) -> Option<i128> {
        let (op, a, b) = match self {
            Term::Number(n) => return Some((*n).into()),
            Term::Variable(x) => return values.get(*x).map(|n| (*n).into()),
            Term::Operation(op, a, b) => (op, a, b),
        };
        match op {
            Add => return a.integer(values)?.checked_add(b.integer(values)?),
            Sub => return a.integer(values)?.checked_sub(b.integer(values)?),
            Mul => return a.integer(values)?.checked_mul(b.integer(values)?),
            _ => {}
        }
        let (x, y) = (a.value(values)?, b.value(values)?);
        match op {
            Quotient => x.checked_div(y),
            Remainder => x.checked_rem(y),
            Exact => x.checked_rem(y).filter(|rest| *rest == 0).map(|_| x / y),
            Power => x.checked_pow(u32::try_from(y).ok()?),
            Min => Some(x.min(y)),
            _ => Some(x.max(y)),
        }
    }

    /// At least as much as any coefficient or part of a normal form of the term is: every difference counts as a sum.
    fn most(&self, values: &[i64; VARIABLES]) -> Option<i128> {
        let (op, a, b) = match self {
            Term::Number(n) => return Some(i128::from(*n).abs()),
            Term::Variable(x) => return values.get(*x).map(|n| i128::from(*n).max(1)),
            Term::Operation(op, a, b) => (op, a.most(values)?, b.most(values)?),
        };
        match op {
            Power => a.max(1).checked_pow(u32::try_from(b).ok()?),
            Mul | Exact => a.checked_mul(b),
            Add | Sub | Quotient | Remainder | Min | Max => a.checked_add(b),
        }
    }

    /// Whether some way of computing the term may come to more than is counted.
    pub fn may_overflow(&self, values: &[i64; VARIABLES]) -> bool {
        self.most(values).is_none_or(|most| most > i128::from(i32::MAX))
    }

    /// The value, if it is a natural number.
    pub fn value(&self, values: &[i64; VARIABLES]) -> Option<i128> {
        self.integer(values).filter(|n| *n >= 0)
    }

    /// The term as the crate makes it.
    pub fn nat(&self, names: &[Variable; VARIABLES], ranges: &Ranges) -> Nat {
        let (op, a, b) = match self {
            Term::Number(n) => return Nat::lit(*n),
            Term::Variable(x) => return names.get(*x).map_or_else(Nat::zero, Nat::var),
            Term::Operation(op, a, b) => (op, a.nat(names, ranges), b.nat(names, ranges)),
        };
        match op {
            Add => a.plus(&b),
            Sub => a.minus(&b),
            Mul => a.times(&b),
            Quotient => a.quotient(&b, ranges),
            Remainder => a.remainder(&b, ranges),
            Exact => a.divided_exactly(&b).unwrap_or_else(Nat::overflow),
            Power => a.power(&b),
            Min => a.minimum(&b),
            Max => a.maximum(&b),
        }
    }
}

impl Question {
    /// Names for the variables, and what is known of them.
    pub fn setting(&self) -> ([Variable; VARIABLES], Ranges) {
        let names: [Variable; VARIABLES] = std::array::from_fn(|x| Variable::fresh(format!("x{x}")));
        let mut ranges = Ranges::new();
        for (name, known) in names.iter().zip(self.known) {
            if let Some((low, high)) = known {
                ranges = ranges.between(name, &Nat::lit(low), &Nat::lit(high));
            }
        }
        (names, ranges)
    }
}
