//! The rules of simplification, a row each.
//!
//! A row is a rule and the function that applies it to one statement.  Rules that are not about one statement are applied by the
//! engine itself, on the way down or back; their rows have no function.

use super::engine::Engine;
use super::rules::arithmetic;
use elder_core::rules::simplification::*;
use elder_core::tree::{Atom, Exp, Stm};
use elder_syntax::Rule;

/// The rules of the arrow.
pub const RULES: &[&Rule] = &[
    &CORE_O_COPY,
    &CORE_O_FOLD,
    &CORE_O_UNIT,
    &CORE_O_ZERO,
    &CORE_O_POWER,
    &CORE_O_CSE,
    &CORE_O_DEAD,
];

/// A rule that is about one statement.
pub(super) struct Row {
    /// The rule.
    pub rule: &'static Rule,
    /// What the statement becomes, if the rule applies to it.
    pub apply: fn(&mut Engine<'_>, &mut Stm) -> Option<Becomes>,
}

/// What a statement becomes.
pub(super) enum Becomes {
    /// The same names bound to another expression.
    Exp(Exp),
    /// An operand; the statement binds one name.
    Atom(Atom),
}

/// Tried in this order on each statement, after its parts.
pub(super) static ROWS: &[Row] = &[
    Row {
        rule: &CORE_O_FOLD,
        apply: arithmetic::fold,
    },
    Row {
        rule: &CORE_O_UNIT,
        apply: arithmetic::unit,
    },
    Row {
        rule: &CORE_O_ZERO,
        apply: arithmetic::zero,
    },
    Row {
        rule: &CORE_O_POWER,
        apply: arithmetic::power,
    },
];

/// Which rules are applied.
pub(super) struct Switches {
    off: Vec<&'static str>,
    /// The rows that are switched on.
    pub rows: Vec<&'static Row>,
}

impl Switches {
    /// All rules but these.
    pub fn without(rules: &[&Rule]) -> Switches {
        let off: Vec<&'static str> = rules.iter().map(|rule| rule.id).collect();
        let rows = ROWS.iter().filter(|row| !off.contains(&row.rule.id)).collect();
        Switches { off, rows }
    }

    /// Whether a rule is applied.
    pub fn on(&self, rule: &Rule) -> bool {
        !self.off.contains(&rule.id)
    }
}
