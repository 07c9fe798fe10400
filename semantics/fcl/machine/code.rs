//! Terms as the machine runs them: variables are places.

use elder_fcl::{Operator, ScalarOperator, Side};
use elder_syntax::Span;
use std::rc::Rc;

use super::value::Value;

/// Where the value of a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the frame of the function.
    Local(usize),
    /// Among what the function captured.
    Captured(usize),
    /// Among the definitions before the kernel.
    Global(usize),
}

/// A level: that of a variable if there is one, and so many `1+`.
#[derive(Clone, Copy, Debug)]
pub struct LevelCode {
    pub variable: Option<Place>,
    pub plus: u32,
}

/// `fn x <α> y => e` as one function of several parameters.
#[derive(Debug)]
pub struct Function {
    /// Whether each parameter is a level.
    pub levels: Box<[bool]>,
    /// Parameters and what is bound inside.
    pub frame: usize,
    /// What is captured where the function is made.
    pub captures: Box<[Place]>,
    pub body: Code,
}

/// `[e1, …, en]`
#[derive(Debug)]
pub struct Literal {
    pub elements: Box<[Code]>,
    /// What is bound inside an element.
    pub frame: usize,
    pub captures: Box<[Place]>,
}

/// What a function is applied to.
#[derive(Debug)]
pub enum Given {
    Value(Code, Span),
    Level(LevelCode, Span),
}

/// A term.
#[derive(Debug)]
pub enum Code {
    Constant(Value),
    Variable(Place),
    Literal(Rc<Literal>),
    Function(Rc<Function>),
    /// A function and one argument or more.
    Call(Box<(Code, Box<[Given]>)>),
    Let(usize, Box<(Code, Code)>, Span),
    Pair(Box<(Code, Code)>),
    Project(Side, Box<Code>, Span),
    If(Box<(Code, Code, Code)>, Span),
    Scalar(ScalarOperator, Box<[Code]>, Span),
    Operator(Operator, Option<LevelCode>, Box<[Code]>, Span),
    /// `[e1, …, en]<γ>`
    Push(Box<Code>, LevelCode, Span),
    /// The delayed array that this operator makes.
    Delay(Operator, Box<[Code]>, Span),
    /// `loop c s e`
    Loop(Box<(Code, Code, Code)>, Span),
}
