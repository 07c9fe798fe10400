//! Index functions of `interleave` that are changes of mixed-radix digits (FCL-M-INJECTIVE).
//!
//! `i / d` and `i % d` are digits of i: with fresh names for them, i is `d · a + b`.  If the position is then a sum of digits with
//! coefficients such that each is at least the next smaller one times that digit's range, different digits give different
//! positions, as in any positional number system.

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
    /// The position.
    pub(super) at: Nat,
}

impl Position {
    /// The position of element q of all, part by part.
    pub(super) fn of(&self, facts: &mut Facts, q: &Nat) -> Nat {
        let (i, j) = (facts.quotient(q, &self.m), facts.remainder(q, &self.m));
        facts.substitute(&self.at, &mut |x| {
            if *x == self.i {
                Some(i.clone())
            } else if *x == self.j {
                Some(j.clone())
            } else {
                None
            }
        })
    }
}

/// A digit: `0 ≤ variable < range`, and what it counts for.
struct Digit {
    range: Nat,
    weight: Nat,
}

/// A position as a sum of digits.
pub(super) struct Digits {
    digits: Vec<Digit>,
    constant: Nat,
}

/// The position as a sum of digits of i and j, each of them once.
pub(super) fn digits(position: &Position, facts: &mut Facts) -> Option<Digits> {
    let mut at = position.at.clone();
    let mut variables = vec![
        (position.i.clone(), position.n.clone()),
        (position.j.clone(), position.m.clone()),
    ];
    for (x, range) in &variables {
        facts.below(x, range);
    }
    // Each round takes a variable apart that is divided.
    for _ in 0..16 {
        let Some((known, d)) = divided(&at, &variables) else {
            break;
        };
        let (x, range) = variables.swap_remove(known);
        let (high, low) = (x.renewed(), x.renewed());
        let highs = facts.quotient(&range.plus(&d).minus(&Nat::one()), &d);
        // Ranges that are a multiple of the divisor are exact.
        let highs = match range.divided_exactly(&d) {
            Some(exact) if exact.is_integral() => exact,
            _ => highs,
        };
        facts.bound(&high, &highs);
        facts.below(&low, &d);
        let whole = d.times(&Nat::var(&high)).plus(&Nat::var(&low));
        at = facts.substitute(&at, &mut |y| (*y == x).then(|| whole.clone()));
        variables.push((high, highs));
        variables.push((low, d));
    }
    let mut digits = Vec::new();
    for (x, range) in variables {
        let (weight, rest) = at.linear_in(&x)?;
        at = rest;
        if range.is_one() {
            continue;
        }
        digits.push(Digit { range, weight });
    }
    Some(Digits { digits, constant: at })
}

impl Digits {
    /// Whether different digits are seen to give different positions.
    pub(super) fn differ(&self, facts: &Facts) -> bool {
        self.order(facts).is_some()
    }

    /// The digits from the least weight on, if each outweighs all before it.
    fn order(&self, facts: &Facts) -> Option<Vec<&Digit>> {
        let mut order = Vec::new();
        let rest: Vec<&Digit> = self.digits.iter().collect();
        ordered(&Nat::one(), rest, &mut order, facts).then_some(order)
    }

    /// One more than the largest position, and what is to be added to keep it above zero if there is no element.
    fn end(&self) -> (Nat, Nat) {
        let mut end = self.constant.plus(&Nat::one());
        let mut taken = Nat::zero();
        for digit in &self.digits {
            end = end.plus(&digit.weight.times(&digit.range));
            taken = taken.plus(&digit.weight);
        }
        (end, taken)
    }

    /// What is left to the launch of: all positions are below `length`.
    pub(super) fn within(&self, length: &Nat, facts: &Facts) -> Option<Condition> {
        let (end, taken) = self.end();
        let most = length.plus(&taken);
        (!facts.at_most(&end, &most)).then_some(Condition::LessEq(end, most))
    }

    /// What is left to the launch of: the positions are 0, 1, 2 … without a gap up to `length` at least.
    pub(super) fn cover(&self, length: &Nat, facts: &Facts) -> Option<Condition> {
        let product = self
            .digits
            .iter()
            .fold(Nat::one(), |product, digit| product.times(&digit.range));
        let product = product.plus(&self.constant);
        (!facts.at_most(length, &product)).then_some(Condition::LessEq(length.clone(), product))
    }
}

fn ordered<'a>(below: &Nat, rest: Vec<&'a Digit>, out: &mut Vec<&'a Digit>, facts: &Facts) -> bool {
    if rest.is_empty() {
        return true;
    }
    for (k, digit) in rest.iter().enumerate() {
        if !facts.at_most(below, &digit.weight) {
            continue;
        }
        let mut others = rest.clone();
        others.remove(k);
        out.push(digit);
        if ordered(&digit.weight.times(&digit.range), others, out, facts) {
            return true;
        }
        out.pop();
    }
    false
}
