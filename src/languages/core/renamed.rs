//! Parts of programs with operands for names, and once more with names of their own.

use crate::names::{Name, Names};
use crate::tree::{Atom, Binder, Body};
use crate::walk::Rewrite;
use rustc_hash::FxHashMap;

/// Puts operands for names wherever these are used.  Where only a name can stand, as of an array, only a name is put.
pub struct Substitution<'p>(pub &'p FxHashMap<Name, Atom>);

impl Rewrite for Substitution<'_> {
    fn used(&mut self, name: &mut Name) {
        if let Some(Atom::Var(other)) = self.0.get(name) {
            *name = *other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if let Some(substitution) = atom.name().and_then(|name| self.0.get(&name)) {
            *atom = *substitution;
        }
    }
}

/// A part whose own names are made anew, and for whose others operands are put.
pub struct Renamed<'n> {
    /// Where names are made.
    pub names: &'n mut Names,
    /// What stands for a name.
    pub substitution: FxHashMap<Name, Atom>,
}

impl Renamed<'_> {
    /// A body once more, with operands for some of its free names.
    pub fn of_body(
        names: &mut Names,
        body: &Body,
        substitution: impl IntoIterator<Item = (Name, Atom)>,
    ) -> Body {
        let mut body = body.clone();
        let substitution = substitution.into_iter().collect();
        Renamed { names, substitution }.body(&mut body);
        body
    }
}

impl Rewrite for Renamed<'_> {
    fn bound(&mut self, name: &mut Name) {
        // A name may be met in a type before it is bound there only if it was bound before, so it is new here.
        let new = self.names.again(*name);
        self.substitution.insert(*name, new.into());
        *name = new;
    }

    fn binder(&mut self, binder: &mut Binder) {
        self.ty(&mut binder.ty);
        let text = self.names.text(binder.name).clone();
        let new = self.names.typed(text, binder.ty.clone());
        self.substitution.insert(binder.name, new.name.into());
        *binder = new;
    }

    fn used(&mut self, name: &mut Name) {
        Substitution(&self.substitution).used(name);
    }

    fn atom(&mut self, atom: &mut Atom) {
        Substitution(&self.substitution).atom(atom);
    }
}
