//! Small fuzzing in the tests: programs cut, repeated and mixed.

use super::fuzz_parse;
use crate::elaborate::tests::PROGRAMS;
use proptest::prelude::*;

/// Words from which soups are made.
const WORDS: &[&str] = &[
    "def",
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
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn soups_of_words_do_not_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        fuzz_parse(format!("def main = {}", words.join(" ")).as_bytes());
    }

    #[test]
    fn programs_with_words_exchanged_do_not_panic(
        program in prop::sample::select(PROGRAMS),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::sample::select(WORDS)), 1..4),
    ) {
        let mut text = program.1.to_owned();
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
        fuzz_parse(text.as_bytes());
    }

    #[test]
    fn bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz_parse(&bytes);
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
            fuzz_parse(format!("def main = {}{middle}{}", open.repeat(n), close.repeat(n)).as_bytes());
        }
        for (open, middle, close) in [
            ("2.", "f32", ""),
            ("(", "f32", ")"),
            ("exp[", "f32", "]"),
            ("f32 -> ", "f32", ""),
            ("(2 ^ ", "2", ").f32"),
        ] {
            fuzz_parse(
                format!(
                    "def main = fun(x: {}{middle}{}) x",
                    open.repeat(n),
                    close.repeat(n)
                )
                .as_bytes(),
            );
        }
        fuzz_parse(format!("def main = fun(xs: 2.f32) xs{}", " |> map(fun x. x)".repeat(n)).as_bytes());
        fuzz_parse(format!("def main = xs{}", "[0]".repeat(n)).as_bytes());
        let doubled = "let x = (x, x) in ".repeat(n);
        fuzz_parse(format!("def main = fun(x: f32) {doubled} x").as_bytes());
        fuzz_parse(format!("def main = fun x. {doubled} x").as_bytes());
        fuzz_parse(format!("def main = f{}", "(1)".repeat(n)).as_bytes());
    }
}
