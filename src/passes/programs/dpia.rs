//! Programs of DPIA.

use crate::fcl::Translated;
use elder_dpia::check::Obligation;
use elder_syntax::language::Program;
use elder_syntax::{Diagnostic, Language};
use std::rc::Rc;

/// An entry of DPIA.
#[derive(Clone)]
pub struct Dpia {
    /// The entry.
    pub entry: elder_dpia::Entry,
    /// What is left to the launch to test.
    pub obligations: Vec<Obligation>,
    /// Who wrote it.
    pub origin: Origin,
}

/// Where a program of DPIA is from, which says how it is called.
#[derive(Clone)]
pub enum Origin {
    /// A person wrote it.
    Written,
    /// A kernel of FCL was staged: how the kernel's values become those of the entry.
    Staged(Rc<Translated>),
    /// A pass made it, and somebody kept the text.
    Kept {
        /// Whether results may end before the arrays that hold them.
        cut: bool,
    },
}

impl Dpia {
    /// An entry of which nothing is left to the launch, as a person wrote it.
    pub fn of(entry: &elder_dpia::Entry) -> Dpia {
        Dpia {
            entry: entry.clone(),
            obligations: vec![],
            origin: Origin::Written,
        }
    }

    /// The same program with another entry: what a pass made of it.
    pub fn with(&self, entry: elder_dpia::Entry) -> Dpia {
        Dpia {
            entry,
            ..self.clone()
        }
    }

    /// Whether results may end before the arrays that hold them: what lies behind their ends was never written.
    pub fn is_cut(&self) -> bool {
        match &self.origin {
            Origin::Written => false,
            Origin::Staged(translated) => translated.cut,
            Origin::Kept { cut } => *cut,
        }
    }
}

impl Program for Dpia {
    fn language(&self) -> &'static Language {
        &elder_dpia::LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<Diagnostic>> {
        elder_dpia::check::entry(&self.entry).map(drop)
    }

    fn text(&self) -> String {
        elder_dpia::print::entry(&self.entry)
    }
}
