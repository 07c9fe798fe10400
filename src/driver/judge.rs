//! Whether two stages of a program agree on an input: the one judgement of all who compare runs.
//!
//! The conformance cases, `elder test`, `elder dev --cost`, `elder fuzz`, `elder reduce`, and devices run programs in ways of their own; whether what came of one run is what came of another, [`judge`] says.
//! It is a pure function of two ends and the [`Terms`] on which they are compared: what of floats, failures, limits and work may be another.
//!
//! How a run ended has a [`Sort`], by the kind of its failure and by its rule; of each pair of sorts, this is the answer:
//!
//! | expected, actual | value | error | no fit | not sayable | undefined | limit | wrong |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | value | [`Near`], work | differ, but for [`Launch`] and [`Unread`] | differ | differ | differ | [`Limits`] | differ |
//! | error | differ, but for [`Unread`] | [`Failures`], [`Launch`] | [`Failures`], by one rule | differ | differ | [`Limits`] | differ |
//! | no fit | differ | [`Failures`] | [`Failures`] | differ | differ | [`Limits`] | differ |
//! | not sayable | undecided | differ | undecided | [`Failures`] | differ | [`Limits`] | differ |
//! | undefined, limit | undecided | undecided | undecided | undecided | undecided | undecided | differ |
//! | wrong | differ | differ | differ | differ | differ | [`Limits`] | [`Failures`] |
//!
//! What does not fit is undecided where it is said in another way ([`Terms::fits`]), and what is not sayable differs where no format has to say it
//! ([`Terms::has_formats`]); what a rule of the way down refuses in the place of another failure, [`Launch`] says.  `calibration/agreement.rs` asks all of it.

use crate::engine::{Failed, StopKind};
use elder_dpia::rules::evaluation::{
    DPIA_E_CLAMP, DPIA_E_ENTRY, DPIA_E_KNOWN, DPIA_S_BARRIER, DPIA_S_CUT, DPIA_S_R, DPIA_S_RACE,
};
use elder_dpia::rules::kernels::DPIA_G_WIDTH;
use elder_fcl::rules::translation::FCL_M_SIZE;
use elder_kernel::plan::Site;
use elder_kernel::rules::KER_E_RACE;
use elder_passes::Pass;
use elder_passes::pass::Floats;
use elder_semantics::dpia;
use elder_semantics::failure::Run;
use elder_syntax::language::Program;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{self, Tolerance, compare};
use elder_syntax::{Diagnostic, Judgement, Refusal, Rule, Value};

/// How a run ended: with values, or why there are none.
pub type End = Result<Vec<Value>, Failed>;

/// The rules of what is not defined: races, barriers that not all meet, cells that nobody wrote, indexes and places that are owed.  What one makes of the program may end so in any way.
pub(crate) const UNDEFINED: [&Rule; 7] = [
    &DPIA_S_RACE,
    &DPIA_S_BARRIER,
    &DPIA_S_R,
    &DPIA_E_KNOWN,
    &DPIA_E_CLAMP,
    &DPIA_S_CUT,
    &KER_E_RACE,
];

/// Those by which whoever made the program owes that a number is an index.
const OWED: [&Rule; 3] = [&DPIA_E_KNOWN, &DPIA_E_CLAMP, &DPIA_S_CUT];

/// The rules by which a size is refused, or a width that it asks for, before anything runs.
const LAUNCH: [&Rule; 3] = [&DPIA_E_ENTRY, &FCL_M_SIZE, &DPIA_G_WIDTH];

/// What is said of two ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They are the same.
    Agree,
    /// They are not.
    Differ(Difference),
    /// There is nothing to compare.
    Undecided(Why),
}

/// How a run ended in another way than another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// By which premises.
    pub class: String,
    /// With which values, and where.
    pub message: String,
}

/// Why there is nothing to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A run needs more than it may have, by this premise.
    Limit(String),
    /// What is not defined may become anything.
    Undefined,
    /// The data formats cannot say the value, or what does not fit is said in another way.
    Unsayable,
    /// A launch refuses sizes.
    Launch,
    /// No result depends on what fails (DPIA-E-UNREAD).
    Unread,
    /// Floats were added in another order, on values on which that matters.
    Order,
}

/// On what terms two ends are compared.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// How near values have to be.
    pub near: Near<'a>,
    /// Which failures stand for each other.
    pub failures: Failures<'a>,
    /// Whether limits are compared.
    pub limits: Limits,
    /// Where a launch may refuse sizes.
    pub launch: Launch,
    /// Whether what does not fit is said in the same way.
    pub fits: bool,
    /// Whether values go through the data formats, which cannot say all of them.
    pub has_formats: bool,
    /// What the two programs give whatever stands for what fails, of programs that may meet that or not.
    pub unread: Option<Unread<'a>>,
    /// What work is compared with.
    pub work: Option<Work<'a>>,
}

/// How near values have to be.
#[derive(Clone, Copy)]
pub enum Near<'a> {
    /// All of them so.
    All(Tolerance),
    /// The same bits, but for the signs of zeros.
    Numbers,
    /// Each as this says of it.
    Each(&'a dyn Fn(usize) -> Tolerance),
    /// Floats were added in another order: those that are not the same bits show nothing.
    Order,
}

/// Which failures stand for each other.
#[derive(Clone, Copy)]
pub enum Failures<'a> {
    /// Those of one sort by one premise at one place.
    Same,
    /// Those with the same words, too.
    Reported,
    /// Those by one rule.
    Rule,
    /// All: parts have no order, so of several any may be met first.
    Any,
    /// All, of a program whose own is of one of these tests.
    Tested(&'a [Site]),
    /// All, of a program whose own was noted beside what is said, or is of one of these tests; what is said before anything runs has its rule.
    Noted(&'a [Diagnostic], &'a [Site]),
}

/// Whether limits are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limits {
    /// Steps and memory are counted in the same way.
    Counted,
    /// In another way.
    Other,
    /// In another way, by kernels: they have an end where the program fails.
    Kernels,
}

/// Where a launch may refuse sizes by a rule of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// Nowhere.
    Never,
    /// Where the program fails.
    Failing,
    /// Where the program can do without, too.
    Any,
}

/// What two programs give whatever stands for what fails.
#[derive(Clone, Copy)]
pub struct Unread<'a> {
    /// The program as it was written.
    pub written: &'a dyn Fn() -> Option<Vec<Value>>,
    /// What it was made into.
    pub made: &'a dyn Fn() -> Option<Vec<Value>>,
}

/// What a pass may make of the work of a program.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The pass.
    pub pass: &'a Pass,
    /// What it took, and the work of that, with the premises that statements tested there and do not behind the pass.
    pub before: (&'a dyn Program, u64),
    /// The work of what it made.
    pub after: u64,
}

/// How a run ended, to whoever compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Value,
    Error,
    Misfit,
    Unsayable,
    Undefined,
    Limit,
    Wrong,
}

impl Sort {
    fn of(end: &End) -> Sort {
        let Err(Failed { kind, diagnostic }) = end else {
            return Sort::Value;
        };
        match (kind, diagnostic.refusal) {
            (_, Some(refusal)) if is_of(refusal, &UNDEFINED) => Sort::Undefined,
            (StopKind::Limit, _) => Sort::Limit,
            (StopKind::Unsupported, _) => Sort::Unsayable,
            (StopKind::Arguments, _) => Sort::Misfit,
            (StopKind::Error, Some(_)) => Sort::Error,
            // No program that was checked fails by no rule.
            (StopKind::Error, None) | (StopKind::Internal, _) => Sort::Wrong,
        }
    }
}

impl Sort {
    /// Whether failures of these sorts may stand for each other: errors, before and after something was evaluated, and any of one sort.
    fn is_like(self, other: Sort) -> bool {
        let is_error = |sort| matches!(sort, Sort::Error | Sort::Misfit);
        self == other || is_error(self) && is_error(other)
    }
}

/// Whether one of these rules refuses.
pub(crate) fn is_of(refusal: Refusal, rules: &[&Rule]) -> bool {
    rules.iter().any(|rule| rule.id == refusal.id())
}

impl Terms<'_> {
    /// The same bits, the same failures, and limits that are counted in the same way.
    pub const SAME: Terms<'static> = Terms {
        near: Near::All(Tolerance::Bitwise),
        failures: Failures::Same,
        limits: Limits::Counted,
        launch: Launch::Never,
        fits: true,
        has_formats: true,
        unread: None,
        work: None,
    };

    /// The same bits, and some failure for a failure.
    pub const ANY: Terms<'static> = Terms {
        failures: Failures::Any,
        limits: Limits::Other,
        ..Terms::SAME
    };
}

impl Near<'_> {
    /// Behind passes of this class, on values on which every order of operations has the same sum (`is_exact`) or on any.  Where a program takes derivatives
    /// (`is_derived`), no rule says the sign of a zero that comes of it (DX-L-PRIM).
    pub fn of(class: Floats, is_exact: bool, is_derived: bool) -> Near<'static> {
        match (class, is_exact, is_derived) {
            (Floats::Reassociated, false, _) => Near::Order,
            (_, _, true) => Near::Numbers,
            _ => Near::All(Tolerance::Bitwise),
        }
    }
}

impl Answer {
    /// How the two differ, if they do.
    pub fn difference(self) -> Option<Difference> {
        match self {
            Answer::Differ(difference) => Some(difference),
            Answer::Agree | Answer::Undecided(_) => None,
        }
    }
}

impl Difference {
    fn new(class: impl Into<String>, message: impl Into<String>) -> Difference {
        let (class, message) = (class.into(), message.into());
        Difference { class, message }
    }
}

/// In one line.
impl From<Difference> for String {
    fn from(difference: Difference) -> String {
        format!("{}: {}", difference.class, difference.message)
    }
}

/// How a run of a program of DPIA ended; values at which it has no meaning are an error as any other.
pub fn ended(results: Run<Vec<Value>>) -> End {
    results.map_err(|failure| errs(elder_engine::dpia::failed(&failure)))
}

/// A failure that is an error of the program, whether or not anything was evaluated before it.
pub(crate) fn errs(failed: Failed) -> Failed {
    let kind = match failed.kind {
        StopKind::Arguments => StopKind::Error,
        kind => kind,
    };
    Failed { kind, ..failed }
}

/// Whether a run ended as it is expected to.
pub fn judge(expected: &End, actual: &End, terms: &Terms<'_>) -> Answer {
    let answer = ends(expected, actual, terms);
    let excess = terms
        .work
        .filter(|_| actual.is_ok())
        .and_then(|work| work.excess());
    match (answer, excess) {
        (Answer::Agree | Answer::Undecided(_), Some(excess)) => {
            Answer::Differ(Difference::new("more work", excess))
        }
        (answer, _) => answer,
    }
}

fn ends(expected: &End, actual: &End, terms: &Terms<'_>) -> Answer {
    let refusal = |end: &End| end.as_ref().err().and_then(|failed| failed.diagnostic.refusal);
    let by = |rules: &[&Rule]| refusal(actual).is_some_and(|refusal| is_of(refusal, rules));
    let differ = || Answer::Differ(difference(expected, actual));
    let limit = |end: &End| {
        Answer::Undecided(Why::Limit(
            refusal(end).map_or_else(String::new, |by| by.to_string()),
        ))
    };
    match (Sort::of(expected), Sort::of(actual)) {
        // What relies on what is owed may even leave its memory.
        (Sort::Undefined, Sort::Wrong) if refusal(expected).is_some_and(|refusal| is_of(refusal, &OWED)) => {
            Answer::Undecided(Why::Undefined)
        }
        (of_expected, Sort::Wrong) if of_expected != Sort::Wrong => differ(),
        (Sort::Limit, _) => limit(expected),
        (Sort::Undefined, _) => Answer::Undecided(Why::Undefined),
        (Sort::Unsayable, Sort::Value | Sort::Misfit) if terms.has_formats => {
            Answer::Undecided(Why::Unsayable)
        }
        (Sort::Misfit, _) if !terms.fits => Answer::Undecided(Why::Unsayable),
        (_, Sort::Undefined) => differ(),
        (of_expected, Sort::Limit) => {
            let is_room = refusal(actual).is_some_and(|refusal| refusal.key() == "memory");
            match terms.limits {
                Limits::Counted => differ(),
                Limits::Kernels if of_expected != Sort::Value && !is_room => differ(),
                Limits::Kernels | Limits::Other => limit(actual),
            }
        }
        (Sort::Value, Sort::Value) => {
            let (expected, actual) = (expected.as_deref(), actual.as_deref());
            values(
                expected.unwrap_or_default(),
                actual.unwrap_or_default(),
                terms.near,
            )
        }
        (Sort::Value, Sort::Error) if terms.launch == Launch::Any && by(&LAUNCH) => {
            Answer::Undecided(Why::Launch)
        }
        (Sort::Value, Sort::Error) | (Sort::Error, Sort::Value) => match terms.unread {
            Some(unread) if unread.holds(actual) => Answer::Undecided(Why::Unread),
            _ => differ(),
        },
        (Sort::Value, _) | (_, Sort::Value) => differ(),
        (of_expected, of_actual) => match (expected, actual) {
            (Err(_), Err(actual)) if terms.launch != Launch::Never && is_of_way_down(actual) => {
                Answer::Undecided(Why::Launch)
            }
            (Err(expected), Err(actual))
                if of_expected.is_like(of_actual) && terms.failures.hold(expected, actual) =>
            {
                Answer::Agree
            }
            _ => differ(),
        },
    }
}

/// Whether a rule of the way down refuses.
fn is_of_way_down(failed: &Failed) -> bool {
    let refusal = failed.diagnostic.refusal;
    refusal.is_some_and(|refusal| refusal.rule.judgement == Judgement::Translation)
}

impl Failures<'_> {
    /// Whether one failure stands for the other.
    fn hold(self, expected: &Failed, actual: &Failed) -> bool {
        let (own, rendered) = (&expected.diagnostic, &actual.diagnostic);
        let by = |error: &Diagnostic| error.refusal.map(|by| (by.id(), by.key()));
        let is_place = |error: &Diagnostic| by(error) == by(own) && error.span == own.span;
        let is_tested = |tests: &[Site]| {
            let is_own = |site: &Site| {
                let (rule, premise) = site.rule;
                own.refusal.is_some_and(|refusal| refusal.is(rule, premise)) && own.span == site.span
            };
            tests.iter().any(is_own)
        };
        let is_rule = rule(expected) == rule(actual);
        match self {
            Failures::Same => expected.kind == actual.kind && is_place(rendered),
            Failures::Reported => Failures::Same.hold(expected, actual) && own.message == rendered.message,
            Failures::Rule => is_rule,
            // Nothing was evaluated.
            _ if actual.kind == StopKind::Arguments && expected.kind != StopKind::Arguments => is_rule,
            Failures::Any => true,
            Failures::Tested(tests) => is_tested(tests),
            // What the host refuses before anything runs, it says in terms of all sizes.
            Failures::Noted([], tests) => is_rule || is_tested(tests),
            Failures::Noted(noted, tests) => {
                let is_own = |error: &Diagnostic| is_place(error) && error.message == own.message;
                noted.iter().any(is_own) || is_tested(tests)
            }
        }
    }
}

impl Unread<'_> {
    /// DPIA-E-UNREAD: whether the one that fails has the results of the other whatever stands for what fails.
    fn holds(self, actual: &End) -> bool {
        let made = match actual {
            Ok(values) => Some(values.clone()),
            Err(_) => (self.made)(),
        };
        made.is_some() && dpia::is_unread((self.written)().as_deref(), made.as_deref())
    }
}

impl Work<'_> {
    /// That so much work is more than the pass may make of a program that did that much; nothing where the pass has no bound.
    fn excess(&self) -> Option<String> {
        let (times, (program, before), work) = (self.pass.work?, self.before, self.after);
        // One application for each line and each further operand; the text is made for the few that are near.
        let written = || {
            let text = program.text();
            (text.lines().count() + text.matches(',').count()) as u64
        };
        (work > times * before && work > times * (before + written()))
            .then(|| format!("work {work}, and {before} before"))
    }
}

/// Whether values are those that are expected.
pub fn values(expected: &[Value], actual: &[Value], near: Near<'_>) -> Answer {
    let another = |message: String| Answer::Differ(Difference::new("another value", message));
    if actual.len() != expected.len() {
        return another(format!("{} results, expected {}", actual.len(), expected.len()));
    }
    let mut answer = Answer::Agree;
    for (k, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        let tolerance = match near {
            Near::All(tolerance) => tolerance,
            Near::Each(of) => of(k),
            Near::Numbers | Near::Order => Tolerance::Bitwise,
        };
        let Some(difference) = compare::difference(actual, expected, tolerance) else {
            continue;
        };
        if matches!(near, Near::Numbers) && has_same_numbers(expected, actual) {
            continue;
        }
        let is_float =
            matches!(&difference, value::Difference::Element { actual, .. } if actual.prim_type().is_float());
        if is_float && matches!(near, Near::Order) {
            answer = Answer::Undecided(Why::Order);
            continue;
        }
        let which = if k > 0 {
            format!("result {k}: ")
        } else {
            String::new()
        };
        return another(format!("{which}{difference}"));
    }
    answer
}

/// Whether values are of the same numbers: zeros are equal, of whatever sign.
fn has_same_numbers(expected: &Value, actual: &Value) -> bool {
    let unsigned = |x: PrimValue| match x {
        PrimValue::F16(x) if x.to_f32() == 0.0 => PrimValue::F16(Default::default()),
        PrimValue::F32(0.0) => PrimValue::F32(0.0),
        PrimValue::F64(0.0) => PrimValue::F64(0.0),
        x => x,
    };
    let bits = |value: &Value, i| value.data().get(i).map(|x| unsigned(x.with_one_nan()).bits());
    let is_same = |i| bits(expected, i) == bits(actual, i);
    expected.type_string() == actual.type_string()
        && expected.shape() == actual.shape()
        && (0..expected.data().len()).all(is_same)
}

/// How one end is not the other.
fn difference(expected: &End, actual: &End) -> Difference {
    match (expected, actual) {
        (Ok(_), Err(actual)) => Difference::new(
            format!("{} refuses, where there is a value", premise(actual)),
            shown(actual),
        ),
        (Err(expected), Ok(actual)) => {
            let texts: Vec<String> = actual.iter().map(ToString::to_string).collect();
            Difference::new(
                format!("a value, where {} refuses", premise(expected)),
                format!("{}, not {}", texts.join(" "), shown(expected)),
            )
        }
        (Err(expected), Err(actual)) => {
            let class = match (premise(expected), premise(actual)) {
                (expected, actual) if expected == actual => format!("{actual} refuses elsewhere"),
                (expected, actual) => format!("{actual} refuses, not {expected}"),
            };
            Difference::new(class, format!("{}, not {}", shown(actual), shown(expected)))
        }
        (Ok(_), Ok(_)) => Difference::new("another value", ""),
    }
}

/// The id of the rule that refuses.
pub fn rule(failed: &Failed) -> &'static str {
    failed.diagnostic.refusal.map_or("?", |refusal| refusal.id())
}

/// Class and premise of a failure.
fn premise(failed: &Failed) -> String {
    match failed.diagnostic.refusal {
        Some(refusal) if failed.kind == StopKind::Error => refusal.to_string(),
        Some(refusal) => format!("{:?} {refusal}", failed.kind),
        None => format!("{:?}", failed.kind),
    }
}

/// Class, premise, place and words of a failure.
fn shown(failed: &Failed) -> String {
    let Diagnostic { span, message, .. } = &*failed.diagnostic;
    format!("{}, at {span:?}: {message}", premise(failed))
}
