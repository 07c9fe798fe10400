//! The cases of Dex's syntax and of its core's text and types: what each accepts, refuses and applies.
//!
//! They have the form of `spec`, which they become a part of when the rules of elaboration and evaluation have cases too.

use elder_dex::{core, parser, rules};
use elder_syntax::{Diagnostic, Rule, SourceId};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The tables whose rules the cases are for.
const TABLES: [&[&Rule]; 4] = [
    rules::syntax::TABLE,
    rules::core_text::TABLE,
    rules::classes::TABLE,
    rules::typing::TABLE,
];

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = |path: &Path| {
        let found = fs::read_dir(path).expect("the folder is there");
        found
            .map(|entry| entry.expect("it can be read").path())
            .collect::<Vec<_>>()
    };
    let mut files: Vec<PathBuf> = entries(&folder).iter().flat_map(|path| entries(path)).collect();
    files.sort();
    files
}

/// What refuses a text, by the ending of its file.
fn errors(file: &Path, text: &str) -> Vec<Diagnostic> {
    match file.extension().is_some_and(|ending| ending == "dx") {
        true => {
            let (_, wrong) = parser::parse_file(SourceId(0), text);
            wrong.into_iter().map(|wrong| wrong.diagnostic).collect()
        }
        false => core::read::checked(SourceId(0), text).err().unwrap_or_default(),
    }
}

/// The ids behind a key.
fn listed<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("-- ")?.strip_prefix(key));
    line.map_or(vec![], |list| list.split(',').map(str::trim).collect())
}

// One test, since the counters of rules are those of the process.
#[test]
fn cases_are_judged_as_they_say() {
    let all: Vec<&Rule> = TABLES.iter().flat_map(|table| table.iter().copied()).collect();
    let mut used: HashSet<&str> = HashSet::new();
    let mut wrong = Vec::new();
    for file in files() {
        let text = fs::read_to_string(&file).expect("cases are texts");
        let before: Vec<u64> = all.iter().map(|rule| rule.applications()).collect();
        let errors = errors(&file, &text);
        let found: Vec<String> = errors
            .iter()
            .filter_map(|e| Some(e.refusal?.to_string()))
            .collect();
        let wanted = listed(&text, "refuses:");
        let holds = match wanted.is_empty() {
            true => errors.is_empty(),
            false => wanted
                .iter()
                .all(|premise| found.iter().any(|own| own == premise)),
        };
        if !holds {
            wrong.push(format!("{}: wants {wanted:?}, {errors:#?}", file.display()));
        }
        for id in listed(&text, "rules:") {
            let place = all.iter().position(|rule| rule.id == id);
            match place.is_some_and(|place| all[place].applications() > before[place]) {
                true => {
                    used.insert(all[place.unwrap_or_default()].id);
                }
                false => wrong.push(format!("{}: {id} is not applied", file.display())),
            }
        }
    }
    let unused = all.iter().filter(|rule| !used.contains(rule.id));
    wrong.extend(unused.map(|rule| format!("no case names {}", rule.id)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
