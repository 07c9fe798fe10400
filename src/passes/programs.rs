//! Programs of each language as the arrows of the tower take and give them: one definition, closed, with what belongs to its call.

mod border;
mod core;
mod dex;
mod dpia;
mod fcl;
mod futhark;
mod kernels;

pub use border::{Border, Form, Forms};
pub use core::Core;
pub use dex::Dex;
pub use dpia::{Dpia, Origin};
pub use fcl::Fcl;
pub use futhark::Futhark;
pub use kernels::Kernels;
