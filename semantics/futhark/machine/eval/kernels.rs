//! Running compiled loops.

use super::arrays::{ascending, slice};
use super::shapes::{natural, unflattens};
use super::{Machine, scalars::undefined};
use crate::failure::{Failure, Kind::Internal, Run};
use crate::futhark::machine::array::{Array, Data, Dim, Dims, Element, Flat, reserve};
use crate::futhark::machine::code::*;
use crate::futhark::machine::kernel::compile::{Form, Outside, compile_loop, compile_soac};
use crate::futhark::machine::kernel::{
    ArrayKind, Back, Bank, Inst, Kernel, Kind, Natural, Origin, Parts, REGISTERS, RangeOf, Registers, Root,
    Scratch, Seen, columns,
};
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::{Fields, Value};
use crate::futhark::refusals;
use crate::numeric;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::Coerced;
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimType, PrimValue};
use elder_syntax::with_prim_type;
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use super::soacs::Inputs;

/// What a kernel works on; kept from one run to the next.
pub(super) struct Workspace {
    registers: Registers,
    scratch: Scratch,
}

impl Workspace {
    pub(super) fn new() -> Box<Workspace> {
        Box::new(Workspace {
            registers: [0; REGISTERS],
            scratch: Scratch::default(),
        })
    }
}

/// The fuel that was left before a kernel ran.
struct Fuel {
    steps: u64,
    reserve: u64,
    elements: u64,
}

/// So often code is translated in vain because a constant has no value yet.
const ATTEMPTS: u32 = 100;

impl Machine {
    /// Whether loops may be compiled: nobody watches, and floats are floats.
    fn compiles(&self) -> bool {
        self.observer.is_none() && self.arithmetic.is_none()
    }

    /// The kernel of a loop, which is made the first time.
    fn compiled<'c>(
        &mut self,
        cell: &'c OnceCell<Option<Box<Kernel>>>,
        span: Span,
        compile: impl Fn(Outside<'_>) -> Option<Kernel>,
    ) -> Run<Option<&'c Kernel>> {
        while cell.get().is_none() {
            let missing = Cell::new(None);
            let slot = |slot| self.local(slot);
            let constant = |number: u32| match self.values.get(number as usize) {
                Some(Some((value, _))) => Some(value.clone()),
                _ => {
                    missing.set(Some(number));
                    None
                }
            };
            let kernel = compile(Outside {
                slot: &slot,
                constant: &constant,
            });
            match (kernel, missing.get()) {
                // Nobody can tell when a constant is evaluated that is no more than written down.
                (None, Some(number)) if self.is_plain(number) => {
                    self.global(number, span)?;
                }
                (None, Some(_)) if self.attempts < ATTEMPTS => {
                    self.attempts += 1;
                    return Ok(None);
                }
                (kernel, _) => {
                    let _ = cell.set(kernel.map(Box::new));
                }
            }
        }
        let kernel = cell.get().and_then(Option::as_deref);
        Ok(kernel.filter(|kernel| self.depth + kernel.nesting <= self.max_depth))
    }

    /// Whether a constant consists of literals and operators that are defined everywhere.
    fn is_plain(&self, number: u32) -> bool {
        fn plain(code: &Code) -> bool {
            match code {
                Code::Const(_) => true,
                Code::Binary(op, t, operands, _) => {
                    (matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) || *op == BinOp::Div && t.is_float())
                        && plain(&operands.0)
                        && plain(&operands.1)
                }
                Code::Convert(_, _, operand) => plain(operand),
                Code::Record(fields) => fields.iter().all(|(_, field)| plain(field)),
                Code::Array(elements, ..) => !elements.is_empty() && elements.iter().all(plain),
                Code::Inlined(parts) => plain(&parts.0),
                _ => false,
            }
        }
        let constant = self.constants.get(number as usize);
        constant
            .and_then(|constant| constant.function.body.get())
            .is_some_and(|body| plain(&body.code))
    }

    fn fuel(&self) -> Fuel {
        Fuel {
            steps: self.fuel,
            reserve: self.reserve,
            elements: self.memory.left(),
        }
    }

    /// What a kernel gave; `None`, as if it had not run, if it met what only `eval` can do: arrays of other sizes from one iteration to the
    /// next.
    fn unless_declined<T>(
        &mut self,
        kernel: &Kernel,
        before: Fuel,
        result: Run<Option<T>>,
    ) -> Run<Option<T>> {
        match result {
            Err(failure) if failure.kind == Internal && kernel.leaves_no_trace() => {
                (self.fuel, self.reserve) = (before.steps, before.reserve);
                self.memory.unspend(before.elements);
                Ok(None)
            }
            result => result,
        }
    }

    /// Runs the iterations of a loop whose parameter is in its slots; `false` if that has to be done by `eval`.
    pub(super) fn loop_kernel(&mut self, l: &LoopCode, bound: i64) -> Run<bool> {
        if !self.compiles() {
            return Ok(false);
        }
        let Some(kernel) = self.compiled(&l.kernel, l.span, |look| compile_loop(look, l))? else {
            return Ok(false);
        };
        let mut banks = Vec::new();
        let before = self.fuel();
        let mut work = self.workspace.take().unwrap_or_else(Workspace::new);
        let result = match self.fill(kernel, &mut work.registers, &mut banks) {
            false => Ok(None),
            true => {
                work.registers[usize::from(kernel.bound)] = bound as u64;
                self.execute(kernel, &mut work, &mut banks).and_then(|()| {
                    let back = kernel.back.iter();
                    let back =
                        back.map(|(slot, back)| Ok((*slot, self.given_back(back, kernel, &work, &banks)?)));
                    back.collect::<Run<Vec<(Slot, Value)>>>().map(Some)
                })
            }
        };
        work.scratch.clear(&self.memory);
        self.workspace = Some(work);
        let result = self.unless_declined(kernel, before, result)?;
        for (slot, value) in result.iter().flatten() {
            self.set(*slot, value.clone());
        }
        Ok(result.is_some())
    }

    /// Runs a map, reduction or scan with a literal function; `None` if that has to be done by `eval`.
    pub(super) fn soac_kernel(
        &mut self,
        code: &IntrinsicCode,
        form: Form,
        callee: &Callee,
        total: Option<&Value>,
        inputs: &Inputs,
    ) -> Run<Option<Value>> {
        // Rows that may be consumed are copied; operators are applied in one go.
        if matches!(callee, Callee::Inline { consumes: true, .. } | Callee::Prim(_)) || !self.compiles() {
            return Ok(None);
        }
        if matches!(code.kernel.get(), Some(None)) {
            return Ok(None);
        }
        let kinds = || -> Option<Vec<Kind>> {
            let carried = total.map(Kind::of);
            let elements = inputs.iter().map(|(_, a)| Kind::of_elements(a));
            carried.into_iter().chain(elements).collect()
        };
        let Some(kinds) = kinds() else { return Ok(None) };
        let kernel = self.compiled(&code.kernel, code.span, |look| {
            let (carried, elements) = match total {
                Some(_) => (kinds.first(), kinds.get(1..).unwrap_or(&[])),
                None => (None, &kinds[..]),
            };
            compile_soac(look, form, callee, carried, elements, code.span)
        })?;
        let Some(kernel) = kernel.filter(|kernel| kernel.kinds == kinds) else {
            return Ok(None);
        };
        let mut banks = Vec::new();
        let mut given = inputs
            .iter()
            .try_for_each(|(version, array)| columns(&Value::Array(*version, array.clone()), &mut banks));
        if let Some(total) = total {
            given = given.and_then(|()| columns(total, &mut banks));
        }
        if given.is_none() || banks.len() != kernel.given {
            return Ok(None);
        }
        let n = inputs.first().map_or(0, |(_, a)| a.len());
        let mut work = self.workspace.take().unwrap_or_else(Workspace::new);
        let before = self.fuel();
        let result = self.iterations(kernel, form, total, (n, code.span), &mut work, banks);
        work.scratch.clear(&self.memory);
        self.workspace = Some(work);
        self.unless_declined(kernel, before, result)
    }

    /// Runs the iterations of a combinator.
    fn iterations(
        &mut self,
        kernel: &Kernel,
        form: Form,
        total: Option<&Value>,
        (n, span): (i64, Span),
        work: &mut Workspace,
        mut banks: Vec<Bank>,
    ) -> Run<Option<Value>> {
        if !self.fill(kernel, &mut work.registers, &mut banks) {
            return Ok(None);
        }
        work.registers[usize::from(kernel.bound)] = n as u64;
        if let Some(total) = total {
            let mut words = Vec::new();
            words_of(total, &mut words);
            for ((reg, _), word) in kernel.carried.iter().zip(words) {
                work.registers[usize::from(*reg)] = word;
            }
        }
        let first = banks.len();
        for output in &kernel.outputs {
            // Of rows the sizes are known when there is one.
            let (rows, rank) = if output.rank == 0 {
                (n, 1)
            } else {
                (0, output.rank + 1)
            };
            let bank = self.output(smallvec::smallvec![rows; rank], output.prim, span)?;
            banks.push(bank);
        }
        self.execute(kernel, work, &mut banks)?;
        match (&kernel.total, form) {
            (Some(back), Form::Reduce) => {
                let total = self.given_back(back, kernel, work, &banks)?;
                self.require_room(&total, span)?;
                Ok(Some(total))
            }
            _ => {
                let mut outputs = banks.drain(first..);
                Ok(assemble(&kernel.result, n, &mut outputs))
            }
        }
    }

    /// An array for results, of this shape.
    fn output(&self, shape: Dims, prim: PrimType, span: Span) -> Run<Bank> {
        let refuse = |e| self.plain_failure(e, span);
        let size = reserve(&self.memory, &shape, prim.bytes()).map_err(refuse)?;
        let rank = shape.len();
        let value = with_prim_type!(prim, T => Array::flat(&self.memory, shape, vec![T::default(); size]));
        let bank = match &value {
            Value::Array(version, array) => Bank::new(*version, array, ArrayKind { prim, rank }),
            _ => None,
        };
        bank.ok_or_else(|| Failure::internal(span, "an array for results"))
    }

    /// The result of a reduction is a copy, which takes fuel.
    fn require_room(&self, value: &Value, span: Span) -> Run<()> {
        match value {
            Value::Array(_, array) => match &array.data {
                Data::Flat(Flat { cells, .. }) => {
                    let bytes = cells.prim().map_or(0, PrimType::bytes);
                    let room = reserve(&self.memory, &array.shape, bytes);
                    room.map(|_| ()).map_err(|e| self.plain_failure(e, span))
                }
                Data::Record(fields) => fields.iter().try_for_each(|f| self.require_room(f, span)),
            },
            Value::Record(fields) => fields.iter().try_for_each(|f| self.require_room(f, span)),
            _ => Ok(()),
        }
    }

    /// Constants, and what a kernel takes from slots; `false` if that is not of the kinds that it was compiled for.
    fn fill(&self, kernel: &Kernel, registers: &mut Registers, banks: &mut Vec<Bank>) -> bool {
        for (reg, bits) in &kernel.constants {
            registers[usize::from(*reg)] = *bits;
        }
        let find = |origin: &'_ Origin| {
            let content = match origin.root {
                Root::Slot(slot) => self.stack.get(self.base + slot as usize)?,
                Root::Constant(number) => &self.values.get(number as usize)?.as_ref()?.0,
            };
            origin.find(content)
        };
        let fits = |(origin, parts): &(Origin, Parts)| find(origin).and_then(Parts::of) == Some(*parts);
        if !kernel.records.iter().all(fits) {
            return false;
        }
        let is = |(origin, function, args): &(Origin, Rc<Function>, usize)| match find(origin) {
            Some(Value::Function(closure)) => {
                Rc::ptr_eq(&closure.function, function) && closure.args.len() == *args
            }
            _ => false,
        };
        if !kernel.functions.iter().all(is) {
            return false;
        }
        for (origin, prim, reg) in &kernel.scalars {
            let value = find(origin);
            let bits = with_prim_type!(*prim, T => value.and_then(T::from_value).map(T::word));
            match bits {
                Some(bits) => registers[usize::from(*reg)] = bits,
                None => return false,
            }
        }
        for (origin, kind, _) in &kernel.arrays {
            let bank = match find(origin) {
                Some(Value::Array(version, array)) => Bank::new(*version, array, *kind),
                _ => None,
            };
            match bank {
                Some(bank) => banks.push(bank),
                None => return false,
            }
        }
        for (reg, id, part) in &kernel.parts {
            let Some(bank) = banks.get(usize::from(*id)) else {
                return false;
            };
            registers[usize::from(*reg)] = bank.part(*part) as u64;
        }
        // An array that is updated must share its buffer with no other.
        let own = kernel.given;
        kernel
            .arrays
            .iter()
            .enumerate()
            .filter(|(_, (_, _, updated))| *updated)
            .all(|(k, _)| {
                banks.iter().enumerate().all(|(other, bank)| {
                    other == own + k || banks.get(own + k).is_some_and(|b| !b.cells.same(&bank.cells))
                })
            })
    }

    /// Runs the instructions.
    fn execute(&mut self, kernel: &Kernel, work: &mut Workspace, banks: &mut [Bank]) -> Run<()> {
        let Workspace {
            registers: r,
            scratch,
        } = work;
        kernel.rules.iter().for_each(|rule| rule.apply());
        macro_rules! get {
            ($a:expr) => {
                r[usize::from($a) % REGISTERS]
            };
        }
        macro_rules! float32 {
            ($a:expr) => {
                f32::from_bits(get!($a) as u32)
            };
        }
        macro_rules! float {
            ($a:expr) => {
                f64::from_bits(get!($a))
            };
        }
        let code = &kernel.code[..];
        let mut pc = 0;
        while let Some(inst) = code.get(pc) {
            pc += 1;
            match *inst {
                Inst::AddI64(d, a, b) => get!(d) = get!(a).wrapping_add(get!(b)),
                Inst::SubI64(d, a, b) => get!(d) = get!(a).wrapping_sub(get!(b)),
                Inst::MulI64(d, a, b) => get!(d) = get!(a).wrapping_mul(get!(b)),
                Inst::LtI64(d, a, b) => get!(d) = u64::from((get!(a) as i64) < (get!(b) as i64)),
                Inst::AddI32(d, a, b) => get!(d) = (get!(a) as i32).wrapping_add(get!(b) as i32) as u64,
                Inst::LtI32(d, a, b) => get!(d) = u64::from((get!(a) as i32) < (get!(b) as i32)),
                Inst::AddF64(d, a, b) => get!(d) = (float!(a) + float!(b)).to_bits(),
                Inst::SubF64(d, a, b) => get!(d) = (float!(a) - float!(b)).to_bits(),
                Inst::MulF64(d, a, b) => get!(d) = (float!(a) * float!(b)).to_bits(),
                Inst::LeF64(d, a, b) => get!(d) = u64::from(float!(a) <= float!(b)),
                Inst::LtF64(d, a, b) => get!(d) = u64::from(float!(a) < float!(b)),
                Inst::AddF32(d, a, b) => get!(d) = (float32!(a) + float32!(b)).to_bits().into(),
                Inst::SubF32(d, a, b) => get!(d) = (float32!(a) - float32!(b)).to_bits().into(),
                Inst::MulF32(d, a, b) => get!(d) = (float32!(a) * float32!(b)).to_bits().into(),
                Inst::DivF64(d, a, b) => get!(d) = (float!(a) / float!(b)).to_bits(),
                Inst::DivF32(d, a, b) => get!(d) = (float32!(a) / float32!(b)).to_bits().into(),
                Inst::LeF32(d, a, b) => get!(d) = u64::from(float32!(a) <= float32!(b)),
                Inst::LtF32(d, a, b) => get!(d) = u64::from(float32!(a) < float32!(b)),
                Inst::EqWord(d, a, b) => get!(d) = u64::from(get!(a) == get!(b)),
                Inst::Along(d, base, i, stride) => {
                    get!(d) = get!(base).wrapping_add(get!(i).wrapping_mul(get!(stride)));
                }
                Inst::Element(d, bank, base, i, stride) => {
                    let at = get!(base).wrapping_add(get!(i).wrapping_mul(get!(stride)));
                    if let Some(bank) = banks.get(usize::from(bank)) {
                        get!(d) = bank.load(at as i64);
                    }
                }
                Inst::Get(d, base, i, stride) => {
                    let at = get!(base).wrapping_add(get!(i).wrapping_mul(get!(stride)));
                    get!(d) = scratch.get(at);
                }
                Inst::Set(base, i, a) => scratch.set(get!(base).wrapping_add(get!(i)), get!(a)),
                Inst::Within(i, size, update) => {
                    // No size is negative.
                    if get!(i) >= get!(size) {
                        return Err(beyond(kernel, pc, (get!(i) as i64, get!(size) as i64), update));
                    }
                }
                Inst::Step(counter, bound, to) => {
                    let next = get!(counter).wrapping_add(1);
                    get!(counter) = next;
                    if (next as i64) < (get!(bound) as i64) {
                        pc = to as usize;
                    }
                }
                Inst::Alloc(base, n, each, bytes) => {
                    let words = (get!(n) as i64).saturating_mul(get!(each) as i64);
                    self.enter_account(kernel, pc, words, bytes, scratch)?;
                    get!(base) = scratch.room(words as u64);
                }
                Inst::Room(base, n, each) => {
                    get!(base) = scratch.room(get!(n).wrapping_mul(get!(each)));
                }
                Inst::Account(n, bytes) => self.enter_account(kernel, pc, get!(n) as i64, bytes, scratch)?,
                Inst::Mark(top, charged) => (get!(top), get!(charged)) = scratch.mark(),
                Inst::Release(top, charged) => {
                    scratch.release(&self.memory, (get!(top), get!(charged)));
                }
                Inst::Copy(to, seen) => {
                    if let Some(seen) = kernel.seen.get(usize::from(seen)) {
                        scratch.copy(get!(to), seen, r, banks);
                    }
                }
                Inst::PutRow(bank, i, seen) => {
                    let (bank, i) = (usize::from(bank), get!(i));
                    self.put_row(kernel, pc, (bank, i, usize::from(seen)), (r, scratch), banks)?;
                }
                Inst::Fold(op, prim, total, seen) => {
                    if let Some(seen) = kernel.seen.get(usize::from(seen)) {
                        let result = fold(op, prim, get!(total), seen, (r, scratch, banks));
                        get!(total) = result.map_err(|e| located(kernel, pc, |span| undefined(e, span)))?;
                    }
                }
                Inst::Same(a, b) => {
                    if get!(a) != get!(b) {
                        return Err(unequal(kernel, pc, get!(a), get!(b)));
                    }
                }
                Inst::Natural(n, made) => {
                    let rule = match made {
                        Natural::Iota => &rules::FUT_E_IOTA,
                        Natural::Replicate => &rules::FUT_E_REPL,
                        Natural::Rearranged => &rules::FUT_E_REARR,
                    };
                    if (get!(n) as i64) < 0 {
                        let refused = natural(get!(n) as i64, rule, located_span(kernel, pc));
                        refused.map_err(|e| located(kernel, pc, |_| e))?;
                    }
                }
                Inst::Charge(n, bytes) => scratch.charge(&self.memory, get!(n).wrapping_mul(bytes.into())),
                Inst::Fill(base, n, a) => scratch.fill(get!(base), get!(n), get!(a)),
                Inst::Coerced(expected, found) => {
                    let (expected, found) = (get!(expected) as i64, get!(found) as i64);
                    if expected != found {
                        return Err(located(kernel, pc, |span| {
                            refusals::coerced(Coerced::Value, expected, found, span)
                        }));
                    }
                }
                Inst::Slice(number) => {
                    if let Some(of) = kernel.slices.get(usize::from(number)) {
                        let parts = of.parts.map(|part| part.map(|reg| get!(reg) as i64));
                        let dim = slice(get!(of.size) as i64, parts, located_span(kernel, pc));
                        let dim = dim.map_err(|e| located(kernel, pc, |_| e))?;
                        if let Dim::Slice { start, step, count } = dim {
                            // The start of an empty slice may lie outside.
                            let start = if count > 0 { start } else { 0 };
                            for (reg, word) in of.into.iter().zip([start, step, count]) {
                                get!(*reg) = word as u64;
                            }
                        }
                    }
                }
                Inst::Range(number) => {
                    if let Some(of) = kernel.ranges.get(usize::from(number)) {
                        let (start, second, bound) = of.parts;
                        let number = |word: u64| match of.prim {
                            PrimType::U64 => i128::from(word),
                            _ => i128::from(word as i64),
                        };
                        let numbers = (
                            number(get!(start)),
                            second.map(|s| number(get!(s))),
                            number(get!(bound)),
                        );
                        let range = range_of(of, numbers, located_span(kernel, pc));
                        let range = range.map_err(|e| located(kernel, pc, |_| e))?;
                        for (reg, word) in of.into.iter().zip(range) {
                            get!(*reg) = word as u64;
                        }
                    }
                }
                Inst::Unflatten(n, m, size) => {
                    let (new, old) = ([get!(n) as i64, get!(m) as i64], [get!(size) as i64]);
                    let fits = unflattens(&old, 1, &new, located_span(kernel, pc));
                    fits.map_err(|e| located(kernel, pc, |_| e))?;
                }
                Inst::Two(f, d, a, b) => get!(d) = f(get!(a), get!(b)),
                Inst::One(f, d, a) => get!(d) = f(get!(a)),
                Inst::Try(number, d, a, b) => {
                    let Some(of) = kernel.operators.get(usize::from(number)) else {
                        continue;
                    };
                    match (of.quick)(get!(a), get!(b)) {
                        Some(bits) => get!(d) = bits,
                        None => {
                            let result = with_prim_type!(of.prim, T => {
                                T::binary(of.op, T::from_word(get!(a)), T::from_word(get!(b))).map(T::word)
                            });
                            get!(d) = result.map_err(|e| located(kernel, pc, |span| undefined(e, span)))?;
                        }
                    }
                }
                Inst::Unary(op, prim, d, a) => {
                    let operand = with_prim_type!(prim, T => T::from_word(get!(a)).prim());
                    match numeric::unary(op, operand) {
                        Ok(value) => get!(d) = word(value),
                        Err(e) => return Err(located(kernel, pc, |span| undefined(e, span))),
                    }
                }
                Inst::Prim(f, d, args) => {
                    let operands: SmallVec<[PrimValue; 3]> = f
                        .parameters()
                        .iter()
                        .zip(args)
                        .map(|(&t, a)| with_prim_type!(t, T => T::from_word(get!(a)).prim()))
                        .collect();
                    match numeric::apply(f, &operands) {
                        Ok(value) => get!(d) = word(value),
                        Err(e) => return Err(located(kernel, pc, |span| undefined(e, span))),
                    }
                }
                Inst::Mov(d, a) => get!(d) = get!(a),
                Inst::Jump(to) => pc = to as usize,
                Inst::Unless(a, to) => {
                    if get!(a) == 0 {
                        pc = to as usize;
                    }
                }
                Inst::When(a, to) => {
                    if get!(a) != 0 {
                        pc = to as usize;
                    }
                }
                Inst::Load(d, bank, i) => {
                    let Some(bank) = banks.get(usize::from(bank)) else {
                        continue;
                    };
                    match bank.place(get!(i), 0) {
                        Some(at) => get!(d) = bank.load(at),
                        None => return Err(outside(kernel, pc, bank, get!(i), 0, false)),
                    }
                }
                Inst::Load2(d, bank, i, j) => {
                    let Some(bank) = banks.get(usize::from(bank)) else {
                        continue;
                    };
                    match bank.place(get!(i), get!(j)) {
                        Some(at) => get!(d) = bank.load(at),
                        None => return Err(outside(kernel, pc, bank, get!(i), get!(j), false)),
                    }
                }
                Inst::Store(bank, i, v) => {
                    let Some(bank) = banks.get_mut(usize::from(bank)) else {
                        continue;
                    };
                    match bank.place(get!(i), 0) {
                        Some(at) => bank.store(at, get!(v)),
                        None => return Err(outside(kernel, pc, bank, get!(i), 0, true)),
                    }
                }
                Inst::Put(bank, i, v) => {
                    if let Some(bank) = banks.get(usize::from(bank)) {
                        bank.put(get!(i) as i64, get!(v));
                    }
                }
                Inst::Next(counter, bound, to) => {
                    let next = get!(counter).wrapping_add(1);
                    get!(counter) = next;
                    if (next as i64) < (get!(bound) as i64) {
                        if self.fuel == 0 {
                            self.refill(located_span(kernel, pc))?;
                        }
                        self.fuel -= 1;
                        pc = to as usize;
                    }
                }
                Inst::Store2(bank, i, j, v) => {
                    let Some(bank) = banks.get_mut(usize::from(bank)) else {
                        continue;
                    };
                    match bank.place(get!(i), get!(j)) {
                        Some(at) => bank.store(at, get!(v)),
                        None => return Err(outside(kernel, pc, bank, get!(i), get!(j), true)),
                    }
                }
                Inst::Tick => {
                    if self.fuel == 0 {
                        self.refill(located_span(kernel, pc))?;
                    }
                    self.fuel -= 1;
                }
                Inst::Check(a) => {
                    if get!(a) == 0 {
                        return Err(located(kernel, pc, |span| {
                            Failure::error(&rules::FUT_E_ASSERT, "holds", span, "assertion is false")
                        }));
                    }
                }
            }
        }
        Ok(())
    }
}

impl Machine {
    /// Enters so many elements in the accounts of fuel and memory.
    #[inline(always)]
    fn enter_account(&self, kernel: &Kernel, pc: usize, n: i64, bytes: u8, scratch: &mut Scratch) -> Run<()> {
        if let Err(e) = reserve(&self.memory, &[n], bytes.into()) {
            return Err(located(kernel, pc, |span| self.plain_failure(e, span)));
        }
        scratch.charge(&self.memory, n as u64 * u64::from(bytes));
        Ok(())
    }

    /// Puts an array into a row of a result, which is made when the first is there.
    fn put_row(
        &self,
        kernel: &Kernel,
        pc: usize,
        (bank, i, seen): (usize, u64, usize),
        (r, scratch): (&Registers, &Scratch),
        banks: &mut [Bank],
    ) -> Run<()> {
        let Some(seen) = kernel.seen.get(seen) else {
            return Ok(());
        };
        if i == 0 {
            let n = r[usize::from(kernel.bound) % REGISTERS] as i64;
            let shape = std::iter::once(n).chain(seen.shape(r)).collect();
            let output = self.output(shape, seen.prim, Span::NONE);
            let output = output.map_err(|mut e| {
                located(kernel, pc, |span| {
                    e.span = span;
                    e
                })
            })?;
            if let Some(place) = banks.get_mut(bank) {
                *place = output;
            }
        }
        let Some(output) = banks.get(bank) else {
            return Ok(());
        };
        let row = output.array.shape.get(1..).unwrap_or(&[]);
        if !seen.shape(r).eq(row.iter().copied()) {
            let found: Dims = seen.shape(r).collect();
            let message = refusals::shapes_differ(row, &found);
            return Err(located(kernel, pc, |span| Failure::internal(span, message)));
        }
        let volume: i64 = row.iter().product();
        let mut next = i as i64 * volume;
        seen.words(r, scratch, banks, &mut |word| {
            output.put(next, word);
            next += 1;
            true
        });
        Ok(())
    }

    /// The final value of something that a kernel has.
    fn given_back(&self, back: &Back, kernel: &Kernel, work: &Workspace, banks: &[Bank]) -> Run<Value> {
        let all = |parts: &[Back]| -> Run<Fields> {
            let parts = parts.iter();
            parts
                .map(|part| self.given_back(part, kernel, work, banks))
                .collect()
        };
        Ok(match back {
            Back::Scalar(reg, prim) => scalar_value(work.registers[usize::from(*reg) % REGISTERS], *prim),
            Back::Array(id) => match banks.get(usize::from(*id)) {
                Some(bank) => Value::Array(bank.version, bank.array.clone()),
                None => Value::default(),
            },
            Back::Record(parts) => Value::Record(Rc::new(all(parts)?)),
            Back::Seen(seen) => match kernel.seen.get(usize::from(*seen)) {
                Some(seen) => {
                    let shape: Dims = seen.shape(&work.registers).collect();
                    with_prim_type!(seen.prim, T => {
                        let mut out: Vec<T> = Vec::new();
                        seen.words(&work.registers, &work.scratch, banks, &mut |word| {
                            out.push(T::from_word(word));
                            true
                        });
                        Array::flat(&self.memory, shape, out)
                    })
                }
                None => Value::default(),
            },
            Back::Zipped(rank, parts) => {
                let fields = all(parts)?;
                zipped(*rank, fields)
                    .ok_or_else(|| Failure::internal(Span::NONE, "records without fields"))?
            }
        })
    }
}

/// A scalar in bits.
#[inline]
fn word(value: PrimValue) -> u64 {
    match value {
        PrimValue::Bool(x) => x.word(),
        PrimValue::I8(x) => x.word(),
        PrimValue::I16(x) => x.word(),
        PrimValue::I32(x) => x.word(),
        PrimValue::I64(x) => x.word(),
        PrimValue::U8(x) => x.word(),
        PrimValue::U16(x) => x.word(),
        PrimValue::U32(x) => x.word(),
        PrimValue::U64(x) => x.word(),
        PrimValue::F16(x) => x.word(),
        PrimValue::F32(x) => x.word(),
        PrimValue::F64(x) => x.word(),
    }
}

/// A register combined with all elements of an array.
fn fold(
    op: BinOp,
    prim: PrimType,
    total: u64,
    seen: &Seen,
    (r, scratch, banks): (&Registers, &Scratch, &[Bank]),
) -> Result<u64, numeric::NumericError> {
    with_prim_type!(prim, T => {
        let mut total = T::from_word(total);
        let mut failed = None;
        seen.words(r, scratch, banks, &mut |word| {
            match T::binary(op, total, T::from_word(word)) {
                Ok(sum) => total = sum,
                Err(e) => failed = Some(e),
            }
            failed.is_none()
        });
        match failed {
            Some(e) => Err(e),
            None => Ok(total.word()),
        }
    })
}

/// The first element of a range, its step and its size.
fn range_of(of: &RangeOf, (start, second, bound): (i128, Option<i128>, i128), span: Span) -> Run<[i64; 3]> {
    let (step, count) = ascending(of.end, start, second, bound, span)?;
    Ok([start as i64, step as i64, count])
}

#[cold]
fn beyond(kernel: &Kernel, pc: usize, (i, size): (i64, i64), update: bool) -> Box<Failure> {
    let rule = if update {
        &rules::FUT_E_UPDATE
    } else {
        &rules::FUT_E_INDEX
    };
    located(kernel, pc, |span| refusals::out_of_bounds(rule, i, size, span))
}

#[cold]
fn unequal(kernel: &Kernel, pc: usize, a: u64, b: u64) -> Box<Failure> {
    located(kernel, pc, |span| {
        let message = format!("arrays of different sizes: {} and {}", a as i64, b as i64);
        Failure::internal(span, message)
    })
}

/// A failure of the instruction before `pc`, with its place and the calls around.
#[cold]
fn located(kernel: &Kernel, pc: usize, failure: impl FnOnce(Span) -> Box<Failure>) -> Box<Failure> {
    let place = kernel.places.iter().find(|(at, ..)| *at as usize + 1 == pc);
    match place {
        Some((_, span, calls)) => {
            let mut failure = failure(*span);
            failure.calls.extend_from_slice(calls);
            failure
        }
        None => failure(Span::NONE),
    }
}

fn located_span(kernel: &Kernel, pc: usize) -> Span {
    kernel
        .places
        .iter()
        .find(|(at, ..)| *at as usize + 1 == pc)
        .map_or(Span::NONE, |(_, span, _)| *span)
}

/// An index out of bounds.
#[cold]
fn outside(kernel: &Kernel, pc: usize, bank: &Bank, i: u64, j: u64, update: bool) -> Box<Failure> {
    let [n, m] = bank.sizes;
    let (index, size) = if i < n as u64 {
        (j as i64, m)
    } else {
        (i as i64, n)
    };
    beyond(kernel, pc, (index, size), update)
}

fn scalar_value(bits: u64, prim: elder_syntax::prim::PrimType) -> Value {
    with_prim_type!(prim, T => Value::from(T::from_word(bits).prim()))
}

/// The scalars of a value in bits.
fn words_of(value: &Value, out: &mut Vec<u64>) {
    match value {
        Value::Record(fields) => fields.iter().for_each(|f| words_of(f, out)),
        scalar => {
            if let Some(p) = scalar.prim() {
                out.push(with_prim_type!(p.prim_type(), T => T::from_value(scalar).map_or(0, T::word)));
            }
        }
    }
}

/// An array of elements of this kind from its columns.
fn assemble(kind: &Kind, n: i64, columns: &mut impl Iterator<Item = Bank>) -> Option<Value> {
    let mut all =
        |parts: &[Kind]| -> Option<Fields> { parts.iter().map(|k| assemble(k, n, columns)).collect() };
    match kind {
        Kind::Scalar(_) | Kind::Array(_) => columns.next().map(|bank| Value::Array(bank.version, bank.array)),
        Kind::Tuple(parts) => {
            let shape = smallvec::smallvec![n];
            let data = Data::Record(all(parts)?);
            Some(Value::Array(0, Rc::new(Array { shape, data })))
        }
        Kind::Table(rank, parts) => zipped(rank + 1, all(parts)?),
    }
}

/// An array of records of so many dimensions from those of its fields.
fn zipped(rank: usize, fields: Fields) -> Option<Value> {
    let shape = fields.first()?.as_array()?.shape.get(..rank)?;
    let shape = Dims::from_slice(shape);
    let data = Data::Record(fields);
    Some(Value::Array(0, Rc::new(Array { shape, data })))
}
