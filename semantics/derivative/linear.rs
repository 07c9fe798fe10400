//! Which primitive functions are linear in the numbers on a tape: those that a linear function may put its argument through.
//!
//! It is the linearity of forms, not of values: `x * x / x` is not linear.  What is added to a linear number has to be linear, or zero.

use super::Function;
use super::number::{Number, Tag};
use crate::numeric::convert;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};

/// The tape of a linear function notes where a number on it goes through what is not linear in it.
pub(super) fn watch(f: Function, tag: Tag, operands: &[Number]) {
    let mut tapes = operands.iter().filter_map(|x| x.on_tape(tag));
    let Some((tape, _)) = tapes.next() else {
        return;
    };
    if tape.is_linear() && !keeps(f, tag, operands) {
        tape.stray();
    }
}

/// Whether a function is linear in those of its operands that are on the tape of this tag; some are.
fn keeps(f: Function, tag: Tag, operands: &[Number]) -> bool {
    let on = |x: &Number| x.on_tape(tag).is_some();
    let linear = |x: &Number| on(x) || is_zero(x);
    let Function::Primitive(f) = f else {
        return false;
    };
    match (f, operands) {
        (PrimFn::Un(UnOp::Neg, _), [_]) => true,
        (PrimFn::Bin(BinOp::Add | BinOp::Sub, _), [a, b]) => linear(a) && linear(b),
        (PrimFn::Bin(BinOp::Mul, _), [a, b]) => !(on(a) && on(b)),
        (PrimFn::Bin(BinOp::Div, _), [_, b]) => !on(b),
        (PrimFn::Tern(TernOp::Fma | TernOp::Mad, _), [a, b, c]) => {
            let product = on(a) || on(b) || is_zero(a) || is_zero(b);
            !(on(a) && on(b)) && product && linear(c)
        }
        (PrimFn::Tern(TernOp::Lerp, _), [a, b, c]) => linear(a) && linear(b) && !on(c),
        (PrimFn::Ldexp(_), [_, n]) => !on(n),
        (PrimFn::Convert(from, to), [_]) => from.is_float() && to.is_float(),
        _ => false,
    }
}

/// Whether a number is zero, with either sign.
pub fn is_zero(x: &Number) -> bool {
    matches!(convert::convert(x.scalar(), PrimType::F64), PrimValue::F64(x) if x == 0.0)
}
