//! Which functions are called.

use crate::names::FunName;
use crate::tree::{Body, Exp, Operator, Program, Segmented, Soac};
use crate::walk::{Fold, fold};
use rustc_hash::FxHashSet;

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

/// The functions that the host executes: those that it calls, in no function of a combinator, and those without parameters, which are constants.
pub fn executed_by_host(program: &Program) -> FxHashSet<FunName> {
    struct Calls(Vec<FunName>);
    impl Fold for Calls {
        fn exp(&mut self, exp: &Exp) {
            if let Exp::Call { function, .. } = exp {
                self.0.push(*function);
            }
            fold::exp(self, exp);
        }

        fn soac(&mut self, _: &Soac) {}

        fn segmented(&mut self, _: &Segmented) {}

        fn operator(&mut self, _: &Operator) {}
    }
    let mut calls = Calls(Vec::new());
    for entry in &program.entries {
        calls.body(&entry.body);
    }
    let numbers = (0..).map(FunName).zip(&program.functions).zip(reached(program));
    let constants = numbers.filter(|((_, function), is_reached)| *is_reached && function.params.is_empty());
    calls.0.extend(constants.map(|((name, _), _)| name));
    let mut hosts = FxHashSet::default();
    while let Some(name) = calls.0.pop() {
        if hosts.insert(name)
            && let Some(function) = program.function(name)
        {
            calls.body(&function.body);
        }
    }
    hosts
}

/// The functions that functions of combinators call, or whatever these call.
pub fn called_within(program: &Program) -> FxHashSet<FunName> {
    within(program, false)
}

/// The same where a stream is its function on the whole, so that what the function calls is called where the stream stands.
pub fn called_within_of_whole_streams(program: &Program) -> FxHashSet<FunName> {
    within(program, true)
}

fn within(program: &Program, whole: bool) -> FxHashSet<FunName> {
    let mut within = Within {
        inside: false,
        whole,
        called: FxHashSet::default(),
    };
    if program.functions.is_empty() {
        return within.called;
    }
    for entry in &program.entries {
        fold::definition(&mut within, entry);
    }
    // A function calls those before it, and itself.
    for (number, function) in program.functions.iter().enumerate().rev() {
        let own = FunName(number as u32);
        let before = within.called.contains(&own);
        within.inside = before;
        fold::definition(&mut within, function);
        if !before && within.called.contains(&own) {
            within.inside = true;
            fold::definition(&mut within, function);
        }
        within.inside = false;
    }
    within.called
}

struct Within {
    inside: bool,
    /// Whether a stream is its function on the whole.
    whole: bool,
    called: FxHashSet<FunName>,
}

impl Within {
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        let around = std::mem::replace(&mut self.inside, true);
        visit(self);
        self.inside = around;
    }
}

impl Fold for Within {
    fn exp(&mut self, exp: &Exp) {
        if let (Exp::Call { function, .. }, true) = (exp, self.inside) {
            self.called.insert(*function);
        }
        fold::exp(self, exp);
    }

    fn soac(&mut self, soac: &Soac) {
        match soac {
            // What reduces is an operator, of items.
            Soac::StreamSeq { .. } | Soac::StreamPar { .. } if self.whole => fold::soac(self, soac),
            _ => self.inside(|this| fold::soac(this, soac)),
        }
    }

    fn segmented(&mut self, segmented: &Segmented) {
        self.inside(|this| fold::segmented(this, segmented));
    }

    fn operator(&mut self, operator: &Operator) {
        self.inside(|this| fold::operator(this, operator));
    }
}
