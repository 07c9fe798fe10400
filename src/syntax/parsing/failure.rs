//! What a parser says when it cannot go on.
//!
//! A failure is small and cheap to merge, because chumsky makes many that are never seen: what was expected is a bit
//! set.  The sentence is put together when a failure becomes a [`Diagnostic`].

use super::{Source, Token, TokenKind, Tokens};
use crate::{Diagnostic, Refusal};
use chumsky::DefaultExpected;
use chumsky::error::{Error, LabelError};
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;

/// A set of things that may stand at a place: a bit for each kind of token, from below, and one for each notion, from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected(u128);

impl Expected {
    /// Nothing in particular.
    pub const NOTHING: Expected = Expected(0);
    /// The end of the text: the first notion of every language.
    pub const END: Expected = Expected::notion(0);

    /// The token with this number.
    pub const fn token(number: u32) -> Expected {
        Expected(1 << number)
    }

    /// The notion with this number.
    pub const fn notion(number: u32) -> Expected {
        Expected(1 << (127 - number))
    }

    /// A token.
    pub fn of<K: TokenKind>(kind: K) -> Expected {
        Expected::token(kind.number())
    }

    /// Either.
    pub const fn or(self, other: Expected) -> Expected {
        Expected(self.0 | other.0)
    }

    /// Whether they have something in common.
    pub const fn meets(self, other: Expected) -> bool {
        self.0 & other.0 != 0
    }

    /// In words: `an expression, `)` or `,``.
    fn describe<K: TokenKind>(self) -> String {
        let notions = K::NOTIONS
            .iter()
            .filter(|(notion, _)| self.meets(*notion))
            .map(|(_, text)| *text);
        let kinds = K::ALL.iter().filter(|kind| self.meets(Expected::of(**kind)));
        let mut words: Vec<&str> = Vec::new();
        for word in notions.chain(kinds.map(|kind| kind.describe())) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        match words.split_last() {
            None => String::new(),
            Some((last, [])) => last.to_string(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }
}

/// A particular mistake, which has a rule of its own.
#[derive(Clone, Debug)]
struct Mistake {
    refusal: Refusal,
    message: String,
    help: Option<&'static str>,
}

/// Why a parser could not go on.
#[derive(Clone, Debug)]
pub struct Failure<K> {
    span: SimpleSpan,
    found: Option<K>,
    expected: Expected,
    mistake: Option<Box<Mistake>>,
}

impl<K: TokenKind> Failure<K> {
    /// Something else was expected.
    pub fn expected(expected: Expected, found: Option<K>, span: SimpleSpan) -> Failure<K> {
        Failure {
            span,
            found,
            expected,
            mistake: None,
        }
    }

    /// A particular mistake.
    pub fn mistake(refusal: Refusal, span: SimpleSpan, message: impl Into<String>) -> Failure<K> {
        Failure {
            span,
            found: None,
            expected: Expected::NOTHING,
            mistake: Some(Box::new(Mistake {
                refusal,
                message: message.into(),
                help: None,
            })),
        }
    }

    /// Adds the way out to a mistake.
    pub fn with_help(mut self, help: &'static str) -> Failure<K> {
        if let Some(m) = &mut self.mistake {
            m.help = Some(help);
        }
        self
    }

    /// Where it stands in the text.
    pub fn place(&self) -> usize {
        self.span.start
    }

    /// The bracket that should have been closed where the failure is.
    fn unclosed(&self, tokens: &[Token<K>]) -> Option<SimpleSpan> {
        let before = tokens.partition_point(|(_, span)| span.start < self.span.start);
        let closing: Vec<K> = K::ALL.iter().filter_map(|open| open.closing()).collect();
        let mut closed = 0;
        for (kind, span) in tokens.get(..before)?.iter().rev() {
            if closing.contains(kind) {
                closed += 1;
            } else if let Some(close) = kind.closing() {
                if closed == 0 {
                    return self.expected.meets(Expected::of(close)).then_some(*span);
                }
                closed -= 1;
            }
        }
        None
    }

    /// The failure for people.
    pub(super) fn report(self, source: &Source<'_, K>, tokens: &[Token<K>]) -> Diagnostic {
        let span = source.span(self.span);
        if let Some(m) = self.mistake {
            let d = Diagnostic::error(m.refusal, span, m.message);
            return match m.help {
                Some(help) => d.with_help(help),
                None => d,
            };
        }
        let found = match self.found {
            None => Expected::END.describe::<K>(),
            Some(kind) => {
                let text = source.text(self.span);
                match kind.describe() {
                    fixed if fixed.starts_with('`') => fixed.to_string(),
                    sort if (1..=40).contains(&text.len()) && !text.contains('\n') => {
                        format!("{sort} `{text}`").replacen("a name", "the name", 1)
                    }
                    sort => sort.to_string(),
                }
            }
        };
        let message = match self.expected.describe::<K>().as_str() {
            "" => format!("unexpected {found}"),
            expected => format!("found {found} where {expected} should stand"),
        };
        let mut d = Diagnostic::error(K::refusal(self.expected, self.found), span, message);
        if let Some(open) = self.unclosed(tokens) {
            d = d.and_at(source.span(open), "opened here");
        }
        if let Some(kind) = self.found
            && kind.is_reserved()
            && self.expected.meets(K::NAMES)
        {
            return d.with_help(format!("{} is reserved and cannot be a name", kind.describe()));
        }
        match K::help(self.expected, self.found) {
            Some(help) => d.with_help(help),
            None => d,
        }
    }
}

impl<'t, K: TokenKind> Error<'t, Tokens<'t, K>> for Failure<K> {
    fn merge(mut self, other: Failure<K>) -> Failure<K> {
        match self.span.start.cmp(&other.span.start) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Equal => {
                self.expected = self.expected.or(other.expected);
                self.mistake = self.mistake.or(other.mistake);
                self.found = self.found.or(other.found);
                self
            }
        }
    }
}

impl<'t, K: TokenKind> LabelError<'t, Tokens<'t, K>, DefaultExpected<'t, K>> for Failure<K> {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, K>>>(
        expected: E,
        found: Option<MaybeRef<'t, K>>,
        span: SimpleSpan,
    ) -> Failure<K> {
        let mut set = Expected::NOTHING;
        for e in expected {
            set = set.or(match e {
                DefaultExpected::Token(kind) => Expected::of(*kind),
                DefaultExpected::EndOfInput => Expected::END,
                _ => Expected::NOTHING,
            });
        }
        Failure::expected(set, found.map(|k| *k), span)
    }
}
