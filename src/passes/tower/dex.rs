//! From Dex's core to Core.

use crate::dex;
use crate::dex::simplify::Cases;
use crate::dex::transpose::Around;
use crate::pass::{Floats, Made, Options, Pass, expect};
use crate::programs::{Core, Dex, Interface};
use elder_core::check::Form;
use elder_dex::check::simplified::Left;
use elder_dex::core::Program as Dexc;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Rule};
use std::rc::Rc;

/// The program without derivatives but these; one in which none is left stays as it is.
fn taken(
    program: Rc<dyn Program>,
    left: Left,
    take: impl FnOnce(&Dexc) -> Result<Dexc, Vec<Diagnostic>>,
) -> Made {
    let dex: &Dex = expect(&*program)?;
    if dex.simplified == Some(Left::Nothing) {
        return Ok(program);
    }
    Ok(Rc::new(Dex {
        program: take(&dex.program)?,
        simplified: Some(left),
    }))
}

/// Where linearizations are left that nobody took, those and what depends on them stay.
fn transposed(program: Rc<dyn Program>) -> Made {
    let dex: &Dex = expect(&*program)?;
    let (around, left) = match dex.simplified {
        Some(Left::Transpositions) => (Around::Taken, Left::Nothing),
        _ => (Around::Left, Left::Derivatives),
    };
    taken(program, left, |program| dex::transpose::run(program, around))
}

/// A derivative is taken by all of these rules: without one of them all stay.
fn derivatives(
    program: Rc<dyn Program>,
    options: &Options,
    rules: &[&Rule],
    take: impl FnOnce(Rc<dyn Program>) -> Made,
) -> Made {
    let is_out = |rule: &&Rule| options.without.iter().any(|own| own.id == rule.id);
    match rules.iter().any(is_out) {
        true => Ok(program),
        false => take(program),
    }
}

/// A pass within Dex's core.
const WITHIN: Pass = Pass {
    from: &elder_dex::core::LANGUAGE,
    to: &elder_dex::core::LANGUAGE,
    ..Pass::WITHIN_DPIA
};

/// Functions are applied, closures become what they captured; dictionaries and types that are arguments are gone.
pub static SIMPLIFY: Pass = Pass {
    name: "simplify",
    description: "Functions are applied, closures become what they captured; dictionaries and types that are arguments are gone",
    rules: dex::simplify::RULES,
    run: |program, _, _| {
        let program: &Dex = expect(&*program)?;
        let made = dex::simplify::run(&program.program, Cases::Sums)?;
        let left = match made.derivatives {
            true => Left::Derivatives,
            false => Left::Nothing,
        };
        Ok(Rc::new(Dex {
            program: made.program,
            simplified: Some(left),
        }))
    },
    // What was captured is read out of tables.
    work: Some(2),
    ..WITHIN
};

/// Functions that are linearized give their value, and the function of its tangent.
pub static LINEARIZE: Pass = Pass {
    name: "linearize",
    description: "Functions that are linearized give their value, and the function of its tangent",
    rules: dex::linearize::RULES,
    switches: true,
    run: |program, _, options| {
        derivatives(program, options, dex::linearize::RULES, |program| {
            taken(program, Left::Transpositions, dex::linearize::run)
        })
    },
    // What numbers carry for derivatives is not counted where the definition takes them.
    work: None,
    ..WITHIN
};

/// Linear functions that are transposed give the weights of their arguments; linearizations around them are taken.
pub static TRANSPOSE: Pass = Pass {
    name: "transpose",
    description: "Linear functions that are transposed give the weights of their arguments; linearizations around them are taken",
    rules: dex::transpose::RULES,
    switches: true,
    // The tape adds in its own order.
    floats: Floats::Reassociated,
    run: |program, _, options| derivatives(program, options, dex::transpose::RULES, transposed),
    work: None,
    ..WITHIN
};

/// Each loop says whether its elements may be done in any order; handlers say no effects that they have not.
pub static CLASSES: Pass = Pass {
    name: "classes",
    description: "Each loop says whether its elements may be done in any order; handlers say no effects that they have not",
    rules: dex::classes::RULES,
    run: |program, _, _| {
        let program: &Dex = expect(&*program)?;
        Ok(Rc::new(Dex {
            program: dex::classes::run(&program.program),
            ..program.clone()
        }))
    },
    ..WITHIN
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
        let program: &Dex = expect(&*program)?;
        Ok(Rc::new(Core {
            program: dex::core::run(&program.program)?,
            interface: Interface::Same,
            form: Form::Open,
        }))
    },
    // What is read of a state is copied, and operations on index sets are several.
    work: None,
    ..Pass::WITHIN_DPIA
};
