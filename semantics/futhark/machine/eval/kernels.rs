//! Running compiled loops.

use super::{Machine, scalars::undefined};
use crate::failure::{Failure, Run};
use crate::futhark::machine::array::{Array, reserve};
use crate::futhark::machine::code::*;
use crate::futhark::machine::kernel::compile::{Form, compile_loop, compile_soac};
use crate::futhark::machine::kernel::{
    ArrayKind, Back, Bank, Inst, Kernel, Kind, Origin, Parts, REGISTERS, Registers, columns,
};
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::{Fields, Value};
use crate::{numeric, with_scalar};
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::PrimValue;
use smallvec::SmallVec;
use std::rc::Rc;

use super::soacs::Inputs;

impl Machine {
    /// Whether loops may be compiled: nobody watches, and floats are floats.
    fn compiles(&self) -> bool {
        self.observer.is_none() && self.arithmetic.is_none()
    }

    /// Runs the iterations of a loop whose parameter is in its slots; `false` if that has to be done by `eval`.
    pub(super) fn loop_kernel(&mut self, l: &LoopCode, bound: i64) -> Run<bool> {
        if !self.compiles() {
            return Ok(false);
        }
        let kernel = l
            .kernel
            .get_or_init(|| compile_loop(&|slot| self.local(slot), l).map(Box::new));
        let Some(kernel) = kernel else { return Ok(false) };
        let mut registers: Registers = [0; REGISTERS];
        let mut banks = Vec::new();
        if !self.fill(kernel, &mut registers, &mut banks) {
            return Ok(false);
        }
        registers[usize::from(kernel.bound)] = bound as u64;
        self.execute(kernel, &mut registers, &mut banks)?;
        for (slot, back) in &kernel.back {
            self.set(*slot, given_back(back, &registers, &banks));
        }
        Ok(true)
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
        let Callee::Inline {
            params,
            body,
            consumes: false,
        } = callee
        else {
            return Ok(None);
        };
        if !self.compiles() {
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
        let kernel = code.kernel.get_or_init(|| {
            let (carried, elements) = match total {
                Some(_) => (kinds.first(), kinds.get(1..).unwrap_or(&[])),
                None => (None, &kinds[..]),
            };
            let look = |slot| self.local(slot);
            compile_soac(&look, form, params, body, carried, elements, code.span).map(Box::new)
        });
        let Some(kernel) = kernel else { return Ok(None) };
        if kernel.kinds != kinds {
            return Ok(None);
        }
        let mut registers: Registers = [0; REGISTERS];
        let mut banks = Vec::new();
        for (version, array) in inputs {
            if columns(*version, array, &mut banks).is_none() {
                return Ok(None);
            }
        }
        if banks.len() != kernel.given || !self.fill(kernel, &mut registers, &mut banks) {
            return Ok(None);
        }
        let n = inputs.first().map_or(0, |(_, a)| a.len());
        registers[usize::from(kernel.bound)] = n as u64;
        if let Some(total) = total {
            let mut words = Vec::new();
            words_of(total, &mut words);
            for ((reg, _), word) in kernel.carried.iter().zip(words) {
                registers[usize::from(*reg)] = word;
            }
        }
        let first = banks.len();
        for &prim in &kernel.outputs {
            let size =
                reserve(&self.memory, &[n], prim.bytes()).map_err(|e| self.plain_failure(e, code.span))?;
            let value = with_scalar!(prim, T => Array::vector(&self.memory, vec![T::default(); size]));
            let bank = match &value {
                Value::Array(version, array) => Bank::new(*version, array, ArrayKind { prim, rank: 1 }),
                _ => None,
            };
            banks.extend(bank);
        }
        self.execute(kernel, &mut registers, &mut banks)?;
        if form == Form::Reduce {
            let mut leaves = kernel.carried.iter().map(|(reg, _)| registers[usize::from(*reg)]);
            return Ok(Some(rebuild(&kernel.result, &mut leaves)));
        }
        let mut outputs = banks.drain(first..);
        Ok(assemble(&kernel.result, n, &mut outputs))
    }

    /// Constants, and what a kernel takes from slots; `false` if that is not of the kinds that it was compiled for.
    fn fill(&self, kernel: &Kernel, registers: &mut Registers, banks: &mut Vec<Bank>) -> bool {
        for (reg, bits) in &kernel.constants {
            registers[usize::from(*reg)] = *bits;
        }
        let find = |origin: &'_ Origin| {
            let content = self.stack.get(self.base + origin.slot as usize)?;
            origin.find(content)
        };
        let fits = |(origin, parts): &(Origin, Parts)| find(origin).and_then(Parts::of) == Some(*parts);
        if !kernel.records.iter().all(fits) {
            return false;
        }
        for (origin, prim, reg) in &kernel.scalars {
            let value = find(origin);
            let bits = with_scalar!(*prim, T => value.and_then(T::of).map(T::into_bits));
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
    fn execute(&mut self, kernel: &Kernel, r: &mut Registers, banks: &mut [Bank]) -> Run<()> {
        kernel.rules.iter().for_each(|rule| rule.apply());
        macro_rules! get {
            ($a:expr) => {
                r[usize::from($a)]
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
                Inst::Two(f, d, a, b) => get!(d) = f(get!(a), get!(b)),
                Inst::One(f, d, a) => get!(d) = f(get!(a)),
                Inst::Try(op, prim, d, a, b) => {
                    let result = with_scalar!(prim, T => {
                        T::binary(op, T::out_of_bits(get!(a)), T::out_of_bits(get!(b))).map(T::into_bits)
                    });
                    match result {
                        Ok(bits) => get!(d) = bits,
                        Err(e) => return Err(located(kernel, pc, |span| undefined(e, span))),
                    }
                }
                Inst::Prim(f, d, args) => {
                    let operands: SmallVec<[PrimValue; 3]> = f
                        .parameters()
                        .iter()
                        .zip(args)
                        .map(|(&t, a)| with_scalar!(t, T => T::out_of_bits(get!(a)).prim()))
                        .collect();
                    match numeric::apply(f, &operands) {
                        Ok(value) => {
                            let value = Value::from(value);
                            let bits = with_scalar!(f.result(), T => T::of(&value).map(T::into_bits));
                            get!(d) = bits.unwrap_or_default();
                        }
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
                Inst::Size(d, bank) => {
                    get!(d) = banks.get(usize::from(bank)).map_or(0, |b| b.sizes[0] as u64)
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
    let rule = if update {
        &rules::FUT_E_UPDATE
    } else {
        &rules::FUT_E_INDEX
    };
    located(kernel, pc, |span| {
        Failure::error(
            rule,
            "bounds",
            span,
            format!("index {index} is out of bounds for size {size}"),
        )
    })
}

fn scalar_value(bits: u64, prim: elder_syntax::prim::PrimType) -> Value {
    with_scalar!(prim, T => Value::from(T::out_of_bits(bits).prim()))
}

/// The final value of a loop's parameter.
fn given_back(back: &Back, registers: &Registers, banks: &[Bank]) -> Value {
    match back {
        Back::Scalar(reg, prim) => scalar_value(registers[usize::from(*reg)], *prim),
        Back::Array(id) => match banks.get(usize::from(*id)) {
            Some(bank) => Value::Array(bank.version, bank.array.clone()),
            None => Value::default(),
        },
        Back::Record(parts) => Value::record(parts.iter().map(|part| given_back(part, registers, banks))),
    }
}

/// The scalars of a value in bits.
fn words_of(value: &Value, out: &mut Vec<u64>) {
    match value {
        Value::Record(fields) => fields.iter().for_each(|f| words_of(f, out)),
        scalar => {
            if let Some(p) = scalar.prim() {
                out.push(with_scalar!(p.prim_type(), T => T::of(scalar).map_or(0, T::into_bits)));
            }
        }
    }
}

/// A value of this kind from its scalars.
fn rebuild(kind: &Kind, leaves: &mut impl Iterator<Item = u64>) -> Value {
    match kind {
        Kind::Scalar(prim) => scalar_value(leaves.next().unwrap_or(0), *prim),
        Kind::Tuple(parts) => {
            let fields: Fields = parts.iter().map(|k| rebuild(k, leaves)).collect();
            Value::Record(Rc::new(fields))
        }
    }
}

/// An array of elements of this kind from its columns.
fn assemble(kind: &Kind, n: i64, columns: &mut impl Iterator<Item = Bank>) -> Option<Value> {
    match kind {
        Kind::Scalar(_) => columns.next().map(|bank| Value::Array(bank.version, bank.array)),
        Kind::Tuple(parts) => {
            let fields = parts
                .iter()
                .map(|k| assemble(k, n, columns))
                .collect::<Option<Fields>>()?;
            let shape = smallvec::smallvec![n];
            let data = crate::futhark::machine::array::Data::Record(fields);
            Some(Value::Array(0, Rc::new(Array { shape, data })))
        }
    }
}
