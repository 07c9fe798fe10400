//! What several passes ask of a program and that changes nothing in it.

pub(crate) mod accesses;
pub(crate) mod path;
pub(crate) mod types;
pub(crate) mod views;
