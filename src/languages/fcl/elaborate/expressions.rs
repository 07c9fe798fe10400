//! The forms of expressions.

use super::Elaborator;
use super::scope::Meaning;
use crate::ast::{Exp, ExpKind, Ident, Parameter, Pattern};
use crate::rules::syntax::{
    FCL_G_BS, FCL_G_COMP, FCL_G_IF, FCL_G_INFIX, FCL_G_PATTERN, FCL_G_PIPE, FCL_SYN_NAME, FCL_SYN_NUMBER,
};
use crate::{Base, BaseType, Expression, Node, ScalarOperator, Setting, Side, base_name};
use elder_syntax::prim::real::half_of_text;
use elder_syntax::{Diagnostic, Name as Text, Span, Variable};

/// An expression that may be applied: operators are not η-expanded yet, and `fst` and `snd` have no argument.
pub(super) enum Applicable {
    /// Any expression.
    Expression(Expression),
    /// `fst`, `snd`
    Project(Side, Span),
}

/// What a variable is called that stands for a whole pattern: no text can mean it.
const WHOLE: &str = "p#";

/// A `let` to be put around an expression.
type Bound = (Variable, Expression);

impl Elaborator {
    /// An expression where no arguments follow.
    pub(super) fn expression(&mut self, e: &Exp) -> Expression {
        let e = self.applicable(e);
        self.alone(e)
    }

    /// An expression where arguments may follow.
    pub(super) fn applicable(&mut self, e: &Exp) -> Applicable {
        elder_syntax::effort::deeper(|| match &e.kind {
            ExpKind::Paren(inner) => self.applicable(inner),
            ExpKind::Apply(..) => self.application(e),
            ExpKind::Pipe(argument, function) => {
                FCL_G_PIPE.apply();
                let argument = self.expression(argument);
                let function = self.applicable(function);
                self.applied(function, argument, e.span)
            }
            ExpKind::LevelApply(function, level) => {
                let function = self.expression(function);
                let level = self.level(level);
                let applied = function.apply_level(level);
                Applicable::Expression(Expression {
                    span: e.span,
                    ..applied
                })
            }
            ExpKind::Name(text) => self.name(text, e.span),
            _ => Applicable::Expression(self.form(e)),
        })
    }

    fn name(&mut self, text: &Text, span: Span) -> Applicable {
        FCL_SYN_NAME.apply();
        Applicable::Expression(match self.scope.find(text) {
            Some(Meaning::Variable(x)) => Expression::var(&x, span),
            Some(Meaning::Operator(operator)) => Expression::operator(operator, span),
            Some(Meaning::Scalar(operator)) => Expression::new(Node::Scalar(operator, vec![]), span),
            Some(Meaning::Constant(value)) => Expression::base(value, span),
            Some(Meaning::Project(side)) => return Applicable::Project(side, span),
            Some(Meaning::Broken) => wrong(span),
            None => {
                self.unbound(text, span);
                wrong(span)
            }
        })
    }

    /// The forms that are no application.
    fn form(&mut self, e: &Exp) -> Expression {
        let span = e.span;
        let node = match &e.kind {
            ExpKind::Int(value) => match value.and_then(|v| i32::try_from(v).ok()) {
                Some(value) => {
                    FCL_SYN_NUMBER.apply();
                    Node::Base(Base::I32(value))
                }
                None => return self.too_large(span),
            },
            ExpKind::Double(value) => Node::Base(Base::F64(*value)),
            ExpKind::Typed(digits, base) => match typed(digits, *base) {
                Some(value) => {
                    FCL_SYN_NUMBER.apply();
                    Node::Base(value)
                }
                None => return self.outside(*base, span),
            },
            ExpKind::Bool(value) => Node::Base(Base::Bool(*value)),
            ExpKind::Setting(text) => return self.setting(text, span),
            ExpKind::Operator(operator) => Node::Scalar(*operator, vec![]),
            ExpKind::Array(parts) => Node::Array(parts.iter().map(|part| self.expression(part)).collect()),
            ExpKind::Pair(a, b) => Node::Pair(self.expression(a), self.expression(b)),
            ExpKind::Fn(parameters, body) => {
                let parameters: Vec<&Parameter> = parameters.iter().collect();
                return self.function(&parameters, body, span);
            }
            ExpKind::Let(bindings, body) => return self.bindings(bindings, body, span),
            ExpKind::If(condition, yes, no) => {
                FCL_G_IF.apply();
                Node::If(
                    self.expression(condition),
                    self.expression(yes),
                    self.expression(no),
                )
            }
            ExpKind::Binary(operator, a, b) => {
                FCL_G_INFIX.apply();
                Node::Scalar(*operator, vec![self.expression(a), self.expression(b)])
            }
            ExpKind::Negate(operand) => return self.negation(operand, span),
            ExpKind::Compose(f, g) => {
                FCL_G_COMP.apply();
                let x = Variable::fresh("x");
                let g = self.applicable(g);
                let inner = self.applied(g, Expression::var(&x, span), span);
                let inner = self.alone(inner);
                let f = self.applicable(f);
                let outer = self.applied(f, inner, span);
                Node::Fn(x, self.alone(outer))
            }
            ExpKind::Name(_)
            | ExpKind::Paren(_)
            | ExpKind::Apply(..)
            | ExpKind::LevelApply(..)
            | ExpKind::Pipe(..) => return self.expression(e),
        };
        Expression::new(node, span)
    }

    fn too_large(&mut self, span: Span) -> Expression {
        let message = "the integer does not fit 32 bits";
        let refusal = FCL_SYN_NUMBER.refuse("range");
        self.error(Diagnostic::error(refusal, span, message).with_note("the largest integer is 2147483647"));
        wrong(span)
    }

    fn outside(&mut self, base: BaseType, span: Span) -> Expression {
        let message = format!("the number is not in the range of `{}`", base_name(base));
        self.error(Diagnostic::error(FCL_SYN_NUMBER.refuse("range"), span, message));
        wrong(span)
    }

    fn negation(&mut self, operand: &Exp, span: Span) -> Expression {
        FCL_G_INFIX.apply();
        let value = match &operand.kind {
            ExpKind::Int(value) => {
                let value = value.and_then(|v| i64::try_from(v).ok());
                match value.and_then(|v| i32::try_from(-v).ok()) {
                    Some(value) => Base::I32(value),
                    None => return self.too_large(operand.span),
                }
            }
            ExpKind::Double(value) => Base::F64(-value),
            ExpKind::Typed(digits, base) => match typed(&format!("-{digits}"), *base) {
                Some(value) => value,
                None => return self.outside(*base, operand.span),
            },
            ExpKind::Name(text)
                if let Some(Meaning::Constant(value)) = self.scope.find(text)
                    && let Some(value) = negated(value) =>
            {
                value
            }
            _ => {
                let node = Node::Scalar(ScalarOperator::Negate, vec![self.expression(operand)]);
                return Expression::new(node, span);
            }
        };
        Expression::base(value, span)
    }

    fn setting(&mut self, text: &Text, span: Span) -> Expression {
        FCL_G_BS.apply();
        let found = [Setting::BlockSize, Setting::BlockWidth, Setting::WarpSize]
            .into_iter()
            .find(|s| s.name() == text);
        match found {
            Some(setting) => Expression::new(Node::Setting(setting), span),
            None => {
                let message = format!("`{text}` is no size of the machine");
                let error = Diagnostic::error(FCL_G_BS.refuse("known"), span, message);
                self.error(error.with_help("there are `#BlockSize`, `#BlockWidth` and `#WarpSize`"));
                wrong(span)
            }
        }
    }

    /// `fn p1 … pn => body`, for any number of parameters.
    pub(super) fn function(&mut self, parameters: &[&Parameter], body: &Exp, span: Span) -> Expression {
        self.different(parameters);
        enum Binder {
            Level(Variable),
            Value(Variable, Vec<Bound>),
        }
        let mut binders = Vec::new();
        for parameter in parameters {
            binders.push(match parameter {
                Parameter::Level(name) => {
                    self.not_fixed(name);
                    let x = Variable::fresh(&name.name);
                    self.scope.push_level(&x);
                    Binder::Level(x)
                }
                Parameter::Value(pattern) => {
                    let (x, parts) = self.pattern(pattern);
                    Binder::Value(x, parts)
                }
            });
        }
        let mut inner = self.expression(body);
        for binder in binders.into_iter().rev() {
            inner = match binder {
                Binder::Level(x) => {
                    self.scope.pop_level(&x);
                    Expression::new(Node::LevelFn(x, inner), span)
                }
                Binder::Value(x, parts) => {
                    let body = self.close(parts, inner, span);
                    self.scope.pop(&x);
                    Expression::new(Node::Fn(x, body), span)
                }
            };
        }
        inner
    }

    /// `let` with several bindings, each of which sees those before it.
    fn bindings(&mut self, bindings: &[(Pattern, Exp)], body: &Exp, span: Span) -> Expression {
        let mut bound = Vec::new();
        for (pattern, value) in bindings {
            let value = self.expression(value);
            let pattern_only = [pattern];
            self.different_names(pattern_only.into_iter());
            let (x, parts) = self.pattern(pattern);
            bound.push((x, value, parts));
        }
        let mut inner = self.expression(body);
        for (x, value, parts) in bound.into_iter().rev() {
            let body = self.close(parts, inner, span);
            self.scope.pop(&x);
            inner = Expression::new(Node::Let(x, value, body), span);
        }
        inner
    }

    /// The variable that a pattern is, in scope, and the bindings of its components, in scope too (FCL-G-PATTERN).
    fn pattern(&mut self, pattern: &Pattern) -> (Variable, Vec<Bound>) {
        match pattern {
            Pattern::Name(name) => {
                let x = Variable::fresh(&name.name);
                self.scope.push(&x);
                (x, vec![])
            }
            Pattern::Pair(..) => {
                let x = Variable::fresh(WHOLE);
                self.scope.push(&x);
                let mut parts = Vec::new();
                self.components(&x, pattern, &mut parts);
                (x, parts)
            }
        }
    }

    fn components(&mut self, whole: &Variable, pattern: &Pattern, parts: &mut Vec<Bound>) {
        let Pattern::Pair(first, second, span) = pattern else {
            return;
        };
        FCL_G_PATTERN.apply();
        for (side, part) in [(Side::First, first), (Side::Second, second)] {
            let value = Expression::new(Node::Project(side, Expression::var(whole, *span)), *span);
            let x = match &**part {
                Pattern::Name(name) => Variable::fresh(&name.name),
                Pattern::Pair(..) => Variable::fresh(WHOLE),
            };
            self.scope.push(&x);
            parts.push((x.clone(), value));
            elder_syntax::effort::deeper(|| self.components(&x, part, parts));
        }
    }

    /// Puts the bindings of components around an expression; they leave the scope.
    fn close(&mut self, parts: Vec<Bound>, inner: Expression, span: Span) -> Expression {
        parts.into_iter().rev().fold(inner, |inner, (x, value)| {
            self.scope.pop(&x);
            Expression::new(Node::Let(x, value, inner), span)
        })
    }

    fn different(&mut self, parameters: &[&Parameter]) {
        let levels = parameters.iter().filter_map(|p| match p {
            Parameter::Level(name) => Some(name),
            Parameter::Value(_) => None,
        });
        self.repeated(levels.collect());
        let patterns = parameters.iter().filter_map(|p| match p {
            Parameter::Level(_) => None,
            Parameter::Value(pattern) => Some(pattern),
        });
        self.different_names(patterns);
    }

    fn different_names<'a>(&mut self, patterns: impl Iterator<Item = &'a Pattern>) {
        let mut names = Vec::new();
        let mut rest: Vec<&Pattern> = patterns.collect();
        rest.reverse();
        while let Some(pattern) = rest.pop() {
            match pattern {
                Pattern::Name(name) => names.push(name),
                Pattern::Pair(a, b, _) => rest.extend([&**b, &**a]),
            }
        }
        self.repeated(names);
    }

    /// Reports names that stand twice; `_` may.
    fn repeated(&mut self, names: Vec<&Ident>) {
        let mut seen: rustc_hash::FxHashMap<&Text, Span> = rustc_hash::FxHashMap::default();
        for name in names {
            if name.name == "_" {
                continue;
            }
            if let Some(first) = seen.insert(&name.name, name.span) {
                let message = format!("two parameters have the name `{}`", name.name);
                let error = Diagnostic::error(FCL_SYN_NAME.refuse("unique"), name.span, message);
                self.error(error.and_at(first, "first here"));
            }
        }
    }

    /// Reports a level variable that has the name of a level.
    fn not_fixed(&mut self, name: &Ident) {
        if super::types::fixed(&name.name).is_some() {
            let message = format!("`{}` is a level, and cannot be a variable", name.name);
            let error = Diagnostic::error(FCL_SYN_NAME.refuse("level"), name.span, message);
            self.error(error);
        }
    }
}

/// What stands for a wrong part.
pub(super) fn wrong(span: Span) -> Expression {
    Expression::base(Base::I32(0), span)
}

/// A literal of that type, with its sign; `None` if it is out of range.
fn typed(digits: &str, base: BaseType) -> Option<Base> {
    Some(match base {
        BaseType::Bool => return None,
        BaseType::I8 => Base::I8(digits.parse().ok()?),
        BaseType::I16 => Base::I16(digits.parse().ok()?),
        BaseType::I32 => Base::I32(digits.parse().ok()?),
        BaseType::I64 => Base::I64(digits.parse().ok()?),
        BaseType::U8 => Base::U8(digits.parse().ok()?),
        BaseType::U16 => Base::U16(digits.parse().ok()?),
        BaseType::U32 => Base::U32(digits.parse().ok()?),
        BaseType::U64 => Base::U64(digits.parse().ok()?),
        BaseType::F16 => Base::F16(half_of_text(digits)?),
        BaseType::F32 => Base::F32(digits.parse().ok()?),
        BaseType::F64 => Base::F64(digits.parse().ok()?),
    })
}

/// The float with the other sign.
fn negated(value: Base) -> Option<Base> {
    match value {
        Base::F16(x) => Some(Base::F16(-x)),
        Base::F32(x) => Some(Base::F32(-x)),
        Base::F64(x) => Some(Base::F64(-x)),
        _ => None,
    }
}
