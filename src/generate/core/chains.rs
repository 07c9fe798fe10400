//! Maps whose results go on to other combinators: one after the other, to a reduction, a scan, a scatter or a histogram; and what keeps a map from becoming a part of
//! who takes its results: somebody else who takes them too, an array that is written to in between, something that may fail before or behind.

use super::scope::{Generator, Var};
use super::soacs::arrays;
use super::writes::target;
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{Atom, Cut, Exp, Lambda, Soac, Type};
use elder_syntax::prim::{BinOp, PrimType};

/// What functions do with an element and another number.
pub(super) const OPERATORS: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Xor, BinOp::Min];

impl Generator {
    /// A map or two, and who takes what they give.
    pub(super) fn chained(&mut self, c: &mut Choices) -> Option<()> {
        let many = c.below(6) as i64;
        let count = self.named(c, many);
        let first = self.lain(c, PrimType::I64, &[count])?;
        let mut given = vec![first.clone()];
        for _ in 0..1 + c.below(2) {
            given = self.produced(c, count, &given)?;
            self.in_between(c, &first, &given)?;
        }
        self.consumed(c, count, &given)?;
        // Mostly nobody else may take them.
        if c.below(4) > 0 {
            self.closed(given.iter().map(|var| var.name));
        }
        Some(())
    }

    /// What a map gives of arrays, perhaps of one of them twice.
    pub(super) fn produced(&mut self, c: &mut Choices, count: Atom, of: &[Var]) -> Option<Vec<Var>> {
        let results = 1 + c.below(2);
        let (inputs, function) = self.of_elements(c, of, |g, c, elements| {
            let one = |g: &mut Self, c: &mut Choices| (g.changed(c, elements), Type::SIZE);
            (0..results).map(|_| one(g, c)).collect()
        })?;
        let types = arrays(&function.results, count)?;
        let names = self.bind_all(types, Exp::soac(count, inputs, Soac::map(vec![], function)));
        let found = |name: &Name| self.scope().into_iter().find(|var| var.name == *name);
        names.iter().map(found).collect()
    }

    /// Inputs, each once or twice, and a function of their elements.
    pub(super) fn of_elements(
        &mut self,
        c: &mut Choices,
        of: &[Var],
        results: impl FnOnce(&mut Self, &mut Choices, &[Name]) -> Vec<(Atom, Type)>,
    ) -> Option<(Vec<Name>, Lambda)> {
        let mut inputs: Vec<Name> = of.iter().map(|var| var.name).collect();
        if c.one_in(4) {
            inputs.extend(inputs.first().copied());
        }
        for input in &inputs {
            self.uses(Atom::Var(*input));
        }
        let params = inputs.iter().map(|_| (self.fresh(Type::SIZE), true)).collect();
        let function = self.lambda(params, |g, names| results(g, c, names));
        Some((inputs, function))
    }

    /// A number of elements, which may be asserted to be small.
    pub(super) fn changed(&mut self, c: &mut Choices, elements: &[Name]) -> Atom {
        let mut x = elements.first().map_or(Atom::i64(1), |name| Atom::Var(*name));
        for other in elements.iter().skip(1) {
            let op = c.pick(&OPERATORS).copied().unwrap_or(BinOp::Add);
            x = self.of_two(op, x, Atom::Var(*other));
        }
        if c.one_in(5) {
            x = self.counted_up(x);
        }
        let op = c.pick(&OPERATORS).copied().unwrap_or(BinOp::Add);
        let by = Atom::i64(1 + c.below(4) as i64);
        x = self.of_two(op, x, by);
        match c.below(9) {
            0 => {
                let holds = self.of_two(BinOp::Lt, x, Atom::i64(4 + c.below(12) as i64));
                self.bind(
                    Type::Cert,
                    Exp::Assert {
                        holds,
                        numbers: vec![],
                    },
                );
            }
            // Some elements in four fail, so that of two functions each may be the first to do so.
            1 | 2 => {
                let rest = self.of_two(BinOp::Mod, x, Atom::i64(4));
                let holds = self.of_two(BinOp::Ne, rest, Atom::i64(c.below(4) as i64));
                self.bind(
                    Type::Cert,
                    Exp::Assert {
                        holds,
                        numbers: vec![],
                    },
                );
            }
            _ => {}
        }
        x
    }

    /// The sum of the numbers below one, of which the rest is a size.
    fn counted_up(&mut self, x: Atom) -> Atom {
        let size = self.of_two(BinOp::Mod, x, Atom::i64(4));
        let numbers = self.bind(Type::sized([size], PrimType::I64), Exp::Iota(size));
        let element = self.fresh(Type::SIZE);
        let function = self.lambda(vec![(element.clone(), true)], |_, _| {
            vec![(Atom::Var(element.name), Type::SIZE)]
        });
        let (_, operator) = self.summing(BinOp::Add);
        self.bind(
            Type::SIZE,
            Exp::soac(size, vec![numbers], Soac::redomap(operator, function)),
        )
        .into()
    }

    /// What stands between a map and who takes its results: mostly nothing.
    pub(super) fn in_between(&mut self, c: &mut Choices, first: &Var, given: &[Var]) -> Option<()> {
        match c.below(10) {
            0 if self.is_consumable(first.class) && self.scope().iter().any(|var| var.name == first.name) => {
                self.consume(first.class);
                let size = Self::dim(&first.ty, 0).and_then(|size| self.value(size))?;
                if size > 0 {
                    let at = vec![Cut::At(Atom::i64(0))];
                    let (array, value) = (first.name, Atom::i64(77));
                    self.bind(first.ty.clone(), Exp::Update { array, at, value });
                }
            }
            1 => {
                let taken = given.first()?;
                let count = Self::dim(&taken.ty, 0)?;
                let (_, operator) = self.summing(BinOp::Max);
                let element = self.fresh(Type::SIZE);
                let function = self.lambda(vec![(element.clone(), true)], |_, _| {
                    vec![(Atom::Var(element.name), Type::SIZE)]
                });
                self.uses(Atom::Var(taken.name));
                let exp = Exp::soac(count, vec![taken.name], Soac::redomap(operator, function));
                self.bind(Type::SIZE, exp);
            }
            2 => {
                let number = self.scalar(c, PrimType::I64);
                let holds = self.of_two(BinOp::Ne, number, Atom::i64(c.below(3) as i64));
                let numbers = vec![];
                self.bind(Type::Cert, Exp::Assert { holds, numbers });
            }
            _ => {}
        }
        Some(())
    }

    /// What is written to: a new array, or what lies in another one.
    pub(super) fn target_of_own(&mut self, c: &mut Choices) -> Option<Var> {
        let size = 1 + c.below(4) as i64;
        if c.below(2) == 0 {
            let count = self.named(c, size);
            let lain = self.lain(c, PrimType::I64, &[count]);
            if let Some(lain) = lain.filter(|lain| self.is_consumable(lain.class)) {
                return Some(lain);
            }
        }
        self.beginning(c, &[size], Atom::Const(PrimType::I64.number(3)))
    }

    /// Who takes the results at last.
    fn consumed(&mut self, c: &mut Choices, count: Atom, given: &[Var]) -> Option<()> {
        let kind = [0, 1, 2, 2, 3, 4, 4, 5, 5, 5][c.below(10)];
        let op = [BinOp::Add, BinOp::Max][c.below(2)];
        let into = match kind {
            4 | 5 => Some(self.target_of_own(c)?),
            _ => None,
        };
        let (inputs, function) = self.of_elements(c, given, |g, c, elements| {
            let value = (g.changed(c, elements), Type::SIZE);
            match kind {
                4 | 5 => {
                    let place = elements.first().map_or(Atom::i64(0), |name| Atom::Var(*name));
                    let place = g.of_two(BinOp::Mod, place, Atom::i64(5));
                    // Of places that are equal any value may stay.
                    let value = if kind == 4 { (place, Type::SIZE) } else { value };
                    vec![(place, Type::SIZE), value]
                }
                _ => vec![value],
            }
        })?;
        let types = match &into {
            Some(into) => vec![into.ty.clone()],
            None if kind < 2 => vec![Type::SIZE],
            None => arrays(&function.results, count)?,
        };
        let soac = match (kind, &into) {
            (0 | 1, _) => Soac::redomap(self.summing(op).1, function),
            (2, _) => Soac::scanomap(self.summing(op).1, function),
            (4, Some(into)) => Soac::Scatter {
                function,
                into: vec![target(into)],
            },
            (5, Some(into)) => Soac::Hist {
                function,
                into: vec![(vec![target(into)], self.summing(op).1)],
            },
            _ => Soac::map(vec![], function),
        };
        if let Some(into) = &into {
            self.consume(into.class);
        }
        self.bind_all(types, Exp::soac(count, inputs, soac));
        Some(())
    }
}
