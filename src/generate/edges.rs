//! Programs at the edge of what they take, made with their meaning.
//!
//! [`entry`] has entry points whose parameters are of every type and at the ends of them, of no row or of rows of nothing, and whose results are
//! parameters, once, twice or changed in place only.  [`member`] has index sets of Dex, their members, and what is none of them: a place behind the
//! end, a value that no place has.

pub mod entry;
pub mod member;

use crate::Choices;
use crate::meant::Meant;

/// A program of Dex.
pub fn dex(c: &mut Choices) -> Meant {
    match c.below(4) {
        0 => entry::program(c, &entry::DEX),
        _ => member::program(c),
    }
}
