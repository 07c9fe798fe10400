//! Pairs and arrays: maps and what rearranges elements.

use super::apply::{array, at, map, pair, prim};
use super::{Generator, Level};
use crate::Choices;
use elder_dpia::{DataType, Nat, Phrase, PhraseType, Prim, Strategy};
use elder_syntax::Span;

impl Generator {
    pub(super) fn paired(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (first, second) = pair(goal)?;
        self.made_of(c, Prim::Pair { first, second }, vec![], depth)
    }

    pub(super) fn unzipped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (a, b) = pair(goal)?;
        let ((n, first), (m, second)) = (array(&a)?, array(&b)?);
        match n == m {
            true => self.made_of(c, Prim::Unzip { n, first, second }, vec![], depth),
            false => None,
        }
    }

    pub(super) fn generate_with(&mut self, c: &mut Choices, n: &Nat, of: &DataType, depth: usize) -> Phrase {
        let index = DataType::Index(n.clone());
        let body = self.function(c, "i", &index, |g, c| c.part(|c| g.term(c, of, depth)));
        let (n, of) = (n.clone(), of.clone());
        prim(Prim::Generate { n, of }, vec![body])
    }

    pub(super) fn generated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, element) = array(goal)?;
        // The view recomputes its elements, so they stay cheap.
        Some(self.generate_with(c, &n, &element, depth.min(1)))
    }

    /// Who may run a map here, and the level of its body.
    pub(super) fn strategy(&mut self, c: &mut Choices) -> (Strategy, Level) {
        let ways: &[(Strategy, Level)] = match self.level {
            Level::Host if self.strategies => &[
                (Strategy::Workgroup(0), Level::Group),
                (Strategy::Global(0), Level::Item),
                (Strategy::Any, Level::Undecided),
            ],
            Level::Host | Level::Undecided => &[(Strategy::Any, Level::Undecided)],
            Level::Group => &[(Strategy::Local(0), Level::Item)],
            Level::Item => &[(Strategy::Seq, Level::Item)],
        };
        c.pick(ways).copied().unwrap_or((Strategy::Any, Level::Undecided))
    }

    pub(super) fn mapped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, to) = array(goal)?;
        let from = match c.below(3) {
            2 if self.features.pairs => {
                DataType::pair(c.part(|c| self.data_type(c, 0)), c.part(|c| self.data_type(c, 1)))
            }
            _ => c.part(|c| self.data_type(c, 1)),
        };
        let input_type = DataType::array(n.clone(), from.clone());
        if !self.fits(&input_type) {
            return None;
        }
        let (strategy, level) = self.strategy(c);
        let body = self.at_level(level, |g| g.function(c, "x", &from, |g, c| g.part(c, &to, depth)));
        let input = self.part(c, &input_type, depth);
        Some(map(strategy, &n, (&from, &to), [body, input]))
    }

    pub(super) fn zipped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, element) = array(goal)?;
        let (first, second) = pair(&element)?;
        self.made_of(c, Prim::Zip { n, first, second }, vec![], depth)
    }

    pub(super) fn split(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (m, row) = array(goal)?;
        let (n, of) = array(&row)?;
        self.made_of(c, Prim::Split { n, m, of }, vec![], depth)
    }

    /// From rows, if the length has a divisor that can be seen.
    pub(super) fn joined(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (length, of) = array(goal)?;
        let rows: Vec<(Nat, Nat)> = match length.as_constant() {
            Some(k) if k > 0 => {
                let divisors = (1..=k).filter(|d| k % d == 0);
                divisors.map(|d| (Nat::lit(k / d), Nat::lit(d))).collect()
            }
            _ => vec![(Nat::one(), length.clone()), (length, Nat::one())],
        };
        let (n, m) = c.pick(&rows)?.clone();
        self.made_of(c, Prim::Join { n, m, of }, vec![], depth)
    }

    pub(super) fn transposed(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (m, row) = array(goal)?;
        let (n, of) = array(&row)?;
        self.made_of(c, Prim::Transpose { n, m, of }, vec![], depth)
    }

    /// `take` or `drop` of something longer.
    pub(super) fn cut(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, of) = array(goal)?;
        let m = Nat::lit(c.below(4) as i64);
        let cut = match c.below(2) == 1 {
            true => Prim::Drop { n: m, m: n, of },
            false => Prim::Take { n, m, of },
        };
        self.made_of(c, cut, vec![], depth)
    }

    pub(super) fn windows(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (count, window) = array(goal)?;
        let (size, of) = array(&window)?;
        let n = Nat::lit(count.as_constant()?.checked_sub(1).filter(|n| *n >= 0)?);
        let step = Nat::lit(1 + c.below(3) as i64);
        self.made_of(c, Prim::Slide { n, size, step, of }, vec![], depth)
    }

    /// A part by an offset, an extent and a stride for one dimension or two; behind it the array may go on.
    pub(super) fn strided(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, row) = array(goal)?;
        let (extents, of) = match array(&row) {
            Some((m, of)) if c.one_in(2) => (vec![n, m], of),
            _ => (vec![n], row),
        };
        let strides: Vec<i64> = extents.iter().map(|_| c.below(5) as i64).collect();
        let o = c.below(4) as i64;
        let mut m = o + 1 + c.below(3) as i64;
        for (n, s) in extents.iter().zip(&strides) {
            m += (n.as_constant()? - 1).max(0) * s;
        }
        let part = Prim::Strided {
            m: Nat::lit(m),
            o: Nat::lit(o),
            of,
            extents: extents.into(),
            strides: strides.into_iter().map(Nat::lit).collect(),
        };
        self.made_of(c, part, vec![], depth)
    }

    pub(super) fn padded(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (length, of) = array(goal)?;
        let length = length.as_constant()?;
        let left = c.below(usize::try_from(length + 1).ok()?) as i64;
        let right = c.below(usize::try_from(length - left + 1).ok()?) as i64;
        let n = Nat::lit(length - left - right);
        let (left, right) = (Nat::lit(left), Nat::lit(right));
        let clamp = !n.is_zero() && c.below(2) == 1;
        let input = self.part(c, &DataType::array(n.clone(), of.clone()), depth);
        if clamp {
            return Some(prim(Prim::PadClamp { n, left, right, of }, vec![input]));
        }
        let outside = self.part(c, &of, depth.min(1));
        Some(prim(Prim::PadConst { n, left, right, of }, vec![outside, input]))
    }

    pub(super) fn gathered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (m, of) = array(goal)?;
        let n = self.size(c);
        if self.value(&n) == 0 || !self.fits(&DataType::array(n.clone(), of.clone())) {
            return None;
        }
        let indexes = DataType::array(m.clone(), DataType::Index(n.clone()));
        let indexes = self.part(c, &indexes, depth.min(2));
        self.made_of(c, Prim::Gather { n, m, of }, vec![indexes], depth)
    }

    /// `λi. n − 1 − i`: its own inverse.
    pub(super) fn reverse(&mut self, n: &Nat) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        Phrase::lambda("i", index, Span::NONE, |i| {
            let value = match &*i.node {
                elder_dpia::Node::Var(x) => n.minus(&Nat::one()).minus(&Nat::var(x)),
                _ => Nat::zero(),
            };
            at(value, n)
        })
    }

    pub(super) fn reordered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, of) = array(goal)?;
        let divisors: Vec<i64> = match n.as_constant() {
            Some(k) => (1..=k).filter(|d| k % d == 0).collect(),
            None => vec![1],
        };
        let stride = match c.below(2) {
            1 => c.pick(&divisors).copied(),
            _ => None,
        };
        let input = self.part(c, goal, depth);
        if let Some(s) = stride.map(Nat::lit) {
            return Some(prim(Prim::Stride { n, s, of }, vec![input]));
        }
        let functions = vec![self.reverse(&n), self.reverse(&n), input];
        Some(prim(Prim::Reorder { n, of }, functions))
    }

    pub(super) fn concatenated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (length, of) = array(goal)?;
        let length = length.as_constant()?;
        let n = c.below(usize::try_from(length + 1).ok()?) as i64;
        let (n, m) = (Nat::lit(n), Nat::lit(length - n));
        self.made_of(c, Prim::Concat { n, m, of }, vec![], depth)
    }
}
