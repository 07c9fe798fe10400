//! What is known of variables at one place of a program, and what follows from it: bounds, and shorter quotients and remainders.

use super::{Atom, Coefficient, Monomial, Nat};
use crate::Name;
use im::{OrdMap, Vector};
use num_rational::Ratio;

/// What is known at one place of a program (DPIA-K-FACTS): `low ≤ x < high`, and terms that are not below zero.
///
/// That an index lies below n says also that n is not zero, so it holds within its loop and nowhere else.  Therefore this is a value:
/// entering a loop or a branch makes another one, and what held outside is still there, unchanged.  Walks over trees keep theirs in a
/// [`Known`](crate::Known), which cannot be changed for longer than the walk stays below the place.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    ends: OrdMap<Name, (Nat, Nat)>,
    facts: Vector<Nat>,
}

impl Ranges {
    /// Nothing is known.
    pub fn new() -> Ranges {
        Ranges::default()
    }

    /// Where also `0 ≤ x < n` holds, as in the body of a loop.
    #[must_use]
    pub fn below(&self, x: &Name, n: &Nat) -> Ranges {
        self.between(x, &Nat::zero(), n)
    }

    /// Where also `low ≤ x < high` holds.
    #[must_use]
    pub fn between(&self, x: &Name, low: &Nat, high: &Nat) -> Ranges {
        Ranges {
            ends: self.ends.update(x.clone(), (low.clone(), high.clone())),
            facts: self.facts.clone(),
        }
    }

    /// Where also `0 ≤ fact` holds, as in the branch of a condition that says so.
    #[must_use]
    pub fn assuming(&self, fact: Nat) -> Ranges {
        let mut facts = self.facts.clone();
        facts.push_back(fact);
        Ranges {
            ends: self.ends.clone(),
            facts,
        }
    }

    /// Where also none of these is below zero.
    #[must_use]
    pub fn assuming_all(&self, facts: impl IntoIterator<Item = Nat>) -> Ranges {
        facts
            .into_iter()
            .fold(self.clone(), |known, fact| known.assuming(fact))
    }

    /// What is known where `n` is not zero: neither are its factors.
    #[must_use]
    pub fn nonzero(&self, n: &Nat) -> Ranges {
        let factors = n.factors().into_iter();
        self.assuming_all(factors.map(|x| Nat::var(&x).minus(&Nat::one())))
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = &Nat> {
        self.facts.iter()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Name, &(Nat, Nat))> {
        self.ends.iter()
    }

    /// The variables that have a range.
    pub fn variables(&self) -> Vec<Name> {
        self.ends.keys().cloned().collect()
    }

    /// The half-open range of `x`.
    pub fn of(&self, x: &Name) -> Option<&(Nat, Nat)> {
        self.ends.get(x)
    }
}

impl Nat {
    /// `⌊self / other⌋`, shortened by what is known of the variables.
    pub fn quotient(&self, other: &Nat, ranges: &Ranges) -> Nat {
        self.divide(other, ranges).0
    }

    /// `self mod other`, shortened by what is known of the variables.
    pub fn remainder(&self, other: &Nat, ranges: &Ranges) -> Nat {
        self.divide(other, ranges).1
    }

    /// `⌊self / other⌋` and `self mod other`, shortened by what is known of the variables: the terms that `other` divides go into
    /// the quotient; if the rest lies in `0 … other−1` it is the remainder.
    pub fn divide(&self, other: &Nat, ranges: &Ranges) -> (Nat, Nat) {
        if other.is_one() {
            return (self.clone(), Nat::zero());
        }
        if self.is_zero() {
            return (Nat::zero(), Nat::zero());
        }
        if let (Some(a), Some(b)) = (self.as_constant(), other.as_constant())
            && b > 0
        {
            return (Nat::lit(a.div_euclid(b)), Nat::lit(a.rem_euclid(b)));
        }
        let mut whole = Nat::zero();
        let mut rest = self.clone();
        for (monomial, c) in self.terms.iter() {
            let term = Nat::term(monomial.clone(), *c);
            if let Some(q) = term.divided_exactly(other)
                && q.is_integral()
                && term.is_integral()
            {
                whole = whole.plus(&q);
                rest = rest.minus(&term);
            } else if let (Some(d), true) = (other.as_constant(), *c.denom() == 1)
                && monomial.is_integral()
                && c.numer().unsigned_abs() > d.unsigned_abs() as u128
                && d > 0
            {
                // 7 i / 4 = i + (3 i) / 4
                let q = c.numer().div_euclid(i128::from(d));
                let part = Nat::term(monomial.clone(), Ratio::from_integer(q));
                whole = whole.plus(&part);
                rest = rest.minus(&part.times(other));
            }
        }
        if rest.is_zero() {
            return (whole, rest);
        }
        let natural = rest.is_nonnegative(ranges);
        if natural && rest.is_below(other, ranges) {
            return (whole, rest);
        }
        if !rest.is_integral() || !natural {
            // What was split off may have been needed to keep the rest a natural number.
            return (
                Nat::atom(Atom::Quotient(self.clone(), other.clone())),
                Nat::atom(Atom::Remainder(self.clone(), other.clone())),
            );
        }
        (
            whole.plus(&Nat::atom(Atom::Quotient(rest.clone(), other.clone()))),
            Nat::atom(Atom::Remainder(rest, other.clone())),
        )
    }

    /// The largest value plus one that the ranges allow, if that can be said.
    pub fn upper_bound(&self, ranges: &Ranges) -> Option<Nat> {
        let mut bound = Nat::one();
        for (monomial, c) in self.with_remainders().terms.iter() {
            bound = bound.plus(&monomial_extreme(monomial, c, *c.numer() > 0, ranges)?);
        }
        bound.is_known().then_some(bound)
    }

    /// The largest value that the ranges allow, in known variables only, if that can be said.  The end of a range may depend on
    /// other variables: the length of a loop on those of the loops around it.
    pub fn largest(&self, ranges: &Ranges, is_known: &dyn Fn(&Name) -> bool) -> Option<Nat> {
        let mut out = self.clone();
        for _ in 0..=ranges.ends.len() {
            if out.variables().iter().all(is_known) {
                return Some(out);
            }
            let bound = out.upper_bound(ranges)?.minus(&Nat::one());
            if bound == out {
                break;
            }
            out = bound;
        }
        None
    }

    /// With `c·(a − b·⌊a/b⌋)` as `c·(a mod b)`, for numbers b: the remainder has a bound of its own.
    fn with_remainders(&self) -> Nat {
        let mut out = self.clone();
        for atom in self.atoms() {
            let Atom::Quotient(a, b) = atom else { continue };
            let (Some(_), Some(c)) = (
                b.as_constant().filter(|b| *b > 0),
                out.terms.get(&Monomial::of(atom.clone(), 1)),
            ) else {
                continue;
            };
            let Some(factor) = Nat::zero()
                .minus(&Nat::constant(*c))
                .divided_exactly(b)
                .filter(Nat::is_integral)
            else {
                continue;
            };
            let own = factor.times(a);
            let is_there = |(m, c): (&Monomial, &Coefficient)| out.terms.get(m) == Some(c);
            if *c.numer() < 0 && own.terms.iter().all(is_there) {
                let digit = b.times(&Nat::atom(atom.clone()));
                let remainder = Nat::atom(Atom::Remainder(a.clone(), b.clone()));
                out = out.minus(&own).plus(&factor.times(&digit.plus(&remainder)));
            }
        }
        out
    }

    /// Whether `self ≥ 0` for all values of the variables in their ranges; `false` when that is not seen.
    pub fn is_nonnegative(&self, ranges: &Ranges) -> bool {
        if !self.is_known() {
            return false;
        }
        if self.terms.coefficients().all(|c| *c.numer() >= 0) {
            return true;
        }
        self.lower_bound(ranges)
            .is_some_and(|low| low.terms.coefficients().all(|c| *c.numer() >= 0))
            || self.follows(ranges)
    }

    fn lower_bound(&self, ranges: &Ranges) -> Option<Nat> {
        let mut bound = Nat::zero();
        for (monomial, c) in self.terms.iter() {
            bound = bound.plus(&monomial_extreme(monomial, c, *c.numer() < 0, ranges)?);
        }
        bound.is_known().then_some(bound)
    }

    /// Whether `self < other` for all values of the variables in their ranges; `false` when that is not seen.
    pub fn is_below(&self, other: &Nat, ranges: &Ranges) -> bool {
        let quickly = self.upper_bound(ranges).is_some_and(|bound| {
            let slack = other.minus(&bound);
            slack.is_known() && slack.terms.coefficients().all(|c| *c.numer() >= 0)
        });
        quickly || other.minus(self).minus(&Nat::one()).is_nonnegative(ranges)
    }
}

/// So deep may what is not a variable stand in each other where a bound of it is looked for: each level asks for several bounds of the next.
const MOST_NESTED: usize = 5;

impl Atom {
    /// How deep atoms other than variables stand in each other.
    fn depth(&self) -> usize {
        let deepest = |n: &Nat| n.atoms().into_iter().map(Atom::depth).max().unwrap_or(0);
        self.operands()
            .map(|operand| 1 + deepest(operand))
            .max()
            .unwrap_or(0)
    }
}

/// The largest (or smallest) value of a term: each ranged variable at the end of its range.
fn monomial_extreme(monomial: &Monomial, c: &Coefficient, largest: bool, ranges: &Ranges) -> Option<Nat> {
    let mut out = Nat::constant(*c);
    for (atom, power) in &monomial.0 {
        let end = match atom {
            Atom::Var(x) => match ranges.of(x) {
                Some((low, high)) => {
                    if largest {
                        high.minus(&Nat::one())
                    } else {
                        low.clone()
                    }
                }
                None => Nat::var(x),
            },
            deep if deep.depth() > MOST_NESTED => Nat::atom(deep.clone()),
            Atom::Remainder(_, n) => {
                if largest {
                    n.minus(&Nat::one())
                } else {
                    Nat::zero()
                }
            }
            Atom::Quotient(a, b) if *power > 0 && b.as_constant().is_some_and(|b| b > 0) => {
                if largest {
                    let end = a.upper_bound(ranges)?;
                    let top = end.minus(&Nat::one());
                    let natural = |n: &Nat| n.is_nonnegative(&Ranges::new());
                    if let Some(top) = top.as_constant() {
                        Nat::lit(top / b.as_constant().unwrap_or(1))
                    } else if natural(&top) {
                        top.quotient(b, &Ranges::new())
                    } else if natural(&end) {
                        // The quotient of a number that may be below zero is none.
                        end.quotient(b, &Ranges::new())
                    } else {
                        Nat::atom(atom.clone())
                    }
                } else {
                    Nat::zero()
                }
            }
            // Both grow with what they are of; atoms are of natural numbers.
            Atom::Min(a, b) | Atom::Max(a, b) if *power > 0 => {
                let end = |n: &Nat| match largest {
                    true => n.upper_bound(ranges).map(|bound| bound.minus(&Nat::one())),
                    false => n.lower_bound(ranges),
                };
                let (a, b) = (end(a)?, end(b)?);
                let natural = [&a, &b].iter().all(|n| n.is_nonnegative(&Ranges::new()));
                match atom {
                    _ if !natural => Nat::atom(atom.clone()),
                    Atom::Min(..) => a.minimum(&b),
                    _ => a.maximum(&b),
                }
            }
            // A numeral to a power grows with the exponent; below a fraction line it is the other way round.
            Atom::Power(base, exponent) if base.as_constant().is_some_and(|b| b >= 1) => {
                let end = if largest == (*power > 0) {
                    exponent.upper_bound(ranges)?.minus(&Nat::one())
                } else {
                    exponent.lower_bound(ranges)?
                };
                base.power(&end)
            }
            other => Nat::atom(other.clone()),
        };
        let factor = end.power(&Nat::lit(i64::from(power.unsigned_abs())));
        if *power < 0 && matches!(atom, Atom::Var(x) if ranges.of(x).is_some()) {
            return None;
        }
        out = if *power > 0 {
            out.times(&factor)
        } else {
            out.divided_exactly(&factor)?
        };
    }
    Some(out)
}
