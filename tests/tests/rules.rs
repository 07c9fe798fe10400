//! Text, tables and cases name the same rules.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn texts_tables_and_cases_agree() {
    let problems: Vec<String> = elder_spec::problems().iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn ids_and_premises_are_unique() {
    let mut ids = HashSet::new();
    for rule in elder_spec::language::rules() {
        assert!(ids.insert(rule.id), "{} is declared twice", rule.id);
        let mut keys = HashSet::new();
        for premise in rule.premises {
            assert!(
                keys.insert(premise.key),
                "{}/{} is declared twice",
                rule.id,
                premise.key
            );
        }
    }
}

#[test]
fn every_case_is_found_by_name() {
    let mut names = HashSet::new();
    for case in elder_spec::cases() {
        let language = case.language().map(|l| l.folder);
        assert!(
            names.insert((language, case.name())),
            "two cases are called {}",
            case.name()
        );
        assert!(case.path().exists(), "{} is not where it was", case.file);
        assert!(!case.title.is_empty(), "{} does not say what it shows", case.file);
    }
}

/// Ids that stand in examples of how ids are used, and name nothing.
const PLACEHOLDERS: &[&str] = &["DPIA-NO-SUCH", "FUT-A-B", "FUT-NO-SUCH", "FUT-T-MINE"];

/// What looks like an id in a text: a prefix that some rule has, then parts in capitals.
fn ids_in<'a>(text: &'a str, prefixes: &'a HashSet<&str>) -> impl Iterator<Item = &'a str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.map(|word| word.trim_matches('-')).filter(move |word| {
        let (prefix, rest) = word.split_once('-').unwrap_or((word, ""));
        let shape = |part: &str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        };
        prefixes.contains(prefix) && rest.split('-').all(shape)
    })
}

fn texts_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("folders of the project can be read") {
        let path = entry.expect("entries of folders can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            texts_below(&path, found);
        } else if matches!(
            path.extension().and_then(|e| e.to_str()),
            Some("rs" | "md" | "fut" | "dpia" | "fcl" | "core" | "dx" | "dxc")
        ) {
            found.push(path);
        }
    }
}

/// An id in a comment, a document or a program is that of a rule, or of a point of the notes in `spec/sources`.
#[test]
fn every_id_is_somewhere_declared() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = root.join("spec/sources");
    let mut rules: HashSet<&str> = HashSet::new();
    for rule in elder_spec::language::rules() {
        // The rule, and its families: `FUT-T-IF` is one of `FUT-T`.
        let families = rule.id.match_indices('-').map(|(at, _)| &rule.id[..at]);
        rules.extend(families.chain([rule.id]));
    }
    let prefixes: HashSet<&str> = rules
        .iter()
        .filter_map(|id| Some(id.split_once('-')?.0))
        .collect();
    let mut notes = Vec::new();
    texts_below(&sources, &mut notes);
    let notes: Vec<String> = notes
        .iter()
        .map(|path| fs::read_to_string(path).expect("notes are text"))
        .collect();
    let noted: HashSet<&str> = notes.iter().flat_map(|text| ids_in(text, &prefixes)).collect();
    let mut files = Vec::new();
    texts_below(&root, &mut files);
    let mut unknown = Vec::new();
    for path in files.iter().filter(|path| !path.starts_with(&sources)) {
        let text =
            String::from_utf8_lossy(&fs::read(path).expect("files of the project can be read")).into_owned();
        for (line, words) in text.lines().enumerate() {
            let ids = ids_in(words, &prefixes);
            let lost =
                ids.filter(|id| !rules.contains(id) && !noted.contains(id) && !PLACEHOLDERS.contains(id));
            unknown.extend(lost.map(|id| format!("{id} at {}:{}", path.display(), line + 1)));
        }
    }
    assert!(
        unknown.is_empty(),
        "ids that no table declares:\n{}",
        unknown.join("\n")
    );
}
