//! Which functions are called.

use crate::names::FunName;
use crate::tree::{Body, Exp, Program};
use crate::walk::{Fold, fold};

/// The functions that are called in what is looked at, as often as they are.
#[derive(Clone, Debug, Default)]
pub struct Called(pub Vec<FunName>);

impl Fold for Called {
    fn exp(&mut self, exp: &Exp) {
        if let Exp::Call { function, .. } = exp {
            self.0.push(*function);
        }
        fold::exp(self, exp);
    }
}

/// The functions that a body calls.
pub fn of_body(body: &Body) -> Vec<FunName> {
    let mut called = Called::default();
    called.body(body);
    called.0
}

/// Whether a body calls the function.
pub fn is_called(body: &Body, name: FunName) -> bool {
    of_body(body).contains(&name)
}

/// Of each function, whether an entry point reaches it.
pub fn reached(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.functions.len()];
    let mut called = Called::default();
    for entry in &program.entries {
        called.body(&entry.body);
    }
    while let Some(name) = called.0.pop() {
        let Some(known) = reached.get_mut(name.index()) else {
            continue;
        };
        if !std::mem::replace(known, true)
            && let Some(function) = program.functions.get(name.index())
        {
            called.body(&function.body);
        }
    }
    reached
}
