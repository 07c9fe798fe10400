//! Combinators over spaces, at all levels: the kernel form as somebody would write it.

use super::rooms::WIDTHS;
use super::scope::{Generator, Var};
use super::soacs::arrays;
use crate::Choices;
use elder_core::tree::{Atom, Exp, Level, Screma, Segmented, Type};
use elder_syntax::prim::{BinOp, PrimType};

/// How many segments there are: few for groups of a tiny machine, or more.
const SEGMENTS: [i64; 7] = [2, 1, 3, 5, 1, 0, 7];

impl Generator {
    /// What the host launches: by items, or by groups whose items do something together.
    pub fn launch(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        let space: Vec<Atom> = (0..1 + c.below(2)).map(|_| self.known(c)).collect();
        let level = match c.below(2) {
            0 => Level::Global,
            _ => Level::Workgroup(Atom::i64(1 + c.below(8) as i64)),
        };
        self.segmented(c, depth, (level, space), None)
    }

    /// Segments of an array that lies somewhere, perhaps beside each other, are scanned, or their places add to what is the segment's.
    pub fn in_segments(&mut self, c: &mut Choices) -> Option<()> {
        if c.below(5) < 2 {
            return self.added_in_segments(c);
        }
        let space = self.segments(c, 1);
        let is_turned = c.one_in(4);
        let mut sizes = space.clone();
        if is_turned {
            sizes.reverse();
        }
        let t = self.prim_type(c);
        let array = self.lain(c, t, &sizes)?;
        self.segmented(c, 0, (Level::Global, space), Some((array, is_turned)))
    }

    /// A space of segments, of at least so many dimensions and their width.
    pub(super) fn segments(&mut self, c: &mut Choices, least: usize) -> Vec<Atom> {
        let outer = least + c.below(5) / 4;
        let mut space = Vec::new();
        for _ in 0..outer {
            let count = SEGMENTS[c.below(SEGMENTS.len())];
            space.push(self.late(c, count));
        }
        let width = WIDTHS[c.below(WIDTHS.len())];
        space.push(self.late(c, width));
        space
    }

    /// A size that only the run knows, most often: who chooses by it has to ask.
    pub(super) fn late(&mut self, c: &mut Choices, value: i64) -> Atom {
        if c.one_in(4) {
            return self.named(c, value);
        }
        // An opaque number becomes what it is.
        let known = |g: &Generator, var: &Var| g.value(Atom::Var(var.name));
        let Some(base) = self.pick(c, |g, var| known(g, var).is_some()) else {
            return self.named(c, value);
        };
        let more = value - known(self, &base).unwrap_or(0);
        let size = self.of_two(BinOp::Add, Atom::Var(base.name), Atom::i64(more));
        if let Some(name) = size.name() {
            self.size(name, Some(value));
            self.uses(size);
        }
        size
    }

    /// What the items of a group do together.
    fn together(&mut self, c: &mut Choices, depth: usize) -> Option<()> {
        // Known before the launch.
        let space = (0..1 + c.below(2))
            .map(|_| Atom::i64(c.below(4) as i64))
            .collect();
        self.segmented(c, depth, (Level::Local, space), None)
    }

    /// A combinator over a space; if an array is read whose sizes these are, or these turned, it scans.
    fn segmented(
        &mut self,
        c: &mut Choices,
        depth: usize,
        (level, space): (Level, Vec<Atom>),
        read: Option<(Var, bool)>,
    ) -> Option<()> {
        let count = c.below(5) / 3;
        let (reduced, reductions) = self.several(c, count);
        let count = (c.below(5) / 3).max(usize::from(read.is_some()));
        let (scanned, scans) = self.several(c, count);
        let operands = [&reduced[..], &scanned].concat();
        let numbers = space.iter().map(|_| (self.fresh(Type::SIZE), true)).collect();
        let function = self.lambda(numbers, |g, numbers| {
            let count = match &read {
                None => 1 + c.below(3),
                Some((array, is_turned)) => {
                    let mut at: Vec<Atom> = numbers.iter().copied().map(Atom::Var).collect();
                    if *is_turned {
                        at.reverse();
                    }
                    let element = Type::Prim(array.ty.element().unwrap_or(PrimType::I64));
                    g.uses(Atom::Var(array.name));
                    g.bind(
                        element,
                        Exp::Index {
                            array: array.name,
                            at,
                        },
                    );
                    c.below(2)
                }
            };
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
