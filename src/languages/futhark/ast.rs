//! The syntax tree: what the programmer wrote, names unresolved.
//!
//! Everything carries its span.  Parentheses are kept only where they matter
//! (operator resolution is done by the parser, so they do not appear here), and
//! sugar that the language reference defines by translation is kept as written
//! when a message would otherwise be about code that nobody wrote.

pub mod walk;

use crate::lexer::literal::wrap;
use elder_syntax::attribute::Attribute;
use elder_syntax::prim::PrimType;
use elder_syntax::prim::real::Real;
use elder_syntax::{Name, Span};

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The name; operators without parentheses or backticks.
    pub name: Name,
    /// Its place.
    pub span: Span,
}

/// `A.B.x`: module path and name.
#[derive(Clone, Debug, PartialEq)]
pub struct QualName {
    /// The modules, outermost first.
    pub path: Vec<Name>,
    /// The last component.
    pub name: Name,
    /// The whole.
    pub span: Span,
}

/// A file's contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// Doc comment of the file.
    pub doc: Option<String>,
    /// Declarations in order.
    pub decs: Vec<Dec>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Dec {
    /// The declaration itself.
    pub kind: DecKind,
    /// `#[..]` before it.
    pub attrs: Vec<Attr>,
    /// `-- |` before it.
    pub doc: Option<String>,
    /// The whole.
    pub span: Span,
}

/// The kinds of declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum DecKind {
    /// `def`, `let`, `entry`.
    Val(ValDef),
    /// `type`, `type~`, `type^`.
    Type(TypeDef),
    /// `module M ps : S = me`.
    Module(ModDef),
    /// `module type S = se`.
    ModType(ModTypeDef),
    /// `open me`.
    Open(ModExp),
    /// `import "file"`, which opens the file's module.
    Import(String),
    /// `local dec`.
    Local(Box<Dec>),
}

/// A value definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ValDef {
    /// Whether it was written with `entry`.
    pub entry: bool,
    /// What is defined; an operator for `def (+) ..` and ``def x `f` y``.
    pub name: Ident,
    /// `[n]` and `'t` parameters in order.
    pub type_params: Vec<TypeParam>,
    /// Value parameters.
    pub params: Vec<Pat>,
    /// Result annotation.
    pub ret: Option<TypeExp>,
    /// The right-hand side.
    pub body: Exp,
}

/// How much a type may hide: `type`/`'t`, `type~`/`'~t`, `type^`/`'^t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Liftedness {
    /// No functions, no existential sizes.
    Unlifted,
    /// Existential sizes, no functions.
    SizeLifted,
    /// Both.
    Lifted,
}

/// A size or type parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeParam {
    /// `[n]`
    Size(Ident),
    /// `'t`, `'~t`, `'^t`
    Type(Liftedness, Ident),
}

impl TypeParam {
    /// The name bound.
    pub fn ident(&self) -> &Ident {
        match self {
            TypeParam::Size(id) | TypeParam::Type(_, id) => id,
        }
    }
}

/// A type abbreviation.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Liftedness of the abbreviation.
    pub lifted: Liftedness,
    /// Its name.
    pub name: Ident,
    /// Parameters.
    pub params: Vec<TypeParam>,
    /// The right-hand side.
    pub body: TypeExp,
}

/// A module definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ModDef {
    /// Its name.
    pub name: Ident,
    /// `(P : S)` parameters: a functor if there are any.
    pub params: Vec<ModParam>,
    /// Ascribed result.
    pub ascription: Option<ModTypeExp>,
    /// The right-hand side.
    pub body: ModExp,
}

/// `(P : S)`
#[derive(Clone, Debug, PartialEq)]
pub struct ModParam {
    /// The name.
    pub name: Ident,
    /// Its module type.
    pub ty: ModTypeExp,
    /// The whole.
    pub span: Span,
}

/// A module type definition.
#[derive(Clone, Debug, PartialEq)]
pub struct ModTypeDef {
    /// Its name.
    pub name: Ident,
    /// The right-hand side.
    pub body: ModTypeExp,
}

/// A module expression.
#[derive(Clone, Debug, PartialEq)]
pub struct ModExp {
    /// The expression.
    pub kind: ModExpKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of module expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ModExpKind {
    /// `A.B`
    Var(QualName),
    /// `{ decs }`
    Decs(Vec<Dec>),
    /// `import "file"`
    Import(String),
    /// `F A`
    Apply(Box<ModExp>, Box<ModExp>),
    /// `me : S`
    Ascribe(Box<ModExp>, Box<ModTypeExp>),
    /// `\(P : S) : R -> me`
    Lambda(Box<ModParam>, Option<Box<ModTypeExp>>, Box<ModExp>),
}

/// A module type expression.
#[derive(Clone, Debug, PartialEq)]
pub struct ModTypeExp {
    /// The expression.
    pub kind: ModTypeExpKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of module type expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ModTypeExpKind {
    /// `S`
    Var(QualName),
    /// `{ specs }`
    Specs(Vec<Spec>),
    /// `S with t ps = type`
    With(Box<ModTypeExp>, QualName, Vec<TypeParam>, TypeExp),
    /// `(P : S) -> R`, or `S -> R` without a name.
    Arrow(Option<Ident>, Box<ModTypeExp>, Box<ModTypeExp>),
}

/// One item of a module type.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The item.
    pub kind: SpecKind,
    /// Doc comment.
    pub doc: Option<String>,
    /// Attributes.
    pub attrs: Vec<Attr>,
    /// The whole.
    pub span: Span,
}

/// The kinds of item.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecKind {
    /// `val x ps : type`
    Val {
        /// The name.
        name: Ident,
        /// `[n]`, `'t`.
        type_params: Vec<TypeParam>,
        /// Its type.
        ty: TypeExp,
    },
    /// `type t ps`
    TypeAbstract {
        /// Liftedness.
        lifted: Liftedness,
        /// The name.
        name: Ident,
        /// Parameters.
        params: Vec<TypeParam>,
    },
    /// `type t ps = type`
    TypeAbbr(TypeDef),
    /// `module M : S`
    Module(Ident, ModTypeExp),
    /// `include S`
    Include(ModTypeExp),
}

/// A type expression.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExp {
    /// The expression.
    pub kind: TypeExpKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of type expression.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeExpKind {
    /// `t`, `M.t`; primitive types are names too.
    Var(QualName),
    /// `t a`
    Apply(Box<TypeExp>, Box<TypeArgExp>),
    /// `[s]t`
    Array(SizeExp, Box<TypeExp>),
    /// `(a, b)`; `()` is the empty tuple.
    Tuple(Vec<TypeExp>),
    /// `{x: a}`
    Record(Vec<(Ident, TypeExp)>),
    /// `#a t1 t2 | #b`
    Sum(Vec<(Ident, Vec<TypeExp>)>),
    /// `(x: a) -> b`, `a -> b`
    Arrow(Option<Ident>, Box<TypeExp>, Box<TypeExp>),
    /// `*t`
    Unique(Box<TypeExp>),
    /// `?[n][m].t`
    Exists(Vec<Ident>, Box<TypeExp>),
}

/// `[s]` in a type.
#[derive(Clone, Debug, PartialEq)]
pub enum SizeExp {
    /// `[]`
    Any(Span),
    /// `[e]`
    Exp(Box<Exp>),
}

/// An argument of a type constructor.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeArgExp {
    /// `[s]`
    Size(SizeExp, Span),
    /// `t`
    Type(TypeExp),
}

/// `#[attr]`
#[derive(Clone, Debug, PartialEq)]
pub struct Attr {
    /// The attribute.
    pub kind: AttrKind,
    /// Its place.
    pub span: Span,
}

impl Attr {
    /// What it says, wherever it stands.
    pub fn says(&self) -> Attribute {
        match &self.kind {
            AttrKind::Atom(name) => Attribute::Atom(name.clone()),
            AttrKind::Int(number) => Attribute::Int(*number),
            AttrKind::Compound(name, parts) => {
                Attribute::Compound(name.clone(), parts.iter().map(Attr::says).collect())
            }
        }
    }

    /// The attribute that says so, at no place.
    pub fn saying(attribute: &Attribute) -> Attr {
        let kind = match attribute {
            Attribute::Atom(name) => AttrKind::Atom(name.clone()),
            Attribute::Int(number) => AttrKind::Int(*number),
            Attribute::Compound(name, parts) => {
                AttrKind::Compound(name.clone(), parts.iter().map(Attr::saying).collect())
            }
        };
        Attr {
            kind,
            span: Span::NONE,
        }
    }
}

/// The forms of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum AttrKind {
    /// `name`
    Atom(Name),
    /// `123`
    Int(i128),
    /// `name(a, b)`
    Compound(Name, Vec<Attr>),
}

/// A literal as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// `true`, `false`
    Bool(bool),
    /// An integer without a suffix or with an integer or float suffix; the sign is not part of it (except in patterns).
    Int(i128, Option<PrimType>),
    /// A float, decimal or hexadecimal, with or without a suffix.
    Float(Real, Option<PrimType>),
    /// `'c'`: its code point.
    Char(u32),
    /// `"text"`: its UTF-8 bytes.
    String(Vec<u8>),
}

impl Literal {
    /// The literal after a sign: with an integer suffix it wraps, so that `-128i8` is the least `i8`.
    pub fn negated(self) -> Self {
        match self {
            Literal::Int(value, Some(ty)) => Literal::Int(wrap((value as u128).wrapping_neg(), ty), Some(ty)),
            Literal::Int(value, None) => Literal::Int(-value, None),
            Literal::Float(value, ty) => Literal::Float(-value, ty),
            other => other,
        }
    }
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Exp {
    /// The expression.
    pub kind: ExpKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpKind {
    /// A literal.
    Lit(Literal),
    /// `x`, `M.x`, `(+)`.
    Var(QualName),
    /// `(a, b)`; `()` is the empty tuple.
    Tuple(Vec<Exp>),
    /// `{x = e, y}`
    Record(Vec<RecordField>),
    /// `[a, b]`
    Array(Vec<Exp>),
    /// `a..b...c`
    Range {
        /// First element.
        start: Box<Exp>,
        /// Second element.
        second: Option<Box<Exp>>,
        /// How it ends.
        end: RangeEnd,
        /// Where it ends.
        bound: Box<Exp>,
    },
    /// `e.f`; on a name this is resolved by the checker when the parser cannot tell it from a qualified name.
    Field(Box<Exp>, Ident),
    /// `M.(e)`
    LocalOpen(QualName, Box<Exp>),
    /// `e[i, a:b]`
    Index(Box<Exp>, Vec<DimIndex>),
    /// `a with [i] = v`
    Update(Box<Exp>, Vec<DimIndex>, Box<Exp>),
    /// `r with f.g = v`
    RecordUpdate(Box<Exp>, Vec<Ident>, Box<Exp>),
    /// `a with f[i].g = v`: a path that mixes fields and indices.  `let a.f[i] = v in b` is a `Let` of it (or of
    /// `RecordUpdate`).
    UpdatePath(Box<Exp>, Vec<UpdateStep>, Box<Exp>),
    /// `#c e1 e2`
    Constr(Ident, Vec<Exp>),
    /// `f e`, one argument at a time.
    Apply(Box<Exp>, Box<Exp>),
    /// `a op b`, also for backticks; `&&` and `||` included.
    BinOp(QualName, Box<Exp>, Box<Exp>),
    /// `-e`
    Negate(Box<Exp>),
    /// `!e`
    Not(Box<Exp>),
    /// `(op)`: just `Var`.  `(e op)`
    SectionLeft(Box<Exp>, QualName),
    /// `(op e)`
    SectionRight(QualName, Box<Exp>),
    /// `(.f.g)`
    SectionField(Vec<Ident>),
    /// `(.[i])`
    SectionIndex(Vec<DimIndex>),
    /// `(.[i].f)`: any path that is neither one index nor only fields.
    SectionPath(Vec<UpdateStep>),
    /// `\p1 p2 : t -> e`
    Lambda(Vec<Pat>, Option<TypeExp>, Box<Exp>),
    /// `let [n] p = e in b`
    Let(Vec<Ident>, Box<Pat>, Box<Exp>, Box<Exp>),
    /// `let f ps = e in b`
    LetFun(Box<LetFun>, Box<Exp>),
    /// `let a[i] = v in b`
    LetWith(Ident, Vec<DimIndex>, Box<Exp>, Box<Exp>),
    /// `if c then a else b`
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `match e case p -> e`
    Match(Box<Exp>, Vec<Case>),
    /// `loop ..`
    Loop(Box<Loop>),
    /// `e : t`
    Ascribe(Box<Exp>, Box<TypeExp>),
    /// `e :> t`
    Coerce(Box<Exp>, Box<TypeExp>),
    /// `assert c e`
    Assert(Box<Exp>, Box<Exp>),
    /// `#[attr] e`
    Attr(Attr, Box<Exp>),
    /// `???`
    Hole,
}

/// `f = e`, or `x` for `x = x`.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordField {
    /// The field.
    pub name: Ident,
    /// Its value; `None` for the short form.
    pub value: Option<Exp>,
}

/// How a range ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// `...c`
    Inclusive,
    /// `..<c`
    UpTo,
    /// `..>c`
    DownTo,
}

/// One step of the path in `a with f[i].g = v`.
#[derive(Clone, Debug, PartialEq)]
pub enum UpdateStep {
    /// `.f`
    Field(Ident),
    /// `[i, j:k]`
    Index(Vec<DimIndex>),
}

/// One dimension of an index.
// Slices are rarer than indices, which a box would cost an allocation each.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum DimIndex {
    /// `i`
    Fix(Exp),
    /// `a:b:s`
    Slice {
        /// First index.
        start: Option<Exp>,
        /// One past the last.
        end: Option<Exp>,
        /// Step.
        stride: Option<Exp>,
        /// The whole.
        span: Span,
    },
}

/// A local function.
#[derive(Clone, Debug, PartialEq)]
pub struct LetFun {
    /// Its name.
    pub name: Ident,
    /// `[n]`, `'t`.
    pub type_params: Vec<TypeParam>,
    /// At least one.
    pub params: Vec<Pat>,
    /// Result annotation.
    pub ret: Option<TypeExp>,
    /// Its body.
    pub body: Exp,
}

/// One case of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The pattern.
    pub pat: Pat,
    /// The result.
    pub body: Exp,
    /// The whole.
    pub span: Span,
}

/// A loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// `[n]` before the pattern.
    pub sizes: Vec<Ident>,
    /// The loop parameter.
    pub pat: Pat,
    /// Initial value; `None` if the pattern itself names it (`loop x for ..`).
    pub init: Option<Exp>,
    /// What makes it go round.
    pub form: LoopForm,
    /// The body.
    pub body: Exp,
}

/// What makes a loop go round.
#[derive(Clone, Debug, PartialEq)]
pub enum LoopForm {
    /// `for i < n`
    For(Ident, Exp),
    /// `for x in xs`
    ForIn(Pat, Exp),
    /// `while c`
    While(Exp),
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pat {
    /// The pattern.
    pub kind: PatKind,
    /// Its place.
    pub span: Span,
}

/// The kinds of pattern.
#[derive(Clone, Debug, PartialEq)]
pub enum PatKind {
    /// `_`
    Wildcard,
    /// `x`; operators too, as in `\(+) -> ..`.
    Var(Ident),
    /// `(a, b)`
    Tuple(Vec<Pat>),
    /// `{x = p, y}`
    Record(Vec<(Ident, Option<Pat>)>),
    /// A literal; negative numbers have their sign folded in.
    Lit(Literal),
    /// `#c p1 p2`
    Constr(Ident, Vec<Pat>),
    /// `p : t`
    Ascribe(Box<Pat>, Box<TypeExp>),
    /// `#[attr] p`
    Attr(Attr, Box<Pat>),
}
