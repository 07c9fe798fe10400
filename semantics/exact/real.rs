//! Reals: a value of many bits, and an interval around it that holds the true one.
//!
//! The value is rounded to nearest, the ends of the interval outwards, so that the interval of a result holds every
//! result of operands in their intervals.  Where a function is not defined on all of the operand's interval, the
//! result's is the whole line; where the value itself is NaN, so is everything.

use elder_syntax::prim::{PrimType, PrimValue, UnOp};
use half::f16;
use rug::Float;
use rug::float::{Constant, Round, Special};
use rug::ops::{AssignRound, NegAssign};
use std::cmp::Ordering;

/// A real number as far as it is known.
#[derive(Clone, Debug)]
pub struct Real {
    value: Float,
    low: Float,
    high: Float,
}

/// `$e`, an operation of rug without its precision, rounded.
macro_rules! rounded {
    ($bits:expr, $round:ident, $e:expr) => {
        Float::with_val_round($bits, $e, Round::$round).0
    };
}

/// A function that rises where it is defined.
macro_rules! rising {
    ($x:expr, $f:ident) => {{
        let bits = $x.bits();
        Real::new(
            rounded!(bits, Nearest, $x.value.$f()),
            rounded!(bits, Down, $x.low.$f()),
            rounded!(bits, Up, $x.high.$f()),
        )
    }};
}

/// A function that falls where it is defined.
macro_rules! falling {
    ($x:expr, $f:ident) => {{
        let bits = $x.bits();
        Real::new(
            rounded!(bits, Nearest, $x.value.$f()),
            rounded!(bits, Down, $x.high.$f()),
            rounded!(bits, Up, $x.low.$f()),
        )
    }};
}

/// A function between -1 and 1 that changes by no more than `$slope` times its argument.
macro_rules! wave {
    ($x:expr, $f:ident, $slope:expr) => {{
        let bits = $x.bits();
        let width = rounded!(bits, Up, &$x.high - &$x.low);
        let reach = rounded!(bits, Up, &width * $slope);
        let low = rounded!(bits, Down, &rounded!(bits, Down, $x.value.$f()) - &reach);
        let high = rounded!(bits, Up, &rounded!(bits, Up, $x.value.$f()) + &reach);
        Real::new(
            rounded!(bits, Nearest, $x.value.$f()),
            low.max(&Float::with_val(bits, -1)),
            high.min(&Float::with_val(bits, 1)),
        )
    }};
}

/// An operation on two operands, at the corners of their intervals.
macro_rules! corners {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $e:expr) => {{
        let bits = $a.bits();
        let value = {
            let ($x, $y) = (&$a.value, &$b.value);
            rounded!(bits, Nearest, $e)
        };
        let mut low = Float::with_val(bits, Special::Infinity);
        let mut high = Float::with_val(bits, Special::NegInfinity);
        for ($x, $y) in [
            (&$a.low, &$b.low),
            (&$a.low, &$b.high),
            (&$a.high, &$b.low),
            (&$a.high, &$b.high),
        ] {
            low = least(low, rounded!(bits, Down, $e));
            high = greatest(high, rounded!(bits, Up, $e));
        }
        Real::new(value, low, high)
    }};
}

/// The lesser, or NaN if one is.
fn least(a: Float, b: Float) -> Float {
    if a.is_nan() || b.is_nan() {
        Float::with_val(a.prec(), Special::Nan)
    } else {
        a.min(&b)
    }
}

/// The greater, or NaN if one is.
fn greatest(a: Float, b: Float) -> Float {
    if a.is_nan() || b.is_nan() {
        Float::with_val(a.prec(), Special::Nan)
    } else {
        a.max(&b)
    }
}

impl Real {
    /// The float, exactly.
    pub fn of(bits: u32, x: f64) -> Real {
        Real::point(Float::with_val(bits, x))
    }

    /// The number, exactly.
    pub(super) fn point(value: Float) -> Real {
        Real {
            low: value.clone(),
            high: value.clone(),
            value,
        }
    }

    /// π
    pub fn pi(bits: u32) -> Real {
        Real {
            value: rounded!(bits, Nearest, Constant::Pi),
            low: rounded!(bits, Down, Constant::Pi),
            high: rounded!(bits, Up, Constant::Pi),
        }
    }

    fn new(value: Float, low: Float, high: Float) -> Real {
        let bits = value.prec();
        if value.is_nan() {
            return Real::point(value);
        }
        if low.is_nan() || high.is_nan() {
            return Real::anywhere(value, bits);
        }
        Real { value, low, high }
    }

    /// The value, with nothing known about the true one.
    fn anywhere(value: Float, bits: u32) -> Real {
        if value.is_nan() {
            return Real::point(value);
        }
        Real {
            value,
            low: Float::with_val(bits, Special::NegInfinity),
            high: Float::with_val(bits, Special::Infinity),
        }
    }

    fn bits(&self) -> u32 {
        self.value.prec()
    }

    /// The value.
    pub fn value(&self) -> &Float {
        &self.value
    }

    /// The ends of the interval.
    pub fn interval(&self) -> (&Float, &Float) {
        (&self.low, &self.high)
    }

    /// How far the true value may be from [`Real::value`]; rounded up.
    pub fn bound(&self) -> Float {
        let bits = self.bits();
        let up = rounded!(bits, Up, &self.high - &self.value);
        let down = rounded!(bits, Up, &self.value - &self.low);
        if self.is_point() {
            Float::new(bits)
        } else {
            up.max(&down)
        }
    }

    /// Whether the value is the true one.
    pub fn is_point(&self) -> bool {
        self.low == self.high || self.value.is_nan()
    }

    /// Whether the interval has zero in it.
    pub(super) fn may_be_zero(&self) -> bool {
        self.low <= 0 && self.high >= 0
    }

    /// The float of this type that is nearest to the value, ties to even.
    pub fn nearest(&self, t: PrimType) -> PrimValue {
        match t {
            PrimType::F16 => {
                // Rounded to odd first, so that rounding again does no harm.
                let single = self.value.to_f32_round(Round::Zero);
                let exact = Float::with_val(self.bits(), single) == self.value;
                let odd = if exact || !single.is_finite() {
                    single
                } else {
                    f32::from_bits(single.to_bits() | 1)
                };
                PrimValue::F16(f16::from_f32(odd))
            }
            PrimType::F32 => PrimValue::F32(self.value.to_f32()),
            _ => PrimValue::F64(self.value.to_f64()),
        }
    }

    /// Sum.
    pub fn add(&self, other: &Real) -> Real {
        let bits = self.bits();
        Real::new(
            rounded!(bits, Nearest, &self.value + &other.value),
            rounded!(bits, Down, &self.low + &other.low),
            rounded!(bits, Up, &self.high + &other.high),
        )
    }

    /// Difference.
    pub fn sub(&self, other: &Real) -> Real {
        let bits = self.bits();
        Real::new(
            rounded!(bits, Nearest, &self.value - &other.value),
            rounded!(bits, Down, &self.low - &other.high),
            rounded!(bits, Up, &self.high - &other.low),
        )
    }

    /// Product.
    pub fn mul(&self, other: &Real) -> Real {
        corners!(self, other, |x, y| x * y)
    }

    /// Quotient; anything if the divisor may be zero but need not be.
    pub fn div(&self, other: &Real) -> Real {
        if other.may_be_zero() && !other.is_point() {
            let bits = self.bits();
            return Real::anywhere(rounded!(bits, Nearest, &self.value / &other.value), bits);
        }
        corners!(self, other, |x, y| x / y)
    }

    /// Power.
    pub fn pow(&self, other: &Real) -> Real {
        use rug::ops::Pow;
        // Where the base is positive, the power is monotone in each operand.
        if self.low > 0 || (self.is_point() && other.is_point()) {
            return corners!(self, other, |x, y| x.pow(y));
        }
        let bits = self.bits();
        let value = rounded!(bits, Nearest, (&self.value).pow(&other.value));
        let integer = other.is_point() && other.value.is_integer() && other.value >= 0;
        if !integer {
            return Real::anywhere(value, bits);
        }
        let power = corners!(self, other, |x, y| x.pow(y));
        let half = Float::with_val(bits, &other.value / 2u32);
        if half.is_integer() && self.may_be_zero() {
            Real::new(power.value, Float::new(bits), power.high)
        } else {
            power
        }
    }

    /// The lesser; the other if one is NaN.
    pub fn min(&self, other: &Real) -> Real {
        match (self.value.is_nan(), other.value.is_nan()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Real {
                value: self.value.clone().min(&other.value),
                low: self.low.clone().min(&other.low),
                high: self.high.clone().min(&other.high),
            },
        }
    }

    /// The greater; the other if one is NaN.
    pub fn max(&self, other: &Real) -> Real {
        self.negated().min(&other.negated()).negated()
    }

    /// The number with the other sign.
    pub fn negated(&self) -> Real {
        let negative = |x: &Float| {
            let mut x = x.clone();
            x.neg_assign();
            x
        };
        Real {
            value: negative(&self.value),
            low: negative(&self.high),
            high: negative(&self.low),
        }
    }

    /// Absolute value.
    pub fn abs(&self) -> Real {
        if self.value.is_nan() || self.low >= 0 {
            self.clone()
        } else if self.high <= 0 {
            self.negated()
        } else {
            let far = self.negated();
            Real {
                value: self.value.clone().abs(),
                low: Float::new(self.bits()),
                high: far.high.max(&self.high),
            }
        }
    }

    /// Times two to the power of `n`.
    pub fn scaled(&self, n: i32) -> Real {
        let scale = |x: &Float| Float::with_val(x.prec(), x << n);
        Real::new(scale(&self.value), scale(&self.low), scale(&self.high))
    }

    /// Length of the vector of two components.
    pub fn hypot(&self, other: &Real) -> Real {
        let (a, b) = (self.abs(), other.abs());
        corners!(a, b, |x, y| x.hypot_ref(y))
    }

    /// Angle of the point whose ordinate this is.
    pub fn atan2(&self, abscissa: &Real) -> Real {
        let cut = abscissa.low <= 0 && self.may_be_zero();
        if cut && !(self.is_point() && abscissa.is_point()) {
            let bits = self.bits();
            let pi = Real::pi(bits);
            let value = rounded!(bits, Nearest, self.value.atan2_ref(&abscissa.value));
            return Real::new(value, pi.negated().low, pi.high);
        }
        corners!(self, abscissa, |y, x| y.atan2_ref(x))
    }

    /// The functions of one operand that are continuous where they are defined.
    pub fn elementary(&self, op: UnOp) -> Option<Real> {
        let bits = self.bits();
        Some(match op {
            UnOp::Neg => self.negated(),
            UnOp::Abs => self.abs(),
            UnOp::Sqrt => rising!(self.clipped(0), sqrt_ref),
            UnOp::Rsqrt => falling!(self, recip_sqrt_ref),
            UnOp::Cbrt => rising!(self, cbrt_ref),
            UnOp::Exp => rising!(self, exp_ref),
            UnOp::Log => rising!(self.clipped(0), ln_ref),
            UnOp::Log2 => rising!(self.clipped(0), log2_ref),
            UnOp::Log10 => rising!(self.clipped(0), log10_ref),
            UnOp::Log1p => rising!(self.clipped(-1), ln_1p_ref),
            UnOp::Sin | UnOp::Cos if self.is_beyond_reduction() => {
                let one = Float::with_val(bits, 1);
                Real::new(Float::new(bits), -one.clone(), one)
            }
            UnOp::Tan if self.is_beyond_reduction() => Real::anywhere(Float::new(bits), bits),
            UnOp::Sin => wave!(self, sin_ref, 1u32),
            UnOp::Cos => wave!(self, cos_ref, 1u32),
            UnOp::Sinpi => wave!(self, sin_pi_ref, 4u32),
            UnOp::Cospi => wave!(self, cos_pi_ref, 4u32),
            UnOp::Tan => self.between_poles(&self.div(&Real::pi(bits)), rising!(self, tan_ref)),
            UnOp::Tanpi => self.between_poles(self, rising!(self, tan_pi_ref)),
            UnOp::Asin => rising!(self, asin_ref),
            UnOp::Acos => falling!(self, acos_ref),
            UnOp::Atan => rising!(self, atan_ref),
            UnOp::Asinpi => rising!(self, asin_pi_ref),
            UnOp::Acospi => falling!(self, acos_pi_ref),
            UnOp::Atanpi => rising!(self, atan_pi_ref),
            UnOp::Sinh => rising!(self, sinh_ref),
            UnOp::Cosh => rising!(self.abs(), cosh_ref),
            UnOp::Tanh => rising!(self, tanh_ref),
            UnOp::Asinh => rising!(self, asinh_ref),
            UnOp::Acosh => rising!(self.clipped(1), acosh_ref),
            UnOp::Atanh => rising!(self, atanh_ref),
            UnOp::Erf => rising!(self, erf_ref),
            UnOp::Erfc => falling!(self, erfc_ref),
            UnOp::Gamma => {
                self.around_valley(|x, round| Float::with_val_round(x.prec(), x.gamma_ref(), round).0)
            }
            UnOp::Lgamma => self.around_valley(|x, round| {
                let mut result = (Float::new(x.prec()), Ordering::Equal);
                (&mut result.0, &mut result.1).assign_round(x.ln_abs_gamma_ref(), round);
                result.0
            }),
            _ => return None,
        })
    }

    /// Whether reducing the number to an angle would need as many digits of π as no memory holds.
    fn is_beyond_reduction(&self) -> bool {
        [&self.low, &self.value, &self.high]
            .iter()
            .any(|x| x.get_exp().is_some_and(|e| e > 1 << 16))
    }

    /// The interval without what lies below the least number on which a function is defined.
    fn clipped(&self, least: i32) -> Real {
        let low = if self.value >= least && self.low < least {
            Float::with_val(self.bits(), least)
        } else {
            self.low.clone()
        };
        Real {
            low,
            value: self.value.clone(),
            high: self.high.clone(),
        }
    }

    /// `tangent`, if there is no odd half between the ends of `turns`, the argument divided by π.
    fn between_poles(&self, turns: &Real, tangent: Real) -> Real {
        let first = rounded!(self.bits(), Down, &turns.low + 0.5f64).floor();
        let last = rounded!(self.bits(), Up, &turns.high + 0.5f64).floor();
        if self.is_point() || first == last {
            tangent
        } else {
            Real::anywhere(tangent.value, self.bits())
        }
    }

    /// The gamma function or its logarithm: both fall from 0 to their least value between 1.4616 and 1.4617, then rise.
    fn around_valley(&self, f: impl Fn(&Float, Round) -> Float) -> Real {
        let value = f(&self.value, Round::Nearest);
        if self.is_point() || self.low > 1.4617f64 {
            Real::new(value, f(&self.low, Round::Down), f(&self.high, Round::Up))
        } else if self.low > 0 && self.high < 1.4616f64 {
            Real::new(value, f(&self.high, Round::Down), f(&self.low, Round::Up))
        } else {
            Real::anywhere(value, self.bits())
        }
    }
}
