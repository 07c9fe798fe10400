//! The checker: which programs are well-formed, free of interference, and fit the levels of a device.
//!
//! Three judgements, in this order:
//!
//! - kinds ([`kinds`], [`nats`]): types and sizes are well-formed; sizes leave *obligations*;
//! - types ([`phrases`], [`primitives`], [`permutations`], [`equality`]): the deterministic reading of the paper's Figure 3.  One context; each phrase
//!   has the set of identifiers that it uses actively ([`interference`]), and function and argument of an application must not
//!   interfere.  That is what makes parallel loops free of races;
//! - levels ([`hierarchy`], [`private`]): host, grid, work-group, work-item; the paper leaves this as future work.
//!
//! The same code checks what a person wrote and what a pass made of it: functional, intermediate and imperative terms are one
//! language.  After a pass, conditions on sizes are not asked again: passes do not change them, and what they make of index
//! terms need not be visible to the checker.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use crate::Places;
use crate::rules::kinding::DPIA_K_NATX_OBL;
use crate::rules::primitives::DPIA_X_RUN;
use crate::{Binder, DataType, Entry, Known, Name, Nat, NatError, Phrase, PhraseType, Program, Walk};
use elder_syntax::{Diagnostic, Rule, Span};
pub use permutations::differ;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

mod equality;
mod hierarchy;
mod interference;
mod kinds;
mod launch;
mod nats;
mod ownership;
mod passivity;
mod permutations;
mod phrases;
mod primitives;
mod private;
#[cfg(test)]
mod tests;

pub use equality::{Difference, difference};
pub use interference::Uses;
pub use launch::work;
pub use passivity::is_passive;
pub use primitives::rule_of;

/// Definitions that use each other at ever new sizes could ask for a number of conditions that is exponential in their number.
const MOST_OBLIGATIONS: usize = 10_000;

/// A condition on sizes that only a launch can decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The first is positive and divides the second.
    Divides(Nat, Nat),
    /// The first is below the second.
    Less(Nat, Nat),
    /// The first is at most the second.
    LessEq(Nat, Nat),
    /// It is not zero.
    Positive(Nat),
    /// 64 bits hold it.
    Fits(Nat),
}

/// A condition that a launch has to test, and the rule that asks for it.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// What must hold.
    pub condition: Condition,
    /// The rule.
    pub rule: &'static Rule,
    /// The premise of the rule.
    pub premise: &'static str,
    /// The place that asks for it.
    pub span: Span,
}

impl Condition {
    /// A term that is not below zero where the condition holds, if that says it.
    pub fn says(&self) -> Option<Nat> {
        match self {
            Condition::Divides(..) | Condition::Fits(_) => None,
            Condition::Less(a, b) => Some(b.minus(a).minus(&Nat::one())),
            Condition::LessEq(a, b) => Some(b.minus(a)),
            Condition::Positive(a) => Some(a.minus(&Nat::one())),
        }
    }

    /// Whether it holds for these sizes.
    ///
    /// # Errors
    /// When a size has no value or a term is no natural number.
    pub fn holds(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<bool, NatError> {
        // The last of no elements lies below zero, and within every bound.
        let of = |n: &Nat| n.evaluate_exactly(value);
        Ok(match self {
            Condition::Divides(a, b) => {
                let (a, b) = (of(a)?, of(b)?);
                if a < 0 || b < 0 {
                    return Err(NatError::NotNatural);
                }
                a > 0 && b % a == 0
            }
            Condition::Less(a, b) => of(a)? < of(b)?,
            Condition::LessEq(a, b) => of(a)? <= of(b)?,
            Condition::Positive(a) => of(a)? > 0,
            Condition::Fits(a) => match of(a) {
                Ok(value) => i64::try_from(value).is_ok(),
                Err(NatError::Overflow) => false,
                // Other conditions ask that it has a value.
                Err(NatError::NotNatural) => true,
                Err(error) => return Err(error),
            },
        })
    }

    /// The terms that it is about.
    pub fn terms(&self) -> Vec<&Nat> {
        match self {
            Condition::Divides(a, b) | Condition::Less(a, b) | Condition::LessEq(a, b) => vec![a, b],
            Condition::Positive(a) | Condition::Fits(a) => vec![a],
        }
    }

    /// With `f` at every term.
    pub fn map(&self, f: &dyn Fn(&Nat) -> Nat) -> Condition {
        match self {
            Condition::Divides(a, b) => Condition::Divides(f(a), f(b)),
            Condition::Less(a, b) => Condition::Less(f(a), f(b)),
            Condition::LessEq(a, b) => Condition::LessEq(f(a), f(b)),
            Condition::Positive(a) => Condition::Positive(f(a)),
            Condition::Fits(a) => Condition::Fits(f(a)),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Divides(a, b) => write!(f, "{a} divides {b}"),
            Condition::Less(a, b) => write!(f, "{a} < {b}"),
            Condition::LessEq(a, b) => write!(f, "{a} <= {b}"),
            Condition::Positive(a) => write!(f, "{a} > 0"),
            Condition::Fits(a) => write!(f, "{a} fits 64 bits"),
        }
    }
}

impl Obligation {
    /// Tests the condition at these sizes.
    ///
    /// # Errors
    /// What a launch with these sizes is refused with.
    pub fn test(&self, value: &dyn Fn(&Name) -> Option<i64>) -> Result<(), Box<Diagnostic>> {
        let why = match self.condition.holds(value) {
            Ok(true) => return Ok(()),
            Ok(false) => format!("with these sizes it is not the case that {}", self.condition),
            Err(error) => format!("{} cannot be tested: {error}", self.condition),
        };
        let mut diagnostic = Diagnostic::error(self.rule.refuse(self.premise), self.span, why);
        let mut names: Vec<Name> = self
            .condition
            .terms()
            .iter()
            .flat_map(|n| n.variables())
            .collect();
        names.sort();
        names.dedup();
        for name in names {
            if let Some(number) = value(&name) {
                diagnostic = diagnostic.with_note(format!("{name} is {number}"));
            }
        }
        Err(Box::new(diagnostic))
    }
}

/// Checks every definition: kinds, types, interference, levels.  Gives what the launch of each has to test, in the definitions'
/// own sizes.
///
/// # Errors
/// Everything that is wrong; at least one diagnostic.
pub fn program(program: &Program) -> Result<Vec<Obligation>, Vec<Diagnostic>> {
    let mut checker = Checker::default();
    let mut functions = hierarchy::Functions::default();
    for definition in &program.definitions {
        elder_syntax::effort::at(definition.span);
        let before = checker.obligations.len();
        match checker.infer(&definition.body) {
            Ok((found, _)) => checker.expect(&found, &definition.ty, definition.span),
            Err(error) => checker.errors.push(*error),
        }
        if checker.errors.is_empty() {
            let errors = &mut checker.errors;
            hierarchy::check(
                &definition.body,
                hierarchy::Author::Person,
                &mut functions,
                errors,
            );
            private::check(&definition.body, &mut checker.errors);
        }
        functions.define(definition);
        let own = checker.obligations.iter().skip(before).cloned().collect();
        checker.definitions.insert(
            definition.name.clone(),
            (phrases::parameters(&definition.body), own),
        );
        checker.declare(&definition.name, &definition.ty);
    }
    checker.finish()
}

/// Checks an entry as a pass left it: types, interference, levels.
///
/// # Errors
/// Everything that is wrong; at least one diagnostic.
pub fn entry(entry: &Entry) -> Result<Vec<Obligation>, Vec<Diagnostic>> {
    let mut checker = Checker {
        after_pass: true,
        ..Checker::default()
    };
    for size in &entry.sizes {
        checker.nats.insert(size.clone());
    }
    for binder in entry.parameters() {
        checker.input(binder);
    }
    let expected = match &entry.result {
        Some(data) => PhraseType::Exp(data.clone()),
        None => PhraseType::Comm,
    };
    if let Err(error) = checker.check(&entry.body, &expected) {
        checker.errors.push(*error);
    }
    if checker.errors.is_empty() {
        let functions = &mut hierarchy::Functions::default();
        hierarchy::check(
            &entry.body,
            hierarchy::Author::Pass,
            functions,
            &mut checker.errors,
        );
    }
    checker.finish()
}

/// What the launch of an entry has to test, in the entry's own sizes: the entry is checked as a person wrote it.
///
/// # Errors
/// Everything that is wrong; at least one diagnostic.
pub fn obligations(entry: &Entry) -> Result<Vec<Obligation>, Vec<Diagnostic>> {
    let mut checker = Checker::default();
    for size in &entry.sizes {
        checker.size(size);
    }
    for binder in entry.parameters() {
        if let Err(error) = checker.phrase_type(&binder.ty, entry.body.span) {
            checker.errors.push(*error);
        }
        checker.input(binder);
    }
    if let Err(error) = checker.infer(&entry.body) {
        checker.errors.push(*error);
    }
    checker.finish()
}

/// The types of the variables that are free in a phrase.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Phrase variables.
    pub phrases: Vec<Binder>,
    /// Variables of kind nat.
    pub nats: Vec<Name>,
    /// Variables of kind data.
    pub datas: Vec<Name>,
}

/// The type of a phrase.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn type_of(phrase: &Phrase, context: &Context) -> Result<PhraseType, Box<Diagnostic>> {
    let mut checker = Checker {
        after_pass: true,
        ..Checker::default()
    };
    checker.nats.extend(context.nats.iter().cloned());
    checker.datas.extend(context.datas.iter().cloned());
    for binder in &context.phrases {
        checker.declare(&binder.name, &binder.ty);
    }
    let (found, _) = checker.infer(phrase)?;
    match checker.errors.into_iter().next() {
        Some(error) => Err(Box::new(error)),
        None => Ok(found),
    }
}

/// The result of a judgement; an error that leaves nothing to go on with.
type Checked<T> = Result<T, Box<Diagnostic>>;

/// Δ and Θ, what is known of sizes, and what was found.
#[derive(Default)]
struct Checker {
    /// Θ
    types: FxHashMap<Name, PhraseType>,
    /// The nats of Δ.
    nats: FxHashSet<Name>,
    /// The data types of Δ.
    datas: FxHashSet<Name>,
    /// Those nats that are known when a definition is launched.
    sizes: FxHashSet<Name>,
    /// What is known where the checker is.
    known: Known,
    /// Definitions before this one: their parameters, and what they ask of their sizes.
    definitions: FxHashMap<Name, (Vec<phrases::Parameter>, Vec<Obligation>)>,
    /// Whether a pass made the term: then conditions on sizes are not asked again.
    after_pass: bool,
    /// What the body of the parallel loop around may use actively because each iteration has its own part of it (DPIA-H-OWN).
    owned: FxHashSet<Name>,
    /// Cells in local memory, of which each work-group has its own.
    local_cells: FxHashSet<Name>,
    /// Private cells, of which each work-item has its own (DPIA-H-DISTRIBUTE).
    private_cells: FxHashSet<Name>,
    /// Nats that are known only when the program runs (DPIA-X-SIZE).
    run_sizes: FxHashSet<Name>,
    /// How many primitives stand around; nats bound inside of one are not known when the program is launched.
    inside: usize,
    /// Whether the acceptor that comes next is written at one element.
    one_element: bool,
    /// What the conditions around say if their arithmetic does not wrap, and what has to be at most what for that.
    doubtful: Vec<(Nat, Vec<(Nat, Nat)>)>,
    obligations: Vec<Obligation>,
    errors: Vec<Diagnostic>,
}

impl Walk for Checker {
    fn known(&mut self) -> &mut Known {
        &mut self.known
    }
}

impl Checker {
    fn finish(self) -> Result<Vec<Obligation>, Vec<Diagnostic>> {
        if self.errors.is_empty() {
            Ok(self.obligations)
        } else {
            Err(self.errors)
        }
    }

    fn declare(&mut self, x: &Name, ty: &PhraseType) {
        self.types.insert(x.clone(), ty.clone());
    }

    /// Declares what an entry reads or writes; an index that it reads may stand in index terms.
    fn input(&mut self, binder: &Binder) {
        if let PhraseType::Exp(DataType::Index(_)) = &binder.ty {
            let known = self.known.under(binder);
            self.known.learn(known);
        }
        self.declare(&binder.name, &binder.ty);
    }

    /// Notes a nat that a launch knows.
    fn size(&mut self, x: &Name) {
        self.nats.insert(x.clone());
        self.sizes.insert(x.clone());
    }

    /// Leaves a condition to the launch, or refuses it where it is decided or no launch can know.
    fn oblige(&mut self, condition: Condition, rule: &'static Rule, premise: &'static str, span: Span) {
        if self.after_pass {
            return;
        }
        if self.is_seen_if_exact(&condition, span) {
            return;
        }
        if rule.id == DPIA_X_RUN.id
            && condition
                .terms()
                .iter()
                .any(|n| n.variables().iter().any(|x| self.run_sizes.contains(x)))
        {
            // The launch itself tests its sizes.
            return;
        }
        let terms = condition.terms();
        let variables: Vec<Name> = terms.iter().flat_map(|n| n.variables()).collect();
        if matches!(condition, Condition::Fits(_)) && variables.iter().any(|x| !self.sizes.contains(x)) {
            // Whoever computes it finds out (DPIA-E-LIMIT).
            return;
        }
        if variables.is_empty() {
            let message = format!("it is not the case that {condition}");
            self.errors
                .push(Diagnostic::error(rule.refuse(premise), span, message));
        } else if let Some(x) = variables.iter().find(|x| !self.sizes.contains(*x)) {
            let message = format!("it cannot be seen that {condition}");
            let note =
                format!("`{x}` is not known when the program is launched, so this cannot be tested then");
            self.errors
                .push(Diagnostic::error(DPIA_K_NATX_OBL.refuse("launch"), span, message).with_note(note));
        } else if self.obligations.len() >= MOST_OBLIGATIONS {
            if self.errors.is_empty() {
                let message =
                    format!("more than {MOST_OBLIGATIONS} conditions on sizes are left to the launch");
                let refusal = DPIA_K_NATX_OBL.refuse("launch");
                self.errors.push(Diagnostic::error(refusal, span, message));
            }
        } else if !self.obligations.iter().any(|o| o.condition == condition) {
            self.obligations.push(Obligation {
                condition,
                rule,
                premise,
                span,
            });
        }
    }
}
