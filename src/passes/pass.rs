//! A pass: a pure function from a checked program to a checked program, of the same language or the next one down, with what is to be known of it.
//!
//! After each pass within DPIA the program is again a well-typed program with the same meaning.  How far the reference semantics can run it there
//! is the pass's [`Reading`].

use crate::Target;
use crate::core::plan::schedule::Schedule;
use crate::programs::Dpia;
use crate::tower::passes;
use elder_dpia::Entry;
use elder_syntax::language::{self, Program, known};
use elder_syntax::{Diagnostic, Language, Rule};
use std::rc::Rc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How often each pass was taken in this process, in the order of [`passes`].
static TAKEN: LazyLock<Vec<AtomicU64>> =
    LazyLock::new(|| passes().iter().map(|_| AtomicU64::new(0)).collect());

/// A pass.  In which order passes are taken, and with which options, says a [`Pipeline`](crate::Pipeline).
pub struct Pass {
    /// The name; passes of different languages may share one.
    pub name: &'static str,
    /// The language that it starts from.
    pub from: &'static Language,
    /// The language that it leads to.
    pub to: &'static Language,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// The rules that it applies.
    pub rules: &'static [&'static Rule],
    /// Whether its rules can be switched off one by one ([`Options::without`]).
    pub switches: bool,
    /// How floats of its result compare with those of what it started from.
    pub floats: Floats,
    /// What it changes in how the reference semantics can run the program.
    pub then: Then,
    /// Whether it is of those programs only that it does not refuse: a program outside of the fragment goes no further.
    pub fragment: bool,
    /// The step itself, which [`Pass::take`] takes.
    pub run: Step,
    /// The derivation by which it makes its result, as text, of a pass whose judgement can be watched.
    pub steps: Option<Steps>,
    /// How many times the work of what it started from its result may do, and of one application for each of its lines.  What Futhark does is counted
    /// with its rules, and tests of theirs are operations in Core.  What counts of Core are primitive functions that are applied and elements that are read,
    /// written or made, on every run: one that fails, too, and one in which a loop has no round.  A premise that
    /// its statements tested, and those of its result do not, counts as one: it is computed there.  `None`: there is no bound.
    pub work: Option<u64>,
    /// Whether which of several elements that fail is met first is another one behind it (CORE-E-MAP).
    pub reorders: bool,
    /// Those of its rules that look into operators, or put a number for another one because they are equal: a run over the free monoid (E2) may have
    /// other words after them.  Without them it has the same.
    pub words: &'static [&'static Rule],
}

/// What a pass is told where it stands in a pipeline.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Those of its rules that are left out; a pass that cannot do without one applies them all.
    pub without: Vec<&'static Rule>,
    /// By what a pass chooses that makes entries ([`plan`](crate::core::plan)); by what suits the target if nothing is said.
    pub schedule: Option<Schedule>,
}

/// What a pass makes of a program.
pub type Made = Result<Rc<dyn Program>, Vec<Diagnostic>>;

/// What a pass does to a program of its language, for a target.  The program is its own, to be changed in place ([`owned`]); who needs it afterwards holds
/// it too.
pub type Step = fn(Rc<dyn Program>, &Target, &Options) -> Made;

/// The steps of a pass on a program, a line each.
pub type Steps = fn(&dyn Program) -> Result<String, Vec<Diagnostic>>;

/// Classes of agreement of floats, the stronger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Floats {
    /// E0: the same bits, any NaN like any other.
    Bitwise,
    /// E1: the same bits on inputs on which every order of evaluation gives them; operations are associated in another way.
    Reassociated,
}

pub use elder_dpia::Reading;

/// What a pass makes of the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The program is run as before.
    Same,
    /// It is run so from here on.
    Now(Reading),
    /// A program that could not be run before is run so from here on, others as before.
    AtLast(Reading),
}

impl Then {
    /// How a program is run after the pass, if `before` it was run so.
    pub fn of(self, before: Reading) -> Reading {
        match self {
            Then::Same => before,
            Then::Now(reading) => reading,
            Then::AtLast(reading) if before == Reading::Unordered => reading,
            Then::AtLast(_) => before,
        }
    }
}

impl Pass {
    /// A pass within DPIA that keeps the bits of floats and does no more work, by rules that cannot be switched off; its result is run as before.  What
    /// every pass has of its own (name, description, rules, step) is missing.
    pub const WITHIN_DPIA: Pass = Pass {
        name: "",
        from: &elder_dpia::LANGUAGE,
        to: &elder_dpia::LANGUAGE,
        description: "",
        rules: &[],
        switches: false,
        floats: Floats::Bitwise,
        then: Then::Same,
        fragment: false,
        run: |_, _, _| Err(vec![]),
        steps: None,
        work: Some(1),
        reorders: false,
        words: &[],
    };

    /// What it makes of a program, within the bounds of [`elder_syntax::effort`]; that it was taken is counted.
    ///
    /// # Errors
    /// What it refuses, and what was used up.
    pub fn take(&self, program: Rc<dyn Program>, target: &Target) -> Made {
        self.with(program, target, &Options::default())
    }

    /// The same with options.
    ///
    /// # Errors
    /// What it refuses, and what was used up.
    pub fn with(&self, program: Rc<dyn Program>, target: &Target, options: &Options) -> Made {
        if let Some(count) = self.count() {
            count.fetch_add(1, Relaxed);
        }
        let made = self.from.within(|| (self.run)(program, target, options));
        made.unwrap_or_else(|spent| Err(vec![*spent]))
    }

    /// How often it was taken in this process.
    pub fn taken(&self) -> u64 {
        self.count().map_or(0, |count| count.load(Relaxed))
    }

    fn count(&self) -> Option<&'static AtomicU64> {
        TAKEN.get(passes().iter().position(|pass| *pass == self)?)
    }

    /// What a pass of DPIA makes of an entry.
    ///
    /// # Errors
    /// What it refuses.
    pub fn entry(&self, entry: &Entry, target: &Target) -> Result<Entry, Vec<Diagnostic>> {
        let made = self.take(Rc::new(Dpia::of(entry)), target)?;
        Ok(expect::<Dpia>(&*made)?.entry.clone())
    }
}

/// Passes are told by where they stand.
impl PartialEq for Pass {
    fn eq(&self, other: &Pass) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The program as one of the language that a pass starts from.
///
/// # Errors
/// Says that it is of another one, which is the mistake of who takes the pass.
pub fn expect<P: Program>(program: &dyn Program) -> Result<&P, Vec<Diagnostic>> {
    known(program).ok_or_else(|| from_another(program.language()))
}

/// The same as its own.  It is copied only if somebody else holds it too.
///
/// # Errors
/// As [`expect`].
pub fn owned<P: Program + Clone>(program: Rc<dyn Program>) -> Result<P, Vec<Diagnostic>> {
    let language = program.language();
    language::owned(program).ok_or_else(|| from_another(language))
}

fn from_another(language: &Language) -> Vec<Diagnostic> {
    let message = format!("a pass that does not start from {}", language.name);
    vec![Diagnostic::outside(message)]
}
