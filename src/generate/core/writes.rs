//! Writes to places that are computed: `scatter`, `hist`, accumulation.

use super::numbers::ends;
use super::scope::{Generator, Var};
use crate::Choices;
use crate::kit::each;
use elder_core::Name;
use elder_core::tree::{
    AccType, Accumulated, Atom, Binder, Body, Dim, Exp, Lambda, Level, Operator, Results, Screma, Segmented,
    Soac, Target, Type,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::rc::Rc;

impl Generator {
    /// Numbers from 0, which are places of their own, and how many.
    pub(super) fn places(&mut self, c: &mut Choices) -> (Atom, Name) {
        let n = self.known(c);
        let ty = Type::sized([n], PrimType::I64);
        let name = self.bind(ty, Exp::Iota(n));
        self.closed([name]);
        (n, name)
    }

    /// A vector of that type that may be written to.
    fn destination(&mut self, c: &mut Choices, t: PrimType) -> Option<Var> {
        let found = self.owned(c, |var| var.ty.rank() == 1 && var.ty.element() == Some(t));
        if let Some(var) = found {
            return match c.below(3) {
                0 => self.part_taken(c, &var).or(Some(var)),
                _ => Some(var),
            };
        }
        let size = self.bins(c);
        self.room(c, &Type::sized([size], t))
    }

    /// How many places a fresh array has that is written to: often so few that several are written to one.
    fn bins(&mut self, c: &mut Choices) -> Atom {
        match c.below(2) {
            0 => self.known(c),
            _ => Atom::i64(1 + c.below(3) as i64),
        }
    }

    /// A part of an array, which is taken out of scope with it.
    fn part_taken(&mut self, c: &mut Choices, var: &Var) -> Option<Var> {
        let part = self.part_of(c, var);
        self.consume(var.class);
        part
    }

    /// An array of one or two dimensions of that type that may be written to, all of whose sizes are known.
    fn target(&mut self, c: &mut Choices, t: PrimType) -> Option<Var> {
        let found = match c.below(2) {
            0 => self.owned(c, |var| var.ty.rank() == 2 && var.ty.element() == Some(t)),
            _ => None,
        };
        match found {
            Some(var) => Some(var),
            None => self.destination(c, t),
        }
    }

    /// `scatter` into one array or two: each element writes to a place of its own, perhaps outside.
    pub fn scatter(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, places) = self.places(c);
        let mut into = Vec::new();
        for _ in 0..1 + c.below(2) {
            let t = self.prim_type(c);
            into.push((t, self.target(c, t)?));
        }
        let element = self.fresh(Type::SIZE);
        let function = self.lambda(vec![(element.clone(), true)], |g, _| {
            let count = c.below(3);
            c.part(|c| g.statements(c, depth, count));
            let (mut places, mut values) = (Vec::new(), Vec::new());
            for (t, array) in &into {
                let shift = Atom::i64(c.below(3) as i64 - 1);
                let add = PrimFn::Bin(BinOp::Add, PrimType::I64);
                places.push((g.prim(add, vec![Atom::Var(element.name), shift]), Type::SIZE));
                for _ in 1..array.ty.rank() {
                    places.push((Atom::i64(c.below(3) as i64), Type::SIZE));
                }
                values.push((g.settled(c, *t), Type::Prim(*t)));
            }
            places.extend(values);
            places
        });
        let targets = into.iter().map(|(_, var)| target(var)).collect();
        let scatter = Soac::Scatter {
            function,
            into: targets,
        };
        let exp = Exp::soac(width, vec![places], scatter);
        self.bind_all(into.into_iter().map(|(_, var)| var.ty).collect(), exp);
        Some(())
    }

    /// `hist` of one monoid or two, each at places of its own.
    pub fn hist(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let input = self.pick(c, |_, var| var.ty.rank() > 0)?;
        let width = Self::dim(&input.ty, 0)?;
        let mut groups = Vec::new();
        for _ in 0..1 + c.below(2) {
            let (t, operator) = match c.below(5) {
                0 => self.shifted(c),
                1 => self.latest(c),
                _ => self.monoid(c),
            };
            let into = self.target(c, t)?;
            if self.share(input.class, into.class) {
                return None;
            }
            groups.push((t, operator, into));
        }
        let element = self.fresh(input.ty.row(1)?);
        let function = self.lambda(vec![(element, true)], |g, _| {
            let count = 1 + c.below(2);
            c.part(|c| g.statements(c, depth, count));
            let (mut places, mut values) = (Vec::new(), Vec::new());
            for (t, _, into) in &groups {
                let at = g.near_place(c, into.ty.rank());
                places.extend(at.into_iter().map(|i| (i, Type::SIZE)));
                values.push((g.settled(c, *t), Type::Prim(*t)));
            }
            places.extend(values);
            places
        });
        let types = groups.iter().map(|(_, _, into)| into.ty.clone()).collect();
        let into = groups.into_iter();
        let into = into
            .map(|(_, operator, into)| (vec![target(&into)], operator))
            .collect();
        let exp = Exp::soac(width, vec![input.name], Soac::Hist { function, into });
        self.bind_all(types, exp);
        Some(())
    }

    /// An index below three for each of so many dimensions.
    fn near_place(&mut self, c: &mut Choices, rank: usize) -> Vec<Atom> {
        let index = |_| {
            let number = self.scalar(c, PrimType::I64);
            self.of_two(BinOp::Mod, number, Atom::i64(3))
        };
        (0..rank).map(index).collect()
    }

    /// An array of that type, made for being written to: of one number, or one that lies somewhere.
    pub(super) fn room(&mut self, c: &mut Choices, ty: &Type) -> Option<Var> {
        let sizes: Option<Vec<Atom>> = (0..ty.rank()).map(|k| Self::dim(ty, k)).collect();
        let is_known = |size: &Atom| self.value(*size).is_some();
        let sizes = sizes.filter(|sizes| sizes.iter().all(is_known) && c.below(3) > 0);
        let class = match sizes {
            Some(sizes) => self.lain(c, ty.element()?, &sizes)?.class,
            None => self.new_array(c, ty).1,
        };
        let var = self.scope().pop();
        self.consume(class);
        var
    }

    /// Where an accumulator adds, or puts: into one vector or matrix of numbers, into rows, or into two arrays at once.  What an operator asserts is of what is
    /// added only, which sums of it keep, so it fails in every order, or in none.
    fn accumulator(&mut self, c: &mut Choices) -> Option<Adding> {
        let adds = c.below(3) > 0;
        match c.below(9) {
            6 => {
                let size = self.bins(c);
                let mut into = Vec::new();
                let mut operators = Vec::new();
                for _ in 0..2 {
                    let (row, operator) = match c.below(3) {
                        0 => self.sums(c),
                        _ => {
                            let (t, operator) = self.monoid(c);
                            (Type::Prim(t), operator)
                        }
                    };
                    into.push(self.room(c, &row.array_of(Dim::Is(size))?)?);
                    operators.push(operator);
                }
                Adding::of(into, 1, operators.into_iter().reduce(beside).filter(|_| adds))
            }
            3 | 8 => {
                let (row, operator) = self.sums(c);
                let ty = row.array_of(Dim::Is(self.bins(c)))?;
                let into = self.room(c, &ty)?;
                Adding::of(vec![into], 1, adds.then_some(operator))
            }
            4 => {
                let (t, operator) = match c.below(2) {
                    0 => self.affine(),
                    _ => self.products(),
                };
                let ty = Type::sized([self.bins(c)], t);
                let into = [self.room(c, &ty)?, self.room(c, &ty)?];
                Adding::of(into.into(), 1, Some(operator))
            }
            7 => {
                let kind = c.below(4);
                let (t, operator) = match kind {
                    0 => self.mixed(c),
                    1 => self.natural(),
                    _ => self.shifted(c),
                };
                let into = self.target(c, t)?;
                let rank = into.ty.rank();
                let mut adding = Adding::of(vec![into], rank, Some(operator))?;
                adding.is_natural = kind == 1;
                Some(adding)
            }
            5 => {
                let (t, operator) = self.monoid(c);
                let into = self.target(c, t)?;
                let rank = into.ty.rank();
                Adding::of(vec![into], rank, Some(operator))
            }
            _ => {
                let (t, operator) = match c.below(4) {
                    0 => self.latest(c),
                    _ => self.monoid(c),
                };
                let into = self.destination(c, t)?;
                Adding::of(vec![into], 1, adds.then_some(operator))
            }
        }
    }

    /// Rows that are combined element by element; perhaps the first numbers by another operator than the rest, or all but the last one, which stays what it was.
    fn sums(&mut self, c: &mut Choices) -> (Type, Operator) {
        let t = PrimType::I32;
        let many = c.below(4) as i64;
        let size = Atom::i64(many);
        let (op, neutral) = ELEMENTWISE[c.below(ELEMENTWISE.len())];
        let (other, first) = ELEMENTWISE[c.below(ELEMENTWISE.len())];
        let (added, stays) = match c.below(6) {
            0 => ((many - 1).max(0), true),
            1 | 2 => (c.below(many as usize + 1) as i64, false),
            _ => (0, false),
        };
        let ty = Type::sized([size], t);
        let number = |number: i32| Atom::Const(t.number(number.into()));
        let neutral = match (stays, many) {
            (true, _) | (_, 0) => Exp::Replicate {
                count: size,
                value: number(0),
            },
            _ => Exp::Literal {
                row: Type::Prim(t),
                elements: (0..many)
                    .map(|k| number(if k < added { first } else { neutral }))
                    .collect(),
            },
        };
        let neutral = self.bind(ty.clone(), neutral);
        self.closed([neutral]);
        let both =
            |g: &mut Generator, ty: &Type| vec![(g.fresh(ty.clone()), true), (g.fresh(ty.clone()), true)];
        let params = both(self, &ty);
        let row = ty.clone();
        let function = self.lambda(params, |g, names| {
            let &[a, b] = names else {
                return Vec::new();
            };
            if stays {
                let begun = g.bind(row.clone(), Exp::Copy(a));
                return vec![(g.first_combined([a, b], (begun, &row), BinOp::Add, added), row)];
            }
            let params = both(g, &Type::Prim(t));
            let combined = g.lambda(params, |g, names| {
                let operands = names.iter().copied().map(Atom::Var).collect();
                vec![(g.prim(PrimFn::Bin(op, t), operands), Type::Prim(t))]
            });
            let exp = Exp::soac(size, names.to_vec(), Soac::map(vec![], combined));
            let whole = g.bind(row.clone(), exp);
            let result = match added {
                0 => Atom::Var(whole),
                _ => g.first_combined([a, b], (whole, &row), other, added),
            };
            vec![(result, row)]
        });
        let operator = Operator {
            function,
            neutral: vec![Atom::Var(neutral)],
            commutative: true,
        };
        (ty, operator)
    }

    /// A row, consumed, whose first numbers, so many, become what an operator makes of those of two others, in rounds.
    fn first_combined(&mut self, rows: [Name; 2], (begun, ty): (Name, &Type), op: BinOp, count: i64) -> Atom {
        let combined = self.written_in_rounds(begun, ty, Atom::i64(count), |g, index| {
            let both = rows.map(|array| {
                let at = vec![index];
                Atom::Var(g.bind(Type::Prim(PrimType::I32), Exp::Index { array, at }))
            });
            g.prim(PrimFn::Bin(op, PrimType::I32), both.to_vec())
        });
        Atom::Var(combined)
    }

    /// x ⊕ y = x + y + kxy, where k stands outside: no operation of devices, and yet a monoid, as 1 + k(x ⊕ y) is (1 + kx)(1 + ky).
    fn mixed(&mut self, c: &mut Choices) -> (PrimType, Operator) {
        let t = *c
            .pick(&each! { PrimType: I32 I64 U8 I16 U64 })
            .unwrap_or(&PrimType::I32);
        let k = self.settled(c, t);
        let params = (0..2).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let function = self.lambda(params, |g, names| {
            let [x, y] = [0, 1].map(|k: usize| names.get(k).map_or(Atom::i64(0), |name| Atom::Var(*name)));
            let mut apply = |op, x, y| g.prim(PrimFn::Bin(op, t), vec![x, y]);
            let product = apply(BinOp::Mul, x, y);
            let scaled = apply(BinOp::Mul, product, k);
            let sum = apply(BinOp::Add, x, y);
            vec![(apply(BinOp::Add, sum, scaled), Type::Prim(t))]
        });
        let operator = Operator {
            function,
            neutral: vec![Atom::Const(t.number(0))],
            commutative: true,
        };
        (t, operator)
    }

    /// The later one of two numbers, unless that is 0: of one number, and yet operands may not change places.
    pub(super) fn latest(&mut self, c: &mut Choices) -> (PrimType, Operator) {
        let t = *c
            .pick(&each! { PrimType: I64 I32 U8 I16 I8 U32 })
            .unwrap_or(&PrimType::I64);
        let params = (0..2).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let zero = Atom::Const(t.number(0));
        let function = self.lambda(params, |g, names| {
            let [x, y] = [0, 1].map(|k: usize| names.get(k).map_or(Atom::i64(0), |name| Atom::Var(*name)));
            let condition = g.prim(PrimFn::Bin(BinOp::Eq, t), vec![y, zero]);
            let ty = Type::Prim(t);
            let bodies = [x, y].map(|result| Body::of(vec![], vec![result]));
            let exp = Exp::either(condition, bodies, Results::plain([&ty]));
            vec![(Atom::Var(g.bind(ty.clone(), exp)), ty)]
        });
        (t, Operator::new(function, vec![zero], false))
    }

    /// x + y - k or x ⊻ y ⊻ k, whose neutral element is k: a sum or the like of numbers that are moved, however it is put in brackets.
    pub(super) fn shifted(&mut self, c: &mut Choices) -> (PrimType, Operator) {
        let t = *c
            .pick(&each! { PrimType: I64 I32 U8 I16 U32 })
            .unwrap_or(&PrimType::I64);
        let k = Atom::Const(t.number(1 + c.below(5) as i128));
        let (kind, is_xor) = (c.below(3), c.below(3) == 0);
        let params = (0..2).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let function = self.lambda(params, |g, names| {
            let [x, y] = [0, 1].map(|k: usize| names.get(k).map_or(Atom::i64(0), |name| Atom::Var(*name)));
            let (add, less) = match is_xor {
                true => (BinOp::Xor, BinOp::Xor),
                false => (BinOp::Add, BinOp::Sub),
            };
            let mut apply = |op, x, y| g.prim(PrimFn::Bin(op, t), vec![x, y]);
            let sum = match kind {
                0 => {
                    let moved = apply(less, y, k);
                    apply(add, x, moved)
                }
                1 => {
                    let moved = apply(less, x, k);
                    apply(add, moved, y)
                }
                _ => {
                    let sum = apply(add, y, x);
                    apply(less, sum, k)
                }
            };
            vec![(sum, Type::Prim(t))]
        });
        (t, Operator::new(function, vec![k], c.below(3) > 0))
    }

    /// Sums of numbers that are asserted to be natural: all that is added is, most often.
    fn natural(&mut self) -> (PrimType, Operator) {
        let t = PrimType::I64;
        let params = (0..2).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let function = self.lambda(params, |g, names| {
            let [x, y] = [0, 1].map(|k: usize| names.get(k).map_or(Atom::i64(0), |name| Atom::Var(*name)));
            let holds = g.of_two(BinOp::Le, Atom::i64(0), y);
            let numbers = vec![];
            g.bind(Type::Cert, Exp::Assert { holds, numbers });
            vec![(g.of_two(BinOp::Add, x, y), Type::Prim(t))]
        });
        let operator = Operator {
            function,
            neutral: vec![Atom::i64(0)],
            commutative: true,
        };
        (t, operator)
    }

    /// Products of pairs as of complex numbers, which mix both parts.
    fn products(&mut self) -> (PrimType, Operator) {
        let t = PrimType::I32;
        let params = (0..4).map(|_| (self.fresh(Type::Prim(t)), true)).collect();
        let function = self.lambda(params, |g, names| {
            let [a, b, d, e] =
                [0, 1, 2, 3].map(|k: usize| names.get(k).map_or(Atom::i64(0), |name| Atom::Var(*name)));
            let mut apply = |op, x, y| g.prim(PrimFn::Bin(op, t), vec![x, y]);
            let (ad, be) = (apply(BinOp::Mul, a, d), apply(BinOp::Mul, b, e));
            let (ae, bd) = (apply(BinOp::Mul, a, e), apply(BinOp::Mul, b, d));
            let real = apply(BinOp::Sub, ad, be);
            let other = apply(BinOp::Add, ae, bd);
            vec![(real, Type::Prim(t)), (other, Type::Prim(t))]
        });
        let operator = Operator {
            function,
            neutral: vec![Atom::Const(t.number(1)), Atom::Const(t.number(0))],
            commutative: true,
        };
        (t, operator)
    }

    /// `with_acc`: maps add to one accumulator or two, one within another perhaps; what is put, and not added, has places of its own.
    pub fn accumulate(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let mut all = vec![self.accumulator(c)?];
        if c.below(3) == 0 {
            all.extend(self.accumulator(c));
        }
        let (width, places) = match c.below(2) {
            0 => self.places(c),
            _ => self.enough(c, &all)?,
        };
        let outer = self.each_fresh(&all);
        let extra = self.prim_type(c);
        let levels = match all.iter().all(|adding| adding.operator.is_some()) {
            true => c.below(3),
            false => 0,
        };
        let own = outer.iter().cloned().map(|acc| (acc, true)).collect();
        let function = self.lambda(own, |g, outer| {
            g.closed(outer.iter().copied());
            // Sometimes the elements are reduced besides.
            let reduction = (c.below(3) == 2).then(|| g.monoid(c));
            let reduced = reduction.as_ref().map(|(t, _)| *t);
            let mapped: Vec<PrimType> = (0..[0, 0, 1, 2][c.below(4)]).map(|_| g.prim_type(c)).collect();
            let others: Vec<PrimType> = reduced.into_iter().chain(mapped.iter().copied()).collect();
            let function = g.adding(c, depth, &all, levels, &others);
            let mut types = function.results.clone();
            for (ty, t) in types.iter_mut().rev().zip(mapped.iter().rev()) {
                *ty = Type::sized([width], *t);
            }
            let screma = Screma {
                reductions: reduction.into_iter().map(|(_, operator)| operator).collect(),
                ..Screma::map(outer.to_vec(), function)
            };
            let exp = Exp::soac(width, vec![places], Soac::Screma(screma));
            let names = g.bind_all(types.clone(), exp);
            let mut results = g.given_back(&names, &all);
            // What the items give besides, as it is or as a number.
            for (name, ty) in names.iter().zip(types).skip(all.len()) {
                if ty.rank() > 0 && c.below(3) > 0 {
                    g.uses(Atom::Var(*name));
                    results.push((Atom::Var(*name), ty));
                }
            }
            results.push((g.settled(c, extra), Type::Prim(extra)));
            results
        });
        let others = function.results.get(all.len()..).unwrap_or_default().to_vec();
        let mut types = Vec::new();
        let mut updates = Vec::new();
        for adding in all {
            updates.push(Accumulated {
                space: adding.space,
                arrays: adding.into.iter().map(|var| var.name).collect(),
                operator: adding.operator,
            });
            types.extend(adding.into.into_iter().map(|var| var.ty));
        }
        let exp = Exp::WithAcc {
            updates,
            function: Box::new(function),
        };
        types.extend(others);
        self.bind_all(types, exp);
        Some(())
    }

    /// The places of segments add to what is the segment's, or of one to one histogram, which may have more places than a group of a tiny machine has a copy of.
    pub(super) fn added_in_segments(&mut self, c: &mut Choices) -> Option<()> {
        let least = c.below(2);
        let space = self.segments(c, least);
        let (_, outer) = space.split_last()?;
        let t = *c.pick(&each! { PrimType: I32 U32 I32 U32 I64 })?;
        let array = self.lain(c, t, &space)?;
        let many = match (outer.is_empty(), c.below(3)) {
            (true, _) => 3 + c.below(9),
            (false, 0) => 1 + c.below(13),
            (false, _) => 1 + c.below(4),
        } as i64;
        let bins = self.late(c, many);
        let sizes = outer.iter().copied().chain([bins]);
        let into = self.room(c, &Type::sized(sizes, t))?;
        let (op, neutral) = ELEMENTWISE[c.below(3)];
        let neutral = match (op, t) {
            (BinOp::Max, _) => t.number(ends(t).0),
            _ => t.number(neutral.into()),
        };
        let operator = self.operator(t, op, Atom::Const(neutral), true);
        let all = [Adding::of(vec![into], space.len(), Some(operator))?];
        let own = self.each_fresh(&all).into_iter().map(|acc| (acc, true)).collect();
        let function = self.lambda(own, |g, accs| {
            g.closed(accs.iter().copied());
            let mut params = g.each_fresh(&all);
            params.extend(space.iter().map(|_| g.fresh(Type::SIZE)));
            let params = params.into_iter().map(|param| (param, true)).collect();
            let item = g.lambda(params, |g, names| {
                let (own, numbers) = names.split_at(1);
                g.closed(own.iter().copied());
                let numbers: Vec<Atom> = numbers.iter().copied().map(Atom::Var).collect();
                g.uses(Atom::Var(array.name));
                let exp = Exp::Index {
                    array: array.name,
                    at: numbers.clone(),
                };
                let x = Atom::Var(g.bind(Type::Prim(t), exp));
                let mut next = own.to_vec();
                for _ in 0..1 + c.below(4) / 3 {
                    let number = match (c.below(3), t) {
                        (0, _) => *numbers.last().unwrap_or(&Atom::i64(0)),
                        (_, PrimType::I64) => x,
                        _ => g.prim(PrimFn::Convert(t, PrimType::I64), vec![x]),
                    };
                    // Some are outside.
                    let bin = g.of_two(BinOp::Mod, number, Atom::i64(many + 1));
                    let mut at = numbers.clone();
                    if let Some(last) = at.last_mut() {
                        *last = bin;
                    }
                    if c.one_in(6)
                        && let Some(first) = at.first_mut()
                    {
                        // Now and then it is another's.
                        *first = Atom::i64(0);
                    }
                    let values = vec![x];
                    next = next
                        .into_iter()
                        .zip(&all)
                        .map(|(acc, adding)| {
                            let exp = Exp::AccUpdate {
                                acc,
                                at: at.clone(),
                                values: values.clone(),
                            };
                            g.bind(adding.ty.clone(), exp)
                        })
                        .collect();
                }
                g.given_back(&next, &all)
            });
            let types = item.results.clone();
            let segmented = Segmented {
                level: Level::Global,
                space: space.clone(),
                screma: Screma::map(accs.to_vec(), item),
            };
            let names = g.bind_all(types, Exp::Segmented(Box::new(segmented)));
            g.given_back(&names, &all)
        });
        let [adding] = all;
        let types = vec![adding.into.first()?.ty.clone()];
        let updates = vec![Accumulated {
            space: adding.space,
            arrays: adding.into.iter().map(|var| var.name).collect(),
            operator: adding.operator,
        }];
        let exp = Exp::WithAcc {
            updates,
            function: Box::new(function),
        };
        self.bind_all(types, exp);
        Some(())
    }

    /// Numbers from 0, which are places of their own: so many that a tiny machine has room for copies of all that is added to, or just not.
    fn enough(&mut self, c: &mut Choices, all: &[Adding]) -> Option<(Atom, Name)> {
        let elements = all.iter().flat_map(|adding| &adding.into).map(|var| {
            let sizes = (0..var.ty.rank()).map(|k| self.value(Self::dim(&var.ty, k)?));
            sizes.product::<Option<i64>>()
        });
        let elements = elements.sum::<Option<i64>>()?.clamp(1, 16);
        let many = elements * (1 + c.below(2) as i64) + c.below(4) as i64;
        let many = self.named(c, many);
        let name = self.bind(Type::sized([many], PrimType::I64), Exp::Iota(many));
        self.closed([name]);
        Some((many, name))
    }

    fn each_fresh(&mut self, all: &[Adding]) -> Vec<Binder> {
        all.iter().map(|adding| self.fresh(adding.ty.clone())).collect()
    }

    /// The first of these names are accumulators, which a function gives back.
    fn given_back(&mut self, names: &[Name], all: &[Adding]) -> Vec<(Atom, Type)> {
        let accs = names.iter().zip(all);
        let accs: Vec<(Atom, Type)> = accs
            .map(|(name, adding)| (Atom::Var(*name), adding.ty.clone()))
            .collect();
        self.closed(names.iter().take(all.len()).copied());
        accs
    }

    /// A function of a map whose elements add to accumulators, by so many maps of each; what is reduced besides, and what is given for each, has these
    /// types.
    fn adding(
        &mut self,
        c: &mut Choices,
        depth: usize,
        all: &[Adding],
        levels: usize,
        others: &[PrimType],
    ) -> Lambda {
        let mut params = self.each_fresh(all);
        params.push(self.fresh(Type::SIZE));
        let params = params.into_iter().map(|param| (param, true)).collect();
        self.lambda(params, |g, names| {
            let (inner, element) = names.split_at(all.len());
            g.closed(inner.iter().copied());
            let count = 1 + c.below(2);
            c.part(|c| g.statements(c, depth, count));
            let next: Vec<Name> = match levels {
                0 => {
                    let accs = inner.iter().zip(all);
                    accs.map(|(acc, adding)| g.added(c, *acc, adding, element))
                        .collect()
                }
                levels => {
                    let (width, places) = g.places(c);
                    let function = g.adding(c, depth, all, levels - 1, &[]);
                    let types = function.results.clone();
                    let screma = Screma::map(inner.to_vec(), function);
                    g.bind_all(types, Exp::soac(width, vec![places], Soac::Screma(screma)))
                }
            };
            let mut results = g.given_back(&next, all);
            for t in others {
                results.push((g.settled(c, *t), Type::Prim(*t)));
            }
            results
        })
    }

    /// One more addition, where it likes; what is put goes to the place of the element.
    fn added(&mut self, c: &mut Choices, acc: Name, adding: &Adding, element: &[Name]) -> Name {
        let at = match adding.operator {
            Some(_) => self.near_place(c, adding.space.len()),
            None => element.iter().copied().map(Atom::Var).collect(),
        };
        let values = adding.elements.iter().map(|ty| match ty {
            Type::Prim(_) if adding.is_natural => {
                let number = self.settled(c, PrimType::I64);
                let natural = self.of_two(BinOp::And, number, Atom::i64(7));
                let less = Atom::i64(i64::from(c.one_in(4)));
                self.of_two(BinOp::Sub, natural, less)
            }
            Type::Prim(t) => self.settled(c, *t),
            row => self.of(c, row).0,
        });
        let values = values.collect();
        self.bind(adding.ty.clone(), Exp::AccUpdate { acc, at, values })
    }
}

/// What commutes on numbers of 32 bits, and its neutral element.
const ELEMENTWISE: [(BinOp, i32); 5] = [
    (BinOp::Add, 0),
    (BinOp::Max, i32::MIN),
    (BinOp::Xor, 0),
    (BinOp::Min, i32::MAX),
    (BinOp::Mul, 1),
];

/// An accumulator in the making.
pub(super) struct Adding {
    /// The arrays.
    into: Vec<Var>,
    /// The sizes that places go into.
    space: Vec<Atom>,
    /// What lies at a place of each array.
    elements: Vec<Type>,
    /// What is made of an element and what is added; nothing of what is put.
    operator: Option<Operator>,
    /// The type.
    pub(super) ty: Type,
    /// Whether the operator asserts that what is added is natural.
    is_natural: bool,
}

impl Adding {
    /// Into these arrays, by places of so many dimensions.
    pub(super) fn of(into: Vec<Var>, rank: usize, operator: Option<Operator>) -> Option<Adding> {
        let first = into.first()?;
        let space: Option<Vec<Atom>> = (0..rank).map(|k| Generator::dim(&first.ty, k)).collect();
        let elements: Option<Vec<Type>> = into.iter().map(|var| var.ty.row(rank)).collect();
        let (space, elements) = (space?, elements?);
        let rows = elements
            .iter()
            .map(|ty| Some((ty.dims().to_vec(), ty.element()?)));
        let ty = Type::Acc(Rc::new(AccType {
            space: space.iter().copied().map(Dim::Is).collect(),
            elements: rows.collect::<Option<_>>()?,
        }));
        Some(Adding {
            into,
            space,
            elements,
            operator,
            ty,
            is_natural: false,
        })
    }
}

/// The operator that is one at some operands and the other at those behind them.
fn beside(one: Operator, other: Operator) -> Operator {
    let (mut left, mut function) = (one.function, other.function);
    let right = left.params.split_off(one.neutral.len());
    let others = function.params.split_off(other.neutral.len());
    function.params = [left.params, function.params, right, others].concat();
    function.body.stms.splice(..0, left.body.stms);
    function.body.results.splice(..0, left.body.results);
    function.results.splice(..0, left.results);
    Operator {
        function,
        neutral: [one.neutral, other.neutral].concat(),
        commutative: one.commutative && other.commutative,
    }
}

/// All dimensions of an array are written to by indexes.
pub(super) fn target(var: &Var) -> Target {
    Target {
        array: var.name,
        rank: var.ty.rank() as u16,
    }
}
