//! Rust's types for Futhark's scalars, and arithmetic on them without boxing.
//!
//! [`Scalar::binary`] knows the operators that hot loops are made of; everything
//! else goes through [`crate::numeric`], the definition of all of them.

use crate::futhark::machine::array::{Buffer, Cells, Element};
use crate::futhark::machine::value::Value;
use crate::numeric::{self, NumericError};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use half::f16;
use std::cell::Cell;
use std::rc::Rc;

/// A scalar type.
pub trait Scalar: Element + Copy + PartialEq + PartialOrd {
    /// Its name in Futhark.
    const TYPE: PrimType;
    /// As a value.
    fn prim(self) -> PrimValue;
    /// From a truth value; only meant for `bool`.
    fn from_bool(b: bool) -> Self;
    /// As conversions from integers to this type do it; `None` when the general definition must be asked.
    fn from_integer(n: i64) -> Option<Self>;
    /// The operators of hot loops; `None` when the general definition must be asked.
    fn quick(op: BinOp, a: Self, b: Self) -> Option<Self>;

    /// `a op b`, for operators whose result has the operands' type.  The error is the reason.
    #[inline(always)]
    fn binary(op: BinOp, a: Self, b: Self) -> Result<Self, NumericError> {
        match Self::quick(op, a, b) {
            Some(r) => Ok(r),
            None => Self::slow(op, a, b),
        }
    }

    /// As [`Scalar::binary`], by the general definition.
    #[inline(never)]
    fn slow(op: BinOp, a: Self, b: Self) -> Result<Self, NumericError> {
        let result = numeric::apply(PrimFn::Bin(op, Self::TYPE), &[a.prim(), b.prim()])?;
        Self::from_value(&Value::from(result)).ok_or(NumericError::Operands)
    }

    /// A comparison.
    #[inline(always)]
    fn compare(op: BinOp, a: Self, b: Self) -> bool {
        match op {
            BinOp::Eq => a == b,
            BinOp::Ne => a != b,
            BinOp::Lt => a < b,
            BinOp::Le => a <= b,
            BinOp::Gt => a > b,
            _ => a >= b,
        }
    }
}

macro_rules! scalar {
    ($t:ty, $variant:ident, $into:expr, $out:expr, $bool:expr, $integer:expr, $op:ident, $a:ident, $b:ident => $quick:expr) => {
        impl Element for $t {
            const PRIM: Option<PrimType> = Some(PrimType::$variant);
            #[inline(always)]
            fn read(cell: &Cell<$t>) -> $t {
                cell.get()
            }
            #[inline(always)]
            fn value(self) -> Value {
                Value::$variant(self)
            }
            #[inline(always)]
            fn from_value(value: &Value) -> Option<$t> {
                match value {
                    Value::$variant(x) => Some(*x),
                    _ => None,
                }
            }
            #[inline(always)]
            fn word(self) -> u64 {
                let into: fn($t) -> u64 = $into;
                into(self)
            }
            #[inline(always)]
            fn from_word(word: u64) -> $t {
                let out: fn(u64) -> $t = $out;
                out(word)
            }
            fn cells(buffer: Rc<Buffer<$t>>) -> Cells {
                Cells::$variant(buffer)
            }
            #[inline(always)]
            fn buffer(cells: &Cells) -> Option<&Rc<Buffer<$t>>> {
                match cells {
                    Cells::$variant(b) => Some(b),
                    _ => None,
                }
            }
        }
        impl Scalar for $t {
            const TYPE: PrimType = PrimType::$variant;
            #[inline(always)]
            fn prim(self) -> PrimValue {
                PrimValue::$variant(self)
            }
            #[inline(always)]
            fn from_bool(b: bool) -> $t {
                let from: fn(bool) -> $t = $bool;
                from(b)
            }
            #[inline(always)]
            fn from_integer(n: i64) -> Option<$t> {
                let from: fn(i64) -> Option<$t> = $integer;
                from(n)
            }
            #[inline(always)]
            fn quick($op: BinOp, $a: $t, $b: $t) -> Option<$t> {
                $quick
            }
        }
    };
}

macro_rules! signed {
    ($($t:ty, $variant:ident;)*) => { $(
        scalar!($t, $variant, |x| x as u64, |b| b as $t, |b| b as u8 as $t, |n| Some(n as $t), op, a, b => match op {
            BinOp::Add => Some(a.wrapping_add(b)),
            BinOp::Sub => Some(a.wrapping_sub(b)),
            BinOp::Mul => Some(a.wrapping_mul(b)),
            BinOp::Div if b > 0 => Some(a.div_euclid(b)),
            BinOp::Mod if b > 0 => Some(a.rem_euclid(b)),
            BinOp::Quot if b > 0 => Some(a / b),
            BinOp::Rem if b > 0 => Some(a % b),
            BinOp::Shl if (0..<$t>::BITS as $t).contains(&b) => Some(a << b),
            BinOp::Shr if (0..<$t>::BITS as $t).contains(&b) => Some(a >> b),
            BinOp::And => Some(a & b),
            BinOp::Or => Some(a | b),
            BinOp::Xor => Some(a ^ b),
            BinOp::Min => Some(a.min(b)),
            BinOp::Max => Some(a.max(b)),
            _ => None,
        });
    )* };
}

macro_rules! unsigned {
    ($($t:ty, $variant:ident;)*) => { $(
        scalar!($t, $variant, |x| x as u64, |b| b as $t, |b| b as u8 as $t, |n| Some(n as $t), op, a, b => match op {
            BinOp::Add => Some(a.wrapping_add(b)),
            BinOp::Sub => Some(a.wrapping_sub(b)),
            BinOp::Mul => Some(a.wrapping_mul(b)),
            BinOp::Div | BinOp::Quot if b > 0 => Some(a / b),
            BinOp::Mod | BinOp::Rem if b > 0 => Some(a % b),
            BinOp::Shl if b < <$t>::BITS as $t => Some(a << b),
            BinOp::Shr | BinOp::Lshr if b < <$t>::BITS as $t => Some(a >> b),
            BinOp::And => Some(a & b),
            BinOp::Or => Some(a | b),
            BinOp::Xor => Some(a ^ b),
            BinOp::Min => Some(a.min(b)),
            BinOp::Max => Some(a.max(b)),
            _ => None,
        });
    )* };
}

macro_rules! float {
    ($($t:ty, $variant:ident;)*) => { $(
        scalar!($t, $variant, |x| x.to_bits().into(), |b| <$t>::from_bits(b as _), |b| b as u8 as $t, |n| Some(n as $t), op, a, b => match op {
            BinOp::Add => Some(a + b),
            BinOp::Sub => Some(a - b),
            BinOp::Mul => Some(a * b),
            BinOp::Div => Some(a / b),
            BinOp::Min => Some(numeric::floats::minimum(a, b)),
            BinOp::Max => Some(numeric::floats::maximum(a, b)),
            _ => None,
        });
    )* };
}

signed! { i8, I8; i16, I16; i32, I32; i64, I64; }
unsigned! { u8, U8; u16, U16; u32, U32; u64, U64; }
float! { f32, F32; f64, F64; }
scalar!(f16, F16, |x| x.to_bits().into(), |b| f16::from_bits(b as u16), |b| f16::from_f32(b as u8 as f32), |_| None, _op, _a, _b => None);
scalar!(bool, Bool, |x| x as u64, |b| b != 0, |b| b, |n| Some(n != 0), op, a, b => match op {
    BinOp::And | BinOp::Min => Some(a & b),
    BinOp::Or | BinOp::Max => Some(a | b),
    BinOp::Xor => Some(a ^ b),
    _ => None,
});

/// Evaluates the expression with `$b` bound to the buffer, whatever its element type.
#[macro_export]
macro_rules! with_cells {
    ($cells:expr, $b:ident => $body:expr) => {
        match $cells {
            $crate::futhark::machine::array::Cells::Bool($b) => $body,
            $crate::futhark::machine::array::Cells::I8($b) => $body,
            $crate::futhark::machine::array::Cells::I16($b) => $body,
            $crate::futhark::machine::array::Cells::I32($b) => $body,
            $crate::futhark::machine::array::Cells::I64($b) => $body,
            $crate::futhark::machine::array::Cells::U8($b) => $body,
            $crate::futhark::machine::array::Cells::U16($b) => $body,
            $crate::futhark::machine::array::Cells::U32($b) => $body,
            $crate::futhark::machine::array::Cells::U64($b) => $body,
            $crate::futhark::machine::array::Cells::F16($b) => $body,
            $crate::futhark::machine::array::Cells::F32($b) => $body,
            $crate::futhark::machine::array::Cells::F64($b) => $body,
            $crate::futhark::machine::array::Cells::Boxed($b) => $body,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::with_prim_type;

    /// What `quick` answers is what the definition of the operators answers.
    #[test]
    fn quick_answers_are_right() {
        fn check<T: Scalar>() {
            let corners = [0, 1, 2, 7, 8, 31, 63, 100, -1, -7, -128, i64::MAX, i64::MIN];
            let numbers: Vec<T> = corners.iter().filter_map(|&n| T::from_integer(n)).collect();
            for &op in BinOp::ALL
                .iter()
                .filter(|op| op.exists_on(T::TYPE) && !op.is_comparison())
            {
                for (&a, &b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
                    if let Some(quick) = T::quick(op, a, b) {
                        let slow = T::slow(op, a, b).expect("defined, since `quick` has an answer");
                        assert_eq!(quick.word(), slow.word(), "{a:?} {op} {b:?}");
                    }
                }
            }
        }
        for &t in PrimType::ALL {
            with_prim_type!(t, T => check::<T>());
        }
    }
}
