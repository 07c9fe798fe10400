//! A file, elaborated behind the library and checked.

use crate::check::{self, Extent};
use crate::core::Program;
use crate::elaborate;
use crate::elaborate::imports::{Text, Unreadable};
use crate::library;
use elder_syntax::imports::Imports;
use elder_syntax::{Diagnostic, SourceId, SourceMap};
use rustc_hash::FxHashMap;
use std::io::{self, ErrorKind};
use std::path::Path;
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

/// The program whose root is the file of that name.
///
/// # Errors
/// When it cannot be read, or is not UTF-8.
pub fn file(name: &str, imports: &mut dyn Imports) -> io::Result<Loaded> {
    let mut files = Files::behind_library(imports);
    let root = files.read(name.to_owned())?;
    Ok(loaded(files, &root))
}

/// The program of a text with nothing beside it; `name` stands in messages.
pub fn text(name: &str, text: &str) -> Loaded {
    let mut nothing: &[(&str, &str)] = &[];
    let mut files = Files::behind_library(&mut nothing);
    let text: Arc<str> = text.into();
    let source = files.sources.add(name, text.clone());
    loaded(files, &Text { source, text })
}

fn loaded(mut files: Files<'_>, root: &Text) -> Loaded {
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
struct Files<'i> {
    sources: SourceMap,
    imports: &'i mut dyn Imports,
    /// The sources of files: what a file is does not depend on how its name is spelled.
    known: FxHashMap<String, SourceId>,
}

impl<'i> Files<'i> {
    fn behind_library(imports: &'i mut dyn Imports) -> Files<'i> {
        Files {
            sources: library::sources(),
            imports,
            known: FxHashMap::default(),
        }
    }

    /// What a source imports by a name: a file beside it, or a module of the library.
    fn imported(&mut self, from: SourceId, name: &str) -> Result<Option<Text>, Unreadable> {
        let is_file = self.known.values().any(|known| *known == from);
        let importing = self.sources.get(from).filter(|_| is_file);
        // The library lies in no folder: nothing beside a program gets between its modules.
        let Some(folder) = importing.and_then(|file| Path::new(&file.name).parent()) else {
            return Ok(library::module(name));
        };
        let file = folder.join(format!("{name}.dx")).to_string_lossy().into_owned();
        match self.read(file.clone()) {
            Ok(text) => Ok(Some(text)),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Ok(library::module(name))
            }
            Err(error) => Err(Unreadable {
                file,
                reason: error.to_string(),
            }),
        }
    }

    /// The text of a file, which is read once.
    fn read(&mut self, name: String) -> io::Result<Text> {
        let identity = self.imports.identity(&name)?;
        let known = self.known.get(&identity).copied();
        if let Some((source, file)) = known.and_then(|source| Some((source, self.sources.get(source)?))) {
            let text = file.text.clone();
            return Ok(Text { source, text });
        }
        let text: Arc<str> = self.imports.text(&name)?.into();
        let source = self.sources.add(name, text.clone());
        self.known.insert(identity, source);
        Ok(Text { source, text })
    }
}
