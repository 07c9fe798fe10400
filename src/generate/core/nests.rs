//! Maps whose functions have parallelism of their own, of sizes that are known outside: what flattening distributes.

use super::scope::{Generator, Var};
use super::soacs::arrays;
use crate::Choices;
use elder_core::Name;
use elder_core::tree::{Atom, Body, Exp, Form, Param, Results, Soac, Stm, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

impl Generator {
    /// A map, or a reduction of what is mapped, whose function reduces, maps, scans, writes, and does so in loops and branches.
    pub fn nest(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let (width, inputs) = self.inputs(c)?;
        let params = self.elements(&inputs)?;
        let condition = self.scalar(c, PrimType::Bool);
        let rounds = self.known(c);
        let operator = (c.below(4) == 3).then(|| self.monoid(c));
        let function = self.lambda(params, |g, _| {
            for _ in 0..2 + c.below(4) {
                c.part(|c| g.nested_part(c, depth, condition, rounds));
            }
            let combined = operator.iter().map(|(t, _)| (g.settled(c, *t), Type::Prim(*t)));
            let mut results: Vec<(Atom, Type)> = combined.collect();
            results.extend(g.some_results(c, 3));
            results
        });
        let (types, soac) = match operator {
            Some((t, operator)) => {
                let rows = function.results.get(1..)?;
                let types = [vec![Type::Prim(t)], arrays(rows, width)?].concat();
                (types, Soac::redomap(operator, function))
            }
            None => (arrays(&function.results, width)?, Soac::map(vec![], function)),
        };
        let names = inputs.iter().map(|var| var.name).collect();
        self.bind_all(types, Exp::soac(width, names, soac));
        Some(())
    }

    /// A part of such a function.
    fn nested_part(&mut self, c: &mut Choices, depth: usize, condition: Atom, rounds: Atom) -> Option<()> {
        match c.below(12) {
            0..=3 => self.statements(c, 0, 1),
            4 | 5 => self.combinator(c, 0, 0)?,
            part @ (6 | 7) => {
                let which = 3 * (part - 5) + c.below(2);
                self.combinator(c, which, 0)?;
            }
            8 | 9 => self.rounds_of_maps(c, rounds)?,
            10 if depth > 0 => self.nest(c, depth - 1)?,
            _ => self.branches_of_maps(c, condition)?,
        }
        Some(())
    }

    /// A vector of a size that is known outside.
    fn regular(&mut self, c: &mut Choices) -> Option<(Var, Atom, PrimType)> {
        let var = self.pick(c, |g, var| var.ty.rank() == 1 && g.is_outer(&var.ty))?;
        let (size, t) = (Self::dim(&var.ty, 0)?, var.ty.element()?);
        Some((var, size, t))
    }

    /// Numbers of a vector, each with another one.
    fn numbers_of(&mut self, c: &mut Choices, (vector, size, t): (Name, Atom, PrimType)) -> Name {
        let op = match t {
            PrimType::Bool => BinOp::Xor,
            _ => BinOp::Sub,
        };
        let element = self.fresh(Type::Prim(t));
        let name = element.name;
        let function = self.lambda(vec![(element, true)], |g, _| {
            let other = g.scalar(c, t);
            g.uses(other);
            vec![(
                g.prim(PrimFn::Bin(op, t), vec![Atom::Var(name), other]),
                Type::Prim(t),
            )]
        });
        let exp = Exp::soac(size, vec![vector], Soac::map(vec![], function));
        self.bind(Type::sized([size], t), exp)
    }

    /// A loop of as many rounds everywhere that carries a vector and a scalar.
    fn rounds_of_maps(&mut self, c: &mut Choices, rounds: Atom) -> Option<()> {
        let (var, size, t) = self.regular(c)?;
        let vector = self.fresh(var.ty.clone());
        let scalar = self.fresh(Type::Prim(t));
        let first = self.scalar(c, t);
        let index = self.program.names.fresh("i");
        let (results, stms) = self.repeated(|g| {
            g.declare(index, Type::SIZE, true);
            g.declare(vector.name, vector.ty.clone(), true);
            g.declare(scalar.name, scalar.ty.clone(), true);
            // What is handed on nobody may consume before.
            let count = c.below(3);
            c.part(|c| g.statements(c, 0, count));
            let mut next = g.numbers_of(c, (vector.name, size, t));
            if c.below(3) == 0 {
                next = g.numbers_of(c, (next, size, t));
            }
            vec![next.into(), g.settled(c, t)]
        });
        let values = [&vector, &scalar].map(|param| self.fresh(param.ty.clone()));
        let params = vec![
            (Param::plain(vector), Atom::Var(var.name)),
            (Param::plain(scalar), first),
        ];
        let exp = Exp::repeated(params, Form::counting(index, rounds), Body::of(stms, results));
        self.push(vec![], values.to_vec(), exp, vec![]);
        let [vector, scalar] = values;
        // Of no rounds it is the vector that it begins with.
        self.enter(vector.name, vector.ty, var.class);
        self.declare(scalar.name, scalar.ty, false);
        Some(())
    }

    /// A branch that gives a vector, by a condition that is known outside.
    fn branches_of_maps(&mut self, c: &mut Choices, condition: Atom) -> Option<()> {
        let (var, size, t) = self.regular(c)?;
        let branch = |g: &mut Generator, c: &mut Choices| {
            // The vector stays for the other branch.
            let (name, stms): (Name, Vec<Stm>) = g.repeated(|g| {
                let count = c.below(2);
                c.part(|c| g.statements(c, 0, count));
                g.numbers_of(c, (var.name, size, t))
            });
            Body::of(stms, vec![name.into()])
        };
        let before = self.scope();
        let then = branch(self, c);
        let after = self.scope();
        self.back(before);
        let otherwise = branch(self, c);
        self.within(&after);
        let exp = Exp::either(condition, [then, otherwise], Results::plain([&var.ty]));
        self.bind(var.ty, exp);
        Some(())
    }
}
