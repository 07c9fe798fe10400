//! What the host, and an item by itself, does with arrays that lie in each other: parts of turned parts that are read, copied, put together and written
//! to; loops whose states change places, stay or come from outside; branches that give an array twice, or a view of it; loops whose sizes are hidden
//! beside what decides; items that make arrays of sizes of their own; functions that a branch calls and what is behind it; rows that would have negative sizes, of which there are none.
//!
//! All arrays have elements of their own, so whoever confuses two places gives other numbers.

use super::scope::{Generator, Var};
use super::soacs::arrays;
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{
    Atom, Binder, Body, Cut, Dim, Exp, Ext, Form, Given, Loop, Param, Results, Soac, Step, Type,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

/// Sizes of arrays of which parts are taken.
const SHAPES: [&[i64]; 7] = [&[3, 4], &[6], &[2, 3, 2], &[4, 2], &[5], &[2, 2, 3], &[1, 3]];

/// Sizes of states of loops.
const STATES: [&[i64]; 6] = [&[3], &[2, 2], &[1], &[4], &[2], &[2, 3]];

impl Generator {
    /// So many of these, within so many combinators.
    pub fn lying(&mut self, c: &mut Choices, count: usize, depth: usize) {
        for _ in 0..count {
            c.part(|c| self.lies(c, depth));
        }
    }

    fn lies(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        match c.below(if depth == 0 { 17 } else { 26 }) {
            0..=2 => self.viewed(c),
            3 => self.by_rounds(c),
            4 | 5 => self.changing_places(c, 1),
            6 => self.given_by_branches(c),
            7 => self.searching(c),
            8 => self.taking_turns(c),
            9 => self.called_in_a_branch(c),
            10 => self.begun_blank(c),
            11 => self.mapped_in_rounds(c),
            12 => self.accumulate(c, 0),
            13 => self.twice(c),
            14 => self.changing_places(c, 0),
            15 => self.growing(c),
            16 => {
                let t = self.prim_type(c);
                let sizes = *c.pick(&SHAPES)?;
                let sizes: Vec<Atom> = sizes.iter().map(|size| self.named(c, *size)).collect();
                let var = self.lain(c, t, &sizes)?;
                self.done_with(c, &var)
            }
            17 | 18 => self.without_rows(c),
            _ => self.items(c, depth - 1),
        }
    }

    /// A new array of these sizes, which begins with this number.
    pub(super) fn beginning(&mut self, c: &mut Choices, sizes: &[i64], first: Atom) -> Option<Var> {
        self.numbered(c, sizes);
        let var = self.scope().pop()?;
        self.begun(var, first)
    }

    /// An array of the same type, which begins with this number.
    fn like(&mut self, var: &Var, first: Atom) -> Option<Var> {
        self.copy(var);
        let copy = self.scope().pop()?;
        self.begun(copy, first)
    }

    fn begun(&mut self, var: Var, value: Atom) -> Option<Var> {
        let at = (0..var.ty.rank()).map(|_| Cut::At(Atom::i64(0))).collect();
        self.consume(var.class);
        let array = var.name;
        self.bind(var.ty, Exp::Update { array, at, value });
        self.scope().pop()
    }

    /// A part of a part of an array, seen in another way, and what reads or writes it.
    fn viewed(&mut self, c: &mut Choices) -> Option<()> {
        let from_outside = match c.below(4) {
            0 => self.pick(c, |g, var| {
                let known = |k| Self::dim(&var.ty, k).is_some_and(|size| g.value(size).is_some());
                var.ty.rank() > 0 && (0..var.ty.rank()).all(known)
            }),
            _ => None,
        };
        let mut var = match from_outside {
            Some(var) => var,
            None => {
                let sizes = *c.pick(&SHAPES)?;
                self.numbered(c, sizes);
                self.scope().pop()?
            }
        };
        for _ in 0..1 + c.below(4) {
            let next = match c.below(5) {
                0 | 1 if var.ty.rank() > 1 => self.part_of(c, &var),
                0 => self.part_of(c, &var),
                1 | 2 if var.ty.rank() == 1 => self.steps_of(c, &var),
                _ => self.seen_of(c, &var),
            };
            match next {
                Some(next) if next.ty.rank() > 0 => var = next,
                _ => break,
            }
        }
        self.done_with(c, &var)
    }

    /// An array is copied, put together, mapped, put into a part of another one, or written to.
    pub(super) fn done_with(&mut self, c: &mut Choices, var: &Var) -> Option<()> {
        self.uses(Atom::Var(var.name));
        let array = var.name;
        match c.below(9) {
            0 => {
                self.bind(var.ty.clone(), Exp::Copy(array));
            }
            1 => {
                let size = self.value(Self::dim(&var.ty, 0)?)?;
                let total = self.named(c, 3 * size);
                let ty = var.ty.row(1)?.array_of(Dim::Is(total))?;
                let copy = self.bind(var.ty.clone(), Exp::Copy(array));
                self.uses(Atom::Var(copy));
                let arrays = vec![array, copy, array];
                self.bind(ty, Exp::Concat { total, arrays });
            }
            2 => {
                self.element_of(c, var);
            }
            3 | 4 => {
                self.mapped(c, var)?;
            }
            5 | 6 => {
                self.put_into(c, var)?;
            }
            7 => {
                let count = self.named(c, 2);
                let value = Atom::Var(array);
                self.bind(var.ty.array_of(Dim::Is(count))?, Exp::Replicate { count, value });
            }
            _ if self.is_consumable(var.class) => {
                let next = self.written(c, var)?;
                self.element_of(c, &next);
            }
            _ => {}
        }
        Some(())
    }

    /// Elements by strides.
    fn steps_of(&mut self, c: &mut Choices, var: &Var) -> Option<Var> {
        let n = self.value(Self::dim(&var.ty, 0)?)?;
        if n < 1 {
            return None;
        }
        let steps = self.steps(c, n);
        let offset: i64 = steps
            .iter()
            .map(|(count, stride)| -((count - 1).max(0) * stride).min(0))
            .sum();
        let offset = self.named(c, offset);
        let mut dims = Vec::new();
        for (count, stride) in steps {
            let (count, stride) = (self.named(c, count), self.named(c, stride));
            dims.push(Step { count, stride });
        }
        let ty = Type::sized(dims.iter().map(|step| step.count), var.ty.element()?);
        let array = var.name;
        self.uses(Atom::Var(array));
        self.view(ty, Exp::FlatIndex { array, offset, dims }, var.class);
        self.scope().pop()
    }

    /// Something of each row of an array, and the row.
    fn mapped(&mut self, c: &mut Choices, var: &Var) -> Option<()> {
        let row = var.ty.row(1)?;
        let element = Type::Prim(var.ty.element()?);
        let width = Self::dim(&var.ty, 0)?;
        let param = self.fresh(row.clone());
        let function = self.lambda(vec![(param.clone(), true)], |g, _| {
            let own = g.scope().pop();
            let mut results = Vec::new();
            if let Some(var) = own.filter(|var| var.ty.rank() > 0) {
                results.extend(g.element_of(c, &var).map(|atom| (atom, element)));
            }
            if row.rank() == 0 || results.is_empty() || c.below(2) == 0 {
                results.push((Atom::Var(param.name), row.clone()));
            }
            results
        });
        let types = arrays(&function.results, width);
        let exp = Exp::soac(width, vec![var.name], Soac::map(vec![], function));
        self.bind_all(types?, exp);
        Some(())
    }

    /// An array becomes a part of a larger one.
    fn put_into(&mut self, c: &mut Choices, var: &Var) -> Option<()> {
        let dims: Option<Vec<Atom>> = (0..var.ty.rank()).map(|k| Self::dim(&var.ty, k)).collect();
        let dims = dims?;
        let sizes: Option<Vec<i64>> = dims.iter().map(|dim| self.value(*dim)).collect();
        let larger = sizes?.into_iter().map(|size| Atom::i64((2 * size).max(1)));
        let larger: Vec<Atom> = larger.collect();
        let target = self.lain(c, var.ty.element()?, &larger)?;
        let mut at = Vec::new();
        for count in dims {
            let size = self.value(count)?;
            // In one go, or every second one, from either end.
            let (start, stride) = [(0, 1), (size, 1), (0, 2), ((2 * size - 1).max(0), -2)][c.below(4)];
            let start = if size == 0 { 0 } else { start };
            at.push(Cut::Section {
                start: Atom::i64(start),
                count,
                stride: Atom::i64(stride),
            });
        }
        self.consume(target.class);
        let exp = Exp::Update {
            array: target.name,
            at,
            value: Atom::Var(var.name),
        };
        self.bind(target.ty, exp);
        Some(())
    }

    /// A loop whose states change places: each is one of them, one from outside, or one that was written to; perhaps one within another.
    fn changing_places(&mut self, c: &mut Choices, within: usize) -> Option<()> {
        let sizes = *c.pick(&STATES)?;
        let first = self.beginning(c, sizes, Atom::i64(10))?;
        let mut all = Vec::new();
        for k in 2..4 + c.below(2) as i64 {
            all.push(self.like(&first, Atom::i64(10 * k))?);
        }
        all.push(first);
        self.places_changed(c, &all, within)
    }

    /// The last of these is from outside.
    fn places_changed(&mut self, c: &mut Choices, all: &[Var], within: usize) -> Option<()> {
        let (outside, states) = all.split_last()?;
        let index = self.program.names.fresh("i");
        let bound = match c.below(2) {
            0 => Atom::i64(c.below(4) as i64),
            // Only known when the loop begins: of each item another one.
            _ => {
                let number = self.scalar(c, PrimType::I64);
                self.of_two(BinOp::And, number, Atom::i64(3))
            }
        };
        let bound = match bound {
            Atom::Const(_) => self.rounds_turned(c, PrimType::I64, bound),
            Atom::Var(_) => bound,
        };
        let mut params = Vec::new();
        for state in states {
            let binder = self.fresh(state.ty.clone());
            self.uses(Atom::Var(state.name));
            params.push((Param::plain(binder), Atom::Var(state.name)));
        }
        let (results, stms) = self.repeated(|g| {
            g.declare(index, Type::SIZE, true);
            let mut inner = Vec::new();
            for (param, _) in &params {
                g.declare(param.binder.name, param.binder.ty.clone(), true);
                inner.extend(g.scope().pop());
            }
            let mut own: Vec<Var> = inner.clone();
            own.push(outside.clone());
            // What a state began with is there in every round.
            own.extend(c.pick(states).filter(|_| c.below(3) == 0).cloned());
            // A state, and often just this one, becomes what is seen of it.
            let mut itself = None;
            if c.below(2) == 0 {
                let number = c.below(inner.len());
                let seen = inner
                    .get(number)
                    .cloned()
                    .and_then(|state| g.turned_round(c, &state));
                itself = seen
                    .as_ref()
                    .filter(|_| c.below(2) == 0)
                    .map(|seen| (number, seen.name));
                own.extend(seen);
            }
            if c.below(2) == 0
                && let Some(state) = c.pick(&inner).cloned()
            {
                own.extend(g.like(&state, Atom::Var(index)));
            }
            if within > 0 && c.below(3) == 0 {
                let before = g.scope().len();
                let _ = g.places_changed(c, &own, within - 1);
                own.extend(
                    g.scope()
                        .into_iter()
                        .skip(before)
                        .filter(|var| var.ty == outside.ty),
                );
            }
            let mut results = Vec::new();
            for (param, _) in &params {
                let kept = Atom::Var(param.binder.name);
                let result = match itself.filter(|(number, _)| *number == results.len()) {
                    Some((_, seen)) => Atom::Var(seen),
                    None => c.pick(&own).map_or(kept, |var| Atom::Var(var.name)),
                };
                g.uses(result);
                results.push(result);
            }
            results
        });
        let values: Vec<Binder> = params
            .iter()
            .map(|(param, _)| self.fresh(param.binder.ty.clone()))
            .collect();
        let form = Form::counting(index, bound);
        let exp = Exp::repeated(params, form, Body::of(stms, results));
        self.push(Vec::new(), values.clone(), exp, Vec::new());
        let classes: Vec<usize> = all.iter().map(|var| var.class).collect();
        self.sharing(&values, &classes);
        Some(())
    }

    /// An array of the same type whose elements stand in another order: its rows, or all dimensions, backwards, or turned if it is square.
    pub(super) fn turned_round(&mut self, c: &mut Choices, var: &Var) -> Option<Var> {
        let dims: Vec<Atom> = (0..var.ty.rank()).filter_map(|k| Self::dim(&var.ty, k)).collect();
        let (array, last) = (var.name, dims.len().saturating_sub(1));
        let is_square = last > 0 && dims.first() == dims.last();
        match c.below(3) {
            0 if is_square => {
                let mut order: Vec<u16> = (0..dims.len() as u16).collect();
                order.swap(0, last);
                self.uses(Atom::Var(array));
                self.view(var.ty.clone(), Exp::Rearrange { order, array }, var.class);
                self.scope().pop()
            }
            1 if last > 0 => {
                let mut at = Vec::new();
                for count in dims {
                    let (start, stride) = (Atom::i64(self.value(count)? - 1), Atom::i64(-1));
                    at.push(Cut::Section { start, count, stride });
                }
                self.uses(Atom::Var(array));
                self.view(var.ty.clone(), Exp::Slice { array, at }, var.class);
                self.scope().pop()
            }
            _ => self.backwards(var),
        }
    }

    /// An array, its rows in the other order.
    fn backwards(&mut self, var: &Var) -> Option<Var> {
        let last = self.value(Self::dim(&var.ty, 0)?)? - 1;
        let mut at = Vec::new();
        for k in 0..var.ty.rank() {
            at.push(match k {
                0 => Cut::Section {
                    start: Atom::i64(last),
                    count: Self::dim(&var.ty, 0)?,
                    stride: Atom::i64(-1),
                },
                _ => Cut::whole(Self::dim(&var.ty, k)?),
            });
        }
        let array = var.name;
        self.uses(Atom::Var(array));
        self.view(var.ty.clone(), Exp::Slice { array, at }, var.class);
        self.scope().pop()
    }

    /// An array of numbers, each by this function.
    pub(super) fn each_by(
        &mut self,
        width: Atom,
        array: Name,
        function: impl FnOnce(&mut Generator, Atom) -> Atom,
    ) -> Exp {
        let element = self.fresh(Type::SIZE);
        let function = self.lambda(vec![(element.clone(), true)], |g, _| {
            vec![(function(g, Atom::Var(element.name)), Type::SIZE)]
        });
        Exp::soac(width, vec![array], Soac::map(vec![], function))
    }

    /// A loop whose states are numbers that change places, or are what another one was.
    fn taking_turns(&mut self, c: &mut Choices) -> Option<()> {
        let bound = Atom::i64(c.below(4) as i64);
        let bound = self.rounds_turned(c, PrimType::I64, bound);
        let index = self.program.names.fresh("i");
        let mut params = Vec::new();
        for k in 1..3 + c.below(2) as i64 {
            let first = self.scalar(c, PrimType::I64);
            let first = self.of_two(BinOp::Add, first, Atom::i64(50 * k));
            self.uses(first);
            params.push((Param::plain(self.fresh(Type::SIZE)), first));
        }
        let (results, stms) = self.repeated(|g| {
            g.declare(index, Type::SIZE, true);
            let names = params.iter().map(|(param, _)| Atom::Var(param.binder.name));
            let mut own: Vec<Atom> = names.collect();
            if c.below(2) == 0
                && let Some(state) = c.pick(&own).copied()
            {
                own.push(g.of_two(BinOp::Sub, state, Atom::Var(index)));
            }
            let by = 1 + c.below(own.len() - 1);
            own.rotate_left(by);
            own.truncate(params.len());
            own
        });
        let types = vec![Type::SIZE; params.len()];
        let exp = Exp::repeated(params, Form::counting(index, bound), Body::of(stms, results));
        self.bind_all(types, exp);
        Some(())
    }

    /// A function that a branch calls, and what is behind the branch; a constant, if there is one.
    fn called_in_a_branch(&mut self, c: &mut Choices) -> Option<()> {
        let condition = self.scalar(c, PrimType::Bool);
        let condition = self.turned(c, condition);
        let (result, stms) = self.nested(|g| {
            g.call(c)?;
            Some(g.settled(c, PrimType::I64))
        });
        let bodies = [
            Body::of(stms, vec![result?]),
            Body::of(vec![], vec![Atom::i64(-1)]),
        ];
        let exp = Exp::either(condition, bodies, Results::plain([&Type::SIZE]));
        self.bind(Type::SIZE, exp);
        self.call(c)
    }

    /// A loop that maps its state, and what it began with, which is there behind it.
    fn mapped_in_rounds(&mut self, c: &mut Choices) -> Option<()> {
        let sizes = [3, 1, 4][c.below(3)];
        let first = self.beginning(c, &[sizes], Atom::i64(70))?;
        let (size, ty) = (Self::dim(&first.ty, 0)?, first.ty.clone());
        let (index, bound) = (self.program.names.fresh("i"), Atom::i64(c.below(3) as i64));
        let state = self.fresh(ty.clone());
        let (result, stms) = self.repeated(|g| {
            let exp = g.each_by(size, state.name, |g, element| {
                let sum = g.of_two(BinOp::Add, element, Atom::Var(index));
                g.of_two(BinOp::Mul, sum, Atom::i64(3))
            });
            Atom::Var(g.bind(ty.clone(), exp))
        });
        let params = vec![(Param::plain(state), Atom::Var(first.name))];
        let exp = Exp::repeated(params, Form::counting(index, bound), Body::of(stms, vec![result]));
        let last = self.fresh(ty);
        self.push(Vec::new(), vec![last.clone()], exp, Vec::new());
        self.sharing(&[last], &[first.class]);
        let last = self.scope().pop()?;
        self.element_of(c, &first);
        self.element_of(c, &last);
        Some(())
    }

    /// An array of nothing in particular, of which a loop writes the first rows.
    fn begun_blank(&mut self, c: &mut Choices) -> Option<()> {
        let rows = 1 + c.below(4) as i64;
        let rows = self.named(c, rows);
        let written = c.below(5) as i64;
        let written = Atom::i64(written.min(self.value(rows)?));
        let ty = Type::sized([rows], PrimType::I64);
        let blank = self.bind(ty.clone(), Exp::Blank(ty.clone()));
        self.uses(Atom::Var(blank));
        self.written_in_rounds(blank, &ty, written, |g, index| {
            g.of_two(BinOp::Add, index, Atom::i64(60))
        });
        let whole = self.scope().pop()?;
        self.element_of(c, &whole);
        Some(())
    }

    /// An array, consumed, whose first elements a loop writes, one a round, by their numbers.
    pub(super) fn written_in_rounds(
        &mut self,
        begun: Name,
        ty: &Type,
        rounds: Atom,
        element: impl FnOnce(&mut Generator, Atom) -> Atom,
    ) -> Name {
        let (index, state) = (self.program.names.fresh("i"), self.fresh(ty.clone()));
        let (result, stms) = self.repeated(|g| {
            let value = element(g, Atom::Var(index));
            let (array, at) = (state.name, vec![Cut::At(Atom::Var(index))]);
            Atom::Var(g.bind(ty.clone(), Exp::Update { array, at, value }))
        });
        self.closed([begun]);
        let params = vec![(Param::new(state, true), Atom::Var(begun))];
        let form = Form::counting(index, rounds);
        let exp = Exp::repeated(params, form, Body::of(stms, vec![result]));
        self.bind(ty.clone(), exp)
    }

    /// Arrays without rows, of which each would have fewer elements than none.
    fn without_rows(&mut self, c: &mut Choices) -> Option<()> {
        let (width, places) = self.places(c);
        let less = Atom::i64(1 + c.below(3) as i64);
        let size = self.of_two(BinOp::Sub, width, less);
        if self.value(width)? > 0 && self.value(width)? < self.value(less)? {
            return None;
        }
        for _ in 0..1 + c.below(2) {
            let element = self.fresh(Type::SIZE);
            let row = Type::sized([size], PrimType::I64);
            let function = self.lambda(vec![(element, true)], |g, _| {
                vec![(Atom::Var(g.bind(row.clone(), Exp::Iota(size))), row)]
            });
            let types = arrays(&function.results, width);
            let exp = Exp::soac(width, vec![places], Soac::map(vec![], function));
            self.bind_all(types?, exp);
            let rows = self.scope().pop()?;
            if c.below(2) == 0 {
                self.doubled(width, size, &rows)?;
            }
        }
        Some(())
    }

    /// Twice each number of each row.
    fn doubled(&mut self, width: Atom, size: Atom, rows: &Var) -> Option<()> {
        let row = self.fresh(rows.ty.row(1)?);
        let function = self.lambda(vec![(row.clone(), true)], |g, _| {
            let twice = |g: &mut Generator, element| g.of_two(BinOp::Mul, element, Atom::i64(2));
            let exp = g.each_by(size, row.name, twice);
            vec![(Atom::Var(g.bind(row.ty.clone(), exp)), row.ty.clone())]
        });
        self.uses(Atom::Var(rows.name));
        let types = arrays(&function.results, width);
        let exp = Exp::soac(width, vec![rows.name], Soac::map(vec![], function));
        self.bind_all(types?, exp);
        Some(())
    }

    /// Branches that give arrays from outside, views of them and new ones, each perhaps twice.
    fn given_by_branches(&mut self, c: &mut Choices) -> Option<()> {
        let sizes = [3, 1, 4][c.below(3)];
        let one = self.beginning(c, &[sizes], Atom::i64(20))?;
        let other = self.like(&one, Atom::i64(30))?;
        let condition = self.scalar(c, PrimType::Bool);
        let condition = self.turned(c, condition);
        let count = 1 + c.below(3);
        let ty = one.ty.clone();
        let size = Self::dim(&ty, 0)?;
        let branch = |g: &mut Generator, c: &mut Choices| {
            let (results, stms) = g.nested(|g| {
                let mut own = vec![Atom::Var(one.name), Atom::Var(other.name)];
                let backwards = vec![Cut::Section {
                    start: Atom::i64(sizes - 1),
                    count: size,
                    stride: Atom::i64(-1),
                }];
                let array = one.name;
                let at = backwards;
                own.push(Atom::Var(g.view(ty.clone(), Exp::Slice { array, at }, one.class)));
                own.push(Atom::Var(g.bind(ty.clone(), Exp::Iota(size))));
                let results: Vec<Atom> = (0..count).filter_map(|_| c.pick(&own).copied()).collect();
                results.iter().for_each(|result| g.uses(*result));
                results
            });
            Body::of(stms, results)
        };
        let before = self.scope();
        let then = branch(self, c);
        self.back(before);
        let before = self.scope();
        let otherwise = branch(self, c);
        self.back(before);
        let values: Vec<Binder> = (0..count).map(|_| self.fresh(ty.clone())).collect();
        let types = vec![&ty; count];
        let exp = Exp::either(condition, [then, otherwise], Results::plain(types));
        self.push(Vec::new(), values.clone(), exp, Vec::new());
        self.sharing(&values, &[one.class, other.class]);
        Some(())
    }

    /// A loop that goes on as long as one of its states says, over an array that grows or shrinks: in any order.
    fn searching(&mut self, c: &mut Choices) -> Option<()> {
        let many = [2, 5, 1][c.below(3)];
        let first = self.beginning(c, &[many], Atom::i64(40))?;
        let size = self.program.names.fresh("d");
        let of = |size| Type::sized([size], PrimType::I64);
        let own = self.fresh(of(size));
        let go = self.fresh(Type::BOOL);
        let count = self.fresh(Type::SIZE);
        let most = Atom::i64(c.below(4) as i64);
        let goes = self.turned(c, Atom::Const(PrimValue::Bool(true)));
        let (grows, mapped) = (c.below(2) == 0, c.below(2) == 0);
        let ((next_size, results), stms) = self.repeated(|g| {
            let (now, array) = (Atom::Var(size), own.name);
            let (next, exp) = match grows {
                true => {
                    let total = g.of_two(BinOp::Add, now, now);
                    let arrays = vec![array, array];
                    (total, Exp::Concat { total, arrays })
                }
                false => {
                    let half = g.of_two(BinOp::Div, now, Atom::i64(2));
                    let at = vec![Cut::whole(half)];
                    (half, Exp::Slice { array, at })
                }
            };
            let binder = g.fresh(Type::sized([next], PrimType::I64));
            g.push(Vec::new(), vec![binder.clone()], exp, Vec::new());
            // Launched in each round, with another length.
            let binder = match mapped {
                true => {
                    let exp = g.each_by(next, binder.name, |g, element| {
                        g.of_two(BinOp::Add, element, Atom::Var(count.name))
                    });
                    let all = g.fresh(binder.ty.clone());
                    g.push(Vec::new(), vec![all.clone()], exp, Vec::new());
                    all
                }
                false => binder,
            };
            let counted = g.of_two(BinOp::Add, Atom::Var(count.name), Atom::i64(1));
            let goes = g.of_two(BinOp::Lt, counted, most);
            (next, [Atom::Var(binder.name), goes, counted])
        });
        let firsts = [Atom::Var(first.name), goes, Atom::i64(0)];
        let mut states: Vec<(Binder, Atom, Atom)> = [own, go.clone(), count]
            .into_iter()
            .zip(firsts)
            .zip(results)
            .map(|((binder, first), result)| (binder, first, result))
            .collect();
        let by = c.below(3);
        states.rotate_left(by);
        let hidden = self.program.names.fresh("d");
        let values: Vec<Binder> = states
            .iter()
            .map(|(binder, ..)| match binder.ty.rank() {
                0 => self.fresh(binder.ty.clone()),
                _ => self.fresh(of(hidden)),
            })
            .collect();
        let exp = Exp::Loop(Box::new(Loop {
            sizes: vec![(size, Self::dim(&first.ty, 0)?)],
            params: (states.iter())
                .map(|(binder, first, _)| (Param::plain(binder.clone()), *first))
                .collect(),
            form: Form::While { condition: go.name },
            body: Body {
                stms,
                witnesses: vec![next_size],
                results: states.iter().map(|(.., result)| *result).collect(),
            },
        }));
        self.uses(Atom::Var(first.name));
        self.push(vec![hidden], values.clone(), exp, Vec::new());
        self.size(hidden, None);
        self.declare(hidden, Type::SIZE, true);
        self.sharing(&values, &[first.class]);
        Some(())
    }

    /// Items that do such things by themselves, with a number of their own: arrays of that size, and so many rounds, which may be below zero.
    fn items(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, places) = self.places(c);
        let element = self.fresh(Type::SIZE);
        let many = 1 + c.below(3) as i64;
        let first = Atom::i64(c.below(3) as i64);
        let sizes = self.beginning(c, &[many], first)?;
        // So many rounds for all, perhaps fewer than none.
        let common = self.known(c);
        let common = self.of_two(BinOp::Sub, common, Atom::i64(2));
        let function = self.lambda(vec![(element.clone(), true)], |g, _| {
            let number = Atom::Var(element.name);
            let away = Atom::i64(c.below(4) as i64 - 1);
            let own = g.of_two(BinOp::Sub, number, away);
            let rounds = [own, common][c.below(2)];
            let mut results = vec![(g.repeated_own(c, rounds), Type::SIZE)];
            if c.below(2) == 0 {
                results.push((g.of_own_size(own), Type::SIZE));
            }
            if c.below(3) == 0 {
                results.push((g.of_size_within(own, &sizes), Type::SIZE));
            }
            if c.below(3) == 0 {
                results.push((g.of_size_given(c, own, &sizes), Type::SIZE));
            }
            if c.below(4) == 0 {
                results.push((g.held_on_one_side(c, number), Type::SIZE));
            }
            let count = 1 + c.below(2);
            g.lying(c, count, depth);
            results.push((g.settled(c, PrimType::I64), Type::SIZE));
            results
        });
        let types = arrays(&function.results, width);
        let exp = Exp::soac(width, vec![places], Soac::map(vec![], function));
        self.bind_all(types?, exp);
        Some(())
    }

    /// What a loop of so many rounds gives.
    fn repeated_own(&mut self, c: &mut Choices, bound: Atom) -> Atom {
        let (index, state) = (self.program.names.fresh("i"), self.fresh(Type::SIZE));
        let first = self.scalar(c, PrimType::I64);
        let (result, stms) = self.repeated(|g| {
            let sum = g.of_two(BinOp::Add, Atom::Var(state.name), Atom::Var(index));
            g.of_two(BinOp::Mul, sum, Atom::i64(3))
        });
        let params = vec![(Param::plain(state), first)];
        let exp = Exp::repeated(params, Form::counting(index, bound), Body::of(stms, vec![result]));
        Atom::Var(self.bind(Type::SIZE, exp))
    }

    /// A number that is asserted to be small where a branch takes it, which is so most often, and else another one.
    fn held_on_one_side(&mut self, c: &mut Choices, number: Atom) -> Atom {
        let positive = self.of_two(BinOp::Lt, Atom::i64(0), number);
        let most = if c.one_in(6) { 2 } else { 100 };
        let ((), stms) = self.nested(|g| {
            let holds = g.of_two(BinOp::Lt, number, Atom::i64(most));
            let numbers = vec![];
            g.bind(Type::Cert, Exp::Assert { holds, numbers });
        });
        let other = [number, Atom::i64(-3)][c.below(2)];
        let bodies = [Body::of(stms, vec![number]), Body::of(vec![], vec![other])];
        let exp = Exp::either(positive, bodies, Results::plain([&Type::SIZE]));
        Atom::Var(self.bind(Type::SIZE, exp))
    }

    /// Whether it is an index into an array.
    fn is_within(&mut self, index: Atom, sizes: &Var) -> Atom {
        let many = Self::dim(&sizes.ty, 0).unwrap_or(Atom::i64(0));
        let low = self.of_two(BinOp::Le, Atom::i64(0), index);
        let high = self.of_two(BinOp::Lt, index, many);
        self.prim(PrimFn::Bin(BinOp::And, PrimType::Bool), vec![low, high])
    }

    /// The last number of an array whose size is the one at this index, if there is such an index.
    fn of_size_within(&mut self, index: Atom, sizes: &Var) -> Atom {
        let within = self.is_within(index, sizes);
        let (last, stms) = self.nested(|g| {
            let (array, at) = (sizes.name, vec![index]);
            let size = Atom::Var(g.bind(Type::SIZE, Exp::Index { array, at }));
            g.of_own_size(size)
        });
        let bodies = [Body::of(stms, vec![last]), Body::of(vec![], vec![Atom::i64(-2)])];
        let exp = Exp::either(within, bodies, Results::plain([&Type::SIZE]));
        Atom::Var(self.bind(Type::SIZE, exp))
    }

    /// A number of an array that a branch gives: of the size at this index, if there is such an index, else of another size.
    fn of_size_given(&mut self, c: &mut Choices, index: Atom, sizes: &Var) -> Atom {
        let within = self.is_within(index, sizes);
        let t = PrimType::I64;
        let (own, stms) = self.nested(|g| {
            let (array, at) = (sizes.name, vec![index]);
            let size = Atom::Var(g.bind(Type::SIZE, Exp::Index { array, at }));
            let size = g.of_two(BinOp::Max, size, Atom::i64(0));
            (size, Atom::Var(g.bind(Type::sized([size], t), Exp::Iota(size))))
        });
        let other = Atom::i64(c.below(3) as i64);
        let (made, others) = self.nested(|g| {
            let (count, value) = (other, index);
            Atom::Var(g.bind(Type::sized([other], t), Exp::Replicate { count, value }))
        });
        let body = |stms, (size, result): (Atom, Atom)| Body {
            stms,
            witnesses: vec![size],
            results: vec![result],
        };
        let results = Results {
            existential: 1,
            given: vec![Given {
                ty: Type::array([Ext::Existential(0)], t),
                unique: false,
            }],
        };
        let exp = Exp::either(within, [body(stms, own), body(others, (other, made))], results);
        let size = self.program.names.fresh("d");
        let array = self.fresh(Type::sized([size], t));
        self.push(vec![size], vec![array.clone()], exp, Vec::new());
        let size = Atom::Var(size);
        let some = self.of_two(BinOp::Lt, Atom::i64(0), size);
        let last = self.last_of(array.name, t, size, some);
        self.of_two(BinOp::Add, last, size)
    }

    /// The last number of an array of a size that nobody knows before, if it has one.
    fn of_own_size(&mut self, number: Atom) -> Atom {
        let natural = self.of_two(BinOp::Max, number, Atom::i64(0));
        let ty = Type::sized([natural], PrimType::I64);
        let array = self.bind(ty, Exp::Iota(natural));
        self.closed([array]);
        let some = self.of_two(BinOp::Lt, Atom::i64(0), natural);
        let (last, stms) = self.nested(|g| {
            let last = g.of_two(BinOp::Sub, natural, Atom::i64(1));
            Atom::Var(g.bind(
                Type::SIZE,
                Exp::Index {
                    array,
                    at: vec![last],
                },
            ))
        });
        let bodies = [Body::of(stms, vec![last]), Body::of(vec![], vec![Atom::i64(-1)])];
        let exp = Exp::either(some, bodies, Results::plain([&Type::SIZE]));
        Atom::Var(self.bind(Type::SIZE, exp))
    }
}
