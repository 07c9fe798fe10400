//! A program from its text: parsed, elaborated, checked.

use crate::check::{self, Obligation};
use crate::{Program, elaborate, parser};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceMap};
use std::io;
use std::path::Path;

/// What came of a text.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The text, for messages.
    pub sources: SourceMap,
    /// What the parser, the elaborator and the checker had to say.
    pub diagnostics: Vec<Diagnostic>,
    /// The program, if nothing was wrong with it.
    pub program: Option<Program>,
    /// What a launch of its definitions has to test.
    pub obligations: Vec<Obligation>,
}

impl Loaded {
    /// Whether something was wrong.
    pub fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// The program of a file.
///
/// # Errors
/// When the file cannot be read, or is not UTF-8.
pub fn file(path: &Path) -> io::Result<Loaded> {
    let text = std::fs::read_to_string(path)?;
    Ok(checked(path.display().to_string(), Some(path), &text))
}

/// The program of a text; `name` stands in messages.
pub fn text(name: &str, text: &str) -> Loaded {
    checked(name.to_owned(), None, text)
}

/// The program of a text as it is elaborated, whatever the checker would say of it: what a refused program *does* is a question to the
/// store semantics.
pub fn forced(name: &str, text: &str) -> Loaded {
    elaborated(name.to_owned(), None, text)
}

fn elaborated(name: String, path: Option<&Path>, text: &str) -> Loaded {
    let mut loaded = Loaded::default();
    let source = loaded.sources.add(name, path.map(Path::to_path_buf), text);
    let (tree, mut diagnostics) = parser::parse_program(source, text);
    let refused = diagnostics.iter().any(|d| d.severity == Severity::Error);
    if let (Some(tree), false) = (tree, refused) {
        match within(|| elaborate::program(&tree)) {
            Ok(program) => loaded.program = Some(program),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    loaded.diagnostics = diagnostics;
    loaded
}

fn checked(name: String, path: Option<&Path>, text: &str) -> Loaded {
    let mut loaded = elaborated(name, path, text);
    let Some(program) = loaded.program.take() else {
        return loaded;
    };
    match within(|| check::program(&program)) {
        Ok(obligations) => {
            loaded.obligations = obligations;
            loaded.program = Some(program);
        }
        Err(errors) => loaded.diagnostics.extend(errors),
    }
    loaded
}

/// What is judged within the bounds of the command (DPIA-T-EFFORT).
fn within<T>(work: impl FnOnce() -> Result<T, Vec<Diagnostic>>) -> Result<T, Vec<Diagnostic>> {
    crate::LANGUAGE
        .within(work)
        .unwrap_or_else(|spent| Err(vec![*spent]))
}
