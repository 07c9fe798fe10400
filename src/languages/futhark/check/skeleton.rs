//! What type inference hands to size inference.
//!
//! Names are resolved and every expression has a type, which may still be a unification variable of
//! [`super::unify`]; the sizes in these types mean nothing, except in an [`Annotation`], where they are what the programmer
//! wrote.

use crate::ast::RangeEnd;
use crate::intrinsics::Intrinsic;
use crate::tree::{Attribute, Scheme, Stars, Type, TypeParam, VName};
use elder_syntax::prim::real::Real;
use elder_syntax::prim::{BinOp, PrimValue};
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// An expression.
#[derive(Debug)]
pub struct Exp {
    /// The expression.
    pub kind: ExpKind,
    /// Its type, without sizes.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// A type written by the programmer.
#[derive(Debug)]
pub struct Annotation {
    /// The type, with sizes.
    pub ty: Type,
    /// Its stars.
    pub stars: Stars,
    /// Names that stand for `[]`, `?[n].` and the sizes of size-lifted abbreviations.
    pub open: Vec<VName>,
    /// Names that stand for size expressions.
    pub sizes: Vec<(VName, Exp)>,
    /// Its place.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Debug)]
pub enum ExpKind {
    /// A literal whose type the programmer wrote.
    Prim(PrimValue),
    /// An integer of the expression's type.
    Int(i128),
    /// A float of the expression's type.
    Float(Real),
    /// A string.
    String(Rc<[u8]>),
    /// A local name, with the types of an explicitly polymorphic local function's parameters.
    Local(VName, Vec<Type>),
    /// A top-level name.
    Global(VName, Rc<Scheme>, Vec<Type>),
    /// An intrinsic.
    Intrinsic(Intrinsic, Rc<Scheme>, Vec<Type>),
    /// An overloaded operator at the type of its operands; `&&` and `||` used as values are `And` and `Or` on `bool`.
    Operator(BinOp, Type),
    /// Tuples and records.
    Record(Vec<(Name, Exp)>),
    /// `e.f`
    Field(Box<Exp>, Name),
    /// `r with f.g = v`
    RecordUpdate(Box<Exp>, Vec<Name>, Box<Exp>),
    /// `[a, b]`
    Array(Vec<Exp>),
    /// `a..b...c`
    Range(Box<Exp>, Option<Box<Exp>>, RangeEnd, Box<Exp>),
    /// `a[i, j:k]`
    Index(Box<Exp>, Vec<DimIndex>),
    /// `a with [i] = v`
    Update(Box<Exp>, Vec<DimIndex>, Box<Exp>),
    /// `a with f[i].g = v`
    UpdatePath(Box<Exp>, Vec<UpdateStep>, Box<Exp>),
    /// `#c e1 e2`
    Constr(Name, Vec<Exp>),
    /// Application; `infix` if written `a op b`.
    App(Box<Exp>, Vec<Exp>, bool),
    /// `rearrange (1, 0) a`, with the permutation.
    Rearrange(Box<Exp>, Box<Exp>, Vec<usize>),
    /// `reshape (n, m) a`
    Reshape(Box<Exp>, Box<Exp>),
    /// `a && b`
    And(Box<Exp>, Box<Exp>),
    /// `a || b`
    Or(Box<Exp>, Box<Exp>),
    /// `-e`
    Negate(Box<Exp>),
    /// `!e`
    Not(Box<Exp>),
    /// `\p -> e`
    Lambda(Box<Function>),
    /// `(e op)`
    SectionLeft(Box<Exp>, Box<Exp>),
    /// `(op e)`
    SectionRight(Box<Exp>, Box<Exp>),
    /// `let [n] p = e in b`
    Let(Vec<(VName, Span)>, Pat, Box<Exp>, Box<Exp>),
    /// `let f ps = e in b`
    LetFun(VName, Box<Function>, Box<Exp>),
    /// `if c then a else b`
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `match e case ..`
    Match(Box<Exp>, Vec<(Pat, Exp)>),
    /// `loop ..`
    Loop(Box<Loop>),
    /// `e : t`
    Ascribe(Box<Exp>, Box<Annotation>),
    /// `e :> t`
    Coerce(Box<Exp>, Box<Annotation>),
    /// `assert c e`
    Assert(Box<Exp>, Box<Exp>),
    /// `#[a] e`, of an attribute that says something about values.
    Attr(Attribute, Box<Exp>),
    /// `#[a] e`, of any other.
    Asked(elder_syntax::attribute::Attribute, Box<Exp>),
    /// `???`
    Hole,
}

/// One dimension of an index.
// Slices are rarer than indices, which a box would cost an allocation each.
#[allow(clippy::large_enum_variant)]
#[derive(Debug)]
pub enum DimIndex {
    /// `i`
    Fix(Exp),
    /// `a:b:s`
    Slice(Option<Exp>, Option<Exp>, Option<Exp>),
}

/// One step of a path.
#[derive(Debug)]
pub enum UpdateStep {
    /// `.f`
    Field(Name),
    /// `[i, j:k]`
    Index(Vec<DimIndex>),
}

/// A function: top-level, local or anonymous.
#[derive(Debug)]
pub struct Function {
    /// `[n]`, with their places.
    pub sizes: Vec<(VName, Span)>,
    /// `'t`; for a definition also the inferred ones.
    pub types: Vec<TypeParam>,
    /// Parameters.
    pub params: Vec<Pat>,
    /// Annotation of the result.
    pub ret: Option<Annotation>,
    /// Body.
    pub body: Exp,
    /// Its head.
    pub span: Span,
    /// Whether it stands for a section.
    pub section: bool,
}

/// A loop.
#[derive(Debug)]
pub struct Loop {
    /// `[n]` before the pattern.
    pub sizes: Vec<(VName, Span)>,
    /// The parameter.
    pub pat: Pat,
    /// Initial value.
    pub init: Exp,
    /// What makes it go round.
    pub form: LoopForm,
    /// Body.
    pub body: Exp,
}

/// What makes a loop go round.
#[derive(Debug)]
pub enum LoopForm {
    /// `for i < n`
    For(VName, Exp),
    /// `for p in xs`
    ForIn(Pat, Exp),
    /// `while c`
    While(Exp),
}

/// A pattern.
#[derive(Debug)]
pub struct Pat {
    /// The pattern.
    pub kind: PatKind,
    /// Its type, without sizes.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// The kinds of pattern.
#[derive(Debug)]
pub enum PatKind {
    /// `_`
    Wildcard,
    /// `x`
    Var(VName),
    /// Tuples and records.
    Record(Vec<(Name, Pat)>),
    /// A literal whose type is known.
    Prim(PrimValue),
    /// An integer of the pattern's type.
    Int(i128),
    /// A float of the pattern's type.
    Float(Real),
    /// A constructor.
    Constr(Name, Vec<Pat>),
    /// `p : t`
    Ascribe(Box<Pat>, Box<Annotation>),
}
