//! Where the elements of interleaved sub-arrays go (FCL-E-42I, FCL-E-INTERLEAVE-INTO): every position of the result once.

use crate::failure::{Fail, Failure, Kind, Run};
use crate::fcl::location::Location;
use elder_fcl::rules::evaluation as rules;
use elder_syntax::{Rule, Span};

/// Who makes the sub-arrays of a delayed array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makers {
    /// The members of a group, each one.
    Members,
    /// The threads of a group, each one.
    Threads,
    /// The location itself, one after the other.
    Whole,
}

impl Makers {
    /// How many there are for so many sub-arrays; `None` if the location has none.
    pub fn places(self, at: &Location, parts: usize) -> Option<u64> {
        match self {
            Makers::Members => at.members(parts),
            Makers::Threads if at.height() == 0 => None,
            Makers::Threads => Some(at.threads(parts) as u64),
            Makers::Whole => Some(1),
        }
    }

    /// That of this number.
    pub fn place(self, at: &Location, i: u64) -> Location {
        match self {
            Makers::Members => at.member(i),
            Makers::Threads => at.thread(usize::try_from(i).unwrap_or(usize::MAX)),
            Makers::Whole => at.clone(),
        }
    }
}

/// The rule by which delayed sub-arrays are forced.
pub fn placement_rule(by: Makers, interleaved: bool, total: Option<i32>) -> &'static Rule {
    match (interleaved, total) {
        (false, _) => match by {
            Makers::Members => &rules::FCL_E_42R,
            Makers::Threads => &rules::FCL_E_CONCAT_THREADS,
            Makers::Whole => &rules::FCL_E_CONCAT_SEQ,
        },
        (true, None) => &rules::FCL_E_42I,
        (true, Some(_)) => &rules::FCL_E_INTERLEAVE_INTO,
    }
}

/// A sub-array is not as long as it should be.
pub fn wrong_size(rule: &'static Rule, i: usize, length: usize, m: i32, span: Span) -> Fail {
    let message = format!("sub-array {i} has {length} elements, not {m}");
    Failure::error(rule, "size", span, message)
}

/// Which element goes to each position.
#[derive(Debug)]
pub struct Placement {
    parts: usize,
    total: Option<i32>,
    span: Span,
    /// For each position, 1 + the number of its element, elements of all sub-arrays in order; 0 for none yet.
    sources: Vec<u64>,
    /// The length of the sub-arrays, once it is known.
    m: usize,
}

impl Placement {
    /// Of so many sub-arrays; nothing is placed yet.
    pub fn new(parts: usize, total: Option<i32>, span: Span) -> Placement {
        Placement {
            parts,
            total,
            span,
            sources: vec![],
            m: 0,
        }
    }

    /// Whether it takes no memory yet.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    /// Bytes that it takes for sub-arrays of `m` elements.
    pub fn bytes(&self, m: usize) -> u64 {
        8 * self.length(m) as u64
    }

    /// The length of the result.
    pub fn length(&self, m: usize) -> usize {
        match self.total {
            Some(total) => usize::try_from(total).unwrap_or(0),
            None => self.parts.saturating_mul(m),
        }
    }

    /// Element `j` of sub-array `i`, of `m` elements as all are, goes to this position.
    ///
    /// # Errors
    /// When something else does, or when there is no such position and it may not be dropped.
    pub fn put(&mut self, i: usize, j: usize, m: usize, position: i32) -> Run<()> {
        if self.sources.is_empty() {
            self.m = m;
            self.sources = vec![0; self.length(m)];
        }
        let n = self.sources.len();
        let slot = usize::try_from(position)
            .ok()
            .and_then(|slot| self.sources.get_mut(slot));
        match (slot, self.total) {
            (Some(slot), _) if *slot == 0 => {
                *slot = 1 + (i * m + j) as u64;
                Ok(())
            }
            (Some(_), _) => {
                let rule = placement_rule(Makers::Members, true, self.total);
                Err(Failure::refused(
                    Kind::Race,
                    rule,
                    "race",
                    self.span,
                    format!("position {position} is written twice"),
                ))
            }
            (None, Some(_)) => Ok(()),
            (None, None) => Err(Failure::error(
                &rules::FCL_E_42I,
                "index",
                self.span,
                format!("position {position} in a result of {n} elements"),
            )),
        }
    }

    /// For each position the sub-array and the number of its element in it.
    ///
    /// # Errors
    /// When a position has none.
    pub fn finish(self) -> Run<Vec<(usize, usize)>> {
        if let Some(total) = self.total
            && (total < 0 || (self.sources.is_empty() && total > 0))
        {
            let message = match total {
                ..0 => format!("a result of {total} elements"),
                _ => "position 0 is never written".to_owned(),
            };
            return Err(Failure::error(
                &rules::FCL_E_INTERLEAVE_INTO,
                "size",
                self.span,
                message,
            ));
        }
        if let Some(hole) = self.sources.iter().position(|source| *source == 0) {
            return Err(Failure::error(
                placement_rule(Makers::Members, true, self.total),
                "size",
                self.span,
                format!("position {hole} is never written"),
            ));
        }
        let m = self.m as u64;
        let place = |source: u64| {
            let number = source - 1;
            ((number / m) as usize, (number % m) as usize)
        };
        Ok(self.sources.into_iter().map(place).collect())
    }
}
