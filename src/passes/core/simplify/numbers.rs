//! What primitive functions give for constants, as far as simplification computes it.
//!
//! The arithmetic is the compiler's ([`elder_scalar`]), and not that of the reference semantics, which judges it.  What has no value, what is not a number,
//! and functions that a driver's library computes are left alone.

use elder_core::tree::wide;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

/// The value of a function on constants, if there is one and it is computed here.
pub fn apply(function: PrimFn, operands: &[PrimValue]) -> Option<PrimValue> {
    if !is_computed(function, operands) || operands.iter().any(is_nan) {
        return None;
    }
    let value = elder_scalar::apply(function, operands).ok();
    value.filter(|value| !is_nan(value))
}

/// Whether simplification computes it, if it has a value.
fn is_computed(function: PrimFn, operands: &[PrimValue]) -> bool {
    match function {
        PrimFn::Bin(op, PrimType::Bool) => {
            matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Ne | BinOp::Eq)
        }
        PrimFn::Bin(op, PrimType::F32 | PrimType::F64) => {
            op.is_comparison() || matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div)
        }
        PrimFn::Bin(BinOp::Shl | BinOp::Shr, ty) => {
            let count = operands.get(1).and_then(|count| wide(*count));
            count.is_some_and(|count| (0..8 * ty.bytes() as i128).contains(&count))
        }
        PrimFn::Bin(op, ty) => ty.is_integer() && !matches!(op, BinOp::Pow | BinOp::Lshr | BinOp::MulHi),
        PrimFn::Un(UnOp::Not, PrimType::Bool) => true,
        PrimFn::Un(op, ty) => ty.is_integer() && matches!(op, UnOp::Neg | UnOp::Not | UnOp::Abs | UnOp::Sgn),
        PrimFn::Convert(from, to) => from.is_integer() && to.is_integer(),
        PrimFn::Tern(..) | PrimFn::Ldexp(_) => false,
    }
}

fn is_nan(value: &PrimValue) -> bool {
    match value {
        PrimValue::F32(number) => number.is_nan(),
        PrimValue::F64(number) => number.is_nan(),
        _ => false,
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
