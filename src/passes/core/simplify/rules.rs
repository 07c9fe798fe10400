//! The rules that are about one statement, a file a family.

pub(super) mod arithmetic;
pub(super) mod arrays;
pub(super) mod assertions;
pub(super) mod branches;
pub(super) mod hoist;
pub(super) mod loops;
pub(super) mod soacs;
