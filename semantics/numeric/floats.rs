//! Operators on floats: IEEE 754 binary formats of half, single and double precision.
//!
//! Basic arithmetic is rounded once to the format.  Elementary and special functions of the narrower formats are
//! computed in double precision and rounded: this is more exact than single-precision functions, and the same on
//! every machine that has the same double-precision ones.

use super::{Numeric, NumericError, Primitive};
use elder_syntax::prim::rules::{
    NUM_CLASS, NUM_ELEMENTARY, NUM_FLOAT, NUM_FMA, NUM_FMOD, NUM_FORDER, NUM_FSIGN, NUM_REPR, NUM_ROUND,
};
use elder_syntax::prim::{BinOp, PrimValue, TernOp, UnOp};
use half::f16;
use std::f64::consts::PI;

/// What a value of a float type can do.
#[allow(missing_docs)]
pub trait Float: Primitive + PartialOrd {
    const ONE: Self;
    const ZERO: Self;
    /// Exactly.
    fn widen(self) -> f64;
    /// Rounded to nearest, ties to even.
    fn narrow(x: f64) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    fn sqrt(self) -> Self;
    /// `self * b + c`, rounded once.
    fn fma(self, b: Self, c: Self) -> Self;
    /// The next float towards `other`.
    fn nextafter(self, other: Self) -> Self;
    /// The bit pattern.
    fn to_bits(self) -> PrimValue;
    fn is_nan(self) -> bool;
    fn is_infinite(self) -> bool;
}

/// The operators that native floats have under the same names, and those on bit patterns.
macro_rules! shared {
    ($t:ident, $bits:ident) => {
        #[inline(always)]
        fn copysign(self, sign: Self) -> Self {
            <$t>::copysign(self, sign)
        }
        #[inline(always)]
        fn neg(self) -> Self {
            -self
        }
        fn nextafter(self, other: Self) -> Self {
            if self != self || other != other {
                return <$t>::NAN;
            }
            if self == other {
                return other;
            }
            if self == <$t>::from_bits(0) {
                return <$t>::copysign(<$t>::from_bits(1), other);
            }
            let away = (self < other) == (self > <$t>::from_bits(0));
            let bits = <$t>::to_bits(self);
            <$t>::from_bits(if away { bits + 1 } else { bits - 1 })
        }
        fn to_bits(self) -> PrimValue {
            PrimValue::$bits(<$t>::to_bits(self))
        }
        #[inline(always)]
        fn is_nan(self) -> bool {
            <$t>::is_nan(self)
        }
        #[inline(always)]
        fn is_infinite(self) -> bool {
            <$t>::is_infinite(self)
        }
    };
}

macro_rules! native {
    ($($t:ident, $bits:ident);*) => { $(
        impl Float for $t {
            const ONE: Self = 1.0;
            const ZERO: Self = 0.0;
            #[inline(always)]
            fn widen(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn narrow(x: f64) -> Self {
                x as $t
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $t::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $t::sqrt(self)
            }
            fn fma(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }
            shared!($t, $bits);
        }
    )* };
}
native!(f32, U32; f64, U64);

impl Float for f16 {
    const ONE: Self = f16::ONE;
    const ZERO: Self = f16::ZERO;
    #[inline(always)]
    fn widen(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn narrow(x: f64) -> Self {
        super::convert::to_half(x)
    }
    // Sums and products of two halves are exact in double precision, and quotients and square roots so much
    // more precise than halves that rounding them twice is rounding once.
    fn add(self, other: Self) -> Self {
        Self::narrow(self.widen() + other.widen())
    }
    fn sub(self, other: Self) -> Self {
        Self::narrow(self.widen() - other.widen())
    }
    fn mul(self, other: Self) -> Self {
        Self::narrow(self.widen() * other.widen())
    }
    fn div(self, other: Self) -> Self {
        Self::narrow(self.widen() / other.widen())
    }
    fn sqrt(self) -> Self {
        Self::narrow(self.widen().sqrt())
    }
    fn abs(self) -> Self {
        f16::from_bits(f16::to_bits(self) & 0x7fff)
    }
    // Where the sum comes near the middle between two halves, its bits span less than 53, so that it is exact.
    fn fma(self, b: Self, c: Self) -> Self {
        Self::narrow(self.widen().mul_add(b.widen(), c.widen()))
    }
    shared!(f16, U16);
}

/// Operators of two operands.
///
/// # Errors
/// Only for operators that do not exist on floats.
#[inline]
pub fn binary<T: Float>(op: BinOp, a: T, b: T) -> Numeric {
    let (rule, value) = match op {
        BinOp::Add => (&NUM_FLOAT, a.add(b)),
        BinOp::Sub => (&NUM_FLOAT, a.sub(b)),
        BinOp::Mul => (&NUM_FLOAT, a.mul(b)),
        BinOp::Div => (&NUM_FLOAT, a.div(b)),
        BinOp::Mod => (&NUM_FMOD, T::narrow(a.widen() % b.widen())),
        BinOp::Pow => (&NUM_ELEMENTARY, T::narrow(a.widen().powf(b.widen()))),
        BinOp::Min => (&NUM_FORDER, minimum(a, b)),
        BinOp::Max => (&NUM_FORDER, maximum(a, b)),
        BinOp::Atan2 => (&NUM_ELEMENTARY, T::narrow(a.widen().atan2(b.widen()))),
        BinOp::Atan2pi => (&NUM_ELEMENTARY, T::narrow(a.widen().atan2(b.widen()) / PI)),
        BinOp::Hypot => (&NUM_ELEMENTARY, T::narrow(a.widen().hypot(b.widen()))),
        BinOp::Copysign => (&NUM_FSIGN, a.copysign(b)),
        BinOp::Nextafter => (&NUM_CLASS, a.nextafter(b)),
        BinOp::Eq => return compared(a == b),
        BinOp::Ne => return compared(a != b),
        BinOp::Lt => return compared(a < b),
        BinOp::Le => return compared(a <= b),
        BinOp::Gt => return compared(a > b),
        BinOp::Ge => return compared(a >= b),
        _ => return Err(NumericError::Operands),
    };
    rule.apply();
    Ok(value.wrap())
}

#[inline(always)]
fn compared(result: bool) -> Numeric {
    NUM_FORDER.apply();
    Ok(PrimValue::Bool(result))
}

/// The lesser; the other if one is NaN.
#[inline(always)]
pub fn minimum<T: Float>(a: T, b: T) -> T {
    if a < b || b.is_nan() { a } else { b }
}

/// The greater; the other if one is NaN.
#[inline(always)]
pub fn maximum<T: Float>(a: T, b: T) -> T {
    if a > b || b.is_nan() { a } else { b }
}

/// Operators of one operand.
///
/// # Errors
/// Only for operators that do not exist on floats.
pub fn unary<T: Float>(op: UnOp, a: T) -> Numeric {
    let (rule, value) = match op {
        UnOp::Neg => (&NUM_FSIGN, a.neg()),
        UnOp::Abs => (&NUM_FSIGN, a.abs()),
        UnOp::Sgn => (&NUM_FSIGN, sgn(a)),
        UnOp::Sqrt => (&NUM_FLOAT, a.sqrt()),
        UnOp::Round => (&NUM_ROUND, T::narrow(a.widen().round_ties_even())),
        UnOp::Ceil => (&NUM_ROUND, T::narrow(a.widen().ceil())),
        UnOp::Floor => (&NUM_ROUND, T::narrow(a.widen().floor())),
        UnOp::Trunc => (&NUM_ROUND, T::narrow(a.widen().trunc())),
        UnOp::IsNan => return classified(a.is_nan()),
        UnOp::IsInf => return classified(a.is_infinite()),
        UnOp::ToBits => {
            NUM_REPR.apply();
            return Ok(a.to_bits());
        }
        _ => {
            let f = elementary(op).ok_or(NumericError::Operands)?;
            (&NUM_ELEMENTARY, T::narrow(f(a.widen())))
        }
    };
    rule.apply();
    Ok(value.wrap())
}

fn classified(result: bool) -> Numeric {
    NUM_CLASS.apply();
    Ok(PrimValue::Bool(result))
}

fn sgn<T: Float>(a: T) -> T {
    if a.is_nan() || a == T::ZERO {
        a
    } else {
        T::ONE.copysign(a)
    }
}

/// The elementary and special functions of one operand, in double precision.
pub fn elementary(op: UnOp) -> Option<fn(f64) -> f64> {
    Some(match op {
        UnOp::Rsqrt => |x| 1.0 / x.sqrt(),
        UnOp::Cbrt => f64::cbrt,
        UnOp::Exp => f64::exp,
        UnOp::Log => f64::ln,
        UnOp::Log2 => f64::log2,
        UnOp::Log10 => f64::log10,
        UnOp::Log1p => f64::ln_1p,
        UnOp::Sin => f64::sin,
        UnOp::Cos => f64::cos,
        UnOp::Tan => f64::tan,
        UnOp::Asin => f64::asin,
        UnOp::Acos => f64::acos,
        UnOp::Atan => f64::atan,
        UnOp::Sinh => f64::sinh,
        UnOp::Cosh => f64::cosh,
        UnOp::Tanh => f64::tanh,
        UnOp::Asinh => libm::asinh,
        UnOp::Acosh => libm::acosh,
        UnOp::Atanh => libm::atanh,
        UnOp::Sinpi => sinpi,
        UnOp::Cospi => cospi,
        UnOp::Tanpi => |x| sinpi(x) / cospi(x),
        UnOp::Asinpi => |x| x.asin() / PI,
        UnOp::Acospi => |x| x.acos() / PI,
        UnOp::Atanpi => |x| x.atan() / PI,
        UnOp::Gamma => libm::tgamma,
        UnOp::Lgamma => libm::lgamma,
        UnOp::Erf => libm::erf,
        UnOp::Erfc => libm::erfc,
        _ => return None,
    })
}

/// sin(πx), with the angle reduced exactly before it is multiplied; a zero is itself.
fn sinpi(x: f64) -> f64 {
    if x == 0.0 {
        return x;
    }
    let quarter = (x * 2.0).round_ties_even();
    if !quarter.is_finite() {
        return f64::NAN;
    }
    let rest = (x - quarter / 2.0) * PI;
    match quarter.rem_euclid(4.0) as u8 {
        0 => rest.sin(),
        1 => rest.cos(),
        2 => -rest.sin(),
        _ => -rest.cos(),
    }
}

/// cos(πx), likewise.
fn cospi(x: f64) -> f64 {
    let quarter = (x * 2.0).round_ties_even();
    if !quarter.is_finite() {
        return f64::NAN;
    }
    let rest = (x - quarter / 2.0) * PI;
    match quarter.rem_euclid(4.0) as u8 {
        0 => rest.cos(),
        1 => -rest.sin(),
        2 => -rest.cos(),
        _ => rest.sin(),
    }
}

/// Operators of three operands.
///
/// # Errors
/// Only for operators that do not exist on floats.
pub fn ternary<T: Float>(op: TernOp, a: T, b: T, c: T) -> Numeric {
    let value = match op {
        TernOp::Fma => a.fma(b, c),
        TernOp::Mad => a.mul(b).add(c),
        TernOp::Lerp => a.add(b.sub(a).mul(maximum(T::ZERO, minimum(T::ONE, c)))),
        TernOp::MadHi => return Err(NumericError::Operands),
    };
    NUM_FMA.apply();
    Ok(value.wrap())
}

/// `x` times two to the power of `n`, rounded once.
pub fn ldexp<T: Float>(x: T, n: i32) -> T {
    NUM_CLASS.apply();
    T::narrow(libm::ldexp(x.widen(), n))
}
