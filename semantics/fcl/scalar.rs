//! FCL-E-DELTA: what scalar operators compute.

use crate::fcl::failure::{Failure, Run};
use crate::numeric::{self, NumericError, convert};
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Primitive, ScalarOperator};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimValue};

/// The bits of an `int` that say how far to shift: the count is taken modulo 32.
const SHIFT: i32 = 31;

/// The operator on as many operands as its arity.
///
/// # Errors
/// Where it is not defined; stuck if the operands do not have its types.
pub fn delta(operator: ScalarOperator, operands: &[Base], span: Span) -> Run<Base> {
    rules::FCL_E_DELTA.apply();
    if let &[Base::Int(a), Base::Int(b)] = operands
        && let Some(result) = on_ints(operator, a, b)
    {
        return Ok(result);
    }
    if let (ScalarOperator::DoubleToInt, &[Base::Double(d)]) = (operator, operands) {
        // Rounds to zero and goes to the nearest end; what is no number becomes 0.
        return Ok(Base::Int(d as i32));
    }
    let stuck = || Failure::stuck(span, format!("`{operator}` has operands of other types"));
    let first = operands.first().ok_or_else(stuck)?.prim_type();
    let primitive = operator.primitive(first).ok_or_else(stuck)?;
    let result = match (primitive, operands) {
        (Primitive::Unary(op), [a]) => numeric::unary(op, a.to_prim()),
        (Primitive::Convert(to), [a]) => Ok(convert::convert(a.to_prim(), to)),
        (Primitive::Binary(op), [a, b]) => numeric::binary(op, a.to_prim(), count(op, *b)),
        _ => return Err(stuck()),
    };
    match result {
        Ok(value) => Base::of_prim(value).ok_or_else(stuck),
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
        ScalarOperator::Add => Base::Int(a.wrapping_add(b)),
        ScalarOperator::Subtract => Base::Int(a.wrapping_sub(b)),
        ScalarOperator::Multiply => Base::Int(a.wrapping_mul(b)),
        ScalarOperator::Divide if b != 0 => Base::Int(a.wrapping_div(b)),
        ScalarOperator::Modulo if b != 0 => Base::Int(a.wrapping_rem(b)),
        ScalarOperator::Equal => Base::Bool(a == b),
        ScalarOperator::NotEqual => Base::Bool(a != b),
        ScalarOperator::Less => Base::Bool(a < b),
        _ => return None,
    })
}

/// The second operand; counts of shifts are taken modulo 32.
fn count(op: BinOp, b: Base) -> PrimValue {
    match (op, b) {
        (BinOp::Shl | BinOp::Shr, Base::Int(b)) => PrimValue::I32(b & SHIFT),
        _ => b.to_prim(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(operator: ScalarOperator, operands: &[i32]) -> Option<i32> {
        let operands: Vec<Base> = operands.iter().map(|i| Base::Int(*i)).collect();
        match delta(operator, &operands, Span::NONE) {
            Ok(Base::Int(i)) => Some(i),
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
        let convert = |d: f64| delta(ScalarOperator::DoubleToInt, &[Base::Double(d)], Span::NONE).ok();
        assert_eq!(convert(-2.9), Some(Base::Int(-2)));
        assert_eq!(convert(1e300), Some(Base::Int(i32::MAX)));
        assert_eq!(convert(f64::NAN), Some(Base::Int(0)));
        assert_eq!(convert(f64::NEG_INFINITY), Some(Base::Int(i32::MIN)));
    }
}
