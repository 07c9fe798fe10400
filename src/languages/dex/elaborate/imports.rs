//! Files that others import (DX-EL-IMPORT).

use super::{Done, Elaborator, Outcome};
use crate::rules::elaboration::DX_EL_IMPORT;
use elder_syntax::{Diagnostic, Refusal, SourceId, Span};
use std::sync::Arc;

/// A file that is imported.
#[derive(Clone, Debug)]
pub struct Text {
    /// What it is called in places.  However a file is named by those that import it, it is one source.
    pub source: SourceId,
    /// Its text.
    pub text: Arc<str>,
}

/// Why a file that is there has no text.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// The file.
    pub file: String,
    /// In the words of the system.
    pub reason: String,
}

/// Finds what a source imports by a name.
pub type Modules<'m> = &'m mut dyn FnMut(SourceId, &str) -> Result<Option<Text>, Unreadable>;

impl Elaborator {
    /// DX-EL-IMPORT: what a file defines is defined from here on.  A file is imported once.
    pub(super) fn import(
        &mut self,
        name: &str,
        at: Span,
        modules: Modules<'_>,
    ) -> Result<Outcome, Vec<Diagnostic>> {
        DX_EL_IMPORT.apply();
        let before = self.program.definitions.len();
        let found = self.found(name, at, modules);
        let Text { source, text } = found.map_err(|error| vec![*error])?;
        if !self.imported.contains(&source) {
            let outside = self.clone();
            self.imported.insert(source);
            self.following.push(at);
            let file = super::file_importing(self, source, &text, modules);
            self.following.pop();
            if let Some(first) = file.into_errors().into_iter().next() {
                *self = outside;
                return Err(vec![self.illegal(name, at, first)]);
            }
        }
        Ok(Outcome::Declared(before..self.program.definitions.len()))
    }

    /// The file that is imported, if it can be.
    fn found(&self, name: &str, at: Span, modules: Modules<'_>) -> Done<Text> {
        let found = modules(at.source, name).map_err(|Unreadable { file, reason }| {
            let message = format!("`{file}` cannot be read: {reason}");
            self.error(&DX_EL_IMPORT, "readable", at, message)
        })?;
        let Some(text) = found else {
            let message =
                format!("there is no file `{name}.dx` here, and the library has no module of this name");
            let error = self.error(&DX_EL_IMPORT, "found", at, message);
            return Err(Box::new(error.with_help("put the file beside this one")));
        };
        let mut followed = self.following.iter().chain([&at]);
        if followed.any(|import| import.source == text.source) {
            let itself = text.source == at.source;
            let says = if itself { "is" } else { "imports" };
            let message = format!("`{name}.dx` {says} the file in which this stands");
            let error = self.error(&DX_EL_IMPORT, "cycle", at, message);
            return Err(Box::new(match itself {
                true => error,
                false => error.with_help("put what both need into a file of its own"),
            }));
        }
        Ok(text)
    }

    /// Why a file is not imported whose text is refused.  A cycle is refused as one, with all the imports that lead to it.
    fn illegal(&self, name: &str, at: Span, first: Diagnostic) -> Diagnostic {
        let cycle = |refusal: &Refusal| refusal.is(&DX_EL_IMPORT, "cycle");
        if first.refusal.as_ref().is_some_and(cycle) {
            return first.and_at(at, "imported from here");
        }
        let message = format!("`{name}.dx` is refused");
        let error = self.error(&DX_EL_IMPORT, "legal", at, message);
        error.and_at(first.span, first.message).with_help("mend it there")
    }
}
