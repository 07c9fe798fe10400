//! The commands: `ref-run` and `elder`.
//!
//! Each command is a module of [`commands`]; the binaries in `bin/` only call them on a
//! thread with a large stack ([`stack`]).  [`engine`] loads, checks and runs one
//! program by the reference semantics, [`compile`] takes one to a launch plan, [`device`] runs that, [`kernels`] does so without one; [`testing`] runs the test blocks that programs carry, and
//! [`calibration`] asks those who judge what is known.

// Whoever reads standard error may go away; a message that nobody reads is no failure, so these replace the
// standard macros, which would panic.
macro_rules! eprint {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = write!(std::io::stderr(), $($text)*);
    }};
}
macro_rules! eprintln {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

pub mod calibration;
mod clock;
pub mod commands;
pub mod compile;
pub mod configuration;
pub mod conformance;
pub mod derived;
pub mod device;
pub mod diff;
pub mod engine;
pub mod entry;
mod exit;
pub mod finding;
pub mod fuzz;
pub mod input;
pub mod kernels;
#[cfg(test)]
mod nothing;
pub mod programs;
pub mod reduce;
pub mod road;
pub mod stack;
pub mod stage;
pub mod survey;
pub mod testing;
pub mod tower;
pub mod tuning;
pub mod words;

pub use exit::Exit;
