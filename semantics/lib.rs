//! What programs compute: the reference semantics.

pub mod numeric;
