//! From Dex's core to Core.

use crate::dex;
use crate::dex::simplify::Cases;
use crate::pass::{Pass, expect};
use crate::programs::{Border, Core, Dex};

/// Functions are applied, closures become what they captured; dictionaries and types that are arguments are gone.
pub static SIMPLIFY: Pass = Pass {
    name: "simplify",
    from: &elder_dex::core::LANGUAGE,
    to: &elder_dex::core::LANGUAGE,
    description: "Functions are applied, closures become what they captured; dictionaries and types that are arguments are gone",
    rules: dex::simplify::RULES,
    run: |program, _, _| {
        let program: &Dex = expect(program)?;
        Ok(Box::new(Dex {
            program: dex::simplify::run(&program.program, Cases::Sums)?,
            simplified: true,
        }))
    },
    // What was captured is read out of tables.
    work: Some(2),
    ..Pass::WITHIN_DPIA
};

/// Each loop says whether its elements may be done in any order; handlers say no effects that they have not.
pub static CLASSES: Pass = Pass {
    name: "classes",
    from: &elder_dex::core::LANGUAGE,
    to: &elder_dex::core::LANGUAGE,
    description: "Each loop says whether its elements may be done in any order; handlers say no effects that they have not",
    rules: dex::classes::RULES,
    run: |program, _, _| {
        let program: &Dex = expect(program)?;
        Ok(Box::new(Dex {
            program: dex::classes::run(&program.program),
            ..program.clone()
        }))
    },
    ..Pass::WITHIN_DPIA
};

/// Values are their scalars, index sets their sizes, states are carried on; loops go by their classes.
pub static CORE: Pass = Pass {
    name: "core",
    from: &elder_dex::core::LANGUAGE,
    to: &elder_core::LANGUAGE,
    description: "Values are their scalars, index sets their sizes, states are carried on; loops go by their classes",
    rules: dex::core::RULES,
    fragment: true,
    run: |program, _, _| {
        let program: &Dex = expect(program)?;
        Ok(Box::new(Core {
            program: dex::core::run(&program.program)?,
            border: Border::Same,
            sized: false,
        }))
    },
    // What is read of a state is copied, and operations on index sets are several.
    work: None,
    ..Pass::WITHIN_DPIA
};
