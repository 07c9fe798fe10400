//! The arrows between languages: from a program that says what is to be computed, to kernels and a plan of their launches.
//!
//! [`tower`] is the table of all of them; the arrows themselves are in folders by the language that they start from.  [`fcl`] leads to DPIA; each
//! pass within [`dpia`] is a pure function from [`Entry`] to [`Entry`], after which the entry
//! is again a well-typed DPIA program with the same meaning, which can be printed, checked, and run by the reference semantics.
//! The last step ([`dpia::lower`]) leaves DPIA: it turns the commands into C and the host's part into a launch plan.
//!
//! What holds after the pass [`dpia::launches`]: the entry is a command that writes its `outputs`, at the level of the host.  At that level
//! there are `seq`, `skip`, `new` in global memory, `for`, `if` and `while` whose condition reads a cell or is known to the host, and `launch`; each `launch`
//! is one kernel.  After [`dpia::hoist`], memory that items share is allocated only outside of launches (global) or directly beneath
//! one (local).

use elder_dpia::Entry;
use elder_kernel::Plan;
use elder_syntax::Diagnostic;

mod analyses;
pub mod core;
pub mod dex;
pub mod dpia;
pub mod fcl;
pub mod futhark;
pub mod programs;
mod target;
pub mod tower;

pub use dpia::lower::lower;
pub use target::Target;
pub use tower::{Arrow, arrows, passes};

/// The entry after each pass, in order.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn pipeline(entry: &Entry, target: &Target) -> Result<Vec<(&'static str, Entry)>, Vec<Diagnostic>> {
    let mut stages = Vec::with_capacity(passes().len());
    let mut current = entry.clone();
    for pass in passes() {
        current = pass.entry(&current, target)?;
        stages.push((pass.name, current.clone()));
    }
    Ok(stages)
}

/// The entry after all passes.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn compile(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    passes()
        .iter()
        .try_fold(entry.clone(), |current, pass| pass.entry(&current, target))
}

/// The kernels and the launch plan of an entry as its programmer wrote it.
///
/// # Errors
/// What the checker or the first stage that refuses has to say.
pub fn plan(entry: &Entry, target: &Target) -> Result<Plan, Vec<Diagnostic>> {
    let obligations = elder_dpia::check::obligations(entry)?;
    lower(&compile(entry, target)?, &obligations, target)
}
