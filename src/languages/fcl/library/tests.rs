//! The library is sound.

use super::*;

#[test]
fn nothing_is_wrong_with_the_library() {
    let library = library();
    let wrong: Vec<String> = diagnostics()
        .iter()
        .map(|d| {
            let place = library.sources.describe(d.span);
            format!("{place}: {} {:?} {:?}", d.message, d.notes, d.help)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(is_sound());
}

#[test]
fn every_definition_has_a_signature_and_a_comment() {
    for definition in &program().definitions {
        let text = definition.name.text();
        assert!(definition.signature.is_some(), "{text} has no signature");
        let file = library().sources.get(definition.span.source).unwrap();
        let before = &file.text[..definition.span.start as usize];
        let mut lines = before.lines().rev().skip(1);
        let comment = lines.find(|line| !line.starts_with("sig ") && !line.starts_with(' '));
        assert!(
            comment.is_some_and(|line| line.starts_with("--")),
            "{text} has no comment"
        );
    }
}

#[test]
fn a_name_is_defined_once() {
    let mut names: Vec<&str> = program().definitions.iter().map(|d| d.name.text()).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(all, names.len());
}

#[test]
fn the_examples_are_accepted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/fcl");
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "fcl") {
            let text = std::fs::read_to_string(&path).unwrap();
            let loaded = crate::load::text(&path.display().to_string(), &text);
            wrong.extend(loaded.diagnostics.iter().map(|d| {
                let place = loaded.sources.describe(d.span);
                format!("{place}: {} {:?} {:?}", d.message, d.notes, d.help)
            }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
