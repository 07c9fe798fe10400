//! Records and variants: their types, values and patterns, and isomorphisms by labels.

use super::rests::{Open, Rest, numbered};
use super::{Done, Elaborator, Wanted};
use crate::ast::{self, Exp as Syntax, FieldValue, Ident, Pattern};
use crate::core::{Label, Labels, Projection, Type, Value, sorted};
use crate::rules::elaboration::DX_EL_REST;
use crate::rules::typing::{DX_T_LABELS, DX_T_RECORD, DX_T_VARIANT};
use elder_syntax::Span;
use std::sync::Arc;

impl Elaborator {
    /// DX-T-LABELS
    pub(super) fn labels(&mut self, labels: &ast::Labels) -> Done<Labels> {
        DX_T_LABELS.apply();
        let mut fields: Vec<(Label, Type)> = Vec::new();
        for field in &labels.fields {
            let number = numbered(&fields, &field.label);
            fields.push((number, self.ty(&field.ty)?));
        }
        let rest = match &labels.rest {
            Some(rest) => {
                let wanted = Wanted {
                    ty: Value::FieldsKind,
                    from: Span::NONE,
                    rule: &DX_T_LABELS,
                    premise: "rest",
                };
                Some(self.check(rest, &wanted)?)
            }
            None => None,
        };
        Ok(Labels {
            fields: sorted(fields),
            rest,
        })
    }

    /// DX-T-RECORD; a record that extends another is found when the labels of that are known (DX-EL-REST).
    pub(super) fn record(
        &mut self,
        fields: &[FieldValue],
        rest: Option<&Syntax>,
        wanted: Option<&Wanted>,
        at: Span,
    ) -> Done<(Value, Type)> {
        DX_T_RECORD.apply();
        let wanted_labels = wanted.and_then(|wanted| match self.normal(&wanted.ty) {
            Value::RecordType(labels) => Some(labels),
            _ => None,
        });
        let mut values: Vec<(Label, Value)> = Vec::new();
        let mut types: Vec<(Label, Type)> = Vec::new();
        for field in fields {
            let own = Syntax {
                kind: ast::ExpKind::Name(field.label.name.clone()),
                span: field.label.span,
            };
            let label = numbered(&values, &field.label);
            let own_value = field.value.as_ref().unwrap_or(&own);
            let ty = wanted_labels.iter().flat_map(|labels| &labels.fields);
            let ty = ty
                .clone()
                .find(|(own, _)| *own == label)
                .map(|(_, ty)| ty.clone());
            let (value, ty) = match (wanted, ty) {
                (Some(wanted), Some(ty)) => (self.check(own_value, &wanted.with(ty.clone()))?, ty),
                _ => self.infer(own_value)?,
            };
            values.push((label.clone(), value));
            types.push((label, ty));
        }
        let Some(more) = rest else {
            let labels = Labels {
                fields: sorted(types),
                rest: None,
            };
            return Ok((Value::Record(sorted(values)), Value::RecordType(Arc::new(labels))));
        };
        let (row, more) = self.rest_of(more, Value::RecordType, at)?;
        let ty = Value::RecordType(Arc::new(Labels {
            fields: sorted(types),
            rest: Some(row.clone()),
        }));
        let value = self.rest(Rest::Extended { values, more }, row, ty.clone(), at)?;
        Ok((value, ty))
    }

    /// What stands behind `...` of a whole is a record, or a variant: its row, and it.
    fn rest_of(&mut self, e: &Syntax, form: fn(Arc<Labels>) -> Value, whole: Span) -> Done<(Value, Value)> {
        let (value, ty) = self.infer(e)?;
        let row = self.fresh(Value::FieldsKind, e.span);
        let wanted = Wanted {
            ty: form(Arc::new(Labels {
                fields: vec![],
                rest: Some(row.clone()),
            })),
            from: whole,
            rule: &DX_EL_REST,
            premise: "form",
        };
        self.equate(&ty, &wanted, e.span)?;
        Ok((row, value))
    }

    /// DX-T-VARIANT
    pub(super) fn variant(
        &mut self,
        before: &[Ident],
        label: &Ident,
        held: &Syntax,
        wanted: Option<&Wanted>,
        at: Span,
    ) -> Done<(Value, Type)> {
        DX_T_VARIANT.apply();
        let named: Vec<&Ident> = before.iter().chain([label]).collect();
        let Open {
            mut fields, whole, ..
        } = self.open_variant(&named, at);
        if let Some(wanted) = wanted {
            self.equate(&whole, wanted, at)?;
        }
        let Some((label, ty)) = fields.pop() else {
            return self.refuse(&DX_T_VARIANT, "label", at, "a variant has a label");
        };
        let inner = Wanted {
            ty,
            from: at,
            rule: &DX_T_VARIANT,
            premise: "type",
        };
        let value = self.check(held, &inner)?;
        Ok((
            Value::Variant(label, Arc::new(value), Arc::new(whole.clone())),
            whole,
        ))
    }

    /// DX-EL-REST: a variant as one of more labels.
    pub(super) fn lift(
        &mut self,
        named: &[Ident],
        held: &Syntax,
        wanted: Option<&Wanted>,
        at: Span,
    ) -> Done<(Value, Type)> {
        let named: Vec<&Ident> = named.iter().collect();
        let open = self.open_variant(&named, at);
        if let Some(wanted) = wanted {
            self.equate(&open.whole, wanted, at)?;
        }
        let (row, held) = self.rest_of(held, Value::VariantType, at)?;
        let wanted = Wanted {
            ty: row.clone(),
            from: at,
            rule: &DX_EL_REST,
            premise: "form",
        };
        self.equate(&open.rest, &wanted, at)?;
        let ty = open.whole.clone();
        let value = self.rest(Rest::Lifted { open, held }, row, ty.clone(), at)?;
        Ok((value, ty))
    }

    /// DX-EL-PAT, of records.
    pub(super) fn record_pattern(
        &mut self,
        fields: &[(Ident, Pattern)],
        rest: Option<&ast::Rest<Box<Pattern>>>,
        value: Value,
        ty: &Type,
        at: Span,
    ) -> Done {
        let mut types: Vec<(Label, Type)> = Vec::new();
        for (label, pattern) in fields {
            let label = numbered(&types, label);
            types.push((label, self.fresh_type(pattern.span)));
        }
        let row = rest.map(|_| self.fresh(Value::FieldsKind, at));
        let shape = Value::RecordType(Arc::new(Labels {
            fields: sorted(types.clone()),
            rest: row.clone(),
        }));
        self.equate(ty, &self.pattern_wants(shape, at), at)?;
        for ((_, pattern), (label, ty)) in fields.iter().zip(&types) {
            let part = super::patterns::part(Projection::Field(label.clone()), &value);
            self.matched(pattern, part, ty)?;
        }
        if let (Some(ast::Rest::Bound(pattern)), Some(row)) = (rest, row) {
            let ty = Value::RecordType(Arc::new(Labels {
                fields: vec![],
                rest: Some(row.clone()),
            }));
            let named = types;
            let left = self.rest(Rest::Left { whole: value, named }, row, ty.clone(), pattern.span)?;
            self.matched(pattern, left, &ty)?;
        }
        Ok(())
    }
}
