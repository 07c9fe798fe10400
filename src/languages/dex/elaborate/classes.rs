//! Which classes type variables are of (paper, Figure 9): what a text says is `Type`, and what its uses ask for is found here.

use super::Elaborator;
use super::unify::State;
use crate::core::{Type, Value};
use elder_syntax::Span;

/// A value stands where a type of this kind is wanted.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    kind: Type,
    value: Value,
}

/// One of the classes.
#[derive(Clone, Copy)]
enum Class {
    Index,
    Data,
    Space,
}

impl Elaborator {
    /// Something stands where this kind is wanted.
    pub(super) fn demand(&mut self, kind: &Type, value: &Value, _at: Span) {
        if self.is_kind(&self.normal(kind)) || self.is_unknown(&self.normal(kind)) {
            self.demands.push(Demand {
                kind: kind.clone(),
                value: value.clone(),
            });
        }
    }

    /// DX-K-VAR: kinds get the classes that are asked for, until nothing changes.  What is in no class is refused by the rules of core.
    pub(super) fn meet_demands(&mut self) {
        let demands = std::mem::take(&mut self.demands);
        loop {
            let mut changed = false;
            for demand in &demands {
                let classes = match self.normal(&demand.kind) {
                    Value::Kind(classes) => classes,
                    Value::Var(name) => match self.metas.get(&name).map(|meta| &meta.state) {
                        Some(State::Kind(classes)) => *classes,
                        _ => continue,
                    },
                    _ => continue,
                };
                let value = self.normal(&demand.value);
                for (asked, class) in [
                    (classes.index, Class::Index),
                    (classes.data, Class::Data),
                    (classes.space, Class::Space),
                ] {
                    if asked {
                        changed |= self.ask(class, &value);
                    }
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// Asks that a type is in a class; whether a kind changed.
    fn ask(&mut self, class: Class, ty: &Type) -> bool {
        let list = |e: &mut Self, types: Vec<Type>| {
            types.iter().fold(false, |changed, ty| e.ask(class, ty) | changed)
        };
        match (ty, class) {
            (Value::Var(name), _) => {
                let Some(Value::Var(kind)) = self.type_of(*name) else {
                    return false;
                };
                let Value::Var(kind) = self.normal(&Value::Var(kind)) else {
                    return false;
                };
                match self.metas.get_mut(&kind).map(|meta| &mut meta.state) {
                    Some(State::Kind(classes)) => {
                        let place = match class {
                            Class::Index => &mut classes.index,
                            Class::Data => &mut classes.data,
                            Class::Space => &mut classes.space,
                        };
                        !std::mem::replace(place, true)
                    }
                    _ => false,
                }
            }
            (Value::PairType(first, second), _) => {
                list(self, vec![Value::clone(first), Value::clone(second)])
            }
            (Value::Table(binder, element), Class::Index) => {
                list(self, vec![binder.ty.clone(), Value::clone(element)])
            }
            (Value::Table(_, element), _) => self.ask(class, element),
            (Value::RecordType(labels) | Value::VariantType(labels), _) => {
                let fields = labels.fields.iter();
                list(self, fields.map(|(_, ty)| ty.clone()).collect())
            }
            (Value::DataType(data, parameters), _) => {
                let count = self
                    .program
                    .data
                    .get(data.index())
                    .map_or(0, |data| data.constructors.len());
                let fields = (0..count).flat_map(|number| self.fields(*data, number, parameters));
                let fields: Vec<Type> = fields.map(|field| field.ty).collect();
                list(self, fields)
            }
            _ => false,
        }
    }
}
