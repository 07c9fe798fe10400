use super::*;
use crate::engine::Limits;
use std::time::Duration;

/// What comes of the property `p` of a program.
fn tried(text: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.fut");
    std::fs::write(&path, text).unwrap();
    let program = Program::load(&path).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let limits = Limits {
        time: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    let settings = Settings {
        limits,
        ..Settings::default()
    };
    test(&program, "p", &settings, None)
}

fn refused(text: &str, cause: Cause, message: &str) {
    let (found, printed) = tried(text).expect_err(text);
    assert_eq!(found, cause, "{printed}");
    assert!(printed.contains(message), "{printed}");
}

#[test]
fn candidates_are_made_from_types() {
    let reversed = "entry p (xs: []i32) = and (map2 (==) (reverse (reverse xs)) xs)";
    assert_eq!(tried(&format!("#[prop]\n{reversed}")), Ok(()));
    assert_eq!(
        tried("#[prop]\nentry p (x: {a: [3]i8, b: (bool, [][]f32)}) = x.a[2] == x.a[2]"),
        Ok(())
    );
    assert_eq!(
        tried("#[prop(size(7))]\nentry p (xs: [](i8, {a: bool})) = length xs == 7"),
        Ok(())
    );
    refused(
        "#[prop]\nentry p (xs: [](i8, {a: bool})) = length xs == 0",
        Cause::Property,
        "counterexample: [(",
    );
    refused(
        "#[prop]\nentry p (x: #a | #b) = match x case #a -> true case #b -> true",
        Cause::Block,
        "generator",
    );
}

#[test]
fn counterexamples_become_small() {
    refused(
        "#[prop]\nentry p (xs: []i32) = length xs < 3",
        Cause::Property,
        "size 50, candidate 1 of seed 0",
    );
    let (_, printed) = tried("#[prop]\nentry p (xs: []bool) = length xs < 3").unwrap_err();
    let commas = printed
        .split("counterexample: ")
        .nth(1)
        .unwrap()
        .matches(',')
        .count();
    assert_eq!(commas, 2, "{printed}");
    let shrinking = "entry g (n: i64) (s: u64): {x: i64} = {x = n + i64.u64 (s % 10)}\n\
                     entry smaller (c: {x: i64}) (_: u64): {x: i64} = {x = c.x - 1}\n";
    refused(
        &format!("{shrinking}#[prop(gen(g), shrink(smaller))]\nentry p (c: {{x: i64}}) = c.x < 3"),
        Cause::Property,
        "counterexample: {x = 3i64}",
    );
    // The shrinker consumes its candidate, which is still there afterwards.
    let consuming = "entry smaller (c: *[]i32) (_: u64): *[]i32 = c with [0] = 1\n";
    refused(
        &format!(
            "{consuming}#[prop(size(2), shrink(smaller))]\nentry p (c: *[]i32) = (c with [1] = 0)[1] == 1"
        ),
        Cause::Property,
        "counterexample: [1i32, ",
    );
}

#[test]
fn what_is_no_property_is_said() {
    refused("entry p (x: i32) = x == x", Cause::Block, "no #[prop(..)]");
    refused(
        "#[prop]\ndef p (x: i32) = x == x\nentry q = 1i32",
        Cause::Block,
        "no entry point",
    );
    refused(
        "#[prop]\nentry p (x: i32) = x",
        Cause::Block,
        "takes i32 and gives i32",
    );
    refused(
        "#[prop]\nentry p (x: i32) (y: i32) = x == y",
        Cause::Block,
        "takes i32 and i32",
    );
    refused(
        "#[prop(gen(g))]\nentry p (x: i32) = x == x",
        Cause::Block,
        "generator `g` of `p` is no entry point",
    );
    let generator = "entry g (n: i64) (s: i64): i32 = i32.i64 (n + s)\n";
    refused(
        &format!("{generator}#[prop(gen(g))]\nentry p (x: i32) = x == x"),
        Cause::Block,
        "must take i64 and u64 and give i32",
    );
}

#[test]
fn errors_name_the_candidate() {
    refused(
        "#[prop]\nentry p (xs: []i32) = xs[-1] == 0",
        Cause::RunTime,
        "candidate: [",
    );
    let endless = "entry smaller (x: i8) (_: u64): i8 = x\n";
    refused(
        &format!("{endless}#[prop(shrink(smaller))]\nentry p (x: i8) = x != x"),
        Cause::Property,
        "counterexample",
    );
}
