//! Questions about reals: comparisons, conversions to integers, rounding, signs.
//!
//! A question has an answer for the value, which is sure if it is the same all over the interval.

use super::{Real, Session};
use crate::numeric::convert;
use crate::numeric::whole;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use rug::Float;
use rug::float::Round;

/// An answer, and whether the interval leaves no other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer<T> {
    pub value: T,
    pub sure: bool,
}

/// A comparison; `None` if the operator is not one.
pub fn compare(op: BinOp, a: &Real, b: &Real) -> Option<Answer<bool>> {
    let (x, y) = (a.value(), b.value());
    let ((a_low, a_high), (b_low, b_high)) = (a.interval(), b.interval());
    let same = a.is_point() && b.is_point();
    let apart = a_high < b_low || b_high < a_low || x.is_nan() || y.is_nan();
    Some(match op {
        BinOp::Eq => Answer {
            value: x == y,
            sure: same || apart,
        },
        BinOp::Ne => Answer {
            value: x != y,
            sure: same || apart,
        },
        BinOp::Lt => Answer {
            value: x < y,
            sure: same || apart || a_low >= b_high,
        },
        BinOp::Le => Answer {
            value: x <= y,
            sure: same || apart || a_high <= b_low,
        },
        BinOp::Gt => Answer {
            value: x > y,
            sure: same || apart || a_high <= b_low,
        },
        BinOp::Ge => Answer {
            value: x >= y,
            sure: same || apart || a_low >= b_high,
        },
        _ => return None,
    })
}

/// A function on floats that takes steps, at the value and at both ends.
fn step(x: &Real, f: impl Fn(&Float) -> Float) -> Answer<Float> {
    let (low, high) = x.interval();
    let value = f(x.value());
    let sure = x.is_point() || (f(low) == value && f(high) == value);
    Answer { value, sure }
}

impl Session {
    /// `round`, `ceil`, `floor`, `trunc`.
    pub(super) fn rounded(&self, f: PrimFn, op: UnOp, x: &Real) -> Real {
        let answer = step(x, |x| match op {
            UnOp::Round => x.clone().round_even(),
            UnOp::Ceil => x.clone().ceil(),
            UnOp::Floor => x.clone().floor(),
            _ => x.clone().trunc(),
        });
        Real::point(self.settle(f, answer))
    }

    /// -1, 0, 1, or NaN.
    pub(super) fn sign(&self, f: PrimFn, x: &Real) -> Real {
        let answer = step(x, |x| match x.cmp0() {
            Some(order) => Float::with_val(x.prec(), order as i32),
            None => x.clone(),
        });
        Real::point(self.settle(f, answer))
    }

    /// The magnitude of `a` with the sign of `b`.
    pub(super) fn copysign(&self, f: PrimFn, a: &Real, b: &Real) -> Real {
        let (low, high) = b.interval();
        let sure = b.is_point() || low.is_sign_negative() == high.is_sign_negative();
        let negative = self.settle(
            f,
            Answer {
                value: b.value().is_sign_negative(),
                sure,
            },
        );
        let magnitude = a.abs();
        if negative { magnitude.negated() } else { magnitude }
    }

    /// What is left of `a` when `b` has been taken off as often as it goes in.
    pub(super) fn remainder(&self, f: PrimFn, a: &Real, b: &Real) -> Real {
        if a.is_point() && b.is_point() {
            // The remainder of two numbers has no more bits than they have.
            return Real::point(Float::with_val(self.bits(), a.value() % b.value()));
        }
        let times = step(&a.div(b), |x| x.clone().trunc());
        let times = Real::point(self.settle(f, times));
        a.sub(&b.mul(&times))
    }

    /// The integer or truth value of type `to`, as a conversion of floats makes it.
    pub(super) fn to_integer(&self, f: PrimFn, x: &Real, to: PrimType) -> PrimValue {
        if to == PrimType::Bool {
            let sure = x.is_point() || !x.may_be_zero();
            let value = *x.value() != 0;
            return PrimValue::Bool(self.settle(f, Answer { value, sure }));
        }
        let whole = self.settle(f, step(x, |x| x.clone().trunc()));
        if !whole.is_finite() {
            return convert::convert(PrimValue::I64(0), to);
        }
        // Two doubles hold every integer of 64 bits; beyond, casts saturate.
        let high = whole.to_f64_round(Round::Zero);
        let low = Float::with_val(self.bits(), &whole - high).to_f64_round(Round::Zero);
        let integer = (high as i128).saturating_add(low as i128);
        let bits = if to.is_unsigned() && integer > 0 {
            integer.min(u64::MAX.into()) as u64
        } else {
            integer.clamp(i64::MIN.into(), i64::MAX.into()) as u64
        };
        // Widening with zeros and dropping high bits commute.
        match to.is_unsigned() {
            true => convert::convert(PrimValue::U64(bits), to),
            false => convert::convert(PrimValue::I64(bits as i64), to),
        }
    }

    /// An integer or truth value as a real; `None` for floats.
    pub(super) fn integer(&self, x: PrimValue) -> Option<Real> {
        let value = Float::with_val(self.bits(), whole(x)?);
        Some(Real::point(value))
    }
}
