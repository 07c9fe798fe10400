//! The arrows within Dex's core.
//!
//! What they make is core again, which its checker judges and its semantics runs.

pub mod classes;
pub mod simplify;
pub mod transpose;
