//! What the machine runs: registers of 64 bits, buffers of bytes, and blocks of instructions within each other.

use super::derived::Derived;
use elder_syntax::Span;
use elder_syntax::prim::{PrimFn, PrimType};
use std::rc::Rc;

/// The number of a register.
pub type Register = u32;

/// The number of a place that may fail, in [`Code::sites`].
pub type Site = u32;

/// A function of scalars that is defined for all, on bits.
pub type Direct = fn(u64, u64) -> u64;

/// A program for the machine.
#[derive(Debug, Default)]
pub struct Code {
    /// What is run.
    pub body: Block,
    /// How many registers there are.
    pub registers: u32,
    /// What some of them hold from the beginning.
    pub constants: Vec<(Register, u64)>,
    /// How many buffers there are.
    pub buffers: u32,
    /// How many blocks are run once.
    pub flags: u32,
    /// Places that may fail, with the calls under way there, innermost first.
    pub sites: Vec<(Span, Vec<Span>)>,
}

/// Instructions, one after the other.
#[derive(Debug, Default)]
pub struct Block {
    /// Calls and elements, which fuel is paid for.
    pub ticks: u64,
    /// The instructions.
    pub instructions: Vec<Instruction>,
}

/// Some bytes.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    /// The register with the number of the buffer.
    pub buffer: Register,
    /// The register with the offset.
    pub offset: Register,
}

/// Arithmetic of sizes and offsets, without failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// Sums that are too large stay at the greatest number.
    Add,
    /// Differences below zero wrap around.
    Subtract,
    /// Products that are too large stay at the greatest number.
    Multiply,
    /// Zero by zero.
    Divide,
    /// Zero by zero.
    Remainder,
    /// One if the first is less.
    Less,
    /// The difference, not below zero.
    Beyond,
}

impl Arithmetic {
    /// Of two numbers.
    #[inline(always)]
    pub fn of(self, a: u64, b: u64) -> u64 {
        match self {
            Arithmetic::Add => a.saturating_add(b),
            Arithmetic::Subtract => a.wrapping_sub(b),
            Arithmetic::Multiply => a.saturating_mul(b),
            Arithmetic::Divide => a.checked_div(b).unwrap_or(0),
            Arithmetic::Remainder => a.checked_rem(b).unwrap_or(0),
            Arithmetic::Less => u64::from(a < b),
            Arithmetic::Beyond => a.saturating_sub(b),
        }
    }
}

/// An application of a primitive function.
#[derive(Debug)]
pub struct Application {
    /// The function.
    pub function: PrimFn,
    /// Its operands and their types.
    pub operands: Vec<(PrimType, Register)>,
    /// Where its result goes.
    pub result: Register,
    /// Where it stands.
    pub site: Site,
}

/// An instruction.  The first register is where a result goes.
#[derive(Debug)]
pub enum Instruction {
    /// A primitive function that is defined for all operands.
    Direct(Register, Direct, Register, Register),
    /// Another primitive function.
    Apply(Box<Application>),
    /// A copy.
    Move(Register, Register),
    /// Arithmetic of sizes and offsets.
    Compute(Register, Arithmetic, Register, Register),
    /// DX-E-LIMIT: a product and a sum that can be counted.
    RowMajor(Register, Register, Register, Register, Site),
    /// The ordinal that an Int is, the greatest number if it is negative.
    OfInt(Register, Register),
    /// The size that an Int is, zero if it is negative.
    SizeOfInt(Register, Register),
    /// DX-E-LIMIT: a number of members as an Int.
    ToInt(Register, Register, Site),
    /// DX-E-PRIM: the ordinal that an Int is in a set of so many members.
    FromOrdinal(Register, Register, Register, Site),
    /// DX-E-IDX-ARR: an ordinal is one of a table of so many elements.
    Within(Register, Register, Site),
    /// DX-E-SLICE: the same, of a table that is referred to.
    WithinReference(Register, Register, Site),
    /// DX-E-INSTANCE: an ordinal is one of so many members.
    Member(Register, Register, Site),
    /// DX-E-INSTANCE: the ordinal that an instance gives, of so many.
    Counted(Register, Register, Register, Site),
    /// DX-E-INSTANCE: the member of an ordinal has this ordinal.
    SameOrdinal(Register, Register, Site),
    /// DX-E-INSTANCE: a value is the member of its ordinal.
    SameMember(Register, Register, Site),
    /// A scalar of so many bytes is read.
    Load(Register, u8, Bytes),
    /// A scalar of so many bytes is written.
    Store(Bytes, u8, Register),
    /// A buffer becomes so many zero bytes.
    Allocate(u32, Register, Site),
    /// So many bytes are copied to the first place from the second.
    Copy(Bytes, Bytes, Register),
    /// A block for so many rounds, whose ordinals stand in the second register.
    Loop(Box<Loop>),
    /// The block of this number.
    Switch(Register, Vec<Block>),
    /// A block that is run when it is met first.
    Once(u32, Rc<Block>),
    /// One if the block was run, zero if it threw.
    Catch(Register, Box<Block>),
    /// DX-E-TANGENT, DX-E-TRANS: by the definition.
    Derived(Box<Derived>),
    /// DX-E-THROW
    Throw,
    /// DX-E-FAIL
    Fail(Box<str>, Site),
}

/// A loop.
#[derive(Debug)]
pub struct Loop {
    /// How many rounds.
    pub count: Register,
    /// The ordinal of the round.
    pub index: Register,
    /// From the last to the first.
    pub descending: bool,
    /// What is done.
    pub body: Block,
}
