//! The rules, a file a family.

pub(super) mod accumulators;
pub(super) mod algebra;
pub(super) mod arithmetic;
pub(super) mod arrays;
pub(super) mod assertions;
pub(super) mod branches;
pub(super) mod dead;
pub(super) mod elements;
pub(super) mod existential;
pub(super) mod hoist;
pub(super) mod loops;
pub(super) mod soacs;
