//! What the conformance cases of compiled languages ask beyond their test blocks.
//!
//! A case that is accepted is compiled for every target: after every pass the checker must accept it and the reference semantics must give
//! the same values, and the kernels are printed; so the rules of the passes are applied while the case that names them runs.
//!
//! A case that the checker accepts may be refused by the translation: `-- translation: DPIA-X-GRIDSYNC-A` wants that rule to refuse it.
//!
//! A DPIA case that is refused may say what it *does*: `-- forced: race` runs it without the checker, on the values of `-- given:`, and wants that
//! failure of the store semantics.  That is how the rules show that they refuse programs for a reason.

use crate::compile::{EntryPoint, Source};
use crate::configuration::Overrides;
use crate::testing::blocks::{self, Expected, Input, Tests};
use elder_dpia::{Entry, check, load};
use elder_passes::{PASSES, Target};
use elder_semantics::dpia::failure::Kind;
use elder_semantics::dpia::{self, Options};
use elder_spec::{Case, Execution};
use elder_syntax::value::{Difference, Tolerance, compare, read_values};
use elder_syntax::{Diagnostic, Judgement, Value};
use std::time::Duration;

/// The targets that every accepted case is compiled for.
const TARGETS: [Target; 2] = [Target::OPENCL, Target::OpenMp];

/// Runs what a case asks beyond its test blocks, for a machine of these sizes.
pub fn execute(case: &Case, overrides: &Overrides) -> Execution {
    let mut execution = Execution::default();
    if let Some(wanted) = case.field("forced") {
        forced(case, wanted, &mut execution);
    }
    let source = Source::load(&case.path());
    if let (Ok(source), Ok(tests)) = (&source, blocks::parse(case.program)) {
        match case.field("translation") {
            Some(rule) => untranslatable(source, rule, overrides, &mut execution),
            // Programs that never end are not for the translation.
            None if case.field("stages") != Some("none") => stages(source, &tests, overrides, &mut execution),
            None => {}
        }
    }
    execution
}

fn options() -> Options {
    Options {
        time: Some(Duration::from_secs(20)),
        ..Options::default()
    }
}

fn said(errors: &[Diagnostic]) -> String {
    let parts: Vec<String> = errors
        .iter()
        .map(|e| format!("{} {}", e.refusal.map_or("", |r| r.id()), e.message))
        .collect();
    parts.join("; ")
}

/// The case at every stage of the translation.
fn stages(source: &Source, tests: &Tests, overrides: &Overrides, execution: &mut Execution) {
    let mut names: Vec<&str> = tests.cases.iter().map(|case| case.entry.as_str()).collect();
    names.dedup();
    for name in names {
        let entry = match source.entry_with(name, overrides) {
            Ok(entry) => entry,
            // The test blocks say that there is none; what the translation refuses is a failure.
            Err(rejected) => {
                let refusal = rejected.diagnostics.iter().find_map(|d| d.refusal);
                if refusal.is_some_and(|r| r.rule.judgement == Judgement::Translation) {
                    let message = format!("`{name}` refused: {}", said(&rejected.diagnostics));
                    execution.failures.push(message);
                }
                continue;
            }
        };
        for target in &TARGETS {
            let mut current = match source.initialised(&entry, *target) {
                Ok(initialised) => initialised,
                Err(rejected) => {
                    let message = format!("`{name}` refused: {}", said(&rejected.diagnostics));
                    execution.failures.push(message);
                    continue;
                }
            };
            let mut fail = |stage: &str, message: String| {
                execution
                    .failures
                    .push(format!("{target:?}, after {stage}: {message}"));
            };
            let mut complete = true;
            let mut finished = false;
            for pass in PASSES {
                finished |= pass.name == "barriers";
                current = match (pass.run)(&current, target) {
                    Ok(next) => next,
                    Err(errors) => {
                        fail(pass.name, format!("refused: {}", said(&errors)));
                        complete = false;
                        break;
                    }
                };
                if let Err(errors) = check::entry(&current) {
                    fail(pass.name, format!("ill-typed: {}", said(&errors)));
                }
                // Until barriers stand, items of a group are taken one after the other; that is not possible once cells belong
                // to items and groups.
                let meant = finished || !matches!(pass.name, "distribute" | "allocate" | "reuse" | "hoist");
                let runs = tests.cases.iter().filter(|case| case.entry == name && meant);
                for run in runs {
                    if let Some(message) = disagreement(&entry, &current, run, finished) {
                        fail(pass.name, message);
                    }
                }
            }
            if !complete {
                continue;
            }
            match elder_passes::lower(&current, entry.obligations(), target) {
                Ok(_) => execution.assertions += 1,
                Err(errors) => fail("lower", format!("refused: {}", said(&errors))),
            }
        }
    }
}

/// The translation refuses the program by this rule.
fn untranslatable(source: &Source, rule: &str, overrides: &Overrides, execution: &mut Execution) {
    let refused = |errors: &[Diagnostic]| errors.iter().any(|e| e.refusal.is_some_and(|r| r.id() == rule));
    execution.assertions += 1;
    let entry = match source.entry_with("main", overrides) {
        Ok(entry) => entry,
        Err(rejected) if refused(&rejected.diagnostics) => return,
        Err(rejected) => {
            let message = format!("`main` is no entry: {}", said(&rejected.diagnostics));
            execution.failures.push(message);
            return;
        }
    };
    // Some are impossible for one target only.
    let mut said_instead = Vec::new();
    for target in &TARGETS {
        match source.plan(&entry, *target) {
            Err(rejected) if refused(&rejected.diagnostics) => return,
            Err(rejected) => said_instead.push(format!("{target:?}: {}", said(&rejected.diagnostics))),
            Ok(_) => said_instead.push(format!("{target:?}: translated")),
        }
    }
    let message = format!(
        "{rule} does not refuse the translation: {}",
        said_instead.join("; ")
    );
    execution.failures.push(message);
}

/// The rule that refuses to read what was never written.
const S_R: &str = "DPIA-S-R";

/// What is wrong with a stage of an entry on the values of a test; `finished` commands have barriers and run by the semantics of work-groups.
fn disagreement(entry: &EntryPoint, stage: &Entry, test: &blocks::Case, finished: bool) -> Option<String> {
    let Input::Values(written) = &test.input else {
        return None;
    };
    let values = match written.values(&entry.parameters()) {
        Ok(values) => values,
        Err(e) => return Some(e.to_string()),
    };
    let unwritten = matches!(&test.expected, Expected::Error(rule) if rule == S_R);
    match &test.expected {
        Expected::Values(_) => {}
        // DPIA's errors may go away on the way: barriers end races.  A limit is that of the case.
        Expected::Error(pattern) if entry.is_staged() && !pattern.contains("-LIMIT") => {}
        // What is read though nobody wrote it is zero from here on (DPIA-A-INIT).
        Expected::Error(_) if unwritten => {}
        _ => return None,
    }
    let options = Options {
        groups: finished,
        strict: !entry.is_cut(),
        obligations: entry.obligations().to_vec(),
        ..options()
    };
    let run = |stage: &Entry, options: &Options| -> Result<Vec<Value>, String> {
        let arguments = entry.arguments(values.clone()).map_err(|d| d.message)?;
        let results = dpia::run(stage, arguments, options).results;
        let results = results.map_err(|failure| format!("{:?}: {}", failure.kind, failure.message))?;
        Ok(entry.results(results))
    };
    if unwritten && !entry.is_staged() {
        let zeros = Options {
            strict: false,
            ..options.clone()
        };
        return match (run(stage, &options), run(entry.dpia(), &zeros)) {
            (Ok(actual), Ok(expected)) => difference(&actual, &expected),
            (Err(message), Ok(_)) => Some(message),
            (_, Err(_)) => None,
        };
    }
    match (run(stage, &options), &test.expected) {
        (Ok(actual), Expected::Values(expected)) => difference(&actual, expected),
        (Err(message), Expected::Values(_)) => Some(message),
        (Ok(_), Expected::Error(pattern)) => Some(format!("a value, where {pattern} refuses the program")),
        _ => None,
    }
}

fn difference(actual: &[Value], expected: &[Value]) -> Option<String> {
    if actual.len() != expected.len() {
        return Some(format!("{} values, not {}", actual.len(), expected.len()));
    }
    let pairs = actual.iter().zip(expected);
    let found: Option<Difference> = pairs
        .clone()
        .find_map(|(a, e)| compare::difference(a, e, Tolerance::Bitwise));
    found.map(|_| {
        let text = |values: &[Value]| {
            let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
            texts.join(" ")
        };
        format!("{}, not {}", text(actual), text(expected))
    })
}

/// A refused program, run without the checker.
fn forced(case: &Case, wanted: &str, execution: &mut Execution) {
    execution.assertions += 1;
    match outcome(case) {
        Ok(found) if found == wanted => {}
        Ok(found) => execution.failures.push(format!(
            "forced through, the outcome is `{found}`, not `{wanted}`"
        )),
        Err(message) => execution.failures.push(format!("forced: {message}")),
    }
}

/// The outcome of a program that was not checked, in a word.
fn outcome(case: &Case) -> Result<String, String> {
    let given = case.field("given").unwrap_or("{ }");
    let given = given.trim().strip_prefix('{').and_then(|g| g.strip_suffix('}'));
    let given = given.ok_or("`given` is not of the form { values }")?;
    let values = read_values(given.as_bytes()).map_err(|e| e.to_string())?;
    let loaded = load::forced(case.file, case.program);
    let program = loaded.program.ok_or_else(|| said(&loaded.diagnostics))?;
    let entry = Entry::closed(&program, "main").map_err(|_| "`main` is no entry".to_owned())?;
    // First as the paper has it, with cells that are zero; what then has a value may still read what nobody wrote.
    let zeros = Options {
        strict: false,
        ..options()
    };
    let zero = dpia::run(&entry, values.clone(), &zeros).results;
    let results = zero.and_then(|_| dpia::run(&entry, values, &options()).results);
    let kind = match results {
        Ok(_) => return Ok("value".to_owned()),
        Err(failure) => match failure.kind {
            Kind::Race => "race",
            Kind::Divergent => "divergent",
            Kind::Uninitialised => "uninitialised",
            Kind::Error => "error",
            Kind::Limit => "limit",
            Kind::Arguments => return Err(failure.message),
            Kind::Internal => return Err(format!("internal: {}", failure.message)),
        },
    };
    Ok(kind.to_owned())
}
