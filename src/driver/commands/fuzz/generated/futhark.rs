//! Programs of the whole of Futhark: what `elder fuzz` asks of them.

use super::super::Programs::Marked;
use super::super::Rung;
use super::{Generated, each, hosted, meant, no_rung, numbers, scopes};

use crate::engine::Switches;
use crate::fuzz;
use crate::fuzz::campaign::Subject;
use crate::fuzz::core::counts::words;
use crate::fuzz::futhark::{agree, asked, counts, is_refused};
use crate::reduce::report;
use crate::reduce::subject::Run;
use elder_generate::definitions;
use elder_generate::edges;
use elder_generate::futhark::{self as generate, Case, Entry, Shape, Variant, case};
use elder_generate::library;
use elder_generate::numbers::programs::{self, program};
use elder_generate::numbers::{ranges, slopes};
use elder_generate::operators;
use elder_generate::scopes as tables;
use elder_generate::values::{Compared, Input};
use elder_generate::{Choices, values};
use elder_syntax::{Diagnostic, Value};

pub(super) static FUTHARK: Generated = Generated {
    declared: &elder_futhark::LANGUAGE,
    word: "futhark",
    help: "Programs of the whole language",
    rungs: &[
        (Rung::Stages, Marked),
        (Rung::Numbers, Marked),
        (Rung::Values, Marked),
        (Rung::Operators, Marked),
        (Rung::Library, Marked),
        (Rung::Edges, Marked),
        (Rung::Definitions, Marked),
        (Rung::Refused, Marked),
        (Rung::Scopes, Marked),
        (Rung::Cases, Marked),
        (Rung::Malformed, Marked),
        (Rung::Kernels, Marked),
        (Rung::Device, Marked),
    ],
    cases: &[&elder_futhark::LANGUAGE],
    texts: &[&elder_futhark::LANGUAGE],
    reassociated: &[],
    is_reduced: true,
    subject: |configuration, _, device| match configuration.rung {
        Rung::Stages => Ok(programs()),
        Rung::Kernels | Rung::Device => hosted(
            configuration,
            device,
            |c| case(c, Shape::SMALL),
            asked,
            fuzz::core::settings(),
            text,
        ),
        Rung::Refused => Ok(refused()),
        Rung::Values => Ok(values()),
        Rung::Numbers => numbers(configuration.language, |c| match c.below(6) {
            0 => ranges::program(c),
            1..=3 => slopes::program(c, &slopes::futhark::FUTHARK),
            _ => program(c, &programs::FUTHARK),
        }),
        Rung::Operators => meant(configuration.language, operators::futhark),
        Rung::Edges => meant(configuration.language, edges::futhark),
        Rung::Definitions => meant(configuration.language, definitions::futhark),
        Rung::Library => meant(configuration.language, |c| {
            library::program(c, &library::futhark::FUTHARK)
        }),
        Rung::Scopes => Ok(scopes(&FUTHARK, tables::futhark, summary)),
        _ => no_rung(configuration),
    },
    summary: |statistics, alone| {
        let constructs = if alone {
            counts::constructs()
        } else {
            String::new()
        };
        let words = if statistics { words() } else { String::new() };
        constructs + &words
    },
};

/// What is asked of values.
enum Asked {
    /// A text or bytes, and another value than the first that is read.
    Read(Input, Option<Value>),
    /// Two values.
    Compared(Compared),
}

/// Values, which are those of Futhark.
fn values<'a>() -> Subject<'a> {
    let make = |c: &mut Choices| match c.below(4) {
        0 => Asked::Compared(values::compared(c)),
        _ => {
            let input = values::input(c);
            let first = input.expected.as_ref().ok().and_then(|all| all.first());
            let other = first.and_then(|value| values::other(c, value));
            Asked::Read(input, other)
        }
    };
    each(
        "--language futhark".to_owned(),
        make,
        |asked| match asked {
            Asked::Read(input, other) => fuzz::values::judge(&input, other.as_ref()),
            Asked::Compared(compared) => fuzz::values::comparison(&compared),
        },
        |asked| match asked {
            Asked::Read(input, _) => format!("{}\n", input.bytes.escape_ascii()),
            Asked::Compared(Compared {
                actual,
                expected,
                tolerance,
                ..
            }) => {
                format!("{actual}\n{expected}\n{tolerance:?}\n")
            }
        },
    )
}

/// What is said of a text.
fn summary(text: &str) -> Vec<Diagnostic> {
    elder_futhark::check::imports::check_text_with("generated.fut", text, false).diagnostics
}

/// Programs of Futhark that break one rule.
fn refused<'a>() -> Subject<'a> {
    each(
        "--language futhark".to_owned(),
        |c| generate::refused(c, Shape::SMALL),
        |(case, fault)| is_refused(&case, &fault),
        |(case, _)| case.text(Variant::Plain),
    )
}

/// Programs of Futhark.
fn programs<'a>() -> Subject<'a> {
    each(
        "--language futhark".to_owned(),
        |c| case(c, Shape::SMALL),
        |case| {
            counts::add(&case);
            agree(&case)
        },
        text,
    )
}

/// The file of a program.
fn text(case: Case) -> String {
    let run = |entry: &Entry| Run {
        entry: entry.name.clone(),
        inputs: entry.inputs.clone(),
    };
    let runs: Vec<Run> = case.entries.iter().map(run).collect();
    let switches = Switches {
        function_branches: case.function_branches,
    };
    report::switched(switches) + &report::file(&[], &runs, &case.text(Variant::Plain))
}
