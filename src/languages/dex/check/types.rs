//! Γ ⊢ τ : Type, of values that are types, rows, and rows of fields.

use super::{Checker, Judged};
use crate::core::{Binder, DataName, EITHER, Label, Labels, Range, Row, Type, Value, base_name};
use crate::rules::typing::{
    DX_T_ARRTY, DX_T_BASE, DX_T_DATATY, DX_T_EITHERTY, DX_T_FIN, DX_T_FUNTY, DX_T_LABELS, DX_T_PAIRTY,
    DX_T_RANGE, DX_T_REFTY, DX_T_ROW, DX_T_TYPE,
};
use crate::types::equal;
use elder_syntax::Rule;

impl Checker<'_> {
    /// Γ ⊢ τ : Type
    pub(super) fn ty(&mut self, ty: &Type) -> Judged<Type> {
        match ty {
            Value::Kind(_) | Value::EffectsKind | Value::FieldsKind => {
                DX_T_TYPE.apply();
                Ok(Value::TYPE)
            }
            Value::Base(base) if base_name(*base).is_some() => {
                DX_T_BASE.apply();
                Ok(Value::TYPE)
            }
            Value::UnitType => {
                DX_T_BASE.apply();
                Ok(Value::TYPE)
            }
            Value::Fin(size) => self.fin(size),
            Value::Range(range) => self.range(range),
            Value::Arrow(arrow) => self.function(&arrow.binder, &arrow.effects, &arrow.result),
            Value::Table(binder, element) => self.table_type(binder, element),
            Value::PairType(first, second) => {
                DX_T_PAIRTY.apply();
                self.is_type(first, &DX_T_PAIRTY, "part")?;
                self.is_type(second, &DX_T_PAIRTY, "part")?;
                Ok(Value::TYPE)
            }
            Value::DataType(data, parameters) => self.data_type(*data, parameters),
            Value::RecordType(labels) | Value::VariantType(labels) => {
                self.labels(labels)?;
                Ok(Value::TYPE)
            }
            Value::Fields(labels) => {
                self.labels(labels)?;
                Ok(Value::FieldsKind)
            }
            Value::Ref(region, content) => {
                DX_T_REFTY.apply();
                self.is_type(region, &DX_T_REFTY, "region")?;
                self.is_type(content, &DX_T_REFTY, "content")?;
                Ok(Value::TYPE)
            }
            Value::Effects(row) => {
                self.row(row)?;
                Ok(Value::EffectsKind)
            }
            // What is no type was judged as a value.
            other => self.refuse(
                &crate::rules::typing::DX_T_LIT,
                "base",
                format!("Dex has no type {}", self.text(other)),
            ),
        }
    }

    /// Refuses by a premise what is no type.
    pub(super) fn is_type(&mut self, ty: &Type, rule: &'static Rule, premise: &str) -> Judged {
        let kind = self.value(ty)?;
        self.require(matches!(kind, Value::Kind(_)), rule, premise, |c| {
            format!("{} is of type {}, no type", c.text(ty), c.text(&kind))
        })
    }

    /// Refuses by a premise what is no index set.
    pub(super) fn is_index(&mut self, ty: &Type, rule: &'static Rule, premise: &str) -> Judged {
        self.is_type(ty, rule, premise)?;
        let normal = self.definitions.normal(ty);
        let is = self.index(&normal);
        self.require(is, rule, premise, |c| format!("{} is no index set", c.text(ty)))
    }

    /// DX-T-FIN
    fn fin(&mut self, size: &Value) -> Judged<Type> {
        DX_T_FIN.apply();
        let ty = self.value(size)?;
        self.require(ty == Value::INT, &DX_T_FIN, "size", |c| {
            format!("the size {} is of type {}, no Int", c.text(size), c.text(&ty))
        })?;
        Ok(Value::TYPE)
    }

    /// DX-T-RANGE
    fn range(&mut self, range: &Range) -> Judged<Type> {
        DX_T_RANGE.apply();
        self.is_index(&range.set, &DX_T_RANGE, "set")?;
        let set = self.definitions.normal(&range.set);
        for end in [&range.low, &range.high] {
            if let Some(member) = end.member() {
                let ty = self.value(member)?;
                self.require(equal(&ty, &set), &DX_T_RANGE, "end", |c| {
                    format!(
                        "{} is of type {}, no member of {}",
                        c.text(member),
                        c.text(&ty),
                        c.text(&set)
                    )
                })?;
            }
        }
        Ok(Value::TYPE)
    }

    /// DX-T-FUNTY
    fn function(&mut self, binder: &Binder, effects: &Row, result: &Type) -> Judged<Type> {
        DX_T_FUNTY.apply();
        self.is_type(&binder.ty, &DX_T_FUNTY, "argument")?;
        self.within(binder, |c| {
            c.row(effects)?;
            c.is_type(result, &DX_T_FUNTY, "result")
        })?;
        Ok(Value::TYPE)
    }

    /// DX-T-ARRTY
    fn table_type(&mut self, binder: &Binder, element: &Type) -> Judged<Type> {
        DX_T_ARRTY.apply();
        self.is_index(&binder.ty, &DX_T_ARRTY, "index")?;
        self.within(binder, |c| c.is_type(element, &DX_T_ARRTY, "element"))?;
        Ok(Value::TYPE)
    }

    /// Where a type binds a name: one type may stand in many places.
    fn within(&mut self, binder: &Binder, judge: impl FnOnce(&mut Self) -> Judged) -> Judged {
        let ty = self.definitions.normal(&binder.ty);
        let before = self.types.insert(binder.name, ty);
        let judged = judge(self);
        match before {
            Some(ty) => self.types.insert(binder.name, ty),
            None => self.types.remove(&binder.name),
        };
        judged
    }

    /// DX-T-EITHERTY, DX-T-DATATY
    fn data_type(&mut self, data: DataName, parameters: &[Value]) -> Judged<Type> {
        let (rule, count) = match data {
            EITHER => (&DX_T_EITHERTY, "parameter"),
            _ => (&DX_T_DATATY, "count"),
        };
        rule.apply();
        self.parameters(data, parameters, rule, count)?;
        Ok(Value::TYPE)
    }

    /// Parameters of a declared type.
    pub(super) fn parameters(
        &mut self,
        data: DataName,
        parameters: &[Value],
        rule: &'static Rule,
        count: &str,
    ) -> Judged {
        let declared = self
            .program
            .data
            .get(data.index())
            .filter(|_| data.index() < self.declared);
        let Some(declared) = declared else {
            return self.refuse(rule, count, "the type is not declared before");
        };
        let wanted = &declared.parameters;
        self.require(wanted.len() == parameters.len(), rule, count, |_| {
            format!(
                "`{}` takes {} parameters and is given {}",
                declared.name,
                wanted.len(),
                parameters.len()
            )
        })?;
        for (place, (binder, parameter)) in wanted.iter().zip(parameters).enumerate() {
            let mut ty = binder.ty.clone();
            for (earlier, value) in wanted.iter().zip(parameters).take(place) {
                ty = self.substituted(earlier.name, value, &ty);
            }
            let found = self.value(parameter)?;
            let fits = self.fits(&found, Some(parameter), &ty);
            self.require(fits, rule, "parameter", |c| {
                format!(
                    "{} is of type {}, where `{}` takes {}",
                    c.text(parameter),
                    c.text(&found),
                    declared.name,
                    c.text(&ty)
                )
            })?;
        }
        Ok(())
    }

    /// DX-T-LABELS
    fn labels(&mut self, labels: &Labels) -> Judged {
        DX_T_LABELS.apply();
        self.ordered(&labels.fields, &DX_T_LABELS)?;
        for (_, ty) in &labels.fields {
            self.is_type(ty, &DX_T_LABELS, "field")?;
        }
        if let Some(rest) = &labels.rest {
            let kind = self.value(rest)?;
            self.require(kind == Value::FieldsKind, &DX_T_LABELS, "rest", |c| {
                format!("{} is of type {}, no row of fields", c.text(rest), c.text(&kind))
            })?;
        }
        Ok(())
    }

    /// Whether labels stand once and in order.
    pub(super) fn ordered<T>(&self, fields: &[(Label, T)], rule: &'static Rule) -> Judged {
        let ordered = fields.is_sorted_by(|one, other| one.0 < other.0);
        self.require(ordered, rule, "once", |_| {
            "a label stands twice, or not in its place".to_owned()
        })
    }

    /// DX-T-ROW: a row, in normal form.
    pub(super) fn row(&mut self, row: &Row) -> Judged<Row> {
        DX_T_ROW.apply();
        for effect in &row.effects {
            if let (_, Some(region)) = effect.parts() {
                self.is_type(region, &DX_T_ROW, "region")?;
            }
        }
        if let Some(rest) = &row.rest {
            let kind = self.value(rest)?;
            self.require(kind == Value::EffectsKind, &DX_T_ROW, "rest", |c| {
                format!("{} is of type {}, no row of effects", c.text(rest), c.text(&kind))
            })?;
        }
        Ok(self.definitions.normal_row(row))
    }
}
