//! Where programs begin their way.

use crate::tower;
use elder_passes::{Position, Stage, Target};
use elder_syntax::language;
use std::rc::Rc;

/// Where a program begins its way: as it was written, or as what a pass made and somebody kept.
pub(crate) struct Start {
    /// The program.
    pub stage: Stage,
    /// The positions that are left.
    pub left: &'static [Position],
    /// What those who took passes for it took them for, if that matters from here on.
    pub target: Option<Target>,
}

impl Start {
    /// A program as it was written.
    pub(crate) fn of(program: impl language::Program) -> Start {
        Start::shared(Rc::new(program))
    }

    /// The same, shared.
    pub(crate) fn shared(program: Rc<dyn language::Program>) -> Start {
        Start {
            left: tower::onwards(program.language()),
            stage: Stage::of(program),
            target: None,
        }
    }
}
