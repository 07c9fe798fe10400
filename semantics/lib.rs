//! What programs compute: the reference semantics.
//!
//! A module a language, and what several of them share: [`numeric`] and [`exact`], what primitive functions compute; [`derivative`], the same
//! with derivatives; [`order`], in which order things side by side are done; [`choice`], what a run may choose; [`cost`], work and span;
//! [`memory`], the account of arrays; [`failure`], why there is no value; [`options`], how to run and what a run gives; [`derivation`], which rule was applied to what; [`array`], the arrays of two definitions; [`sides`], which sides of
//! branches were taken.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod array;
pub mod choice;
pub mod core;
pub mod cost;
pub mod derivation;
pub mod derivative;
pub mod dex;
pub mod dpia;
#[cfg(feature = "exact")]
pub mod exact;
pub mod failure;
pub mod fcl;
pub mod futhark;
pub mod kernel;
pub mod memory;
pub mod numeric;
pub mod options;
pub mod order;
pub mod sides;
