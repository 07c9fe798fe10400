//! Programs of Core.

use super::Interface;
use elder_core::check::{self, Form};
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};

/// A program of Core.
#[derive(Clone)]
pub struct Core {
    /// The program, with all its entry points.
    pub program: elder_core::Program,
    /// How the values of its entry points make those of the program that was written.
    pub interface: Interface,
    /// What its checker asks for.
    pub form: Form,
}

impl Program for Core {
    fn language(&self) -> &'static Language {
        &elder_core::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        check::of_form(&self.program, self.form)
    }

    fn text(&self) -> String {
        elder_core::print::program(&self.program)
    }
}
