//! Which classes type variables are of (paper, Figure 9): what a text says is `Type`, and what its uses ask for is found here.

use super::unify::State;
use super::{Done, Elaborator};
use crate::core::{Classes, Type, Value};
use crate::rules::elaboration::DX_EL_KIND;
use elder_syntax::Span;

/// A value stands where a type of this kind is wanted.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    kind: Type,
    value: Value,
    at: Span,
}

/// One of the classes.
#[derive(Clone, Copy)]
enum Class {
    Index,
    Data,
    Space,
}

impl Class {
    /// Whether a kind has it.  A vector space is data.
    fn of(self, classes: Classes) -> bool {
        match self {
            Class::Index => classes.index,
            Class::Data => classes.data || classes.space,
            Class::Space => classes.space,
        }
    }

    /// Its premise of DX-EL-KIND, and what a type of it is.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Class::Index => (
                "index",
                "no index set",
                "index sets are `Fin n`, ranges, and pairs, records and sums of such",
            ),
            Class::Data => (
                "data",
                "no data",
                "functions, references and types cannot be kept in references",
            ),
            Class::Space => (
                "space",
                "no vector space",
                "vector spaces are floats, and pairs, records and tables of such",
            ),
        }
    }
}

/// Those that are asked for.
fn asked(classes: Classes) -> impl Iterator<Item = Class> {
    let all = [
        (classes.index, Class::Index),
        (classes.data, Class::Data),
        (classes.space, Class::Space),
    ];
    all.into_iter()
        .filter(|(asked, _)| *asked)
        .map(|(_, class)| class)
}

impl Elaborator {
    /// Something stands where this kind is wanted.
    pub(super) fn demand(&mut self, kind: &Type, value: &Value, at: Span) {
        if self.is_kind(&self.normal(kind)) || self.is_unknown(&self.normal(kind)) {
            self.demands.push(Demand {
                kind: kind.clone(),
                value: value.clone(),
                at,
            });
        }
    }

    /// DX-EL-KIND: kinds get the classes that are asked for, until nothing changes; then each type must be in those that are asked of it.
    pub(super) fn meet_demands(&mut self) -> Done {
        DX_EL_KIND.apply();
        let demands = std::mem::take(&mut self.demands);
        loop {
            let mut changed = false;
            for demand in &demands {
                let value = self.normal(&demand.value);
                for class in asked(self.classes_of(&demand.kind)) {
                    changed |= self.ask(class, &value);
                }
            }
            if !changed {
                break;
            }
        }
        for demand in &demands {
            let value = self.normal(&demand.value);
            for class in asked(self.classes_of(&demand.kind)) {
                if !self.holds(class, &value) {
                    let (premise, is, help) = class.words();
                    let message = format!("{} is {is}", self.text(&value));
                    let error = self.error(&DX_EL_KIND, premise, demand.at, message);
                    return Err(Box::new(error.with_help(help)));
                }
            }
        }
        Ok(())
    }

    /// The classes that a kind has so far.
    fn classes_of(&self, kind: &Type) -> Classes {
        match self.normal(kind) {
            Value::Kind(classes) => classes,
            Value::Var(name) => match self.metas.get(&name).map(|meta| &meta.state) {
                Some(State::Kind(classes)) => *classes,
                _ => Classes::NONE,
            },
            _ => Classes::NONE,
        }
    }

    /// Whether a type in normal form is in a class; one that is not known yet is refused as that, not here.
    fn holds(&mut self, class: Class, ty: &Type) -> bool {
        match (ty, class) {
            (Value::Var(_), _) if self.is_unknown(ty) => true,
            (Value::Var(name), _) => {
                let kind = self.type_of(*name);
                kind.is_some_and(|kind| class.of(self.classes_of(&kind)))
            }
            // The rules of core know the kinds of parts.
            (Value::Project(..), _) => true,
            (Value::UnitType, _) => !matches!(class, Class::Space),
            (Value::Fin(_) | Value::Range(_), _) => !matches!(class, Class::Space),
            (Value::Base(base), Class::Space) => base.is_float(),
            (Value::Base(_), _) => matches!(class, Class::Data),
            (Value::PairType(first, second), _) => self.holds(class, first) && self.holds(class, second),
            (Value::Table(binder, element), Class::Index) => {
                self.holds(class, &binder.ty) && self.holds(class, element)
            }
            (Value::Table(_, element), _) => self.holds(class, element),
            (Value::RecordType(labels), _) => labels.fields.iter().all(|(_, ty)| self.holds(class, ty)),
            (Value::VariantType(labels), Class::Index | Class::Data) => {
                labels.fields.iter().all(|(_, ty)| self.holds(class, ty))
            }
            (Value::DataType(data, parameters), Class::Index | Class::Data) => {
                if matches!(class, Class::Index) {
                    if let Some(of) = self.asked_of(*data, parameters) {
                        return of.into_iter().all(|(classes, parameter)| {
                            let parameter = self.normal(&parameter);
                            asked(classes).all(|class| self.holds(class, &parameter))
                        });
                    }
                    if !self.ordered.contains(data) {
                        self.ordered.push(*data);
                    }
                }
                let count = self
                    .program
                    .data
                    .get(data.index())
                    .map_or(0, |data| data.constructors.len());
                (0..count).all(|number| {
                    let fields = self.fields(*data, number, parameters);
                    fields.iter().all(|field| {
                        let ty = self.normal(&field.ty);
                        self.holds(class, &ty)
                    })
                })
            }
            _ => false,
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
                if let (Class::Index, Some(of)) = (class, self.asked_of(*data, parameters)) {
                    return of.into_iter().fold(false, |changed, (classes, parameter)| {
                        let parameter = self.normal(&parameter);
                        asked(classes).fold(changed, |changed, class| self.ask(class, &parameter) | changed)
                    });
                }
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
