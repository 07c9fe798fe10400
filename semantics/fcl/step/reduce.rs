//! The judgement `e ↪loc e'`: contexts, application, and the forms that are no operators (notes 7.3).

use super::value::{is_delayed, truth};
use super::{Stepper, applied, substitute};
use crate::failure::{Failure, Run};
use crate::fcl::location::Location;
use crate::fcl::scalar;
use crate::fcl::step::show::brief;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Expression, Node, Operator, Side};

impl Stepper {
    /// One step at a location; `None` if the term is a value.
    ///
    /// # Errors
    /// When a premise refuses, or when no rule applies to a term that is no value.
    pub(super) fn reduce(&mut self, e: &Expression, at: &Location) -> Run<Option<Expression>> {
        self.limits.enter(e.span)?;
        self.limits.touch(1, e.span)?;
        let result = elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || self.reduce_here(e, at));
        self.limits.leave();
        result
    }

    /// What a substitution gave: terms grow, so its nodes are paid for.
    fn substituted(&self, (next, visited): (Expression, usize), e: &Expression) -> Run<Expression> {
        self.limits.touch(visited, e.span)?;
        Ok(next)
    }

    /// FCL-E-CTX: one step of a part; `None` if it is a value.
    fn part(&mut self, e: &Expression, at: &Location) -> Run<Option<Expression>> {
        let next = self.reduce(e, at)?;
        if next.is_some() {
            rules::FCL_E_CTX.apply();
        }
        Ok(next)
    }

    /// FCL-E-CTX: one step of the first of several parts that is no value.
    fn parts(&mut self, parts: &[Expression], at: &Location) -> Run<Option<Vec<Expression>>> {
        for (k, part) in parts.iter().enumerate() {
            if let Some(next) = self.part(part, at)? {
                let mut parts = parts.to_vec();
                parts[k] = next;
                return Ok(Some(parts));
            }
        }
        Ok(None)
    }

    fn reduce_here(&mut self, e: &Expression, at: &Location) -> Run<Option<Expression>> {
        let to = |node: Node| Ok(Some(Expression::new(node, e.span)));
        match &*e.node {
            Node::Base(_) => Ok(None),
            Node::Array(_) => {
                rules::FCL_V_PULL.apply();
                Ok(None)
            }
            Node::PushArray(_, level) => {
                match level.height() == Some(at.height()) {
                    true => rules::FCL_V_PUSH.apply(),
                    false => rules::FCL_V_PUSH_R.apply(),
                }
                Ok(None)
            }
            Node::Fn(..) | Node::LevelFn(..) => {
                rules::FCL_V_MORE.apply();
                Ok(None)
            }
            Node::Var(x) => Err(Failure::internal(e.span, format!("the variable `{x}` is free"))),
            Node::Setting(setting) => {
                let message = format!("`{}` was not configured", setting.name());
                Err(Failure::internal(e.span, message))
            }

            Node::Pair(a, b) => {
                if let Some(a) = self.part(a, at)? {
                    return to(Node::Pair(a, b.clone()));
                }
                if let Some(b) = self.part(b, at)? {
                    return to(Node::Pair(a.clone(), b));
                }
                rules::FCL_V_MORE.apply();
                Ok(None)
            }
            Node::Apply(f, x) => {
                if let Some(f) = self.part(f, at)? {
                    return Ok(Some(applied(&f, x.clone(), e.span)));
                }
                if let Some(x) = self.part(x, at)? {
                    return Ok(Some(applied(f, x, e.span)));
                }
                match &*f.node {
                    Node::Fn(y, body) => {
                        let next = self.substituted(substitute::variable(body, y, x), e)?;
                        self.axiom(&rules::FCL_E_BETA, e, at, next)
                    }
                    _ => Err(Failure::internal(e.span, format!("{} is no function", brief(f)))),
                }
            }
            Node::LevelApply(f, level) => {
                if let Some(f) = self.part(f, at)? {
                    return Ok(Some(Expression {
                        span: e.span,
                        ..f.apply_level(level.clone())
                    }));
                }
                match &*f.node {
                    Node::LevelFn(x, body) => {
                        let next = self.substituted(substitute::level(body, x, level), e)?;
                        self.axiom(&rules::FCL_E_LBETA, e, at, next)
                    }
                    _ => Err(Failure::internal(e.span, format!("{} takes no level", brief(f)))),
                }
            }
            Node::Let(x, bound, body) => {
                if let Some(bound) = self.part(bound, at)? {
                    return to(Node::Let(x.clone(), bound, body.clone()));
                }
                let next = self.substituted(substitute::variable(body, x, bound), e)?;
                self.axiom(&rules::FCL_E_LET, e, at, next)
            }
            Node::Project(side, pair) => {
                if let Some(pair) = self.part(pair, at)? {
                    return to(Node::Project(*side, pair));
                }
                match (&*pair.node, side) {
                    (Node::Pair(a, _), Side::First) => self.axiom(&rules::FCL_E_FST, e, at, a.clone()),
                    (Node::Pair(_, b), Side::Second) => self.axiom(&rules::FCL_E_SND, e, at, b.clone()),
                    _ => Err(Failure::internal(e.span, format!("{} is no pair", brief(pair)))),
                }
            }
            Node::If(condition, yes, no) => {
                if let Some(condition) = self.part(condition, at)? {
                    return to(Node::If(condition, yes.clone(), no.clone()));
                }
                match truth(condition) {
                    Some(true) => self.axiom(&rules::FCL_E_IF, e, at, yes.clone()),
                    Some(false) => self.axiom(&rules::FCL_E_IF, e, at, no.clone()),
                    None => Err(Failure::internal(
                        e.span,
                        format!("{} is no truth value", brief(condition)),
                    )),
                }
            }

            Node::Scalar(operator, arguments) => {
                if let Some(arguments) = self.parts(arguments, at)? {
                    return to(Node::Scalar(*operator, arguments));
                }
                if arguments.len() < operator.arity() {
                    rules::FCL_V_MORE.apply();
                    return Ok(None);
                }
                let operands: Option<Vec<Base>> = arguments
                    .iter()
                    .map(|argument| match &*argument.node {
                        Node::Base(value) => Some(*value),
                        _ => None,
                    })
                    .collect();
                let operands = operands.ok_or_else(|| {
                    Failure::internal(e.span, format!("`{operator}` has operands of other types"))
                })?;
                self.begin(&rules::FCL_E_DELTA, e, at);
                let result = scalar::delta(*operator, &operands, e.span)?;
                self.done(&rules::FCL_E_DELTA, Expression::base(result, e.span))
            }
            Node::Operator {
                operator,
                level,
                arguments,
            } => {
                if let Some(arguments) = self.parts(arguments, at)? {
                    return to(Node::Operator {
                        operator: *operator,
                        level: level.clone(),
                        arguments,
                    });
                }
                let partial =
                    arguments.len() < operator.arity() || (operator.takes_level() && level.is_none());
                if partial || is_delayed(e) {
                    rules::FCL_V_MORE.apply();
                    return Ok(None);
                }
                match (operator, arguments.as_slice()) {
                    (Operator::Force, [array]) => self.force(e, array, at),
                    (_, arguments) => self.operator(e, *operator, level.as_ref(), arguments, at),
                }
            }

            Node::ConcatDelay(m, parts) => {
                if let Some(m) = self.part(m, at)? {
                    return to(Node::ConcatDelay(m, parts.clone()));
                }
                if let Some(parts) = self.part(parts, at)? {
                    return to(Node::ConcatDelay(m.clone(), parts));
                }
                rules::FCL_V_DELAY.apply();
                Ok(None)
            }
            Node::InterleaveDelay(m, f, parts) => {
                let all = [m.clone(), f.clone(), parts.clone()];
                if let Some(all) = self.parts(&all, at)? {
                    let [m, f, parts] = exactly(all, e)?;
                    return to(Node::InterleaveDelay(m, f, parts));
                }
                rules::FCL_V_MORE.apply();
                Ok(None)
            }
            Node::InterleaveIntoDelay(n, m, f, parts) => {
                let all = [n.clone(), m.clone(), f.clone(), parts.clone()];
                if let Some(all) = self.parts(&all, at)? {
                    let [n, m, f, parts] = exactly(all, e)?;
                    return to(Node::InterleaveIntoDelay(n, m, f, parts));
                }
                rules::FCL_V_MORE.apply();
                Ok(None)
            }
            Node::Loop(condition, step, array) => {
                if let Some(array) = self.reduce(array, at)? {
                    rules::FCL_E_LOOP_CTX.apply();
                    return to(Node::Loop(condition.clone(), step.clone(), array));
                }
                let forced =
                    Expression::operator(Operator::Force, e.span).apply(applied(step, array.clone(), e.span));
                let forced = Expression {
                    span: e.span,
                    ..forced
                };
                let again = Node::Loop(condition.clone(), step.clone(), forced);
                let node = Node::If(
                    applied(condition, array.clone(), e.span),
                    Expression::new(again, e.span),
                    array.clone(),
                );
                self.axiom(&rules::FCL_E_LOOP, e, at, Expression::new(node, e.span))
            }
        }
    }
}

/// As many parts as a node has.
fn exactly<const N: usize>(parts: Vec<Expression>, e: &Expression) -> Run<[Expression; N]> {
    parts
        .try_into()
        .map_err(|_| Failure::internal(e.span, "a term of another form"))
}
