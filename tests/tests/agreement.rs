//! Futhark's definition and the machine that is to give the same, on every program of Futhark that the repository has.

use elder_driver::engine::{Limits, Settings};
use elder_driver::testing::run::{Cause, Options, run_file};
use elder_driver::testing::subject::Backend;
use elder_tests::binaries::root;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Room for programs that are nested deeply.
const STACK: usize = 1 << 30;

/// All Futhark programs below a folder.
fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut entries: Vec<PathBuf> = entries.map(|e| e.expect("a readable folder").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "fut") {
            found.push(path);
        }
    }
}

/// Runs the tests of all programs below a folder by both; where one reaches a limit nothing is compared.
fn agree(folder: &'static str, at_least: usize) {
    let body = move || {
        let options = Options {
            backend: Backend::Reference,
            settings: Settings {
                limits: Limits {
                    fuel: None,
                    memory: Some(2 << 30),
                    time: Some(Duration::from_secs(10)),
                },
                both: true,
                ..Settings::default()
            },
            ..Options::default()
        };
        let mut files = Vec::new();
        programs(&root().join(folder), &mut files);
        let (mut cases, mut limits, mut complaints) = (0, 0, Vec::new());
        for file in files {
            let report = run_file(&file, &options);
            cases += report.cases;
            for failure in report.failures {
                match failure.cause {
                    Cause::Limit => limits += 1,
                    Cause::Internal => complaints.push(format!(
                        "{}: {}: {}",
                        file.display(),
                        failure.case,
                        failure.message
                    )),
                    // Whether the machine gives what is expected is for other tests.
                    _ => {}
                }
            }
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        let compared = cases - limits;
        assert!(
            compared >= at_least,
            "only {compared} runs of {folder} were compared"
        );
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(body);
    let ended = thread.expect("a thread").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn on_the_conformance_cases() {
    agree("spec/futhark/cases", 300);
    agree("spec/shared/cases", 30);
}

#[test]
fn on_the_examples() {
    agree("examples", 1);
}

#[test]
fn on_the_programs_of_the_thesis() {
    agree("tests/thesis", 8);
}

#[test]
fn on_programs_that_once_went_wrong() {
    agree("tests/robustness", 1);
}

#[test]
fn the_definition_uses_nothing_of_the_machine() {
    let folder = root().join("semantics/futhark/clear");
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a readable folder").path();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert!(!text.contains("futhark::machine"), "{}", path.display());
    }
}
