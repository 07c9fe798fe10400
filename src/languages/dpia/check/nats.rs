//! Nat terms: their variables are bound, their divisions and differences have values, and what can be seen of them.

use super::{Checked, Checker, Condition};
use crate::rules::kinding::*;
use crate::{Atom, Nat, NatExpression, Phrase, Ranges, Walk, facts};
use elder_syntax::{Diagnostic, Span};

impl Checker {
    /// Δ ⊢ I : nat, of a size; it mentions no index variables unless it is an index term (see [`Checker::index_term`]).
    pub(super) fn nat(&mut self, nat: &Nat, span: Span) -> Checked<()> {
        for x in nat.variables() {
            DPIA_K_VAR.apply();
            if !self.nats.contains(&x) && self.known.of(&x).is_none() {
                let refusal = DPIA_K_VAR.refuse("bound");
                let message = format!("`{x}` is not bound as a nat");
                return Err(Box::new(Diagnostic::error(refusal, span, message)));
            }
        }
        match nat.as_constant() {
            Some(_) => DPIA_K_LIT.apply(),
            None if nat.as_variable().is_some() => {}
            None => label(&nat.to_expression()),
        }
        if nat.as_constant().is_none_or(|c| c < 0) && nat.as_variable().is_none() {
            self.has_value(nat, span);
        }
        Ok(())
    }

    /// DPIA-K-NATX-OBL, of the term and of the terms in it.
    fn has_value(&mut self, nat: &Nat, span: Span) {
        DPIA_K_NATX_OBL.apply();
        for atom in nat.atoms() {
            self.atom_has_value(atom, span);
        }
        if self.after_pass {
            return;
        }
        let (numerator, denominator) = nat.fraction();
        if !denominator.is_one() {
            let condition = Condition::Divides(denominator, numerator.clone());
            self.oblige(condition, &DPIA_K_NATX_OBL, "divides", span);
        }
        let (positive, negative) = numerator.signs();
        if !negative.is_zero() {
            self.oblige(
                Condition::LessEq(negative, positive.clone()),
                &DPIA_K_NATX_OBL,
                "negative",
                span,
            );
        }
        // What is subtracted is not more than this.
        self.oblige(
            Condition::Fits(without_zeros(&positive)),
            &DPIA_K_NATX_OBL,
            "fits",
            span,
        );
    }

    fn atom_has_value(&mut self, atom: &Atom, span: Span) {
        match atom {
            Atom::Var(_) => {}
            Atom::Overflow(_) => {
                let message = "the numbers in this size are too large";
                let error = Diagnostic::error(DPIA_K_NATX_OBL.refuse("overflow"), span, message);
                self.errors.push(error);
            }
            Atom::Group(inner) => self.has_value(inner, span),
            Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                self.has_value(a, span);
                self.has_value(b, span);
                self.oblige(Condition::Positive(b.clone()), &DPIA_K_NATX_OBL, "positive", span);
            }
            Atom::Power(a, b) | Atom::Min(a, b) | Atom::Max(a, b) => {
                self.has_value(a, span);
                self.has_value(b, span);
            }
        }
    }

    /// Whether a condition holds for all sizes and indexes in scope, as far as that is seen.
    pub(super) fn is_seen(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Divides(divisor, number) => match (divisor.as_constant(), number.as_constant()) {
                (Some(d), Some(n)) => d > 0 && n % d == 0,
                _ => number
                    .divided_exactly(divisor)
                    .is_some_and(|q| q.is_integral() && self.is_positive(divisor)),
            },
            Condition::Less(a, b) => self.is_below(a, b),
            Condition::LessEq(a, b) => self.is_below(a, &b.plus(&Nat::one())),
            Condition::Positive(a) => self.is_positive(a),
            Condition::Fits(a) => match a.to_expression() {
                NatExpression::Overflow => false,
                tree => has_large_numeral(&tree) || evidently_fits(&tree),
            },
        }
    }

    /// Notes what a condition says only if its arithmetic does not wrap, besides what is known in the branch.
    pub(super) fn doubt(&mut self, condition: &Phrase, holds: bool, known: &Ranges) {
        for fact in facts::of(condition, holds) {
            if fact.is_given(known)
                && !fact.is_exact(&self.known)
                && let Some(needs) = fact.needs(&self.known)
                && (needs.iter()).all(|(term, _)| term.variables().iter().all(|x| self.sizes.contains(x)))
            {
                self.doubtful.push((fact.nat, needs));
            }
        }
    }

    /// Whether a condition holds, also by what is known only if arithmetic in the conditions around does not wrap; that it does not
    /// is left to the launch then (DPIA-K-FACTS).
    pub(super) fn is_seen_if_exact(&mut self, condition: &Condition, span: Span) -> bool {
        if self.is_seen(condition) {
            return true;
        }
        let mut known = (*self.known).clone();
        let mut needed = Vec::new();
        for (fact, needs) in self.doubtful.clone().into_iter().rev() {
            known = known.assuming(fact);
            needed.extend(needs);
            if self.within(known.clone(), |checker| checker.is_seen(condition)) {
                // No condition is asked by the help of another one.
                let doubtful = std::mem::take(&mut self.doubtful);
                for (term, most) in needed {
                    self.oblige(Condition::LessEq(term, most), &DPIA_K_FACTS, "exact", span);
                }
                self.doubtful = doubtful;
                return true;
            }
        }
        false
    }

    fn is_positive(&self, nat: &Nat) -> bool {
        self.is_nonnegative(&nat.minus(&Nat::one()))
    }

    /// a < b for all values in scope.
    pub(super) fn is_below(&self, a: &Nat, b: &Nat) -> bool {
        self.is_nonnegative(&b.minus(a).minus(&Nat::one()))
            || a.upper_bound(&self.known)
                .is_some_and(|bound| self.is_nonnegative(&b.minus(&bound)))
    }

    fn is_nonnegative(&self, nat: &Nat) -> bool {
        nat.is_nonnegative(&self.known)
    }
}

/// A sum in whose products of three and more factors those that are zero do not count: whoever multiplies comes by what the others are.
fn without_zeros(sum: &Nat) -> Nat {
    fn factors(term: &NatExpression) -> usize {
        match term {
            NatExpression::Mul(a, b) => factors(a) + factors(b),
            _ => 1,
        }
    }
    let product = |term: Nat| match factors(&term.to_expression()) {
        0..3 => term,
        _ => {
            let mut atoms: Vec<Atom> = term.factors().into_iter().map(Atom::Var).collect();
            atoms.extend(term.atoms().into_iter().cloned());
            atoms.iter().fold(term, |term, atom| {
                let positive = Nat::atom(atom.clone()).maximum(&Nat::one());
                term.with_atom(atom, &positive, &Ranges::new())
            })
        }
    };
    (sum.summands().into_iter().map(product)).fold(Nat::zero(), |sum, term| sum.plus(&term))
}

/// Whether 64 bits are seen to hold a term over sizes, each of which they hold.
fn evidently_fits(term: &NatExpression) -> bool {
    match term {
        NatExpression::Lit(_) | NatExpression::Var(_) => true,
        NatExpression::Sub(a, _) | NatExpression::Div(a, _) | NatExpression::DivExact(a, _) => {
            evidently_fits(a)
        }
        NatExpression::Rem(a, b) | NatExpression::Min(a, b) => evidently_fits(a) || evidently_fits(b),
        NatExpression::Max(a, b) => evidently_fits(a) && evidently_fits(b),
        NatExpression::Add(..)
        | NatExpression::Mul(..)
        | NatExpression::Pow(..)
        | NatExpression::Overflow => false,
    }
}

/// Whether a term has a numeral that 64 bits do not hold: it is refused by whoever has to compute with it.
fn has_large_numeral(term: &NatExpression) -> bool {
    match term {
        NatExpression::Overflow => true,
        NatExpression::Lit(_) | NatExpression::Var(_) => false,
        NatExpression::Add(a, b)
        | NatExpression::Sub(a, b)
        | NatExpression::Mul(a, b)
        | NatExpression::DivExact(a, b)
        | NatExpression::Div(a, b)
        | NatExpression::Rem(a, b)
        | NatExpression::Pow(a, b)
        | NatExpression::Min(a, b)
        | NatExpression::Max(a, b) => has_large_numeral(a) || has_large_numeral(b),
    }
}

/// Notes which rules a term is built by.
fn label(term: &NatExpression) {
    match term {
        NatExpression::Var(_) | NatExpression::Overflow => {}
        NatExpression::Lit(_) => DPIA_K_LIT.apply(),
        NatExpression::Add(a, b) => {
            DPIA_K_ADD.apply();
            label(a);
            label(b);
        }
        NatExpression::Mul(a, b) => {
            DPIA_K_MUL.apply();
            label(a);
            label(b);
        }
        NatExpression::Sub(a, b)
        | NatExpression::DivExact(a, b)
        | NatExpression::Div(a, b)
        | NatExpression::Rem(a, b)
        | NatExpression::Pow(a, b)
        | NatExpression::Min(a, b)
        | NatExpression::Max(a, b) => {
            DPIA_K_NATX.apply();
            label(a);
            label(b);
        }
    }
}
