//! What values of a type hold.

use super::scope::Generator;
use crate::Choices;
use elder_dex::core::{BOOL, Type, Value};

impl Generator {
    /// A type of data of which there are values, most often: where there is none, a run ends.
    pub fn held_type(&mut self, c: &mut Choices, depth: usize) -> Type {
        let ty = self.data_type(c, depth);
        match self.is_inhabited(&ty) || c.below(4) == 3 {
            true => ty,
            false => Value::Base(self.base(c)),
        }
    }

    /// Whether there are values of a type, as far as sizes are known.
    pub fn is_inhabited(&mut self, ty: &Type) -> bool {
        match ty {
            Value::Fin(_) => self.size(ty).is_some_and(|size| size > 0),
            Value::Range(_) | Value::Var(_) => false,
            Value::Table(binder, element) => self.size(&binder.ty) == Some(0) || self.is_inhabited(element),
            Value::Base(_) | Value::UnitType => true,
            other => match self.parts(other) {
                Some(all) => {
                    let mut all = all.into_iter();
                    all.any(|fields| fields.iter().all(|ty| self.is_inhabited(ty)))
                }
                None => true,
            },
        }
    }

    /// Whether values of a type have floats, or what could compute some.
    pub fn has_numbers(&mut self, ty: &Type) -> bool {
        match ty {
            Value::Base(base) => base.is_float(),
            Value::Var(_) | Value::Arrow(_) => true,
            Value::Table(_, inner) | Value::Ref(_, inner) => self.has_numbers(inner),
            Value::PairType(first, second) => self.has_numbers(first) || self.has_numbers(second),
            Value::RecordType(labels) | Value::VariantType(labels) => {
                labels.fields.iter().any(|(_, ty)| self.has_numbers(ty))
            }
            Value::DataType(BOOL, _) => false,
            Value::DataType(data, parameters) => {
                let declared = self.program.data[data.index()].constructors.clone();
                let mut fields = declared.iter().flat_map(|one| &one.fields);
                fields.any(|field| {
                    let ty = self.with_parameters(*data, parameters, &field.ty);
                    self.has_numbers(&ty)
                })
            }
            _ => false,
        }
    }
}

/// Whether a type is of functions, or of what holds some.
pub fn holds_functions(ty: &Type) -> bool {
    match ty {
        Value::Arrow(arrow) => !matches!(arrow.binder.ty, Value::Kind(_) | Value::EffectsKind),
        Value::Table(_, element) => holds_functions(element),
        Value::PairType(first, second) => holds_functions(first) || holds_functions(second),
        Value::RecordType(labels) | Value::VariantType(labels) => {
            labels.fields.iter().any(|(_, ty)| holds_functions(ty))
        }
        Value::DataType(_, parameters) => parameters.iter().any(holds_functions),
        _ => false,
    }
}
