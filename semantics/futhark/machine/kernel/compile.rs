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
//! | file | what |
//! | --- | --- |
//! | `compile.rs` | the state, instructions, counters |
//! | `compile/loops.rs` | loops and combinators |
//! | `compile/expressions.rs` | expressions |
//! | `compile/values.rs` | what lies in registers and slots, generations of arrays |

mod expressions;
mod loops;
mod values;

pub use loops::{Form, compile_loop, compile_soac};

use super::{ArrayKind, Back, Inst, Kernel, Kind, Origin, Parts, REGISTERS, Reg, conversion, total};
use crate::futhark::machine::array::Data;
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Rule, Span};
use rustc_hash::FxHashMap;

/// What an expression has become.
#[derive(Clone, Debug, PartialEq)]
enum Val {
    Scalar(Reg, PrimType),
    /// An array of some generation.
    Array(u8, u32),
    Tuple(Vec<Val>),
    /// An array of records of one dimension: an array for each field.
    Zipped(Vec<Val>),
}

/// Kernels with more instructions are not worth it.
const LONGEST: usize = 4000;
/// Nor is code nested so deep.
const DEEPEST: u32 = 300;

struct Compiler<'m> {
    look: &'m dyn Fn(Slot) -> Value,
    code: Vec<Inst>,
    constants: Vec<(Reg, u64)>,
    scalars: Vec<(Origin, PrimType, Reg)>,
    records: Vec<(Origin, Parts)>,
    arrays: Vec<(Origin, ArrayKind, bool)>,
    inputs: Vec<ArrayKind>,
    env: FxHashMap<Slot, Val>,
    /// By the number of an array.
    generations: Vec<u32>,
    last_generation: u32,
    next: usize,
    calls: Vec<Span>,
    places: Vec<(u32, Span, Box<[Span]>)>,
    rules: Vec<&'static Rule>,
    depth: u32,
}

impl Val {
    fn kind(&self) -> Option<Kind> {
        match self {
            Val::Scalar(_, p) => Some(Kind::Scalar(*p)),
            Val::Tuple(parts) => Some(Kind::Tuple(parts.iter().map(Val::kind).collect::<Option<_>>()?)),
            Val::Array(..) | Val::Zipped(_) => None,
        }
    }

    fn back(&self) -> Option<Back> {
        Some(match self {
            Val::Scalar(reg, prim) => Back::Scalar(*reg, *prim),
            Val::Array(id, _) => Back::Array(*id),
            Val::Tuple(parts) => Back::Record(parts.iter().map(Val::back).collect::<Option<_>>()?),
            Val::Zipped(_) => return None,
        })
    }

    fn registers(&self, out: &mut Vec<(Reg, PrimType)>) {
        match self {
            Val::Scalar(r, p) => out.push((*r, *p)),
            Val::Tuple(parts) => parts.iter().for_each(|v| v.registers(out)),
            Val::Array(..) | Val::Zipped(_) => {}
        }
    }

    fn arrays(&self, out: &mut Vec<u8>) {
        match self {
            Val::Array(id, _) => out.push(*id),
            Val::Tuple(parts) | Val::Zipped(parts) => parts.iter().for_each(|v| v.arrays(out)),
            Val::Scalar(..) => {}
        }
    }
}

impl<'m> Compiler<'m> {
    fn new(look: &'m dyn Fn(Slot) -> Value, inputs: Vec<ArrayKind>) -> Compiler<'m> {
        Compiler {
            look,
            code: Vec::new(),
            constants: Vec::new(),
            scalars: Vec::new(),
            records: Vec::new(),
            arrays: Vec::new(),
            generations: vec![0; inputs.len()],
            inputs,
            env: FxHashMap::default(),
            last_generation: 0,
            next: 0,
            calls: Vec::new(),
            places: Vec::new(),
            rules: Vec::new(),
            depth: 0,
        }
    }

    fn finish(
        self,
        bound: Reg,
        kinds: Vec<Kind>,
        carried: Vec<(Reg, PrimType)>,
        outputs: Vec<PrimType>,
        result: Kind,
        back: Vec<(Slot, Back)>,
    ) -> Kernel {
        Kernel {
            code: self.code,
            constants: self.constants,
            scalars: self.scalars,
            records: self.records,
            arrays: self.arrays,
            given: self.inputs.len(),
            kinds,
            carried,
            outputs,
            result,
            bound,
            back,
            places: self.places,
            rules: self.rules,
        }
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

    /// A counter from 0, the test before the first iteration, and its tick: counter, beginning, and the jump out.
    fn count(&mut self, bound: Reg, span: Span) -> Option<(Reg, u32, usize)> {
        let counter = self.fresh()?;
        let zero = self.constant(0)?;
        self.emit(Inst::Mov(counter, zero));
        let go = self.fresh()?;
        self.emit(Inst::LtI64(go, counter, bound));
        let exit = self.emit(Inst::Unless(go, 0));
        self.tick(span);
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

    /// Registers for something of this kind.
    fn registers(&mut self, kind: &Kind) -> Option<Val> {
        Some(match kind {
            Kind::Scalar(p) => Val::Scalar(self.fresh()?, *p),
            Kind::Tuple(parts) => Val::Tuple(parts.iter().map(|k| self.registers(k)).collect::<Option<_>>()?),
        })
    }
}
