//! Core expressions (paper 5; notes, section 2), with the forms that only running makes (notes, sections 6 and 7).
//!
//! One tree serves the checker, both evaluators and the way down.  An operator carries the arguments that it has; with
//! fewer than its arity it is a value (FCL-V-MORE).  [`Expression::apply`] and [`Expression::apply_level`] keep that form, so
//! `Apply(Operator, ..)` never stands where the operator could take the argument itself.

use crate::{Level, Operator, ScalarOperator};
use elder_syntax::{Span, Variable};
use std::sync::Arc;

/// An expression, with the place in the source that it comes from.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The term.
    pub node: Arc<Node>,
    /// What it was made from.
    pub span: Span,
}

/// bv: a base value that is no pair.  (Pairs of base values are base values too: FCL-D-14.)  Floats are equal if their bits are.
pub use elder_syntax::prim::PrimValue as Base;

/// Which half of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `fst`
    First,
    /// `snd`
    Second,
}

/// A size of the machine that a program may mention; its value comes from the [`crate::Configuration`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// `#BlockSize`
    BlockSize,
    /// `#BlockWidth`
    BlockWidth,
    /// `#WarpSize`
    WarpSize,
}

impl Setting {
    /// As written in programs.
    pub fn name(self) -> &'static str {
        match self {
            Setting::BlockSize => "#BlockSize",
            Setting::BlockWidth => "#BlockWidth",
            Setting::WarpSize => "#WarpSize",
        }
    }
}

/// A term.
#[derive(Clone, Debug)]
pub enum Node {
    /// bv
    Base(Base),
    /// `#BlockSize`
    Setting(Setting),
    /// x
    Var(Variable),
    /// `[e1, …, en]`: a pull array, written out.  Also its value: the elements stay as they are.
    Array(Vec<Expression>),
    /// An operator with the level and the arguments that it has, at most as many as its arity; arguments only after the level.
    Operator {
        /// Which.
        operator: Operator,
        /// The level, of one that takes a level.
        level: Option<Level>,
        /// In order.
        arguments: Vec<Expression>,
    },
    /// A scalar operator with the arguments that it has, at most as many as its arity.
    Scalar(ScalarOperator, Vec<Expression>),
    /// `fn x => e`
    Fn(Variable, Expression),
    /// `fn <α> => e`
    LevelFn(Variable, Expression),
    /// `e1 e2`
    Apply(Expression, Expression),
    /// `e <γ>`
    LevelApply(Expression, Level),
    /// `let x = e1 in e2`
    Let(Variable, Expression, Expression),
    /// `(e1, e2)`
    Pair(Expression, Expression),
    /// `fst e`, `snd e`
    Project(Side, Expression),
    /// `if e1 then e2 else e3` (FCL-G-IF)
    If(Expression, Expression, Expression),

    /// `[e1, …, en]<γ>`: a push array, as a value.
    PushArray(Vec<Expression>, Level),
    /// `concatDelay e1 e2`: a value; both are values.
    ConcatDelay(Expression, Expression),
    /// `interleaveDelay e f e2`: a value; all three are values (FCL-V-MORE).
    InterleaveDelay(Expression, Expression, Expression),
    /// `interleaveIntoDelay n e f e2`: a value; all four are values.
    InterleaveIntoDelay(Expression, Expression, Expression, Expression),
    /// `loop c s e`: a `while` under way (FCL-E-WHILE).
    Loop(Expression, Expression, Expression),
}

impl Expression {
    /// A term at a place.
    pub fn new(node: Node, span: Span) -> Expression {
        Expression {
            node: Arc::new(node),
            span,
        }
    }

    /// A variable.
    pub fn var(x: &Variable, span: Span) -> Expression {
        Expression::new(Node::Var(x.clone()), span)
    }

    /// A base value.
    pub fn base(value: Base, span: Span) -> Expression {
        Expression::new(Node::Base(value), span)
    }

    /// An operator without arguments.
    pub fn operator(operator: Operator, span: Span) -> Expression {
        let node = Node::Operator {
            operator,
            level: None,
            arguments: vec![],
        };
        Expression::new(node, span)
    }

    /// `self argument`
    pub fn apply(&self, argument: Expression) -> Expression {
        let span = self.span.to(argument.span);
        let with = |arguments: &[Expression]| {
            let mut all = arguments.to_vec();
            all.push(argument.clone());
            all
        };
        let node = match &*self.node {
            Node::Operator {
                operator,
                level,
                arguments,
            } if arguments.len() < operator.arity() && (level.is_some() || !operator.takes_level()) => {
                Node::Operator {
                    operator: *operator,
                    level: level.clone(),
                    arguments: with(arguments),
                }
            }
            Node::Scalar(operator, arguments) if arguments.len() < operator.arity() => {
                Node::Scalar(*operator, with(arguments))
            }
            _ => Node::Apply(self.clone(), argument),
        };
        Expression::new(node, span)
    }

    /// `self <level>`
    pub fn apply_level(&self, level: Level) -> Expression {
        let node = match &*self.node {
            Node::Operator {
                operator,
                level: None,
                arguments,
            } if operator.takes_level() && arguments.is_empty() => Node::Operator {
                operator: *operator,
                level: Some(level),
                arguments: vec![],
            },
            _ => Node::LevelApply(self.clone(), level),
        };
        Expression::new(node, self.span)
    }

    /// The direct parts, in the order of evaluation.
    pub fn children(&self) -> Vec<&Expression> {
        match &*self.node {
            Node::Base(_) | Node::Setting(_) | Node::Var(_) => vec![],
            Node::Array(parts)
            | Node::PushArray(parts, _)
            | Node::Scalar(_, parts)
            | Node::Operator { arguments: parts, .. } => parts.iter().collect(),
            Node::Fn(_, e) | Node::LevelFn(_, e) | Node::LevelApply(e, _) | Node::Project(_, e) => vec![e],
            Node::Apply(a, b) | Node::Let(_, a, b) | Node::Pair(a, b) | Node::ConcatDelay(a, b) => vec![a, b],
            Node::If(a, b, c) | Node::InterleaveDelay(a, b, c) | Node::Loop(a, b, c) => vec![a, b, c],
            Node::InterleaveIntoDelay(a, b, c, d) => vec![a, b, c, d],
        }
    }

    /// With `f` at each direct part, and `g` at each level.
    pub fn map(
        &self,
        f: &mut dyn FnMut(&Expression) -> Expression,
        g: &mut dyn FnMut(&Level) -> Level,
    ) -> Expression {
        elder_syntax::effort::deeper(|| {
            match &*self.node {
                Node::Base(_) | Node::Setting(_) | Node::Var(_) => return self.clone(),
                Node::Apply(a, b) => {
                    let function = f(a);
                    let argument = f(b);
                    return Expression {
                        span: self.span,
                        ..function.apply(argument)
                    };
                }
                Node::LevelApply(e, level) => {
                    let function = f(e);
                    return Expression {
                        span: self.span,
                        ..function.apply_level(g(level))
                    };
                }
                _ => {}
            }
            let node = match &*self.node {
                Node::Base(_) | Node::Setting(_) | Node::Var(_) | Node::Apply(..) | Node::LevelApply(..) => {
                    unreachable!("treated above")
                }
                Node::Array(parts) => Node::Array(parts.iter().map(f).collect()),
                Node::Operator {
                    operator,
                    level,
                    arguments,
                } => Node::Operator {
                    operator: *operator,
                    level: level.as_ref().map(g),
                    arguments: arguments.iter().map(f).collect(),
                },
                Node::Scalar(operator, arguments) => {
                    Node::Scalar(*operator, arguments.iter().map(f).collect())
                }
                Node::Fn(x, e) => Node::Fn(x.clone(), f(e)),
                Node::LevelFn(x, e) => Node::LevelFn(x.clone(), f(e)),
                Node::Let(x, a, b) => Node::Let(x.clone(), f(a), f(b)),
                Node::Pair(a, b) => Node::Pair(f(a), f(b)),
                Node::Project(side, e) => Node::Project(*side, f(e)),
                Node::If(a, b, c) => Node::If(f(a), f(b), f(c)),
                Node::PushArray(parts, level) => Node::PushArray(parts.iter().map(f).collect(), g(level)),
                Node::ConcatDelay(a, b) => Node::ConcatDelay(f(a), f(b)),
                Node::InterleaveDelay(a, b, c) => Node::InterleaveDelay(f(a), f(b), f(c)),
                Node::InterleaveIntoDelay(a, b, c, d) => Node::InterleaveIntoDelay(f(a), f(b), f(c), f(d)),
                Node::Loop(a, b, c) => Node::Loop(f(a), f(b), f(c)),
            };
            Expression::new(node, self.span)
        })
    }

    /// `self[replacement/x]`; the replacement is closed or its variables are bound nowhere inside `self`.  A binder of `x` itself
    /// inside hides it: copies of one function meet when a function is applied to what it was applied in.
    pub fn substitute(&self, x: &Variable, replacement: &Expression) -> Expression {
        match &*self.node {
            Node::Var(y) if y == x => replacement.clone(),
            Node::Var(_) | Node::Base(_) | Node::Setting(_) => self.clone(),
            Node::Fn(y, _) if y == x => self.clone(),
            Node::Let(y, bound, body) if y == x => {
                let node = Node::Let(y.clone(), bound.substitute(x, replacement), body.clone());
                Expression::new(node, self.span)
            }
            _ => self.map(&mut |e| e.substitute(x, replacement), &mut Level::clone),
        }
    }

    /// `self[level/x]`
    pub fn substitute_level(&self, x: &Variable, level: &Level) -> Expression {
        match &*self.node {
            Node::LevelFn(y, _) if y == x => self.clone(),
            _ => self.map(&mut |e| e.substitute_level(x, level), &mut |l| {
                l.substitute(x, level)
            }),
        }
    }
}
