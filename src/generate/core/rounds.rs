//! Loops whose sizes are the number of the round, so that each round launches the same with another size.

use super::scope::{Generator, Var};
use super::soacs::arrays;
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{Atom, Body, Cut, Exp, Form, Param, Results, Soac, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// How long what loops take parts of is.
const LENGTHS: [i64; 4] = [4, 3, 6, 1];

impl Generator {
    /// A loop that makes a number of a part of an array in each round: the part is as long as the number of the round says, from either end.
    pub(super) fn by_rounds(&mut self, c: &mut Choices) -> Option<()> {
        let length = LENGTHS[c.below(LENGTHS.len())];
        let t = self.prim_type(c);
        let count = self.named(c, length);
        let array = self.lain(c, t, &[count])?;
        let bound = Atom::i64(c.below(length as usize + 1) as i64);
        let bound = self.rounds_turned(c, PrimType::I64, bound);
        let index = self.program.names.fresh("i");
        let first = self.scalar(c, PrimType::I64);
        let state = self.fresh(Type::SIZE);
        let sums = self.like_zeros(count)?;
        let kept = self.fresh(sums.ty.clone());
        let (results, stms) = self.repeated(|g| {
            let number = Atom::Var(index);
            let size = match c.below(4) {
                0 => number,
                1 => g.of_two(BinOp::Sub, count, number),
                _ => g.of_two(BinOp::Add, number, Atom::i64(1)),
            };
            let (start, stride) = match c.below(3) {
                0 => (Atom::i64(length - 1), -1),
                1 => (g.of_two(BinOp::Sub, count, size), 1),
                _ => (Atom::i64(0), 1),
            };
            let stride = Atom::i64(stride);
            let cut = Cut::Section {
                start,
                count: size,
                stride,
            };
            let (array, at) = (array.name, vec![cut]);
            let part = g.bind(Type::sized([size], t), Exp::Slice { array, at });
            let part = g.scope().into_iter().rev().find(|var| var.name == part);
            let total = part.and_then(|part| g.of_part(c, &part, size, number));
            let total = total.unwrap_or(number);
            let scaled = g.of_two(BinOp::Mul, Atom::Var(state.name), Atom::i64(3));
            let next = g.of_two(BinOp::Add, scaled, total);
            let (array, at, value) = (kept.name, vec![Cut::At(number)], total);
            let ys = g.bind(kept.ty.clone(), Exp::Update { array, at, value });
            vec![next, Atom::Var(ys)]
        });
        self.uses(Atom::Var(array.name));
        let params = vec![
            (Param::plain(state), first),
            (Param::new(kept, true), Atom::Var(sums.name)),
        ];
        let exp = Exp::repeated(params, Form::counting(index, bound), Body::of(stms, results));
        self.bind_all(vec![Type::SIZE, sums.ty], exp);
        Some(())
    }

    /// Zeros, for being written to.
    fn like_zeros(&mut self, count: Atom) -> Option<Var> {
        let value = Atom::i64(0);
        self.bind(
            Type::sized([count], PrimType::I64),
            Exp::Replicate { count, value },
        );
        let var = self.scope().pop()?;
        self.consume(var.class);
        Some(var)
    }

    /// A number of a vector whose size is only known when it is there, of a round of this number: what an operator makes of it, all that one makes, an element
    /// beside others, the whole.
    fn of_part(&mut self, c: &mut Choices, part: &Var, size: Atom, number: Atom) -> Option<Atom> {
        let t = part.ty.element()?;
        let some = self.of_two(BinOp::Lt, Atom::i64(0), size);
        match c.below(5) {
            kind @ 0..=2 => {
                let (own, operator) = self.monoid(c);
                let element = self.fresh(Type::Prim(t));
                let function = self.lambda(vec![(element.clone(), true)], |g, _| {
                    vec![(g.converted(t, own, Atom::Var(element.name)), Type::Prim(own))]
                });
                if kind < 2 {
                    let exp = Exp::soac(size, vec![part.name], Soac::redomap(operator, function));
                    let total = Atom::Var(self.bind(Type::Prim(own), exp));
                    return Some(self.converted(own, PrimType::I64, total));
                }
                let exp = Exp::soac(size, vec![part.name], Soac::scanomap(operator, function));
                let array = self.bind(Type::sized([size], own), exp);
                Some(self.last_of(array, own, size, some))
            }
            3 => {
                // Items that all read the first element.
                let (width, places) = self.places(c);
                let element = self.fresh(Type::SIZE);
                let (first, before) = self.nested(|g| {
                    let (array, at) = (part.name, vec![Atom::i64(0)]);
                    let own = Atom::Var(g.bind(Type::Prim(t), Exp::Index { array, at }));
                    g.converted(t, PrimType::I64, own)
                });
                let function = self.lambda(vec![(element.clone(), true)], |g, _| {
                    let bodies = [Body::of(before, vec![first]), Body::of(vec![], vec![number])];
                    let results = Results::plain([&Type::SIZE]);
                    let own = Atom::Var(g.bind(Type::SIZE, Exp::either(some, bodies, results)));
                    vec![(g.of_two(BinOp::Add, own, Atom::Var(element.name)), Type::SIZE)]
                });
                let types = arrays(&function.results, width)?;
                let exp = Exp::soac(width, vec![places], Soac::map(vec![], function));
                let array = *self.bind_all(types, exp).first()?;
                match self.value(width)? {
                    0 => Some(number),
                    _ => {
                        let at = vec![Atom::i64(0)];
                        Some(Atom::Var(self.bind(Type::SIZE, Exp::Index { array, at })))
                    }
                }
            }
            _ => {
                let array = self.bind(part.ty.clone(), Exp::Copy(part.name));
                Some(self.last_of(array, t, size, some))
            }
        }
    }

    /// The last element of an array that has one if this holds, as a number.
    pub(super) fn last_of(&mut self, array: Name, t: PrimType, size: Atom, some: Atom) -> Atom {
        let (last, stms) = self.nested(|g| {
            let last = g.of_two(BinOp::Sub, size, Atom::i64(1));
            let at = vec![last];
            let own = Atom::Var(g.bind(Type::Prim(t), Exp::Index { array, at }));
            g.converted(t, PrimType::I64, own)
        });
        let bodies = [Body::of(stms, vec![last]), Body::of(vec![], vec![Atom::i64(-1)])];
        let exp = Exp::either(some, bodies, Results::plain([&Type::SIZE]));
        Atom::Var(self.bind(Type::SIZE, exp))
    }

    /// A number as one of another type.
    fn converted(&mut self, from: PrimType, to: PrimType, number: Atom) -> Atom {
        match from == to {
            true => number,
            false => self.prim(PrimFn::Convert(from, to), vec![number]),
        }
    }
}
