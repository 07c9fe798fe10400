//! Scope (CORE-T-SCOPE).

use crate::names::Name;
use crate::rules::typing::CORE_T_SCOPE;
use crate::site::SiteId;
use crate::tree::{Program, Stm};
use crate::walk::{Fold, fold};
use elder_syntax::Diagnostic;

/// Names are bound once in a program, and where they are used.
pub(super) fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    CORE_T_SCOPE.apply();
    let mut scope = Scope {
        program,
        known: vec![Known::Not; program.names.len()],
        open: Vec::new(),
        outside: Vec::new(),
        at: None,
        errors: Vec::new(),
    };
    for definition in program.definitions() {
        scope.at = Some(definition.at);
        fold::definition(&mut scope, definition);
    }
    match scope.errors.is_empty() {
        true => Ok(()),
        false => Err(scope.errors),
    }
}

/// What was met of a name.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    /// Nothing.
    Not,
    /// It is in scope.
    Open,
    /// It was in scope.
    Closed,
}

struct Scope<'p> {
    program: &'p Program,
    known: Vec<Known>,
    /// The names that are in scope, in the order in which they were bound.
    open: Vec<Name>,
    /// How many there were when each scope began.
    outside: Vec<usize>,
    at: Option<SiteId>,
    errors: Vec<Diagnostic>,
}

impl Scope<'_> {
    fn report(&mut self, premise: &str, message: String) {
        let span = self.at.map(|at| self.program.site(at).span);
        let span = span.unwrap_or(elder_syntax::Span::NONE);
        self.errors
            .push(Diagnostic::error(CORE_T_SCOPE.refuse(premise), span, message));
    }
}

impl Fold for Scope<'_> {
    fn bound(&mut self, name: &Name) {
        let text = self.program.names.text(*name);
        match self.known.get_mut(name.index()) {
            Some(known) if *known == Known::Not => {
                *known = Known::Open;
                self.open.push(*name);
            }
            Some(_) => self.report("once", format!("`{text}` is bound a second time")),
            None => self.report(
                "bound",
                "a name is bound that the program does not have".to_owned(),
            ),
        }
    }

    fn used(&mut self, name: &Name) {
        if self.known.get(name.index()) != Some(&Known::Open) {
            let text = self.program.names.text(*name);
            self.report("bound", format!("`{text}` is used where it is not in scope"));
        }
    }

    fn stm(&mut self, stm: &Stm) {
        self.at = Some(stm.at);
        fold::stm(self, stm);
    }

    fn enter(&mut self) {
        self.outside.push(self.open.len());
    }

    /// What is bound within is not in scope behind it.
    fn leave(&mut self) {
        let outside = self.outside.pop().unwrap_or_default();
        for name in self.open.drain(outside..) {
            if let Some(known) = self.known.get_mut(name.index()) {
                *known = Known::Closed;
            }
        }
    }
}
