//! The languages that Elder knows, each a value of one type, and the arrows between them.
//!
//! Whatever ranges over "every language" walks [`LANGUAGES`], whatever ranges over "every pass" walks [`arrows`], which are those of
//! [`elder_passes::tower`].  A new language is a module that has its value, and a line in this table.

use crate::configuration::Switches;
use crate::engine::{Outcome, Printed, Program, Rejected, Settings, core, dex, dpia, fcl, futhark, kernel};
use elder_dpia::rules::evaluation::DPIA_E_LIMIT;
use elder_passes::Arrow;
use elder_passes::tower::{Floats, road as road_of};
use elder_syntax::language::Program as Stage;
use elder_syntax::{Language as Declared, Refusal, Rule, Value};
use std::path::Path;

/// A language.
pub struct Language {
    /// Its name, the ending of its files, its rules.
    pub declared: &'static Declared,
    /// Reads and checks the program in a file.  What else can be done with it, to be run and to be compiled among them, the program knows.
    pub load: fn(&Path, Switches) -> Result<Program, Rejected>,
    /// Runs an entry point of a program between arrows by the reference semantics; `None` of a language whose programs are run in a way that
    /// their arrows change ([`elder_passes::tower::Reading`]), or not at all.
    pub(crate) run: Option<Run>,
    /// Files whose commands print their results under them, of a language that has such files.
    pub(crate) literate: Option<Literate>,
    /// Does, once a thread, what the first program of the language otherwise does: what lies before every program is checked.
    pub prepare: fn(),
}

/// How an entry point of a program between arrows is run: on these values, and within these bounds.
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
    /// Whether arrows lead from it to kernels.
    pub fn is_compiled(&self) -> bool {
        road(self.declared, &elder_kernel::LANGUAGE).is_some_and(|arrows| !arrows.is_empty())
    }

    /// How the floats of compiled programs compare with those of the reference semantics; `None` if nothing compiles them.
    pub fn floats(&self) -> Option<Floats> {
        let road = road(self.declared, &elder_kernel::LANGUAGE)?;
        road.iter().map(|arrow| arrow.floats).max()
    }
}

/// All arrows.
pub fn arrows() -> impl Iterator<Item = &'static Arrow> {
    elder_passes::arrows().chain([
        #[cfg(test)]
        &crate::nothing::ARROW,
    ])
}

/// The arrows from one language to another, in order; `None` if there is no way.
pub fn road(from: &'static Declared, to: &Declared) -> Option<Vec<&'static Arrow>> {
    road_of(&arrows().collect::<Vec<_>>(), from, to)
}

/// The arrows from a language to the arrow of that name, with it; `None` if there is no way.
pub fn road_to(from: &'static Declared, name: &str) -> Option<Vec<&'static Arrow>> {
    let arrows: Vec<&Arrow> = arrows().collect();
    // Arrows of different languages may have one name.
    let ends = (0..arrows.len()).filter(|end| arrows[*end].name == name);
    let mut roads = ends.filter_map(|end| {
        let road = road_of(&arrows[..=end], from, arrows[end].to)?;
        (road.last()?.name == name).then_some(road)
    });
    roads.next()
}

/// The arrows that programs of a language take, one after the other, as far as they lead.
pub fn onwards(from: &'static Declared) -> Vec<&'static Arrow> {
    let mut at = from;
    let mut road = Vec::new();
    for arrow in arrows() {
        if arrow.from == at {
            road.push(arrow);
            at = arrow.to;
        }
    }
    road
}

/// The arrows whose results `elder test` runs: a reference semantics runs them as programs between arrows.
pub fn tested() -> impl Iterator<Item = &'static Arrow> {
    arrows().filter(|arrow| language(arrow.to).is_some_and(|language| language.run.is_some()))
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

    /// A rule that an arrow applies, `elder explain` knows.
    #[test]
    fn arrows_apply_declared_rules() {
        let ids: HashSet<&str> = rules().map(|rule| rule.id).collect();
        for arrow in arrows() {
            let unknown = arrow.rules.iter().find(|rule| !ids.contains(rule.id));
            assert!(unknown.is_none(), "{}: {unknown:?}", arrow.name);
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

    #[test]
    fn roads_end_at_the_arrow_that_is_asked_for() {
        let names = |from, name| -> Option<Vec<&str>> {
            Some(road_to(from, name)?.iter().map(|arrow| arrow.name).collect())
        };
        let dpia = &elder_dpia::LANGUAGE;
        assert_eq!(names(dpia, "normalise").unwrap(), ["initialise", "normalise"]);
        assert_eq!(names(&elder_fcl::LANGUAGE, "fcl").unwrap(), ["fcl"]);
        assert_eq!(names(dpia, "fcl"), None);
        assert_eq!(names(dpia, "no such"), None);
        let dex = &elder_dex::core::LANGUAGE;
        assert_eq!(names(dex, "simplify").unwrap(), ["simplify"]);
        let core = &elder_core::LANGUAGE;
        assert_eq!(names(core, "simplify").unwrap(), ["sizes", "inline", "simplify"]);
    }
}
