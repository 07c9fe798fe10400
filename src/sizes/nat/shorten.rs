//! Index terms as a person would write them: quotients and remainders that belong together are put together, common
//! factors are taken out, outer loop variables come first.
//!
//! Every view of an array (split, join, transpose, windows) adds arithmetic to the index; what reaches the kernel text must be
//! short, because it is computed for every element (paper, section 7; notes, 9.3).

use super::{Atom, Coefficient, Monomial, Nat, NatExpression};
use crate::Name;
use num_integer::Integer;
use num_rational::Ratio;
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Nat {
    /// With `c·m·⌊a/m⌋ + c·(a mod m)` as `c·a`: an array that is split and joined again is the array.
    pub fn shortened(&self) -> Nat {
        let mut out = self.clone();
        // Each round removes a remainder.
        while let Some(shorter) = out.reassembled() {
            out = shorter;
        }
        out
    }

    fn reassembled(&self) -> Option<Nat> {
        for (monomial, c) in self.terms.iter() {
            for (position, (atom, power)) in monomial.0.iter().enumerate() {
                let (Atom::Remainder(a, m), 1) = (atom, *power) else {
                    continue;
                };
                let mut others = monomial.0.clone();
                others.remove(position);
                let factor = Nat::term(Monomial(others), *c);
                let quotient = Nat::atom(Atom::Quotient(a.clone(), m.clone()));
                let partner = factor.times(m).times(&quotient);
                let present = |(m, c): (&Monomial, &Coefficient)| self.terms.get(m) == Some(c);
                if !partner.is_zero() && partner.terms.iter().all(present) {
                    let own = Nat::term(monomial.clone(), *c);
                    return Some(self.minus(&own).minus(&partner).plus(&factor.times(a)));
                }
            }
        }
        None
    }

    /// The coefficient of `x`, and the rest, if the term is linear in it.
    pub fn linear_in(&self, x: &Name) -> Option<(Nat, Nat)> {
        let mut coefficient = Nat::zero();
        let mut rest = Nat::zero();
        for (monomial, c) in self.terms.iter() {
            let (own, others): (Vec<_>, Vec<_>) =
                (monomial.0.iter().cloned()).partition(|(a, _)| matches!(a, Atom::Var(y) if y == x));
            let term = Nat::term(Monomial(others), *c);
            match own.as_slice() {
                [] => rest = rest.plus(&term),
                [(_, 1)] => coefficient = coefficient.plus(&term),
                _ => return None,
            }
        }
        let free = |n: &Nat| !n.variables().contains(x);
        (free(&coefficient) && free(&rest)).then_some((coefficient, rest))
    }

    /// The term as g·t + c for an integer term t: g and c.  g is 0 if the term is a constant; `None` if it may leave a remainder.
    pub fn residue(&self) -> Option<(i64, i64)> {
        if !self.is_integral() || !self.is_known() {
            return None;
        }
        let mut factor: i128 = 0;
        let mut constant: i128 = 0;
        for (monomial, c) in self.terms.iter() {
            match monomial.0.is_empty() {
                true => constant = *c.numer(),
                false => factor = factor.gcd(c.numer()),
            }
        }
        Some((i64::try_from(factor).ok()?, i64::try_from(constant).ok()?))
    }

    /// As a tree of operations with common factors taken out.  Fractions stand only with the sizes that they belong to:
    /// `n / 4 * i`, not `n * i / 4`, because the term is natural for all values of the indexes.
    pub fn factored(&self, is_size: &dyn Fn(&Name) -> bool) -> NatExpression {
        elder_syntax::effort::deeper(|| Factoring { is_size }.sum(self))
    }
}

struct Factoring<'a> {
    is_size: &'a dyn Fn(&Name) -> bool,
}

impl Factoring<'_> {
    fn is_fixed(&self, atom: &Atom) -> bool {
        Nat::atom(atom.clone()).variables().iter().all(self.is_size)
    }

    /// Terms whose coefficient over the sizes is a fraction are kept apart from the others.
    fn sum(&self, nat: &Nat) -> NatExpression {
        let mut by_index: BTreeMap<Monomial, Nat> = BTreeMap::new();
        for (monomial, c) in nat.terms.iter() {
            let (sizes, indexes): (Vec<_>, Vec<_>) =
                (monomial.0.iter().cloned()).partition(|(atom, _)| self.is_fixed(atom));
            let size = Nat::term(Monomial(sizes), *c);
            let entry = by_index.entry(Monomial(indexes)).or_insert_with(Nat::zero);
            *entry = entry.plus(&size);
        }
        let mut whole = Nat::zero();
        let mut fractions = Vec::new();
        for (indexes, size) in by_index {
            let monomial = Nat::term(indexes.clone(), Ratio::from_integer(1));
            // Without sizes, or beside a power, it is the indexes that make the fraction natural.
            let is_power = |(atom, _): &(Atom, i32)| matches!(atom, Atom::Power(..));
            let by_indexes = size.variables().is_empty() || indexes.0.iter().any(is_power);
            if size.is_integral() || !monomial.is_integral() || by_indexes {
                whole = whole.plus(&size.times(&monomial));
            } else {
                fractions.push((indexes, size));
            }
        }
        if fractions.len() > 1 || !whole.is_integral() {
            // Several may be whole together where none is alone.
            let all = fractions.drain(..);
            whole = all.fold(whole, |sum, (indexes, size)| {
                sum.plus(&size.times(&Nat::term(indexes, Ratio::from_integer(1))))
            });
        }
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        for (indexes, size) in fractions {
            let (numerator, denominator) = size.fraction();
            let product = |scale: NatExpression| {
                (indexes.0.iter()).fold(scale, |product, (atom, power)| {
                    (0..power.unsigned_abs()).fold(product, |p, _| {
                        NatExpression::Mul(Box::new(p), Box::new(self.atom(atom)))
                    })
                })
            };
            let over = |n: &Nat| {
                let (a, b) = (self.sum(n), self.sum(&denominator));
                product(NatExpression::DivExact(Box::new(a), Box::new(b)))
            };
            let opposite = Nat::zero().minus(&numerator);
            if opposite.terms.coefficients().all(|c| *c.numer() > 0) {
                negative.push(over(&opposite));
            } else {
                positive.push(over(&numerator));
            }
        }
        let (whole, together) = whole.apart();
        if let Some((numerator, denominator)) = together {
            let (a, b) = (self.sum(&numerator), self.sum(&denominator));
            positive.push(NatExpression::DivExact(Box::new(a), Box::new(b)));
        }
        let (more, less) = self.signed(&whole);
        positive.extend(more);
        negative.extend(less);
        let mut positive = positive.into_iter();
        let first = positive.next().unwrap_or(NatExpression::Lit(0));
        let sum = positive.fold(first, |a, b| NatExpression::Add(Box::new(a), Box::new(b)));
        (negative.into_iter()).fold(sum, |a, b| NatExpression::Sub(Box::new(a), Box::new(b)))
    }

    /// The summands with positive sign, and those with negative sign without it.
    fn signed(&self, nat: &Nat) -> (Vec<NatExpression>, Vec<NatExpression>) {
        let (positive, negative) = nat.signs();
        (self.summands(&positive), self.summands(&negative))
    }

    /// Takes out the factor that most terms have, then treats both halves likewise.
    fn summands(&self, nat: &Nat) -> Vec<NatExpression> {
        let mut counts: BTreeMap<&Atom, usize> = BTreeMap::new();
        for monomial in nat.terms.monomials() {
            for (atom, _) in monomial.0.iter().filter(|(_, power)| *power > 0) {
                *counts.entry(atom).or_default() += 1;
            }
        }
        let common = (counts.into_iter())
            .filter(|(_, count)| *count > 1)
            .max_by_key(|(atom, count)| (*count, self.is_fixed(atom), Reverse(*atom)));
        let Some((common, _)) = common else {
            let mut terms: Vec<_> = nat.terms.iter().collect();
            terms.sort_by_key(|(m, c)| (Reverse(m.0.len()), self.outermost(m), Reverse(c.numer().abs())));
            return terms.into_iter().map(|(m, c)| self.product(m, *c)).collect();
        };
        let (with, without) =
            (nat.terms).partition(|m, _| m.0.iter().any(|(atom, power)| atom == common && *power > 0));
        let inverse = Nat::term(Monomial::of(common.clone(), -1), Ratio::from_integer(1));
        let inner = self.sum(&Nat::from(with).times(&inverse));
        let product = NatExpression::Mul(Box::new(inner), Box::new(self.atom(common)));
        let rest = self.summands(&Nat::from(without));
        // A constant comes last.
        match rest.as_slice() {
            [NatExpression::Lit(_)] => [product].into_iter().chain(rest).collect(),
            _ if self.outermost_of(nat, common) => [product].into_iter().chain(rest).collect(),
            _ => rest.into_iter().chain([product]).collect(),
        }
    }

    /// Whether the terms with the factor have the outer index, or none does.
    fn outermost_of(&self, nat: &Nat, factor: &Atom) -> bool {
        let first = |with: bool| {
            (nat.terms.monomials())
                .filter(|m| m.0.iter().any(|(a, _)| a == factor) == with)
                .filter_map(|m| self.outermost(m))
                .min()
        };
        match (first(true), first(false)) {
            (Some(a), Some(b)) => a <= b,
            (None, Some(_)) => false,
            _ => true,
        }
    }

    /// The oldest index variable in a monomial: that of the outermost loop.
    fn outermost(&self, monomial: &Monomial) -> Option<Name> {
        let nat = Nat::term(monomial.clone(), Ratio::from_integer(1));
        nat.variables().into_iter().filter(|x| !(self.is_size)(x)).min()
    }

    /// A number, then indexes, then sizes.
    fn product(&self, monomial: &Monomial, c: Coefficient) -> NatExpression {
        let (monomial, c) = &monomial.with_whole_powers(c);
        let c = *c;
        let number = |n: i128| i64::try_from(n).map_or(NatExpression::Overflow, NatExpression::Lit);
        let mut atoms: Vec<_> = monomial.0.iter().collect();
        atoms.sort_by_key(|(atom, _)| self.is_fixed(atom));
        let multiply = |start: Option<NatExpression>, sign: i32| {
            (atoms.iter().filter(|(_, power)| power.signum() == sign)).fold(
                start,
                |product, (atom, power)| {
                    (0..power.unsigned_abs()).fold(product, |product, _| {
                        let atom = self.atom(atom);
                        Some(match product {
                            None => atom,
                            Some(p) => NatExpression::Mul(Box::new(p), Box::new(atom)),
                        })
                    })
                },
            )
        };
        let over = multiply((*c.numer() != 1).then(|| number(*c.numer())), 1);
        let under = multiply((*c.denom() != 1).then(|| number(*c.denom())), -1);
        let over = over.unwrap_or(NatExpression::Lit(1));
        match under {
            None => over,
            Some(under) => NatExpression::DivExact(Box::new(over), Box::new(under)),
        }
    }

    fn atom(&self, atom: &Atom) -> NatExpression {
        NatExpression::atom(atom, &|part| self.sum(part))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Name, Nat, Ranges};

    #[test]
    fn what_is_split_and_joined_is_itself() {
        let i = Nat::var(&Name::fresh("i"));
        for m in [Nat::lit(64), Nat::var(&Name::fresh("m"))] {
            let (q, r) = (i.quotient(&m, &Ranges::new()), i.remainder(&m, &Ranges::new()));
            assert_eq!(q.times(&m).plus(&r).shortened(), i);
            let three = Nat::lit(3);
            let tripled = q.times(&m).times(&three).plus(&r.times(&three));
            assert_eq!(tripled.shortened(), i.times(&three));
        }
    }

    #[test]
    fn indexes_read_like_written_ones() {
        let names: Vec<Name> = ["n", "m", "k", "g", "l", "i"].iter().map(Name::fresh).collect();
        let vars: Vec<Nat> = names.iter().map(Nat::var).collect();
        let [n, m, k, g, l, i] = vars.as_slice() else {
            return;
        };
        let text = |nat: &Nat| nat.factored(&|x| names[..3].contains(x)).to_string();
        assert_eq!(text(&g.times(m).plus(l)), "g * m + l");
        let nested = g.times(m).times(k).plus(&l.times(k)).plus(i);
        assert_eq!(text(&nested), "(g * m + l) * k + i");
        let constant = Nat::lit(2048).times(l).plus(&Nat::lit(131072).times(g)).plus(i);
        assert_eq!(text(&constant), "131072 * g + 2048 * l + i");
        let quarter = n.divided_exactly(&Nat::lit(4)).unwrap_or_else(Nat::zero);
        assert_eq!(text(&quarter.times(g).plus(l)), "n /^ 4 * g + l");
        assert_eq!(text(&quarter.times(&Nat::lit(2).power(i))), "2^i * n /^ 4");
        let less = Nat::lit(3).power(&i.minus(&Nat::lit(2)));
        assert_eq!(text(&less), "3^i /^ 9");
        assert_eq!(text(&i.plus(&Nat::one())), "i + 1");
        assert_eq!(text(&n.minus(&i.plus(&Nat::one()))), "n - i - 1");
    }
}
