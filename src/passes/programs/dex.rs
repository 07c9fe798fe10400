//! Programs of Dex's core.

use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};

/// A program of Dex's core.
#[derive(Clone)]
pub struct Dex {
    /// The program, with all its definitions.
    pub program: elder_dex::core::Program,
    /// Whether it is one that simplification makes: what its checker asks for.
    pub simplified: bool,
}

impl Program for Dex {
    fn language(&self) -> &'static Language {
        &elder_dex::core::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        match self.simplified {
            true => elder_dex::check::simplified::program(&self.program),
            false => elder_dex::check::program(&self.program),
        }
    }

    fn text(&self) -> String {
        elder_dex::core::print::program(&self.program)
    }
}
