//! Texts of Dex's core, which are checked.

use super::{Checked, Program, Rejected};
use crate::tower::Language;
use elder_dex::core::{self, read};
use elder_syntax::SourceMap;
use std::path::Path;

/// The core of Dex; nothing leads from Dex to it here yet.
pub(crate) const CORE: Language = Language {
    declared: &core::LANGUAGE,
    load: |path, _| file(path),
    run: None,
    prepare: || {},
};

/// The program in a file.
fn file(path: &Path) -> Result<Program, Rejected> {
    let text = std::fs::read_to_string(path).map_err(|error| Rejected::unreadable(path, &error))?;
    let mut sources = SourceMap::new();
    let name = path.display().to_string();
    let source = sources.add(name, Some(path.to_path_buf()), text.as_str());
    match read::checked(source, &text) {
        Ok(program) => Program::of(sources, vec![], Some(Source(program))),
        Err(errors) => Program::of(sources, errors, None::<Source>),
    }
}

/// A checked program.
struct Source(core::Program);

impl Checked for Source {
    fn language(&self) -> &'static elder_syntax::Language {
        CORE.declared
    }

    fn entries(&self) -> Vec<String> {
        let names = self
            .0
            .definitions
            .iter()
            .map(|d| self.0.names.text(d.binder.name));
        names.map(ToString::to_string).collect()
    }
}
