//! Terms that are push arrays.

use super::Variant;
use super::build::{
    self, add, first, force, function, int, multiply, numeral, operator, push, second, subtract, var,
};
use super::prelude::Helper;
use super::terms::{Ending, Generator, Row};
use super::types::{Data, Goal, Known, Place, Size};
use crate::Choices;
use crate::kit::{Way, table};
use elder_fcl::{Effect, Expression, Level, Operator, ScalarOperator, Variable};
use std::sync::Arc;

fn parts(goal: &Goal) -> (Data, Size, Level) {
    match goal {
        Goal::Push(data, n, level) => (data.clone(), n.clone(), level.clone()),
        _ => (Data::INT, Size::literal(1), Level::THREAD),
    }
}

/// `1+γ` taken apart.
fn below(level: &Level) -> Option<Level> {
    match level {
        Level::Succ(below) => Some((**below).clone()),
        _ => None,
    }
}

/// The ways to a push array.
pub const WAYS: &[Row] = table! { Way { weight, make, may }
    (1, Generator::simplest, |_, _, _| true);
    (2, Generator::pushed, |_, _, _| true);
    (1, Generator::mapped_pushed, |_, _, _| true);
    (1, Generator::mapped_to, |g, _, _| g.features.helpers);
    (1, Generator::reduced_to, |g, goal, place| {
        g.features.helpers && parts(goal).1.value == 1 && is_run(goal, place) && g.features.loops
    });
    (2, Generator::library_kernel, |g, goal, place| {
        g.features.library && g.features.loops && is_run(goal, place)
    });
    (1, Generator::scanned, |g, goal, _| g.features.folds && parts(goal).2 == Level::THREAD);
    (5, Generator::in_parts, |g, goal, place| {
        let level = parts(goal).2;
        let is_in_order = place.turnstile.as_ref() == Some(&level) && below(&level).is_some();
        g.features.parts && is_in_order && is_run(goal, place)
    });
};

/// Whether the place runs what is at its level.
fn is_run(goal: &Goal, place: &Place) -> bool {
    place.effect == Effect::At(parts(goal).2)
}

impl Generator {
    /// `push <l> xs`
    fn pushed(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, n, level) = parts(goal);
        let xs = self.part(
            c,
            &Goal::pull(&data, &n, &Effect::At(Level::THREAD)),
            place,
            depth,
        );
        if self.shape.variant == Variant::Forced && place.effect == Effect::At(level.clone()) {
            return push(&level, force(push(&level, xs)));
        }
        push(&level, xs)
    }

    /// `mapPush f p`; the function runs on threads.
    fn mapped_pushed(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, n, level) = parts(goal);
        let source = self.data(c);
        let p = self.part(c, &Goal::Push(source.clone(), n.clone(), level), place, depth);
        let inner = place.with(&Effect::At(Level::THREAD));
        let (from, to) = (Goal::Data(source), Goal::Data(data));
        let f = self.repeated(n.value, |g| {
            c.part(|c| g.argument(c, &from, &to, &inner, depth.min(2)))
        });
        let operators = [Operator::MapPush, Operator::Map];
        operator(operators[c.below(2)], [f, p])
    }

    /// `mapTo <l> f xs`
    fn mapped_to(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, n, level) = parts(goal);
        let source = self.data(c);
        let xs = self.part(c, &Goal::pull(&source, &n, &Effect::Pure), place, depth);
        let inner = place.with(&Effect::At(Level::THREAD));
        let (from, to) = (Goal::Data(source), Goal::Data(data));
        let f = self.repeated(n.value, |g| c.part(|c| g.argument(c, &from, &to, &inner, depth)));
        self.helper(Helper::MapTo).apply_level(level).apply(f).apply(xs)
    }

    /// `red <l> f xs`: one element.
    fn reduced_to(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, _, level) = parts(goal);
        let size = Size::literal([2, 4, 8][c.below(3)]);
        let xs = self.part(c, &Goal::pull(&data, &size, &Effect::Pure), place, depth);
        let f = self.repeated(size.value, |g| {
            c.part(|c| g.binary(c, &data, &place.with(&Effect::Pure), depth.min(2)))
        });
        self.helper(Helper::Reduce).apply_level(level).apply(f).apply(xs)
    }

    /// `fn x => fn y => body`, all of one type.
    pub fn binary(&mut self, c: &mut Choices, data: &Data, place: &Place, depth: usize) -> Expression {
        let goal = Goal::Data(data.clone());
        let (x, y) = (Variable::fresh("x"), Variable::fresh("y"));
        let known = vec![Known::new(&x, goal.clone()), Known::new(&y, goal.clone())];
        let body = self.with(known, |g| g.part(c, &goal, place, depth));
        build::functions(&[x, y], body)
    }

    /// `scanThread f z xs`
    fn scanned(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, n, _) = parts(goal);
        let source = self.data(c);
        let thread = Effect::At(Level::THREAD);
        let z = self.part(c, &Goal::Data(data.clone()), place, depth);
        let latent = if c.one_in(3) { thread.clone() } else { Effect::Pure };
        let xs = self.part(c, &Goal::pull(&source, &n, &latent), place, depth);
        let (a, x) = (Variable::fresh("a"), Variable::fresh("x"));
        let known = vec![
            Known::new(&a, Goal::Data(data.clone())),
            Known::new(&x, Goal::Data(source)),
        ];
        let inner = place.with(&thread);
        let body = self.repeated(n.value, |g| {
            g.with(known, |g| {
                g.part(c, &Goal::Data(data.clone()), &inner, depth.min(2))
            })
        });
        operator(Operator::ScanThread, [build::functions(&[a, x], body), z, xs])
    }

    /// `concat m parts` or `interleave m f parts`: the parts are pushed one level below.
    pub fn in_parts(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (data, n, level) = parts(goal);
        let Some(lower) = below(&level) else {
            return self.leaf(c, goal, place);
        };
        let same = match c.below(8) {
            0 => Some((Operator::ConcatSeq, level.clone())),
            1 => Some((Operator::ConcatThreads, Level::THREAD)),
            _ => None,
        };
        if let Some((concat, lower)) = same {
            let (count, length) = n.split(c);
            let part = Goal::Push(data, length.clone(), lower.clone());
            let all = Goal::Pull(Arc::new(part), count, Effect::At(lower.clone()));
            let inner = Place::new(Some(lower), Effect::Pure);
            let all = self.part(c, &all, &inner, depth);
            return operator(concat, [length.expression.clone(), all]);
        }
        let cut = c.one_in(4);
        // So many elements lie before the first one, and so many parts behind the last.
        let (before, behind) = match cut && c.one_in(2) {
            true => (c.below(4), c.below(2)),
            false => (0, 0),
        };
        let (count, length) = if cut {
            // Parts of any length; the last one is cut.
            let length = Size::literal(1 + c.below(4));
            let count = (n.value + before).div_ceil(length.value) + behind;
            let up = subtract(
                add(
                    add(n.expression.clone(), numeral(before)),
                    length.expression.clone(),
                ),
                int(1),
            );
            let whole = build::divide(up, length.expression.clone());
            (Size::of(count, add(whole, numeral(behind))), length)
        } else {
            n.split(c)
        };
        let made = if self.ends_in(c, Ending::Parts) {
            length.plus(&Size::literal(1))
        } else {
            length.clone()
        };
        let part = Goal::Push(data, made, lower.clone());
        let all = Goal::Pull(Arc::new(part), count.clone(), Effect::At(lower.clone()));
        // The parts are put together, not run, by who evaluates this.
        let inner = Place::new(Some(lower), Effect::Pure);
        let all = self.part(c, &all, &inner, depth);
        let m = length.expression.clone();
        if cut {
            let p = Variable::fresh("p");
            let in_order = add(multiply(first(var(&p)), m.clone()), second(var(&p)));
            let position = match c.below(4) {
                0 | 1 if before + behind == 0 => self.permutation(c, &count, &length, &var(&p)),
                // Counted down: the first ones lie behind the end.
                0 => subtract(add(n.expression.clone(), numeral(before)), add(in_order, int(1))),
                _ => subtract(in_order, numeral(before)),
            };
            let position = match before + behind {
                0 if self.features.computed && c.one_in(3) => {
                    self.rearranged(c, &count.times(&length), position)
                }
                _ => position,
            };
            let f = function(&p, position);
            return operator(Operator::InterleaveInto, [n.expression, m, f, all]);
        }
        if c.one_in(2) {
            let p = Variable::fresh("p");
            let mut position = self.permutation(c, &count, &length, &var(&p));
            if self.features.computed && c.one_in(3) {
                position = self.rearranged(c, &n, position);
            }
            return operator(Operator::Interleave, [m, function(&p, position), all]);
        }
        if self.shape.variant == Variant::Interleaved {
            let p = Variable::fresh("p");
            let position = add(multiply(first(var(&p)), m.clone()), second(var(&p)));
            return operator(Operator::Interleave, [m, function(&p, position), all]);
        }
        operator(Operator::Concat, [m, all])
    }

    /// Another order of the positions below `n`, which nothing sees to be one.
    fn rearranged(&mut self, c: &mut Choices, n: &Size, x: Expression) -> Expression {
        use ScalarOperator::{Max, Xor};
        let all = n.expression.clone();
        if n.value == 0 {
            return x;
        }
        match c.below(4) {
            0 if n.value.is_multiple_of(2) => build::scalar(Xor, [x, int(1)]),
            1 => {
                // By a factor without a divisor in common.
                let coprime = [7, 5, 3, 11].into_iter().find(|by| !n.value.is_multiple_of(*by));
                let by = numeral(coprime.unwrap_or(1));
                build::modulo(add(multiply(x, by), int(2)), all)
            }
            2 => {
                // The first ones the other way round.
                let half = numeral(c.below(n.value + 1));
                let turned = subtract(subtract(half.clone(), int(1)), x.clone());
                build::branch(build::less(x.clone(), half), turned, x)
            }
            _ => match self.some_number(c) {
                Some(number) => {
                    let by = build::modulo(build::scalar(Max, [number, int(0)]), all.clone());
                    build::modulo(add(x, by), all)
                }
                None => x,
            },
        }
    }

    /// Where element `snd p < m` of part `fst p < k` goes: the digits of both in another order, counted from the other end, or rotated.
    fn permutation(&mut self, c: &mut Choices, k: &Size, m: &Size, p: &Expression) -> Expression {
        let mut digits: Vec<(Expression, Size)> = Vec::new();
        for (number, size) in [(first(p.clone()), k), (second(p.clone()), m)] {
            if size.value > 1 && c.one_in(2) {
                let (high, low) = size.split(c);
                let by = low.expression.clone();
                digits.push((build::divide(number.clone(), by.clone()), high));
                digits.push((build::modulo(number, by), low));
            } else {
                digits.push((number, size.clone()));
            }
        }
        if self.ends_in(c, Ending::Collision) {
            digits.remove(c.below(digits.len()));
        }
        let mut position: Option<Expression> = None;
        while !digits.is_empty() {
            let (digit, radix) = digits.remove(c.below(digits.len()));
            let digit = match c.below(8) {
                0 | 1 => subtract(subtract(radix.expression.clone(), int(1)), digit),
                // Rotated.
                2 if radix.value > 0 => {
                    let by = numeral(c.below(2 * radix.value));
                    build::modulo(add(digit, by), radix.expression.clone())
                }
                _ => digit,
            };
            position = Some(match position {
                None => digit,
                Some(higher) => add(multiply(higher, radix.expression), digit),
            });
        }
        position.unwrap_or_else(|| int(0))
    }
}
