//! Differential fuzzing: generated programs on every road through Elder.
//!
//! A body is a plain function from a tree of choices to a [`Verdict`]; `elder fuzz`, the tests and the fuzz targets drive the same
//! ones.  [`interpreters`] compares the reference semantics of the program at every stage of the tower, and checks and prints it there;
//! [`kernels`] compares it with compiled kernels as their reference semantics executes them, [`devices`] with what a device makes of them, many
//! programs in one build; [`refused`] judges programs that break a rule; [`external`] holds other implementations of Futhark to the definition.
//! [`meant`] judges programs that are made with their meaning, and [`values`] what reads values; [`malformed`] asks only for an answer, of inputs that are hardly any.  A [`campaign`] judges many programs.

pub mod campaign;
pub mod cases;
pub mod core;
pub mod devices;
pub mod dex;
pub mod external;
pub mod fcl;
pub mod futhark;
pub mod interpreters;
pub mod judges;
pub mod kernels;
pub mod malformed;
pub mod meant;
pub mod refused;
pub mod scopes;
pub mod sides;
pub mod values;

use crate::finding::Finding;
use elder_dpia::check::{self, Obligation};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_dpia::{Entry, Program, alpha, load, print};
use elder_generate::dpia::written::written;
use elder_generate::dpia::{Shape, case};
use elder_generate::{ChoiceTree, Choices};
use elder_kernel::plan::Site;
use elder_passes::Target;
use elder_semantics::dpia::failure::{Failure, Kind};
use elder_semantics::dpia::{self, Options};
use elder_syntax::value::{Data, Tolerance, compare};
use elder_syntax::{Diagnostic, Refusal, Rule, Span, Value};
use std::fmt;

/// What one program showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All roads agree.
    Agree,
    /// There is no value to compare.
    Limit(Limit),
    /// Two roads differ, or a stage refuses what another made.
    Differ {
        /// Where: the pass or the device.
        place: String,
        /// What is different.
        message: String,
    },
}

/// Why there is no value to compare.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Limit {
    /// A run needs more steps, memory or nesting than it may have, by this premise of a rule.
    Run(String),
    /// The device has less than the program needs.
    Device,
    /// By this premise of a rule it is no kernel, or functions of branches are not told apart, though it has a value.
    Refused(String),
    /// Another implementation differs as this row of known deviations says.
    Deviation(String),
}

impl Limit {
    /// No kernel, by that premise.
    fn refused(refusal: Refusal) -> Limit {
        Limit::Refused(refusal.to_string())
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Run(premise) => write!(f, "at a limit of the run ({premise})"),
            Limit::Device => f.write_str("at a limit of the device"),
            Limit::Refused(premise) => write!(f, "refused ({premise})"),
            Limit::Deviation(name) => write!(f, "differ as is known ({name})"),
        }
    }
}

/// What the first of some errors says, and by which rule.
fn said(errors: &[Diagnostic]) -> String {
    errors.first().map_or(String::new(), told)
}

/// Rule and message of an error.
fn told(error: &Diagnostic) -> String {
    let rule = error.refusal.map_or("?", |refusal| refusal.id());
    format!("{rule}: {}", error.message)
}

impl Verdict {
    /// A run ended by this premise of a rule about limits.
    fn limit(refusal: Option<Refusal>) -> Verdict {
        Verdict::Limit(Limit::Run(refusal.map_or_else(String::new, |r| r.to_string())))
    }

    fn differ(place: impl Into<String>, message: impl Into<String>) -> Verdict {
        Verdict::Differ {
            place: place.into(),
            message: message.into(),
        }
    }

    /// What is wrong, if something is.
    fn finding(self) -> Option<Finding> {
        match self {
            Verdict::Differ { place, message } => Some(Finding::new(place, "", message)),
            Verdict::Agree | Verdict::Limit(_) => None,
        }
    }

    /// Whether something is wrong.
    pub fn is_finding(&self) -> bool {
        matches!(self, Verdict::Differ { .. })
    }
}

/// What a program does: gives values, or fails with a sort of error.
#[derive(Clone, Debug)]
pub enum Result {
    /// The components of the result.
    Values(Vec<Value>),
    /// A run-time error.
    Error(Box<Raised>),
}

impl Result {
    /// Whether that rule refuses.
    fn is_of(&self, rule: &Rule) -> bool {
        matches!(self, Result::Error(raised) if raised.rule() == rule.id)
    }
}

/// A run-time error as it is said.
#[derive(Clone, Debug)]
pub struct Raised {
    /// The premise that refused.
    pub refusal: Option<Refusal>,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
}

impl Raised {
    /// That error.
    pub(crate) fn of(error: &Diagnostic) -> Box<Raised> {
        Box::new(Raised {
            refusal: error.refusal,
            span: error.span,
            message: error.message.clone(),
        })
    }

    /// The rule that refused.
    pub fn rule(&self) -> &'static str {
        self.refusal.map_or("?", |refusal| refusal.id())
    }

    /// Whether it is an error of that test.
    fn is_of(&self, site: &Site) -> bool {
        let (rule, premise) = site.rule;
        self.refusal.is_some_and(|refusal| refusal.is(rule, premise)) && self.span == site.span
    }

    /// Whether the error is the same: premise, place and message.
    fn is_same(&self, other: &Raised) -> bool {
        let premise = |raised: &Raised| raised.refusal.map(|refusal| (refusal.id(), refusal.key()));
        premise(self) == premise(other) && self.span == other.span && self.message == other.message
    }
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.refusal {
            Some(refusal) => write!(f, "{refusal}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Steps that a generated program may take.
const FUEL: u64 = 20_000_000;

/// A generated program that the checker accepts, and what the functional reading says that it does.
pub struct Question {
    /// The program, as it is printed.
    pub text: String,
    /// What it reads.
    pub inputs: Vec<Value>,
    /// Its `main`.
    pub entry: Entry,
    /// What the checker leaves to the launch to test.
    pub obligations: Vec<Obligation>,
    /// The answer.
    pub expected: Result,
    /// How it is run as it was written.
    pub as_written: Options,
}

impl Question {
    /// How a program that this one was made into differs from it; that one is the entry as these options run it, if a failure of its own
    /// has to be explained.
    fn difference(&self, actual: &Result, made: &dyn Fn() -> Option<(Entry, Options)>) -> Option<String> {
        difference(actual, &self.expected).filter(|_| !self.is_unread(actual, made))
    }

    /// DPIA-E-UNREAD: whether one of the two fails and the other does not, and no result depends on what fails.
    fn is_unread(&self, actual: &Result, made: &dyn Fn() -> Option<(Entry, Options)>) -> bool {
        let other = match (actual, &self.expected) {
            (Result::Values(values), Result::Error(_)) => Some(values.clone()),
            (Result::Error(_), Result::Values(_)) => {
                made().and_then(|(entry, options)| dpia::regardless(&entry, &self.inputs, &options))
            }
            _ => return false,
        };
        let own = dpia::regardless(&self.entry, &self.inputs, &self.as_written);
        dpia::is_unread(own.as_deref(), other.as_deref())
    }

    /// What passes make of the program for a target, as its work-groups run.
    fn compiled(&self, target: Target) -> Option<(Entry, Options)> {
        let entry = initialised(&self.entry, target).and_then(|entry| elder_passes::compile(&entry, &target));
        Some((entry.ok()?, options(&self.obligations)))
    }
}

/// The random tree of this seed.
pub fn tree(seed: u64, shape: Shape) -> ChoiceTree {
    recorded(seed, |c| made(c, shape))
}

/// The choices of this seed that `make` makes a program of.
pub fn recorded<T>(seed: u64, make: impl Fn(&mut Choices) -> T) -> ChoiceTree {
    let mut choices = Choices::random(seed);
    make(&mut choices);
    choices.into_record()
}

/// A number that differs between programs: which of several ways to judge them is taken.
fn turn(tree: &ChoiceTree) -> usize {
    let here = tree.choices.iter().map(|c| *c as usize).sum::<usize>();
    here + tree.children.iter().map(turn).sum::<usize>()
}

/// A program as it was generated.
struct Made {
    text: String,
    inputs: Vec<Value>,
    /// Whether all that it gives has to be `true`.
    is_law: bool,
    /// Whether the text is what is printed of the program.
    is_printed: bool,
    /// Whether the inputs have the types and sizes that the program asks for.
    fits: bool,
}

fn made(choices: &mut Choices, shape: Shape) -> Made {
    if shape.written {
        let made = written(choices);
        return Made {
            text: made.text,
            inputs: made.inputs,
            is_law: made.is_law,
            is_printed: false,
            fits: true,
        };
    }
    let case = case(choices, shape);
    Made {
        text: print::program(&case.program),
        inputs: case.inputs,
        is_law: false,
        is_printed: true,
        fits: case.fits,
    }
}

/// The text of the program of a tree, as it was generated.
pub fn text(tree: &ChoiceTree, shape: Shape) -> String {
    made(&mut Choices::replaying(tree.clone()), shape).text
}

/// The program of a text: parsed, elaborated, checked.
fn read(text: &str) -> std::result::Result<Program, Verdict> {
    let loaded = load::text("generated.dpia", text);
    loaded.program.ok_or_else(|| {
        let error = loaded.diagnostics.first();
        let rule = error.and_then(|e| e.refusal).map_or("?", |r| r.id());
        let message = error.map_or(String::new(), |e| e.message.clone());
        Verdict::differ(format!("the text is refused: {rule}"), message)
    })
}

/// The program of a text, with what is printed of it, which is read as the same program.
fn printed(text: &str, is_printed: bool) -> std::result::Result<(Program, String), Verdict> {
    let program = read(text)?;
    let again = print::program(&program);
    let differs = || Verdict::differ("the text is read as another program", again.clone());
    if is_printed {
        return match again == text {
            true => Ok((program, again)),
            false => Err(differs()),
        };
    }
    let main = |program: &Program| Entry::closed(program, "main").ok();
    match (main(&program), main(&read(&again)?)) {
        (Some(a), Some(b)) if alpha::equal_entries(&a, &b) => Ok((program, again)),
        _ => Err(differs()),
    }
}

/// The program of a tree, read from its text and run by the functional reading.
///
/// # Errors
/// The verdict, if that is already all.
pub fn question(tree: &ChoiceTree, shape: Shape) -> std::result::Result<Question, Verdict> {
    asked(made(&mut Choices::replaying(tree.clone()), shape))
}

/// The program of a text that people could have written, as [`question`] reads one.
///
/// # Errors
/// The verdict, if that is already all.
pub(crate) fn question_of(text: &str, inputs: Vec<Value>) -> std::result::Result<Question, Verdict> {
    asked(Made {
        text: text.to_owned(),
        inputs,
        is_law: false,
        is_printed: false,
        fits: true,
    })
}

fn asked(made: Made) -> std::result::Result<Question, Verdict> {
    let Made {
        text,
        inputs,
        is_law,
        is_printed,
        fits,
    } = made;
    let (program, text) = printed(&text, is_printed)?;
    let entry =
        Entry::closed(&program, "main").map_err(|why| Verdict::differ("entry", format!("{why:?}")))?;
    let obligations = check::obligations(&entry).map_err(|errors| {
        let message = errors.first().map_or(String::new(), |e| e.message.clone());
        Verdict::differ("check", message)
    })?;
    // A command that somebody wrote may leave parts of its outputs out; what passes make of it does not.
    let as_written = Options {
        writes_outputs: is_printed,
        ..options(&obligations)
    };
    let expected = run(&entry, &inputs, &as_written).or_else(|failure| {
        match (failure.kind, failure.refusal) {
            (Kind::Limit, refusal) => Err(Verdict::limit(refusal)),
            // A launch refuses these sizes; inputs of other types than the program's, unless they are meant, are the generator's fault.
            (Kind::Arguments, Some(refusal)) if !fits || refusal.id() != DPIA_E_ENTRY.id => {
                Ok(Result::Error(Raised::of(&failure.diagnostic())))
            }
            _ => Err(Verdict::differ("functional reading", failure.message.clone())),
        }
    })?;
    if is_law && !holds(&expected) {
        return Err(Verdict::differ("a law", format!("{expected:?}")));
    }
    Ok(Question {
        text,
        inputs,
        entry,
        obligations,
        expected,
        as_written,
    })
}

/// The entry as passes take it: what a person's command may leave unwritten begins with zeros.
fn initialised(entry: &Entry, target: Target) -> std::result::Result<Entry, Vec<Diagnostic>> {
    elder_passes::dpia::initialise::run(entry, &target)
}

/// Whether all of a result is `true`.
fn holds(result: &Result) -> bool {
    let all = |value: &Value| matches!(value.data(), Data::Bool(all) if all.iter().all(|one| *one));
    matches!(result, Result::Values(values) if values.iter().all(all))
}

/// How generated programs are run.
fn options(obligations: &[Obligation]) -> Options {
    Options {
        obligations: obligations.to_vec(),
        fuel: Some(FUEL),
        strict: true,
        writes_outputs: true,
        ..Options::default()
    }
}

/// Runs an entry; run-time errors are results.
fn run(entry: &Entry, inputs: &[Value], options: &Options) -> std::result::Result<Result, Box<Failure>> {
    counted(entry, inputs, options).0
}

/// As [`run`], with the number of steps that it took.
fn counted(
    entry: &Entry,
    inputs: &[Value],
    options: &Options,
) -> (std::result::Result<Result, Box<Failure>>, u64) {
    let outcome = dpia::run(entry, inputs.to_vec(), options);
    let results = match outcome.results {
        Ok(values) => Ok(Result::Values(values)),
        Err(failure) => match (failure.kind, failure.refusal) {
            (Kind::Error, Some(_)) => Ok(Result::Error(Raised::of(&failure.diagnostic()))),
            _ => Err(failure),
        },
    };
    (results, outcome.steps)
}

/// How two results differ: bit by bit, any NaN like any other.
pub(crate) fn difference(actual: &Result, expected: &Result) -> Option<String> {
    match (actual, expected) {
        (Result::Values(actual), Result::Values(expected)) => {
            if actual.len() != expected.len() {
                return Some(format!("{} values instead of {}", actual.len(), expected.len()));
            }
            actual.iter().zip(expected).enumerate().find_map(|(k, (a, e))| {
                let difference = compare::difference(a, e, Tolerance::Bitwise)?;
                Some(format!("result {k}: {difference}"))
            })
        }
        (Result::Error(_), Result::Error(_)) => None,
        (Result::Error(error), Result::Values(_)) => Some(format!("an error ({error}) instead of a value")),
        (Result::Values(_), Result::Error(error)) => Some(format!("a value instead of an error ({error})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_differ_in_their_number_their_bits_and_their_kind() {
        let values = |xs: &[f64]| Result::Values(xs.iter().map(|x| Value::vector(vec![*x])).collect());
        let error = Result::Error(Box::new(Raised {
            refusal: None,
            span: Span::NONE,
            message: String::new(),
        }));
        let differ = |a: &Result, b: &Result| difference(a, b).is_some() && difference(b, a).is_some();
        assert!(difference(&values(&[1.0, f64::NAN]), &values(&[1.0, -f64::NAN])).is_none());
        assert!(difference(&error, &error).is_none());
        assert!(differ(&values(&[1.0]), &values(&[1.0, 2.0])));
        assert!(differ(&values(&[]), &values(&[1.0])));
        assert!(differ(&values(&[0.0]), &values(&[-0.0])));
        assert!(differ(&values(&[1.0]), &error));
    }
}
