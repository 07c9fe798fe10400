//! A program of Core over the free monoid (class E2): the words of its reductions before and after each pass, and by other choices of runs.
//!
//! Values are compared elsewhere ([`crate::finding`]).  Here a pass that drops, repeats or exchanges what is combined is seen where the operator
//! hides it.  The pipeline is taken without the rules that say of themselves that they change words ([`Pass::words`](elder_passes::Pass)).

mod shown;

use crate::engine::Settings;
use crate::finding::Finding;
use crate::lowering::Lowering;
use crate::tower;
use elder_passes::programs::Core;
use elder_passes::{Position, Stage, Target};
use elder_semantics::core::word::{Agreement, Spelled};
use elder_semantics::core::{self, Mode, Options};
use elder_syntax::Value;
use elder_syntax::language::known;

/// What is wrong with the words of a program along its pipeline, and how many agree.
#[derive(Debug, Default)]
pub struct Seen {
    /// Where words differ.
    pub found: Vec<Finding>,
    /// The words of the program as it was written; none of what has no value.
    pub words: usize,
    /// Behind the last pass.
    pub agreement: Agreement,
}

/// The program with what the reductions of an entry point give as further results.
pub fn shown(written: &Core, entry: &str) -> Core {
    Core {
        program: shown::shown(&written.program, entry),
        ..written.clone()
    }
}

/// The words of a program of Core before and after each pass within Core, on these values.
pub fn along(written: Core, entry: &str, values: &[Value], settings: &Settings) -> Seen {
    let mut seen = Seen::default();
    let Some(before) = spelled(&written, entry, values, settings, 0) else {
        return seen;
    };
    seen.words = before.count();
    if seen.words == 0 {
        return seen;
    }
    let Some(pipeline) = tower::pipeline(&elder_core::LANGUAGE) else {
        return seen;
    };
    let words = |position: &Position| position.pass.words.iter().copied();
    let without: Vec<_> = pipeline.positions().iter().flat_map(words).collect();
    let kept = pipeline.without(&without);
    let written = Stage::written(written);
    // What is refused is found without words.
    // A pass that cannot do without such a rule is the last.
    let looks = |position: &Position| !position.pass.words.is_empty() && !position.pass.switches;
    let blind = kept
        .positions()
        .iter()
        .take_while(|position| !looks(position))
        .count();
    let lowering = Lowering::along(written, &kept.positions()[..blind], Target::OPENCL);
    let lowering = lowering.unwrap_or_else(|refused| refused.until);
    for (position, stage) in &lowering.made {
        let made = known::<Core>(&*stage.program);
        let Some(after) = made.and_then(|made| spelled(made, entry, values, settings, 0)) else {
            continue;
        };
        match before.agree(&after, false) {
            Ok(agreement) => seen.agreement = agreement,
            Err(message) => {
                let place = format!("after {}", position.name());
                seen.found.push(Finding::new(place, "another word", message));
            }
        }
    }
    seen
}

/// Other orders of elements, chunks and brackets give the same words.
///
/// # Errors
/// The words that differ.
pub fn other_choices(
    program: &Core,
    entry: &str,
    values: &[Value],
    settings: &Settings,
    seeds: &[u64],
) -> Result<(), Finding> {
    let Some(expected) = spelled(program, entry, values, settings, 0) else {
        return Ok(());
    };
    for seed in seeds {
        let Some(actual) = spelled(program, entry, values, settings, *seed) else {
            continue;
        };
        if let Err(message) = expected.agree(&actual, true) {
            let message = format!("by seed {seed}: {message}");
            return Err(Finding::new("other choices", "another word", message));
        }
    }
    Ok(())
}

/// The results of a run over the free monoid; `None` if it has none.
fn spelled(program: &Core, entry: &str, values: &[Value], settings: &Settings, seed: u64) -> Option<Spelled> {
    let options = Options {
        limits: settings.limits,
        mode: Mode::Words,
        ..Options::default()
    };
    core::run(&program.program, entry, values, &options.choosing(seed)).also
}
