//! Blocks are released behind their last use (CORE-M-RELEASE).

use elder_core::SiteId;
use elder_core::analyses::free;
use elder_core::memory::Memory;
use elder_core::names::Name;
use elder_core::rules::memory::CORE_M_RELEASE;
use elder_core::tree::{Atom, Exp, Loop, Pat, Stm};
use elder_core::walk::Fold;
use rustc_hash::{FxHashMap, FxHashSet};

/// The statements of a body that owns these blocks from the outset, with a release behind the last use of each block that it binds.  What its results lie in, and what
/// is handed over to a loop by its last use, is released by who receives it.
pub(super) fn inserted(
    memory: &Memory,
    stms: Vec<Stm>,
    own: Vec<Name>,
    results: &[Atom],
    at: SiteId,
) -> Vec<Stm> {
    let mut owned = Owned {
        memory,
        last: own.iter().map(|block| (*block, None)).collect(),
        order: own,
        handed: FxHashSet::default(),
    };
    for (number, stm) in stms.iter().enumerate() {
        owned.look(number, stm);
    }
    for result in results {
        owned.handed.extend(owned.block_of(*result));
    }
    let Owned {
        last, order, handed, ..
    } = owned;
    let mut behind: FxHashMap<Option<usize>, Vec<Name>> = FxHashMap::default();
    for block in order.into_iter().filter(|block| !handed.contains(block)) {
        let last = last.get(&block).copied().flatten();
        behind.entry(last).or_default().push(block);
    }
    let mut out = Vec::with_capacity(stms.len());
    let released = |blocks: Option<Vec<Name>>, at: SiteId, out: &mut Vec<Stm>| {
        for block in blocks.into_iter().flatten() {
            CORE_M_RELEASE.apply();
            out.push(Stm::binding(Pat::default(), Exp::Release(block), at.plain()));
        }
    };
    released(behind.remove(&None), at, &mut out);
    for (number, stm) in stms.into_iter().enumerate() {
        let at = stm.at;
        out.push(stm);
        released(behind.remove(&Some(number)), at, &mut out);
    }
    out
}

/// The blocks that a body binds.
struct Owned<'m> {
    memory: &'m Memory,
    /// The number of the statement that uses each last; none of what nobody uses.
    last: FxHashMap<Name, Option<usize>>,
    /// In the order in which they are bound.
    order: Vec<Name>,
    /// What others have from its last use on.
    handed: FxHashSet<Name>,
}

impl Owned<'_> {
    /// The block of an array.
    fn block_of(&self, atom: Atom) -> Option<Name> {
        self.memory.spot(atom.name()?).map(|spot| spot.block)
    }

    fn look(&mut self, number: usize, stm: &Stm) {
        for name in free::of_stm(stm) {
            if let Some(block) = self.block_of(name.into())
                && let Some(last) = self.last.get_mut(&block)
            {
                *last = Some(number);
                // What was handed over before was not yet used for the last time.
                self.handed.remove(&block);
            }
        }
        if let Exp::Loop(it) = &stm.exp {
            self.hand_over(it);
        }
        for value in &stm.pat.values {
            if self.block_of(value.name.into()) == Some(value.name) {
                self.order.push(value.name);
                self.last.insert(value.name, Some(number));
            }
        }
    }

    /// What a loop begins with and does not use otherwise.
    fn hand_over(&mut self, it: &Loop) {
        let mut within = free::Names::default();
        within.body(&it.body);
        let within: FxHashSet<Name> = within
            .free()
            .into_iter()
            .filter_map(|name| self.block_of(name.into()))
            .collect();
        for (_, first) in &it.params {
            if let Some(block) = self.block_of(*first)
                && self.last.contains_key(&block)
                && !within.contains(&block)
            {
                self.handed.insert(block);
            }
        }
    }
}
