//! The tower: the languages that Elder knows, each with its rules, and by which
//! ending of a file it is known.
//!
//! Whatever ranges over "every language" walks this table.  The passes from DPIA down to kernels are a
//! table of their own, [`elder_passes::PASSES`].

use elder_syntax::Rule;
use std::path::Path;

/// A language.
#[derive(Debug)]
pub struct Language {
    /// Its name.
    pub name: &'static str,
    /// The ending of its files.
    pub ending: &'static str,
    /// Its rules, a table a judgement.
    pub rules: &'static [&'static [&'static Rule]],
    /// Whether there is a road from it to kernels.
    pub compiled: bool,
}

/// All languages.
pub static LANGUAGES: &[Language] = &[
    Language {
        name: "Futhark",
        ending: "fut",
        rules: elder_futhark::rules::TABLES,
        compiled: false,
    },
    Language {
        name: "DPIA",
        ending: "dpia",
        rules: elder_dpia::rules::TABLES,
        compiled: true,
    },
    Language {
        name: "FCL",
        ending: "fcl",
        rules: elder_fcl::rules::TABLES,
        compiled: true,
    },
];

/// The language of a file, by its ending.
///
/// # Errors
/// Says which endings there are.
pub fn language_of(path: &Path) -> Result<&'static Language, String> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    LANGUAGES.iter().find(|l| l.ending == ending).ok_or_else(|| {
        let known: Vec<String> = LANGUAGES
            .iter()
            .map(|l| format!(".{} ({})", l.ending, l.name))
            .collect();
        format!(
            "the language of a program goes by its file's ending, which is one of {}",
            known.join(", ")
        )
    })
}

/// All rules of all languages, and those that they share.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let tables = LANGUAGES.iter().map(|language| language.rules);
    tables
        .chain([elder_syntax::RULES])
        .flat_map(|tables| tables.iter().flat_map(|table| table.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn endings_and_ids_are_unique() {
        let endings: HashSet<&str> = LANGUAGES.iter().map(|l| l.ending).collect();
        assert_eq!(endings.len(), LANGUAGES.len());
        let mut ids = HashSet::new();
        for rule in rules() {
            assert!(ids.insert(rule.id), "{} is declared twice", rule.id);
        }
    }

    #[test]
    fn the_language_goes_by_the_ending() {
        assert_eq!(language_of(Path::new("a/b.fut")).unwrap().name, "Futhark");
        assert!(
            language_of(Path::new("a/fut"))
                .unwrap_err()
                .contains(".fut (Futhark)")
        );
    }
}
