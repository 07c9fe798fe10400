//! Well-typed programs and inputs by construction.
//!
//! A generator is a plain function of [`Choices`]; what it asks for is recorded in a [`ChoiceTree`], whose nodes follow
//! the structure of the program.  The same tree drives a coverage-guided fuzzer (as bytes), a test (from a seed) and a
//! reduction ([`shrink`]): dropping a part of the tree drops that part of the program and leaves the rest as it was.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod cases;
pub mod choice;
pub mod core;
pub mod definitions;
pub mod dex;
pub mod dpia;
pub mod edges;
pub mod fcl;
pub mod futhark;
pub mod kernel;
mod kit;
pub mod library;
pub mod malformed;
pub mod meant;
pub mod numbers;
pub mod operators;
pub mod scopes;
pub mod shrink;
pub mod sizes;
pub mod turn;
pub mod values;

pub use choice::{ChoiceTree, Choices};
pub use kit::Fault;
pub use shrink::shrink;
