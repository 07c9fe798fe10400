//! Rows of effects: unification, and what may be done.

use super::{Done, Elaborator};
use crate::core::{Effect, Row, Value};
use crate::types::has;
use elder_syntax::{Rule, Span};
use std::sync::Arc;

impl Elaborator {
    /// Makes two rows equal: the effects that only one has are of the rest of the other.
    pub(super) fn unify_rows(&mut self, left: &Row, right: &Row) -> bool {
        let (left, right) = (self.normal_row(left), self.normal_row(right));
        let only = |one: &Row, other: &Row| -> Vec<Effect> {
            let effects = one.effects.iter();
            effects.filter(|effect| !has(other, effect)).cloned().collect()
        };
        let mut more_left = only(&left, &right);
        let mut more_right = only(&right, &left);
        self.unify_regions(&mut more_left, &mut more_right);
        let row = |effects: Vec<Effect>, rest| Value::Effects(Arc::new(Row { effects, rest }));
        match (&left.rest, &right.rest) {
            (None, None) => more_left.is_empty() && more_right.is_empty(),
            (Some(rest), None) => more_left.is_empty() && self.unify(rest, &row(more_right, None)),
            (None, Some(rest)) => more_right.is_empty() && self.unify(rest, &row(more_left, None)),
            (Some(l), Some(r)) if more_left.is_empty() && more_right.is_empty() => self.unify(l, r),
            (Some(l), Some(r)) if more_right.is_empty() && self.is_unknown(r) => {
                self.unify(r, &row(more_left, Some(l.clone())))
            }
            (Some(l), Some(r)) if more_left.is_empty() && self.is_unknown(l) => {
                self.unify(l, &row(more_right, Some(r.clone())))
            }
            (Some(l), Some(r)) if self.is_unknown(l) && self.is_unknown(r) => {
                let both = self.fresh(Value::EffectsKind, Span::NONE);
                self.unify(l, &row(more_right, Some(both.clone())))
                    && self.unify(r, &row(more_left, Some(both)))
            }
            _ => false,
        }
    }

    /// Effects of one sort whose regions are not known are the same effect.
    fn unify_regions(&mut self, left: &mut Vec<Effect>, right: &mut Vec<Effect>) {
        left.retain(|effect| {
            let (name, region) = effect.parts();
            let same = right.iter().position(|other| {
                let (other_name, other_region) = other.parts();
                let unknown = |region: Option<&Value>| region.is_some_and(|region| self.is_unknown(region));
                name == other_name && (unknown(region) || unknown(other_region))
            });
            let Some(place) = same else { return true };
            match (region, right[place].parts().1.cloned()) {
                (Some(l), Some(r)) if self.unify(l, &r) => {
                    right.remove(place);
                    false
                }
                _ => true,
            }
        });
    }

    /// These effects are done here: they are among those that may be done, or what may be done is not known yet and has them.
    pub(super) fn perform(&mut self, row: &Row, rule: &'static Rule, premise: &str, at: Span) -> Done {
        let row = self.normal_row(row);
        let capability = self.normal_row(&self.capability.clone());
        if crate::types::included(&row, &capability) {
            return Ok(());
        }
        // What is done of a row that is given is done by the rest of what may be done.
        if let (Some(given), Some(rest)) = (&row.rest, &capability.rest)
            && !self.is_unknown(given)
            && self.is_unknown(rest)
        {
            let effects = row.effects.iter().filter(|effect| !has(&capability, effect));
            let more = Row {
                effects: effects.cloned().collect(),
                rest: Some(given.clone()),
            };
            if self.unify(rest, &Value::Effects(Arc::new(more))) {
                return Ok(());
            }
        }
        let mut opened = row.clone();
        if opened.rest.is_none() {
            opened.rest = Some(self.fresh(Value::EffectsKind, at));
        }
        if self.unify_rows(&opened, &capability) {
            return Ok(());
        }
        let text = |row: Row| self.text(&Value::Effects(Arc::new(row)));
        let message = format!("this does {}, where {} may be done", text(row), text(capability));
        let error = self.error(rule, premise, at, message).with_help(
            "a function without a type does nothing: define it by `def`, with the effects that it has",
        );
        Err(Box::new(error))
    }
}
