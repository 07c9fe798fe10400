//! Every slip of the notes on Futhark stands in `spec/sources/slips.md`, with cases that show it and the rule that says it right.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use crate::{Case, cases, language};

/// The line of a case that says which point it shows: `-- slip: FUT-Z-02. What the printed rule would do.`
const SLIP: &str = "-- slip: ";

fn source(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sources");
    fs::read_to_string(folder.join(file)).expect("notes are text")
}

/// The cells of the rows of tables whose first cell is an id.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = lines.map(|line| line.trim_end_matches('|').split(" | ").map(str::trim).collect());
    let id = |cell: &str| {
        cell.contains('-')
            && cell
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
            && cell.starts_with(|c: char| c.is_ascii_uppercase())
    };
    cells.filter(|row: &Vec<&str>| id(row[0])).collect()
}

/// The points that a case shows.
fn slips(case: &Case) -> BTreeSet<&'static str> {
    let lines = case.program.lines().filter_map(|line| line.strip_prefix(SLIP));
    lines.filter_map(|line| Some(line.split_once(". ")?.0)).collect()
}

/// The files that the links of a cell lead to, relative to `spec`.
fn linked(cell: &str) -> Vec<&str> {
    let ends = cell.split("](../").skip(1);
    ends.filter_map(|rest| Some(rest.split_once(')')?.0)).collect()
}

#[test]
fn every_point_of_the_notes_stands_once() {
    let notes = source("futhark.md");
    let page = source("slips.md");
    let of_notes: BTreeSet<&str> = rows(&notes)
        .iter()
        .map(|row| row[0])
        .filter(|id| id.contains("-Z-"))
        .collect();
    assert!(of_notes.len() >= 45, "{} points in the notes", of_notes.len());
    let mut seen = BTreeSet::new();
    for row in rows(&page) {
        assert!(seen.insert(row[0]), "{} stands twice", row[0]);
        assert!(notes.contains(row[0]), "{} is no point of the notes", row[0]);
    }
    let missing: Vec<_> = of_notes.difference(&seen).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
}

#[test]
fn a_point_has_cases_for_its_rules_that_name_it() {
    let page = source("slips.md");
    let declared: HashSet<&str> = language::rules().map(|rule| rule.id).collect();
    let cases = cases();
    let mut listed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in rows(&page).into_iter().filter(|row| row.len() == 5) {
        let (point, rules) = (row[0], row[3].split(", ").collect::<Vec<_>>());
        for rule in &rules {
            assert!(declared.contains(rule), "{point}: no table declares {rule}");
        }
        let files = linked(row[4]);
        assert!(!files.is_empty(), "{point} has no case");
        for file in &files {
            let case = cases.iter().find(|case| case.file == *file);
            let case = case.unwrap_or_else(|| panic!("{point}: there is no case {file}"));
            assert!(slips(case).contains(point), "{file} does not name {point}");
            let refused = case.refuses.iter().map(|(id, _)| id);
            let mut own = case.rules.iter().chain(refused);
            assert!(
                own.any(|id| rules.contains(id)),
                "{file} is for none of the rules of {point}"
            );
        }
        listed.insert(point, files.into_iter().collect());
    }
    for case in &cases {
        for point in slips(case) {
            let known = listed.get(point).is_some_and(|files| files.contains(case.file));
            assert!(known, "the row of {point} does not name {}", case.file);
        }
    }
}
