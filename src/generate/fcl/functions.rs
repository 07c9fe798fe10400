//! Terms that are calls: of functions written where they are called, bound by `let`, or defined before the kernel; with
//! arguments given one after the other; polymorphic in types and levels.

use super::build::{bind, boolean, branch, functions, generate, int, level_function, pair, push, var};
use super::prelude::Helper;
use super::terms::Generator;
use super::types::{Data, Goal, Known, Place, Size};
use crate::{ChoiceTree, Choices};
use elder_fcl::{BaseType, Effect, Expression, Level, Variable};

/// Where a function is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Here,
    Let,
    Definition,
}

impl Generator {
    /// `f a b`
    pub fn called(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let mut written = [Written::Here, Written::Let, Written::Definition][c.below(3)];
        let own_level = match &place.effect {
            Effect::At(level) if written != Written::Here && *level != Level::THREAD && c.one_in(2) => {
                Some(level.clone())
            }
            _ => None,
        };
        let l = Variable::fresh("l");
        let to_variable = |level: &Level| match &own_level {
            Some(own) if own == level => Level::Var(l.clone()),
            _ => level.clone(),
        };
        // What a definition says, it says without the variables around it.
        let sizes = c.part(|c| self.size(c));
        let n = Variable::fresh("n");
        let mut named = None;
        let mut resize = |size: &Size| {
            if written != Written::Definition {
                return size.clone();
            }
            if named.is_none() && sizes.value == size.value {
                named = Some(size.clone());
            }
            match &named {
                Some(known) if known.value == size.value => Size::of(size.value, var(&n)),
                _ => Size::literal(size.value),
            }
        };
        let mut result = goal.map(&mut resize, &to_variable);
        let inner = Place {
            turnstile: if own_level.is_some() {
                None
            } else {
                place.turnstile.clone()
            },
            effect: match &place.effect {
                Effect::At(level) => Effect::At(to_variable(level)),
                other => other.clone(),
            },
        };
        if written == Written::Definition && (open(&result, &l) || open_effect(&inner.effect, &l)) {
            // It would mention a level that only this place knows.
            written = Written::Here;
            result = goal.clone();
            named = None;
        }
        let (own_level, inner) = match written {
            Written::Here => (None, place.clone()),
            _ => (own_level, inner),
        };
        let mut arguments: Vec<Expression> = Vec::new();
        let mut parameters: Vec<Known> = Vec::new();
        if let Some(size) = named {
            let mut known = Known::new(&n, Goal::Data(Data::INT));
            known.value = Some(size.value);
            parameters.push(known);
            arguments.push(size.expression);
        }
        for _ in 0..1 + c.below(2) {
            let of = c.part(|c| self.parameter(c));
            arguments.push(self.part(c, &of, place, depth.min(2)));
            let x = Variable::fresh("x");
            let of = if written == Written::Definition {
                of.map(&mut |size| Size::literal(size.value), &Level::clone)
            } else {
                of
            };
            parameters.push(Known::new(&x, of));
        }
        let names: Vec<Variable> = parameters.iter().map(|known| known.variable.clone()).collect();
        let scope = if written == Written::Definition {
            std::mem::take(&mut self.scope)
        } else {
            self.scope.clone()
        };
        let pins: Vec<(Variable, Goal)> = parameters
            .iter()
            .filter(|known| is_not_int(&known.goal))
            .map(|known| (known.variable.clone(), known.goal.clone()))
            .collect();
        let body = self.with(parameters, |g| g.part(c, &result, &inner, depth));
        let body = pins.into_iter().fold(body, |body, (x, goal)| {
            let like = self.sample(&goal);
            let pin = branch(boolean(true), var(&x), like);
            bind(&Variable::fresh("pin"), pin, body)
        });
        let mut body = functions(&names, body);
        self.scope = scope;
        if own_level.is_some() {
            body = level_function(&l, body);
        }
        let f = Variable::fresh("f");
        let mut function = match written {
            Written::Here => body.clone(),
            Written::Let => var(&f),
            Written::Definition => var(&self.define("f", body.clone())),
        };
        if let Some(level) = own_level {
            function = function.apply_level(level);
        }
        let call = if arguments.len() > 1 && c.one_in(3) {
            // The first argument alone makes a function.
            let partial = Variable::fresh("g");
            let mut arguments = arguments.into_iter();
            let given = arguments.next().map_or(function.clone(), |a| function.apply(a));
            let rest = arguments.fold(var(&partial), |f, a| f.apply(a));
            bind(&partial, given, rest)
        } else {
            arguments.into_iter().fold(function, |f, a| f.apply(a))
        };
        if written == Written::Let {
            bind(&f, body, call)
        } else {
            call
        }
    }

    /// Something of that type.
    fn sample(&mut self, goal: &Goal) -> Expression {
        match goal {
            Goal::Data(data) => self.literal(&mut Choices::replaying(ChoiceTree::default()), data),
            Goal::Pull(element, ..) => {
                let element = self.sample(element);
                generate(int(0), &Variable::fresh("i"), element)
            }
            Goal::Push(data, _, level) => {
                let element = self.sample(&Goal::Data(data.clone()));
                push(level, generate(int(0), &Variable::fresh("i"), element))
            }
            Goal::Pair(a, b) => pair(self.sample(a), self.sample(b)),
        }
    }

    /// The type of a parameter: data or an array in which nothing happens.
    fn parameter(&mut self, c: &mut Choices) -> Goal {
        let data = self.data(c);
        if c.one_in(2) {
            let size = self.size(c);
            return Goal::pull(&data, &size, &Effect::Pure);
        }
        Goal::Data(data)
    }

    /// Through a function that is polymorphic in all types, used twice at different types.
    pub fn through_helper(
        &mut self,
        c: &mut Choices,
        goal: &Goal,
        place: &Place,
        depth: usize,
    ) -> Expression {
        match c.below(5) {
            0 => {
                let e = self.part(c, goal, place, depth);
                self.helper(Helper::Identity).apply(e)
            }
            1 => {
                let other = c.part(|c| self.some_goal(c, place));
                let e = self.part(c, goal, place, depth);
                let other = self.part(c, &other, place, depth.min(1));
                self.helper(Helper::Constant).apply(e).apply(other)
            }
            2 => {
                let from = Goal::Data(self.data(c));
                let x = self.part(c, &from, place, depth);
                let f = c.part(|c| self.argument(c, &from, goal, place, depth));
                self.helper(Helper::Apply).apply(f).apply(x)
            }
            _ => {
                // let id = fn x => x in … id … id
                let id = Variable::fresh("id");
                let x = Variable::fresh("x");
                let y = Variable::fresh("y");
                let from = Goal::Data(self.data(c));
                let e = self.part(c, &from, place, depth);
                let known = vec![Known::new(&y, from)];
                let rest = self.with(known, |g| g.part(c, goal, place, depth));
                let rest = var(&id).apply(rest);
                let rest = bind(&y, var(&id).apply(e), rest);
                let number = var(&id).apply(int(0));
                let rest = if c.one_in(2) {
                    rest
                } else {
                    bind(&Variable::fresh("z"), number, rest)
                };
                bind(&id, functions(std::slice::from_ref(&x), var(&x)), rest)
            }
        }
    }
}

/// Whether something other than `int` stands in it: where the type of a parameter is open, overloaded operators take it for `int` (FCL-G-OVER), unless
/// something else says what it is.
fn is_not_int(goal: &Goal) -> bool {
    match goal {
        Goal::Data(data) | Goal::Push(data, ..) => data.components().iter().any(|t| *t != BaseType::I32),
        Goal::Pull(element, ..) => is_not_int(element),
        Goal::Pair(a, b) => is_not_int(a) || is_not_int(b),
    }
}

/// Whether a level variable other than this one stands in it.
fn open(goal: &Goal, own: &Variable) -> bool {
    match goal {
        Goal::Data(_) => false,
        Goal::Pull(element, _, effect) => open_effect(effect, own) || open(element, own),
        Goal::Push(_, _, level) => open_level(level, own),
        Goal::Pair(a, b) => open(a, own) || open(b, own),
    }
}

fn open_effect(effect: &Effect, own: &Variable) -> bool {
    matches!(effect, Effect::At(level) if open_level(level, own))
}

fn open_level(level: &Level, own: &Variable) -> bool {
    level.variable().is_some_and(|x| x != own)
}
