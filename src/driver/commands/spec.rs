//! `elder spec`: runs the conformance cases of the written definition.

use super::print;
use crate::engine::Settings;
use crate::testing::run::{Options, run_file};
use crate::{Exit, tower};
use elder_spec::{Case, Execution};
use elder_syntax::value::Tolerance;
use std::time::Duration;

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
    if arguments.coverage {
        print(&format!("{report}\n"));
        return if report.meets_gate() {
            Exit::Value
        } else {
            Exit::RunTimeError
        };
    }
    for failure in &report.failures {
        eprintln!("FAILED spec/{}", failure.file);
        for reason in &failure.reasons {
            eprintln!("    {}", reason.replace('\n', "\n    "));
        }
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
    let settings = match settings(case.program) {
        Ok(settings) => settings,
        Err(message) => {
            return Execution {
                assertions: 0,
                failures: vec![message],
            };
        }
    };
    let options = Options {
        settings,
        tolerance: Some(Tolerance::Bitwise),
        ..Options::default()
    };
    let report = run_file(&case.path(), &options);
    let failures = report.failures.iter();
    let mut execution = Execution {
        assertions: report.compared,
        failures: failures
            .map(|f| format!("{}{}: {}", case_name(&f.case), f.cause.name(), f.message))
            .collect(),
    };
    if tower::language_of(&case.path()).is_ok_and(|language| language.compiled) {
        let more = crate::conformance::execute(case, &options.settings.overrides);
        execution.assertions += more.assertions;
        execution.failures.extend(more.failures);
    }
    execution
}

/// The settings of a case, from its line `-- limits: fuel=1000 memory=4096 time=50 seed=7 zeros=1` (bytes, milliseconds), if it
/// has one; `block` and `groups` are sizes of the machine.
fn settings(program: &str) -> Result<Settings, String> {
    let mut settings = Settings::default();
    // No case should run away.
    settings.limits.time = Some(Duration::from_secs(20));
    for line in program.lines().filter_map(|line| line.strip_prefix("-- limits:")) {
        for item in line.split_whitespace() {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            let value: u64 = value
                .parse()
                .map_err(|_| format!("limits: `{item}` has no number"))?;
            match name {
                "fuel" => settings.limits.fuel = Some(value),
                "memory" => settings.limits.memory = Some(value),
                "time" => settings.limits.time = Some(Duration::from_millis(value)),
                "seed" => settings.seed = value,
                "zeros" => settings.zeros = value != 0,
                "block" => settings.overrides.block_size = u32::try_from(value).ok(),
                "width" => settings.overrides.block_width = u32::try_from(value).ok(),
                "groups" => settings.overrides.groups = u32::try_from(value).ok(),
                _ => {
                    return Err(format!(
                        "limits: {name} is not fuel, memory, time, seed, zeros, block, width or groups"
                    ));
                }
            }
        }
    }
    Ok(settings)
}

fn case_name(case: &str) -> String {
    if case.is_empty() {
        String::new()
    } else {
        format!("{case}: ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_case() {
        let s = settings("-- Title.\n-- limits: fuel=10 seed=3\n-- ==\n").unwrap();
        assert_eq!((s.limits.fuel, s.limits.memory, s.seed), (Some(10), None, 3));
        assert!(settings("-- limits: fuel\n").is_err());
        assert!(settings("-- limits: speed=1\n").is_err());
    }
}
