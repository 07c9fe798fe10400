//! The languages that Elder knows, each a value of one type, and the pipelines that lead on from them.
//!
//! Whatever ranges over "every language" walks [`LANGUAGES`], whatever ranges over "every pass" walks [`passes`] or [`pipelines`], which are those of
//! [`elder_passes::tower`].  A new language is a module that has its value, and a line in this table.

use crate::engine::{core, dex, dpia, fcl, futhark, host};
use elder_engine::languages;
use elder_passes::{Pass, Pipeline, Position};
use elder_syntax::{Language as Declared, Rule};
use std::path::Path;

pub use crate::language::Language;
pub use elder_engine::language::Literate;
pub use elder_engine::languages::is_limit;
pub use elder_passes::tower::pipeline;

/// All languages.
pub static LANGUAGES: &[&Language] = &[
    &futhark::LANGUAGE,
    &dpia::LANGUAGE,
    &fcl::LANGUAGE,
    &core::LANGUAGE,
    &KERNELS,
    &dex::LANGUAGE,
    &dex::CORE,
    #[cfg(test)]
    &crate::nothing::LANGUAGE,
];

/// Kernels, where all pipelines end.
static KERNELS: Language = Language::of(&elder_engine::kernel::LANGUAGE);

/// All pipelines.
pub fn pipelines() -> impl Iterator<Item = &'static Pipeline> {
    elder_passes::pipelines().iter().chain([
        #[cfg(test)]
        &*crate::nothing::PIPELINE,
    ])
}

/// All passes.
pub fn passes() -> impl Iterator<Item = &'static Pass> {
    elder_passes::passes().iter().copied().chain([
        #[cfg(test)]
        &crate::nothing::PASS,
    ])
}

/// The positions that programs of a language go through, as far as they lead.
pub fn onwards(from: &Declared) -> &'static [Position] {
    pipeline(from).map_or(&[], Pipeline::positions)
}

/// The positions whose results `elder test` runs: a reference semantics runs them as programs between passes.
pub fn tested() -> impl Iterator<Item = &'static Position> {
    let is_run =
        |position: &&Position| language(position.pass.to).is_some_and(|language| language.run.is_some());
    pipelines().flat_map(Pipeline::positions).filter(is_run)
}

/// The language of these programs; `None` if it is not in the table.  Host programs, to which pipelines lead, have the texts of kernels.
pub(crate) fn language(declared: &Declared) -> Option<&'static Language> {
    let mut languages = LANGUAGES.iter().copied();
    let written = languages.find(|language| language.declared == declared);
    written.or_else(|| Some(&host::LANGUAGE).filter(|host| host.passes == declared))
}

/// The language of a file, by its ending.
///
/// # Errors
/// Says which endings there are.
pub fn language_of(path: &Path) -> Result<&'static Language, String> {
    let languages = LANGUAGES.iter().map(|language| (language.declared, *language));
    languages::among(&path.to_string_lossy(), languages)
}

/// All rules of all languages, and those that they share.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    languages::rules()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn endings_and_ids_are_unique() {
        let endings: HashSet<&str> = LANGUAGES.iter().map(|l| l.declared.ending).collect();
        assert_eq!(endings.len(), LANGUAGES.len());
        let mut ids = HashSet::new();
        for rule in rules() {
            assert!(ids.insert(rule.id), "{} is declared twice", rule.id);
        }
    }

    /// A rule that a pass applies, `elder explain` knows.
    #[test]
    fn passes_apply_declared_rules() {
        let ids: HashSet<&str> = rules().map(|rule| rule.id).collect();
        for pass in passes() {
            let unknown = pass.rules.iter().find(|rule| !ids.contains(rule.id));
            assert!(unknown.is_none(), "{}: {unknown:?}", pass.name);
        }
    }

    #[test]
    fn the_language_goes_by_the_ending() {
        assert_eq!(
            language_of(Path::new("a/b.fut")).unwrap().declared.name,
            "Futhark"
        );
        let error = language_of(Path::new("a/fut")).err().unwrap();
        assert!(error.contains(".fut (Futhark)"));
    }
}
