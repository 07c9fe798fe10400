//! The languages that Elder knows, each a value of one type, and the pipelines that lead on from them.
//!
//! Whatever ranges over "every language" walks [`LANGUAGES`], whatever ranges over "every pass" walks [`passes`] or [`pipelines`], which are those of
//! [`elder_passes::tower`].  A new language is a module that has its value, and a line in this table.

use crate::compile::EntryPoint;
use crate::engine::{Argument, Outcome, Ran, Settings, core, dex, dpia, fcl, futhark, host};
use crate::lowering::Start;
use elder_engine::{Overrides, Program, language, languages};
use elder_passes::pass::Floats;
use elder_passes::{Pass, Pipeline, Position};
use elder_syntax::language::Program as Stage;
use elder_syntax::{Diagnostic, Language as Declared, Rule, Value};
use std::ops::Deref;
use std::path::Path;

pub use elder_engine::language::Literate;
pub use elder_engine::languages::is_limit;
pub use elder_passes::tower::pipeline;

/// A language: what the engine does with its texts, and where its passes begin.
pub struct Language {
    /// Its texts, and its rules.
    pub text: &'static language::Language,
    /// The language whose passes its programs take.
    pub(crate) passes: &'static Declared,
    /// A checked program as its passes take it, with this entry point, for a machine of these sizes; of a language from which passes start.
    pub(crate) start: Option<Begins>,
    /// An entry point on its way to a device.
    pub(crate) compiled: Option<Compiled>,
    /// Runs an entry point of a program between passes by the reference semantics; `None` of a language whose programs are run in a way that
    /// their passes change ([`elder_passes::pass::Reading`]), or not at all.
    pub(crate) run: Option<Run>,
    /// The same of a program whose written form is of the language too: its values are those of the language itself.
    pub(crate) ran: Option<Called>,
    /// Calls a program that a pass made and that only later passes make runnable.
    pub(crate) unordered: Option<Unordered>,
    /// What else a text has to be that says which pass made it.
    pub(crate) sound: Option<Sound>,
}

/// How a checked program begins its way, with this entry point, for a machine of these sizes.
pub(crate) type Begins = fn(&Program, &str, &Overrides) -> Result<Start, Vec<Diagnostic>>;

/// How an entry point of a program between passes is called.
pub(crate) type Called = fn(&dyn Stage, &str, Vec<Argument>, &Settings) -> Ran;

/// How one is called that only later passes make runnable; `None` of any other program.
pub(crate) type Unordered = fn(&Program, &str, Vec<Argument>, &Settings) -> Option<Ran>;

/// What else a text has to be, and what is wrong with one that is not.
pub(crate) type Sound = fn(&Program) -> Result<(), String>;

/// How an entry point of a program between passes is run: on these values, and within these bounds.
pub(crate) type Run = fn(&dyn Stage, &str, &[Value], &Settings) -> Outcome;

/// How an entry point begins its way to a device, on a machine of these sizes.
pub(crate) type Compiled = fn(&Program, &str, &Overrides) -> Result<EntryPoint, Vec<Diagnostic>>;

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

impl Deref for Language {
    type Target = language::Language;

    fn deref(&self) -> &language::Language {
        self.text
    }
}

impl Language {
    /// One from which no pass starts.
    pub(crate) const fn of(text: &'static language::Language) -> Language {
        Language {
            text,
            passes: text.declared,
            start: None,
            compiled: None,
            run: None,
            ran: None,
            unordered: None,
            sound: None,
        }
    }
}

impl Language {
    /// The pipeline that its programs take; `None` if no pass starts from them.
    pub fn pipeline(&self) -> Option<&'static Pipeline> {
        pipeline(self.passes)
    }

    /// Whether its pipeline leads to kernels.
    pub fn is_compiled(&self) -> bool {
        self.pipeline()
            .is_some_and(|pipeline| pipeline.to() == Some(&elder_kernel::LANGUAGE))
    }

    /// Whether its pipeline leads to host programs.
    pub fn is_hosted(&self) -> bool {
        self.pipeline()
            .is_some_and(|pipeline| pipeline.to() == Some(&elder_kernel::host::LANGUAGE))
    }

    /// How the floats of compiled programs compare with those of the reference semantics; `None` if nothing compiles them.
    pub fn floats(&self) -> Option<Floats> {
        let pipeline = self.pipeline().filter(|_| self.is_compiled())?;
        let floats = pipeline.positions().iter().map(|position| position.pass.floats);
        floats.max()
    }
}

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
