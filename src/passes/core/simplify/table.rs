//! The rules of simplification, a row each.
//!
//! A row is a rule and the function that applies it to one statement.  Rules that are not about one statement are applied by the
//! engine itself, on the way down or back; their rows have no function.

use super::becomes::{Becomes, Opened};
use super::engine::Engine;
use super::rules::{
    accumulators, algebra, arithmetic, arrays, assertions, branches, elements, existential, loops, soacs,
};
use elder_core::rules::simplification::*;
use elder_core::tree::Stm;
use elder_syntax::Rule;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[
    &CORE_O_COPY,
    &CORE_O_FOLD,
    &CORE_O_UNIT,
    &CORE_O_ZERO,
    &CORE_O_REASSOC,
    &CORE_O_BOOL,
    &CORE_O_CONVERT,
    &CORE_O_POWER,
    &CORE_O_CSE,
    &CORE_O_DEAD,
    &CORE_O_DEADIF,
    &CORE_O_DEADLOOP,
    &CORE_O_DEADMAP,
    &CORE_O_DEADRED,
    &CORE_O_DEADINPUT,
    &CORE_O_DEADPARAM,
    &CORE_O_HOISTLOOP,
    &CORE_O_HOISTSOAC,
    &CORE_O_HOISTIF,
    &CORE_O_HOISTCERT,
    &CORE_O_IFCONST,
    &CORE_O_IFSAME,
    &CORE_O_IFKNOWN,
    &CORE_O_LOOPNONE,
    &CORE_O_LOOPONE,
    &CORE_O_LOOPSAME,
    &CORE_O_SOACNONE,
    &CORE_O_SOACONE,
    &CORE_O_AFTER,
    &CORE_O_MAPID,
    &CORE_O_MAPIOTA,
    &CORE_O_INDEXOF,
    &CORE_O_SLICEALL,
    &CORE_O_RESHAPE,
    &CORE_O_CONCAT,
    &CORE_O_UPDATE,
    &CORE_O_COPYDEAD,
    &CORE_O_COERCE,
    &CORE_O_UNEXIF,
    &CORE_O_UNEXLOOP,
    &CORE_O_UNEXFUN,
    &CORE_O_ASSERTTRUE,
    &CORE_O_ASSERTRANGE,
    &CORE_O_INBOUNDS,
    &CORE_O_ACCUPDATE,
];

/// A rule that is about one statement.
pub(super) struct Row {
    /// The rule.
    pub rule: &'static Rule,
    /// What the statement becomes, if the rule applies to it.
    pub apply: fn(&mut Engine<'_>, &mut Stm) -> Option<Becomes>,
}

/// A rule that puts for names that a statement binds, within or for those behind it, and leaves out what bound them.
pub(super) struct Preparing {
    /// The rule.
    pub rule: &'static Rule,
    /// Whether the rule applies to the statement; operands are not resolved yet.
    pub apply: fn(&mut Engine<'_>, &mut Stm) -> bool,
}

/// A rule that puts statements within a statement in its place.
pub(super) struct Opening {
    /// The rule.
    pub rule: &'static Rule,
    /// What stands for the statement, if the rule applies to it; operands are not resolved yet.
    pub apply: fn(&mut Engine<'_>, &mut Stm) -> Option<Opened>,
}

/// Tried in this order on each statement, before its parts.
pub(super) static OPENING: &[Opening] = &[
    Opening {
        rule: &CORE_O_IFCONST,
        apply: branches::constant,
    },
    Opening {
        rule: &CORE_O_LOOPNONE,
        apply: loops::none,
    },
    Opening {
        rule: &CORE_O_LOOPONE,
        apply: loops::one,
    },
    Opening {
        rule: &CORE_O_SOACNONE,
        apply: soacs::none,
    },
    Opening {
        rule: &CORE_O_SOACONE,
        apply: soacs::one,
    },
    Opening {
        rule: &CORE_O_ACCUPDATE,
        apply: accumulators::none,
    },
];

/// Tried in this order on each statement that is not opened, before its parts.  What one puts for a name no later one puts a name for.
pub(super) static PREPARING: &[Preparing] = &[
    Preparing {
        rule: &CORE_O_LOOPSAME,
        apply: loops::same,
    },
    Preparing {
        rule: &CORE_O_ACCUPDATE,
        apply: accumulators::unchanged,
    },
    Preparing {
        rule: &CORE_O_AFTER,
        apply: soacs::after,
    },
    Preparing {
        rule: &CORE_O_MAPIOTA,
        apply: soacs::repeated,
    },
    Preparing {
        rule: &CORE_O_DEADINPUT,
        apply: soacs::twice,
    },
];

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
        rule: &CORE_O_REASSOC,
        apply: algebra::reassociate,
    },
    Row {
        rule: &CORE_O_BOOL,
        apply: algebra::truths,
    },
    Row {
        rule: &CORE_O_CONVERT,
        apply: algebra::convert,
    },
    Row {
        rule: &CORE_O_POWER,
        apply: arithmetic::power,
    },
    Row {
        rule: &CORE_O_UNEXIF,
        apply: branches::shown,
    },
    Row {
        rule: &CORE_O_IFSAME,
        apply: branches::same,
    },
    Row {
        rule: &CORE_O_UNEXLOOP,
        apply: existential::of_loop,
    },
    Row {
        rule: &CORE_O_UNEXFUN,
        apply: existential::of_call,
    },
    Row {
        rule: &CORE_O_COERCE,
        apply: arrays::coerce,
    },
    Row {
        rule: &CORE_O_INBOUNDS,
        apply: assertions::in_bounds,
    },
    Row {
        rule: &CORE_O_INDEXOF,
        apply: elements::index_of,
    },
    Row {
        rule: &CORE_O_SLICEALL,
        apply: arrays::slice_all,
    },
    Row {
        rule: &CORE_O_RESHAPE,
        apply: arrays::reshape,
    },
    Row {
        rule: &CORE_O_CONCAT,
        apply: arrays::concat,
    },
    Row {
        rule: &CORE_O_UPDATE,
        apply: arrays::update,
    },
    Row {
        rule: &CORE_O_COPYDEAD,
        apply: arrays::copy,
    },
    Row {
        rule: &CORE_O_ACCUPDATE,
        apply: accumulators::neutral,
    },
    Row {
        rule: &CORE_O_ASSERTRANGE,
        apply: assertions::range,
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
