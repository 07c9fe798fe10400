//! Which accumulator a body gives back (CORE-T-ACCROOT).
//!
//! Accumulators have no identity in their types.  Each comes from one that a function, a loop or a combinator was given, its root;
//! what is given back in the k-th place has the root that was given there.

use crate::names::Name;
use crate::rules::typing::CORE_T_ACCROOT;
use crate::site::SiteId;
use crate::tree::{Atom, Binder, Body, Exp, Lambda, Param, Program, Screma, Soac, Stm, Type};
use crate::walk::{Fold, fold};
use elder_syntax::Diagnostic;

/// All bodies that are given accumulators.
pub(super) fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    let mut roots = Roots {
        program,
        root: vec![None; program.names.len()],
        at: None,
        errors: Vec::new(),
    };
    for function in &program.functions {
        roots.at = Some(function.at);
        let given = roots.given(function.params.iter().map(|param| &param.binder));
        let gives = roots.gives(&function.body);
        roots.at = Some(function.at);
        roots.same(&gives, &given);
    }
    for entry in &program.entries {
        roots.at = Some(entry.at);
        roots.body(&entry.body);
    }
    match roots.errors.is_empty() {
        true => Ok(()),
        false => Err(roots.errors),
    }
}

struct Roots<'p> {
    program: &'p Program,
    /// The roots of those names that are accumulators.
    root: Vec<Option<Name>>,
    at: Option<SiteId>,
    errors: Vec<Diagnostic>,
}

impl Roots<'_> {
    fn root(&self, name: Name) -> Option<Name> {
        self.root.get(name.index()).copied().flatten()
    }

    fn set(&mut self, name: Name, root: Option<Name>) {
        if let Some(known) = self.root.get_mut(name.index()) {
            *known = root;
        }
    }

    /// Parameters, of which each accumulator is a root.  The accumulators.
    fn given<'b>(&mut self, params: impl Iterator<Item = &'b Binder>) -> Vec<Name> {
        let accs = params.filter(|param| matches!(param.ty, Type::Acc(_)));
        let accs: Vec<Name> = accs.map(|param| param.name).collect();
        for acc in &accs {
            self.set(*acc, Some(*acc));
        }
        accs
    }

    /// The roots of the results of a body; of what is no accumulator none.
    fn results(&mut self, body: &Body) -> Vec<Option<Name>> {
        self.body(body);
        let root = |result: &Atom| result.name().and_then(|name| self.root(name));
        body.results.iter().map(root).collect()
    }

    /// The roots of the accumulators that a body gives.
    fn gives(&mut self, body: &Body) -> Vec<Name> {
        self.results(body).into_iter().flatten().collect()
    }

    /// CORE-T-ACCROOT
    fn same(&mut self, gives: &[Name], given: &[Name]) {
        CORE_T_ACCROOT.apply();
        let mut places = gives.iter().enumerate();
        if let Some((place, root)) = places.find(|(k, root)| given.get(*k) != Some(*root)) {
            let text = self.program.names.text(*root);
            let message = format!(
                "the accumulator in place {} comes from `{text}`, which stands elsewhere",
                place + 1
            );
            let span = self.at.map(|at| self.program.site(at).span);
            let span = span.unwrap_or(elder_syntax::Span::NONE);
            self.errors
                .push(Diagnostic::error(CORE_T_ACCROOT.refuse("same"), span, message));
        }
    }

    /// A function that is handed accumulators and gives them back.
    fn function(&mut self, function: &Lambda) {
        let at = self.at;
        let given = self.given(function.params.iter());
        let gives = self.gives(&function.body);
        self.at = at;
        self.same(&gives, &given);
    }

    fn screma(&mut self, screma: &Screma) -> Vec<Option<Name>> {
        for operator in screma.operators() {
            self.lambda(&operator.function);
        }
        self.function(&screma.function);
        if let Some(after) = &screma.after {
            self.lambda(after);
        }
        screma.accs.iter().map(|acc| self.root(*acc)).collect()
    }

    /// The roots of what an expression gives; what is left out is no accumulator.
    fn of(&mut self, exp: &Exp) -> Vec<Option<Name>> {
        match exp {
            Exp::Atom(atom) => vec![atom.name().and_then(|name| self.root(name))],
            Exp::AccUpdate { acc, .. } => vec![self.root(*acc)],
            Exp::Call { function, arguments } => {
                let accs = arguments
                    .iter()
                    .filter_map(|argument| self.root(argument.name()?));
                let mut accs = accs.collect::<Vec<_>>().into_iter();
                let callee = self.program.function(*function);
                let given = callee.into_iter().flat_map(|callee| &callee.results.given);
                given
                    .map(|given| match given.ty {
                        Type::Acc(_) => accs.next(),
                        _ => None,
                    })
                    .collect()
            }
            Exp::If { then, otherwise, .. } => {
                let at = self.at;
                let first = self.results(then);
                let second = self.gives(otherwise);
                self.at = at;
                let wanted: Vec<Name> = first.iter().copied().flatten().collect();
                self.same(&second, &wanted);
                first
            }
            Exp::Loop(inside) => {
                let at = self.at;
                let firsts = inside.params.iter().map(|(_, first)| first.name());
                let outer: Vec<Option<Name>> = firsts.map(|name| self.root(name?)).collect();
                let params = inside
                    .params
                    .iter()
                    .map(|(param, _): &(Param, Atom)| &param.binder);
                let given = self.given(params);
                let gives = self.gives(&inside.body);
                self.at = at;
                self.same(&gives, &given);
                outer
            }
            Exp::Soac { soac, .. } => match &**soac {
                Soac::Screma(screma) => self.screma(screma),
                other => {
                    fold::soac(self, other);
                    Vec::new()
                }
            },
            Exp::Segmented(segmented) => self.screma(&segmented.screma),
            Exp::WithAcc { updates, function } => {
                for operator in updates.iter().filter_map(|update| update.operator.as_ref()) {
                    self.lambda(&operator.function);
                }
                self.function(function);
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

impl Fold for Roots<'_> {
    fn stm(&mut self, stm: &Stm) {
        self.at = Some(stm.at);
        let roots = self.of(&stm.exp);
        for (value, root) in stm.pat.values.iter().zip(roots) {
            self.set(value.name, root);
        }
    }
}
