//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{DPIA_SYN_NEST, DPIA_SYN_PHRASE, DPIA_SYN_PROGRAM, DPIA_SYN_TYPE};
use elder_syntax::parsing::{Expected, Limits};
use elder_syntax::{Refusal, expected};

/// The end of the text.
pub const END: Expected = Expected::END;

expected! {
    pub notions {
        PHRASE = "a phrase",
        TYPE = "a type or a size",
        DEFINITION = "a definition",
        UPDATE = "one of `+`, `*`, `min`, `max`, `and`, `or`, `xor`",
        OPERATOR = "an operator",
    }
    end = "the end of the text";
    names = token(Kind::Ident);
    limits = Limits {
        rule: &DPIA_SYN_NEST,
        depth: 500,
        chains: 4_000,
    };
    closing = { LParen => RParen, LBracket => RBracket, LCurly => RCurly }
}

/// The rule that refuses, chosen by what was expected and found.
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

/// The way out, where one is obvious.
fn help(expected: Expected, found: Option<Kind>) -> Option<&'static str> {
    match found {
        Some(Kind::Equals) if expected.meets(OPERATOR) => Some("`==` compares, `:=` assigns"),
        _ => None,
    }
}
