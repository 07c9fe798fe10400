//! One file's tests: check the program, run each case, compare.

use super::blocks::{self, Case, Expected, Input, Tests};
use super::subject::{Backend, Ended, Runner, Subject};
use super::{given, printed, property};
use crate::compile::together::each_once;
use crate::engine::Switches;
use crate::engine::{Output, Program, Rejected, Settings, StopKind};
use crate::judge::{self, Near};
use crate::{input, tower};
use elder_engine::Tuning;
use elder_host::tuning;
use elder_syntax::imports::Disk;
use elder_syntax::value::Tolerance;
use elder_syntax::{Judgement, Rule, Value};
use regex::Regex;
use std::path::{Path, PathBuf};

/// How tests are run.
#[derive(Clone, Debug)]
pub struct Options {
    /// What runs programs.
    pub backend: Backend,
    /// How programs are run.
    pub settings: Settings,
    /// Run what the pass at this position makes of programs whose pipelines have it.
    pub after: Option<&'static str>,
    /// Files and cases with one of these tags are left out.
    pub exclude: Vec<String>,
    /// Only this entry point.
    pub entry: Option<String>,
    /// Only the case at this line.
    pub line: Option<usize>,
    /// Error messages must match the patterns of the blocks even where another implementation's words are meant.
    pub strict_messages: bool,
    /// Tuned numbers, by their names.
    pub sizes: Tuning,
    /// What is added to the name of a program for the name of its tuning file; without it, there are none.
    pub tuning: Option<String>,
    /// How near floats must be to expected outputs; if nothing is said, what is usual for the program's language.
    pub tolerance: Option<Tolerance>,
    /// What checkers take beyond their languages.
    pub switches: Switches,
    /// Runs that this rule refuses before they begin are compared with nothing.
    pub before: Option<&'static Rule>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            backend: Backend::Reference,
            settings: Settings::default(),
            after: None,
            exclude: Vec::new(),
            entry: None,
            line: None,
            strict_messages: false,
            sizes: Tuning::default(),
            tuning: Some("tuning".to_string()),
            tolerance: None,
            switches: Switches::default(),
            before: None,
        }
    }
}

/// Why a case or a file failed, in groups that have a cause in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The test block or a data file is malformed.
    Block,
    /// The parser refused.
    Syntax,
    /// A type rule refused.
    Typing,
    /// A size rule refused.
    Sizes,
    /// A uniqueness rule refused.
    Uniqueness,
    /// A module rule or an import refused.
    Modules,
    /// A rule of kinds refused.
    Kinding,
    /// A rule of the levels of a device refused.
    Hierarchy,
    /// Refused for another reason.
    Refused,
    /// The program should have been refused.
    NotRefused,
    /// Another message or warning than demanded.
    Message,
    /// A run-time error where a value was expected.
    RunTime,
    /// A value where a run-time error was expected.
    NoRunTimeError,
    /// Another value.
    Value,
    /// A property that does not hold of some argument.
    Property,
    /// Arguments or results that the data formats cannot express.
    Format,
    /// Something that is not supported.
    Unsupported,
    /// Fuel, memory or time was used up.
    Limit,
    /// A mistake in Elder.
    Internal,
}

impl Cause {
    /// The name in summaries.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Block => "block",
            Cause::Syntax => "syntax",
            Cause::Typing => "typing",
            Cause::Sizes => "sizes",
            Cause::Uniqueness => "uniqueness",
            Cause::Modules => "modules",
            Cause::Kinding => "kinding",
            Cause::Hierarchy => "hierarchy",
            Cause::Refused => "refused",
            Cause::NotRefused => "not-refused",
            Cause::Message => "message",
            Cause::RunTime => "run-time",
            Cause::NoRunTimeError => "no-run-time-error",
            Cause::Value => "value",
            Cause::Property => "property",
            Cause::Format => "format",
            Cause::Unsupported => "unsupported",
            Cause::Limit => "limit",
            Cause::Internal => "internal",
        }
    }
}

/// One failure.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The group it belongs to.
    pub cause: Cause,
    /// The case, as its entry point and line; empty if the whole file failed.
    pub case: String,
    /// What happened and what was expected.
    pub message: String,
    /// The command that shows it.
    pub command: String,
}

/// What came of a file.
#[derive(Clone, Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// Why it was left out, if it was.
    pub ignored: Option<String>,
    /// Whether its blocks fix any outcome.
    pub compares: bool,
    /// How many outcomes were compared with what was expected.
    pub compared: usize,
    /// How many cases were run.
    pub cases: usize,
    /// What failed.
    pub failures: Vec<Failure>,
    /// What is no failure, but should be known.
    pub notes: Vec<String>,
    /// Of outcomes that are not the same bits as what is expected: the share of the tolerance that each needs.
    pub shares: Vec<f64>,
}

impl Report {
    /// A report without content.
    pub fn new(path: &Path) -> Report {
        Report {
            path: path.to_path_buf(),
            ignored: None,
            compares: false,
            compared: 0,
            cases: 0,
            failures: Vec::new(),
            notes: Vec::new(),
            shares: Vec::new(),
        }
    }

    /// A report of one failure of the whole file, which counts as one with something to compare unless its blocks are
    /// known to have nothing.
    pub fn failed(path: &Path, cause: Cause, message: impl Into<String>) -> Report {
        let mut report = Report::new(path);
        let tests = std::fs::read_to_string(path)
            .ok()
            .and_then(|text| blocks::parse(&text).ok());
        report.compares = tests.is_none_or(|tests| tests.compares());
        let command = match cause {
            Cause::Block => "elder test",
            _ => "ref-run --check",
        };
        let command = format!("{command} {}", quoted_path(path));
        report.fail(cause, String::new(), message.into(), command);
        report
    }

    /// Whether it was run and nothing failed.
    pub fn passed(&self) -> bool {
        self.ignored.is_none() && self.failures.is_empty()
    }

    pub(super) fn fail(&mut self, cause: Cause, case: String, message: String, command: String) {
        self.failures.push(Failure {
            cause,
            case,
            message,
            command,
        });
    }
}

/// An argument for the shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+./:@%=".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

pub(super) fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// Runs the tests of a file.
pub fn run_file(path: &Path, options: &Options) -> Report {
    run_with(path, options, &options.backend.open())
}

/// The same with what runs programs, which was opened before, or why it was not.
pub fn run_with(path: &Path, options: &Options, runner: &Result<Runner, String>) -> Report {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) => {
            return Report::failed(path, Cause::Block, format!("cannot read {}: {e}", path.display()));
        }
    };
    let tests = match blocks::parse(&text) {
        Ok(tests) => tests,
        Err(e) => return Report::failed(path, Cause::Block, format!("test block: {e}")),
    };
    let mut report = Report::new(path);
    let excluded = |tags: &[String]| tags.iter().find(|t| options.exclude.contains(t)).cloned();
    let never = tests
        .tags
        .iter()
        .find(|t| matches!(t.as_str(), "disable" | "notest"))
        .cloned();
    if let Some(tag) = never.or_else(|| excluded(&tests.tags)) {
        report.ignored = Some(format!("tag {tag}"));
        return report;
    }
    report.compares = tests.compares();
    let language = tower::language_of(path).ok();
    let literate = language.and_then(|language| language.literate);
    let is_written = options.backend == Backend::Reference && options.after.is_none();
    if let (Some(literate), false, false) = (literate, tests.has_block, is_written) {
        match runner {
            Ok(runner) => printed::run(&mut report, literate, runner, options),
            Err(message) => report.fail(Cause::Unsupported, String::new(), message.clone(), String::new()),
        }
        return report;
    }
    if let (Some(literate), false) = (literate, tests.has_block) {
        match (literate.run)(&path.to_string_lossy(), &mut Disk, &options.settings) {
            Ok(file) => printed::compare(&mut report, &file, &format!("ref-run {}", quoted_path(path))),
            Err(rejected) => rejection(&mut report, &rejected, options),
        }
        return report;
    }
    let program = Program::load_with(path, options.switches);
    if let Some(pattern) = &tests.static_error {
        static_error(&mut report, pattern, &program, options);
        return report;
    }
    let mut program = match program {
        Ok(program) => program,
        Err(rejected) => {
            rejection(&mut report, &rejected, options);
            return report;
        }
    };
    if let Some(file) = tuning_file(path, options) {
        match tuning::read(&file) {
            Ok(parameters) => program.tune(parameters),
            Err(e) => return Report::failed(path, Cause::Block, e),
        }
    }
    if !options.sizes.is_empty() {
        program.tune(options.sizes.clone());
    }
    warnings(&mut report, &tests, &program, options);
    let chosen = |case: &&Case| {
        options.entry.as_ref().is_none_or(|e| *e == case.entry)
            && options.line.is_none_or(|l| l == case.line)
            && excluded(&case.tags).is_none()
    };
    let roots = each_once(tests.cases.iter().filter(chosen).map(|case| case.entry.as_str()));
    let roots: Vec<String> = roots.into_iter().map(str::to_owned).collect();
    let runner = runner.as_ref().map_err(|text| Ended::unsupported(text.clone()));
    let subject = match runner.and_then(|runner| Subject::new(program, path, runner, roots)) {
        Ok(subject) => subject,
        Err(ended) => {
            let (cause, message) = stop(&ended);
            let command = format!("elder test{} {}", options.backend.arguments(), quoted_path(path));
            report.fail(cause, String::new(), message, command);
            return report;
        }
    };
    // What the reference gives is an expectation of everything else.
    let asks = |case: &Case| matches!(case.expected, Expected::Auto);
    report.compares |= !subject.is_reference() && tests.cases.iter().any(asks);
    for case in tests.cases.iter().filter(chosen) {
        report.cases += 1;
        if language.is_some_and(|language| *language.declared == elder_futhark::LANGUAGE) {
            report.notes.extend(assumed(&subject, case));
        }
        run_case(&mut report, &subject, case, options);
    }
    properties(&mut report, &tests, subject.program(), options);
    report
}

/// Tests the entry points that are stated to be properties, on the reference.
fn properties(report: &mut Report, tests: &Tests, program: &Program, options: &Options) {
    let path = quoted_path(&report.path);
    let stated = |entry: &String| tests.properties.iter().any(|s| s.entry == *entry);
    for entry in program.entries() {
        if tests.has_block && !stated(&entry) && !program.properties(&entry).is_empty() {
            let message = "has #[prop], but no block states it to be a property".to_string();
            let command = format!("elder test {path}");
            report.fail(Cause::Block, entry, message, command);
        }
    }
    for stated in &tests.properties {
        let chosen = options.entry.as_ref().is_none_or(|e| *e == stated.entry)
            && options.line.is_none_or(|l| l == stated.line);
        if !chosen {
            continue;
        }
        report.cases += 1;
        report.compared += 1;
        if let Err((cause, message)) =
            property::test(program, &stated.entry, &options.settings, options.after)
        {
            let title = format!("property {} at line {}", stated.entry, stated.line);
            let command = format!(
                "elder test{} --entry {} {path}",
                pass(options),
                quoted(&stated.entry)
            );
            report.fail(cause, title, message, command);
        }
    }
}

/// The tuning file of a program, if it has one that is wanted.
fn tuning_file(program: &Path, options: &Options) -> Option<PathBuf> {
    let extension = options.tuning.as_ref()?;
    let file = PathBuf::from(format!("{}.{extension}", program.display()));
    file.is_file().then_some(file)
}

pub(super) fn rejection(report: &mut Report, rejected: &Rejected, options: &Options) {
    let cause = match rejected.judgement() {
        Some(Judgement::Syntax) => Cause::Syntax,
        Some(Judgement::Typing) => Cause::Typing,
        Some(Judgement::Sizes) => Cause::Sizes,
        Some(Judgement::Uniqueness) => Cause::Uniqueness,
        Some(Judgement::Modules) => Cause::Modules,
        Some(Judgement::Kinding) => Cause::Kinding,
        Some(Judgement::Hierarchy) => Cause::Hierarchy,
        _ => Cause::Refused,
    };
    let command = checking(&report.path, options);
    report.fail(
        cause,
        String::new(),
        rejected.render_short().trim_end().to_string(),
        command,
    );
}

/// Whether a pattern begins or ends with the id of a rule, or begins with the beginning of ids, such as `FUT-T-`: the words of
/// other implementations are not ours, but such a pattern is.
fn is_ours(pattern: &str) -> bool {
    let is_apart = |c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
    let first = pattern.split(is_apart).next().unwrap_or_default();
    let last = pattern.trim_end_matches(is_apart).rsplit(is_apart).next();
    first.contains('-') && tower::rules().any(|rule| rule.id.starts_with(first))
        || tower::rules().any(|rule| Some(rule.id) == last)
}

/// Whether a message is as a pattern demands; without `strict` only patterns of our own count.
fn matches(pattern: &str, message: &str, strict: bool) -> Result<bool, String> {
    if pattern.is_empty() || !(strict || is_ours(pattern)) {
        return Ok(true);
    }
    let regex =
        Regex::new(&format!("(?s){pattern}")).map_err(|e| format!("the pattern is malformed: {e}"))?;
    Ok(regex.is_match(message))
}

fn static_error(report: &mut Report, pattern: &str, program: &Result<Program, Rejected>, options: &Options) {
    report.compared += 1;
    let command = checking(&report.path, options);
    let rejected = match program {
        Ok(_) => {
            let message = format!("the program is accepted, but must be refused: {pattern}");
            return report.fail(Cause::NotRefused, String::new(), message, command);
        }
        Err(rejected) => rejected,
    };
    let text = rejected.render_short();
    match matches(pattern, &text, options.strict_messages) {
        Ok(true) => {}
        Ok(false) => {
            let message = format!(
                "refused, but the message does not match `{pattern}`:\n{}",
                text.trim_end()
            );
            report.fail(Cause::Message, String::new(), message, command);
        }
        Err(message) => report.fail(Cause::Block, String::new(), message, command),
    }
}

fn warnings(report: &mut Report, tests: &Tests, program: &Program, options: &Options) {
    let command = checking(&report.path, options);
    for pattern in tests.warnings.iter().filter(|_| options.strict_messages) {
        report.compared += 1;
        match matches(pattern, &program.render_warnings(false), true) {
            Ok(true) => {}
            Ok(false) => {
                let message = format!("no warning matches `{pattern}`");
                report.fail(Cause::Message, String::new(), message, command.clone());
            }
            Err(message) => report.fail(Cause::Block, String::new(), message, command.clone()),
        }
    }
}

/// The command that checks a program.
fn checking(path: &Path, options: &Options) -> String {
    format!(
        "ref-run --check{} {}",
        options.switches.arguments(),
        quoted_path(path)
    )
}

/// The command that runs a program on a backend.
pub(super) fn runner(backend: &Backend, switches: &str) -> String {
    match backend {
        Backend::Reference => format!("ref-run{switches}"),
        Backend::Plan => "elder run --device plan".to_string(),
        Backend::C => "elder run --device c".to_string(),
        Backend::OpenCl(None) => "elder run".to_string(),
        Backend::OpenCl(Some(device)) => format!("elder run --device {}", quoted(device)),
    }
}

/// The command that shows how a case fails.
fn command(path: &Path, case: &Case, options: &Options) -> String {
    let backend = &options.backend;
    let switches = options.switches.arguments();
    let block = || {
        format!(
            "elder test{}{} --entry {} --line {} {}",
            backend.arguments(),
            pass(options),
            quoted(&case.entry),
            case.line,
            quoted_path(path)
        )
    };
    // Nothing else runs a program after a pass.
    if options.after.is_some() {
        return block();
    }
    let run = match (backend, tuning_file(path, options)) {
        (Backend::Reference, Some(file)) => format!("ref-run{switches} --tuning {}", quoted_path(&file)),
        (backend, _) => runner(backend, switches),
    };
    let run = format!("{run} --entry {} {}", quoted(&case.entry), quoted_path(path));
    match &case.input {
        // A comment ends with its line, and commands are lines.
        Input::Values(written) if written.text.len() <= 2000 && !written.text.contains("--") => {
            let text = written.text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("echo {} | {run}", quoted(&text))
        }
        Input::File(file) => format!("{run} < {}", quoted_path(&beside(path, file))),
        _ => block(),
    }
}

/// The option that says which pass a program is run after.
fn pass(options: &Options) -> String {
    let name = options.after;
    name.map_or_else(String::new, |name| format!(" --pass {name}"))
}

/// A file that a block of a program names.
pub(crate) fn beside(program: &Path, file: &str) -> PathBuf {
    program.parent().unwrap_or(Path::new(".")).join(file)
}

/// A failure before its case and command are known.
pub(crate) type Failed = (Cause, String);

fn run_case(report: &mut Report, subject: &Subject<'_>, case: &Case, options: &Options) {
    let outcome = execute(report, subject, case, options);
    if let Err((cause, message)) = outcome {
        let name = case
            .name
            .as_ref()
            .map(|n| format!(" \"{n}\""))
            .unwrap_or_default();
        let title = format!("{} at line {}{name}", case.entry, case.line);
        let command = command(&report.path, case, options);
        report.fail(cause, title, message, command);
    }
}

fn execute(report: &mut Report, subject: &Subject<'_>, case: &Case, options: &Options) -> Result<(), Failed> {
    let block = |message: String| (Cause::Block, message);
    let path = report.path.clone();
    let arguments = given::arguments(
        subject.program(),
        (case, &path),
        subject.floats(),
        &options.settings,
    )?;
    let tolerance = |actual: &[Output]| -> Result<Box<dyn Fn(usize) -> Tolerance>, Failed> {
        let classes = subject.classes(case, actual.len(), &options.settings);
        let classes = classes.map_err(|message| block(format!("test block: {message}")))?;
        let all = options.tolerance;
        Ok(Box::new(move |k| all.unwrap_or_else(|| classes(k))))
    };
    // Read before the run, so that a missing file is not found after a long one.
    let from_file = match &case.expected {
        Expected::File(file) => Some(input::file(&beside(&path, file), &[]).map_err(block)?),
        _ => None,
    };
    let asks_reference = matches!(case.expected, Expected::Auto) && !subject.is_reference();
    let reference = asks_reference.then(|| arguments.clone());
    let outcome = subject.call(options.after, &case.entry, arguments, &options.settings);
    match (&case.expected, outcome) {
        (_, Err(ended)) if options.before.is_some_and(|rule| ended.is_by(rule)) => Ok(()),
        (Expected::Error(pattern), Err(ended))
            if ended.kind == StopKind::Error || refused_outside(ended.kind) && is_ours(pattern) =>
        {
            report.compared += 1;
            match matches(pattern, &ended.text, options.strict_messages) {
                Ok(true) => Ok(()),
                Ok(false) => {
                    let text = &ended.text;
                    let message = format!(
                        "an error, but its message does not match `{pattern}`:\n{}",
                        text.trim_end()
                    );
                    Err((Cause::Message, message))
                }
                Err(message) => Err(block(message)),
            }
        }
        (_, Err(ended)) => Err(stop(&ended)),
        (Expected::Error(pattern), Ok(_)) => {
            report.compared += 1;
            Err((
                Cause::NoRunTimeError,
                format!("there is a value, but must be a run-time error: {pattern}"),
            ))
        }
        (Expected::Success | Expected::Auto, Ok(actual)) => {
            let Some(arguments) = reference else { return Ok(()) };
            let expected = subject
                .reference(None, &case.entry, arguments, &options.settings)
                .map_err(|ended| {
                    let (cause, message) = stop(&ended);
                    (cause, format!("the reference has no value: {message}"))
                })?;
            let values = |output: Output| match output {
                Output::Value(value) => Ok(value),
                Output::Opaque(text) => Err((
                    Cause::Format,
                    format!("the reference's result has no data format: {text}"),
                )),
            };
            let expected: Vec<Value> = expected.into_iter().map(values).collect::<Result<_, _>>()?;
            report.compared += 1;
            let near = tolerance(&actual)?;
            agree(actual, &expected, &*near)
        }
        (Expected::Values(expected), Ok(actual)) => {
            report.compared += 1;
            let near = tolerance(&actual)?;
            agree(actual, expected, &*near)
        }
        (Expected::File(_), Ok(actual)) => {
            report.compared += 1;
            let near = tolerance(&actual)?;
            agree(actual, &from_file.unwrap_or_default(), &*near)
        }
    }
}

/// Whether our rules, but not those of other implementations, speak of such an end.
fn refused_outside(kind: StopKind) -> bool {
    matches!(kind, StopKind::Arguments | StopKind::Limit)
}

pub(crate) fn stop(ended: &Ended) -> Failed {
    let cause = match ended.kind {
        StopKind::Error => Cause::RunTime,
        StopKind::Limit => Cause::Limit,
        StopKind::Unsupported => Cause::Unsupported,
        StopKind::Arguments => Cause::Format,
        StopKind::Internal => Cause::Internal,
    };
    (cause, ended.text.trim_end().to_string())
}

/// Whether results are what is expected, each as near as `tolerance` says.
pub(crate) fn agree(
    actual: Vec<Output>,
    expected: &[Value],
    tolerance: &dyn Fn(usize) -> Tolerance,
) -> Result<(), Failed> {
    let sayable = |(i, output): (usize, Output)| match output {
        Output::Value(value) => Ok(value),
        Output::Opaque(text) => Err((Cause::Format, format!("result {i} has no data format: {text}"))),
    };
    let actual: Vec<Value> = actual
        .into_iter()
        .enumerate()
        .map(sayable)
        .collect::<Result<_, _>>()?;
    match judge::values(expected, &actual, Near::Each(tolerance)).difference() {
        Some(difference) => Err((Cause::Value, difference.message)),
        None => Ok(()),
    }
}

/// What is to be said of a case's input if only Elder reads it.
fn assumed(subject: &Subject<'_>, case: &Case) -> Option<String> {
    match &case.input {
        Input::Values(written) => written.assumed(&subject.program().parameter_types(&case.entry)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
