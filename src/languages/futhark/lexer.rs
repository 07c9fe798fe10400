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
use elder_syntax::{Diagnostic, SourceId, Span, kinds};
use logos::Logos;

pub mod literal;

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
    #[logos(subpattern ident = r"([a-zA-Z][a-zA-Z0-9_']*|_[a-zA-Z0-9][a-zA-Z0-9_']*)")]
    #[logos(subpattern symbol = r"[+\-*/%=!><|&^][+\-*/%=!><|&^.]*")]
    #[logos(subpattern int = r"(i8|i16|i32|i64|u8|u16|u32|u64)")]
    #[logos(subpattern float = r"(f16|f32|f64)")]
    words {
        True = "true", False = "false", If = "if", Then = "then", Else = "else", Def = "def", Let = "let",
        Loop = "loop", In = "in", Val = "val", For = "for", Do = "do", With = "with", Local = "local",
        Open = "open", Include = "include", Import = "import", Type = "type", Entry = "entry",
        Module = "module", While = "while", Assert = "assert", Match = "match", Case = "case",
    }
    marks 20 {
        Equals = "=", LParen = "(", RParen = ")", LBracket = "[",
    }
    sorts {
        /// `[` directly after a name or a closing bracket; made by [`lex`].
        Index = "`[`",
    }
    marks 20 {
        RBracket = "]", LCurly = "{", RCurly = "}", Comma = ",", Underscore = "_", Question = "?",
        Arrow = "->", Colon = ":", Coerce = ":>", Backslash = "\\", Tilde = "~", Quote = "'",
        QuoteHat = "'^", QuoteTilde = "'~",
    }
    sorts {
        /// A backtick.
        #[token("`")]
        Backtick = "a backtick",
    }
    marks 20 {
        Attribute = "#[", DotsLess = "..<", DotsGreater = "..>", ThreeDots = "...", TwoDots = "..",
        Dot = ".", Bang = "!", Hole = "???", Star = "*", Minus = "-", Less = "<", Hat = "^", Bar = "|",
    }
    sorts {
        /// Any other operator.
        #[regex(r"(?&symbol)", priority = 10)]
        Symbol = "an operator",
        /// `M.+`; made by [`lex`] of names, dots and a symbol without space between them.
        QualSymbol = "an operator",
        /// A name.
        #[regex(r"(?&ident)", priority = 3)]
        Ident = "a name",
        /// `#name`
        #[regex(r"#(?&ident)")]
        Constructor = "a constructor",
        /// A decimal number without a suffix, which may be a field.
        #[regex(r"[0-9][0-9_]*", priority = 4)]
        Nat = "a number",
        /// Any other integer.
        #[regex(r"[0-9][0-9_]*(?&int)")]
        #[regex(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*(?&int)?")]
        #[regex(r"0[bB][01][01_]*(?&int)?")]
        #[regex(r"0[rR][IVXLCDM][IVXLCDM_]*(?&int)?")]
        Int = "an integer",
        /// A float.
        #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+\-]?[0-9]+)?(?&float)?")]
        #[regex(r"[0-9][0-9_]*[eE][+\-]?[0-9]+(?&float)?")]
        #[regex(r"[0-9][0-9_]*(?&float)")]
        #[regex(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*\.[0-9a-fA-F][0-9a-fA-F_]*[pP][+\-]?[0-9][0-9_]*(?&float)?")]
        Float = "a float",
        /// `'c'`
        #[regex(r"'([^'\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f]|\\[0-9]+)'")]
        Char = "a character",
        /// `"text"`
        #[regex(r#""([^"\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f])*""#)]
        String = "a string",
        /// `-- |` and the comment lines that follow it.
        #[regex(r"-- \|[^\n]*(\n[ \t\x0b\x0c]*--[^\n]*)*", priority = 60, allow_greedy = true)]
        Doc = "a documentation comment",
    }
}

impl Kind {
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
