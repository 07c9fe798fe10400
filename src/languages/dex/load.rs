//! A file, elaborated behind the library and checked.

use crate::check::{self, Extent};
use crate::core::Program;
use crate::elaborate;
use crate::elaborate::imports::Text;
use crate::library;
use elder_syntax::{Diagnostic, SourceMap};
use std::io;
use std::path::Path;

/// What came of a text.
#[derive(Debug)]
pub struct Loaded {
    /// The texts, for messages: the library's, then this one.
    pub sources: SourceMap,
    /// The items and what they became.
    pub file: elaborate::File,
    /// The library, and behind it what the items define.
    pub program: Program,
    /// How much of the program is the library.
    pub library: Extent,
    /// What the checker has to say about what the elaborator made.
    pub errors: Vec<Diagnostic>,
}

impl Loaded {
    /// The program, if nothing is wrong with the text, and how much of it is the library.
    ///
    /// # Errors
    /// All that is wrong with the text.
    pub fn legal(self) -> Result<(Program, Extent), Vec<Diagnostic>> {
        let mut errors = library::errors().to_vec();
        errors.extend(self.file.into_errors());
        errors.extend(self.errors);
        match errors.is_empty() {
            true => Ok((self.program, self.library)),
            false => Err(errors),
        }
    }
}

/// The program of a file.
///
/// # Errors
/// When the file cannot be read, or is not UTF-8.
pub fn file(path: &Path) -> io::Result<Loaded> {
    let text = std::fs::read_to_string(path)?;
    Ok(loaded(path.display().to_string(), Some(path), &text))
}

/// The program of a text; `name` stands in messages.
pub fn text(name: &str, text: &str) -> Loaded {
    loaded(name.to_owned(), None, text)
}

fn loaded(name: String, path: Option<&Path>, text: &str) -> Loaded {
    let mut sources = library::sources();
    let source = sources.add(name, path.map(Path::to_path_buf), text);
    let mut elaborator = library::elaborator();
    let library = Extent::of(elaborator.program());
    let folder = path.and_then(Path::parent);
    let file = elaborate::file_importing(&mut elaborator, source, text, &mut |name| {
        let beside = folder.map(|folder| folder.join(format!("{name}.dx")));
        let text = beside.and_then(|path| Some((std::fs::read_to_string(&path).ok()?, path)));
        match text {
            Some((text, path)) => {
                let source = sources.add(path.display().to_string(), Some(path), &*text);
                Some(Text { source, text })
            }
            None => library::module(name),
        }
    });
    let program = elaborator.into_program();
    let errors = check::behind(&program, library).err().unwrap_or_default();
    Loaded {
        sources,
        file,
        program,
        library,
        errors,
    }
}
