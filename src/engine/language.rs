//! What the engine knows of a language.

use crate::{Failed, Imports, Printed, Program, Rejected, Settings, Switches};
use elder_syntax::{Language as Declared, Value};

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
    /// Checks them, and leaves their commands to be run by somebody else.
    pub open: fn(&str, &mut dyn Imports) -> Result<Opened, Rejected>,
}

/// What a command of a literate file prints of the values that its entry point gave.
pub type Show = fn(&Program, &str, &[Value], &Settings) -> Result<Vec<String>, Failed>;

/// A literate file whose commands somebody else runs: a device, or the semantics of what passes made.
pub struct Opened {
    /// The program, with an entry point for each command that has a value.
    pub program: Program,
    /// The items; those with such a command print nothing yet.
    pub printed: Printed,
    /// These commands.
    pub commands: Vec<Awaited>,
    /// What a command prints of what its entry point of this name gave.
    pub show: Show,
}

/// A command whose value is not known yet.
pub struct Awaited {
    /// Which item it is.
    pub item: usize,
    /// The entry point that gives the value.
    pub entry: String,
    /// What it prints whatever the value is, if that is so.
    pub prints: Option<Vec<String>>,
}
