//! Differential fuzzing: generated programs on every pipeline of Elder.
//!
//! A body is a plain function from a tree of choices to a [`Verdict`]; `elder fuzz`, the tests and the fuzz targets drive the same
//! ones.  [`interpreters`] compares the reference semantics of the program at every stage of the tower, and checks and prints it there;
//! [`kernels`] compares it with compiled kernels as their reference semantics executes them, [`devices`] with what a device makes of them, many
//! programs in one build; [`refused`] judges programs that break a rule; [`external`] holds other implementations of Futhark to the definition.
//! [`meant`] judges programs that are made with their meaning, [`sizes`] what is said of sizes, and [`values`] what reads values; [`malformed`] asks only for an answer, of inputs that are hardly any.  A [`campaign`] judges many programs.

pub mod campaign;
pub mod cases;
pub mod core;
pub mod devices;
pub mod dex;
pub mod external;
pub mod fcl;
pub mod futhark;
pub mod hosts;
pub mod interpreters;
pub mod judges;
pub mod kernels;
pub mod launched;
pub mod malformed;
pub mod meant;
pub mod refused;
pub mod scopes;
pub mod sides;
pub mod sizes;
pub mod values;

use crate::engine::StopKind;
use crate::finding::Finding;
use crate::judge::{self, Answer, Difference, End, Failures, Limits, Terms, UNDEFINED, Unread, Why, judge};
use elder_dpia::check::{self, Obligation};
use elder_dpia::rules::evaluation::DPIA_E_ENTRY;
use elder_dpia::{Entry, Program, alpha, load, print};
use elder_generate::dpia::written::written;
use elder_generate::dpia::{Shape, case};
use elder_generate::{ChoiceTree, Choices};
use elder_passes::Target;
use elder_semantics::dpia::{self, Mode, Options};
use elder_semantics::options::Limits as Bounds;
use elder_syntax::value::Data;
use elder_syntax::{Diagnostic, Refusal, Value};
use std::fmt;

/// What one program showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All stages agree.
    Agree,
    /// There is no value to compare.
    Limit(Limit),
    /// Two stages differ, or a stage refuses what another made.
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
fn rendered(errors: &[Diagnostic]) -> String {
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

    /// What is said there of two ends: nothing if they agree, or what differs is open.  The place is told with the class of a difference, so that two
    /// differences of one place are of two [kinds](campaign::Kinds).
    ///
    /// # Errors
    /// That they differ, or that a run needs more than it may have.
    fn of(place: impl FnOnce(&str) -> String, answer: Answer) -> Result<(), Verdict> {
        match answer {
            Answer::Differ(Difference { class, message }) => Err(Verdict::differ(place(&class), message)),
            Answer::Undecided(Why::Limit(premise)) => Err(Verdict::Limit(Limit::Run(premise))),
            Answer::Agree | Answer::Undecided(_) => Ok(()),
        }
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
    pub expected: End,
    /// How it is run as it was written.
    pub as_written: Options,
}

impl Question {
    /// Whether what this program was made into ends as it does, where these failures stand for each other and limits are compared so; that one is the entry as these
    /// options run it, if a failure of its own has to be explained.
    fn judge(
        &self,
        actual: &End,
        (failures, limits): (Failures<'_>, Limits),
        made: &dyn Fn() -> Option<(Entry, Options)>,
    ) -> Answer {
        let unread = Unread {
            written: &|| dpia::regardless(&self.entry, &self.inputs, &self.as_written),
            made: &|| {
                let (entry, options) = made()?;
                dpia::regardless(&entry, &self.inputs, &options)
            },
        };
        let terms = Terms {
            failures,
            limits,
            unread: Some(unread),
            ..Terms::SAME
        };
        judge(&self.expected, actual, &terms)
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
fn read(text: &str) -> Result<Program, Verdict> {
    let loaded = load::text("generated.dpia", text);
    loaded.program.ok_or_else(|| {
        let error = loaded.diagnostics.first();
        let rule = error.and_then(|e| e.refusal).map_or("?", |r| r.id());
        let message = error.map_or(String::new(), |e| e.message.clone());
        Verdict::differ(format!("the text is refused: {rule}"), message)
    })
}

/// The program of a text, with what is printed of it, which is read as the same program.
fn printed(text: &str, is_printed: bool) -> Result<(Program, String), Verdict> {
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
pub fn question(tree: &ChoiceTree, shape: Shape) -> Result<Question, Verdict> {
    asked(made(&mut Choices::replaying(tree.clone()), shape))
}

/// The program of a text that people could have written, as [`question`] reads one.
///
/// # Errors
/// The verdict, if that is already all.
pub(crate) fn question_of(text: &str, inputs: Vec<Value>) -> Result<Question, Verdict> {
    asked(Made {
        text: text.to_owned(),
        inputs,
        is_law: false,
        is_printed: false,
        fits: true,
    })
}

fn asked(made: Made) -> Result<Question, Verdict> {
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
        mode: Mode {
            writes_outputs: is_printed,
            ..options(&obligations).mode
        },
        ..options(&obligations)
    };
    let expected = counted(&entry, &inputs, &as_written).0;
    if let Err(failed) = &expected {
        match (failed.kind, failed.diagnostic.refusal) {
            (StopKind::Limit, refusal) => return Err(Verdict::limit(refusal)),
            // A launch refuses these sizes; inputs of other types than the program's, unless they are meant, are the generator's fault.
            (StopKind::Error, Some(refusal))
                if !(judge::is_of(refusal, &UNDEFINED) || fits && refusal.id() == DPIA_E_ENTRY.id) => {}
            _ => return Err(Verdict::differ("functional reading", &*failed.diagnostic.message)),
        }
    }
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
fn initialised(entry: &Entry, target: Target) -> Result<Entry, Vec<Diagnostic>> {
    elder_passes::dpia::initialise::run(entry, &target)
}

/// Whether all of a result is `true`.
fn holds(result: &End) -> bool {
    let all = |value: &Value| matches!(value.data(), Data::Bool(all) if all.iter().all(|one| *one));
    result.as_ref().is_ok_and(|values| values.iter().all(all))
}

/// How generated programs are run.
fn options(obligations: &[Obligation]) -> Options {
    Options {
        limits: Bounds::fuel(FUEL),
        mode: Mode {
            obligations: obligations.to_vec(),
            strict: true,
            writes_outputs: true,
            ..Mode::default()
        },
        ..Options::default()
    }
}

/// How a run of an entry ends, and after how many steps.
fn counted(entry: &Entry, inputs: &[Value], options: &Options) -> (End, u64) {
    let outcome = dpia::run(entry, inputs.to_vec(), options);
    (judge::ended(outcome.results), outcome.also.steps)
}
