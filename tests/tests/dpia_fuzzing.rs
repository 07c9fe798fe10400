//! Small fuzzing of the text of DPIA: soups of words, programs with words exchanged, deep and long programs.

use elder_tests::fuzzing::dpia_front;
use proptest::prelude::*;
use std::sync::LazyLock;

/// The programs of the conformance cases.
static PROGRAMS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let cases = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/dpia/cases");
    let folders = std::fs::read_dir(cases).expect("the cases are there");
    let mut files: Vec<_> = folders
        .filter_map(|folder| std::fs::read_dir(folder.ok()?.path()).ok())
        .flat_map(|files| files.filter_map(|file| Some(file.ok()?.path())))
        .collect();
    files.sort();
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    // Long ones are about limits.
    texts.filter(|text| text.len() < 4_000).collect()
});

/// Words from which soups are made.
const WORDS: &[&str] = &[
    "def",
    "proc",
    "main",
    "=",
    "fun",
    "(",
    ")",
    "n",
    ":",
    "nat",
    ",",
    "xs",
    "n.f32",
    "data",
    "map",
    "reduce",
    "|>",
    "x",
    ".",
    "+",
    "*",
    "-",
    "0",
    "1.5",
    "2i64",
    "split",
    "join",
    "fst",
    "snd",
    "[",
    "]",
    "{",
    "}",
    "i",
    "<",
    "for",
    "parfor",
    "into",
    "as",
    "in",
    "new",
    "f32",
    ":=",
    ";",
    "acc[f32]",
    "out",
    "let",
    "if",
    "then",
    "else",
    "while",
    "true",
    "@",
    "idx(n)",
    "zip",
    "iterate",
    "accumulate(+)",
    "u",
    "+=",
    "launch(1, 2)",
    "barrier",
    "->",
    "exp[",
    "var[f32]",
    "v.wr",
    "v.rd",
    ".1",
    "at",
    "asIndex",
    "generate",
    "^",
    "/^",
    "%",
    "min",
    "f32<4>",
    "skip",
    "toLocal",
    "splat",
    "4",
    "2",
    "\n",
    "--",
    "nat(n)",
    "run(1,1)",
    "é",
    "&&",
    "xor=",
    "gather",
];

proptest! {
    #[test]
    fn soups_of_words_do_not_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        dpia_front(format!("def main = {}", words.join(" ")).as_bytes());
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
        dpia_front(text.as_bytes());
    }

    #[test]
    fn bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        dpia_front(&bytes);
    }
}

#[test]
fn deep_and_long_programs_are_refused_or_read() {
    for n in [100, 400, 600, 5_000, 50_000] {
        for (open, middle, close) in [
            ("(", "1", ")"),
            ("-", "1", ""),
            ("fst ", "x", ""),
            ("fun x. ", "1", ""),
            ("let x = 1 in ", "x", ""),
            ("1 + ", "1", ""),
            ("if true then 1 else ", "1", ""),
            ("skip; ", "skip", ""),
            ("f(", "1", ")"),
            ("{ ", "skip", " }"),
            ("for i < 2 { ", "skip", " }"),
            ("abs(", "1", ")"),
            ("1 ** ", "1", ""),
        ] {
            dpia_front(format!("def main = {}{middle}{}", open.repeat(n), close.repeat(n)).as_bytes());
        }
        for (open, middle, close) in [
            ("2.", "f32", ""),
            ("(", "f32", ")"),
            ("exp[", "f32", "]"),
            ("f32 -> ", "f32", ""),
            ("(2 ^ ", "2", ").f32"),
        ] {
            dpia_front(
                format!(
                    "def main = fun(x: {}{middle}{}) x",
                    open.repeat(n),
                    close.repeat(n)
                )
                .as_bytes(),
            );
        }
        dpia_front(format!("def main = fun(xs: 2.f32) xs{}", " |> map(fun x. x)".repeat(n)).as_bytes());
        dpia_front(format!("def main = xs{}", "[0]".repeat(n)).as_bytes());
        let doubled = "let x = (x, x) in ".repeat(n);
        dpia_front(format!("def main = fun(x: f32) {doubled} x").as_bytes());
        dpia_front(format!("def main = fun x. {doubled} x").as_bytes());
        dpia_front(format!("def main = f{}", "(1)".repeat(n)).as_bytes());
    }
}
