//! Programs of Futhark.

use super::Interface;
use crate::futhark::constructors::interface;
use elder_futhark::check::tree::{self as check_tree, Promise};
use elder_futhark::tree;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language, Name};
use std::rc::Rc;

/// Entry points of Futhark, in a checked tree.
#[derive(Clone)]
pub struct Futhark {
    /// The program.
    pub tree: Rc<tree::Program>,
    /// The names of the entry points that are wanted; the tree may have others until a pass leaves them out.
    pub roots: Rc<[Name]>,
    /// What the tree is promised not to have.
    pub promise: Promise,
    /// How the values of its entry points make those of the program that was written.
    pub interface: Interface,
}

impl Futhark {
    /// The program whose entry points take and give values of the types that were written: what is run.
    pub fn with_interface(&self) -> Rc<tree::Program> {
        match &self.interface {
            Interface::Same | Interface::Components(_) => self.tree.clone(),
            Interface::Sums(_) => Rc::new(interface::program(&self.tree, |entry| {
                self.interface.written(entry)
            })),
        }
    }
}

impl Program for Futhark {
    fn language(&self) -> &'static Language {
        &elder_futhark::LANGUAGE
    }

    /// The tree is typed, and has nothing that a pass took away.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        check_tree::program(&self.tree, self.promise)
    }

    fn text(&self) -> String {
        elder_futhark::print::tree::program(&self.tree)
    }
}
