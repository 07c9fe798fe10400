//! The passes within Dex's core, and the one to Core.
//!
//! What they make is core of Dex again, which its checker judges and its semantics runs; but for [`core`], which makes Core.

pub mod classes;
pub mod core;
pub mod linearize;
pub mod reached;
pub mod simplify;
mod total;
pub mod transpose;

use elder_dex::core::Program;
use elder_syntax::Diagnostic;

/// What `simplify`, `linearize` and `transpose` make, one after the other: a program without functions but those that handlers take, and the parameters
/// of functions from data to data.
///
/// # Errors
/// What one of them refuses.
pub fn first_order(program: &Program, cases: simplify::Cases) -> Result<Program, Vec<Diagnostic>> {
    let made = simplify::run(program, cases)?;
    match made.derivatives {
        true => transpose::run(&linearize::run(&made.program)?, transpose::Around::Taken),
        false => Ok(made.program),
    }
}
