//! Reductions, scans and sequential state.

use super::apply::{array, literal, map, number, prim};
use super::{Generator, Level, exp};
use crate::Choices;
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, Prim, PrimType, PrimValue};
use elder_syntax::Span;

impl Generator {
    pub(super) fn reduced(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let n = self.size(c);
        let from = c.part(|c| self.data_type(c, 1));
        let array = DataType::array(n.clone(), from.clone());
        if !self.fits(&array) || !self.fits(goal) {
            return None;
        }
        let step =
            self.sequential(|g| g.function2(c, ("x", &from), ("a", goal), |g, c| g.part(c, goal, depth)));
        let (init, input) = (self.part(c, goal, depth.min(1)), self.part(c, &array, depth));
        let to = goal.clone();
        Some(prim(Prim::Reduce { n, from, to }, vec![step, init, input]))
    }

    /// Work inside a sequential loop: on the grid it would be done by one item.
    pub(super) fn sequential<T>(&mut self, inside: impl FnOnce(&mut Generator) -> T) -> T {
        let level = match self.level {
            Level::Host if self.strategies => Level::Item,
            level => level,
        };
        self.at_level(level, inside)
    }

    pub(super) fn stepped(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let k = Nat::lit(c.below(4) as i64);
        let index = DataType::Index(k.clone());
        let step =
            self.sequential(|g| g.function2(c, ("i", &index), ("s", goal), |g, c| g.part(c, goal, depth)));
        let init = self.part(c, goal, depth);
        Some(prim(Prim::LoopSeq { k, of: goal.clone() }, vec![step, init]))
    }

    /// A loop whose state counts down beside the value.
    pub(super) fn stepped_while(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let counter = DataType::Num(PrimType::I32);
        let state = DataType::pair(counter.clone(), goal.clone());
        let int = |value: i32| literal(PrimValue::I32(value));
        let both = || (counter.clone(), goal.clone());
        let fst = |s: Phrase| {
            let (first, second) = both();
            prim(Prim::Fst { first, second }, vec![s])
        };
        let pair = |a: Phrase, b: Phrase| {
            let (first, second) = both();
            prim(Prim::Pair { first, second }, vec![a, b])
        };
        let binary = |op, a, b| {
            let of = counter.clone();
            prim(Prim::Binary { op, of }, vec![a, b])
        };
        let going = Phrase::lambda("s", exp(&state), Span::NONE, |s| {
            binary(BinOp::Gt, fst(s), int(0))
        });
        let times = c.below(4) as i32;
        let step = self.sequential(|g| {
            Phrase::lambda("s", exp(&state), Span::NONE, |s| {
                if let elder_dpia::Node::Var(name) = &*s.node {
                    g.scope.push((name.clone(), state.clone()));
                }
                let value = g.part(c, goal, depth);
                g.scope.pop();
                pair(binary(BinOp::Sub, fst(s), int(1)), value)
            })
        });
        let init = self.part(c, goal, depth);
        let start = pair(int(times), init);
        let end = prim(Prim::IterWhile { of: state.clone() }, vec![going, step, start]);
        let (first, second) = both();
        Some(prim(Prim::Snd { first, second }, vec![end]))
    }

    pub(super) fn reduced_by_group(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        if self.level != Level::Group {
            return None;
        }
        let (function, neutral) = self.monoid(c, number(goal)?)?;
        let (dimension, n, of) = (0, self.size(c), goal.clone());
        let reduce = Prim::ReduceGroup { dimension, n, of };
        self.made_of(c, reduce, vec![function, neutral], depth)
    }

    pub(super) fn scanned(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, to) = array(goal)?;
        let from = c.part(|c| self.data_type(c, 0));
        let step =
            self.sequential(|g| g.function2(c, ("x", &from), ("a", &to), |g, c| g.part(c, &to, depth)));
        let init = self.part(c, &to, depth.min(1));
        self.made_of(c, Prim::Scan { n, from, to }, vec![step, init], depth)
    }

    pub(super) fn scanned_by_group(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let (n, of) = array(goal)?;
        if self.level != Level::Group {
            return None;
        }
        let (function, neutral) = self.monoid(c, number(&of)?)?;
        let dimension = 0;
        let scan = Prim::ScanGroup { dimension, n, of };
        self.made_of(c, scan, vec![function, neutral], depth)
    }

    /// Halving (or another division of the length) a few times.
    pub(super) fn iterated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (m, of) = array(goal)?;
        let (n, k) = (Nat::lit(2), Nat::lit(c.below(4) as i64));
        let input_type = DataType::array(m.times(&n.power(&k)), of.clone());
        if !self.fits(&input_type) {
            return None;
        }
        let l = Name::fresh("l");
        let length = Nat::var(&l);
        let whole = DataType::array(length.times(&n), of.clone());
        let chunk = DataType::array(n.clone(), of.clone());
        let (strategy, level) = self.strategy(c);
        let body = self.at_level(level, |g| {
            g.function(c, "chunk", &chunk, |g, c| {
                let step = g.sequential(|g| {
                    g.function2(c, ("x", &of), ("a", &of), |g, c| g.part(c, &of, depth.min(2)))
                });
                let init = c.part(|c| g.leaf(c, &of));
                let Some((x, _)) = g.scope.last().cloned() else {
                    return init;
                };
                let (n, from, to) = (n.clone(), of.clone(), of.clone());
                let arguments = vec![step, init, Phrase::var(&x, Span::NONE)];
                prim(Prim::Reduce { n, from, to }, arguments)
            })
        });
        let step = Phrase::lambda("whole", exp(&whole), Span::NONE, |x| {
            let (n, m, to) = (n.clone(), length.clone(), of.clone());
            let split = prim(Prim::Split { n, m, of: to }, vec![x]);
            map(strategy, &length, (&chunk, &of), [body, split])
        });
        let step = Phrase::new(elder_dpia::Node::NatLambda(l, step), Span::NONE);
        let input = self.part(c, &input_type, depth);
        Some(prim(Prim::Iterate { n, m, k, of }, vec![step, input]))
    }

    /// A loop that replaces an element a step.
    pub(super) fn updated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let (n, of) = array(goal)?;
        if self.value(&n) == 0 {
            return None;
        }
        let k = Nat::lit(1 + c.below(3) as i64);
        let index = DataType::Index(k.clone());
        let step = self.sequential(|g| {
            g.function2(c, ("i", &index), ("s", goal), |g, c| {
                let (place, value) = (c.part(|c| g.index(c, &n)), g.part(c, &of, depth));
                let state = g.scope[g.scope.len() - 1].0.clone();
                let (n, of) = (n.clone(), of.clone());
                let arguments = vec![Phrase::var(&state, Span::NONE), place, value];
                prim(Prim::Update { n, of }, arguments)
            })
        });
        let init = self.part(c, goal, depth);
        Some(prim(Prim::LoopSeq { k, of: goal.clone() }, vec![step, init]))
    }
}
