//! Files that others import (DX-EL-IMPORT).

use super::{Elaborator, Outcome};
use crate::rules::elaboration::DX_EL_IMPORT;
use elder_syntax::{Diagnostic, SourceId, Span};

/// A file that is imported.
#[derive(Clone, Debug)]
pub struct Text {
    /// What it is called in places.
    pub source: SourceId,
    /// Its text.
    pub text: String,
}

/// Finds files by the names by which they are imported.
pub type Modules<'m> = &'m mut dyn FnMut(&str) -> Option<Text>;

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
        if !self.imported.contains(name) {
            let Some(Text { source, text }) = modules(name) else {
                let message =
                    format!("there is no file `{name}.dx` here, and the library has no module of this name");
                let error = self.error(&DX_EL_IMPORT, "found", at, message);
                return Err(vec![error.with_help("put the file beside this one")]);
            };
            let outside = self.clone();
            self.imported.insert(name.into());
            let file = super::file_importing(self, source, &text, modules);
            let errors = file.into_errors();
            if let Some(first) = errors.first() {
                *self = outside;
                let message = format!("`{name}.dx` is refused");
                let error = self.error(&DX_EL_IMPORT, "legal", at, message);
                let error = error.and_at(first.span, first.message.clone());
                return Err(vec![error.with_help("mend it there")]);
            }
        }
        Ok(Outcome::Declared(before..self.program.definitions.len()))
    }
}
