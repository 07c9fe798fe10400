//! Loops that compute with the number of the round: products and sums of it with what the loop does not change, one after the other, which `strength`
//! carries, or just does not.

use super::numbers::number;
use super::redexes::body;
use super::scope::Generator;
use crate::Choices;
use crate::kit::each;
use elder_core::tree::{Atom, Body, Exp, Form, Param, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};

/// How a line goes on; those before the others are how most begin, since without a product nothing is carried.
const FURTHER: [BinOp; 6] = each! { BinOp: Mul Shl Mul Add Sub Xor };

impl Generator {
    /// A loop of few rounds, whose number is known or not.
    pub fn lines(&mut self, c: &mut Choices) -> Option<()> {
        let t = match c.below(3) {
            0 => *c.pick(&PrimType::ALL[1..9])?,
            _ => PrimType::I64,
        };
        let rounds = Atom::Const(t.number(c.below(5) as i128));
        let bound = match c.below(2) {
            0 => rounds,
            _ => Atom::Var(self.bind(Type::Prim(t), Exp::Opaque(rounds))),
        };
        self.uses(bound);
        let outside: Vec<Atom> = (0..3)
            .map(|_| match c.below(3) {
                0 => Atom::Const(number(c, t)),
                _ => self.scalar(c, t),
            })
            .collect();
        let index = self.program.names.fresh("i");
        let state = self.fresh(Type::Prim(t));
        let first = self.scalar(c, t);
        self.uses(first);
        let (result, stms) = self.repeated(|g| {
            g.declare(index, Type::Prim(t), true);
            g.declare(state.name, state.ty.clone(), true);
            let mut sum = Atom::Var(state.name);
            let mut line = Atom::Var(index);
            for place in 0..1 + c.below(4) {
                let ops = if place == 0 && !c.one_in(4) {
                    2
                } else {
                    FURTHER.len()
                };
                let op = FURTHER[c.below(ops)];
                line = g.further(c, t, (op, line), &outside, sum);
                // Who uses a part of a line keeps it from being carried further.
                if c.below(4) == 0 {
                    sum = g.two(t, BinOp::Xor, sum, line);
                }
                if c.one_in(16) {
                    g.two(t, BinOp::Quot, sum, outside[0]);
                }
            }
            g.two(t, BinOp::Add, sum, line)
        });
        let it = Exp::repeated(
            vec![(Param::plain(state), first)],
            Form::For { index, ty: t, bound },
            Body::of(stms, vec![result]),
        );
        self.bind(Type::Prim(t), it);
        Some(())
    }

    /// A line after one more operation, seldom with another operand in each round or in a branch.
    fn further(
        &mut self,
        c: &mut Choices,
        t: PrimType,
        (op, line): (BinOp, Atom),
        outside: &[Atom],
        changing: Atom,
    ) -> Atom {
        let other = match c.below(10) {
            _ if op == BinOp::Shl => Atom::Const(t.number(c.below(8 * t.bytes() + 2) as i128)),
            0 => changing,
            _ => c.pick(outside).copied().unwrap_or(changing),
        };
        let (left, right) = match op != BinOp::Shl && c.below(3) == 0 {
            true => (other, line),
            false => (line, other),
        };
        if !c.one_in(10) {
            return self.two(t, op, left, right);
        }
        let condition = self.prim(PrimFn::Bin(BinOp::Lt, t), vec![line, outside[0]]);
        self.uses(condition);
        let (then, stms) = self.nested(|g| g.two(t, op, left, right));
        self.conditional_on(condition, t, body(stms, then), body(Vec::new(), line))
    }

    fn two(&mut self, t: PrimType, op: BinOp, left: Atom, right: Atom) -> Atom {
        self.uses(left);
        self.uses(right);
        self.prim(PrimFn::Bin(op, t), vec![left, right])
    }
}
