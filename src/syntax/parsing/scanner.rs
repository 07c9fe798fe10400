//! A text becomes tokens, and what is wrong with it on the way: text that is no token, and numbers that run into names.

use super::{MAX_ERRORS, Token};
use crate::{Diagnostic, Refusal, SourceId, Span};
use chumsky::span::{SimpleSpan, Span as _};
use logos::{Lexer, Logos};
use std::ops::Range;

/// A text of which a part is tokens already.  Text that is no token is left out.
pub struct Scanner<'t, K: Logos<'t>> {
    source: SourceId,
    text: &'t str,
    lexer: Lexer<'t, K>,
    tokens: Vec<Token<K>>,
    errors: Vec<Diagnostic>,
    /// Where the last text ends that could not be read: what follows it directly is not reported again.
    unread: Option<usize>,
}

impl<'t, K> Scanner<'t, K>
where
    K: Logos<'t, Source = str, Extras = (), Error = ()>,
{
    /// Nothing of this text was read.
    pub fn new(source: SourceId, text: &'t str) -> Self {
        Scanner {
            source,
            text,
            lexer: K::lexer(text),
            tokens: Vec::new(),
            errors: Vec::new(),
            unread: None,
        }
    }

    /// What is read next begins there.
    pub fn restart(&mut self, at: usize) {
        self.lexer = K::lexer(self.text);
        self.lexer.bump(at);
    }

    /// What is read next begins so many bytes farther on.
    pub fn skip(&mut self, bytes: usize) {
        self.lexer.bump(bytes);
    }

    /// The sort of the next token and its place; no sort of what is none.
    pub fn read(&mut self) -> Option<(Option<K>, Range<usize>)> {
        let found = self.lexer.next()?;
        Some((found.ok(), self.lexer.span()))
    }

    /// The same; what is no token is reported so, by the character that it begins with, and passed over.
    pub fn token(&mut self, error: impl Fn(char, Span) -> Diagnostic) -> Option<(K, Range<usize>)> {
        loop {
            match self.read()? {
                (Some(kind), place) => return Some((kind, place)),
                (None, place) => self.unreadable(place, &error),
            }
        }
    }

    /// Text that is no token, and is reported so, unless such text stands directly before it.
    pub fn unreadable(&mut self, place: Range<usize>, error: impl FnOnce(char, Span) -> Diagnostic) {
        let begins = self.text.get(place.clone()).and_then(|text| text.chars().next());
        if self.unread != Some(place.start) && self.errors.len() < MAX_ERRORS {
            let span = Span::new(self.source, place.start, place.end);
            self.errors.push(error(begins.unwrap_or(' '), span));
        }
        self.unread = Some(place.end);
    }

    /// A number ends there, into which no name may run that goes on by letters that are such; the error stands from `from` on.
    pub fn run_on(
        &mut self,
        place: &Range<usize>,
        from: usize,
        goes_on: impl Fn(char) -> bool,
        error: impl FnOnce(Span, String) -> Diagnostic,
    ) {
        let rest = self.text.get(place.end..).unwrap_or_default();
        let end = rest.find(|letter| !goes_on(letter)).unwrap_or(rest.len());
        if end == 0 || self.errors.len() >= MAX_ERRORS {
            return;
        }
        let message = format!(
            "the number `{}` runs into `{}`",
            shorten(self.text.get(place.clone()).unwrap_or_default()),
            shorten(&rest[..end])
        );
        let span = Span::new(self.source, from, place.end + end);
        self.errors.push(error(span, message));
    }

    /// Something else is wrong.
    pub fn report(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// The tokens so far.
    pub fn tokens(&mut self) -> &mut Vec<Token<K>> {
        &mut self.tokens
    }

    /// A token stands there.
    pub fn push(&mut self, kind: K, place: Range<usize>) {
        if self.tokens.capacity() == 0 {
            self.tokens.reserve(self.text.len() / 4 + 1);
        }
        self.tokens.push((kind, SimpleSpan::new((), place)));
    }

    /// All tokens, and what could not be read.
    pub fn finish(self) -> (Vec<Token<K>>, Vec<Diagnostic>) {
        (self.tokens, self.errors)
    }
}

/// Whether a letter can go on a name of ASCII letters.
pub fn constituent(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '\'')
}

/// That a character begins no token.
pub fn unknown(refusal: Refusal, begins: char, span: Span) -> Diagnostic {
    let message = format!("the character `{}` begins no token", begins.escape_default());
    Diagnostic::error(refusal, span, message)
}

/// The beginning of a long text, for a message.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}
