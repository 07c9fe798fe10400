//! What is printed parses back.

use super::{exp, program, type_exp};
use crate::parser::{parse_exp, parse_program, parse_type};
use elder_syntax::SourceId;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// A tree as text, without places.
fn shape(tree: &impl Debug) -> String {
    let text = format!("{tree:?}");
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        rest = rest[at..].split_once('}').map_or("", |(_, after)| after);
    }
    out + rest
}

/// Prints and parses a file's text and compares the trees, on a stack that has room to show deep ones.
fn check_program(name: &str, text: &str) {
    stacker::grow(256 << 20, || check_program_here(name, text));
}

fn check_program_here(name: &str, text: &str) {
    let (first, errors) = parse_program(SourceId(0), text);
    assert!(errors.is_empty(), "{name}: {}", errors[0].message);
    let first = first.unwrap();
    let printed = program(&first);
    let (second, errors) = parse_program(SourceId(0), &printed);
    assert!(errors.is_empty(), "{name}: {} in\n{printed}", errors[0].message);
    assert_eq!(shape(&first), shape(&second.unwrap()), "{name}");
}

fn check_exp(text: &str) {
    let first = parse_exp(SourceId(0), text).unwrap_or_else(|e| panic!("{text}: {}", e[0].message));
    let printed = exp(&first);
    let second = parse_exp(SourceId(0), &printed).unwrap_or_else(|e| panic!("{printed}: {}", e[0].message));
    assert_eq!(shape(&first), shape(&second), "{text} became {printed}");
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|e| e.path()) {
        if path.is_dir() && !path.ends_with("target") {
            files_below(&path, found);
        } else if path.extension().is_some_and(|e| e == "fut") {
            found.push(path);
        }
    }
}

#[test]
fn files_of_the_repository() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut files = Vec::new();
    for folder in ["src", "spec", "examples", "tests", "benches"] {
        files_below(&root.join(folder), &mut files);
    }
    let mut checked = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // Some conformance cases are wrong on purpose.
        let good = stacker::grow(64 << 20, || parse_program(SourceId(0), &text).1.is_empty());
        if good {
            check_program(&file.display().to_string(), &text);
            checked += 1;
        }
    }
    assert!(checked > 0);
}

#[test]
fn parentheses_are_kept_where_they_matter() {
    for text in [
        "(a + b) * c",
        "a - (b - c)",
        "(a <| b) <| c",
        "a <| (b |> c)",
        "(a `f` b) + c `M.g` d",
        "-(-x)",
        "!(!x)",
        "(-x) ** 2",
        "-(x ** 2)",
        "f (-1) (g x)",
        "(f x).y.z",
        "(x).y",
        "x.0.1",
        "(1).x",
        "(a[i]) [j]",
        "({x = 1})[0]",
        "(#some) x",
        "#some x (#none)",
        "(if a then b else c) + d",
        "a + (if b then c else d)",
        "(\\x -> x) 1",
        "f (\\x: (i32 -> i32) -> x)",
        "(a with [0] = 1) with [1] = 2 |> f",
        "(a with [0] = 1) |> f",
        "a with x = (b with y = 2)",
        "a with x[0].y[1,2] = 3",
        "(let x = 1 in x) : i32",
        "let x = 1 in x : i32 :> i64",
        "match a case (x: t) -> (match x case 1 -> 2) case _ -> 3",
        "match a case -1 -> 2 case #c (-1i8) {f = (a, b), g} -> 3",
        "a[(b : t):c, ::-1, :, 1:2:3]",
        "0..<(a `f` b)",
        "0 ... 1.5",
        "1..3...(n + 1)",
        "(1..<2)..3...4",
        "(+) (M.+) (M.*. 2) (a `f`) (`f` a) (.x.y) (.[0, 1:2]) (.x[1].y) (.[0].x) (- 1)",
        "M.(a + b).x[0]",
        "assert (a == b) c : t",
        "#[unroll(4, a)] a + b",
        "let (x, [n]) = 1 in x",
    ] {
        if text.contains("[n])") {
            assert!(parse_exp(SourceId(0), text).is_err());
        } else {
            check_exp(text);
        }
    }
}

#[test]
fn a_match_on_a_match_keeps_its_parentheses() {
    check_exp("match (match x case 1 -> 2 case y -> y) case 3 -> 4 case z -> z");
}

#[test]
fn types() {
    for text in [
        "(n: i64) -> (m: i64) -> [n + m](a, b) -> {x: i32, 0: t}",
        "(a -> b) -> ?[n][m].[n][m]t",
        "(?[n].[n]t) -> *[2]*t",
        "#a i32 ([n]t) (t u) | #b",
        "[n](#a | #b)",
        "t [n] (u v) ([m]w) []",
        "(t u) v",
        "M.N.t a",
        "()",
        "*(a -> b)",
        "* *a",
    ] {
        let first = parse_type(SourceId(0), text).unwrap_or_else(|e| panic!("{text}: {}", e[0].message));
        let printed = type_exp(&first);
        let second =
            parse_type(SourceId(0), &printed).unwrap_or_else(|e| panic!("{printed}: {}", e[0].message));
        assert_eq!(shape(&first), shape(&second), "{text} became {printed}");
    }
}

#[test]
fn declarations() {
    check_program(
        "declarations",
        r#"-- | About the file.

-- | About `f`,
--
-- in three lines.
#[noinline]
def f [n] 't '~u '^v (x: t) ({y, z = (a, _)}: {y: u, z: v}) (-1) #c: [n]t = x
entry main = f
def (x: i32) <+> (y: i32) : i32 = x + y
def x `plus` y = x + y
def (+) 'a (x: a) = x
type~ t [n] 'a = ?[m].[n][m]a
type^ u = i32 -> i32
local
-- | Hidden.
def hidden = 1
local open import "a/b\"c"
import "x"
module type S = { type t
  -- | About `x`.
  val x [n] : [n]t #[a] val (+) : t  type^ u 'a = a  module M : { } include R with t [n] = [n]i32 }
module type F = (X: S) -> (S with t = i32 with u = f64) -> S -> T with t = i32 -> f64
module F (X: S) (Y: (S with t = X.t)) : S = { open X local def y = Y.x } : S
module G = \(X: S) : (S with t = i32) -> F X (F X { }) : S
module H = (\(X: S) -> X) : F
"#,
    );
}
