//! The passes that start from Futhark's checked trees.
//!
//! Each of them takes a tree and gives one, which the semantics of Futhark runs and the checker of trees judges
//! ([`elder_futhark::check::tree`]): so what a pass made is compared with what was written at every step.

pub mod constructors;
pub mod core;
pub mod defunctionalise;
pub mod monomorphise;
pub(crate) mod total;
