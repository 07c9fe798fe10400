//! Primitive functions: constants, neutral operands, operands that do not matter.

use crate::core::simplify::engine::Engine;
use crate::core::simplify::numbers;
use crate::core::simplify::table::Becomes;
use elder_core::tree::{Atom, Exp, Stm};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

/// CORE-O-FOLD
pub fn fold(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let Exp::Prim(function, operands) = &stm.exp else {
        return None;
    };
    let constant = |atom: &Atom| match atom {
        Atom::Const(value) => Some(*value),
        Atom::Var(_) => None,
    };
    let constants: Option<Vec<PrimValue>> = operands.iter().map(constant).collect();
    let value = numbers::apply(*function, &constants?)?;
    Some(Becomes::Atom(Atom::Const(value)))
}

/// CORE-O-UNIT
pub fn unit(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let (op, ty, a, b) = binary(stm)?;
    let is = |atom: Atom, number| is_number(atom, ty, number);
    let left = match op {
        BinOp::Add | BinOp::Or | BinOp::Xor if ty.is_integer() => is(b, 0),
        BinOp::Sub | BinOp::Shl | BinOp::Shr | BinOp::Lshr => ty.is_integer() && is(b, 0),
        BinOp::Mul | BinOp::Div => is(b, 1),
        BinOp::Quot | BinOp::Pow => ty.is_integer() && is(b, 1),
        BinOp::And if ty.is_integer() => is(b, -1),
        BinOp::And => b == truth(true),
        BinOp::Or | BinOp::Xor => b == truth(false),
        _ => false,
    };
    if left {
        return Some(Becomes::Atom(a));
    }
    let right = match op {
        BinOp::Add | BinOp::Or | BinOp::Xor if ty.is_integer() => is(a, 0),
        BinOp::Mul => is(a, 1),
        BinOp::And if ty.is_integer() => is(a, -1),
        BinOp::And => a == truth(true),
        BinOp::Or | BinOp::Xor => a == truth(false),
        _ => false,
    };
    right.then_some(Becomes::Atom(b))
}

/// CORE-O-ZERO
pub fn zero(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let (op, ty, a, b) = binary(stm)?;
    if ty.is_float() {
        return None;
    }
    let is = |number| is_number(a, ty, number) || is_number(b, ty, number);
    let integer = |number| numbers::integer(ty, number).map(Atom::Const);
    let constant = match op {
        BinOp::Mul | BinOp::And if ty.is_integer() && is(0) => integer(0),
        BinOp::And if a == truth(false) || b == truth(false) => Some(truth(false)),
        BinOp::Or if a == truth(true) || b == truth(true) => Some(truth(true)),
        BinOp::Sub | BinOp::Xor if ty.is_integer() && a == b => integer(0),
        BinOp::Xor if a == b => Some(truth(false)),
        BinOp::Eq | BinOp::Le | BinOp::Ge if a == b => Some(truth(true)),
        BinOp::Ne | BinOp::Lt | BinOp::Gt if a == b => Some(truth(false)),
        _ => None,
    };
    constant.map(Becomes::Atom)
}

/// CORE-O-POWER
pub fn power(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let (op, ty, a, b) = binary(stm)?;
    let is_square = op == BinOp::Pow && ty.is_integer() && is_number(b, ty, 2);
    is_square.then(|| Becomes::Exp(Exp::Prim(PrimFn::Bin(BinOp::Mul, ty), vec![a, a])))
}

/// An operator of two operands, and the type that it is at.
fn binary(stm: &Stm) -> Option<(BinOp, PrimType, Atom, Atom)> {
    match &stm.exp {
        Exp::Prim(PrimFn::Bin(op, ty), operands) => match operands[..] {
            [a, b] => Some((*op, *ty, a, b)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an operand is this number at this type; -1 is all bits.
fn is_number(atom: Atom, ty: PrimType, number: i8) -> bool {
    match numbers::integer(ty, i128::from(number)) {
        Some(value) => atom == Atom::Const(value),
        None => numbers::float(ty, f64::from(number)).is_some_and(|value| atom == Atom::Const(value)),
    }
}

fn truth(holds: bool) -> Atom {
    Atom::Const(PrimValue::Bool(holds))
}
