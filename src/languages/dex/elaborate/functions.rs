//! Functions and loops.

use super::{Done, Elaborator, Wanted};
use crate::ast::{self, ArrowKind, Binder as Bound, Exp as Syntax, Loop as Kind, PatternKind};
use crate::core::{Arrow, Binder, Block, Exp, Lambda, Loop, Mark, Row, Type, Value, View};
use crate::rules::elaboration::{DX_EL_EFF, DX_EL_FORN};
use crate::rules::typing::{DX_T_FOR, DX_T_LAM, DX_T_LET, DX_T_VIEW};
use elder_syntax::{Rule, Span};
use std::sync::Arc;

/// The mark of an arrow, or of a function's binders.
pub(super) fn mark_of(kind: ArrowKind) -> Mark {
    match kind {
        ArrowKind::Implicit => Mark::Implicit,
        ArrowKind::Class => Mark::Class,
        ArrowKind::Linear => Mark::Linear,
        ArrowKind::Plain | ArrowKind::Table | ArrowKind::Pair => Mark::Plain,
    }
}

/// What a variable for a pattern is called.
pub(super) fn called(pattern: &ast::Pattern) -> &str {
    match &pattern.kind {
        PatternKind::Name(name) => name,
        _ => "pat",
    }
}

impl Elaborator {
    /// DX-T-LAM, of a function of which no type is wanted: it does nothing.
    pub(super) fn infer_lambda(
        &mut self,
        kind: ArrowKind,
        binders: &[Bound],
        body: &Syntax,
    ) -> Done<(Value, Type)> {
        DX_T_LAM.apply();
        DX_EL_EFF.apply();
        let Some((first, others)) = binders.split_first() else {
            return self.infer(body);
        };
        let at = first.pattern.span;
        let level = self.program.names.len();
        let ty = self.binder_type(first, at)?;
        if kind == ArrowKind::Implicit && first.ty.is_none() {
            let kind = self.fresh_kind(at);
            self.unify(&ty, &kind);
        }
        let binder = self.variable(called(&first.pattern), &ty);
        let (lambda_body, result) = self.capable(Row::PURE, |e| {
            e.block(|e| {
                e.once(&first.pattern)?;
                e.matched(&first.pattern, Value::Var(binder.name), &ty)?;
                let before = e.givens.len();
                if kind == ArrowKind::Class {
                    e.givens.push((Value::Var(binder.name), ty.clone()));
                }
                let done = e.infer_lambda(kind, others, body);
                e.givens.truncate(before);
                done
            })
        })?;
        self.closed(&lambda_body, &result, body.span)?;
        self.outside(&ty, level);
        let lambda = Value::Lambda(Arc::new(Lambda {
            binder: binder.clone(),
            effects: Row::PURE,
            body: lambda_body,
        }));
        let arrow = Arrow {
            mark: mark_of(kind),
            binder,
            effects: Row::PURE,
            result,
        };
        Ok((lambda, Value::Arrow(Arc::new(arrow))))
    }

    /// DX-T-LAM, of a function of which this type is wanted: it does what the type says.
    pub(super) fn check_lambda(
        &mut self,
        kind: ArrowKind,
        binders: &[Bound],
        body: &Syntax,
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        let Some((first, others)) = binders.split_first() else {
            return self.check(body, wanted);
        };
        let ty = self.normal(&wanted.ty);
        let arrow = match &ty {
            Value::Arrow(arrow) if mark_of(kind) == arrow.mark || arrow.mark == Mark::Linear => arrow.clone(),
            _ => {
                DX_EL_FORN.apply();
                let (value, found) = self.infer_lambda(kind, binders, body)?;
                self.equate(&found, wanted, at)?;
                return Ok(value);
            }
        };
        DX_T_LAM.apply();
        DX_EL_EFF.apply();
        if let Some(declared) = &first.ty {
            let declared_type = self.ty(declared)?;
            let wanted = wanted.with(arrow.binder.ty.clone());
            self.equate(&declared_type, &wanted, declared.span)?;
        }
        let ty = arrow.binder.ty.clone();
        let binder = self.variable(called(&first.pattern), &ty);
        let (result, effects) = self.under(&arrow, &binder);
        let wanted = wanted.with(result);
        let (lambda_body, ()) = self.capable(effects.clone(), |e| {
            e.block(|e| {
                e.once(&first.pattern)?;
                e.matched(&first.pattern, Value::Var(binder.name), &ty)?;
                let before = e.givens.len();
                if kind == ArrowKind::Class {
                    e.givens.push((Value::Var(binder.name), ty.clone()));
                }
                let done = e.check_lambda(kind, others, body, &wanted, at);
                e.givens.truncate(before);
                Ok((done?, ()))
            })
        })?;
        Ok(Value::Lambda(Arc::new(Lambda {
            binder,
            effects,
            body: lambda_body,
        })))
    }

    /// DX-EL-GEN: what is of a type with implicit arguments is a function of them.
    pub(super) fn check_implicit(&mut self, e: &Syntax, arrow: &Arrow, wanted: &Wanted) -> Done<Value> {
        crate::rules::elaboration::DX_EL_GEN.apply();
        if let ast::ExpKind::Name(name) = &e.kind
            && let Some(super::names::Entity::Value(value, found)) = self.entity(name).cloned()
            && matches!(self.normal(&found), Value::Arrow(own) if own.mark == arrow.mark)
        {
            self.equate(&found, wanted, e.span)?;
            return Ok(value);
        }
        let text = self.program.names.text(arrow.binder.name).clone();
        let binder = self.variable(&text, &arrow.binder.ty);
        let (result, effects) = self.under(arrow, &binder);
        let wanted = wanted.with(result);
        let (body, ()) = self.capable(effects.clone(), |own| {
            own.block(|own| {
                let before = own.givens.len();
                if arrow.mark == Mark::Class {
                    own.givens.push((Value::Var(binder.name), binder.ty.clone()));
                }
                let done = own.check(e, &wanted);
                own.givens.truncate(before);
                Ok((done?, ()))
            })
        })?;
        Ok(Value::Lambda(Arc::new(Lambda {
            binder,
            effects,
            body,
        })))
    }

    /// Result and effects of an arrow, of this argument.
    fn under(&mut self, arrow: &Arrow, binder: &Binder) -> (Type, Row) {
        let argument = Value::Var(binder.name);
        let result = self.substituted(arrow.binder.name, &argument, &arrow.result);
        let effects = Value::Effects(Arc::new(arrow.effects.clone()));
        match self.substituted(arrow.binder.name, &argument, &effects) {
            Value::Effects(row) => (result, Row::clone(&row)),
            _ => (result, Row::PURE),
        }
    }

    /// The type that a binder says, or one that is to be found.
    fn binder_type(&mut self, binder: &Bound, at: Span) -> Done<Type> {
        match &binder.ty {
            Some(ty) => {
                let ty = self.ty(ty)?;
                Ok(match self.is_kind(&self.normal(&ty)) {
                    true => self.fresh_kind(at),
                    false => ty,
                })
            }
            None => Ok(self.fresh_type(at)),
        }
    }

    /// DX-T-LET: the type of a block's result has nothing that was computed in it.
    pub(super) fn closed(&mut self, block: &Block, ty: &Type, at: Span) -> Done {
        let mentioned = crate::core::rewrite::free(&self.normal(ty));
        let escaped = block.stms.iter().find(|stm| mentioned.contains(&stm.binder.name));
        if let Some(stm) = escaped {
            let message = format!(
                "the result is of type {}, which depends on what is computed inside",
                self.text(ty)
            );
            let error = self
                .error(&DX_T_LET, "escape", at, message)
                .and_at(stm.at, "this is computed here")
                .with_help("compute it outside, or give a result whose type does not have it");
            return Err(Box::new(error));
        }
        if let Some(first) = block.stms.first() {
            self.outside(ty, first.binder.name.index());
        }
        Ok(())
    }

    /// DX-T-FOR and DX-T-VIEW, of a loop of which no type is wanted.
    pub(super) fn infer_loop(
        &mut self,
        kind: Kind,
        binders: &[Bound],
        body: &Syntax,
        at: Span,
    ) -> Done<(Value, Type)> {
        let Some((first, others)) = binders.split_first() else {
            return self.infer(body);
        };
        DX_EL_FORN.apply();
        let set = self.binder_type(first, first.pattern.span)?;
        let level = self.program.names.len();
        let binder = self.index_binder(first, &set);
        let (loop_body, element) = self.loop_body(kind, first, &binder, |e| {
            let (value, ty) = e.infer_loop(kind, others, body, at)?;
            Ok((value, ty))
        })?;
        self.closed(&loop_body, &element, at)?;
        self.outside(&element, level);
        let ty = Value::table(binder.clone(), element);
        let value = self.looped(kind, binder, loop_body, &ty, at);
        match kind {
            Kind::ForEffects | Kind::RofEffects => Ok((Value::Unit, Value::UnitType)),
            Kind::For | Kind::Rof | Kind::View => Ok((value, ty)),
        }
    }

    /// DX-T-FOR and DX-T-VIEW, of a loop of which this table is wanted.
    pub(super) fn check_loop(
        &mut self,
        kind: Kind,
        binders: &[Bound],
        body: &Syntax,
        wanted: &Wanted,
        at: Span,
    ) -> Done<Value> {
        let Some((first, others)) = binders.split_first() else {
            return self.check(body, wanted);
        };
        let ty = self.normal(&wanted.ty);
        let Value::Table(index, element) = &ty else {
            let (value, found) = self.infer_loop(kind, binders, body, at)?;
            self.equate(&found, wanted, at)?;
            return Ok(value);
        };
        DX_EL_FORN.apply();
        let set = self.binder_type(first, first.pattern.span)?;
        self.equate(&set, &wanted.with(index.ty.clone()), first.pattern.span)?;
        let binder = self.index_binder(first, &set);
        let element = self.substituted(index.name, &Value::Var(binder.name), element);
        let wanted = wanted.with(element.clone());
        let (loop_body, ()) = self.loop_body(kind, first, &binder, |e| {
            Ok((e.check_loop(kind, others, body, &wanted, at)?, ()))
        })?;
        let ty = Value::table(binder.clone(), element);
        Ok(self.looped(kind, binder, loop_body, &ty, at))
    }

    fn index_binder(&mut self, bound: &Bound, set: &Type) -> Binder {
        let index = Value::Kind(crate::core::Classes {
            index: true,
            ..crate::core::Classes::NONE
        });
        self.demand(&index, set, bound.pattern.span);
        self.variable(called(&bound.pattern), set)
    }

    /// A view does nothing; a loop does what may be done around it.
    fn loop_body<T>(
        &mut self,
        kind: Kind,
        bound: &Bound,
        binder: &Binder,
        inside: impl FnOnce(&mut Self) -> Done<(Value, T)>,
    ) -> Done<(Block, T)> {
        let (rule, row): (&'static Rule, Row) = match kind {
            Kind::View => (&DX_T_VIEW, Row::PURE),
            _ => (&DX_T_FOR, self.capability.clone()),
        };
        rule.apply();
        self.capable(row, |e| {
            e.block(|e| {
                e.once(&bound.pattern)?;
                e.matched(&bound.pattern, Value::Var(binder.name), &binder.ty)?;
                inside(e)
            })
        })
    }

    fn looped(&mut self, kind: Kind, binder: Binder, body: Block, ty: &Type, at: Span) -> Value {
        if kind == Kind::View {
            return Value::View(Arc::new(View { binder, body }));
        }
        let descending = matches!(kind, Kind::Rof | Kind::RofEffects);
        let exp = Exp::For(Box::new(Loop {
            descending,
            class: None,
            binder,
            body,
        }));
        self.emit(exp, ty, at)
    }
}
