//! What the types of acceptors do not see: that the indexes of a scatter differ and that a function has the inverse that is given for
//! it.  Otherwise two iterations of a parallel loop would own one element.

use super::Checker;
use crate::rules::primitives::{DPIA_X_REORDER, DPIA_X_SCATTER_OBL};
use crate::{Name, Nat, Node, Phrase, Prim};
use elder_syntax::{Diagnostic, Span};

/// Up to this length a function is tried at every index.
const MOST_INDEXES: i64 = 4096;

/// An index function whose body is an index term: its variable and the term.
fn index_function(f: &Phrase) -> Option<(&Name, Nat)> {
    let Node::Lambda(binder, body) = &*f.node else {
        return None;
    };
    let term = match &*body.node {
        Node::Prim(Prim::IndexLiteral { value, .. }, _) => value.clone(),
        Node::Var(x) => Nat::var(x),
        _ => return None,
    };
    Some((&binder.name, term))
}

/// The index function of an array of indexes that is generated.
fn generated(indexes: &Phrase) -> Option<&Phrase> {
    match &*indexes.node {
        Node::Prim(Prim::Generate { .. }, parts) => parts.first(),
        _ => None,
    }
}

/// Whether the indexes are seen to differ: from one to the next they change by a number that is not zero.
fn differ(indexes: &Phrase) -> bool {
    let Some((x, term)) = generated(indexes).and_then(index_function) else {
        return false;
    };
    let next = term.substitute(x, &Nat::var(x).plus(&Nat::one()));
    next.minus(&term).as_constant().is_some_and(|step| step != 0)
}

impl Checker {
    /// DPIA-X-SCATTER-OBL, of expressions: indexes that are visibly all the same meet; all others are tested when the program runs.
    pub(super) fn scattered(&mut self, indexes: Option<&Phrase>, n: &Nat) {
        DPIA_X_SCATTER_OBL.apply();
        let Some(f) = indexes.and_then(generated) else {
            return;
        };
        if let Some((x, term)) = index_function(f)
            && !term.variables().contains(x)
            && n.as_constant().is_none_or(|n| n > 1)
        {
            let message = "all elements go to the same place";
            let refusal = DPIA_X_SCATTER_OBL.refuse("injective");
            let error = Diagnostic::error(refusal, f.span, message)
                .with_label("this index does not depend on the element");
            self.errors
                .push(error.with_help("`reduceByIndex` combines elements that meet"));
        }
    }

    /// DPIA-X-SCATTER-OBL, of acceptors: nothing tests their indexes, so they must be seen to differ.
    pub(super) fn scatter_target(&mut self, indexes: Option<&Phrase>, n: &Nat, span: Span) {
        DPIA_X_SCATTER_OBL.apply();
        let one_element = std::mem::take(&mut self.one_element);
        if self.after_pass
            || one_element
            || n.as_constant().is_some_and(|n| n <= 1)
            || indexes.is_some_and(differ)
        {
            return;
        }
        let message = "it is not seen that the indexes of this acceptor differ: parallel iterations could write one element";
        let refusal = DPIA_X_SCATTER_OBL.refuse("injective");
        let mut error = Diagnostic::error(refusal, span, message);
        if let Some(indexes) = indexes {
            error = error.and_at(indexes.span, "these indexes");
        }
        self.errors.push(error.with_help(
            "the expression `scatter(indexes, values)` tests its indexes when it runs; `accumulate` combines elements that meet",
        ));
    }

    /// DPIA-X-REORDER: the second function undoes the first.
    pub(super) fn inverse(&mut self, f: &Phrase, inverse: &Phrase, n: &Nat, span: Span) {
        if self.after_pass {
            return;
        }
        let seen = match (index_function(f), index_function(inverse)) {
            (Some((x, there)), Some((y, back))) => self.undoes((x, &there), (y, &back), n),
            _ => false,
        };
        if seen {
            return;
        }
        let message = "it is not seen that the second function undoes the first: parallel iterations could write one element";
        let error = Diagnostic::error(DPIA_X_REORDER.refuse("inverse"), span, message)
            .and_at(f.span, "this function")
            .and_at(inverse.span, "is not undone by this one");
        self.errors
            .push(error.with_help("`gather` reads by any indexes, `scatter` tests them before it writes"));
    }

    /// Whether f(g(y)) = y for all y < n, by normal forms or by trying.  On finitely many indexes, f and g are then inverse to each other.
    fn undoes(&self, (x, f): (&Name, &Nat), (y, g): (&Name, &Nat), n: &Nat) -> bool {
        let mut ranges = self.ranges.clone();
        ranges.below(y, n);
        let composed = f.rebuild(&mut |z| (z == x).then(|| g.clone()), &ranges);
        if composed == Nat::var(y) {
            return true;
        }
        let Some(n) = n.as_constant().filter(|n| *n <= MOST_INDEXES) else {
            return false;
        };
        let at = |term: &Nat, z: &Name, k: i64| term.evaluate(&|w| (w == z).then_some(k)).ok();
        (0..n).all(|k| at(g, y, k).and_then(|j| at(f, x, j)) == Some(k))
    }
}
