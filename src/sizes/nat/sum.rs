//! Sums of monomials and the arithmetic on them, in normal form.
//!
//! Most sums have one to three terms, and compilers make and compare millions of them: therefore they are ordered rows, and sums and
//! products merge rows.

use super::{Atom, Nat};
use num_rational::Ratio;
use std::cmp::Ordering;
use std::sync::Arc;

/// A rational number.
pub(super) type Coefficient = Ratio<i128>;

/// A product of atoms to powers; sorted, no power is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Monomial(pub(super) Vec<(Atom, i32)>);

/// Monomials in order, each once, with coefficients that are not zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Sum(Vec<(Monomial, Coefficient)>);

/// Two rows in the order of their keys as one: `both` says what becomes of entries with one key.
fn merged<K: Ord + Clone, V: Copy, E>(
    a: &[(K, V)],
    b: &[(K, V)],
    only_b: impl Fn(V) -> Result<V, E>,
    both: impl Fn(V, V) -> Result<Option<V>, E>,
) -> Result<Vec<(K, V)>, E> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a, b);
    while let ([(k, v), a_rest @ ..], [(l, w), b_rest @ ..]) = (a, b) {
        match k.cmp(l) {
            Ordering::Less => {
                out.push((k.clone(), *v));
                a = a_rest;
            }
            Ordering::Greater => {
                out.push((l.clone(), only_b(*w)?));
                b = b_rest;
            }
            Ordering::Equal => {
                out.extend(both(*v, *w)?.map(|v| (k.clone(), v)));
                (a, b) = (a_rest, b_rest);
            }
        }
    }
    out.extend_from_slice(a);
    for (l, w) in b {
        out.push((l.clone(), only_b(*w)?));
    }
    Ok(out)
}

impl Monomial {
    /// The atom to a power that is not zero.
    pub(super) fn of(atom: Atom, power: i32) -> Monomial {
        Monomial(vec![(atom, power)])
    }

    /// The product.
    pub(super) fn times(&self, other: &Monomial) -> Monomial {
        if self.0.is_empty() || other.0.is_empty() {
            return if self.0.is_empty() { other } else { self }.clone();
        }
        let sum = |p: i32, q: i32| Ok(Some(p.saturating_add(q)).filter(|power| *power != 0));
        match merged::<_, _, std::convert::Infallible>(&self.0, &other.0, Ok, sum) {
            Ok(atoms) => Monomial(atoms),
        }
    }

    /// The order of long division: by the power of the first atom, then of the next; a product keeps it.
    pub(super) fn lexicographic(&self, other: &Monomial) -> Ordering {
        let power = |m: &Monomial, a: &Atom| m.0.iter().find(|(b, _)| a == b).map_or(0, |(_, p)| *p);
        let mut atoms: Vec<&Atom> = self.0.iter().chain(&other.0).map(|(a, _)| a).collect();
        atoms.sort();
        atoms.dedup();
        let powers = atoms.iter().map(|a| power(self, a).cmp(&power(other, a)));
        powers.fold(Ordering::Equal, Ordering::then)
    }

    /// With the signs of all powers turned.
    pub(super) fn inverse(&self) -> Monomial {
        let powers = self.0.iter().map(|(a, p)| (a.clone(), p.saturating_neg()));
        Monomial(powers.collect())
    }

    /// Whether it divides by nothing.
    pub(super) fn is_integral(&self) -> bool {
        self.0.iter().all(|(_, power)| *power > 0)
    }
}

impl Sum {
    /// One term; none if the coefficient is zero.
    pub(super) fn term(monomial: Monomial, c: Coefficient) -> Sum {
        match *c.numer() {
            0 => Sum::default(),
            _ => Sum(vec![(monomial, c)]),
        }
    }

    /// The coefficient of a monomial that occurs.
    pub(super) fn get(&self, monomial: &Monomial) -> Option<&Coefficient> {
        let position = self.0.binary_search_by(|(m, _)| m.cmp(monomial)).ok()?;
        Some(&self.0[position].1)
    }

    /// The terms in order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (&Monomial, &Coefficient)> {
        self.0.iter().map(|(monomial, c)| (monomial, c))
    }

    /// The monomials in order.
    pub(super) fn monomials(&self) -> impl Iterator<Item = &Monomial> {
        self.0.iter().map(|(monomial, _)| monomial)
    }

    /// The coefficients in the order of their monomials.
    pub(super) fn coefficients(&self) -> impl Iterator<Item = &Coefficient> {
        self.0.iter().map(|(_, c)| c)
    }

    /// The number of terms.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// `self + other`; `None` if a coefficient leaves the range.
    pub(super) fn plus(&self, other: &Sum) -> Option<Sum> {
        let both = |c, d| nonzero(checked_add(c, d));
        merged(&self.0, &other.0, Ok, both).ok().map(Sum)
    }

    /// `self − other`; `None` if a coefficient leaves the range.
    pub(super) fn minus(&self, other: &Sum) -> Option<Sum> {
        let only = |d| checked_neg(d).ok_or(Overflow);
        let both = |c, d| nonzero(checked_add(c, checked_neg(d).ok_or(Overflow)?));
        merged(&self.0, &other.0, only, both).ok().map(Sum)
    }

    /// `self · other`; `None` if a coefficient leaves the range.
    pub(super) fn times(&self, other: &Sum) -> Option<Sum> {
        let mut products = Vec::with_capacity(self.len() * other.len());
        for (m, c) in self.iter() {
            for (n, d) in other.iter() {
                products.push((m.times(n), checked_mul(*c, *d)?));
            }
        }
        Sum::ordered(products)
    }

    /// Terms in any order, of which several may have one monomial.
    fn ordered(mut terms: Vec<(Monomial, Coefficient)>) -> Option<Sum> {
        if !terms.is_sorted_by(|(m, _), (n, _)| m < n) {
            terms.sort_by(|(m, _), (n, _)| m.cmp(n));
            let mut out: Vec<(Monomial, Coefficient)> = Vec::with_capacity(terms.len());
            for (m, c) in terms {
                match out.last_mut().filter(|(n, _)| *n == m) {
                    Some((_, sum)) => *sum = checked_add(*sum, c)?,
                    None => out.push((m, c)),
                }
            }
            terms = out;
        }
        terms.retain(|(_, c)| *c.numer() != 0);
        Some(Sum(terms))
    }

    /// The terms for which `is_first` holds, and the others.
    pub(super) fn partition(&self, is_first: impl Fn(&Monomial, &Coefficient) -> bool) -> (Sum, Sum) {
        let (first, second) = self.0.iter().cloned().partition(|(m, c)| is_first(m, c));
        (Sum(first), Sum(second))
    }
}

/// A coefficient left the range of the arithmetic.
struct Overflow;

fn nonzero(c: Option<Coefficient>) -> Result<Option<Coefficient>, Overflow> {
    match c {
        Some(c) => Ok(Some(c).filter(|c| *c.numer() != 0)),
        None => Err(Overflow),
    }
}

impl Nat {
    /// `c` times the monomial.
    pub(super) fn term(monomial: Monomial, c: Coefficient) -> Nat {
        Nat::from(Sum::term(monomial, c))
    }
}

impl From<Sum> for Nat {
    fn from(sum: Sum) -> Nat {
        Nat { terms: Arc::new(sum) }
    }
}

/// The least common multiple of positive numbers.
pub(super) fn common_multiple(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

/// The sum.
pub(super) fn checked_add(a: Coefficient, b: Coefficient) -> Option<Coefficient> {
    if a.is_integer() && b.is_integer() {
        return a.numer().checked_add(*b.numer()).map(Ratio::from_integer);
    }
    let numerator = a
        .numer()
        .checked_mul(*b.denom())?
        .checked_add(b.numer().checked_mul(*a.denom())?)?;
    Some(Ratio::new(numerator, a.denom().checked_mul(*b.denom())?))
}

/// The product.
pub(super) fn checked_mul(a: Coefficient, b: Coefficient) -> Option<Coefficient> {
    let numerator = a.numer().checked_mul(*b.numer())?;
    if a.is_integer() && b.is_integer() {
        return Some(Ratio::from_integer(numerator));
    }
    Some(Ratio::new(numerator, a.denom().checked_mul(*b.denom())?))
}

/// The opposite.
fn checked_neg(a: Coefficient) -> Option<Coefficient> {
    Some(Ratio::new_raw(a.numer().checked_neg()?, *a.denom()))
}
