//! ρ(τ) of a translation: sizes are operands.

use super::code::{Arithmetic, Instruction};
use super::value::{Environment, Operand, Value};
use super::{Step, Stop, Translator};
use elder_dex::core::{self as tree, BOOL, DataName, Label, Limit, label_in_whole, sorted};
use elder_syntax::prim::PrimType;
use std::rc::Rc;
use std::sync::Arc;

/// T
#[derive(Clone, Debug)]
pub enum Type {
    /// `Unit`
    Unit,
    /// A type of numbers.
    Base(PrimType),
    /// `Fin n`
    Fin(Operand),
    /// `Range n (u .. v)`: of which set, the ordinal of the first, how many.
    Range(Rc<Type>, Operand, Operand),
    /// `a & b`
    Pair(Rc<Type>, Rc<Type>),
    /// A declared type with its parameters.
    Data(DataName, Vec<Value>),
    /// A record.
    Record(Fields),
    /// A variant.
    Variant(Fields),
    /// A row of fields.
    Fields(Fields),
    /// `(i: n) => a`
    Table(Environment, Arc<tree::Binder>, Arc<tree::Type>),
    /// `Ref h a`
    Reference(Rc<Type>),
    /// What nothing is asked of.
    Opaque,
}

/// Types by their labels, in order.
pub type Fields = Vec<(Label, Rc<Type>)>;

impl Type {
    /// Whether all that it needs is there before the register of this number.
    pub fn is_before(&self, mark: u32) -> bool {
        match self {
            Type::Fin(size) => size.is_before(mark),
            Type::Range(set, first, count) => {
                set.is_before(mark) && first.is_before(mark) && count.is_before(mark)
            }
            Type::Pair(first, second) => first.is_before(mark) && second.is_before(mark),
            Type::Data(_, parameters) => parameters.iter().all(|value| value.is_before(mark)),
            Type::Record(fields) | Type::Variant(fields) | Type::Fields(fields) => {
                fields.iter().all(|(_, ty)| ty.is_before(mark))
            }
            Type::Reference(content) => content.is_before(mark),
            // Nobody asks such a type for more once it is part of a value.
            Type::Unit | Type::Base(_) | Type::Table(..) | Type::Opaque => true,
        }
    }
}

impl Translator<'_> {
    /// ρ(τ)
    pub(super) fn ty(&mut self, environment: &Environment, ty: &tree::Type) -> Step<Rc<Type>> {
        match self.value(environment, ty)? {
            Value::Type(ty) => Ok(ty),
            _ => Err(Stop::MALFORMED),
        }
    }

    /// ρ(τ), of what is written as a type.
    pub(super) fn closed(&mut self, environment: &Environment, ty: &tree::Type) -> Step<Type> {
        Ok(match ty {
            tree::Value::UnitType => Type::Unit,
            tree::Value::Base(base) => Type::Base(*base),
            tree::Value::Fin(size) => {
                let size = self.int(environment, size)?;
                Type::Fin(self.size_of_int(size)?)
            }
            tree::Value::Range(range) => self.range(environment, range)?,
            tree::Value::PairType(first, second) => {
                let first = self.ty(environment, first)?;
                Type::Pair(first, self.ty(environment, second)?)
            }
            tree::Value::DataType(data, parameters) => {
                Type::Data(*data, self.all_values(environment, parameters)?)
            }
            tree::Value::RecordType(labels) => Type::Record(self.labels(environment, labels)?),
            tree::Value::VariantType(labels) => Type::Variant(self.labels(environment, labels)?),
            tree::Value::Fields(labels) => Type::Fields(self.labels(environment, labels)?),
            tree::Value::Table(binder, element) => {
                Type::Table(environment.clone(), binder.clone(), element.clone())
            }
            tree::Value::Ref(_, content) => Type::Reference(self.ty(environment, content)?),
            _ => Type::Opaque,
        })
    }

    /// The size that an Int is, zero for a negative one.
    pub(super) fn size_of_int(&mut self, size: Operand) -> Step<Operand> {
        match size {
            Operand::Known(bits) => Ok(Operand::Known(u64::try_from(bits as u32 as i32).unwrap_or(0))),
            Operand::Register(register) => {
                let result = self.code.fresh();
                self.code.emit(Instruction::SizeOfInt(result, register))?;
                Ok(Operand::Register(result))
            }
        }
    }

    /// A range: from the first member to that behind the last.
    fn range(&mut self, environment: &Environment, range: &tree::Range) -> Step<Type> {
        let set = self.ty(environment, &range.set)?;
        let one = Operand::Known(1);
        let low = self.limit(environment, &range.low)?;
        let high = self.limit(environment, &range.high)?;
        let first = match (&range.low, low) {
            (Limit::Including(_), Some(ordinal)) => ordinal,
            (Limit::Excluding(_), Some(ordinal)) => self.code.compute(Arithmetic::Add, ordinal, one)?,
            _ => Operand::Known(0),
        };
        let behind = match (&range.high, high) {
            (Limit::Including(_), Some(ordinal)) => self.code.compute(Arithmetic::Add, ordinal, one)?,
            (Limit::Excluding(_), Some(ordinal)) => ordinal,
            _ => self.size(&set)?,
        };
        let count = self.code.compute(Arithmetic::Beyond, behind, first)?;
        Ok(Type::Range(set, first, count))
    }

    fn limit(&mut self, environment: &Environment, limit: &Limit) -> Step<Option<Operand>> {
        let Some(member) = limit.member() else {
            return Ok(None);
        };
        let member = self.value(environment, member)?;
        Ok(Some(self.ordinal(&member)?))
    }

    /// Fields, with those of the row that stands for more.
    fn labels(&mut self, environment: &Environment, labels: &tree::Labels) -> Step<Fields> {
        let mut fields = Vec::with_capacity(labels.fields.len());
        for (label, ty) in &labels.fields {
            fields.push((label.clone(), self.ty(environment, ty)?));
        }
        if let Some(rest) = &labels.rest {
            match &*self.ty(environment, rest)? {
                Type::Fields(more) => {
                    let behind = more
                        .iter()
                        .map(|(label, ty)| (label_in_whole(&fields, label), ty.clone()));
                    let behind: Vec<_> = behind.collect();
                    fields.extend(behind);
                }
                _ => return Err(Stop::MALFORMED),
            }
        }
        Ok(sorted(fields))
    }

    /// The types of what each constructor holds; a type that has an earlier field in it is refused.
    pub(super) fn held(&mut self, data: DataName, parameters: &[Value]) -> Step<Vec<Vec<Rc<Type>>>> {
        let program = self.program;
        let declared = program.data.get(data.index()).ok_or(Stop::MALFORMED)?;
        let mut environment = Environment::default();
        for (parameter, value) in declared.parameters.iter().zip(parameters) {
            environment.bind(parameter.name, value.clone());
        }
        let mut held = Vec::with_capacity(declared.constructors.len());
        for constructor in &declared.constructors {
            let fields = constructor.fields.iter();
            held.push(
                fields
                    .map(|field| self.ty(&environment, &field.ty))
                    .collect::<Step<_>>()?,
            );
        }
        Ok(held)
    }

    /// The index set of a table type, and the type of its elements, which does not depend on the index.
    pub(super) fn table_type(&mut self, ty: &Type) -> Step<(Rc<Type>, Rc<Type>)> {
        match ty {
            Type::Table(environment, binder, element) => {
                let set = self.ty(environment, &binder.ty)?;
                Ok((set, self.ty(environment, element)?))
            }
            _ => Err(Stop::MALFORMED),
        }
    }

    /// How many indices a value of the type takes, one after the other.
    pub(super) fn rank(&mut self, ty: &Type) -> Step<usize> {
        match ty {
            Type::Table(environment, _, element) => {
                let element = self.ty(&environment.clone(), element)?;
                Ok(1 + self.rank(&element)?)
            }
            _ => Ok(0),
        }
    }

    /// Whether a type is that of truth values.
    pub(super) fn is_truth(data: DataName) -> bool {
        data == BOOL
    }
}
