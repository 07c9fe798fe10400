//! Which rule says what a primitive function computes.
//!
//! [`super::apply`] counts its rule whenever it is called.  An evaluator that computes
//! hot operators itself would pay as much for counting as for computing; it asks here once, when it makes
//! the code of an operation.

use elder_syntax::Rule;
use elder_syntax::prim::rules;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// The rule of an operator or conversion; `None` for functions that only [`super::apply`] computes.
pub fn rule(f: PrimFn) -> Option<&'static Rule> {
    match f {
        PrimFn::Bin(op, t) if t.is_float() => float(op),
        PrimFn::Bin(op, _) => integer(op),
        PrimFn::Convert(from, to) => Some(conversion(from, to)),
        _ => None,
    }
}

/// Operators on integers and booleans.
fn integer(op: BinOp) -> Option<&'static Rule> {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul => Some(&rules::NUM_WRAP),
        BinOp::Div | BinOp::Mod => Some(&rules::NUM_DIV),
        BinOp::Quot | BinOp::Rem => Some(&rules::NUM_QUOT),
        BinOp::Pow => Some(&rules::NUM_POW),
        BinOp::Shl | BinOp::Shr | BinOp::Lshr => Some(&rules::NUM_SHIFT),
        BinOp::And | BinOp::Or | BinOp::Xor => Some(&rules::NUM_BITS),
        BinOp::Min | BinOp::Max => Some(&rules::NUM_ORDER),
        _ if op.is_comparison() => Some(&rules::NUM_ORDER),
        _ => None,
    }
}

/// Operators on floats.
fn float(op: BinOp) -> Option<&'static Rule> {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => Some(&rules::NUM_FLOAT),
        BinOp::Mod => Some(&rules::NUM_FMOD),
        BinOp::Pow => Some(&rules::NUM_ELEMENTARY),
        BinOp::Min | BinOp::Max => Some(&rules::NUM_FORDER),
        _ if op.is_comparison() => Some(&rules::NUM_FORDER),
        _ => None,
    }
}

fn conversion(from: PrimType, to: PrimType) -> &'static Rule {
    match (from, to) {
        (PrimType::Bool, _) | (_, PrimType::Bool) => &rules::NUM_BOOL,
        (a, b) if a.is_float() && b.is_float() => &rules::NUM_FLOAT_FLOAT,
        (a, _) if a.is_float() => &rules::NUM_FLOAT_INT,
        (_, b) if b.is_float() => &rules::NUM_INT_FLOAT,
        _ => &rules::NUM_INT_INT,
    }
}
