//! Running the tests that programs carry.
//!
//! [`blocks`] reads what the comments of a program say, [`run`] holds the program, on the [`subject`]'s backend, to
//! it, [`pool`] does that for many files at once, and [`summary`] counts.

pub mod blocks;
pub mod pool;
pub mod random;
pub mod run;
pub mod script;
pub mod subject;
pub mod summary;
