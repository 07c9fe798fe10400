//! What is printed parses back.

use crate::ast::{Exp, File, Item, ItemKind};
use crate::parser::{parse_exp, parse_file};
use elder_syntax::{SourceMap, Span, report};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

mod trees;

/// Parses without places.
fn parse(text: &str) -> (File, Vec<String>) {
    let (file, wrong) = parse_file(Span::NONE.source, text);
    (file, wrong.into_iter().map(|w| w.diagnostic.message).collect())
}

/// Parses an expression without places.
fn expression(text: &str) -> Result<Exp, String> {
    parse_exp(Span::NONE.source, text).map_err(|errors| errors[0].message.clone())
}

#[track_caller]
fn check(text: &str) {
    let (first, errors) = parse(text);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    let printed = super::file(&first);
    let (second, errors) = parse(&printed);
    assert!(errors.is_empty(), "{printed}: {errors:?}");
    assert_eq!(first, second, "{text} became {printed}");
}

/// The first lines in which two trees differ.
fn difference(a: &impl std::fmt::Debug, b: &impl std::fmt::Debug) -> String {
    let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
    let lines = a.lines().zip(b.lines());
    let differ = lines.filter(|(a, b)| a != b).take(3);
    let shown: String = differ.map(|(a, b)| format!("{a} / {b}\n")).collect();
    if shown.is_empty() {
        format!("{a}\n{b}")
    } else {
        shown
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_expressions(e in trees::expressions()) {
        let printed = super::exp(&e);
        let again = expression(&printed);
        let shown = again.as_ref().map(super::exp);
        prop_assert!(again.as_ref() == Ok(&e), "{}\n{:?}", printed, shown);
    }

    #[test]
    fn generated_items(items in prop::collection::vec(trees::items(), 0..4)) {
        let file = File { items };
        let printed = super::file(&file);
        let (again, errors) = parse(&printed);
        prop_assert!(errors.is_empty(), "{}{:?}", printed, errors);
        prop_assert!(file == again, "{}\n{}", printed, difference(&file, &again));
    }
}

#[test]
fn parentheses_are_kept_where_they_matter() {
    for text in [
        "(a + b) * c",
        "a - (b - c)",
        "(a => b) => c",
        "(a + b) => c",
        "(f $ x) $ y",
        "(\\x. x, 1)",
        "\\x. (x, 1)",
        "((a, b), c)",
        "(a & (b | c))",
        "((a | b) & c)",
        "((a & b) | c)",
        "f (-x) (g x)",
        "-(-x)",
        "(f x).i",
        "f x.i",
        "(x).(1).y",
        "(1).x",
        "(1 .. 2) => a",
        "(x) : n => a",
        "x : n => a",
        "(if a then b else c) + d",
        "a + if b then c else d",
        "if a then (if b then c) else d",
        "f (\\x. x) y",
        "f \\x. x y",
        "(%ffi f Int x) y",
        "g %ffi f Int x",
        "for i:(3). x",
        "[for i. x, y]",
        "{a = \\x. x, b}",
        "{| a | b = (\\x. x) |}",
        "a -> {,}",
        "a -> {} b",
        "(a : b) -> c",
        "h:Type ?-> Ref h s -> {State h | eff} a",
        "ref!i!j += x.i",
        "(,) (+) (.&.) (|)",
    ] {
        check(text);
    }
}

/// The share of items that parse, and that are the same when they are printed, of the files in the folder `ELDER_DEX`.
#[test]
#[ignore = "measures files that are not in the repository"]
fn measure() {
    let folder = std::env::var("ELDER_DEX").expect("ELDER_DEX is a folder");
    let mut files = Vec::new();
    files_below(Path::new(&folder), &mut files);
    files.sort();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut sources = SourceMap::new();
        let source = sources.add(path.display().to_string(), text.as_str());
        let wrong = parse_file(source, &text).1;
        let (file, _) = parse(&text);
        let code: Vec<&Item> = file
            .items
            .iter()
            .filter(|i| !matches!(i.kind, ItemKind::Prose(_)))
            .collect();
        let parsed: Vec<&Item> = code
            .iter()
            .copied()
            .filter(|i| i.kind != ItemKind::Wrong)
            .collect();
        let same = parsed
            .iter()
            .filter(|item| parse(&super::item(item)).0.items == [(**item).clone()]);
        println!(
            "{}: items of code {}, parsed {}, the same when printed {}",
            path.display(),
            code.len(),
            parsed.len(),
            same.count()
        );
        let diagnostics: Vec<_> = wrong.into_iter().map(|w| w.diagnostic).collect();
        print!("{}", report::render_short(&diagnostics, &sources));
    }
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|e| e == "dx") {
            found.push(path);
        }
    }
}
