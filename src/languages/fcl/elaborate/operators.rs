//! Application, and operators with too few arguments.

use super::Elaborator;
use super::expressions::Applicable;
use crate::ast::{Exp, ExpKind};
use crate::rules::syntax::{FCL_G_ETA, FCL_G_POWER};
use crate::{Expression, Node, Operator, ScalarOperator, Side};
use elder_syntax::{Span, Variable};

/// Names of the arguments of operators that are η-expanded.
const ARGUMENTS: [&str; 4] = ["n", "m", "f", "xss"];

impl Elaborator {
    /// `f a b c`, by a loop over the arguments.
    pub(super) fn application(&mut self, e: &Exp) -> Applicable {
        let mut arguments = Vec::new();
        let mut head = e;
        while let ExpKind::Apply(function, argument) = &head.kind {
            arguments.push((&**argument, head.span));
            head = function;
        }
        let mut result = self.applicable(head);
        for (argument, span) in arguments.into_iter().rev() {
            let argument = self.expression(argument);
            result = self.applied(result, argument, span);
        }
        result
    }

    /// A function with one more argument.
    pub(super) fn applied(&mut self, function: Applicable, argument: Expression, span: Span) -> Applicable {
        let applied = match function {
            Applicable::Expression(function) => match counted_loop(&function) {
                Some(iterate) => iterate.apply(argument),
                None => function.apply(argument),
            },
            Applicable::Project(side, _) => project(side, argument, span),
        };
        Applicable::Expression(Expression { span, ..applied })
    }

    /// What no further argument follows: η-expanded where that is needed (FCL-G-ETA).
    pub(super) fn alone(&mut self, e: Applicable) -> Expression {
        match e {
            Applicable::Project(side, span) => {
                FCL_G_ETA.apply();
                let p = Variable::fresh("p");
                let body = project(side, Expression::var(&p, span), span);
                Expression::new(Node::Fn(p, body), span)
            }
            Applicable::Expression(e) => expanded(e),
        }
    }
}

/// A number has no arguments: `power n f` with one more is `iterate n f` (FCL-G-POWER).
pub(crate) fn counted_loop(function: &Expression) -> Option<Expression> {
    let Node::Scalar(ScalarOperator::Power, arguments) = &*function.node else {
        return None;
    };
    if arguments.len() < ScalarOperator::Power.arity() {
        return None;
    }
    FCL_G_POWER.apply();
    let iterate = Expression::operator(Operator::Iterate, function.span);
    Some(arguments.iter().fold(iterate, |f, a| f.apply(a.clone())))
}

fn project(side: Side, argument: Expression, span: Span) -> Expression {
    Expression::new(Node::Project(side, argument), span)
}

/// The arguments that are there are computed once, before the function that takes the rest is made.
fn expanded(e: Expression) -> Expression {
    let span = e.span;
    let Node::Operator {
        operator, arguments, ..
    } = &*e.node
    else {
        return e;
    };
    let typed_saturated = matches!(
        operator,
        Operator::Concat | Operator::Interleave | Operator::InterleaveInto
    );
    if !typed_saturated || arguments.len() == operator.arity() {
        return e;
    }
    FCL_G_ETA.apply();
    let mut lets = Vec::new();
    let mut saturated = Expression::operator(*operator, span);
    for argument in arguments {
        if is_value(argument) {
            saturated = saturated.apply(argument.clone());
            continue;
        }
        let x = Variable::fresh("a");
        saturated = saturated.apply(Expression::var(&x, argument.span));
        lets.push((x, argument.clone()));
    }
    let missing = operator.arity() - arguments.len();
    let names = ARGUMENTS.iter().skip(ARGUMENTS.len() - missing);
    let missing: Vec<Variable> = names.map(Variable::fresh).collect();
    for x in &missing {
        saturated = saturated.apply(Expression::var(x, span));
    }
    let function = missing.into_iter().rev().fold(saturated, |body, x| {
        let body = Expression { span, ..body };
        Expression::new(Node::Fn(x, body), span)
    });
    lets.into_iter().rev().fold(function, |body, (x, value)| {
        Expression::new(Node::Let(x, value, body), span)
    })
}

/// Whether nothing is left to do.
fn is_value(e: &Expression) -> bool {
    matches!(
        &*e.node,
        Node::Base(_) | Node::Setting(_) | Node::Var(_) | Node::Fn(..) | Node::LevelFn(..)
    )
}
