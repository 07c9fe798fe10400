//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{DPIA_SYN_NEST, DPIA_SYN_PHRASE, DPIA_SYN_PROGRAM, DPIA_SYN_TYPE};
use elder_syntax::Refusal;
use elder_syntax::parsing::{Expected, Limits, TokenKind};

/// The end of the text.
pub const END: Expected = Expected::END;
/// A phrase.
pub const PHRASE: Expected = Expected::notion(1);
/// A type or a size.
pub const TYPE: Expected = Expected::notion(2);
/// A definition.
pub const DEFINITION: Expected = Expected::notion(3);
/// An infix operator.
pub const OPERATOR: Expected = Expected::notion(4);
/// An operator whose updates commute.
pub const UPDATE: Expected = Expected::notion(5);

/// A token.
pub const fn token(kind: Kind) -> Expected {
    Expected::token(kind as u32)
}

impl TokenKind for Kind {
    const ALL: &'static [Kind] = Kind::ALL;
    const COMMA: Kind = Kind::Comma;
    const NOTIONS: &'static [(Expected, &'static str)] = &[
        (PHRASE, "a phrase"),
        (TYPE, "a type or a size"),
        (DEFINITION, "a definition"),
        (UPDATE, "one of `+`, `*`, `min`, `max`, `and`, `or`, `xor`"),
        (OPERATOR, "an operator"),
        (END, "the end of the text"),
    ];
    const NAMES: Expected = token(Kind::Ident);
    const LIMITS: Limits = Limits {
        rule: &DPIA_SYN_NEST,
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
            Kind::LCurly => Some(Kind::RCurly),
            _ => None,
        }
    }

    fn refusal(expected: Expected, found: Option<Kind>) -> Refusal {
        match found {
            None => DPIA_SYN_PROGRAM.refuse("end"),
            _ if expected.meets(PHRASE) => DPIA_SYN_PHRASE.refuse("phrase"),
            _ if expected.meets(OPERATOR) => DPIA_SYN_PHRASE.refuse("token"),
            _ if expected.meets(TYPE) => DPIA_SYN_TYPE.refuse("form"),
            _ if expected.meets(DEFINITION) => DPIA_SYN_PROGRAM.refuse("definition"),
            _ => DPIA_SYN_PROGRAM.refuse("token"),
        }
    }

    fn help(expected: Expected, found: Option<Kind>) -> Option<String> {
        match found {
            Some(Kind::Equals) if expected.meets(OPERATOR) => Some("`==` compares, `:=` assigns".to_owned()),
            _ => None,
        }
    }
}
