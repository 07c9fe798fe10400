//! What is left of values and types.

use super::{Done, Simplifier};
use elder_dex::core::rewrite::{Rewrite, parts};
use elder_dex::core::{Block, Choice, Construction, Projection, Row, Type, Value, View};
use elder_dex::rules::simplification::{DX_S_EXPR, DX_S_FST, DX_S_TYPES};
use elder_dex::types::reduced;
use elder_syntax::names::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Names become what is left for them, everywhere; but that of a definition that may fail stays, since whoever needs it has to look it up (DX-S-NEED).
struct Resolve<'v> {
    values: &'v FxHashMap<Name, Value>,
    failing: &'v FxHashMap<Name, Name>,
}

impl Rewrite for Resolve<'_> {
    fn used(&mut self, name: Name) -> Value {
        match self.values.get(&name) {
            Some(value) if !self.failing.contains_key(&name) => self.value(value),
            _ => Value::Var(name),
        }
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Project(part, whole) => part_of(part, self.value(whole)),
            other => elder_syntax::effort::deeper(|| parts(self, other)),
        }
    }
}

/// DX-S-FST: a part, taken if it is there; of a value case it is one of the parts.
pub(super) fn part_of(part: &Projection, whole: Value) -> Value {
    let Value::Choose(choice) = &whole else {
        let is_there = matches!(whole, Value::Pair(..) | Value::Con(_) | Value::Record(_));
        if is_there {
            DX_S_FST.apply();
        }
        return reduced(part, whole);
    };
    let alternatives = choice.alternatives.iter();
    let alternatives = alternatives
        .map(|(tag, binders, value)| (tag.clone(), binders.clone(), part_of(part, value.clone())));
    Value::Choose(Arc::new(Choice {
        scrutinee: choice.scrutinee.clone(),
        alternatives: alternatives.collect(),
    }))
}

impl Simplifier<'_> {
    /// A value with what is left for its names, in all that it has.
    pub(super) fn resolved(&self, value: &Value) -> Value {
        self.resolve().value(value)
    }

    /// DX-S-TYPES
    pub(super) fn ty(&self, ty: &Type) -> Type {
        DX_S_TYPES.apply();
        self.resolved(ty)
    }

    /// The same of a row.
    pub(super) fn row(&self, row: &Row) -> Row {
        self.resolve().row(row)
    }

    fn resolve(&self) -> Resolve<'_> {
        Resolve {
            values: &self.values,
            failing: &self.failing,
        }
    }

    /// What a value is, as far as its form; its parts may have names for which something is left.
    pub(super) fn form(&self, value: &Value) -> Value {
        match value {
            Value::Var(name) => match self.values.get(name) {
                Some(value) => self.form(value),
                None => Value::Var(*name),
            },
            Value::Project(part, whole) => {
                let whole = self.form(whole);
                let has_parts = matches!(whole, Value::Pair(..) | Value::Con(_) | Value::Record(_));
                let taken = part_of(part, whole);
                match has_parts {
                    true => self.form(&taken),
                    false => taken,
                }
            }
            other => other.clone(),
        }
    }

    /// An operand of what stays: data, a reference, or a type.
    pub(super) fn operand(&mut self, value: &Value) -> Done {
        elder_syntax::effort::deeper(|| match self.form(value) {
            Value::Pair(first, second) => {
                let first = self.operand(&first)?;
                Ok(Value::pair(first, self.operand(&second)?))
            }
            Value::Con(con) => Ok(Value::Con(Arc::new(Construction {
                data: con.data,
                constructor: con.constructor,
                parameters: con.parameters.iter().map(|p| self.ty(p)).collect(),
                fields: self.operands(&con.fields)?,
            }))),
            Value::Record(fields) => {
                let mut operands = Vec::with_capacity(fields.len());
                for (label, value) in &fields {
                    operands.push((label.clone(), self.operand(value)?));
                }
                Ok(Value::Record(operands))
            }
            Value::Variant(label, held, ty) => {
                let held = Arc::new(self.operand(&held)?);
                Ok(Value::Variant(label, held, Arc::new(self.ty(&ty))))
            }
            Value::View(view) => self.view(&view),
            Value::Project(part, whole) => Ok(Value::project(part, self.operand(&whole)?)),
            other @ (Value::Lambda(_) | Value::Choose(_)) => {
                let message = format!("{} is no data", self.text(&other));
                self.refuse(&DX_S_EXPR, "data", message)
            }
            // Variables, numbers and types.
            other => Ok(self.ty(&other)),
        })
    }

    /// Operands in their order.
    pub(super) fn operands(&mut self, values: &[Value]) -> Done<Vec<Value>> {
        values.iter().map(|value| self.operand(value)).collect()
    }

    /// A view that stays: its body is simplified.
    fn view(&mut self, view: &Arc<View>) -> Done {
        let whole = Value::View(view.clone());
        let Value::View(view) = self.copy(|s| s.value(&whole)) else {
            return Ok(whole);
        };
        let binder = self.bind(&view.binder);
        let (stms, result) = self.within(|s| {
            let result = s.block(&view.body)?;
            s.operand(&result)
        })?;
        Ok(Value::View(Arc::new(View {
            binder,
            body: Block { stms, result },
        })))
    }
}
