//! Between what a number lies, whatever the data are.  A length that data decide needs memory before they are known, so what it is at
//! most has to be seen (FCL-M-FORCE).

use super::Stager;
use super::value::Scalar;
use elder_dpia::{Nat, Node, PrimType};
use elder_fcl::ScalarOperator;

/// The ends of a number, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    /// It is not smaller.
    pub(super) least: Option<i64>,
    /// It is not larger.
    pub(super) most: Option<Nat>,
    /// Provided that these fit into an `int`: where one does not, a sum or product has wrapped.  Each is here once, however often it is used,
    /// and numbers that are computed from each other share what they have in common.
    pub(super) fitting: im::OrdSet<Nat>,
}

impl Bounds {
    fn new(least: Option<i64>, most: Option<Nat>) -> Bounds {
        Bounds {
            least,
            most,
            fitting: im::OrdSet::new(),
        }
    }

    fn between(least: i64, most: i64) -> Bounds {
        Bounds::new(Some(least), Some(Nat::lit(most)))
    }

    /// Provided that the upper end is an `int`.
    fn fitting(least: Option<i64>, most: Nat) -> Bounds {
        Bounds {
            least,
            most: Some(most.clone()),
            fitting: im::OrdSet::unit(most),
        }
    }

    /// What every number of that type is; of types of 32 bits and more it says nothing.
    fn of_type(ty: PrimType) -> Bounds {
        match ty {
            PrimType::Bool => Bounds::between(0, 1),
            PrimType::I8 => Bounds::between(i8::MIN.into(), i8::MAX.into()),
            PrimType::U8 => Bounds::between(0, u8::MAX.into()),
            PrimType::I16 => Bounds::between(i16::MIN.into(), i16::MAX.into()),
            PrimType::U16 => Bounds::between(0, u16::MAX.into()),
            _ => Bounds::default(),
        }
    }

    /// What an `int` between these is at least.
    fn least_int(&self) -> i64 {
        self.least.unwrap_or(i32::MIN.into())
    }

    /// Both ends, if they are numbers.
    fn constants(&self) -> Option<(i64, i64)> {
        Some((self.least?, self.most.as_ref()?.as_constant()?))
    }

    /// Whether it is natural in any case.
    pub(super) fn is_natural(&self) -> bool {
        self.least.is_some_and(|least| least >= 0)
    }

    /// Of a number that is in both, the nearer ends that are numbers.
    fn and(self, other: Bounds) -> Bounds {
        let constant = |most: &Option<Nat>| most.as_ref().and_then(Nat::as_constant);
        let most = match (constant(&self.most), constant(&other.most)) {
            (Some(a), Some(b)) if b < a => other.most,
            (None, Some(_)) => other.most,
            _ => self.most.or(other.most),
        };
        Bounds {
            least: self.least.max(other.least),
            most,
            fitting: self.fitting.union(other.fitting),
        }
    }
}

impl Stager {
    /// Between what a number lies.
    pub(super) fn bounds(&self, s: &Scalar) -> Bounds {
        if let Some(nat) = &s.nat {
            if let Some(c) = nat.as_constant() {
                return Bounds::between(c, c);
            }
            if self.facts.natural(nat) {
                if self.is_seen_to_fit(nat) {
                    return Bounds::new(Some(0), Some(nat.clone()));
                }
                if s.bounds.most.is_none() && self.largest_known(nat).is_some() {
                    return Bounds::fitting(Some(0), nat.clone());
                }
            }
        }
        s.bounds.clone().and(Bounds::of_type(s.ty))
    }

    /// Between what the result of an operator on numbers lies, if that is an `int`.
    pub(super) fn bounds_of(&self, operator: ScalarOperator, operands: &[Scalar]) -> Bounds {
        if let [a, b] = operands
            && is_same(a, b)
        {
            // Where there is a result, it does not depend on the number.
            match operator {
                ScalarOperator::Divide => return Bounds::between(1, 1),
                ScalarOperator::Modulo | ScalarOperator::Subtract | ScalarOperator::Xor => {
                    return Bounds::between(0, 0);
                }
                _ => {}
            }
        }
        let ends: Vec<Bounds> = operands.iter().map(|s| self.bounds(s)).collect();
        let from = operands.first().map(|s| s.ty);
        let mut out = self.ends_of(operator, from, &ends);
        for end in ends {
            out.fitting = out.fitting.union(end.fitting);
        }
        out
    }

    fn ends_of(&self, operator: ScalarOperator, from: Option<PrimType>, operands: &[Bounds]) -> Bounds {
        use ScalarOperator::*;
        match (operator, operands) {
            (Sign, _) => Bounds::between(-1, 1),
            (LeadingZeros, _) => Bounds::between(0, 32),
            (BoolToInt, _) => Bounds::between(0, 1),
            (ToI32, [a]) => match from {
                Some(PrimType::I8 | PrimType::U8 | PrimType::I16 | PrimType::U16) => a.clone(),
                _ => Bounds::default(),
            },
            (Min, [a, b]) => {
                let most = match (&a.most, &b.most) {
                    (Some(a), Some(b)) => Some(self.facts.minimum_of(a, b)),
                    (a, b) => a.clone().or(b.clone()),
                };
                Bounds::new(smaller(a, b), most)
            }
            (Max, [a, b]) => Bounds::new(a.least.max(b.least), self.larger(a, b)),
            (Modulo, [a, b]) => self.of_remainder(a, b),
            // Of both operands a natural one has all the bits.
            (And, [a, b]) => match (a.is_natural(), b.is_natural()) {
                (true, true) => a.clone().and(b.clone()),
                (true, false) => Bounds::new(Some(0), a.most.clone()),
                (false, true) => Bounds::new(Some(0), b.most.clone()),
                (false, false) => Bounds::default(),
            },
            (Divide, [a, b]) => match b.constants() {
                Some((c, d)) if c == d && c > 0 => self.of_quotient(a, c),
                // A divisor that is not negative is at least 1, or there is no result.
                _ if b.is_natural() => {
                    let most = a.most.as_ref();
                    let most = most.map(|most| self.facts.maximum_of(most, &Nat::zero()));
                    Bounds::new(a.least.map(|least| least.min(0)), most)
                }
                // Of whatever sign the divisor is.
                _ if a.is_natural() => Bounds::new(None, a.most.clone()),
                _ => Bounds::default(),
            },
            (ShiftRight, [a, b]) => match b.constants() {
                Some((k, l)) if k == l && (0..31).contains(&k) && a.is_natural() => {
                    self.of_quotient(a, 1 << k)
                }
                _ => Bounds::default(),
            },
            (Multiply, [a, b]) if [a, b].iter().any(|x| x.constants() == Some((0, 0))) => {
                Bounds::between(0, 0)
            }
            (Add | Subtract | Multiply, [a, b]) => match (a.constants(), b.constants()) {
                (Some(a), Some(b)) => corners(operator, a, b),
                (None, Some(b)) if operator == Subtract && b.0 >= 0 => less(a, b),
                _ if operator == Add => sum(a, b),
                _ if operator == Multiply && a.is_natural() && b.is_natural() => product(a, b),
                _ => Bounds::default(),
            },
            _ => Bounds::default(),
        }
    }

    /// Between what one of two numbers lies, each of a branch: what has a name there only is not known behind it.
    pub(super) fn bounds_of_either(&self, a: &Scalar, b: &Scalar) -> Bounds {
        let (a, b) = (self.bounds(a), self.bounds(b));
        let fitting = a.fitting.clone().union(b.fitting.clone());
        let most = self.larger(&a, &b);
        let is_known = |n: &Nat| self.only_sizes(n);
        Bounds {
            least: smaller(&a, &b),
            most: most.filter(|most| is_known(most) && fitting.iter().all(is_known)),
            fitting,
        }
    }

    fn larger(&self, a: &Bounds, b: &Bounds) -> Option<Nat> {
        Some(self.facts.maximum_of(a.most.as_ref()?, b.most.as_ref()?))
    }

    /// A remainder has the sign of what is divided, and is nearer to 0 than the divisor, and not farther than what is divided.
    fn of_remainder(&self, a: &Bounds, b: &Bounds) -> Bounds {
        let most = match b.constants() {
            Some((low, high)) => Some(Nat::lit((low.abs().max(high.abs()) - 1).max(0))),
            None if b.is_natural() => {
                let most = b.most.as_ref().map(|most| most.minus(&Nat::one()));
                most.map(|most| self.facts.maximum_of(&most, &Nat::zero()))
            }
            None => None,
        };
        match a.is_natural() {
            true => Bounds::new(Some(0), most).and(a.clone()),
            false => {
                let least = most.as_ref().and_then(Nat::as_constant).map(|most| -most);
                Bounds::new(least, most)
            }
        }
    }

    fn of_quotient(&self, a: &Bounds, by: i64) -> Bounds {
        let most = a.most.as_ref().map(|most| match most.as_constant() {
            Some(most) => Nat::lit(most / by),
            None => {
                let most = self.facts.maximum_of(most, &Nat::zero());
                self.facts.quotient(&most, &Nat::lit(by))
            }
        });
        Bounds::new(a.least.map(|least| least / by), most)
    }
}

/// Whether both are the same number by its name.
fn is_same(a: &Scalar, b: &Scalar) -> bool {
    match (&*a.exp.node, &*b.exp.node) {
        (Node::Var(x), Node::Var(y)) => x == y,
        _ => false,
    }
}

fn smaller(a: &Bounds, b: &Bounds) -> Option<i64> {
    a.least.zip(b.least).map(|(a, b)| a.min(b))
}

/// Of a number minus one between these, which are natural.
fn less(a: &Bounds, (low, high): (i64, i64)) -> Bounds {
    let least = a.least_int() - high;
    match i32::try_from(least) {
        Ok(_) => Bounds::new(
            Some(least),
            a.most.as_ref().map(|most| most.minus(&Nat::lit(low))),
        ),
        Err(_) => Bounds::default(),
    }
}

/// The ends of a sum of numbers whose least values do not wrap, provided that it fits.
fn sum(a: &Bounds, b: &Bounds) -> Bounds {
    let least = a.least_int().saturating_add(b.least_int());
    match (&a.most, &b.most) {
        (Some(x), Some(y)) if i32::try_from(least).is_ok() => Bounds::fitting(Some(least), x.plus(y)),
        _ => Bounds::default(),
    }
}

/// The ends of a product of natural numbers, provided that it fits.
fn product(a: &Bounds, b: &Bounds) -> Bounds {
    match (&a.most, &b.most) {
        (Some(x), Some(y)) => Bounds::fitting(Some(0), x.times(y)),
        _ => Bounds::default(),
    }
}

/// The ends of a sum, difference or product of numbers between these, if it never wraps.
fn corners(operator: ScalarOperator, a: (i64, i64), b: (i64, i64)) -> Bounds {
    let of = |a: i64, b: i64| match operator {
        ScalarOperator::Add => a.checked_add(b),
        ScalarOperator::Subtract => a.checked_sub(b),
        _ => a.checked_mul(b),
    };
    let all: Option<Vec<i64>> = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)]
        .into_iter()
        .map(|(a, b)| of(a, b).filter(|value| i32::try_from(*value).is_ok()))
        .collect();
    let all = all.unwrap_or_default();
    match (all.iter().min(), all.iter().max()) {
        (Some(least), Some(most)) => Bounds::between(*least, *most),
        _ => Bounds::default(),
    }
}
