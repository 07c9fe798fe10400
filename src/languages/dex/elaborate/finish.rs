//! What was found is written: metavariables become what they stand for, dictionaries are made where they were asked for.

use super::unify::State;
use super::{Done, Elaborator};
use crate::core::rewrite::{Rewrite, parts};
use crate::core::{Block, Row, Stm, Type, Value};
use crate::rules::elaboration::DX_EL_HOLE;
use crate::types::reduced;
use elder_syntax::names::Name;
use std::sync::Arc;

/// Writes what is known; keeps what is not.
struct Written<'e> {
    e: &'e Elaborator,
    unknown: Vec<Name>,
}

impl Rewrite for Written<'_> {
    fn used(&mut self, name: Name) -> Value {
        match self.e.metas.get(&name).map(|meta| &meta.state) {
            None => Value::Var(name),
            Some(State::Known(value)) => self.value(value),
            Some(State::Kind(classes)) => Value::Kind(*classes),
            Some(State::Unknown) => {
                self.unknown.push(name);
                Value::Var(name)
            }
        }
    }

    fn value(&mut self, value: &Value) -> Value {
        elder_syntax::effort::deeper(|| match value {
            Value::Project(part, whole) => reduced(part, self.value(whole)),
            other => parts(self, other),
        })
    }

    fn block(&mut self, block: &Block) -> Block {
        let mut stms: Vec<Stm> = Vec::with_capacity(block.stms.len());
        for stm in &block.stms {
            match self.e.statements_of(stm) {
                Some(made) => stms.extend(made.iter().map(|stm| self.stm(stm))),
                None => stms.push(self.stm(stm)),
            }
        }
        Block {
            stms,
            result: self.value(&block.result),
        }
    }
}

impl Elaborator {
    /// Meets what is still asked for in an item.
    pub(super) fn settle(&mut self) -> Done {
        self.meet_uses()?;
        self.meet_rests()?;
        self.meet_demands()?;
        let rows: Vec<Name> = self
            .metas
            .iter()
            .filter(|(_, meta)| matches!(meta.state, State::Unknown))
            .filter(|(_, meta)| self.normal(&meta.ty) == Value::EffectsKind)
            .map(|(name, _)| *name)
            .collect();
        // What nothing asks to be done is not done.
        for name in rows {
            if let Some(meta) = self.metas.get_mut(&name) {
                meta.state = State::Known(Value::Effects(Arc::new(Row::PURE)));
            }
        }
        // What a signature does not say, and nothing asks for, is a type.
        let kinds: Vec<Name> = self
            .metas
            .iter()
            .filter(|(_, meta)| meta.open && matches!(meta.state, State::Unknown))
            .map(|(name, _)| *name)
            .collect();
        for name in kinds {
            if let Some(meta) = self.metas.get_mut(&name) {
                meta.state = State::Kind(crate::core::Classes::NONE);
            }
        }
        Ok(())
    }

    /// DX-EL-HOLE: all is known.
    fn all_known(&self, unknown: &[Name]) -> Done {
        DX_EL_HOLE.apply();
        let Some(meta) = unknown.first().and_then(|name| self.metas.get(name)) else {
            return Ok(());
        };
        let message = format!(
            "nothing tells what {} stands here",
            match self.is_kind(&self.normal(&meta.ty)) {
                true => "type".to_owned(),
                false => format!("value of type {}", self.text(&meta.ty)),
            }
        );
        let error = self.error(&DX_EL_HOLE, "known", meta.at, message);
        Err(Box::new(error.with_help("say the type: `x : type`")))
    }

    /// A block, finished.
    pub(super) fn finished(&self, block: &Block) -> Done<Block> {
        let mut written = Written {
            e: self,
            unknown: vec![],
        };
        let block = written.block(block);
        self.all_known(&written.unknown)?;
        Ok(block)
    }

    /// A type or a value, finished.
    pub(super) fn finished_value(&self, value: &Value) -> Done<Value> {
        let mut written = Written {
            e: self,
            unknown: vec![],
        };
        let value = written.value(value);
        self.all_known(&written.unknown)?;
        Ok(value)
    }

    /// The same, in normal form.
    pub(super) fn finished_type(&self, ty: &Type) -> Done<Type> {
        let ty = self.finished_value(ty)?;
        Ok(self.definitions.normal(&ty))
    }
}
