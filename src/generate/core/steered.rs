//! Loops and branches over numbers alone, which the host executes by itself: no kernel is built for them.

use super::redexes::body;
use super::scope::Generator;
use crate::Choices;
use crate::kit::each;
use elder_core::Name;
use elder_core::tree::{Atom, Binder, Body, Exp, Form, Param, Results, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};

/// What numbers are made of two others by: nothing here fails.
const OPERATORS: [BinOp; 9] = each! { BinOp: Add Sub Mul Xor Max Min Shl Shr Lshr };

/// What a round computes of its states and other numbers.
type Computed = (BinOp, [Atom; 2]);

impl Generator {
    /// A loop of numbers, which goes on as long as one of them says or for so many rounds, and which has none on one side; with a branch in it, perhaps.
    pub(super) fn steered(&mut self, c: &mut Choices) -> Option<()> {
        let t = *c.pick(&each! { PrimType: I32 I64 U8 I16 U32 })?;
        let many = 1 + c.below(2);
        let states: Vec<Binder> = (0..many).map(|_| self.fresh(Type::Prim(t))).collect();
        let firsts: Vec<Atom> = (0..many).map(|_| self.known_late(c, t)).collect();
        let (go, k) = (self.fresh(Type::BOOL), self.fresh(Type::SIZE));
        let ahead = self.of_states(c, t, &states, &firsts);
        let seen = self.fresh(Type::Prim(t));
        let ends = c.below(2) == 0;
        let rounds = Atom::i64(c.below(4) as i64);
        let (form, before) = match ends {
            true => {
                let bound = self.rounds_turned(c, PrimType::I64, rounds);
                (Form::counting(k.name, bound), vec![])
            }
            false => {
                let goes = Atom::Const(PrimValue::Bool(c.below(4) > 0));
                let goes = self.turned(c, goes);
                let before = vec![(go.clone(), goes), (k.clone(), Atom::i64(0))];
                (Form::While { condition: go.name }, before)
            }
        };
        let count = before.len();
        let (results, stms) = self.repeated(|g| {
            let number = Atom::Var(k.name);
            let mut own: Vec<Atom> = states.iter().map(|state| Atom::Var(state.name)).collect();
            let round = g.prim(PrimFn::Convert(PrimType::I64, t), vec![number]);
            own.extend([round, Atom::Const(t.number(3))]);
            own.extend(ahead.iter().map(|computed| g.at_round(t, computed, &[])));
            let mut results = Vec::new();
            if !ends {
                let next = g.of_two(BinOp::Add, number, Atom::i64(1));
                results.extend([g.of_two(BinOp::Lt, next, rounds), next]);
            }
            for _ in &states {
                let made = g.made_of_two(c, t, &own);
                own.push(made);
                results.push(made);
            }
            if c.below(2) == 0 {
                results.get_mut(count..)?.reverse();
            }
            let next = states
                .iter()
                .map(|state| state.name)
                .zip(results.get(count..)?.iter().copied());
            let next: Vec<_> = next.collect();
            results.push(g.ahead(c, t, &ahead, &next, Atom::Var(seen.name)));
            Some(results)
        });
        let firsts = before
            .into_iter()
            .chain(states.into_iter().zip(firsts))
            .chain([(seen, Atom::Const(t.number(1)))])
            .map(|(binder, first)| (Param::plain(binder), first));
        let params: Vec<(Param, Atom)> = firsts.collect();
        let types = params.iter().map(|(param, _)| param.binder.ty.clone()).collect();
        let exp = Exp::repeated(params, form, Body::of(stms, results?));
        self.bind_all(types, exp);
        Some(())
    }

    /// What each round computes of its states alone, so that the one before may have computed it; of the first ones it is computed, or not.
    fn of_states(
        &mut self,
        c: &mut Choices,
        t: PrimType,
        states: &[Binder],
        firsts: &[Atom],
    ) -> Vec<Computed> {
        if c.below(2) == 0 {
            return vec![];
        }
        let mut operands: Vec<Atom> = states.iter().map(|state| Atom::Var(state.name)).collect();
        operands.extend([self.known_late(c, t), Atom::Const(t.number(3))]);
        let some = |c: &mut Choices| [c.below(states.len()), c.below(operands.len())].map(|at| operands[at]);
        let made: Vec<Computed> = (0..1 + c.below(2))
            .map(|_| (OPERATORS[c.below(6)], some(c)))
            .collect();
        let known: Vec<_> = states
            .iter()
            .map(|state| state.name)
            .zip(firsts.iter().copied())
            .collect();
        for computed in &made {
            if c.below(2) == 0 {
                let first = self.at_round(t, computed, &known);
                self.uses(first);
            }
        }
        made
    }

    /// What a round computes, of these states.
    fn at_round(&mut self, t: PrimType, (op, operands): &Computed, states: &[(Name, Atom)]) -> Atom {
        let state = |atom: &Atom| {
            let own = states.iter().find(|(name, _)| atom.name() == Some(*name));
            own.map_or(*atom, |(_, state)| *state)
        };
        self.prim(PrimFn::Bin(*op, t), operands.iter().map(state).collect())
    }

    /// What the next round will compute first, on one side of a branch perhaps; `seen` if there is nothing.
    fn ahead(
        &mut self,
        c: &mut Choices,
        t: PrimType,
        made: &[Computed],
        next: &[(Name, Atom)],
        seen: Atom,
    ) -> Atom {
        made.iter().fold(seen, |last, computed| {
            if c.below(2) == 0 {
                let made = self.at_round(t, computed, next);
                return self.prim(PrimFn::Bin(BinOp::Xor, t), vec![last, made]);
            }
            let condition = self.prim(PrimFn::Bin(BinOp::Lt, t), vec![last, Atom::Const(t.number(3))]);
            let (made, stms) = self.nested(|g| g.at_round(t, computed, next));
            self.conditional_on(condition, t, body(stms, made), body(vec![], last))
        })
    }

    /// A number that is known only when the program runs, most often.
    fn known_late(&mut self, c: &mut Choices, t: PrimType) -> Atom {
        let number = self.scalar(c, t);
        match number {
            Atom::Const(_) => Atom::Var(self.bind(Type::Prim(t), Exp::Opaque(number))),
            Atom::Var(_) => number,
        }
    }

    /// A number of two of these, on one side perhaps.
    fn made_of_two(&mut self, c: &mut Choices, t: PrimType, own: &[Atom]) -> Atom {
        let zero = Atom::Const(t.number(0));
        let op = OPERATORS[c.below(OPERATORS.len())];
        let left = c.pick(own).copied().unwrap_or(zero);
        let right = match op {
            // By all bits, one less, one more.
            BinOp::Shl | BinOp::Shr | BinOp::Lshr => {
                Atom::Const(t.number((t.bytes() * 8 + c.below(4) - 2) as i128))
            }
            _ => c.pick(own).copied().unwrap_or(zero),
        };
        let apply = |g: &mut Generator| g.prim(PrimFn::Bin(op, t), vec![left, right]);
        if c.below(3) > 0 {
            return apply(self);
        }
        let condition = self.prim(PrimFn::Bin(BinOp::Lt, t), vec![left, right]);
        let (made, stms) = self.nested(apply);
        let bodies = [Body::of(stms, vec![made]), Body::of(vec![], vec![right])];
        let exp = Exp::either(condition, bodies, Results::plain([&Type::Prim(t)]));
        Atom::Var(self.bind(Type::Prim(t), exp))
    }
}
