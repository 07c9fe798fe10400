//! The variables that are free in a phrase, kept with its node.
//!
//! Passes ask of each scope whether a variable occurs in it, and put phrases in the place of variables.  Both go into a part only if the part
//! mentions the variable, so they cost what the uses of the variable cost, and not what its scope does.  The set of a node is made when it is
//! first asked for, of those of its parts; as trees are shared and never changed, it is made once.
//!
//! Most sets have a few members and are rows of numbers, which parts and wholes share where they are equal; larger ones are trees that share what they
//! have in common, so that the set of a long scope differs from that of the scope within it by what one step differs.

use crate::{Name, Node, Phrase, PhraseType};
use std::sync::Arc;

/// Sets with more members than this are trees.
const MOST_FEW: usize = 24;

/// Variables that are free in a phrase, in its terms, sizes and types, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Free(Members);

#[derive(Clone, Debug, Default)]
enum Members {
    #[default]
    None,
    One(u64),
    /// In order.
    Few(Arc<[u64]>),
    Many(im::OrdSet<u64>),
}

impl Members {
    /// Those that are no tree, in order.
    fn row(&self) -> &[u64] {
        match self {
            Members::None | Members::Many(_) => &[],
            Members::One(x) => std::slice::from_ref(x),
            Members::Few(row) => row,
        }
    }
}

impl Free {
    /// Of a node.
    pub(crate) fn of(node: &Node) -> Free {
        let below = |p: &Phrase| p.free().clone();
        match node {
            Node::Var(x) => Free::one(x),
            Node::Lambda(binder, body) => below(body).without(&binder.name).and(Free::of_type(&binder.ty)),
            Node::NatLambda(x, body) | Node::DataLambda(x, body) => below(body).without(x),
            Node::NatApply(p, n) => below(p).and(Free::all(|see| n.each_variable(see))),
            Node::DataApply(p, d) => below(p).and(Free::all(|see| d.each_variable(see))),
            Node::Proj(p, _) => below(p),
            Node::Apply(p, q) | Node::Pair(p, q) => below(p).and(below(q)),
            Node::Prim(prim, parts) => {
                let own = Free::all(|see| prim.each_variable(see));
                parts.iter().fold(own, |all, part| all.and(below(part)))
            }
        }
    }

    /// Of the sizes and types of a binder.
    fn of_type(ty: &PhraseType) -> Free {
        Free::all(|see| ty.each_variable(see))
    }

    fn one(x: &Name) -> Free {
        Free(Members::One(x.id()))
    }

    /// All that `look` sees.
    fn all(look: impl FnOnce(&mut dyn FnMut(&Name))) -> Free {
        let mut seen: Vec<u64> = Vec::new();
        look(&mut |x| seen.push(x.id()));
        seen.sort_unstable();
        seen.dedup();
        Free::few(seen)
    }

    /// Members in order.
    fn few(members: Vec<u64>) -> Free {
        Free(match members.as_slice() {
            [] => Members::None,
            [x] => Members::One(*x),
            _ if members.len() <= MOST_FEW => Members::Few(members.into()),
            _ => Members::Many(members.into_iter().collect()),
        })
    }

    /// Whether the variable is one of them.
    pub(crate) fn has(&self, x: &Name) -> bool {
        match &self.0 {
            Members::Many(tree) => tree.contains(&x.id()),
            few => few.row().contains(&x.id()),
        }
    }

    /// Those of either.
    fn and(self, other: Free) -> Free {
        match (self.0, other.0) {
            (Members::None, members) | (members, Members::None) => Free(members),
            (Members::Many(a), Members::Many(b)) => {
                let (large, small) = if a.len() >= b.len() { (a, b) } else { (b, a) };
                Free(Members::Many(match large.ptr_eq(&small) {
                    true => large,
                    false => grown(large, small.iter().copied()),
                }))
            }
            (Members::Many(tree), few) | (few, Members::Many(tree)) => {
                Free(Members::Many(grown(tree, few.row().iter().copied())))
            }
            (a, b) => united(a, b),
        }
    }

    /// Under a binder.
    fn without(self, x: &Name) -> Free {
        if !self.has(x) {
            return self;
        }
        match self.0 {
            Members::Many(mut tree) => {
                tree.remove(&x.id());
                match tree.len() {
                    0..=MOST_FEW => Free::few(tree.into_iter().collect()),
                    _ => Free(Members::Many(tree)),
                }
            }
            few => Free::few(few.row().iter().copied().filter(|y| *y != x.id()).collect()),
        }
    }
}

fn grown(mut tree: im::OrdSet<u64>, more: impl Iterator<Item = u64>) -> im::OrdSet<u64> {
    for x in more {
        // A tree that does not change stays the one that others have.
        if !tree.contains(&x) {
            tree.insert(x);
        }
    }
    tree
}

/// The members of either of two rows: those of one of them, if it has all.
fn united(a: Members, b: Members) -> Free {
    let (large, small) = if a.row().len() >= b.row().len() {
        (a, b)
    } else {
        (b, a)
    };
    if small.row().iter().all(|x| large.row().contains(x)) {
        return Free(large);
    }
    let mut all: Vec<u64> = large.row().iter().chain(small.row()).copied().collect();
    all.sort_unstable();
    all.dedup();
    Free::few(all)
}
