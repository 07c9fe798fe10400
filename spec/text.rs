//! The texts: prose by heading.
//!
//! A rule is shown by a heading `### FUT-T-IF`.  Under it stands prose, written by hand,
//! and then a tail that repeats the table in the code: the premises by key, the
//! source, the files whose code the rule is, and the cases.  The tail is spliced in by [`spliced`], never edited, so that text and code
//! cannot drift apart; a test compares the two and rewrites the files when the
//! environment has `ELDER_UPDATE=1`.

use std::collections::HashMap;
use std::fmt::Write as _;

use elder_syntax::Rule;

use crate::case::{Case, cases};
use crate::language::{find, rules};
use crate::{Problem, TEXT_FILES};

/// What stands under one rule's heading.
#[derive(Debug, Clone)]
pub struct Section {
    /// The rule's id.
    pub id: &'static str,
    /// The file, relative to the crate.
    pub file: &'static str,
    /// The heading's line, counted from 1.
    pub line: usize,
    /// Prose written by hand.
    pub prose: String,
    /// Premises and source as they stand in the file.
    pub tail: String,
    /// The line that says where the rule's code is; empty if there is none.
    pub code: String,
}

impl Section {
    fn folder(&self) -> &'static str {
        folder_of(self.file)
    }

    /// The files in which the rule's code is.
    pub fn files(&self) -> Vec<&str> {
        let links = self.code.strip_prefix(CODE).unwrap_or_default().split(", ");
        let names = links.filter_map(|link| link.strip_prefix('[')?.split_once(']'));
        names.map(|(file, _)| file).collect()
    }

    fn place(&self) -> String {
        format!("spec/{}:{}", self.file, self.line)
    }
}

/// The folder of a text, relative to the crate.
fn folder_of(file: &'static str) -> &'static str {
    file.split_once('/').map_or("", |(folder, _)| folder)
}

/// The sections of all texts, in file order.
pub fn sections() -> Vec<Section> {
    TEXT_FILES
        .iter()
        .flat_map(|&(file, text)| sections_of(file, text))
        .collect()
}

/// The id in a heading line that shows a rule.
fn heading(line: &str) -> Option<&str> {
    let id = line.strip_prefix("### ")?.trim_end();
    let shape = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    (id.contains('-') && id.chars().all(shape)).then_some(id)
}

/// How the line begins that says where a rule's code is.
const CODE: &str = "Code: ";

fn starts_tail(line: &str) -> bool {
    line == "Requires:" || line.starts_with("Source: ")
}

fn sections_of(file: &'static str, text: &'static str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut open = false;
    let mut in_tail = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            open = false;
            if let Some(id) = heading(line) {
                (open, in_tail) = (true, false);
                found.push(Section {
                    id,
                    file,
                    line: index + 1,
                    prose: String::new(),
                    tail: String::new(),
                    code: String::new(),
                });
            }
        } else if let (true, Some(section)) = (open, found.last_mut()) {
            in_tail |= starts_tail(line);
            if in_tail && line.starts_with(CODE) {
                section.code = line.to_owned();
                continue;
            }
            let part = if in_tail {
                &mut section.tail
            } else {
                &mut section.prose
            };
            part.push_str(line);
            part.push('\n');
        }
    }
    for section in &mut found {
        // A formula that begins the text keeps its indentation.
        section.prose = section.prose.trim_start_matches('\n').trim_end().to_owned();
        section.tail = section.tail.trim().to_owned();
    }
    found
}

/// Premises, source and cases of a rule as a text in this folder must show them.
pub fn tail(rule: &Rule, cases: &[Case], folder: &str) -> String {
    let mut out = String::new();
    if !rule.premises.is_empty() {
        out.push_str("Requires:\n\n");
        for premise in rule.premises {
            let _ = writeln!(out, "- `{}`: {}", premise.key, premise.text);
        }
        out.push('\n');
    }
    let _ = write!(out, "Source: {}", rule.source);
    let links = |wanted: &dyn Fn(&&Case) -> bool| -> Vec<String> {
        let link = |c: &Case| format!("[{}]({})", c.name(), c.from_folder(folder));
        cases.iter().filter(wanted).map(link).collect()
    };
    let applied = links(&|c| c.rules.contains(&rule.id));
    if !applied.is_empty() {
        let _ = write!(out, "\n\nCases: {}", applied.join(", "));
    }
    let refused = links(&|c| c.refuses.iter().any(|&(id, _)| id == rule.id));
    if !refused.is_empty() {
        let _ = write!(out, "\n\nRefused: {}", refused.join(", "));
    }
    out
}

/// The text of a file in this folder with every rule's tail made anew from the tables; `code` says in which files a rule's code is.
pub fn spliced(folder: &str, text: &str, code: &dyn Fn(&Rule) -> Vec<String>) -> String {
    let cases = cases();
    let mut out: Vec<String> = Vec::new();
    let mut pending: Option<&Rule> = None;
    let mut skipping = false;
    let close = |out: &mut Vec<String>, pending: &mut Option<&Rule>| {
        if let Some(rule) = pending.take() {
            while out.last().is_some_and(|l| l.is_empty()) {
                out.pop();
            }
            out.push(String::new());
            out.extend(tail(rule, &cases, folder).lines().map(str::to_owned));
            out.push(String::new());
            let links = code(rule)
                .into_iter()
                .map(|file| format!("[{file}](../../{file})"));
            let links: Vec<String> = links.collect();
            if !links.is_empty() {
                out.push(format!("{CODE}{}", links.join(", ")));
                out.push(String::new());
            }
        }
    };
    for line in text.lines() {
        if line.starts_with('#') {
            close(&mut out, &mut pending);
            skipping = false;
            pending = heading(line).and_then(find);
        } else if pending.is_some() && starts_tail(line) {
            skipping = true;
        }
        if !skipping {
            out.push(line.to_owned());
        }
    }
    close(&mut out, &mut pending);
    while out.last().is_some_and(|l| l.is_empty()) {
        out.pop();
    }
    out.join("\n") + "\n"
}

pub(crate) fn problems(sections: &[Section]) -> Vec<Problem> {
    let cases = cases();
    let mut found = Vec::new();
    let mut first: HashMap<&str, &Section> = HashMap::new();
    for section in sections {
        if let Some(other) = first.insert(section.id, section) {
            found.push(Problem::ShownTwice {
                id: section.id.to_owned(),
                first: other.place(),
                second: section.place(),
            });
        }
        match find(section.id) {
            None => found.push(Problem::Unknown {
                id: section.id.to_owned(),
                place: section.place(),
            }),
            Some(rule) if section.tail != tail(rule, &cases, section.folder()) => {
                found.push(Problem::Stale {
                    id: section.id.to_owned(),
                    place: section.place(),
                })
            }
            Some(_) => {}
        }
    }
    for rule in rules() {
        if !first.contains_key(rule.id) {
            found.push(Problem::NotShown { id: rule.id });
        }
    }
    found
}

#[cfg(test)]
mod code;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_a_rule_only_if_it_is_an_id() {
        assert_eq!(heading("### FUT-T-IF"), Some("FUT-T-IF"));
        assert_eq!(heading("### Conditionals"), None);
        assert_eq!(heading("## FUT-T-IF"), None);
    }

    #[test]
    fn a_formula_that_begins_the_prose_keeps_its_indentation() {
        let found = sections_of(
            "f.md",
            "### FUT-A-B\n\n        p\n    ---------\n        c\n\nSource: z\n",
        );
        assert_eq!(found[0].prose, "        p\n    ---------\n        c");
    }

    #[test]
    fn prose_and_tail_are_told_apart() {
        let text = "# Title\n\n### FUT-A-B\n\nOne.\n\nRequires:\n\n- `x`: y\n\nSource: z\n\nCode: [a](a)\n\n## Next\nmore\n";
        let found = sections_of("f.md", text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].prose, "One.");
        assert_eq!(found[0].tail, "Requires:\n\n- `x`: y\n\nSource: z");
        assert_eq!(found[0].code, "Code: [a](a)");
        assert_eq!(found[0].line, 3);
    }

    #[test]
    fn files_carry_the_tails_of_the_tables() {
        let update = std::env::var_os("ELDER_UPDATE").is_some();
        let code = code::Code::of(&crate::case::root().join(".."));
        let homeless = rules().filter(|rule| code.files(rule).is_empty());
        let homeless: Vec<&str> = homeless.map(|rule| rule.id).collect();
        assert!(homeless.is_empty(), "no code is labelled with {homeless:?}");
        let mut stale = Vec::new();
        for (file, _) in TEXT_FILES {
            let path = crate::case::root().join(file);
            let now = std::fs::read_to_string(&path).expect("the text is where it was built from");
            let wanted = spliced(folder_of(file), &now, &|rule| code.files(rule));
            if now != wanted {
                if update {
                    std::fs::write(&path, wanted).expect("texts are writable when updating");
                } else {
                    stale.push(*file);
                }
            }
        }
        assert!(
            stale.is_empty(),
            "{stale:?} differ from the tables; ELDER_UPDATE=1 rewrites them"
        );
    }
}
