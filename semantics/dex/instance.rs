//! size(T), ord(w) and elem_T(k) of declared types that definitions make index sets (DX-E-INSTANCE).
//!
//! The program says how many members there are, and what their numbers are, and owes that this is a bijection.  That is asked of each member and of
//! each number where a run meets it: of a number, that its member has that number; of a value, that its number is that of a member, which is the value.

use super::derivative::CALCULUS;
use super::value::{Construction, Value};
use super::{Interpreter, Step, refusals, rules};
use crate::derivative::Number;
use elder_dex::core::IndexSet;
use elder_syntax::names::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimValue};
use std::rc::Rc;

impl Interpreter<'_> {
    /// DX-E-INSTANCE: size(T), which is zero for a negative number.
    pub(super) fn size_by_instance(&mut self, set: &IndexSet, parameters: &[Value]) -> Step<u64> {
        rules::DX_E_INSTANCE.apply();
        let size = self.of_parameters(set.size, parameters)?;
        Ok(u64::try_from(self.as_number_of(&size)?).unwrap_or(0))
    }

    /// DX-E-INSTANCE: elem_T(k)
    pub(super) fn element_by_instance(
        &mut self,
        set: &IndexSet,
        parameters: &[Value],
        ordinal: u64,
    ) -> Step<Value> {
        self.rule(&rules::DX_E_INSTANCE, |this| {
            let size = this.size_by_instance(set, parameters)?;
            let number = match i32::try_from(ordinal) {
                Ok(number) if ordinal < size => number,
                _ => return Err(refusals::no_member(this.at, ordinal, size).into()),
            };
            let member = this.member_of(set, parameters, number)?;
            match this.number_of(set, parameters, &member)? {
                own if own == number => Ok(member),
                other => Err(refusals::other_ordinal(this.at, number, other).into()),
            }
        })
    }

    /// DX-E-INSTANCE: ord(w), and size(T).
    pub(super) fn place_by_instance(&mut self, set: &IndexSet, member: &Construction) -> Step<(u64, u64)> {
        let parameters = &member.parameters;
        let size = self.size_by_instance(set, parameters)?;
        let value = self.force(Value::Con(Rc::new(Construction::clone(member))))?;
        let number = self.number_of(set, parameters, &value)?;
        let ordinal = match u64::try_from(number) {
            Ok(ordinal) if ordinal < size => ordinal,
            _ => return Err(refusals::no_such_member(self.at, number, size).into()),
        };
        let own = self.member_of(set, parameters, number)?;
        match self.same(&own, &value)? {
            true => Ok((ordinal, size)),
            false => Err(refusals::other_member(self.at, number).into()),
        }
    }

    /// The number of a value, as the program says.
    fn number_of(&mut self, set: &IndexSet, parameters: &[Value], member: &Value) -> Step<i32> {
        let ordinal = self.of_parameters(set.ordinal, parameters)?;
        let number = self.apply(&ordinal, member.clone())?;
        self.as_number_of(&number)
    }

    /// The value of a number, as the program says.
    fn member_of(&mut self, set: &IndexSet, parameters: &[Value], number: i32) -> Step<Value> {
        let from = self.of_parameters(set.member, parameters)?;
        let member = self.apply(&from, Value::int(number))?;
        self.force(member)
    }

    /// A definition, applied to the parameters of the type.
    fn of_parameters(&mut self, definition: Name, parameters: &[Value]) -> Step<Value> {
        let mut value = self.definition(definition)?;
        for parameter in parameters {
            value = self.apply(&value, parameter.clone())?;
        }
        Ok(value)
    }

    fn as_number_of(&self, value: &Value) -> Step<i32> {
        value
            .as_int()
            .ok_or_else(|| self.malformed("an Int was expected"))
    }

    /// Whether two values of one type, without views, are one: numbers as `==` says.
    fn same(&self, left: &Value, right: &Value) -> Step<bool> {
        let both = |left: &[Value], right: &[Value]| {
            let mut pairs = left.iter().zip(right);
            pairs.try_fold(left.len() == right.len(), |same, (left, right)| {
                Ok(same && self.same(left, right)?)
            })
        };
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => self.same_numbers(left, right),
            (Value::Unit, Value::Unit) => Ok(true),
            (Value::Member(_, left), Value::Member(_, right)) => Ok(left == right),
            (Value::Pair(left), Value::Pair(right)) => {
                Ok(self.same(&left.0, &right.0)? && self.same(&left.1, &right.1)?)
            }
            (Value::Con(left), Value::Con(right)) => {
                Ok(left.constructor == right.constructor && both(&left.fields, &right.fields)?)
            }
            (Value::Record(left), Value::Record(right)) => {
                let mut pairs = left.iter().zip(right.iter());
                pairs.try_fold(left.len() == right.len(), |same, ((_, left), (_, right))| {
                    Ok(same && self.same(left, right)?)
                })
            }
            (Value::Variant(left), Value::Variant(right)) => {
                Ok(left.label == right.label && self.same(&left.held, &right.held)?)
            }
            (Value::Table(left), Value::Table(right)) => both(left.elements(), right.elements()),
            _ => Err(self.malformed("members of an index set were expected")),
        }
    }

    fn same_numbers(&self, left: &Number, right: &Number) -> Step<bool> {
        let function = PrimFn::Bin(BinOp::Eq, left.prim_type());
        let operands = [left.scalar().into(), right.scalar().into()];
        match CALCULUS.apply(function, &operands) {
            Ok(Number::Plain(PrimValue::Bool(same))) => Ok(same),
            Ok(_) => Err(self.malformed("numbers are the same, or not")),
            Err(error) => Err(self.undefined(error)),
        }
    }
}
