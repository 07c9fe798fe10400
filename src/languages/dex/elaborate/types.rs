//! Types and ranges.

use super::{Done, Elaborator, Wanted};
use crate::ast::{self, ArrowKind, Exp as Syntax, Ident};
use crate::core::{Arrow, Effect, Limit, Range, Row, Type, Value};
use crate::rules::elaboration::DX_EL_FORM;
use crate::rules::typing::{DX_T_ARRTY, DX_T_FUNTY, DX_T_RANGE, DX_T_ROW};
use elder_syntax::Span;
use std::sync::Arc;

impl Elaborator {
    /// A type.
    pub(super) fn ty(&mut self, e: &Syntax) -> Done<Type> {
        let outside = std::mem::replace(&mut self.in_type, true);
        let found = self.type_form(e);
        self.in_type = outside;
        found
    }

    fn type_form(&mut self, e: &Syntax) -> Done<Type> {
        let (value, kind) = self.infer(e)?;
        let wanted = Wanted {
            ty: Value::TYPE,
            from: Span::NONE,
            rule: &DX_T_FUNTY,
            premise: "argument",
        };
        self.equate(&kind, &wanted, e.span)?;
        Ok(self.normal(&value))
    }

    /// DX-T-FUNTY, DX-T-ARRTY
    pub(super) fn arrow(&mut self, arrow: &ast::Arrow) -> Done<Type> {
        let argument = self.ty(&arrow.argument)?;
        let argument = self.own_kind(argument, arrow.argument.span);
        let text = arrow.binder.as_ref().map_or("x", |ident| ident.name.as_str());
        if arrow.kind == ArrowKind::Pair {
            let at = arrow.argument.span;
            return self.refuse(&DX_EL_FORM, "known", at, "Elder does not have dependent pairs");
        }
        let binder = self.variable(text, &argument);
        self.scoped(|e| {
            if let Some(ident) = &arrow.binder {
                e.local(&ident.name, Value::Var(binder.name), argument.clone());
            }
            if arrow.kind == ArrowKind::Table {
                DX_T_ARRTY.apply();
                let index = Value::Kind(crate::core::Classes {
                    index: true,
                    ..crate::core::Classes::NONE
                });
                e.demand(&index, &argument, arrow.argument.span);
                return Ok(Value::table(binder, e.ty(&arrow.result)?));
            }
            DX_T_FUNTY.apply();
            let effects = match &arrow.effects {
                Some(row) => e.row(row)?,
                None => Row::PURE,
            };
            Ok(Value::Arrow(Arc::new(Arrow {
                mark: super::functions::mark_of(arrow.kind),
                binder,
                effects,
                result: e.ty(&arrow.result)?,
            })))
        })
    }

    /// DX-T-ROW
    pub(super) fn row(&mut self, row: &ast::Row) -> Done<Row> {
        DX_T_ROW.apply();
        let mut effects = Vec::with_capacity(row.effects.len());
        for (name, region) in &row.effects {
            let make: fn(Value) -> Effect = match (name.name.as_str(), region) {
                ("State", Some(_)) => Effect::State,
                ("Accum", Some(_)) => Effect::Accum,
                ("Read", Some(_)) => Effect::Read,
                ("Except", None) => |_| Effect::Except,
                _ => {
                    let message = format!("Elder does not have the effect `{}`", name.name);
                    return self.refuse(&DX_EL_FORM, "known", name.span, message);
                }
            };
            let region = match region {
                Some(region) => self.of_kind(region, Value::TYPE, "region")?,
                None => Value::Unit,
            };
            effects.push(make(region));
        }
        let rest = match &row.rest {
            Some(rest) => Some(self.of_kind(rest, Value::EffectsKind, "rest")?),
            None => None,
        };
        Ok(self.normal_row(&Row { effects, rest }))
    }

    /// A name in a row.
    fn of_kind(&mut self, ident: &Ident, kind: Type, premise: &'static str) -> Done<Value> {
        let name = Syntax {
            kind: ast::ExpKind::Name(ident.name.clone()),
            span: ident.span,
        };
        let wanted = Wanted {
            ty: kind,
            from: Span::NONE,
            rule: &DX_T_ROW,
            premise,
        };
        self.check(&name, &wanted)
    }

    /// DX-T-RANGE
    pub(super) fn range(&mut self, low: &ast::Limit, high: &ast::Limit, at: Span) -> Done<Type> {
        DX_T_RANGE.apply();
        let set = self.fresh_type(at);
        let index = Value::Kind(crate::core::Classes {
            index: true,
            ..crate::core::Classes::NONE
        });
        self.demand(&index, &set, at);
        let low = self.limit(low, &set, at)?;
        let high = self.limit(high, &set, at)?;
        Ok(Value::Range(Arc::new(Range { set, low, high })))
    }

    fn limit(&mut self, limit: &ast::Limit, set: &Type, at: Span) -> Done<Limit> {
        let wanted = Wanted {
            ty: set.clone(),
            from: at,
            rule: &DX_T_RANGE,
            premise: "end",
        };
        Ok(match limit {
            ast::Limit::Open => Limit::Open,
            ast::Limit::Including(end) => Limit::Including(self.check(end, &wanted)?),
            ast::Limit::Excluding(end) => Limit::Excluding(self.check(end, &wanted)?),
        })
    }
}
