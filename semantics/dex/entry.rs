//! Definitions, and values across the border: data as arguments of functions, and results as data.
//!
//! A number is a scalar, a member of `Fin n` its ordinal, a table an array; a table of pairs or of records is an array a component, in order
//! (DX-Y-SOA), and a pair or a record likewise, as an argument and as a result.

use super::environment::Environment;
use super::types::{TableType, Type};
use super::value::Value;
use super::{Interpreter, Step, Stop, rules};
use crate::failure::{Failure, Kind, Run};
use crate::numeric::Primitive;
use elder_dex::core::rewrite::free;
use elder_dex::core::{self, BOOL};
use elder_syntax::names::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Element, Value as Data};
use elder_syntax::with_prim_type;
use std::rc::Rc;

impl Interpreter<'_> {
    /// DX-E-DEF: a definition is evaluated when it is first asked for, and once in a run.
    pub(super) fn definition(&mut self, name: Name) -> Step<Value> {
        if let Some(value) = self.definitions.get(&name) {
            return Ok(value.clone());
        }
        let program = self.program;
        let mut definitions = program.definitions.iter();
        let Some(definition) = definitions.find(|definition| definition.binder.name == name) else {
            return Err(self.malformed("a name stands for nothing"));
        };
        rules::DX_E_DEF.apply();
        let outer = std::mem::replace(&mut self.at, definition.at);
        let value = self.block(&Environment::default(), &definition.body);
        self.at = outer;
        let value = value?;
        self.definitions.insert(name, value.clone());
        Ok(value)
    }

    /// The value of a definition, applied to values from outside, without views.
    pub(super) fn entry(&mut self, name: &str, arguments: &[Data]) -> Run<Value> {
        let result = self.called(name, arguments);
        result.map_err(|stop| match stop {
            Stop::Failure(failure) => failure,
            Stop::Thrown | Stop::Ordered(_) => {
                Failure::internal(self.at, "what ends an evaluation was not met where it ends")
            }
        })
    }

    fn called(&mut self, name: &str, arguments: &[Data]) -> Step<Value> {
        let program = self.program;
        let Some(definition) = program.definition(name) else {
            return Err(self.misfit(format!("there is no definition `{name}`")));
        };
        self.at = definition.at;
        let mut value = self.definition(definition.binder.name)?;
        let mut left = arguments;
        while !left.is_empty() {
            let Some(ty) = self.parameter(&value)? else {
                return Err(self.misfit(format!(
                    "{} arguments are expected, {} are given",
                    arguments.len() - left.len(),
                    arguments.len()
                )));
            };
            let argument = self.inside(&ty, arguments, &mut left)?;
            value = self.apply(&value, argument)?;
        }
        self.force(value)
    }

    /// The type of what a definition gives for these arguments; `None` if it takes fewer.
    pub(super) fn result_type(&mut self, name: &str, arguments: &[Data]) -> Step<Option<Rc<Type>>> {
        let program = self.program;
        let Some(definition) = program.definition(name) else {
            return Ok(None);
        };
        let mut ty = &definition.binder.ty;
        let mut environment = Environment::default();
        let mut left = arguments;
        while !left.is_empty() {
            let core::Value::Arrow(arrow) = ty else {
                return Ok(None);
            };
            let own = self.ty(&environment, &arrow.binder.ty)?;
            let argument = self.inside(&own, arguments, &mut left)?;
            environment.bind(arrow.binder.name, argument);
            ty = &arrow.result;
        }
        Ok(Some(self.ty(&environment, ty)?))
    }

    /// DX-E-ENTRY: the arguments do not fit; nothing was evaluated.
    pub(super) fn misfit(&self, message: String) -> Stop {
        let mut failure = Failure::error(&rules::DX_E_ENTRY, "kind", self.at, message);
        failure.kind = Kind::Arguments;
        failure.into()
    }

    /// DX-E-ENTRY: a value of this type from outside, a value a component; what is left of all that there are is what comes after.
    pub(super) fn inside(&mut self, ty: &Rc<Type>, all: &[Data], left: &mut &[Data]) -> Step<Value> {
        rules::DX_E_ENTRY.apply();
        let count = self.components(ty)?;
        let before = all.len() - left.len();
        let Some((own, rest)) = left.split_at_checked(count) else {
            let message = format!(
                "{} arguments are expected, {} are given",
                before + count,
                all.len()
            );
            return Err(self.misfit(message));
        };
        *left = rest;
        let mut given = Vec::with_capacity(count);
        for (place, data) in own.iter().enumerate() {
            self.room(data.data().len() as u64)?;
            given.push(Given {
                data,
                next: 0,
                number: before + place + 1,
            });
        }
        self.filled(ty, &mut given, 0)
    }

    /// Of how many values from outside one of this type is.
    fn components(&mut self, ty: &Rc<Type>) -> Step<usize> {
        Ok(match &**ty {
            Type::Unit => 0,
            Type::Pair(first, second) => self.components(first)? + self.components(second)?,
            Type::Record(fields) => {
                let mut count = 0;
                for (_, ty) in fields {
                    count += self.components(ty)?;
                }
                count
            }
            // How many they are does not depend on the index.
            Type::Table(table) => {
                let element = self.shape_of(table)?;
                self.components(&element)?
            }
            _ => 1,
        })
    }

    /// The type of an element: of the first, or of one of which nothing is known.
    fn shape_of(&mut self, table: &TableType) -> Step<Rc<Type>> {
        let set = self.set_of(table)?;
        match self.size(&set)? {
            0 => self.ty(&table.environment, &table.element),
            _ => {
                let index = self.element(&set, 0)?;
                self.element_at(table, index)
            }
        }
    }

    fn filled(&mut self, ty: &Rc<Type>, given: &mut [Given<'_>], depth: usize) -> Step<Value> {
        match &**ty {
            Type::Unit => Ok(Value::Unit),
            Type::Pair(first, second) => {
                let (left, right) = given.split_at_mut(self.components(first)?);
                let left = self.filled(first, left, depth)?;
                Ok(Value::pair(left, self.filled(second, right, depth)?))
            }
            Type::Record(fields) => {
                let mut values = Vec::with_capacity(fields.len());
                let mut from = 0;
                for (label, ty) in fields {
                    let count = self.components(ty)?;
                    let value = self.filled(ty, &mut given[from..from + count], depth)?;
                    values.push((label.clone(), value));
                    from += count;
                }
                Ok(Value::Record(Rc::new(values)))
            }
            Type::Table(table) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                for own in given.iter() {
                    let number = own.number;
                    match own.data.shape().get(depth) {
                        Some(count) if *count as u64 == size => {}
                        Some(count) => {
                            let message =
                                format!("argument {number} has {count} elements where its type says {size}");
                            return Err(self.misfit(message));
                        }
                        None => return Err(self.misrank(number)),
                    }
                }
                self.room(size)?;
                let mut elements = Vec::new();
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    elements.push(self.filled(&element, given, depth + 1)?);
                }
                Ok(self.table_of(elements))
            }
            _ => {
                let [own] = given else {
                    return Err(self.malformed("a scalar is of one component"));
                };
                if own.data.shape().len() != depth {
                    return Err(self.misrank(own.number));
                }
                let scalar = own.data.data().get(own.next);
                own.next += 1;
                match scalar {
                    Some(scalar) => self.scalar(ty, scalar, own.number),
                    None => Err(self.misfit(format!("argument {} has too few scalars", own.number))),
                }
            }
        }
    }

    fn misrank(&self, number: usize) -> Stop {
        let message = format!("argument {number} has another number of dimensions than its type");
        self.misfit(message)
    }

    fn scalar(&mut self, ty: &Rc<Type>, scalar: PrimValue, number: usize) -> Step<Value> {
        match (&**ty, scalar) {
            (Type::Base(base), _) if *base == scalar.prim_type() => Ok(Value::Number(scalar.into())),
            (Type::Data(BOOL, _), PrimValue::Bool(_)) => Ok(Value::of_number(scalar.into())),
            (Type::Fin(size), PrimValue::I32(ordinal)) => match u64::try_from(ordinal) {
                Ok(ordinal) if ordinal < *size => Ok(Value::Member(ty.clone(), ordinal)),
                _ => Err(self.misfit(format!(
                    "argument {number} has {ordinal} where its type says Fin {size}"
                ))),
            },
            _ => Err(self.misfit(format!(
                "argument {number} has a scalar of type {}, and its type says something else",
                scalar.prim_type()
            ))),
        }
    }

    /// A result of this type as data, a value a component; `None` if the data formats cannot say it, as of sums, of functions, and of tables whose elements
    /// differ in size.
    pub(super) fn outside(&mut self, ty: &Rc<Type>, value: &Value) -> Option<Vec<Data>> {
        let mut columns = Vec::new();
        self.gather(ty, value, &mut Vec::new(), &mut columns, 0)?;
        columns.into_iter().map(Column::data).collect()
    }

    /// Appends the scalars of a value to the columns from this one on, behind indices of these sizes; gives the next column.
    fn gather(
        &mut self,
        ty: &Rc<Type>,
        value: &Value,
        shape: &mut Vec<usize>,
        columns: &mut Vec<Column>,
        at: usize,
    ) -> Option<usize> {
        match (value, &**ty) {
            (Value::Unit, _) => Some(at),
            (Value::Pair(both), Type::Pair(first, second)) => {
                let at = self.gather(first, &both.0, shape, columns, at)?;
                self.gather(second, &both.1, shape, columns, at)
            }
            (Value::Record(fields), Type::Record(types)) => {
                let mut parts = fields.iter().zip(types);
                parts.try_fold(at, |at, ((_, value), (_, ty))| {
                    self.gather(ty, value, shape, columns, at)
                })
            }
            (Value::Table(table), Type::Table(of)) => {
                shape.push(table.elements().len());
                let depends = free(&of.element).contains(&of.binder.name);
                let next = match table.elements() {
                    [] => {
                        let element = self.ty(&of.environment, &of.element).ok()?;
                        self.nothing(&element, shape, columns, at)?
                    }
                    elements => {
                        let set = self.set_of(of).ok()?;
                        let mut ty = self.shape_of(of).ok()?;
                        let mut next = at;
                        for (ordinal, element) in elements.iter().enumerate() {
                            if depends {
                                let index = self.element(&set, ordinal as u64).ok()?;
                                ty = self.element_at(of, index).ok()?;
                            }
                            next = self.gather(&ty, element, shape, columns, at)?;
                        }
                        next
                    }
                };
                shape.pop();
                Some(next)
            }
            (Value::Member(_, ordinal), _) => {
                let scalar = PrimValue::I32(i32::try_from(*ordinal).ok()?);
                column(columns, at, shape, scalar.prim_type())?
                    .scalars
                    .push(scalar);
                Some(at + 1)
            }
            (other, _) => {
                let scalar = other.as_number()?.scalar();
                column(columns, at, shape, scalar.prim_type())?
                    .scalars
                    .push(scalar);
                Some(at + 1)
            }
        }
    }

    /// The columns of what a table without elements would hold, none of them with a scalar.  A size that depends on the index is zero, as no value shows it.
    fn nothing(
        &mut self,
        ty: &Rc<Type>,
        shape: &mut Vec<usize>,
        columns: &mut Vec<Column>,
        at: usize,
    ) -> Option<usize> {
        let scalar = match &**ty {
            Type::Unit => return Some(at),
            Type::Pair(first, second) => {
                let at = self.nothing(first, shape, columns, at)?;
                return self.nothing(second, shape, columns, at);
            }
            Type::Record(fields) => {
                let mut fields = fields.iter();
                return fields.try_fold(at, |at, (_, ty)| self.nothing(ty, shape, columns, at));
            }
            Type::Table(of) => {
                let size = self.set_of(of).and_then(|set| self.size(&set)).unwrap_or(0);
                shape.push(usize::try_from(size).ok()?);
                let element = self.ty(&of.environment, &of.element).ok()?;
                let next = self.nothing(&element, shape, columns, at);
                shape.pop();
                return next;
            }
            Type::Base(base) => *base,
            Type::Data(BOOL, _) => PrimType::Bool,
            Type::Fin(_) | Type::Range(_) => PrimType::I32,
            _ => return None,
        };
        column(columns, at, shape, scalar)?;
        Some(at + 1)
    }
}

/// A value from outside, and how far it was read.
struct Given<'d> {
    data: &'d Data,
    next: usize,
    /// Which argument it is, from one on.
    number: usize,
}

/// A component of a result.
struct Column {
    shape: Vec<usize>,
    ty: PrimType,
    scalars: Vec<PrimValue>,
}

impl Column {
    fn data(self) -> Option<Data> {
        let data = with_prim_type!(self.ty, T => <T as Element>::wrap(typed::<T>(&self.scalars)?));
        Data::new(self.shape, data)
    }
}

fn typed<T: Primitive>(scalars: &[PrimValue]) -> Option<Vec<T>> {
    scalars.iter().map(|scalar| T::unwrap(*scalar)).collect()
}

/// The column of this number, which is of this shape and type.
fn column<'c>(
    columns: &'c mut Vec<Column>,
    at: usize,
    shape: &[usize],
    ty: PrimType,
) -> Option<&'c mut Column> {
    if at == columns.len() {
        columns.push(Column {
            shape: shape.to_vec(),
            ty,
            scalars: Vec::new(),
        });
    }
    columns
        .get_mut(at)
        .filter(|column| column.shape == shape && column.ty == ty)
}
