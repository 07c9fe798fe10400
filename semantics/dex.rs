//! The semantics of Dex's core, literally: big steps with a store of regions, an arm a rule (notes, section 5).
//!
//! | module | what |
//! | --- | --- |
//! | [`value`], [`types`], [`environment`] | w, T and ρ |
//! | [`index_set`], `instance` | size(T), ord(w), elem_T(k); of types that say it themselves |
//! | [`values`] | ρ(v), and what is written of views |
//! | [`evaluate`] | the judgement ρ; S ⊢ e ⇒ w; S′ |
//! | [`table`] | loops, elements of tables |
//! | [`order`] | loops without State in any order, with private accumulators |
//! | [`store`] | S: what locations hold, and what is read and written there |
//! | [`handler`] | regions, and exceptions |
//! | [`monoid`] | what accumulates: addition of vectors, or a monoid |
//! | [`derivative`] | derivatives, by numbers that move and tapes |
//! | [`entry`] | definitions, arguments, results |
//! | [`literate`] | what commands print, item by item |
//! | [`printed`] | values as commands print them |
//! | [`show`] | values as text |
//! | `reals` | a definition in reals, for derivatives by differences, where `exact` is built |
//! | [`machine`] | the same values and failures, fast: for running |
//! | [`running`] | which of the two runs what |
//!
//! This is the definition.  Nothing is done in two ways, and nothing is compiled beforehand: whoever asks what a program means reads
//! the arm of the rule.  What is evaluated was checked; where the tree is not what the checker promises, the run ends as a mistake
//! in Elder.
//!
//! Whether a loop may be run in any order, nobody says beforehand: it is found while it runs.  It touches the state of a region that
//! was there before it, or it does not ([`order`]).

pub mod derivative;
mod entry;
pub mod environment;
pub mod evaluate;
pub mod handler;
pub mod index_set;
mod instance;
pub mod literate;
pub mod machine;
pub mod monoid;
pub mod order;
mod places;
pub mod printed;
#[cfg(feature = "exact")]
pub mod reals;
mod refusals;
pub mod running;
pub mod show;
pub mod store;
pub mod table;
#[cfg(test)]
mod tests;
pub mod types;
pub mod value;
pub mod values;

use crate::choice::Choice;
use crate::cost::{Cost, Counter};
use crate::derivation::Derivation;
use crate::failure::{Fail, Failure};
use crate::memory::Memory;
use crate::options;
use derivative::Derivatives;
use elder_dex::core::{Loop, Program};
use elder_dex::rules::evaluation as rules;
use elder_syntax::names::Name;
use elder_syntax::value::Value as Data;
use elder_syntax::{Rule, Span};
use order::Running;
use places::Places;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Instant;
use store::Store;
use value::Value;

/// Which evaluator may run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The machine, where no more is asked for than the result.
    #[default]
    Any,
    /// Only the definition.
    Definition,
}

/// How to run.
pub type Options = options::Options<Mode>;

/// What a run gave: the result without views, and as data, a value a component, if the data formats can say it.
pub type Outcome = options::Outcome<Value, Cost, Option<Vec<Data>>>;

/// The value of a definition of a checked program, applied to values from outside if it is a function.
pub fn run(program: &Program, definition: &str, arguments: &[Data], options: &Options) -> Outcome {
    let mut interpreter = Interpreter::new(program, options);
    let result = interpreter.entry(definition, arguments);
    let (work, span, tested) = interpreter.cost.so_far();
    let cost = Cost {
        work,
        span,
        allocated: interpreter.memory.total(),
        peak: interpreter.memory.peak(),
        tested,
    };
    let derivation = interpreter.derivation.take();
    let (results, also) = match result {
        Ok(value) => match interpreter.sayable(definition, arguments, &value) {
            Ok(data) => (Ok(value), data),
            Err(failure) => (Err(failure), None),
        },
        Err(failure) => (Err(failure), None),
    };
    Outcome {
        results,
        derivation,
        cost,
        also,
    }
}

/// Why an evaluation ends before it has a value.
#[derive(Debug)]
pub enum Stop {
    /// There is none.
    Failure(Fail),
    /// An exception was thrown (DX-E-THROW).
    Thrown,
    /// The loop under way of this number was run in another order than its elements', and may not be ([`order`]).
    Ordered(usize),
}

impl From<Fail> for Stop {
    fn from(failure: Fail) -> Stop {
        Stop::Failure(failure)
    }
}

/// The result of a judgement.
pub type Step<T> = Result<T, Stop>;

/// A run of a program.
pub struct Interpreter<'p> {
    program: &'p Program,
    places: Places,
    /// What definitions gave (DX-E-DEF).
    definitions: FxHashMap<Name, Value>,
    memory: Rc<Memory>,
    derivation: Option<Derivation>,
    cost: Counter,
    /// S
    store: Store,
    /// The loops under way.
    loops: Vec<Running>,
    /// Loops that touched the state of a region from outside, which keep their order from then on.
    ordered: FxHashSet<*const Loop>,
    derivatives: Derivatives,
    /// What is chosen, in a run that chooses.
    choice: Option<Choice>,
    /// Where the statement at hand stands.
    at: Span,
    fuel: u64,
    deadline: Option<Instant>,
    /// Calls under way.
    depth: u32,
    deepest: u32,
}

impl<'p> Interpreter<'p> {
    /// A run that has not begun.
    pub fn new(program: &'p Program, options: &Options) -> Interpreter<'p> {
        Interpreter {
            program,
            places: Places::default(),
            definitions: FxHashMap::default(),
            memory: options.limits.account(),
            derivation: options.recorded(),
            cost: Counter::default(),
            store: Store::default(),
            loops: Vec::new(),
            ordered: FxHashSet::default(),
            derivatives: Derivatives::default(),
            choice: (!options.is_defined())
                .then(|| Choice::new(options.order, options.chunks, options.brackets)),
            at: Span::NONE,
            fuel: options.limits.steps(),
            deadline: options.limits.deadline(),
            depth: 0,
            deepest: options.depth,
        }
    }

    /// A rule is applied to the statement at hand; what `premises` evaluates stands above the line.
    fn rule(&mut self, rule: &'static Rule, premises: impl FnOnce(&mut Self) -> Step<Value>) -> Step<Value> {
        rule.apply();
        if let Some(derivation) = &mut self.derivation {
            derivation.open(rule, self.at);
        }
        let result = premises(self);
        let recorded = self.derivation.as_ref().is_some_and(Derivation::is_recording);
        let shown = result
            .as_ref()
            .ok()
            .filter(|_| recorded)
            .map(|value| self.brief(value));
        if let Some(derivation) = &mut self.derivation {
            derivation.close(shown);
        }
        result
    }

    /// A premise of a rule does not hold: the run ends.
    fn broken(&self, rule: &'static Rule, key: &str, message: impl Into<String>) -> Stop {
        Failure::error(rule, key, self.at, message).into()
    }

    /// The tree is not what the checker promises.
    fn malformed(&self, message: &str) -> Stop {
        Failure::internal(self.at, message).into()
    }

    /// DX-E-LIMIT: a number that counts members, if it could be counted.
    fn counted(&self, number: Option<u64>) -> Step<u64> {
        number.ok_or_else(|| refusals::uncounted(self.at).into())
    }

    /// DX-E-LIMIT: a call, or an element.
    fn tick(&mut self) -> Step<()> {
        /// So many steps are made between two looks at the clock.
        const STEPS: u64 = 1 << 12;
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.fuel.is_multiple_of(STEPS) && (self.fuel == 0 || late()) {
            let message = match self.fuel {
                0 => "out of fuel",
                _ => "out of time",
            };
            return Err(refusals::no_fuel(self.at, message).into());
        }
        rules::DX_E_LIMIT.apply();
        self.fuel -= 1;
        Ok(())
    }

    /// DX-E-LIMIT: room for so many elements more.
    fn room(&self, elements: u64) -> Step<()> {
        if self.memory.admits(value::bytes(elements)) {
            return Ok(());
        }
        let more = format!("{elements} more elements");
        Err(refusals::no_room(self.at, &more, self.memory.limit()).into())
    }

    /// DX-E-LIMIT: one call more within those under way.
    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        if self.depth >= self.deepest {
            let message = format!("more than {} calls within calls", self.deepest);
            return Err(Failure::limit(&rules::DX_E_LIMIT, "depth", self.at, message).into());
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }
}

/// Stack that is left when more is taken, and how much then: blocks are nested as deep as programs and calls.
const RED_ZONE: usize = 128 << 10;
const MORE_STACK: usize = 4 << 20;
