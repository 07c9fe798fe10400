//! Running the tests that programs carry.
//!
//! [`blocks`] reads what the comments of a program say, `given` makes arguments of it, [`run`] holds the program, on the [`subject`]'s backend, to
//! it (entry points that are properties by `property`, what commands print by `printed`, of compiled programs by [`commands`], floats as near as their `class` says), [`pool`] does that for many files at once, and [`summary`] counts.

pub mod blocks;
pub(crate) mod class;
pub mod commands;
pub(crate) mod given;
pub mod pool;
mod printed;
mod property;
pub mod random;
pub mod run;
pub mod script;
pub mod subject;
pub mod summary;
