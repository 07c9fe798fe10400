//! Primitive functions on primitive values.
//!
//! [`apply`] gives every [`PrimFn`] its meaning; the operators of each kind of type stand in [`integers`],
//! [`floats`] and [`convert`], written once for all types of the kind.  The rules are those of
//! `src/syntax/prim/rules.rs`.
//!
//! An evaluator that knows an operator's operands to have one primitive type calls [`binary`], [`unary`] or
//! [`ternary`], or the methods of [`integers::Integer`] and [`floats::Float`] themselves.

pub mod convert;
pub mod floats;
pub mod integers;
pub mod rule;

use elder_syntax::prim::rules::{NUM_BITS, NUM_DIV, NUM_ORDER, NUM_POW, NUM_QUOT};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};
use elder_syntax::rule::Refusal;
use elder_syntax::value::Element;
use elder_syntax::with_prim_type;
use half::f16;

/// Why a primitive function has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumericError {
    /// `/` or `%` by zero.
    #[error("division by zero")]
    Division,
    /// `//` or `%%` by zero.
    #[error("division by zero")]
    Quotient,
    /// `**` with a negative exponent.
    #[error("negative exponent of an integer power")]
    Exponent,
    /// The operands do not have the types of the function: never for programs that were checked.
    #[error("operands of wrong type")]
    Operands,
}

impl NumericError {
    /// The rule that refused; counts the refusal.
    pub fn refusal(self) -> Option<Refusal> {
        match self {
            NumericError::Division => Some(NUM_DIV.refuse("zero")),
            NumericError::Quotient => Some(NUM_QUOT.refuse("zero")),
            NumericError::Exponent => Some(NUM_POW.refuse("negative")),
            NumericError::Operands => None,
        }
    }
}

/// The Rust types of primitive values.
pub trait Primitive: Copy {
    /// The primitive type.
    const TYPE: PrimType;
    /// As a value.
    fn wrap(self) -> PrimValue;
    /// Out of a value of that type.
    fn unwrap(value: PrimValue) -> Option<Self>;
}

macro_rules! primitive {
    ($($t:ty => $variant:ident),*) => { $(
        impl Primitive for $t {
            const TYPE: PrimType = PrimType::$variant;
            #[inline(always)]
            fn wrap(self) -> PrimValue { PrimValue::$variant(self) }
            #[inline(always)]
            fn unwrap(value: PrimValue) -> Option<Self> {
                match value { PrimValue::$variant(x) => Some(x), _ => None }
            }
        }
    )* };
}
primitive!(bool => Bool, i8 => I8, i16 => I16, i32 => I32, i64 => I64,
           u8 => U8, u16 => U16, u32 => U32, u64 => U64, f16 => F16, f32 => F32, f64 => F64);

/// The value of a type whose bits are zero.
pub fn zero(t: PrimType) -> PrimValue {
    with_prim_type!(t, T => <T as Element>::ZERO.prim())
}

/// An integer or truth value, exactly; none of floats.
pub fn whole(value: PrimValue) -> Option<i128> {
    Some(match value {
        PrimValue::Bool(x) => x.into(),
        PrimValue::I8(x) => x.into(),
        PrimValue::I16(x) => x.into(),
        PrimValue::I32(x) => x.into(),
        PrimValue::I64(x) => x.into(),
        PrimValue::U8(x) => x.into(),
        PrimValue::U16(x) => x.into(),
        PrimValue::U32(x) => x.into(),
        PrimValue::U64(x) => x.into(),
        PrimValue::F16(_) | PrimValue::F32(_) | PrimValue::F64(_) => return None,
    })
}

/// Result of a primitive function.
pub type Numeric = Result<PrimValue, NumericError>;

/// The value of `f` on `args`.
///
/// # Errors
/// Where the function is not defined: see [`NumericError`].
pub fn apply(f: PrimFn, args: &[PrimValue]) -> Numeric {
    match (f, args) {
        (PrimFn::Bin(op, _), &[a, b]) => binary(op, a, b),
        (PrimFn::Un(op, _), &[a]) => unary(op, a),
        (PrimFn::Tern(op, _), &[a, b, c]) => ternary(op, a, b, c),
        (PrimFn::Convert(_, to), &[a]) => Ok(convert::convert(a, to)),
        (PrimFn::Ldexp(_), &[a, PrimValue::I32(n)]) => match a {
            PrimValue::F16(x) => Ok(floats::ldexp(x, n).wrap()),
            PrimValue::F32(x) => Ok(floats::ldexp(x, n).wrap()),
            PrimValue::F64(x) => Ok(floats::ldexp(x, n).wrap()),
            _ => Err(NumericError::Operands),
        },
        _ => Err(NumericError::Operands),
    }
}

/// An operator of two operands of one type.
///
/// # Errors
/// As for [`apply`].
#[inline]
pub fn binary(op: BinOp, a: PrimValue, b: PrimValue) -> Numeric {
    use PrimValue::*;
    match (a, b) {
        (I32(a), I32(b)) => integers::binary(op, a, b),
        (I64(a), I64(b)) => integers::binary(op, a, b),
        (F32(a), F32(b)) => floats::binary(op, a, b),
        (F64(a), F64(b)) => floats::binary(op, a, b),
        (Bool(a), Bool(b)) => logical(op, a, b),
        (I8(a), I8(b)) => integers::binary(op, a, b),
        (I16(a), I16(b)) => integers::binary(op, a, b),
        (U8(a), U8(b)) => integers::binary(op, a, b),
        (U16(a), U16(b)) => integers::binary(op, a, b),
        (U32(a), U32(b)) => integers::binary(op, a, b),
        (U64(a), U64(b)) => integers::binary(op, a, b),
        (F16(a), F16(b)) => floats::binary(op, a, b),
        _ => Err(NumericError::Operands),
    }
}

/// An operator of one operand.
///
/// # Errors
/// As for [`apply`].
#[inline]
pub fn unary(op: UnOp, a: PrimValue) -> Numeric {
    match a {
        PrimValue::Bool(a) if op == UnOp::Not => {
            NUM_BITS.apply();
            Ok(PrimValue::Bool(!a))
        }
        PrimValue::Bool(_) => Err(NumericError::Operands),
        PrimValue::I8(a) => integers::unary(op, a),
        PrimValue::I16(a) => integers::unary(op, a),
        PrimValue::I32(a) => integers::unary(op, a),
        PrimValue::I64(a) => integers::unary(op, a),
        PrimValue::U8(a) => integers::unary(op, a),
        PrimValue::U16(a) => integers::unary(op, a),
        PrimValue::U32(a) => integers::unary(op, a),
        PrimValue::U64(a) => integers::unary(op, a),
        PrimValue::F16(a) => floats::unary(op, a),
        PrimValue::F32(a) => floats::unary(op, a),
        PrimValue::F64(a) => floats::unary(op, a),
    }
}

/// An operator of three operands of one type.
///
/// # Errors
/// As for [`apply`].
#[inline]
pub fn ternary(op: TernOp, a: PrimValue, b: PrimValue, c: PrimValue) -> Numeric {
    use PrimValue::*;
    match (a, b, c) {
        (F16(a), F16(b), F16(c)) => floats::ternary(op, a, b, c),
        (F32(a), F32(b), F32(c)) => floats::ternary(op, a, b, c),
        (F64(a), F64(b), F64(c)) => floats::ternary(op, a, b, c),
        (I8(a), I8(b), I8(c)) => integers::ternary(op, a, b, c),
        (I16(a), I16(b), I16(c)) => integers::ternary(op, a, b, c),
        (I32(a), I32(b), I32(c)) => integers::ternary(op, a, b, c),
        (I64(a), I64(b), I64(c)) => integers::ternary(op, a, b, c),
        (U8(a), U8(b), U8(c)) => integers::ternary(op, a, b, c),
        (U16(a), U16(b), U16(c)) => integers::ternary(op, a, b, c),
        (U32(a), U32(b), U32(c)) => integers::ternary(op, a, b, c),
        (U64(a), U64(b), U64(c)) => integers::ternary(op, a, b, c),
        _ => Err(NumericError::Operands),
    }
}

/// Operators on truth values.
fn logical(op: BinOp, a: bool, b: bool) -> Numeric {
    let (rule, result) = match op {
        BinOp::And => (&NUM_BITS, a & b),
        BinOp::Or => (&NUM_BITS, a | b),
        BinOp::Xor => (&NUM_BITS, a ^ b),
        BinOp::Eq => (&NUM_ORDER, a == b),
        BinOp::Ne => (&NUM_ORDER, a != b),
        BinOp::Lt => (&NUM_ORDER, !a & b),
        BinOp::Le => (&NUM_ORDER, a <= b),
        BinOp::Gt => (&NUM_ORDER, a & !b),
        BinOp::Ge => (&NUM_ORDER, a >= b),
        BinOp::Min => (&NUM_ORDER, a & b),
        BinOp::Max => (&NUM_ORDER, a | b),
        _ => return Err(NumericError::Operands),
    };
    rule.apply();
    Ok(PrimValue::Bool(result))
}

#[cfg(test)]
mod tests;
