//! Names that are gone leave the table.
//!
//! Passes make names and drop what names are of; what is known of names stands in vectors, so a pass takes time and room for those that are
//! gone too.  Names that are there keep their order.

use crate::names::{Name, Names};
use crate::tree::{Binder, Program};
use crate::walk::{Fold, Rewrite, fold, rewrite};

/// One in so many names has to be gone for the program to be gone over.
const WORTH: usize = 4;

/// The table of a program without names that it does not bind, if there are enough of them.
pub fn compact(program: &mut Program) {
    let mut bound = Bound(vec![false; program.names.len()]);
    fold::program(&mut bound, program);
    let gone = bound.0.iter().filter(|bound| !**bound).count();
    if gone * WORTH < bound.0.len() {
        return;
    }
    let mut names = Names::default();
    let old = std::mem::take(&mut program.names);
    let mut numbers = Vec::with_capacity(old.len());
    for (name, bound) in old.all().zip(bound.0) {
        // What is not bound is not used either.
        numbers.push(match bound {
            true => names.fresh(old.text(name).clone()),
            false => name,
        });
    }
    let mut renumbered = Renumbered {
        numbers: &numbers,
        names: &mut names,
    };
    rewrite::program(&mut renumbered, program);
    program.names = names;
}

/// The names that are bound.
struct Bound(Vec<bool>);

impl Fold for Bound {
    fn bound(&mut self, name: &Name) {
        if let Some(bound) = self.0.get_mut(name.index()) {
            *bound = true;
        }
    }

    fn binder(&mut self, binder: &Binder) {
        self.bound(&binder.name);
    }
}

/// Puts names of another table for all names, and notes their types there.
pub struct Renumbered<'n> {
    /// By the number that a name has: the name that it gets.
    pub numbers: &'n [Name],
    /// The other table.
    pub names: &'n mut Names,
}

impl Rewrite for Renumbered<'_> {
    fn bound(&mut self, name: &mut Name) {
        self.used(name);
    }

    fn used(&mut self, name: &mut Name) {
        if let Some(number) = self.numbers.get(name.index()) {
            *name = *number;
        }
    }

    fn size(&mut self, size: &mut Name) {
        self.used(size);
        self.names.note(*size, &crate::Type::SIZE);
    }

    fn binder(&mut self, binder: &mut Binder) {
        rewrite::binder(self, binder);
        self.names.note(binder.name, &binder.ty);
    }

    fn index(&mut self, index: &mut Name, ty: elder_syntax::prim::PrimType) {
        self.used(index);
        self.names.note(*index, &crate::Type::Prim(ty));
    }
}
