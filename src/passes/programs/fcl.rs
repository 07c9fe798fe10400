//! Programs of FCL.

use elder_fcl::Configuration;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};

/// A kernel of FCL, for a machine.
pub struct Fcl {
    /// The kernel, of a checked program.
    pub entry: elder_fcl::Entry,
    /// Its definition as text.
    pub text: String,
    /// The machine.
    pub configuration: Configuration,
}

impl Program for Fcl {
    fn language(&self) -> &'static Language {
        &elder_fcl::LANGUAGE
    }

    /// Only checked programs have entries.
    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }

    fn text(&self) -> String {
        self.text.clone()
    }
}
