//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{
    DX_SYN_DECLARATION, DX_SYN_EFFECTS, DX_SYN_EXPRESSION, DX_SYN_ITEM, DX_SYN_LAYOUT, DX_SYN_NEST,
    DX_SYN_PATTERN, DX_SYN_RECORD,
};
use elder_syntax::parsing::{Expected, Limits};
use elder_syntax::{Refusal, expected};

expected! {
    pub notions {
        EXPRESSION = "an expression",
        PATTERN = "a pattern",
        TYPE = "a type",
        NAME = "a name",
        PARAMETER = "a parameter",
        FIELD = "a field",
        EFFECT = "an effect",
        BLOCK = "a block on the lines below",
        OPERATOR = "an operator",
    }
    end = "the end of the item";
    names = token(Kind::Ident).or(PATTERN).or(NAME).or(FIELD);
    limits = Limits {
        rule: &DX_SYN_NEST,
        depth: 500,
        chains: 4_000,
    };
    closing = { LParen => RParen, LBracket => RBracket, LCurly | LVariant => RCurly }
}

/// The rule that refuses, chosen by what was expected and found.
fn refusal(expected: Expected, found: Option<Kind>) -> Refusal {
    let starts = EXPRESSION.or(TYPE).or(BLOCK);
    match found {
        Some(Kind::NextLine | Kind::Dedent) if expected.meets(starts) => DX_SYN_LAYOUT.refuse("block"),
        None => DX_SYN_ITEM.refuse("end"),
        _ if expected.meets(EXPRESSION.or(TYPE)) => DX_SYN_EXPRESSION.refuse("expression"),
        _ if expected.meets(EFFECT) => DX_SYN_EFFECTS.refuse("form"),
        _ if expected.meets(FIELD) => DX_SYN_RECORD.refuse("field"),
        _ if expected.meets(PATTERN) => DX_SYN_PATTERN.refuse("form"),
        _ if expected.meets(NAME) => DX_SYN_DECLARATION.refuse("name"),
        _ if expected.meets(PARAMETER.or(token(Kind::Equals))) => DX_SYN_DECLARATION.refuse("token"),
        _ if expected.meets(Expected::END) => DX_SYN_ITEM.refuse("token"),
        _ => DX_SYN_EXPRESSION.refuse("token"),
    }
}

/// The way out, where one is obvious.
fn help(expected: Expected, found: Option<Kind>) -> Option<&'static str> {
    let help = match found {
        Some(Kind::NextLine | Kind::Dedent) => {
            "a line that goes on, and every line of a block, is indented deeper than the line to which it belongs"
        }
        None if expected.meets(EXPRESSION.or(BLOCK)) => {
            "an item ends at the next line that begins in the first column: the lines of its blocks are indented"
        }
        Some(Kind::Equals) if expected.meets(OPERATOR) => {
            "`==` compares; a declaration `pattern = e` stands on a line of its own, with patterns of constructors in parentheses"
        }
        Some(Kind::Dot) if expected.meets(EXPRESSION) => "a float has digits before its point: `0.5`",
        Some(Kind::Else | Kind::Then) if expected.meets(OPERATOR) => {
            "`then` and `else` stand on the line of their `if`, or are indented deeper than the line on which it begins"
        }
        _ => return None,
    };
    Some(help)
}
