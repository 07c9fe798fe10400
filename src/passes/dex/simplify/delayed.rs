//! DX-S-DELAY: a view whose elements may fail is left as functions are, and made again of what it captured.

use super::branches::{Branch, Made};
use super::{Cases, Done, Simplifier};
use elder_dex::core::rewrite::substitute;
use elder_dex::core::{Alternative, Binder, Block, Exp, Stm, Type, Value, View};
use elder_dex::rules::simplification::{DX_S_DELAY, DX_S_EXPR};
use elder_syntax::names::Name;
use std::sync::Arc;

impl Simplifier<'_> {
    /// DX-S-DELAY: whether a value has a view that may fail.
    ///
    /// Of functions of which derivatives are taken no view is delayed: what a case looks at would be captured beside what moves.
    pub(super) fn may_fail(&self, left: &Value) -> bool {
        let may = self.cases == Cases::Sums && !self.partial.is_total_value(left);
        if may {
            DX_S_DELAY.apply();
        }
        may
    }

    /// DX-S-DELAY: whether what is left behind statements has a view that may fail, and is made again of what it captured.
    pub(super) fn is_delayed(&self, before: &[Binder], stms: &[Stm], left: &Value) -> bool {
        self.may_fail(left) && self.can_be_kept(before, stms, left)
    }

    /// DX-S-COLLECT: whether what a value captured has a type without names of the body.
    fn can_be_kept(&self, before: &[Binder], stms: &[Stm], left: &Value) -> bool {
        let captured = self.collected(before, stms, std::slice::from_ref(left));
        self.kept(&captured, before, stms).is_ok()
    }

    /// DX-S-DELAY: whether alternatives leave views that may fail, and what they captured can be kept.
    pub(super) fn are_delayed(&self, branches: &[Branch]) -> bool {
        let may_fail = |branch: &Branch| self.may_fail(&branch.result);
        let is_kept = |branch: &Branch| self.can_be_kept(&branch.binders, &branch.stms, &branch.result);
        branches.iter().any(may_fail) && branches.iter().all(is_kept)
    }

    /// DX-S-DELAY: the tables of alternatives as a view, which chooses where it is asked.
    pub(super) fn view_of_case(&mut self, ty: &Type, values: &[Value], with: &Made<'_>) -> Done {
        let Value::Table(over, element) = ty else {
            let message = format!("{} is no table", self.text(ty));
            return self.refuse(&DX_S_EXPR, "data", message);
        };
        let index = self.fresh(self.names.text(over.name).clone(), over.ty.clone());
        let at = Value::Var(index.name);
        let mut alternatives = Vec::with_capacity(values.len());
        for (place, value) in values.iter().enumerate() {
            let (tag, binders, table) = self.alternative(value, place, with)?;
            let (stm, result) = self.statement("x", over.name, &at, element, Exp::Index(table, at.clone()));
            let stms = vec![stm];
            let body = Block { stms, result };
            alternatives.push(Alternative { tag, binders, body });
        }
        let exp = Exp::Case(with.chosen_by(), alternatives);
        let (stm, result) = self.statement("x", over.name, &at, element, exp);
        let stms = vec![stm];
        Ok(Value::View(Arc::new(View {
            binder: index,
            body: Block { stms, result },
        })))
    }

    /// A statement of an element of a table, and what it names.
    pub(super) fn statement(
        &mut self,
        text: &str,
        over: Name,
        at: &Value,
        element: &Type,
        exp: Exp,
    ) -> (Stm, Value) {
        let ty = substitute(&mut self.names, over, at, element);
        let binder = self.fresh(text, ty);
        let named = Value::Var(binder.name);
        let at = self.at;
        (Stm { binder, exp, at }, named)
    }
}
