//! A case after every pass of its pipeline: accepted by the checker, and with the outcome of the program that was written.
//!
//! Values are the same bits.  An error has the class and the rule that it had, but for those that the passes are there to end: before barriers
//! stand, a race is an error; after them there is none.  And an error that no result depends on may be met or not (DPIA-E-UNREAD).  Of a program
//! that was staged, an error has the premise and the place that the reference semantics of its own language gives it.

use super::{TARGETS, TIME, said};
use crate::compile::EntryPoint;
use crate::engine::Overrides;
use crate::engine::{Argument, Limits, Program, Settings, StopKind};
use crate::kernels;
use crate::testing::blocks::{self, Expected, Input, Tests, Written};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_dpia::rules::kernels::DPIA_G_WIDTH;
use elder_fcl::rules::translation::FCL_M_SIZE;
use elder_kernel::plan::Site;
use elder_kernel::rules::KER_E_RACE;
use elder_passes::pass::Reading;
use elder_passes::programs::{Dpia, Kernels};
use elder_passes::{Stage, Target};
use elder_semantics::dpia::failure::Kind;
use elder_semantics::dpia::{self, Options};
use elder_semantics::kernel::{self, Prepared};
use elder_spec::Execution;
use elder_syntax::language::known;
use elder_syntax::rule::Judgement;
use elder_syntax::value::{Difference, Tolerance, compare};
use elder_syntax::{Diagnostic, Value};
use std::fmt;

/// What a case may take at each stage.
const LIMITS: Limits = Limits {
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
                    let message = format!("`{name}` refused: {}", said(&rejected.diagnostics));
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

/// What is wrong with this run of an entry at the stages of its road, if the reference semantics gives `expected`.
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
            failures.push(place(format!("ill-typed: {}", said(&errors))));
        }
        if let Some(stage) = known::<Dpia>(&*program).filter(|_| reading != Reading::Unordered) {
            let how = How {
                reading,
                strict: true,
            };
            let made = Made {
                outcome: &|values| run(written, &stage.entry, values, how),
                regardless: &|values| regardless(written, &stage.entry, values, how),
            };
            let wrong = asked.iter().filter_map(|run| disagreement(written, run, &made));
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
                let made = Made {
                    outcome: &|values| executed(written, &prepared, values, wide),
                    regardless: &|values| {
                        let (at, how) = commands.as_ref()?;
                        regardless(written, at, values, *how)
                    },
                };
                let wrong = asked.iter().filter_map(|run| disagreement(written, run, &made));
                failures.extend(wrong.map(place));
            }
        }
    }
    Ok(())
}

/// Executes the kernels of an entry on values of the program; with wide indexes, groups come in reversed order.
///
/// # Errors
/// Says what no kernel may do.
fn executed(
    written: &Original<'_>,
    prepared: &Prepared<'_>,
    values: &[Value],
    wide: bool,
) -> Result<Outcome, String> {
    let (entry, limits) = (written.entry, &written.limits);
    let arguments = match entry.arguments(values.to_vec()) {
        Ok(arguments) => arguments,
        Err(diagnostic) => return Ok(Outcome::Error(diagnostic)),
    };
    let options = kernel::Options {
        fuel: limits.fuel.unwrap_or(u64::MAX),
        memory: limits
            .memory
            .map_or(usize::MAX, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
        wide,
        reversed: wide,
        cut: entry.is_cut(),
    };
    let stopped = match kernels::execute(prepared, entry.border(), &arguments, &options) {
        Ok(values) => return Ok(Outcome::Values(values)),
        Err(stopped) => stopped,
    };
    let said = || format!("{}: {}", rule(&stopped.diagnostic), stopped.diagnostic.message);
    match stopped.kind {
        StopKind::Limit => {
            let is_memory = stopped.diagnostic.refusal.is_some_and(|r| r.key() == "memory");
            Ok(Outcome::Limit(match is_memory {
                true => Reached::Room,
                false => Reached::Steps,
            }))
        }
        StopKind::Internal if rule(&stopped.diagnostic) == KER_E_RACE.id => Ok(Outcome::Unordered(said())),
        StopKind::Unsupported | StopKind::Internal => Err(said()),
        StopKind::Error | StopKind::Arguments => Ok(Outcome::Error(stopped.diagnostic)),
    }
}

/// The translation refuses the program by this rule.
pub(super) fn untranslatable(source: &Program, rule: &str, overrides: &Overrides, execution: &mut Execution) {
    let refused = |errors: &[Diagnostic]| errors.iter().any(|e| e.refusal.is_some_and(|r| r.id() == rule));
    execution.assertions += 1;
    let entry = match source.entry_with("main", overrides) {
        Ok(entry) => entry,
        Err(rejected) if refused(&rejected.diagnostics) => return,
        Err(rejected) => {
            let message = format!("`main` is no entry: {}", said(&rejected.diagnostics));
            execution.failures.push(message);
            return;
        }
    };
    // Some are impossible for one target only.
    let mut said_instead = Vec::new();
    for target in &TARGETS {
        match source.plan(&entry, *target) {
            Err(rejected) if refused(&rejected.diagnostics) => return,
            Err(rejected) => said_instead.push(format!("{target:?}: {}", said(&rejected.diagnostics))),
            Ok(_) => said_instead.push(format!("{target:?}: translated")),
        }
    }
    let message = format!(
        "{rule} does not refuse the translation: {}",
        said_instead.join("; ")
    );
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
    pub limits: Limits,
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
        write!(f, "after {}: refused: {}", self.position, said(&self.errors))
    }
}

/// How a run of an entry ended.
enum Outcome {
    /// With values, as the program gives them.
    Values(Vec<Value>),
    /// With an error of the program.
    Error(Box<Diagnostic>),
    /// With one that is of parallel execution, which this says: what one makes of the program can end it.
    Unordered(String),
    /// With a cell that nobody wrote.
    Unwritten,
    /// With a limit.
    Limit(Reached),
}

/// Which limit ended a run.
#[derive(Clone, Copy)]
enum Reached {
    /// The steps of kernels, which may be without an end.
    Steps,
    /// Memory; or steps of a stage, which is run one iteration after the other, however many there are.
    Room,
}

/// How an entry is run.
#[derive(Clone, Copy)]
struct How {
    /// How it can be run.
    reading: Reading,
    /// New cells hold nothing that may be read, rather than zeros.
    strict: bool,
}

/// What a program was made into, on values of the program.
struct Made<'a> {
    /// How it ends.
    outcome: &'a dyn Fn(&[Value]) -> Result<Outcome, String>,
    /// Its results whatever stands for what fails; of kernels, those of the commands that they are made from.
    regardless: &'a dyn Fn(&[Value]) -> Option<Vec<Value>>,
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
        fuel: limits.fuel,
        memory: limits.memory,
        time: limits.time,
        groups: how.reading.has_groups(),
        steps: how.reading == Reading::Steps,
        strict: how.strict && !entry.is_cut(),
        obligations: entry.obligations().to_vec(),
        ..Options::default()
    }
}

/// Runs an entry on values of the program.
///
/// # Errors
/// Says what no program ends in that was checked: a failure of the implementation.
fn run(
    written: &Original<'_>,
    at: &elder_dpia::Entry,
    values: &[Value],
    how: How,
) -> Result<Outcome, String> {
    let entry = written.entry;
    let arguments = match entry.arguments(values.to_vec()) {
        Ok(arguments) => arguments,
        Err(diagnostic) => return Ok(Outcome::Error(diagnostic)),
    };
    let failure = match dpia::run(at, arguments, &options_of(written, how)).results {
        Ok(results) => return Ok(Outcome::Values(entry.results(results))),
        Err(failure) => failure,
    };
    match failure.kind {
        Kind::Error => Ok(Outcome::Error(Box::new(by_program(entry, failure.diagnostic())))),
        Kind::Race | Kind::Divergent => Ok(Outcome::Unordered(failure.message)),
        Kind::Uninitialised => Ok(Outcome::Unwritten),
        Kind::Limit => Ok(Outcome::Limit(Reached::Room)),
        Kind::Arguments => Ok(Outcome::Error(Box::new(entry.refused(failure.diagnostic())))),
        Kind::Internal => Err(format!("{:?}: {}", failure.kind, failure.message)),
    }
}

/// An error of a stage, by the rule of the program that the stage was made from.
fn by_program(entry: &EntryPoint, diagnostic: Diagnostic) -> Diagnostic {
    // A test is for a premise.
    let Some(refusal) = diagnostic.refusal.filter(|refusal| refusal.premise.is_some()) else {
        return diagnostic;
    };
    let site = entry.border().site(&Site {
        rule: (refusal.rule, refusal.key()),
        span: diagnostic.span,
        message: "",
    });
    let (rule, premise) = site.rule;
    Diagnostic {
        refusal: Some(rule.refuse(premise)),
        span: site.span,
        ..diagnostic
    }
}

/// How the reference semantics of its language ends the program.
///
/// # Errors
/// Says what is no outcome.
fn defined(written: &Original<'_>, name: &str, values: Vec<Value>) -> Result<Outcome, String> {
    let settings = Settings {
        overrides: *written.overrides,
        limits: written.limits,
        ..Settings::default()
    };
    let arguments = values.into_iter().map(Argument::Data).collect();
    match written.source.call(name, arguments, &settings) {
        Ok(_) => Err("has a value as it was written".to_owned()),
        Err(stopped) => match stopped.kind {
            StopKind::Error | StopKind::Arguments => Ok(Outcome::Error(stopped.diagnostic)),
            StopKind::Limit => Ok(Outcome::Limit(Reached::Room)),
            StopKind::Unsupported | StopKind::Internal => {
                Err(format!("as it was written: {}", stopped.diagnostic.message))
            }
        },
    }
}

/// What is asked of all that an entry is made into.
struct Asked {
    /// On what it is run, as values of the program.
    values: Vec<Value>,
    /// How the program as it was written ends.
    expected: Outcome,
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
    let expected = match &test.expected {
        Expected::Values(expected) => Outcome::Values(expected.clone()),
        Expected::Error(pattern) if entry.is_staged() && !pattern.contains("-LIMIT") => {
            match defined(written, &test.entry, values.clone()) {
                Ok(outcome) => outcome,
                Err(message) => return Some(Err(message)),
            }
        }
        Expected::Error(pattern) if !entry.is_staged() && !pattern.contains("-LIMIT") => {
            let reading = Reading::Groups;
            let run = |strict| run(written, entry.dpia(), &values, How { reading, strict });
            // What is read though nobody wrote it is zero from here on (DPIA-A-INIT).
            let outcome = run(true).and_then(|outcome| match outcome {
                Outcome::Unwritten => run(false),
                outcome => Ok(outcome),
            });
            match outcome {
                Ok(outcome) => outcome,
                Err(message) => return Some(Err(format!("as it was written: {message}"))),
            }
        }
        _ => return None,
    };
    Some(Ok(Asked { values, expected }))
}

/// Whether what an entry was made into may end in another way than the program as it was written, and so is not compared.
fn is_excused(written: &Original<'_>, made: &Outcome, expected: &Outcome) -> bool {
    let any = written.values == Values::Any;
    match (made, expected) {
        // What was not defined may become anything that is; steps are counted in another way.
        (_, Outcome::Unordered(_) | Outcome::Unwritten | Outcome::Limit(_)) => true,
        // A launch may refuse sizes by a rule of the translation, before the program fails by one of its own.
        (Outcome::Error(error), Outcome::Error(_)) if written.entry.is_staged() && is_of_way_down(error) => {
            true
        }
        // Several things may go wrong, of which any may be met first.
        (Outcome::Error(_), Outcome::Error(_)) => any,
        // A launch may refuse sizes that the program can do without.
        (Outcome::Error(error), Outcome::Values(_)) => any && is_of_launch(error),
        // Steps and memory are counted in another way.
        (Outcome::Limit(_), Outcome::Values(_)) => any,
        // What fails may need more memory for what is that large, and a stage more steps; a kernel still has an end.
        (Outcome::Limit(Reached::Room), Outcome::Error(_)) => any,
        (Outcome::Limit(Reached::Steps), Outcome::Error(_)) => false,
        (Outcome::Values(_) | Outcome::Unordered(_) | Outcome::Unwritten, _) => false,
    }
}

/// What is wrong with what an entry was made into.
fn disagreement(written: &Original<'_>, asked: &Asked, made: &Made<'_>) -> Option<String> {
    let entry = written.entry;
    let values = &asked.values;
    let actual = match (made.outcome)(values) {
        Ok(actual) => actual,
        Err(message) => return Some(message),
    };
    let is_unread = |of_made: Option<Vec<Value>>| {
        let how = How {
            reading: Reading::Groups,
            strict: true,
        };
        let own = || regardless(written, entry.dpia(), values, how);
        !entry.is_staged() && of_made.is_some() && dpia::is_unread(own().as_deref(), of_made.as_deref())
    };
    if is_excused(written, &actual, &asked.expected) {
        return None;
    }
    match (actual, &asked.expected) {
        (Outcome::Values(actual), Outcome::Values(expected)) => difference(&actual, expected),
        (Outcome::Values(actual), Outcome::Error(error)) => {
            let message = || format!("a value, where {} refuses the program", rule(error));
            (!is_unread(Some(actual))).then(message)
        }
        (Outcome::Error(actual), Outcome::Error(expected)) => {
            let shown = |error: &Diagnostic| match entry.is_staged() {
                true => format!("{}, at {:?},", premise(error), error.span),
                false => rule(error).to_owned(),
            };
            let (actual, expected) = (shown(&actual), shown(expected));
            (actual != expected).then(|| format!("{actual} refuses, not {expected}"))
        }
        (Outcome::Error(error), Outcome::Values(_)) => (!is_unread((made.regardless)(values)))
            .then(|| format!("{} refuses, where there is a value", rule(&error))),
        (Outcome::Unordered(message), _) => Some(message),
        (Outcome::Unwritten, _) => Some("a cell that nobody wrote is read".to_owned()),
        (Outcome::Limit(_), _) => Some("a limit is reached".to_owned()),
        // Excused.
        (_, Outcome::Unordered(_) | Outcome::Unwritten | Outcome::Limit(_)) => None,
    }
}

/// The id of the rule that refuses.
fn rule(error: &Diagnostic) -> &'static str {
    error.refusal.map_or("", |refusal| refusal.id())
}

/// Whether a rule of the way down refuses.
fn is_of_way_down(error: &Diagnostic) -> bool {
    let refusal = error.refusal;
    refusal.is_some_and(|refusal| refusal.rule.judgement == Judgement::Translation)
}

/// Whether what is refused is a size, or a width that it asks for, before anything runs.
fn is_of_launch(error: &Diagnostic) -> bool {
    let rules = [&DPIA_E_ENTRY, &FCL_M_SIZE, &DPIA_G_WIDTH];
    rules.iter().any(|launch| launch.id == rule(error))
}

/// The premise of it.
fn premise(error: &Diagnostic) -> String {
    error.refusal.map_or(String::new(), |refusal| refusal.to_string())
}

/// How values differ, bit by bit.
pub(crate) fn difference(actual: &[Value], expected: &[Value]) -> Option<String> {
    if actual.len() != expected.len() {
        return Some(format!("{} values, not {}", actual.len(), expected.len()));
    }
    let pairs = actual.iter().zip(expected);
    let found: Option<Difference> = pairs
        .clone()
        .find_map(|(a, e)| compare::difference(a, e, Tolerance::Bitwise));
    found.map(|_| {
        let text = |values: &[Value]| {
            let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
            texts.join(" ")
        };
        format!("{}, not {}", text(actual), text(expected))
    })
}
