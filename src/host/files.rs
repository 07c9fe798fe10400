//! Programs in files, with what they import from disk.

use elder_engine::language::Language;
use elder_engine::languages::{self, LANGUAGES};
use elder_engine::{Program, Rejected, Switches};
use elder_syntax::imports::Disk;
use std::path::Path;

/// Loads and checks the program in a file of a language.
///
/// # Errors
/// All that the checker has to say about an illegal program, or why the file cannot be read.
pub fn load(language: &Language, path: &Path, switches: Switches) -> Result<Program, Rejected> {
    (language.load)(&path.to_string_lossy(), &mut Disk, switches)
}

/// The same of the language that the file's ending says.
///
/// # Errors
/// As of [`load`]; an ending of no language.
pub fn program(path: &Path, switches: Switches) -> Result<Program, Rejected> {
    let language = languages::of_name(&path.to_string_lossy());
    load(chosen(path, language, LANGUAGES[0])?, path, switches)
}

/// The language of a file, which may be none.  Of a file that is not there the first language says so.
///
/// # Errors
/// That a file is of no language.
pub fn chosen<L>(path: &Path, language: Result<L, String>, first: L) -> Result<L, Rejected> {
    match language {
        Ok(language) => Ok(language),
        Err(help) if path.is_file() => Err(Rejected::no_program(path.display(), help)),
        Err(_) => Ok(first),
    }
}
