//! How large a part is, and what it calls.

use crate::names::FunName;
use crate::tree::{Body, Exp, Program, Stm};
use crate::walk::{Fold, fold};

/// What a part of a program holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Statements, those of bodies within it too.
    pub statements: usize,
    /// Combinators and accumulations.
    pub combinators: usize,
    /// The functions that it calls, as often as it does.
    pub called: Vec<FunName>,
}

impl Measure {
    /// That of a program.
    pub fn of(program: &Program) -> Measure {
        let mut measure = Measure::default();
        fold::program(&mut measure, program);
        measure
    }

    /// That of a body.
    pub fn of_body(body: &Body) -> Measure {
        let mut measure = Measure::default();
        measure.body(body);
        measure
    }

    /// Whether something in it may be done side by side, but for what it calls.
    pub fn is_parallel(&self) -> bool {
        self.combinators > 0
    }
}

impl Fold for Measure {
    fn stm(&mut self, stm: &Stm) {
        self.statements += 1;
        fold::stm(self, stm);
    }

    fn exp(&mut self, exp: &Exp) {
        match exp {
            Exp::Soac { .. } | Exp::Segmented(_) | Exp::WithAcc { .. } => self.combinators += 1,
            Exp::Call { function, .. } => self.called.push(*function),
            _ => {}
        }
        fold::exp(self, exp);
    }
}
