//! A body once more, with names of its own.

use elder_core::names::{Name, Names};
use elder_core::tree::Atom;
use elder_core::walk::Rewrite;
use rustc_hash::FxHashMap;

/// A body whose own names are made anew, and whose others are put for.
pub(super) struct Renamed<'n> {
    /// Where names are made.
    pub names: &'n mut Names,
    /// What stands for a name.
    pub put: FxHashMap<Name, Atom>,
}

impl Rewrite for Renamed<'_> {
    fn bound(&mut self, name: &mut Name) {
        // A name may be met in a type before it is bound there only if it was bound before, so it is new here.
        let new = self.names.again(*name);
        self.put.insert(*name, new.into());
        *name = new;
    }

    fn used(&mut self, name: &mut Name) {
        if let Some(Atom::Var(other)) = self.put.get(name) {
            *name = *other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if let Some(put) = atom.name().and_then(|name| self.put.get(&name)) {
            *atom = *put;
        }
    }
}
