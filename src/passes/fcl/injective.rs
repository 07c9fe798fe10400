//! Index functions of `interleave` that are changes of mixed-radix digits (FCL-M-INJECTIVE).
//!
//! `i / d` and `i % d` are digits of i: with fresh names for them, i is `d · a + b`.  If the position is then a sum of digits with
//! coefficients such that each is more than what the digits of less weight can come to, different digits give different
//! positions, as in any positional number system.  If each coefficient is exactly what the digits below it cannot come to,
//! no position is left out.  Elements may be dropped by conditions that bound a sum of lower digits, as the columns past the edge
//! of a matrix.

use super::conditions::divided;
use super::facts::Facts;
use elder_dpia::check::Condition;
use elder_dpia::{Name, Nat};

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

/// A position as a sum of digits.
pub(super) struct Digits {
    digits: Vec<Digit>,
    constant: Nat,
    guards: Vec<Nat>,
    facts: Facts,
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
    let mut variables = vec![
        (position.i.clone(), position.n.clone()),
        (position.j.clone(), position.m.clone()),
    ];
    for (x, range) in &variables {
        facts = facts.below(x, range);
    }
    // Each round takes a variable apart that is divided.
    for _ in 0..16 {
        let Some((known, d)) = terms.iter().find_map(|term| divided(term, &variables)) else {
            break;
        };
        let (x, range) = variables.swap_remove(known);
        let (high, low) = (x.renewed(), x.renewed());
        // Ranges that are a multiple of the divisor are exact.
        let highs = match range.divided_exactly(&d) {
            Some(exact) if exact.is_integral() => exact,
            _ => facts.quotient(&range.plus(&d).minus(&Nat::one()), &d),
        };
        facts = facts.below(&high, &highs).below(&low, &d);
        let whole = d.times(&Nat::var(&high)).plus(&Nat::var(&low));
        for term in &mut terms {
            *term = facts.substitute(term, &mut |y| (*y == x).then(|| whole.clone()));
        }
        variables.push((high, highs));
        variables.push((low, d));
    }
    let mut at = terms.pop()?;
    let mut digits = Vec::new();
    for (variable, range) in variables {
        let (weight, rest) = at.linear_in(&variable)?;
        at = rest;
        if !range.is_one() {
            digits.push(Digit {
                variable,
                range,
                weight,
            });
        }
    }
    facts = facts.assuming_all(&terms);
    Some(Digits {
        digits,
        constant: at,
        guards: terms,
        facts,
    })
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
            count: end.count.filter(|_| end.guards.is_empty()),
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

    /// What is left to the launch of: all positions are below `length`.
    pub(super) fn within(&self, length: &Nat, facts: &Facts) -> Option<Condition> {
        let mut end = self.constant.plus(&Nat::one());
        let mut taken = Nat::zero();
        for digit in &self.digits {
            end = end.plus(&digit.weight.times(&digit.range));
            taken = taken.plus(&digit.weight);
        }
        let most = length.plus(&taken);
        (!facts.at_most(&end, &most)).then_some(Condition::LessEq(end, most))
    }
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
