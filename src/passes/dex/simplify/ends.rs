//! DX-S-END: a value with views that is an end of a range keeps its name, which types may have.
//!
//! What is left for a name stands in types, too; but types are not compared up to what views in them bind, and a name is bound once.

use super::{Done, Named, Simplifier};
use crate::dex::total::Ends;
use elder_dex::core::rewrite::Rewrite;
use elder_dex::core::{Binder, Block, Definition, Exp, Stm, Value};
use elder_dex::rules::simplification::DX_S_END;

impl Ends {
    /// Those of what follows in a block.
    pub(super) fn of(stms: &[Stm], result: &Value) -> Ends {
        let mut ends = Ends::default();
        for stm in stms {
            ends.stm(stm);
        }
        ends.value(result);
        ends
    }

    /// Those of a program.
    pub(super) fn of_definitions(definitions: &[Definition]) -> Ends {
        let mut ends = Ends::default();
        for definition in definitions {
            ends.value(&definition.binder.ty);
            ends.block(&definition.body);
        }
        ends
    }
}

impl Simplifier<'_> {
    /// DX-S-END: what is left for a name, if that has views, and `is_end` says that types have it.
    pub(super) fn end(&mut self, left: Value, named: &Named, is_end: impl FnOnce() -> bool) -> Done {
        if !self.has_view(&left) || !self.is_data(&named.ty) || !is_end() {
            return Ok(left);
        }
        DX_S_END.apply();
        let whole = self.operand(&left)?;
        self.named(whole, named)
    }

    /// DX-S-END: a value that stands for a name in a body, as an argument or an index.
    pub(super) fn given_to(&mut self, binder: &Binder, body: &Block, value: &Value) -> Done {
        if !self.has_view(value) {
            return Ok(value.clone());
        }
        let named = Named {
            name: self.names.again(binder.name),
            ty: self.ty(&binder.ty),
        };
        let is_end = || Ends::of(&body.stms, &body.result).0.contains(&binder.name);
        self.end(self.form(value), &named, is_end)
    }

    /// Whether what is left of a value has views.
    pub(super) fn has_view(&self, value: &Value) -> bool {
        match self.form(value) {
            Value::View(_) => true,
            Value::Pair(first, second) => self.has_view(&first) || self.has_view(&second),
            Value::Con(con) => con.fields.iter().any(|field| self.has_view(field)),
            Value::Record(fields) => fields.iter().any(|(_, value)| self.has_view(value)),
            Value::Variant(_, held, _) | Value::Project(_, held) => self.has_view(&held),
            _ => false,
        }
    }

    /// A value that has names for views.
    fn named(&mut self, whole: Value, named: &Named) -> Done {
        match (&whole, &named.ty) {
            (Value::Pair(first, second), Value::PairType(left, right)) => {
                let (left, right) = (left.clone(), right.clone());
                let own = self.beside(named, Value::clone(&left));
                let first = self.named(Value::clone(first), &own)?;
                let own = self.beside(named, Value::clone(&right));
                let second = self.named(Value::clone(second), &own)?;
                Ok(Value::pair(first, second))
            }
            (whole, _) if self.has_view(whole) => {
                if !self.partial.is_total_value(whole) {
                    self.partial.views.insert(named.name);
                }
                Ok(self.emit(named, Exp::Value(whole.clone())))
            }
            _ => Ok(whole),
        }
    }
}
