//! Programs of Core.

use super::Interface;
use elder_core::check;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};

/// A program of Core.
#[derive(Clone)]
pub struct Core {
    /// The program, with all its entry points.
    pub program: elder_core::Program,
    /// How the values of its entry points make those of the program that was written.
    pub interface: Interface,
    /// Whether no dimension of it may be open: what its checker asks for.
    pub sized: bool,
}

impl Program for Core {
    fn language(&self) -> &'static Language {
        &elder_core::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        match self.sized {
            true => check::sized(&self.program),
            false => check::program(&self.program),
        }
    }

    fn text(&self) -> String {
        elder_core::print::program(&self.program)
    }
}
