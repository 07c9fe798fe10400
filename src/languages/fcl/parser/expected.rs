//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{FCL_SYN_EXPRESSION, FCL_SYN_NEST, FCL_SYN_PROGRAM, FCL_SYN_TYPE};
use elder_syntax::parsing::{Expected, Limits};
use elder_syntax::{Refusal, expected};

expected! {
    pub notions {
        EXPRESSION = "an expression",
        TYPE = "a type",
        LEVEL = "a level",
        DEFINITION = "a definition",
        PARAMETER = "a parameter",
        OPERATOR = "an operator",
    }
    end = "the end of the text";
    names = token(Kind::Ident).or(PARAMETER).or(TYPE);
    limits = Limits {
        rule: &FCL_SYN_NEST,
        depth: 500,
        chains: 4_000,
    };
    closing = { LParen => RParen, LBracket => RBracket }
}

/// The rule that refuses, chosen by what was expected and found.
fn refusal(expected: Expected, found: Option<Kind>) -> Refusal {
    match found {
        None => FCL_SYN_PROGRAM.refuse("end"),
        _ if expected.meets(EXPRESSION) => FCL_SYN_EXPRESSION.refuse("expression"),
        _ if expected.meets(OPERATOR.or(token(Kind::FatArrow))) => FCL_SYN_EXPRESSION.refuse("token"),
        _ if expected.meets(TYPE) => FCL_SYN_TYPE.refuse("form"),
        _ if expected.meets(LEVEL) => FCL_SYN_TYPE.refuse("level"),
        _ if expected.meets(DEFINITION) => FCL_SYN_PROGRAM.refuse("definition"),
        _ => FCL_SYN_PROGRAM.refuse("token"),
    }
}

/// The way out, where one is obvious.
fn help(expected: Expected, found: Option<Kind>) -> Option<&'static str> {
    let help = match found {
        Some(Kind::Equals) if expected.meets(OPERATOR) => "`==` compares",
        Some(Kind::Arrow) if expected.meets(token(Kind::FatArrow)) => {
            "`=>` stands between the parameters and the body of a function, `->` in types"
        }
        Some(Kind::FatArrow) if expected.meets(token(Kind::Arrow)) => {
            "`->` stands in types, `=>` between the parameters and the body of a function"
        }
        Some(Kind::GreaterEq | Kind::Shr) if expected.meets(token(Kind::Greater)) => {
            "a space ends the level: `<l> =>`"
        }
        _ => return None,
    };
    Some(help)
}
