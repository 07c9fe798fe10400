//! Operations of which several operands fail, each by a rule of its own: the rule that is said shows which of them is evaluated first (FUT-E-ORDER).

use super::features::{Construct, Feature};
use super::generator::{Aliases, Exp, Generator};
use super::quote::exp;
use super::types::{BOOL, I64, Ty};
use crate::Choices;

/// How many ways to fail there are.
const WAYS: usize = 4;

/// Operands in the order in which they are written: two beside each other fail in different ways.
struct Operands {
    way: usize,
    /// One that need not fail.
    sound: usize,
    made: usize,
    /// What they share memory with.
    aliases: Aliases,
}

impl Generator {
    /// A value of the type by an operation of which at least two operands fail, if one has so many.
    pub fn clash(&mut self, c: &mut Choices, goal: &Ty) -> Exp {
        self.meet(Construct::Clash);
        let mut all = Operands {
            way: c.below(WAYS),
            sound: c.below(6),
            made: 0,
            aliases: Aliases::new(),
        };
        let mut next = |g: &mut Generator, c: &mut Choices, ty: &Ty| g.clashing(c, &mut all, ty);
        let (y, z) = (self.name("v"), self.name("v"));
        let made = match c.below(12) {
            0 | 1 if self.on(Feature::Updates) && self.quiet == 0 => {
                let array = match c.below(3) {
                    0 => next(self, c, goal),
                    _ => self.sturdy_constant(c, goal).alone(),
                };
                let place = next(self, c, &I64);
                exp!("([$] with [$] = $)[0]"; array, place, next(self, c, goal))
            }
            2..=4 => {
                let combinator = ["map", "intrinsics.map"][c.below(2)];
                let function = self.computed_function(c, &mut next, exp!("\\($0: $) -> $0"; y, goal));
                exp!("($ $ [$])[0]"; combinator, function, next(self, c, goal))
            }
            5 => {
                let combinator = ["reduce", "intrinsics.reduce", "intrinsics.scan", "scan"][c.below(4)];
                let lambda = exp!("\\($0: $1) ($2: $1) -> $0"; y, goal, z);
                let function = self.computed_function(c, &mut next, lambda);
                let (neutral, array) = (next(self, c, goal), next(self, c, goal));
                let template = match combinator.ends_with("scan") {
                    true => "($ $ $ [$])[0]",
                    false => "$ $ $ [$]",
                };
                exp!(template; combinator, function, neutral, array)
            }
            6 => exp!("{b = $, a = $}.b"; next(self, c, goal), next(self, c, &I64)),
            7 => {
                let lambda = exp!("\\($0: $) (_: i64) -> $0"; y, goal);
                let function = self.computed_function(c, &mut next, lambda);
                exp!("$ $ $"; function, next(self, c, goal), next(self, c, &I64))
            }
            8 => {
                let (start, bound) = (next(self, c, goal), next(self, c, &I64));
                exp!("loop $0 = $ for _i < $ do $0"; y, start, bound)
            }
            9 => exp!("[$, $][$]"; next(self, c, goal), next(self, c, goal), next(self, c, &I64)),
            10 => exp!("({a = $, b = 1i64} with a = $).a"; next(self, c, goal), next(self, c, goal)),
            _ => exp!("[$][$:$][0]"; next(self, c, goal), next(self, c, &I64), next(self, c, &I64)),
        };
        made.sharing(all.aliases)
    }

    /// A function, computed by what may fail.
    fn computed_function(
        &mut self,
        c: &mut Choices,
        next: &mut impl FnMut(&mut Generator, &mut Choices, &Ty) -> Exp,
        lambda: Exp,
    ) -> Exp {
        let k = self.name("k");
        match c.below(5) {
            0 | 1 => exp!("let $ = $ in $"; k, next(self, c, &I64), lambda),
            2 => exp!("(\\($: i64) -> $) $"; k, lambda, next(self, c, &I64)),
            3 => exp!("assert $ $"; next(self, c, &BOOL), lambda),
            _ => lambda,
        }
    }

    fn clashing(&mut self, c: &mut Choices, all: &mut Operands, ty: &Ty) -> Exp {
        all.way += 1;
        all.made += 1;
        let value = self.sturdy_constant(c, ty);
        all.aliases.extend(&value.aliases);
        match all.made == all.sound {
            true => value,
            false => failing_by(c, all.way, &value, ty),
        }
    }

    /// A constant that shares memory with no top-level array, as an argument that says its type.
    fn sturdy_constant(&mut self, c: &mut Choices, ty: &Ty) -> Exp {
        let value = self.sturdy(|g| g.constant(c, ty));
        self.apart_from_globals(value, ty).of_type(ty)
    }
}

/// An expression of the type that fails in one of the ways.
fn failing_by(c: &mut Choices, way: usize, value: &Exp, ty: &Ty) -> Exp {
    match way % WAYS {
        0 => exp!(["[$][1]", "[$][-1]"][c.below(2)]; value),
        1 => exp!("[$][1i64 / 0]"; value),
        2 => exp!("assert false $"; value),
        _ => exp!("??? : $"; ty),
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::Features;
    use super::*;
    use crate::futhark::extent::Extent;
    use crate::futhark::types::Size;

    #[test]
    fn what_fails_shares_memory_with_its_operands() {
        let array = Ty::array(Size::Number(3), I64);
        let ty = Ty::Tuple(vec![array.clone(), I64]);
        let (mut shared, mut all) = (0, 0);
        for seed in 0..200 {
            let c = &mut Choices::random(seed);
            let mut g = Generator::new(Features::choose(c), Extent::large(10));
            let id = g.bind("xs", array.clone(), &Aliases::new(), false);
            let value = g.clash(c, &ty);
            // What is updated is a new array.
            let text = value.text();
            let mentioned = text.contains("(xs, ") && !text.starts_with("([");
            assert!(!mentioned || value.aliases.contains(&id), "{text}");
            (shared, all) = (shared + u32::from(mentioned), all + 1);
        }
        assert!(shared > all / 4, "{shared} of {all}");
    }
}
