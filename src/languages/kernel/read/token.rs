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
    /// What stands between quotes, as it is written.
    Quoted(&'t str),
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
const MARKS: [&str; 44] = [
    "->", "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "<=", ">=", "==", "!=",
    "&&", "||", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", ".", "+", "-", "*", "/", "%", "<", ">",
    "=", "!", "~", "&", "|", "^", "@",
];

/// The tokens of a text.
pub(super) fn tokens(source: SourceId, text: &str) -> Judged<Vec<Token<'_>>> {
    let mut all = Vec::new();
    let mut start = 0;
    for (number, whole) in text.split('\n').enumerate() {
        let indent = whole.len() - whole.trim_start().len();
        let mut rest = whole;
        loop {
            rest = rest.trim_start();
            let at = whole.len() - rest.len();
            if rest.is_empty() || rest.starts_with("--") || rest.starts_with("//") {
                break;
            }
            let Some((kind, behind)) = token(rest) else {
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
                span: Span::new(source, start + at, start + whole.len() - behind.len()),
                line: number,
                indent,
            });
            rest = behind;
        }
        start += whole.len() + 1;
    }
    Ok(all)
}

/// The first token of a text that begins with one, and what follows it.
fn token(text: &str) -> Option<(Kind<'_>, &str)> {
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
        let behind = text.trim_start_matches(goes_on);
        return Some((Kind::Number(text.strip_suffix(behind)?), behind));
    }
    if is_word(first) {
        let behind = text.trim_start_matches(is_word);
        return Some((Kind::Word(text.strip_suffix(behind)?), behind));
    }
    if let Some(pragma) = text.strip_prefix("#pragma ") {
        return Some((Kind::Pragma(pragma.trim()), ""));
    }
    if let Some(quoted) = text.strip_prefix('"') {
        let mut escaped = false;
        let end = quoted.find(|c: char| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        })?;
        let (inside, behind) = quoted.split_at(end);
        return Some((Kind::Quoted(inside), behind.strip_prefix('"')?));
    }
    MARKS
        .iter()
        .find_map(|mark| Some((Kind::Mark(mark), text.strip_prefix(mark)?)))
}
