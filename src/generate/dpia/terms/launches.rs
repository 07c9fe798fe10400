//! Kernels whose launch size is written: it need not be that of the work, in one to three dimensions, of which some may be about no loop.

use super::apply::{array, map, prim};
use super::{Generator, Level};
use crate::Choices;
use elder_dpia::{DataType, Extent, Nat, Phrase, Prim, Strategy};

impl Generator {
    /// A map by one kernel: by all items of a launch in as many dimensions as loops; rows by work-groups and elements by their items; or
    /// elements by work-groups.
    pub(super) fn launched(&mut self, c: &mut Choices, goal: &DataType, depth: usize) -> Option<Phrase> {
        if self.level != Level::Host {
            return None;
        }
        let lengths = outer_lengths(goal);
        let most = lengths.len().min(3);
        let (level, strategies) = match c.below(3) {
            0 => {
                let loops = 1 + c.below(most.max(1)) as u8;
                (Level::Item, (0..loops).rev().map(Strategy::Global).collect())
            }
            1 if most > 1 => (
                Level::Item,
                vec![Strategy::Workgroup(dimension(c)), Strategy::Local(dimension(c))],
            ),
            _ => (Level::Group, vec![Strategy::Workgroup(dimension(c))]),
        };
        let loops = strategies.len();
        let used = strategies.iter().map(|strategy| match strategy {
            Strategy::Global(d) | Strategy::Workgroup(d) | Strategy::Local(d) => usize::from(*d) + 1,
            Strategy::Any | Strategy::Seq => 0,
        });
        let used = used.max().unwrap_or(0).max(1);
        // In further dimensions all groups and items would do the same.
        let idle = if c.one_in(3) { 1 + c.below(2) } else { 0 };
        let dimensions = (used + idle).min(3);
        let lengths = lengths.get(..loops)?;
        let from = c.part(|c| self.data_type(c, 0));
        let input_type = lengths
            .iter()
            .rev()
            .fold(from.clone(), |of, n| DataType::array(n.clone(), of));
        if !self.fits(&input_type) {
            return None;
        }
        let input = self.part(c, &input_type, 0);
        let map = self.at_level(level, |g| g.nest(c, &strategies, &input_type, goal, input, depth));
        let local: Extent = (0..dimensions).map(|_| Nat::lit(1 + c.below(4) as i64)).collect();
        let global: Extent = local
            .iter()
            .map(|size| size.times(&Nat::lit(1 + c.below(3) as i64)))
            .collect();
        let of = goal.clone();
        Some(prim(Prim::Run { of, local, global }, vec![map?]))
    }

    /// Maps by these strategies, one directly in the other.
    fn nest(
        &mut self,
        c: &mut Choices,
        strategies: &[Strategy],
        from: &DataType,
        to: &DataType,
        input: Phrase,
        depth: usize,
    ) -> Option<Phrase> {
        let (strategy, inner) = strategies.split_first()?;
        let ((n, from), (_, to)) = (array(from)?, array(to)?);
        let mut nested = true;
        let body = self.function(c, "x", &from, |g, c| {
            let own = g
                .scope
                .last()
                .map(|(x, _)| Phrase::var(x, elder_syntax::Span::NONE));
            let made = match (inner.is_empty(), own) {
                (false, Some(own)) => g.nest(c, inner, &from, &to, own, depth),
                _ => Some(g.part(c, &to, depth)),
            };
            nested &= made.is_some();
            made.unwrap_or_else(|| g.leaf(c, &to))
        });
        nested.then(|| map(*strategy, &n, (&from, &to), [body, input]))
    }
}

/// The dimension of a loop over groups, or over items: mostly the first.
fn dimension(c: &mut Choices) -> u8 {
    match c.one_in(4) {
        true => 1,
        false => 0,
    }
}

/// The lengths of nested arrays, outermost first.
fn outer_lengths(data: &DataType) -> Vec<Nat> {
    match data {
        DataType::Array(n, of) => std::iter::once(n.clone()).chain(outer_lengths(of)).collect(),
        _ => Vec::new(),
    }
}
