//! What primitive functions give for constants, as far as simplification computes it.
//!
//! This is not the arithmetic of the reference semantics, which judges it: integers are computed here with 128 bits and brought back
//! to their type.  What has no value, what is not a number, and functions that a driver's library computes are left alone.

use elder_core::tree::wide;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

/// The value of a function on constants, if there is one and it is computed here.
pub fn apply(function: PrimFn, operands: &[PrimValue]) -> Option<PrimValue> {
    match (function, operands) {
        (PrimFn::Bin(op, ty), [a, b]) if ty.is_integer() => integers(op, ty, wide(*a)?, wide(*b)?),
        (PrimFn::Bin(op, _), [PrimValue::Bool(a), PrimValue::Bool(b)]) => truths(op, *a, *b),
        (PrimFn::Bin(op, _), [PrimValue::F32(a), PrimValue::F32(b)]) => {
            let value = match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                BinOp::Div => a / b,
                _ => return compared(op, f64::from(*a), f64::from(*b)),
            };
            (!value.is_nan()).then_some(PrimValue::F32(value))
        }
        (PrimFn::Bin(op, _), [PrimValue::F64(a), PrimValue::F64(b)]) => {
            let value = match op {
                BinOp::Add => a + b,
                BinOp::Sub => a - b,
                BinOp::Mul => a * b,
                BinOp::Div => a / b,
                _ => return compared(op, *a, *b),
            };
            (!value.is_nan()).then_some(PrimValue::F64(value))
        }
        (PrimFn::Un(UnOp::Not, _), [PrimValue::Bool(a)]) => Some(PrimValue::Bool(!a)),
        (PrimFn::Un(op, ty), [a]) if ty.is_integer() => {
            let a = wide(*a)?;
            match op {
                UnOp::Neg => integer(ty, -a),
                UnOp::Not => integer(ty, !a),
                UnOp::Abs => integer(ty, a.abs()),
                UnOp::Sgn => integer(ty, a.signum()),
                _ => None,
            }
        }
        // A wider unsigned type takes the bits, and not the sign.
        (PrimFn::Convert(from, to), [a]) if from.is_signed() && to.is_unsigned() => {
            let bits = (1 << (8 * from.bytes())) - 1;
            integer(to, wide(*a)? & bits)
        }
        (PrimFn::Convert(from, to), [a]) if from.is_integer() && to.is_integer() => integer(to, wide(*a)?),
        _ => None,
    }
}

/// The lowest bits of a number, as an integer of the type.
pub fn integer(ty: PrimType, number: i128) -> Option<PrimValue> {
    ty.is_integer().then(|| ty.number(number))
}

/// A small number as a float of the type.
pub fn float(ty: PrimType, number: f64) -> Option<PrimValue> {
    match ty {
        PrimType::F32 => Some(PrimValue::F32(number as f32)),
        PrimType::F64 => Some(PrimValue::F64(number)),
        _ => None,
    }
}

fn integers(op: BinOp, ty: PrimType, a: i128, b: i128) -> Option<PrimValue> {
    let bits = 8 * ty.bytes() as u32;
    // A count is without a sign.
    let count = u128::try_from(b).ok().filter(|count| *count < u128::from(bits));
    let number = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::Div if b != 0 => floor(a, b),
        BinOp::Mod if b != 0 => a - b * floor(a, b),
        BinOp::Quot if b != 0 => a / b,
        BinOp::Rem if b != 0 => a % b,
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a.wrapping_shl(u32::try_from(count?).ok()?),
        BinOp::Shr => a >> u32::try_from(count?).ok()?,
        BinOp::Min => a.min(b),
        BinOp::Max => a.max(b),
        _ => return ordered(op, a.cmp(&b)),
    };
    integer(ty, number)
}

/// The quotient rounded to minus infinity.
fn floor(a: i128, b: i128) -> i128 {
    let below = a % b != 0 && (a < 0) != (b < 0);
    a / b - i128::from(below)
}

fn truths(op: BinOp, a: bool, b: bool) -> Option<PrimValue> {
    Some(PrimValue::Bool(match op {
        BinOp::And => a && b,
        BinOp::Or => a || b,
        BinOp::Xor | BinOp::Ne => a != b,
        BinOp::Eq => a == b,
        _ => return None,
    }))
}

/// Comparisons of what can be compared.
fn compared(op: BinOp, a: f64, b: f64) -> Option<PrimValue> {
    ordered(op, a.partial_cmp(&b)?)
}

fn ordered(op: BinOp, order: std::cmp::Ordering) -> Option<PrimValue> {
    Some(PrimValue::Bool(match op {
        BinOp::Eq => order.is_eq(),
        BinOp::Ne => order.is_ne(),
        BinOp::Lt => order.is_lt(),
        BinOp::Le => order.is_le(),
        BinOp::Gt => order.is_gt(),
        BinOp::Ge => order.is_ge(),
        _ => return None,
    }))
}
