//! Sized programs of the whole of Core: what `elder fuzz` asks of them.

use super::super::Programs::Marked;
use super::super::Rung;
use super::{Generated, each, inputs, meant, no_rung, shown};
use crate::fuzz;
use crate::fuzz::campaign::Subject;
use crate::fuzz::core::counts::{statistics, words};
use crate::fuzz::meant::Room;
use elder_generate::Choices;
use elder_generate::core::{Case, Suspect, case, suspect};
use elder_generate::edges;
use elder_generate::meant::Meant;
use elder_generate::numbers::border;
use elder_generate::numbers::programs::{self, program};
use elder_generate::operators;
use elder_syntax::prim::{PrimFn, PrimValue};

pub(super) static CORE: Generated = Generated {
    declared: &elder_core::LANGUAGE,
    word: "core",
    help: "Sized programs of the whole language",
    rungs: &[
        (Rung::Stages, Marked),
        (Rung::Numbers, Marked),
        (Rung::Operators, Marked),
        (Rung::Edges, Marked),
        (Rung::Refused, Marked),
        (Rung::Cases, Marked),
        (Rung::Malformed, Marked),
    ],
    cases: &[&elder_core::LANGUAGE],
    texts: &[&elder_core::LANGUAGE],
    reassociated: &[],
    is_reduced: true,
    subject: |road, _, _| match road.rung {
        Rung::Stages => Ok(programs()),
        Rung::Refused => Ok(refused()),
        Rung::Numbers => numbers(),
        Rung::Operators => meant(road.language, operators::core::program),
        Rung::Edges => meant(road.language, edges::core),
        _ => no_rung(road),
    },
    said: |asked, _| match asked {
        true => statistics() + &words(),
        false => String::new(),
    },
};

/// Programs of Core that break one premise, or may.
fn refused<'a>() -> Subject<'a> {
    each(
        "--language core".to_owned(),
        suspect,
        |suspect| fuzz::core::is_judged(&suspect),
        |suspect| match suspect {
            Suspect::Broken(text, _) => text,
            Suspect::Mutant(case) => text(*case),
        },
    )
}

/// Programs of Core.
fn programs<'a>() -> Subject<'a> {
    each(
        "--language core".to_owned(),
        case,
        |case| fuzz::core::agree(&case),
        text,
    )
}

/// The file of a program.
fn text(case: Case) -> String {
    shown(case.inputs, &elder_core::print::program(&case.program))
}

/// What is asked of numbers.
enum Asked {
    /// Functions of operands, one by one.
    Applied(Vec<(PrimFn, Vec<PrimValue>)>),
    /// A program.
    Program(Meant),
}

/// How many functions are asked about together.
const APPLIED: usize = 100;

/// Primitive functions by themselves, and programs of them.
fn numbers<'a>() -> Result<Subject<'a>, String> {
    let make = |c: &mut Choices| match c.below(2) {
        0 => {
            let each = |c: &mut Choices| {
                let f = c.pick(&border::FUNCTIONS).copied()?;
                Some((f, border::operands(c, f)))
            };
            Asked::Applied((0..APPLIED).filter_map(|_| c.part(each)).collect())
        }
        _ => Asked::Program(program(c, &programs::CORE)),
    };
    let room = Room::new()?;
    Ok(each(
        "--language core".to_owned(),
        make,
        move |asked| match asked {
            Asked::Applied(applied) => fuzz::meant::numbers(&applied),
            Asked::Program(meant) => room.judge(&meant),
        },
        |asked| match asked {
            Asked::Applied(_) => String::new(),
            Asked::Program(meant) => meant.text + &inputs(&meant.inputs),
        },
    ))
}
