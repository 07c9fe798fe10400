//! What programs compute: the reference semantics.

#[cfg(feature = "exact")]
pub mod exact;
pub mod futhark;
pub mod numeric;
