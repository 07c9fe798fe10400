//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place; what a name is called or a number worth is read off the text when the
//! parser needs it ([`literal`]).  Comments begin with `--` and are skipped; test blocks are comments too.

use crate::rules::syntax::{DPIA_SYN_CHARACTER, DPIA_SYN_NUMBER};
use chumsky::span::{SimpleSpan, Span as _};
use elder_syntax::parsing::MAX_ERRORS;
use elder_syntax::{Diagnostic, SourceId, Span, kinds};
use logos::Logos;

pub mod literal;

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
    #[logos(subpattern int = r"(i8|i16|i32|i64|u8|u16|u32|u64)")]
    #[logos(subpattern float = r"(f16|f32|f64)")]
    words {
        Def = "def", Fun = "fun", Let = "let", In = "in", If = "if", Then = "then", Else = "else",
        True = "true", False = "false", Fst = "fst", Snd = "snd",
        Skip = "skip", New = "new", NewGlobal = "newGlobal", NewLocal = "newLocal", NewPrivate = "newPrivate",
        For = "for", ForUnroll = "forUnroll", Parfor = "parfor", ParforGlobal = "parforGlobal",
        ParforWorkgroup = "parforWorkgroup", ParforLocal = "parforLocal", Into = "into", As = "as",
        While = "while", LetSize = "letSize", PartAt = "partAt", Accumulate = "accumulate", Fail = "fail", Guard = "guard", Barrier = "barrier", Launch = "launch",
    }
    marks 20 {
        LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LCurly = "{", RCurly = "}",
        Comma = ",", Colon = ":", Dot = ".", At = "@", Semicolon = ";",
        Assign = ":=", AddAssign = "+=", MulAssign = "*=", Equals = "=", Arrow = "->", Pipe = "|>",
        OrOr = "||", AndAnd = "&&", EqEq = "==", NotEq = "!=", Less = "<", LessEq = "<=", Greater = ">", GreaterEq = ">=",
        Or = "|", And = "&", Shl = "<<", Shr = ">>", Lshr = ">>>",
        Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%", SlashSlash = "//", PercentPercent = "%%",
        SlashHat = "/^", Power = "**", Hat = "^", Bang = "!",
    }
    sorts {
        /// A name.
        #[regex(r"[a-zA-Z_][a-zA-Z0-9_']*", priority = 3)]
        Ident = "a name",
        /// A decimal number without a suffix: also a size, or a component.
        #[regex(r"[0-9][0-9_]*", priority = 4)]
        Nat = "a number",
        /// Any other integer.
        #[regex(r"[0-9][0-9_]*(?&int)")]
        #[regex(r"0[xX][0-9a-fA-F][0-9a-fA-F_]*(?&int)?")]
        #[regex(r"0[bB][01][01_]*(?&int)?")]
        Int = "an integer",
        /// A message.
        #[regex(r#""([^"\\\n]|\\.)*""#)]
        Message = "a message",
        /// A premise.
        #[regex(r"#[A-Z][A-Z0-9]*(-[A-Z0-9]+)*/[a-z0-9_]+")]
        Premise = "a premise",
        /// A float.
        #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+\-]?[0-9]+)?(?&float)?")]
        #[regex(r"[0-9][0-9_]*[eE][+\-]?[0-9]+(?&float)?")]
        #[regex(r"[0-9][0-9_]*(?&float)")]
        Float = "a float",
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
    DPIA_SYN_CHARACTER.apply();
    // Where the last text ends that could not be read: what follows it directly is not reported again.
    let mut unread: Option<usize> = None;
    while let Some(found) = lexer.next() {
        let place = lexer.span();
        let Ok(kind) = found else {
            if unread != Some(place.start) && errors.len() < MAX_ERRORS {
                errors.push(unreadable(source, text, &place));
            }
            unread = Some(place.end);
            continue;
        };
        if matches!(kind, Kind::Nat | Kind::Int | Kind::Float)
            && errors.len() < MAX_ERRORS
            && bytes.get(place.end).copied().is_some_and(constituent)
        {
            errors.push(run_on(source, text, &place));
        }
        tokens.push((kind, SimpleSpan::new((), place)));
    }
    (tokens, errors)
}

/// Whether the byte can go on a name.
fn constituent(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'')
}

fn run_on(source: SourceId, text: &str, place: &std::ops::Range<usize>) -> Diagnostic {
    let rest = &text.as_bytes()[place.end..];
    let end = place.end + rest.iter().take_while(|b| constituent(**b)).count();
    Diagnostic::error(
        DPIA_SYN_NUMBER.refuse("suffix"),
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
    let found = text
        .get(place.clone())
        .and_then(|t| t.chars().next())
        .unwrap_or(' ');
    Diagnostic::error(
        DPIA_SYN_CHARACTER.refuse("known"),
        Span::new(source, place.start, place.end),
        format!("the character `{}` begins no token", found.escape_default()),
    )
}
