//! Primitive functions of what another one gave, and truth values that a conditional spells out.

use super::arithmetic::{binary, truth};
use crate::core::simplify::becomes::Becomes;
use crate::core::simplify::engine::Engine;
use crate::core::simplify::numbers;
use elder_core::tree::{Atom, Exp, Stm};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

/// CORE-O-REASSOC: integers wrap, so they are a ring whatever the values.
pub fn reassociate(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let (ty, x, outer) = with_constant(&stm.exp)?;
    let (same, x, inner) = with_constant(engine.defined(x)?)?;
    if ty != same {
        return None;
    }
    let constant = |number: i128| numbers::integer(ty, number).map(Atom::Const);
    let exp = match (inner, outer) {
        (Constant::Added(c), Constant::Added(d)) => {
            let sum = c.checked_add(d)?;
            // A small difference reads better than the addition of a number near the bound.
            let (op, number) = match sum < 0 {
                true => (BinOp::Sub, -sum),
                false => (BinOp::Add, sum),
            };
            Exp::Prim(PrimFn::Bin(op, ty), vec![x, constant(number)?])
        }
        (Constant::Times(c), Constant::Times(d)) => {
            let product = constant(c.checked_mul(d)?)?;
            Exp::Prim(PrimFn::Bin(BinOp::Mul, ty), vec![x, product])
        }
        (Constant::Added(_), Constant::Times(_)) | (Constant::Times(_), Constant::Added(_)) => return None,
    };
    Some(Becomes::Exp(exp))
}

/// What an operation with a constant does to its other operand.
#[derive(Clone, Copy)]
enum Constant {
    Added(i128),
    Times(i128),
}

/// An operation on integers of which one operand is a constant: the type, the other operand, what happens to it.
fn with_constant(exp: &Exp) -> Option<(PrimType, Atom, Constant)> {
    let (op, ty, a, b) = binary(exp).filter(|(_, ty, ..)| ty.is_integer())?;
    let (x, c) = match (a, b) {
        (x @ Atom::Var(_), Atom::Const(c)) => (x, elder_core::tree::wide(c)?),
        (Atom::Const(c), x @ Atom::Var(_)) if matches!(op, BinOp::Add | BinOp::Mul) => {
            (x, elder_core::tree::wide(c)?)
        }
        _ => return None,
    };
    let constant = match op {
        BinOp::Add => Constant::Added(c),
        BinOp::Sub => Constant::Added(-c),
        BinOp::Mul => Constant::Times(c),
        // What CORE-O-POWER makes of a product.
        BinOp::Shl if (0..8 * ty.bytes() as i128).contains(&c) => Constant::Times(1 << c),
        _ => return None,
    };
    Some((ty, x, constant))
}

/// CORE-O-BOOL
pub fn truths(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    if let Some(becomes) = spelt_out(stm) {
        return Some(becomes);
    }
    if let Exp::Prim(PrimFn::Un(UnOp::Not, PrimType::Bool), operands) = &stm.exp {
        return match engine.defined(*operands.first()?)? {
            Exp::Prim(PrimFn::Un(UnOp::Not, PrimType::Bool), inner) => Some(Becomes::Atom(*inner.first()?)),
            Exp::Prim(PrimFn::Bin(op, ty), inner) => {
                let function = PrimFn::Bin(opposite(*op, *ty)?, *ty);
                Some(Becomes::Exp(Exp::Prim(function, inner.clone())))
            }
            _ => None,
        };
    }
    let (op, ty, a, b) = binary(&stm.exp)?;
    let (x, constant) = match (a, b) {
        (x, Atom::Const(PrimValue::Bool(constant))) | (Atom::Const(PrimValue::Bool(constant)), x) => {
            (x, constant)
        }
        _ => return None,
    };
    match (op, ty) {
        (BinOp::Eq, PrimType::Bool) => Some(same_or_not(x, constant)),
        (BinOp::Ne | BinOp::Xor, PrimType::Bool) => Some(same_or_not(x, !constant)),
        _ => None,
    }
}

/// The truth value, or the other one.
fn same_or_not(x: Atom, same: bool) -> Becomes {
    match same {
        true => Becomes::Atom(x),
        false => Becomes::Exp(Exp::Prim(PrimFn::Un(UnOp::Not, PrimType::Bool), vec![x])),
    }
}

/// A conditional that only gives true and false.
fn spelt_out(stm: &Stm) -> Option<Becomes> {
    let Exp::If {
        condition,
        then,
        otherwise,
        ..
    } = &stm.exp
    else {
        return None;
    };
    if !then.stms.is_empty() || !otherwise.stms.is_empty() || !then.witnesses.is_empty() {
        return None;
    }
    match (&then.results[..], &otherwise.results[..]) {
        ([a], [b]) if *a == truth(true) && *b == truth(false) => Some(same_or_not(*condition, true)),
        ([a], [b]) if *a == truth(false) && *b == truth(true) => Some(same_or_not(*condition, false)),
        _ => None,
    }
}

/// The comparison that is true where the other is false: of floats only of equality, since what is no number is in no order.
fn opposite(op: BinOp, ty: PrimType) -> Option<BinOp> {
    Some(match op {
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        _ if ty.is_float() => return None,
        BinOp::Lt => BinOp::Ge,
        BinOp::Ge => BinOp::Lt,
        BinOp::Le => BinOp::Gt,
        BinOp::Gt => BinOp::Le,
        _ => return None,
    })
}

/// CORE-O-CONVERT
pub fn convert(engine: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Prim(PrimFn::Convert(from, to), operands) = &stm.exp else {
        return None;
    };
    let x = *operands.first()?;
    if from == to {
        return Some(Becomes::Atom(x));
    }
    let Exp::Prim(PrimFn::Convert(own, middle), inner) = engine.defined(x)? else {
        return None;
    };
    let is_kept = match own {
        PrimType::Bool => middle.is_integer(),
        own => own.is_integer() && middle.is_integer() && own.bytes() <= middle.bytes(),
    };
    let is_back = own == to && middle == from;
    let number = *inner.first()?;
    (is_back && (is_kept || has_room(engine, number, *own, *middle))).then_some(Becomes::Atom(number))
}

/// Whether an integer is known to be one of a narrower type.
fn has_room(engine: &Engine<'_>, number: Atom, own: PrimType, narrow: PrimType) -> bool {
    let bits = 8 * narrow.bytes() - usize::from(narrow.is_signed());
    let is_asked = own == PrimType::I64 && narrow.is_integer() && bits < 63;
    is_asked && engine.is_natural(number) && engine.is_below(number, Atom::i64(1 << bits))
}
