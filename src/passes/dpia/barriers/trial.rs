//! What the barriers of a group would cost if cells shared their memory.
//!
//! A cell that shares is a view of a storage: nothing is rewritten, the analysis reads its accesses as accesses of the storage.  Guards
//! do not depend on who shares what, so they are set once.

use super::Kernel;
use elder_dpia::{AddressSpace, Name, Node, Phrase, Prim};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Cells that share their memory.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// The memory.
    pub storages: Vec<(Name, AddressSpace)>,
    /// The cells as views of it.
    pub views: FxHashMap<Name, Phrase>,
}

/// What a group does, for questions about its barriers.
pub(crate) struct Trial<'k, 'a> {
    kernel: &'k mut Kernel<'a>,
    command: &'k Phrase,
    /// The command with its guards, and the price of its barriers as it is; nothing before the first question.
    guarded: Option<(Phrase, Price)>,
}

impl<'k, 'a> Trial<'k, 'a> {
    /// Of a command of a group of this kernel.
    pub fn new(kernel: &'k mut Kernel<'a>, command: &'k Phrase) -> Trial<'k, 'a> {
        Trial {
            kernel,
            command,
            guarded: None,
        }
    }

    /// Whether the group needs no more barriers than it does if these cells share their memory.
    pub fn allows(&mut self, shared: Shared) -> bool {
        let (guarded, own) = self.guarded.take().unwrap_or_else(|| {
            let guarded = self.kernel.guard(self.command);
            let own = self.price(&guarded, Shared::default());
            (guarded, own)
        });
        let allowed = self.price(&guarded, shared) <= own;
        self.guarded = Some((guarded, own));
        allowed
    }

    fn price(&mut self, guarded: &Phrase, shared: Shared) -> Price {
        for (name, space) in &shared.storages {
            self.kernel.scope.declare(name, *space);
        }
        self.kernel.scope.share(shared.views);
        let ordered = self.kernel.rounds(guarded);
        self.kernel.scope.share(FxHashMap::default());
        Price::of(&ordered)
    }
}

/// What the barriers of a group cost: how many there are beneath so many loops or more.
#[derive(Debug, Default, PartialEq, Eq)]
struct Price(Vec<usize>);

impl PartialOrd for Price {
    /// Less is less at every depth.
    fn partial_cmp(&self, other: &Price) -> Option<Ordering> {
        let deepest = self.0.len().max(other.0.len());
        let at = |price: &Price, depth: usize| price.0.get(depth).copied().unwrap_or(0);
        let pairs = || (0..deepest).map(|depth| (at(self, depth), at(other, depth)));
        match (pairs().all(|(a, b)| a <= b), pairs().all(|(a, b)| a >= b)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }
}

impl Price {
    fn of(c: &Phrase) -> Price {
        let mut price = Price::default();
        price.count(c, 0);
        price
    }

    fn count(&mut self, c: &Phrase, depth: usize) {
        elder_syntax::effort::deeper(|| {
            let depth = match &*c.node {
                Node::Prim(Prim::Barrier { .. }, _) => {
                    self.0.resize(self.0.len().max(depth + 1), 0);
                    self.0.iter_mut().take(depth + 1).for_each(|n| *n += 1);
                    return;
                }
                Node::Prim(Prim::Assign { .. }, _) => return,
                Node::Prim(Prim::For { .. } | Prim::While {} | Prim::DoubleFor { .. }, _) => depth + 1,
                _ => depth,
            };
            c.children().for_each(|child| self.count(child, depth));
        });
    }
}
