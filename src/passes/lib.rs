//! The passes between languages: from a program that says what is to be computed, to kernels and a plan of their launches.
//!
//! [`tower`] is the table of all of them; the passes themselves are in folders by the language that they start from.  [`fcl`] leads to DPIA; each
//! pass within [`dpia`] is a pure function from [`Entry`] to [`Entry`], after which the entry
//! is again a well-typed DPIA program with the same meaning, which can be printed, checked, and run by the reference semantics.
//! The last step ([`dpia::lower`]) leaves DPIA: it turns the commands into C and the host's part into a launch plan.
//!
//! What holds after the pass [`dpia::launches`]: the entry is a command that writes its `outputs`, at the level of the host.  At that level
//! there are `seq`, `skip`, `new` in global memory, `for`, `if` and `while` whose condition reads a cell or is known to the host, and `launch`; each `launch`
//! is one kernel.  After [`dpia::hoist`], memory that items share is allocated only outside of launches (global) or directly beneath
//! one (local).

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

use crate::pass::expect;
use crate::programs::Dpia;
use elder_dpia::Entry;
use elder_kernel::Plan;
use elder_syntax::Diagnostic;

mod analyses;
pub mod core;
pub mod dex;
pub mod dpia;
pub mod fcl;
pub mod futhark;
mod normal;
pub mod pass;
pub mod pipeline;
pub mod programs;
mod target;
pub mod tower;

pub use crate::core::plan::schedule::Schedule;
pub use dpia::lower::lower;
pub use pass::{Options, Pass};
pub use pipeline::{Pipeline, Position, Stage};
pub use target::Target;
pub use tower::{passes, pipelines, within_dpia};

/// The entry after each pass within DPIA, in order.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn stages(entry: &Entry, target: &Target) -> Result<Vec<(&'static str, Entry)>, Vec<Diagnostic>> {
    let stages = Stage::written(Dpia::of(entry)).along(within_dpia(), *target);
    let made = stages.map(|stage| {
        let (position, stage) = stage.map_err(|refused| refused.errors)?;
        Ok((position.pass.name, expect::<Dpia>(&*stage.program)?.entry.clone()))
    });
    made.collect()
}

/// The entry after all passes within DPIA.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn compile(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    // Each program is gone before the one behind the next pass is made.
    let stages = Stage::written(Dpia::of(entry)).along(within_dpia(), *target);
    let last = stages.last().transpose().map_err(|refused| refused.errors)?;
    match last {
        Some((_, stage)) => Ok(expect::<Dpia>(&*stage.program)?.entry.clone()),
        None => Ok(entry.clone()),
    }
}

/// The kernels and the launch plan of an entry as its programmer wrote it.
///
/// # Errors
/// What the checker or the first stage that refuses has to say.
pub fn plan(entry: &Entry, target: &Target) -> Result<Plan, Vec<Diagnostic>> {
    let obligations = elder_dpia::check::obligations(entry)?;
    lower(&compile(entry, target)?, &obligations, target)
}
