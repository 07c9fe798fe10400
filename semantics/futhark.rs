//! The reference semantics of Futhark: big steps on the checked, typed tree.
//!
//! | module | what |
//! | --- | --- |
//! | [`clear`] | the definition: rules FUT-E-*, an arm each |
//! | [`machine`] | the same values and failures, fast: for running |
//! | [`running`] | which of the two runs an entry point: what takes derivatives is run by the definition |
//! | [`reached`] | what an entry point may come to, by which that is known |
//! | [`mod@agree`] | whether they are the same |
//!
//! [`run`] calls an entry point on the machine where that can, [`clear::run`] by the definition.  A derivation is one of the definition.

pub mod agree;
pub mod clear;
pub mod machine;
pub mod reached;
pub mod running;

pub use agree::{Agreement, Bounds, agree};
pub use machine::{Argument, Options, Outcome};
pub use running::run;

/// The memory limit where none is given.
pub const DEFAULT_MEMORY: u64 = 12 << 30;

/// Prints what `trace` is given.
#[allow(
    clippy::disallowed_macros,
    reason = "`trace` is for people who look for a mistake: it prints and gives its argument"
)]
fn trace(value: &str) {
    eprintln!("Trace: {value}");
}
