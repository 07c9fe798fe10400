//! Runs code: a loop over instructions.

use super::code::{Application, Block, Bytes, Code, Instruction, Loop, Register, Site};
use super::derived::{Derived, Handed};
use crate::dex::{Interpreter, MORE_STACK, Options, RED_ZONE, Stop, refusals};
use crate::failure::{Fail, Failure};
use crate::memory::Memory;
use crate::numeric;
use elder_dex::core::Program;
use elder_syntax::Span;
use elder_syntax::prim::PrimValue;
use smallvec::SmallVec;
use std::time::Instant;

/// Why a block ends before its end.
#[derive(Debug)]
pub(super) enum Halt {
    /// The program has no value.
    Failure(Fail),
    /// An exception was thrown.
    Thrown,
}

impl From<Fail> for Halt {
    fn from(failure: Fail) -> Halt {
        Halt::Failure(failure)
    }
}

/// So many steps are made between two looks at the clock.
const STEPS: u64 = 1 << 12;

/// A run of some code.
pub(super) struct Run<'c> {
    program: &'c Program,
    options: &'c Options,
    code: &'c Code,
    pub registers: Vec<u64>,
    pub buffers: Vec<Vec<u8>>,
    flags: Vec<bool>,
    memory: Memory,
    fuel: u64,
    /// Steps until the next look at the clock.
    look: u64,
    deadline: Option<Instant>,
    /// The definition, once derivatives were asked for.
    interpreter: Option<Interpreter<'c>>,
}

impl<'c> Run<'c> {
    /// A run that begins with these buffers.
    pub fn new(
        program: &'c Program,
        code: &'c Code,
        mut buffers: Vec<Vec<u8>>,
        options: &'c Options,
    ) -> Run<'c> {
        let memory = Memory::new(options.limits.bytes());
        memory.charge(buffers.iter().map(|buffer| buffer.len() as u64).sum());
        buffers.resize_with(code.buffers as usize, Vec::new);
        let mut registers = vec![0; code.registers as usize];
        for (register, bits) in &code.constants {
            if let Some(place) = registers.get_mut(*register as usize) {
                *place = *bits;
            }
        }
        Run {
            program,
            options,
            code,
            registers,
            buffers,
            flags: vec![false; code.flags as usize],
            memory,
            fuel: options.limits.steps(),
            look: STEPS,
            deadline: options.limits.deadline(),
            interpreter: None,
        }
    }

    /// Runs all of it.
    pub fn all(&mut self) -> Result<(), Halt> {
        let code = self.code;
        self.spend(&code.body)?;
        self.block(&code.body)
    }

    #[inline(always)]
    fn get(&self, register: Register) -> u64 {
        self.registers[register as usize]
    }

    #[inline(always)]
    fn set(&mut self, register: Register, bits: u64) {
        self.registers[register as usize] = bits;
    }

    fn site(&self, site: Site) -> (Span, &'c [Span]) {
        let site = self.code.sites.get(site as usize);
        site.map_or((Span::NONE, &[]), |(at, calls)| (*at, calls.as_slice()))
    }

    /// A failure at a place.
    #[cold]
    fn fails(&self, site: Site, failure: impl FnOnce(Span) -> Fail) -> Halt {
        let (at, calls) = self.site(site);
        let mut failure = failure(at);
        failure.calls.extend_from_slice(calls);
        Halt::Failure(failure)
    }

    /// DX-E-LIMIT: fuel for the calls and elements of a block.
    #[inline(always)]
    fn spend(&mut self, block: &Block) -> Result<(), Halt> {
        if block.ticks > self.fuel {
            return Err(refusals::no_fuel(Span::NONE, "out of fuel").into());
        }
        self.fuel -= block.ticks;
        self.look = self.look.saturating_sub(block.ticks);
        match self.look {
            0 => self.look_at_clock(),
            _ => Ok(()),
        }
    }

    #[cold]
    fn look_at_clock(&mut self) -> Result<(), Halt> {
        self.look = STEPS;
        match self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            true => Err(refusals::no_fuel(Span::NONE, "out of time").into()),
            false => Ok(()),
        }
    }

    fn block(&mut self, block: &Block) -> Result<(), Halt> {
        for instruction in &block.instructions {
            self.step(instruction)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn step(&mut self, instruction: &Instruction) -> Result<(), Halt> {
        match instruction {
            Instruction::Direct(result, function, a, b) => {
                let bits = function(self.get(*a), self.get(*b));
                self.set(*result, bits);
            }
            Instruction::Compute(result, how, a, b) => {
                let number = how.of(self.get(*a), self.get(*b));
                self.set(*result, number);
            }
            Instruction::Load(result, width, from) => {
                let bits = self.load(*from, *width);
                self.set(*result, bits);
            }
            Instruction::Store(to, width, scalar) => self.store(*to, *width, self.get(*scalar)),
            Instruction::Move(result, from) => self.set(*result, self.get(*from)),
            Instruction::Within(ordinal, count, site) => {
                let (ordinal, count) = (self.get(*ordinal), self.get(*count));
                if ordinal >= count {
                    return Err(self.fails(*site, |at| refusals::beyond_table(at, ordinal, count)));
                }
            }
            Instruction::WithinReference(ordinal, count, site) => {
                let (ordinal, count) = (self.get(*ordinal), self.get(*count));
                if ordinal >= count {
                    return Err(self.fails(*site, |at| refusals::beyond_reference(at, ordinal)));
                }
            }
            Instruction::FromOrdinal(result, number, size, site) => {
                let (number, size) = (self.get(*number) as u32 as i32, self.get(*size));
                match u64::try_from(number) {
                    Ok(ordinal) if ordinal < size => self.set(*result, ordinal),
                    _ => return Err(self.fails(*site, |at| refusals::no_ordinal(at, number, size))),
                }
            }
            Instruction::Member(ordinal, size, site) => {
                let (ordinal, size) = (self.get(*ordinal), self.get(*size));
                if ordinal >= size {
                    return Err(self.fails(*site, |at| refusals::no_member(at, ordinal, size)));
                }
            }
            Instruction::Counted(result, number, size, site) => {
                let (number, size) = (self.get(*number) as u32 as i32, self.get(*size));
                match u64::try_from(number) {
                    Ok(ordinal) if ordinal < size => self.set(*result, ordinal),
                    _ => return Err(self.fails(*site, |at| refusals::no_such_member(at, number, size))),
                }
            }
            Instruction::SameOrdinal(ordinal, own, site) => {
                let (ordinal, own) = (self.get(*ordinal) as u32 as i32, self.get(*own) as u32 as i32);
                if ordinal != own {
                    return Err(self.fails(*site, |at| refusals::other_ordinal(at, ordinal, own)));
                }
            }
            Instruction::SameMember(same, number, site) => {
                if self.get(*same) == 0 {
                    let number = self.get(*number) as u32 as i32;
                    return Err(self.fails(*site, |at| refusals::other_member(at, number)));
                }
            }
            Instruction::OfInt(result, number) => {
                let number = self.get(*number) as u32 as i32;
                self.set(*result, u64::try_from(number).unwrap_or(u64::MAX));
            }
            Instruction::SizeOfInt(result, number) => {
                let number = self.get(*number) as u32 as i32;
                self.set(*result, u64::try_from(number).unwrap_or(0));
            }
            Instruction::ToInt(result, number, site) => {
                let number = self.get(*number);
                if i32::try_from(number).is_err() {
                    return Err(self.fails(*site, refusals::uncounted));
                }
                self.set(*result, number);
            }
            Instruction::RowMajor(result, a, b, c, site) => {
                let product = self.get(*a).checked_mul(self.get(*b));
                match product.and_then(|product| product.checked_add(self.get(*c))) {
                    Some(number) => self.set(*result, number),
                    None => return Err(self.fails(*site, refusals::uncounted)),
                }
            }
            Instruction::Apply(application) => self.apply(application)?,
            Instruction::Loop(it) => self.rounds(it)?,
            Instruction::Switch(tag, blocks) => {
                let tag = self.get(*tag);
                if let Some(block) = blocks.get(tag as usize) {
                    self.inner(block)?;
                }
            }
            Instruction::Allocate(buffer, bytes, site) => self.allocate(*buffer, self.get(*bytes), *site)?,
            Instruction::Copy(to, from, bytes) => self.copy(*to, *from, self.get(*bytes)),
            Instruction::Once(flag, block) => {
                if !self.flags[*flag as usize] {
                    self.inner(block)?;
                    self.flags[*flag as usize] = true;
                }
            }
            Instruction::Catch(tag, block) => match self.inner(block) {
                Ok(()) => self.set(*tag, 1),
                Err(Halt::Thrown) => self.set(*tag, 0),
                Err(halt) => return Err(halt),
            },
            Instruction::Derived(it) => self.derived(it)?,
            Instruction::Throw => return Err(Halt::Thrown),
            Instruction::Fail(why, site) => return Err(self.fails(*site, |at| refusals::reached(at, why))),
        }
        Ok(())
    }

    fn inner(&mut self, block: &Block) -> Result<(), Halt> {
        self.spend(block)?;
        elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || self.block(block))
    }

    /// An exception ends its round only: others are done before the loop throws.
    fn rounds(&mut self, it: &Loop) -> Result<(), Halt> {
        let count = self.get(it.count);
        let mut thrown = false;
        for round in 0..count {
            let ordinal = match it.descending {
                true => count - 1 - round,
                false => round,
            };
            self.set(it.index, ordinal);
            self.spend(&it.body)?;
            match self.block(&it.body) {
                Ok(()) => {}
                Err(Halt::Thrown) => thrown = true,
                Err(halt) => return Err(halt),
            }
        }
        match thrown {
            true => Err(Halt::Thrown),
            false => Ok(()),
        }
    }

    #[inline(always)]
    fn place(&self, bytes: Bytes) -> (usize, usize) {
        (self.get(bytes.buffer) as usize, self.get(bytes.offset) as usize)
    }

    #[inline(always)]
    fn load(&self, from: Bytes, width: u8) -> u64 {
        let (buffer, offset) = self.place(from);
        let all = &self.buffers[buffer];
        match width {
            4 => u32::from_le_bytes(read(all, offset)).into(),
            8 => u64::from_le_bytes(read(all, offset)),
            1 => u8::from_le_bytes(read(all, offset)).into(),
            _ => u16::from_le_bytes(read(all, offset)).into(),
        }
    }

    #[inline(always)]
    fn store(&mut self, to: Bytes, width: u8, bits: u64) {
        let (buffer, offset) = self.place(to);
        let all = &mut self.buffers[buffer];
        match width {
            4 => write(all, offset, (bits as u32).to_le_bytes()),
            8 => write(all, offset, bits.to_le_bytes()),
            1 => write(all, offset, (bits as u8).to_le_bytes()),
            _ => write(all, offset, (bits as u16).to_le_bytes()),
        }
    }

    /// DX-E-LIMIT: a buffer of zeros, if there is room for it.
    fn allocate(&mut self, buffer: u32, bytes: u64, site: Site) -> Result<(), Halt> {
        let place = &mut self.buffers[buffer as usize];
        self.memory.release(place.len() as u64);
        place.clear();
        if !self.memory.admits(bytes) {
            let limit = self.memory.limit();
            return Err(self.fails(site, |at| {
                refusals::no_room(at, &format!("{bytes} more bytes"), limit)
            }));
        }
        self.memory.charge(bytes);
        place.resize(usize::try_from(bytes).unwrap_or(usize::MAX), 0);
        Ok(())
    }

    fn copy(&mut self, to: Bytes, from: Bytes, bytes: u64) {
        let (to, at) = self.place(to);
        let (from, start) = self.place(from);
        let bytes = bytes as usize;
        if to == from {
            self.buffers[to].copy_within(start..start + bytes, at);
            return;
        }
        let mut target = std::mem::take(&mut self.buffers[to]);
        target[at..at + bytes].copy_from_slice(&self.buffers[from][start..start + bytes]);
        self.buffers[to] = target;
    }

    /// DX-E-TANGENT, DX-E-TRANS: by the definition, on the same account.
    fn derived(&mut self, it: &Derived) -> Result<(), Halt> {
        let new = || Interpreter::new(self.program, self.options);
        let mut interpreter = self.interpreter.take().unwrap_or_else(new);
        let (at, calls) = self.site(it.site);
        let held = self.memory.live();
        interpreter.at = at;
        interpreter.fuel = self.fuel;
        interpreter.deadline = self.deadline;
        interpreter.memory.charge(held);
        let handed = Handed {
            registers: &self.registers,
            buffers: &self.buffers,
            flags: &self.flags,
        };
        let result = handed.derived(&mut interpreter, it);
        interpreter.memory.release(held);
        self.fuel = interpreter.fuel;
        self.interpreter = Some(interpreter);
        let place = &mut self.buffers[it.buffer as usize];
        match result {
            Ok(bytes) if bytes.len() <= place.len() => {
                place[..bytes.len()].copy_from_slice(&bytes);
                Ok(())
            }
            Err(Stop::Failure(mut failure)) => {
                failure.calls.extend_from_slice(calls);
                Err(Halt::Failure(failure))
            }
            Ok(_) | Err(Stop::Thrown | Stop::Ordered(_)) => {
                Err(Failure::internal(at, "a derivative is no vector of its type").into())
            }
        }
    }

    fn apply(&mut self, it: &Application) -> Result<(), Halt> {
        let operands = it.operands.iter();
        let operands: SmallVec<[PrimValue; 3]> = operands
            .map(|(ty, register)| PrimValue::of_bits(*ty, self.get(*register)))
            .collect();
        match numeric::apply(it.function, &operands) {
            Ok(value) => {
                self.set(it.result, value.bits());
                Ok(())
            }
            Err(error) => Err(self.fails(it.site, |at| refusals::undefined(at, error))),
        }
    }
}

#[inline(always)]
fn read<const N: usize>(all: &[u8], offset: usize) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&all[offset..offset + N]);
    bytes
}

#[inline(always)]
fn write<const N: usize>(all: &mut [u8], offset: usize, bytes: [u8; N]) {
    all[offset..offset + N].copy_from_slice(&bytes);
}
