//! Conformance cases.
//!
//! A case is a program with test blocks in Futhark's comment format.  Its
//! first comment says in a sentence what it shows; two more lines tie it to rules:
//!
//! ```text
//! -- The branches of a conditional have one type.
//! -- rules: FUT-T-IF, FUT-E-IF
//! -- refuses: FUT-T-IF/branches
//! -- ==
//! -- error: FUT-T-IF
//! ```
//!
//! Every rule after `rules:` must be applied while the case runs, every premise after
//! `refuses:` must refuse.  A case has one of the lines or both.

use std::path::{Path, PathBuf};

use crate::language::find;
use crate::{CASE_FILES, Language, Problem};

/// One conformance case.
#[derive(Debug, Clone)]
pub struct Case {
    /// The file, relative to the crate: `futhark/cases/typing/if.fut`.
    pub file: &'static str,
    /// The program with its comments.
    pub program: &'static str,
    /// What the case shows.
    pub title: String,
    /// Ids of the rules that it applies.
    pub rules: Vec<&'static str>,
    /// Rules and premises that refuse in it.
    pub refuses: Vec<(&'static str, &'static str)>,
}

/// The folder that the files' names are relative to.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All cases, sorted by file.
pub fn cases() -> Vec<Case> {
    CASE_FILES
        .iter()
        .map(|&(file, program)| parse(file, program))
        .collect()
}

impl Case {
    /// Where the case stands on disk.
    pub fn path(&self) -> PathBuf {
        root().join(self.file)
    }

    /// The language that it is of; `None` only for a file that was not embedded.
    pub fn language(&self) -> Option<Language> {
        Language::of(self.file)
    }

    /// The file, relative to the language's folder.
    fn local(&self) -> &'static str {
        self.file.split_once('/').map_or(self.file, |(_, rest)| rest)
    }

    /// Where a text of this folder finds the file.
    pub fn from_folder(&self, folder: &str) -> String {
        match self.file.split_once('/') {
            Some((own, rest)) if own == folder => rest.to_owned(),
            _ => format!("../{}", self.file),
        }
    }

    /// The value of the line `-- KEY: VALUE`, if the case has one.
    pub fn field(&self, key: &str) -> Option<&'static str> {
        let lines = self.program.lines().filter_map(|line| line.strip_prefix("-- "));
        lines
            .filter_map(|line| line.strip_prefix(key)?.strip_prefix(':'))
            .map(str::trim)
            .next()
    }

    /// The name without folder of the crate and ending: `typing/if`.
    pub fn name(&self) -> &'static str {
        let name = self.local().strip_prefix("cases/").unwrap_or(self.file);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// The program without comments that carry no code: what an explanation shows.
    pub fn code(&self) -> String {
        let lines: Vec<&str> = self
            .program
            .lines()
            .filter(|l| !l.trim_start().starts_with("--"))
            .collect();
        lines.join("\n").trim().to_owned()
    }

    fn asserts(&self) -> bool {
        let marks = ["-- ==", "-- reads:", "-- error:", "-- translation:", "-- judged:"];
        self.program
            .lines()
            .any(|l| marks.iter().any(|m| l.starts_with(m)))
    }
}

fn items(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim).filter(|item| !item.is_empty())
}

fn parse(file: &'static str, program: &'static str) -> Case {
    let mut case = Case {
        file,
        program,
        title: String::new(),
        rules: Vec::new(),
        refuses: Vec::new(),
    };
    for line in program.lines() {
        if let Some(list) = line.strip_prefix("-- rules:") {
            case.rules.extend(items(list));
        } else if let Some(list) = line.strip_prefix("-- refuses:") {
            case.refuses
                .extend(items(list).map(|item| item.split_once('/').unwrap_or((item, ""))));
        } else if let (true, Some(words)) = (case.title.is_empty(), line.strip_prefix("-- ")) {
            case.title = words.trim().to_owned();
        }
    }
    case
}

pub(crate) fn problems(cases: &[Case]) -> Vec<Problem> {
    let mut found = Vec::new();
    for case in cases {
        let place = format!("spec/{}", case.file);
        if !case.asserts() {
            found.push(Problem::NoAssertion { place: place.clone() });
        }
        if case.rules.is_empty() && case.refuses.is_empty() {
            found.push(Problem::NoRule { place: place.clone() });
        }
        let refused = case.refuses.iter().map(|&(id, premise)| (id, Some(premise)));
        for (id, premise) in case.rules.iter().map(|&id| (id, None)).chain(refused) {
            let Some(rule) = find(id) else {
                found.push(Problem::Unknown {
                    id: id.to_owned(),
                    place: place.clone(),
                });
                continue;
            };
            if let Some(premise) = premise
                && rule.premises.iter().all(|p| p.key != premise)
            {
                found.push(Problem::UnknownPremise {
                    id: id.to_owned(),
                    premise: premise.to_owned(),
                    place: place.clone(),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let case = parse(
            "futhark/cases/typing/x.fut",
            "-- A title.\n-- rules: FUT-T-IF, FUT-E-IF\n-- refuses: FUT-T-IF/branches\n-- ==\n-- error: .\ndef main = 1 -- one\n",
        );
        assert_eq!(case.title, "A title.");
        assert_eq!(case.rules, ["FUT-T-IF", "FUT-E-IF"]);
        assert_eq!(case.refuses, [("FUT-T-IF", "branches")]);
        assert_eq!(case.name(), "typing/x");
        assert_eq!(case.code(), "def main = 1 -- one");
        assert!(case.asserts());
    }

    #[test]
    fn a_case_without_block_or_rule_is_reported() {
        let found = problems(&[parse("futhark/cases/a.fut", "def main = 1\n")]);
        assert_eq!(found.len(), 2);
    }
}
