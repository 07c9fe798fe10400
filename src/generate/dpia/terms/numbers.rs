//! Numbers: operators, comparisons, conversions, and true monoids.

use super::{Generator, exp, prim};
use crate::Choices;
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, Prim, PrimType, TernOp, UnOp};
use elder_syntax::Span;

/// Operators of which every device has to give the same bits.
pub(in crate::dpia) const EXACT_UNARY: [UnOp; 12] = [
    UnOp::Neg,
    UnOp::Not,
    UnOp::Abs,
    UnOp::Sgn,
    UnOp::Popc,
    UnOp::Clz,
    UnOp::Ctz,
    UnOp::Round,
    UnOp::Ceil,
    UnOp::Floor,
    UnOp::Trunc,
    UnOp::IsNan,
];

/// The same of two operands, each with a result of their type.
pub(in crate::dpia) const EXACT_BINARY: [BinOp; 16] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Min,
    BinOp::Max,
    BinOp::And,
    BinOp::Or,
    BinOp::Xor,
    BinOp::Shl,
    BinOp::Shr,
    BinOp::Lshr,
    BinOp::MulHi,
    BinOp::Mod,
    BinOp::Quot,
    BinOp::Rem,
    BinOp::Nextafter,
];

impl Generator {
    pub(super) fn operator(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Num(t) = goal else { return None };
        match c.below(10) {
            0 | 1 => self.unary(c, *t, depth),
            2 => self.ternary(c, *t, depth),
            _ => self.binary(c, *t, depth),
        }
    }

    fn unary(&mut self, c: &mut Choices, goal: PrimType, depth: usize) -> Option<Phrase> {
        // Some give a type of their own, whatever number they are applied to.
        let from = match goal {
            PrimType::I32 | PrimType::Bool if c.one_in(2) => *c.pick(&self.numbers)?,
            t => t,
        };
        let fitting = |op: &&UnOp| op.result(from) == Some(goal);
        let operators: Vec<UnOp> = EXACT_UNARY.iter().filter(fitting).copied().collect();
        let op = *c.pick(&operators)?;
        let of = DataType::Num(from);
        let operand = self.part(c, &of, depth);
        Some(prim(Prim::Unary { op, of }, vec![operand]))
    }

    fn binary(&mut self, c: &mut Choices, t: PrimType, depth: usize) -> Option<Phrase> {
        let operators: Vec<BinOp> = EXACT_BINARY
            .iter()
            .filter(|op| op.exists_on(t))
            .copied()
            .collect();
        let op = *c.pick(&operators)?;
        let of = DataType::Num(t);
        let first = self.part(c, &of, depth);
        // A division by zero is an error: rarely asked for.
        let can_fail = t.is_integer() && matches!(op, BinOp::Mod | BinOp::Quot | BinOp::Rem);
        let second = match can_fail && !c.one_in(8) {
            true => {
                let value = crate::dpia::inputs::small(t, 1 + c.below(7) as u8);
                prim(
                    Prim::Literal {
                        value,
                        of: of.clone(),
                    },
                    vec![],
                )
            }
            false => self.part(c, &of, depth),
        };
        Some(prim(Prim::Binary { op, of }, vec![first, second]))
    }

    fn ternary(&mut self, c: &mut Choices, t: PrimType, depth: usize) -> Option<Phrase> {
        let op = [TernOp::Fma, TernOp::MadHi]
            .into_iter()
            .find(|op| op.exists_on(t))?;
        let of = DataType::Num(t);
        let mut operand = || self.part(c, &of, depth.min(2));
        let operands = vec![operand(), operand(), operand()];
        Some(prim(Prim::Ternary { op, of }, operands))
    }

    pub(super) fn comparison(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        if *goal != DataType::Num(PrimType::Bool) {
            return None;
        }
        let of = self.number_type(c);
        let op = *c.pick(&[BinOp::Lt, BinOp::Le, BinOp::Eq, BinOp::Ne, BinOp::Gt, BinOp::Ge])?;
        let operands = vec![self.part(c, &of, depth), self.part(c, &of, depth)];
        Some(prim(Prim::Binary { op, of }, operands))
    }

    /// From another number, an index in scope, or a size.
    pub(super) fn converted(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Num(to) = goal else { return None };
        let indexes: Vec<(Name, DataType)> = self
            .scope
            .iter()
            .filter(|(_, d)| matches!(d, DataType::Index(_)))
            .cloned()
            .collect();
        if let Some((x, from)) = c.pick(&indexes).cloned() {
            return Some(prim(
                Prim::Convert { to: *to, from },
                vec![Phrase::var(&x, Span::NONE)],
            ));
        }
        if let (true, Some((size, _))) = (*to != PrimType::Bool && c.below(2) == 0, c.pick(&self.sizes)) {
            return Some(prim(
                Prim::NatValue {
                    of: *to,
                    value: Nat::var(size),
                },
                vec![],
            ));
        }
        let from = self.number_type(c);
        let operand = self.part(c, &from, depth);
        Some(prim(Prim::Convert { to: *to, from }, vec![operand]))
    }

    /// True monoids: an operator with its neutral element.
    pub(super) fn monoid(&mut self, c: &mut Choices, t: PrimType) -> Option<(Phrase, Phrase)> {
        let of = DataType::Num(t);
        let literal = |value| {
            prim(
                Prim::Literal {
                    value,
                    of: DataType::Num(t),
                },
                vec![],
            )
        };
        let zero = crate::dpia::inputs::small(t, 0);
        if c.one_in(3) {
            // The first that is not zero: associative, not commutative.
            let first = self.function2(c, ("x", &of), ("y", &of), |g, _| {
                let (y, x) = (
                    g.scope[g.scope.len() - 1].0.clone(),
                    g.scope[g.scope.len() - 2].0.clone(),
                );
                let (x, y) = (Phrase::var(&x, Span::NONE), Phrase::var(&y, Span::NONE));
                let is_zero = prim(
                    Prim::Binary {
                        op: BinOp::Eq,
                        of: of.clone(),
                    },
                    vec![x.clone(), literal(zero)],
                );
                prim(Prim::If { result: exp(&of) }, vec![is_zero, y, x])
            });
            return (!t.is_float()).then_some((first, literal(zero)));
        }
        let (op, neutral) = match t {
            PrimType::Bool => *c.pick(&[(BinOp::And, 1), (BinOp::Or, 0), (BinOp::Xor, 0)])?,
            t if t.is_integer() => {
                *c.pick(&[(BinOp::Add, 0), (BinOp::Mul, 1), (BinOp::Or, 0), (BinOp::Xor, 0)])?
            }
            _ => return None,
        };
        let function = self.function2(c, ("x", &of), ("y", &of), |g, _| {
            let (y, x) = (
                g.scope[g.scope.len() - 1].0.clone(),
                g.scope[g.scope.len() - 2].0.clone(),
            );
            prim(
                Prim::Binary { op, of: of.clone() },
                vec![Phrase::var(&x, Span::NONE), Phrase::var(&y, Span::NONE)],
            )
        });
        Some((function, literal(crate::dpia::inputs::small(t, neutral))))
    }
}
