//! Derivatives: functions from vectors to vectors, and what is made of them by `linearize` and `transpose`.
//!
//! Points, tangents and cotangents are made apart from each other, and most of their numbers are not zero.  What is transposed is computed by
//! whole numbers ([`Floats::Whole`]), so that sums have the same bits in any order.

use super::build;
use super::held::holds_functions;
use super::scope::{Features, Floats, Generator};
use super::{Shape, arrow, lambda};
use crate::Choices;
use elder_dex::core::rewrite::free;
use elder_dex::core::{Binder, Block, Exp, Projection, Row, Type, Value};

/// How many functions of which derivatives are taken stand in each other.
const NESTED: usize = 2;

/// How often what is around a derivative is run at most.
const AROUND: u64 = 12;

/// A function between vector spaces.
#[derive(Clone, Debug)]
struct Map {
    function: Value,
    from: Type,
    to: Type,
    /// Whether it is linear by its form.
    linear: bool,
}

impl Features {
    /// Some of all features.
    pub fn some(c: &mut Choices) -> Features {
        Features {
            derivatives: [
                None,
                None,
                None,
                Some(Floats::Whole),
                Some(Floats::Whole),
                Some(Floats::Curved),
            ][c.below(6)],
            functions: c.below(2) == 1,
        }
    }
}

impl Generator {
    /// What is made where floats are computed so that derivatives can be taken.
    pub fn differentiably<T>(&mut self, make: impl FnOnce(&mut Generator) -> T) -> T {
        let (shape, floats, exact) = (self.shape, self.floats, self.exact);
        let (rounds, within) = (self.rounds, self.within);
        let begin = match floats {
            Floats::Any => self.scope.len(),
            _ => within.0,
        };
        self.shape = Shape::SMOOTH;
        self.floats = self.features.derivatives.unwrap_or(Floats::Whole);
        self.exact = false;
        self.rounds = 1;
        self.within = (begin, within.1 + 1);
        let made = make(self);
        (self.shape, self.floats, self.exact) = (shape, floats, exact);
        (self.rounds, self.within) = (rounds, within);
        made
    }

    /// Derivatives of a function, as they are taken here.
    pub fn derivative(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        self.features.derivatives?;
        if self.within.1 >= NESTED || self.rounds > AROUND || self.derivatives == 0 {
            return None;
        }
        self.derivatives -= 1;
        let before = self.derivatives + 1;
        let begin = self.scope.len();
        let results = self.differentiably(|g| {
            let map = match c.below(4) {
                0 => g.known_map(c),
                1 | 2 if !g.linear.is_empty() => g.known_map(c),
                _ => None,
            };
            let map = match map {
                Some(map) => map,
                None => {
                    let map = g.some_map(c, depth);
                    g.named(c, map)
                }
            };
            // What is within others is done once more for each of them.
            let orders: &[usize] = match (g.within.1, before - g.derivatives) {
                (1, 1) => &[0, 0, 1, 1, 2],
                (1, _) => &[0, 0, 1],
                _ => &[0, 0, 0, 1],
            };
            let order = c.pick(orders).copied().unwrap_or(0);
            g.taken(c, map, order)
        });
        for (value, ty) in results {
            self.bounded(value, &ty);
        }
        if !self.is_differentiable() {
            // Functions of which derivatives are taken are given small numbers only.
            let own = self.scope[begin..].iter_mut();
            own.filter(|one| one.tame && holds_functions(&one.ty))
                .for_each(|one| one.used = true);
        }
        Some(())
    }

    /// `def g: a -> b = \x: a. ..`, of vectors.
    pub fn map_definition(&mut self, c: &mut Choices, number: usize) {
        let room = std::mem::replace(&mut self.room, 20);
        let map = self.differentiably(|g| {
            let map = g.some_map(c, 2);
            let name = g.fresh(&format!("g{number}"));
            let ty = g.arrow_of(&map.from, &map.to);
            g.declare(name, ty.clone());
            (Binder { name, ty }, map.function)
        });
        self.room = room;
        let (binder, function) = map;
        self.program.definitions.push(elder_dex::core::Definition {
            binder,
            body: Block::from(function),
            at: elder_syntax::Span::NONE,
        });
    }

    /// A function in scope between vector spaces.
    fn known_map(&mut self, c: &mut Choices) -> Option<Map> {
        let (function, ty) = self.find(c, |g, ty| match ty {
            Value::Arrow(arrow) => {
                arrow.effects.is_pure()
                    && !free(&arrow.result).contains(&arrow.binder.name)
                    && g.is_vector(&arrow.binder.ty)
                    && g.is_vector(&arrow.result)
            }
            _ => false,
        })?;
        let Value::Arrow(arrow) = ty else { return None };
        let linear = matches!(function, Value::Var(name) if self.linear.contains(&name));
        Some(Map {
            function,
            from: arrow.binder.ty.clone(),
            to: arrow.result.clone(),
            linear,
        })
    }

    /// `\x: a. ..`
    fn some_map(&mut self, c: &mut Choices, depth: usize) -> Map {
        let from = self.vector_type(c);
        let name = self.fresh("x");
        let count = 2 + c.below(4);
        let ((value, to), stms) = self.nested(Some(Row::PURE), |g| {
            let begin = g.scope.len();
            g.declare_moving(name, from.clone());
            // Slopes are of primitive functions, all else is better seen by whole numbers.
            let first = if g.floats == Floats::Curved { 5 } else { 1 };
            for _ in 0..first {
                c.part(|c| g.differentiable(c));
            }
            g.statements(c, depth.min(2), count);
            g.outcome(c, begin, first.max(4))
        });
        let binder = build::binder(name, from.clone());
        let body = Block { stms, result: value };
        let function = lambda(binder, Row::PURE, body);
        let linear = false;
        Map {
            function,
            from,
            to,
            linear,
        }
    }

    /// `a -> b`
    fn arrow_of(&mut self, from: &Type, to: &Type) -> Type {
        let name = self.fresh("x");
        let ty = from.clone();
        arrow(self, &Binder { name, ty }, Row::PURE, to)
    }

    /// The function behind a name, or as it is.
    fn named(&mut self, c: &mut Choices, map: Map) -> Map {
        if c.below(3) == 0 {
            return map;
        }
        let ty = self.arrow_of(&map.from, &map.to);
        let function = self.bind("f", ty, Exp::Value(map.function));
        Map { function, ..map }
    }

    /// `\x: a. ..`, made of its argument.
    fn map(&mut self, from: &Type, to: &Type, make: impl FnOnce(&mut Generator, Value) -> Value) -> Map {
        let name = self.fresh("x");
        let ty = from.clone();
        let body = self.block(Some(Row::PURE), |g| {
            g.declare_moving(name, ty.clone());
            make(g, Value::Var(name))
        });
        Map {
            function: lambda(Binder { name, ty }, Row::PURE, body),
            from: from.clone(),
            to: to.clone(),
            linear: false,
        }
    }

    /// `linearize f w`
    fn linearized(&mut self, map: &Map, point: Value) -> Value {
        let tangent = self.arrow_of(&map.from, &map.to);
        let ty = Value::pair_type(map.to.clone(), tangent);
        let both = self.bind("l", ty, Exp::Linearize(map.function.clone(), point));
        self.hide(both)
    }

    /// `(snd l) t`
    fn moved(&mut self, both: &Value, map: &Map, tangent: Value) -> Value {
        let function = Value::project(Projection::Second, both.clone());
        let change = self.bind("t", map.to.clone(), Exp::Apply(function, tangent));
        self.hide(change)
    }

    /// `transpose f t`
    fn back(&mut self, function: Value, from: &Type, weight: Value) -> Value {
        let weights = self.bind("u", from.clone(), Exp::Transpose(function, weight));
        self.hide(weights)
    }

    /// What derivatives of a function give, those of so high an order.
    fn taken(&mut self, c: &mut Choices, map: Map, order: usize) -> Vec<(Value, Type)> {
        let is_whole = self.floats == Floats::Whole;
        if order > 0 {
            let derived = self.derived(c, &map);
            let derived = self.named(c, derived);
            return self.taken(c, derived, order - 1);
        }
        if map.linear && is_whole && c.below(3) > 0 {
            let weight = self.direction(c, &map.to);
            return vec![(self.back(map.function, &map.from, weight), map.from)];
        }
        let point = match c.below(3) {
            0 => self.make(c, &map.from, 2),
            _ => self.direction(c, &map.from),
        };
        let both = self.linearized(&map, point);
        let mut results = vec![(Value::project(Projection::First, both.clone()), map.to.clone())];
        let which = c.below(if is_whole { 3 } else { 1 });
        if which != 1 {
            let tangent = self.direction(c, &map.from);
            results.push((self.moved(&both, &map, tangent), map.to.clone()));
        }
        if which != 0 {
            let weight = self.direction(c, &map.to);
            let function = match c.below(2) {
                0 => Value::project(Projection::Second, both),
                _ => {
                    let applied = |g: &mut Generator, t| g.moved(&both, &map, t);
                    self.map(&map.from, &map.to, applied).function
                }
            };
            results.push((self.back(function, &map.from, weight), map.from));
        }
        results
    }

    /// A function that takes a derivative of another one.
    fn derived(&mut self, c: &mut Choices, map: &Map) -> Map {
        let (from, to) = (&map.from, &map.to);
        let is_whole = self.floats == Floats::Whole;
        match c.below(if is_whole { 7 } else { 3 }) {
            // x ↦ D f(x) t
            0 => self.map(from, to, |g, x| {
                let both = g.linearized(map, x);
                let tangent = g.direction(c, from);
                let change = g.moved(&both, map, tangent);
                g.bounded(change, to)
            }),
            // x ↦ (f x, D f(x) x)
            1 => self.map(from, &Value::pair_type(to.clone(), to.clone()), |g, x| {
                let both = g.linearized(map, x.clone());
                let change = g.moved(&both, map, x);
                let change = g.bounded(change, to);
                Value::pair(Value::project(Projection::First, both), change)
            }),
            // t ↦ D f(w) t
            2 => {
                let point = self.direction(c, from);
                let both = self.linearized(map, point);
                let made = self.map(from, to, |g, t| {
                    let change = g.moved(&both, map, t);
                    g.bounded(change, to)
                });
                Map { linear: true, ..made }
            }
            // x ↦ (D f(x))ᵀ t, the gradient
            3 | 4 => self.map(from, from, |g, x| {
                let both = g.linearized(map, x);
                let weight = g.direction(c, to);
                let back = g.back(Value::project(Projection::Second, both), from, weight);
                g.bounded(back, from)
            }),
            // t ↦ (D f(w))ᵀ t
            5 => {
                let point = self.direction(c, from);
                let both = self.linearized(map, point);
                let function = Value::project(Projection::Second, both);
                let made = self.map(to, from, |g, t| {
                    let back = g.back(function, from, t);
                    g.bounded(back, from)
                });
                Map { linear: true, ..made }
            }
            // (x, t) ↦ (D f(x))ᵀ t
            _ => {
                let both = Value::pair_type(from.clone(), to.clone());
                self.map(&both, from, |g, x| {
                    let part = |part| Value::project(part, x.clone());
                    let both = g.linearized(map, part(Projection::First));
                    let function = Value::project(Projection::Second, both);
                    let back = g.back(function, from, part(Projection::Second));
                    g.bounded(back, from)
                })
            }
        }
    }
}
