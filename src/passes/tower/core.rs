//! Within Core.

use crate::Target;
use crate::core;
use crate::core::plan::Shows;
use crate::core::plan::schedule::Schedule;
use crate::pass::{Floats, Pass, expect};
use crate::programs::{Core, Host};
use elder_core::check::Form;
use elder_core::rules::fusion::{CORE_FU_FILTER, CORE_FU_HORIZ, CORE_FU_KEEP};
use elder_core::rules::simplification::{CORE_O_DEADRED, CORE_O_IFKNOWN, CORE_O_SOACONE};
use elder_core::rules::strength::CORE_SR_SUM;
use elder_syntax::Rule;
use std::rc::Rc;

/// A pass within Core.
const WITHIN: Pass = Pass {
    from: &elder_core::LANGUAGE,
    to: &elder_core::LANGUAGE,
    ..Pass::WITHIN_DPIA
};

/// Each dimension has a name; what was assumed of sizes is tested.
pub static SIZES: Pass = Pass {
    name: "sizes",
    description: "Each dimension has a name; what was assumed of sizes is tested",
    rules: core::sizes::RULES,
    switches: true,
    run: |program, _, options| core::changed(program, "sizes", |p| core::sizes::run(p, &options.without)),
    // Functions are run in part once more, for nests of combinators of one element in each nest.
    work: Some(8),
    ..WITHIN
};

/// Calls are the bodies of what they call.
pub static INLINE: Pass = Pass {
    name: "inline",
    description: "Calls are the bodies of what they call",
    rules: core::inline::RULES,
    switches: true,
    run: |program, _, options| core::changed(program, "inline", |p| core::inline::run(p, &options.without)),
    ..WITHIN
};

/// The rules of simplification, to a fixed point.
pub static SIMPLIFY: Pass = Pass {
    name: "simplify",
    description: "The rules of simplification, to a fixed point",
    rules: core::simplify::RULES,
    switches: true,
    run: |program, _, options| {
        let form = expect::<Core>(&*program)?.form;
        core::changed(program, "simplify", |p| {
            core::simplify::run(p, &options.without);
            // Of a function that only items called nobody said who executes its combinators.
            if form >= Form::Kernel {
                core::inline::leave_out(p);
                elder_core::compact::compact(p);
            }
        })
    },
    // An operator that is applied once is gone, as are components of its operands that nobody uses; a number that is tested becomes a constant.
    words: &[&CORE_O_SOACONE, &CORE_O_DEADRED, &CORE_O_IFKNOWN],
    ..WITHIN
};

/// Additions to accumulators become reductions and maps.
pub static ACCUMULATE: Pass = Pass {
    name: "accumulate",
    description: "Additions to accumulators become reductions and maps",
    rules: core::accumulate::RULES,
    switches: true,
    run: |program, _, options| {
        core::changed(program, "accumulate", |p| {
            core::accumulate::run(p, &options.without)
        })
    },
    // What is added is combined by itself first.
    floats: Floats::Reassociated,
    // An array of what is added is written and read; the neutral value is added where nothing was.
    work: Some(2),
    words: core::accumulate::RULES,
    ..WITHIN
};

/// Combinators become parts of those that take their results, and those side by side one.
pub static FUSE: Pass = Pass {
    name: "fuse",
    description: "Combinators become parts of those that take their results, and those side by side one",
    rules: core::fuse::RULES,
    switches: true,
    run: |program, _, options| core::changed(program, "fuse", |p| core::fuse::run(p, &options.without)),
    // Two operators become one of pairs, and what a filter leaves out is a neutral value more.
    words: &[&CORE_FU_HORIZ, &CORE_FU_KEEP, &CORE_FU_FILTER],
    ..WITHIN
};

/// What the host executes of combinators becomes segmented operations.
pub static FLATTEN: Pass = Pass {
    name: "flatten",
    description: "What the host executes of combinators becomes segmented operations",
    rules: core::flatten::RULES,
    switches: true,
    run: |program, target, options| {
        // What a rule that is off leaves is not of that form.
        let is_needed = |rule: &&Rule| core::flatten::FORM.iter().any(|form| form.id == rule.id);
        let is_whole = !options.without.iter().any(is_needed);
        let form = if is_whole { Form::Kernel } else { Form::Sized };
        core::into_form(program, "flatten", form, |p| {
            core::flatten::run(p, target, &options.without)
        })
    },
    work: Some(8),
    // All elements take one part of what each does before any takes the next one.
    reorders: true,
    ..WITHIN
};

/// What an item executes of combinators becomes loops.
pub static SEQUENCE: Pass = Pass {
    name: "sequence",
    description: "What an item executes of combinators becomes loops",
    rules: core::sequence::RULES,
    run: |program, _, _| {
        let is_kernel = expect::<Core>(&*program)?.form >= Form::Kernel;
        let form = if is_kernel { Form::Sequential } else { Form::Sized };
        core::into_form(program, "sequence", form, core::sequence::run)
    },
    work: Some(8),
    // An operator is its statements.
    words: core::sequence::RULES,
    ..WITHIN
};

/// What may fail is asserted before.
pub static CHECKS: Pass = Pass {
    name: "checks",
    description: "What may fail is asserted before, so nothing else fails",
    rules: core::checks::RULES,
    run: |program, _, _| core::changed(program, "checks", core::checks::run),
    // A premise is several operations: of a section there are three, and 26 operations at most.
    work: Some(16),
    ..WITHIN
};

/// Each array of the host has a place.
pub static PLACE: Pass = Pass {
    name: "place",
    description: "Each array of the host has a place in a block, which is released behind its last use",
    rules: core::place::RULES,
    run: |program, _, _| core::changed(program, "place", core::place::run),
    // A view costs nothing, and its copy does.
    work: None,
    ..WITHIN
};

/// Arrays of items have rooms, which are found before.
pub static INSPECT: Pass = Pass {
    name: "inspect",
    description: "The arrays of items that are as large as only items know have rooms, which launches before them find",
    rules: core::inspect::RULES,
    run: |program, target, _| match target {
        // There an item asks for memory.
        Target::OpenMp => Ok(program),
        Target::OpenCl { .. } => core::placed(program, "inspect", |p| core::inspect::run(&mut p.program)),
    },
    // What sizes depend on is done again, and again for what that depends on.
    work: None,
    ..WITHIN
};

/// A host program whose entries are programs of DPIA.
pub static PLAN: Pass = Pass {
    name: "plan",
    to: &elder_kernel::host::LANGUAGE,
    description: "A host program, whose entries are programs of DPIA",
    rules: core::plan::RULES,
    // Chunks are combined each by itself.
    floats: Floats::Reassociated,
    fragment: true,
    run: |program, target, options| {
        let written = expect::<Core>(&*program)?;
        let schedule = options.schedule.unwrap_or_else(|| Schedule::of(*target));
        Ok(Rc::new(Host::of(written, schedule, Shows::Results)?))
    },
    work: None,
    words: core::plan::RULES,
    ..WITHIN
};

/// Products of a loop's number become sums that the loop carries.
pub static STRENGTH: Pass = Pass {
    name: "strength",
    description: "Products of a loop's number become sums that the loop carries",
    rules: core::strength::RULES,
    switches: true,
    run: |program, _, options| {
        core::changed(program, "strength", |p| core::strength::run(p, &options.without))
    },
    // What is carried begins at the very operand that was added, whatever word that has.
    words: &[&CORE_SR_SUM],
    ..WITHIN
};
