//! Patterns, and what binds them.

use super::{Exp, Ident, Rest};
use elder_syntax::{Name, Span};

/// A pattern, with a type or without: `x`, `(i, j)`, `i:n`
#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    /// What is bound.
    pub pattern: Pattern,
    /// Its type.
    pub ty: Option<Exp>,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// Its form.
    pub kind: PatternKind,
    /// Where.
    pub span: Span,
}

/// The forms of patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// `x`.  A name that begins with a capital letter, or an operator, is bound only where it is the whole pattern of a binder; anywhere
    /// else the former is a constructor.
    Name(Name),
    /// `_`
    Wildcard,
    /// `()`
    Unit,
    /// `(a, b)`
    Pair(Box<Pattern>, Box<Pattern>),
    /// `Con a b`
    Constructor(Ident, Vec<Pattern>),
    /// `[a, b]`
    Table(Vec<Pattern>),
    /// `{a=x, b, ...rest}`; a field without a pattern binds its own name.
    Record(Vec<(Ident, Pattern)>, Option<Rest<Box<Pattern>>>),
    /// `{| b | a = x |}`: field `a` behind so many fields of other, or the same, labels.
    Variant(Vec<Ident>, Ident, Box<Pattern>),
    /// `{| a | b | ...rest |}`: none of these.
    Other(Vec<Ident>, Box<Pattern>),
}
