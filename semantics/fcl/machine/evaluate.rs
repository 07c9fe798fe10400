//! Terms to values: the rules of the lambda calculus, one step counted for each.

use super::Machine;
use super::code::{Code, Function, Given, LevelCode, Literal, Place};
use super::value::{Closure, Either, Env, Partial, Pull, Value};
use crate::failure::{Failure, Run};
use crate::fcl::scalar;
use crate::sides;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, ScalarOperator, Side};
use elder_syntax::{Rule, Span};
use std::rc::Rc;

impl Machine {
    /// A rule was applied.
    #[inline]
    pub fn count(&mut self, rule: &'static Rule, span: Span) -> Run<()> {
        rule.apply();
        self.steps += 1;
        if self.steps > self.most {
            self.stopped = true;
            return Err(Failure::internal(span, "another thread failed before"));
        }
        self.limits.step(span)
    }

    fn place<'a>(&'a self, place: Place, env: Env<'a>) -> Option<&'a Value> {
        match place {
            Place::Local(k) => self.stack.get(env.base + k),
            Place::Captured(k) => env.captured.get(k),
            Place::Global(k) => self.globals.get(k),
        }
    }

    fn variable(&self, place: Place, env: Env<'_>) -> Run<Value> {
        let value = self.place(place, env);
        value
            .cloned()
            .ok_or_else(|| Failure::internal(Span::NONE, "a variable without a place"))
    }

    fn captured(&self, places: &[Place], env: Env<'_>) -> Run<Box<[Value]>> {
        places.iter().map(|place| self.variable(*place, env)).collect()
    }

    fn level(&self, level: LevelCode, env: Env<'_>, span: Span) -> Run<u32> {
        match level.variable {
            None => Ok(level.plus),
            Some(place) => match self.place(place, env) {
                Some(Value::Level(height)) => Ok(height.saturating_add(level.plus)),
                _ => Err(Failure::internal(span, "a level that is not known")),
            },
        }
    }

    /// The value of code.
    pub fn eval(&mut self, code: &Code, env: Env<'_>) -> Run<Value> {
        match code {
            Code::Constant(value) => Ok(value.clone()),
            Code::Variable(place) => self.variable(*place, env),
            _ => elder_syntax::stack::deep(96 * 1024, 4 * 1024 * 1024, || self.eval_here(code, env)),
        }
    }

    fn eval_here(&mut self, code: &Code, env: Env<'_>) -> Run<Value> {
        match code {
            Code::Constant(value) => Ok(value.clone()),
            Code::Variable(place) => self.variable(*place, env),
            Code::Literal(literal) => {
                rules::FCL_V_PULL.apply();
                let captured = self.captured(&literal.captures, env)?;
                Ok(Value::Pull(Rc::new(Pull::Literal(literal.clone(), captured))))
            }
            Code::Function(function) => {
                rules::FCL_V_MORE.apply();
                let captured = self.captured(&function.captures, env)?;
                Ok(Value::Closure(Rc::new(Closure {
                    function: function.clone(),
                    captured,
                    given: Box::new([]),
                })))
            }
            Code::Call(parts) => {
                rules::FCL_E_CTX.apply();
                let function = self.eval(&parts.0, env)?;
                self.call(function, &parts.1, env)
            }
            Code::Let(slot, parts, span) => {
                let bound = self.eval(&parts.0, env)?;
                self.count(&rules::FCL_E_LET, *span)?;
                if let Some(place) = self.stack.get_mut(env.base + slot) {
                    *place = bound;
                }
                self.eval(&parts.1, env)
            }
            Code::Pair(parts) => {
                let a = self.eval(&parts.0, env)?;
                let b = self.eval(&parts.1, env)?;
                Ok(Value::pair(a, b))
            }
            Code::Project(side, pair, span) => {
                let Value::Pair(pair) = self.eval(pair, env)? else {
                    return Err(Failure::internal(*span, "the half of what is no pair"));
                };
                match side {
                    Side::First => {
                        self.count(&rules::FCL_E_FST, *span)?;
                        Ok(pair.0.clone())
                    }
                    Side::Second => {
                        self.count(&rules::FCL_E_SND, *span)?;
                        Ok(pair.1.clone())
                    }
                }
            }
            Code::If(parts, span) => {
                let Value::Base(Base::Bool(chosen)) = self.eval(&parts.0, env)? else {
                    return Err(Failure::internal(*span, "a condition that is no truth value"));
                };
                self.count(&rules::FCL_E_IF, *span)?;
                sides::taken(*span, usize::from(!chosen), 2);
                self.eval(if chosen { &parts.1 } else { &parts.2 }, env)
            }
            Code::Scalar(operator, arguments, span) => match &**arguments {
                [a, b] => {
                    let a = self.eval(a, env)?;
                    let b = self.eval(b, env)?;
                    if operator.arity() == 2 {
                        return self.scalar(*operator, &[a, b], *span);
                    }
                    Err(Failure::internal(*span, format!("`{operator}` of two operands")))
                }
                [a] if operator.arity() == 1 => {
                    let a = self.eval(a, env)?;
                    self.scalar(*operator, &[a], *span)
                }
                arguments => {
                    let given = self.all(arguments, env)?;
                    rules::FCL_V_MORE.apply();
                    let operator = Either::Scalar(*operator);
                    Ok(Value::Partial(Rc::new(Partial {
                        operator,
                        level: None,
                        given,
                    })))
                }
            },
            Code::Push(elements, level, span) => {
                let level = self.level(*level, env, *span)?;
                let elements = self.eval(elements, env)?;
                Ok(self.push_array(elements, level))
            }
            Code::Delay(operator, arguments, span) => {
                let given = self.all(arguments, env)?;
                self.delay(*operator, &given, *span)
            }
            Code::Loop(parts, span) => self.evaluated_loop(parts, env, *span),
            Code::Operator(operator, level, arguments, span) => {
                let level = match level {
                    Some(level) => Some(self.level(*level, env, *span)?),
                    None => None,
                };
                let complete =
                    arguments.len() == operator.arity() && level.is_some() == operator.takes_level();
                match &**arguments {
                    [a] if complete => {
                        let a = self.eval(a, env)?;
                        self.operator(*operator, level, &[a], *span)
                    }
                    [a, b] if complete => {
                        let a = self.eval(a, env)?;
                        let b = self.eval(b, env)?;
                        self.operator(*operator, level, &[a, b], *span)
                    }
                    arguments => {
                        let given = self.all(arguments, env)?;
                        if complete {
                            return self.operator(*operator, level, &given, *span);
                        }
                        rules::FCL_V_MORE.apply();
                        let operator = Either::Array(*operator);
                        Ok(Value::Partial(Rc::new(Partial {
                            operator,
                            level,
                            given,
                        })))
                    }
                }
            }
        }
    }

    fn evaluated_loop(&mut self, parts: &(Code, Code, Code), env: Env<'_>, span: Span) -> Run<Value> {
        let condition = self.eval(&parts.0, env)?;
        let step = self.eval(&parts.1, env)?;
        let array = self.eval(&parts.2, env)?;
        self.rounds(&condition, &step, array, span)
    }

    fn all(&mut self, arguments: &[Code], env: Env<'_>) -> Run<Vec<Value>> {
        arguments.iter().map(|a| self.eval(a, env)).collect()
    }

    /// FCL-E-DELTA
    #[inline]
    pub fn scalar(&mut self, operator: ScalarOperator, operands: &[Value], span: Span) -> Run<Value> {
        let stuck = || Failure::internal(span, format!("`{operator}` has operands of other types"));
        let base = |value: &Value| value.to_base().ok_or_else(stuck);
        let result = match operands {
            [a] => scalar::delta(operator, &[base(a)?], span)?,
            [a, b] => scalar::delta(operator, &[base(a)?, base(b)?], span)?,
            _ => return Err(stuck()),
        };
        self.count(&rules::FCL_E_DELTA, span)?;
        Ok(Value::of_base(result))
    }

    /// A function applied to arguments that are yet to be evaluated, each after the application before it.
    fn call(&mut self, mut function: Value, mut given: &[Given], env: Env<'_>) -> Run<Value> {
        loop {
            // A whole application needs no closure in between.
            if let Value::Closure(closure) = &function
                && closure.given.is_empty()
                && closure.function.levels.len() <= given.len()
            {
                let closure = closure.clone();
                let (now, later) = given.split_at(closure.function.levels.len());
                let base = self.stack.len();
                for (given, is_level) in now.iter().zip(&closure.function.levels) {
                    let value = self.given(given, *is_level, env)?;
                    self.stack.push(value);
                }
                function = self.enter(&closure.function, &closure.captured, base, last_span(now))?;
                given = later;
                if given.is_empty() {
                    return Ok(function);
                }
                continue;
            }
            let Some((first, rest)) = given.split_first() else {
                return Ok(function);
            };
            function = match first {
                Given::Value(code, span) => {
                    let value = self.eval(code, env)?;
                    self.apply(&function, value, *span)?
                }
                Given::Level(level, span) => {
                    let level = self.level(*level, env, *span)?;
                    self.apply_level(&function, level, *span)?
                }
            };
            given = rest;
        }
    }

    /// FCL-E-BETA or FCL-E-LBETA with one argument of a closure.
    fn given(&mut self, given: &Given, is_level: bool, env: Env<'_>) -> Run<Value> {
        match (given, is_level) {
            (Given::Value(code, span), false) => {
                let value = self.eval(code, env)?;
                self.count(&rules::FCL_E_BETA, *span)?;
                Ok(value)
            }
            (Given::Level(level, span), true) => {
                let level = self.level(*level, env, *span)?;
                self.count(&rules::FCL_E_LBETA, *span)?;
                Ok(Value::Level(level))
            }
            (Given::Value(_, span), true) | (Given::Level(_, span), false) => {
                Err(Failure::internal(*span, "an argument of another sort"))
            }
        }
    }

    /// The body of a function whose arguments lie on the stack from `base` on.
    fn enter(&mut self, function: &Function, captured: &[Value], base: usize, span: Span) -> Run<Value> {
        self.limits.enter(span)?;
        self.stack.resize(base + function.frame, Value::default());
        let value = self.eval(&function.body, Env { base, captured });
        self.stack.truncate(base);
        self.limits.leave();
        value
    }

    /// `f x`, by FCL-E-BETA or as one more argument of an operator.
    pub fn apply(&mut self, function: &Value, argument: Value, span: Span) -> Run<Value> {
        match function {
            Value::Closure(closure) => {
                if closure.function.levels.get(closure.given.len()) != Some(&false) {
                    return Err(Failure::internal(
                        span,
                        "a function of a level is applied to a value",
                    ));
                }
                self.count(&rules::FCL_E_BETA, span)?;
                self.more(closure, argument, span)
            }
            Value::Partial(partial) => {
                let mut given = Vec::with_capacity(partial.given.len() + 1);
                given.extend_from_slice(&partial.given);
                given.push(argument);
                match partial.operator {
                    Either::Scalar(operator) if given.len() == operator.arity() => {
                        self.scalar(operator, &given, span)
                    }
                    Either::Array(operator)
                        if given.len() == operator.arity()
                            && partial.level.is_some() == operator.takes_level() =>
                    {
                        self.operator(operator, partial.level, &given, span)
                    }
                    operator => Ok(Value::Partial(Rc::new(Partial {
                        operator,
                        level: partial.level,
                        given,
                    }))),
                }
            }
            _ => Err(Failure::internal(span, "what is applied is no function")),
        }
    }

    /// `f <γ>`
    fn apply_level(&mut self, function: &Value, level: u32, span: Span) -> Run<Value> {
        match function {
            Value::Closure(closure) => {
                if closure.function.levels.get(closure.given.len()) != Some(&true) {
                    return Err(Failure::internal(
                        span,
                        "a function of a value is applied to a level",
                    ));
                }
                self.count(&rules::FCL_E_LBETA, span)?;
                self.more(closure, Value::Level(level), span)
            }
            Value::Partial(partial) => match partial.operator {
                Either::Array(operator)
                    if operator.takes_level() && partial.level.is_none() && partial.given.is_empty() =>
                {
                    Ok(Value::Partial(Rc::new(Partial {
                        operator: Either::Array(operator),
                        level: Some(level),
                        given: vec![],
                    })))
                }
                _ => Err(Failure::internal(span, "an operator that takes no level")),
            },
            _ => Err(Failure::internal(
                span,
                "what is applied to a level is no function",
            )),
        }
    }

    /// A closure with one more argument.
    fn more(&mut self, closure: &Rc<Closure>, argument: Value, span: Span) -> Run<Value> {
        if closure.given.len() + 1 == closure.function.levels.len() {
            let base = self.stack.len();
            self.stack.extend(closure.given.iter().cloned());
            self.stack.push(argument);
            return self.enter(&closure.function, &closure.captured, base, span);
        }
        let given = closure.given.iter().cloned().chain([argument]);
        Ok(Value::Closure(Rc::new(Closure {
            function: closure.function.clone(),
            captured: closure.captured.clone(),
            given: given.collect(),
        })))
    }

    /// Element `i` of a pull array, which has it, evaluated where it is used.
    pub fn element(&mut self, of: &Pull, i: usize, span: Span) -> Run<Value> {
        match of {
            Pull::Data(stored) => self.read(stored, i, span),
            Pull::Generate(_, f, place) => self.apply(f, Value::Base(Base::I32(i as i32)), *place),
            Pull::Positions { f, i: part, span, .. } => {
                let pair = Value::pair(Value::Base(Base::I32(*part)), Value::Base(Base::I32(i as i32)));
                self.apply(f, pair, *span)
            }
            Pull::Map(f, inner, place) => {
                self.limits.enter(span)?;
                let element = elder_syntax::stack::deep(96 * 1024, 4 * 1024 * 1024, || match inner {
                    Value::Pull(inner) => self.element(inner, i, span),
                    _ => Err(Failure::internal(span, "a map of what is no pull array")),
                })?;
                self.limits.leave();
                self.apply(f, element, *place)
            }
            Pull::MapParts(f, parts, place) => self.mapped_part(f, parts, i, *place),
            Pull::Literal(literal, captured) => self.literal_element(literal, captured, i, span),
        }
    }

    fn literal_element(&mut self, literal: &Literal, captured: &[Value], i: usize, span: Span) -> Run<Value> {
        let Some(code) = literal.elements.get(i) else {
            return Err(Failure::internal(span, "an element that is not there"));
        };
        let base = self.stack.len();
        self.stack.resize(base + literal.frame, Value::default());
        let value = self.eval(code, Env { base, captured });
        self.stack.truncate(base);
        value
    }

    /// Whether all elements are base values as they stand, without a step.
    pub fn all_base(&self, of: &Pull) -> bool {
        match of {
            Pull::Data(_) => true,
            Pull::Generate(n, ..) | Pull::Positions { m: n, .. } => *n == 0,
            Pull::Map(..) | Pull::MapParts(..) => of.len() == 0,
            Pull::Literal(literal, captured) => {
                literal.elements.iter().all(|code| self.is_base(code, captured))
            }
        }
    }

    fn is_base(&self, code: &Code, captured: &[Value]) -> bool {
        let env = Env {
            base: usize::MAX / 2,
            captured,
        };
        match code {
            Code::Constant(value) => value.is_base(),
            Code::Variable(place) => self.place(*place, env).is_some_and(Value::is_base),
            Code::Pair(parts) => elder_syntax::stack::deep(96 * 1024, 4 * 1024 * 1024, || {
                self.is_base(&parts.0, captured) && self.is_base(&parts.1, captured)
            }),
            _ => false,
        }
    }
}

impl Pull {
    /// How many elements.
    pub fn len(&self) -> usize {
        let mut of = self;
        loop {
            match of {
                Pull::Literal(literal, _) => return literal.elements.len(),
                Pull::Generate(n, ..) | Pull::Positions { m: n, .. } => {
                    return usize::try_from(*n).unwrap_or(0);
                }
                Pull::Data(stored) => return stored.column.len(),
                Pull::Map(_, Value::Pull(inner), _) | Pull::MapParts(_, Value::Pull(inner), _) => of = inner,
                Pull::Map(..) | Pull::MapParts(..) => return 0,
            }
        }
    }
}

/// The place of the last of several applications.
fn last_span(given: &[Given]) -> Span {
    match given.last() {
        Some(Given::Value(_, span) | Given::Level(_, span)) => *span,
        None => Span::NONE,
    }
}
