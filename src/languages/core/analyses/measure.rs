//! How large a part is.

use crate::tree::{Body, Exp, Lambda, Stm};
use crate::walk::{Fold, fold};

/// What a part of a program holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Statements, those of bodies within it too.
    pub statements: usize,
    /// Combinators and accumulations.
    pub combinators: usize,
    /// Calls.
    pub calls: usize,
}

impl Measure {
    /// That of a body.
    pub fn of_body(body: &Body) -> Measure {
        let mut measure = Measure::default();
        measure.body(body);
        measure
    }

    /// That of a function.
    pub fn of_lambda(lambda: &Lambda) -> Measure {
        Measure::of_body(&lambda.body)
    }

    /// Whether something in it may be done side by side.
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
            Exp::Soac { .. } | Exp::WithAcc { .. } => self.combinators += 1,
            Exp::Call { .. } => self.calls += 1,
            _ => {}
        }
        fold::exp(self, exp);
    }
}
