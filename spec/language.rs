//! The languages that the definition is of: where their texts lie and which rules they have.

use elder_syntax::Rule;

/// One language.
#[derive(Debug)]
pub struct Language {
    /// The name, for people.
    pub name: &'static str,
    /// The folder of its texts and cases, beside this file.
    pub folder: &'static str,
    /// Its rules, a table a judgement.
    pub tables: &'static [&'static [&'static Rule]],
}

/// All languages, and what they share.
pub static LANGUAGES: &[Language] = &[
    Language {
        name: "Futhark",
        folder: "futhark",
        tables: elder_futhark::rules::TABLES,
    },
    Language {
        name: "DPIA",
        folder: "dpia",
        tables: elder_dpia::rules::TABLES,
    },
    Language {
        name: "FCL",
        folder: "fcl",
        tables: elder_fcl::rules::TABLES,
    },
    Language {
        name: "all languages",
        folder: "shared",
        tables: elder_syntax::RULES,
    },
];

impl Language {
    /// The language whose folder a file lies in; `file` is relative to the crate.
    pub fn of(file: &str) -> Option<&'static Language> {
        let (folder, _) = file.split_once('/')?;
        LANGUAGES.iter().find(|language| language.folder == folder)
    }

    /// Its rules, in table order.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> + use<> {
        self.tables.iter().flat_map(|table| table.iter().copied())
    }
}

/// The rules of all languages.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    LANGUAGES.iter().flat_map(Language::rules)
}

/// The rule of this id, in any case of letters.
pub fn find(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_of_a_language() {
        let files = crate::TEXT_FILES.iter().chain(crate::CASE_FILES);
        for (file, _) in files {
            assert!(Language::of(file).is_some(), "{file}");
        }
    }
}
