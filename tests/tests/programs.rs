//! Programs that carry their expectations: the thesis's figures, the examples, the benchmarks' small inputs, and what once
//! went wrong.

use elder_driver::engine::{Limits, Output, Program, Settings};
use elder_driver::testing::run::{Options, run_file};
use elder_tests::binaries::root;
use std::path::PathBuf;
use std::time::Duration;

fn programs(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join(folder))
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

/// The folders of examples, one for a language or for programs in several.
fn folders() -> Vec<String> {
    let folders = std::fs::read_dir(root().join("examples")).expect("the folder is there");
    let folders = folders.filter_map(|entry| Some(entry.ok()?.path()));
    let name = |path: PathBuf| Some(format!("examples/{}", path.file_name()?.to_string_lossy()));
    folders.filter(|path| path.is_dir()).filter_map(name).collect()
}

/// Programs of one folder that have one name are written operation by operation in several languages: they have the same results, bit for bit.
#[test]
fn languages_compute_the_same() {
    let results = |path: &PathBuf| -> Vec<elder_syntax::Value> {
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
    let mut compared = 0;
    for folder in folders() {
        let files = programs(&folder);
        for pair in files
            .windows(2)
            .filter(|pair| pair[0].file_stem() == pair[1].file_stem())
        {
            assert_eq!(results(&pair[0]), results(&pair[1]), "{}", pair[0].display());
            compared += 1;
        }
    }
    assert!(compared >= 4, "{compared} programs are in several languages");
}

#[test]
fn robustness() {
    agree("tests/robustness", 1);
}

#[test]
fn benchmarks() {
    agree("benches", 4);
}
