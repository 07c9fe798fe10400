//! Writes by index: permutations, scatters and histograms.

use super::{Generator, exp, prim};
use crate::Choices;
use elder_dpia::{DataType, Nat, Phrase, PhraseType, Prim, PrimType, UpdateOp};
use elder_syntax::Span;

impl Generator {
    /// `λi. (stride · i + shift) mod n`
    pub(super) fn turned(&mut self, n: &Nat, stride: i64, shift: &Nat) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        Phrase::lambda("i", index, Span::NONE, |i| {
            // Shortened as whoever reads the text does it.
            let value = match &*i.node {
                elder_dpia::Node::Var(x) => Nat::var(x)
                    .times(&Nat::lit(stride))
                    .plus(shift)
                    .remainder(n, &elder_dpia::Ranges::new().below(x, n)),
                _ => Nat::zero(),
            };
            prim(Prim::IndexLiteral { value, n: n.clone() }, vec![])
        })
    }

    /// Indexes that hit each place once: forwards, backwards, turned, with a stride that has no factor in common with the length, as index
    /// terms or computed.
    pub(super) fn permutation(&mut self, c: &mut Choices, n: &Nat) -> Phrase {
        let index = DataType::Index(n.clone());
        let turns = if n.is_zero() { 1 } else { 5 };
        let body = match c.below(turns) {
            0 => Phrase::lambda("i", exp(&index), Span::NONE, |i| i),
            1 => self.reverse(n),
            2 => {
                let shift = match c.pick(&self.sizes) {
                    Some((size, _)) if c.one_in(2) => Nat::var(size),
                    _ => Nat::lit(1 + c.below(9) as i64),
                };
                self.turned(n, 1, &shift)
            }
            3 => {
                let length = n.as_constant().unwrap_or(1);
                let stride = *c.pick(&[5, 7, 3, 11, 2]).unwrap_or(&1);
                let stride = if length % stride == 0 { 1 } else { stride };
                self.turned(n, stride, &Nat::lit(c.below(4) as i64))
            }
            _ => Phrase::lambda("i", exp(&index), Span::NONE, |i| {
                let convert = Prim::Convert {
                    to: PrimType::I64,
                    from: index.clone(),
                };
                prim(Prim::as_index(PrimType::I64, n), vec![prim(convert, vec![i])])
            }),
        };
        prim(
            Prim::Generate {
                n: n.clone(),
                of: index,
            },
            vec![body],
        )
    }

    pub(super) fn scattered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        let indexes = self.permutation(c, n);
        let input = self.part(c, goal, depth);
        Some(prim(
            Prim::Scatter {
                n: n.clone(),
                of: (**of).clone(),
            },
            vec![indexes, input],
        ))
    }

    pub(super) fn scattered_into(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let of = (**of).clone();
        let length = m.as_constant()?;
        let n = Nat::lit(c.below(usize::try_from(length + 1).ok()?) as i64);
        // Every n-th place from the first on, as many as there are elements.
        let indexes = prim(
            Prim::Generate {
                n: n.clone(),
                of: DataType::Index(m.clone()),
            },
            vec![Phrase::lambda(
                "i",
                PhraseType::Exp(DataType::Index(n.clone())),
                Span::NONE,
                |i| {
                    let value = match &*i.node {
                        elder_dpia::Node::Var(x) => Nat::var(x),
                        _ => Nat::zero(),
                    };
                    prim(Prim::IndexLiteral { value, n: m.clone() }, vec![])
                },
            )],
        );
        let (before, input) = (
            self.part(c, goal, depth),
            self.part(c, &DataType::array(n.clone(), of.clone()), depth),
        );
        if c.one_in(3) {
            // Wherever they go, the last one counts.
            let to = DataType::array(n.clone(), DataType::Index(m.clone()));
            let indexes = match length {
                0 => indexes,
                _ => self.part(c, &to, depth.min(1)),
            };
            let scatter = Prim::ScatterLast { n, m: m.clone(), of };
            return Some(prim(scatter, vec![before, indexes, input]));
        }
        Some(prim(
            Prim::ScatterInto { n, m: m.clone(), of },
            vec![before, indexes, input],
        ))
    }

    pub(super) fn histogram(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let DataType::Num(t) = **of else { return None };
        let ops: &[UpdateOp] = match t {
            // Sums of floats depend on the order.
            t if t.is_float() => &[UpdateOp::Min, UpdateOp::Max],
            PrimType::Bool => &[UpdateOp::And, UpdateOp::Or, UpdateOp::Xor],
            _ => &UpdateOp::ALL,
        };
        let op = *c.pick(ops)?;
        let n = self.size(c);
        if self.value(m) == 0 && self.value(&n) > 0 {
            return None;
        }
        let index = DataType::array(n.clone(), DataType::Index(m.clone()));
        let before = self.part(c, goal, depth);
        let indexes = self.part(c, &index, depth.min(2));
        let values = self.part(c, &DataType::array(n.clone(), DataType::Num(t)), depth);
        Some(prim(
            Prim::ReduceByIndex {
                op,
                of: t,
                n,
                m: m.clone(),
            },
            vec![before, indexes, values],
        ))
    }
}
