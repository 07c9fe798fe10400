//! The checker: every definition gets its principal scheme, of types with kinds, levels and effects (paper 5.1; notes, sections
//! 3 to 5).
//!
//! Types are inferred by unification with ranks; effects, which say at which level evaluating something does work, by ⊑ between
//! what flows and where it flows to.  A place in a program has a level, that of the turnstile: work at any other level is
//! refused there, with both places in the message.  [`closed`] does the same for what a program becomes while it runs.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod effects;
mod expressions;
mod generalise;
mod import;
mod operators;
mod origin;
mod relate;
mod report;
mod schemes;
mod table;
mod unknowns;
mod waiting;

#[cfg(test)]
mod tests;

use crate::rules::effects::FCL_T_EFF_TOP;
use crate::rules::typing::{FCL_T_DEF, FCL_T_KERNEL};
use crate::{Definition, DefinitionKind, Expression, Level, Program, Scheme, Type};
use elder_syntax::{Diagnostic, Span, Variable};
use import::Import;
use origin::{Origin, What};
use report::{Context, Why};
use rustc_hash::FxHashMap;
use schemes::{Binding, Local};
use unknowns::{L, T, Tables, TypeNode};
use waiting::Waiting;

/// Steps that the types of a program may cost: a hundred times what those of the whole library cost.
const BUDGET: u64 = 2_000_000;

/// The same for an expression while it runs, whose arrays may be long.
const RUNNING_BUDGET: u64 = 20_000_000;

/// The definitions so far; `None` for one that was refused.
type Definitions = FxHashMap<Variable, Option<Scheme>>;

/// The state of checking one definition.
struct Checker<'p> {
    tables: Tables,
    definitions: &'p Definitions,
    variables: FxHashMap<Variable, Binding>,
    level_variables: FxHashMap<Variable, L>,
    /// Level variables that the signature names without binding them.
    signature_levels: Vec<Variable>,
    watchers: FxHashMap<T, Vec<usize>>,
    waiting: Vec<Option<Waiting>>,
    live: Vec<usize>,
    ready: Vec<usize>,
    budget: u64,
    /// The names of definitions used, for messages.
    uses: Vec<Variable>,
    /// The error is one of an earlier definition.
    quiet: bool,
}

impl<'p> Checker<'p> {
    fn new(definitions: &'p Definitions, budget: u64) -> Checker<'p> {
        Checker {
            tables: Tables::default(),
            definitions,
            variables: FxHashMap::default(),
            level_variables: FxHashMap::default(),
            signature_levels: vec![],
            watchers: FxHashMap::default(),
            waiting: vec![],
            live: vec![],
            ready: vec![],
            budget,
            uses: vec![],
            quiet: false,
        }
    }

    /// FCL-T-DEF: the scheme of a definition.
    fn definition(&mut self, definition: &Definition) -> Result<Scheme, Box<Diagnostic>> {
        FCL_T_DEF.apply();
        FCL_T_EFF_TOP.apply();
        self.tables.rank = 1;
        let turnstile = self.tables.unknown_level(Origin::NONE);
        let ambient = self
            .tables
            .at(turnstile, Origin::new(What::Turnstile, definition.span));
        let found = match &definition.signature {
            Some(signature) => {
                let wanted = self.signature(signature, definition.span)?;
                let why = Why::new(Context::Signature, definition.body.span);
                self.declared(&definition.body, wanted, ambient, why)?
            }
            None => self.infer(&definition.body, ambient)?,
        };
        let why = Why::plain(definition.span);
        let local = self.finish(found, why)?;
        self.tried(|c| c.publish(&local, turnstile), why)
    }

    /// The type, generalised over everything.
    fn finish(&mut self, found: T, why: Why) -> Result<Local, Box<Diagnostic>> {
        self.tables.rank = 0;
        self.decide()?;
        self.tried(|c| c.generalise(found), why)
    }

    /// A declared type, with effects to be found.
    fn signature(&mut self, ty: &Type, span: Span) -> Result<T, Box<Diagnostic>> {
        let mut import = Import::new(Origin::new(What::Signature, span));
        import.effects_known = false;
        match import.ty(self, ty) {
            Ok(t) => Ok(t),
            Err(relate::Clash::Kind(t, kind, demand)) => {
                let mut diagnostic =
                    self.report(relate::Clash::Kind(t, kind, demand), Why::plain(span), None);
                diagnostic.message = format!("in the declared type, {}", diagnostic.message);
                Err(Box::new(diagnostic))
            }
            Err(clash) => Err(Box::new(self.report(clash, Why::plain(span), None))),
        }
    }

    /// The level under which an expression is run.
    fn turnstile(&mut self, level: &Level, what: What, span: Span) -> (L, unknowns::E) {
        let origin = Origin::new(what, span);
        let mut import = Import::new(origin);
        let level = import.level(self, level);
        (level, self.tables.at(level, origin))
    }
}

/// Checks all definitions that have no scheme yet, in order, and fills it in; kernels must fit FCL-T-KERNEL.
///
/// # Errors
/// One diagnostic a definition; definitions that use a refused one are not looked at.
pub fn program(mut program: Program) -> Result<Program, Vec<Diagnostic>> {
    let mut definitions = Definitions::default();
    let mut errors = Vec::new();
    let mut budget = BUDGET;
    for definition in &mut program.definitions {
        let scheme = match definition.scheme.take() {
            Some(scheme) => Some(scheme),
            None => {
                elder_syntax::effort::at(definition.span);
                let mut checker = Checker::new(&definitions, budget);
                let checked = checker.definition(definition);
                budget = checker.budget;
                match checked {
                    Ok(scheme) => Some(scheme),
                    Err(_) if checker.quiet => None,
                    Err(error) => {
                        errors.push(*error);
                        if budget == 0 {
                            return Err(errors);
                        }
                        None
                    }
                }
            }
        };
        definition.scheme = scheme.clone();
        definitions.insert(definition.name.clone(), scheme);
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    for (at, definition) in program.definitions.iter().enumerate() {
        if definition.kind == DefinitionKind::Kernel
            && !definition.library
            && let Err(error) = crate::entry::Entry::at(&program, at)
        {
            errors.push(*error);
        }
    }
    if errors.is_empty() {
        Ok(program)
    } else {
        Err(errors)
    }
}

/// The type of a closed expression under ⊢`level`, forms that only running makes included.
///
/// # Errors
/// What is wrong with it.
pub fn closed(expression: &Expression, level: &Level) -> Result<Type, Box<Diagnostic>> {
    let definitions = Definitions::default();
    let mut checker = Checker::new(&definitions, RUNNING_BUDGET);
    let mut run = || -> Result<Type, Box<Diagnostic>> {
        checker.tables.rank = 1;
        let (_, ambient) = checker.turnstile(level, What::Turnstile, expression.span);
        let found = checker.infer(expression, ambient)?;
        let why = Why::plain(expression.span);
        let local = checker.finish(found, why)?;
        let (turnstile, _) = checker.turnstile(level, What::Turnstile, expression.span);
        checker
            .tried(|c| c.publish(&local, turnstile), why)
            .map(|scheme| scheme.body)
    };
    run()
}

/// Whether a closed expression under ⊢`level` has this type, or one that may stand for it: more general, or with less effects.
/// `ty` is what [`closed`] gave for what the expression was before a step; its variables stand for themselves.
///
/// # Errors
/// What is wrong with it.
pub fn closed_as(expression: &Expression, level: &Level, ty: &Type) -> Result<(), Box<Diagnostic>> {
    let definitions = Definitions::default();
    let mut checker = Checker::new(&definitions, RUNNING_BUDGET);
    let mut run = || -> Result<(), Box<Diagnostic>> {
        checker.tables.rank = 1;
        let (_, ambient) = checker.turnstile(level, What::Turnstile, expression.span);
        let found = checker.infer(expression, ambient)?;
        let why = Why::new(Context::Signature, expression.span);
        checker.decide()?;
        let mut import = Import::new(Origin::new(What::Nothing, expression.span));
        let wanted = checker.tried(|c| import.ty(c, ty), why)?;
        checker.expect(found, wanted, why)?;
        checker.finish(found, why)?;
        Ok(())
    };
    run()
}

/// FCL-T-KERNEL for the closed function `body`, whose type is `ty` as far as it was found out: its parameters are values, whose
/// elements do no work, and all work outside the elements of the result is at the result's level.
pub(crate) fn kernel(
    body: &Expression,
    parameters: &[Type],
    element: &Type,
    level: &Level,
    span: Span,
) -> Result<(), Box<Diagnostic>> {
    FCL_T_KERNEL.apply();
    let definitions = Definitions::default();
    let mut checker = Checker::new(&definitions, BUDGET);
    checker.tables.rank = 1;
    let (at, ambient) = checker.turnstile(level, What::Kernel, span);
    let why = Why::plain(span);
    let mut import = Import::new(Origin::new(What::Kernel, span));
    let element = checker.tried(|c| import.ty(c, element), why)?;
    let mut wanted = checker.tables.node(TypeNode::Push(element, at));
    for parameter in parameters.iter().rev() {
        let parameter = checker.tried(|c| import.ty(c, parameter), why)?;
        wanted = checker.tables.fun(parameter, ambient, wanted);
    }
    // The parameters have their types on the way in: an unknown type would become one with that of the first place where it stands, effects included.
    let found = checker.declared(body, wanted, ambient, why)?;
    checker.finish(found, why)?;
    Ok(())
}
