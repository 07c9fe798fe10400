//! A case along the passes of a language that do not lead to a device yet.
//!
//! After each pass the checker accepts the program and the reference semantics gives what it gave before: the same bits, or an error of the same
//! premise at the same place.  It does no more work than the program before the pass, but for what a pass may take out of a loop that runs no
//! round: one application for each line of that program; or so many times the work, where the pass says so.
//!
//! Of a case with `-- translation: RULE` a pass has to refuse each entry point by that rule; before it all is as for other cases.  A case with `-- stages: none` is not taken: a pass
//! is known to change what it does.  One with `-- stages: POSITION` is taken as far as that, one with `-- without: POSITION` without the pass there.
//!
//! A case may say what a pass makes of it, in lines behind `-- becomes: POSITION` that begin with `--   `.  Then without any one of the rules of
//! simplification that it names, the pass has to make something else: a rule that does nothing is found, as is one that does something else.
//! `ELDER_UPDATE=1` writes these lines.
//!
//! In programs of Core, derived combinators give what they stand for.
//!
//! Over the free monoid the reductions of a program have the same words after each pass within Core.  A case of Core says behind `-- words:` which they
//! are in its first run.

use super::rendered;
use crate::engine::{Argument, Program, Settings, Watch};
use crate::finding::differences;
use crate::lowering::{Lowering, Way};
use crate::testing::blocks::{Input, Tests};
use crate::{derived, tower, words};
use elder_core::check;
use elder_passes::programs::Core;
use elder_spec::{Case, Execution};
use elder_syntax::language::known;
use elder_syntax::{Judgement, Rule};

/// The case after every pass.
pub(super) fn agree(case: &Case, source: &Program, tests: &Tests, settings: &Settings, to: &mut Execution) {
    if case.field("stages") == Some("none") {
        return;
    }
    let refused = case.field("translation");
    let mut names: Vec<&str> = tests.cases.iter().map(|case| case.entry.as_str()).collect();
    names.dedup();
    for name in names {
        let way = Way {
            last: case.field("stages").map(str::to_owned),
            skipped: case.field("without").map(str::to_owned).into_iter().collect(),
            ..Way::default()
        };
        let (lowering, rejected) = match source.lowering_until(name, &way) {
            None => return,
            // The blocks say whether there is such an entry.
            Some(Err(_)) if !source.entries().iter().any(|entry| entry == name) => continue,
            Some(Err(rejected)) => {
                let message = format!("`{name}` refused: {}", rendered(&rejected.diagnostics));
                to.failures.push(message);
                continue;
            }
            Some(Ok(lowering)) => lowering,
        };
        match (rejected, refused) {
            (Some(rejected), Some(rule)) => {
                to.assertions += 1;
                let refusals = rejected.diagnostics.iter().filter_map(|error| error.refusal);
                if !refusals.map(|refusal| refusal.id()).any(|id| id == rule) {
                    to.failures
                        .push(format!("`{name}`: {}", rendered(&rejected.diagnostics)));
                }
            }
            (None, Some(_)) => {
                to.failures.push(format!("`{name}` is taken by every pass"));
                continue;
            }
            (Some(rejected), None) => {
                let message = format!("`{name}` refused: {}", rendered(&rejected.diagnostics));
                to.failures.push(message);
            }
            (None, None) => {}
        }
        to.assertions += 1;
        for (position, stage) in &lowering.made {
            if let Err(errors) = stage.program.check() {
                to.failures.push(format!(
                    "after {}: ill-typed: {}",
                    position.name(),
                    rendered(&errors)
                ));
            }
        }
        for run in tests.cases.iter().filter(|run| run.entry == name) {
            let Input::Values(written) = &run.input else {
                continue;
            };
            // What does not fit is not run.
            let Ok(values) = written.values(&source.parameter_types(name)) else {
                continue;
            };
            let found = differences(&lowering, name, &values, settings);
            to.failures.extend(found.iter().map(ToString::to_string));
            if let Some(core) = in_core(&lowering).filter(|core| check::sized(&core.program).is_ok()) {
                let difference = derived::difference(&core.program, name, &values, settings);
                to.failures.extend(difference);
            }
            if let Some(core) = in_core(&lowering).filter(|_| case.field("stages").is_none()) {
                let seen = words::along(core.clone(), name, &values, settings);
                to.assertions += usize::from(seen.words > 0);
                to.failures.extend(seen.found.iter().map(ToString::to_string));
            }
        }
    }
    if let Some(wanted) = case.field("words") {
        spelled(source, tests, wanted, settings, to);
    }
    if let Some(arrow) = case.field("becomes") {
        becomes(case, source, arrow, to);
    }
}

/// The first program of Core along a pipeline.
fn in_core(lowering: &Lowering) -> Option<&Core> {
    let stages = std::iter::once(&lowering.written).chain(lowering.made.iter().map(|(_, made)| made));
    stages
        .into_iter()
        .find_map(|stage| known::<Core>(&*stage.program))
}

/// A case says the words of the results of its first run.
fn spelled(source: &Program, tests: &Tests, wanted: &str, settings: &Settings, to: &mut Execution) {
    let Some((run, Input::Values(written))) = tests.cases.first().map(|run| (run, &run.input)) else {
        return;
    };
    let values = written.values(&source.parameter_types(&run.entry));
    let values = values.unwrap_or_default().into_iter().map(Argument::Data);
    let watch = Watch {
        words: true,
        ..Watch::default()
    };
    let watched = source.watch(&run.entry, values.collect(), settings, watch);
    let actual = watched.words.map(|words| words.join("; "));
    to.assertions += 1;
    if actual.as_deref() != Some(wanted) {
        let actual = actual.as_deref().unwrap_or("none");
        to.failures.push(format!("the words are {actual}, not {wanted}"));
    }
}

/// How the lines of a text begin that stands in a comment.
const QUOTED: &str = "--   ";

/// A case says what a pass makes of it, and that each of its rules has its part in that.
fn becomes(case: &Case, source: &Program, position: &str, to: &mut Execution) {
    let Some(entry) = source.entries().into_iter().next() else {
        return;
    };
    let made = |without: &[&'static Rule]| -> Option<String> {
        let way = Way {
            without: without.to_vec(),
            ..Way::to(position)
        };
        let lowering = source.lowering(&entry, &way)?.ok()?;
        let (_, stage) = lowering
            .made
            .into_iter()
            .find(|(own, _)| own.name() == position)?;
        Some(stage.program.text())
    };
    let Some(actual) = made(&[]) else {
        to.failures.push(format!("no pass `{position}` is taken"));
        return;
    };
    let text = case.program;
    let Some((before, quoted)) = text.split_once("-- becomes:") else {
        return;
    };
    let lines: Vec<&str> = quoted
        .lines()
        .skip(1)
        .filter_map(|line| line.strip_prefix(QUOTED))
        .collect();
    to.assertions += 1;
    if lines.join("\n").trim_end() != actual.trim_end() {
        if std::env::var_os("ELDER_UPDATE").is_some() {
            let shown: Vec<String> = actual
                .trim_end()
                .lines()
                .map(|line| format!("{QUOTED}{line}\n"))
                .collect();
            let text = format!("{before}-- becomes: {position}\n{}", shown.concat());
            if let Err(error) = std::fs::write(case.path(), text) {
                to.failures.push(error.to_string());
            }
        }
        to.failures.push(format!("{position} makes of it\n{actual}"));
    }
    let rules = tower::passes()
        .filter(|own| own.switches)
        .flat_map(|own| own.rules);
    for rule in rules.filter(|rule| case.rules.contains(&rule.id)) {
        to.assertions += 1;
        if rule.judgement == Judgement::Simplification && made(&[rule]).as_ref() == Some(&actual) {
            to.failures
                .push(format!("without {} {position} makes the same of it", rule.id));
        }
    }
}
