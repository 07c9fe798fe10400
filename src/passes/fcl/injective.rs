//! Index functions of `interleave` that are changes of mixed-radix digits (FCL-M-INJECTIVE).
//!
//! `i / d` and `i % d` are digits of i: with fresh names for them, i is `d · a + b`.  If the position is then a sum of digits with
//! coefficients such that each is more than what the digits of less weight can come to, different digits give different
//! positions, as in any positional number system.  If each coefficient is exactly what the digits below it cannot come to,
//! no position is left out.  Elements may be dropped by conditions that bound a sum of lower digits, as the columns past the edge
//! of a matrix.
//!
//! Three changes of digits come before that, each a bijection.  A *rotation* `(c + x) % n` of digits that come to n values is one digit
//! below n, if they occur nowhere else.  Two digits of one variable that the position puts together again are that variable.  A digit that counts down
//! counts up from the other end.
//!
//! A range that the divisor does not divide is rounded up: then more digits are looked at than there are, which proves that positions
//! differ, but not how many there are nor how far they go.

use super::conditions::divided;
use super::facts::Facts;
use elder_dpia::{Atom, Name, Nat};

/// Where element j of part i goes.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The part's number.
    pub(super) i: Name,
    /// The element's number in it.
    pub(super) j: Name,
    /// How many parts there are.
    pub(super) n: Nat,
    /// How many elements each has.
    pub(super) m: Nat,
    /// The position, where the element has one.
    pub(super) at: Nat,
    /// Terms that are not below zero exactly if the element has a position.
    pub(super) guards: Vec<Nat>,
}

impl Position {
    /// The position of element q of all, part by part, and where it has one.
    pub(super) fn of(&self, facts: &Facts, q: &Nat) -> (Nat, Vec<Nat>) {
        let (i, j) = (facts.quotient(q, &self.m), facts.remainder(q, &self.m));
        let at = |term: &Nat| {
            facts.substitute(term, &mut |x| {
                if *x == self.i {
                    Some(i.clone())
                } else if *x == self.j {
                    Some(j.clone())
                } else {
                    None
                }
            })
        };
        (at(&self.at), self.guards.iter().map(at).collect())
    }
}

/// A digit: `0 ≤ variable < range`, and what it counts for.
struct Digit {
    variable: Name,
    range: Nat,
    weight: Nat,
}

/// A variable `0 ≤ name < range` that positions are made of, with what it was divided from.
#[derive(Clone)]
struct Radix {
    name: Name,
    range: Nat,
    /// Whether it takes every value of the range, whatever the others are.
    exact: bool,
}

/// A variable that was taken apart: `whole = divisor · high + low`.
struct Parted {
    whole: Radix,
    high: Name,
    low: Name,
    divisor: Nat,
}

/// A position as a sum of digits.
pub(super) struct Digits {
    digits: Vec<Digit>,
    constant: Nat,
    guards: Vec<Nat>,
    facts: Facts,
    /// Whether every combination of digits is that of an element.
    exact: bool,
}

/// What is seen of positions that differ.
pub(super) struct Arranged {
    /// If the positions are 0, 1, 2, … without a gap: how many there are.
    pub(super) count: Option<Nat>,
}

/// The position as a sum of digits of i and j, each of them once.
pub(super) fn digits(position: &Position, facts: &Facts) -> Option<Digits> {
    let mut facts = facts.clone();
    let mut terms = position.guards.clone();
    terms.push(position.at.clone());
    let of = |name: &Name, range: &Nat| Radix {
        name: name.clone(),
        range: range.clone(),
        exact: true,
    };
    let mut variables = vec![of(&position.i, &position.n), of(&position.j, &position.m)];
    for x in &variables {
        facts = facts.below(&x.name, &x.range);
    }
    let mut parted: Vec<Parted> = Vec::new();
    // Each round turns a rotated variable back, or takes a variable apart that is divided.
    for _ in 0..16 {
        if turned_back(&mut terms, &mut variables, &mut facts) {
            continue;
        }
        let ranges = variables
            .iter()
            .map(|x| (x.name.clone(), x.range.clone()))
            .collect();
        let Some((known, d)) = terms.iter().find_map(|term| divided(term, &ranges)) else {
            break;
        };
        let whole = variables.swap_remove(known);
        let (high, low) = (whole.name.renewed(), whole.name.renewed());
        let exactly = whole.range.divided_exactly(&d).filter(Nat::is_integral);
        let exact = exactly.is_some();
        let highs = exactly.unwrap_or_else(|| facts.quotient(&whole.range.plus(&d).minus(&Nat::one()), &d));
        facts = facts.below(&high, &highs).below(&low, &d);
        let sum = d.times(&Nat::var(&high)).plus(&Nat::var(&low));
        replace(&mut terms, &facts, &whole.name, &sum);
        variables.extend([(&high, &highs), (&low, &d)].map(|(name, range)| Radix {
            exact,
            ..of(name, range)
        }));
        parted.push(Parted {
            whole,
            high,
            low,
            divisor: d,
        });
    }
    while let Some(parts) = parted.pop() {
        put_together(&parts, &mut terms, &mut variables);
    }
    let mut at = terms.pop()?;
    let exact = variables.iter().all(|x| x.exact);
    let mut digits = Vec::new();
    for Radix { name, range, .. } in variables {
        let (mut weight, rest) = at.linear_in(&name)?;
        at = rest;
        if range.is_one() {
            continue;
        }
        let upwards = Nat::zero().minus(&weight);
        if facts.less(&Nat::zero(), &upwards) {
            // It counts down: from the other end it counts up.
            let last = range.minus(&Nat::one());
            at = at.minus(&upwards.times(&last));
            let flipped = last.minus(&Nat::var(&name));
            replace(&mut terms, &facts, &name, &flipped);
            weight = upwards;
        }
        digits.push(Digit {
            variable: name,
            range,
            weight,
        });
    }
    facts = facts.assuming_all(&terms);
    Some(Digits {
        digits,
        constant: at,
        guards: terms,
        facts,
        exact,
    })
}

fn replace(terms: &mut [Nat], facts: &Facts, x: &Name, by: &Nat) {
    for term in terms {
        *term = facts.substitute(term, &mut |y| (y == x).then(|| by.clone()));
    }
}

/// Replaces a remainder `(c + sum) % n` by one new digit below n, where the sum is one of digits that occur nowhere else and takes
/// the n values up to n once each, up to a constant: for all that c is made of, they and the remainder go with each other one
/// to one.
fn turned_back(terms: &mut Vec<Nat>, variables: &mut Vec<Radix>, facts: &mut Facts) -> bool {
    let atoms: Vec<Atom> = terms.iter().flat_map(remainders).collect();
    for atom in atoms {
        let Atom::Remainder(inner, n) = &atom else {
            continue;
        };
        let fresh = Name::fresh("turned");
        let replaced: Vec<Nat> = terms
            .iter()
            .map(|term| term.with_atom(&atom, &Nat::var(&fresh), facts.ranges()))
            .collect();
        let only_here = |x: &Radix| x.exact && replaced.iter().chain([n]).all(|term| !term.mentions(&x.name));
        let (own, others): (Vec<Radix>, Vec<Radix>) = variables
            .iter()
            .cloned()
            .partition(|x| inner.mentions(&x.name) && only_here(x));
        if own.is_empty() || !takes_all(inner, &own, n, facts) {
            continue;
        }
        *facts = facts.below(&fresh, n);
        *terms = replaced;
        *variables = others;
        variables.push(Radix {
            name: fresh,
            range: n.clone(),
            exact: true,
        });
        return true;
    }
    false
}

/// Whether the term is a sum of these digits and of what mentions none of them, and the digits' part takes n values in a row, each
/// once.
fn takes_all(term: &Nat, own: &[Radix], n: &Nat, facts: &Facts) -> bool {
    let mut rest = term.clone();
    let mut digits = Vec::new();
    for x in own {
        let Some((weight, others)) = rest.linear_in(&x.name) else {
            return false;
        };
        if own.iter().any(|y| weight.mentions(&y.name)) {
            return false;
        }
        let upwards = Nat::zero().minus(&weight);
        // A digit that counts down is one that counts up from another constant.
        let weight = if facts.less(&Nat::zero(), &upwards) {
            upwards
        } else {
            weight
        };
        rest = others;
        digits.push(Digit {
            variable: x.name.clone(),
            range: x.range.clone(),
            weight,
        });
    }
    digits.retain(|digit| !digit.range.is_one());
    let sum = Digits {
        digits,
        constant: Nat::zero(),
        guards: vec![],
        facts: facts.clone(),
        exact: true,
    };
    let count = sum.arranged().and_then(|arranged| arranged.count);
    count.is_some_and(|count| facts.equal(&count, n))
}

/// The remainders in a term, at any depth.
fn remainders(term: &Nat) -> Vec<Atom> {
    let mut out = Vec::new();
    for atom in term.atoms() {
        if let Atom::Quotient(a, b)
        | Atom::Remainder(a, b)
        | Atom::Min(a, b)
        | Atom::Max(a, b)
        | Atom::Power(a, b) = atom
        {
            out.extend(remainders(a));
            out.extend(remainders(b));
        }
        if matches!(atom, Atom::Remainder(..)) {
            out.push(atom.clone());
        }
    }
    out
}

/// The variable itself again, where the terms have its digits only as it is made of them.
fn put_together(parts: &Parted, terms: &mut [Nat], variables: &mut Vec<Radix>) {
    let (Some(high), Some(low)) = (
        variables.iter().position(|x| x.name == parts.high),
        variables.iter().position(|x| x.name == parts.low),
    ) else {
        return;
    };
    let whole = Nat::var(&parts.whole.name);
    let mut joined = Vec::new();
    for term in terms.iter() {
        let Some((of_high, rest)) = term.linear_in(&parts.high) else {
            return;
        };
        let Some((of_low, rest)) = rest.linear_in(&parts.low) else {
            return;
        };
        if of_high != of_low.times(&parts.divisor) || of_high.mentions(&parts.low) {
            return;
        }
        joined.push(rest.plus(&of_low.times(&whole)));
    }
    for (term, joined) in terms.iter_mut().zip(joined) {
        *term = joined;
    }
    for k in [high.max(low), high.min(low)] {
        variables.remove(k);
    }
    variables.push(parts.whole.clone());
}

impl Digits {
    /// That different digits give different positions, if that is seen.
    pub(super) fn arranged(&self) -> Option<Arranged> {
        let rest: Vec<&Digit> = self.digits.iter().collect();
        let start = Below {
            sum: Nat::zero(),
            count: self.constant.is_zero().then(Nat::one),
            guards: self.guards.clone(),
        };
        let end = self.ordered(start, rest)?;
        Some(Arranged {
            count: end.count.filter(|_| self.exact && end.guards.is_empty()),
        })
    }

    /// The digits of more weight on top of those below.
    fn ordered(&self, below: Below, rest: Vec<&Digit>) -> Option<Below> {
        if rest.is_empty() {
            return Some(below);
        }
        let mut found = None;
        for (k, digit) in rest.iter().enumerate() {
            if !self.facts.less(&below.sum, &digit.weight) {
                continue;
            }
            let mut others = rest.clone();
            others.remove(k);
            let end = self.ordered(self.with(&below, digit), others);
            match end {
                Some(end) if end.count.is_some() && end.guards.is_empty() => return Some(end),
                Some(end) => found = found.or(Some(end)),
                None => {}
            }
        }
        found
    }

    /// One more digit.
    fn with(&self, below: &Below, digit: &Digit) -> Below {
        let sum = below.sum.plus(&digit.weight.times(&Nat::var(&digit.variable)));
        let mut count = below
            .count
            .as_ref()
            .filter(|count| self.facts.equal(count, &digit.weight))
            .map(|count| count.times(&digit.range));
        let mut guards = below.guards.clone();
        guards.retain(|guard| {
            // A guard `sum < bound` of what is below ends it there.
            let bound = guard.plus(&sum).plus(&Nat::one());
            let is_fixed = self.digits.iter().all(|d| !bound.mentions(&d.variable));
            match &count {
                Some(all) if is_fixed && self.facts.at_most(&bound, all) => {
                    count = Some(bound);
                    false
                }
                _ => true,
            }
        });
        Below { sum, count, guards }
    }

    /// Whether all positions are natural and below `length`, where there are any.
    pub(super) fn within(&self, length: &Nat, facts: &Facts) -> Within {
        let mut end = self.constant.plus(&Nat::one());
        for digit in &self.digits {
            end = end.plus(&digit.weight.times(&digit.range.minus(&Nat::one())));
        }
        // The first position, where every digit is zero, and what is left after the last one.
        let mut open = vec![self.constant.clone(), length.minus(&end)];
        open.retain(|term| !facts.natural(term));
        match open.is_empty() {
            true => Within::Seen,
            false if self.exact => Within::If(open),
            false => Within::Unknown,
        }
    }
}

/// Whether positions are within the array.
pub(super) enum Within {
    /// They are.
    Seen,
    /// Exactly if none of these is below zero.
    If(Vec<Nat>),
    /// A condition would refuse launches whose positions are all within.
    Unknown,
}

/// The digits of less weight.
struct Below {
    /// What they come to.
    sum: Nat,
    /// How many values that has, if they are without a gap.
    count: Option<Nat>,
    /// The conditions on higher digits.
    guards: Vec<Nat>,
}
