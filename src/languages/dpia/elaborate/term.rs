//! Terms with unknowns: phrases whose types, and with them whose operators and literals, are not all known yet.

use super::metas::{Data, Type};
use crate::ast::Number;
use crate::{BinOp, Name, Nat, Prim, PrimType, Side, TernOp, UnOp};
use elder_syntax::{Name as Text, Span};

/// A term with its type.
#[derive(Clone, Debug)]
pub struct Term {
    pub node: TermNode,
    pub ty: Type,
    pub span: Span,
}

/// An operator on numbers.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Unary(UnOp),
    Binary(BinOp),
    Ternary(TernOp),
}

#[derive(Clone, Debug)]
pub enum TermNode {
    /// What had an error, which is reported.
    Error,
    Var(Name),
    Lambda(Name, Type, Box<Term>),
    Apply(Box<Term>, Box<Term>),
    NatLambda(Name, Box<Term>),
    NatApply(Box<Term>, Nat),
    DataLambda(Name, Box<Term>),
    DataApply(Box<Term>, Data),
    Pair(Box<Term>, Box<Term>),
    Proj(Box<Term>, Side),
    /// A primitive whose nat and data arguments are unknowns; the data type, if any, is that of its argument that is a number type.
    Prim(Prim, Option<Data>, Vec<Term>),
    Literal(Number, Data),
    Op(Op, Data, Vec<Term>),
    Convert(PrimType, Data, Box<Term>),
    /// A function that stays one, of that name, with its arguments.
    Call(Text, Box<Term>, Vec<Term>),
    If(Type, Box<[Term; 3]>),
    Let(Data, Type, Box<[Term; 2]>),
    Assign(Data, Box<[Term; 2]>),
}
