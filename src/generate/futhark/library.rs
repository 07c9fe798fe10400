//! The functions of the library that programs call, with their types.
//!
//! The table is not read off the prelude: a prelude that gave one of them another type would make programs ill-typed.

use super::signature::{Scheme, scheme};
use std::sync::LazyLock;

/// A type a line, as a module type specifies it.  What a parameter is called says how its argument is made: `op` and `ne` are an operator and
/// its neutral element, `is` are indices, `times` is a small number.
const SPECIFICATIONS: &str = include_str!("library/specifications.txt");

/// Those whose results a machine may compute otherwise: integers of floats that are none.
pub const OF_MACHINES: [&str; 2] = ["t32", "t64"];

/// All of them.
pub static LIBRARY: LazyLock<Vec<Scheme>> = LazyLock::new(|| {
    SPECIFICATIONS
        .lines()
        .filter(|line| !line.is_empty())
        .map(scheme)
        .collect()
});
