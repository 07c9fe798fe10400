//! What the engine knows of a language.

use crate::{Imports, Printed, Program, Rejected, Settings, Switches};
use elder_syntax::Language as Declared;

/// A language.
pub struct Language {
    /// Its name, the ending of its files, its rules.
    pub declared: &'static Declared,
    /// Reads and checks the program whose root is the text of that name.  What else can be done with it, the program knows.
    pub load: fn(&str, &mut dyn Imports, Switches) -> Result<Program, Rejected>,
    /// Files whose commands print their results under them, of a language that has such files.
    pub literate: Option<Literate>,
    /// Does, once a thread, what the first program of the language otherwise does: what lies before every program is checked.
    pub prepare: fn(),
}

/// Files whose items say under themselves what they print, or that they are refused.
#[derive(Clone, Copy)]
pub struct Literate {
    /// Runs the items, each within these limits.
    pub run: fn(&str, &mut dyn Imports, &Settings) -> Result<Printed, Rejected>,
    /// Checks them: an item that is not refused prints nothing.
    pub check: fn(&str, &mut dyn Imports) -> Result<Printed, Rejected>,
}
