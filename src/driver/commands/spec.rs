//! `elder spec`: runs the conformance cases of the written definition.

use super::print;
use crate::Exit;
use crate::testing::run::{Options, run_file};
use elder_spec::{Case, Execution};
use elder_syntax::value::Tolerance;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Print what is covered, and fail below the gate.
    #[arg(long)]
    coverage: bool,
    /// Only cases whose file name contains this.
    filter: Option<String>,
}

/// Runs the cases one after the other, since the counters of rules are those of the process.
pub fn run(arguments: &Arguments) -> Exit {
    let chosen = |case: &Case| {
        arguments
            .filter
            .as_ref()
            .is_none_or(|f| case.file.contains(f.as_str()))
    };
    let cases: Vec<Case> = elder_spec::cases().into_iter().filter(chosen).collect();
    let report = elder_spec::run(&cases, execute);
    for failure in &report.failures {
        eprintln!("FAILED {}", failure.file);
        for reason in &failure.reasons {
            eprintln!("    {}", reason.replace('\n', "\n    "));
        }
    }
    if arguments.coverage {
        for problem in &report.problems {
            eprintln!("{problem}");
        }
        print(&format!("{report}\n"));
        return if report.meets_gate() {
            Exit::Value
        } else {
            Exit::RunTimeError
        };
    }
    print(&format!(
        "{} of {} cases agree\n",
        report.cases - report.failures.len(),
        report.cases
    ));
    if report.failures.is_empty() {
        Exit::Value
    } else {
        Exit::RunTimeError
    }
}

fn execute(case: &Case) -> Execution {
    let options = Options {
        tolerance: Tolerance::Bitwise,
        strict_messages: true,
        ..Options::default()
    };
    let report = run_file(&case.path(), &options);
    Execution {
        assertions: report.compared,
        failures: report
            .failures
            .iter()
            .map(|f| format!("{}{}: {}", case_name(&f.case), f.cause.name(), f.message))
            .collect(),
    }
}

fn case_name(case: &str) -> String {
    if case.is_empty() {
        String::new()
    } else {
        format!("{case}: ")
    }
}
