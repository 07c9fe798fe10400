//! Statements on scalars to which rules of simplification apply, or just do not: chains of arithmetic with constants, comparisons and their
//! opposites, conversions there and back, branches that know what their condition says, and accesses that a condition guards.

use super::numbers::{beside, number, whole};
use super::scope::{Generator, Var};
use crate::Choices;
use elder_core::tree::{Atom, Body, Dim, Exp, Form, Lambda, Loop, Param, Results, Soac, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

const COMPARISONS: [BinOp; 6] = [BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge, BinOp::Eq, BinOp::Ne];

/// How many ways there are.
pub const WAYS: usize = 8;

impl Generator {
    /// A statement, or some, of these.
    pub fn redex(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        match c.below(WAYS) {
            0 | 1 => self.arithmetic(c),
            2 => self.truths(c),
            3 => self.conversions(c),
            4 => self.conditioned(c),
            5 | 6 if depth > 0 => self.guarded(c),
            _ if depth > 0 => self.invariant(c),
            _ => self.arithmetic(c),
        }
    }

    /// Operators one after the other, of which one operand is a constant or the other operand again.
    fn arithmetic(&mut self, c: &mut Choices) -> Option<()> {
        let t = match c.below(4) {
            0 => self.prim_type(c),
            _ => *c.pick(&PrimType::ALL[1..9])?,
        };
        let ops: Vec<BinOp> = BinOp::ALL
            .iter()
            .copied()
            .filter(|op| op.exists_on(t) && !op.is_comparison())
            .collect();
        let mut x = self.scalar(c, t);
        // Constants are put together where the operators are alike.
        let alike = c.pick(&ops).copied()?;
        for _ in 0..1 + c.below(3) {
            let op = match c.below(2) {
                0 => alike,
                _ => *c.pick(&ops)?,
            };
            let y = match c.below(5) {
                0 => x,
                1 => self.scalar(c, t),
                _ => Atom::Const(number(c, t)),
            };
            let (x_at_right, y) = match divides(op) && t.is_integer() {
                true => (c.one_in(24), Atom::Const(divisor(c, op, t))),
                false => (c.below(3) == 0, y),
            };
            self.uses(x);
            let operands = if x_at_right { vec![y, x] } else { vec![x, y] };
            x = self.prim(PrimFn::Bin(op, t), operands);
        }
        Some(())
    }

    /// A comparison, its opposite, and what it is compared with or joined to.
    fn truths(&mut self, c: &mut Choices) -> Option<()> {
        let mut holds = self.comparison(c)?.0;
        for _ in 0..1 + c.below(3) {
            self.uses(holds);
            holds = match c.below(5) {
                0..=2 => self.prim(PrimFn::Un(UnOp::Not, PrimType::Bool), vec![holds]),
                way => {
                    let other = match c.below(3) {
                        0 => Atom::Const(PrimValue::Bool(c.below(2) == 0)),
                        1 => holds,
                        _ => self.comparison(c)?.0,
                    };
                    self.uses(other);
                    let ops = [BinOp::And, BinOp::Or, BinOp::Xor, BinOp::Eq, BinOp::Ne];
                    let op = *c.pick(&ops)?;
                    let operands = if way == 3 {
                        vec![other, holds]
                    } else {
                        vec![holds, other]
                    };
                    self.prim(PrimFn::Bin(op, PrimType::Bool), operands)
                }
            };
        }
        Some(())
    }

    /// What compares a variable with a constant beside it, another one or itself, and the variable.
    fn comparison(&mut self, c: &mut Choices) -> Option<(Atom, Var)> {
        let x = self.pick(c, |_, var| matches!(var.ty, Type::Prim(_)))?;
        let t = x.ty.element()?;
        let y = match (self.number_of(x.name), c.below(4)) {
            (_, 0) => self.scalar(c, t),
            (Some(known), _) => Atom::Const(beside(c, known)),
            (None, 1) => Atom::Var(x.name),
            (None, _) => Atom::Const(number(c, t)),
        };
        let op = *c.pick(&COMPARISONS)?;
        let x_at_right = c.below(3) == 0;
        let own = Atom::Var(x.name);
        let operands = if x_at_right { vec![y, own] } else { vec![own, y] };
        Some((self.prim(PrimFn::Bin(op, t), operands), x))
    }

    /// A value in another type, and back.
    fn conversions(&mut self, c: &mut Choices) -> Option<()> {
        let x = self.pick(c, |_, var| matches!(var.ty, Type::Prim(_)))?;
        let first = x.ty.element()?;
        let (mut from, mut atom) = (first, Atom::Var(x.name));
        for round in 0..2 + c.below(2) {
            let to = match (round, c.below(3)) {
                (1.., 0 | 1) => first,
                _ => *c.pick(PrimType::ALL)?,
            };
            self.uses(atom);
            atom = self.prim(PrimFn::Convert(from, to), vec![atom]);
            from = to;
        }
        Some(())
    }

    /// A branch on a comparison; both sides compute with what was compared.
    fn conditioned(&mut self, c: &mut Choices) -> Option<()> {
        let (condition, x) = self.comparison(c)?;
        let t = x.ty.element()?;
        let ops: Vec<BinOp> = BinOp::ALL
            .iter()
            .copied()
            .filter(|op| op.exists_on(t) && !(divides(*op) && t.is_integer()))
            .collect();
        let op = match (t.is_float(), c.below(2)) {
            (true, 0) => BinOp::Div,
            _ => *c.pick(&ops)?,
        };
        let side = |g: &mut Generator, c: &mut Choices| {
            let made = g.nested(|g| match c.below(4) {
                0 => Atom::Var(x.name),
                1 => Atom::Const(number(c, t)),
                _ => {
                    let y = Atom::Const(match c.below(2) {
                        0 => whole(t, 1),
                        _ => number(c, t),
                    });
                    let own = Atom::Var(x.name);
                    let operands = if c.below(2) == 0 {
                        vec![y, own]
                    } else {
                        vec![own, y]
                    };
                    let comparable = g.prim(PrimFn::Bin(op, t), operands);
                    match op.is_comparison() {
                        true => g.prim(PrimFn::Convert(PrimType::Bool, t), vec![comparable]),
                        false => comparable,
                    }
                }
            });
            let (atom, stms) = made;
            body(stms, atom)
        };
        let (then, otherwise) = (side(self, c), side(self, c));
        self.uses(condition);
        self.conditional_on(condition, t, then, otherwise);
        Some(())
    }

    fn conditional_on(&mut self, condition: Atom, t: PrimType, then: Body, otherwise: Body) -> Atom {
        let ty = Type::Prim(t);
        let results = Results::plain([&ty]);
        let exp = Exp::If {
            condition,
            then: Box::new(then),
            otherwise: Box::new(otherwise),
            results,
        };
        Atom::Var(self.bind(ty, exp))
    }

    /// An element or a section in a branch on what its index is; the branch stands alone, in a loop or in a map.  What is out of bounds stands
    /// mostly on the side that is not taken.
    fn guarded(&mut self, c: &mut Choices) -> Option<()> {
        let xs = self.pick(c, |g, var| {
            var.ty.rank() == 1 && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let size = Self::dim(&xs.ty, 0)?;
        let (n, t) = (self.value(size)?, xs.ty.element()?);
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
            Some(rounds) => self.placed(c, rounds, t, whole)?,
        }
        Some(())
    }

    /// An index, a variable mostly, and what it is: before, at or behind the borders of so many.
    fn near(&mut self, c: &mut Choices, n: i64) -> (Atom, i64) {
        let var = self.pick(c, |g, var| g.value(Atom::Var(var.name)).is_some());
        let base = var.and_then(|var| Some((Atom::Var(var.name), self.value(Atom::Var(var.name))?)));
        let wanted = c.below(n.clamp(0, 8) as usize + 3) as i64 - 1;
        match base {
            Some((atom, value)) if c.below(2) == 0 => (atom, value),
            Some((atom, value)) if c.below(4) > 0 => {
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
            let atom = g.prim(PrimFn::Bin(op, PrimType::I64), vec![x, y]);
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
    fn invariant(&mut self, c: &mut Choices) -> Option<()> {
        let xs = self.pick(c, |g, var| {
            var.ty.rank() == 1 && Self::dim(&var.ty, 0).is_some_and(|size| g.value(size).is_some())
        })?;
        let t = xs.ty.element()?;
        let n = self.value(Self::dim(&xs.ty, 0)?)?;
        let (at, i) = self.near(c, n);
        let fails = !(0..n).contains(&i);
        // What fails is most often not executed.
        let rounds = if fails && c.below(3) > 0 { 0 } else { c.below(3) };
        self.placed(c, rounds, t, |g, _| {
            let array = xs.name;
            Some(Atom::Var(
                g.bind(Type::Prim(t), Exp::Index { array, at: vec![at] }),
            ))
        })
    }

    /// Something in a loop of so many rounds or a map of so many elements.
    fn placed(
        &mut self,
        c: &mut Choices,
        rounds: usize,
        t: PrimType,
        inside: impl FnOnce(&mut Generator, &mut Choices) -> Option<Atom>,
    ) -> Option<()> {
        let wanted = rounds as i64;
        let named = self.pick(c, |g, var| g.value(Atom::Var(var.name)) == Some(wanted));
        let bound = named.map_or(Atom::i64(wanted), |var| Atom::Var(var.name));
        match c.below(3) {
            0 => {
                let iota = self.bind(Type::array([Dim::Is(bound)], PrimType::I64), Exp::Iota(bound));
                self.uses(Atom::Var(iota));
                self.closed([iota]);
                let param = self.fresh(Type::SIZE);
                let mut failed = false;
                let function: Lambda = self.lambda(vec![(param, true)], |g, _| {
                    let atom = inside(g, c);
                    failed = atom.is_none();
                    vec![(atom.unwrap_or(Atom::Const(whole(t, 0))), Type::Prim(t))]
                });
                let soac = Soac::Map {
                    accs: Vec::new(),
                    function,
                };
                let exp = Exp::Soac {
                    width: bound,
                    inputs: vec![iota],
                    soac: Box::new(soac),
                };
                self.bind(Type::array([Dim::Is(bound)], t), exp);
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
                let it = Loop {
                    sizes: Vec::new(),
                    params: vec![(
                        Param {
                            binder: state,
                            unique: false,
                        },
                        first,
                    )],
                    form: Form::For {
                        index,
                        ty: PrimType::I64,
                        bound,
                    },
                    body: Body {
                        stms,
                        witnesses: Vec::new(),
                        results,
                    },
                };
                self.bind(Type::Prim(t), Exp::Loop(Box::new(it)));
            }
        }
        Some(())
    }
}

fn body(stms: Vec<elder_core::tree::Stm>, result: Atom) -> Body {
    Body {
        stms,
        witnesses: Vec::new(),
        results: vec![result],
    }
}

/// Whether the operator is not defined for all operands at the right.
pub fn divides(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::Div
            | BinOp::Mod
            | BinOp::Quot
            | BinOp::Rem
            | BinOp::Pow
            | BinOp::Shl
            | BinOp::Shr
            | BinOp::Lshr
    )
}

/// A constant for which it is defined.
pub fn divisor(c: &mut Choices, op: BinOp, t: PrimType) -> PrimValue {
    let bits = 8 * t.bytes();
    match op {
        BinOp::Pow => whole(t, c.below(4) as i128),
        BinOp::Shl | BinOp::Shr | BinOp::Lshr => whole(t, c.below(bits) as i128),
        _ => match c.below(4) {
            0 => whole(t, 1 + c.below(9) as i128),
            1 if t.is_signed() => whole(t, -1 - c.below(4) as i128),
            // All of them but the one with the sign are powers of two.
            _ => whole(t, 1 << c.below(bits)),
        },
    }
}
