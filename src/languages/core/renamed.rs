//! Parts of programs once more, with names of their own.

use crate::names::{Name, Names};
use crate::tree::{Atom, Binder, Body, Lambda};
use crate::walk::Rewrite;
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashMap;

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

    /// A function once more.
    pub fn of_lambda(names: &mut Names, lambda: &Lambda) -> Lambda {
        let mut lambda = lambda.clone();
        let put = FxHashMap::default();
        Renamed { names, put }.lambda(&mut lambda);
        lambda
    }

    fn anew(&mut self, name: &mut Name) {
        // A name may be met in a type before it is bound there only if it was bound before, so it is new here.
        let new = self.names.again(*name);
        self.put.insert(*name, new.into());
        *name = new;
    }
}

impl Rewrite for Renamed<'_> {
    fn bound(&mut self, name: &mut Name) {
        self.anew(name);
    }

    fn binder(&mut self, binder: &mut Binder) {
        self.ty(&mut binder.ty);
        self.anew(&mut binder.name);
        self.names.note(binder.name, &binder.ty);
    }

    fn index(&mut self, index: &mut Name, _: PrimType) {
        self.anew(index);
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
