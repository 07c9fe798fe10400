//! The arrows within Dex's core, and the one to Core.
//!
//! What they make is core of Dex again, which its checker judges and its semantics runs; but for [`core`], which makes Core.

pub mod classes;
pub mod core;
mod linearize;
pub mod reached;
pub mod simplify;
mod total;
pub mod transpose;
