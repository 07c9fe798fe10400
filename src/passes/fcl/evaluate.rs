//! Expressions to values, by value (FCL-D-21): an arm a form.

use super::builder::Item;
use super::value::{Function, Pull, Push, Scalar, Staged, Target, Test, Then, Value, literal};
use super::{Place, Stager, failures, internal};
use crate::dpia::make;
use elder_dpia::{DataType, Name, Nat, Phrase, PhraseType, Prim, PrimType, PrimValue};
use elder_fcl::rules::translation::*;
use elder_fcl::{Expression, Level, Node, Operator, ScalarOperator, Setting, Side, Variable};
use elder_syntax::{Diagnostic, Span, effort};
use std::rc::Rc;

/// What variables are.
#[derive(Clone, Default)]
pub(super) struct Environment {
    values: im::HashMap<Variable, Value>,
    levels: im::HashMap<Variable, Level>,
}

impl Environment {
    /// With a variable bound.
    pub(super) fn with(&self, x: &Variable, value: Value) -> Environment {
        let mut out = self.clone();
        out.values.insert(x.clone(), value);
        out
    }

    fn with_level(&self, x: &Variable, level: Level) -> Environment {
        let mut out = self.clone();
        out.levels.insert(x.clone(), level);
        out
    }

    fn level(&self, level: &Level) -> Level {
        match level.variable().and_then(|x| Some((x, self.levels.get(x)?))) {
            Some((x, known)) => level.substitute(x, known),
            None => level.clone(),
        }
    }
}

impl Stager {
    /// The value of an expression at this place.
    pub(super) fn evaluate(&mut self, e: &Expression, env: &Environment) -> Staged<Value> {
        FCL_M_STAGE.apply();
        self.step(e.span)?;
        self.here = e.span;
        elder_syntax::stack::deep(256 * 1024, 8 * 1024 * 1024, || self.evaluate_node(e, env))
    }

    /// Counts a step; programs that staging would make too large are refused.
    pub(super) fn step(&mut self, span: Span) -> Staged<()> {
        effort::step();
        self.steps += 1;
        if self.steps <= super::MOST_STEPS {
            return Ok(());
        }
        let message = "this program is too large when its functions are applied and its arrays are fused";
        let error = Diagnostic::error(FCL_M_STAGE.refuse("size"), span, message);
        Err(Box::new(
            error.with_help("force an array that is read several times"),
        ))
    }

    fn evaluate_node(&mut self, e: &Expression, env: &Environment) -> Staged<Value> {
        let span = e.span;
        match &*e.node {
            Node::Base(base) => Ok(Value::Scalar(Scalar::constant(*base, span))),
            Node::Setting(setting) => {
                let value = match setting {
                    Setting::BlockSize => self.configuration.block_size,
                    Setting::BlockWidth => self.configuration.width(),
                    Setting::WarpSize => self.configuration.warp_size,
                };
                Ok(Value::Scalar(Scalar::of_nat(&Nat::lit(i64::from(value)), span)))
            }
            Node::Var(x) => env
                .values
                .get(x)
                .cloned()
                .ok_or_else(|| internal(span, &format!("`{x}` is not bound"))),
            Node::Array(parts) => Ok(literal_array(parts, env)),
            Node::Operator {
                operator,
                level,
                arguments,
            } => {
                let level = level.as_ref().map(|l| env.level(l));
                let values = arguments.iter().map(|a| self.evaluate(a, env));
                let values = values.collect::<Staged<Vec<Value>>>()?;
                if operator.takes_level() && level.is_none() {
                    return Ok(level_operator(*operator));
                }
                self.operator(*operator, values, span)
            }
            Node::Scalar(operator, arguments) => {
                let values = arguments.iter().map(|a| self.evaluate(a, env));
                let values = values.collect::<Staged<Vec<Value>>>()?;
                self.scalar_operator(*operator, values, span)
            }
            Node::Fn(x, body) => {
                let (x, body, env) = (x.clone(), body.clone(), env.clone());
                Ok(Value::Function(Rc::new(move |stager, argument, _| {
                    let argument = stager.shared(argument, x.text());
                    stager.evaluate(&body, &env.with(&x, argument))
                })))
            }
            Node::LevelFn(x, body) => {
                let (x, body, env) = (x.clone(), body.clone(), env.clone());
                Ok(Value::LevelFunction(Rc::new(move |stager, level, _| {
                    stager.evaluate(&body, &env.with_level(&x, level.clone()))
                })))
            }
            Node::Apply(f, a) => {
                let f = self.evaluate(f, env)?;
                let a = self.evaluate(a, env)?;
                self.apply(&f, a, span)
            }
            Node::LevelApply(f, level) => {
                let f = self.evaluate(f, env)?;
                let level = env.level(level);
                match &f {
                    Value::LevelFunction(f) => f(self, &level, span),
                    other => Err(unexpected(span, "a function of levels", other)),
                }
            }
            Node::Let(x, value, body) => {
                let value = self.evaluate(value, env)?;
                let value = self.shared(value, x.text());
                self.evaluate(body, &env.with(x, value))
            }
            Node::Pair(a, b) => {
                let a = self.evaluate(a, env)?;
                Ok(Value::pair(a, self.evaluate(b, env)?))
            }
            Node::Project(side, e) => match self.evaluate(e, env)? {
                Value::Pair(parts) => Ok(match side {
                    Side::First => parts.0.clone(),
                    Side::Second => parts.1.clone(),
                }),
                other => Err(unexpected(span, "a pair", &other)),
            },
            Node::If(c, yes, no) => {
                let c = self.evaluate(c, env)?;
                let c = self.number(c, span)?;
                self.branch(
                    &c,
                    &|stager| stager.evaluate(yes, env),
                    &|stager| stager.evaluate(no, env),
                    span,
                )
            }
            Node::PushArray(parts, _) => match literal_array(parts, env) {
                Value::Pull(pull) => Ok(Value::Push(self.push(pull, span))),
                other => Ok(other),
            },
            Node::ConcatDelay(m, parts) => {
                let values = vec![self.evaluate(m, env)?, self.evaluate(parts, env)?];
                self.operator(Operator::Concat, values, span)
            }
            Node::InterleaveDelay(m, f, parts) => {
                let values = [m, f, parts].map(|e| self.evaluate(e, env));
                let values = values.into_iter().collect::<Staged<Vec<Value>>>()?;
                self.operator(Operator::Interleave, values, span)
            }
            Node::InterleaveIntoDelay(total, m, f, parts) => {
                let values = [total, m, f, parts].map(|e| self.evaluate(e, env));
                let values = values.into_iter().collect::<Staged<Vec<Value>>>()?;
                self.operator(Operator::InterleaveInto, values, span)
            }
            // FCL-E-LOOP: a loop under way is a `while` whose first array is there.
            Node::Loop(c, s, first) => {
                let c = self.evaluate(c, env)?;
                let s = self.evaluate(s, env)?;
                match self.evaluate(first, env)? {
                    Value::Pull(pull) => {
                        let first = Value::Push(self.push(pull, span));
                        self.operator(Operator::While, vec![c, s, first], span)
                    }
                    other => Err(unexpected(span, "a pull array", &other)),
                }
            }
        }
    }

    /// A base value whose numbers have names; anything else as it is.
    pub(super) fn shared(&mut self, value: Value, text: &str) -> Value {
        match value {
            Value::Scalar(s) => Value::Scalar(self.named(s, text)),
            Value::Pair(parts) => {
                let a = self.shared(parts.0.clone(), text);
                Value::pair(a, self.shared(parts.1.clone(), text))
            }
            other => other,
        }
    }

    /// `f a`
    pub(super) fn apply(&mut self, f: &Value, a: Value, span: Span) -> Staged<Value> {
        self.step(span)?;
        match f {
            Value::Function(f) => elder_syntax::stack::deep(256 * 1024, 8 * 1024 * 1024, || f(self, a, span)),
            other => Err(unexpected(span, "a function", other)),
        }
    }

    /// A scalar operator with the arguments that it has.
    pub(super) fn scalar_operator(
        &mut self,
        operator: ScalarOperator,
        arguments: Vec<Value>,
        span: Span,
    ) -> Staged<Value> {
        if arguments.len() < operator.arity() {
            return Ok(curried(arguments, move |stager, all, span| {
                stager.scalar_operator(operator, all, span)
            }));
        }
        let numbers = arguments.into_iter().map(|a| self.number(a, span));
        let numbers = numbers.collect::<Staged<Vec<Scalar>>>()?;
        self.scalar(operator, &numbers, span)
    }

    /// The number that a value is.
    pub(super) fn number(&self, value: Value, span: Span) -> Staged<Scalar> {
        match value {
            Value::Scalar(s) => Ok(s),
            other => Err(unexpected(span, "a number", &other)),
        }
    }

    /// The pull array that a value is.
    pub(super) fn pull(&self, value: Value, span: Span) -> Staged<Pull> {
        match value {
            Value::Pull(pull) => Ok(pull),
            other => Err(unexpected(span, "a pull array", &other)),
        }
    }

    /// The push array that a value is.
    pub(super) fn pushed(&self, value: Value, span: Span) -> Staged<Push> {
        match value {
            Value::Push(push) => Ok(push),
            other => Err(unexpected(span, "a push array", &other)),
        }
    }

    /// Runs `inner` where these terms are not below zero.
    pub(super) fn assuming<T>(&mut self, facts: &[Nat], inner: impl FnOnce(&mut Stager) -> T) -> T {
        self.conditions += 1;
        let result = self.knowing(self.facts.assuming_all(facts), inner);
        self.conditions -= 1;
        result
    }

    /// `if c then yes else no` (FCL-M-IF).
    pub(super) fn branch(
        &mut self,
        c: &Scalar,
        yes: &dyn Fn(&mut Stager) -> Staged<Value>,
        no: &dyn Fn(&mut Stager) -> Staged<Value>,
        span: Span,
    ) -> Staged<Value> {
        FCL_M_IF.apply();
        match c.known() {
            Some(true) => return yes(self),
            Some(false) => return no(self),
            None => {}
        }
        let test = c.test.as_deref().cloned().unwrap_or_default();
        if self.lanes().is_some() {
            // Loops for all warps at once ask in their bodies.
            let negated = self.negated(c, span)?;
            let a = self.guarded(c, &test.yes, yes)?;
            let b = self.guarded(&negated, &test.no, no)?;
            return self.choose(c, &test, a, b, span);
        }
        let (a, first) = self.assuming(&test.yes, |stager| stager.scope(yes))?;
        let (b, second) = self.assuming(&test.no, |stager| stager.scope(no))?;
        if first.iter().chain(&second).all(
            |item| matches!(item, Item::Let { value, .. } if super::builder::is_harmless_anywhere(value)),
        ) {
            // An array may be chosen of which no element is ever read; whether the condition has a value is asked all the same.
            let c = match a.data().is_none() && super::builder::may_fail(&c.exp) {
                true => self.named(c.clone(), "c"),
                false => c.clone(),
            };
            // Names only: unused ones go away, used ones are computed for both branches.
            self.block.extend(first);
            self.block.extend(second);
            return self.choose(&c, &test, a, b, span);
        }
        let c = self.named(c.clone(), "c");
        let sized = |item: &Item| matches!(item, Item::Size { .. });
        if let (Some(of), false) = (a.data(), first.iter().chain(&second).any(sized)) {
            return self.chosen_base(&c, &test, &of, [(a, first), (b, second)], span);
        }
        let mut outside = Vec::new();
        let first = self.hoisted(first, &mut outside, span);
        let second = self.hoisted(second, &mut outside, span);
        let (yes, no) = (self.folded(first, span), self.folded(second, span));
        let result = PhraseType::Comm;
        self.emit(Phrase::prim(
            Prim::If { result },
            vec![c.exp.clone(), yes, no],
            span,
        ));
        for item in &outside {
            if let Item::Size { name, most, .. } = item {
                self.learn_bound(name, &most.plus(&Nat::one()));
                self.lengths.push(Nat::var(name));
            }
        }
        self.block.extend(outside);
        self.choose(&c, &test, a, b, span)
    }

    /// One of two base values, each with the commands that compute it: what is chosen is written to a cell.
    fn chosen_base(
        &mut self,
        c: &Scalar,
        test: &Test,
        of: &DataType,
        [(a, first), (b, second)]: [(Value, Vec<Item>); 2],
        span: Span,
    ) -> Staged<Value> {
        let space = self.own_space();
        let cell = self.cell(space, "chosen", of, span);
        let mut branches = Vec::new();
        for (value, items) in [(&a, first), (&b, second)] {
            let ((), store) = self.scope(|stager| {
                stager.block = items;
                stager.store_leaves(value, make::writes(&cell));
                Ok(())
            })?;
            branches.push(self.folded(store, span));
        }
        let result = PhraseType::Comm;
        let parts = std::iter::once(c.exp.clone()).chain(branches).collect();
        self.emit(Phrase::prim(Prim::If { result }, parts, span));
        let known = self.choose(c, test, a, b, span)?;
        Ok(read_as(&known, &Value::of(of, make::reads(&cell))))
    }

    fn negated(&mut self, c: &Scalar, span: Span) -> Staged<Scalar> {
        match self.scalar(ScalarOperator::Not, std::slice::from_ref(c), span)? {
            Value::Scalar(s) => Ok(s),
            other => Err(unexpected(span, "a truth value", &other)),
        }
    }

    /// Runs `inner` with a condition that all loops ask for which are emitted within.
    fn guarded(
        &mut self,
        c: &Scalar,
        facts: &[Nat],
        inner: &dyn Fn(&mut Stager) -> Staged<Value>,
    ) -> Staged<Value> {
        self.guards.push(c.exp.clone());
        let value = self.assuming(facts, |stager| inner(stager));
        self.guards.pop();
        value
    }

    /// One of two values, by a condition that is not known.
    fn choose(&mut self, c: &Scalar, test: &Test, a: Value, b: Value, span: Span) -> Staged<Value> {
        match (a, b) {
            (Value::Scalar(a), Value::Scalar(b)) => Ok(Value::Scalar(self.conditional(c, a, b, span))),
            (Value::Pair(a), Value::Pair(b)) => {
                let first = self.choose(c, test, a.0.clone(), b.0.clone(), span)?;
                let second = self.choose(c, test, a.1.clone(), b.1.clone(), span)?;
                Ok(Value::pair(first, second))
            }
            (Value::Function(f), Value::Function(g)) => {
                let c = c.clone();
                Ok(Value::Function(Rc::new(move |stager, x, span| {
                    let x = stager.shared(x, "x");
                    stager.branch(
                        &c,
                        &|stager| f(stager, x.clone(), span),
                        &|stager| g(stager, x.clone(), span),
                        span,
                    )
                })))
            }
            (Value::LevelFunction(f), Value::LevelFunction(g)) => {
                let c = c.clone();
                Ok(Value::LevelFunction(Rc::new(move |stager, level, span| {
                    stager.branch(
                        &c,
                        &|stager| f(stager, level, span),
                        &|stager| g(stager, level, span),
                        span,
                    )
                })))
            }
            (Value::Pull(a), Value::Pull(b)) => {
                let length = self.chosen_length(c, test, &a.length, &b.length, span)?;
                let c = c.clone();
                let element = move |stager: &mut Stager, i: &Nat, span| {
                    stager.branch(
                        &c,
                        &|stager| (a.element)(stager, i, span),
                        &|stager| (b.element)(stager, i, span),
                        span,
                    )
                };
                Ok(Value::Pull(Pull {
                    length,
                    element: Rc::new(element),
                }))
            }
            (Value::Push(a), Value::Push(b)) => {
                let length = self.chosen_length(c, test, &a.length, &b.length, span)?;
                let (c, whole) = (c.clone(), length.clone());
                let write = move |stager: &mut Stager, target: &Target, then: &Then| {
                    stager.either(&c, [&a, &b], &whole, target, then, span)
                };
                Ok(Value::Push(Push {
                    length,
                    write: Rc::new(write),
                }))
            }
            (a, b) => Err(internal(span, &format!("{} or {}", a.describe(), b.describe()))),
        }
    }

    fn chosen_length(&mut self, c: &Scalar, test: &Test, a: &Nat, b: &Nat, span: Span) -> Staged<Nat> {
        let same =
            a == b || self.assuming(&test.yes, |stager| stager.facts.equal(a, b)) || self.facts.equal(a, b);
        if same {
            return Ok(b.clone());
        }
        if self.assuming(&test.no, |stager| stager.facts.equal(a, b)) {
            return Ok(a.clone());
        }
        let of = |n: &Nat| Scalar::of_nat(n, span);
        let chosen = self.conditional(c, of(a), of(b), span);
        let most = self.facts.maximum(a, b);
        self.bounded(chosen.exp, &most, "length")
    }

    /// Writes one of two push arrays.
    fn either(
        &mut self,
        c: &Scalar,
        arrays: [&Push; 2],
        length: &Nat,
        target: &Target,
        then: &Then,
        span: Span,
    ) -> Staged<DataType> {
        let test = c.test.as_deref().cloned().unwrap_or_default();
        let [a, b] = arrays;
        if self.lanes().is_some() {
            let negated = self.negated(c, span)?;
            let mut of = None;
            for (c, facts, array) in [(c, &test.yes, a), (&negated, &test.no, b)] {
                self.guards.push(c.exp.clone());
                let target = fitted(self, target, &array.length, length);
                let written = self.assuming(facts, |stager| (array.write)(stager, &target, then));
                self.guards.pop();
                of = Some(written?);
            }
            return of.ok_or_else(|| internal(span, "no branch"));
        }
        let write = |stager: &mut Stager, array: &Push, facts: &[Nat]| {
            let target = fitted(stager, target, &array.length, length);
            stager.assuming(facts, |stager| {
                stager.scope(|stager| (array.write)(stager, &target, then))
            })
        };
        let (of, first) = write(self, a, &test.yes)?;
        let (_, second) = write(self, b, &test.no)?;
        let (yes, no) = (self.folded(first, span), self.folded(second, span));
        let result = PhraseType::Comm;
        self.emit(Phrase::prim(
            Prim::If { result },
            vec![c.exp.clone(), yes, no],
            span,
        ));
        Ok(of)
    }
}

/// The target of an array of `length` elements as that of `part` of them, where both are equal but are not seen to be.
pub(super) fn fitted(stager: &Stager, target: &Target, part: &Nat, length: &Nat) -> Target {
    if part == length {
        return target.clone();
    }
    let lanes = stager.lanes().unwrap_or_default();
    let of_lanes = |n: &Nat| {
        lanes
            .iter()
            .fold(n.clone(), |total, (_, extent)| total.times(extent))
    };
    let (n, m) = (of_lanes(part), of_lanes(&length.minus(part)));
    target.with(move |of, a| {
        let span = a.span;
        let prim = Prim::TakeAcc {
            n: n.clone(),
            m: m.clone(),
            of: of.clone(),
        };
        Phrase::prim(prim, vec![a], span)
    })
}

impl Stager {
    /// Moves the binders of a branch out of it, so that what the branch makes can be used after it.
    fn hoisted(&mut self, items: Vec<Item>, after: &mut Vec<Item>, span: Span) -> Vec<Item> {
        let space = self.own_space();
        let mut inside = Vec::new();
        for item in items {
            let (name, of, current) = match &item {
                Item::Cell { .. } => {
                    self.block.push(item);
                    continue;
                }
                Item::Command(_) | Item::Only(_) => {
                    inside.push(item);
                    continue;
                }
                Item::Let { name, of, .. } => (name.clone(), of.clone(), Phrase::var(name, span)),
                Item::Size { name, .. } => {
                    let of = DataType::Num(PrimType::I32);
                    let number = make::nat_value(PrimType::I32, &Nat::var(name), span);
                    (name.clone(), of, number)
                }
            };
            let cell = Name::fresh(name.text());
            let variable = Phrase::var(&cell, span);
            self.block.push(Item::Cell {
                space,
                name: cell,
                of: of.clone(),
            });
            let first = make::assign(&of, make::writes(&variable), zero(&of, span));
            self.block.push(Item::Command(first));
            after.push(match &item {
                Item::Size { most, place, .. } => Item::Size {
                    name,
                    // Where the branch is not taken the number is 0, also if no number is in bounds.
                    most: self.facts_outside.maximum_of(most, &Nat::zero()),
                    number: make::reads(&variable),
                    place: *place,
                },
                _ => Item::Let {
                    name,
                    of: of.clone(),
                    value: make::reads(&variable),
                },
            });
            inside.push(item);
            inside.push(Item::Command(make::assign(&of, make::writes(&variable), current)));
        }
        inside
    }
}

/// The numbers of `read`, with what is known of those of `known`.
fn read_as(known: &Value, read: &Value) -> Value {
    match (known, read) {
        (Value::Scalar(known), Value::Scalar(read)) => Value::Scalar(Scalar {
            exp: read.exp.clone(),
            ..known.clone()
        }),
        (Value::Pair(known), Value::Pair(read)) => {
            Value::pair(read_as(&known.0, &read.0), read_as(&known.1, &read.1))
        }
        (_, read) => read.clone(),
    }
}

/// Some value of the type.
pub(super) fn zero(of: &DataType, span: Span) -> Phrase {
    match of {
        DataType::Num(PrimType::Bool) => literal(PrimValue::Bool(false), span),
        DataType::Num(ty) => super::scalar::number(*ty, 0, span),
        _ => literal(PrimValue::I32(0), span),
    }
}

/// `[e1, …, en]`: the elements stay unevaluated.
fn literal_array(parts: &[Expression], env: &Environment) -> Value {
    let (parts, env) = (parts.to_vec(), env.clone());
    let length = Nat::lit(parts.len() as i64);
    let element = move |stager: &mut Stager, i: &Nat, span: Span| {
        FCL_M_PULL.apply();
        match i.as_constant().and_then(|i| parts.get(usize::try_from(i).ok()?)) {
            Some(part) => stager.evaluate(part, &env),
            None => stager.one_of(&parts, 0, i, &env, span),
        }
    };
    Value::Pull(Pull {
        length,
        element: Rc::new(element),
    })
}

impl Stager {
    /// Element `i` of a written array, of which `parts` begin at `first`: the half that it is in, by comparing.
    fn one_of(
        &mut self,
        parts: &[Expression],
        first: usize,
        i: &Nat,
        env: &Environment,
        span: Span,
    ) -> Staged<Value> {
        match parts {
            [] => {
                // The array is empty: no index is in range.
                self.require(literal(PrimValue::Bool(false), span), failures::index(span))?;
                Ok(Value::Scalar(Scalar::constant(PrimValue::I32(0), span)))
            }
            [part] => self.evaluate(part, env),
            _ => {
                let (low, high) = parts.split_at(parts.len() / 2);
                let middle = first + low.len();
                let (operator, bound) = match low {
                    [_] => (ScalarOperator::Equal, first),
                    _ => (ScalarOperator::Less, middle),
                };
                let bound = Scalar::constant(PrimValue::I32(bound as i32), span);
                let c = self.scalar(operator, &[Scalar::of_nat(i, span), bound], span)?;
                let c = self.number(c, span)?;
                self.branch(
                    &c,
                    &|stager| stager.one_of(low, first, i, env, span),
                    &|stager| stager.one_of(high, middle, i, env, span),
                    span,
                )
            }
        }
    }

    /// The indexes of the warps whose parts are made at once, if any.
    pub(super) fn lanes(&self) -> Option<&[(Name, Nat)]> {
        match &self.place {
            Place::Group { lanes, .. } if !lanes.is_empty() => Some(lanes),
            _ => None,
        }
    }
}

/// An operator that wants more arguments.
pub(super) fn curried(
    arguments: Vec<Value>,
    saturated: impl Fn(&mut Stager, Vec<Value>, Span) -> Staged<Value> + 'static,
) -> Value {
    let f: Function = Rc::new(move |stager, argument, span| {
        let mut all = arguments.clone();
        all.push(argument);
        saturated(stager, all, span)
    });
    Value::Function(f)
}

/// `push`, which wants a level.  Where it runs is known from the place.
fn level_operator(operator: Operator) -> Value {
    Value::LevelFunction(Rc::new(move |stager, _, span| {
        stager.operator(operator, vec![], span)
    }))
}

/// Something else than the checker promised.
pub(super) fn unexpected(span: Span, wanted: &str, found: &Value) -> Box<Diagnostic> {
    internal(span, &format!("{wanted} is wanted, not {}", found.describe()))
}
