//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{FCL_SYN_EXPRESSION, FCL_SYN_NEST, FCL_SYN_PROGRAM, FCL_SYN_TYPE};
use elder_syntax::Refusal;
use elder_syntax::parsing::{Expected, Limits, TokenKind};

/// An expression.
pub const EXPRESSION: Expected = Expected::notion(1);
/// A type.
pub const TYPE: Expected = Expected::notion(2);
/// A level.
pub const LEVEL: Expected = Expected::notion(3);
/// A definition.
pub const DEFINITION: Expected = Expected::notion(4);
/// An infix operator.
pub const OPERATOR: Expected = Expected::notion(5);
/// A parameter.
pub const PARAMETER: Expected = Expected::notion(6);

/// A token.
pub const fn token(kind: Kind) -> Expected {
    Expected::token(kind as u32)
}

impl TokenKind for Kind {
    const ALL: &'static [Kind] = Kind::ALL;
    const COMMA: Kind = Kind::Comma;
    const NOTIONS: &'static [(Expected, &'static str)] = &[
        (EXPRESSION, "an expression"),
        (TYPE, "a type"),
        (LEVEL, "a level"),
        (DEFINITION, "a definition"),
        (PARAMETER, "a parameter"),
        (OPERATOR, "an operator"),
        (Expected::END, "the end of the text"),
    ];
    const NAMES: Expected = token(Kind::Ident).or(PARAMETER).or(TYPE);
    const LIMITS: Limits = Limits {
        rule: &FCL_SYN_NEST,
        depth: 500,
        chains: 4_000,
    };

    fn number(self) -> u32 {
        self as u32
    }

    fn describe(self) -> &'static str {
        Kind::describe(self)
    }

    fn is_reserved(self) -> bool {
        Kind::is_reserved(self)
    }

    fn closing(self) -> Option<Kind> {
        match self {
            Kind::LParen => Some(Kind::RParen),
            Kind::LBracket => Some(Kind::RBracket),
            _ => None,
        }
    }

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

    fn help(expected: Expected, found: Option<Kind>) -> Option<String> {
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
        Some(help.to_owned())
    }
}
