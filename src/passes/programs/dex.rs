//! Programs of Dex's core.

use elder_dex::check::simplified::{self, Left};
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};

/// A program of Dex's core.
#[derive(Clone)]
pub struct Dex {
    /// The program, with all its definitions.
    pub program: elder_dex::core::Program,
    /// Which derivatives are left, if it is one that simplification makes: what its checker asks for.
    pub simplified: Option<Left>,
}

impl Program for Dex {
    fn language(&self) -> &'static Language {
        &elder_dex::core::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        match self.simplified {
            Some(left) => simplified::with(&self.program, left),
            None => elder_dex::check::program(&self.program),
        }
    }

    fn text(&self) -> String {
        elder_dex::core::print::program(&self.program)
    }
}
