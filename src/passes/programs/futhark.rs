//! Programs of Futhark.

use super::Border;
use crate::futhark::constructors::border;
use elder_futhark::check::tree::{self as check_tree, Promise};
use elder_futhark::tree;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language, Name};
use std::rc::Rc;

/// An entry point of Futhark, in a checked tree.
#[derive(Clone)]
pub struct Futhark {
    /// The program.
    pub tree: Rc<tree::Program>,
    /// The name of the entry point.
    pub entry: Name,
    /// What the tree is promised not to have.
    pub promise: Promise,
    /// How the values of its entry point make those of the program that was written.
    pub border: Border,
}

impl Futhark {
    /// The program whose entry point takes and gives values of the types that were written: what is run.
    pub fn bordered(&self) -> Rc<tree::Program> {
        match &self.border {
            Border::Same | Border::Components(_) => self.tree.clone(),
            Border::Sums(written) => Rc::new(border::program(&self.tree, &self.entry, written)),
        }
    }
}

impl Program for Futhark {
    fn language(&self) -> &'static Language {
        &elder_futhark::LANGUAGE
    }

    /// The tree is typed, and has nothing that an arrow took away.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        check_tree::program(&self.tree, self.promise)
    }

    fn text(&self) -> String {
        elder_futhark::print::tree::program(&self.tree)
    }
}
