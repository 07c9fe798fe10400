//! ⊢Idx τ, ⊢Data τ, ⊢VSpace τ, of types in normal form (paper, Figure 9), and how many members an index set has where that is known.

use super::Checker;
use crate::core::rewrite::free;
use crate::core::{Classes, DataName, IndexSet, Type, Value};
use crate::rules::classes::{
    DX_K_DATA_ARR, DX_K_DATA_BASE, DX_K_DATA_EITHER, DX_K_DATA_PAIR, DX_K_IDX_ARR, DX_K_IDX_EITHER,
    DX_K_IDX_FIN, DX_K_IDX_PAIR, DX_K_IDX_RANGE, DX_K_IDX_UNIT, DX_K_VAR, DX_K_VS_ARR, DX_K_VS_FLOAT,
    DX_K_VS_PAIR,
};
use elder_syntax::prim::PrimValue;

impl Checker<'_> {
    /// Whether a type is in all of these classes.
    pub(super) fn in_classes(&mut self, classes: Classes, ty: &Type) -> bool {
        let ty = self.definitions.normal(ty);
        (!classes.index || self.index(&ty))
            && (!classes.data || self.is_data(&ty))
            && (!classes.space || self.space(&ty))
    }

    /// ⊢Idx τ
    pub(super) fn index(&mut self, ty: &Type) -> bool {
        match ty {
            Value::UnitType => {
                DX_K_IDX_UNIT.apply();
                true
            }
            Value::Fin(_) => {
                DX_K_IDX_FIN.apply();
                true
            }
            Value::Range(_) => {
                DX_K_IDX_RANGE.apply();
                true
            }
            Value::PairType(first, second) => {
                DX_K_IDX_PAIR.apply();
                self.index(first) && self.index(second)
            }
            Value::RecordType(labels) if labels.rest.is_none() => {
                DX_K_IDX_PAIR.apply();
                labels.fields.iter().all(|(_, ty)| self.index(ty))
            }
            Value::VariantType(labels) if labels.rest.is_none() => {
                DX_K_IDX_EITHER.apply();
                labels.fields.iter().all(|(_, ty)| self.index(ty))
            }
            Value::DataType(data, parameters) => {
                if let Some(set) = self.counted(*data) {
                    return self.index_by_instance(&set, parameters);
                }
                DX_K_IDX_EITHER.apply();
                self.held_types(*data, parameters)
                    .is_some_and(|held| held.iter().flatten().all(|ty| self.index(ty)))
            }
            Value::Table(binder, element) => {
                DX_K_IDX_ARR.apply();
                let depends = free(element).contains(&binder.name);
                !depends && self.index(&binder.ty) && self.index(element)
            }
            other => self.of_kind(other).index,
        }
    }

    /// ⊢Data τ
    pub(super) fn is_data(&mut self, ty: &Type) -> bool {
        match ty {
            Value::UnitType | Value::Base(_) | Value::Fin(_) | Value::Range(_) => {
                DX_K_DATA_BASE.apply();
                true
            }
            Value::Table(_, element) => {
                DX_K_DATA_ARR.apply();
                self.is_data(element)
            }
            Value::PairType(first, second) => {
                DX_K_DATA_PAIR.apply();
                self.is_data(first) && self.is_data(second)
            }
            Value::RecordType(labels) if labels.rest.is_none() => {
                DX_K_DATA_PAIR.apply();
                labels.fields.iter().all(|(_, ty)| self.is_data(ty))
            }
            Value::VariantType(labels) if labels.rest.is_none() => {
                DX_K_DATA_EITHER.apply();
                labels.fields.iter().all(|(_, ty)| self.is_data(ty))
            }
            Value::DataType(data, parameters) => {
                DX_K_DATA_EITHER.apply();
                let fields = self.field_types(*data, parameters);
                fields.iter().flatten().all(|ty| self.is_data(ty))
            }
            other => {
                let classes = self.of_kind(other);
                classes.data || classes.space
            }
        }
    }

    /// ⊢VSpace τ
    pub(super) fn space(&mut self, ty: &Type) -> bool {
        match ty {
            Value::Base(base) if base.is_float() => {
                DX_K_VS_FLOAT.apply();
                true
            }
            Value::PairType(first, second) => {
                DX_K_VS_PAIR.apply();
                self.space(first) && self.space(second)
            }
            Value::RecordType(labels) if labels.rest.is_none() => {
                DX_K_VS_PAIR.apply();
                labels.fields.iter().all(|(_, ty)| self.space(ty))
            }
            Value::Table(_, element) => {
                DX_K_VS_ARR.apply();
                self.space(element)
            }
            other => self.of_kind(other).space,
        }
    }

    /// What makes a declared type an index set, if its form does not.
    fn counted(&self, data: DataName) -> Option<IndexSet> {
        self.program.data.get(data.index())?.index_set
    }

    /// DX-K-VAR: the classes that the context assumes of a variable, or of a part of one.
    fn of_kind(&mut self, ty: &Type) -> Classes {
        let known = match ty {
            Value::Var(name) => self.types.get(name).cloned(),
            Value::Project(..) => self.value(ty).ok(),
            _ => None,
        };
        match known {
            Some(Value::Kind(classes)) => {
                DX_K_VAR.apply();
                classes
            }
            _ => Classes::NONE,
        }
    }

    /// The types of the fields of each constructor, whether or not they have earlier fields.
    fn field_types(&mut self, data: DataName, parameters: &[Value]) -> Vec<Vec<Type>> {
        let Some(declared) = self.program.data.get(data.index()) else {
            return vec![];
        };
        let constructors = declared.constructors.iter();
        constructors
            .map(|constructor| {
                let fields = constructor.fields.iter();
                fields
                    .map(|field| self.with_parameters(data, parameters, &field.ty))
                    .collect()
            })
            .collect()
    }

    /// The same, if no field has an earlier one in its type.
    pub(super) fn held_types(&mut self, data: DataName, parameters: &[Value]) -> Option<Vec<Vec<Type>>> {
        let declared = self.program.data.get(data.index())?;
        for constructor in &declared.constructors {
            let names: Vec<_> = constructor.fields.iter().map(|field| field.name).collect();
            let depends = |ty: &Type| free(ty).iter().any(|name| names.contains(name));
            if constructor.fields.iter().any(|field| depends(&field.ty)) {
                return None;
            }
        }
        Some(self.field_types(data, parameters))
    }

    /// How many members an index set has, where its type says so.
    pub(super) fn size(&mut self, ty: &Type) -> Option<u128> {
        match ty {
            Value::UnitType => Some(1),
            Value::Fin(size) => match **size {
                Value::Literal(PrimValue::I32(size)) => Some(u128::try_from(size).unwrap_or(0)),
                _ => None,
            },
            Value::PairType(first, second) => self.size(first)?.checked_mul(self.size(second)?),
            Value::RecordType(labels) if labels.rest.is_none() => {
                let mut sizes = labels.fields.iter().map(|(_, ty)| self.size(ty));
                sizes.try_fold(1u128, |all, size| all.checked_mul(size?))
            }
            Value::VariantType(labels) if labels.rest.is_none() => {
                let mut sizes = labels.fields.iter().map(|(_, ty)| self.size(ty));
                sizes.try_fold(0u128, |all, size| all.checked_add(size?))
            }
            Value::DataType(data, parameters) => {
                if let Some(set) = self.counted(*data) {
                    return self.size_by_instance(&set);
                }
                let held = self.held_types(*data, parameters)?;
                held.iter().try_fold(0u128, |all, fields| {
                    let mut sizes = fields.iter().map(|ty| self.size(ty));
                    all.checked_add(sizes.try_fold(1u128, |all, size| all.checked_mul(size?))?)
                })
            }
            Value::Table(binder, element) if !free(element).contains(&binder.name) => {
                let count = u32::try_from(self.size(&binder.ty)?).ok()?;
                self.size(element)?.checked_pow(count)
            }
            _ => None,
        }
    }
}
