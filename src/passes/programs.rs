//! Programs of each language as the passes of the tower take and give them: closed, with what belongs to a call of their entry points.

mod core;
mod dex;
mod dpia;
mod fcl;
mod futhark;
mod host;
mod interface;
mod kernels;

pub use core::Core;
pub use dex::Dex;
pub use dpia::{Dpia, Origin};
pub use fcl::Fcl;
pub use futhark::Futhark;
pub use host::Host;
pub use interface::{Form, Forms, Interface};
pub use kernels::Kernels;
