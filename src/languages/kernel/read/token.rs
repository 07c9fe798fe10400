//! Words, numbers and marks.  Comments begin with `--` or `//` and end with their line.

use crate::check::{Judged, refused};
use crate::rules as rule;
use elder_syntax::Span;
use elder_syntax::source::SourceId;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'t> {
    /// A name or a word of the language.
    Word(&'t str),
    /// A number with its suffix.
    Number(&'t str),
    /// An operator, a parenthesis and the like.
    Mark(&'static str),
    /// What follows `#pragma` on its line.
    Pragma(&'t str),
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind<'t>,
    pub span: Span,
    /// The number of its line, from 0.
    pub line: usize,
    /// How many blanks its line begins with.
    pub indent: usize,
}

/// All marks, those before others that they begin with.
const MARKS: [&str; 42] = [
    "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", ".", "+", "-", "*", "/", "%", "<", ">", "=", "!",
    "~", "&", "|", "^",
];

/// The tokens of a text.
pub(super) fn tokens(source: SourceId, text: &str) -> Judged<Vec<Token<'_>>> {
    let mut all = Vec::new();
    let mut start = 0;
    for (number, whole) in text.split('\n').enumerate() {
        let indent = whole.len() - whole.trim_start().len();
        let mut at = indent;
        loop {
            let rest = &whole[at..];
            at += rest.len() - rest.trim_start().len();
            let rest = &whole[at..];
            if rest.is_empty() || rest.starts_with("--") || rest.starts_with("//") {
                break;
            }
            let Some((kind, length)) = token(rest) else {
                let span = Span::new(source, start + at, start + whole.len());
                return refused(
                    &rule::KER_S_FUNCTION,
                    "form",
                    span,
                    "this is no token of the language",
                );
            };
            all.push(Token {
                kind,
                span: Span::new(source, start + at, start + at + length),
                line: number,
                indent,
            });
            at += length;
        }
        start += whole.len() + 1;
    }
    Ok(all)
}

/// The first token of a text that begins with one, and its length.
fn token(text: &str) -> Option<(Kind<'_>, usize)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let first = text.chars().next()?;
    if first.is_ascii_digit() {
        let mut before = ' ';
        let hexadecimal = text.starts_with("0x");
        let goes_on = |c: char| {
            let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !hexadecimal;
            before = c;
            is_word(c) || c == '.' || sign
        };
        let length = text.find(not(goes_on)).unwrap_or(text.len());
        return Some((Kind::Number(&text[..length]), length));
    }
    if is_word(first) {
        let length = text.find(not(is_word)).unwrap_or(text.len());
        return Some((Kind::Word(&text[..length]), length));
    }
    if let Some(pragma) = text.strip_prefix("#pragma ") {
        return Some((Kind::Pragma(pragma.trim()), text.len()));
    }
    let mark = MARKS.iter().find(|mark| text.starts_with(**mark))?;
    Some((Kind::Mark(mark), mark.len()))
}

fn not(mut is: impl FnMut(char) -> bool) -> impl FnMut(char) -> bool {
    move |c| !is(c)
}
