//! Equality of types (paper 3.1) and the order on them that lets passive functions stand for functions (DPIA-Q-SUB).

use super::Checker;
use crate::rules::kinding::*;
use crate::rules::typing::*;
use crate::{DataType, Nat, PhraseType, Ranges};
use elder_syntax::{Diagnostic, Span};

/// Why one type is not below another.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Only these sizes differ.
    Sizes(Nat, Nat),
    /// A function would have to be passive.
    Passivity,
    /// They are built differently.
    Shape,
}

/// What keeps `found` from standing where `expected` is wanted; `None` if nothing does.
pub fn difference(found: &PhraseType, expected: &PhraseType, ranges: &Ranges) -> Option<Difference> {
    match (found, expected) {
        (PhraseType::Exp(a), PhraseType::Exp(b)) | (PhraseType::Acc(a), PhraseType::Acc(b)) => {
            data(a, b, ranges)
        }
        (PhraseType::Upd(op, a), PhraseType::Upd(other, b)) if op == other => data(a, b, ranges),
        (PhraseType::Comm, PhraseType::Comm) => None,
        (PhraseType::Product(a1, a2), PhraseType::Product(b1, b2)) => {
            difference(a1, b1, ranges).or_else(|| difference(a2, b2, ranges))
        }
        (
            PhraseType::Fun {
                passive: p,
                from: a1,
                to: a2,
            },
            PhraseType::Fun {
                passive: q,
                from: b1,
                to: b2,
            },
        ) => {
            if *q && !*p {
                return Some(Difference::Passivity);
            }
            if *p && !*q {
                DPIA_T_DERELICT.apply();
            }
            difference(b1, a1, ranges).or_else(|| difference(a2, b2, ranges))
        }
        (PhraseType::NatFun(x, a), PhraseType::NatFun(y, b)) => {
            difference(a, &b.with_nat(y, &Nat::var(x)), ranges)
        }
        (PhraseType::DataFun(x, a), PhraseType::DataFun(y, b)) => {
            difference(a, &b.with_data(y, &DataType::Var(x.clone())), ranges)
        }
        _ => Some(Difference::Shape),
    }
}

/// Δ ⊢ δ1 ≡ δ2
fn data(a: &DataType, b: &DataType, ranges: &Ranges) -> Option<Difference> {
    match (a, b) {
        (DataType::Num(s), DataType::Num(t)) if s == t => None,
        (DataType::Vector(v, s), DataType::Vector(w, t)) if v == w && s == t => None,
        (DataType::Var(x), DataType::Var(y)) if x == y => None,
        (DataType::Index(n), DataType::Index(m)) => sizes(n, m, ranges),
        (DataType::Array(n, d), DataType::Array(m, e)) => data(d, e, ranges).or_else(|| sizes(n, m, ranges)),
        (DataType::Pair(a1, a2), DataType::Pair(b1, b2)) => {
            data(a1, b1, ranges).or_else(|| data(a2, b2, ranges))
        }
        _ => Some(Difference::Shape),
    }
}

/// Δ ⊢ I ≡ J : nat, by normal forms.
fn sizes(a: &Nat, b: &Nat, ranges: &Ranges) -> Option<Difference> {
    DPIA_K_EQ.apply();
    DPIA_K_EQ_ALG.apply();
    let short = |n: &Nat| n.rebuild(&mut |_| None, ranges);
    if a == b || short(a) == short(b) {
        None
    } else {
        Some(Difference::Sizes(a.clone(), b.clone()))
    }
}

impl Checker {
    /// DPIA-Q-SUB: `found` may stand where `expected` is wanted; reported if not.
    pub(super) fn expect(&mut self, found: &PhraseType, expected: &PhraseType, span: Span) {
        DPIA_Q_SUB.apply();
        DPIA_T_CONV.apply();
        DPIA_K_EQ_CONG.apply();
        let error = match difference(found, expected, &self.known) {
            None => return,
            Some(Difference::Sizes(a, b)) => Diagnostic::error(
                DPIA_K_EQ.refuse("sizes"),
                span,
                format!("the size {a} is not {b}"),
            ),
            Some(Difference::Passivity) => Diagnostic::error(
                DPIA_T_PROMOTE.refuse("passive"),
                span,
                "this function may use identifiers actively, and a passive function is wanted",
            ),
            Some(Difference::Shape) => Diagnostic::error(
                DPIA_T_CONV.refuse("equal"),
                span,
                format!("this is {found}, and {expected} is wanted"),
            ),
        };
        let error = error
            .with_note(format!("found:    {found}"))
            .with_note(format!("expected: {expected}"));
        self.errors.push(error);
    }
}
