//! Expressions, types among them.

use super::{Binder, Declaration, Ident, Pattern};
use elder_syntax::prim::real::Real;
use elder_syntax::{Name, Span};

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Exp {
    /// Its form.
    pub kind: ExpKind,
    /// Where.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpKind {
    /// A variable, a constructor, a type, or an operator in parentheses.
    Name(Name),
    /// `_`: what inference finds.
    Hole,
    /// `12`
    Int(u64),
    /// `1.5`
    Float(Real),
    /// `'c'`
    Char(u8),
    /// `"text"`
    String(String),
    /// `()`
    Unit,
    /// `[a, b]`
    Table(Vec<Exp>),
    /// `%exp`
    Primitive(Name),
    /// `%ffi name T a b`: a function of C's with the type of its result.
    Foreign(Ident, Box<Exp>, Vec<Exp>),
    /// `#a`, `#?a`, `#&a`, `#|a`: an isomorphism of rows with a label.
    Label(Lens, Name),
    /// `f x`
    Apply(Box<Exp>, Box<Exp>),
    /// `xs.i`
    Index(Box<Exp>, Box<Exp>),
    /// `a + b`, ``a `mod` b``; `(a, b)`, `(a & b)` and `(a | b)` too.
    Binary(Ident, Box<Exp>, Box<Exp>),
    /// `-e`
    Negate(Box<Exp>),
    /// `e : type`
    Ascribe(Box<Exp>, Box<Exp>),
    /// `a -> b`, `i:n => a`
    Arrow(Box<Arrow>),
    /// `lo..<hi`
    Range(Limit, Limit),
    /// `\x y. e`, `\x ?-> e`
    Lambda(ArrowKind, Vec<Binder>, Box<Exp>),
    /// `for i j. e`
    For(Loop, Vec<Binder>, Box<Exp>),
    /// `case e of` and alternatives.
    Case(Box<Exp>, Vec<Alternative>),
    /// `if c then a else b`
    If(Box<Exp>, Box<Exp>, Option<Box<Exp>>),
    /// `do e`
    Do(Box<Exp>),
    /// Lines.
    Block(Box<Block>),
    /// `{a=1, b, ...r}`; a field without a value has that of the variable of its name.
    Record(Vec<FieldValue>, Option<Box<Exp>>),
    /// `{a:Int & b:Float & ...r}`
    RecordType(Labels),
    /// `{a:Int | b:Float | ...r}`
    VariantType(Labels),
    /// `{| b | a = e |}`
    Variant(Vec<Ident>, Ident, Box<Exp>),
    /// `{| a | b | ...e |}`: a variant of more fields.
    Lift(Vec<Ident>, Box<Exp>),
}

/// `#a`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lens {
    /// `#a`: a field and the rest of a record.
    Field,
    /// `#?a`: an alternative and the rest of a variant.
    Alternative,
    /// `#&a`: a field that moves from one record to another.
    Fields,
    /// `#|a`: an alternative that moves.
    Alternatives,
}

/// What builds tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop {
    /// `for`
    For,
    /// `rof`: from the last index to the first.
    Rof,
    /// `for_`: for its effects.
    ForEffects,
    /// `rof_`
    RofEffects,
    /// `view`: an element is computed when it is asked for.
    View,
}

/// `pattern -> body`
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// What it is for.
    pub pattern: Pattern,
    /// What then.
    pub body: Exp,
}

/// Several lines, or one that does not stand for itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// All lines but the last.  There is at least one.
    pub statements: Vec<Statement>,
    /// The last line.
    pub result: Exp,
}

/// A line of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `x = e`
    Declaration(Declaration),
    /// `e`, which is for its effects.
    Expression(Exp),
}

/// A type with an arrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The name of the argument, if the result depends on it.
    pub binder: Option<Ident>,
    /// The type of the argument.
    pub argument: Exp,
    /// Which arrow.
    pub kind: ArrowKind,
    /// The effects of calling it.
    pub effects: Option<Row>,
    /// The type of the result.
    pub result: Exp,
}

/// The arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrowKind {
    /// `->`; after the binders of a function, a point.
    Plain,
    /// `?->`: the argument is inferred.
    Implicit,
    /// `?=>`: the argument is an instance, found by its type.
    Class,
    /// `--o`: the function is linear.
    Linear,
    /// `=>`: a table.
    Table,
    /// `&>`: a pair of which the second component's type depends on the first.
    Pair,
}

/// `{State h, Accum g | eff}`
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Each with its region, if it has one.
    pub effects: Vec<(Ident, Option<Ident>)>,
    /// The rest of the row.
    pub rest: Option<Ident>,
    /// Where.
    pub span: Span,
}

/// An end of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// There is none.
    Open,
    /// This index is in the range.
    Including(Box<Exp>),
    /// This index is not.
    Excluding(Box<Exp>),
}

/// `a = e`; without a value, `a`
#[derive(Clone, Debug, PartialEq)]
pub struct FieldValue {
    /// The label.
    pub label: Ident,
    /// The value.
    pub value: Option<Exp>,
}

/// The fields of a type, in order, and the rest of its row.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    /// Fields.
    pub fields: Vec<FieldType>,
    /// The rest.
    pub rest: Option<Box<Exp>>,
}

/// `a : type`
#[derive(Clone, Debug, PartialEq)]
pub struct FieldType {
    /// The label.
    pub label: Ident,
    /// The type.
    pub ty: Exp,
}

/// What stands for the fields that a pattern does not name.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest<T> {
    /// `...`
    Ignored,
    /// `...r`
    Bound(T),
}
