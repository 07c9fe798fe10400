//! `elder spec`: runs the conformance cases of the written definition.

use super::{messages, print};
use crate::commands::test::Tested;
use crate::{Exit, calibration, conformance, tower};
use elder_spec::Case;

/// The command line.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Print what is covered, and fail below the gate.
    #[arg(long)]
    coverage: bool,
    /// What runs the cases: compiled, those that are accepted and whose outcome is not of the reference alone.
    #[arg(long, value_enum, default_value = "ref", conflicts_with = "coverage")]
    backend: Tested,
    /// For `--backend opencl`: which device (see `elder run`).
    #[arg(long, value_name = "DEVICE")]
    device: Option<String>,
    /// List the cases, a file a line, and run none.
    #[arg(long, conflicts_with_all = ["coverage", "backend", "device"])]
    list: bool,
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
    if let Some(filter) = arguments.filter.as_ref().filter(|_| cases.is_empty()) {
        messages::error(format_args!(
            "no case has `{filter}` in its file name; --list lists the cases"
        ));
        return Exit::StaticError;
    }
    if arguments.list {
        for case in &cases {
            print(&format!("spec/{}\n", case.file));
        }
        return Exit::Value;
    }
    // Where those who judge are mistaken, it says nothing that cases agree.
    let mistakes = calibration::mistakes();
    for mistake in &mistakes {
        eprintln!("FAILED {}\n    {}", mistake.judged, mistake.message);
    }
    if !mistakes.is_empty() {
        return Exit::RunTimeError;
    }
    if arguments.backend != Tested::Ref || arguments.device.is_some() {
        return compiled(&cases, arguments);
    }
    // What lies before every program of a language is checked once; no case may count that.
    tower::LANGUAGES.iter().for_each(|language| (language.prepare)());
    let report = elder_spec::run(&cases, conformance::execute);
    if arguments.coverage {
        print(&format!("{report}\n"));
        return if report.meets_gate() {
            Exit::Value
        } else {
            Exit::RunTimeError
        };
    }
    for failure in &report.failures {
        complain(failure.file, &failure.reasons);
    }
    agreed(report.cases - report.failures.len(), report.cases)
}

/// Runs the cases that are for a device.
fn compiled(cases: &[Case], arguments: &Arguments) -> Exit {
    let backend = arguments.backend.with(arguments.device.as_ref());
    let backend = match backend.and_then(|backend| backend.check().map(|()| backend)) {
        Ok(backend) => backend,
        Err(unavailable) => {
            messages::error(unavailable.message);
            return unavailable.exit;
        }
    };
    let (mut run, mut passed) = (0, 0);
    for case in cases {
        let Some(execution) = conformance::execute_on(case, &backend) else {
            continue;
        };
        run += 1;
        match execution.failures.is_empty() {
            true => passed += 1,
            false => complain(case.file, &execution.failures),
        }
    }
    agreed(passed, run)
}

fn complain(file: &str, reasons: &[String]) {
    eprintln!("FAILED spec/{file}");
    for reason in reasons {
        eprintln!("    {}", reason.replace('\n', "\n    "));
    }
}

fn agreed(passed: usize, run: usize) -> Exit {
    print(&format!("{passed} of {run} cases agree\n"));
    match passed == run {
        true => Exit::Value,
        false => Exit::RunTimeError,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_meets_no_case_is_refused() {
        let filtered = |filter: &str| {
            run(&Arguments {
                coverage: false,
                backend: Tested::Ref,
                device: None,
                list: true,
                filter: Some(filter.to_owned()),
            })
        };
        assert_eq!(filtered("no-such-case"), Exit::StaticError);
        assert_eq!(filtered("strength/stays"), Exit::Value);
    }
}
