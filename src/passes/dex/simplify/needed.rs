//! DX-S-NEED: a definition that may fail fails where it is first needed, also when nothing is left of who needed it.
//!
//! Names of definitions, and what they leave, are put in the places of parameters and parts.  What was handed a number that nobody reads, or was a
//! function that reads nothing of what it keeps, has then no name of the definition any more.

use super::{Named, Simplifier};
use elder_dex::core::rewrite::{Rewrite, exp_parts};
use elder_dex::core::{Block, Definition, Effect, Exp, Lambda, Row, Stm, Value};
use elder_dex::rules::simplification::DX_S_NEED;
use elder_syntax::names::Name;
use std::sync::Arc;

/// Collects the names that are looked up where a value or an expression is evaluated: not those in functions, views and blocks.
#[derive(Default)]
struct Asked(Vec<Name>);

impl Rewrite for Asked {
    fn used(&mut self, name: Name) -> Value {
        self.0.push(name);
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Lambda(_) | Value::View(_) | Value::Arrow(_) => value.clone(),
            other => elder_syntax::effort::deeper(|| elder_dex::core::rewrite::parts(self, other)),
        }
    }

    fn block(&mut self, block: &Block) -> Block {
        block.clone()
    }
}

impl Simplifier<'_> {
    /// What an expression asks for.
    pub(super) fn needs(&mut self, exp: &Exp) {
        if self.failing.is_empty() {
            return;
        }
        // What reads a definition that stays asks for it itself.
        if let Exp::RunReader(Value::Var(name), _) = exp
            && self.failing.get(name) == Some(name)
        {
            return;
        }
        let mut asked = Asked::default();
        exp_parts(&mut asked, exp);
        self.look_up(&asked.0);
    }

    /// What a value asks for.
    pub(super) fn needs_value(&mut self, value: &Value) {
        if self.failing.is_empty() {
            return;
        }
        let mut asked = Asked::default();
        asked.value(value);
        self.look_up(&asked.0);
    }

    /// DX-S-NEED
    fn look_up(&mut self, names: &[Name]) {
        for name in names {
            let Some(definition) = self.failing.get(name).cloned() else {
                continue;
            };
            let is_done = |stm: &Stm| match &stm.exp {
                Exp::RunReader(Value::Var(done), _) | Exp::Value(Value::Var(done)) => *done == definition,
                _ => false,
            };
            if self.blocks.iter().flatten().any(is_done) {
                continue;
            }
            DX_S_NEED.apply();
            let content = self.types.get(&definition).cloned().unwrap_or(Value::UnitType);
            if !self.is_data(&content) {
                // Nobody reads functions of derivatives that stay.
                let named = Named {
                    name: self.names.fresh("needed"),
                    ty: content,
                };
                self.emit(&named, Exp::Value(Value::Var(definition)));
                continue;
            }
            let region = self.fresh("h", Value::TYPE);
            let h = Value::Var(region.name);
            let reference = self.fresh("r", Value::reference(h.clone(), content));
            let inner = Value::Lambda(Arc::new(Lambda {
                binder: reference,
                effects: Row {
                    effects: vec![Effect::Read(h)],
                    rest: None,
                },
                body: Value::Unit.into(),
            }));
            let action = Value::Lambda(Arc::new(Lambda {
                binder: region,
                effects: Row::PURE,
                body: inner.into(),
            }));
            let named = Named {
                name: self.names.fresh("needed"),
                ty: Value::UnitType,
            };
            self.emit(&named, Exp::RunReader(Value::Var(definition), action));
        }
    }

    /// That a definition needs what stays by this name, which may fail.
    pub(super) fn may_need(&mut self, definition: &Definition, kept: Name, stms: &[Stm]) {
        let computed = Block {
            stms: stms.to_vec(),
            result: Value::Unit,
        };
        if !self.partial.is_total_block(&computed) {
            self.partial.definitions.insert(kept);
            self.failing.insert(definition.binder.name, kept);
        }
    }
}
