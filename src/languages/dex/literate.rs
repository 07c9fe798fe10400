//! A file cut into items: prose, code, and what is expected to be printed.
//!
//! Prose begins with `'` at the start of a line and goes on to a line without text.  Lines that begin with `>` are expected output of the
//! item before them.  Lines `%passes ..` and `%time` say how the item behind them is run.  All else is code, which begins at the start of a
//! line and goes on as its layout says ([`crate::lexer`]).

use crate::lexer::{Code, code};
use crate::rules::syntax::DX_SYN_ITEM;
use elder_syntax::{Diagnostic, SourceId, Span};
use std::ops::Range;

/// What an item consists of.
#[derive(Debug)]
pub struct Piece {
    /// Lines before it, without their `%`.
    pub settings: Vec<Range<usize>>,
    /// The item itself.
    pub content: Content,
    /// The lines under it that begin with `>`, without that and a space.
    pub expected: Vec<String>,
    /// Where it stands, without what is expected.
    pub place: Range<usize>,
}

/// Prose or code.
#[derive(Debug)]
pub enum Content {
    /// Without its quote.
    Prose(String),
    /// Tokens.
    Code(Code),
}

/// The commands, as they are written.
pub const COMMANDS: [&str; 4] = [":p", ":t", ":html", ":export"];

/// Words behind `%` that say how an item is run.
const SETTINGS: [&str; 3] = ["passes", "time", "bench"];

/// The items of a text, and what stands outside of them.
pub fn cut(source: SourceId, text: &str) -> (Vec<Piece>, Vec<Diagnostic>) {
    DX_SYN_ITEM.apply();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut errors = Vec::new();
    let mut settings = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let line = line_at(text, at);
        let next = (at + line.len() + 1).min(text.len());
        if line.trim().is_empty() || line.starts_with("--") {
            at = next;
        } else if let Some(output) = line.strip_prefix('>') {
            match pieces.last_mut() {
                Some(piece) if matches!(piece.content, Content::Code(_)) => {
                    let output = output.strip_prefix(' ').unwrap_or(output);
                    piece.expected.push(output.trim_end_matches('\r').to_owned());
                }
                // Once for all lines of it.
                _ if errors.is_empty() => errors.push(homeless(source, at, line)),
                _ => {}
            }
            at = next;
        } else if is_setting(line) {
            settings.push(at + 1..at + line.trim_end().len());
            at = next;
        } else {
            let piece = match line.strip_prefix('\'') {
                Some(_) => prose(text, at),
                None => item(source, text, at),
            };
            let (place, end, content) = piece;
            pieces.push(Piece {
                settings: std::mem::take(&mut settings),
                content,
                expected: Vec::new(),
                place,
            });
            at = end;
        }
    }
    (pieces, errors)
}

/// The line that begins here, without its end.
fn line_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    rest.split('\n').next().unwrap_or("")
}

fn is_setting(line: &str) -> bool {
    let word = line
        .strip_prefix('%')
        .and_then(|line| line.split_whitespace().next());
    word.is_some_and(|word| SETTINGS.contains(&word))
}

/// The prose that begins here: up to a line without text.
fn prose(text: &str, start: usize) -> (Range<usize>, usize, Content) {
    let mut end = start;
    loop {
        let line = line_at(text, end);
        if line.trim().is_empty() {
            break;
        }
        end = (end + line.len() + 1).min(text.len());
    }
    let written = text.get(start..end).unwrap_or("").trim_end();
    let inside = written.get(1..).unwrap_or("").to_owned();
    (start..start + written.len(), end, Content::Prose(inside))
}

/// The code that begins here.
fn item(source: SourceId, text: &str, start: usize) -> (Range<usize>, usize, Content) {
    let rest = &text[start..];
    let command = rest.strip_prefix(':').map(|behind| {
        let length = behind
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(behind.len());
        start..start + 1 + length
    });
    let code = code(source, text, start, command);
    let place = match (code.tokens.first(), code.tokens.last()) {
        (Some((_, first)), Some((_, last))) => first.start..last.end,
        _ => start..start + line_at(text, start).len(),
    };
    (place, code.end, Content::Code(code))
}

fn homeless(source: SourceId, at: usize, line: &str) -> Diagnostic {
    let span = Span::new(source, at, at + line.len());
    let message = "this is expected output of nothing";
    Diagnostic::error(DX_SYN_ITEM.refuse("output"), span, message)
        .with_help("lines that begin with `>` stand under a command, an expression or a declaration")
}
