//! Tests of the whole, and what they share.
//!
//! [`fuzzing`] has the bodies of the fuzz targets: plain functions from bytes to nothing,
//! which panic when a property does not hold.  libFuzzer drives them from `fuzz/`, and
//! `tests/fuzzing.rs` drives them with random bytes for a given time.  [`binaries`] are the commands as they are built.

pub mod binaries;
pub mod fuzzing;
