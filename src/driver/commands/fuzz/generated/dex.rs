//! Programs of Dex's core: what `elder fuzz` asks of them.

use super::super::Programs::Marked;
use super::super::Rung;
use super::{Generated, each, hosted, meant, no_rung, numbers, scopes, shown};
use crate::fuzz::campaign::Subject;
use crate::fuzz::dex::{agree, asked, counts, is_refused, settings};
use elder_generate::definitions;
use elder_generate::dex::{self as generate, Case, Shape, case};
use elder_generate::edges;
use elder_generate::library;
use elder_generate::numbers::programs::{self, program};
use elder_generate::numbers::slopes;
use elder_generate::operators;
use elder_generate::scopes as tables;
use elder_syntax::Diagnostic;

pub(super) static DEX: Generated = Generated {
    declared: &elder_dex::LANGUAGE,
    word: "dex",
    help: "Programs of Dex's core",
    rungs: &[
        (Rung::Stages, Marked),
        (Rung::Numbers, Marked),
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
    cases: &[&elder_dex::LANGUAGE, &elder_dex::core::LANGUAGE],
    texts: &[&elder_dex::LANGUAGE, &elder_dex::core::LANGUAGE],
    reassociated: &["transpose", "grad", "vjp"],
    is_reduced: false,
    subject: |configuration, arguments, device| match configuration.rung {
        Rung::Stages => Ok(programs(arguments.smooth)),
        Rung::Kernels | Rung::Device => hosted(
            configuration,
            device,
            |c| case(c, Shape::WHOLE),
            asked,
            settings(),
            text,
        ),
        Rung::Refused => Ok(refused()),
        Rung::Numbers => numbers(configuration.language, |c| match c.below(4) {
            0 => slopes::program(c, &slopes::dex::DEX),
            1 => slopes::program(c, &slopes::dex::DEX_CORE),
            2 => program(c, &programs::DEX),
            _ => program(c, &programs::DEX_CORE),
        }),
        Rung::Operators => meant(configuration.language, operators::dex),
        Rung::Library => meant(configuration.language, |c| {
            library::program(c, &library::dex::DEX)
        }),
        Rung::Edges => meant(configuration.language, edges::dex),
        Rung::Definitions => meant(configuration.language, |c| match c.below(4) {
            0 => definitions::literate(c),
            _ => definitions::dex(c),
        }),
        Rung::Scopes => Ok(scopes(&DEX, tables::dex, summary)),
        _ => no_rung(configuration),
    },
    summary: |statistics, _| match statistics {
        true => counts::statistics(),
        false => String::new(),
    },
};

/// What is said of a text.
fn summary(text: &str) -> Vec<Diagnostic> {
    elder_dex::load::text("generated.dx", text)
        .legal()
        .err()
        .unwrap_or_default()
}

/// Programs of Dex's core that break one premise.
fn refused<'a>() -> Subject<'a> {
    each(
        "--language dex".to_owned(),
        generate::refused,
        |(text, fault)| is_refused(&text, &fault),
        |(text, _)| text,
    )
}

/// Programs; with derivatives, if they are smooth.
fn programs<'a>(smooth: bool) -> Subject<'a> {
    let (shape, options) = match smooth {
        false => (Shape::WHOLE, "--language dex"),
        true => (Shape::SMOOTH, "--language dex --smooth"),
    };
    each(
        options.to_owned(),
        move |c| case(c, shape),
        |case| agree(&case),
        text,
    )
}

/// The file of a program.
fn text(case: Case) -> String {
    shown(case.inputs, &elder_dex::core::print::program(&case.program))
}
