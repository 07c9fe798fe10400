//! C's operators and conversions on numbers (C11 6.3, 6.5).
//!
//! What C leaves undefined is a fault here: signed arithmetic that leaves its type, division by zero, shifts by too much.  Elder's own
//! primitive functions are not C's; their meaning is [`crate::numeric`], and the texts that stand for them in kernels are judged by
//! the tests of primitives on devices.

use super::failure::{Ended, Run};
use crate::numeric::Primitive;
pub(super) use crate::numeric::whole;
use elder_kernel::c::BinaryOp;
use elder_kernel::rules::KER_E_INT;
use elder_syntax::prim::{PrimType, PrimValue};

/// The integer of a type that has the same lowest bits.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn wrapped(t: PrimType, value: i128) -> PrimValue {
    match t {
        PrimType::Bool => PrimValue::Bool(value != 0),
        PrimType::I8 => PrimValue::I8(value as i8),
        PrimType::I16 => PrimValue::I16(value as i16),
        PrimType::I32 => PrimValue::I32(value as i32),
        PrimType::I64 => PrimValue::I64(value as i64),
        PrimType::U8 => PrimValue::U8(value as u8),
        PrimType::U16 => PrimValue::U16(value as u16),
        PrimType::U32 => PrimValue::U32(value as u32),
        PrimType::U64 => PrimValue::U64(value as u64),
        PrimType::F16 => PrimValue::F16(half::f16::ZERO),
        PrimType::F32 => PrimValue::F32(value as f32),
        PrimType::F64 => PrimValue::F64(value as f64),
    }
}

fn overflow(op: &str, t: PrimType) -> Ended {
    Ended::wrong(&KER_E_INT, "overflow", format!("{op} leaves the type {t}"))
}

/// A number as a float.
fn real(value: PrimValue) -> Option<f64> {
    match value {
        PrimValue::F32(x) => Some(x.into()),
        PrimValue::F64(x) => Some(x),
        _ => None,
    }
}

/// C's conversion of a number to a type.
pub(super) fn convert(value: PrimValue, to: PrimType) -> Run<PrimValue> {
    KER_E_INT.apply();
    if let Some(x) = whole(value) {
        return Ok(wrapped(to, x));
    }
    if value.prim_type() == to {
        return Ok(value);
    }
    let Some(x) = real(value) else {
        return Err(Ended::unchecked(format!("a half is converted to {to} by C")));
    };
    #[allow(clippy::cast_possible_truncation)]
    Ok(match to {
        PrimType::F32 => PrimValue::F32(x as f32),
        PrimType::F64 => PrimValue::F64(x),
        PrimType::Bool => PrimValue::Bool(x != 0.0),
        _ => {
            let exact = x.trunc() as i128;
            match wrapped(to, exact) {
                fits if x.is_finite() && whole(fits) == Some(exact) => fits,
                _ => return Err(Ended::wrong(&KER_E_INT, "conversion", format!("{x} is no {to}"))),
            }
        }
    })
}

/// The integers that C computes with.
trait Word: Primitive {
    fn arithmetic(op: BinaryOp, a: Self, b: Self) -> Option<Self>;
}

macro_rules! words {
    ($($t:ty, $add:ident $sub:ident $mul:ident;)*) => { $(
        impl Word for $t {
            #[inline]
            fn arithmetic(op: BinaryOp, a: $t, b: $t) -> Option<$t> {
                match op {
                    BinaryOp::Add => exact!($add, a, b),
                    BinaryOp::Sub => exact!($sub, a, b),
                    BinaryOp::Mul => exact!($mul, a, b),
                    BinaryOp::Div => a.checked_div(b),
                    BinaryOp::Rem => a.checked_rem(b),
                    BinaryOp::BitAnd => Some(a & b),
                    BinaryOp::BitOr => Some(a | b),
                    BinaryOp::BitXor => Some(a ^ b),
                    _ => None,
                }
            }
        }
    )* };
}
macro_rules! exact {
    (wrapping_add, $a:ident, $b:ident) => {
        Some($a.wrapping_add($b))
    };
    (wrapping_sub, $a:ident, $b:ident) => {
        Some($a.wrapping_sub($b))
    };
    (wrapping_mul, $a:ident, $b:ident) => {
        Some($a.wrapping_mul($b))
    };
    ($f:ident, $a:ident, $b:ident) => {
        $a.$f($b)
    };
}
words! {
    i32, checked_add checked_sub checked_mul;
    i64, checked_add checked_sub checked_mul;
    u32, wrapping_add wrapping_sub wrapping_mul;
    u64, wrapping_add wrapping_sub wrapping_mul;
}

fn on_words<T: Word>(op: BinaryOp, a: T, b: T) -> Run<PrimValue> {
    if let Some(value) = T::arithmetic(op, a, b) {
        return Ok(value.wrap());
    }
    let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
    match divides && whole(b.wrap()) == Some(0) {
        true => Err(Ended::wrong(&KER_E_INT, "divisor", "C divides by zero")),
        false => Err(overflow(
            &format!("{op:?} of {} and {}", text(a.wrap()), text(b.wrap())),
            T::TYPE,
        )),
    }
}

fn text(value: PrimValue) -> String {
    elder_syntax::Value::scalar(value).to_string()
}

/// C's operator on two numbers of a type.
#[inline]
pub(super) fn arithmetic(op: BinaryOp, t: PrimType, a: PrimValue, b: PrimValue) -> Run<PrimValue> {
    KER_E_INT.apply();
    if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        return shift(op, t, a, b);
    }
    match (a, b) {
        (PrimValue::I32(a), PrimValue::I32(b)) => on_words(op, a, b),
        (PrimValue::I64(a), PrimValue::I64(b)) => on_words(op, a, b),
        (PrimValue::U32(a), PrimValue::U32(b)) => on_words(op, a, b),
        (PrimValue::U64(a), PrimValue::U64(b)) => on_words(op, a, b),
        (PrimValue::F32(a), PrimValue::F32(b)) => Ok(PrimValue::F32(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            _ => a / b,
        })),
        (PrimValue::F64(a), PrimValue::F64(b)) => Ok(PrimValue::F64(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            _ => a / b,
        })),
        _ => Err(Ended::unchecked(format!("{op:?} on operands of two types"))),
    }
}

/// A shift; of signed numbers to the left it loses nothing.
fn shift(op: BinaryOp, t: PrimType, a: PrimValue, b: PrimValue) -> Run<PrimValue> {
    let (Some(x), Some(by)) = (whole(a), whole(b)) else {
        return Err(Ended::unchecked("a float is shifted"));
    };
    let bits = 8 * t.bytes() as i128;
    if !(0..bits).contains(&by) || (op == BinaryOp::Shl && x < 0) {
        return Err(Ended::wrong(
            &KER_E_INT,
            "shift",
            format!("{x} of type {t} is shifted by {by}"),
        ));
    }
    if op == BinaryOp::Shr {
        return Ok(wrapped(t, x >> by));
    }
    let exact = x << by;
    match wrapped(t, exact) {
        value if t.is_unsigned() || whole(value) == Some(exact) => Ok(value),
        _ => Err(overflow("a shift", t)),
    }
}

/// C's comparison of two numbers of a type.
#[inline]
pub(super) fn compare(op: BinaryOp, a: PrimValue, b: PrimValue) -> Run<bool> {
    fn of<T: PartialOrd>(op: BinaryOp, a: T, b: T) -> bool {
        match op {
            BinaryOp::Lt => a < b,
            BinaryOp::Le => a <= b,
            BinaryOp::Gt => a > b,
            BinaryOp::Ge => a >= b,
            BinaryOp::Eq => a == b,
            _ => a != b,
        }
    }
    Ok(match (a, b) {
        (PrimValue::I32(a), PrimValue::I32(b)) => of(op, a, b),
        (PrimValue::I64(a), PrimValue::I64(b)) => of(op, a, b),
        (PrimValue::U32(a), PrimValue::U32(b)) => of(op, a, b),
        (PrimValue::U64(a), PrimValue::U64(b)) => of(op, a, b),
        (PrimValue::F32(a), PrimValue::F32(b)) => of(op, a, b),
        (PrimValue::F64(a), PrimValue::F64(b)) => of(op, a, b),
        _ => return Err(Ended::unchecked(format!("{op:?} on operands of two types"))),
    })
}

/// `-x`
pub(super) fn negate(t: PrimType, x: PrimValue) -> Run<PrimValue> {
    match x {
        PrimValue::F32(x) => Ok(PrimValue::F32(-x)),
        PrimValue::F64(x) => Ok(PrimValue::F64(-x)),
        _ => {
            let exact = -whole(x).ok_or_else(|| Ended::unchecked("a half is negated by C"))?;
            match wrapped(t, exact) {
                value if t.is_unsigned() || whole(value) == Some(exact) => Ok(value),
                _ => Err(overflow("a negation", t)),
            }
        }
    }
}

/// `~x`
pub(super) fn complement(t: PrimType, x: PrimValue) -> Run<PrimValue> {
    let x = whole(x).ok_or_else(|| Ended::unchecked("the complement of a float"))?;
    Ok(wrapped(t, !x))
}
