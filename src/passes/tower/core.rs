//! Within Core.

use super::{Arrow, PASS, expect};
use crate::core;
use elder_core::rules::simplification::{CORE_O_DEADRED, CORE_O_IFKNOWN, CORE_O_SOACONE};

/// An arrow within Core.
const WITHIN: Arrow = Arrow {
    from: &elder_core::LANGUAGE,
    to: &elder_core::LANGUAGE,
    ..PASS
};

/// These arrows, in the order in which they are taken.
pub(super) static CORE: &[Arrow] = &[
    Arrow {
        name: "sizes",
        description: "Each dimension has a name; what was assumed of sizes is tested",
        rules: core::sizes::RULES,
        run: |program, _| core::changed(expect(program)?, "sizes", |p| core::sizes::run(p, &[])),
        partial: Some(|program, _, without| {
            core::changed(expect(program)?, "sizes", |p| core::sizes::run(p, without))
        }),
        // Functions are run in part once more, for nests of combinators of one element in each nest.
        work: Some(8),
        ..WITHIN
    },
    Arrow {
        name: "inline",
        description: "Calls are the bodies of what they call",
        rules: core::inline::RULES,
        run: |program, _| core::changed(expect(program)?, "inline", core::inline::run),
        ..WITHIN
    },
    Arrow {
        name: "simplify",
        description: "The rules of simplification, to a fixed point",
        rules: core::simplify::RULES,
        run: |program, _| core::changed(expect(program)?, "simplify", |p| core::simplify::run(p, &[])),
        partial: Some(|program, _, without| {
            core::changed(expect(program)?, "simplify", |p| core::simplify::run(p, without))
        }),
        // An operator that is applied once is gone, as are components of its operands that nobody uses; a number that is tested becomes a constant.
        words: &[&CORE_O_SOACONE, &CORE_O_DEADRED, &CORE_O_IFKNOWN],
        ..WITHIN
    },
];
