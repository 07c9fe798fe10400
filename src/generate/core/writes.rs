//! Writes to places that are computed: `scatter`, `hist`, accumulation.

use super::scope::{Generator, Var};
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{AccType, Accumulated, Atom, Dim, Exp, Screma, Soac, Target, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use std::rc::Rc;

impl Generator {
    /// Numbers from 0, which are places of their own, and how many.
    fn places(&mut self, c: &mut Choices) -> (Atom, Name) {
        let n = self.known(c);
        let ty = Type::sized([n], PrimType::I64);
        let name = self.bind(ty, Exp::Iota(n));
        self.closed([name]);
        (n, name)
    }

    /// A vector of that type that may be written to.
    fn destination(&mut self, c: &mut Choices, t: PrimType) -> Option<Var> {
        let found = self.owned(c, |var| var.ty.rank() == 1 && var.ty.element() == Some(t));
        if found.is_some() {
            return found;
        }
        let size = self.known(c);
        let (_, class) = self.new_array(c, &Type::sized([size], t));
        let var = self.scope().pop();
        self.consume(class);
        var
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
            let (t, operator) = self.monoid(c);
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
                for _ in 0..into.ty.rank() {
                    let at = g.scalar(c, PrimType::I64);
                    let at = g.prim(PrimFn::Bin(BinOp::Mod, PrimType::I64), vec![at, Atom::i64(3)]);
                    places.push((at, Type::SIZE));
                }
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

    /// `with_acc`: a map adds to an accumulator; what is put, and not added, has places of its own.
    pub fn accumulate(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (t, operator) = self.monoid(c);
        let adds = c.below(2) == 0;
        let (width, places) = self.places(c);
        let into = self.destination(c, t)?;
        let space = Self::dim(&into.ty, 0)?;
        let ty = Type::Acc(Rc::new(AccType {
            space: vec![Dim::Is(space)],
            elements: vec![(Vec::new(), t)],
        }));
        let outer = self.fresh(ty.clone());
        let extra = self.prim_type(c);
        let function = self.lambda(vec![(outer.clone(), true)], |g, _| {
            g.closed([outer.name]);
            // Sometimes the elements are reduced besides.
            let reduction = (c.below(3) == 2).then(|| g.monoid(c));
            let inner = g.fresh(ty.clone());
            let element = g.fresh(Type::SIZE);
            let function = g.lambda(vec![(inner.clone(), true), (element.clone(), true)], |g, _| {
                g.closed([inner.name]);
                let count = 1 + c.below(2);
                c.part(|c| g.statements(c, depth, count));
                let at = match adds {
                    true => {
                        let at = g.scalar(c, PrimType::I64);
                        g.prim(PrimFn::Bin(BinOp::Mod, PrimType::I64), vec![at, Atom::i64(3)])
                    }
                    false => Atom::Var(element.name),
                };
                let values = vec![g.settled(c, t)];
                let exp = Exp::AccUpdate {
                    acc: inner.name,
                    at: vec![at],
                    values,
                };
                let next = g.bind(ty.clone(), exp);
                g.closed([next]);
                let mut results = vec![(Atom::Var(next), ty.clone())];
                if let Some((t, _)) = &reduction {
                    results.push((g.settled(c, *t), Type::Prim(*t)));
                }
                results
            });
            let types = function.results.clone();
            let screma = Screma {
                reductions: reduction.into_iter().map(|(_, operator)| operator).collect(),
                ..Screma::map(vec![outer.name], function)
            };
            let exp = Exp::soac(width, vec![places], Soac::Screma(screma));
            let names = g.bind_all(types, exp);
            let last = names.first().copied().unwrap_or(outer.name);
            g.closed([last]);
            vec![
                (Atom::Var(last), ty.clone()),
                (g.settled(c, extra), Type::Prim(extra)),
            ]
        });
        let update = Accumulated {
            space: vec![space],
            arrays: vec![into.name],
            operator: adds.then_some(operator),
        };
        let exp = Exp::WithAcc {
            updates: vec![update],
            function: Box::new(function),
        };
        self.bind_all(vec![into.ty, Type::Prim(extra)], exp);
        Some(())
    }
}

/// All dimensions of an array are written to by indexes.
fn target(var: &Var) -> Target {
    Target {
        array: var.name,
        rank: var.ty.rank() as u16,
    }
}
