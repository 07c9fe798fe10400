//! Primitive functions: constants, neutral operands, operands that do not matter.

use crate::core::simplify::becomes::Becomes;
use crate::core::simplify::engine::Engine;
use crate::core::simplify::numbers;
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
    let (op, ty, a, b) = binary(&stm.exp)?;
    let left = is_neutral(op, ty, b)
        || match op {
            BinOp::Sub | BinOp::Shl | BinOp::Shr | BinOp::Lshr => ty.is_integer() && is_number(b, ty, 0),
            BinOp::Mul | BinOp::Div => is_number(b, ty, 1),
            BinOp::Quot | BinOp::Pow => ty.is_integer() && is_number(b, ty, 1),
            _ => false,
        };
    if left {
        return Some(Becomes::Atom(a));
    }
    let right = is_neutral(op, ty, a) || op == BinOp::Mul && is_number(a, ty, 1);
    right.then_some(Becomes::Atom(b))
}

/// Whether an operation of integers or truth values with this operand, on either side, gives the other one.
pub fn is_neutral(op: BinOp, ty: PrimType, atom: Atom) -> bool {
    match op {
        BinOp::Add | BinOp::Or | BinOp::Xor if ty.is_integer() => is_number(atom, ty, 0),
        BinOp::Mul if ty.is_integer() => is_number(atom, ty, 1),
        BinOp::And if ty.is_integer() => is_number(atom, ty, -1),
        BinOp::And if ty == PrimType::Bool => atom == truth(true),
        BinOp::Or | BinOp::Xor if ty == PrimType::Bool => atom == truth(false),
        _ => false,
    }
}

/// CORE-O-ZERO
pub fn zero(_: &mut Engine<'_>, stm: &mut Stm) -> Option<Becomes> {
    let (op, ty, a, b) = binary(&stm.exp)?;
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
    let (op, ty, a, b) = binary(&stm.exp)?;
    if !ty.is_integer() {
        return None;
    }
    let becomes = |op, a, b| Some(Becomes::Exp(Exp::Prim(PrimFn::Bin(op, ty), vec![a, b])));
    let constant = |number| numbers::integer(ty, number).map(Atom::Const);
    match op {
        BinOp::Pow if is_number(b, ty, 2) => becomes(BinOp::Mul, a, a),
        BinOp::Mul => {
            let (x, exponent) = power_of_two(b)
                .map(|exponent| (a, exponent))
                .or_else(|| power_of_two(a).map(|exponent| (b, exponent)))?;
            becomes(BinOp::Shl, x, constant(exponent.into())?)
        }
        // Of what may be below zero, a division rounds in another way.
        BinOp::Div | BinOp::Quot if ty.is_unsigned() => {
            becomes(BinOp::Shr, a, constant(power_of_two(b)?.into())?)
        }
        BinOp::Mod | BinOp::Rem if ty.is_unsigned() => {
            becomes(BinOp::And, a, constant((1 << power_of_two(b)?) - 1)?)
        }
        _ => None,
    }
}

/// The exponent of a constant that is a power of two, 2 at least.
fn power_of_two(atom: Atom) -> Option<u32> {
    let Atom::Const(value) = atom else {
        return None;
    };
    let number = u128::try_from(elder_core::tree::wide(value)?).ok()?;
    (number > 1 && number.is_power_of_two()).then(|| number.trailing_zeros())
}

/// An operator of two operands, and the type that it is at.
pub fn binary(exp: &Exp) -> Option<(BinOp, PrimType, Atom, Atom)> {
    match exp {
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

/// A truth value.
pub fn truth(holds: bool) -> Atom {
    Atom::Const(PrimValue::Bool(holds))
}

/// The constant of type i64.
pub fn constant_i64(atom: Atom) -> Option<i64> {
    match atom {
        Atom::Const(PrimValue::I64(number)) => Some(number),
        Atom::Const(_) | Atom::Var(_) => None,
    }
}
