//! Functions of rows: `def f (rest:Fields) ?-> (x : {a:Int & ...rest}) : {& ...rest} = ..` (DX-EL-ROW).
//!
//! Core names each label, so a function that takes apart what it does not know the labels of is none of core.  It is judged where it is
//! defined, and written where it is used, for the labels that are known there.

use super::names::Entity;
use super::unify::{Meta, State};
use super::{Done, Elaborator};
use crate::ast::Def;
use crate::core::{Binder, Block, Mark, Stm, Type, Value};
use crate::rules::elaboration::DX_EL_ROW;
use elder_syntax::Span;
use elder_syntax::names::Name;
use std::sync::Arc;

/// A function of rows.
#[derive(Clone, Debug)]
pub(super) struct Template {
    def: Arc<Def>,
    /// Its type.
    pub ty: Type,
}

/// A function of rows, where it is used.
#[derive(Clone, Debug)]
pub(super) struct Use {
    hole: Name,
    template: usize,
    /// What it is given of what is implicit, in order.
    given: Vec<Value>,
    at: Span,
}

impl Elaborator {
    /// Whether something waits for the labels of rows that stay variables.
    pub(super) fn waits_for_rows(&self) -> bool {
        let of_rests = self.pending.iter().any(|pending| self.is_open(pending.row()));
        of_rests || self.uses.iter().any(|of| self.open_row(of).is_some())
    }

    /// Whether a row has a variable that is bound: no label of it will be known.
    fn is_open(&self, row: &Value) -> bool {
        match self.normal(row) {
            Value::Fields(labels) => labels.rest.as_ref().is_some_and(|rest| self.is_open(rest)),
            Value::Var(name) => {
                !self.is_unknown(&Value::Var(name)) && self.type_of(name).is_some_and(|ty| self.is_row(&ty))
            }
            _ => false,
        }
    }

    fn is_row(&self, ty: &Type) -> bool {
        self.normal(ty) == Value::FieldsKind
    }

    /// A row that a function of rows is given, if it is open.
    fn open_row<'u>(&self, of: &'u Use) -> Option<&'u Value> {
        of.given.iter().find(|value| self.is_open(value))
    }

    /// DX-EL-ROW: a definition that waits for rows is kept as it is written.
    pub(super) fn template(&mut self, def: &Def, block: &Block, ty: &Type) -> Done {
        DX_EL_ROW.apply();
        let rests = std::mem::take(&mut self.pending);
        let uses = std::mem::take(&mut self.uses);
        let holes = rests
            .iter()
            .map(super::rests::Pending::hole)
            .chain(uses.iter().map(|of| of.hole));
        for hole in holes.collect::<Vec<Name>>() {
            self.fill(hole, Value::Unit, vec![]);
        }
        self.settle()?;
        self.finished(block)?;
        let ty = self.finished_type(ty)?;
        let entity = Entity::Template(self.templates.len());
        self.templates.push(Template {
            def: Arc::new(def.clone()),
            ty,
        });
        self.top.insert(def.name.name.clone(), entity);
        self.defined_at.insert(def.name.name.clone(), def.name.span);
        Ok(())
    }

    /// A function of rows as a value, which is written when the rows are known.
    pub(super) fn used_template(&mut self, template: usize, at: Span) -> Done<(Value, Type)> {
        DX_EL_ROW.apply();
        let mut ty = self.templates[template].ty.clone();
        let mut given = Vec::new();
        while let Value::Arrow(arrow) = self.normal(&ty) {
            if arrow.mark != Mark::Implicit {
                break;
            }
            let argument = self.fresh(arrow.binder.ty.clone(), at);
            self.demand(&arrow.binder.ty, &argument, at);
            ty = self.substituted(arrow.binder.name, &argument, &arrow.result);
            given.push(argument);
        }
        let value = self.awaited(&ty, at);
        if let Value::Var(hole) = value {
            self.uses.push(Use {
                hole,
                template,
                given,
                at,
            });
        }
        Ok((value, ty))
    }

    /// DX-EL-ROW: what is used is written, until nothing new is used.  Each round may ask for dictionaries.
    pub(super) fn meet_uses(&mut self) -> Done {
        loop {
            self.meet_goals()?;
            let uses = std::mem::take(&mut self.uses);
            if uses.is_empty() {
                return Ok(());
            }
            for of in uses {
                let given: Vec<Value> = of.given.iter().map(|value| self.normal(value)).collect();
                let unknown = of
                    .given
                    .iter()
                    .find(|value| self.is_unknown(&self.normal(value)) || self.is_open(value));
                if let Some(Value::Var(name)) = unknown
                    && self.metas.get(name).is_some_and(|meta| self.is_row(&meta.ty))
                {
                    let message = "nothing tells which labels this function is used for";
                    let error = self.error(&DX_EL_ROW, "known", of.at, message);
                    return Err(Box::new(
                        error.with_help("say the type of what it is given, with all labels"),
                    ));
                }
                self.written_use(&of, given)?;
            }
        }
    }

    /// The definition for what it is given.
    fn written_use(&mut self, of: &Use, given: Vec<Value>) -> Done {
        let def = self.templates[of.template].def.clone();
        let locals = std::mem::take(&mut self.locals);
        let givens = std::mem::take(&mut self.givens);
        let count = given.len();
        let outside = std::mem::replace(&mut self.given_implicits, given.into());
        self.blocks.push(Vec::new());
        let elaborated = self.def(&def);
        let stms = self.blocks.pop().unwrap_or_default();
        self.given_implicits = outside;
        self.locals = locals;
        self.givens = givens;
        let (mut value, _) = elaborated?;
        // What is given stands wherever the argument does.
        for _ in 0..count {
            if let Value::Lambda(lambda) = &value {
                value = lambda.body.result.clone();
            }
        }
        self.fill(of.hole, value, stms);
        Ok(())
    }

    /// A hole stands for a value, which these statements make.
    fn fill(&mut self, hole: Name, value: Value, stms: Vec<Stm>) {
        self.made.insert(hole, stms);
        if let Some(meta) = self.metas.get_mut(&hole) {
            meta.state = State::Known(value);
        }
    }

    /// A variable for an implicit argument is the next of those that a definition is written for.
    pub(super) fn next_implicit(&mut self, binder: &Binder, at: Span) {
        if let Some(value) = self.given_implicits.pop_front() {
            let meta = Meta {
                ty: binder.ty.clone(),
                level: binder.name.index(),
                state: State::Known(value),
                open: false,
                at,
            };
            self.metas.insert(binder.name, meta);
        }
    }
}
