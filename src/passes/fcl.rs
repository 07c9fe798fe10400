//! From FCL to commands of DPIA: staging by evaluation (notes, section 8).
//!
//! The program is run with unknown arguments.  What is known without them, functions, levels, pairs and the structure of arrays, is
//! evaluated; what depends on them becomes a command.  So pull arrays fuse because they are functions, and each `push`, `force`,
//! `concat` and `while` becomes the loop, the memory and the launch that its level says, and nothing else does.
//!
//! | module | what |
//! | --- | --- |
//! | [`value`] | the values of staging |
//! | [`builder`] | commands in the making |
//! | [`conditions`] | what is left to the launch |
//! | [`failures`] | which rule of FCL each test in the command stands for |
//! | [`facts`] | what is known of sizes and indexes |
//! | [`bounds`] | what lengths that data decide are at most |
//! | [`evaluate`], [`operators`], [`scalar`] | expressions, operators on arrays, operators on numbers |
//! | [`level`], [`memory`] | loops and memory of each level |
//! | [`writer`] | arrays of several parts |
//! | [`positions`] | where their elements go |
//! | [`injective`], [`table`] | that positions differ: seen, or counted |
//! | [`fold`] | sequential loops |
//! | [`repeat`], [`iterate`], [`in_place`] | `while`, `iterate`, and steps over their own array |
//! | [`arguments`] | how a kernel is called, and what it gives |
//! | [`assumed`] | what is assumed of the values from outside |
//!
//! Integers are kept in two readings: as the arithmetic on `i32` that the language says, and, as long as that can be said, as a
//! term over sizes and loop variables ([`elder_dpia::Nat`]).  Lengths, bounds and indexes use the second, data the first.

mod arguments;
mod assumed;
mod bounds;
mod builder;
mod conditions;
mod evaluate;
mod facts;
mod failures;
mod fold;
mod in_place;
mod injective;
mod inline;
mod iterate;
mod level;
mod memory;
mod operators;
mod positions;
mod repeat;
mod rows;
mod scalar;
mod table;
mod value;
mod writer;

pub use arguments::{Argument, Translated};
pub use failures::Tests;

use crate::Target;
use builder::Item;
use elder_dpia::check::{Condition, Obligation};
use elder_dpia::{Name, Nat, Phrase};
use elder_fcl::Configuration;
use elder_fcl::entry::Entry;
use elder_fcl::rules::translation as rules;
use elder_kernel::Plan;
use elder_syntax::{Diagnostic, Rule, Span};
use facts::Facts;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;
use value::Staged;

/// The rules of the way down.
pub static RULES: &[&Rule] = rules::TABLE;

/// Programs that need more steps of staging are refused.
const MOST_STEPS: u64 = 2_000_000;

/// The kernel as a command.
///
/// # Errors
/// FCL-M-*: what cannot be a kernel.
pub fn translate(kernel: &Entry, configuration: &Configuration) -> Result<Translated, Vec<Diagnostic>> {
    assumed::translated(kernel, configuration).map_err(|d| vec![*d])
}

/// The kernels and the launch plan of a translated kernel.
///
/// # Errors
/// What the first pass that refuses has to say.
pub fn plan(translated: &Translated, target: &Target) -> Result<Plan, Vec<Diagnostic>> {
    crate::lower(
        &crate::compile(&translated.entry, target)?,
        &translated.obligations,
        target,
    )
}

/// Where code is being made.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// The host, which launches kernels: the level of the grid.
    Host,
    /// A work-group.
    Group {
        /// 2 for a block, 1 for a warp.
        height: u32,
        /// The indexes of the parts that all warps of the block make at once, and how many there are.
        lanes: Vec<(Name, Nat)>,
    },
    /// A work-item.
    Item,
}

/// What is found out when the program runs, and might be seen before if more numbers were sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unseen {
    /// That a length is natural and has a bound, whatever the data are.
    Length,
    /// That positions differ: they are counted.
    Positions,
}

/// The state of staging.
struct Stager {
    configuration: Configuration,
    /// The items of a work-group.
    group_size: u32,
    /// Its rows, if it has several.
    rows: Option<rows::Rows>,
    place: Place,
    facts: Facts,
    /// The commands of the scope.
    block: Vec<Item>,
    /// Conditions that hold where the warps of a block make their parts at once.
    guards: Vec<Phrase>,
    /// What is known outside of all loops.
    facts_outside: Facts,
    /// The loops around, outermost first.
    loops: conditions::Loops,
    /// How many conditions stand around.
    conditions: usize,
    /// The sizes of the entry.
    sizes: FxHashSet<Name>,
    /// Lengths of arrays that exist, and so fit into 32 bits.
    lengths: Vec<Nat>,
    /// The sizes that lengths depend on.
    needed: FxHashSet<Name>,
    /// What is not seen, and where.
    unseen: FxHashSet<(Unseen, Span)>,
    /// Where lengths and indexes are numbers that are computed, or tested, when the program runs.
    tested: FxHashSet<Span>,
    /// Where it is left to the launch that a number fits.
    ranges: FxHashSet<Span>,
    /// Where numbers may wrap instead.
    wrapping: FxHashSet<Span>,
    /// What the step of a `while` reads, while that is found out.
    trial: Option<Rc<RefCell<in_place::Trial>>>,
    /// The array that the next loop is to write over.
    in_place: Option<in_place::InPlace>,
    /// Conditions for the launch.
    obligations: Vec<Obligation>,
    /// What the tests stand for.
    tests: Tests,
    /// Whether staging failed because warps differ.
    divergent: bool,
    /// The place in the source that is being staged.
    here: Span,
    steps: u64,
}

impl Stager {
    fn new(configuration: &Configuration, span: Span) -> Stager {
        Stager {
            configuration: *configuration,
            group_size: configuration.block_size,
            rows: None,
            place: Place::Host,
            facts: Facts::default(),
            block: vec![],
            guards: vec![],
            facts_outside: Facts::default(),
            loops: vec![],
            conditions: 0,
            sizes: FxHashSet::default(),
            lengths: vec![],
            needed: FxHashSet::default(),
            unseen: FxHashSet::default(),
            tested: FxHashSet::default(),
            ranges: FxHashSet::default(),
            wrapping: FxHashSet::default(),
            trial: None,
            in_place: None,
            obligations: vec![],
            tests: Tests::default(),
            divergent: false,
            here: span,
            steps: 0,
        }
    }

    /// Whether a launch knows the term.
    fn only_sizes(&self, nat: &Nat) -> bool {
        nat.variables().iter().all(|x| self.sizes.contains(x))
    }

    /// Notes that a length depends on these sizes.
    fn need(&mut self, nat: &Nat) {
        self.needed.extend(nat.variables());
    }

    /// Leaves a condition to the launch.
    fn oblige(&mut self, condition: Condition, rule: &'static Rule, premise: &'static str, span: Span) {
        self.oblige_once(Obligation {
            condition,
            rule,
            premise,
            span,
        });
    }

    /// The same: of a condition that is asked twice it counts what it is asked for first.
    fn oblige_once(&mut self, obligation: Obligation) {
        if !self
            .obligations
            .iter()
            .any(|o| o.condition == obligation.condition)
        {
            self.obligations.push(obligation);
        }
    }
}

/// What a checked program does not come to.
fn internal(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        rules::FCL_M_STAGE.refuse("size"),
        span,
        message.to_owned(),
    ))
}
