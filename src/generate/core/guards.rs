//! Accesses of which something says that they lie within: a branch on the index, the loop or the map that they stand in, an assertion.  Some lie
//! outside, mostly where nothing executes them.

use super::redexes::{COMPARISONS, body};
use super::scope::{Generator, Var};
use crate::Choices;
use elder_core::tree::{Atom, Body, Exp, Form, Lambda, Param, Soac, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, UnOp};

impl Generator {
    /// An element or a section in a branch on what its index is; the branch stands alone, in a loop or in a map.  What is out of bounds stands
    /// mostly on the side that is not taken.
    pub fn guarded(&mut self, c: &mut Choices) -> Option<()> {
        let (xs, size, n) = self.row_of_known_size(c)?;
        let t = xs.ty.element()?;
        let (at, i) = self.near(c, n);
        let placed = match c.below(3) {
            0 => None,
            _ => Some(c.below(3)),
        };
        let whole = |g: &mut Generator, c: &mut Choices| {
            let (condition, holds) = g.guard(c, (at, i), (size, n))?;
            let outside = !(0..n).contains(&i);
            let first = c.below(2) == 0;
            // So often it fails.
            let then = match holds == first && outside && c.below(4) > 0 {
                true => !first,
                false => first,
            };
            let mut side = |g: &mut Generator, reads: bool| {
                let (atom, stms) = g.nested(|g| match reads {
                    true => Atom::Var(g.bind(
                        Type::Prim(t),
                        Exp::Index {
                            array: xs.name,
                            at: vec![at],
                        },
                    )),
                    false => g.scalar(c, t),
                });
                body(stms, atom)
            };
            let (then, otherwise) = (side(g, then), side(g, !then));
            g.uses(condition);
            Some(g.conditional_on(condition, t, then, otherwise))
        };
        match placed {
            None => {
                whole(self, c)?;
            }
            Some(rounds) => {
                let bound = self.rounds(c, rounds);
                self.placed(c, bound, t, whole)?;
            }
        }
        Some(())
    }

    /// An index, a variable mostly, and what it is: before, at or behind the boundaries of so many.
    fn near(&mut self, c: &mut Choices, n: i64) -> (Atom, i64) {
        let var = self.pick(c, |g, var| g.value(Atom::Var(var.name)).is_some());
        let base = var.and_then(|var| Some((Atom::Var(var.name), self.value(Atom::Var(var.name))?)));
        let wanted = c.below(n.clamp(0, 8) as usize + 3) as i64 - 1;
        match (base, c.below(3)) {
            (Some((atom, value)), 0) => (atom, value),
            (Some((atom, value)), 1) => {
                let add = PrimFn::Bin(BinOp::Add, PrimType::I64);
                let at = self.prim(add, vec![atom, Atom::i64(wanted - value)]);
                self.uses(at);
                (at, wanted)
            }
            _ => (Atom::i64(wanted), wanted),
        }
    }

    /// What says where an index lies, and whether that is so.
    fn guard(
        &mut self,
        c: &mut Choices,
        (at, i): (Atom, i64),
        (size, n): (Atom, i64),
    ) -> Option<(Atom, bool)> {
        let compared = |g: &mut Generator, op, (x, a): (Atom, i64), (y, b): (Atom, i64)| {
            let holds = match op {
                BinOp::Lt => a < b,
                BinOp::Le => a <= b,
                BinOp::Gt => a > b,
                BinOp::Ge => a >= b,
                BinOp::Eq => a == b,
                _ => a != b,
            };
            let atom = g.of_two(op, x, y);
            g.uses(atom);
            (atom, holds)
        };
        let zero = (Atom::i64(0), 0);
        let one = |g: &mut Generator, c: &mut Choices| {
            let op = *c.pick(&COMPARISONS)?;
            let (left, right) = match c.below(5) {
                0 => ((size, n), (at, i)),
                1 => ((at, i), zero),
                2 => (zero, (at, i)),
                _ => ((at, i), (size, n)),
            };
            Some(compared(g, op, left, right))
        };
        match c.below(4) {
            0 => one(self, c),
            1 => {
                let (x, a) = one(self, c)?;
                let (y, b) = one(self, c)?;
                let (op, holds) = match c.below(2) {
                    0 => (BinOp::And, a && b),
                    _ => (BinOp::Or, a || b),
                };
                Some((self.prim(PrimFn::Bin(op, PrimType::Bool), vec![x, y]), holds))
            }
            _ => {
                let (x, a) = compared(self, BinOp::Le, zero, (at, i));
                let (y, b) = compared(self, BinOp::Lt, (at, i), (size, n));
                let and = PrimFn::Bin(BinOp::And, PrimType::Bool);
                Some((self.prim(and, vec![x, y]), a && b))
            }
        }
    }

    /// What is the same in every round of a loop or for every element of a map, of which there may be none: it may fail.
    pub fn invariant(&mut self, c: &mut Choices) -> Option<()> {
        let xs = self.pick(c, |g, var| {
            var.ty.rank() == 1 && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let t = xs.ty.element()?;
        let n = self.value(Self::dim(&xs.ty, 0)?)?;
        let (at, i) = self.near(c, n);
        let fails = !(0..n).contains(&i);
        // What fails is most often not executed.
        let rounds = if fails && c.below(3) > 0 { 0 } else { c.below(3) };
        // Inside of a loop over an array it has elements.
        let bound = match n {
            0..=8 if c.below(2) == 0 && !(fails && n > 0) => Self::dim(&xs.ty, 0)?,
            _ => self.rounds(c, rounds),
        };
        self.placed(c, bound, t, |g, _| {
            let array = xs.name;
            Some(Atom::Var(
                g.bind(Type::Prim(t), Exp::Index { array, at: vec![at] }),
            ))
        })
    }

    /// An array of one dimension whose size is known, with the size and the number that it is.
    fn row_of_known_size(&mut self, c: &mut Choices) -> Option<(Var, Atom, i64)> {
        let xs = self.pick(c, |g, var| {
            var.ty.rank() == 1 && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let size = Self::dim(&xs.ty, 0)?;
        let n = self.value(size)?;
        Some((xs, size, n))
    }

    /// An assertion on an index, which holds most often, and what relies on it: an element, if there is one.
    pub fn sure(&mut self, c: &mut Choices) -> Option<Atom> {
        let (xs, size, n) = self.row_of_known_size(c)?;
        let t = xs.ty.element()?;
        let (at, i) = self.near(c, n);
        let (mut holds, is_true) = self.guard(c, (at, i), (size, n))?;
        if !is_true && !c.one_in(12) {
            self.uses(holds);
            holds = self.prim(PrimFn::Un(UnOp::Not, PrimType::Bool), vec![holds]);
        }
        self.uses(holds);
        let numbers = Vec::new();
        let sure = self.bind(Type::Cert, Exp::Assert { holds, numbers });
        let exp = match (0..n).contains(&i) {
            true => Exp::Index {
                array: xs.name,
                at: vec![at],
            },
            false => Exp::Opaque(self.scalar(c, t)),
        };
        let binder = self.fresh(Type::Prim(t));
        self.push(Vec::new(), vec![binder.clone()], exp, vec![sure]);
        self.declare(binder.name, binder.ty, false);
        Some(Atom::Var(binder.name))
    }

    /// An assertion for every element or in every round, of which there may be none.
    pub fn held(&mut self, c: &mut Choices) -> Option<()> {
        let t = self.prim_type(c);
        let rounds = c.below(3);
        let bound = self.rounds(c, rounds);
        self.placed(c, bound, t, |g, c| {
            let own = g.sure(c)?;
            g.uses(own);
            Some(g.settled(c, t))
        })
    }

    /// So many rounds: a variable that is known to be that, or the constant.
    fn rounds(&mut self, c: &mut Choices, rounds: usize) -> Atom {
        let wanted = rounds as i64;
        let named = self.pick(c, |g, var| g.value(Atom::Var(var.name)) == Some(wanted));
        named.map_or(Atom::i64(wanted), |var| Atom::Var(var.name))
    }

    /// Something in a loop of so many rounds or a map of so many elements.
    fn placed(
        &mut self,
        c: &mut Choices,
        bound: Atom,
        t: PrimType,
        inside: impl FnOnce(&mut Generator, &mut Choices) -> Option<Atom>,
    ) -> Option<()> {
        match c.below(3) {
            0 => {
                let iota = self.bind(Type::sized([bound], PrimType::I64), Exp::Iota(bound));
                self.uses(Atom::Var(iota));
                self.closed([iota]);
                let param = self.fresh(Type::SIZE);
                let function: Lambda = self.lambda(vec![(param, true)], |g, _| {
                    let atom = inside(g, c);
                    vec![(atom.unwrap_or(Atom::Const(t.number(0))), Type::Prim(t))]
                });
                let soac = Soac::map(Vec::new(), function);
                let exp = Exp::soac(bound, vec![iota], soac);
                self.bind(Type::sized([bound], t), exp);
            }
            _ => {
                let index = self.program.names.fresh("i");
                let state = self.fresh(Type::Prim(t));
                let first = self.scalar(c, t);
                let (atom, stms) = self.repeated(|g| {
                    g.declare(index, Type::SIZE, true);
                    g.declare(state.name, state.ty.clone(), true);
                    inside(g, c)
                });
                let results = vec![atom.unwrap_or(Atom::Var(state.name))];
                let it = Exp::repeated(
                    vec![(Param::plain(state), first)],
                    Form::counting(index, bound),
                    Body::of(stms, results),
                );
                self.bind(Type::Prim(t), it);
            }
        }
        Some(())
    }
}
