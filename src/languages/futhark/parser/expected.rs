//! What messages say was expected, and which rule refuses.

use crate::lexer::Kind;
use crate::rules::syntax::{
    FUT_X_DOC, FUT_X_EXP, FUT_X_MODULE, FUT_X_NEST, FUT_X_PAT, FUT_X_PROGRAM, FUT_X_TYPE,
};
use elder_syntax::Refusal;
use elder_syntax::parsing::{Expected, Limits, TokenKind};

/// The end of the text.
pub const END: Expected = Expected::END;
/// An expression.
pub const EXPRESSION: Expected = Expected::notion(1);
/// A pattern.
pub const PATTERN: Expected = Expected::notion(2);
/// A type.
pub const TYPE: Expected = Expected::notion(3);
/// A declaration.
pub const DECLARATION: Expected = Expected::notion(4);
/// A module expression.
pub const MODULE: Expected = Expected::notion(5);
/// A module type.
pub const MODULE_TYPE: Expected = Expected::notion(6);
/// An item of a module type.
pub const ITEM: Expected = Expected::notion(7);
/// An infix operator.
pub const OPERATOR: Expected = Expected::notion(8);
/// A parameter.
pub const PARAMETER: Expected = Expected::notion(9);
/// A field.
pub const FIELD: Expected = Expected::notion(10);

/// A token.
pub const fn token(kind: Kind) -> Expected {
    Expected::token(kind as u32)
}

impl TokenKind for Kind {
    const ALL: &'static [Kind] = Kind::ALL;
    const COMMA: Kind = Kind::Comma;
    const NOTIONS: &'static [(Expected, &'static str)] = &[
        (EXPRESSION, "an expression"),
        (PATTERN, "a pattern"),
        (TYPE, "a type"),
        (DECLARATION, "a declaration"),
        (MODULE, "a module"),
        (MODULE_TYPE, "a module type"),
        (ITEM, "`val`, `type`, `module` or `include`"),
        (PARAMETER, "a parameter"),
        (FIELD, "a field"),
        (OPERATOR, "an operator"),
        (END, "the end of the text"),
    ];
    const NAMES: Expected = token(Kind::Ident).or(PATTERN).or(PARAMETER).or(FIELD).or(TYPE);
    const LIMITS: Limits = Limits {
        rule: &FUT_X_NEST,
        depth: 1_000,
        chains: 10_000,
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
            Kind::LBracket | Kind::Index | Kind::Attribute => Some(Kind::RBracket),
            Kind::LCurly => Some(Kind::RCurly),
            _ => None,
        }
    }

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

    fn help(_: Expected, found: Option<Kind>) -> Option<String> {
        match found {
            Some(Kind::Doc) => Some(
                "only a declaration or an item of a module type has documentation; other comments begin with `--` alone"
                    .to_owned(),
            ),
            _ => None,
        }
    }
}
