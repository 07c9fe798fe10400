//! Short names for making expressions.

use elder_fcl::{Base, BaseType, Expression, Level, Node, Operator, ScalarOperator, Side, Variable};
use elder_syntax::Span;

/// A term without a place.
pub fn node(node: Node) -> Expression {
    Expression::new(node, Span::NONE)
}

/// `x`
pub fn var(x: &Variable) -> Expression {
    Expression::var(x, Span::NONE)
}

/// A numeral.
pub fn int(value: i32) -> Expression {
    node(Node::Base(Base::I32(value)))
}

/// A number that is no more than there are elements.
pub fn numeral(value: usize) -> Expression {
    int(i32::try_from(value).unwrap_or(i32::MAX))
}

/// A numeral of a type of numbers; what does not fit is cut off.
pub fn number(base: BaseType, value: i32) -> Expression {
    let value = match base {
        BaseType::Bool => Base::Bool(value != 0),
        BaseType::I8 => Base::I8(value as i8),
        BaseType::I16 => Base::I16(value as i16),
        BaseType::I32 => Base::I32(value),
        BaseType::I64 => Base::I64(value.into()),
        BaseType::U8 => Base::U8(value as u8),
        BaseType::U16 => Base::U16(value as u16),
        BaseType::U32 => Base::U32(value as u32),
        BaseType::U64 => Base::U64(value as u64),
        BaseType::F16 => Base::F16(half::f16::from_f64(value.into())),
        BaseType::F32 => Base::F32(value as f32),
        BaseType::F64 => Base::F64(value.into()),
    };
    node(Node::Base(value))
}

/// `true`, `false`
pub fn boolean(value: bool) -> Expression {
    node(Node::Base(Base::Bool(value)))
}

/// The saturated scalar operator.
pub fn scalar<const N: usize>(operator: ScalarOperator, operands: [Expression; N]) -> Expression {
    node(Node::Scalar(operator, operands.to_vec()))
}

/// `a + b`
pub fn add(a: Expression, b: Expression) -> Expression {
    scalar(ScalarOperator::Add, [a, b])
}

/// `a - b`
pub fn subtract(a: Expression, b: Expression) -> Expression {
    scalar(ScalarOperator::Subtract, [a, b])
}

/// `a * b`
pub fn multiply(a: Expression, b: Expression) -> Expression {
    scalar(ScalarOperator::Multiply, [a, b])
}

/// `a / b`
pub fn divide(a: Expression, b: Expression) -> Expression {
    scalar(ScalarOperator::Divide, [a, b])
}

/// `a % b`
pub fn modulo(a: Expression, b: Expression) -> Expression {
    scalar(ScalarOperator::Modulo, [a, b])
}

/// `a < b`
pub fn less(a: Expression, b: Expression) -> Expression {
    scalar(ScalarOperator::Less, [a, b])
}

/// An operator without a level, with arguments.
pub fn operator<const N: usize>(operator: Operator, arguments: [Expression; N]) -> Expression {
    node(Node::Operator {
        operator,
        level: None,
        arguments: arguments.to_vec(),
    })
}

/// `push <level>`
pub fn pusher(level: &Level) -> Expression {
    Expression::operator(Operator::Push, Span::NONE).apply_level(level.clone())
}

/// `push <level> xs`
pub fn push(level: &Level, xs: Expression) -> Expression {
    pusher(level).apply(xs)
}

/// `force xs`
pub fn force(xs: Expression) -> Expression {
    operator(Operator::Force, [xs])
}

/// `index xs i`
pub fn index(xs: Expression, i: Expression) -> Expression {
    operator(Operator::Index, [xs, i])
}

/// `lengthPull xs`
pub fn length(xs: Expression) -> Expression {
    operator(Operator::LengthPull, [xs])
}

/// `generate n (fn i => body)`
pub fn generate(n: Expression, i: &Variable, body: Expression) -> Expression {
    operator(Operator::Generate, [n, function(i, body)])
}

/// `fn x => body`
pub fn function(x: &Variable, body: Expression) -> Expression {
    node(Node::Fn(x.clone(), body))
}

/// `fn x => … fn y => body`
pub fn functions(xs: &[Variable], body: Expression) -> Expression {
    xs.iter().rev().fold(body, |body, x| function(x, body))
}

/// `fn <l> => body`
pub fn level_function(l: &Variable, body: Expression) -> Expression {
    node(Node::LevelFn(l.clone(), body))
}

/// `let x = bound in body`
pub fn bind(x: &Variable, bound: Expression, body: Expression) -> Expression {
    node(Node::Let(x.clone(), bound, body))
}

/// `(a, b)`
pub fn pair(a: Expression, b: Expression) -> Expression {
    node(Node::Pair(a, b))
}

/// `fst p`
pub fn first(p: Expression) -> Expression {
    node(Node::Project(Side::First, p))
}

/// `snd p`
pub fn second(p: Expression) -> Expression {
    node(Node::Project(Side::Second, p))
}

/// `if condition then a else b`
pub fn branch(condition: Expression, a: Expression, b: Expression) -> Expression {
    node(Node::If(condition, a, b))
}
