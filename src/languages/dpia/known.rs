//! What is known at each place of a program, and walks that cannot know more than their place does (DPIA-K-FACTS).
//!
//! Facts come from what stands around a place: the loops whose bodies it is in, the conditions of the branches it is in, the
//! `letSize` whose number it is below.  A walk over a tree keeps what it knows in a [`Known`], and the only way to know more is
//! [`Walk::within`], which ends with the part of the tree that it is for.  So no fact outlives its loop, or reaches a sibling.  What
//! writes statements one after another, such that one tests what the next ones rely on, may [`Known::learn`] within a block.

use crate::{Binder, DataType, Name, Nat, Node, Phrase, PhraseType, Prim, Ranges, facts};
use std::ops::Deref;

/// What a walk knows where it is; see [`Walk::within`].
#[derive(Default)]
pub struct Known(Ranges);

impl Known {
    /// From here on this is known, until the innermost [`Walk::within`] ends.
    pub fn learn(&mut self, ranges: Ranges) {
        self.0 = ranges;
    }
}

impl Deref for Known {
    type Target = Ranges;

    fn deref(&self) -> &Ranges {
        &self.0
    }
}

/// A walk over a tree that knows what holds at its place.
pub trait Walk: Sized {
    /// What is known at the place of the walk.
    fn known(&mut self) -> &mut Known;

    /// What `inner` gives at a place where this is known; afterwards only what was known before is.
    fn within<T>(&mut self, ranges: Ranges, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.known().0, ranges);
        let result = inner(self);
        self.known().0 = outer;
        result
    }
}

/// What is known where, by the parts of a program.
pub trait Places {
    /// What is known in a part of `prim parts`: in a branch what the condition says, below a `letSize` that the size is at most its bound.
    #[must_use]
    fn in_part(&self, prim: &Prim, parts: &[Phrase], position: usize) -> Ranges;

    /// What is known where the condition has this truth value.
    #[must_use]
    fn branch(&self, condition: &Phrase, holds: bool) -> Ranges;

    /// What is known under a binder: that an index is below its bound, which is therefore not zero.
    #[must_use]
    fn under(&self, binder: &Binder) -> Ranges;
}

impl Places for Ranges {
    fn in_part(&self, prim: &Prim, parts: &[Phrase], position: usize) -> Ranges {
        match (prim, position, parts) {
            (Prim::If { .. }, 1 | 2, [condition, ..]) => self.branch(condition, position == 1),
            _ => match size_that_runs(prim, parts) {
                Some((k, most, body)) if body == position => {
                    self.between(k, &Nat::zero(), &most.plus(&Nat::one()))
                }
                _ => self.clone(),
            },
        }
    }

    fn branch(&self, condition: &Phrase, holds: bool) -> Ranges {
        let exact = facts::of(condition, holds).into_iter();
        let exact = exact.filter(|fact| fact.is_exact(self));
        facts::assumed(self, exact.map(|fact| (fact.nat, fact.given)).collect())
    }

    fn under(&self, binder: &Binder) -> Ranges {
        match &binder.ty {
            PhraseType::Exp(DataType::Index(n)) => self.below(&binder.name, n).nonzero(n),
            _ => self.clone(),
        }
    }
}

/// The nat that a primitive binds to a number that is known only when the program runs, the most that it can be, and the number of
/// the argument in which it is known (DPIA-X-SIZE, DPIA-X-PARTITION).
pub(crate) fn size_that_runs<'a>(prim: &'a Prim, parts: &'a [Phrase]) -> Option<(&'a Name, &'a Nat, usize)> {
    let (most, position) = match prim {
        Prim::LetSize { most, .. } => (most, 1),
        Prim::Partition { n, .. } | Prim::PartitionGroups { n, .. } => (n, 2),
        _ => return None,
    };
    match &*parts.get(position)?.node {
        Node::NatLambda(k, _) => Some((k, most, position)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Anything(Known);

    impl Walk for Anything {
        fn known(&mut self) -> &mut Known {
            &mut self.0
        }
    }

    #[test]
    fn no_fact_outlives_its_place() {
        let ([x, n], one) = (["x", "n"].map(Name::fresh), Nat::one());
        let mut walk = Anything::default();
        let positive = |walk: &Anything| Nat::var(&n).minus(&one).is_nonnegative(&walk.0);
        assert!(!positive(&walk));
        let inside = walk.0.below(&x, &Nat::var(&n)).nonzero(&Nat::var(&n));
        walk.within(inside, |walk| {
            assert!(positive(walk));
            let learnt = walk.0.assuming(Nat::var(&x).minus(&one));
            walk.0.learn(learnt);
            assert!(Nat::var(&x).minus(&one).is_nonnegative(&walk.0));
        });
        assert!(!positive(&walk));
    }
}
