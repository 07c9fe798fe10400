//! Blocks and expressions, by the form of the expression: what is known is computed now, the rest becomes instructions.

use super::code::{Application, Instruction};
use super::direct;
use super::types::Type;
use super::value::{Environment, Operand, Value};
use super::{Step, Stop, Translator};
use crate::dex::{MORE_STACK, RED_ZONE};
use crate::numeric;
use elder_dex::core::{self as tree, Block, Exp, IndexOp, Stm};
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use std::rc::Rc;

/// Calls within calls; deeper ones are left to the definition.
const DEPTH: usize = 2_000;

impl Translator<'_> {
    /// DX-E-LET, DX-E-VAL
    pub(super) fn block(&mut self, environment: &Environment, block: &Block) -> Step<Value> {
        elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || {
            let mut inner = environment.clone();
            for stm in &block.stms {
                let outer = std::mem::replace(&mut self.at, stm.at);
                let value = self.exp(&inner, stm)?;
                self.at = outer;
                inner.bind(stm.binder.name, value);
            }
            self.value(&inner, &block.result)
        })
    }

    fn exp(&mut self, environment: &Environment, stm: &Stm) -> Step<Value> {
        match &stm.exp {
            Exp::Value(value) => self.value(environment, value),
            Exp::Apply(function, argument) => {
                let function = self.value(environment, function)?;
                let argument = self.value(environment, argument)?;
                match function {
                    Value::Derivative(_) => {
                        let ty = self.ty(environment, &stm.binder.ty)?;
                        self.derived(&function, argument, false, &ty)
                    }
                    _ => self.apply(&function, argument),
                }
            }
            Exp::Index(table, index) => {
                let table = self.value(environment, table)?;
                let index = self.value(environment, index)?;
                self.index(&table, index)
            }
            Exp::For(it) => self.for_each(environment, it),
            Exp::Case(scrutinee, alternatives) => {
                let scrutinee = self.value(environment, scrutinee)?;
                self.case(environment, &scrutinee, alternatives)
            }
            Exp::Table(_, elements) => {
                let elements = self.all_values(environment, elements)?;
                self.listed(elements)
            }
            Exp::Prim(function, operands) => {
                let operands = self.all_values(environment, operands)?;
                self.primitive(*function, &operands)
            }
            Exp::IndexSet(op, operands) => self.index_op(environment, *op, operands),
            Exp::Slice(reference, index) => {
                let reference = self.reference(environment, reference)?;
                let index = self.value(environment, index)?;
                self.slice(&reference, &index)
            }
            Exp::Part(part, reference) => {
                let reference = self.reference(environment, reference)?;
                self.part(&reference, part)
            }
            Exp::Get(reference) | Exp::Ask(reference) => {
                let reference = self.reference(environment, reference)?;
                self.get(&reference)
            }
            Exp::Put(reference, value) => {
                let reference = self.reference(environment, reference)?;
                let value = self.value(environment, value)?;
                self.put(&reference, value)
            }
            Exp::Accumulate(reference, value) => {
                let reference = self.reference(environment, reference)?;
                let value = self.value(environment, value)?;
                self.accumulate(&reference, value)
            }
            Exp::RunState(initial, action) => {
                let initial = self.value(environment, initial)?;
                let action = self.value(environment, action)?;
                self.run_state(initial, &action)
            }
            Exp::RunReader(content, action) => {
                let content = self.value(environment, content)?;
                let action = self.value(environment, action)?;
                self.run_reader(content, &action)
            }
            Exp::RunAccum(monoid, action) => self.run_accum(environment, monoid.as_deref(), action),
            Exp::Catch(action) => {
                let action = self.value(environment, action)?;
                let ty = self.ty(environment, &stm.binder.ty)?;
                self.catch(&action, &ty)
            }
            Exp::Throw(_) => {
                self.code.emit(Instruction::Throw)?;
                self.code.fallible += 1;
                Err(Stop::Never)
            }
            Exp::Fail(_, why) => {
                let site = self.site();
                self.code.emit(Instruction::Fail(why.as_str().into(), site))?;
                Err(Stop::Never)
            }
            Exp::Linearize(function, point) => {
                let function = self.value(environment, function)?;
                let point = self.value(environment, point)?;
                self.linearize(environment, function, point, &stm.binder.ty)
            }
            Exp::Transpose(function, cotangent) => {
                let function = self.value(environment, function)?;
                let cotangent = self.value(environment, cotangent)?;
                let ty = self.ty(environment, &stm.binder.ty)?;
                self.derived(&function, cotangent, true, &ty)
            }
        }
    }

    /// DX-E-APP
    pub(super) fn apply(&mut self, function: &Value, argument: Value) -> Step<Value> {
        let Value::Closure(closure) = function else {
            return Err(Stop::MALFORMED);
        };
        self.code.tick()?;
        if self.calls.len() >= DEPTH {
            return Err(Stop::Untaken("its calls are nested too deep"));
        }
        self.calls.push(self.at);
        let inner = closure.environment.with(closure.lambda.binder.name, argument);
        let result = self.block(&inner, &closure.lambda.body)?;
        self.calls.pop();
        Ok(result)
    }

    /// DX-E-ARITH
    pub(super) fn primitive(&mut self, function: PrimFn, operands: &[Value]) -> Step<Value> {
        let mut numbers = Vec::with_capacity(operands.len());
        for operand in operands {
            match operand {
                Value::Number(ty, operand) => numbers.push((*ty, *operand)),
                _ => return Err(Stop::MALFORMED),
            }
        }
        let known = numbers.iter().map(|(ty, operand)| match operand {
            Operand::Known(bits) => Some(PrimValue::of_bits(*ty, *bits)),
            Operand::Register(_) => None,
        });
        if let Some(scalars) = known.collect::<Option<Vec<_>>>()
            && let Ok(value) = numeric::apply(function, &scalars)
        {
            return Ok(Value::Number(value.prim_type(), Operand::Known(value.bits())));
        }
        let ty = function.result();
        if let Some(same) = self.unchanged(function, &numbers) {
            return Ok(Value::Number(ty, same));
        }
        let registers: Vec<(PrimType, u32)> = numbers
            .iter()
            .map(|(ty, operand)| (*ty, self.code.register(*operand)))
            .collect();
        let result = self.code.fresh();
        match (direct::of(function), registers.as_slice()) {
            (Some(direct), [(_, a), (_, b)]) => {
                self.code.emit(Instruction::Direct(result, direct, *a, *b))?;
            }
            (Some(direct), [(_, a)]) => {
                self.code.emit(Instruction::Direct(result, direct, *a, *a))?;
            }
            _ => {
                let site = match direct::is_defined(function) {
                    true => self.limit_site(),
                    false => self.site(),
                };
                self.code.emit(Instruction::Apply(Box::new(Application {
                    function,
                    operands: registers,
                    result,
                    site,
                })))?;
            }
        }
        Ok(Value::Number(ty, Operand::Register(result)))
    }

    /// What a function leaves as it is, by its bits.
    fn unchanged(&self, function: PrimFn, numbers: &[(PrimType, Operand)]) -> Option<Operand> {
        match (function, numbers) {
            (PrimFn::Convert(from, to), [(_, operand)]) if from == to => Some(*operand),
            _ => None,
        }
    }

    /// DX-E-PRIM
    fn index_op(&mut self, environment: &Environment, op: IndexOp, operands: &[tree::Value]) -> Step<Value> {
        match (op, operands) {
            (IndexOp::Ordinal, [member]) => {
                let member = self.value(environment, member)?;
                let ordinal = self.ordinal(&member)?;
                self.as_int(ordinal)
            }
            (IndexOp::Size, [set]) => {
                let set = self.ty(environment, set)?;
                let size = self.size(&set)?;
                self.as_int(size)
            }
            (IndexOp::Inject, [member]) => match self.value(environment, member)? {
                Value::Member(ty, ordinal) => self.inject(&ty, ordinal),
                _ => Err(Stop::MALFORMED),
            },
            (IndexOp::FromOrdinal, [set, number]) => {
                let set = self.ty(environment, set)?;
                let number = self.int(environment, number)?;
                let size = self.size(&set)?;
                let ordinal = self.ordinal_within(number, size)?;
                self.element(&set, ordinal)
            }
            (IndexOp::UnsafeFromOrdinal, [set, number]) => {
                let set = self.ty(environment, set)?;
                let number = self.int(environment, number)?;
                let ordinal = match number {
                    Operand::Known(bits) => {
                        Operand::Known(u64::try_from(bits as u32 as i32).unwrap_or(u64::MAX))
                    }
                    Operand::Register(register) if self.code.is_ordinal(register) => number,
                    Operand::Register(register) => {
                        let result = self.code.fresh();
                        self.code.emit(Instruction::OfInt(result, register))?;
                        Operand::Register(result)
                    }
                };
                self.element(&set, ordinal)
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    /// The ordinal that an Int is, in a set of so many members.
    fn ordinal_within(&mut self, number: Operand, size: Operand) -> Step<Operand> {
        if let (Operand::Known(bits), Operand::Known(size)) = (number, size)
            && u64::try_from(bits as u32 as i32).is_ok_and(|ordinal| ordinal < size)
        {
            return Ok(number);
        }
        if self.code.is_below(number, size) {
            return Ok(number);
        }
        let site = self.site();
        let (number, of) = (self.code.register(number), self.code.register(size));
        let result = self.code.fresh();
        self.code
            .emit(Instruction::FromOrdinal(result, number, of, site))?;
        self.code.bound(result, size);
        Ok(Operand::Register(result))
    }

    /// A member of a range, as one of the set that the range is of.
    fn inject(&mut self, ty: &Rc<Type>, ordinal: Operand) -> Step<Value> {
        let Type::Range(set, first, _) = &**ty else {
            return Err(Stop::MALFORMED);
        };
        let ordinal = self.row_major(Operand::Known(1), *first, ordinal)?;
        self.element(set, ordinal)
    }
}
