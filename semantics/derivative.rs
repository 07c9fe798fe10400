//! Numbers with derivatives: what primitive functions compute where a derivative is being taken.
//!
//! | module | what |
//! | --- | --- |
//! | [`number`] | numbers that carry what a derivative needs, a tag for each derivative |
//! | [`calculus`] | primitive functions on them: the chain rule |
//! | [`slope`] | by what a change of one operand changes the result |
//! | [`partial`] | the slopes of all primitive functions, a table |
//! | [`tape`] | what was computed, to be walked backwards |
//! | [`linear`] | which primitive functions are linear in the numbers on a tape |
//! | [`polygamma`] | the derivatives of the logarithm of gamma, which are no primitive functions |
//! | `reals` | numbers that are reals in the place of floats, where `exact` is built |
//!
//! Two readings of one table.  Forward, a number carries its *tangent*: how it changes as the argument of the derivative moves in a
//! direction.  In reverse, it carries its place on a *tape*, and walking the tape backwards gives every place its *adjoint*: how the
//! result, weighed, changes with it.  Each derivative has a tag of its own, and a younger one is taken of what the older ones see,
//! so nested derivatives are never confused.
//!
//! Nothing here knows a language: whoever evaluates programs computes with [`number::Number`] in place of scalars.

pub mod calculus;
pub mod linear;
pub mod number;
pub mod partial;
pub mod polygamma;
#[cfg(feature = "exact")]
mod reals;
pub mod slope;
pub mod tape;

use crate::numeric::NumericError;
use elder_syntax::prim::{PrimFn, PrimType};

pub use number::{Active, Number, Tag, Tags};
pub use tape::Tape;

/// Which types of numbers have derivatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carriers {
    /// Floats.
    Floats,
    /// Floats and integers, whose derivatives are computed by the same formulas with the operations of integers.
    Numbers,
}

/// A function that numbers are put through: a primitive one, or one that only derivatives need.
#[derive(Clone, Copy, Debug)]
pub enum Function {
    /// A primitive function.
    Primitive(PrimFn),
    /// The derivative of that order of digamma.
    Polygamma(u32, PrimType),
}

/// What it takes to compute with numbers that have derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Calculus {
    /// Which types have them.
    pub carriers: Carriers,
}

/// The result of computing with numbers.
pub type Computed = Result<Number, NumericError>;

#[cfg(test)]
mod tests;
