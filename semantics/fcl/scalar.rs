//! FCL-E-DELTA: what scalar operators compute.

use crate::failure::{Failure, Run};
use crate::numeric::{self, NumericError, convert};
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Primitive, ScalarOperator};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType, PrimValue};

/// The operator on as many operands as its arity.
///
/// # Errors
/// Where it is not defined; stuck if the operands do not have its types.
pub fn delta(operator: ScalarOperator, operands: &[Base], span: Span) -> Run<Base> {
    rules::FCL_E_DELTA.apply();
    if let &[Base::I32(a), Base::I32(b)] = operands
        && let Some(result) = on_ints(operator, a, b)
    {
        return Ok(result);
    }
    let stuck = || Failure::internal(span, format!("`{operator}` has operands of other types"));
    let first = operands.first().ok_or_else(stuck)?.prim_type();
    let primitive = operator.primitive(first).ok_or_else(stuck)?;
    let result = match (primitive, operands) {
        (Primitive::Unary(op), [a]) => numeric::unary(op, *a),
        (Primitive::Convert(to), [a]) => Ok(converted(*a, to)),
        (Primitive::Binary(op), [a, b]) => numeric::binary(op, *a, count(op, *b)),
        _ => return Err(stuck()),
    };
    match result {
        Ok(value) => Ok(value),
        Err(NumericError::Division | NumericError::Quotient) => Err(Failure::error(
            &rules::FCL_E_DELTA,
            "division",
            span,
            "division by zero",
        )),
        Err(NumericError::Exponent) => Err(Failure::error(
            &rules::FCL_E_DELTA,
            "exponent",
            span,
            "negative exponent of an integer power",
        )),
        Err(NumericError::Operands) => Err(stuck()),
    }
}

/// The operators of index arithmetic, without the way through values of all languages.
#[inline]
fn on_ints(operator: ScalarOperator, a: i32, b: i32) -> Option<Base> {
    Some(match operator {
        ScalarOperator::Add => Base::I32(a.wrapping_add(b)),
        ScalarOperator::Subtract => Base::I32(a.wrapping_sub(b)),
        ScalarOperator::Multiply => Base::I32(a.wrapping_mul(b)),
        ScalarOperator::Divide if b != 0 => Base::I32(a.wrapping_div(b)),
        ScalarOperator::Modulo if b != 0 => Base::I32(a.wrapping_rem(b)),
        ScalarOperator::Equal => Base::Bool(a == b),
        ScalarOperator::NotEqual => Base::Bool(a != b),
        ScalarOperator::Less => Base::Bool(a < b),
        _ => return None,
    })
}

/// FCL-E-CONVERT.  To an integer, floats are rounded to zero and go to the nearest end; what is no number becomes 0.
fn converted(value: Base, to: PrimType) -> Base {
    rules::FCL_E_CONVERT.apply();
    let float = match value {
        Base::F16(x) => x.to_f64(),
        Base::F32(x) => x.into(),
        Base::F64(x) => x,
        _ => return convert::convert(value, to),
    };
    match to {
        PrimType::I8 => Base::I8(float as i8),
        PrimType::I16 => Base::I16(float as i16),
        PrimType::I32 => Base::I32(float as i32),
        PrimType::I64 => Base::I64(float as i64),
        PrimType::U8 => Base::U8(float as u8),
        PrimType::U16 => Base::U16(float as u16),
        PrimType::U32 => Base::U32(float as u32),
        PrimType::U64 => Base::U64(float as u64),
        PrimType::Bool | PrimType::F16 | PrimType::F32 | PrimType::F64 => convert::convert(value, to),
    }
}

/// The second operand; counts of shifts are taken modulo the bits of the type.
fn count(op: BinOp, b: Base) -> PrimValue {
    if !matches!(op, BinOp::Shl | BinOp::Shr) {
        return b;
    }
    match b {
        Base::I8(b) => Base::I8(b & 7),
        Base::I16(b) => Base::I16(b & 15),
        Base::I32(b) => Base::I32(b & 31),
        Base::I64(b) => Base::I64(b & 63),
        Base::U8(b) => Base::U8(b & 7),
        Base::U16(b) => Base::U16(b & 15),
        Base::U32(b) => Base::U32(b & 31),
        Base::U64(b) => Base::U64(b & 63),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(operator: ScalarOperator, operands: &[i32]) -> Option<i32> {
        let operands: Vec<Base> = operands.iter().map(|i| Base::I32(*i)).collect();
        match delta(operator, &operands, Span::NONE) {
            Ok(Base::I32(i)) => Some(i),
            _ => None,
        }
    }

    #[test]
    fn int_is_that_of_c() {
        use ScalarOperator as S;
        assert_eq!(int(S::Divide, &[-7, 2]), Some(-3));
        assert_eq!(int(S::Modulo, &[-7, 2]), Some(-1));
        assert_eq!(int(S::Divide, &[i32::MIN, -1]), Some(i32::MIN));
        assert_eq!(int(S::Modulo, &[i32::MIN, -1]), Some(0));
        assert_eq!(int(S::Divide, &[1, 0]), None);
        assert_eq!(int(S::Add, &[i32::MAX, 1]), Some(i32::MIN));
        assert_eq!(int(S::ShiftLeft, &[1, 33]), Some(2));
        assert_eq!(int(S::ShiftRight, &[-8, 1]), Some(-4));
        assert_eq!(int(S::Power, &[3, 4]), Some(81));
        assert_eq!(int(S::Power, &[3, -1]), None);
        assert_eq!(int(S::LeadingZeros, &[1]), Some(31));
        assert_eq!(int(S::Sign, &[-9]), Some(-1));
    }

    #[test]
    fn conversions_go_to_the_nearest_end() {
        let convert = |d: f64| delta(ScalarOperator::DoubleToInt, &[Base::F64(d)], Span::NONE).ok();
        assert_eq!(convert(-2.9), Some(Base::I32(-2)));
        assert_eq!(convert(1e300), Some(Base::I32(i32::MAX)));
        assert_eq!(convert(f64::NAN), Some(Base::I32(0)));
        assert_eq!(convert(f64::NEG_INFINITY), Some(Base::I32(i32::MIN)));
    }
}
