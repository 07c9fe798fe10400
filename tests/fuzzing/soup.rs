//! Programs made of tokens: from nothing, or by changing good ones.

use super::Choices;
use elder_syntax::SourceMap;
use std::sync::LazyLock;

/// Tokens of the language, and some that are nearly ones.
#[rustfmt::skip]
pub const TOKENS: &[&str] = &[
    "def", "let", "in", "entry", "type", "module", "open", "import", "local", "include", "with", "val",
    "loop", "for", "while", "do", "if", "then", "else", "match", "case", "assert", "true", "false", "???",
    "(", ")", "[", "]", "{", "}", ",", ".", ":", ":>", "=", "->", "<-", "\\", "*", "+", "-", "/", "%", "**",
    "//", "%%", "&&", "||", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "!", "<|", "|>",
    ">->", "`", "'", "'a", "'^a", "'~a", "~", "^", "?", "_", "..", "...", "..<", "..>", "#", "#c", "#[",
    "@", "x", "y", "f", "n", "xs", "t", "M", "i32", "i64", "f32", "f64", "bool", "u8", "0", "1", "2", "-1",
    "1i64", "0x1F", "0b101", "0rIV", "1.5", "1e3f32", "0x1p3", "'a'", "\"s\"", "map", "reduce", "scan",
    "filter", "scatter", "iota", "replicate", "zip", "length", "M.x", "M.(", "-- c\n", "-- | d\n", "\n",
    "$", "1__", "0x", "\"open", "é",
];

/// Tokens in any order.
pub fn soup(choices: &mut Choices) -> String {
    let mut text = String::new();
    while !choices.is_empty() && text.len() < 4096 {
        text.push_str(choices.pick(TOKENS).unwrap_or_default());
        if !choices.one_in(4) {
            text.push(' ');
        }
    }
    text
}

/// Our own programs, cut into tokens.
static SEEDS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let mut sources = SourceMap::new();
    elder_spec::cases()
        .into_iter()
        .filter(|case| case.file.ends_with(".fut"))
        .map(|case| {
            let text = case.program;
            let source = sources.add(case.file, None, text);
            let (tokens, _) = elder_futhark::lexer::lex(source, text);
            // Each token with the space before it, so that indentation and indexes stay what they are.
            let mut from = 0;
            let mut pieces = Vec::with_capacity(tokens.len());
            for (_, span) in tokens {
                if let Some(piece) = text.get(from..span.end) {
                    pieces.push(piece);
                    from = span.end;
                }
            }
            pieces
        })
        .collect()
});

/// One of our programs with some tokens left out, doubled, exchanged or replaced, or two of them spliced.
pub fn mutated(choices: &mut Choices) -> String {
    let Some(seed) = SEEDS.get(choices.below(SEEDS.len())) else {
        return String::new();
    };
    let mut tokens: Vec<&str> = seed.clone();
    if choices.one_in(4)
        && let Some(other) = SEEDS.get(choices.below(SEEDS.len()))
    {
        let (a, b) = (choices.below(tokens.len() + 1), choices.below(other.len() + 1));
        tokens.truncate(a);
        tokens.extend(other.iter().skip(b));
    }
    for _ in 0..=choices.below(6) {
        if tokens.is_empty() || choices.is_empty() {
            break;
        }
        let at = choices.below(tokens.len());
        let other = choices.below(tokens.len());
        match choices.below(5) {
            0 => tokens[at] = choices.pick(TOKENS).unwrap_or_default(),
            1 => {
                tokens.remove(at);
            }
            2 => tokens.swap(at, other),
            3 => tokens.insert(at, tokens[other]),
            _ => tokens[at] = tokens[other],
        }
    }
    let mut text = String::new();
    for token in tokens {
        if !token.starts_with(|c: char| c.is_whitespace() || "[(){},.".contains(c)) {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}
