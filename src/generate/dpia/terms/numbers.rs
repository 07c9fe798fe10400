//! Numbers: operators, comparisons, conversions, and true monoids.

use super::apply::{literal, number, prim};
use super::{Generator, exp};
use crate::Choices;
use crate::kit::each;
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, Prim, PrimType, TernOp, UnOp};
use elder_syntax::Span;

/// Operators of which every device has to give the same bits.
pub(in crate::dpia) const EXACT_UNARY: [UnOp; 12] = each! { UnOp:
    Neg Not Abs Sgn Popc Clz Ctz Round Ceil Floor Trunc IsNan
};

/// The same of two operands, each with a result of their type.
pub(in crate::dpia) const EXACT_BINARY: [BinOp; 16] = each! { BinOp:
    Add Sub Mul Min Max And Or Xor Shl Shr Lshr MulHi Mod Quot Rem Nextafter
};

impl Generator {
    pub(super) fn operator(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Num(t) = goal else { return None };
        match c.below(10) {
            0 | 1 => self.unary(c, *t, depth),
            2 => self.of_several(c, *t, depth),
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
        self.made_of(c, Prim::Unary { op, of }, vec![], depth)
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
            true => literal(crate::dpia::inputs::small(t, 1 + c.below(7) as u8)),
            false => self.part(c, &of, depth),
        };
        Some(prim(Prim::Binary { op, of }, vec![first, second]))
    }

    /// What takes operands that are not two of one type.
    fn of_several(&mut self, c: &mut Choices, t: PrimType, depth: usize) -> Option<Phrase> {
        if t.is_float() && c.below(3) == 0 {
            return self.made_of(c, Prim::Ldexp { of: t }, vec![], depth.min(2));
        }
        let op = [TernOp::Fma, TernOp::MadHi]
            .into_iter()
            .find(|op| op.exists_on(t))?;
        let of = DataType::Num(t);
        self.made_of(c, Prim::Ternary { op, of }, vec![], depth.min(2))
    }

    pub(super) fn comparison(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        if *goal != DataType::Num(PrimType::Bool) {
            return None;
        }
        let of = self.number_type(c);
        let op = *c.pick(&[BinOp::Lt, BinOp::Le, BinOp::Eq, BinOp::Ne, BinOp::Gt, BinOp::Ge])?;
        self.made_of(c, Prim::Binary { op, of }, vec![], depth)
    }

    /// From another number, an index in scope, or a size.
    pub(super) fn converted(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let to = number(goal)?;
        let indexes: Vec<(Name, DataType)> = self
            .scope
            .iter()
            .filter(|(_, d)| matches!(d, DataType::Index(_)))
            .cloned()
            .collect();
        if let Some((x, from)) = c.pick(&indexes).cloned() {
            return Some(prim(
                Prim::Convert { to, from },
                vec![Phrase::var(&x, Span::NONE)],
            ));
        }
        if let (true, Some((size, _))) = (to != PrimType::Bool && c.below(2) == 0, c.pick(&self.sizes)) {
            let (of, value) = (to, Nat::var(size));
            return Some(prim(Prim::NatValue { of, value }, vec![]));
        }
        let from = self.number_type(c);
        self.made_of(c, Prim::Convert { to, from }, vec![], depth)
    }

    /// True monoids: an operator with its neutral element.
    pub(super) fn monoid(&mut self, c: &mut Choices, t: PrimType) -> Option<(Phrase, Phrase)> {
        let of = DataType::Num(t);
        let zero = crate::dpia::inputs::small(t, 0);
        if c.one_in(3) {
            // The first that is not zero: associative, not commutative.
            let first = self.function2(c, ("x", &of), ("y", &of), |g, _| {
                let (y, x) = (
                    g.scope[g.scope.len() - 1].0.clone(),
                    g.scope[g.scope.len() - 2].0.clone(),
                );
                let (x, y) = (Phrase::var(&x, Span::NONE), Phrase::var(&y, Span::NONE));
                let (op, of) = (BinOp::Eq, of.clone());
                let is_zero = prim(Prim::Binary { op, of }, vec![x.clone(), literal(zero)]);
                prim(
                    Prim::If {
                        result: exp(&DataType::Num(t)),
                    },
                    vec![is_zero, y, x],
                )
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
            let operands = [x, y].map(|x| Phrase::var(&x, Span::NONE));
            prim(Prim::Binary { op, of: of.clone() }, operands.into())
        });
        Some((function, literal(crate::dpia::inputs::small(t, neutral))))
    }
}
