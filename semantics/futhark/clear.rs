//! The semantics of Futhark, literally: big steps on the checked tree, an arm a rule.
//!
//! | module | what |
//! | --- | --- |
//! | [`value`] | values; arrays are those of [`crate::array`] |
//! | [`environment`] | what names mean |
//! | [`types`] | types with numbers for sizes, sizes that values show |
//! | [`expression`] | the judgement E ⊢ e ⇓ v, by the form of the expression |
//! | [`binding`] | patterns and loops |
//! | [`index`] | indexes, slices, ranges, updates |
//! | [`apply`] | functions, applied |
//! | [`coercion`] | size coercions, proxies for functions |
//! | [`attribute`] | attributes that say something about values |
//! | [`operation`], [`making`], [`combine`], [`writes`] | the intrinsics: which there are, arrays made and rearranged, parallel operations, writes to computed places |
//! | [`derivative`] | derivatives |
//! | [`build`] | arrays of elements, copies |
//! | [`entry`] | arguments and results of an entry point |
//! | [`show`] | values as text and as data |
//! | [`cost`] | what a run cost |
//!
//! This is the definition.  Nothing is done in two ways, and nothing is resolved or compiled beforehand: whoever asks what a
//! program means reads the arm of the rule.  [`crate::futhark::machine`] gives the same values and the same failures fast;
//! [`crate::futhark::agree`] says whether it does.

pub mod apply;
pub mod attribute;
pub mod binding;
pub mod build;
pub mod coercion;
pub mod combine;
pub mod cost;
pub mod derivative;
pub mod entry;
pub mod environment;
pub mod expression;
pub mod index;
pub mod making;
pub mod operation;
pub mod show;
pub mod types;
pub mod value;
pub mod writes;

use crate::array::bytes;
use crate::derivation::Derivation;
use crate::failure::Run;
use crate::futhark::refusals;
use crate::memory::Memory;
use crate::options;
use cost::{Cost, Counter};
use derivative::Derivatives;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Def, Program, Type, VName};
use elder_syntax::value::Value as Data;
use elder_syntax::{Rule, Span};
use environment::Environment;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;
use value::Value;

/// How to run; the semantics leaves a choice of the chunks of streams.
pub type Options = options::Options;

/// What a run gave: the results (the components, if the result is a tuple), and their types.
pub type Outcome = options::Outcome<Vec<Value>, Cost, Vec<Type>>;

/// Calls an entry point of a checked program with values from outside.
pub fn run(program: &Program, entry: &str, arguments: Vec<Data>, options: Options) -> Outcome {
    elder_syntax::stack::deep(STACK / 2, STACK, || {
        let mut interpreter = Interpreter::new(program, &options);
        let (results, types) = interpreter.entry(entry, arguments);
        Outcome {
            results,
            derivation: interpreter.derivation.take(),
            cost: interpreter.cost.so_far(),
            also: types,
        }
    })
}

/// Address space for dropping values that are nested deeply: half of it at least, and only what is used is taken.
const STACK: usize = 1 << 30;

/// A run of a program.
pub struct Interpreter<'p> {
    program: &'p Program,
    definitions: FxHashMap<u32, Rc<Def>>,
    /// The constants that bind a size, by the size.
    binders: FxHashMap<u32, Rc<Def>>,
    /// The values of the constants that were needed, and the sizes that they bind.
    constants: FxHashMap<u32, (Value, Environment)>,
    memory: Rc<Memory>,
    tuned: Rc<BTreeMap<String, i64>>,
    derivation: Option<Derivation>,
    /// Whether this is executed by an expression that is `#[unsafe]`.
    unchecked: bool,
    fuel: u64,
    deadline: Option<Instant>,
    /// Calls under way.
    depth: u32,
    deepest: u32,
    seed: u64,
    cost: Counter,
    derivatives: Derivatives,
}

impl<'p> Interpreter<'p> {
    /// A run that has not begun.
    pub fn new(program: &'p Program, options: &Options) -> Interpreter<'p> {
        let definitions = program.defs.iter().map(|def| (def.name.id, def.clone()));
        let constants = program.defs.iter().filter(|def| is_constant(def));
        let binders = constants.flat_map(|def| def.fun.ret.exts.iter().map(|v| (v.id, def.clone())));
        Interpreter {
            program,
            definitions: definitions.collect(),
            binders: binders.collect(),
            constants: FxHashMap::default(),
            memory: options.limits.account(),
            tuned: options.tuned.clone(),
            derivation: options.recorded(),
            unchecked: false,
            fuel: options.limits.steps(),
            deadline: options.limits.deadline(),
            depth: 0,
            deepest: options.depth,
            seed: options.chunks.seed(),
            cost: Counter::default(),
            derivatives: Derivatives::default(),
        }
    }

    /// The definition of that name.
    fn definition(&self, name: &VName) -> Option<&Rc<Def>> {
        self.definitions.get(&name.id)
    }

    /// The value of a top-level constant: it is evaluated when it is first needed.
    fn constant(&mut self, def: &Rc<Def>) -> Run<Value> {
        if let Some((value, _)) = self.constants.get(&def.name.id) {
            return Ok(value.clone());
        }
        let unchecked = std::mem::replace(&mut self.unchecked, false);
        let result = self.call_definition(def, Environment::default(), Vec::new(), def.span);
        self.unchecked = unchecked;
        let value = result?;
        let mut sizes = Environment::default();
        self.read_sizes(&mut sizes, &def.fun.ret.exts, &def.fun.ret.ty, &value);
        self.constants.insert(def.name.id, (value.clone(), sizes));
        Ok(value)
    }

    /// The value of a size that is bound at the top level.
    fn global_size(&mut self, name: &VName) -> Run<i64> {
        if let Some(def) = self.binders.get(&name.id).cloned() {
            self.constant(&def)?;
            let sizes = self.constants.get(&def.name.id).map(|(_, sizes)| sizes.clone());
            let found = sizes.and_then(|sizes| match sizes.meaning(name) {
                Some(environment::Meaning::Value(value)) => value.as_i64(),
                _ => None,
            });
            return Ok(found.unwrap_or(0));
        }
        match self.definition(name).cloned() {
            Some(def) if is_constant(&def) => Ok(self.constant(&def)?.as_i64().unwrap_or(0)),
            _ => Ok(0),
        }
    }

    /// A rule is applied to what stands at a place; what `premises` evaluates stands above the line.
    fn rule(
        &mut self,
        rule: &'static Rule,
        span: Span,
        premises: impl FnOnce(&mut Self) -> Run<Value>,
    ) -> Run<Value> {
        rule.apply();
        self.cost.rule();
        if let Some(derivation) = &mut self.derivation {
            derivation.open(rule, span);
        }
        let result = premises(self);
        if let Some(derivation) = &mut self.derivation {
            let value = result.as_ref().ok().filter(|_| derivation.is_recording());
            derivation.close(value.map(show::brief));
        }
        result
    }

    /// FUT-E-LIMIT: a call or an iteration.
    fn tick(&mut self, span: Span) -> Run<()> {
        /// So many steps are made between two looks at the clock.
        const STEPS: u64 = 1 << 12;
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.fuel.is_multiple_of(STEPS) && (self.fuel == 0 || late()) {
            let message = match self.fuel {
                0 => "out of fuel",
                _ => "out of time",
            };
            return Err(refusals::no_fuel(span, message));
        }
        rules::FUT_E_LIMIT.apply();
        self.fuel -= 1;
        Ok(())
    }

    /// FUT-E-LIMIT: so many elements are touched in one go.
    fn touch(&self, count: i64, span: Span) -> Run<()> {
        match self.memory.spend(u64::try_from(count).unwrap_or(0)) {
            true => Ok(()),
            false => Err(refusals::no_fuel(span, "out of fuel")),
        }
    }

    /// FUT-E-LIMIT: room for so many elements, which are made in one go.
    fn room(&self, count: i64, span: Span) -> Run<usize> {
        let bytes = bytes::<Value>(u64::try_from(count).unwrap_or(0));
        if self.memory.admits(bytes) && bytes < isize::MAX as u64 {
            self.touch(count, span)?;
            return Ok(count.max(0) as usize);
        }
        Err(refusals::no_room(span, bytes, self.memory.limit()))
    }

    /// FUT-E-POISON: a value that is read has not been consumed.
    fn readable(&self, value: &Value, span: Span) -> Run<()> {
        rules::FUT_E_POISON.apply();
        match value.is_fresh() {
            true => Ok(()),
            false => Err(refusals::consumed(span)),
        }
    }
}

/// Whether a definition is a value rather than a function.
fn is_constant(def: &Def) -> bool {
    def.fun.params.is_empty() && def.fun.sizes.is_empty() && def.fun.types.is_empty()
}
