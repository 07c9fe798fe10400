//! The runtime: executes launch plans, and host programs over such plans, on devices.
//!
//! A *device* is one that OpenCL knows (cargo feature `opencl`), or the CPU by way of a C
//! compiler with OpenMP, which is always there ([`native`]).  Both stand behind one
//! small trait, [`Device`]; what executes a plan, in [`run`], and a host program, in [`program`], knows only that.
//!
//! # For those who call it
//!
//! ```no_run
//! # use elder_opencl::{Choice, BuildOptions};
//! # fn main() -> Result<(), elder_opencl::Error> {
//! # let (plan, inputs) = (elder_kernel::Plan::new("p"), vec![]);
//! let choice: Choice = "pocl".parse()?;                   // --device: an index, a fragment of a name, or `c`
//! let machine = elder_opencl::open(&choice)?;             // once a process and device
//! let loaded = machine.load(vec![plan], &BuildOptions::default())?; // compiles, or finds it in the cache
//! let mut session = loaded.start(0, &inputs)?;            // checks, allocates, transfers
//! let profile = session.launch()?;                        // nanoseconds a launch, without transfers; may be repeated
//! let values = session.results()?;
//! # Ok(()) }
//! ```
//!
//! `elder dev --list` shows [`list`], and [`Choice`] documents what `--device` takes.  [`Error::diagnostic`] turns an error
//! into something to render.  A list of plans is compiled at once, which is a great deal faster than one by one.
//! [`Machine::load_program`] does the same for a host program: [`Executable::point`] gives the numbers of its entry points.
//!
//! # Environment
//!
//! - `ELDER_CACHE`: the folder of the program cache; empty for none.  Otherwise `$XDG_CACHE_HOME/elder`, `~/.cache/elder`.
//! - `ELDER_DEVICE`: what `--device` is if it is not given.
//! - `ELDER_INTEL_OPENCL`: the folder of Intel's CPU runtime, see [`intel`].
//! - `ELDER_CC`: the C compiler, `gcc` if it is not given.

#![cfg_attr(not(test), warn(clippy::unwrap_used))]

pub mod build_log;
pub mod cache;
pub mod choose;
pub mod device;
pub mod error;
pub mod intel;
pub mod native;
pub mod oclgrind;
#[cfg(feature = "opencl")]
pub mod opencl;
pub mod pool;
pub mod profile;
pub mod program;
pub mod run;
pub mod watched;

pub use choose::{Choice, Listed, Machine, find, list, open, open_watched};
pub use device::{BuildOptions, Device, Indexes, Limits};
pub use elder_kernel::plan::Misfit;
pub use error::Error;
pub use profile::{Account, Profile, Timed};
pub use program::LoadedProgram;
pub use run::{Executable, Outcome, Running, Shown};
