//! Pairs and arrays: maps and what rearranges elements.

use super::{Generator, Level, prim};
use crate::Choices;
use elder_dpia::{DataType, Nat, Phrase, PhraseType, Prim, Strategy};
use elder_syntax::Span;

impl Generator {
    pub(super) fn paired(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Pair(a, b) = goal else { return None };
        let parts = vec![self.part(c, a, depth), self.part(c, b, depth)];
        Some(prim(
            Prim::Pair {
                first: (**a).clone(),
                second: (**b).clone(),
            },
            parts,
        ))
    }

    pub(super) fn unzipped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Pair(a, b) = goal else { return None };
        let (DataType::Array(n, first), DataType::Array(m, second)) = (&**a, &**b) else {
            return None;
        };
        if n != m {
            return None;
        }
        let zipped = DataType::array(n.clone(), DataType::pair((**first).clone(), (**second).clone()));
        let input = self.part(c, &zipped, depth);
        let parts = Prim::Unzip {
            n: n.clone(),
            first: (**first).clone(),
            second: (**second).clone(),
        };
        Some(prim(parts, vec![input]))
    }

    pub(super) fn generate_with(
        &mut self,
        c: &mut Choices,
        n: &Nat,
        element: &DataType,
        depth: usize,
    ) -> Phrase {
        let index = DataType::Index(n.clone());
        let body = self.function(c, "i", &index, |g, c| c.part(|c| g.term(c, element, depth)));
        prim(
            Prim::Generate {
                n: n.clone(),
                of: element.clone(),
            },
            vec![body],
        )
    }

    pub(super) fn generated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, element) = goal else {
            return None;
        };
        let element = (**element).clone();
        // The view recomputes its elements, so they stay cheap.
        Some(self.generate_with(c, n, &element, depth.min(1)))
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
        let DataType::Array(n, to) = goal else { return None };
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
        let to = (**to).clone();
        let body = self.at_level(level, |g| g.function(c, "x", &from, |g, c| g.part(c, &to, depth)));
        let input = self.part(c, &input_type, depth);
        Some(prim(
            Prim::Map {
                strategy,
                n: n.clone(),
                from,
                to,
            },
            vec![body, input],
        ))
    }

    pub(super) fn zipped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, element) = goal else {
            return None;
        };
        let DataType::Pair(a, b) = &**element else {
            return None;
        };
        let (first, second) = ((**a).clone(), (**b).clone());
        let inputs = vec![
            self.part(c, &DataType::array(n.clone(), first.clone()), depth),
            self.part(c, &DataType::array(n.clone(), second.clone()), depth),
        ];
        Some(prim(
            Prim::Zip {
                n: n.clone(),
                first,
                second,
            },
            inputs,
        ))
    }

    pub(super) fn split(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, row) = goal else {
            return None;
        };
        let DataType::Array(n, of) = &**row else {
            return None;
        };
        let input = self.part(c, &DataType::array(n.times(m), (**of).clone()), depth);
        Some(prim(
            Prim::Split {
                n: n.clone(),
                m: m.clone(),
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    /// From rows, if the length has a divisor that can be seen.
    pub(super) fn joined(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let rows: Vec<(Nat, Nat)> = match length.as_constant() {
            Some(k) if k > 0 => (1..=k)
                .filter(|d| k % d == 0)
                .map(|d| (Nat::lit(k / d), Nat::lit(d)))
                .collect(),
            _ => vec![(Nat::one(), length.clone()), (length.clone(), Nat::one())],
        };
        let (n, m) = c.pick(&rows)?.clone();
        let rows = DataType::array(n.clone(), DataType::array(m.clone(), (**of).clone()));
        let input = self.part(c, &rows, depth);
        Some(prim(
            Prim::Join {
                n,
                m,
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    pub(super) fn transposed(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, row) = goal else {
            return None;
        };
        let DataType::Array(n, of) = &**row else {
            return None;
        };
        let input = DataType::array(n.clone(), DataType::array(m.clone(), (**of).clone()));
        let input = self.part(c, &input, depth);
        Some(prim(
            Prim::Transpose {
                n: n.clone(),
                m: m.clone(),
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    /// `take` or `drop` of something longer.
    pub(super) fn cut(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        let more = Nat::lit(c.below(4) as i64);
        let input = DataType::array(n.plus(&more), (**of).clone());
        let drop = c.below(2) == 1;
        let input = self.part(c, &input, depth);
        let (n, of) = (n.clone(), (**of).clone());
        Some(prim(
            if drop {
                Prim::Drop { n: more, m: n, of }
            } else {
                Prim::Take { n, m: more, of }
            },
            vec![input],
        ))
    }

    pub(super) fn windows(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(count, window) = goal else {
            return None;
        };
        let DataType::Array(size, of) = &**window else {
            return None;
        };
        let n = Nat::lit(count.as_constant()?.checked_sub(1).filter(|n| *n >= 0)?);
        let step = Nat::lit(1 + c.below(3) as i64);
        let input = DataType::array(step.times(&n).plus(size), (**of).clone());
        let input = self.part(c, &input, depth);
        Some(prim(
            Prim::Slide {
                n,
                size: size.clone(),
                step,
                of: (**of).clone(),
            },
            vec![input],
        ))
    }

    pub(super) fn padded(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let length = length.as_constant()?;
        let left = c.below(usize::try_from(length + 1).ok()?) as i64;
        let right = c.below(usize::try_from(length - left + 1).ok()?) as i64;
        let n = Nat::lit(length - left - right);
        let (left, right, of) = (Nat::lit(left), Nat::lit(right), (**of).clone());
        let clamp = !n.is_zero() && c.below(2) == 1;
        let input = self.part(c, &DataType::array(n.clone(), of.clone()), depth);
        if clamp {
            return Some(prim(Prim::PadClamp { n, left, right, of }, vec![input]));
        }
        let outside = self.part(c, &of, depth.min(1));
        Some(prim(Prim::PadConst { n, left, right, of }, vec![outside, input]))
    }

    pub(super) fn gathered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let n = self.size(c);
        let source = DataType::array(n.clone(), (**of).clone());
        if self.value(&n) == 0 || !self.fits(&source) {
            return None;
        }
        let indexes = self.part(
            c,
            &DataType::array(m.clone(), DataType::Index(n.clone())),
            depth.min(2),
        );
        let source = self.part(c, &source, depth);
        Some(prim(
            Prim::Gather {
                n,
                m: m.clone(),
                of: (**of).clone(),
            },
            vec![indexes, source],
        ))
    }

    /// `λi. n − 1 − i`: its own inverse.
    pub(super) fn reverse(&mut self, n: &Nat) -> Phrase {
        let index = PhraseType::Exp(DataType::Index(n.clone()));
        Phrase::lambda("i", index, Span::NONE, |i| {
            let value = match &*i.node {
                elder_dpia::Node::Var(x) => n.minus(&Nat::one()).minus(&Nat::var(x)),
                _ => Nat::zero(),
            };
            prim(Prim::IndexLiteral { value, n: n.clone() }, vec![])
        })
    }

    pub(super) fn reordered(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        let of = (**of).clone();
        let divisors: Vec<i64> = match n.as_constant() {
            Some(k) => (1..=k).filter(|d| k % d == 0).collect(),
            None => vec![1],
        };
        let stride = if c.below(2) == 1 {
            c.pick(&divisors).copied()
        } else {
            None
        };
        let input = self.part(c, goal, depth);
        if let Some(s) = stride {
            return Some(prim(
                Prim::Stride {
                    n: n.clone(),
                    s: Nat::lit(s),
                    of,
                },
                vec![input],
            ));
        }
        let functions = vec![self.reverse(n), self.reverse(n), input];
        Some(prim(Prim::Reorder { n: n.clone(), of }, functions))
    }

    pub(super) fn concatenated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(length, of) = goal else {
            return None;
        };
        let length = length.as_constant()?;
        let n = c.below(usize::try_from(length + 1).ok()?) as i64;
        let (n, m, of) = (Nat::lit(n), Nat::lit(length - n), (**of).clone());
        let parts = vec![
            self.part(c, &DataType::array(n.clone(), of.clone()), depth),
            self.part(c, &DataType::array(m.clone(), of.clone()), depth),
        ];
        Some(prim(Prim::Concat { n, m, of }, parts))
    }
}
