//! Terms that are pull arrays.

use super::build::{self, first, force, function, int, node, numeral, operator, second, var};
use super::prelude::Helper;
use super::terms::{Ending, Generator, Row};
use super::types::{Data, Goal, Known, Place, Size};
use crate::Choices;
use crate::kit::{Way, table};
use elder_fcl::{Effect, Expression, Level, Node, Operator, ScalarOperator, Variable};
use std::sync::Arc;

/// The parts of a goal that is a pull array.
fn parts(goal: &Goal) -> (Arc<Goal>, Size, Effect) {
    match goal {
        Goal::Pull(element, n, latent) => (element.clone(), n.clone(), latent.clone()),
        other => (Arc::new(other.clone()), Size::literal(1), Effect::Pure),
    }
}

/// The ways to a pull array.
pub const WAYS: &[Row] = table! { Way { weight, make, may }
    (1, Generator::simplest, |_, _, _| true);
    (2, Generator::generated, |_, _, _| true);
    (2, Generator::mapped, |_, _, _| true);
    (1, Generator::written, |_, goal, _| parts(goal).1.value <= 4);
    (2, Generator::reordered, |g, _, _| g.features.helpers);
    (3, Generator::chunked, |g, goal, _| g.features.helpers && matches!(*parts(goal).0, Goal::Pull(..)));
    (1, Generator::zipped, |g, goal, _| g.features.helpers && !matches!(*parts(goal).0, Goal::Pull(..)));
    (3, Generator::forced, |g, goal, place| g.features.forces && is_stored(goal, place));
    (2, Generator::looped, |g, goal, place| g.features.loops && is_stored(goal, place));
    (1, Generator::forced, |g, goal, place| {
        g.features.folds && is_stored(goal, place) && place.effect == Effect::At(Level::THREAD)
    });
    (1, Generator::library_view, |g, _, _| g.features.library);
};

/// Whether it may come from memory that is written here.
fn is_stored(goal: &Goal, place: &Place) -> bool {
    matches!(*parts(goal).0, Goal::Data(_)) && place.effect != Effect::Pure
}

impl Generator {
    /// `generate n (fn i => element)`
    fn generated(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, latent) = parts(goal);
        let i = Variable::fresh("i");
        let place = place.with(&latent);
        let body = self.inside(&i, &n, |g| g.part(c, &element, &place, depth));
        let length = if self.ends_in(c, Ending::Length) {
            build::subtract(int(-1), n.expression)
        } else {
            n.expression
        };
        build::generate(length, &i, body)
    }

    /// `[e1, …, en]`
    fn written(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, latent) = parts(goal);
        if n.value == 0 {
            // An empty array has no element that would say its type.
            return self.leaf(c, goal, place);
        }
        let place = place.with(&latent);
        let elements = (0..n.value)
            .map(|_| self.part(c, &element, &place, depth.min(2)))
            .collect();
        node(Node::Array(elements))
    }

    /// `mapPull f xs`
    fn mapped(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, latent) = parts(goal);
        let source = match (&*element, c.below(5)) {
            (Goal::Data(_), 0..=3) => Goal::Data(self.data(c)),
            (Goal::Data(data), _) => {
                let inner = self.repeated(n.value, |g| g.size(c));
                Goal::pull(data, &inner, &Effect::Pure)
            }
            (Goal::Pull(_, inner, _) | Goal::Push(_, inner, _), 0..=2) => {
                let data = self.data(c);
                Goal::pull(&data, inner, &Effect::Pure)
            }
            _ => Goal::Data(self.data(c)),
        };
        let latent_of_source = if c.one_in(3) { latent.clone() } else { Effect::Pure };
        let array = Goal::Pull(Arc::new(source.clone()), n.clone(), latent_of_source);
        let xs = self.part(c, &array, place, depth);
        let inner = place.with(&latent);
        let f = self.repeated(n.value, |g| {
            c.part(|c| g.argument(c, &source, &element, &inner, depth))
        });
        let operators = [Operator::MapPull, Operator::Map];
        operator(operators[c.below(2)], [f, xs])
    }

    /// A function from one to the other, to be called in this place.
    pub fn argument(
        &mut self,
        c: &mut Choices,
        from: &Goal,
        to: &Goal,
        place: &Place,
        depth: usize,
    ) -> Expression {
        // `push <l>` and `force . push <l>` by themselves.
        match (from, to) {
            (Goal::Pull(_, n, latent), Goal::Push(_, m, level))
                if n.value == m.value && *latent == Effect::Pure && c.one_in(3) && from_same(from, to) =>
            {
                return build::pusher(level);
            }
            (Goal::Data(Data::Base(a)), Goal::Data(Data::Base(b))) if a == b && c.one_in(6) => {
                if *a != elder_fcl::BaseType::Bool {
                    let literal = self.literal(c, &Data::Base(*a));
                    let operators = [ScalarOperator::Add, ScalarOperator::Max, ScalarOperator::Subtract];
                    let chosen = operators[c.below(3)];
                    return node(Node::Scalar(chosen, vec![literal]));
                }
                return node(Node::Scalar(ScalarOperator::Not, vec![]));
            }
            _ => {}
        }
        if self.features.functions && depth > 0 && c.one_in(8) {
            // f . g
            let middle = Goal::Data(self.data(c));
            let g = c.part(|c| self.argument(c, from, &middle, place, depth - 1));
            let f = c.part(|c| self.argument(c, &middle, to, place, depth - 1));
            if self.features.helpers && c.one_in(2) {
                return self.helper(Helper::Compose).apply(f).apply(g);
            }
            let x = Variable::fresh("x");
            return function(&x, f.apply(g.apply(var(&x))));
        }
        let x = Variable::fresh("x");
        let known = vec![Known::new(&x, from.clone())];
        let body = self.with(known, |g| g.part(c, to, place, depth));
        function(&x, body)
    }

    /// Views of an array: its elements at other places.
    fn reordered(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, latent) = parts(goal);
        let of = |size: &Size| Goal::Pull(element.clone(), size.clone(), latent.clone());
        match c.below(8) {
            0 | 1 => {
                let xs = self.part(c, goal, place, depth);
                self.helper(Helper::Reverse).apply(xs)
            }
            2 => {
                let xs = self.part(c, goal, place, depth);
                let by = numeral(c.below(4));
                self.helper(Helper::Rotate).apply(by).apply(xs)
            }
            3 => {
                let more = Size::literal(1 + c.below(2));
                let xs = self.part(c, &of(&n.plus(&more)), place, depth);
                if c.one_in(2) {
                    self.helper(Helper::Take).apply(n.expression).apply(xs)
                } else {
                    self.helper(Helper::Drop).apply(more.expression).apply(xs)
                }
            }
            4 => {
                let less = Size::literal(n.value.min(c.below(3)));
                let rest = Size::of(
                    n.value - less.value,
                    build::subtract(n.expression.clone(), less.expression.clone()),
                );
                let xs = self.part(c, &of(&less), place, depth);
                let ys = self.part(c, &of(&rest), place, depth);
                self.helper(Helper::Append).apply(xs).apply(ys)
            }
            5 | 6 => {
                let double = Size::literal(2).times(&n);
                if double.value.saturating_mul(self.around) > 2 * self.shape.elements {
                    return self.leaf(c, goal, place);
                }
                let xs = self.part(c, &of(&double), place, depth);
                let helper = [Helper::Halve, Helper::EvenOdds][c.below(2)];
                let both = self.helper(helper).apply(xs);
                if c.one_in(2) { first(both) } else { second(both) }
            }
            _ => {
                let (rows, columns) = n.split(c);
                let xs = self.part(c, goal, place, depth);
                let f = self.helper(Helper::Transpose);
                f.apply(columns.expression).apply(rows.expression).apply(xs)
            }
        }
    }

    /// `zipWith f xs ys`
    fn zipped(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, latent) = parts(goal);
        let (a, b) = (self.data(c), self.data(c));
        let xs = self.part(c, &Goal::pull(&a, &n, &latent), place, depth);
        let ys = self.part(c, &Goal::pull(&b, &n, &Effect::Pure), place, depth);
        let (x, y) = (Variable::fresh("x"), Variable::fresh("y"));
        let known = vec![Known::new(&x, Goal::Data(a)), Known::new(&y, Goal::Data(b))];
        let inner = place.with(&latent);
        let body = self.repeated(n.value, |g| g.with(known, |g| g.part(c, &element, &inner, depth)));
        let f = build::functions(&[x, y], body);
        self.helper(Helper::ZipWith).apply(f).apply(xs).apply(ys)
    }

    /// `splitUp n xs`
    fn chunked(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, _) = parts(goal);
        match &*element {
            Goal::Pull(inner, m, latent) if m.value > 0 => {
                let all = Goal::Pull(inner.clone(), n.times(m), latent.clone());
                let xs = self.part(c, &all, place, depth);
                self.helper(Helper::SplitUp).apply(m.expression.clone()).apply(xs)
            }
            _ => self.generated(c, goal, place, depth),
        }
    }

    /// `force (push <l> xs)` at the level of the place.
    fn forced(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        let (element, n, _) = parts(goal);
        let (Goal::Data(data), Effect::At(level)) = (&*element, &place.effect) else {
            return self.leaf(c, goal, place);
        };
        if self.features.helpers && c.one_in(6) {
            let xs = self.part(c, &Goal::pull(data, &n, &Effect::At(Level::THREAD)), place, depth);
            return self.helper(Helper::Stage).apply_level(level.clone()).apply(xs);
        }
        let pushed = self.part(c, &Goal::Push(data.clone(), n, level.clone()), place, depth);
        if c.one_in(8) {
            let (width, pad) = (1 + c.below(4), c.below(3));
            return operator(Operator::ForcePadded, [numeral(width), numeral(pad), pushed]);
        }
        force(pushed)
    }
}

/// Whether the elements are of the same type.
fn from_same(from: &Goal, to: &Goal) -> bool {
    match (from, to) {
        (Goal::Pull(element, ..), Goal::Push(data, ..)) => {
            matches!(&**element, Goal::Data(other) if other == data)
        }
        _ => false,
    }
}
