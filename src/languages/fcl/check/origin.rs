//! Where demands come from: what a message says besides what is wrong.

use crate::{Kind, Operator};
use elder_syntax::Span;

/// What did work at a level, or asks for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing that a message can name.
    Nothing,
    /// A level that stands in the program.
    Written,
    /// The level of a signature.
    Signature,
    /// An operator that does work, or makes an array, at the level: force, while, concat, …
    Work(Operator),
    /// A definition, used here: its number among the uses.
    Use(u32),
    /// Elements of a push array: run by single threads.
    PushElements,
    /// Elements of a push array that is there already.
    Elements,
    /// The sub-arrays of concat or interleave.
    Parts(Operator),
    /// The condition of a while.
    Condition,
    /// The step of a while.
    Step,
    /// The step of an iterate.
    Turn,
    /// Function and elements of a scan.
    Scan,
    /// The index function of an interleave.
    IndexFunction(Operator),
    /// The turnstile.
    Turnstile,
    /// The result of a kernel.
    Kernel,
    /// A level variable that ends here.
    LevelVariable,
}

/// Something in the program that says or asks for a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    pub what: What,
    pub span: Span,
}

impl Origin {
    pub const NONE: Origin = Origin {
        what: What::Nothing,
        span: Span::NONE,
    };

    pub fn new(what: What, span: Span) -> Origin {
        Origin { what, span }
    }

    pub fn is_none(self) -> bool {
        self.what == What::Nothing
    }
}

/// Who asks that a type has a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asker {
    /// Nobody: all types are of kind TYP.
    Nobody,
    /// It is in a push array (FCL-K-PUSH-R).
    Push,
    /// It is in a pull array (FCL-K-PULL).
    Pull,
    /// It is in an array that is written out (FCL-T-ARR).
    Literal,
    /// A variable of a scheme has the kind (FCL-I-INST-R).
    Scheme,
    /// It is the operand of a scalar operator.
    Scalar,
    /// It is what a fold or a scan carries along.
    Accumulator,
}

/// A demand for a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    pub asker: Asker,
    pub span: Span,
}

impl Demand {
    pub const NONE: Demand = Demand {
        asker: Asker::Nobody,
        span: Span::NONE,
    };

    pub fn new(asker: Asker, span: Span) -> Demand {
        Demand { asker, span }
    }
}

/// How a kind is called in words.
pub(super) fn kind_words(kind: Kind) -> &'static str {
    match kind {
        Kind::BT => "a base type or a pair of base types",
        Kind::GT => "a type without functions",
        Kind::TYP => "a type",
        Kind::LVL => "a level",
    }
}
