//! The conformance cases, run: their test blocks, and what they ask beyond them.
//!
//! A case of a compiled language that is accepted is taken along every pass for every target ([`passes`]): the checker must accept it and the
//! reference semantics must give the same outcome; so the rules of the passes are applied while the case that names them runs.  On a device
//! the outcomes of its blocks are compared too ([`Backend`]).
//!
//! A case may need more than its language: `-- switch: function-branches` is what `--function-branches` is on the command line.
//!
//! A case that the checker accepts may be refused by the translation: `-- translation: DPIA-X-GRIDSYNC-A` wants that rule to refuse it.
//!
//! A case of a language that nothing runs says `-- judged: accepted` where the checker must accept it.  One of Dex's core that says `-- judged: simplified` is
//! legal, and judged as what simplification makes: it is refused by the premises that it names, or accepted.
//!
//! A DPIA case that is refused may say what it *does*: `-- forced: race` runs it without the checker, on the values of `-- given:`, and wants that
//! failure of the store semantics ([`forced`]).  That is how the rules show that they refuse programs for a reason.  A case of Futhark that uniqueness
//! refuses may, too: `-- forced: poison` wants both evaluators to notice that something is read after it was consumed.  So may one of Core.

mod forced;
pub(crate) mod passes;
pub(crate) mod pipelines;

use crate::engine::Switches;
use crate::engine::{Argument, Program, Settings};
use crate::judge::{UNDEFINED, is_of};
use crate::testing::blocks::{self, Expected, Input, Tests};
use crate::testing::run::{Options as Run, run_file};
use crate::testing::subject::Backend;
use crate::{compile, tower};
use elder_dex::check::simplified;
use elder_dpia::rules::evaluation;
use elder_fcl::rules::translation::FCL_M_SIZE;
use elder_passes::Target;
use elder_semantics::dpia::Options;
use elder_semantics::options::Limits;
use elder_spec::{Case, Execution};
use elder_syntax::effort::{self, Bounds};
use elder_syntax::value::Tolerance;
use elder_syntax::{Diagnostic, SourceId};
use std::time::Duration;

/// The targets that every accepted case is compiled for.
pub(crate) const TARGETS: [Target; 2] = [Target::OPENCL, Target::OpenMp];

/// No case should run away.
const TIME: Duration = Duration::from_secs(20);

/// Runs a case by the reference semantics, and along the passes.
pub fn execute(case: &Case) -> Execution {
    match settings(case.program) {
        Ok((settings, bounds)) => effort::bounded(bounds, || executed(case, settings)),
        Err(message) => failed(message),
    }
}

fn executed(case: &Case, settings: Settings) -> Execution {
    let mut execution = blocks_of(case, &settings, Backend::Reference);
    match case.field("judged") {
        Some("accepted") => judged(case, &mut execution),
        Some("simplified") => judged_simplified(case, &mut execution),
        _ => {}
    }
    if let Some(wanted) = case.field("forced") {
        forced::forced(case, wanted, &mut execution);
    }
    if !is_compiled(case) {
        let switches = switches(case).unwrap_or_default();
        if let (Ok(source), Ok(tests)) = (
            Program::load_with(&case.path(), switches),
            blocks::parse(case.program),
        ) {
            pipelines::agree(case, &source, &tests, &settings, &mut execution);
        }
        return execution;
    }
    if let (Ok(source), Ok(tests)) = (compile::load(&case.path()), blocks::parse(case.program)) {
        match case.field("translation") {
            Some(rule) => passes::untranslatable(&source, rule, &settings.overrides, &mut execution),
            // Programs that never end are not for the translation.
            None if case.field("stages") != Some("none") => {
                passes::stages(&source, &tests, &settings.overrides, &mut execution);
            }
            None => {}
        }
    }
    execution
}

/// Runs the blocks of a case on a device; `None` if the case is not for one: nothing compiles its language, the checker or the translation
/// refuses it, it never ends, it is about what the reference counts or what only it sees, or about what a device may meet or not
/// (DPIA-E-UNREAD).
pub fn execute_on(case: &Case, backend: &Backend) -> Option<Execution> {
    let asked = ["translation", "stages", "limits"].iter().any(|key| {
        let value = case.field(key);
        value.is_some_and(|value| *key != "limits" || !is_machine(value))
    });
    let is_open = case.rules.contains(&evaluation::DPIA_E_UNREAD.id);
    if asked || is_open || !is_compiled(case) {
        return None;
    }
    let tests = blocks::parse(case.program).ok()?;
    if tests.static_error.is_some() || tests.cases.is_empty() {
        return None;
    }
    let settings = match settings(case.program) {
        Ok((settings, _)) => settings,
        Err(message) => return Some(failed(message)),
    };
    if is_undefined(case, &tests, &settings) {
        return None;
    }
    Some(blocks_of(case, &settings, backend.clone()))
}

/// Whether the reference refuses a run of a case by a rule of what no device has to notice.
fn is_undefined(case: &Case, tests: &Tests, settings: &Settings) -> bool {
    let Ok(program) = Program::load(&case.path()) else {
        return false;
    };
    let expects_error = |run: &&blocks::Case| matches!(run.expected, Expected::Error(_));
    tests.cases.iter().filter(expects_error).any(|run| {
        let Input::Values(written) = &run.input else {
            return false;
        };
        let values = written
            .values(&program.parameter_types(&run.entry))
            .unwrap_or_default();
        let arguments = values.into_iter().map(Argument::Data).collect();
        let stopped = program.call(&run.entry, arguments, settings).err();
        let refusal = stopped.and_then(|stopped| stopped.diagnostic.refusal);
        refusal.is_some_and(|refusal| is_of(refusal, &UNDEFINED))
    })
}

/// Whether a line of limits is of the machine only, which a device takes as well.
fn is_machine(limits: &str) -> bool {
    let names = limits
        .split_whitespace()
        .filter_map(|item| item.split('=').next());
    names
        .into_iter()
        .all(|name| matches!(name, "block" | "width" | "groups"))
}

/// What the checker takes beyond the language, from a line `-- switch: function-branches`.
fn switches(case: &Case) -> Result<Switches, String> {
    case.field("switch")
        .map_or(Ok(Switches::default()), Switches::read)
}

fn is_compiled(case: &Case) -> bool {
    tower::language_of(&case.path()).is_ok_and(tower::Language::is_compiled)
}

fn failed(message: String) -> Execution {
    Execution {
        assertions: 0,
        failures: vec![message],
    }
}

/// The test blocks of a case.
fn blocks_of(case: &Case, settings: &Settings, backend: Backend) -> Execution {
    let switches = match switches(case) {
        Ok(switches) => switches,
        Err(message) => return failed(message),
    };
    let options = Run {
        switches,
        // Cases hold the definition, not only what is fast beside it.
        settings: Settings {
            both: backend == Backend::Reference,
            ..*settings
        },
        // The definition gives the bits that are expected; elementary functions are a device's own.
        tolerance: (backend == Backend::Reference).then_some(Tolerance::Bitwise),
        // A number that lengths depend on is a size of the kernels: a launch refuses a negative one before anything is computed from it.
        before: (backend != Backend::Reference).then_some(&FCL_M_SIZE),
        backend,
        ..Run::default()
    };
    let report = run_file(&case.path(), &options);
    let named = |case: &str| match case {
        "" => String::new(),
        case => format!("{case}: "),
    };
    let failures = report.failures.iter();
    Execution {
        assertions: report.compared,
        failures: failures
            .map(|f| format!("{}{}: {}", named(&f.case), f.cause.name(), f.message))
            .collect(),
    }
}

/// Whether the checker accepts a case.
fn judged(case: &Case, execution: &mut Execution) {
    execution.assertions += 1;
    if let Err(rejected) = Program::load(&case.path()) {
        execution.failures.push(rendered(&rejected.diagnostics));
    }
}

/// Whether what simplification makes may be as the case is.
fn judged_simplified(case: &Case, execution: &mut Execution) {
    execution.assertions += 1;
    let program = match elder_dex::core::read::checked(SourceId(0), case.program) {
        Ok(program) => program,
        Err(errors) => return execution.failures.push(rendered(&errors)),
    };
    let errors = simplified::program(&program).err().unwrap_or_default();
    let found: Vec<String> = errors
        .iter()
        .map(|error| {
            error
                .refusal
                .map_or_else(String::new, |refusal| refusal.to_string())
        })
        .collect();
    let wanted = case
        .refuses
        .iter()
        .map(|(rule, premise)| format!("{rule}/{premise}"));
    if found != wanted.collect::<Vec<_>>() {
        execution
            .failures
            .push(format!("judged as simplified: {}", rendered(&errors)));
    }
}

fn options() -> Options {
    Options {
        limits: Limits {
            time: Some(TIME),
            ..Limits::default()
        },
        ..Options::default()
    }
}

fn rendered(errors: &[Diagnostic]) -> String {
    let parts: Vec<String> = errors
        .iter()
        .map(|e| format!("{} {}", e.refusal.map_or("", |r| r.id()), e.message))
        .collect();
    parts.join("; ")
}

/// The settings of a case, from its line `-- limits: fuel=1000 memory=4096 time=50 seed=7 zeros=1` (bytes, milliseconds), if it
/// has one; `block` and `groups` are sizes of the machine.  And what judging it may cost, `check-fuel` and `check-memory`.
pub(crate) fn settings(program: &str) -> Result<(Settings, Bounds), String> {
    let mut settings = Settings::default();
    let mut bounds = effort::bounds();
    settings.limits.time = Some(TIME);
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
                "check-fuel" => bounds.steps = value,
                "check-memory" => bounds.memory = value,
                "seed" => settings.seed = value,
                "zeros" => settings.zeros = value != 0,
                "block" => settings.overrides.block_size = u32::try_from(value).ok(),
                "width" => settings.overrides.block_width = u32::try_from(value).ok(),
                "groups" => settings.overrides.groups = u32::try_from(value).ok(),
                _ => {
                    return Err(format!(
                        "limits: {name} is not fuel, memory, time, check-fuel, check-memory, seed, zeros, block, width or groups"
                    ));
                }
            }
        }
    }
    Ok((settings, bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_a_case() {
        let (s, bounds) = settings("-- Title.\n-- limits: fuel=10 seed=3 check-fuel=7\n-- ==\n").unwrap();
        assert_eq!((s.limits.fuel, s.limits.memory, s.seed), (Some(10), None, 3));
        assert_eq!(bounds.steps, 7);
        assert!(settings("-- limits: fuel\n").is_err());
        assert!(settings("-- limits: speed=1\n").is_err());
    }
}
