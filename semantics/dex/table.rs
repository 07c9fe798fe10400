//! Loops and elements of tables.

use super::environment::Environment;
use super::types::Type;
use super::value::{Part, Value, View};
use super::{Interpreter, Step, Stop, refusals, rules};
use crate::sides;
use elder_dex::core::Loop;
use std::rc::Rc;

impl Interpreter<'_> {
    /// DX-E-FOR: the elements, by all members of the index set.
    pub(super) fn for_each(&mut self, environment: &Environment, it: &Loop) -> Step<Value> {
        let set = self.ty(environment, &it.binder.ty)?;
        let count = self.size(&set)?;
        self.room(count)?;
        sides::rounds(self.at, count);
        let elements = match self.may_choose(it) {
            true => self.in_any_order(environment, it, &set, count)?,
            false => self.in_order(environment, it, &set, count)?,
        };
        self.cost.count(elements.len());
        Ok(self.table_of(elements))
    }

    /// The elements one after the other.
    ///
    /// An exception ends its element only: others are evaluated before the loop throws, so their order does not matter.
    pub(super) fn in_order(
        &mut self,
        environment: &Environment,
        it: &Loop,
        set: &Rc<Type>,
        count: u64,
    ) -> Step<Vec<Value>> {
        self.watched(false, |this| {
            let mut elements = Vec::new();
            let mut thrown = false;
            for round in 0..count {
                let ordinal = match it.descending {
                    true => count - 1 - round,
                    false => round,
                };
                match this.round(environment, it, set, ordinal) {
                    Ok(element) => elements.push(element),
                    Err(Stop::Thrown) => thrown = true,
                    Err(stop) => return Err(stop),
                }
            }
            if it.descending {
                elements.reverse();
            }
            match thrown {
                true => Err(Stop::Thrown),
                false => Ok(elements),
            }
        })
    }

    /// ρ, x = elem(k); S ⊢ e ⇒ w; S′
    pub(super) fn round(
        &mut self,
        environment: &Environment,
        it: &Loop,
        set: &Rc<Type>,
        ordinal: u64,
    ) -> Step<Value> {
        self.tick()?;
        let index = self.element(set, ordinal)?;
        let inner = environment.with(it.binder.name, index);
        let value = self.block(&inner, &it.body);
        self.next_round();
        value
    }

    /// What is computed for each member of an index set, side by side.
    pub(super) fn each(
        &mut self,
        set: &Rc<Type>,
        mut compute: impl FnMut(&mut Self, Value) -> Step<Value>,
    ) -> Step<Vec<Value>> {
        let count = self.size(set)?;
        self.room(count)?;
        let elements = self.watched(false, |this| {
            let mut elements = Vec::new();
            for ordinal in 0..count {
                this.tick()?;
                let index = this.element(set, ordinal)?;
                elements.push(compute(this, index)?);
                this.next_round();
            }
            Ok(elements)
        })?;
        self.cost.count(elements.len());
        Ok(elements)
    }

    /// DX-E-IDX-ARR, DX-E-IDX-VIEW
    pub(super) fn index(&mut self, table: &Value, index: Value) -> Step<Value> {
        match table {
            Value::Table(elements) => self.rule(&rules::DX_E_IDX_ARR, |this| {
                this.cost.count(1);
                let ordinal = this.ordinal(&index)?;
                let element = table.part(&Part::Element(ordinal));
                element.cloned().ok_or_else(|| {
                    refusals::beyond_table(this.at, ordinal, elements.elements().len() as u64).into()
                })
            }),
            Value::View(view) => self.rule(&rules::DX_E_IDX_VIEW, |this| this.view_at(view, index)),
            _ => Err(self.malformed("a table was expected")),
        }
    }

    /// DX-E-IDX-VIEW: the body, with the index.
    pub(super) fn view_at(&mut self, view: &View, index: Value) -> Step<Value> {
        self.tick()?;
        let inner = view.environment.with(view.view.binder.name, index);
        self.deeper(|this| this.block(&inner, &view.view.body))
    }
}
