//! The tower of stages: from a functional program that says how it is to be computed, to kernels and a plan of their launches.
//!
//! [`PASSES`] is the tower, as one table.  Each pass is a pure function from [`Entry`] to [`Entry`]; after each of them the entry
//! is again a well-typed DPIA program with the same meaning, which can be printed, checked, and run by the reference semantics.
//! The last step ([`dpia::lower`]) leaves DPIA: it turns the commands into C and the host's part into a launch plan.
//!
//! What holds after the pass [`dpia::launches`]: the entry is a command that writes its `outputs`, at the level of the host.  At that level
//! there are `seq`, `skip`, `new` in global memory, `for`, `if` and `while` whose condition reads a cell or is known to the host, and `launch`; each `launch`
//! is one kernel.  After [`dpia::hoist`], memory that items share is allocated only outside of launches (global) or directly beneath
//! one (local).

use elder_dpia::Entry;
use elder_kernel::Plan;
use elder_syntax::{Diagnostic, Rule};

mod analyses;
pub mod dpia;
pub mod fcl;
mod target;

use dpia::{
    allocate, barriers, distribute, expand, hoist, in_place, launches, lengths, normalise, place, reuse,
    translate, unroll,
};

pub use dpia::lower::lower;
pub use target::Target;

/// One stage of the translation.
pub struct Pass {
    /// The name, as for `elder dev --pass NAME`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// The rules that it applies.
    pub rules: &'static [&'static Rule],
    /// The stage itself.
    pub run: fn(&Entry, &Target) -> Result<Entry, Vec<Diagnostic>>,
}

/// The tower, in order.
pub static PASSES: &[Pass] = &[
    Pass {
        name: "normalise",
        description: "Applications of functions are reduced; what would be computed twice is named",
        rules: normalise::RULES,
        run: normalise::run,
    },
    Pass {
        name: "translate",
        description: "Functional terms become commands (stage I)",
        rules: translate::RULES,
        run: translate::run,
    },
    Pass {
        name: "expand",
        description: "Maps, reductions and scans become loops (stage II)",
        rules: expand::RULES,
        run: expand::run,
    },
    Pass {
        name: "in_place",
        description: "Steps that allow it keep their state in one cell",
        rules: in_place::RULES,
        run: in_place::run,
    },
    Pass {
        name: "lengths",
        description: "Cells of lengths that are seen to be in bounds hold indexes",
        rules: lengths::RULES,
        run: lengths::run,
    },
    Pass {
        name: "place",
        description: "Loops whose strategy was left open get one",
        rules: place::RULES,
        run: place::run,
    },
    Pass {
        name: "launches",
        description: "Launches are formed; what lies between them is the host's",
        rules: launches::RULES,
        run: launches::run,
    },
    Pass {
        name: "distribute",
        description: "Cells of a group of which each item has its own part become private",
        rules: distribute::RULES,
        run: distribute::run,
    },
    Pass {
        name: "allocate",
        description: "Cells get their address space",
        rules: allocate::RULES,
        run: allocate::run,
    },
    Pass {
        name: "reuse",
        description: "Arrays that are never needed at one time share their memory",
        rules: reuse::RULES,
        run: reuse::run,
    },
    Pass {
        name: "hoist",
        description: "Allocations of global and local memory leave the kernels",
        rules: hoist::RULES,
        run: hoist::run,
    },
    Pass {
        name: "barriers",
        description: "Writes to shared memory get guards, work-groups get barriers",
        rules: barriers::RULES,
        run: barriers::run,
    },
    Pass {
        name: "unroll",
        description: "Short loops of known length are marked to be written out",
        rules: unroll::RULES,
        run: unroll::run,
    },
];

/// The entry after each pass, in order.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn pipeline(entry: &Entry, target: &Target) -> Result<Vec<(&'static str, Entry)>, Vec<Diagnostic>> {
    let mut stages = Vec::with_capacity(PASSES.len());
    let mut current = entry.clone();
    for pass in PASSES {
        current = (pass.run)(&current, target)?;
        stages.push((pass.name, current.clone()));
    }
    Ok(stages)
}

/// The entry after all passes.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn compile(entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
    PASSES
        .iter()
        .try_fold(entry.clone(), |current, pass| (pass.run)(&current, target))
}

/// The kernels and the launch plan of an entry as its programmer wrote it.
///
/// # Errors
/// What the checker or the first stage that refuses has to say.
pub fn plan(entry: &Entry, target: &Target) -> Result<Plan, Vec<Diagnostic>> {
    let obligations = elder_dpia::check::obligations(entry)?;
    lower(&compile(entry, target)?, &obligations, target)
}
