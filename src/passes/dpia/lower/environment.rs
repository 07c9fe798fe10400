//! η: what the variables of commands stand for in C (notes, section 9).

use super::memory::Cell;
use elder_dpia::{Name, Nat, Phrase};
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

/// η.  Cheap to copy, so that a phrase can keep the environment in which it is to be read.
#[derive(Clone, Debug, Default)]
pub struct Environment(im::HashMap<Name, Binding>);

impl Environment {
    /// η[x ↦ binding]
    pub fn with(&self, x: &Name, binding: Binding) -> Environment {
        Environment(self.0.update(x.clone(), binding))
    }

    /// η(x)
    pub fn get(&self, x: &Name) -> Option<&Binding> {
        self.0.get(x)
    }
}
