//! DX-S-DEF: definitions, one after the other.

use super::{Done, Named, Simplifier};
use crate::dex::total::Ends;
use elder_dex::core::rewrite::{Rewrite, substitute};
use elder_dex::core::{Binder, Block, Definition, Lambda, Row, Type, Value};
use elder_dex::rules::simplification::DX_S_DEF;
use elder_syntax::names::Name;
use std::sync::Arc;

impl Simplifier<'_> {
    /// A definition of data stays, and what is a value stands for its name too.  Of others stay the computations that they captured, and a function
    /// from data to data with its parameters.
    pub(super) fn definition(&mut self, definition: &Definition) -> Done<()> {
        DX_S_DEF.apply();
        let name = definition.binder.name;
        let ty = self.ty(&definition.binder.ty);
        let is_data = self.is_data(&ty);
        let (stms, result) = self.within(|s| {
            let result = s.block(&definition.body)?;
            match is_data {
                true => s.operand(&result),
                false => Ok(s.resolved(&result)),
            }
        })?;
        if is_data && !stms.is_empty() && !self.is_delayed(&[], &stms, &result) {
            self.may_need(definition, name, &stms);
            self.keep(Binder { name, ty }, Block { stms, result });
            return Ok(());
        }
        let result = match stms.is_empty() {
            true => result,
            false => {
                let captured = self.collected(&[], &stms, std::slice::from_ref(&result));
                self.kept(&captured, &[], &stms)?;
                let held = Binder {
                    name: self.names.fresh(format!("{}_held", self.names.text(name))),
                    ty: captured.ty(),
                };
                let values = captured.parts(&Value::Var(held.name));
                self.may_need(definition, held.name, &stms);
                let body = Block {
                    stms,
                    result: captured.tuple(),
                };
                self.keep(held, body);
                self.replaced(values, |s| s.value(&result))
            }
        };
        if self.is_entry(&ty) || self.is_counting(name) {
            let body = self.entry(name, &result, &ty)?;
            self.keep(Binder { name, ty }, body);
        }
        let is_end = || Ends::of_definitions(&self.program.definitions).0.contains(&name);
        if is_data && self.has_view(&result) && is_end() {
            if !self.partial.is_total_value(&result) {
                self.partial.views.insert(name);
            }
            return Ok(());
        }
        self.values.insert(name, result);
        Ok(())
    }

    /// A definition that stays.
    fn keep(&mut self, binder: Binder, body: Block) {
        self.types.insert(binder.name, binder.ty.clone());
        self.made.push(Definition {
            binder,
            body,
            at: self.at,
        });
    }

    /// Whether a type is that of pure functions from data to data.
    fn is_entry(&self, ty: &Type) -> bool {
        match ty {
            Value::Arrow(arrow) => {
                arrow.effects.is_pure() && self.is_data(&arrow.binder.ty) && self.is_entry(&arrow.result)
            }
            ty => self.is_data(ty),
        }
    }

    /// The same function with parameters written, and nothing applied in it.
    fn entry(&mut self, name: Name, function: &Value, ty: &Type) -> Done<Block> {
        let mut parameters = Vec::new();
        let (stms, result) = self.within(|s| {
            s.needs_value(&Value::Var(name));
            let mut function = function.clone();
            let mut ty = ty.clone();
            while let Value::Arrow(arrow) = &ty {
                let text = match &function {
                    Value::Lambda(lambda) => s.names.text(lambda.binder.name).clone(),
                    _ => s.names.text(arrow.binder.name).clone(),
                };
                let parameter = s.fresh(text, arrow.binder.ty.clone());
                let argument = Value::Var(parameter.name);
                let result = substitute(&mut s.names, arrow.binder.name, &argument, &arrow.result);
                let named = Named {
                    name: s.names.fresh("x"),
                    ty: result.clone(),
                };
                function = s.apply(&function, &argument, &named)?;
                ty = result;
                parameters.push(parameter);
            }
            s.operand(&function)
        })?;
        let body = Block { stms, result };
        Ok(parameters.into_iter().rev().fold(body, |body, binder| {
            Value::Lambda(Arc::new(Lambda {
                binder,
                effects: Row::PURE,
                body,
            }))
            .into()
        }))
    }
}
