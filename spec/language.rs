//! The languages that the definition is of: where their texts lie and which rules they have.
//!
//! They are not listed: the folders beside this file are found when the crate is built, each with the language of the crate of that name.

use crate::FOLDERS;
use elder_syntax::Rule;

/// One language, or what all share.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// The folder of its texts and cases, beside this file.
    pub folder: &'static str,
    /// Its name and rules.
    pub declared: &'static elder_syntax::Language,
}

/// All languages, and what they share.
pub fn languages() -> impl Iterator<Item = Language> {
    FOLDERS
        .iter()
        .map(|&(folder, declared)| Language { folder, declared })
}

impl Language {
    /// The language whose folder a file lies in; `file` is relative to the crate.
    pub fn of(file: &str) -> Option<Language> {
        let (folder, _) = file.split_once('/')?;
        languages().find(|language| language.folder == folder)
    }
}

/// The rules of all languages.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    languages().flat_map(|language| language.declared.rules())
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
