//! Equations between sizes (DPIA-K-EQ, DPIA-K-EQ-ALG).
//!
//! Both sides are polynomials.  An equation in one unknown that is linear in it is solved at once; others wait until what
//! they mention is found.

use super::Elaborator;
use super::metas::{Equation, UnaryResult};
use super::unify::Clash;
use crate::rules::kinding::{DPIA_K_EQ, DPIA_K_EQ_ALG};
use crate::{Name, Nat};
use elder_syntax::Span;

/// What became of an equation.
enum Outcome {
    Holds,
    Contradiction,
    Waits,
}

impl Elaborator {
    /// Makes two sizes equal.
    pub(super) fn unify_nat(&mut self, a: &Nat, b: &Nat, span: Span) -> Result<(), Clash> {
        DPIA_K_EQ.apply();
        match self.try_solve(a, b) {
            Outcome::Holds => Ok(()),
            Outcome::Contradiction => Err(Clash::Sizes(self.metas.nat(a), self.metas.nat(b))),
            Outcome::Waits => {
                self.metas.equations.push(Equation {
                    left: a.clone(),
                    right: b.clone(),
                    span,
                });
                Ok(())
            }
        }
    }

    fn try_solve(&mut self, a: &Nat, b: &Nat) -> Outcome {
        DPIA_K_EQ_ALG.apply();
        let (a, b) = (self.metas.nat(a), self.metas.nat(b));
        if a == b {
            return Outcome::Holds;
        }
        // `? = n`
        for (side, other) in [(&a, &b), (&b, &a)] {
            if let Some(x) = side.as_variable().filter(|x| self.metas.nats.contains_key(x))
                && !other.variables().contains(x)
            {
                return self.found(x, other);
            }
        }
        let difference = a.minus(&b);
        if difference.is_zero() {
            return Outcome::Holds;
        }
        let mut unknowns = difference.variables();
        unknowns.retain(|x| self.metas.nats.contains_key(x));
        match unknowns.as_slice() {
            [] => Outcome::Contradiction,
            [x] => match difference.solve_for(x, &Nat::zero()) {
                Some(value) => self.found(x, &value),
                None => Outcome::Waits,
            },
            _ => Outcome::Waits,
        }
    }

    /// A new unknown is the size that the text has in its place.  Whether that is a natural number is the checker's question.
    pub(super) fn written(&mut self, unknown: &Nat, size: &Nat) {
        let unknown = unknown.as_variable().and_then(|x| self.metas.nats.get_mut(x));
        if let Some(meta) = unknown {
            meta.solution = Some(size.clone());
            self.metas.news = true;
        }
    }

    fn found(&mut self, x: &Name, value: &Nat) -> Outcome {
        // A number that is no natural number has no unknowns and is no natural constant.
        if value.variables().is_empty() && value.as_constant().is_none_or(|c| c < 0) {
            return Outcome::Contradiction;
        }
        if let Some(meta) = self.metas.nats.get_mut(x) {
            meta.solution = Some(value.clone());
            self.metas.news = true;
        }
        Outcome::Holds
    }

    /// Looks again at what waits.
    pub(super) fn settle(&mut self) {
        self.settle_unary();
        while std::mem::take(&mut self.metas.news) {
            for equation in std::mem::take(&mut self.metas.equations) {
                match self.try_solve(&equation.left, &equation.right) {
                    Outcome::Holds => {}
                    Outcome::Waits => self.metas.equations.push(equation),
                    Outcome::Contradiction => self.sizes_differ(&equation),
                }
            }
            self.settle_unary();
        }
    }

    /// At the end: an equation in which several sizes are unknown gives one of them if it is linear in it.
    pub(super) fn settle_rest(&mut self) {
        self.settle();
        while let Some((x, value)) = self.metas.equations.iter().find_map(|e| {
            let difference = self.metas.nat(&e.left).minus(&self.metas.nat(&e.right));
            let unknowns = difference
                .variables()
                .into_iter()
                .filter(|x| self.metas.nats.contains_key(x));
            unknowns
                .into_iter()
                .find_map(|x| Some((x.clone(), difference.solve_for(&x, &Nat::zero())?)))
        }) {
            self.found(&x, &value);
            if !self.metas.news {
                break;
            }
            self.settle();
        }
    }

    /// The types of the results of operators of one operand, where that of the operand is known.
    fn settle_unary(&mut self) {
        for waiting in std::mem::take(&mut self.metas.unary) {
            let UnaryResult { op, of, result, span } = &waiting;
            match self.unary_result(*op, of) {
                None => self.metas.unary.push(waiting),
                Some(None) => {} // reported with the operator
                Some(Some(found)) => {
                    if let Err(clash) = self.unify_data(result, &found, *span) {
                        let expected = super::metas::Type::Exp(result.clone());
                        let found = super::metas::Type::Exp(found);
                        self.mismatch(&expected, &found, &clash, *span, super::report::Place::Plain);
                    }
                }
            }
        }
    }
}
