//! What fails where functions are wanted, and values of no matter.

use super::{Done, Named, Simplifier};
use elder_dex::core::rewrite::{Rewrite, substitute};
use elder_dex::core::{
    Binder, Block, Construction, DataName, Exp, IndexOp, Labels, Lambda, Row, Type, Value, View,
};
use elder_dex::rules::simplification::{DX_S_EXPR, DX_S_FAIL};
use elder_syntax::names::Name;
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Simplifier<'_> {
    /// DX-S-FAIL: nothing stands behind what fails or is thrown, so any value does there.
    pub(super) fn fail(&mut self, exp: &Exp, named: &Named) -> Done {
        let is_kept = self.is_data(&named.ty) || matches!(named.ty, Value::Ref(..));
        let kept = match is_kept {
            true => named.clone(),
            false => self.beside(named, Value::UnitType),
        };
        let exp = match exp {
            Exp::Fail(_, why) => Exp::Fail(kept.ty.clone(), why.clone()),
            _ => Exp::Throw(kept.ty.clone()),
        };
        let left = self.emit(&kept, exp);
        if is_kept {
            DX_S_EXPR.apply();
            return Ok(left);
        }
        DX_S_FAIL.apply();
        self.any_value(&named.ty)
    }

    /// A value of a type: statements that make it are total.
    ///
    /// # Errors
    /// Says that there is none, as of references.
    pub(super) fn any_value(&mut self, ty: &Type) -> Done {
        match ty {
            Value::UnitType => Ok(Value::Unit),
            Value::Base(base) => Ok(Value::Literal(zero(*base))),
            Value::Fin(_) | Value::Range(_) => {
                let named = Named {
                    name: self.names.fresh("i"),
                    ty: ty.clone(),
                };
                let first = vec![ty.clone(), Value::Literal(zero(PrimType::I32))];
                Ok(self.emit(&named, Exp::IndexSet(IndexOp::UnsafeFromOrdinal, first)))
            }
            Value::PairType(first, second) => {
                let first = self.any_value(first)?;
                Ok(Value::pair(first, self.any_value(second)?))
            }
            Value::RecordType(labels) if labels.rest.is_none() => {
                let mut fields = Vec::with_capacity(labels.fields.len());
                for (label, ty) in &labels.fields {
                    fields.push((label.clone(), self.any_value(ty)?));
                }
                Ok(Value::Record(fields))
            }
            Value::VariantType(labels) if labels.rest.is_none() && !labels.fields.is_empty() => {
                let (label, held) = &labels.fields[0];
                let held = Arc::new(self.any_value(held)?);
                Ok(Value::Variant(label.clone(), held, Arc::new(ty.clone())))
            }
            Value::DataType(data, parameters) => self.any_construction(*data, parameters, ty),
            Value::Table(binder, element) => {
                let index = self.fresh("i", binder.ty.clone());
                let element = substitute(&mut self.names, binder.name, &Value::Var(index.name), element);
                let (stms, result) = self.within(|s| s.any_value(&element))?;
                Ok(Value::View(Arc::new(View {
                    binder: index,
                    body: Block { stms, result },
                })))
            }
            Value::Arrow(arrow) => {
                let binder = self.fresh("x", arrow.binder.ty.clone());
                let values = FxHashMap::from_iter([(arrow.binder.name, Value::Var(binder.name))]);
                let (result, effects) =
                    self.replaced(values, |s| (s.value(&arrow.result), s.row(&arrow.effects)));
                let (stms, result) = self.within(|s| s.any_value(&result))?;
                Ok(Value::Lambda(Arc::new(Lambda {
                    binder,
                    effects,
                    body: Block { stms, result },
                })))
            }
            Value::Kind(classes) if classes.space => Ok(Value::FLOAT),
            Value::Kind(_) => Ok(Value::UnitType),
            Value::EffectsKind => Ok(Value::Effects(Arc::new(Row::PURE))),
            Value::FieldsKind => Ok(Value::Fields(Arc::new(Labels::default()))),
            other => self.no_value(other),
        }
    }

    /// The first constructor, with any values.
    fn any_construction(&mut self, data: DataName, parameters: &[Value], ty: &Type) -> Done {
        let declared = self.program.data.get(data.index());
        let Some(only) = declared.and_then(|declared| declared.constructors.first()) else {
            return self.no_value(ty);
        };
        let own = declared.iter().flat_map(|declared| &declared.parameters);
        let mut known: FxHashMap<Name, Value> = own
            .zip(parameters)
            .map(|(own, value): (&Binder, &Value)| (own.name, value.clone()))
            .collect();
        let mut fields = Vec::with_capacity(only.fields.len());
        for field in &only.fields {
            let ty = self.replaced(known.clone(), |s| s.value(&field.ty));
            let value = self.any_value(&ty)?;
            known.insert(field.name, value.clone());
            fields.push(value);
        }
        Ok(Value::Con(Arc::new(Construction {
            data,
            constructor: 0,
            parameters: parameters.to_vec(),
            fields,
        })))
    }

    fn no_value(&self, ty: &Type) -> Done {
        let message = format!(
            "there is no value of type {} that could stand here",
            self.text(ty)
        );
        self.refuse(&DX_S_FAIL, "value", message)
    }
}

fn zero(base: PrimType) -> elder_syntax::prim::PrimValue {
    base.number(0)
}
