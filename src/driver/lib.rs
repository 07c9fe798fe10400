//! The command `elder`.
//!
//! Each of its commands is a module of [`commands`]; the binary in `bin/` only calls them on a
//! thread with a large stack ([`stack`]).  [`engine`] has a program in a file, as the reference semantics runs it and as passes take it, [`compile`] takes one to a launch plan, [`device`] runs that, [`kernels`] does so without one; [`testing`] runs the test blocks that programs carry; whether what
//! came of one run is what came of another, [`judge`] says, and [`calibration`] asks those who judge what is known.

#![cfg_attr(not(test), warn(clippy::unwrap_used))]

// Whoever reads standard error may go away; a message that nobody reads is no failure, so these replace the
// standard macros, which would panic.
macro_rules! eprint {
    ($($text:tt)*) => {{
        elder_host::messages::say(format_args!($($text)*));
    }};
}
macro_rules! eprintln {
    ($($text:tt)*) => {{
        elder_host::messages::say(format_args!("{}\n", format_args!($($text)*)));
    }};
}

pub mod bench;
mod blame;
pub mod calibration;
mod clock;
mod columns;
pub mod commands;
pub mod compile;
pub mod conformance;
pub mod derived;
pub mod device;
pub mod diff;
pub mod engine;
pub mod finding;
pub mod fuzz;
pub mod judge;
pub mod kernels;
mod language;
pub mod launches;
pub mod lowering;
#[cfg(test)]
mod nothing;
pub mod profile;
pub mod programs;
pub mod reduce;
pub mod stage;
mod start;
pub mod survey;
pub mod testing;
pub mod tower;
pub mod words;

pub use elder_engine::Exit;
pub use elder_host::{input, stack};
