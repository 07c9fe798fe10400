//! The small-step system with locations, literally (paper 5.2; notes 7).
//!
//! | module | what |
//! | --- | --- |
//! | [`value`] | which terms are values, which of them base values (FCL-V-*) |
//! | [`reduce`] | the judgement `e ↪loc e'`: contexts and the rules of the lambda calculus |
//! | [`operator`] | the same for operators applied to values, save for `force` |
//! | [`force`] | `force`: threads, waves of groups, delayed sub-arrays |
//! | [`substitute`] | `e[x ↦ v]`, `e[α ↦ γ]` |
//! | [`show`] | terms, abbreviated |
//!
//! Each rule is one arm.  A step rebuilds the term along the path to what was reduced and substitutes in it, so this system is
//! for reading, for derivations and for comparing others with; [`crate::fcl::machine`] is for running.

pub(in crate::fcl) mod force;
pub(in crate::fcl) mod operator;
mod reduce;
pub mod show;
pub mod substitute;
pub mod value;

use crate::derivation::Derivation;
use crate::failure::{Fail, Failure, Run};
use crate::fcl::cost::{Cost, level};
use crate::fcl::limits::Limits;
use crate::fcl::location::Location;
use crate::options;
use crate::order::{Order, Schedule};
use elder_fcl::Expression;
use elder_syntax::{Rule, Span};

/// What one step at a location leads to.
#[derive(Debug)]
pub enum Step {
    /// The term is a value.
    Value,
    /// The term that it steps to, by this rule (that of the innermost redex; of a wave, the rule of the wave).
    To(Expression, &'static Rule),
    /// The term has no value.
    Error(Fail),
}

/// `e ↪loc e'`.  A step that forces sub-arrays takes as long as they do: see [`Stepper::step`] for one with limits.
pub fn step(e: &Expression, at: &Location) -> Step {
    Stepper::new(Limits::new(options::Limits::default()), Order::Forward, None).step(e, at)
}

/// Runs terms step by step.
#[derive(Debug)]
pub struct Stepper {
    limits: Limits,
    schedule: Schedule,
    /// The steps so far; traffic is not counted.
    pub cost: Cost,
    /// The derivation so far, if it is recorded.
    pub derivation: Option<Derivation>,
    /// The rule of the last redex.
    last: Option<&'static Rule>,
}

impl Stepper {
    /// Has done nothing yet.
    pub fn new(limits: Limits, order: Order, derivation: Option<Derivation>) -> Stepper {
        Stepper {
            limits,
            schedule: Schedule::new(order),
            cost: Cost::default(),
            derivation,
            last: None,
        }
    }

    /// `e ↪loc e'`
    pub fn step(&mut self, e: &Expression, at: &Location) -> Step {
        match self.reduce(e, at) {
            Ok(None) => Step::Value,
            Ok(Some(next)) => match self.last {
                Some(rule) => Step::To(next, rule),
                None => Step::Error(Failure::internal(e.span, "a step by no rule")),
            },
            Err(failure) => Step::Error(failure),
        }
    }

    /// Steps of the whole at a location, until there is a value.
    ///
    /// # Errors
    /// When there is none.
    pub fn run(&mut self, mut e: Expression, at: &Location) -> Run<Expression> {
        while let Some(next) = self.take(&e, at)? {
            e = next;
            self.cost.steps += 1;
            self.cost.span += 1;
        }
        Ok(e)
    }

    /// `e ↪*loc v` as a premise: the span grows.
    fn normalise(&mut self, mut e: Expression, at: &Location) -> Run<Expression> {
        while let Some(next) = self.take(&e, at)? {
            e = next;
            self.cost.span += 1;
        }
        Ok(e)
    }

    /// A step that is counted for the level of its location.
    fn take(&mut self, e: &Expression, at: &Location) -> Run<Option<Expression>> {
        let next = self.reduce(e, at)?;
        if next.is_some() {
            self.limits.step(e.span)?;
            self.cost.work[level(at.height())] += 1;
        }
        Ok(next)
    }

    /// A rule is applied to a term; its premises follow, then [`Stepper::done`].
    fn begin(&mut self, rule: &'static Rule, e: &Expression, at: &Location) {
        rule.apply();
        self.last = Some(rule);
        if let Some(derivation) = &mut self.derivation {
            derivation.open_step(rule, e.span, || format!("{at}: {}", show::brief(e)));
        }
    }

    /// The rule gives this term.
    fn done(&mut self, rule: &'static Rule, result: Expression) -> Run<Option<Expression>> {
        self.last = Some(rule);
        if let Some(derivation) = &mut self.derivation {
            let shown = derivation.is_recording().then(|| show::brief(&result));
            derivation.close(shown);
        }
        Ok(Some(result))
    }

    /// A rule without premises.
    fn axiom(
        &mut self,
        rule: &'static Rule,
        e: &Expression,
        at: &Location,
        result: Expression,
    ) -> Run<Option<Expression>> {
        self.begin(rule, e, at);
        self.done(rule, result)
    }
}

/// `f x`, at the place of what makes the application.
fn applied(f: &Expression, x: Expression, span: Span) -> Expression {
    Expression { span, ..f.apply(x) }
}
