//! Sizes: the terms that stand in types and in the index expressions of kernels, with the ranges of their variables and proofs about them.
//!
//! A [`Nat`] is a term in normal form, a [`NatExpression`] one as it is computed, [`Ranges`] is what is known of variables at a place.
//! The rules are those of DPIA's kinds, DPIA-K-*.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

mod nat;

pub use elder_syntax::Variable as Name;
pub use nat::{Atom, Nat, NatError, NatExpression, Ranges};
