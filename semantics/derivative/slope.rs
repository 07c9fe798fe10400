//! Slopes: the linear map that takes a change of one operand to the change of the result.

use super::number::Number;
use elder_syntax::prim::PrimFn;

/// A linear map on numbers of one type, or from one type to another.
#[derive(Clone, Debug)]
pub enum Slope {
    /// The change itself.
    One,
    /// The change with the other sign.
    MinusOne,
    /// So many times the change.
    Times(Number),
    /// The change times two to this power, which may itself be no number of the type.
    Raised(Number),
    /// The change, as the first function takes it to the result's type; the second one goes the other way.
    Through(PrimFn, PrimFn),
}
