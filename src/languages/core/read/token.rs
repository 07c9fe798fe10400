//! Text to tokens.
//!
//! A token is only its [`Kind`] and its place; what a name is called or a number worth is read off the text when the reader needs
//! it.  Comments begin with `--` and are skipped; test blocks are comments too.

use crate::rules::syntax::{CORE_S_NEST, CORE_S_PROGRAM};
use elder_syntax::parsing::scanner::{self, Scanner};
use elder_syntax::parsing::{Expected, Limits, SimpleSpan};
use elder_syntax::prim::BinOp;
use elder_syntax::{Diagnostic, Refusal, SourceId, expected, kinds};

kinds! {
    #[logos(skip r"[ \t\n\r\x0b\x0c]+")]
    #[logos(skip(r"--[^\n]*", priority = 50, allow_greedy = true))]
    words {
        Fun = "fun", Entry = "entry", Let = "let", In = "in", Safe = "safe", If = "if", Then = "then", Else = "else",
        Loop = "loop", For = "for", While = "while", Do = "do", With = "with", Into = "into", True = "true", False = "false",
        Flat = "flat", Iota = "iota", Replicate = "replicate", Blank = "blank", Size = "size", Reshape = "reshape",
        Coerce = "coerce", Rearrange = "rearrange", Concat = "concat", Copy = "copy", Opaque = "opaque", Release = "release", Tuned = "tuned", Assert = "assert",
        Map = "map", Reduce = "reduce", Redomap = "redomap", Scan = "scan", Scanomap = "scanomap", Screma = "screma", After = "after", Filter = "filter",
        Scatter = "scatter", Hist = "hist", StreamMap = "stream_map", StreamRed = "stream_red", StreamPar = "stream_par",
        StreamSeq = "stream_seq", WithAcc = "with_acc", Commutative = "commutative",
        Segmap = "segmap", Segred = "segred", Segscan = "segscan", Segscrema = "segscrema",
    }
    marks 20 {
        LParen = "(", RParen = ")", LBracket = "[", RBracket = "]", Comma = ",", Colon = ":", Dot = ".", Semicolon = ";", Place = "@", Equals = "=",
        Arrow = "->", Lambda = "\\", Existential = "?", Hash = "#", Global = "@global", Workgroup = "@workgroup", Local = "@local", Asks = "#[", Count = ":+", AddTo = "+=",
        Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%", Quot = "//", Rem = "%%", Power = "**",
        Shl = "<<", Shr = ">>", Lshr = ">>>", And = "&", Or = "|", Xor = "^",
        EqEq = "==", NotEq = "!=", Less = "<", LessEq = "<=", Greater = ">", GreaterEq = ">=",
    }
    sorts {
        /// A name.
        #[regex(r"[a-zA-Z_][a-zA-Z0-9_']*", priority = 3)]
        Ident = "a name",
        /// A number without the name of its type: of a size or a dimension.
        #[regex(r"[0-9]+", priority = 4)]
        Nat = "a plain number",
        /// A number with the name of its type.
        #[regex(r"[0-9][0-9_]*(i8|i16|i32|i64|u8|u16|u32|u64)")]
        #[regex(r"[0-9][0-9_]*(\.[0-9]+)?([eE][+\-]?[0-9]+)?(f16|f32|f64)")]
        #[regex(r"(f16|f32|f64)\.(inf|nan)(_[0-9a-f]+)?", priority = 30)]
        Number = "a number",
        /// A message.
        #[regex(r#""([^"\\\n]|\\.)*""#)]
        Message = "a message",
        /// A premise.
        #[regex(r"#[ \t]*[A-Z][A-Z0-9]*(-[A-Z0-9]+)*/[a-z0-9_]+")]
        Premise = "a premise",
    }
}

/// The operators that are written between their operands.
pub const OPERATORS: [(Kind, BinOp); 20] = [
    (Kind::Plus, BinOp::Add),
    (Kind::Minus, BinOp::Sub),
    (Kind::Star, BinOp::Mul),
    (Kind::Slash, BinOp::Div),
    (Kind::Percent, BinOp::Mod),
    (Kind::Quot, BinOp::Quot),
    (Kind::Rem, BinOp::Rem),
    (Kind::Power, BinOp::Pow),
    (Kind::Shl, BinOp::Shl),
    (Kind::Shr, BinOp::Shr),
    (Kind::Lshr, BinOp::Lshr),
    (Kind::And, BinOp::And),
    (Kind::Or, BinOp::Or),
    (Kind::Xor, BinOp::Xor),
    (Kind::EqEq, BinOp::Eq),
    (Kind::NotEq, BinOp::Ne),
    (Kind::Less, BinOp::Lt),
    (Kind::LessEq, BinOp::Le),
    (Kind::Greater, BinOp::Gt),
    (Kind::GreaterEq, BinOp::Ge),
];

/// How an operator is written between its operands, if it is.
pub fn symbol(op: BinOp) -> Option<&'static str> {
    let (kind, _) = OPERATORS.into_iter().find(|(_, known)| *known == op)?;
    Some(kind.describe().trim_matches('`'))
}

/// The operator that a mark is.
pub(super) fn operator(kind: Kind) -> Option<BinOp> {
    let (_, op) = OPERATORS.into_iter().find(|(mark, _)| *mark == kind)?;
    Some(op)
}

expected! {
    pub(super) notions {
        EXPRESSION = "an expression",
        OPERAND = "a variable or a number with its type",
        TYPE = "a type",
        DEFINITION = "`fun` or `entry`",
        CLASS = "`outer`, `intra`, `cores`, `group`, `tile` or `elements`",
        ATTRIBUTE = "an attribute: a word, with others in parentheses behind it, or a number",
    }
    end = "the end of the text";
    names = token(Kind::Ident).or(OPERAND);
    limits = Limits {
        rule: &CORE_S_NEST,
        depth: 500,
        chains: usize::MAX,
    };
    closing = { LParen => RParen, LBracket | Asks => RBracket }
}

/// The rule that refuses, chosen by what was expected and found.
fn refusal(_: Expected, _: Option<Kind>) -> Refusal {
    CORE_S_PROGRAM.refuse("form")
}

/// The way out, where one is obvious.
fn help(expected: Expected, found: Option<Kind>) -> Option<&'static str> {
    let help = match found {
        Some(Kind::Nat) if expected.meets(OPERAND) => "a number has its type behind it: `1i64`",
        Some(Kind::LParen) if expected.meets(OPERAND) => {
            "operands are variables and numbers: give the operand a name by `let`"
        }
        Some(Kind::Let | Kind::RParen | Kind::Else) | None if expected.meets(token(Kind::In)) => {
            "a body ends with `in` and its results, of which there may be none"
        }
        _ => return None,
    };
    Some(help)
}

/// A token with its place.
pub(super) type Token = (Kind, SimpleSpan);

/// All tokens of a text, and what could not be read.  Text that is no token is left out.
pub(super) fn lex(source: SourceId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut scanner = Scanner::new(source, text);
    let character = |begins, span| scanner::unknown(CORE_S_PROGRAM.refuse("form"), begins, span);
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
        assert_eq!(kinds("a :+ b"), [Kind::Ident, Kind::Count, Kind::Ident]);
        assert_eq!(
            kinds("?[d].f32"),
            [
                Kind::Existential,
                Kind::LBracket,
                Kind::Ident,
                Kind::RBracket,
                Kind::Dot,
                Kind::Ident
            ]
        );
        assert_eq!(
            kinds("-f32.inf 1e-7f64 f64.nan_7ff8000000000001"),
            [Kind::Minus, Kind::Number, Kind::Number, Kind::Number]
        );
        assert_eq!(kinds("# FUT-E-INDEX/bounds -- and so on"), [Kind::Premise]);
        assert_eq!(kinds("#[unroll]"), [Kind::Asks, Kind::Ident, Kind::RBracket]);
        assert_eq!(kinds("# \"a \\\" b\""), [Kind::Hash, Kind::Message]);
        assert_eq!(kinds("stream_map stream_maps"), [Kind::StreamMap, Kind::Ident]);
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
