//! Programs that carry their expectations: the thesis's figures, the examples, the benchmarks' small inputs, and what once
//! went wrong.

use elder_driver::engine::{Limits, Output, Program, Settings};
use elder_driver::testing::run::{Options, run_file};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ is in the repository");
    let mut files: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
        .expect("the folder is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| elder_driver::tower::language_of(path).is_ok())
        .collect();
    files.sort();
    files
}

/// Runs the tests of all files of a folder, on a thread with room for deep programs.
fn agree(folder: &'static str, at_least: usize) {
    let body = move || {
        let files = programs(folder);
        assert!(files.len() >= at_least, "{folder} has {} programs", files.len());
        let mut failures = Vec::new();
        // Bounds as `elder test` has them by default.
        let limits = Limits {
            fuel: None,
            memory: Some(4 << 30),
            time: Some(Duration::from_secs(60)),
        };
        let options = Options {
            settings: Settings {
                limits,
                ..Settings::default()
            },
            ..Options::default()
        };
        for file in &files {
            let report = run_file(file, &options);
            if report.compared == 0 {
                failures.push(format!("{}: nothing was compared", file.display()));
            }
            for failure in report.failures {
                failures.push(format!(
                    "{}: {}: {}",
                    file.display(),
                    failure.case,
                    failure.message
                ));
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    };
    std::thread::Builder::new()
        .stack_size(1 << 28)
        .spawn(body)
        .expect("a thread starts")
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn thesis() {
    agree("tests/thesis", 8);
}

#[test]
fn examples() {
    agree("examples", 5);
}

#[test]
fn examples_of_fcl() {
    agree("examples/fcl", 12);
}

#[test]
fn examples_of_dex() {
    agree("examples/dex", 8);
}

/// Programs that are written in Dex and in Futhark, operation by operation, have the same results, bit for bit.
#[test]
fn dex_computes_what_futhark_does() {
    let results = |path: &Path| -> Vec<elder_syntax::Value> {
        let program = Program::load(path).unwrap_or_else(|rejected| panic!("{}", rejected.render(false)));
        let results = program
            .call("main", Vec::new(), &Settings::default())
            .unwrap_or_else(|stopped| panic!("{}: {}", path.display(), stopped.render_short()));
        let data = results.outputs().map(|output| match output {
            Output::Value(value) => value,
            Output::Opaque(text) => panic!("{}: {text} is no data", path.display()),
        });
        data.collect()
    };
    let in_dex: Vec<PathBuf> = programs("examples/dex")
        .into_iter()
        .filter(|path| path.extension().is_some_and(|tail| tail == "dx"))
        .collect();
    assert_eq!(in_dex.len(), 4);
    for path in in_dex {
        let (dex, futhark) = (results(&path), results(&path.with_extension("fut")));
        assert_eq!(dex, futhark, "{}", path.display());
    }
}

#[test]
fn robustness() {
    agree("tests/robustness", 1);
}

#[test]
fn benchmarks() {
    agree("benches", 4);
}
