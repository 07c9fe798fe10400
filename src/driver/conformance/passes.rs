//! A case after every pass of its pipeline: accepted by the checker, and with the outcome of the program that was written.
//!
//! Values are the same bits.  An error has the class and the rule that it had, but for those that the passes are there to end: before barriers
//! stand, a race is an error; after them there is none.  And an error that no result depends on may be met or not (DPIA-E-UNREAD).  Of a program
//! that was staged, an error has the premise and the place that the reference semantics of its own language gives it.

use super::{TARGETS, TIME, rendered};
use crate::compile::EntryPoint;
use crate::engine::Overrides;
use crate::engine::{Argument, Failed, Limits as Bounds, Program, Settings, StopKind, Stopped};
use crate::judge::{self, End, Failures, Launch, Limits, Terms, UNDEFINED, Unread};
use crate::kernels;
use crate::testing::blocks::{self, Expected, Input, Tests, Written};
use elder_dpia::rules::evaluation::DPIA_S_R;
use elder_kernel::plan::Site;
use elder_passes::pass::Reading;
use elder_passes::programs::{Dpia, Kernels};
use elder_passes::{Stage, Target};
use elder_semantics::dpia::{self, Mode, Options};
use elder_semantics::failure::Kind;
use elder_semantics::kernel::{self, Prepared};
use elder_spec::Execution;
use elder_syntax::language::known;
use elder_syntax::{Diagnostic, Value};
use std::fmt;

/// What a case may take at each stage.
const LIMITS: Bounds = Bounds {
    fuel: Some(100_000_000),
    memory: None,
    time: Some(TIME),
};

/// The case at every stage of the translation.
pub(super) fn stages(source: &Program, tests: &Tests, overrides: &Overrides, execution: &mut Execution) {
    let mut names: Vec<&str> = tests.cases.iter().map(|case| case.entry.as_str()).collect();
    names.dedup();
    for name in names {
        let entry = match source.entry_with(name, overrides) {
            Ok(entry) => entry,
            Err(rejected) => {
                let mut runs = tests.cases.iter().filter(|case| case.entry == name);
                let rule = rejected
                    .diagnostics
                    .iter()
                    .find_map(|d| d.refusal)
                    .map(|r| r.id());
                // The blocks may say that there is no such entry.
                let is_asked = |run: &blocks::Case| match (&run.expected, rule) {
                    (Expected::Error(pattern), Some(rule)) => pattern.starts_with(rule),
                    _ => false,
                };
                if !runs.all(is_asked) {
                    let message = format!("`{name}` refused: {}", rendered(&rejected.diagnostics));
                    execution.failures.push(message);
                }
                continue;
            }
        };
        let written = Original {
            source,
            overrides,
            name,
            entry: &entry,
            values: Values::Chosen,
            limits: LIMITS,
        };
        let runs = tests.cases.iter().filter(|case| case.entry == name);
        let mut asked = Vec::new();
        for run in runs.filter_map(|run| asked_of(&written, run)) {
            match run {
                Ok(run) => asked.push(run),
                Err(failure) => execution.failures.push(failure),
            }
        }
        for target in &TARGETS {
            let mut failures = Vec::new();
            match along(&written, *target, &asked, &mut failures) {
                Ok(()) => execution.assertions += 1,
                Err(refused) => failures.push(refused.to_string()),
            }
            let shown = failures
                .into_iter()
                .map(|failure| format!("{target:?}, {failure}"));
            execution.failures.extend(shown);
        }
    }
}

/// What is wrong with this run of an entry at the stages of its pipeline, if the reference semantics gives `expected`.
///
/// # Errors
/// What a pass refuses.
pub(crate) fn agree(
    written: &Original<'_>,
    values: &[Value],
    expected: Expected,
    target: Target,
) -> Result<Vec<String>, Refused> {
    let run = blocks::Case {
        entry: written.name.to_owned(),
        name: None,
        tags: vec![],
        input: Input::Values(Written::of(values)),
        expected,
        within: vec![],
        line: 1,
    };
    let asked = match asked_of(written, &run) {
        Some(Ok(asked)) => vec![asked],
        Some(Err(failure)) => return Ok(vec![failure]),
        None => vec![],
    };
    let mut failures = Vec::new();
    along(written, target, &asked, &mut failures)?;
    Ok(failures)
}

/// The entry after every pass down to kernels; what is wrong where it can still go on is among the `failures`.
///
/// # Errors
/// What a pass refuses.
fn along(
    written: &Original<'_>,
    target: Target,
    asked: &[Asked],
    failures: &mut Vec<String>,
) -> Result<(), Refused> {
    let entry = written.entry;
    // What kernels are made from.
    let mut commands: Option<(elder_dpia::Entry, How)> = None;
    for stage in entry.stage().along(entry.left(), target) {
        let (position, Stage { program, reading }) = stage.map_err(|refused| Refused {
            position: refused.position.name().to_owned(),
            errors: refused.errors,
        })?;
        let place = |message: String| format!("after {}: {message}", position.name());
        if let Err(errors) = program.check() {
            failures.push(place(format!("ill-typed: {}", rendered(&errors))));
        }
        if let Some(stage) = known::<Dpia>(&*program).filter(|_| reading != Reading::Unordered) {
            let how = How {
                reading,
                strict: true,
            };
            let own = |values: &[Value]| regardless(written, &stage.entry, values, how);
            let wrong = asked.iter().filter_map(|asked| {
                let end = run(written, &stage.entry, &asked.values, how);
                disagreement(written, asked, (&end, false), &own)
            });
            failures.extend(wrong.map(place));
            commands = Some((stage.entry.clone(), how));
        } else if let Some(made) = known::<Kernels>(&*program) {
            // What is ill-formed is said already.
            let Ok(prepared) = kernels::prepared(&made.plan, target, 0) else {
                continue;
            };
            for wide in [false, true]
                .into_iter()
                .take(1 + usize::from(prepared.has_wide()))
            {
                // Those of the commands that they are made from.
                let own = |values: &[Value]| {
                    let (at, how) = commands.as_ref()?;
                    regardless(written, at, values, *how)
                };
                let wrong = asked.iter().filter_map(|asked| {
                    let end = executed(written, &prepared, &asked.values, wide);
                    disagreement(written, asked, (&end, true), &own)
                });
                failures.extend(wrong.map(place));
            }
        }
    }
    Ok(())
}

/// Executes the kernels of an entry on values of the program; with wide indexes, groups come in reversed order.
fn executed(written: &Original<'_>, prepared: &Prepared<'_>, values: &[Value], wide: bool) -> End {
    let (entry, limits) = (written.entry, &written.limits);
    let arguments = arguments(entry, values)?;
    let options = kernel::Options {
        fuel: limits.fuel.unwrap_or(u64::MAX),
        memory: limits
            .memory
            .map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
        wide,
        reversed: wide,
        cut: entry.is_cut(),
    };
    let ended = kernels::execute(prepared, entry.interface(), &arguments, &options);
    ended.map_err(|stopped| judge::errs(stopped.failed))
}

/// Values of the program as those of the entry; what it does not take is an error of the program.
fn arguments(entry: &EntryPoint, values: &[Value]) -> End {
    let refused = |diagnostic| Failed {
        kind: StopKind::Error,
        diagnostic,
    };
    entry.arguments(values.to_vec()).map_err(refused)
}

/// The translation refuses the program by this rule.
pub(super) fn untranslatable(source: &Program, rule: &str, overrides: &Overrides, execution: &mut Execution) {
    let refused = |errors: &[Diagnostic]| errors.iter().any(|e| e.refusal.is_some_and(|r| r.id() == rule));
    execution.assertions += 1;
    let entry = match source.entry_with("main", overrides) {
        Ok(entry) => entry,
        Err(rejected) if refused(&rejected.diagnostics) => return,
        Err(rejected) => {
            let message = format!("`main` is no entry: {}", rendered(&rejected.diagnostics));
            execution.failures.push(message);
            return;
        }
    };
    // Some are impossible for one target only.
    let mut instead = Vec::new();
    for target in &TARGETS {
        match source.plan(&entry, *target) {
            Err(rejected) if refused(&rejected.diagnostics) => return,
            Err(rejected) => instead.push(format!("{target:?}: {}", rendered(&rejected.diagnostics))),
            Ok(_) => instead.push(format!("{target:?}: translated")),
        }
    }
    let message = format!("{rule} does not refuse the translation: {}", instead.join("; "));
    execution.failures.push(message);
}

/// An entry as it was written.
pub(crate) struct Original<'a> {
    /// Its program.
    pub source: &'a Program,
    /// The machine.
    pub overrides: &'a Overrides,
    /// What it is called.
    pub name: &'a str,
    /// The entry itself.
    pub entry: &'a EntryPoint,
    /// Who chose what it is run on.
    pub values: Values,
    /// What a run may take at each stage.
    pub limits: Bounds,
}

/// Who chose what an entry is run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    /// Somebody who knows the program: it goes wrong in at most one way, and a launch takes its sizes.
    Chosen,
    /// Nobody: several things may go wrong, of which parts in any order meet any first, or go on without an end where the program as it was written
    /// stops; and a launch may refuse sizes that the program as it was written can do without, or need more memory than a run has for what is that large.
    Any,
}

/// That a pass refuses a program.
pub(crate) struct Refused {
    /// Where.
    pub position: String,
    /// What it says.
    pub errors: Vec<Diagnostic>,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {}: refused: {}", self.position, rendered(&self.errors))
    }
}

/// How an entry is run.
#[derive(Clone, Copy)]
struct How {
    /// How it can be run.
    reading: Reading,
    /// New cells hold nothing that may be read, rather than zeros.
    strict: bool,
}

/// The results of an entry, as the program gives them, if they are the same whatever stands for what fails.
fn regardless(
    written: &Original<'_>,
    at: &elder_dpia::Entry,
    values: &[Value],
    how: How,
) -> Option<Vec<Value>> {
    let entry = written.entry;
    let arguments = entry.arguments(values.to_vec()).ok()?;
    let results = dpia::regardless(at, &arguments, &options_of(written, how))?;
    Some(entry.results(results))
}

/// How a stage of an entry is run.
fn options_of(written: &Original<'_>, how: How) -> Options {
    let (entry, limits) = (written.entry, &written.limits);
    Options {
        limits: *limits,
        mode: Mode {
            groups: how.reading.has_groups(),
            steps: how.reading == Reading::Steps,
            strict: how.strict && !entry.is_cut(),
            obligations: entry.obligations().to_vec(),
            ..Mode::default()
        },
        ..Options::default()
    }
}

/// Runs an entry on values of the program.
fn run(written: &Original<'_>, at: &elder_dpia::Entry, values: &[Value], how: How) -> End {
    let entry = written.entry;
    let arguments = arguments(entry, values)?;
    let ended = dpia::run(at, arguments, &options_of(written, how)).results;
    let is_misfit = matches!(&ended, Err(failure) if failure.kind == Kind::Arguments);
    let rendered = |diagnostic: Diagnostic| match diagnostic.refusal {
        // It stands for no test.
        Some(refusal) if judge::is_of(refusal, &UNDEFINED) => diagnostic,
        _ if is_misfit => entry.refused(diagnostic),
        _ => by_program(entry, diagnostic),
    };
    let results = judge::ended(ended).map(|results| entry.results(results));
    results.map_err(|Failed { kind, diagnostic }| Failed {
        kind,
        diagnostic: match kind {
            StopKind::Error => Box::new(rendered(*diagnostic)),
            _ => diagnostic,
        },
    })
}

/// An error of a stage, by the rule of the program that the stage was made from.
fn by_program(entry: &EntryPoint, diagnostic: Diagnostic) -> Diagnostic {
    // A test is for a premise.
    let Some(refusal) = diagnostic.refusal.filter(|refusal| refusal.premise.is_some()) else {
        return diagnostic;
    };
    let site = entry
        .interface()
        .site(&Site::new((refusal.rule, refusal.key()), diagnostic.span, ""));
    let (rule, premise) = site.rule;
    Diagnostic {
        refusal: Some(rule.refuse(premise)),
        span: site.span,
        ..diagnostic
    }
}

/// How the reference semantics of its language ends the program.
fn defined(written: &Original<'_>, name: &str, values: Vec<Value>) -> End {
    let settings = Settings {
        overrides: *written.overrides,
        limits: written.limits,
        ..Settings::default()
    };
    let arguments = values.into_iter().map(Argument::Data).collect();
    match written.source.call(name, arguments, &settings) {
        Ok(_) => Err(Failed::outside(
            StopKind::Internal,
            "has a value as it was written",
        )),
        Err(Stopped { kind, diagnostic, .. }) => Err(judge::errs(Failed { kind, diagnostic })),
    }
}

/// What is asked of all that an entry is made into.
struct Asked {
    /// On what it is run, as values of the program.
    values: Vec<Value>,
    /// How the program as it was written ends.
    expected: End,
}

/// What a run of a test asks; nothing if its values stand elsewhere, or it ends in what passes may end in another way.
///
/// # Errors
/// Says what is no outcome of the program as it was written.
fn asked_of(written: &Original<'_>, test: &blocks::Case) -> Option<Result<Asked, String>> {
    let Input::Values(values) = &test.input else {
        return None;
    };
    let entry = written.entry;
    let values = match values.values(&entry.parameters()) {
        Ok(values) => values,
        Err(e) => return Some(Err(e.to_string())),
    };
    let is_limit = |pattern: &str| pattern.contains("-LIMIT");
    let expected = match &test.expected {
        Expected::Values(expected) => Ok(expected.clone()),
        Expected::Error(pattern) if is_limit(pattern) => return None,
        Expected::Error(_) if entry.is_staged() => defined(written, &test.entry, values.clone()),
        Expected::Error(_) => {
            let reading = Reading::Groups;
            let run = |strict| run(written, entry.dpia(), &values, How { reading, strict });
            // What is read though nobody wrote it is zero from here on (DPIA-A-INIT).
            match run(true) {
                Err(failed) if judge::rule(&failed) == DPIA_S_R.id => run(false),
                end => end,
            }
        }
        _ => return None,
    };
    Some(match expected {
        Err(failed) if matches!(failed.kind, StopKind::Unsupported | StopKind::Internal) => {
            Err(format!("as it was written: {}", failed.diagnostic.message))
        }
        expected => Ok(Asked { values, expected }),
    })
}

/// What is wrong with how what an entry was made into ended, kernels or a stage before them, which gives its `own` results whatever stands for what fails.
fn disagreement(
    written: &Original<'_>,
    asked: &Asked,
    (actual, is_kernels): (&End, bool),
    own: &dyn Fn(&[Value]) -> Option<Vec<Value>>,
) -> Option<String> {
    let (entry, values) = (written.entry, &asked.values);
    let how = How {
        reading: Reading::Groups,
        strict: true,
    };
    let unread = Unread {
        written: &|| regardless(written, entry.dpia(), values, how),
        made: &|| own(values),
    };
    let terms = Terms {
        unread: (!entry.is_staged()).then_some(unread),
        ..terms(written.values, entry.is_staged(), is_kernels)
    };
    let answer = judge::judge(&asked.expected, actual, &terms);
    answer.difference().map(String::from)
}

/// On what terms what an entry was made into ends as the entry does.
pub(crate) fn terms(values: Values, is_staged: bool, is_kernels: bool) -> Terms<'static> {
    let (failures, limits, launch) = match (values, is_staged) {
        (Values::Chosen, true) => (Failures::Same, Limits::Counted, Launch::Failing),
        (Values::Chosen, false) => (Failures::Rule, Limits::Counted, Launch::Never),
        (Values::Any, _) if is_kernels => (Failures::Any, Limits::Kernels, Launch::Any),
        (Values::Any, _) => (Failures::Any, Limits::Other, Launch::Any),
    };
    Terms {
        failures,
        limits,
        launch,
        ..Terms::SAME
    }
}
