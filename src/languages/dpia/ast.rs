//! What a text says, before names and types are resolved: the tree that the parser builds and
//! [`crate::elaborate`] turns into phrases.

pub mod make;

use crate::{AddressSpace, Fences, Kind, Notice, Strategy, UpdateOp};
use elder_syntax::prim::real::Real;
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Name as Text, Span};

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// In order.
    pub definitions: Vec<Definition>,
}

/// `def name = body`; `proc name(x: T): U = body` is one whose body is [`ExpKind::Kept`].
#[derive(Clone, Debug)]
pub struct Definition {
    /// What is defined.
    pub name: Ident,
    /// The body; parameters in front of `=` are its abstractions.
    pub body: Exp,
}

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The text.
    pub name: Text,
    /// Where.
    pub span: Span,
}

/// A phrase.
#[derive(Clone, Debug)]
pub struct Exp {
    /// Its form.
    pub kind: ExpKind,
    /// Where.
    pub span: Span,
}

/// A literal number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without a decimal point.
    Int(i128, Option<PrimType>),
    /// With one.
    Float(Real, Option<PrimType>),
}

/// An infix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// One of the operators on numbers.
    Bin(BinOp),
    /// `&&`, which looks at its second operand only if needed.
    AndAlso,
    /// `||`, likewise.
    OrElse,
    /// `/^`, exact division: of sizes only.
    DivExact,
    /// `^`, the power: of sizes only.
    NatPower,
}

/// The forms of phrases.
#[derive(Clone, Debug)]
pub enum ExpKind {
    /// A variable, a definition or a primitive.
    Var(Text),
    /// `1.5f32`
    Number(Number),
    /// `true`, `false`
    Bool(bool),
    /// An operator as a function: `reduce(+, 0)`.
    Operator(Operator),
    /// `-e`
    Negate(Box<Exp>),
    /// `!e`
    Not(Box<Exp>),
    /// `a + b`
    Binary(Operator, Box<Exp>, Box<Exp>),
    /// `fun(x: T) e`, `fun x y. e`
    Fun(Vec<Param>, Box<Exp>),
    /// `f(a, b)`, `fst e`
    Call(Box<Exp>, Vec<Exp>),
    /// The function, which stays one of that name, applied to the others: `proc f(x: T): U = e` is `def f(x: T) = call f (fun(x: T) e, x)`.
    Kept(Ident, Box<Exp>, Vec<Exp>),
    /// `e |> f`
    Pipe(Box<Exp>, Box<Exp>),
    /// `f@n`
    At(Box<Exp>, Type),
    /// `e[i]`
    Index(Box<Exp>, Box<Exp>),
    /// `v.wr`, `v.rd`, `p.1`, `p.2`, `f32.inf`
    Field(Box<Exp>, Ident),
    /// `(a, b)`
    Tuple(Vec<Exp>),
    /// `{a, b}`: a pair of phrases.
    PhrasePair(Box<Exp>, Box<Exp>),
    /// `(e)`
    Paren(Box<Exp>),
    /// `(e : T)`
    Ascribe(Box<Exp>, Type),
    /// `let x : T = e in b`, `let (x, y) = e in b`
    Let(Pattern, Option<Type>, Box<Exp>, Box<Exp>),
    /// `if c then a else b`, `if c { a } else { b }`
    If(Box<Exp>, Box<Exp>, Option<Box<Exp>>),
    /// `a ; b`
    Seq(Box<Exp>, Box<Exp>),
    /// `a := e`
    Assign(Box<Exp>, Box<Exp>),
    /// `u += e`
    Update(UpdateOp, Box<Exp>, Box<Exp>),
    /// `skip`
    Skip,
    /// `new T v { c }`
    New(Option<AddressSpace>, Type, Ident, Box<Exp>),
    /// `for i < n { c }`
    For(Box<For>),
    /// `while e { c }`
    While(Box<Exp>, Box<Exp>),
    /// `letSize k <= n = e { c }`, `letSize k = e { c }`
    LetSize(Ident, Option<Box<Exp>>, Box<Exp>, Box<Exp>),
    /// `partAt n in v as lo hi { c }`
    PartAt(Box<Exp>, Box<Exp>, [Ident; 2], Box<Exp>),
    /// `accumulate(+) A as u { c }`
    Accumulate(UpdateOp, Box<Exp>, Ident, Box<Exp>),
    /// `swapAt u[i] as v { c }`
    SwapAt(Box<Exp>, Ident, Box<Exp>),
    /// `fail at "…"(i, n)`; `guard e at "…"(i, n) { c }` is `if e { c } else { fail at "…"(i, n) }`
    Fail(Notice, Vec<Exp>),
    /// `barrier`
    Barrier(Fences),
    /// `launch((64), (1024)) { c }`
    Launch(Vec<Exp>, Vec<Exp>, Box<Exp>),
}

/// A loop.
#[derive(Clone, Debug)]
pub struct For {
    /// Who runs the iterations.
    pub strategy: LoopKind,
    /// The index.
    pub index: Ident,
    /// How many; `None` if the target says so.
    pub bound: Option<Exp>,
    /// What the iterations own.
    pub target: LoopTarget,
    /// The command.
    pub body: Exp,
}

/// Which loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// `for`
    Sequential,
    /// `forUnroll`
    Unrolled,
    /// `parfor`, `parforGlobal(0)`, …
    Parallel(Strategy),
}

/// What the iterations of a loop own.
#[derive(Clone, Debug)]
pub enum LoopTarget {
    /// Nothing.
    Nothing,
    /// `into A as o`
    Into(Exp, Ident),
    /// `in V as v`
    InPlace(Exp, Ident),
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Param {
    /// The variable, or the variables of its components.
    pub pattern: Pattern,
    /// What it stands for.
    pub kind: ParamKind,
}

/// Names for a value or for its components.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its form.
    pub kind: PatternKind,
    /// Where.
    pub span: Span,
}

/// The forms of patterns.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// A variable; `_` within a tuple names nothing.
    Name(Text),
    /// `(p, q)`: two components or more.
    Tuple(Vec<Pattern>),
}

/// What a parameter stands for.
#[derive(Clone, Debug)]
pub enum ParamKind {
    /// `x: T`
    Typed(Type),
    /// A phrase whose type is inferred.
    Inferred,
    /// `n: nat`, `t: data`
    Static(Kind),
}

/// A type or a size.  Which of them, the place where it stands decides.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its form.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// An operator on sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum NatOp {
    Add,
    Sub,
    Mul,
    Div,
    DivExact,
    Rem,
    Pow,
    Min,
    Max,
}

/// The forms of types and sizes.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `f32`, `n`, `comm`
    Name(Text),
    /// `4`
    Number(i64),
    /// `n + 1`, `min(n, m)`
    Nat(NatOp, Box<Type>, Box<Type>),
    /// `idx(n)`
    Index(Box<Type>),
    /// `n.T`
    Array(Box<Type>, Box<Type>),
    /// `(T, U)`
    Pair(Box<Type>, Box<Type>),
    /// `f32<4>`
    Vector(Box<Type>, u8),
    /// `exp[T]`
    Exp(Box<Type>),
    /// `acc[T]`
    Acc(Box<Type>),
    /// `var[T]`
    Var(Box<Type>),
    /// `upd[+, T]`
    Upd(UpdateOp, Box<Type>),
    /// `{T, U}`
    Product(Box<Type>, Box<Type>),
    /// `T -> U`, `T ->p U`
    Fun {
        /// Whether this is `->p`.
        passive: bool,
        /// T
        from: Box<Type>,
        /// U
        to: Box<Type>,
    },
    /// `(n: nat) -> T`
    Dependent(Ident, Kind, Box<Type>),
}
