//! What the parser says when it cannot go on.
//!
//! A failure is small and cheap to merge, because chumsky makes many that are never
//! seen: what was expected is a bit set.  The sentence is put together when a failure
//! becomes a [`Diagnostic`].

use super::{Source, Tokens};
use crate::lexer::{Kind, Token};
use crate::rules::syntax::{FUT_X_DOC, FUT_X_EXP, FUT_X_MODULE, FUT_X_PAT, FUT_X_PROGRAM, FUT_X_TYPE};
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
    /// An expression.
    pub const EXPRESSION: Expected = Expected(1 << 127);
    /// A pattern.
    pub const PATTERN: Expected = Expected(1 << 126);
    /// A type.
    pub const TYPE: Expected = Expected(1 << 125);
    /// A declaration.
    pub const DECLARATION: Expected = Expected(1 << 124);
    /// A module expression.
    pub const MODULE: Expected = Expected(1 << 123);
    /// A module type.
    pub const MODULE_TYPE: Expected = Expected(1 << 122);
    /// An item of a module type.
    pub const ITEM: Expected = Expected(1 << 121);
    /// An infix operator.
    pub const OPERATOR: Expected = Expected(1 << 120);
    /// The end of the text.
    pub const END: Expected = Expected(1 << 119);
    /// A parameter.
    pub const PARAMETER: Expected = Expected(1 << 118);
    /// A field.
    pub const FIELD: Expected = Expected(1 << 117);

    /// Where a name may stand.
    const NAMES: Expected = Expected::token(Kind::Ident)
        .or(Expected::PATTERN)
        .or(Expected::PARAMETER)
        .or(Expected::FIELD)
        .or(Expected::TYPE);

    /// The notions by name, in the order of messages.
    const NOTIONS: [(Expected, &'static str); 11] = [
        (Expected::EXPRESSION, "an expression"),
        (Expected::PATTERN, "a pattern"),
        (Expected::TYPE, "a type"),
        (Expected::DECLARATION, "a declaration"),
        (Expected::MODULE, "a module"),
        (Expected::MODULE_TYPE, "a module type"),
        (Expected::ITEM, "`val`, `type`, `module` or `include`"),
        (Expected::PARAMETER, "a parameter"),
        (Expected::FIELD, "a field"),
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

    /// In words: `an expression, `)` or `,``.
    fn describe(self) -> String {
        let mut words: Vec<&str> = Vec::new();
        for (notion, text) in Expected::NOTIONS {
            if self.meets(notion) {
                words.push(text);
            }
        }
        for kind in Kind::ALL {
            if self.meets(Expected::token(*kind)) && !words.contains(&kind.describe()) {
                words.push(kind.describe());
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
pub struct Mistake {
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
            Some(Kind::Doc) => FUT_X_DOC.refuse("placed"),
            None => FUT_X_PROGRAM.refuse("end"),
            _ if e.meets(Expected::EXPRESSION) => FUT_X_EXP.refuse("expression"),
            _ if e.meets(Expected::MODULE) => FUT_X_MODULE.refuse("module"),
            _ if e.meets(Expected::MODULE_TYPE) => FUT_X_MODULE.refuse("module_type"),
            _ if e.meets(Expected::ITEM) => FUT_X_MODULE.refuse("item"),
            _ if e.meets(Expected::OPERATOR) => FUT_X_EXP.refuse("token"),
            _ if e.meets(Expected::PATTERN.or(Expected::PARAMETER)) => FUT_X_PAT.refuse("pattern"),
            _ if e.meets(Expected::TYPE) => FUT_X_TYPE.refuse("form"),
            _ if e.meets(Expected::DECLARATION) => FUT_X_PROGRAM.refuse("declaration"),
            _ => FUT_X_PROGRAM.refuse("token"),
        }
    }

    /// The bracket that should have been closed where the failure is.
    fn unclosed(&self, tokens: &[Token]) -> Option<SimpleSpan> {
        let before = tokens.partition_point(|(_, span)| span.start < self.span.start);
        let mut closed = 0;
        for (kind, span) in tokens[..before].iter().rev() {
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
        let refusal = match &self.mistake {
            Some(m) => m.refusal,
            None => self.refusal(),
        };
        if let Some(m) = self.mistake {
            let d = Diagnostic::error(refusal, span, m.message);
            return match m.help {
                Some(help) => d.with_help(help),
                None => d,
            };
        }
        let found = match self.found {
            None => "the end of the text".to_string(),
            Some(kind) => {
                let text = source.text(self.span);
                match kind.describe() {
                    fixed if fixed.starts_with('`') => fixed.to_string(),
                    sort if text.len() <= 40 && !text.contains('\n') => {
                        format!("{sort} `{text}`").replacen("a name", "the name", 1)
                    }
                    sort => sort.to_string(),
                }
            }
        };
        let expected = self.expected.describe();
        let message = match expected.as_str() {
            "" => format!("unexpected {found}"),
            _ => format!("found {found} where {expected} should stand"),
        };
        let mut d = Diagnostic::error(refusal, span, message);
        if let Some(open) = self.unclosed(tokens) {
            d = d.and_at(source.span(open), "opened here");
        }
        match self.found {
            Some(Kind::Doc) => d.with_help("only a declaration or an item of a module type has documentation; other comments begin with `--` alone"),
            Some(kind) if kind.is_reserved() && self.expected.meets(Expected::NAMES) => {
                d.with_help(format!("{} is reserved and cannot be a name", kind.describe()))
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
