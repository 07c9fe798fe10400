//! Operators on integers: two's complement of a fixed width, signed or unsigned.

use super::{Numeric, NumericError, Primitive};
use elder_syntax::prim::rules::{
    NUM_BITS, NUM_COUNT, NUM_DIV, NUM_HIGH, NUM_ORDER, NUM_POW, NUM_QUOT, NUM_REPR, NUM_SHIFT, NUM_SIGN,
    NUM_WRAP,
};
use elder_syntax::prim::{BinOp, PrimValue, TernOp, UnOp};
use half::f16;

/// What a value of an integer type can do.  Nothing panics.
#[allow(missing_docs)]
pub trait Integer: Primitive + Ord {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn neg(self) -> Self;
    /// Quotient rounded to minus infinity.
    ///
    /// # Errors
    /// [`NumericError::Division`]
    fn div(self, other: Self) -> Result<Self, NumericError>;
    /// Remainder of [`Integer::div`].
    ///
    /// # Errors
    /// [`NumericError::Division`]
    fn modulo(self, other: Self) -> Result<Self, NumericError>;
    /// Quotient rounded to zero.
    ///
    /// # Errors
    /// [`NumericError::Quotient`]
    fn quot(self, other: Self) -> Result<Self, NumericError>;
    /// Remainder of [`Integer::quot`].
    ///
    /// # Errors
    /// [`NumericError::Quotient`]
    fn rem(self, other: Self) -> Result<Self, NumericError>;
    /// # Errors
    /// [`NumericError::Exponent`]
    fn pow(self, exponent: Self) -> Result<Self, NumericError>;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn not(self) -> Self;
    fn shl(self, count: Self) -> Self;
    fn shr(self, count: Self) -> Self;
    fn lshr(self, count: Self) -> Self;
    fn mul_hi(self, other: Self) -> Self;
    fn abs(self) -> Self;
    fn sgn(self) -> Self;
    fn popc(self) -> i32;
    fn clz(self) -> i32;
    fn ctz(self) -> i32;
    /// The float of the same width and bit pattern, if there is one.
    fn float_of_bits(self) -> Option<PrimValue>;
}

/// What signed and unsigned types have in common.
macro_rules! common {
    ($t:ident, $u:ident, $double:ident) => {
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.wrapping_add(other)
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            self.wrapping_mul(other)
        }
        #[inline(always)]
        fn neg(self) -> Self {
            self.wrapping_neg()
        }
        #[inline(always)]
        fn quot(self, other: Self) -> Result<Self, NumericError> {
            if other == 0 {
                Err(NumericError::Quotient)
            } else {
                Ok(self.wrapping_div(other))
            }
        }
        #[inline(always)]
        fn rem(self, other: Self) -> Result<Self, NumericError> {
            if other == 0 {
                Err(NumericError::Quotient)
            } else {
                Ok(self.wrapping_rem(other))
            }
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            self & other
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            self | other
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            self ^ other
        }
        #[inline(always)]
        fn not(self) -> Self {
            !self
        }
        #[inline(always)]
        fn shl(self, count: Self) -> Self {
            let count = count as $u;
            if u64::from(count) < u64::from($t::BITS) {
                self << count
            } else {
                0
            }
        }
        #[inline(always)]
        fn lshr(self, count: Self) -> Self {
            let count = count as $u;
            if u64::from(count) < u64::from($t::BITS) {
                ((self as $u) >> count) as $t
            } else {
                0
            }
        }
        #[inline(always)]
        fn mul_hi(self, other: Self) -> Self {
            ((self as $double * other as $double) >> $t::BITS) as $t
        }
        #[inline(always)]
        fn popc(self) -> i32 {
            self.count_ones() as i32
        }
        #[inline(always)]
        fn clz(self) -> i32 {
            self.leading_zeros() as i32
        }
        #[inline(always)]
        fn ctz(self) -> i32 {
            self.trailing_zeros() as i32
        }
    };
}

macro_rules! signed {
    ($($t:ident, $u:ident, $double:ident);*) => { $(
        impl Integer for $t {
            common!($t, $u, $double);
            #[inline(always)]
            fn div(self, other: Self) -> Result<Self, NumericError> {
                if other == 0 {
                    return Err(NumericError::Division);
                }
                let quotient = self.wrapping_div(other);
                let remainder = self.wrapping_rem(other);
                let below = remainder != 0 && (remainder < 0) != (other < 0);
                Ok(if below { quotient - 1 } else { quotient })
            }
            #[inline(always)]
            fn modulo(self, other: Self) -> Result<Self, NumericError> {
                if other == 0 {
                    return Err(NumericError::Division);
                }
                let remainder = self.wrapping_rem(other);
                let below = remainder != 0 && (remainder < 0) != (other < 0);
                Ok(if below { remainder + other } else { remainder })
            }
            #[inline(always)]
            fn pow(self, exponent: Self) -> Result<Self, NumericError> {
                if exponent < 0 { Err(NumericError::Exponent) } else { Ok(power(self, exponent as u64, 1)) }
            }
            #[inline(always)]
            fn shr(self, count: Self) -> Self {
                self >> (count as $u).min($t::BITS as $u - 1)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                self.wrapping_abs()
            }
            #[inline(always)]
            fn sgn(self) -> Self {
                self.signum()
            }
            fn float_of_bits(self) -> Option<PrimValue> {
                None
            }
        }
    )* };
}

macro_rules! unsigned {
    ($($t:ident, $double:ident, $bits:expr);*) => { $(
        impl Integer for $t {
            common!($t, $t, $double);
            #[inline(always)]
            fn div(self, other: Self) -> Result<Self, NumericError> {
                self.checked_div(other).ok_or(NumericError::Division)
            }
            #[inline(always)]
            fn modulo(self, other: Self) -> Result<Self, NumericError> {
                self.checked_rem(other).ok_or(NumericError::Division)
            }
            #[inline(always)]
            fn pow(self, exponent: Self) -> Result<Self, NumericError> {
                Ok(power(self, u64::from(exponent), 1))
            }
            #[inline(always)]
            fn shr(self, count: Self) -> Self {
                self.lshr(count)
            }
            #[inline(always)]
            fn abs(self) -> Self {
                self
            }
            #[inline(always)]
            fn sgn(self) -> Self {
                $t::from(self != 0)
            }
            fn float_of_bits(self) -> Option<PrimValue> {
                let from_bits: Option<fn($t) -> PrimValue> = $bits;
                from_bits.map(|f| f(self))
            }
        }
    )* };
}

signed!(i8, u8, i16; i16, u16, i32; i32, u32, i64; i64, u64, i128);
unsigned!(u8, u16, None;
          u16, u32, Some(|x| PrimValue::F16(f16::from_bits(x)));
          u32, u64, Some(|x| PrimValue::F32(f32::from_bits(x)));
          u64, u128, Some(|x| PrimValue::F64(f64::from_bits(x))));

/// `base` to the power of `exponent`, times `product`, by squaring.
fn power<T: Integer>(mut base: T, mut exponent: u64, mut product: T) -> T {
    while exponent != 0 {
        if exponent & 1 == 1 {
            product = product.mul(base);
        }
        base = base.mul(base);
        exponent >>= 1;
    }
    product
}

/// Operators of two operands.
///
/// # Errors
/// As for [`super::apply`].
#[inline]
pub fn binary<T: Integer>(op: BinOp, a: T, b: T) -> Numeric {
    let (rule, value) = match op {
        BinOp::Add => (&NUM_WRAP, a.add(b)),
        BinOp::Sub => (&NUM_WRAP, a.sub(b)),
        BinOp::Mul => (&NUM_WRAP, a.mul(b)),
        BinOp::Div => (&NUM_DIV, a.div(b)?),
        BinOp::Mod => (&NUM_DIV, a.modulo(b)?),
        BinOp::Quot => (&NUM_QUOT, a.quot(b)?),
        BinOp::Rem => (&NUM_QUOT, a.rem(b)?),
        BinOp::Pow => (&NUM_POW, a.pow(b)?),
        BinOp::Shl => (&NUM_SHIFT, a.shl(b)),
        BinOp::Shr => (&NUM_SHIFT, a.shr(b)),
        BinOp::Lshr => (&NUM_SHIFT, a.lshr(b)),
        BinOp::And => (&NUM_BITS, a.and(b)),
        BinOp::Or => (&NUM_BITS, a.or(b)),
        BinOp::Xor => (&NUM_BITS, a.xor(b)),
        BinOp::Min => (&NUM_ORDER, a.min(b)),
        BinOp::Max => (&NUM_ORDER, a.max(b)),
        BinOp::MulHi => (&NUM_HIGH, a.mul_hi(b)),
        BinOp::Eq => return compared(a == b),
        BinOp::Ne => return compared(a != b),
        BinOp::Lt => return compared(a < b),
        BinOp::Le => return compared(a <= b),
        BinOp::Gt => return compared(a > b),
        BinOp::Ge => return compared(a >= b),
        BinOp::Atan2 | BinOp::Atan2pi | BinOp::Hypot | BinOp::Copysign | BinOp::Nextafter => {
            return Err(NumericError::Operands);
        }
    };
    rule.apply();
    Ok(value.wrap())
}

#[inline(always)]
fn compared(result: bool) -> Numeric {
    NUM_ORDER.apply();
    Ok(PrimValue::Bool(result))
}

/// Operators of one operand.
///
/// # Errors
/// Only for operators that do not exist on integers.
pub fn unary<T: Integer>(op: UnOp, a: T) -> Numeric {
    let (rule, value) = match op {
        UnOp::Neg => (&NUM_WRAP, a.neg().wrap()),
        UnOp::Not => (&NUM_BITS, a.not().wrap()),
        UnOp::Abs => (&NUM_SIGN, a.abs().wrap()),
        UnOp::Sgn => (&NUM_SIGN, a.sgn().wrap()),
        UnOp::Popc => (&NUM_COUNT, a.popc().wrap()),
        UnOp::Clz => (&NUM_COUNT, a.clz().wrap()),
        UnOp::Ctz => (&NUM_COUNT, a.ctz().wrap()),
        UnOp::FromBits => (&NUM_REPR, a.float_of_bits().ok_or(NumericError::Operands)?),
        _ => return Err(NumericError::Operands),
    };
    rule.apply();
    Ok(value)
}

/// Operators of three operands.
///
/// # Errors
/// Only for operators that do not exist on integers.
pub fn ternary<T: Integer>(op: TernOp, a: T, b: T, c: T) -> Numeric {
    match op {
        TernOp::MadHi => {
            NUM_HIGH.apply();
            Ok(a.mul_hi(b).add(c).wrap())
        }
        TernOp::Fma | TernOp::Mad | TernOp::Lerp => Err(NumericError::Operands),
    }
}
