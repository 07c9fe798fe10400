//! Which rule says what a primitive function computes.
//!
//! [`super::apply`] counts its rule whenever it is called.  An evaluator that computes
//! hot operators itself would pay as much for counting as for computing; it asks here once, when it makes
//! the code of an operation.

use elder_futhark::rules::numeric as rules;
use elder_syntax::Rule;
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
        BinOp::Add | BinOp::Sub | BinOp::Mul => Some(&rules::FUT_N_WRAP),
        BinOp::Div | BinOp::Mod => Some(&rules::FUT_N_DIV),
        BinOp::Quot | BinOp::Rem => Some(&rules::FUT_N_QUOT),
        BinOp::Pow => Some(&rules::FUT_N_POW),
        BinOp::Shl | BinOp::Shr | BinOp::Lshr => Some(&rules::FUT_N_SHIFT),
        BinOp::And | BinOp::Or | BinOp::Xor => Some(&rules::FUT_N_BITS),
        BinOp::Min | BinOp::Max => Some(&rules::FUT_N_ORDER),
        _ if op.is_comparison() => Some(&rules::FUT_N_ORDER),
        _ => None,
    }
}

/// Operators on floats.
fn float(op: BinOp) -> Option<&'static Rule> {
    match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => Some(&rules::FUT_N_FLOAT),
        BinOp::Mod => Some(&rules::FUT_N_FMOD),
        BinOp::Pow => Some(&rules::FUT_N_ELEMENTARY),
        BinOp::Min | BinOp::Max => Some(&rules::FUT_N_FORDER),
        _ if op.is_comparison() => Some(&rules::FUT_N_FORDER),
        _ => None,
    }
}

fn conversion(from: PrimType, to: PrimType) -> &'static Rule {
    match (from, to) {
        (PrimType::Bool, _) | (_, PrimType::Bool) => &rules::FUT_N_BOOL,
        (a, b) if a.is_float() && b.is_float() => &rules::FUT_N_FLOAT_FLOAT,
        (a, _) if a.is_float() => &rules::FUT_N_FLOAT_INT,
        (_, b) if b.is_float() => &rules::FUT_N_INT_FLOAT,
        _ => &rules::FUT_N_INT_INT,
    }
}
