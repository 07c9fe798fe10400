//! What the conformance cases of DPIA ask beyond their test blocks.
//!
//! A case that is accepted is compiled for every target: after every pass the checker must accept it and the reference semantics must give
//! the same values, and the kernels are printed; so the rules of the passes are applied while the case that names them runs.
//!
//! A case that the checker accepts may be refused by the translation: `-- translation: DPIA-X-GRIDSYNC-A` wants that rule to refuse it.
//!
//! A case that is refused may say what it *does*: `-- forced: race` runs it without the checker, on the values of `-- given:`, and wants that
//! failure of the store semantics.  That is how the rules show that they refuse programs for a reason.

use crate::testing::blocks::{self, Expected, Input, Tests};
use elder_dpia::{Entry, Program, check, load};
use elder_passes::{PASSES, Target};
use elder_semantics::dpia::failure::Kind;
use elder_semantics::dpia::{self, Options};
use elder_spec::{Case, Execution};
use elder_syntax::value::{Difference, Tolerance, compare, read_values};
use elder_syntax::{Diagnostic, Value};
use std::time::Duration;

/// The targets that every accepted case is compiled for.
const TARGETS: [Target; 2] = [Target::OPENCL, Target::OpenMp];

/// Runs what a case asks beyond its test blocks.
pub fn execute(case: &Case) -> Execution {
    let mut execution = Execution::default();
    if let Some(wanted) = case.field("forced") {
        forced(case, wanted, &mut execution);
    }
    let loaded = load::text(case.file, case.program);
    if let (Some(program), Ok(tests)) = (&loaded.program, blocks::parse(case.program)) {
        match case.field("translation") {
            Some(rule) => untranslatable(program, rule, &mut execution),
            // Programs that never end are not for the translation.
            None if case.field("stages") != Some("none") => stages(program, &tests, &mut execution),
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
fn stages(program: &Program, tests: &Tests, execution: &mut Execution) {
    let mut names: Vec<&str> = tests.cases.iter().map(|case| case.entry.as_str()).collect();
    names.dedup();
    for name in names {
        let entry = match Entry::closed(program, name) {
            Ok(entry) => entry,
            Err(_) => continue,
        };
        let obligations = check::obligations(&entry).unwrap_or_default();
        for target in &TARGETS {
            let mut current = entry.clone();
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
                let meant = finished || !matches!(pass.name, "distribute" | "allocate" | "hoist");
                let runs = tests.cases.iter().filter(|case| case.entry == name && meant);
                for run in runs {
                    if let Some(message) = disagreement(&current, run, finished) {
                        fail(pass.name, message);
                    }
                }
            }
            if !complete {
                continue;
            }
            match elder_passes::lower(&current, &obligations, target) {
                Ok(_) => execution.assertions += 1,
                Err(errors) => fail("lower", format!("refused: {}", said(&errors))),
            }
        }
    }
}

/// The translation refuses the program by this rule.
fn untranslatable(program: &Program, rule: &str, execution: &mut Execution) {
    let Ok(entry) = Entry::closed(program, "main") else {
        execution.failures.push("`main` is no entry".to_owned());
        return;
    };
    execution.assertions += 1;
    // Some are impossible for one target only.
    let mut said_instead = Vec::new();
    for target in &TARGETS {
        match elder_passes::plan(&entry, target) {
            Err(errors) if errors.iter().any(|e| e.refusal.is_some_and(|r| r.id() == rule)) => return,
            Err(errors) => said_instead.push(format!("{target:?}: {}", said(&errors))),
            Ok(_) => said_instead.push(format!("{target:?}: translated")),
        }
    }
    let message = format!(
        "{rule} does not refuse the translation: {}",
        said_instead.join("; ")
    );
    execution.failures.push(message);
}

/// What is wrong with an entry on the values of a test; `finished` commands have barriers and run by the semantics of work-groups.
fn disagreement(entry: &Entry, test: &blocks::Case, finished: bool) -> Option<String> {
    let (Input::Values(values, _), Expected::Values(expected)) = (&test.input, &test.expected) else {
        return None;
    };
    let options = Options {
        groups: finished,
        ..options()
    };
    match dpia::run(entry, values.clone(), &options).results {
        Ok(actual) => difference(&actual, expected),
        Err(failure) => Some(format!("{:?}: {}", failure.kind, failure.message)),
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
    let zero = dpia::run(&entry, values.clone(), &options()).results;
    let results = zero.and_then(|_| {
        let strict = Options {
            strict: true,
            ..options()
        };
        dpia::run(&entry, values, &strict).results
    });
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
