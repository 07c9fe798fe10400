//! Rules and their identifiers.
//!
//! A rule is one thing everywhere: the text in `spec/` shows it by its id, the
//! checker or evaluator names it where it applies it, an error names the rule and
//! the premise that refused, the conformance cases say which rules they are for,
//! and running anything feeds the counters kept here.
//!
//! A language declares its rules with [`rules!`]; each becomes a `static`, so a
//! misspelt rule does not compile.  The counters are plain relaxed loads and stores:
//! a lost increment between threads does not matter, only whether a count is zero.
//! Threads count in lanes of their own ([`Applications`]), as they would wait for each other's cache lines otherwise:
//! with one counter a rule, 16 threads judged programs at a quarter of the speed of 16 processes.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The judgement that a rule belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Judgement {
    /// Text to syntax tree.
    Syntax,
    /// Expressions have types.
    Typing,
    /// Sizes of arrays.
    Sizes,
    /// Aliases and consumption.
    Uniqueness,
    /// Modules, module types, functors, imports.
    Modules,
    /// Programs have values.
    Evaluation,
    /// Values on input and output.
    Format,
    /// Functional terms to commands, and commands to kernels' commands.
    Translation,
    /// A program becomes one of the same meaning that does less.
    Simplification,
    /// Commands to the text of kernels and the plan of their launches.
    Kernels,
    /// Types and nat terms are well-formed.
    Kinding,
    /// A program fits the levels of a parallel device.
    Hierarchy,
}

/// A premise that can fail; `key` is unique within its rule.
#[derive(Debug)]
pub struct Premise {
    /// Short name used in code, coverage reports and spec text.
    pub key: &'static str,
    /// What must hold, as one clause.
    pub text: &'static str,
    refused: AtomicU64,
}

impl Premise {
    /// For [`rules!`] only.
    #[doc(hidden)]
    pub const fn new(key: &'static str, text: &'static str) -> Premise {
        Premise {
            key,
            text,
            refused: AtomicU64::new(0),
        }
    }

    /// How often this premise refused in this process.
    pub fn refusals(&self) -> u64 {
        self.refused.load(Relaxed)
    }
}

/// One rule of a language definition.
#[derive(Debug)]
pub struct Rule {
    /// The id, such as `FUT-T-IF`.
    pub id: &'static str,
    /// The judgement that it belongs to.
    pub judgement: Judgement,
    /// What the rule says, in one sentence.
    pub title: &'static str,
    /// Paper, section, or document that it comes from.
    pub source: &'static str,
    /// The premises that can fail.
    pub premises: &'static [Premise],
    applied: Applications,
}

/// How often a rule was applied, by the lanes of the threads that applied it.
#[derive(Debug)]
struct Applications([Lane; LANES]);

/// More than threads usually count at one time; two that share a lane are slower, nothing else.
const LANES: usize = 32;

/// A counter alone in its cache line.
#[derive(Debug)]
#[repr(align(64))]
struct Lane(AtomicU64);

thread_local! {
    /// The number of this thread's lane; none before it counts for the first time.
    static LANE: Cell<Option<usize>> = const { Cell::new(None) };
}

impl Applications {
    const fn none() -> Applications {
        Applications([const { Lane(AtomicU64::new(0)) }; LANES])
    }

    #[inline(always)]
    fn count(&self) {
        let lane = LANE.get().unwrap_or_else(next_lane);
        let Lane(count) = &self.0[lane % LANES];
        count.store(count.load(Relaxed).wrapping_add(1), Relaxed);
    }

    fn sum(&self) -> u64 {
        let counts = self.0.iter().map(|Lane(count)| count.load(Relaxed));
        counts.fold(0, u64::wrapping_add)
    }
}

/// Gives this thread a lane: threads take them in turn.
#[cold]
fn next_lane() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let lane = NEXT.fetch_add(1, Relaxed) % LANES;
    LANE.set(Some(lane));
    lane
}

/// A rule together with the premise that failed.  Made by [`Rule::refuse`].
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// The rule that could not be applied.
    pub rule: &'static Rule,
    /// Index into `rule.premises`; `None` if the rule has a single, unnamed way to fail.
    pub premise: Option<usize>,
}

impl Rule {
    /// For [`rules!`] only.
    #[doc(hidden)]
    pub const fn new(
        id: &'static str,
        judgement: Judgement,
        title: &'static str,
        source: &'static str,
        premises: &'static [Premise],
    ) -> Rule {
        Rule {
            id,
            judgement,
            title,
            source,
            premises,
            applied: Applications::none(),
        }
    }

    /// Notes that the rule was applied.
    #[inline(always)]
    pub fn apply(&'static self) {
        self.applied.count();
    }

    /// How often the rule was applied in this process.
    pub fn applications(&self) -> u64 {
        self.applied.sum()
    }

    /// The premise `key` of this rule, that somebody else will say failed: it is not counted.
    pub fn blamed(&'static self, key: &str) -> Refusal {
        Refusal {
            rule: self,
            premise: self.premises.iter().position(|premise| premise.key == key),
        }
    }

    /// Notes that the premise `key` of this rule failed.
    ///
    /// # Panics
    /// If the rule has no premise of that name: a mistake in Elder, found by the first test that gets there.
    pub fn refuse(&'static self, key: &str) -> Refusal {
        let index = self.premises.iter().position(|p| p.key == key);
        let index = index.unwrap_or_else(|| panic!("rule {} has no premise `{key}`", self.id));
        let count = &self.premises[index].refused;
        count.store(count.load(Relaxed).wrapping_add(1), Relaxed);
        Refusal {
            rule: self,
            premise: Some(index),
        }
    }
}

impl Refusal {
    /// The id of the rule.
    pub fn id(&self) -> &'static str {
        self.rule.id
    }

    /// The name of the premise within its rule; empty if the rule has a single, unnamed way to fail.
    pub fn key(&self) -> &'static str {
        let premise = self.premise.and_then(|k| self.rule.premises.get(k));
        premise.map_or("", |premise| premise.key)
    }

    /// Whether this premise of this rule failed.
    pub fn is(&self, rule: &'static Rule, key: &str) -> bool {
        std::ptr::eq(self.rule, rule) && self.key() == key
    }
}

/// `RULE/premise`
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.rule.id, self.key())
    }
}

/// Declares rules as statics and collects them into a table.
///
/// ```
/// elder_syntax::rules! {
///     /// The rules of conditionals.
///     pub static TABLE = Typing;
///     DEMO_IF = "DEMO-IF", "both branches have the type of the whole", "thesis 5.14",
///         [condition: "the condition is a bool", branches: "the branches have one type"];
///     DEMO_UNIT = "DEMO-UNIT", "the empty tuple has the empty type", "own", [];
/// }
/// DEMO_IF.apply();
/// assert_eq!(TABLE.len(), 2);
/// assert_eq!(DEMO_IF.refuse("branches").id(), "DEMO-IF");
/// ```
#[macro_export]
macro_rules! rules {
    ($(#[$meta:meta])* $vis:vis static $table:ident = $judgement:ident;
     $($name:ident = $id:literal, $title:literal, $source:literal,
        [$($key:ident : $text:literal),* $(,)?];)*) => {
        $(
            #[doc = concat!("`", $id, "`: ", $title, ".")]
            pub static $name: $crate::Rule = $crate::Rule::new(
                $id, $crate::Judgement::$judgement, $title, $source,
                {
                    const COUNT: usize = <[&str]>::len(&[$(stringify!($key)),*]);
                    static PREMISES: [$crate::Premise; COUNT] = [$($crate::Premise::new(stringify!($key), $text)),*];
                    &PREMISES
                },
            );
        )*
        $(#[$meta])*
        $vis static $table: &[&$crate::Rule] = &[$(&$name),*];
    };
}
