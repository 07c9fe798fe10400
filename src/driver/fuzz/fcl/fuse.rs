//! Administrative steps done in advance, anywhere in a program: what an implementation may do when it compiles (paper 5.3; notes,
//! FCL-P-FUSE).

use elder_fcl::{Base, Expression, Level, Node, Operator, Side, Variable};

/// The program after as many of these steps as are allowed; operands are looked at before what they stand in.
pub fn fused(e: &Expression, steps: &mut usize) -> Expression {
    elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
        let e = e.map(&mut |part| fused(part, steps), &mut Level::clone);
        if *steps == 0 {
            return e;
        }
        match reduced(&e) {
            Some(next) => {
                *steps -= 1;
                fused(&next, steps)
            }
            None => e,
        }
    })
}

/// One step at the root, if its operands are values; variables stand for values.
fn reduced(e: &Expression) -> Option<Expression> {
    let span = e.span;
    let replaced = |x: &Variable, value: &Expression, body: &Expression| {
        // Copies get binders of their own.
        renewed(body).substitute(x, &renewed(value))
    };
    match &*e.node {
        Node::Apply(f, a) if is_value(a) => match &*f.node {
            Node::Fn(x, body) => Some(replaced(x, a, body)),
            _ => None,
        },
        Node::LevelApply(f, level) => match &*f.node {
            Node::LevelFn(l, body) => Some(renewed(body).substitute_level(l, level)),
            _ => None,
        },
        Node::Let(x, bound, body) if is_value(bound) => Some(replaced(x, bound, body)),
        Node::Project(side, p) => match (&*p.node, side) {
            (Node::Pair(a, b), Side::First) if is_value(a) && is_value(b) => Some(a.clone()),
            (Node::Pair(a, b), Side::Second) if is_value(a) && is_value(b) => Some(b.clone()),
            _ => None,
        },
        Node::If(condition, a, b) => match &*condition.node {
            Node::Base(Base::Bool(true)) => Some(a.clone()),
            Node::Base(Base::Bool(false)) => Some(b.clone()),
            _ => None,
        },
        Node::Operator {
            operator,
            level,
            arguments,
        } => operation(*operator, level.as_ref(), arguments).map(|node| Expression::new(node, span)),
        _ => None,
    }
}

fn operation(operator: Operator, level: Option<&Level>, arguments: &[Expression]) -> Option<Node> {
    let nodes: Vec<&Node> = arguments.iter().map(|a| &*a.node).collect();
    let number = |n: usize| i32::try_from(n).ok().map(|n| Node::Base(Base::I32(n)));
    let mapped = |f: &Expression, elements: &[Expression]| {
        elements.iter().map(|e| renewed(f).apply(e.clone())).collect()
    };
    match (operator, nodes.as_slice()) {
        (Operator::Generate, [Node::Base(Base::I32(n @ 0..=16)), _]) if is_value(&arguments[1]) => {
            let index = |i| Expression::base(Base::I32(i), arguments[1].span);
            Some(Node::Array(
                (0..*n).map(|i| renewed(&arguments[1]).apply(index(i))).collect(),
            ))
        }
        (Operator::MapPull, [_, Node::Array(elements)]) if is_value(&arguments[0]) => {
            Some(Node::Array(mapped(&arguments[0], elements)))
        }
        (Operator::MapPush, [_, Node::PushArray(elements, level)]) if is_value(&arguments[0]) => {
            Some(Node::PushArray(mapped(&arguments[0], elements), level.clone()))
        }
        (Operator::Index, [Node::Array(elements), Node::Base(Base::I32(i))]) => {
            let element = elements.get(usize::try_from(*i).ok()?)?;
            Some((*element.node).clone())
        }
        (Operator::LengthPull, [Node::Array(elements)])
        | (Operator::LengthPush, [Node::PushArray(elements, _)]) => number(elements.len()),
        (Operator::Push, [Node::Array(elements)]) => Some(Node::PushArray(elements.clone(), level?.clone())),
        (Operator::Concat, [_, _]) if arguments.iter().all(is_value) => {
            Some(Node::ConcatDelay(arguments[0].clone(), arguments[1].clone()))
        }
        _ => None,
    }
}

/// v
fn is_value(e: &Expression) -> bool {
    match &*e.node {
        Node::Base(_)
        | Node::Var(_)
        | Node::Array(_)
        | Node::PushArray(..)
        | Node::Fn(..)
        | Node::LevelFn(..) => true,
        Node::Pair(a, b) | Node::ConcatDelay(a, b) => is_value(a) && is_value(b),
        Node::Operator {
            operator, arguments, ..
        } => arguments.len() < operator.arity() && arguments.iter().all(is_value),
        Node::Scalar(operator, arguments) => {
            arguments.len() < operator.arity() && arguments.iter().all(is_value)
        }
        _ => false,
    }
}

/// With new binders.
fn renewed(e: &Expression) -> Expression {
    elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
        let e = match &*e.node {
            Node::Fn(x, body) => {
                let y = x.renewed();
                let body = body.substitute(x, &Expression::var(&y, e.span));
                Expression::new(Node::Fn(y, body), e.span)
            }
            Node::LevelFn(l, body) => {
                let m = l.renewed();
                let body = body.substitute_level(l, &Level::Var(m.clone()));
                Expression::new(Node::LevelFn(m, body), e.span)
            }
            Node::Let(x, bound, body) => {
                let y = x.renewed();
                let body = body.substitute(x, &Expression::var(&y, e.span));
                Expression::new(Node::Let(y, bound.clone(), body), e.span)
            }
            _ => e.clone(),
        };
        e.map(&mut |part| renewed(part), &mut Level::clone)
    })
}
