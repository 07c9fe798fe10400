//! Parts of values: `(\(a, _). a) x`.

use super::types::Types;
use super::{Level, Shown};
use crate::core::rewrite::substitute;
use crate::core::{Constructor, Projection, Type, Value};
use crate::layout::Layout;

impl Types<'_> {
    /// Parts of parts of a variable: a pattern that names the part, applied to the variable.
    pub(super) fn projection(&self, value: &Value) -> Shown {
        let mut at = value;
        let mut parts = Vec::new();
        while let Value::Project(part, whole) = at {
            parts.push((part, &**whole));
            at = whole;
        }
        let mut named = "elt".to_owned();
        let mut pattern: Option<String> = None;
        for (part, whole) in parts.iter().rev() {
            let inner = |name: String, pattern: Option<String>| pattern.unwrap_or(name);
            pattern = Some(match part {
                Projection::First => {
                    named = "a".to_owned();
                    format!("({}, _)", inner(named.clone(), pattern))
                }
                Projection::Second => {
                    named = "b".to_owned();
                    format!("(_, {})", inner(named.clone(), pattern))
                }
                Projection::Field(label) => {
                    named = label.0.to_string();
                    let shown = inner(named.clone(), pattern);
                    let fields = match self.type_of(whole) {
                        Some(Type::RecordType(labels)) => labels.fields.clone(),
                        _ => vec![],
                    };
                    let fields = fields.iter().map(|(own, _)| match own == label {
                        true => format!("{} = {shown}", own.0),
                        false => format!("{} = _", own.0),
                    });
                    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
                }
                Projection::Held(place) => {
                    let ty = self.type_of(whole);
                    let constructor = ty.as_ref().and_then(|ty| self.constructor(ty));
                    let count = constructor.map_or(place + 1, |con| con.fields.len());
                    let field = constructor.and_then(|con| con.fields.get(*place));
                    named = field.map_or(named, |field| self.name(field.name).to_owned());
                    let shown = inner(named.clone(), pattern);
                    let held = (0..count).map(|k| match k == *place {
                        true => format!(" {shown}"),
                        false => " _".to_owned(),
                    });
                    let constructor = constructor.map_or("_", |con| con.name.as_str());
                    format!("(({constructor}{}))", held.collect::<String>())
                }
            });
        }
        let pattern = pattern.unwrap_or_default();
        Shown::at(
            Level::Application,
            Layout::all([
                Layout::text(format!("(\\{pattern}. {named}) ")),
                self.value(at).argument(),
            ]),
        )
    }

    /// The constructor of data that has one.
    fn constructor(&self, ty: &Type) -> Option<&Constructor> {
        match ty {
            Value::DataType(data, _) => self.program.data.get(data.index())?.constructors.first(),
            _ => None,
        }
    }

    /// The type of a variable, or of a part of one.
    fn type_of(&self, value: &Value) -> Option<Type> {
        match value {
            Value::Var(name) => {
                let bound = self
                    .bound
                    .borrow()
                    .iter()
                    .rev()
                    .find(|binder| binder.name == *name)
                    .cloned();
                let defined = || self.program.definitions.iter().find(|d| d.binder.name == *name);
                bound
                    .or_else(|| Some(defined()?.binder.clone()))
                    .map(|binder| binder.ty)
            }
            Value::Project(part, whole) => match (part, self.type_of(whole)?) {
                (Projection::First, Value::PairType(first, _)) => Some(Value::clone(&first)),
                (Projection::Second, Value::PairType(_, second)) => Some(Value::clone(&second)),
                (Projection::Field(label), Value::RecordType(labels)) => {
                    let field = labels.fields.iter().find(|(own, _)| own == label)?;
                    Some(field.1.clone())
                }
                (Projection::Held(place), Value::DataType(data, parameters)) => {
                    let data = self.program.data.get(data.index())?;
                    let field = data.constructors.first()?.fields.get(*place)?;
                    let names = data.parameters.iter().map(|binder| binder.name).zip(&parameters);
                    let ty = names.fold(field.ty.clone(), |ty, (name, value)| {
                        substitute(&mut self.program.names.clone(), name, value, &ty)
                    });
                    Some(ty)
                }
                _ => None,
            },
            _ => None,
        }
    }
}
