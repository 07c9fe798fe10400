//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place; what a name is called or a number worth is read off the text when the
//! parser needs it.  Comments begin with `--`, or stand between `(*` and `*)` and nest; test blocks are comments too.

use crate::rules::syntax::{FCL_SYN_CHARACTER, FCL_SYN_NUMBER};
use elder_syntax::parsing::SimpleSpan;
use elder_syntax::parsing::scanner::{self, Scanner};
use elder_syntax::{Diagnostic, SourceId, Span, kinds};

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
    words {
        Sig = "sig", Fun = "fun", Kernel = "kernel", Val = "val", Config = "config",
        Fn = "fn", Let = "let", In = "in", If = "if", Then = "then", Else = "else", True = "true", False = "false",
        And = "and", Or = "or", Xor = "xor", Div = "div", Mod = "mod",
    }
    marks 20 {
        LParen = "(", RParen = ")", LBracket = "[", RBracket = "]",
        Comma = ",", Colon = ":", Dot = ".", Equals = "=", Arrow = "->", FatArrow = "=>", Pipe = "|>",
        EqEq = "==", NotEq = "!=", Less = "<", LessEq = "<=", Greater = ">", GreaterEq = ">=", Shl = "<<", Shr = ">>",
        Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%",
    }
    sorts {
        /// A name.
        #[regex(r"[a-zA-Z_][a-zA-Z0-9_']*", priority = 3)]
        Ident = "a name",
        /// A type variable, as later versions of the language write it.
        #[regex(r"'[a-zA-Z_][a-zA-Z0-9_]*")]
        Quoted = "a type variable",
        /// A size of the machine.
        #[regex(r"#[a-zA-Z_][a-zA-Z0-9_]*")]
        Setting = "a size of the machine",
        /// An integer.
        #[regex(r"[0-9][0-9_]*", priority = 4)]
        Int = "an integer",
        /// A double.
        #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+\-]?[0-9]+)?")]
        #[regex(r"[0-9][0-9_]*[eE][+\-]?[0-9]+")]
        Double = "a double",
        /// A number with the name of its type.
        #[regex(r"[0-9][0-9_]*(i8|i16|i32|i64|u8|u16|u32|u64|f16|f32|f64)")]
        #[regex(r"[0-9][0-9_]*\.[0-9][0-9_]*([eE][+\-]?[0-9]+)?(f16|f32|f64)")]
        #[regex(r"[0-9][0-9_]*[eE][+\-]?[0-9]+(f16|f32|f64)")]
        Typed = "a number",
        /// `(*`; the comment that it begins is skipped.
        #[token("(*", priority = 30)]
        Comment = "a comment",
    }
}

/// A token.
pub type Token = (Kind, SimpleSpan);

/// All tokens of a text, and what could not be read.  Text that is no token is left out.
pub fn lex(source: SourceId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    FCL_SYN_CHARACTER.apply();
    let character = |begins, span| scanner::unknown(FCL_SYN_CHARACTER.refuse("known"), begins, span);
    let mut scanner = Scanner::new(source, text);
    while let Some((kind, place)) = scanner.token(character) {
        if kind == Kind::Comment {
            let Some(length) = comment(text.as_bytes().get(place.end..).unwrap_or_default()) else {
                let message = "this comment is not closed";
                let place = Span::new(source, place.start, place.end);
                let refusal = FCL_SYN_CHARACTER.refuse("closed");
                scanner.report(Diagnostic::error(refusal, place, message).with_help(
                    "comments between `(*` and `*)` nest; the function that multiplies is written `( * )`",
                ));
                break;
            };
            scanner.skip(length);
            continue;
        }
        if matches!(kind, Kind::Int | Kind::Double | Kind::Typed) {
            scanner.run_on(&place, place.start, scanner::constituent, |span, message| {
                Diagnostic::error(FCL_SYN_NUMBER.refuse("suffix"), span, message)
            });
        }
        scanner.push(kind, place);
    }
    scanner.finish()
}

/// The length of the rest of a comment up to where it is closed.
fn comment(rest: &[u8]) -> Option<usize> {
    let mut depth = 1usize;
    let mut at = 0;
    while let Some(next) = rest.get(at..at + 2) {
        match next {
            b"(*" => {
                depth += 1;
                at += 2;
            }
            b"*)" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}
