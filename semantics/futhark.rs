//! The reference semantics of Futhark.
pub mod array;
pub mod build;
pub mod code;
pub mod failure;
pub mod memory;
pub mod resolve;
#[macro_use]
pub mod scalar;
pub mod value;
