//! Reductions, scans and sequential state.

use super::{Generator, Level, exp, prim};
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
        Some(prim(
            Prim::Reduce {
                n,
                from,
                to: goal.clone(),
            },
            vec![step, init, input],
        ))
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
        let int = |value: i32| {
            prim(
                Prim::Literal {
                    value: PrimValue::I32(value),
                    of: DataType::Num(PrimType::I32),
                },
                vec![],
            )
        };
        let fst = |s: Phrase| {
            prim(
                Prim::Fst {
                    first: DataType::Num(PrimType::I32),
                    second: goal.clone(),
                },
                vec![s],
            )
        };
        let binary = |op, a, b| {
            prim(
                Prim::Binary {
                    op,
                    of: DataType::Num(PrimType::I32),
                },
                vec![a, b],
            )
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
                let less = binary(BinOp::Sub, fst(s), int(1));
                prim(
                    Prim::Pair {
                        first: counter.clone(),
                        second: goal.clone(),
                    },
                    vec![less, value],
                )
            })
        });
        let init = self.part(c, goal, depth);
        let start = prim(
            Prim::Pair {
                first: counter.clone(),
                second: goal.clone(),
            },
            vec![int(times), init],
        );
        let end = prim(Prim::IterWhile { of: state.clone() }, vec![going, step, start]);
        Some(prim(
            Prim::Snd {
                first: counter,
                second: goal.clone(),
            },
            vec![end],
        ))
    }

    pub(super) fn reduced_by_group(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let (DataType::Num(t), Level::Group) = (goal, self.level) else {
            return None;
        };
        let (function, neutral) = self.monoid(c, *t)?;
        let n = self.size(c);
        let input = self.part(c, &DataType::array(n.clone(), goal.clone()), depth);
        Some(prim(
            Prim::ReduceGroup {
                dimension: 0,
                n,
                of: goal.clone(),
            },
            vec![function, neutral, input],
        ))
    }

    pub(super) fn scanned(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, to) = goal else { return None };
        let to = (**to).clone();
        let from = c.part(|c| self.data_type(c, 0));
        let step =
            self.sequential(|g| g.function2(c, ("x", &from), ("a", &to), |g, c| g.part(c, &to, depth)));
        let init = self.part(c, &to, depth.min(1));
        let input = self.part(c, &DataType::array(n.clone(), from.clone()), depth);
        Some(prim(
            Prim::Scan {
                n: n.clone(),
                from,
                to,
            },
            vec![step, init, input],
        ))
    }

    pub(super) fn scanned_by_group(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let (DataType::Array(n, of), Level::Group) = (goal, self.level) else {
            return None;
        };
        let DataType::Num(t) = **of else { return None };
        let (function, neutral) = self.monoid(c, t)?;
        let input = self.part(c, goal, depth);
        Some(prim(
            Prim::ScanGroup {
                dimension: 0,
                n: n.clone(),
                of: DataType::Num(t),
            },
            vec![function, neutral, input],
        ))
    }

    /// Halving (or another division of the length) a few times.
    pub(super) fn iterated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(m, of) = goal else { return None };
        let (n, k) = (Nat::lit(2), Nat::lit(c.below(4) as i64));
        let of = (**of).clone();
        let input_type = DataType::array(m.times(&n.power(&k)), of.clone());
        if !self.fits(&input_type) {
            return None;
        }
        let l = Name::fresh("l");
        let length = Nat::var(&l);
        let whole = DataType::array(length.times(&n), of.clone());
        let chunks = DataType::array(length.clone(), DataType::array(n.clone(), of.clone()));
        let DataType::Array(_, chunk) = &chunks else {
            return None;
        };
        let (strategy, level) = self.strategy(c);
        let body = self.at_level(level, |g| {
            g.function(c, "chunk", chunk, |g, c| {
                let step = g.sequential(|g| {
                    g.function2(c, ("x", &of), ("a", &of), |g, c| g.part(c, &of, depth.min(2)))
                });
                let init = c.part(|c| g.leaf(c, &of));
                let Some((x, _)) = g.scope.last().cloned() else {
                    return init;
                };
                let reduce = Prim::Reduce {
                    n: n.clone(),
                    from: of.clone(),
                    to: of.clone(),
                };
                prim(reduce, vec![step, init, Phrase::var(&x, Span::NONE)])
            })
        });
        let step = Phrase::lambda("whole", exp(&whole), Span::NONE, |x| {
            let split = prim(
                Prim::Split {
                    n: n.clone(),
                    m: length.clone(),
                    of: of.clone(),
                },
                vec![x],
            );
            let map = Prim::Map {
                strategy,
                n: length.clone(),
                from: (**chunk).clone(),
                to: of.clone(),
            };
            prim(map, vec![body, split])
        });
        let step = Phrase::new(elder_dpia::Node::NatLambda(l, step), Span::NONE);
        let input = self.part(c, &input_type, depth);
        Some(prim(
            Prim::Iterate {
                n,
                m: m.clone(),
                k,
                of,
            },
            vec![step, input],
        ))
    }

    /// A loop that replaces an element a step.
    pub(super) fn updated(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        let DataType::Array(n, of) = goal else { return None };
        if self.value(n) == 0 {
            return None;
        }
        let of = (**of).clone();
        let k = Nat::lit(1 + c.below(3) as i64);
        let index = DataType::Index(k.clone());
        let step = self.sequential(|g| {
            g.function2(c, ("i", &index), ("s", goal), |g, c| {
                let (place, value) = (c.part(|c| g.index(c, n)), g.part(c, &of, depth));
                let state = g.scope[g.scope.len() - 1].0.clone();
                let update = Prim::Update {
                    n: n.clone(),
                    of: of.clone(),
                };
                prim(update, vec![Phrase::var(&state, Span::NONE), place, value])
            })
        });
        let init = self.part(c, goal, depth);
        Some(prim(Prim::LoopSeq { k, of: goal.clone() }, vec![step, init]))
    }
}
