//! η: what the variables of commands stand for in C (notes, section 9).

use super::memory::Cell;
use elder_dpia::{Name, Nat, Phrase};
use im::GenericHashMap;
use im::shared_ptr::DefaultSharedPtr;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// What a variable stands for.
#[derive(Clone, Debug)]
pub enum Binding {
    /// An index.
    Index(Nat),
    /// Memory: a variable, or one half of it.
    Cell(Rc<Cell>),
    /// A phrase, read where it stands.
    Phrase(Phrase, Environment),
}

/// η, by the numbers of variables.  Cheap to copy, so that a phrase can keep the environment in which it is to be read, and small in its entries: each
/// scope within a long program has one of its own, and they differ by a few rows.
#[derive(Clone, Debug, Default)]
pub struct Environment(GenericHashMap<u64, Rc<Binding>, FxBuildHasher, DefaultSharedPtr>);

impl Environment {
    /// η[x ↦ binding]
    pub fn with(&self, x: &Name, binding: Binding) -> Environment {
        Environment(self.0.update(x.id(), Rc::new(binding)))
    }

    /// η(x)
    pub fn get(&self, x: &Name) -> Option<&Binding> {
        self.0.get(&x.id()).map(|binding| &**binding)
    }
}
