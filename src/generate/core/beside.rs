//! Combinators that others stand beside: that read one array, of which several take what one gives, that take views or elements of it, filters before and behind
//! others, and maps before an accumulation.

use super::chains::OPERATORS;
use super::scope::{Generator, Var};
use super::soacs::arrays;
use super::writes::target;
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{AccType, Accumulated, Atom, Binder, Cut, Dim, Exp, Lambda, Soac, Type};
use elder_syntax::prim::{BinOp, PrimType};
use std::rc::Rc;

impl Generator {
    /// Some of these, of one array of few elements.
    pub(super) fn beside(&mut self, c: &mut Choices) -> Option<()> {
        let many = c.below(6) as i64;
        let count = self.named(c, many);
        let first = self.lain(c, PrimType::I64, &[count])?;
        match c.below(14) {
            0 => self.read_twice(c, count, &first),
            1 => self.taken_twice(c, count, &first, false),
            2 | 3 => self.taken_twice(c, count, &first, true),
            4 | 5 => self.seen_part(c, count, many, &first),
            6 => self.seen_nest(c),
            7 | 8 => self.filtered(c, count, &first),
            9 => self.filtered_beside(c, count, &first),
            10 => self.read_at_places(c, count, many, &first),
            _ => self.added_up(c, count, &first),
        }
    }

    /// Two maps, or reductions, of one array, perhaps with something between.
    fn read_twice(&mut self, c: &mut Choices, count: Atom, first: &Var) -> Option<()> {
        let (one, other) = (c.below(2), c.below(2));
        let given = self.taking(c, count, std::slice::from_ref(first), one)?;
        if c.one_in(6) {
            self.in_between(c, first, std::slice::from_ref(first))?;
        }
        if self.scope().iter().all(|var| var.name != first.name) {
            return Some(());
        }
        if c.one_in(6) {
            self.uses(Atom::Var(given.name));
        }
        self.taking(c, count, std::slice::from_ref(first), other)?;
        Some(())
    }

    /// A map that two or three combinators take, and others perhaps.
    fn taken_twice(&mut self, c: &mut Choices, count: Atom, first: &Var, is_closed: bool) -> Option<()> {
        let given = self.produced(c, count, std::slice::from_ref(first))?;
        for _ in 0..2 + c.below(2) {
            let kind = c.below(3);
            self.taking(c, count, &given, kind)?;
            if c.one_in(8) {
                self.in_between(c, first, &given)?;
            }
        }
        if is_closed {
            self.closed(given.iter().map(|var| var.name));
        }
        Some(())
    }

    /// A map, a reduction or a scan of arrays.
    fn taking(&mut self, c: &mut Choices, count: Atom, of: &[Var], kind: usize) -> Option<Var> {
        let (inputs, function) = self.of_elements(c, of, |g, c, elements| {
            let mut x = elements.first().map_or(Atom::i64(1), |name| Atom::Var(*name));
            for other in elements.iter().skip(1) {
                x = g.of_two(BinOp::Xor, x, Atom::Var(*other));
            }
            let op = c.pick(&OPERATORS).copied().unwrap_or(BinOp::Add);
            let by = Atom::i64(1 + c.below(4) as i64);
            match c.one_in(6) {
                true => vec![(g.changed(c, elements), Type::SIZE)],
                false => vec![(g.of_two(op, x, by), Type::SIZE)],
            }
        })?;
        let op = [BinOp::Add, BinOp::Max][c.below(2)];
        let (types, soac) = match kind {
            0 => (arrays(&function.results, count)?, Soac::map(vec![], function)),
            1 => (vec![Type::SIZE], Soac::redomap(self.summing(op).1, function)),
            _ => (
                arrays(&function.results, count)?,
                Soac::scanomap(self.summing(op).1, function),
            ),
        };
        let name = *self.bind_all(types, Exp::soac(count, inputs, soac)).first()?;
        self.scope().into_iter().find(|var| var.name == name)
    }

    /// A section of what a map gives, or an element, in bounds or just not, and who takes it.
    fn seen_part(&mut self, c: &mut Choices, count: Atom, many: i64, first: &Var) -> Option<()> {
        let given = self.produced(c, count, std::slice::from_ref(first))?;
        let array = given.first()?.clone();
        self.uses(Atom::Var(array.name));
        if c.below(2) == 0 {
            let at = if c.one_in(8) {
                many
            } else {
                (many - 1).min(c.below(6) as i64)
            };
            let at = vec![self.named(c, at)];
            self.bind(
                Type::SIZE,
                Exp::Index {
                    array: array.name,
                    at,
                },
            );
        } else {
            let start = c.below(many as usize + 1) as i64;
            let left = many - start + i64::from(c.one_in(8));
            let taken = self.named(c, left);
            let stride = if left < 2 && c.below(2) == 0 { 2 } else { 1 };
            let at = vec![Cut::Section {
                start: Atom::i64(start),
                count: taken,
                stride: Atom::i64(stride),
            }];
            let ty = Type::sized([taken], PrimType::I64);
            let exp = Exp::Slice {
                array: array.name,
                at,
            };
            let name = self.view(ty, exp, array.class);
            let part = self.scope().into_iter().find(|var| var.name == name)?;
            let kind = c.below(3);
            self.taking(c, taken, &[part], kind)?;
        }
        if c.below(6) > 0 {
            self.closed([array.name]);
        }
        Some(())
    }

    /// A map of maps, turned, flattened or cut, and who takes that.
    fn seen_nest(&mut self, c: &mut Choices) -> Option<()> {
        let (rows, columns) = (c.below(4) as i64, c.below(4) as i64);
        let sizes = [self.named(c, rows), self.named(c, columns)];
        let first = self.lain(c, PrimType::I64, &sizes)?;
        let nest = self.mapped_over(c, &sizes, &first)?;
        let array = nest.name;
        self.uses(Atom::Var(array));
        let (sizes, exp) = match c.below(4) {
            0 => (
                vec![sizes[1], sizes[0]],
                Exp::Rearrange {
                    order: vec![1, 0],
                    array,
                },
            ),
            1 => {
                let all = self.named(c, rows * columns);
                (
                    vec![all],
                    Exp::Reshape {
                        dims: vec![all],
                        array,
                    },
                )
            }
            2 if rows > 0 => {
                let at = vec![Cut::At(Atom::i64(rows - 1)), Cut::whole(sizes[1])];
                (vec![sizes[1]], Exp::Slice { array, at })
            }
            _ => {
                let few = self.named(c, columns.min(1));
                let part = Cut::Section {
                    start: Atom::i64((columns - 1).max(0)),
                    count: few,
                    stride: Atom::i64(1),
                };
                let at = vec![Cut::whole(sizes[0]), part];
                (vec![sizes[0], few], Exp::Slice { array, at })
            }
        };
        let ty = Type::sized(sizes.iter().copied(), PrimType::I64);
        let name = self.view(ty, exp, nest.class);
        let seen = self.scope().into_iter().find(|var| var.name == name)?;
        if c.below(6) > 0 {
            self.closed([array]);
        }
        match sizes.as_slice() {
            [count] => {
                let kind = c.below(3);
                self.taking(c, *count, std::slice::from_ref(&seen), kind)?;
            }
            sizes => drop(self.mapped_over(c, sizes, &seen)?),
        }
        if c.below(4) > 0 {
            self.closed([name]);
        }
        Some(())
    }

    /// A map of maps over all dimensions.
    fn mapped_over(&mut self, c: &mut Choices, sizes: &[Atom], of: &Var) -> Option<Var> {
        let (count, within) = sizes.split_first()?;
        self.uses(Atom::Var(of.name));
        let row = self.fresh(of.ty.row(1)?);
        let own = row.name;
        let function = self.lambda(vec![(row, true)], |g, elements| {
            let inner = g.scope().into_iter().find(|var| var.name == own);
            match (within.is_empty(), inner) {
                (false, Some(inner)) => g
                    .mapped_over(c, within, &inner)
                    .map(|var| (Atom::Var(var.name), var.ty))
                    .into_iter()
                    .collect(),
                _ => vec![(g.changed(c, elements), Type::SIZE)],
            }
        });
        let types = arrays(&function.results, *count)?;
        let exp = Exp::soac(*count, vec![of.name], Soac::map(vec![], function));
        let name = *self.bind_all(types, exp).first()?;
        self.scope().into_iter().find(|var| var.name == name)
    }

    /// What a filter keeps of arrays, by a predicate that looks at all of them but these.
    fn kept(
        &mut self,
        c: &mut Choices,
        count: Atom,
        of: &[Var],
        unseen: &[Name],
    ) -> Option<(Atom, Vec<Var>)> {
        let inputs: Vec<Name> = of.iter().map(|var| var.name).collect();
        for input in &inputs {
            self.uses(Atom::Var(*input));
        }
        let params: Vec<(Binder, bool)> = inputs.iter().map(|_| (self.fresh(Type::SIZE), true)).collect();
        let predicate = self.lambda(params, |g, elements| {
            let seen = elements.iter().zip(&inputs);
            let seen: Vec<Name> = seen
                .filter(|(_, input)| !unseen.contains(input))
                .map(|(element, _)| *element)
                .collect();
            let x = match c.one_in(6) {
                true => g.changed(c, &seen),
                false => seen
                    .iter()
                    .fold(Atom::i64(3), |x, name| g.of_two(BinOp::Xor, x, Atom::Var(*name))),
            };
            let op = [BinOp::Lt, BinOp::Ge, BinOp::Ne][c.below(3)];
            let by = Atom::i64(c.below(4) as i64);
            vec![(g.of_two(op, x, by), Type::BOOL)]
        });
        let size = self.program.names.fresh("d");
        let ty = Type::array([Dim::Is(Atom::Var(size))], PrimType::I64);
        let values: Vec<Binder> = inputs.iter().map(|_| self.fresh(ty.clone())).collect();
        let exp = Exp::soac(count, inputs, Soac::Filter { predicate });
        self.push(vec![size], values.clone(), exp, Vec::new());
        self.size(size, None);
        self.declare(size, Type::SIZE, true);
        for value in &values {
            self.declare(value.name, value.ty.clone(), false);
        }
        let names: Vec<Name> = values.iter().map(|value| value.name).collect();
        let scope = self.scope().into_iter();
        Some((
            Atom::Var(size),
            scope.filter(|var| names.contains(&var.name)).collect(),
        ))
    }

    /// A filter, and a reduction, a filter, a scatter or a histogram that takes what it keeps.
    fn filtered(&mut self, c: &mut Choices, count: Atom, first: &Var) -> Option<()> {
        let (size, given) = self.kept(c, count, std::slice::from_ref(first), &[])?;
        let closed: Vec<Name> = given.iter().map(|var| var.name).chain(size.name()).collect();
        match c.below(4) {
            0 | 1 => drop(self.taking(c, size, &given, 1)?),
            2 => drop(self.kept(c, size, &given, &[])?),
            _ => self.put_by_elements(c, size, &given)?,
        }
        if c.below(6) > 0 {
            self.closed(closed);
        }
        Some(())
    }

    /// What is put to places that elements say: all values of a place are one.
    fn put_by_elements(&mut self, c: &mut Choices, count: Atom, of: &[Var]) -> Option<()> {
        let into = self.target_of_own(c)?;
        let adds = c.below(2) == 0;
        let (inputs, function) = self.of_elements(c, of, |g, _, elements| {
            let place = elements.first().map_or(Atom::i64(0), |name| Atom::Var(*name));
            let place = g.of_two(BinOp::Mod, place, Atom::i64(5));
            vec![(place, Type::SIZE), (place, Type::SIZE)]
        })?;
        let operator = self.summing(BinOp::Add).1;
        let soac = match adds {
            true => Soac::Hist {
                function,
                into: vec![(vec![target(&into)], operator)],
            },
            false => Soac::Scatter {
                function,
                into: vec![target(&into)],
            },
        };
        self.consume(into.class);
        self.bind_all(vec![into.ty.clone()], Exp::soac(count, inputs, soac));
        Some(())
    }

    /// A map before a filter whose predicate does not look at it, or alone does.
    fn filtered_beside(&mut self, c: &mut Choices, count: Atom, first: &Var) -> Option<()> {
        let mapped = self.taking(c, count, std::slice::from_ref(first), 0)?;
        let is_seen = c.below(2) == 0;
        let unseen = if is_seen { vec![] } else { vec![mapped.name] };
        let (size, given) = self.kept(c, count, &[first.clone(), mapped.clone()], &unseen)?;
        self.closed([mapped.name]);
        if is_seen && c.below(6) > 0 {
            self.closed(given.iter().skip(1).map(|var| var.name));
        }
        if c.below(2) == 0 {
            self.taking(c, size, given.get(usize::from(!is_seen)..)?.get(..1)?, 1)?;
        }
        Some(())
    }

    /// A map of which only elements are read, at places that are known.
    fn read_at_places(&mut self, c: &mut Choices, count: Atom, many: i64, first: &Var) -> Option<()> {
        let mapped = self.taking(c, count, std::slice::from_ref(first), 0)?;
        let (array, reads) = (mapped.name, 1 + c.below(3) as i64);
        for at in 0..reads.min(many + i64::from(c.one_in(6))) {
            self.uses(Atom::Var(array));
            let at = vec![Atom::i64(if c.one_in(8) { 0 } else { at })];
            self.bind(Type::SIZE, Exp::Index { array, at });
        }
        if c.below(6) > 0 {
            self.closed([array]);
        }
        Some(())
    }

    /// A map that a map within an accumulation takes.
    fn added_up(&mut self, c: &mut Choices, count: Atom, first: &Var) -> Option<()> {
        let mapped = self.taking(c, count, std::slice::from_ref(first), 0)?;
        let into = self.target_of_own(c)?;
        let space = Self::dim(&into.ty, 0)?;
        let ty = Type::Acc(Rc::new(AccType {
            space: vec![Dim::Is(space)],
            elements: vec![(vec![], PrimType::I64)],
        }));
        let operator = self.summing(BinOp::Add).1;
        let outer = self.fresh(ty.clone());
        let function = self.lambda(vec![(outer.clone(), true)], |g, _| {
            g.closed([outer.name]);
            let added = g.adding_elements(c, &ty);
            let exp = Exp::soac(count, vec![mapped.name], Soac::map(vec![outer.name], added));
            let all = g.bind(ty.clone(), exp);
            g.closed([all]);
            vec![(Atom::Var(all), ty.clone())]
        });
        let updates = vec![Accumulated {
            space: vec![space],
            arrays: vec![into.name],
            operator: Some(operator),
        }];
        self.uses(Atom::Var(mapped.name));
        self.consume(into.class);
        let exp = Exp::WithAcc {
            updates,
            function: Box::new(function),
        };
        self.bind(into.ty.clone(), exp);
        if c.below(6) > 0 {
            self.closed([mapped.name]);
        }
        Some(())
    }

    /// A function that adds an element where it says.
    fn adding_elements(&mut self, c: &mut Choices, ty: &Type) -> Lambda {
        let params = [self.fresh(ty.clone()), self.fresh(Type::SIZE)];
        let params = params.into_iter().map(|param| (param, true)).collect();
        let size = 2 + c.below(4) as i64;
        self.lambda(params, |g, names| {
            let (Some(acc), Some(element)) = (names.first(), names.get(1)) else {
                return vec![];
            };
            g.closed([*acc]);
            let at = vec![g.of_two(BinOp::Mod, Atom::Var(*element), Atom::i64(size))];
            let exp = Exp::AccUpdate {
                acc: *acc,
                at,
                values: vec![Atom::Var(*element)],
            };
            let next = g.bind(ty.clone(), exp);
            g.closed([next]);
            vec![(Atom::Var(next), ty.clone())]
        })
    }
}
