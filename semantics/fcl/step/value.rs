//! Which terms are values (paper 5.2, the grammar of v; notes 6).

use elder_fcl::{Base, Expression, Node, Operator};

/// Whether it is a base value: no pair, or a pair of base values (FCL-D-14).
pub fn is_base(e: &Expression) -> bool {
    match &*e.node {
        Node::Base(_) => true,
        Node::Pair(a, b) => {
            elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || is_base(a) && is_base(b))
        }
        _ => false,
    }
}

/// Whether it is a value on the face of it; a variable stands for one (FCL-V-PULL to FCL-V-MORE).
pub fn is_value(e: &Expression) -> bool {
    elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || match &*e.node {
        Node::Base(_)
        | Node::Var(_)
        | Node::Array(_)
        | Node::PushArray(..)
        | Node::Fn(..)
        | Node::LevelFn(..) => true,
        Node::Pair(a, b) | Node::ConcatDelay(a, b) => is_value(a) && is_value(b),
        Node::InterleaveDelay(a, b, c) => is_value(a) && is_value(b) && is_value(c),
        Node::InterleaveIntoDelay(a, b, c, d) => is_value(a) && is_value(b) && is_value(c) && is_value(d),
        Node::Scalar(operator, arguments) => {
            arguments.len() < operator.arity() && arguments.iter().all(is_value)
        }
        Node::Operator {
            operator,
            level,
            arguments,
        } => {
            let partial = arguments.len() < operator.arity() || (operator.takes_level() && level.is_none());
            arguments.iter().all(is_value) && (partial || is_delayed(e))
        }
        Node::Setting(_)
        | Node::Apply(..)
        | Node::LevelApply(..)
        | Node::Let(..)
        | Node::Project(..)
        | Node::If(..)
        | Node::Loop(..) => false,
    })
}

/// Whether it is an operator that waits for `force`: a value if its arguments are.
pub fn is_delayed(e: &Expression) -> bool {
    is_delayed_concat(e) || is_delayed_scan(e)
}

/// `concatSeq m e`, `concatThreads m e`
fn is_delayed_concat(e: &Expression) -> bool {
    match &*e.node {
        Node::Operator {
            operator: operator @ (Operator::ConcatSeq | Operator::ConcatThreads),
            arguments,
            ..
        } => arguments.len() == operator.arity(),
        _ => false,
    }
}

/// Whether it is `scanThread f b e`, or `mapPush` of one: a value if its arguments are.
pub fn is_delayed_scan(e: &Expression) -> bool {
    let mut e = e;
    loop {
        match &*e.node {
            Node::Operator {
                operator: Operator::ScanThread,
                arguments,
                ..
            } => return arguments.len() == Operator::ScanThread.arity(),
            Node::Operator {
                operator: Operator::MapPush | Operator::Map,
                arguments,
                ..
            } => match arguments.as_slice() {
                [_, mapped] => e = mapped,
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// The integer that a term is.
pub fn int(e: &Expression) -> Option<i32> {
    match &*e.node {
        Node::Base(Base::I32(i)) => Some(*i),
        _ => None,
    }
}

/// The truth value that a term is.
pub fn truth(e: &Expression) -> Option<bool> {
    match &*e.node {
        Node::Base(Base::Bool(b)) => Some(*b),
        _ => None,
    }
}
