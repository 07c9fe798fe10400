//! What generators of all languages and families are written with.

mod faults;
mod table;
mod text;
mod ways;

pub use faults::Fault;
pub(crate) use faults::{faults, pieces};
pub(crate) use table::{each, row, table};
pub(crate) use text::{joined, number, tuple};
pub(crate) use ways::{Way, way};
