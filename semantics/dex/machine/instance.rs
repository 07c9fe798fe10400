//! size(T), ord(w) and elem_T(k) of declared types that definitions make index sets, of a translation (DX-E-INSTANCE).

use super::code::Instruction;
use super::types::Type;
use super::value::{Kind, Operand, Sum, Value};
use super::{Step, Stop, Translator};
use elder_dex::core::{DataName, IndexSet, Value as Tree};
use elder_syntax::names::Name;
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::rc::Rc;

impl Translator<'_> {
    /// Whether the program makes members of an index set.
    pub(super) fn is_by_instance(&mut self, set: &Type) -> Step<bool> {
        Ok(match set {
            Type::Data(data, _) if Self::is_truth(*data) => false,
            Type::Data(data, _) if self.program.index_set(*data).is_some() => true,
            Type::Data(..) | Type::Variant(_) => {
                let held = self.alternatives(set)?;
                self.any_by_instance(held.iter().flatten())?
            }
            Type::Pair(first, second) => self.is_by_instance(first)? || self.is_by_instance(second)?,
            Type::Record(fields) => self.any_by_instance(fields.iter().map(|(_, ty)| ty))?,
            Type::Table(..) => {
                let types = self.element_types(set)?;
                self.any_by_instance(types.iter())?
            }
            _ => false,
        })
    }

    fn any_by_instance<'t>(&mut self, mut sets: impl Iterator<Item = &'t Rc<Type>>) -> Step<bool> {
        sets.try_fold(false, |any, set| Ok(any || self.is_by_instance(set)?))
    }

    /// size(T)
    pub(super) fn size_by_instance(&mut self, set: &IndexSet, parameters: &[Value]) -> Step<Operand> {
        let size = self.of_parameters(set.size, parameters)?;
        let size = int_of(&size)?;
        self.size_of_int(size)
    }

    /// elem_T(k), which has that ordinal.
    pub(super) fn element_by_instance(
        &mut self,
        set: &IndexSet,
        parameters: &[Value],
        ordinal: Operand,
    ) -> Step<Value> {
        let size = self.size_by_instance(set, parameters)?;
        if !self.code.is_below(ordinal, size) {
            let site = self.site();
            let (ordinal, size) = (self.code.register(ordinal), self.code.register(size));
            self.code.emit(Instruction::Member(ordinal, size, site))?;
        }
        let member = self.member_of(set, parameters, ordinal)?;
        let own = self.number_of(set, parameters, &member)?;
        if own != ordinal {
            let site = self.site();
            let (ordinal, own) = (self.code.register(ordinal), self.code.register(own));
            self.code.emit(Instruction::SameOrdinal(ordinal, own, site))?;
        }
        Ok(member)
    }

    /// ord(w), of which w is the member, and size(T).
    pub(super) fn place_by_instance(
        &mut self,
        set: &IndexSet,
        parameters: &[Value],
        member: &Rc<Sum>,
    ) -> Step<(Operand, Operand)> {
        let size = self.size_by_instance(set, parameters)?;
        let value = self.force(Value::Sum(member.clone()))?;
        let number = self.number_of(set, parameters, &value)?;
        let ordinal = self.ordinal_below(number, size)?;
        let own = self.member_of(set, parameters, ordinal)?;
        let same = self.same(&own, &value)?;
        if same != Operand::Known(1) {
            let site = self.site();
            let (same, from) = (self.code.register(same), self.code.register(ordinal));
            self.code.emit(Instruction::SameMember(same, from, site))?;
        }
        Ok((ordinal, size))
    }

    /// The ordinal that a number is, of so many members.
    fn ordinal_below(&mut self, number: Operand, size: Operand) -> Step<Operand> {
        let known = matches!((number, size), (Operand::Known(number), Operand::Known(size))
            if u64::try_from(number as u32 as i32).is_ok_and(|ordinal| ordinal < size));
        if known || (self.code.is_below(number, size) && matches!(number, Operand::Register(_))) {
            return Ok(number);
        }
        let site = self.site();
        let (number, of) = (self.code.register(number), self.code.register(size));
        let ordinal = self.code.fresh();
        self.code.emit(Instruction::Counted(ordinal, number, of, site))?;
        self.code.bound(ordinal, size);
        Ok(Operand::Register(ordinal))
    }

    /// The number of a value, as the program says.
    fn number_of(&mut self, set: &IndexSet, parameters: &[Value], member: &Value) -> Step<Operand> {
        let ordinal = self.of_parameters(set.ordinal, parameters)?;
        let number = self.apply(&ordinal, member.clone())?;
        int_of(&number)
    }

    /// The value of a number, as the program says.
    fn member_of(&mut self, set: &IndexSet, parameters: &[Value], number: Operand) -> Step<Value> {
        let from = self.of_parameters(set.member, parameters)?;
        let member = self.apply(&from, Value::int(number))?;
        self.force(member)
    }

    /// A definition, applied to the parameters of the type.
    fn of_parameters(&mut self, definition: Name, parameters: &[Value]) -> Step<Value> {
        let mut value = self.value(&super::value::Environment::default(), &Tree::Var(definition))?;
        for parameter in parameters {
            value = self.apply(&value, parameter.clone())?;
        }
        Ok(value)
    }

    /// Whether two values of one type are one.
    fn same(&mut self, left: &Value, right: &Value) -> Step<Operand> {
        match (left, right) {
            (Value::Number(ty, left), Value::Number(_, right)) => {
                self.truth(PrimFn::Bin(BinOp::Eq, *ty), *ty, *left, *right)
            }
            (Value::Member(_, left), Value::Member(_, right)) => {
                let ty = PrimType::U64;
                self.truth(PrimFn::Bin(BinOp::Eq, ty), ty, *left, *right)
            }
            (Value::Unit, Value::Unit) => Ok(Operand::Known(1)),
            (Value::Pair(left), Value::Pair(right)) => {
                let first = self.same(&left.0, &right.0)?;
                let second = self.same(&left.1, &right.1)?;
                self.both(BinOp::And, first, second)
            }
            (Value::Record(left), Value::Record(right)) => {
                let parts = left.iter().zip(right.iter());
                self.all_same(parts.map(|((_, left), (_, right))| (left, right)))
            }
            (Value::Sum(left), Value::Sum(right)) => self.same_sums(left, right),
            (Value::Table(_), Value::Table(_)) => Err(Stop::Untaken("members by an instance hold tables")),
            _ => Err(Stop::MALFORMED),
        }
    }

    fn all_same<'v>(&mut self, parts: impl Iterator<Item = (&'v Value, &'v Value)>) -> Step<Operand> {
        let mut all = Operand::Known(1);
        for (left, right) in parts {
            let same = self.same(left, right)?;
            all = self.both(BinOp::And, all, same)?;
        }
        Ok(all)
    }

    /// What alternatives would hold that are not there is of no matter.
    fn same_sums(&mut self, left: &Sum, right: &Sum) -> Step<Operand> {
        let tag = PrimType::U64;
        let mut all = self.truth(PrimFn::Bin(BinOp::Eq, tag), tag, left.tag, right.tag)?;
        let alternatives = left.alternatives.iter().zip(&right.alternatives);
        for (which, (own, other)) in alternatives.enumerate() {
            let (Some(own), Some(other)) = (own, other) else {
                continue;
            };
            let same = self.all_same(own.iter().zip(other))?;
            let which = Operand::Known(which as u64);
            let not = self.truth(PrimFn::Bin(BinOp::Ne, tag), tag, left.tag, which)?;
            let same = self.both(BinOp::Or, not, same)?;
            all = self.both(BinOp::And, all, same)?;
        }
        Ok(all)
    }

    fn truth(&mut self, function: PrimFn, ty: PrimType, left: Operand, right: Operand) -> Step<Operand> {
        match self.primitive(function, &[Value::Number(ty, left), Value::Number(ty, right)])? {
            Value::Number(PrimType::Bool, truth) => Ok(truth),
            _ => Err(Stop::MALFORMED),
        }
    }

    fn both(&mut self, op: BinOp, left: Operand, right: Operand) -> Step<Operand> {
        // What decides, or changes nothing.
        let (decides, nothing) = match op {
            BinOp::And => (Operand::Known(0), Operand::Known(1)),
            _ => (Operand::Known(1), Operand::Known(0)),
        };
        match (left, right) {
            (left, right) if left == decides || right == decides => Ok(decides),
            (left, right) if left == nothing => Ok(right),
            (left, right) if right == nothing => Ok(left),
            (left, right) => {
                let ty = PrimType::Bool;
                self.truth(PrimFn::Bin(op, ty), ty, left, right)
            }
        }
    }
}

/// The parameters of a declared type that a sum is of.
pub(super) fn declared(sum: &Sum) -> Option<(DataName, &[Value])> {
    match &sum.kind {
        Kind::Data(data, parameters) => Some((*data, parameters)),
        Kind::Variant(_) => None,
    }
}

fn int_of(value: &Value) -> Step<Operand> {
    match value {
        Value::Number(PrimType::I32, operand) => Ok(*operand),
        _ => Err(Stop::MALFORMED),
    }
}
