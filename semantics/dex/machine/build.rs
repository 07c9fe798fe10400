//! Code while it is written: registers, constants, blocks that are open.

use super::code::{Arithmetic, Block, Bytes, Code, Instruction, Register, Site};
use super::value::Operand;
use super::{Step, Stop};
use elder_syntax::Span;
use rustc_hash::FxHashMap;

/// What becomes larger is left to the definition.
const INSTRUCTIONS: usize = 200_000;

/// Code that is being written.
#[derive(Debug, Default)]
pub(super) struct Builder {
    code: Code,
    /// Blocks within each other, the innermost last.
    open: Vec<Block>,
    constants: FxHashMap<u64, Register>,
    /// Registers with ordinals that are less than these.
    bounds: FxHashMap<Register, Operand>,
    written: usize,
    /// Places at which the program may fail, apart from limits.
    pub fallible: usize,
}

impl Builder {
    /// Code behind so many buffers that are there already.
    pub fn new(buffers: u32) -> Builder {
        let mut builder = Builder {
            open: vec![Block::default()],
            ..Builder::default()
        };
        builder.code.buffers = buffers;
        builder
    }

    /// What was written.
    pub fn finish(mut self) -> Code {
        self.code.body = self.open.pop().unwrap_or_default();
        self.code
    }

    /// The number of the next register.
    pub fn mark(&self) -> u32 {
        self.code.registers
    }

    /// A register of its own.
    pub fn fresh(&mut self) -> Register {
        self.code.registers += 1;
        self.code.registers - 1
    }

    /// A buffer of its own.
    pub fn buffer(&mut self) -> u32 {
        self.code.buffers += 1;
        self.code.buffers - 1
    }

    /// A flag of its own.
    pub fn flag(&mut self) -> u32 {
        self.code.flags += 1;
        self.code.flags - 1
    }

    /// A place that may fail.
    pub fn site(&mut self, at: Span, calls: &[Span]) -> Site {
        self.code.sites.push((at, calls.iter().rev().copied().collect()));
        self.code.sites.len() as Site - 1
    }

    /// The register that holds an operand.
    pub fn register(&mut self, operand: Operand) -> Register {
        match operand {
            Operand::Register(register) => register,
            Operand::Known(bits) => {
                if let Some(register) = self.constants.get(&bits) {
                    return *register;
                }
                let register = self.fresh();
                self.constants.insert(bits, register);
                self.code.constants.push((register, bits));
                register
            }
        }
    }

    /// Some bytes.
    pub fn bytes(&mut self, buffer: Operand, offset: Operand) -> Bytes {
        Bytes {
            buffer: self.register(buffer),
            offset: self.register(offset),
        }
    }

    /// Writes an instruction.
    ///
    /// # Errors
    /// When the program becomes too large.
    pub fn emit(&mut self, instruction: Instruction) -> Step<()> {
        self.written += 1;
        if self.written > INSTRUCTIONS {
            return Err(Stop::Untaken("its code becomes too large"));
        }
        if let Some(block) = self.open.last_mut() {
            block.instructions.push(instruction);
        }
        Ok(())
    }

    /// A call, or an element.
    pub fn tick(&mut self) -> Step<()> {
        self.written += 1;
        if self.written > INSTRUCTIONS {
            return Err(Stop::Untaken("its code becomes too large"));
        }
        if let Some(block) = self.open.last_mut() {
            block.ticks += 1;
        }
        Ok(())
    }

    /// How many blocks are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// A block begins.
    pub fn open(&mut self) {
        self.open.push(Block::default());
    }

    /// The block at this depth ends, with what was opened in it.
    pub fn close(&mut self, depth: usize) -> Block {
        self.open.drain(depth..).next().unwrap_or_default()
    }

    /// Arithmetic of sizes and offsets, done now where it can be.
    pub fn compute(&mut self, how: Arithmetic, a: Operand, b: Operand) -> Step<Operand> {
        use Operand::Known;
        Ok(match (how, a, b) {
            (_, Known(a), Known(b)) => Known(how.of(a, b)),
            (Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Beyond, a, Known(0))
            | (Arithmetic::Add, Known(0), a)
            | (Arithmetic::Multiply | Arithmetic::Divide, a, Known(1))
            | (Arithmetic::Multiply, Known(1), a) => a,
            (Arithmetic::Multiply, _, Known(0)) | (Arithmetic::Multiply, Known(0), _) => Known(0),
            (Arithmetic::Remainder, _, Known(1)) => Known(0),
            _ => {
                let (a, b) = (self.register(a), self.register(b));
                let result = self.fresh();
                self.emit(Instruction::Compute(result, how, a, b))?;
                Operand::Register(result)
            }
        })
    }

    /// A register holds ordinals that are less than this.
    pub fn bound(&mut self, register: Register, count: Operand) {
        self.bounds.insert(register, count);
    }

    /// Whether an Int is known not to be negative.
    pub fn is_ordinal(&self, int: Register) -> bool {
        self.bounds.contains_key(&int)
    }

    /// Whether an ordinal is known to be less than a number.
    pub fn is_below(&self, ordinal: Operand, count: Operand) -> bool {
        match (ordinal, count) {
            (Operand::Known(ordinal), Operand::Known(count)) => ordinal < count,
            (Operand::Register(register), count) => match (self.bounds.get(&register), count) {
                (Some(Operand::Known(bound)), Operand::Known(count)) => *bound <= count,
                (Some(bound), count) => *bound == count,
                (None, _) => false,
            },
            _ => false,
        }
    }
}
