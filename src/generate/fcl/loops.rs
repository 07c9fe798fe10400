//! Terms with `while`. All of them end, but for a rare one that never does.

use super::build::{
    self, add, branch, divide, first, function, generate, index, int, length, less, numeral, operator, pair,
    push, scalar, second, subtract, var,
};
use super::terms::Generator;
use super::types::{Data, Goal, Known, Place, Size};
use crate::Choices;
use elder_fcl::{Effect, Expression, Level, Operator, ScalarOperator, Variable};
use std::sync::Arc;

/// How an array gets shorter in a turn.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Element k with element k + ⌈n/2⌉.
    Halves,
    /// Element 2k with element 2k + 1; a last one alone is dropped.
    Neighbours,
    /// Element k with element k + 1.
    Differences,
}

/// What a loop makes, and where it stands.
#[derive(Clone, Copy)]
struct Loop<'a> {
    data: &'a Data,
    n: &'a Size,
    level: &'a Level,
    place: &'a Place,
    depth: usize,
}

impl Step {
    fn next(self, n: usize) -> usize {
        match self {
            Step::Halves => n.div_ceil(2),
            Step::Neighbours => n / 2,
            Step::Differences => n - 1,
        }
    }
}

impl Generator {
    /// A pull array that a loop leaves.
    pub fn looped(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let Goal::Pull(element, n, _) = goal else {
            return self.leaf(c, goal, place);
        };
        let (Goal::Data(data), Effect::At(level)) = (&**element, &place.effect) else {
            return self.leaf(c, goal, place);
        };
        let level = level.clone();
        if n.value <= 2 && c.one_in(2) {
            let from = self.size(c);
            if let Some(array) = self.shrinking(c, data, &from, n.value, place, depth) {
                return array;
            }
        }
        if self.shape.endless && c.one_in(100) {
            let start = self.part(
                c,
                &Goal::Push(data.clone(), n.clone(), level.clone()),
                place,
                depth,
            );
            let a = Variable::fresh("a");
            let b = Variable::fresh("b");
            let Effect::At(level) = &place.effect else {
                return start;
            };
            let step = function(&b, push(level, var(&b)));
            let always = function(&a, build::boolean(true));
            return operator(Operator::While, [always, step, start]);
        }
        let of = Loop {
            data,
            n,
            level: &level,
            place,
            depth,
        };
        if n.value > 0 && c.one_in(4) {
            return self.growing(c, of);
        }
        if c.one_in(3) {
            return self.iterated(c, of);
        }
        if n.value > 0 && c.one_in(2) {
            self.counting(c, of)
        } else {
            self.draining(c, of)
        }
    }

    /// `iterate turns step start`: the step knows the number of the turn.
    fn iterated(&mut self, c: &mut Choices, of: Loop<'_>) -> Expression {
        let Loop {
            data,
            n,
            level,
            place,
            depth,
        } = of;
        let turns = match c.below(3) {
            0 => numeral(c.below(4)),
            1 => {
                let any = self.part(c, &Goal::Data(Data::INT), place, depth.min(1));
                build::modulo(any, int(4))
            }
            _ => self.size(c).expression,
        };
        let (k, b) = (Variable::fresh("k"), Variable::fresh("b"));
        let number = Known::new(&k, Goal::Data(Data::INT));
        let body = self.repeated(3, |g| {
            g.with(vec![number], |g| {
                g.step_body(c, of, data, &b, |_, element| element)
            })
        });
        let start = self.part(
            c,
            &Goal::Push(data.clone(), n.clone(), level.clone()),
            place,
            depth,
        );
        let step = build::functions(&[k, b], body);
        if c.one_in(3) {
            let first = numeral(c.below(3));
            return operator(Operator::IterateFrom, [first, turns, step, start]);
        }
        operator(Operator::Iterate, [turns, step, start])
    }

    /// A loop that makes its array longer: by an element a turn, or twice as long.
    fn growing(&mut self, c: &mut Choices, of: Loop<'_>) -> Expression {
        let Loop {
            data,
            n,
            level,
            place,
            depth,
        } = of;
        let turns = 1 + c.below(3);
        let doubles = n.value.is_multiple_of(1 << turns) && c.one_in(2);
        let (turns, start) = if doubles {
            let start = divide(n.expression.clone(), numeral(1 << turns));
            (turns, Size::of(n.value >> turns, start))
        } else {
            let turns = turns.min(n.value);
            let start = subtract(n.expression.clone(), numeral(turns));
            (turns, Size::of(n.value - turns, start))
        };
        let (k, b, i) = (Variable::fresh("k"), Variable::fresh("b"), Variable::fresh("i"));
        let thread = place.with(&Effect::At(Level::THREAD));
        let f = self.repeated(n.value, |g| c.part(|c| g.binary(c, data, &thread, depth.min(2))));
        let before = length(var(&b));
        let (after, element) = if doubles {
            let (near, far) = match c.below(2) {
                0 => (divide(var(&i), int(2)), build::modulo(var(&i), before.clone())),
                _ => (
                    build::modulo(var(&i), before.clone()),
                    subtract(subtract(before.clone(), int(1)), divide(var(&i), int(2))),
                ),
            };
            let both = f.apply(index(var(&b), near)).apply(index(var(&b), far));
            (build::multiply(int(2), before), both)
        } else {
            let last = self.literal(c, data);
            let old = index(var(&b), var(&i));
            let element = branch(
                less(var(&i), before.clone()),
                f.apply(old).apply(last.clone()),
                last,
            );
            (add(before, int(1)), element)
        };
        let body = push(level, generate(after, &i, element));
        let first = self.part(c, &Goal::Push(data.clone(), start, level.clone()), place, depth);
        // A device has no room for a longer array of a loop whose end only a condition says (docs/limits.md).
        operator(
            Operator::Iterate,
            [numeral(turns), build::functions(&[k, b], body), first],
        )
    }

    /// A loop whose array carries a counter: pairs, of which the first component grows.
    fn counting(&mut self, c: &mut Choices, of: Loop<'_>) -> Expression {
        let Loop {
            data,
            n,
            level,
            place,
            depth,
        } = of;
        let state = Data::Pair(Arc::new(Data::INT), Arc::new(data.clone()));
        let turns = numeral(c.below(4));
        let at = numeral(c.below(n.value));
        let (a, b) = (Variable::fresh("a"), Variable::fresh("b"));
        let go_on = less(first(index(var(&a), at)), turns);
        let body = self.step_body(c, of, &state, &b, |i, element| {
            let counted = add(first(index(var(&b), var(i))), int(1));
            pair(counted, element)
        });
        let values = self.part(c, &Goal::pull(data, n, &Effect::At(Level::THREAD)), place, depth);
        let x = Variable::fresh("x");
        let start = operator(Operator::MapPull, [function(&x, pair(int(0), var(&x))), values]);
        let looped = operator(
            Operator::While,
            [function(&a, go_on), function(&b, body), push(level, start)],
        );
        let p = Variable::fresh("p");
        operator(Operator::MapPull, [function(&p, second(var(&p))), looped])
    }

    /// A loop that goes on until all numbers of a column of its array are gone; each turn halves them.
    fn draining(&mut self, c: &mut Choices, of: Loop<'_>) -> Expression {
        let Loop {
            data,
            n,
            level,
            place,
            depth,
        } = of;
        let state = Data::Pair(Arc::new(Data::INT), Arc::new(data.clone()));
        let (a, b) = (Variable::fresh("a"), Variable::fresh("b"));
        let (m, x) = (Variable::fresh("m"), Variable::fresh("x"));
        let most = build::functions(
            &[m.clone(), x.clone()],
            scalar(ScalarOperator::Max, [var(&m), first(var(&x))]),
        );
        let go_on = less(int(0), operator(Operator::Fold, [most, int(0), var(&a)]));
        let body = self.step_body(c, of, &state, &b, |i, element| {
            let halved = divide(first(index(var(&b), var(i))), int(2));
            pair(halved, element)
        });
        let i = Variable::fresh("i");
        let thread = place.with(&Effect::At(Level::THREAD));
        let start = self.inside(&i, n, |g| {
            let number = g.part(c, &Goal::Data(Data::INT), &thread, depth.min(2));
            let element = g.part(c, &Goal::Data(data.clone()), &thread, depth.min(2));
            let small = build::modulo(number, int(8));
            pair(small, element)
        });
        let start = push(level, generate(n.expression.clone(), &i, start));
        let looped = operator(Operator::While, [function(&a, go_on), function(&b, body), start]);
        let p = Variable::fresh("p");
        operator(Operator::MapPull, [function(&p, second(var(&p))), looped])
    }

    /// `push <l> (generate n (fn i => element))`, made from the array of the turn before; sometimes it is rearranged in memory first.
    fn step_body(
        &mut self,
        c: &mut Choices,
        of: Loop<'_>,
        state: &Data,
        before: &Variable,
        finish: impl FnOnce(&Variable, Expression) -> Expression,
    ) -> Expression {
        let Loop {
            data,
            n,
            place,
            depth,
            ..
        } = of;
        let Effect::At(level) = place.effect.clone() else {
            return push(&Level::THREAD, var(before));
        };
        let i = Variable::fresh("i");
        let thread = place.with(&Effect::At(Level::THREAD));
        let array = Goal::pull(state, n, &Effect::Pure);
        let values = Variable::fresh("w");
        let values_goal = Goal::pull(data, n, &Effect::Pure);
        let mut known = vec![Known::new(before, array), Known::new(&values, values_goal)];
        let rearranged = (self.features.forces && c.one_in(3)).then(|| {
            let all = Goal::pull(data, n, &Effect::Pure);
            let s = Variable::fresh("s");
            let stage = self.with(known.clone(), |g| g.part(c, &all, place, depth.min(2)));
            known.push(Known::new(&s, all));
            (s, stage)
        });
        let element = self.with(known, |g| {
            g.inside(&i, n, |g| {
                g.part(c, &Goal::Data(data.clone()), &thread, depth.min(2))
            })
        });
        let element = finish(&i, element);
        let mut body = push(&level, generate(n.expression.clone(), &i, element));
        if let Some((s, stage)) = rearranged {
            body = build::bind(&s, stage, body);
        }
        let column = match data == state {
            true => var(before),
            false => {
                let p = Variable::fresh("p");
                operator(Operator::MapPull, [function(&p, second(var(&p))), var(before)])
            }
        };
        build::bind(&values, column, body)
    }

    /// A loop that makes an array of `from` elements shorter until it has the wanted length; `None` if it would not have that.
    pub fn shrinking(
        &mut self,
        c: &mut Choices,
        data: &Data,
        from: &Size,
        wanted: usize,
        place: &Place,
        depth: usize,
    ) -> Option<Expression> {
        let Effect::At(level) = place.effect.clone() else {
            return None;
        };
        let step = [Step::Halves, Step::Neighbours, Step::Differences][c.below(3)];
        let mut n = from.value;
        while n > wanted.max(1) {
            n = step.next(n);
        }
        let bound = wanted.max(1);
        if n != wanted {
            return None;
        }
        let (a, b) = (Variable::fresh("a"), Variable::fresh("b"));
        let go_on = less(int(i32::try_from(bound).ok()?), length(var(&a)));
        let thread = place.with(&Effect::At(Level::THREAD));
        let f = self.repeated(from.value, |g| {
            c.part(|c| g.binary(c, data, &thread, depth.min(2)))
        });
        let (h, k) = (Variable::fresh("h"), Variable::fresh("k"));
        let all = length(var(&b));
        let at = |i: Expression| index(var(&b), i);
        let body = match step {
            Step::Halves => {
                let half = divide(add(all.clone(), int(1)), int(2));
                let partner = add(var(&k), var(&h));
                let both = f.apply(at(var(&k))).apply(at(partner.clone()));
                let element = branch(less(partner, all), both, at(var(&k)));
                build::bind(&h, half, push(&level, generate(var(&h), &k, element)))
            }
            Step::Neighbours => {
                let even = build::multiply(int(2), var(&k));
                let both = f.apply(at(even.clone())).apply(at(add(even, int(1))));
                push(&level, generate(divide(all, int(2)), &k, both))
            }
            Step::Differences => {
                let both = f.apply(at(var(&k))).apply(at(add(var(&k), int(1))));
                push(&level, generate(subtract(all, int(1)), &k, both))
            }
        };
        let start = self.part(c, &Goal::Push(data.clone(), from.clone(), level), place, depth);
        Some(operator(
            Operator::While,
            [function(&a, go_on), function(&b, body), start],
        ))
    }
}
