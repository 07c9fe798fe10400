//! The sizes of launches (DPIA-X-RUN).
//!
//! A launch of no items does nothing.  That is right where there is nothing to do: where the result has no elements, or no loop of the
//! kernel has iterations.  So what a size has to be is a condition on the *work*: if there is any, no size is zero.
//!
//! Of sizes that are known only when the program runs nothing is left to the start of the program: the launch asks when it begins.

use super::{Checked, Checker, Condition};
use crate::rules::primitives::DPIA_X_RUN;
use crate::{DataType, Extent, Nat, Node, Phrase, Prim, Strategy};
use elder_syntax::{Diagnostic, Span};

impl Checker {
    /// DPIA-X-RUN, of a kernel that does so much.
    pub(super) fn extents(&mut self, local: &Extent, global: &Extent, work: &Nat, span: Span) -> Checked<()> {
        if local.len() != global.len() || !(1..=3).contains(&local.len()) {
            let message = format!(
                "the local size has {} dimensions, the global one {}",
                local.len(),
                global.len()
            );
            let refusal = DPIA_X_RUN.refuse("dimensions");
            return Err(Box::new(Diagnostic::error(refusal, span, message)));
        }
        if self.after_pass {
            return Ok(());
        }
        let any = match work.variables().iter().all(|x| self.sizes.contains(x)) {
            true => Nat::one().minimum(work),
            false => Nat::one(),
        };
        for (l, g) in local.iter().zip(global) {
            for size in [l, g] {
                let condition = match self.is_seen(&Condition::Positive(work.clone())) || any.is_one() {
                    true => Condition::Positive(size.clone()),
                    false => Condition::LessEq(any.clone(), size.clone()),
                };
                self.oblige(condition, &DPIA_X_RUN, "positive", span);
            }
            // Groups of no items have nothing to do.
            let divisor = match self.is_seen(&Condition::Positive(l.clone())) {
                true => l.clone(),
                false => l.maximum(&Nat::one()),
            };
            self.oblige(
                Condition::Divides(divisor, g.clone()),
                &DPIA_X_RUN,
                "divides",
                span,
            );
        }
        Ok(())
    }
}

/// How many numbers a value of this type has.
pub(super) fn numbers(of: &DataType) -> Nat {
    match of {
        DataType::Array(n, element) => n.times(&numbers(element)),
        DataType::Pair(a, b) => numbers(a).plus(&numbers(b)),
        _ => Nat::one(),
    }
}

/// How many iterations the loops of a kernel over its items and groups have, and how many commands stand outside of them: zero only
/// if the kernel does nothing.
pub fn work(c: &Phrase) -> Nat {
    elder_syntax::effort::deeper(|| match &*c.node {
        Node::Lambda(_, body) | Node::NatLambda(_, body) => work(body),
        Node::Prim(prim, parts) => match (prim, parts.as_slice()) {
            (Prim::Skip {} | Prim::Barrier { .. }, _) => Nat::zero(),
            (Prim::Seq {}, [first, second]) => work(first).plus(&work(second)),
            (Prim::If { .. }, [_, yes, no]) => work(yes).plus(&work(no)),
            (Prim::New { .. } | Prim::Accumulating { .. } | Prim::Part { .. }, [.., body]) => work(body),
            (Prim::For { n, .. }, _) => n.clone(),
            (
                Prim::Parfor { strategy, n, .. }
                | Prim::ParforInPlace { strategy, n, .. }
                | Prim::ParforEach { strategy, n },
                _,
            ) => match (strategy, parts.last().map(|body| &*body.node)) {
                (Strategy::Any, Some(Node::Lambda(_, body))) if n.is_one() => work(body),
                // Groups and items do nothing if their iterations have nothing to do.
                (_, Some(Node::Lambda(i, body))) => {
                    let own = work(body);
                    if own.mentions(&i.name) {
                        n.clone()
                    } else {
                        n.times(&own)
                    }
                }
                _ => n.clone(),
            },
            _ => Nat::one(),
        },
        _ => Nat::one(),
    })
}
