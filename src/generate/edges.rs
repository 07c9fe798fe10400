//! Programs at the edge of what they take, made with their meaning.
//!
//! [`entry`] has entry points whose parameters are of every type and at the ends of them, of no row or of rows of nothing, and whose results are
//! parameters, once, twice or changed in place only.  [`member`] has index sets of Dex, their members, and what is none of them: a place behind the
//! end, a value that no place has.  [`index`] has places in arrays of Futhark, in the same way, [`core`] in those of Core, [`fcl`] in those of FCL.
//! [`printed`] has what commands of Dex print.

pub mod core;
pub mod entry;
pub mod fcl;
pub mod index;
pub mod member;
pub mod printed;

use crate::Choices;
use crate::meant::Meant;

/// A program of Futhark.
pub fn futhark(c: &mut Choices) -> Meant {
    match c.below(3) {
        0 => entry::program(c, &entry::FUTHARK),
        _ => index::program(c),
    }
}

/// A program of Core.
pub fn core(c: &mut Choices) -> Meant {
    match c.below(4) {
        0 => entry::program(c, &entry::CORE),
        _ => core::program(c),
    }
}

/// A program of Dex.
pub fn dex(c: &mut Choices) -> Meant {
    match c.below(5) {
        0 => entry::program(c, &entry::DEX),
        1 => printed::program(c),
        _ => member::program(c),
    }
}
