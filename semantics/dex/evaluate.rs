//! The judgement ρ; S ⊢ e ⇒ w; S′, by the form of the expression.

use super::derivative::CALCULUS;
use super::environment::Environment;
use super::types::Type;
use super::value::Value;
use super::{Interpreter, MORE_STACK, RED_ZONE, Step, Stop, refusals, rules};
use crate::derivative::Number;
use crate::numeric::NumericError;
use crate::sides;
use elder_dex::core::{self as tree, Alternative, Block, Exp, IndexOp, Stm};
use elder_syntax::prim::PrimFn;

impl Interpreter<'_> {
    /// DX-E-LET: statements in their order, each with the names of those before it, then the result (DX-E-VAL).
    pub(super) fn block(&mut self, environment: &Environment, block: &Block) -> Step<Value> {
        elder_syntax::stack::deep(RED_ZONE, MORE_STACK, || {
            let mut inner = environment.clone();
            for stm in &block.stms {
                rules::DX_E_LET.apply();
                let outer = std::mem::replace(&mut self.at, stm.at);
                let value = self.exp(&inner, stm);
                self.at = outer;
                inner.bind(stm.binder.name, value?);
            }
            rules::DX_E_VAL.apply();
            self.value(&inner, &block.result)
        })
    }

    /// ρ; S ⊢ e ⇒ w; S′
    fn exp(&mut self, environment: &Environment, stm: &Stm) -> Step<Value> {
        match &stm.exp {
            Exp::Value(value) => self.rule(&rules::DX_E_VAL, |this| this.value(environment, value)),
            Exp::Apply(function, argument) => {
                let function = self.value(environment, function)?;
                let argument = self.value(environment, argument)?;
                match &function {
                    Value::Derivative(_) => self.apply(&function, argument),
                    _ => self.rule(&rules::DX_E_APP, |this| this.apply(&function, argument)),
                }
            }
            Exp::Index(table, index) => {
                let table = self.value(environment, table)?;
                let index = self.value(environment, index)?;
                self.index(&table, index)
            }
            Exp::For(it) => self.rule(&rules::DX_E_FOR, |this| this.for_each(environment, it)),
            Exp::Case(scrutinee, alternatives) => {
                let scrutinee = self.value(environment, scrutinee)?;
                self.case(environment, &scrutinee, alternatives)
            }
            Exp::Table(_, elements) => self.rule(&rules::DX_E_TABLE, |this| {
                let elements = this.all_values(environment, elements)?;
                this.room(elements.len() as u64)?;
                this.cost.count(elements.len());
                Ok(this.table_of(elements))
            }),
            Exp::Prim(function, operands) => self.rule(&rules::DX_E_ARITH, |this| {
                this.prim(environment, *function, operands)
            }),
            Exp::IndexSet(op, operands) => self.rule(&rules::DX_E_PRIM, |this| {
                this.index_op(environment, *op, operands)
            }),
            Exp::Slice(reference, index) => self.rule(&rules::DX_E_SLICE, |this| {
                let reference = this.reference(environment, reference)?;
                let index = this.value(environment, index)?;
                this.slice(&reference, &index)
            }),
            Exp::Part(part, reference) => self.rule(&rules::DX_E_FSTREF, |this| {
                let reference = this.reference(environment, reference)?;
                this.part(&reference, part)
            }),
            Exp::Get(reference) => self.rule(&rules::DX_E_GET, |this| {
                let reference = this.reference(environment, reference)?;
                this.get(&reference)
            }),
            Exp::Ask(reference) => self.rule(&rules::DX_E_ASK, |this| {
                let reference = this.reference(environment, reference)?;
                this.ask(&reference)
            }),
            Exp::Put(reference, value) => self.rule(&rules::DX_E_PUT, |this| {
                let reference = this.reference(environment, reference)?;
                let value = this.value(environment, value)?;
                this.put(&reference, value)
            }),
            Exp::Accumulate(reference, value) => self.rule(&rules::DX_E_ACC, |this| {
                let reference = this.reference(environment, reference)?;
                let value = this.value(environment, value)?;
                this.accumulate(&reference, value)
            }),
            Exp::RunState(initial, action) => self.rule(&rules::DX_E_RUNSTATE, |this| {
                let initial = this.value(environment, initial)?;
                let action = this.value(environment, action)?;
                this.run_state(initial, &action)
            }),
            Exp::RunReader(content, action) => self.rule(&rules::DX_E_RUNREADER, |this| {
                let content = this.value(environment, content)?;
                let action = this.value(environment, action)?;
                this.run_reader(content, &action)
            }),
            Exp::RunAccum(monoid, action) => self.rule(&rules::DX_E_RUNACCUM, |this| {
                this.run_accum(environment, monoid.as_deref(), action)
            }),
            Exp::Catch(action) => self.rule(&rules::DX_E_CATCH, |this| {
                let action = this.value(environment, action)?;
                let ty = this.ty(environment, &stm.binder.ty)?;
                this.catch(&action, &ty)
            }),
            Exp::Throw(_) => self.rule(&rules::DX_E_THROW, |_| Err(Stop::Thrown)),
            Exp::Fail(_, why) => self.rule(&rules::DX_E_FAIL, |this| {
                Err(refusals::reached(this.at, why.as_str()).into())
            }),
            Exp::Linearize(function, point) => self.rule(&rules::DX_E_LIN, |this| {
                let function = this.value(environment, function)?;
                let point = this.value(environment, point)?;
                this.linearize(function, point)
            }),
            Exp::Transpose(function, cotangent) => self.rule(&rules::DX_E_TRANS, |this| {
                let function = this.value(environment, function)?;
                let cotangent = this.value(environment, cotangent)?;
                this.transpose(&function, cotangent)
            }),
        }
    }

    /// DX-E-APP: the body, with the argument for the parameter.  Derivatives have a rule of their own (DX-E-TANGENT).
    pub(super) fn apply(&mut self, function: &Value, argument: Value) -> Step<Value> {
        let closure = match function {
            Value::Closure(closure) => closure,
            Value::Derivative(derivative) => {
                return self.rule(&rules::DX_E_TANGENT, |this| this.tangent(derivative, argument));
            }
            _ => return Err(self.malformed("a function was expected")),
        };
        self.tick()?;
        let from = self.at;
        let inner = closure.environment.with(closure.lambda.binder.name, argument);
        let result = self.deeper(|this| this.block(&inner, &closure.lambda.body));
        result.map_err(|mut stop| {
            if let Stop::Failure(failure) = &mut stop {
                failure.calls.push(from);
            }
            stop
        })
    }

    /// DX-E-CASE-L, DX-E-CASE-R, DX-E-CASE: the alternative that the value names, with what it holds.
    fn case(
        &mut self,
        environment: &Environment,
        scrutinee: &Value,
        alternatives: &[Alternative],
    ) -> Step<Value> {
        for (number, alternative) in alternatives.iter().enumerate() {
            if let Some(held) = self.taken(&alternative.tag, scrutinee) {
                sides::taken(self.at, number, alternatives.len());
                let mut inner = environment.clone();
                for (binder, held) in alternative.binders.iter().zip(held) {
                    inner.bind(binder.name, held);
                }
                return self.block(&inner, &alternative.body);
            }
        }
        Err(self.malformed("no alternative is for this"))
    }

    /// DX-E-ARITH
    fn prim(&mut self, environment: &Environment, function: PrimFn, operands: &[tree::Value]) -> Step<Value> {
        let operands = self.all_values(environment, operands)?;
        let numbers: Option<Vec<Number>> = operands.iter().map(Value::as_number).collect();
        let Some(numbers) = numbers else {
            return Err(self.malformed("a number was expected"));
        };
        self.cost.count(1);
        self.primitive(function, &numbers)
    }

    /// What a primitive function is of these numbers.
    pub(super) fn primitive(&self, function: PrimFn, numbers: &[Number]) -> Step<Value> {
        match CALCULUS.apply(function, numbers) {
            Ok(value) => {
                self.stays_linear()?;
                Ok(Value::of_number(value))
            }
            Err(error) => Err(self.undefined(error)),
        }
    }

    /// A primitive function is not defined for its operands.
    pub(super) fn undefined(&self, error: NumericError) -> Stop {
        match error {
            NumericError::Operands => self.malformed("operands of wrong type"),
            error => refusals::undefined(self.at, error).into(),
        }
    }

    /// DX-E-PRIM
    fn index_op(&mut self, environment: &Environment, op: IndexOp, operands: &[tree::Value]) -> Step<Value> {
        self.cost.count(1);
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
            (IndexOp::Inject, [member]) => {
                let member = self.value(environment, member)?;
                self.inject(&member)
            }
            (IndexOp::FromOrdinal, [set, number]) => {
                let set = self.ty(environment, set)?;
                let number = self.int(environment, number)?;
                let size = self.size(&set)?;
                match u64::try_from(number) {
                    Ok(ordinal) if ordinal < size => self.element(&set, ordinal),
                    _ => Err(refusals::no_ordinal(self.at, number, size).into()),
                }
            }
            (IndexOp::UnsafeFromOrdinal, [set, number]) => {
                let set = self.ty(environment, set)?;
                let number = self.int(environment, number)?;
                // A negative number is none of a member; it is found out where it is used.
                self.element(&set, u64::try_from(number).unwrap_or(u64::MAX))
            }
            _ => Err(self.malformed("an operation on index sets has another number of operands")),
        }
    }

    /// DX-E-LIMIT: a number of members, as an Int.
    fn as_int(&self, number: u64) -> Step<Value> {
        let int = i32::try_from(number).ok();
        self.counted(int.map(|_| number))?;
        int.map(Value::int)
            .ok_or_else(|| self.malformed("a number that is an Int was expected"))
    }

    /// DX-E-PRIM: a member of a range, as one of the set that the range is of.
    fn inject(&mut self, member: &Value) -> Step<Value> {
        match member {
            Value::Member(ty, ordinal) => match &**ty {
                Type::Range(range) => {
                    let ordinal = self.counted(range.first.checked_add(*ordinal))?;
                    self.element(&range.set, ordinal)
                }
                _ => Err(self.malformed("a member of a range was expected")),
            },
            _ => Err(self.malformed("a member of a range was expected")),
        }
    }
}
