//! Declarations.

use super::{ArrowKind, Binder, Exp, Ident, Pattern, Row};
use elder_syntax::Span;

/// A declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// What stands before it.
    pub annotations: Vec<Annotation>,
    /// Its form.
    pub kind: DeclarationKind,
    /// Where.
    pub span: Span,
}

/// `@noinline`, `@instance`; `%instance` is the same as the latter.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    /// The word.
    pub name: Ident,
}

/// The forms of declarations.
#[derive(Clone, Debug, PartialEq)]
pub enum DeclarationKind {
    /// `pattern : type = body`
    Let(Box<Binder>, Box<Exp>),
    /// `def f ..`
    Def(Box<Def>),
    /// `data T ..`
    Data(Box<Data>),
    /// `interface C ..`
    Interface(Box<Interface>),
    /// `instance C T ..`
    Instance(Box<Instance>),
}

/// `def f {n} [C a] (x:a) -> (y:b) : {State h} c = body`
#[derive(Clone, Debug, PartialEq)]
pub struct Def {
    /// The function.
    pub name: Ident,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// The effects of a call with all arguments.
    pub effects: Option<Row>,
    /// The type of the result.
    pub result: Exp,
    /// The body.
    pub body: Exp,
}

/// What a definition or an instance takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// `(x:a)`, `(a:Type) ?->`
    Value(Pattern, Exp, ArrowKind),
    /// `[Add a, Eq b]`: instances that are found by their types.
    Classes(Vec<Exp>),
    /// `{a b:Type}`
    Implicit(Vec<Binder>),
}

/// `data T a b:Type = ..`
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// The type.
    pub name: Ident,
    /// Its parameters.
    pub parameters: Vec<Binder>,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
}

/// `Con Int n:Int elements:(Fin n => a)`
#[derive(Clone, Debug, PartialEq)]
pub struct Constructor {
    /// The constructor.
    pub name: Ident,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// A field of a constructor.  Types of later ones may have its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: Option<Ident>,
    /// The type.
    pub ty: Exp,
}

/// `interface [Eq a] Ord a` and the types of its methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// What an instance needs besides.
    pub superclasses: Vec<Exp>,
    /// The interface.
    pub name: Ident,
    /// What it is of.
    pub parameters: Vec<Binder>,
    /// Its methods.
    pub methods: Vec<Signature>,
}

/// `name : type`
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// The method.
    pub name: Ident,
    /// Its type.
    pub ty: Exp,
}

/// `instance [Eq a] Eq (n=>a)`, `named-instance m : Monoid a`, and what the methods are.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The name of an instance that is given by hand.
    pub name: Option<Ident>,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// The interface with what it is of.
    pub ty: Exp,
    /// Its methods.
    pub methods: Vec<Method>,
}

/// `name = body`
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// The method.
    pub name: Ident,
    /// What it is.
    pub body: Exp,
}
