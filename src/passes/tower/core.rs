//! Within Core.

use crate::core;
use crate::pass::Pass;
use elder_core::rules::simplification::{CORE_O_DEADRED, CORE_O_IFKNOWN, CORE_O_SOACONE};
use elder_core::rules::strength::CORE_SR_SUM;

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
        core::changed(program, "simplify", |p| core::simplify::run(p, &options.without))
    },
    // An operator that is applied once is gone, as are components of its operands that nobody uses; a number that is tested becomes a constant.
    words: &[&CORE_O_SOACONE, &CORE_O_DEADRED, &CORE_O_IFKNOWN],
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
