//! DX-S-END: a view that is an end of a range is a table, whose name types may have.
//!
//! What is left for a name stands in types, too; but types are not compared up to what views in them bind, and a name is bound once.

use super::{Done, Named, Simplifier};
use elder_dex::core::rewrite::{Rewrite, free, parts};
use elder_dex::core::{Definition, Exp, Limit, Loop, Stm, Value};
use elder_dex::rules::simplification::DX_S_END;
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;

/// Collects the names that ends of ranges have.
#[derive(Default)]
pub(super) struct Ends(FxHashSet<Name>);

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

    /// Whether this name is among them.
    pub(super) fn has(&self, name: Name) -> bool {
        self.0.contains(&name)
    }
}

impl Rewrite for Ends {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        if let Value::Range(range) = value {
            let limits = [&range.low, &range.high];
            for member in limits.into_iter().filter_map(Limit::member) {
                self.0.extend(free(member));
            }
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || parts(self, value))
    }
}

/// Whether a value is a view, or a pair that has some.
fn has_view(value: &Value) -> bool {
    match value {
        Value::Pair(first, second) => has_view(first) || has_view(second),
        other => matches!(other, Value::View(_)),
    }
}

impl Simplifier<'_> {
    /// DX-S-END: what is left for a name, if that has views, and `is_end` says that types have it.
    pub(super) fn end(&mut self, left: Value, named: &Named, is_end: impl FnOnce() -> bool) -> Done {
        if !has_view(&left) || !self.is_data(&named.ty) || !is_end() {
            return Ok(left);
        }
        DX_S_END.apply();
        let whole = self.operand(&left)?;
        self.tables(whole, named)
    }

    /// A value with tables for views.
    fn tables(&mut self, whole: Value, named: &Named) -> Done {
        match (&whole, &named.ty) {
            (Value::View(view), _) => {
                let exp = Exp::For(Box::new(Loop {
                    descending: false,
                    class: None,
                    binder: view.binder.clone(),
                    body: view.body.clone(),
                }));
                Ok(self.emit(named, exp))
            }
            (Value::Pair(first, second), Value::PairType(left, right)) => {
                let (left, right) = (left.clone(), right.clone());
                let own = self.beside(named, Value::clone(&left));
                let first = self.tables(Value::clone(first), &own)?;
                let own = self.beside(named, Value::clone(&right));
                let second = self.tables(Value::clone(second), &own)?;
                Ok(Value::pair(first, second))
            }
            _ => Ok(whole),
        }
    }
}
