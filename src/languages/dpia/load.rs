//! A program from its text: parsed, elaborated, checked.

use crate::check::{self, Obligation};
use crate::{Program, elaborate, parser};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceId, SourceMap};

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

/// The program of a text; `name` stands in messages.
pub fn text(name: &str, text: &str) -> Loaded {
    checked(name, text)
}

/// The program of a text as it is elaborated, whatever the checker would say of it: what a refused program *does* is a question to the
/// store semantics.
pub fn forced(name: &str, text: &str) -> Loaded {
    elaborated(name, text)
}

fn elaborated(name: &str, text: &str) -> Loaded {
    let mut loaded = Loaded::default();
    let source = loaded.sources.add(name, text);
    // Trees may be deep, and dropping them recurses.
    elder_syntax::stack::deep(64 << 20, 256 << 20, || elaborated_from(source, text, &mut loaded));
    loaded
}

fn elaborated_from(source: SourceId, text: &str, loaded: &mut Loaded) {
    let (tree, mut diagnostics) = parser::parse_program(source, text);
    let refused = diagnostics.iter().any(|d| d.severity == Severity::Error);
    if let (Some(tree), false) = (tree, refused) {
        match within(|| elaborate::program(&tree)) {
            Ok(program) => loaded.program = Some(program),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    loaded.diagnostics = diagnostics;
}

fn checked(name: &str, text: &str) -> Loaded {
    let mut loaded = elaborated(name, text);
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
