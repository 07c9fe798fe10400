//! Reductions, scans and shuffles by the sub-groups of a work-group.
//!
//! The order in which lanes combine values is part of the definition, so any operator will do.

use super::apply::{array, at, operands, prim};
use super::{Generator, Level};
use crate::Choices;
use elder_dpia::{DataType, Nat, Phrase, Prim};

/// How many lanes sub-groups have.
const WIDTHS: [u8; 5] = [4, 2, 8, 16, 32];

impl Generator {
    fn operator_of_lanes(&mut self, c: &mut Choices, of: &DataType, depth: usize) -> Phrase {
        self.at_level(Level::Item, |g| {
            g.function2(c, ("x", of), ("y", of), |g, c| g.part(c, of, depth.min(2)))
        })
    }

    /// One value a row.
    pub(super) fn reduced_by_subgroups(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        let (m, of) = array(goal).filter(|_| self.level == Level::Group)?;
        let (width, lane) = (*c.pick(&WIDTHS)?, of.clone());
        let reduce = Prim::ReduceSubgroup { width, m, of };
        if !operands(&reduce, 1).iter().all(|input| self.fits(input)) {
            return None;
        }
        let operator = self.operator_of_lanes(c, &lane, depth);
        self.made_of(c, reduce, vec![operator], depth)
    }

    /// An array as rows of lanes, of which a whole number fits into it.
    fn by_rows(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
        lanes: impl FnOnce(&mut Generator, &mut Choices, u8, Nat, &DataType) -> (Prim, Phrase),
    ) -> Option<Phrase> {
        let (n, of) = array(goal).filter(|_| self.level == Level::Group)?;
        let n = n.as_constant()?;
        let widths: Vec<u8> = (WIDTHS.into_iter())
            .filter(|w| n > 0 && n % i64::from(*w) == 0)
            .collect();
        let width = *c.pick(&widths)?;
        let (n, m) = (Nat::lit(n / i64::from(width)), Nat::lit(i64::from(width)));
        let (lanes, function) = lanes(self, c, width, n.clone(), &of);
        let rows = self.made_of(c, lanes, vec![function], depth)?;
        Some(prim(Prim::Join { n, m, of }, vec![rows]))
    }

    pub(super) fn scanned_by_subgroups(
        &mut self,
        c: &mut Choices,
        goal: &DataType,
        depth: usize,
    ) -> Option<Phrase> {
        self.by_rows(c, goal, depth, |g, c, width, m, of| {
            let operator = g.operator_of_lanes(c, of, depth);
            let of = of.clone();
            (Prim::ScanSubgroup { width, m, of }, operator)
        })
    }

    /// From the lane a distance away, or that as far from the other end.
    pub(super) fn shuffled(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        self.by_rows(c, goal, depth, |g, c, width, m, of| {
            let lanes = Nat::lit(i64::from(width));
            let distance = Nat::lit(c.below(usize::from(width)) as i64);
            let backwards = c.one_in(3);
            let from = g.function(c, "l", &DataType::Index(lanes.clone()), |g, _| {
                let (lane, known) = match g.scope.last() {
                    Some((name, _)) => (Nat::var(name), elder_dpia::Ranges::new().below(name, &lanes)),
                    None => (Nat::zero(), elder_dpia::Ranges::new()),
                };
                let value = match backwards {
                    true => lanes.minus(&Nat::one()).minus(&lane),
                    false => lane.plus(&distance).remainder(&lanes, &known),
                };
                at(value, &lanes)
            });
            let of = of.clone();
            (Prim::Shuffle { width, m, of }, from)
        })
    }
}
