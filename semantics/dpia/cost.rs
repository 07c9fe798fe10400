//! What a run would cost: steps a level, and transactions with global memory.
//!
//! **Steps.**  Every application of a rule is a step of the level that it happens at: the host; the grid (what every item
//! of a launch does before it turns to its part); the work-group; the work-item.  Code at the level of the grid or the group is
//! executed by every item and counted as often.
//!
//! **Transactions.**  The items of a group are taken 32 at a time, in the order of their numbers, as *warps*, which execute
//! one access of the program together.  The accesses that the items of a warp make at the same place of the program, each for
//! the same time in a command, are one request, all components of a vector together; it takes as many transactions as it touches different segments of 128 bytes
//! of a buffer, buffers beginning at segments.  Caches are not modelled.  Local and private memory cost nothing here.

use crate::dpia::store::Access;
use elder_syntax::Span;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;

/// Where a step happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Outside of any launch.
    Host,
    /// In a launch, outside of its parallel loops.
    Grid,
    /// In a loop over work-groups.
    Group,
    /// In a loop over items.
    Item,
}

/// Items of a warp.
pub const WARP: usize = 32;
/// Bytes of a segment.
pub const SEGMENT: usize = 128;

/// An access in a command: the warp, the place, which time, and whether it writes.
type Request = (usize, (u32, u32), u32, bool);

/// A segment: the buffer (a component of a cell) and which of its segments.
type Segment = ((u32, usize), usize);

/// The cost so far.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// Steps of the host, the grid, the groups, the items.
    pub steps: [u64; 4],
    /// Transactions that read global memory.
    pub reads: u64,
    /// Transactions that write global memory.
    pub writes: u64,
    /// Scalars read and written in global memory.
    pub accesses: u64,
    times: FxHashMap<(usize, (u32, u32), bool), u32>,
    requests: FxHashMap<Request, BTreeSet<Segment>>,
}

impl Cost {
    /// A step.
    #[inline]
    pub fn step(&mut self, level: Level) {
        self.steps[level as usize] += 1;
    }

    /// An item accesses a byte of a buffer, at a place of the program; the further components of a vector belong to the access of
    /// the first.
    pub fn access(
        &mut self,
        item: usize,
        (span, component): (Span, u8),
        access: Access,
        buffer: (u32, usize),
        byte: usize,
    ) {
        let place = (span.start, span.end);
        let kinds: &[bool] = match access {
            Access::Read => &[false],
            Access::Write => &[true],
            Access::Update(_) => &[false, true],
        };
        for &writes in kinds {
            self.accesses += 1;
            let times = self.times.entry((item, place, writes)).or_insert(0);
            if component == 0 {
                *times += 1;
            }
            let request = (item / WARP, place, *times, writes);
            self.requests
                .entry(request)
                .or_default()
                .insert((buffer, byte / SEGMENT));
        }
    }

    /// The items of a group have executed a command together.
    pub fn commit(&mut self) {
        if self.requests.is_empty() {
            return;
        }
        self.times.clear();
        for ((_, _, _, writes), segments) in self.requests.drain() {
            match writes {
                false => self.reads += segments.len() as u64,
                true => self.writes += segments.len() as u64,
            }
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [host, grid, group, item] = self.steps;
        write!(
            f,
            "steps: host {host}, grid {grid}, group {group}, item {item}; global memory: {} transactions to read, {} to write, for {} scalars",
            self.reads, self.writes, self.accesses
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(offset: impl Fn(usize) -> usize) -> u64 {
        let mut cost = Cost::default();
        for item in 0..64 {
            cost.access(item, (Span::NONE, 0), Access::Read, (0, 0), offset(item));
        }
        cost.commit();
        cost.reads
    }

    #[test]
    fn neighbours_share_a_transaction_and_strides_do_not() {
        assert_eq!(reads(|i| 4 * i), 2);
        assert_eq!(reads(|i| 8 * i), 4);
        assert_eq!(reads(|i| 128 * i), 64);
        assert_eq!(reads(|_| 0), 2);
    }
}
