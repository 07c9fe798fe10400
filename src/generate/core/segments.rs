//! Combinators over spaces, at all levels: the kernel form as somebody would write it.

use super::scope::Generator;
use super::soacs::arrays;
use crate::Choices;
use elder_core::tree::{Atom, Exp, Level, Screma, Segmented, Type};

impl Generator {
    /// What the host launches: by items, or by groups whose items do something together.
    pub fn launch(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let space: Vec<Atom> = (0..1 + c.below(2)).map(|_| self.known(c)).collect();
        let level = match c.below(2) {
            0 => Level::Global,
            _ => Level::Workgroup(Atom::i64(1 + c.below(8) as i64)),
        };
        self.segmented(c, depth, level, space)
    }

    /// What the items of a group do together.
    fn together(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        // Known before the launch.
        let space = (0..1 + c.below(2))
            .map(|_| Atom::i64(c.below(4) as i64))
            .collect();
        self.segmented(c, depth, Level::Local, space)
    }

    fn segmented(&mut self, c: &mut Choices, depth: usize, level: Level, space: Vec<Atom>) -> Option<()> {
        let count = c.below(5) / 3;
        let (reduced, reductions) = self.several(c, count);
        let count = c.below(5) / 3;
        let (scanned, scans) = self.several(c, count);
        let operands = [&reduced[..], &scanned].concat();
        let numbers = space.iter().map(|_| (self.fresh(Type::SIZE), true)).collect();
        let function = self.lambda(numbers, |g, _| {
            let count = 1 + c.below(3);
            c.part(|c| g.statements(c, depth, count));
            if let Level::Workgroup(_) = level {
                for _ in 0..1 + c.below(2) {
                    c.part(|c| g.together(c, depth));
                }
            }
            let mut results = g.operands(c, &operands);
            if operands.is_empty() || c.below(2) == 1 {
                results.extend(g.some_results(c, 2));
            }
            results
        });
        let handed = function.results.get(reduced.len()..)?.to_vec();
        let after = (!handed.is_empty() && c.below(4) == 3).then(|| {
            let params = handed.iter().map(|ty| (self.fresh(ty.clone()), true)).collect();
            self.lambda(params, |g, _| {
                c.part(|c| g.statements(c, depth, 2));
                g.some_results(c, 2)
            })
        });
        let segmented = Segmented {
            level,
            space,
            screma: Screma {
                accs: Vec::new(),
                reductions,
                scans,
                function,
                after,
            },
        };
        let over = |rows: &[Type], space: &[Atom]| {
            space
                .iter()
                .rev()
                .try_fold(rows.to_vec(), |rows, size| arrays(&rows, *size))
        };
        let segments = over(&reduced, segmented.segments())?;
        let types = [segments, over(segmented.screma.rows(), &segmented.space)?].concat();
        self.bind_all(types, Exp::Segmented(Box::new(segmented)));
        Some(())
    }
}
