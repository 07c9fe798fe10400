//! The commands, a module each.  Every one returns the exit status; only they print.

pub mod bench;
pub mod build;
pub mod check;
pub mod dev;
pub mod elder;
pub mod explain;
pub mod fuzz;
pub mod reduce;
pub mod run;
pub mod spec;
pub mod survey;
pub mod test;

use elder_host::messages::{self, print};
use elder_host::values;
