//! Programs about operators, made with their meaning: how they bind, in which order they combine, and what they do to what was there.
//!
//! An operator that commutes, or of which all results are alike, shows no mistake in who stands left of whom.  So here hardly one commutes:
//! [`infix`] writes expressions with as few parentheses as the levels allow, of operators that tell every grouping apart; [`fold`] has
//! associative operators that do not commute reduced, scanned and cut into chunks, before and after fusion; [`effect`] has monoids, states and
//! exceptions of Dex written to in handlers in loops in handlers;
//! [`compound`] has elements of many parts of other types, [`groups`] operators on pairs that items of a group run together,
//! [`bounded`] operators that fail; [`core`] has groups of operators in all that combines in Core.

mod algebra;
pub mod bounded;
pub mod compound;
pub mod core;
pub mod effect;
pub mod fold;
pub mod groups;
pub mod infix;

use crate::Choices;
use crate::meant::Meant;
use crate::meant::Output;
use elder_syntax::prim::{PrimType, PrimValue};

/// A program of Futhark.
pub fn futhark(c: &mut Choices) -> Meant {
    match c.below(6) {
        0 => infix::futhark(c),
        1 | 2 => compound::futhark(c),
        3 => bounded::program(c),
        _ => fold::futhark(c),
    }
}

/// A program of Dex.
pub fn dex(c: &mut Choices) -> Meant {
    match c.below(6) {
        0 => infix::dex(c),
        1 => fold::dex(c),
        2 => compound::dex(c),
        _ => effect::program(c),
    }
}

/// A program of FCL.
pub fn fcl(c: &mut Choices) -> Meant {
    match c.below(2) {
        0 => infix::fcl(c),
        _ => fold::fcl(c),
    }
}

fn scalar(x: i32) -> Output {
    Output::scalar(PrimValue::I32(x))
}

fn vector(xs: impl IntoIterator<Item = i32>) -> Output {
    Output::vector(PrimType::I32, xs.into_iter().map(PrimValue::I32))
}
