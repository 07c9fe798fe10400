//! A program from its text: parsed, elaborated behind the library, checked.

use crate::{Program, check, elaborate, library, parser};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, SourceMap};

/// What came of a text.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The texts, for messages: the library's, then this one.
    pub sources: SourceMap,
    /// What the parser, the elaborator and the checker had to say.
    pub diagnostics: Vec<Diagnostic>,
    /// The program with the library before it, if nothing was wrong with it.
    pub program: Option<Program>,
}

impl Loaded {
    /// Whether something was wrong.
    pub fn is_refused(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// The program of a text; `name` stands in messages.
pub fn text(name: &str, text: &str) -> Loaded {
    loaded(name, text, true)
}

/// The program of a text as it is elaborated, whatever the checker would say of it.
pub fn forced(name: &str, text: &str) -> Loaded {
    loaded(name, text, false)
}

fn loaded(name: &str, text: &str, judged: bool) -> Loaded {
    let mut sources = library::sources();
    let source = sources.add(name, text);
    let (tree, mut diagnostics) = parser::parse_program(source, text);
    let refused = diagnostics.iter().any(|d| d.severity == Severity::Error);
    let mut program = None;
    if let (Some(tree), false) = (tree, refused) {
        // The library is judged by itself.
        let library = library::program();
        let done = crate::LANGUAGE.within(|| {
            let done = elaborate::program(&tree, library)?;
            if judged { check::program(done) } else { Ok(done) }
        });
        match done.unwrap_or_else(|spent| Err(vec![*spent])) {
            Ok(done) => program = Some(done),
            Err(errors) => diagnostics.extend(errors),
        }
    }
    Loaded {
        sources,
        diagnostics,
        program,
    }
}
