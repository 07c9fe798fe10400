//! Statements on scalars to which rules of simplification apply, or just do not: chains of arithmetic with constants, comparisons and their
//! opposites, conversions there and back, branches that know what their condition says.

use super::numbers::{beside, number};
use super::scope::{Generator, Var};
use crate::Choices;
use elder_core::tree::{Atom, Body, Exp, Results, Stm, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};

pub const COMPARISONS: [BinOp; 6] = [BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge, BinOp::Eq, BinOp::Ne];

const DIVISIONS: [BinOp; 4] = [BinOp::Div, BinOp::Mod, BinOp::Quot, BinOp::Rem];

/// How many ways [`Generator::redex`] has: a new family of rules needs one of its own, and this number grows by as many as it is to be drawn.
pub const WAYS: usize = 32;

impl Generator {
    /// A statement, or some, of these.
    pub fn redex(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        match c.below(WAYS) {
            0 | 1 => self.arithmetic(c),
            2 => self.truths(c),
            3 => self.conversions(c),
            4 | 10 => self.conditioned(c),
            5 => self.repeated_almost(c),
            6 | 7 if depth > 0 => self.guarded(c),
            8 if depth > 0 => self.invariant(c),
            9 if depth > 0 => self.held(c),
            12..=14 if depth > 0 => self.lines(c),
            15..=19 => self.chained(c),
            20..=25 => self.beside(c),
            26 | 27 if depth > 0 => self.nest(c, depth - 1),
            28..=31 => self.accumulated(c),
            _ => self.sure(c).map(|_| ()),
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
            let op = match c.below(4) {
                0 | 1 => alike,
                2 => *c.pick(&ops)?,
                _ => *c.pick(&DIVISIONS).filter(|op| op.exists_on(t)).unwrap_or(&alike),
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

    /// A statement that was there already: as it was, with its operands exchanged, or with another operator.
    fn repeated_almost(&mut self, c: &mut Choices) -> Option<()> {
        let prims: Vec<(PrimFn, Vec<Atom>)> = self
            .so_far()
            .iter()
            .filter_map(|stm| match &stm.exp {
                Exp::Prim(function, operands) => Some((*function, operands.clone())),
                _ => None,
            })
            .collect();
        let (mut function, mut operands) = c.pick(&prims).cloned()?;
        if let PrimFn::Bin(op, t) = function {
            let partial = divides(op) && t.is_integer();
            let others: Vec<BinOp> = BinOp::ALL
                .iter()
                .copied()
                .filter(|other| {
                    other.exists_on(t)
                        && !(divides(*other) && t.is_integer())
                        && other.is_comparison() == op.is_comparison()
                })
                .collect();
            match c.below(3) {
                0 if !partial => operands.reverse(),
                1 => function = PrimFn::Bin(*c.pick(&others)?, t),
                _ => {}
            }
        }
        self.prim(function, operands);
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
        let float = |_: &Generator, var: &Var| matches!(var.ty, Type::Prim(t) if t.is_float());
        let found = match c.below(3) {
            0 => self.pick(c, float),
            _ => None,
        };
        let x = match found {
            Some(x) => x,
            None => self.pick(c, |_, var| matches!(var.ty, Type::Prim(_)))?,
        };
        let t = x.ty.element()?;
        let y = match (self.number_of(x.name), c.below(4)) {
            (_, 0) => self.scalar(c, t),
            (Some(known), _) => Atom::Const(beside(c, known)),
            (None, 1) => Atom::Var(x.name),
            (None, _) => Atom::Const(number(c, t)),
        };
        let op = match c.below(3) {
            0 => *c.pick(&[BinOp::Eq, BinOp::Ne])?,
            _ => *c.pick(&COMPARISONS)?,
        };
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
        // Rules look at the comparison itself.
        let condition = match c.below(2) {
            0 => self.turned(c, condition),
            _ => condition,
        };
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
                        0 => t.number(1),
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

    pub fn conditional_on(&mut self, condition: Atom, t: PrimType, then: Body, otherwise: Body) -> Atom {
        let ty = Type::Prim(t);
        let results = Results::plain([&ty]);
        let exp = Exp::either(condition, [then, otherwise], results);
        Atom::Var(self.bind(ty, exp))
    }
}

pub fn body(stms: Vec<Stm>, result: Atom) -> Body {
    Body::of(stms, vec![result])
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
        BinOp::Pow => t.number(c.below(4) as i128),
        BinOp::Shl | BinOp::Shr | BinOp::Lshr => t.number(c.below(bits) as i128),
        _ => match c.below(4) {
            0 => t.number(1 + c.below(9) as i128),
            1 if t.is_signed() => t.number(-1 - c.below(4) as i128),
            // All of them but the one with the sign are powers of two.
            _ => t.number(1 << c.below(bits)),
        },
    }
}
