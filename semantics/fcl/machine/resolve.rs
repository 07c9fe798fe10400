//! Terms to code: every variable gets a place.

use super::code::{Code, Function, Given, LevelCode, Literal, Place};
use super::memory::{Origin, Stored};
use super::value::{Pull, Value};
use crate::failure::{Failure, Run};
use crate::fcl::interface::Column;
use crate::fcl::limits::Charge;
use elder_fcl::{Expression, Level, Node, Operator, Variable};
use elder_syntax::Span;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A term that is closed but for these definitions: its code, and how many places its frame has.
pub fn closed(e: &Expression, globals: &FxHashMap<Variable, usize>) -> Run<(Code, usize)> {
    let mut resolver = Resolver {
        globals,
        scopes: vec![Scope::default()],
    };
    let code = resolver.term(e)?;
    let frame = resolver.scopes.pop().map_or(0, |scope| scope.frame);
    Ok((code, frame))
}

/// What a function under way knows.
#[derive(Default)]
struct Scope {
    /// Bound variables, in the order of binding; each has the place of its number.
    locals: Vec<Variable>,
    /// The most that are bound at one time.
    frame: usize,
    /// What is captured, and where it is outside.
    captured: Vec<(Variable, Place)>,
}

impl Scope {
    fn bind(&mut self, x: &Variable) -> usize {
        self.locals.push(x.clone());
        self.frame = self.frame.max(self.locals.len());
        self.locals.len() - 1
    }
}

struct Resolver<'a> {
    globals: &'a FxHashMap<Variable, usize>,
    /// The innermost last; there is always one.
    scopes: Vec<Scope>,
}

impl Resolver<'_> {
    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// The place of a variable in the scope of this depth.
    fn find(&mut self, x: &Variable, depth: usize) -> Option<Place> {
        let scope = self.scopes.get(depth)?;
        if let Some(place) = scope.locals.iter().rposition(|y| x == y) {
            return Some(Place::Local(place));
        }
        if let Some(place) = scope.captured.iter().position(|(y, _)| x == y) {
            return Some(Place::Captured(place));
        }
        let outside = match depth.checked_sub(1) {
            Some(outer) => self.find(x, outer)?,
            None => return self.globals.get(x).map(|k| Place::Global(*k)),
        };
        if let Place::Global(_) = outside {
            return Some(outside);
        }
        let scope = self.scopes.get_mut(depth)?;
        scope.captured.push((x.clone(), outside));
        Some(Place::Captured(scope.captured.len() - 1))
    }

    fn variable(&mut self, x: &Variable, span: Span) -> Run<Place> {
        let found = self.find(x, self.scopes.len() - 1);
        found.ok_or_else(|| Failure::internal(span, format!("the variable `{x}` is free")))
    }

    fn level(&mut self, level: &Level, span: Span) -> Run<LevelCode> {
        let mut level = level;
        let mut plus = 0;
        loop {
            match level {
                Level::Zero => return Ok(LevelCode { variable: None, plus }),
                Level::Succ(below) => {
                    level = below;
                    plus += 1;
                }
                Level::Var(x) => {
                    let variable = Some(self.variable(x, span)?);
                    return Ok(LevelCode { variable, plus });
                }
            }
        }
    }

    fn term(&mut self, e: &Expression) -> Run<Code> {
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || self.term_here(e))
    }

    fn terms(&mut self, all: &[Expression]) -> Run<Box<[Code]>> {
        all.iter().map(|e| self.term(e)).collect()
    }

    fn term_here(&mut self, e: &Expression) -> Run<Code> {
        let span = e.span;
        Ok(match &*e.node {
            Node::Base(value) => Code::Constant(Value::of_base(*value)),
            Node::Var(x) => Code::Variable(self.variable(x, span)?),
            Node::Array(elements) => self.array(elements)?,
            Node::Fn(..) | Node::LevelFn(..) => {
                let mut scope = Scope::default();
                let mut levels = vec![];
                let mut body = e;
                loop {
                    body = match &*body.node {
                        Node::Fn(x, inner) => {
                            levels.push(false);
                            scope.bind(x);
                            inner
                        }
                        Node::LevelFn(x, inner) => {
                            levels.push(true);
                            scope.bind(x);
                            inner
                        }
                        _ => break,
                    };
                }
                self.scopes.push(scope);
                let body = self.term(body)?;
                let scope = self.scopes.pop().unwrap_or_default();
                Code::Function(Rc::new(Function {
                    levels: levels.into(),
                    frame: scope.frame,
                    captures: captures(scope),
                    body,
                }))
            }
            Node::Apply(..) | Node::LevelApply(..) => {
                let mut given = vec![];
                let mut function = e;
                loop {
                    function = match &*function.node {
                        Node::Apply(f, x) => {
                            given.push((Some(x), None, function.span));
                            f
                        }
                        Node::LevelApply(f, level) => {
                            given.push((None, Some(level), function.span));
                            f
                        }
                        _ => break,
                    };
                }
                let function = self.term(function)?;
                let mut all = vec![];
                for (x, level, span) in given.into_iter().rev() {
                    if let Some(x) = x {
                        all.push(Given::Value(self.term(x)?, span));
                    }
                    if let Some(level) = level {
                        all.push(Given::Level(self.level(level, span)?, span));
                    }
                }
                Code::Call(Box::new((function, all.into())))
            }
            Node::Let(x, bound, body) => {
                let bound = self.term(bound)?;
                let slot = self.scope().bind(x);
                let body = self.term(body);
                self.scope().locals.pop();
                Code::Let(slot, Box::new((bound, body?)), span)
            }
            Node::Pair(a, b) => Code::Pair(Box::new((self.term(a)?, self.term(b)?))),
            Node::Project(side, pair) => Code::Project(*side, Box::new(self.term(pair)?), span),
            Node::If(c, a, b) => {
                let all = (self.term(c)?, self.term(a)?, self.term(b)?);
                Code::If(Box::new(all), span)
            }
            Node::Scalar(operator, arguments) => Code::Scalar(*operator, self.terms(arguments)?, span),
            Node::Operator {
                operator,
                level,
                arguments,
            } => {
                let level = match level {
                    Some(level) => Some(self.level(level, span)?),
                    None => None,
                };
                Code::Operator(*operator, level, self.terms(arguments)?, span)
            }
            Node::Setting(setting) => {
                let message = format!("`{}` was not configured", setting.name());
                return Err(Failure::internal(span, message));
            }
            Node::PushArray(elements, level) => {
                let elements = Box::new(self.array(elements)?);
                Code::Push(elements, self.level(level, span)?, span)
            }
            Node::ConcatDelay(m, parts) => {
                let all = [self.term(m)?, self.term(parts)?];
                Code::Delay(Operator::Concat, Box::new(all), span)
            }
            Node::InterleaveDelay(m, f, parts) => {
                let all = [self.term(m)?, self.term(f)?, self.term(parts)?];
                Code::Delay(Operator::Interleave, Box::new(all), span)
            }
            Node::InterleaveIntoDelay(n, m, f, parts) => {
                let all = [self.term(n)?, self.term(m)?, self.term(f)?, self.term(parts)?];
                Code::Delay(Operator::InterleaveInto, Box::new(all), span)
            }
            Node::Loop(condition, step, array) => {
                let all = (self.term(condition)?, self.term(step)?, self.term(array)?);
                Code::Loop(Box::new(all), span)
            }
        })
    }

    /// `[e1, …, en]`
    fn array(&mut self, elements: &[Expression]) -> Run<Code> {
        if let Some(column) = constant(elements) {
            return Ok(Code::Constant(Value::Pull(Rc::new(Pull::Data(Stored {
                column,
                origin: Origin::Written,
                _charge: Charge::none(),
            })))));
        }
        self.scopes.push(Scope::default());
        let elements = self.terms(elements)?;
        let scope = self.scopes.pop().unwrap_or_default();
        Ok(Code::Literal(Rc::new(Literal {
            elements,
            frame: scope.frame,
            captures: captures(scope),
        })))
    }
}

fn captures(scope: Scope) -> Box<[Place]> {
    scope.captured.into_iter().map(|(_, place)| place).collect()
}

/// An array of base values that are written out, none of them a pair.
fn constant(elements: &[Expression]) -> Option<Column> {
    let base = |e: &Expression| match &*e.node {
        Node::Base(value) => Some(Value::of_base(*value)),
        _ => None,
    };
    let Some(first) = elements.first() else {
        return Some(Column::none());
    };
    let mut column = Column::like(&base(first)?, elements.len())?;
    for (i, element) in elements.iter().enumerate() {
        column.set(i, &base(element)?)?;
    }
    Some(column)
}
