//! Signatures: what a definition takes, and functions of that.

use super::names::Free;
use super::{Done, Elaborator, Wanted};
use crate::ast::{ArrowKind, Def, Exp as Syntax, Parameter};
use crate::core::{Arrow, Binder, Block, Lambda, Mark, Row, Type, Value};
use crate::rules::elaboration::{DX_EL_DEF, DX_EL_GEN, DX_EL_TYPE};
use crate::rules::typing::DX_T_DEF;
use elder_syntax::Span;
use elder_syntax::names::Text;
use std::sync::Arc;

/// What a definition takes, one after the other.
pub(super) type Taken = Vec<(Binder, Mark)>;

impl Elaborator {
    /// DX-EL-GEN: implicit arguments for the names of a signature that are free: in no block, and not of the top.
    pub(super) fn generalized(&mut self, free: &Free, taken: &mut Taken) {
        DX_EL_GEN.apply();
        let new: Vec<(Text, Span)> = free
            .free
            .iter()
            .filter(|(name, _, places)| {
                self.locals.iter().all(|(own, _)| own != name) && !self.is_of_top(name, places)
            })
            .map(|(name, at, _)| (name.clone(), *at))
            .collect();
        for (name, at) in new {
            let kind = self.fresh_open(at);
            let binder = self.variable(&name, &kind);
            self.next_implicit(&binder, at);
            self.local(&name, Value::Var(binder.name), kind);
            taken.push((binder, Mark::Implicit));
        }
    }

    /// A parameter is in scope from here on.
    pub(super) fn parameter(&mut self, parameter: &Parameter, taken: &mut Taken) -> Done {
        match parameter {
            Parameter::Value(pattern, ty, kind) => {
                let ty = self.signature_type(ty)?;
                let ty = self.own_kind(ty, pattern.span);
                let binder = self.variable(super::functions::called(pattern), &ty);
                if *kind == ArrowKind::Implicit {
                    self.next_implicit(&binder, pattern.span);
                }
                self.once(pattern)?;
                self.matched(pattern, Value::Var(binder.name), &ty)?;
                let mark = super::functions::mark_of(*kind);
                if mark == Mark::Class {
                    self.givens.push((Value::Var(binder.name), ty));
                }
                taken.push((binder, mark));
            }
            Parameter::Classes(classes) => {
                for class in classes {
                    if let Some(of) = self.index_set_of(class) {
                        self.asked_index_set(of)?;
                        continue;
                    }
                    let ty = self.signature_type(class)?;
                    let binder = self.variable("d", &ty);
                    self.givens.push((Value::Var(binder.name), ty));
                    taken.push((binder, Mark::Class));
                }
            }
            Parameter::Implicit(binders) => {
                for bound in binders {
                    let ty = match &bound.ty {
                        Some(ty) => {
                            let ty = self.signature_type(ty)?;
                            self.own_kind(ty, bound.pattern.span)
                        }
                        None => self.fresh_open(bound.pattern.span),
                    };
                    let binder = self.variable(super::functions::called(&bound.pattern), &ty);
                    self.next_implicit(&binder, bound.pattern.span);
                    self.matched(&bound.pattern, Value::Var(binder.name), &ty)?;
                    taken.push((binder, Mark::Implicit));
                }
            }
        }
        Ok(())
    }

    /// `Type` of a parameter is a kind that collects what its uses ask for.
    pub(super) fn own_kind(&mut self, ty: Type, at: Span) -> Type {
        match self.is_kind(&self.normal(&ty)) {
            true => self.fresh_kind(at),
            false => ty,
        }
    }

    /// DX-EL-TYPE: a type in a signature, in which nothing is computed.
    pub(super) fn signature_type(&mut self, e: &Syntax) -> Done<Type> {
        let before = self.blocks.last().map_or(0, Vec::len);
        let ty = self.ty(e)?;
        if let Some(stm) = self.blocks.last().and_then(|block| block.get(before)) {
            let error = self
                .error(&DX_EL_TYPE, "value", e.span, "something is computed in this type")
                .and_at(stm.at, "this is computed")
                .with_help("give it a name before, and use the name");
            return Err(Box::new(error));
        }
        Ok(ty)
    }

    /// DX-EL-DEF: the function that a definition is, and its type.
    pub(super) fn def(&mut self, def: &Def) -> Done<(Value, Type)> {
        DX_EL_DEF.apply();
        let mut free = Free::default();
        for parameter in &def.parameters {
            free.parameter(parameter);
        }
        if let Some(row) = &def.effects {
            free.row(row);
        }
        free.exp(&def.result);
        let from = def.result.span;
        self.scoped(|e| {
            let mut taken = Taken::new();
            e.generalized(&free, &mut taken);
            let (body, (effects, result)) = e.block(|e| {
                for parameter in &def.parameters {
                    e.parameter(parameter, &mut taken)?;
                }
                let effects = match &def.effects {
                    Some(row) => e.row(row)?,
                    None => Row::PURE,
                };
                let result = e.signature_type(&def.result)?;
                let wanted = Wanted {
                    ty: result.clone(),
                    from,
                    rule: &DX_T_DEF,
                    premise: "type",
                };
                let value = e.capable(effects.clone(), |e| e.check(&def.body, &wanted))?;
                Ok((value, (effects, result)))
            })?;
            Ok(functions(&taken, body, effects, result))
        })
    }
}

/// A function of all that is taken, of which the last arrow has the effects, and its type.  What takes nothing is a block, and must have no statements.
pub(super) fn functions(taken: &Taken, body: Block, effects: Row, result: Type) -> (Value, Type) {
    let (mut body, mut effects, mut ty) = (body, effects, result);
    for (binder, mark) in taken.iter().rev() {
        let lambda = Lambda {
            binder: binder.clone(),
            effects: effects.clone(),
            body,
        };
        body = Value::Lambda(Arc::new(lambda)).into();
        ty = Value::Arrow(Arc::new(Arrow {
            mark: *mark,
            binder: binder.clone(),
            effects: std::mem::take(&mut effects),
            result: ty,
        }));
    }
    (body.result, ty)
}
