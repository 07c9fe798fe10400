//! Accumulations whose indexes are the numbers of the maps around, or some of them, or none: what `accumulate` makes reductions and maps of, or just does not.

use super::redexes::COMPARISONS;
use super::scope::{Generator, Var};
use super::writes::Adding;
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{Accumulated, Atom, Body, Exp, Results, Soac, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// How wide maps are.
const WIDTHS: [i64; 6] = [2, 3, 1, 2, 4, 0];

/// How numbers of maps become what is added.
const MIXING: [BinOp; 4] = [BinOp::Add, BinOp::Mul, BinOp::Xor, BinOp::Sub];

/// An index of what is added.
#[derive(Clone, Copy)]
enum Place {
    /// The number of the map of this level.
    Level(usize),
    /// Always the same.
    Fixed(Atom),
}

/// What all levels know.
struct Plan {
    adding: Adding,
    t: PrimType,
    places: Vec<Place>,
    widths: Vec<Atom>,
    /// What is added is made of these too.
    others: Vec<Atom>,
}

impl Generator {
    /// One, or one an item of a map, of which an element is read.
    pub(super) fn accumulated(&mut self, c: &mut Choices) -> Option<()> {
        if c.below(4) > 0 {
            return self.added_by_maps(c).map(|_| ());
        }
        let (width, places) = self.places(c);
        let element = self.fresh(Type::SIZE);
        let t = self.prim_type(c);
        let function = self.lambda(vec![(element, true)], |g, _| {
            let given = g.added_by_maps(c);
            let read = given.and_then(|var| Some((g.element_of(c, &var)?, var.ty.element()?)));
            let (atom, t) = read.unwrap_or_else(|| (g.settled(c, t), t));
            vec![(atom, Type::Prim(t))]
        });
        let t = function.results.first()?.element()?;
        let exp = Exp::soac(width, vec![places], Soac::map(vec![], function));
        self.bind(Type::sized([width], t), exp);
        Some(())
    }

    /// The array that was added to.
    fn added_by_maps(&mut self, c: &mut Choices) -> Option<Var> {
        let levels = [1, 2, 2, 3, 0][c.below(5)];
        let mut widths = Vec::new();
        for _ in 0..levels {
            let width = *c.pick(&WIDTHS)?;
            widths.push(self.named(c, width));
        }
        let (t, operator) = match c.below(6) {
            0 => self.latest(c),
            1 => self.shifted(c),
            2 => self.summing(BinOp::Add),
            _ => self.monoid(c),
        };
        let mut left: Vec<usize> = (0..levels).collect();
        let (mut space, mut places) = (Vec::new(), Vec::new());
        for _ in 0..1 + c.below(2) {
            if left.is_empty() || c.below(3) == 0 {
                let size = 1 + c.below(3) as i64;
                space.push(Atom::i64(size));
                let at = match c.below(4) {
                    0 => self.scalar(c, PrimType::I64),
                    // Just outside, too.
                    _ => Atom::i64(c.below(size as usize + 1) as i64),
                };
                self.uses(at);
                places.push(Place::Fixed(at));
                continue;
            }
            let level = left.remove(c.below(left.len()));
            places.push(Place::Level(level));
            let width = *widths.get(level)?;
            space.push(match c.one_in(5) {
                true => Atom::i64(1 + c.below(3) as i64),
                false => width,
            });
        }
        let ty = Type::sized(space.iter().copied(), t);
        let into = match c.below(2) {
            0 => self.filled_with(&space, *operator.neutral.first()?, t),
            _ => self.room(c, &ty),
        }?;
        let others = (0..2).map(|_| self.scalar(c, PrimType::I64)).collect();
        let adding = Adding::of(vec![into.clone()], space.len(), Some(operator.clone()))?;
        let plan = Plan {
            adding,
            t,
            places,
            widths,
            others,
        };
        let acc = self.fresh(plan.adding.ty.clone());
        let function = self.lambda(vec![(acc, true)], |g, names| {
            g.closed(names.iter().copied());
            let acc = names.first().copied();
            let given = acc.and_then(|acc| g.adding_level(c, &plan, acc, &mut vec![]));
            let given = given.or(acc).map_or(Atom::i64(0), Atom::Var);
            vec![(given, plan.adding.ty.clone())]
        });
        let updates = vec![Accumulated {
            space,
            arrays: vec![into.name],
            operator: Some(operator),
        }];
        let exp = Exp::WithAcc {
            updates,
            function: Box::new(function),
        };
        let name = self.bind(ty, exp);
        self.scope().into_iter().find(|var| var.name == name)
    }

    /// A fresh array of one number, which is taken out of scope.
    fn filled_with(&mut self, space: &[Atom], value: Atom, t: PrimType) -> Option<Var> {
        let (mut value, mut ty) = (value, Type::Prim(t));
        for count in space.iter().rev() {
            if let Atom::Var(name) = value {
                self.closed([name]);
            }
            ty = ty.rows(*count);
            let exp = Exp::Replicate { count: *count, value };
            value = Atom::Var(self.bind(ty.clone(), exp));
        }
        let var = self
            .scope()
            .into_iter()
            .find(|var| Atom::Var(var.name) == value)?;
        self.consume(var.class);
        Some(var)
    }

    /// A map within so many others, and what is added by the innermost one.
    fn adding_level(
        &mut self,
        c: &mut Choices,
        plan: &Plan,
        acc: Name,
        numbers: &mut Vec<Atom>,
    ) -> Option<Name> {
        let Some(width) = plan.widths.get(numbers.len()).copied() else {
            return self.additions(c, plan, acc, numbers);
        };
        let iota = self.bind(Type::sized([width], PrimType::I64), Exp::Iota(width));
        self.closed([iota]);
        let params = vec![
            (self.fresh(plan.adding.ty.clone()), true),
            (self.fresh(Type::SIZE), true),
        ];
        let ty = plan.adding.ty.clone();
        let function = self.lambda(params, |g, names| {
            let &[acc, number] = names else {
                return Vec::new();
            };
            g.closed([acc]);
            let own = numbers.len();
            numbers.push(Atom::Var(number));
            let mut value = Atom::Var(number);
            if c.one_in(3) {
                let by = Atom::i64(1 + c.below(3) as i64);
                value = g.of_two(BinOp::Mul, value, by);
            }
            let next = g.adding_level(c, plan, acc, numbers);
            numbers.truncate(own);
            let next = next.unwrap_or(acc);
            g.closed([next]);
            let mut results = vec![(Atom::Var(next), ty.clone())];
            if own == 0 && c.one_in(6) {
                g.uses(value);
                results.push((value, Type::SIZE));
            }
            results
        });
        let mut types = function.results.clone();
        for ty in types.iter_mut().skip(1) {
            *ty = ty.rows(width);
        }
        let exp = Exp::soac(width, vec![iota], Soac::map(vec![acc], function));
        let names = self.bind_all(types, exp);
        self.closed(names.iter().copied());
        names.first().copied()
    }

    /// What is added at a place, once or twice, under a condition or not.
    fn additions(&mut self, c: &mut Choices, plan: &Plan, acc: Name, numbers: &[Atom]) -> Option<Name> {
        let mut acc = acc;
        for _ in 0..1 + usize::from(c.one_in(3)) {
            let moved = c.one_in(8);
            acc = match c.below(3) {
                0 => self.under_condition(c, plan, acc, numbers, moved)?,
                _ => self.addition(c, plan, acc, numbers, moved),
            };
            self.closed([acc]);
        }
        Some(acc)
    }

    fn addition(&mut self, c: &mut Choices, plan: &Plan, acc: Name, numbers: &[Atom], moved: bool) -> Name {
        let mut at = Vec::new();
        for place in &plan.places {
            let own = match place {
                Place::Level(level) => numbers.get(*level).copied().unwrap_or(Atom::i64(0)),
                Place::Fixed(at) => *at,
            };
            self.uses(own);
            at.push(match moved && c.below(2) == 0 {
                true => self.of_two(BinOp::Add, own, Atom::i64(1)),
                false => own,
            });
        }
        let value = self.mixture(c, plan, numbers);
        let value = match plan.t {
            PrimType::I64 => value,
            t => self.prim(PrimFn::Convert(PrimType::I64, t), vec![value]),
        };
        let values = vec![value];
        self.bind(plan.adding.ty.clone(), Exp::AccUpdate { acc, at, values })
    }

    /// A number of those of all maps and of others; seldom one that may not be there.
    fn mixture(&mut self, c: &mut Choices, plan: &Plan, numbers: &[Atom]) -> Atom {
        let mut value = Atom::i64(1 + c.below(5) as i64);
        for number in numbers.iter().chain(&plan.others) {
            if c.below(4) > 0 {
                let op = c.pick(&MIXING).copied().unwrap_or(BinOp::Add);
                self.uses(*number);
                value = self.of_two(op, value, *number);
            }
        }
        match (numbers.last(), c.one_in(16)) {
            (Some(number), true) => self.of_two(BinOp::Quot, value, *number),
            _ => value,
        }
    }

    fn under_condition(
        &mut self,
        c: &mut Choices,
        plan: &Plan,
        acc: Name,
        numbers: &[Atom],
        moved: bool,
    ) -> Option<Name> {
        let number = match numbers.last() {
            Some(number) => *number,
            None => self.scalar(c, PrimType::I64),
        };
        let op = *c.pick(&COMPARISONS)?;
        let condition = self.of_two(op, number, Atom::i64(c.below(3) as i64));
        self.uses(condition);
        let (both, first) = (c.below(3) == 0, c.below(2) == 0);
        let mut side = |g: &mut Generator, adds: bool| {
            let (name, stms) = g.nested(|g| match adds {
                true => g.addition(c, plan, acc, numbers, moved),
                false => acc,
            });
            Body::of(stms, vec![Atom::Var(name)])
        };
        let bodies = match both {
            true => [side(self, true), side(self, true)],
            false => [side(self, first), side(self, !first)],
        };
        let ty = plan.adding.ty.clone();
        let exp = Exp::either(condition, bodies, Results::plain([&ty]));
        Some(self.bind(ty, exp))
    }
}
