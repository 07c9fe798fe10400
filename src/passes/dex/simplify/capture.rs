//! What values capture of the statements that they leave (DX-S-COLLECT), and how they are made of it again.

use super::{Done, Named, Simplifier};
use elder_dex::core::rewrite::{Rewrite, free};
use elder_dex::core::{Binder, Block, Choice, Exp, Lambda, Projection, Stm, Type, Value, View};
use elder_dex::rules::simplification::{DX_S_COLLECT, DX_S_REF};
use elder_syntax::Diagnostic;
use elder_syntax::names::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What is captured, in order.
#[derive(Debug, Default)]
pub(super) struct Captured {
    /// Data, with its types.
    pub data: Vec<Binder>,
    /// References that the body made of others, and how.
    pub slices: Vec<Stm>,
}

impl Captured {
    /// Whether all of it is of these names.
    pub fn is_of(&self, binders: &[Binder]) -> bool {
        let own = |binder: &Binder| binders.iter().any(|b| b.name == binder.name);
        self.slices.is_empty() && self.data.iter().all(own)
    }

    /// Leaves these names out.
    pub fn without(&mut self, binders: &[Binder]) {
        self.data
            .retain(|binder| binders.iter().all(|b| b.name != binder.name));
    }

    /// (x1, .., xn)
    pub fn tuple(&self) -> Value {
        let values: Vec<Value> = self.data.iter().map(|b| Value::Var(b.name)).collect();
        nested(values, Value::pair, Value::Unit)
    }

    /// Its type.
    pub fn ty(&self) -> Type {
        let types: Vec<Type> = self.data.iter().map(|b| b.ty.clone()).collect();
        nested(types, Value::pair_type, Value::UnitType)
    }

    /// x1, .., xn as parts of a tuple.
    pub fn parts(&self, tuple: &Value) -> FxHashMap<Name, Value> {
        let names = self.data.iter().map(|binder| binder.name);
        names.zip(parts(tuple, self.data.len())).collect()
    }
}

/// A right-nested tuple; one item is itself.
pub(in crate::dex) fn nested(mut items: Vec<Value>, pair: fn(Value, Value) -> Value, none: Value) -> Value {
    let Some(last) = items.pop() else {
        return none;
    };
    items.into_iter().rev().fold(last, |rest, item| pair(item, rest))
}

/// The parts of a right-nested tuple of so many items.
pub(in crate::dex) fn parts(tuple: &Value, count: usize) -> Vec<Value> {
    let mut parts = Vec::with_capacity(count);
    let mut rest = tuple.clone();
    for place in 0..count {
        if place + 1 == count {
            parts.push(rest.clone());
        } else {
            parts.push(Value::project(Projection::First, rest.clone()));
            rest = Value::project(Projection::Second, rest);
        }
    }
    parts
}

impl Simplifier<'_> {
    /// A region is left behind these statements, and with it what they made of references into it: who leaves can do nothing with them, so only
    /// what is never run mentions them.
    pub(super) fn leave(&mut self, region: &[Binder], stms: &[Stm]) {
        self.left.extend(region.iter().map(|binder| binder.name));
        for stm in stms {
            if self.refers_to_left(&stm.exp) {
                self.left.insert(stm.binder.name);
            }
        }
    }

    /// Whether a part or a slice is made of a reference into a region that was left.
    pub(super) fn refers_to_left(&self, exp: &Exp) -> bool {
        match exp {
            Exp::Slice(reference, _) | Exp::Part(_, reference) => {
                free(reference).iter().any(|name| self.left.contains(name))
            }
            _ => false,
        }
    }

    /// DX-S-COLLECT: what values have of the names that stand before, and of those of the statements.  The values are resolved.
    pub(super) fn collected(&self, before: &[Binder], stms: &[Stm], values: &[Value]) -> Captured {
        DX_S_COLLECT.apply();
        let mut used: FxHashSet<Name> = values.iter().flat_map(free).collect();
        let mut captured = Captured::default();
        // Slices are of what stands before them.
        for stm in stms.iter().rev() {
            if !used.contains(&stm.binder.name) || self.left.contains(&stm.binder.name) {
                continue;
            }
            match &stm.exp {
                Exp::Slice(reference, at) => {
                    used.extend(free(reference));
                    used.extend(free(at));
                    captured.slices.push(stm.clone());
                }
                Exp::Part(_, reference) => {
                    used.extend(free(reference));
                    captured.slices.push(stm.clone());
                }
                _ => captured.data.push(stm.binder.clone()),
            }
        }
        let is_captured = |name: &Name| used.contains(name) && !self.left.contains(name);
        let before = before.iter().filter(|binder| is_captured(&binder.name));
        captured.data.extend(before.rev().cloned());
        captured.data.reverse();
        captured.slices.reverse();
        captured
    }

    /// DX-S-COLLECT: what is captured can be kept in a tuple, of a type without names of the body.
    pub(super) fn kept(&self, captured: &Captured, before: &[Binder], stms: &[Stm]) -> Done<()> {
        let inside = before.iter().chain(stms.iter().map(|stm| &stm.binder));
        let inside: FxHashSet<Name> = inside.map(|binder| binder.name).collect();
        for binder in &captured.data {
            let depends = free(&binder.ty).iter().any(|name| inside.contains(name));
            if depends || !self.is_held(&binder.ty) {
                let message = format!(
                    "a function captures `{}`, of type {}, which depends on what is computed with it",
                    self.names.text(binder.name),
                    self.text(&binder.ty)
                );
                let error = Diagnostic::error(DX_S_COLLECT.refuse("local"), self.at, message)
                    .with_help("compute the size outside, or give data");
                return Err(Box::new(error));
            }
        }
        Ok(())
    }

    /// DX-S-REF: the slices once more, with values for names; their names are among the values afterwards.
    pub(super) fn sliced(&mut self, slices: &[Stm], values: &mut FxHashMap<Name, Value>) -> Vec<Stm> {
        let mut stms = Vec::with_capacity(slices.len());
        for slice in slices {
            DX_S_REF.apply();
            let name = self.names.again(slice.binder.name);
            let stm = self.replaced(values.clone(), |s| Stm {
                binder: Binder {
                    name,
                    ty: s.value(&slice.binder.ty),
                },
                exp: s.exp(&slice.exp),
                at: slice.at,
            });
            self.types.insert(name, stm.binder.ty.clone());
            self.sliced_again.insert(name);
            values.insert(slice.binder.name, Value::Var(name));
            stms.push(stm);
        }
        stms
    }

    /// A value with values for names, where it stands behind statements of its own: `let (x1, .., xn) = tuple in v`.
    pub(super) fn remade(
        &mut self,
        value: &Value,
        captured: &Captured,
        mut values: FxHashMap<Name, Value>,
    ) -> Block {
        let stms = self.sliced(&captured.slices, &mut values);
        let result = self.replaced(values, |s| s.value(value));
        Block { stms, result }
    }

    /// The same where no statements can stand: functions and views slice for themselves.
    pub(super) fn remade_alone(
        &mut self,
        value: &Value,
        captured: &Captured,
        values: FxHashMap<Name, Value>,
    ) -> Done {
        let slices = &captured.slices;
        if slices.is_empty() {
            return Ok(self.replaced(values, |s| s.value(value)));
        }
        let names: FxHashSet<Name> = slices.iter().map(|stm| stm.binder.name).collect();
        if !free(value).iter().any(|name| names.contains(name)) {
            return Ok(self.replaced(values, |s| s.value(value)));
        }
        let inner = |s: &mut Self, body: &Block| {
            let mut values = values.clone();
            let mut stms = s.sliced(slices, &mut values);
            let mut body = s.replaced(values, |s| s.block(body));
            stms.append(&mut body.stms);
            Block {
                stms,
                result: body.result,
            }
        };
        match value {
            Value::Lambda(lambda) => {
                let body = inner(self, &lambda.body);
                let (binder, effects) = self.replaced(values.clone(), |s| {
                    (s.value(&lambda.binder.ty), s.row(&lambda.effects))
                });
                Ok(Value::Lambda(Arc::new(Lambda {
                    binder: Binder {
                        name: lambda.binder.name,
                        ty: binder,
                    },
                    effects,
                    body,
                })))
            }
            Value::View(view) => {
                let body = inner(self, &view.body);
                let ty = self.replaced(values.clone(), |s| s.value(&view.binder.ty));
                Ok(Value::View(Arc::new(View {
                    binder: Binder {
                        name: view.binder.name,
                        ty,
                    },
                    body,
                })))
            }
            Value::Pair(first, second) => {
                let first = self.remade_alone(first, captured, values.clone())?;
                Ok(Value::pair(first, self.remade_alone(second, captured, values)?))
            }
            Value::Choose(choice) => {
                let scrutinee = self.replaced(values.clone(), |s| s.value(&choice.scrutinee));
                let mut alternatives = Vec::with_capacity(choice.alternatives.len());
                for (tag, binders, value) in &choice.alternatives {
                    let value = self.remade_alone(value, captured, values.clone())?;
                    alternatives.push((tag.clone(), binders.clone(), value));
                }
                Ok(Value::Choose(Arc::new(Choice {
                    scrutinee,
                    alternatives,
                })))
            }
            _ => {
                let message = "what a case gives has a reference to a part that only one alternative makes";
                self.refuse(&DX_S_REF, "chosen", message)
            }
        }
    }

    /// The slices once more, behind what captured them: a value is left for their names.
    pub(super) fn slice_again(&mut self, captured: &Captured, values: &mut FxHashMap<Name, Value>) {
        for stm in self.sliced(&captured.slices, values) {
            let named = Named {
                name: stm.binder.name,
                ty: stm.binder.ty,
            };
            self.emit(&named, stm.exp);
        }
    }
}
