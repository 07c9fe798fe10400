//! What the parser says when it cannot go on.
//!
//! A failure is small and cheap to merge, because chumsky makes many that are never seen: what was expected is a bit
//! set.  The sentence is put together when a failure becomes a [`Diagnostic`].

use super::{Source, Tokens};
use crate::lexer::{Kind, Token};
use crate::rules::syntax::{DPIA_SYN_PHRASE, DPIA_SYN_PROGRAM, DPIA_SYN_TYPE};
use chumsky::DefaultExpected;
use chumsky::error::{Error, LabelError};
use chumsky::span::SimpleSpan;
use chumsky::util::MaybeRef;
use elder_syntax::{Diagnostic, Refusal};

/// A set of things that may stand at a place: a bit for each [`Kind`], and the notions below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected(u128);

impl Expected {
    /// Nothing in particular.
    pub const NOTHING: Expected = Expected(0);
    /// A phrase.
    pub const PHRASE: Expected = Expected(1 << 127);
    /// A type or a size.
    pub const TYPE: Expected = Expected(1 << 126);
    /// A definition.
    pub const DEFINITION: Expected = Expected(1 << 125);
    /// An infix operator.
    pub const OPERATOR: Expected = Expected(1 << 124);
    /// The end of the text.
    pub const END: Expected = Expected(1 << 123);
    /// An operator whose updates commute.
    pub const UPDATE: Expected = Expected(1 << 122);

    /// The notions by name, in the order of messages.
    const NOTIONS: [(Expected, &'static str); 6] = [
        (Expected::PHRASE, "a phrase"),
        (Expected::TYPE, "a type or a size"),
        (Expected::DEFINITION, "a definition"),
        (
            Expected::UPDATE,
            "one of `+`, `*`, `min`, `max`, `and`, `or`, `xor`",
        ),
        (Expected::OPERATOR, "an operator"),
        (Expected::END, "the end of the text"),
    ];

    /// A token.
    pub const fn token(kind: Kind) -> Expected {
        Expected(1 << kind as u8)
    }

    /// Either.
    pub const fn or(self, other: Expected) -> Expected {
        Expected(self.0 | other.0)
    }

    /// Whether they have something in common.
    pub const fn meets(self, other: Expected) -> bool {
        self.0 & other.0 != 0
    }

    /// In words: `a phrase, `)` or `,``.
    fn describe(self) -> String {
        let notions = Expected::NOTIONS.iter().filter(|(notion, _)| self.meets(*notion));
        let kinds = Kind::ALL
            .iter()
            .filter(|kind| self.meets(Expected::token(**kind)));
        let words: Vec<&str> = notions
            .map(|(_, text)| *text)
            .chain(kinds.map(|kind| kind.describe()))
            .collect();
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
pub struct Failure {
    span: SimpleSpan,
    found: Option<Kind>,
    expected: Expected,
    mistake: Option<Box<Mistake>>,
}

impl Failure {
    /// Something else was expected.
    pub fn expected(expected: Expected, found: Option<Kind>, span: SimpleSpan) -> Failure {
        Failure {
            span,
            found,
            expected,
            mistake: None,
        }
    }

    /// A particular mistake.
    pub fn mistake(refusal: Refusal, span: SimpleSpan, message: impl Into<String>) -> Failure {
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
    pub fn with_help(mut self, help: &'static str) -> Failure {
        if let Some(m) = &mut self.mistake {
            m.help = Some(help);
        }
        self
    }

    /// Where it stands in the text.
    pub fn place(&self) -> usize {
        self.span.start
    }

    /// The rule that refused, chosen by what was expected.
    fn refusal(&self) -> Refusal {
        let e = self.expected;
        match self.found {
            None => DPIA_SYN_PROGRAM.refuse("end"),
            _ if e.meets(Expected::PHRASE) => DPIA_SYN_PHRASE.refuse("phrase"),
            _ if e.meets(Expected::OPERATOR) => DPIA_SYN_PHRASE.refuse("token"),
            _ if e.meets(Expected::TYPE) => DPIA_SYN_TYPE.refuse("form"),
            _ if e.meets(Expected::DEFINITION) => DPIA_SYN_PROGRAM.refuse("definition"),
            _ => DPIA_SYN_PROGRAM.refuse("token"),
        }
    }

    /// The bracket that should have been closed where the failure is.
    fn unclosed(&self, tokens: &[Token]) -> Option<SimpleSpan> {
        let before = tokens.partition_point(|(_, span)| span.start < self.span.start);
        let mut closed = 0;
        for (kind, span) in tokens.get(..before)?.iter().rev() {
            match kind {
                Kind::RParen | Kind::RBracket | Kind::RCurly => closed += 1,
                _ if kind.closing().is_none() => {}
                _ if closed > 0 => closed -= 1,
                _ => {
                    let close = Expected::token(kind.closing()?);
                    return self.expected.meets(close).then_some(*span);
                }
            }
        }
        None
    }

    /// The failure for people.
    pub fn report(self, source: &Source<'_>, tokens: &[Token]) -> Diagnostic {
        let span = source.span(self.span);
        if let Some(m) = self.mistake {
            let d = Diagnostic::error(m.refusal, span, m.message);
            return match m.help {
                Some(help) => d.with_help(help),
                None => d,
            };
        }
        let found = match self.found {
            None => "the end of the text".to_string(),
            Some(kind) => match kind.describe() {
                fixed if fixed.starts_with('`') => fixed.to_string(),
                sort => format!("{sort} `{}`", source.text(self.span)).replacen("a name", "the name", 1),
            },
        };
        let message = match self.expected.describe().as_str() {
            "" => format!("unexpected {found}"),
            expected => format!("found {found} where {expected} should stand"),
        };
        let mut d = Diagnostic::error(self.refusal(), span, message);
        if let Some(open) = self.unclosed(tokens) {
            d = d.and_at(source.span(open), "opened here");
        }
        match self.found {
            Some(kind) if kind.is_reserved() && self.expected.meets(Expected::token(Kind::Ident)) => {
                d.with_help(format!("{} is reserved and cannot be a name", kind.describe()))
            }
            Some(Kind::Equals) if self.expected.meets(Expected::OPERATOR) => {
                d.with_help("`==` compares, `:=` assigns")
            }
            _ => d,
        }
    }
}

impl<'t> Error<'t, Tokens<'t>> for Failure {
    fn merge(mut self, other: Failure) -> Failure {
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

impl<'t> LabelError<'t, Tokens<'t>, DefaultExpected<'t, Kind>> for Failure {
    fn expected_found<E: IntoIterator<Item = DefaultExpected<'t, Kind>>>(
        expected: E,
        found: Option<MaybeRef<'t, Kind>>,
        span: SimpleSpan,
    ) -> Failure {
        let mut set = Expected::NOTHING;
        for e in expected {
            set = set.or(match e {
                DefaultExpected::Token(kind) => Expected::token(*kind),
                DefaultExpected::EndOfInput => Expected::END,
                _ => Expected::NOTHING,
            });
        }
        Failure::expected(set, found.map(|k| *k), span)
    }
}
