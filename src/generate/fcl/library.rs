//! Terms that call functions of the language's library.

use super::build::{function, numeral, var};
use super::terms::Generator;
use super::types::{Data, Goal, Known, Place, Size};
use crate::Choices;
use elder_fcl::{Effect, Expression, Level, Variable, library};
use std::sync::Arc;

/// A function of the library.
fn named(name: &str) -> Option<Expression> {
    library::program().find(name).map(|d| var(&d.name))
}

/// A small number.
fn number(c: &mut Choices, least: usize) -> Expression {
    numeral(least + c.below(4))
}

impl Generator {
    /// A pull array through a view of the library.
    pub fn library_view(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Expression {
        self.view(c, goal, place, depth)
            .unwrap_or_else(|| self.leaf(c, goal, place))
    }

    fn view(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Option<Expression> {
        let Goal::Pull(element, n, latent) = goal else {
            return None;
        };
        let of = |size: &Size| Goal::Pull(element.clone(), size.clone(), latent.clone());
        let call = match (c.below(7), &**element) {
            (0, _) => named("reverse")?.apply(self.part(c, goal, place, depth)),
            (1, _) => {
                let more = n.plus(&Size::literal(c.below(3)));
                let xs = self.part(c, &of(&more), place, depth);
                named("take")?.apply(n.expression.clone()).apply(xs)
            }
            (2, _) => {
                let (rows, columns) = n.split(c);
                let xs = self.part(c, goal, place, depth);
                let f = named("transpose")?;
                f.apply(columns.expression).apply(rows.expression).apply(xs)
            }
            (3, Goal::Data(data)) => {
                let less = Size::literal(n.value.saturating_sub(c.below(3)));
                let xs = self.part(c, &of(&less), place, depth);
                let z = self.literal(c, data);
                named("pad")?.apply(n.expression.clone()).apply(z).apply(xs)
            }
            (4, Goal::Data(Data::Pair(a, b))) => {
                let xs = self.part(c, &Goal::pull(a, n, latent), place, depth);
                let ys = self.part(c, &Goal::pull(b, n, latent), place, depth);
                named("zip")?.apply(xs).apply(ys)
            }
            (5, Goal::Pull(inner, m, inside)) if m.value > 0 => {
                let all = Goal::Pull(inner.clone(), n.times(m), inside.clone());
                let xs = self.part(c, &all, place, depth);
                named("splitUp")?.apply(m.expression.clone()).apply(xs)
            }
            (_, element) => {
                let from = self.data(c);
                let xs = self.part(c, &Goal::pull(&from, n, &Effect::Pure), place, depth);
                let (k, x) = (Variable::fresh("k"), Variable::fresh("x"));
                let mut index = Known::new(&k, Goal::Data(Data::INT));
                index.below = Some(n.value);
                let known = vec![index, Known::new(&x, Goal::Data(from))];
                let inner = place.with(latent);
                let body = self.repeated(n.value, |g| g.with(known, |g| g.part(c, element, &inner, depth)));
                let f = super::build::functions(&[k, x], body);
                named("mapIndexed")?.apply(f).apply(xs)
            }
        };
        Some(call)
    }

    /// A push array by an algorithm of the library, at the level of the place.
    pub fn library_kernel(
        &mut self,
        c: &mut Choices,
        goal: &Goal,
        place: &Place,
        depth: usize,
    ) -> Expression {
        self.algorithm(c, goal, place, depth)
            .unwrap_or_else(|| self.leaf(c, goal, place))
    }

    fn algorithm(&mut self, c: &mut Choices, goal: &Goal, place: &Place, depth: usize) -> Option<Expression> {
        let Goal::Push(data, n, level) = goal else {
            return None;
        };
        let own = Goal::pull(data, n, &Effect::Pure);
        let pure = place.with(&Effect::Pure);
        let here = place.turnstile.as_ref() == Some(level);
        let (block, grid) = (Level::block(), Level::grid());
        if n.value == 1 && c.one_in(2) {
            // Reductions of any number of elements, but of at least one for the first.
            let mut from = self.size(c);
            let z = c.part(|c| self.literal(c, data));
            let chosen = c.below(4);
            if chosen == 0 && from.value == 0 {
                from = Size::literal(3);
            }
            let xs = self.part(c, &Goal::pull(data, &from, &Effect::Pure), place, depth);
            let f = self.repeated(from.value, |g| c.part(|c| g.binary(c, data, &pure, depth.min(2))));
            return Some(match chosen {
                0 => named("redAny")?.apply_level(level.clone()).apply(f).apply(xs),
                2 if here && *level == grid => {
                    let by = number(c, 1);
                    named("reduceBy")?.apply(by).apply(f).apply(z).apply(xs)
                }
                3 if here && *level == grid => named("reduce")?.apply(f).apply(z).apply(xs),
                _ => {
                    let by = number(c, 1);
                    let f = named("reduceStrided")?
                        .apply_level(level.clone())
                        .apply(by)
                        .apply(f);
                    f.apply(z).apply(xs)
                }
            });
        }
        let scanned = |g: &mut Generator, c: &mut Choices, name: &str, level: Option<&Level>| {
            let f = g.repeated(n.value, |g| c.part(|c| g.binary(c, data, &pure, depth.min(2))));
            let xs = g.part(c, &own, place, depth);
            let scan = named(name)?;
            Some(match level {
                Some(level) => scan.apply_level(level.clone()).apply(f).apply(xs),
                None => scan.apply(f).apply(g.literal(c, data)).apply(xs),
            })
        };
        if !here || (*level != block && *level != grid) {
            return scanned(self, c, "scanTree", Some(level));
        }
        if *level == block {
            let name = ["scanBlock", "scanWarps"][c.below(2)];
            return scanned(self, c, name, None);
        }
        match c.below(7) {
            0 => {
                let from = Goal::Data(self.data(c));
                let xs = self.part(
                    c,
                    &Goal::Pull(Arc::new(from.clone()), n.clone(), Effect::Pure),
                    place,
                    depth,
                );
                let to = Goal::Data(data.clone());
                let f = self.repeated(n.value, |g| c.part(|c| g.argument(c, &from, &to, &pure, depth)));
                Some(named("mapGrid")?.apply(f).apply(xs))
            }
            1 => {
                let f = self.repeated(n.value, |g| c.part(|c| g.binary(c, data, &pure, depth.min(2))));
                let xs = self.part(c, &own, place, depth);
                let ys = self.part(c, &own, place, depth);
                Some(named("zipWithGrid")?.apply(f).apply(xs).apply(ys))
            }
            2 => {
                let i = Variable::fresh("i");
                let body = self.inside(&i, n, |g| g.part(c, &Goal::Data(data.clone()), &pure, depth));
                let f = function(&i, body);
                Some(named("generateGrid")?.apply(n.expression.clone()).apply(f))
            }
            3 => {
                let xs = self.part(c, &own, place, depth);
                Some(named("reverseGrid")?.apply(number(c, 1)).apply(xs))
            }
            4 => {
                let (rows, columns) = n.split(c);
                let xs = self.part(c, &own, place, depth);
                let f = named("transposeGrid")?.apply(number(c, 1));
                Some(f.apply(columns.expression).apply(rows.expression).apply(xs))
            }
            5 => scanned(self, c, "scanGrid", None),
            _ => scanned(self, c, "scanGridExclusive", None),
        }
    }
}
