//! Numbers that are reals in the place of floats: what a program computes if floats do not round, and its derivatives.
//!
//! Where one operand is a real the others are taken exactly and the result is a real, so a program whose inputs are reals is evaluated
//! in reals as far as it depends on them.  Derivatives see a real as they see a float.

use super::number::Number;
use super::{Computed, Function};
use crate::exact::Scalar;
use crate::numeric::NumericError;
use smallvec::SmallVec;

/// A function applied to numbers that take part in no derivative; nothing if none of them is a real.
pub(super) fn value(f: Function, operands: &[Number]) -> Option<Computed> {
    let (session, _) = operands.iter().find_map(Number::as_real)?;
    let Function::Primitive(f) = f else {
        return Some(Err(NumericError::Operands));
    };
    let scalars = operands.iter().map(|operand| match operand.as_real() {
        Some((_, real)) => Scalar::Real(operand.prim_type(), real.clone()),
        None => session.lift(operand.scalar()),
    });
    let scalars: SmallVec<[Scalar; 3]> = scalars.collect();
    Some(session.apply(f, &scalars).map(|value| match value {
        Scalar::Prim(p) => Number::Plain(p),
        Scalar::Real(t, real) => Number::real(session, t, real),
    }))
}
