//! Parts of programs with operands for names, and once more with names of their own.

use crate::names::{Name, Names};
use crate::tree::{Atom, Binder, Body};
use crate::walk::Rewrite;
use rustc_hash::FxHashMap;

/// Puts operands for names wherever these are used.  Where only a name can stand, as of an array, only a name is put.
pub struct Put<'p>(pub &'p FxHashMap<Name, Atom>);

impl Rewrite for Put<'_> {
    fn used(&mut self, name: &mut Name) {
        if let Some(Atom::Var(other)) = self.0.get(name) {
            *name = *other;
        }
    }

    fn atom(&mut self, atom: &mut Atom) {
        if let Some(put) = atom.name().and_then(|name| self.0.get(&name)) {
            *atom = *put;
        }
    }
}

/// A part whose own names are made anew, and for whose others operands are put.
pub struct Renamed<'n> {
    /// Where names are made.
    pub names: &'n mut Names,
    /// What stands for a name.
    pub put: FxHashMap<Name, Atom>,
}

impl Renamed<'_> {
    /// A body once more, with operands for some of its free names.
    pub fn of_body(names: &mut Names, body: &Body, put: impl IntoIterator<Item = (Name, Atom)>) -> Body {
        let mut body = body.clone();
        let put = put.into_iter().collect();
        Renamed { names, put }.body(&mut body);
        body
    }
}

impl Rewrite for Renamed<'_> {
    fn bound(&mut self, name: &mut Name) {
        // A name may be met in a type before it is bound there only if it was bound before, so it is new here.
        let new = self.names.again(*name);
        self.put.insert(*name, new.into());
        *name = new;
    }

    fn binder(&mut self, binder: &mut Binder) {
        self.ty(&mut binder.ty);
        let text = self.names.text(binder.name).clone();
        let new = self.names.typed(text, binder.ty.clone());
        self.put.insert(binder.name, new.name.into());
        *binder = new;
    }

    fn used(&mut self, name: &mut Name) {
        Put(&self.put).used(name);
    }

    fn atom(&mut self, atom: &mut Atom) {
        Put(&self.put).atom(atom);
    }
}
