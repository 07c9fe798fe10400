//! The reference semantics of Futhark: big steps on the checked, typed tree.
//!
//! | module | what |
//! | --- | --- |
//! | [`clear`] | the definition: rules FUT-E-*, an arm each |
//! | [`machine`] | the same values and failures, fast: for running |
//! | [`intrinsics`] | arities and rules of intrinsics |
//! | [`running`] | which of the two runs an entry point: what takes derivatives is run by the definition |
//! | [`reached`] | what an entry point may come to, by which that is known |
//! | [`mod@agree`] | whether they are the same |
//!
//! [`run`] calls an entry point on the machine where that can, [`clear::run`] by the definition.  A derivation is one of the definition.

pub mod agree;
pub mod clear;
pub mod intrinsics;
pub mod machine;
pub mod reached;
mod refusals;
mod rule;
pub mod running;

pub use agree::{Agreement, agree};
pub use machine::{Argument, Mode, Options, Outcome};
pub use running::run;

/// Prints what `trace` is given.
#[allow(
    clippy::disallowed_macros,
    reason = "`trace` is for people who look for a mistake: it prints and gives its argument"
)]
fn trace(value: &str) {
    eprintln!("Trace: {value}");
}
