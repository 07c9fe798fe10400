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
use elder_syntax::parsing::SimpleSpan;
use elder_syntax::parsing::scanner::{self, Scanner};
use elder_syntax::{Diagnostic, SourceId, Span, kinds};

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
    FUT_X_CHARACTER.apply();
    let bytes = text.as_bytes();
    let mut scanner = Scanner::new(source, text);
    while let Some((mut kind, mut place)) = scanner.token(unreadable) {
        let before = place.start.checked_sub(1).and_then(|i| bytes.get(i)).copied();
        match kind {
            Kind::LBracket if before.is_some_and(indexed) => kind = Kind::Index,
            Kind::Float if before == Some(b'.') => {
                let digits = bytes[place.clone()]
                    .iter()
                    .take_while(|b| b.is_ascii_digit() || **b == b'_')
                    .count();
                place.end = place.start + digits;
                scanner.restart(place.end);
                kind = Kind::Nat;
            }
            Kind::String => FUT_X_STRING.apply(),
            _ => {}
        }
        if joins_modules(kind) {
            let tokens = scanner.tokens();
            while let Some(start) = module_before(tokens, place.start) {
                tokens.truncate(tokens.len() - 2);
                place.start = start;
                kind = Kind::QualSymbol;
            }
        }
        if matches!(kind, Kind::Nat | Kind::Int | Kind::Float) && before != Some(b'.') {
            scanner.run_on(&place, place.end, scanner::constituent, |span, message| {
                Diagnostic::error(FUT_X_NUMBER.refuse("suffix"), span, message).with_help(
                    "the suffixes of numbers are i8, i16, i32, i64, u8, u16, u32, u64, f16, f32 and f64",
                )
            });
        }
        scanner.push(kind, place);
    }
    let (tokens, errors) = scanner.finish();
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
    scanner::constituent(byte.into()) || matches!(byte, b')' | b']')
}

/// Text that is no token.
fn unreadable(begins: char, span: Span) -> Diagnostic {
    match begins {
        '"' => Diagnostic::error(
            FUT_X_STRING.refuse("closed"),
            span,
            "this string does not end on its line, or holds a control character",
        ),
        _ => scanner::unknown(FUT_X_CHARACTER.refuse("known"), begins, span),
    }
}

#[cfg(test)]
mod tests;
