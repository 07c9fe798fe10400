//! The rules that are about one statement, a file a family.

pub(super) mod arithmetic;
