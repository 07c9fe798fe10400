//! ρ(τ): closed types, as far as something is asked of them where a program runs.

use super::environment::Environment;
use super::value::Value;
use super::{Interpreter, Step};
use elder_dex::core::{self as tree, DataName, Label, Limit, label_in_whole, sorted};
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
    /// `Fin n`, of no members for a negative number.
    Fin(u64),
    /// `Range n (u .. v)`
    Range(Range),
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
    Table(TableType),
    /// `Ref h a`: of which the content is known.
    Reference(Rc<Type>),
    /// What nothing is asked of: a function's, a kind, a row of effects, a region.
    Opaque,
}

/// Types by their labels, in order.
pub type Fields = Vec<(Label, Rc<Type>)>;

/// Members of an index set that follow each other.
#[derive(Clone, Debug)]
pub struct Range {
    /// Of which set.
    pub set: Rc<Type>,
    /// The ordinal of the first.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// The ends as they were written, by ordinals.
    pub ends: (End, End),
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is none.
    Open,
    /// The member of this ordinal is in the range.
    Including(u64),
    /// It is not.
    Excluding(u64),
}

/// The type of a table, whose elements may differ by their indices.
#[derive(Clone, Debug)]
pub struct TableType {
    /// Where it was written.
    pub environment: Environment,
    /// The index and its set.
    pub binder: Arc<tree::Binder>,
    /// The element.
    pub element: Arc<tree::Type>,
}

impl<'p> Interpreter<'p> {
    /// ρ(τ)
    pub(super) fn ty(&mut self, environment: &Environment, ty: &tree::Type) -> Step<Rc<Type>> {
        match self.value(environment, ty)? {
            Value::Type(ty) => Ok(ty),
            _ => Err(self.malformed("a type was expected")),
        }
    }

    /// ρ(τ), of what is written as a type.
    pub(super) fn closed(&mut self, environment: &Environment, ty: &tree::Type) -> Step<Type> {
        Ok(match ty {
            tree::Value::UnitType => Type::Unit,
            tree::Value::Base(base) => Type::Base(*base),
            tree::Value::Fin(size) => {
                let size = self.int(environment, size)?;
                Type::Fin(u64::try_from(size).unwrap_or(0))
            }
            tree::Value::Range(range) => Type::Range(self.range(environment, range)?),
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
            tree::Value::Table(binder, element) => Type::Table(TableType {
                environment: environment.clone(),
                binder: binder.clone(),
                element: element.clone(),
            }),
            tree::Value::Ref(_, content) => Type::Reference(self.ty(environment, content)?),
            _ => Type::Opaque,
        })
    }

    /// A range, by the ordinals of its ends.
    fn range(&mut self, environment: &Environment, range: &tree::Range) -> Step<Range> {
        let set = self.ty(environment, &range.set)?;
        let low = self.end(environment, &range.low)?;
        let high = self.end(environment, &range.high)?;
        let first = match low {
            End::Open => 0,
            End::Including(ordinal) => ordinal,
            End::Excluding(ordinal) => ordinal.saturating_add(1),
        };
        let behind = match high {
            End::Open => self.size(&set)?,
            End::Including(ordinal) => ordinal.saturating_add(1),
            End::Excluding(ordinal) => ordinal,
        };
        Ok(Range {
            set,
            first,
            count: behind.saturating_sub(first),
            ends: (low, high),
        })
    }

    fn end(&mut self, environment: &Environment, limit: &Limit) -> Step<End> {
        Ok(match limit {
            Limit::Open => End::Open,
            Limit::Including(member) => End::Including(self.ordinal_in(environment, member)?),
            Limit::Excluding(member) => End::Excluding(self.ordinal_in(environment, member)?),
        })
    }

    fn ordinal_in(&mut self, environment: &Environment, member: &tree::Value) -> Step<u64> {
        let member = self.value(environment, member)?;
        self.ordinal(&member)
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
                _ => return Err(self.malformed("a row of fields was expected")),
            }
        }
        Ok(sorted(fields))
    }

    /// The index set of a table.
    pub(super) fn set_of(&mut self, table: &TableType) -> Step<Rc<Type>> {
        self.ty(&table.environment, &table.binder.ty)
    }

    /// The type of the element at an index.
    pub(super) fn element_at(&mut self, table: &TableType, index: Value) -> Step<Rc<Type>> {
        self.ty(&table.environment.with(table.binder.name, index), &table.element)
    }

    /// A declared type, and its parameters as they are.
    pub(super) fn declared(
        &mut self,
        data: DataName,
        parameters: &[Value],
    ) -> Step<(&'p tree::Data, Environment)> {
        let program = self.program;
        let Some(declared) = program.data.get(data.index()) else {
            return Err(self.malformed("there is no such declared type"));
        };
        let mut environment = Environment::default();
        for (parameter, value) in declared.parameters.iter().zip(parameters) {
            environment.bind(parameter.name, value.clone());
        }
        Ok((declared, environment))
    }

    /// The types of what each constructor holds; those of index sets do not depend on each other.
    pub(super) fn held(&mut self, data: DataName, parameters: &[Value]) -> Step<Vec<Vec<Rc<Type>>>> {
        let (declared, environment) = self.declared(data, parameters)?;
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

    /// How many indices a value of the type takes, one after the other.
    pub(super) fn rank(&mut self, ty: &Type) -> Step<usize> {
        match ty {
            // The type of an element may depend on the index, how many indices that takes does not.
            Type::Table(table) => {
                let element = self.ty(&table.environment, &table.element)?;
                Ok(1 + self.rank(&element)?)
            }
            _ => Ok(0),
        }
    }
}
