//! Numbers that the host computes by itself, from sizes and from what the program is given (DPIA-G-HOST-NUMBER).
//!
//! They have the arithmetic of kernels: it wraps around in the type of the operands.

use crate::size::{Size, SizeError, Sizes};
use elder_syntax::prim::{BinOp, PrimType};
use std::fmt;

/// A truth value, or an integer that `i64` holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// A numeral; truth values are 0 and 1.
    Literal(i64),
    /// A size as a number of this type.
    Size(Size, PrimType),
    /// The value of the parameter of that number.
    Input(usize),
    /// A number in another type.
    Convert(PrimType, Box<Number>),
    /// An operator on operands of this type; see [`Number::binary`].
    Binary(BinOp, PrimType, Box<[Number; 2]>),
    /// The second number if the first one is true, else the third.
    If(Box<[Number; 3]>),
}

/// Why a number has no value.
#[derive(Clone, Debug)]
pub enum NumberError {
    /// A size has none.
    Size(SizeError),
    /// A parameter is no integer: a mistake in the plan.
    Input(usize),
}

impl Number {
    /// Whether the host computes with numbers of this type.
    pub fn has_type(t: PrimType) -> bool {
        t == PrimType::Bool || (t.is_integer() && t != PrimType::U64)
    }

    /// `a op b`, unless the host does not compute this operator: it may have no value, or be of another type.
    pub fn binary(op: BinOp, t: PrimType, a: Number, b: Number) -> Option<Number> {
        let arithmetic = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) && t != PrimType::Bool;
        let bits = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor);
        let ordered = matches!(op, BinOp::Min | BinOp::Max) || op.is_comparison();
        (Number::has_type(t) && (arithmetic || bits || ordered))
            .then(|| Number::Binary(op, t, Box::new([a, b])))
    }

    /// The value; `input` gives the parameters that are integers or truth values.
    ///
    /// # Errors
    /// [`NumberError`].
    pub fn eval(&self, sizes: &Sizes, input: &dyn Fn(usize) -> Option<i64>) -> Result<i64, NumberError> {
        let of = |number: &Number| number.eval(sizes, input);
        Ok(match self {
            Number::Literal(value) => *value,
            Number::Size(size, t) => wrapped(*t, size.eval(sizes).map_err(NumberError::Size)?.into()),
            Number::Input(at) => input(*at).ok_or(NumberError::Input(*at))?,
            Number::Convert(PrimType::Bool, number) => i64::from(of(number)? != 0),
            Number::Convert(t, number) => wrapped(*t, of(number)?.into()),
            Number::Binary(op, t, operands) => {
                let (a, b) = (of(&operands[0])?, of(&operands[1])?);
                apply(*op, *t, a, b)
            }
            Number::If(parts) => match of(&parts[0])? {
                0 => of(&parts[2])?,
                _ => of(&parts[1])?,
            },
        })
    }
}

fn apply(op: BinOp, t: PrimType, a: i64, b: i64) -> i64 {
    let (wide_a, wide_b) = (i128::from(a), i128::from(b));
    match op {
        BinOp::Add => wrapped(t, wide_a + wide_b),
        BinOp::Sub => wrapped(t, wide_a - wide_b),
        BinOp::Mul => wrapped(t, wide_a * wide_b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Min => a.min(b),
        BinOp::Max => a.max(b),
        BinOp::Eq => (a == b).into(),
        BinOp::Ne => (a != b).into(),
        BinOp::Lt => (a < b).into(),
        BinOp::Le => (a <= b).into(),
        BinOp::Gt => (a > b).into(),
        BinOp::Ge => (a >= b).into(),
        // `Number::binary` makes no others.
        _ => 0,
    }
}

/// The number that has the same lowest bits in this type.
#[allow(clippy::cast_possible_truncation)]
fn wrapped(t: PrimType, value: i128) -> i64 {
    match t {
        PrimType::I8 => (value as i8).into(),
        PrimType::I16 => (value as i16).into(),
        PrimType::I32 => (value as i32).into(),
        PrimType::U8 => (value as u8).into(),
        PrimType::U16 => (value as u16).into(),
        PrimType::U32 => (value as u32).into(),
        _ => value as i64,
    }
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NumberError::Size(error) => write!(f, "{error}"),
            NumberError::Input(at) => write!(f, "parameter number {at} is no integer"),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Literal(value) => write!(f, "{value}"),
            Number::Size(size, t) => write!(f, "{t}({size})"),
            Number::Input(at) => write!(f, "input {at}"),
            Number::Convert(t, number) => write!(f, "{t}({number})"),
            Number::Binary(op, _, operands) => write!(f, "{op}({}, {})", operands[0], operands[1]),
            Number::If(parts) => write!(f, "if({}, {}, {})", parts[0], parts[1], parts[2]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_the_type() {
        let of = |number: &Number| number.eval(&Sizes::default(), &|at| (at == 3).then_some(7)).ok();
        let sum = |t, a, b| Number::binary(BinOp::Add, t, Number::Literal(a), Number::Literal(b)).unwrap();
        assert_eq!(of(&sum(PrimType::I32, i32::MAX.into(), 1)), Some(i32::MIN.into()));
        assert_eq!(of(&sum(PrimType::U8, 250, 10)), Some(4));
        assert_eq!(of(&sum(PrimType::I64, i64::MAX, 1)), Some(i64::MIN));
        let large = Number::Size(Size::Const(1 << 40), PrimType::I32);
        assert_eq!(of(&large), Some(0));
        let less = Number::binary(BinOp::Lt, PrimType::I32, Number::Input(3), Number::Literal(8)).unwrap();
        let chosen = Number::If(Box::new([less, Number::Literal(1), Number::Input(4)]));
        assert_eq!(of(&chosen), Some(1));
        assert_eq!(of(&Number::Input(4)), None);
        // What may have no value, or is not an integer, is computed by a kernel.
        assert!(Number::binary(BinOp::Div, PrimType::I32, Number::Literal(1), Number::Literal(0)).is_none());
        assert!(Number::binary(BinOp::Add, PrimType::F32, Number::Literal(1), Number::Literal(0)).is_none());
    }
}
