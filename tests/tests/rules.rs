//! Text, tables and cases name the same rules.

use std::collections::HashSet;

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
