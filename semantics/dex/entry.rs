//! Definitions, and values across the border: data as arguments of functions, and results as data.
//!
//! A number is a scalar, a member of `Fin n` its ordinal, a table an array; a table of pairs is an array a component, in order
//! (DX-Y-SOA), and a pair likewise.

use super::environment::Environment;
use super::types::Type;
use super::value::Value;
use super::{Interpreter, Step, Stop, rules};
use crate::failure::{Failure, Kind, Run};
use crate::numeric::Primitive;
use elder_syntax::names::Name;
use elder_syntax::prim::PrimValue;
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
        for (place, argument) in arguments.iter().enumerate() {
            let Some(ty) = self.parameter(&value)? else {
                return Err(self.misfit(format!(
                    "{place} arguments are expected, {} are given",
                    arguments.len()
                )));
            };
            let argument = self.inside(&ty, argument, place + 1)?;
            value = self.apply(&value, argument)?;
        }
        self.force(value)
    }

    /// DX-E-ENTRY: the arguments do not fit; nothing was evaluated.
    pub(super) fn misfit(&self, message: String) -> Stop {
        let mut failure = Failure::error(&rules::DX_E_ENTRY, "kind", self.at, message);
        failure.kind = Kind::Arguments;
        failure.into()
    }

    /// DX-E-ENTRY: a value from outside, of this type.
    pub(super) fn inside(&mut self, ty: &Rc<Type>, data: &Data, number: usize) -> Step<Value> {
        rules::DX_E_ENTRY.apply();
        self.room(data.data().len() as u64)?;
        let mut scalars = (0..data.data().len()).filter_map(|at| data.data().get(at));
        self.filled(ty, data.shape(), &mut scalars, number)
    }

    fn filled(
        &mut self,
        ty: &Rc<Type>,
        shape: &[usize],
        scalars: &mut dyn Iterator<Item = PrimValue>,
        number: usize,
    ) -> Step<Value> {
        match (&**ty, shape.split_first()) {
            (Type::Table(table), Some((&count, rest))) => {
                let set = self.set_of(table)?;
                let size = self.size(&set)?;
                if size != count as u64 {
                    let message =
                        format!("argument {number} has {count} elements where its type says {size}");
                    return Err(self.misfit(message));
                }
                let mut elements = Vec::with_capacity(count);
                for ordinal in 0..size {
                    let index = self.element(&set, ordinal)?;
                    let element = self.element_at(table, index)?;
                    elements.push(self.filled(&element, rest, scalars, number)?);
                }
                Ok(self.table_of(elements))
            }
            (_, None) => {
                let scalar = scalars.next();
                match scalar {
                    Some(scalar) => self.scalar(ty, scalar, number),
                    None => Err(self.misfit(format!("argument {number} has too few scalars"))),
                }
            }
            _ => Err(self.misfit(format!(
                "argument {number} has another number of dimensions than its type"
            ))),
        }
    }

    fn scalar(&mut self, ty: &Rc<Type>, scalar: PrimValue, number: usize) -> Step<Value> {
        match (&**ty, scalar) {
            (Type::Base(base), _) if *base == scalar.prim_type() => Ok(Value::Number(scalar.into())),
            (Type::Data(elder_dex::core::BOOL, _), PrimValue::Bool(_)) => Ok(Value::of_number(scalar.into())),
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
}

/// A result as data, a value a component; `None` if the data formats cannot say it, as of sums, of functions, and of tables whose elements
/// differ in size.
pub fn data(value: &Value) -> Option<Vec<Data>> {
    let mut columns = Vec::new();
    let shape = &mut Vec::new();
    gather(value, shape, &mut columns, 0)?;
    columns.into_iter().map(Column::data).collect()
}

/// A component of a result.
struct Column {
    shape: Vec<usize>,
    scalars: Vec<PrimValue>,
}

impl Column {
    fn data(self) -> Option<Data> {
        let ty = self.scalars.first().map(|scalar| scalar.prim_type())?;
        let data = with_prim_type!(ty, T => <T as Element>::wrap(typed::<T>(&self.scalars)?));
        Data::new(self.shape, data)
    }
}

fn typed<T: Primitive>(scalars: &[PrimValue]) -> Option<Vec<T>> {
    scalars.iter().map(|scalar| T::unwrap(*scalar)).collect()
}

/// Appends the scalars of a value to the columns from this one on, behind indices of these sizes; gives the next column.
fn gather(value: &Value, shape: &mut Vec<usize>, columns: &mut Vec<Column>, at: usize) -> Option<usize> {
    let scalar = match value {
        Value::Unit => return Some(at),
        Value::Pair(both) => {
            let at = gather(&both.0, shape, columns, at)?;
            return gather(&both.1, shape, columns, at);
        }
        Value::Record(fields) => {
            let mut parts = fields.iter();
            return parts.try_fold(at, |at, (_, value)| gather(value, shape, columns, at));
        }
        Value::Table(table) => {
            shape.push(table.elements().len());
            let mut next = at;
            for element in table.elements() {
                next = gather(element, shape, columns, at)?;
            }
            shape.pop();
            // What a table without elements holds is not known here.
            return (!table.elements().is_empty()).then_some(next);
        }
        Value::Member(_, ordinal) => PrimValue::I32(i32::try_from(*ordinal).ok()?),
        other => other.as_number()?.scalar(),
    };
    match columns.get_mut(at) {
        Some(column) if column.shape == *shape => column.scalars.push(scalar),
        Some(_) => return None,
        None => columns.push(Column {
            shape: shape.clone(),
            scalars: vec![scalar],
        }),
    }
    Some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dex::value::Table;
    use crate::memory::Memory;

    fn table(elements: Vec<Value>) -> Value {
        let memory = Rc::new(Memory::new(u64::MAX));
        Value::Table(Rc::new(Table::new(&memory, elements)))
    }

    fn shown(value: &Value) -> Option<String> {
        let all = data(value)?;
        Some(all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_table_of_pairs_is_an_array_a_component() {
        let pair = |a, b| Value::pair(Value::int(a), Value::of_number(PrimValue::Bool(b).into()));
        let all = table(vec![pair(1, true), pair(2, false)]);
        assert_eq!(shown(&all).as_deref(), Some("[1i32, 2i32] [true, false]"));
        assert_eq!(
            shown(&Value::pair(Value::int(3), all)).as_deref(),
            Some("3i32 [1i32, 2i32] [true, false]")
        );
    }

    #[test]
    fn what_differs_in_size_is_no_data() {
        let row = |n| table((0..n).map(Value::int).collect());
        assert_eq!(
            shown(&table(vec![row(2), row(2)])).as_deref(),
            Some("[[0i32, 1i32], [0i32, 1i32]]")
        );
        assert_eq!(shown(&table(vec![row(2), row(1)])), None);
        assert_eq!(shown(&row(0)), None);
    }
}
