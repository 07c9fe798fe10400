//! What programs compute: the reference semantics.

pub mod dpia;
#[cfg(feature = "exact")]
pub mod exact;
pub mod fcl;
pub mod futhark;
pub mod kernel;
pub mod numeric;
pub mod order;
