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
    /// Terms that are not below zero exactly where the element is not dropped.
    pub(super) conditions: Vec<Nat>,
}

impl Position {
    /// The position of element q of all, part by part.
    pub(super) fn of(&self, facts: &mut Facts, q: &Nat) -> Nat {
        self.for_element(&self.at, facts, q)
    }

    /// The conditions for element q of all.
    pub(super) fn conditions_of(&self, facts: &mut Facts, q: &Nat) -> Vec<Nat> {
        let conditions = self.conditions.iter();
        conditions.map(|c| self.for_element(c, facts, q)).collect()
    }

    fn for_element(&self, term: &Nat, facts: &mut Facts, q: &Nat) -> Nat {
        let (i, j) = (facts.quotient(q, &self.m), facts.remainder(q, &self.m));
        facts.substitute(term, &mut |x| {
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
#[derive(Clone)]
struct Digit {
    variable: Name,
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
    let mut conditions = position.conditions.clone();
    let mut variables = vec![
        (position.i.clone(), position.n.clone()),
        (position.j.clone(), position.m.clone()),
    ];
    for (x, range) in &variables {
        facts.below(x, range);
    }
    // Each round takes a variable apart that is divided.
    for _ in 0..16 {
        let mut terms = std::iter::once(&at).chain(&conditions);
        let Some((known, d)) = terms.find_map(|term| divided(term, &variables)) else {
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
        for term in std::iter::once(&mut at).chain(&mut conditions) {
            *term = facts.substitute(term, &mut |y| (*y == x).then(|| whole.clone()));
        }
        variables.push((high, highs));
        variables.push((low, d));
    }
    let mut digits = Vec::new();
    for (x, range) in variables {
        let (weight, rest) = at.linear_in(&x)?;
        at = rest;
        if range.is_one() {
            for term in &mut conditions {
                *term = facts.substitute(term, &mut |y| (*y == x).then(Nat::zero));
            }
            continue;
        }
        digits.push(Digit {
            variable: x,
            range,
            weight,
        });
    }
    for condition in &conditions {
        digits = joined(digits, condition, facts)?;
    }
    Some(Digits { digits, constant: at })
}

/// Digits that together count 0, 1, 2 … and of which a condition says that they stay below a bound, as one digit.
fn joined(digits: Vec<Digit>, condition: &Nat, facts: &Facts) -> Option<Vec<Digit>> {
    let mut bound = condition.plus(&Nat::one());
    let (mut members, mut others) = (Vec::new(), Vec::new());
    for digit in digits {
        if bound.mentions(&digit.variable) {
            let (weight, rest) = bound.linear_in(&digit.variable)?;
            bound = rest;
            members.push((Nat::zero().minus(&weight), digit));
        } else {
            others.push(digit);
        }
    }
    // What each counts for in the condition is what those before it count up to.
    let mut count = Nat::one();
    let mut unit = None;
    while !members.is_empty() {
        let next = members
            .iter()
            .position(|(weight, _)| facts.equal(weight, &count))?;
        let (weight, digit) = members.swap_remove(next);
        let unit = unit.get_or_insert_with(|| digit.weight.clone());
        if !facts.equal(&digit.weight, &unit.times(&weight)) {
            return None;
        }
        count = count.times(&digit.range);
    }
    others.push(Digit {
        variable: Name::fresh("digit"),
        weight: unit?,
        range: bound.clone(),
    });
    facts.at_most(&bound, &count).then_some(others)
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

    /// Whether the positions are 0, 1, 2 … without a gap.
    pub(super) fn are_dense(&self, facts: &Facts) -> bool {
        let Some(order) = self.order(facts) else {
            return false;
        };
        let mut count = Nat::one();
        self.constant.is_zero()
            && order.into_iter().all(|digit| {
                let next = facts.equal(&digit.weight, &count);
                count = count.times(&digit.range);
                next
            })
    }

    /// What is left to the launch of: positions without a gap go up to `length` at least.
    pub(super) fn cover(&self, length: &Nat, facts: &Facts) -> Option<Condition> {
        let product = self
            .digits
            .iter()
            .fold(Nat::one(), |product, digit| product.times(&digit.range));
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
