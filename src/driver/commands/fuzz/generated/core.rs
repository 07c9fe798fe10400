//! Sized programs of the whole of Core: what `elder fuzz` asks of them.

use super::super::Programs::Marked;
use super::super::Rung;
use super::{Generated, each, hosted, meant, no_rung, numbers, shown};
use crate::fuzz;
use crate::fuzz::campaign::Subject;
use crate::fuzz::core::counts::{statistics, words};
use elder_generate::core::{Case, Suspect, case, suspect};
use elder_generate::edges;
use elder_generate::numbers::programs::{self, program};
use elder_generate::operators;

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
        (Rung::Kernels, Marked),
        (Rung::Device, Marked),
    ],
    cases: &[&elder_core::LANGUAGE],
    texts: &[&elder_core::LANGUAGE],
    reassociated: &[],
    is_reduced: true,
    subject: |configuration, _, device| match configuration.rung {
        Rung::Stages => Ok(programs()),
        Rung::Kernels | Rung::Device => hosted(
            configuration,
            device,
            case,
            fuzz::core::asked,
            fuzz::core::settings(),
            text,
        ),
        Rung::Refused => Ok(refused()),
        Rung::Numbers => numbers(configuration.language, |c| program(c, &programs::CORE)),
        Rung::Operators => meant(configuration.language, operators::core::program),
        Rung::Edges => meant(configuration.language, edges::core),
        _ => no_rung(configuration),
    },
    summary: |asked, _| match asked {
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
            Suspect::Displaced(case, change) => format!("-- {change:?}\n{}", text(*case)),
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
