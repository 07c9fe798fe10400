//! The types of vectors, which the weights of transposes have.

use super::{Done, Simplifier};
use elder_dex::core::rewrite::Rewrite;
use elder_dex::core::{DataName, Projection, Type, Value};
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;

impl Simplifier<'_> {
    /// The type of an operand that is a vector.
    pub(super) fn type_of(&mut self, value: &Value) -> Done<Type> {
        match value {
            Value::Var(name) if self.types.contains_key(name) => Ok(self.types[name].clone()),
            Value::Literal(number) => Ok(Value::Base(number.prim_type())),
            Value::Unit => Ok(Value::UnitType),
            Value::Pair(first, second) => {
                let first = self.type_of(first)?;
                Ok(Value::pair_type(first, self.type_of(second)?))
            }
            Value::Record(fields) => {
                let mut types = Vec::with_capacity(fields.len());
                for (label, value) in fields {
                    types.push((label.clone(), self.type_of(value)?));
                }
                let labels = elder_dex::core::Labels {
                    fields: types,
                    rest: None,
                };
                Ok(Value::RecordType(std::sync::Arc::new(labels)))
            }
            Value::View(view) => {
                let element = self.type_of(&view.body.result)?;
                Ok(Value::table(view.binder.clone(), element))
            }
            Value::Project(part, whole) => {
                let of = whole;
                let whole = self.type_of(of)?;
                match (part, &whole) {
                    (Projection::Held(place), Value::DataType(data, parameters)) => {
                        let held = self.held(*data, parameters, of, *place);
                        held.map_or_else(|| self.no_type(value), Ok)
                    }
                    (Projection::First, Value::PairType(part, _))
                    | (Projection::Second, Value::PairType(_, part)) => Ok(Value::clone(part)),
                    (Projection::Field(label), Value::RecordType(labels)) => {
                        let field = labels.fields.iter().find(|(own, _)| own == label);
                        field.map_or_else(|| self.no_type(value), |(_, ty)| Ok(ty.clone()))
                    }
                    _ => self.no_type(value),
                }
            }
            other => self.no_type(other),
        }
    }

    /// The type of a field of what the only constructor of a type holds, which may depend on the fields before.
    fn held(&mut self, data: DataName, parameters: &[Value], of: &Value, place: usize) -> Option<Type> {
        let declared = self.program.data.get(data.index())?;
        let [only] = declared.constructors.as_slice() else {
            return None;
        };
        let given = declared.parameters.iter().zip(parameters.iter().cloned());
        let earlier = only.fields.iter().enumerate().take(place);
        let earlier = earlier.map(|(at, field)| (field, Value::project(Projection::Held(at), of.clone())));
        let values = given.chain(earlier).map(|(binder, value)| (binder.name, value));
        let values: FxHashMap<Name, Value> = values.collect();
        let field = only.fields.get(place)?;
        Some(self.replaced(values, |s| s.value(&field.ty)))
    }

    fn no_type<T>(&self, value: &Value) -> Done<T> {
        self.unexpected(&format!("{} as a vector", self.text(value)))
    }
}
