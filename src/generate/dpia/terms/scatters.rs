//! Writes by index: permutations, scatters and histograms.

use super::apply::{array, at, number, prim};
use super::{Generator, exp};
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
            at(value, n)
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
                let (to, from) = (PrimType::I64, index.clone());
                let number = prim(Prim::Convert { to, from }, vec![i]);
                prim(Prim::as_index(to, n), vec![number])
            }),
        };
        let (n, of) = (n.clone(), index);
        prim(Prim::Generate { n, of }, vec![body])
    }

    pub(super) fn scattered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, of) = array(goal)?;
        let indexes = self.permutation(c, &n);
        self.made_of(c, Prim::Scatter { n, of }, vec![indexes], depth)
    }

    pub(super) fn scattered_into(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let (m, of) = array(goal)?;
        let length = m.as_constant()?;
        let n = Nat::lit(c.below(usize::try_from(length + 1).ok()?) as i64);
        // Every n-th place from the first on, as many as there are elements.
        let from = exp(&DataType::Index(n.clone()));
        let place = Phrase::lambda("i", from, Span::NONE, |i| {
            let value = match &*i.node {
                elder_dpia::Node::Var(x) => Nat::var(x),
                _ => Nat::zero(),
            };
            at(value, &m)
        });
        let to = DataType::Index(m.clone());
        let every = Prim::Generate {
            n: n.clone(),
            of: to.clone(),
        };
        let indexes = prim(every, vec![place]);
        let before = self.part(c, goal, depth);
        let input = self.part(c, &DataType::array(n.clone(), of.clone()), depth);
        if c.one_in(3) {
            // Wherever they go, the last one counts.
            let indexes = match length {
                0 => indexes,
                _ => self.part(c, &DataType::array(n.clone(), to), depth.min(1)),
            };
            return Some(prim(Prim::ScatterLast { n, m, of }, vec![before, indexes, input]));
        }
        Some(prim(Prim::ScatterInto { n, m, of }, vec![before, indexes, input]))
    }

    pub(super) fn histogram(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (m, of) = array(goal)?;
        let of = number(&of)?;
        let ops: &[UpdateOp] = match of {
            // Sums of floats depend on the order.
            t if t.is_float() => &[UpdateOp::Min, UpdateOp::Max],
            PrimType::Bool => &[UpdateOp::And, UpdateOp::Or, UpdateOp::Xor],
            _ => &UpdateOp::ALL,
        };
        let op = *c.pick(ops)?;
        let n = self.size(c);
        if self.value(&m) == 0 && self.value(&n) > 0 {
            return None;
        }
        let index = DataType::array(n.clone(), DataType::Index(m.clone()));
        let before = self.part(c, goal, depth);
        let indexes = self.part(c, &index, depth.min(2));
        let update = Prim::ReduceByIndex { op, of, n, m };
        self.made_of(c, update, vec![before, indexes], depth)
    }
}
