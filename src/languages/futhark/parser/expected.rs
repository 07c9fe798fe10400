//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{
    FUT_X_DOC, FUT_X_EXP, FUT_X_MODULE, FUT_X_NEST, FUT_X_PAT, FUT_X_PROGRAM, FUT_X_TYPE,
};
use elder_syntax::parsing::{Expected, Limits};
use elder_syntax::{Refusal, expected};

expected! {
    pub notions {
        EXPRESSION = "an expression",
        PATTERN = "a pattern",
        TYPE = "a type",
        DECLARATION = "a declaration",
        MODULE = "a module",
        MODULE_TYPE = "a module type",
        ITEM = "`val`, `type`, `module` or `include`",
        PARAMETER = "a parameter",
        FIELD = "a field",
        OPERATOR = "an operator",
    }
    end = "the end of the text";
    names = token(Kind::Ident).or(PATTERN).or(PARAMETER).or(FIELD).or(TYPE);
    limits = Limits {
        rule: &FUT_X_NEST,
        depth: 1_000,
        chains: 10_000,
    };
    closing = { LParen => RParen, LBracket | Index | Attribute => RBracket, LCurly => RCurly }
}

/// The rule that refuses, chosen by what was expected and found.
fn refusal(expected: Expected, found: Option<Kind>) -> Refusal {
    match found {
        Some(Kind::Doc) => FUT_X_DOC.refuse("placed"),
        None => FUT_X_PROGRAM.refuse("end"),
        _ if expected.meets(EXPRESSION) => FUT_X_EXP.refuse("expression"),
        _ if expected.meets(MODULE) => FUT_X_MODULE.refuse("module"),
        _ if expected.meets(MODULE_TYPE) => FUT_X_MODULE.refuse("module_type"),
        _ if expected.meets(ITEM) => FUT_X_MODULE.refuse("item"),
        _ if expected.meets(OPERATOR) => FUT_X_EXP.refuse("token"),
        _ if expected.meets(PATTERN.or(PARAMETER)) => FUT_X_PAT.refuse("pattern"),
        _ if expected.meets(TYPE) => FUT_X_TYPE.refuse("form"),
        _ if expected.meets(DECLARATION) => FUT_X_PROGRAM.refuse("declaration"),
        _ => FUT_X_PROGRAM.refuse("token"),
    }
}

/// The way out, where one is obvious.
fn help(_: Expected, found: Option<Kind>) -> Option<&'static str> {
    match found {
        Some(Kind::Doc) => Some(
            "only a declaration or an item of a module type has documentation; other comments begin with `--` alone",
        ),
        _ => None,
    }
}
