//! The semantics of Core, literally: big steps on the tree, an arm a rule.
//!
//! | module | what |
//! | --- | --- |
//! | [`value`] | values; arrays are those of [`crate::array`] |
//! | [`environment`] | what names stand for; sizes of types and values |
//! | [`evaluate`] | the judgements E ⊢ body ⇓ v̄ and E ⊢ exp ⇓ v̄ |
//! | [`index`] | indexes, slices, updates |
//! | [`making`] | arrays made and rearranged |
//! | [`soac`], [`stream`], [`fold`] | combinators, by element and by chunk; reductions |
//! | [`segments`] | combinators over spaces: the kernel form |
//! | [`write`](mod@write), [`accumulator`] | writes to computed places |
//! | [`entry`] | arguments and results of an entry point |
//! | [`stored`] | arrays where they lie: programs in placed form |
//! | [`word`] | the free monoid: what reductions combined |
//!
//! This is the definition.  Nothing is done in two ways, and nothing is compiled beforehand: whoever asks what a program means
//! reads the arm of the rule.  It shares with Futhark's semantics what numbers compute, arrays, the account of memory, failures and
//! derivations; not values, updates or combinators, because the two are compared with each other.  Arrays are judged by Futhark's machine,
//! which has others.
//!
//! What is hidden in the type of an expression is found by evaluating it, so `E ⊢ exp ⇓ n̄; v̄` gives sizes and values
//! ([`Given`]).  An update writes in place: by the rules of consumption nothing else sees the array then, and if it does, the run
//! ends (CORE-E-POISON).

pub mod accumulator;
pub mod entry;
pub mod environment;
pub mod evaluate;
pub mod fold;
pub mod index;
pub mod making;
pub mod screma;
pub mod segments;
pub mod soac;
pub mod stored;
pub mod stream;
#[cfg(test)]
mod tests;
pub mod value;
pub mod word;
pub mod write;

use crate::array::bytes;
use crate::choice::Choice;
use crate::cost::{Cost, Counter};
use crate::derivation::Derivation;
use crate::failure::{Fail, Failure, Run};
use crate::memory::Memory;
use crate::options;
use accumulator::Accumulator;
use elder_core::names::Name;
use elder_core::rules::evaluation as rules;
use elder_core::site::{Message, Site};
use elder_core::tree::{Binder, Program};
use elder_syntax::value::Value as Data;
use elder_syntax::{Rule, Span};
use environment::Environment;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;
use value::{Scalar, Value};
use word::{Spelled, Words};

/// What a run is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Values.
    #[default]
    Values,
    /// The free monoid: results have their words.
    Words,
    /// Values, and the places of a program in placed form are forgotten.
    Erased,
}

/// How to run.
pub type Options = options::Options<Mode>;

/// What a run gave: the results, and their words, of a run over the free monoid that has results.
pub type Outcome = options::Outcome<Vec<Data>, Cost, Option<Spelled>>;

/// Calls an entry point of a checked program with values from outside.
pub fn run(program: &Program, entry: &str, arguments: &[Data], options: &Options) -> Outcome {
    Interpreter::new(program, options).outcome(entry, arguments)
}

/// Runs a program as [`run`] does, and hands on each array that a statement outside of combinators binds, when it does: what it is called, and its elements, unless
/// they are too many.
pub fn watched(
    program: &Program,
    entry: &str,
    arguments: &[Data],
    options: &Options,
    watch: &mut dyn FnMut(Name, Option<Data>),
) -> Outcome {
    let mut interpreter = Interpreter::new(program, options);
    interpreter.watch = Some(watch);
    interpreter.outcome(entry, arguments)
}

/// What an expression or a body gives.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The sizes that are hidden in its type.
    pub existential: Vec<i64>,
    /// The values.
    pub values: Vec<Value>,
}

impl Given {
    /// Values of which no size is hidden.
    pub fn values(values: Vec<Value>) -> Given {
        Given {
            existential: Vec::new(),
            values,
        }
    }
}

impl From<Value> for Given {
    fn from(value: Value) -> Given {
        Given::values(vec![value])
    }
}

/// Before the first statement.
static NOWHERE: Site = Site::at(Span::NONE);

/// Who is handed on what statements bind.
type Watch<'p> = &'p mut dyn FnMut(Name, Option<Data>);

/// Elements of an array that is handed on.
const WATCHED: i64 = 1 << 22;

/// A run of a program.
pub struct Interpreter<'p> {
    program: &'p Program,
    environment: Environment,
    /// Whether arrays are read where they lie.
    stored: bool,
    /// What functions without parameters gave (CORE-E-ONCE).
    constants: FxHashMap<usize, Given>,
    memory: Rc<Memory>,
    derivation: Option<Derivation>,
    cost: Counter,
    choice: Choice,
    tuned: Rc<BTreeMap<String, i64>>,
    /// Where the statement at hand comes from.
    site: &'p Site,
    /// What the accumulators of each `with_acc` under way stand for, by their number.
    accumulators: Vec<Accumulator<'p>>,
    /// What was combined, in a run over the free monoid.
    words: Option<Words>,
    /// The scalars of the results, in such a run.
    results: Vec<Vec<Scalar>>,
    /// Who looks on.
    watch: Option<Watch<'p>>,
    /// Combinators under way.
    combinators: u32,
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
            environment: Environment::new(program.names.len()),
            stored: options.mode != Mode::Erased && !program.memory.is_empty(),
            constants: FxHashMap::default(),
            memory: options.limits.account(),
            derivation: options.recorded(),
            cost: Counter::default(),
            choice: Choice::new(options.order, options.chunks, options.brackets).tuning(options.tuning),
            tuned: options.tuned.clone(),
            site: &NOWHERE,
            accumulators: Vec::new(),
            words: (options.mode == Mode::Words).then(Words::default),
            results: Vec::new(),
            watch: None,
            combinators: 0,
            fuel: options.limits.steps(),
            deadline: options.limits.deadline(),
            depth: 0,
            deepest: options.depth,
        }
    }

    /// Calls an entry point.
    fn outcome(mut self, entry: &str, arguments: &[Data]) -> Outcome {
        let results = self.entry(entry, arguments);
        let scalars = std::mem::take(&mut self.results);
        let words = self.words.take().filter(|_| results.is_ok());
        let (work, span, tested) = self.cost.so_far();
        Outcome {
            results,
            derivation: self.derivation.take(),
            cost: Cost {
                work,
                span,
                allocated: self.memory.total(),
                peak: self.memory.peak(),
                tested,
            },
            also: words.map(|words| Spelled::of(words, scalars)),
        }
    }

    /// What a combinator does.
    fn combined(&mut self, premises: impl FnOnce(&mut Self) -> Run<Given>) -> Run<Given> {
        self.combinators += 1;
        let given = premises(self);
        self.combinators -= 1;
        given
    }

    /// Hands on the arrays that are about to be bound.
    fn show(&mut self, binders: &[Binder], values: &[Value]) {
        let is_outside = self.combinators == 0;
        let Some(watch) = self.watch.as_mut().filter(|_| is_outside) else {
            return;
        };
        for (binder, value) in binders.iter().zip(values) {
            if let Value::Array(_) = value {
                // Elements that are the same one need no memory, but would written out.
                let volume = value.shape().and_then(|shape| shape.volume());
                let is_small = volume.is_some_and(|volume| volume <= WATCHED);
                watch(binder.name, is_small.then(|| entry::data(value)).flatten());
            }
        }
    }

    /// A rule is applied to the statement at hand; what `premises` evaluates stands above the line.
    fn rule(&mut self, rule: &'static Rule, premises: impl FnOnce(&mut Self) -> Run<Given>) -> Run<Given> {
        rule.apply();
        let span = self.span();
        if let Some(derivation) = &mut self.derivation {
            derivation.open(rule, span);
        }
        let result = premises(self);
        if let Some(derivation) = &mut self.derivation {
            let given = result.as_ref().ok().filter(|_| derivation.is_recording());
            derivation.close(given.map(brief));
        }
        result
    }

    /// Where the statement at hand stands.
    fn span(&self) -> Span {
        self.site.span
    }

    /// The statement at hand breaks a premise.  What is reported is the premise that its site says, and what that says of the
    /// numbers; `text` has `{}` for each of them.
    fn broken(&self, rule: &'static Rule, key: &str, text: &str, numbers: &[i64]) -> Fail {
        let site = self.site;
        let message = match &site.message {
            Some(message) => message.with(numbers),
            None => Message::new(text).with(numbers),
        };
        let mut failure = Failure::error(rule, key, site.span, message);
        if let Some(blamed) = site.blamed {
            let premise = blamed.premise.and_then(|k| blamed.rule.premises.get(k));
            failure.refusal = Some(premise.map_or(blamed, |premise| blamed.rule.refuse(premise.key)));
        }
        failure
    }

    /// A premise is broken that no source knows of: one of the checker, or of a pass.
    fn unsound(&self, rule: &'static Rule, key: &str, message: impl Into<String>) -> Fail {
        Failure::error(rule, key, self.span(), message)
    }

    /// The tree is not what the checker promises.
    fn malformed(&self, message: &str) -> Fail {
        Failure::internal(self.span(), message)
    }

    /// CORE-E-LIMIT: a call, a round, or an element.
    fn tick(&mut self) -> Run<()> {
        /// So many steps are made between two looks at the clock.
        const STEPS: u64 = 1 << 12;
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.fuel.is_multiple_of(STEPS) && (self.fuel == 0 || late()) {
            let message = match self.fuel {
                0 => "out of fuel",
                _ => "out of time",
            };
            return Err(self.no_fuel(message));
        }
        rules::CORE_E_LIMIT.apply();
        self.fuel -= 1;
        Ok(())
    }

    fn no_fuel(&self, message: &str) -> Fail {
        Failure::limit(&rules::CORE_E_LIMIT, "fuel", self.span(), message)
    }

    /// CORE-E-LIMIT: room for so many scalars, which are about to be made; `None` is more than can be counted.
    fn room(&self, count: Option<i64>) -> Run<usize> {
        let wanted = count
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or(u64::MAX);
        let bytes = bytes::<Scalar>(wanted);
        if self.memory.admits(bytes) && bytes < isize::MAX as u64 {
            return match self.memory.spend(wanted) {
                true => Ok(wanted as usize),
                false => Err(self.no_fuel("out of fuel")),
            };
        }
        let message = format!(
            "out of memory: {bytes} more bytes than the limit of {} allows",
            self.memory.limit()
        );
        Err(Failure::limit(
            &rules::CORE_E_LIMIT,
            "memory",
            self.span(),
            message,
        ))
    }

    /// CORE-E-LIMIT: one call more within those under way.
    fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        if self.depth >= self.deepest {
            let message = format!("more than {} calls within calls", self.deepest);
            return Err(Failure::limit(
                &rules::CORE_E_LIMIT,
                "depth",
                self.span(),
                message,
            ));
        }
        self.depth += 1;
        let result = inside(self);
        self.depth -= 1;
        result
    }

    /// CORE-E-POISON: a value that is used has not been consumed.
    fn readable(&self, value: &Value) -> Run<()> {
        rules::CORE_E_POISON.apply();
        if value.is_fresh() {
            return Ok(());
        }
        let message = "use of a consumed array";
        Err(Failure::poison(
            &rules::CORE_E_POISON,
            "consumed",
            self.span(),
            message,
        ))
    }
}

/// Stack that is left when more is taken, and how much then: bodies are nested as deep as programs and calls.
const RED_ZONE: usize = 128 << 10;
const MORE_STACK: usize = 4 << 20;

/// Larger arrays are not written out in derivations.
const SHOWN: i64 = 1000;

/// Values in a line, for derivations.
fn brief(given: &Given) -> String {
    let mut parts: Vec<String> = given.existential.iter().map(|size| format!("[{size}]")).collect();
    for value in &given.values {
        let small = value
            .shape()
            .and_then(|shape| shape.volume())
            .is_some_and(|n| n <= SHOWN);
        let shown = small.then(|| entry::data(value)).flatten();
        parts.push(match (shown, value.shape(), value) {
            (Some(data), ..) => data.to_string(),
            (None, Some(shape), _) => format!("an array {shape}"),
            (None, None, Value::Acc(_)) => "an accumulator".to_string(),
            (None, None, _) => "a certificate".to_string(),
        });
    }
    parts.join(", ")
}
