//! What the host executes, as steps (CORE-K-HOST).

mod arrays;
mod constants;
mod control;
mod entries;
mod statements;
mod terms;

pub use constants::Used;
pub use entries::Entries;

use super::deferred::Deferred;
use super::entry::{Arguments, Known, Outer};
use super::item::{Array, Items, Local};
use super::place::{Numbers, Place, no_number, volume};
use super::schedule::{Choice, Chosen, Schedule};
use super::texts::{Texts, spelled};
use super::{Made, Shows, malformed, refused, release, shown_as, site};
use elder_core::names::{FunName, Name};
use elder_core::rules::plan::{CORE_K_CALL, CORE_K_CONST, CORE_K_HOST, CORE_K_PLACE};
use elder_core::tree::{
    Accumulated, Atom, Binder, Body, Definition, Exp, Form as CoreForm, Lambda, Loop as CoreLoop, Operator,
    Pat, Program, Stm, Type,
};
use elder_dpia::Entry;
use elder_kernel::host::{
    self, Asked, Body as Steps, Form, Interface, Kind, Limit, Loop, Observed, Operand, Output, Parameter,
    Point, Step, Var,
};
use elder_sizes::{Nat, NatExpression};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use elder_syntax::{Name as Text, Span, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Where an accumulator of the host adds.
pub struct Accumulation<'p> {
    /// The sizes that indexes go into.
    pub space: Vec<Nat>,
    /// The arrays.
    pub arrays: Vec<(Place<Var>, PrimType)>,
    /// What combines.
    pub operator: Option<&'p Operator>,
}

/// An entry point, or a constant, in the making.
pub struct Host<'p, 'e> {
    /// The program.
    pub program: &'p Program,
    /// The entries so far.
    pub entries: &'e mut Entries,
    /// What it is called.
    pub point: String,
    /// What the variables are called.
    pub names: Vec<Text>,
    /// What the names of Core stand for.
    pub known: FxHashMap<Name, Known>,
    /// Arrays of scans that one combinator of the body takes, with how wide both are.
    pub(super) taken: FxHashMap<Name, Atom>,
    /// Scans that were not executed yet, by the array that they give.
    pub(super) deferred: FxHashMap<Name, Deferred<'p>>,
    /// Accumulators.
    pub accs: FxHashMap<Name, Rc<Accumulation<'p>>>,
    /// What variables of terms stand for.
    pub values: FxHashMap<Variable, Operand>,
    /// Which numbers names stand for.
    pub numbers: Numbers,
    /// The steps so far.
    pub steps: Vec<Step>,
    /// The place in the source.
    pub span: Span,
    /// Numbers that are at least 0.
    natural: FxHashSet<Var>,
    calls: Vec<FunName>,
    /// The constants that were used before in any case.
    constants: Used,
    /// How many bytes of memory there are.
    memory: Var,
    /// Whether anything wants to know that.
    asks_memory: bool,
}

/// CORE-K-HOST: an entry point.
///
/// # Errors
/// What has no counterpart.
pub fn point(program: &Program, definition: &Definition, entries: &mut Entries) -> Made<Point> {
    CORE_K_HOST.apply();
    let mut host = Host::new(program, entries, definition);
    let mut sizes = Vec::new();
    for size in &definition.sizes {
        let var = host.fresh(program.names.text(*size));
        host.natural.insert(var);
        host.scalar(*size, var.into(), PrimType::I64);
        sizes.push(var);
    }
    let mut parameters = Vec::new();
    for param in &definition.params {
        let Some(element) = param.binder.ty.element() else {
            return host.malformed("a parameter that is neither scalar nor array");
        };
        let var = host.fresh(program.names.text(param.binder.name));
        let dims = host.dims(&param.binder.ty)?;
        let mut shape = Vec::new();
        for dim in param.binder.ty.dims() {
            shape.push(match dim.size() {
                Some(size) => host.operand(size)?,
                None => return host.malformed("an open size"),
            });
        }
        // Core lets a scalar be `*`, which says nothing of it; a host program does not.
        let unique = param.unique && !dims.is_empty();
        match dims.is_empty() {
            true => host.scalar(param.binder.name, var.into(), element),
            false => {
                let place = Place::whole(var, dims);
                host.known.insert(param.binder.name, Known::Array(place, element));
            }
        }
        parameters.push(Parameter {
            var,
            element,
            shape,
            unique,
        });
    }
    host.stms(&definition.body)?;
    let mut given = Vec::new();
    let mut results = Vec::new();
    for (atom, result) in definition.body.results.iter().zip(&definition.results.given) {
        let Some(element) = result.ty.element() else {
            return host.malformed("a result that is neither scalar nor array");
        };
        match result.ty.rank() {
            0 => given.push(host.operand(*atom)?),
            _ => {
                let (place, _) = host.array(*atom)?;
                // Of rows that are not there a size may be below zero; outside there are no such sizes.
                for dim in &place.dims {
                    given.push(host.size(dim)?);
                }
                given.push(host.whole(&place)?.into());
            }
        }
        results.push(Output {
            element,
            rank: result.ty.rank(),
        });
    }
    let steps = host.taken_steps();
    let mut point = Point {
        name: Text::from(definition.name.to_string()),
        names: host.names,
        sizes,
        parameters,
        body: Steps {
            steps,
            results: given,
        },
        results,
        span: program.site(definition.at).span,
    };
    release::point(&mut point);
    Ok(point)
}

impl<'p, 'e> Host<'p, 'e> {
    /// Nothing yet.
    fn new(program: &'p Program, entries: &'e mut Entries, definition: &Definition) -> Host<'p, 'e> {
        Host {
            program,
            entries,
            point: definition.name.to_string(),
            names: vec![Text::from("memory")],
            known: FxHashMap::default(),
            taken: FxHashMap::default(),
            deferred: FxHashMap::default(),
            accs: FxHashMap::default(),
            values: FxHashMap::default(),
            numbers: Numbers::default(),
            steps: Vec::new(),
            span: program.site(definition.at).span,
            natural: FxHashSet::default(),
            calls: Vec::new(),
            constants: Used::default(),
            memory: Var(0),
            asks_memory: false,
        }
    }

    /// The steps so far, behind what they want to know of the device.
    fn taken_steps(&mut self) -> Vec<Step> {
        let mut steps = std::mem::take(&mut self.steps);
        if self.asks_memory {
            let ask = Step::Ask {
                var: self.memory,
                number: Asked::Limit(Limit::Memory),
            };
            steps.insert(0, ask);
        }
        steps
    }
}

impl<'p> Host<'p, '_> {
    /// A new variable.
    pub fn fresh(&mut self, text: &str) -> Var {
        let var = Var(u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        self.names.push(Text::from(text));
        var
    }

    /// What a name is called.
    pub fn text(&self, name: Name) -> String {
        self.program.names.text(name).to_string()
    }

    /// Something that the checker excludes.
    pub fn malformed<T>(&self, message: &str) -> Made<T> {
        malformed(self.span, message)
    }

    /// An item in the making.
    pub fn items(&mut self) -> Items<'p, '_> {
        let outer = Outer {
            known: &self.known,
            values: &self.values,
            texts: &self.names,
            numbers: &mut self.numbers,
            natural: &self.natural,
            memory: self.memory,
            constants: &self.constants,
        };
        Items::new(self.program, outer, self.span)
    }

    /// What chooses skeletons.
    pub fn schedule(&self) -> Schedule {
        self.entries.schedule
    }

    /// Whether scans may be deferred: all arrays that are bound are made where each is to be shown.
    pub(super) fn defers(&self) -> bool {
        self.entries.shows == Shows::Results && self.schedule().group.is_some()
    }

    /// Something of this name is done so.
    pub fn chose(&mut self, of: &str, by: Choice) {
        let of = Text::from(of);
        self.entries.chosen.push(Chosen { of, by });
    }

    /// A step that runs an entry, which is made so and writes whole blocks for these places.
    ///
    /// # Errors
    /// As [`Host::value`].
    pub fn run(
        &mut self,
        name: String,
        choice: Choice,
        (what, interface, arguments): (Entry, Interface, Arguments),
        writes: &[Place<Var>],
    ) -> Made<()> {
        let entry = host::Entry {
            name: Text::from(name),
            interface,
            what,
            span: self.span,
        };
        let entry = self.entries.put(entry, choice);
        let mut sizes = Vec::new();
        for size in &arguments.sizes {
            sizes.push(self.size(size)?);
        }
        self.asks_memory |= arguments.scalars.contains(&self.memory);
        self.steps.push(Step::Do {
            entry,
            sizes,
            scalars: arguments.scalars.into_iter().map(Operand::Var).collect(),
            reads: arguments.reads,
            writes: writes.iter().map(|place| place.block).collect(),
            updates: arguments.updates,
        });
        Ok(())
    }
}

/// Whether a function has no value for some operands.
fn is_partial(function: PrimFn) -> bool {
    match function {
        PrimFn::Bin(BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem, ty) => ty.is_integer(),
        PrimFn::Bin(BinOp::Pow, ty) => ty.is_signed(),
        _ => false,
    }
}
