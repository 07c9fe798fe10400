//! The conformance cases of FCL, compiled: values and errors are those of the definition.
//!
//! What only the reference notices (limits of steps and memory) is no matter of kernels.

use elder_driver::testing::run::{Cause, Failure, Options, run_file};
use elder_driver::testing::subject::Backend;
use elder_tests::binaries::root;
use std::path::PathBuf;

/// The folders of cases with programs that are accepted.
const FOLDERS: [&str; 7] = [
    "effects",
    "evaluation",
    "kinds",
    "operators",
    "programs",
    "syntax",
    "translation",
];

fn cases_agree(backend: Backend) {
    let options = Options {
        backend,
        ..Options::default()
    };
    let mut complaints = Vec::new();
    let mut compared = 0;
    for folder in FOLDERS {
        let files =
            std::fs::read_dir(root().join("spec/fcl/cases").join(folder)).expect("the cases are there");
        let mut files: Vec<PathBuf> = files.map(|f| f.expect("a readable folder").path()).collect();
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file).expect("a readable case");
            // Some never end, some are not for the translation.
            if ["\n-- stages: none", "\n-- translation: ", "\n-- limits: "]
                .iter()
                .any(|field| text.contains(field))
            {
                continue;
            }
            let report = run_file(&file, &options);
            compared += report.compared;
            // What is negative is refused as a size before the program runs.
            let kernels = |f: &&Failure| f.cause != Cause::Message;
            let failures = report.failures.iter().filter(kernels);
            complaints.extend(failures.map(|f| format!("{}: {}: {}", file.display(), f.case, f.message)));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    assert!(compared > 150, "only {compared} outcomes were compared");
}

#[test]
fn cases_as_c() {
    cases_agree(Backend::C);
}

#[cfg(feature = "opencl")]
#[test]
fn cases_on_pocl() {
    cases_agree(Backend::OpenCl(Some("pocl".to_owned())));
}
