//! What a text says, before names are resolved and shorthands written out: the tree that the parser builds and
//! [`crate::elaborate`] turns into core expressions.

use crate::{BaseType, DefinitionKind, ScalarOperator};
use elder_syntax::{Name as Text, Span};

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// In order.
    pub definitions: Vec<Definition>,
}

/// `sig name : type`, `fun name <l> x y = e`, `config #BlockSize = 256`
#[derive(Clone, Debug)]
pub struct Definition {
    /// What introduces it.
    pub kind: DefinitionKind,
    /// What is defined.
    pub name: Ident,
    /// The signature before it.
    pub signature: Option<Signature>,
    /// Levels and patterns between the name and `=`.
    pub parameters: Vec<Parameter>,
    /// What stands after `=`.
    pub body: Exp,
    /// What is said after `config`.
    pub configuration: Vec<Setting>,
}

/// `sig name : type`
#[derive(Clone, Debug)]
pub struct Signature {
    /// Whose.
    pub name: Ident,
    /// The type.
    pub ty: Type,
}

/// `#BlockSize = 256`
#[derive(Clone, Debug)]
pub struct Setting {
    /// The option, with its `#`.
    pub option: Ident,
    /// Its value; `None` if it does not fit 32 bits.
    pub value: Option<u32>,
    /// The value's place.
    pub span: Span,
}

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Ident {
    /// The text.
    pub name: Text,
    /// Where.
    pub span: Span,
}

/// What a function takes.
#[derive(Clone, Debug)]
pub enum Parameter {
    /// `<l>`
    Level(Ident),
    /// `x`, `(x, y)`
    Value(Pattern),
}

/// What binds variables.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// `x`
    Name(Ident),
    /// `(x, y)` (FCL-G-PATTERN)
    Pair(Box<Pattern>, Box<Pattern>, Span),
}

impl Pattern {
    /// Where.
    pub fn span(&self) -> Span {
        match self {
            Pattern::Name(name) => name.span,
            Pattern::Pair(_, _, span) => *span,
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Exp {
    /// Its form.
    pub kind: ExpKind,
    /// Where.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExpKind {
    /// A variable, a definition or an operator.
    Name(Text),
    /// `12`; `None` if it does not even fit 64 bits.
    Int(Option<u64>),
    /// `1.5`
    Double(f64),
    /// `7u8`, `1.5f32`: the digits, and the type.
    Typed(String, BaseType),
    /// `true`, `false`
    Bool(bool),
    /// `#BlockSize`
    Setting(Text),
    /// `(+)`
    Operator(ScalarOperator),
    /// `[a, b]`
    Array(Vec<Exp>),
    /// `(a, b)`
    Pair(Box<Exp>, Box<Exp>),
    /// `(e)`
    Paren(Box<Exp>),
    /// `fn x y => e`, `fn <l> => e`
    Fn(Vec<Parameter>, Box<Exp>),
    /// `let x = a  y = b in e`
    Let(Vec<(Pattern, Exp)>, Box<Exp>),
    /// `if c then a else b`
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `f x`
    Apply(Box<Exp>, Box<Exp>),
    /// `f <l>`
    LevelApply(Box<Exp>, Level),
    /// `a + b`
    Binary(ScalarOperator, Box<Exp>, Box<Exp>),
    /// `-e`
    Negate(Box<Exp>),
    /// `f . g`
    Compose(Box<Exp>, Box<Exp>),
    /// `a |> f`
    Pipe(Box<Exp>, Box<Exp>),
}

/// `1 + 1 + name`
#[derive(Clone, Debug)]
pub struct Level {
    /// How often `1 +` stands before it.
    pub above: u32,
    /// What it ends with: a shorthand of the paper, `Z`, or a variable.
    pub base: Ident,
    /// Where.
    pub span: Span,
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type {
    /// Its form.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `int`
    Base(BaseType),
    /// A type variable.
    Var(Text),
    /// `(a, b)`
    Pair(Box<Type>, Box<Type>),
    /// `a -> b`
    Fun(Box<Type>, Box<Type>),
    /// `<l> -> a`
    LevelFun(Ident, Box<Type>),
    /// `[a]`
    Pull(Box<Type>),
    /// `[a]<l>`
    Push(Box<Type>, Level),
}
