//! What programs compute: the reference semantics.

#[cfg(feature = "exact")]
pub mod exact;
pub mod dpia;
pub mod futhark;
pub mod numeric;
