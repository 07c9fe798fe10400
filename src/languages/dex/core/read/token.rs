//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place.  Comments begin with `--`, up to the end of the line.

use crate::rules::core_text::{DX_C_NEST, DX_C_PROGRAM};
use elder_syntax::parsing::scanner::{self, Scanner};
use elder_syntax::parsing::{Expected, Limits, SimpleSpan};
use elder_syntax::{Diagnostic, Refusal, SourceId, expected, kinds};

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
    words {
        Def = "def", Data = "data", IndexSet = "indexset", Let = "let", In = "in", For = "for", Rof = "rof", View = "view", Case = "case",
        Choose = "choose", Of = "of", End = "end", Table = "table", Ordinal = "ordinal", Size = "size",
        FromOrdinal = "fromOrdinal", UnsafeFromOrdinal = "unsafeFromOrdinal", Inject = "inject", Refer = "refer",
        First = "fst", Second = "snd", Get = "get", Ask = "ask", RunState = "runState", RunReader = "runReader",
        RunAccum = "runAccum", With = "with", Catch = "catch", Throw = "throw", Fail = "fail", Linearize = "linearize",
        Transpose = "transpose", Type = "Type", Effects = "Effects", FieldsKind = "Fields", Fields = "fields",
        Unit = "Unit", Fin = "Fin", Range = "Range", Ref = "Ref",
    }
    marks 20 {
        LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", LBrace = "{", RBrace = "}", Comma = ",", Colon = ":",
        Dot = ".", Equals = "=", Arrow = "->", Implicit = "?->", Class = "?=>", Linear = "-o", To = "=>", And = "&", Or = "|",
        Lambda = "\\", Bang = "!", Put = ":=", AddTo = "+=", Less = "<", Greater = ">", Between = "..", After = "<..",
        Before = "..<", Inside = "<..<", Rest = "...", Hash = "#", At = "@",
    }
    sorts {
        /// A name; between backquotes, if it has not the form of names.
        #[regex(r"[a-zA-Z_][a-zA-Z0-9_']*", priority = 3)]
        #[regex(r"`[^`\n\r]*`")]
        Ident = "a name",
        /// A primitive function, `%add_f32`.
        #[regex(r"%[a-z0-9_]+")]
        Primitive = "a primitive function",
        /// An Int.
        #[regex(r"-?[0-9]+", priority = 4)]
        Int = "an Int",
        /// A number that is none: with a point, an exponent, or the name of its type.
        #[regex(r"-?[0-9]+(i8|i16|i32|i64|u8|u16|u32|u64)")]
        #[regex(r"-?[0-9]+(\.[0-9]+([eE][+\-]?[0-9]+)?|[eE][+\-]?[0-9]+)(f16|f32|f64)?")]
        #[regex(r"-?[0-9]+(f16|f32|f64)")]
        #[regex(r"-?(f16|f32|f64)\.(inf|nan)(_[0-9a-f]+)?", priority = 30)]
        Number = "a number",
        /// A text.
        #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
        Text = "a text in quotes",
    }
}

/// Whether a text has the form of names.
pub fn is_plain(text: &str) -> bool {
    let mut letters = text.chars();
    let first = letters
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    first && letters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '\'')
}

expected! {
    pub(super) notions {
        EXPRESSION = "an expression",
        VALUE = "a value or a type",
        DEFINITION = "`def`, `data` or `indexset`",
        RANGE = "`..` with or without `<`",
    }
    end = "the end of the text";
    names = token(Kind::Ident).or(VALUE);
    limits = Limits {
        rule: &DX_C_NEST,
        depth: 500,
        chains: usize::MAX,
    };
    closing = { LParen => RParen, LBracket => RBracket, LBrace => RBrace }
}

/// The rule that refuses, chosen by what was expected and found.
fn refusal(_: Expected, _: Option<Kind>) -> Refusal {
    DX_C_PROGRAM.refuse("form")
}

/// The way out, where one is obvious.
fn help(expected: Expected, found: Option<Kind>) -> Option<&'static str> {
    let help = match found {
        Some(kind) if kind.begins_expression() && expected.meets(VALUE) => {
            "operands are values: give what is computed a name by `let`"
        }
        Some(Kind::Def | Kind::End | Kind::RParen) | None if expected.meets(token(Kind::In)) => {
            "a block ends with `in` and its result"
        }
        _ => return None,
    };
    Some(help)
}

impl Kind {
    /// Whether the word begins an expression that is no value.
    fn begins_expression(self) -> bool {
        ((Kind::For as u8)..=(Kind::Rof as u8)).contains(&(self as u8))
            || ((Kind::Table as u8)..=(Kind::Refer as u8)).contains(&(self as u8))
            || ((Kind::Get as u8)..=(Kind::Transpose as u8)).contains(&(self as u8))
            || self == Kind::Case
    }
}

/// A token with its place.
pub(super) type Token = (Kind, SimpleSpan);

/// All tokens of a text, and what could not be read.  Text that is no token is left out.
pub(super) fn lex(source: SourceId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut scanner = Scanner::new(source, text);
    let character = |begins, span| scanner::unknown(DX_C_PROGRAM.refuse("form"), begins, span);
    while let Some((kind, place)) = scanner.token(character) {
        scanner.push(kind, place);
    }
    scanner.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_longest() {
        let kinds = |text| {
            let (tokens, errors) = lex(SourceId(0), text);
            assert!(errors.is_empty(), "{errors:?}");
            tokens.into_iter().map(|(kind, _)| kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds("i..<n"), [Kind::Ident, Kind::Before, Kind::Ident]);
        assert_eq!(kinds("...r"), [Kind::Rest, Kind::Ident]);
        assert_eq!(
            kinds("Fin 3. 1.5"),
            [Kind::Fin, Kind::Int, Kind::Dot, Kind::Number]
        );
        assert_eq!(
            kinds("-3 -> a -o `let`"),
            [Kind::Int, Kind::Arrow, Kind::Ident, Kind::Linear, Kind::Ident]
        );
        assert_eq!(
            kinds("5i64 -f32.inf f64.nan_7ff8000000000001 1e-7"),
            [Kind::Number; 4]
        );
        assert_eq!(kinds("lets -- let"), [Kind::Ident]);
    }

    #[test]
    fn every_word_is_reserved_and_no_mark() {
        for &kind in Kind::ALL {
            let is_word = RESERVED.contains(&kind.describe().trim_matches('`'));
            assert_eq!(kind.is_reserved(), is_word, "{kind:?}");
        }
        assert!(Kind::ALL.len() < 120);
    }
}
