//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place; what a name is called or a number
//! worth is read off the text when the parser needs it ([`literal`]).  That keeps
//! tokens small and lets the parser compare them as plain numbers.
//!
//! Four things are not regular, or would take quadratic time as regular expressions.  A `[` that follows a name or a closing bracket
//! without space is an index, any other `[` begins an array or a size.  A number
//! after a dot is a field, so `x.0.1` has two fields and no float.  A number must
//! not run into a name.  And a symbol takes the names and dots directly before it for its modules.

use crate::rules::syntax::{FUT_X_CHARACTER, FUT_X_NUMBER, FUT_X_STRING};
use chumsky::span::{SimpleSpan, Span as _};
use elder_syntax::parsing::MAX_ERRORS;
use elder_syntax::{Diagnostic, SourceId, Span};
use logos::Logos;

pub mod literal;

/// What sort of token.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[logos(skip r"[ \t\n\r\x0b\x0c]+")]
#[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
#[logos(subpattern ident = r"([a-zA-Z][a-zA-Z0-9_']*|_[a-zA-Z0-9][a-zA-Z0-9_']*)")]
#[logos(subpattern symbol = r"[+\-*/%=!><|&^][+\-*/%=!><|&^.]*")]
#[logos(subpattern int = r"(i8|i16|i32|i64|u8|u16|u32|u64)")]
#[logos(subpattern float = r"(f16|f32|f64)")]
#[allow(missing_docs)]
pub enum Kind {
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("def")]
    Def,
    #[token("let")]
    Let,
    #[token("loop")]
    Loop,
    #[token("in")]
    In,
    #[token("val")]
    Val,
    #[token("for")]
    For,
    #[token("do")]
    Do,
    #[token("with")]
    With,
    #[token("local")]
    Local,
    #[token("open")]
    Open,
    #[token("include")]
    Include,
    #[token("import")]
    Import,
    #[token("type")]
    Type,
    #[token("entry")]
    Entry,
    #[token("module")]
    Module,
    #[token("while")]
    While,
    #[token("assert")]
    Assert,
    #[token("match")]
    Match,
    #[token("case")]
    Case,

    #[token("=", priority = 20)]
    Equals,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    /// `[` after a space or an operator.
    #[token("[")]
    LBracket,
    /// `[` directly after a name or a closing bracket; made by [`lex`].
    Index,
    #[token("]")]
    RBracket,
    #[token("{")]
    LCurly,
    #[token("}")]
    RCurly,
    #[token(",")]
    Comma,
    #[token("_")]
    Underscore,
    #[token("?")]
    Question,
    #[token("->", priority = 20)]
    Arrow,
    #[token(":")]
    Colon,
    #[token(":>")]
    Coerce,
    #[token("\\")]
    Backslash,
    #[token("~")]
    Tilde,
    #[token("'")]
    Quote,
    #[token("'^")]
    QuoteHat,
    #[token("'~")]
    QuoteTilde,
    #[token("`")]
    Backtick,
    #[token("#[")]
    Attribute,
    #[token("..<")]
    DotsLess,
    #[token("..>")]
    DotsGreater,
    #[token("...")]
    ThreeDots,
    #[token("..")]
    TwoDots,
    #[token(".")]
    Dot,
    #[token("!", priority = 20)]
    Bang,
    #[token("???")]
    Hole,
    #[token("*", priority = 20)]
    Star,
    #[token("-", priority = 20)]
    Minus,
    #[token("<", priority = 20)]
    Less,
    #[token("^", priority = 20)]
    Hat,
    #[token("|", priority = 20)]
    Bar,
    /// Any other operator.
    #[regex(r"(?&symbol)", priority = 10)]
    Symbol,
    /// `M.+`; made by [`lex`] of names, dots and a symbol without space between them.
    QualSymbol,

    /// A name.
    #[regex(r"(?&ident)", priority = 3)]
    Ident,
    /// `#name`
    #[regex(r"#(?&ident)")]
    Constructor,
    /// A decimal number without a suffix, which may be a field.
    #[regex(r"[0-9][0-9_]*", priority = 4)]
    Nat,
    /// Any other integer.
    #[regex(r"[0-9][0-9_]*(?&int)")]
    #[regex(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*(?&int)?")]
    #[regex(r"0[bB][01][01_]*(?&int)?")]
    #[regex(r"0[rR][IVXLCDM][IVXLCDM_]*(?&int)?")]
    Int,
    /// A float.
    #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+\-]?[0-9]+)?(?&float)?")]
    #[regex(r"[0-9][0-9_]*[eE][+\-]?[0-9]+(?&float)?")]
    #[regex(r"[0-9][0-9_]*(?&float)")]
    #[regex(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*\.[0-9a-fA-F][0-9a-fA-F_]*[pP][+\-]?[0-9][0-9_]*(?&float)?")]
    Float,
    /// `'c'`
    #[regex(r"'([^'\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f]|\\[0-9]+)'")]
    Char,
    /// `"text"`
    #[regex(r#""([^"\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f])*""#)]
    String,
    /// `-- |` and the comment lines that follow it.
    #[regex(r"-- \|[^\n]*(\n[ \t\x0b\x0c]*--[^\n]*)*", priority = 60, allow_greedy = true)]
    Doc,
}

impl Kind {
    /// All of them.
    pub const ALL: &'static [Kind] = &[
        Kind::True,
        Kind::False,
        Kind::If,
        Kind::Then,
        Kind::Else,
        Kind::Def,
        Kind::Let,
        Kind::Loop,
        Kind::In,
        Kind::Val,
        Kind::For,
        Kind::Do,
        Kind::With,
        Kind::Local,
        Kind::Open,
        Kind::Include,
        Kind::Import,
        Kind::Type,
        Kind::Entry,
        Kind::Module,
        Kind::While,
        Kind::Assert,
        Kind::Match,
        Kind::Case,
        Kind::Equals,
        Kind::LParen,
        Kind::RParen,
        Kind::LBracket,
        Kind::Index,
        Kind::RBracket,
        Kind::LCurly,
        Kind::RCurly,
        Kind::Comma,
        Kind::Underscore,
        Kind::Question,
        Kind::Arrow,
        Kind::Colon,
        Kind::Coerce,
        Kind::Backslash,
        Kind::Tilde,
        Kind::Quote,
        Kind::QuoteHat,
        Kind::QuoteTilde,
        Kind::Backtick,
        Kind::Attribute,
        Kind::DotsLess,
        Kind::DotsGreater,
        Kind::ThreeDots,
        Kind::TwoDots,
        Kind::Dot,
        Kind::Bang,
        Kind::Hole,
        Kind::Star,
        Kind::Minus,
        Kind::Less,
        Kind::Hat,
        Kind::Bar,
        Kind::Symbol,
        Kind::QualSymbol,
        Kind::Ident,
        Kind::Constructor,
        Kind::Nat,
        Kind::Int,
        Kind::Float,
        Kind::Char,
        Kind::String,
        Kind::Doc,
    ];

    /// How messages name it.
    pub fn describe(self) -> &'static str {
        match self {
            Kind::True => "`true`",
            Kind::False => "`false`",
            Kind::If => "`if`",
            Kind::Then => "`then`",
            Kind::Else => "`else`",
            Kind::Def => "`def`",
            Kind::Let => "`let`",
            Kind::Loop => "`loop`",
            Kind::In => "`in`",
            Kind::Val => "`val`",
            Kind::For => "`for`",
            Kind::Do => "`do`",
            Kind::With => "`with`",
            Kind::Local => "`local`",
            Kind::Open => "`open`",
            Kind::Include => "`include`",
            Kind::Import => "`import`",
            Kind::Type => "`type`",
            Kind::Entry => "`entry`",
            Kind::Module => "`module`",
            Kind::While => "`while`",
            Kind::Assert => "`assert`",
            Kind::Match => "`match`",
            Kind::Case => "`case`",
            Kind::Equals => "`=`",
            Kind::LParen => "`(`",
            Kind::RParen => "`)`",
            Kind::LBracket => "`[`",
            Kind::Index => "`[`",
            Kind::RBracket => "`]`",
            Kind::LCurly => "`{`",
            Kind::RCurly => "`}`",
            Kind::Comma => "`,`",
            Kind::Underscore => "`_`",
            Kind::Question => "`?`",
            Kind::Arrow => "`->`",
            Kind::Colon => "`:`",
            Kind::Coerce => "`:>`",
            Kind::Backslash => "`\\`",
            Kind::Tilde => "`~`",
            Kind::Quote => "`'`",
            Kind::QuoteHat => "`'^`",
            Kind::QuoteTilde => "`'~`",
            Kind::Backtick => "a backtick",
            Kind::Attribute => "`#[`",
            Kind::DotsLess => "`..<`",
            Kind::DotsGreater => "`..>`",
            Kind::ThreeDots => "`...`",
            Kind::TwoDots => "`..`",
            Kind::Dot => "`.`",
            Kind::Bang => "`!`",
            Kind::Hole => "`???`",
            Kind::Star => "`*`",
            Kind::Minus => "`-`",
            Kind::Less => "`<`",
            Kind::Hat => "`^`",
            Kind::Bar => "`|`",
            Kind::Symbol | Kind::QualSymbol => "an operator",
            Kind::Ident => "a name",
            Kind::Constructor => "a constructor",
            Kind::Nat => "a number",
            Kind::Int => "an integer",
            Kind::Float => "a float",
            Kind::Char => "a character",
            Kind::String => "a string",
            Kind::Doc => "a documentation comment",
        }
    }

    /// Whether the token is a reserved word.
    pub fn is_reserved(self) -> bool {
        self as u8 <= Kind::Case as u8
    }

    /// Whether the token begins a declaration when it stands at the start of a line.
    pub fn begins_declaration(self) -> bool {
        matches!(
            self,
            Kind::Def
                | Kind::Entry
                | Kind::Type
                | Kind::Module
                | Kind::Open
                | Kind::Import
                | Kind::Local
                | Kind::Attribute
                | Kind::Doc
                | Kind::Let
        )
    }
}

/// A token.
pub type Token = (Kind, SimpleSpan);

/// All tokens of a text, and what could not be read.  Text that is no token is left out.
pub fn lex(source: SourceId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 4 + 1);
    let mut errors = Vec::new();
    let bytes = text.as_bytes();
    let mut lexer = Kind::lexer(text);
    FUT_X_CHARACTER.apply();
    // Where the last text ends that could not be read: what follows it directly is not reported again.
    let mut unread: Option<usize> = None;
    while let Some(found) = lexer.next() {
        let mut place = lexer.span();
        let before = place.start.checked_sub(1).and_then(|i| bytes.get(i)).copied();
        let mut kind = match found {
            Ok(Kind::LBracket) if before.is_some_and(indexed) => Kind::Index,
            Ok(Kind::Float) if before == Some(b'.') => {
                let digits = bytes[place.clone()]
                    .iter()
                    .take_while(|b| b.is_ascii_digit() || **b == b'_')
                    .count();
                place.end = place.start + digits;
                lexer = Kind::lexer(text);
                lexer.bump(place.end);
                Kind::Nat
            }
            Ok(Kind::String) => {
                FUT_X_STRING.apply();
                Kind::String
            }
            Ok(kind) => kind,
            Err(()) => {
                if unread != Some(place.start) && errors.len() < MAX_ERRORS {
                    errors.push(unreadable(source, text, &place));
                }
                unread = Some(place.end);
                continue;
            }
        };
        if joins_modules(kind) {
            while let Some(start) = module_before(&tokens, place.start) {
                tokens.truncate(tokens.len() - 2);
                place.start = start;
                kind = Kind::QualSymbol;
            }
        }
        if matches!(kind, Kind::Nat | Kind::Int | Kind::Float)
            && before != Some(b'.')
            && errors.len() < MAX_ERRORS
            && bytes.get(place.end).copied().is_some_and(constituent)
        {
            errors.push(run_on(source, text, &place));
        }
        tokens.push((kind, SimpleSpan::new((), place)));
    }
    if errors.is_empty() {
        FUT_X_CHARACTER.apply();
    }
    (tokens, errors)
}

/// Whether the token is a symbol that a module may stand before.
fn joins_modules(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Symbol
            | Kind::Star
            | Kind::Minus
            | Kind::Less
            | Kind::Hat
            | Kind::Bar
            | Kind::Bang
            | Kind::Equals
            | Kind::Arrow
    )
}

/// The start of the name that stands, with a dot and no space, before this byte.
fn module_before(tokens: &[Token], at: usize) -> Option<usize> {
    match tokens {
        [.., (Kind::Ident, name), (Kind::Dot, dot)] if name.end == dot.start && dot.end == at => {
            Some(name.start)
        }
        _ => None,
    }
}

/// Whether a `[` after this byte is an index.
fn indexed(byte: u8) -> bool {
    constituent(byte) || matches!(byte, b')' | b']')
}

/// Whether the byte can go on a name.
fn constituent(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'')
}

/// The text for a message.
pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}

fn run_on(source: SourceId, text: &str, place: &std::ops::Range<usize>) -> Diagnostic {
    let rest = &text.as_bytes()[place.end..];
    let end = place.end + rest.iter().take_while(|b| constituent(**b)).count();
    Diagnostic::error(
        FUT_X_NUMBER.refuse("suffix"),
        Span::new(source, place.end, end),
        format!(
            "the number `{}` runs into `{}`",
            &text[place.clone()],
            &text[place.end..end]
        ),
    )
    .with_help("the suffixes of numbers are i8, i16, i32, i64, u8, u16, u32, u64, f16, f32 and f64")
}

fn unreadable(source: SourceId, text: &str, place: &std::ops::Range<usize>) -> Diagnostic {
    let span = Span::new(source, place.start, place.end);
    let found = &text[place.clone()];
    match found.chars().next() {
        Some('"') => Diagnostic::error(
            FUT_X_STRING.refuse("closed"),
            span,
            "this string does not end on its line, or holds a control character",
        ),
        Some(c) => Diagnostic::error(
            FUT_X_CHARACTER.refuse("known"),
            span,
            format!("the character `{}` begins no token", c.escape_default()),
        ),
        None => Diagnostic::error(FUT_X_CHARACTER.refuse("known"), span, "no token"),
    }
}

#[cfg(test)]
mod tests;
