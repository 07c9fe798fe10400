//! Small fuzzing of the text of FCL: soups of words, programs with words exchanged, deep and long programs.

use elder_tests::fuzzing::fcl_front;
use proptest::prelude::*;
use std::path::Path;
use std::sync::LazyLock;

/// The texts of the library, of the examples and of the conformance cases.
static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<_> = ["src/languages/fcl/library", "examples/fcl", "spec/fcl/cases"]
        .map(|folder| root.join(folder))
        .into();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "fcl")
                && let Ok(text) = std::fs::read_to_string(&path)
                // Long ones are about limits.
                && text.len() < 8_000
            {
                texts.push(text);
            }
        }
    }
    assert!(!texts.is_empty(), "there are programs");
    texts
});

/// Words from which soups are made.
const WORDS: &[&str] = &[
    "fun",
    "kernel",
    "sig",
    "val",
    "main",
    "=",
    "xs",
    "fn",
    "=>",
    "(",
    ")",
    ",",
    "[",
    "]",
    "<block>",
    "<l>",
    "<1+l>",
    "let",
    "in",
    "if",
    "then",
    "else",
    "true",
    "|>",
    ".",
    "+",
    "*",
    "-",
    "/",
    "%",
    "div",
    "mod",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "<<",
    ">>",
    "and",
    "or",
    "xor",
    "0",
    "1.5",
    "2",
    "2147483648",
    "fst",
    "snd",
    "generate",
    "index",
    "map",
    "mapPull",
    "mapPush",
    "length",
    "push",
    "force",
    "forcePadded",
    "while",
    "concat",
    "interleave",
    "interleaveInto",
    "fold",
    "scanThread",
    "min",
    "i2d",
    "#BlockSize",
    "#WarpSize",
    "#BlockWidth",
    "config",
    "#Groups",
    ":",
    "int",
    "double",
    "bool",
    "->",
    "[int]<grid>",
    "a",
    "forall",
    "\n",
    "--",
    "(*",
    "*)",
    "é",
    "thread",
    "grid",
    "Z",
    "reverse",
    "red",
    "zipWith",
];

proptest! {
    #[test]
    fn soups_of_words_do_not_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        fcl_front(format!("fun main xs = {}", words.join(" ")).as_bytes());
    }

    #[test]
    fn programs_with_words_exchanged_do_not_panic(
        program in prop::sample::select(&**PROGRAMS),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::sample::select(WORDS)), 1..4),
    ) {
        let mut text = program;
        for (from, to, word) in cuts {
            let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
            if ends.is_empty() {
                break;
            }
            let (a, b) = (ends[from.index(ends.len())], ends[to.index(ends.len())]);
            let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 12));
            if text.is_char_boundary(b) {
                text.replace_range(a..b, word);
            }
        }
        fcl_front(text.as_bytes());
    }

    #[test]
    fn bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fcl_front(&bytes);
    }
}

#[test]
fn deep_and_long_programs_are_refused_or_read() {
    for n in [100, 400, 600, 5_000, 50_000] {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("[", "1", "]"),
            ("-", "1", ""),
            ("fst ", "x", ""),
            ("fn x => ", "1", ""),
            ("fn <l> => ", "1", ""),
            ("let x = 1 in ", "x", ""),
            ("1 + ", "1", ""),
            ("1 == ", "1", ""),
            ("1 << ", "1", ""),
            ("f . ", "f", ""),
            ("if true then 1 else ", "1", ""),
            ("f (", "1", ")"),
            ("push <block> (", "1", ")"),
            ("(1, ", "1", ")"),
            ("(* ", "1", " *) 1"),
        ] {
            fcl_front(format!("fun main x f = {}{middle}{}", open.repeat(n), close.repeat(n)).as_bytes());
        }
        for (open, middle, close) in [
            ("[", "int", "]"),
            ("(", "int", ")"),
            ("int -> ", "int", ""),
            ("<l> -> ", "int", ""),
            ("(int, ", "int", ")"),
            ("[int]<1+", "Z", ">"),
        ] {
            let ty = format!("{}{middle}{}", open.repeat(n), close.repeat(n));
            fcl_front(format!("sig main : {ty}\nfun main x = x").as_bytes());
        }
        fcl_front(format!("fun main xs = xs{}", " |> map (fn x => x)".repeat(n)).as_bytes());
        fcl_front(format!("fun main f = f{}", " 1".repeat(n)).as_bytes());
        fcl_front(format!("fun main f = f{}", " <block>".repeat(n)).as_bytes());
        let doubled = "let x = (x, x) in ".repeat(n);
        fcl_front(format!("fun main x = {doubled} x").as_bytes());
        let doubled = "let f = fn x => f (f x) in ".repeat(n);
        fcl_front(format!("fun main f = {doubled} f").as_bytes());
        let definitions: String = (1..n)
            .map(|i| format!("fun f{i} x = f{} (x, x)\n", i - 1))
            .collect();
        fcl_front(format!("fun f0 x = x\n{definitions}").as_bytes());
    }
}
