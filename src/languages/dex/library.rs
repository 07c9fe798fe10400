//! The library, written in the language itself: it stands before every program.
//!
//! The texts lie in `library/`, a file a theme, and each may use those before it in [`FILES`].

use crate::elaborate::{self, Elaborator};
use elder_syntax::{Diagnostic, SourceMap};
use std::sync::OnceLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("library/", $name, ".dx")))),*] };
}

/// The files in order: names and texts.
pub static FILES: &[(&str, &str)] = files!(
    "base",
    "arithmetic",
    "effects",
    "order",
    "tables",
    "iteration",
    "search",
    "random",
    "angles",
    "complex",
    "show",
    "isomorphisms",
);

/// What came of the texts.
struct Library {
    sources: SourceMap,
    elaborator: Elaborator,
    errors: Vec<Diagnostic>,
}

/// The texts are elaborated once a process.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library {
            sources: SourceMap::new(),
            elaborator: Elaborator::bare(),
            errors: Vec::new(),
        };
        for (name, text) in FILES {
            let source = library.sources.add(format!("<library>/{name}.dx"), None, *text);
            let file = elaborate::file(&mut library.elaborator, source, text);
            library.errors.extend(file.into_errors());
        }
        library
    })
}

/// The texts, for messages about what programs make of their definitions.
pub fn sources() -> SourceMap {
    library().sources.clone()
}

/// What stands before a program.
pub fn elaborator() -> Elaborator {
    library().elaborator.clone()
}

/// What is wrong with the library: a mistake in Elder.
pub fn errors() -> &'static [Diagnostic] {
    &library().errors
}
