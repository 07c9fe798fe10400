//! The commands: `ref-run` and `elder`.
//!
//! Each command is a module of [`commands`]; the binaries in `bin/` only call them on a
//! thread with a large stack ([`stack`]).  [`engine`] loads, checks and runs one
//! program; [`testing`] runs the test blocks that programs carry.

pub mod commands;
pub mod engine;
pub mod entry;
mod exit;
pub mod stack;
pub mod testing;
pub mod tower;
mod watch;

pub use exit::Exit;
pub use watch::Watchers;
