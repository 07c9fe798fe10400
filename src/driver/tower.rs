//! The languages that Elder knows, each a value of one type, and the pipelines that lead on from them.
//!
//! Whatever ranges over "every language" walks [`LANGUAGES`], whatever ranges over "every pass" walks [`passes`] or [`pipelines`], which are those of
//! [`elder_passes::tower`].  A new language is a module that has its value, and a line in this table.

use crate::configuration::Switches;
use crate::engine::{Outcome, Printed, Program, Rejected, Settings, core, dex, dpia, fcl, futhark, kernel};
use elder_dpia::rules::evaluation::DPIA_E_LIMIT;
use elder_passes::pass::Floats;
use elder_passes::{Pass, Pipeline, Position};
use elder_syntax::language::Program as Stage;
use elder_syntax::{Language as Declared, Refusal, Rule, Value};
use std::path::Path;

/// A language.
pub struct Language {
    /// Its name, the ending of its files, its rules.
    pub declared: &'static Declared,
    /// Reads and checks the program in a file.  What else can be done with it, to be run and to be compiled among them, the program knows.
    pub load: fn(&Path, Switches) -> Result<Program, Rejected>,
    /// Runs an entry point of a program between passes by the reference semantics; `None` of a language whose programs are run in a way that
    /// their passes change ([`elder_passes::pass::Reading`]), or not at all.
    pub(crate) run: Option<Run>,
    /// Files whose commands print their results under them, of a language that has such files.
    pub(crate) literate: Option<Literate>,
    /// Does, once a thread, what the first program of the language otherwise does: what lies before every program is checked.
    pub prepare: fn(),
}

/// How an entry point of a program between passes is run: on these values, and within these bounds.
pub(crate) type Run = fn(&dyn Stage, &str, &[Value], &Settings) -> Outcome;

/// Files whose items say under themselves what they print, or that they are refused.
#[derive(Clone, Copy)]
pub(crate) struct Literate {
    /// Runs the items, each within these limits.
    pub run: fn(&Path, &Settings) -> Result<Printed, Rejected>,
    /// Checks them: an item that is not refused prints nothing.
    pub check: fn(&Path) -> Result<Printed, Rejected>,
}

/// All languages.
pub static LANGUAGES: &[Language] = &[
    futhark::LANGUAGE,
    dpia::LANGUAGE,
    fcl::LANGUAGE,
    core::LANGUAGE,
    kernel::LANGUAGE,
    dex::LANGUAGE,
    dex::CORE,
    #[cfg(test)]
    crate::nothing::LANGUAGE,
];

impl Language {
    /// Whether its pipeline leads to kernels.
    pub fn is_compiled(&self) -> bool {
        pipeline(self.declared).is_some_and(|pipeline| pipeline.to() == Some(&elder_kernel::LANGUAGE))
    }

    /// How the floats of compiled programs compare with those of the reference semantics; `None` if nothing compiles them.
    pub fn floats(&self) -> Option<Floats> {
        let pipeline = pipeline(self.declared).filter(|_| self.is_compiled())?;
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

/// The pipeline of programs of a language; `None` if no pass starts from it.
pub fn pipeline(from: &Declared) -> Option<&'static Pipeline> {
    pipelines().find(|pipeline| pipeline.from() == Some(from))
}

/// The positions whose results `elder test` runs: a reference semantics runs them as programs between passes.
pub fn tested() -> impl Iterator<Item = &'static Position> {
    let is_run =
        |position: &&Position| language(position.pass.to).is_some_and(|language| language.run.is_some());
    pipelines().flat_map(Pipeline::positions).filter(is_run)
}

/// The language of these programs; `None` if it is not in the table.
pub(crate) fn language(declared: &Declared) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.declared == declared)
}

/// The language of a file, by its ending.
///
/// # Errors
/// Says which endings there are.
pub fn language_of(path: &Path) -> Result<&'static Language, String> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    let mut languages = LANGUAGES.iter();
    languages.find(|l| l.declared.ending == ending).ok_or_else(|| {
        let known: Vec<String> = LANGUAGES
            .iter()
            .map(|l| format!(".{} ({})", l.declared.ending, l.declared.name))
            .collect();
        format!(
            "the language of a program goes by its file's ending, which is one of {}",
            known.join(", ")
        )
    })
}

/// Whether what refused is a limit, as that judging the program takes too much ([`elder_syntax::effort`]).
pub fn is_limit(refusal: Refusal) -> bool {
    let efforts = LANGUAGES.iter().filter_map(|language| language.declared.effort);
    let mut limits = efforts.chain([&DPIA_E_LIMIT]);
    limits.any(|rule| std::ptr::eq(rule, refusal.rule))
}

/// All rules of all languages, and those that they share.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let declared = LANGUAGES.iter().map(|language| language.declared);
    declared
        .chain([&elder_syntax::LANGUAGE])
        .flat_map(Declared::rules)
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
