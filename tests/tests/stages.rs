//! What `elder dev --pass` prints, at every pass, is a program: it reads back, checks, runs by the reference semantics and compiled, and gives
//! the value of the program that it came from.

use elder_driver::compile::{self, EntryPoint, SOURCE};
use elder_driver::device::Device;
use elder_driver::engine::{Argument, Output, Program, Settings};
use elder_driver::lowering::Way;
use elder_driver::testing::blocks::{self, Expected, Input};
use elder_kernel::Dialect;
use elder_passes::Target;
use elder_syntax::Value;
use elder_syntax::value::{Tolerance, compare};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn programs(folder: &str, ending: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join(folder)).unwrap();
    let files = files.map(|f| f.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|p| p.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has no programs");
    files
}

/// A program, the entry that a test block is for, its arguments and results in DPIA's form.
struct Job {
    name: String,
    source: Program,
    called: String,
    entry: EntryPoint,
    cases: Vec<(Vec<Value>, Vec<Value>)>,
}

/// The test blocks of a program that give values; none if it is not for the translation.
fn jobs(path: &Path) -> Vec<Job> {
    let text = std::fs::read_to_string(path).unwrap();
    let skipped = [
        "-- translation: ",
        "-- stages: none",
        "-- limits: ",
        "-- refuses: ",
    ];
    if skipped
        .iter()
        .any(|field| text.lines().any(|line| line.starts_with(field)))
    {
        return vec![];
    }
    let Ok(tests) = blocks::parse(&text) else {
        return vec![];
    };
    let mut names: Vec<&str> = tests.cases.iter().map(|case| case.entry.as_str()).collect();
    names.dedup();
    let mut jobs = Vec::new();
    for name in names {
        let Ok(source) = compile::load(path) else { continue };
        let Ok(entry) = source.entry(name) else { continue };
        let mut cases = Vec::new();
        for case in tests.cases.iter().filter(|case| case.entry == name) {
            if let (Input::Values(written), Expected::Values(expected)) = (&case.input, &case.expected)
                && let Ok(values) = written.values(&entry.parameters())
                && let Ok(arguments) = entry.arguments(values)
                && arguments.iter().map(|v| v.data().len()).sum::<usize>() < 500
            {
                cases.push((arguments, expected.clone()));
            }
        }
        cases.truncate(2);
        jobs.push(Job {
            name: path.display().to_string(),
            source,
            called: name.to_owned(),
            entry,
            cases,
        });
    }
    jobs
}

/// Runs every stage of a program by the reference semantics, and compiled if there is a device.
fn walk(job: &Job, device: Option<&Device>, failures: &mut Vec<String>) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let mut walked = 0;
    for dialect in [Dialect::OpenCl, Dialect::OpenMp] {
        let way = Way {
            target: Target::of(dialect),
            ..Way::default()
        };
        let lowering = job
            .source
            .lowering(&job.called, &way)
            .expect("there is a pipeline");
        let lowering = lowering.unwrap_or_else(|e| panic!("{}: {}", job.name, e.render(false)));
        for (number, (pass, text)) in lowering.texts().enumerate() {
            if pass == SOURCE && job.entry.is_staged() {
                continue;
            }
            let path = folder.path().join(format!("{number}.dpia"));
            std::fs::write(&path, text).unwrap();
            let mut fail = |message: String| {
                failures.push(format!("{} after {pass} ({dialect:?}): {message}", job.name))
            };
            let program = match Program::load(&path) {
                Ok(program) => program,
                Err(rejected) => {
                    fail(rejected.render(false));
                    continue;
                }
            };
            let name = program.entries().pop().unwrap_or_default();
            for (arguments, expected) in &job.cases {
                walked += 1;
                let given = arguments.iter().cloned().map(Argument::Data).collect();
                match program.call(&name, given, &Settings::default()) {
                    Ok(results) => {
                        let values = results.outputs().filter_map(|o| match o {
                            Output::Value(value) => Some(value),
                            _ => None,
                        });
                        fail_unless_same(&job.entry.results(values.collect()), expected, &mut fail);
                    }
                    Err(stopped) => fail(stopped.render_short().to_owned()),
                }
                let Some(device) = device.filter(|_| dialect == Dialect::OpenMp) else {
                    continue;
                };
                let ran = compile::load(&path).and_then(|source| {
                    let entry = source.entry(&name)?;
                    device
                        .run(&source, &entry, arguments.clone())
                        .map_err(|failure| failure.rejected)
                });
                match ran {
                    Ok(outcome) => fail_unless_same(&job.entry.results(outcome.values), expected, &mut fail),
                    Err(rejected) => fail(format!("compiled: {}", rejected.render(false))),
                }
            }
        }
    }
    walked
}

fn fail_unless_same(actual: &[Value], expected: &[Value], fail: &mut dyn FnMut(String)) {
    let differ = actual.len() != expected.len()
        || actual
            .iter()
            .zip(expected)
            .any(|(a, e)| compare::difference(a, e, Tolerance::FOREIGN).is_some());
    if differ {
        let text = |values: &[Value]| {
            values
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        fail(format!("{}, not {}", text(actual), text(expected)));
    }
}

fn walk_all(paths: &[PathBuf], device: Option<&Device>, least: usize) {
    let mut failures = Vec::new();
    let walked: usize = (paths.iter().flat_map(|path| jobs(path)))
        .map(|job| walk(&job, device, &mut failures))
        .sum();
    assert!(
        failures.is_empty(),
        "{} failures:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert!(walked >= least, "{walked} runs");
}

#[test]
fn stages_of_the_examples_run_again() {
    walk_all(&programs("examples/dpia", "dpia"), None, 50);
    walk_all(&programs("spec/fcl/cases/effects", "fcl"), None, 20);
}

#[test]
fn stages_with_memory_of_groups_run_again_and_compiled() {
    let device = Device::open(Some("c")).unwrap();
    let mut paths = programs("spec/dpia/cases/levels", "dpia");
    paths.retain(|path| path.ends_with("to-local.dpia") || path.ends_with("commands.dpia"));
    walk_all(&paths, Some(&device), 20);
}

#[test]
fn stages_of_the_cases_run_again() {
    let paths = ["primitives", "levels"].map(|folder| programs(&format!("spec/dpia/cases/{folder}"), "dpia"));
    walk_all(&paths.concat(), None, 300);
}
