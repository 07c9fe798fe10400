//! From code to instructions.
//!
//! The compiler looks at the values that are in the slots when a loop is first run:
//! their types are then those of the kernel, and a later run with others is left to
//! `eval`.  Every function gives `None` where something does not fit.
//!
//! Updates of arrays stay safe: each array has a generation, a number that changes with
//! every update; code that would read an old generation is not compiled, so that `eval`
//! can say what is wrong with it.
//!
//! Arrays that are made within a kernel lie in scratch memory, each in one piece, and are seen through sizes and distances, so that rows, slices
//! and transpositions copy nothing.  An iteration gives back what it made.  How many elements they have does not matter.
//!
//! | file | what |
//! | --- | --- |
//! | `compile.rs` | the state, instructions, counters |
//! | `compile/loops.rs` | loops and combinators |
//! | `compile/expressions.rs` | expressions |
//! | `compile/calls.rs` | functions in place of their calls |
//! | `compile/combinators.rs` | combinators within kernels |
//! | `compile/operations.rs` | other operations on arrays |
//! | `compile/arrays.rs` | arrays as they are seen: elements, slices, copies, sizes |
//! | `compile/values.rs` | what lies in registers and slots, generations of arrays |

mod arrays;
mod calls;
mod combinators;
mod expressions;
mod loops;
mod operations;
mod values;

pub use loops::{Form, compile_loop, compile_soac};

use super::{
    ArrayKind, Back, Inst, Kernel, Kind, Natural, Origin, Part, Partial, Parts, REGISTERS, RangeOf, Reg,
    Root, Seen, SliceOf, Source, conversion, total,
};
use crate::futhark::machine::array::{Data, Flat};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Rule, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What an expression has become.
#[derive(Clone, Debug)]
enum Val {
    Scalar(Reg, PrimType),
    /// An array from outside, whole, of some generation.
    Array(u8, u32),
    /// Any other array of scalars.
    View(View),
    Tuple(Vec<Val>),
    /// An array of records of so many dimensions: an array for each field.
    Zipped(usize, Vec<Val>),
    /// A function with what it captured and the arguments that it has.
    Function(Rc<Function>, Vec<Val>, Vec<Val>),
    /// What no kernel can hold, as long as nobody asks.
    Unknown,
}

/// An array of scalars within a kernel.
#[derive(Clone, Debug)]
struct View {
    prim: PrimType,
    place: Place,
    generation: u32,
    /// The place of the first element.
    base: Reg,
    /// Sizes, and distances of neighbours.
    dims: Vec<(Reg, Reg)>,
    /// Whether it is all that lies there, row by row: only then may it be updated.
    whole: bool,
}

/// Where the elements of an array lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// In an array, or in what was made at once.
    Of(Key),
    /// Nowhere: they are what their places would be.
    Range,
}

/// What has a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// An array from outside.
    Bank(u8),
    /// An array in scratch memory.
    Buffer(u32),
}

/// Generations of what was updated, or made, in the kernel; of anything else zero.
type Generations = FxHashMap<Key, u32>;

/// Kernels with more instructions are not worth it.
const LONGEST: usize = 4000;
/// Nor is code nested so deep.
const DEEPEST: u32 = 300;

/// What the surroundings of a kernel know.
#[derive(Clone, Copy)]
pub struct Outside<'m> {
    /// What is in a slot.
    pub slot: &'m dyn Fn(Slot) -> Value,
    /// The value of a top-level constant, if it has been evaluated.
    pub constant: &'m dyn Fn(u32) -> Option<Value>,
}

#[derive(Clone)]
struct Compiler<'m> {
    look: Outside<'m>,
    code: Vec<Inst>,
    constants: Vec<(Reg, u64)>,
    scalars: Vec<(Origin, PrimType, Reg)>,
    records: Vec<(Origin, Parts)>,
    functions: Vec<(Origin, Rc<Function>, usize)>,
    arrays: Vec<(Origin, ArrayKind, bool)>,
    inputs: Vec<ArrayKind>,
    env: FxHashMap<Slot, Val>,
    globals: FxHashMap<u32, Val>,
    generations: Generations,
    last_generation: u32,
    buffers: u32,
    parts: Vec<(Reg, u8, Part)>,
    seen: Vec<Seen>,
    operators: Vec<Partial>,
    slices: Vec<SliceOf>,
    ranges: Vec<RangeOf>,
    next: usize,
    calls: Vec<Span>,
    /// Functions in whose bodies this is.
    active: Vec<*const Function>,
    nesting: u32,
    /// Whether an array is carried that may have another size in the next iteration, which no kernel can follow.
    varies: bool,
    places: Vec<(u32, Span, Box<[Span]>)>,
    rules: Vec<&'static Rule>,
    depth: u32,
}

impl Val {
    fn registers(&self, out: &mut Vec<(Reg, PrimType)>) {
        match self {
            Val::Scalar(r, p) => out.push((*r, *p)),
            Val::Tuple(parts) => parts.iter().for_each(|v| v.registers(out)),
            Val::Array(..) | Val::View(_) | Val::Zipped(..) | Val::Function(..) | Val::Unknown => {}
        }
    }

    fn keys(&self, out: &mut Vec<Key>) {
        match self {
            Val::Array(id, _) => out.push(Key::Bank(*id)),
            Val::View(View {
                place: Place::Of(key),
                ..
            }) => out.push(*key),
            Val::Tuple(parts) | Val::Zipped(_, parts) => parts.iter().for_each(|v| v.keys(out)),
            Val::Function(_, captured, args) => captured.iter().chain(args).for_each(|v| v.keys(out)),
            Val::Scalar(..) | Val::View(_) | Val::Unknown => {}
        }
    }

    /// Whether it is a scalar, or consists of scalars.
    fn is_flat(&self) -> bool {
        match self {
            Val::Scalar(..) => true,
            Val::Tuple(parts) => parts.iter().all(Val::is_flat),
            _ => false,
        }
    }
}

impl<'m> Compiler<'m> {
    fn new(look: Outside<'m>, inputs: Vec<ArrayKind>) -> Compiler<'m> {
        Compiler {
            look,
            code: Vec::new(),
            constants: Vec::new(),
            scalars: Vec::new(),
            records: Vec::new(),
            functions: Vec::new(),
            arrays: Vec::new(),
            inputs,
            env: FxHashMap::default(),
            globals: FxHashMap::default(),
            generations: Generations::default(),
            last_generation: 0,
            buffers: 0,
            parts: Vec::new(),
            seen: Vec::new(),
            operators: Vec::new(),
            slices: Vec::new(),
            ranges: Vec::new(),
            next: 0,
            calls: Vec::new(),
            active: Vec::new(),
            nesting: 0,
            varies: false,
            places: Vec::new(),
            rules: Vec::new(),
            depth: 0,
        }
    }

    /// The kernel; `None` if it could not be left to `eval` when it is under way though it may have to be.
    fn finish(self, bound: Reg) -> Option<Kernel> {
        let updates = self.arrays.iter().any(|(_, _, updated)| *updated);
        if self.varies && updates {
            return None;
        }
        Some(Kernel {
            code: self.code,
            constants: self.constants,
            scalars: self.scalars,
            records: self.records,
            functions: self.functions,
            arrays: self.arrays,
            given: self.inputs.len(),
            kinds: Vec::new(),
            carried: Vec::new(),
            outputs: Vec::new(),
            result: Kind::Tuple(Vec::new()),
            bound,
            back: Vec::new(),
            total: None,
            places: self.places,
            rules: self.rules,
            parts: self.parts,
            seen: self.seen,
            operators: self.operators,
            slices: self.slices,
            ranges: self.ranges,
            nesting: self.nesting,
        })
    }

    fn fresh(&mut self) -> Option<Reg> {
        if self.next >= REGISTERS {
            return None;
        }
        self.next += 1;
        Reg::try_from(self.next - 1).ok()
    }

    fn emit(&mut self, inst: Inst) -> usize {
        self.code.push(inst);
        self.code.len() - 1
    }

    /// Makes a jump go to the next instruction.
    fn land(&mut self, jump: usize) {
        let here = self.code.len() as u32;
        if let Some(Inst::Jump(to) | Inst::Unless(_, to) | Inst::When(_, to)) = self.code.get_mut(jump) {
            *to = here
        }
    }

    /// Notes where the last instruction comes from.
    fn place(&mut self, span: Span) {
        let calls = self.calls.iter().rev().copied().collect();
        self.places.push((self.code.len() as u32 - 1, span, calls));
    }

    fn rule(&mut self, rule: &'static Rule) {
        if !self.rules.iter().any(|r| std::ptr::eq(*r, rule)) {
            self.rules.push(rule);
        }
    }

    fn constant(&mut self, bits: u64) -> Option<Reg> {
        if let Some((reg, _)) = self.constants.iter().find(|(_, b)| *b == bits) {
            return Some(*reg);
        }
        let reg = self.fresh()?;
        self.constants.push((reg, bits));
        Some(reg)
    }

    fn one(&mut self) -> Option<Reg> {
        self.constant(1)
    }

    fn zero(&mut self) -> Option<Reg> {
        self.constant(0)
    }

    /// A counter from 0, the test before the first iteration, and its tick, if it has one: counter, beginning, and the jump out.
    fn count(&mut self, bound: Reg, ticks: bool, span: Span) -> Option<(Reg, u32, usize)> {
        let counter = self.fresh()?;
        let zero = self.zero()?;
        self.emit(Inst::Mov(counter, zero));
        let go = self.fresh()?;
        self.emit(Inst::LtI64(go, counter, bound));
        let exit = self.emit(Inst::Unless(go, 0));
        if ticks {
            self.tick(span);
        }
        Some((counter, self.code.len() as u32, exit))
    }

    fn tick(&mut self, span: Span) {
        self.emit(Inst::Tick);
        self.place(span);
    }

    /// Ends an iteration; a loop with a counter has its bound as well.
    fn again(&mut self, counter: Option<(Reg, Reg)>, start: u32, exit: usize, span: Span) -> Option<()> {
        match counter {
            Some((counter, bound)) => {
                self.emit(Inst::Next(counter, bound, start));
                self.place(span);
            }
            None => {
                self.emit(Inst::Jump(start));
            }
        }
        self.land(exit);
        (self.code.len() < LONGEST).then_some(())
    }

    /// Registers for something of this kind, its arrays being the next inputs.
    fn registers(&mut self, kind: &Kind, next: &mut u8) -> Option<Val> {
        let mut all = |this: &mut Self, parts: &[Kind]| -> Option<Vec<Val>> {
            parts.iter().map(|k| this.registers(k, next)).collect()
        };
        Some(match kind {
            Kind::Scalar(p) => Val::Scalar(self.fresh()?, *p),
            Kind::Tuple(parts) => Val::Tuple(all(self, parts)?),
            Kind::Table(rank, parts) => Val::Zipped(*rank, all(self, parts)?),
            Kind::Array(_) => {
                *next += 1;
                Val::Array(*next - 1, 0)
            }
        })
    }
}
