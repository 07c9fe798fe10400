//! The passes that start from DPIA, a file or folder each; their order is that of the table [`arrows`](crate::passes).
//!
//! [`initialise`] is for programs that people wrote.  [`lower`] leaves DPIA for kernels and plans;
//! [`make`] has the constructors of the terms that passes write.

pub mod allocate;
pub mod barriers;
pub mod distribute;
pub mod expand;
pub mod hoist;
pub mod in_place;
pub mod initialise;
pub mod launches;
pub mod lengths;
pub mod lower;
pub(crate) mod make;
pub mod normalise;
pub mod place;
pub mod reuse;
pub mod translate;
pub mod unroll;
