//! The library, written in the language itself: it stands before every program.
//!
//! The texts lie in `library/`, a file a theme, and each may use those before it in [`FILES`].  [`MODULES`] stand before programs that import
//! them (DX-EL-IMPORT).

use crate::elaborate::imports::Text;
use crate::elaborate::{self, Elaborator};
use elder_syntax::{Diagnostic, SourceId, SourceMap};
use std::sync::OnceLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("library/", $name, ".dx")))),*] };
}

/// Those that are imported: names and texts.
pub static MODULES: &[(&str, &str)] =
    files!("modules/parser", "modules/diagram", "modules/png", "modules/plot");

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
    modules: Vec<(&'static str, SourceId)>,
    elaborator: Elaborator,
    errors: Vec<Diagnostic>,
}

/// The texts are elaborated once a process.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library {
            sources: SourceMap::new(),
            modules: Vec::new(),
            elaborator: Elaborator::bare(),
            errors: Vec::new(),
        };
        for (name, text) in FILES {
            let source = library.sources.add(format!("<library>/{name}.dx"), *text);
            let file = elaborate::file_importing(&mut library.elaborator, source, text, &mut |_, _| Ok(None));
            library.errors.extend(file.into_errors());
        }
        for (name, text) in MODULES {
            let source = library.sources.add(format!("<library>/{name}.dx"), *text);
            library.modules.push((text, source));
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

/// The module of this name.
pub fn module(name: &str) -> Option<Text> {
    let mut all = MODULES.iter().zip(&library().modules);
    let (_, (text, source)) = all.find(|((own, _), _)| own.strip_prefix("modules/") == Some(name))?;
    Some(Text {
        source: *source,
        text: (*text).into(),
    })
}

/// What is wrong with the library: a mistake in Elder.
pub fn errors() -> &'static [Diagnostic] {
    &library().errors
}
