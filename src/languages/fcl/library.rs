//! The library, written in the language itself (notes, sections 9, 10 and 14): every program sees its definitions.
//!
//! The texts lie in `library/`, a file a theme, and each may use those before it in [`FILES`].

use crate::{Program, check, elaborate, parser};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceMap};
use std::sync::OnceLock;

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("library/", $name, ".fcl")))),*] };
}

/// The files in order: names and texts.
pub static FILES: &[(&str, &str)] = files!(
    "pull",
    "push",
    "tiles",
    "reverse",
    "transpose",
    "reduce",
    "scan",
    "matrix",
    "stencil",
    "cases",
);

/// What came of the texts.
struct Library {
    sources: SourceMap,
    program: Program,
    diagnostics: Vec<Diagnostic>,
}

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let mut library = Library {
            sources: SourceMap::new(),
            program: Program::default(),
            diagnostics: Vec::new(),
        };
        for (name, text) in FILES {
            let source = library.sources.add(format!("<library>/{name}.fcl"), *text);
            let (tree, diagnostics) = parser::parse_program(source, text);
            library.diagnostics.extend(diagnostics);
            let Some(tree) = tree else { continue };
            match elaborate::program(&tree, &library.program) {
                Ok(program) => library.program = program,
                Err(errors) => library.diagnostics.extend(errors),
            }
        }
        for definition in &mut library.program.definitions {
            definition.library = true;
        }
        match check::program(std::mem::take(&mut library.program)) {
            Ok(program) => library.program = program,
            Err(errors) => library.diagnostics.extend(errors),
        }
        library
    })
}

/// The definitions of the library, checked.
pub fn program() -> &'static Program {
    &library().program
}

/// The files of the library: places in its definitions are places there.  A program's own file comes after them.
pub fn sources() -> SourceMap {
    library().sources.clone()
}

/// What is wrong with the texts of the library: nothing, or the tests of this crate fail.
pub fn diagnostics() -> &'static [Diagnostic] {
    &library().diagnostics
}

/// Whether nothing is wrong with the texts of the library.
pub fn is_sound() -> bool {
    diagnostics().iter().all(|d| d.severity != Severity::Error)
}

#[cfg(test)]
mod tests;
