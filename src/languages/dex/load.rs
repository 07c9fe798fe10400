//! A file, elaborated behind the library and checked.

use crate::check::{self, Extent};
use crate::core::Program;
use crate::elaborate;
use crate::elaborate::imports::{Text, Unreadable};
use crate::library;
use elder_syntax::{Diagnostic, SourceId, SourceMap};
use rustc_hash::FxHashMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(test)]
mod tests;

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
    let mut files = Files::behind_library();
    let root = files.read(path.to_path_buf())?;
    Ok(loaded(files, &root))
}

/// The program of a text; `name` stands in messages.
pub fn text(name: &str, text: &str) -> Loaded {
    let mut files = Files::behind_library();
    let text: Arc<str> = text.into();
    let source = files.sources.add(name, None, text.clone());
    loaded(files, &Text { source, text })
}

fn loaded(mut files: Files, root: &Text) -> Loaded {
    let mut elaborator = library::elaborator();
    let library = Extent::of(elaborator.program());
    let file = elaborate::file_importing(&mut elaborator, root.source, &root.text, &mut |from, name| {
        files.imported(from, name)
    });
    let program = elaborator.into_program();
    let checked = crate::LANGUAGE.within(|| check::behind(&program, library));
    let errors = checked
        .unwrap_or_else(|spent| Err(vec![*spent]))
        .err()
        .unwrap_or_default();
    Loaded {
        sources: files.sources,
        file,
        program,
        library,
        errors,
    }
}

/// The texts that take part, those of the library first.
struct Files {
    sources: SourceMap,
    /// The sources of files, by their canonical paths: what a file is does not depend on how it is spelled.
    known: FxHashMap<PathBuf, SourceId>,
}

impl Files {
    fn behind_library() -> Files {
        Files {
            sources: library::sources(),
            known: FxHashMap::default(),
        }
    }

    /// What a source imports by a name: a file beside it, or a module of the library.
    fn imported(&mut self, from: SourceId, name: &str) -> Result<Option<Text>, Unreadable> {
        let importing = self.sources.get(from).and_then(|file| file.path.as_deref());
        // The library lies in no folder: nothing beside a program gets between its modules.
        let Some(folder) = importing.and_then(Path::parent) else {
            return Ok(library::module(name));
        };
        let path = folder.join(format!("{name}.dx"));
        match self.read(path.clone()) {
            Ok(text) => Ok(Some(text)),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Ok(library::module(name))
            }
            Err(error) => Err(Unreadable {
                file: path.display().to_string(),
                reason: error.to_string(),
            }),
        }
    }

    /// The text of a file, which is read once.
    fn read(&mut self, path: PathBuf) -> io::Result<Text> {
        let canonical = path.canonicalize()?;
        let known = self.known.get(&canonical).copied();
        if let Some((source, file)) = known.and_then(|source| Some((source, self.sources.get(source)?))) {
            let text = file.text.clone();
            return Ok(Text { source, text });
        }
        let text: Arc<str> = std::fs::read_to_string(&path)?.into();
        let source = self
            .sources
            .add(path.display().to_string(), Some(path), text.clone());
        self.known.insert(canonical, source);
        Ok(Text { source, text })
    }
}
