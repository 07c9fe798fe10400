//! Between which numbers the terms of kernels lie: interval arithmetic over sizes, exact in `i128`.
//!
//! Kernels compute indexes in a type of 32 or 64 bits.  What they compute are terms over sizes, which the launch knows, and over
//! variables that run through ranges: counters of loops, indexes that are read.  The launch evaluates the extremes of every term, of
//! all its parts too, before anything runs; so it knows whether the narrow type holds them all.

use crate::size::{Size, SizeOp, Sizes};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// What the kernels of a plan compute in the type of indexes.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The variables of the terms that are no sizes, each after those that its range mentions.
    variables: Vec<Variable>,
    terms: Vec<Term>,
    /// The terms that are in the list already.
    seen: FxHashSet<Size>,
}

/// A variable of kernels or of the host's loops.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, which no size and no other variable has: the text that people know, and from a quote on a number.
    pub name: Name,
    /// It is at least 0 and less than this; `None`: any natural number that the type of indexes holds.
    pub below: Option<Size>,
}

/// A term over sizes and variables.
#[derive(Clone, Debug)]
pub struct Term {
    /// The term.
    pub size: Size,
    /// Where it comes from.
    pub span: Span,
}

/// The term as people read it, with variables under the names of the program.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = false;
        for c in self.size.to_string().chars() {
            number = c == '\'' || (number && c.is_ascii_digit());
            if !number {
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

/// The numbers that a term may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interval {
    /// None: it is computed in a loop of no round, or divides by zero.
    Empty,
    /// From the first to the second.
    Between(i128, i128),
    /// It cannot be said, or `i128` does not hold it.
    Unknown,
}

/// An evaluation of terms.
struct Extremes<'a> {
    sizes: &'a Sizes,
    variables: FxHashMap<&'a Name, Interval>,
    /// The type of indexes holds numbers up to this.
    most: i128,
    /// Whether a part of the term at hand leaves the type.
    leaves: bool,
}

impl Terms {
    /// Adds a variable.
    pub fn variable(&mut self, name: Name, below: Option<Size>) {
        self.variables.push(Variable { name, below });
    }

    /// Adds a term, unless it is there already.
    pub fn add(&mut self, size: Size, span: Span) {
        if self.seen.contains(&size) {
            return;
        }
        self.seen.insert(size.clone());
        self.terms.push(Term { size, span });
    }

    /// Takes over all that another list has.
    pub fn extend(&mut self, other: Terms) {
        self.variables.extend(other.variables);
        for term in other.terms {
            self.add(term.size, term.span);
        }
    }

    /// The terms.
    pub fn iter(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter()
    }

    /// The variables.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Removes the terms that fit 32 bits whatever the sizes are.
    pub fn without_evident(mut self) -> Terms {
        let nothing = Sizes::default();
        let mut extremes = Extremes::new(self.variables.as_slice(), &nothing, PrimType::I32);
        let evident: Vec<bool> = self.terms.iter().map(|t| extremes.holds(&t.size)).collect();
        let mut evident = evident.into_iter();
        self.terms.retain(|_| evident.next() != Some(true));
        self
    }

    /// A term that this type does not hold whatever the sizes are.
    pub fn never_fit(&self, index: PrimType) -> Option<&Term> {
        let nothing = Sizes::default();
        let mut extremes = Extremes::new(&self.variables, &nothing, index);
        let never = |t: &&Term| {
            extremes.leaves = false;
            extremes.of(&t.size) != Interval::Empty && extremes.leaves
        };
        self.terms.iter().find(never)
    }

    /// Whether all terms, and all their parts, fit the type of indexes for these sizes.
    ///
    /// # Errors
    /// The first term that may not fit.
    pub fn fit(&self, index: PrimType, sizes: &Sizes) -> Result<(), &Term> {
        let mut extremes = Extremes::new(&self.variables, sizes, index);
        match self.terms.iter().find(|t| !extremes.holds(&t.size)) {
            None => Ok(()),
            Some(term) => Err(term),
        }
    }
}

impl<'a> Extremes<'a> {
    fn new(variables: &'a [Variable], sizes: &'a Sizes, index: PrimType) -> Extremes<'a> {
        let most = if index == PrimType::I32 {
            i128::from(i32::MAX)
        } else {
            i128::from(i64::MAX)
        };
        let mut extremes = Extremes {
            sizes,
            variables: FxHashMap::default(),
            most,
            leaves: false,
        };
        for variable in variables {
            let range = match &variable.below {
                None => Interval::Between(0, most),
                Some(below) => match extremes.of(below) {
                    Interval::Between(_, end) if end <= 0 => Interval::Empty,
                    Interval::Between(_, end) => Interval::Between(0, end - 1),
                    other => other,
                },
            };
            extremes.variables.insert(&variable.name, range);
        }
        extremes
    }

    /// Whether the type of indexes holds the term and its parts.
    fn holds(&mut self, term: &Size) -> bool {
        self.leaves = false;
        match self.of(term) {
            // Nobody computes it.
            Interval::Empty => true,
            Interval::Between(..) => !self.leaves,
            Interval::Unknown => false,
        }
    }

    fn of(&mut self, term: &Size) -> Interval {
        let interval = elder_syntax::effort::deeper(|| match term {
            Size::Const(value) => Interval::Between(i128::from(*value), i128::from(*value)),
            Size::Var(x) => match (self.variables.get(x), self.sizes.get(x)) {
                (Some(range), _) => *range,
                (None, Some(value)) => Interval::Between(i128::from(*value), i128::from(*value)),
                (None, None) => Interval::Unknown,
            },
            Size::Binary(op, a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                a.apply(*op, b)
            }
        });
        if let Interval::Between(low, high) = interval {
            self.leaves |= high > self.most || low < -self.most - 1;
        }
        interval
    }
}

impl Interval {
    fn apply(self, op: SizeOp, other: Interval) -> Interval {
        use Interval::{Between, Empty, Unknown};
        let (a, b, c, d) = match (self, other) {
            (Empty, _) | (_, Empty) => return Empty,
            (Between(a, b), Between(c, d)) => (a, b, c, d),
            (Unknown, _) | (_, Unknown) => return Unknown,
        };
        let between = |low: Option<i128>, high: Option<i128>| match (low, high) {
            (Some(low), Some(high)) => Between(low, high),
            _ => Unknown,
        };
        match op {
            SizeOp::Add => between(a.checked_add(c), b.checked_add(d)),
            SizeOp::Sub => between(a.checked_sub(d), b.checked_sub(c)),
            SizeOp::Mul => {
                let products = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| x.checked_mul(y));
                match products {
                    [Some(w), Some(x), Some(y), Some(z)] => {
                        Between(w.min(x).min(y).min(z), w.max(x).max(y).max(z))
                    }
                    _ => Unknown,
                }
            }
            // Divisors are natural numbers; what divides by zero has no value.
            SizeOp::Div | SizeOp::Mod if d < 1 => Empty,
            SizeOp::Div => {
                let c = c.max(1);
                let low = if a >= 0 { a / d } else { a };
                let high = if b >= 0 { b / c } else { 0 };
                Between(low, high)
            }
            SizeOp::Mod => {
                let low = if a >= 0 { 0 } else { a.max(1 - d) };
                Between(low, b.clamp(0, d - 1))
            }
            SizeOp::Min => Between(a.min(c), b.min(d)),
            SizeOp::Max => Between(a.max(c), b.max(d)),
            SizeOp::Pow => {
                let power = |base: i128, exponent: i128| match base.max(0) {
                    base @ (0 | 1) => Some(if exponent <= 0 { 1 } else { base }),
                    base => base.checked_pow(u32::try_from(exponent.max(0)).ok()?),
                };
                match (power(b, d), b) {
                    (Some(high), _) => Between(0, high.max(1)),
                    (None, _) => Unknown,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(n: i64) -> Sizes {
        [(Name::new("n"), n)].into_iter().collect()
    }

    fn squares() -> Terms {
        let mut terms = Terms::default();
        terms.variable("i'1".into(), Some(Size::var("n")));
        let i = || Size::var("i'1");
        terms.add((i() * i()) % Size::var("n"), Span::NONE);
        terms
    }

    #[test]
    fn parts_of_a_term_have_to_fit_too() {
        assert!(squares().fit(PrimType::I32, &sizes(46_341)).is_ok());
        assert!(squares().fit(PrimType::I32, &sizes(46_342)).is_err());
        assert!(squares().fit(PrimType::I64, &sizes(1 << 31)).is_ok());
        assert!(squares().fit(PrimType::I64, &sizes(1 << 32)).is_err());
    }

    #[test]
    fn terms_fit_down_to_the_least_number() {
        let mut terms = Terms::default();
        terms.add(Size::Const(0) - Size::var("n") - Size::var("n"), Span::NONE);
        assert!(terms.fit(PrimType::I32, &sizes(1 << 30)).is_ok());
        assert!(terms.fit(PrimType::I32, &sizes((1 << 30) + 1)).is_err());
    }

    #[test]
    fn nobody_computes_in_a_loop_of_no_round() {
        let mut terms = Terms::default();
        terms.variable("i'1".into(), Some(Size::var("n")));
        terms.add(Size::var("i'1") + Size::Const(1 << 40), Span::NONE);
        assert!(terms.fit(PrimType::I32, &sizes(0)).is_ok());
        assert!(terms.fit(PrimType::I32, &sizes(1)).is_err());
    }

    #[test]
    fn what_fits_whatever_the_sizes_are_is_not_asked() {
        let mut terms = Terms::default();
        terms.variable("i'1".into(), Some(Size::Const(64)));
        terms.add(Size::var("i'1") * Size::Const(64), Span::NONE);
        terms.add(Size::var("i'1") * Size::var("n"), Span::NONE);
        assert_eq!(terms.without_evident().iter().count(), 1);
    }
}
