//! Which identifiers a phrase uses, and which of them actively: the two zones of syntactic control of interference.

use super::Checker;
use crate::Name;
use crate::rules::typing::*;
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The identifiers of active type that occur in a phrase; identifiers of passive type never interfere.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    /// A: those used actively, with a place.
    pub active: BTreeMap<Name, Span>,
    /// F: all of them, with a place; for those in A the same place.
    pub free: BTreeMap<Name, Span>,
}

impl Uses {
    /// Of a variable.
    pub(super) fn of(x: &Name, span: Span) -> Uses {
        Uses {
            active: BTreeMap::from([(x.clone(), span)]),
            free: BTreeMap::from([(x.clone(), span)]),
        }
    }

    /// Of two phrases together.
    pub(super) fn and(self, other: Uses) -> Uses {
        let (mut uses, less) = if self.free.len() >= other.free.len() {
            (self, other)
        } else {
            (other, self)
        };
        for (x, span) in less.free {
            uses.free.entry(x).or_insert(span);
        }
        for (x, span) in less.active {
            uses.free.insert(x.clone(), span);
            uses.active.entry(x).or_insert(span);
        }
        uses
    }

    /// Under a binder.
    pub(super) fn without(mut self, x: &Name) -> Uses {
        self.active.remove(x);
        self.free.remove(x);
        self
    }

    /// With the active uses of these identifiers only.
    pub(super) fn only(mut self, these: &FxHashSet<Name>) -> Uses {
        self.active.retain(|x, _| these.contains(x));
        self
    }

    /// Without the active uses of these identifiers.
    pub(super) fn except(mut self, these: &FxHashSet<Name>) -> Uses {
        self.active.retain(|x, _| !these.contains(x));
        self
    }

    /// pass(θ, A) for a passive θ: all uses are passive.
    pub(super) fn passified(mut self) -> Uses {
        if !self.active.is_empty() {
            DPIA_T_PASSIFY.apply();
            self.active.clear();
        }
        self
    }
}

/// What stands on the two sides, for the message.
pub(super) struct Sides<'a> {
    /// The function or the first arguments.
    pub function: &'a str,
    /// The argument.
    pub argument: &'a str,
}

impl Checker {
    /// DPIA-T-ZONES: nothing that one side uses actively occurs in the other; both accesses are shown.
    pub(super) fn apart(&mut self, function: &Uses, argument: &Uses, sides: &Sides) {
        DPIA_T_ZONES.apply();
        DPIA_T_ACTIVATE.apply();
        let both = function
            .active
            .iter()
            .find_map(|(x, at)| argument.free.get(x).map(|other| (x, *at, *other)))
            .map(|(x, at, other)| (x, at, other, argument.active.contains_key(x)))
            .or_else(|| {
                argument.active.iter().find_map(|(x, at)| {
                    let other = function.free.get(x)?;
                    Some((x, *at, *other, function.active.contains_key(x)))
                })
            });
        let Some((x, writes, other, also_writes)) = both else {
            return;
        };
        let message = format!(
            "interference on `{x}` between {} and {}",
            sides.function, sides.argument
        );
        let refusal = DPIA_T_ZONES.refuse("interference");
        let mut error =
            Diagnostic::error(refusal, writes, message).with_label(format!("`{x}` is written here"));
        error = error.and_at(
            other,
            if also_writes {
                format!("`{x}` is written here too")
            } else {
                format!("`{x}` is read here")
            },
        );
        self.errors.push(error.with_note(format!(
            "what one of them writes must not occur in the other, or iterations could meet on `{x}`"
        )));
    }

    /// DPIA-T-PROMOTE: the body of a parallel loop uses nothing from outside actively.
    pub(super) fn passive_body(&mut self, uses: &Uses, whole: Span) {
        DPIA_T_PROMOTE.apply();
        let Some((x, at)) = uses.active.iter().next() else {
            return;
        };
        let message = format!("the loop body is not passive, it writes `{x}`");
        let mut error = Diagnostic::error(DPIA_T_PROMOTE.refuse("passive"), *at, message)
            .with_label(format!("every iteration writes `{x}` here"))
            .and_at(whole, "the iterations of this loop run in parallel");
        for (other, place) in uses.active.iter().skip(1) {
            error = error.and_at(*place, format!("`{other}` is written here"));
        }
        self.errors.push(error.with_help(
            "write to the loop's own element, to a variable made inside the loop, or update an accumulator",
        ));
    }
}
