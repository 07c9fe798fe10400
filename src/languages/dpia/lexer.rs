//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place; what a name is called or a number worth is read off the text when the
//! parser needs it ([`literal`]).  Comments begin with `--` and are skipped; test blocks are comments too.

use crate::rules::syntax::{DPIA_SYN_CHARACTER, DPIA_SYN_NUMBER};
use elder_syntax::parsing::SimpleSpan;
use elder_syntax::parsing::scanner::{self, Scanner};
use elder_syntax::{Diagnostic, SourceId, kinds};

pub mod literal;

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
    #[logos(subpattern int = r"(i8|i16|i32|i64|u8|u16|u32|u64)")]
    #[logos(subpattern float = r"(f16|f32|f64)")]
    words {
        Def = "def", Proc = "proc", Fun = "fun", Let = "let", In = "in", If = "if", Then = "then", Else = "else",
        True = "true", False = "false", Fst = "fst", Snd = "snd",
        Skip = "skip", New = "new", NewGlobal = "newGlobal", NewLocal = "newLocal", NewPrivate = "newPrivate",
        For = "for", ForUnroll = "forUnroll", Parfor = "parfor", ParforGlobal = "parforGlobal",
        ParforWorkgroup = "parforWorkgroup", ParforLocal = "parforLocal", Into = "into", As = "as",
        While = "while", LetSize = "letSize", PartAt = "partAt", Accumulate = "accumulate", SwapAt = "swapAt", Fail = "fail", Guard = "guard", Barrier = "barrier", Launch = "launch",
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
    DPIA_SYN_CHARACTER.apply();
    let character = |begins, span| scanner::unknown(DPIA_SYN_CHARACTER.refuse("known"), begins, span);
    let mut scanner = Scanner::new(source, text);
    while let Some((kind, place)) = scanner.token(character) {
        if matches!(kind, Kind::Nat | Kind::Int | Kind::Float) {
            scanner.run_on(&place, place.end, scanner::constituent, |span, message| {
                Diagnostic::error(DPIA_SYN_NUMBER.refuse("suffix"), span, message).with_help(
                    "the suffixes of numbers are i8, i16, i32, i64, u8, u16, u32, u64, f16, f32 and f64",
                )
            });
        }
        scanner.push(kind, place);
    }
    scanner.finish()
}
