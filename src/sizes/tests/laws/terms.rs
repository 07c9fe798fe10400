//! Random terms with their meaning on integers of any length, written without the crate that is judged.

use elder_sizes::{Name, Nat, NatExpression, Ranges};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use quickcheck::{Arbitrary, Gen};

/// So many variables has a question.
pub const VARIABLES: usize = 4;

/// Powers above this are not asked for: their values have more digits than a test needs.
const MOST_EXPONENT: u32 = 12;

/// A term before normalisation.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A numeral.
    Lit(u8),
    /// A variable, by position.
    Var(usize),
    /// An operation on two terms.
    Op(Op, Box<Term>, Box<Term>),
}

/// The operations of nat terms.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Quotient,
    Remainder,
    Exact,
    Power,
    Min,
    Max,
}

/// What a question may be made of.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    /// Every operation.
    All,
    /// Sums, products and numerals, of which the normal form decides equality (DPIA-K-EQ-ALG).
    Polynomial,
}

impl Term {
    /// A term of at most this depth.
    pub fn random(g: &mut Gen, depth: usize, style: Style) -> Term {
        let leaf = depth == 0 || u8::arbitrary(g) % 6 == 0;
        if leaf {
            return match u8::arbitrary(g) % 3 {
                0 => Term::Lit(*g.choose(&[0, 1, 2, 3, 4, 7, 8, 64]).unwrap_or(&1)),
                _ => Term::Var(usize::arbitrary(g) % VARIABLES),
            };
        }
        let all = [
            Op::Add,
            Op::Add,
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Mul,
            Op::Quotient,
            Op::Remainder,
            Op::Exact,
            Op::Power,
            Op::Min,
            Op::Max,
        ];
        let from: &[Op] = match style {
            Style::All => &all,
            Style::Polynomial => &[Op::Add, Op::Mul],
        };
        let op = *g.choose(from).unwrap_or(&Op::Add);
        let mut part = |depth| Box::new(Term::random(g, depth, style));
        match op {
            // Most products are divisible by what they were made with, most exponents small; of some dividends no term is divisible alone.
            Op::Exact => {
                let (divisor, other) = (part(depth - 1), part(depth - 1));
                let (dividend, divisor) = match u8::arbitrary(g) % 3 {
                    0 => {
                        let next = Term::Op(Op::Add, other.clone(), Box::new(Term::Lit(1)));
                        (Term::Op(Op::Mul, other, Box::new(next)), Box::new(Term::Lit(2)))
                    }
                    _ => (Term::Op(Op::Mul, divisor.clone(), other), divisor),
                };
                Term::Op(op, Box::new(dividend), divisor)
            }
            Op::Power => Term::Op(op, part(depth - 1), part(depth.min(2) - 1)),
            _ => Term::Op(op, part(depth - 1), part(depth - 1)),
        }
    }

    /// The value; `None` where a part is not natural or a divisor is zero.
    pub fn meaning(&self, values: &[i64; VARIABLES]) -> Option<BigInt> {
        let value = match self {
            Term::Lit(n) => BigInt::from(*n),
            Term::Var(i) => BigInt::from(values[*i]),
            Term::Op(op, a, b) => apply(*op, &a.meaning(values)?, &b.meaning(values)?)?,
        };
        (!value.is_negative()).then_some(value)
    }

    /// The normal form, made by the operations of the crate.
    pub fn normal(&self, names: &[Name], ranges: &Ranges) -> Nat {
        let (op, a, b) = match self {
            Term::Lit(n) => return Nat::lit(i64::from(*n)),
            Term::Var(i) => return Nat::var(&names[*i]),
            Term::Op(op, a, b) => (op, a.normal(names, ranges), b.normal(names, ranges)),
        };
        match op {
            Op::Add => a.plus(&b),
            Op::Sub => a.minus(&b),
            Op::Mul => a.times(&b),
            Op::Quotient => a.quotient(&b, ranges),
            Op::Remainder => a.remainder(&b, ranges),
            Op::Exact => a.divided_exactly(&b).unwrap_or_else(Nat::overflow),
            Op::Power => a.power(&b),
            Op::Min => a.minimum(&b),
            Op::Max => a.maximum(&b),
        }
    }

    /// The same polynomial, written otherwise: by commutativity, associativity and distributivity.
    pub fn rewritten(&self, g: &mut Gen) -> Term {
        let Term::Op(op, a, b) = self else {
            return self.clone();
        };
        let (a, b) = (a.rewritten(g), b.rewritten(g));
        let op_of = |op, a: Term, b: Term| Term::Op(op, Box::new(a), Box::new(b));
        match (u8::arbitrary(g) % 3, op, a, b) {
            (0, Op::Add | Op::Mul, a, b) => op_of(*op, b, a),
            (1, op, Term::Op(inner, x, y), z) if inner == *op && matches!(op, Op::Add | Op::Mul) => {
                op_of(*op, *x, op_of(*op, *y, z))
            }
            (1, Op::Mul, Term::Op(Op::Add, x, y), z) => {
                op_of(Op::Add, op_of(Op::Mul, *x, z.clone()), op_of(Op::Mul, *y, z))
            }
            (_, _, a, b) => op_of(*op, a, b),
        }
    }

    /// A bound for every number that arithmetic with the term can meet, also where parts of a polynomial cancel each other; `None` for more
    /// digits than are counted.
    fn magnitude(&self, values: &[i64; VARIABLES]) -> Option<BigInt> {
        let (op, a, b) = match self {
            Term::Lit(n) => return Some(BigInt::from(*n).max(BigInt::one())),
            Term::Var(i) => return Some(BigInt::from(values[*i]).max(BigInt::one())),
            Term::Op(op, a, b) => (op, a.magnitude(values)?, b.magnitude(values)?),
        };
        let bound = match op {
            Op::Add | Op::Sub | Op::Min | Op::Max | Op::Remainder | Op::Quotient => a + b,
            Op::Mul | Op::Exact => a * b,
            Op::Power => a.pow(b.to_u32().filter(|n| *n <= 64)?),
        };
        (bound.bits() <= 62).then_some(bound)
    }

    fn parts(&self) -> Vec<Term> {
        match self {
            Term::Op(_, a, b) => vec![(**a).clone(), (**b).clone()],
            _ => Vec::new(),
        }
    }
}

fn apply(op: Op, a: &BigInt, b: &BigInt) -> Option<BigInt> {
    let divisor = || (!b.is_zero()).then_some(b);
    Some(match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Quotient => a / divisor()?,
        Op::Remainder => a % divisor()?,
        Op::Exact => {
            if !(a % divisor()?).is_zero() {
                return None;
            }
            a / b
        }
        Op::Power => a.pow(b.to_u32().filter(|n| *n <= MOST_EXPONENT)?),
        Op::Min => a.min(b).clone(),
        Op::Max => a.max(b).clone(),
    })
}

/// A term with values of its variables, and what is known of them: each value lies in its range.
#[derive(Clone, Debug)]
pub struct Question {
    /// The term.
    pub term: Term,
    /// The values.
    pub values: [i64; VARIABLES],
    /// What is said of each variable.
    pub known: [Option<Range>; VARIABLES],
}

/// How a range is made around a value.
#[derive(Clone, Debug)]
pub struct Range {
    /// So much below the value it begins, zero at least.
    below: u8,
    /// So much above the value it ends.
    beyond: u8,
    /// The variable whose value the end is said with, if it comes earlier.
    with: Option<usize>,
}

/// Small numbers, and those at which widths end.
const BOUNDARIES: &[i64] = &[
    0,
    1,
    2,
    i32::MAX as i64 - 1,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    u32::MAX as i64,
    u32::MAX as i64 + 1,
    1 << 40,
    i64::MAX / 2,
];

impl Arbitrary for Question {
    fn arbitrary(g: &mut Gen) -> Question {
        let large = u8::arbitrary(g) % 4 == 0;
        let mut value = |_| match large && u8::arbitrary(g) % 2 == 0 {
            true => *g.choose(BOUNDARIES).unwrap_or(&0),
            false => i64::from(u8::arbitrary(g) % 13),
        };
        let values = std::array::from_fn(&mut value);
        let mut range = |i: usize| {
            (u8::arbitrary(g) % 3 > 0).then(|| Range {
                below: u8::arbitrary(g) % 3,
                beyond: u8::arbitrary(g) % 5,
                with: (i > 0 && bool::arbitrary(g)).then(|| usize::arbitrary(g) % i.max(1)),
            })
        };
        let known = std::array::from_fn(&mut range);
        Question {
            term: Term::random(g, 4, Style::All),
            values,
            known,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Question>> {
        let outer = self.clone();
        let terms = self.term.parts().into_iter();
        let smaller = terms.map(move |term| Question {
            term,
            ..outer.clone()
        });
        let outer = self.clone();
        let forget = (0..VARIABLES)
            .filter(|i| self.known[*i].is_some())
            .collect::<Vec<_>>();
        let fewer = forget.into_iter().map(move |i| {
            let mut question = outer.clone();
            question.known[i] = None;
            question
        });
        Box::new(smaller.chain(fewer))
    }
}

impl Question {
    /// Names for the variables, and what is known of them.
    pub fn setting(&self) -> (Vec<Name>, Ranges) {
        let names: Vec<Name> = (0..VARIABLES).map(|i| Name::fresh(format!("x{i}"))).collect();
        let mut ranges = Ranges::new();
        for (i, range) in self.known.iter().enumerate() {
            let Some(range) = range else { continue };
            let value = self.values[i];
            let low = Nat::lit((value - i64::from(range.below)).max(0));
            let end = value + 1 + i64::from(range.beyond);
            // The end as a number, or as another variable and the distance to it.
            let high = match range.with {
                Some(other) => Nat::var(&names[other]).plus(&Nat::lit(end - self.values[other])),
                None => Nat::lit(end),
            };
            ranges = ranges.between(&names[i], &low, &high);
        }
        (names, ranges)
    }

    /// The value of the question's own term.
    pub fn meaning(&self) -> Option<BigInt> {
        self.term.meaning(&self.values)
    }

    /// The values by name.
    pub fn assignment<'a>(&'a self, names: &'a [Name]) -> impl Fn(&Name) -> Option<i64> + 'a {
        move |x| names.iter().position(|y| x == y).map(|i| self.values[i])
    }

    /// Whether the values are so small that no arithmetic on these terms can overflow.
    pub fn is_small(&self, with: &[&Term]) -> bool {
        let mut terms = with.iter().copied().chain([&self.term]);
        terms.all(|term| {
            term.magnitude(&self.values)
                .is_some_and(|bound| bound.bits() <= 24)
        })
    }
}

/// The value of a tree of operations; `None` where a part has none.
pub fn run(e: &NatExpression, value: &dyn Fn(&Name) -> Option<i64>) -> Option<BigInt> {
    let both = |a: &NatExpression, b: &NatExpression| Some((run(a, value)?, run(b, value)?));
    let natural = |(a, b): (BigInt, BigInt)| (!a.is_negative() && b.is_positive()).then_some((a, b));
    match e {
        NatExpression::Lit(n) => Some(BigInt::from(*n)),
        NatExpression::Var(x) => value(x).map(BigInt::from),
        NatExpression::Add(a, b) => both(a, b).map(|(a, b)| a + b),
        NatExpression::Sub(a, b) => both(a, b).map(|(a, b)| a - b),
        NatExpression::Mul(a, b) => both(a, b).map(|(a, b)| a * b),
        NatExpression::DivExact(a, b) => both(a, b).and_then(|(a, b)| apply(Op::Exact, &a, &b)),
        NatExpression::Div(a, b) => both(a, b).and_then(natural).map(|(a, b)| a / b),
        NatExpression::Rem(a, b) => both(a, b).and_then(natural).map(|(a, b)| a % b),
        NatExpression::Pow(a, b) => {
            both(a, b).and_then(|(a, b)| Some(a.pow(b.to_u32().filter(|n| *n <= 200)?)))
        }
        NatExpression::Min(a, b) => both(a, b).map(|(a, b)| a.min(b)),
        NatExpression::Max(a, b) => both(a, b).map(|(a, b)| a.max(b)),
        NatExpression::Overflow => None,
    }
}

/// `1`, for terms that are made here.
pub fn one() -> BigInt {
    BigInt::one()
}
