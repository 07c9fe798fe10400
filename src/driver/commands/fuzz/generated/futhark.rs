//! Programs of the whole of Futhark: what `elder fuzz` asks of them.

use super::super::Programs::Marked;
use super::super::Rung;
use super::{Generated, each, no_rung};
use crate::configuration::Switches;
use crate::fuzz::campaign::Subject;
use crate::fuzz::core::counts::words;
use crate::fuzz::futhark::{agree, counts, is_refused};
use crate::reduce::report;
use crate::reduce::subject::Run;
use elder_generate::futhark::{self as generate, Entry, Shape, Variant, case};

pub(super) static FUTHARK: Generated = Generated {
    declared: &elder_futhark::LANGUAGE,
    word: "futhark",
    help: "Programs of the whole language",
    rungs: &[
        (Rung::Stages, Marked),
        (Rung::Refused, Marked),
        (Rung::Cases, Marked),
        (Rung::Malformed, Marked),
    ],
    cases: &[&elder_futhark::LANGUAGE],
    texts: &[&elder_futhark::LANGUAGE],
    reassociated: &[],
    is_reduced: true,
    subject: |road, _, _| match road.rung {
        Rung::Stages => Ok(programs()),
        Rung::Refused => Ok(refused()),
        _ => no_rung(road),
    },
    said: |statistics, alone| {
        let constructs = if alone {
            counts::constructs()
        } else {
            String::new()
        };
        let words = if statistics { words() } else { String::new() };
        constructs + &words
    },
};

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
        |case| {
            let run = |entry: &Entry| Run {
                entry: entry.name.clone(),
                inputs: entry.inputs.clone(),
            };
            let runs: Vec<Run> = case.entries.iter().map(run).collect();
            let switches = Switches {
                function_branches: case.function_branches,
            };
            report::switched(switches) + &report::file(&[], &runs, &case.text(Variant::Plain))
        },
    )
}
