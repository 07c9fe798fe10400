//! Locations: where in the machine a step is taken (paper 5.2; notes 6).
//!
//! A location is a thread or a group of locations.  All members of a group have one shape, so a location is that shape and the
//! number of its first thread: a grid of 65 536 blocks is no larger than a thread.  A group may also have as many members as there
//! are things for them to do; that is how a grid runs unless the configuration says how many blocks it has.

use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Configuration, Level};
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

/// What a location consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `Thread`
    Thread,
    /// `Group` of so many members of one shape; `None`: as many as there is work for.
    Group(Option<NonZeroU64>, Arc<Shape>),
}

impl Shape {
    /// A group of `count` members (at least one).
    pub fn group(count: u64, member: Shape) -> Shape {
        Shape::Group(
            Some(NonZeroU64::new(count).unwrap_or(NonZeroU64::MIN)),
            Arc::new(member),
        )
    }

    /// A group of as many members as there is work for.
    pub fn unbounded(member: Shape) -> Shape {
        Shape::Group(None, Arc::new(member))
    }

    /// The shape of a machine of these sizes at a level: warps of `warp_size` threads in blocks of `block_size`, or one warp of
    /// `block_size` threads if that is less, in a grid of `groups` blocks.
    pub fn of(height: u32, configuration: &Configuration) -> Shape {
        let block = u64::from(configuration.block_size).max(1);
        let warp = u64::from(configuration.warp_size).clamp(1, block);
        match height {
            0 => Shape::Thread,
            1 => Shape::group(warp, Shape::Thread),
            2 => Shape::group(block / warp, Shape::of(1, configuration)),
            _ => {
                let member = Shape::of(height - 1, configuration);
                match configuration.groups.filter(|_| height == 3) {
                    Some(groups) => Shape::group(u64::from(groups), member),
                    None => Shape::unbounded(member),
                }
            }
        }
    }

    /// How deep groups are nested: 0 thread, 1 warp, 2 block, 3 grid.
    pub fn height(&self) -> u32 {
        let mut shape = self;
        let mut height = 0;
        while let Shape::Group(_, member) = shape {
            shape = member;
            height += 1;
        }
        height
    }

    /// FCL-L-THREADS: how many threads it has; `None`: as many as there is work for.
    pub fn threads(&self) -> Option<u64> {
        match self {
            Shape::Thread => Some(1),
            Shape::Group(count, member) => member.threads()?.checked_mul((*count)?.get()),
        }
    }

    /// The judgement `loc ▷ γ`.
    pub fn respects(&self, level: &Level) -> bool {
        match (self, level) {
            (Shape::Thread, Level::Zero) => {
                rules::FCL_L_THREAD.apply();
                true
            }
            (Shape::Group(_, member), Level::Succ(below)) => {
                rules::FCL_L_GROUP.apply();
                member.respects(below)
            }
            _ => false,
        }
    }
}

/// The word for a height.
pub fn level_name(height: u32) -> &'static str {
    match height {
        0 => "thread",
        1 => "warp",
        2 => "block",
        _ => "grid",
    }
}

/// loc
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// What it consists of.
    pub shape: Shape,
    /// The number of its first thread.
    pub first: u64,
}

impl Location {
    /// The machine as a whole.
    pub fn new(shape: Shape) -> Location {
        Location { shape, first: 0 }
    }

    /// Where there is a place for work of this level in a machine of these sizes; `None` for a level with a variable.
    pub fn at(level: &Level, configuration: &Configuration) -> Option<Location> {
        Some(Location::new(Shape::of(level.height()?, configuration)))
    }

    /// How many members it has when there is work for `wanted`; a thread has none.
    pub fn members(&self, wanted: usize) -> Option<u64> {
        match &self.shape {
            Shape::Thread => None,
            Shape::Group(count, _) => Some(count.map_or(wanted as u64, NonZeroU64::get).max(1)),
        }
    }

    /// Member `i` of a group; a thread is its own.
    pub fn member(&self, i: u64) -> Location {
        match &self.shape {
            Shape::Thread => self.clone(),
            Shape::Group(_, member) => Location {
                shape: (**member).clone(),
                first: self
                    .first
                    .wrapping_add(i.wrapping_mul(member.threads().unwrap_or(1))),
            },
        }
    }

    /// FCL-L-THREADS: how many threads it has when there is work for `wanted`.
    pub fn threads(&self, wanted: usize) -> usize {
        rules::FCL_L_THREADS.apply();
        match self.shape.threads() {
            Some(threads) => usize::try_from(threads).unwrap_or(usize::MAX),
            None => wanted.max(1),
        }
    }

    /// Thread `k` of it.
    pub fn thread(&self, k: usize) -> Location {
        Location {
            shape: Shape::Thread,
            first: self.first.wrapping_add(k as u64),
        }
    }

    /// The number of its level.
    pub fn height(&self) -> u32 {
        self.shape.height()
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = level_name(self.height());
        match self.shape.threads() {
            Some(threads) => write!(f, "{name} {}", self.first / threads.max(1)),
            None => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_have_the_configured_sizes() {
        let configuration = Configuration {
            block_size: 64,
            block_width: None,
            warp_size: 32,
            groups: Some(3),
        };
        let grid = Location::at(&Level::grid(), &configuration).unwrap();
        assert_eq!(grid.threads(1), 192);
        assert_eq!(grid.members(1000), Some(3));
        let block = grid.member(2);
        assert_eq!((block.to_string(), block.first), ("block 2".to_string(), 128));
        assert_eq!(block.member(1).member(5).first, 128 + 32 + 5);
        let small = Configuration {
            block_size: 4,
            groups: None,
            ..configuration
        };
        let block = Location::at(&Level::block(), &small).unwrap();
        assert_eq!((block.members(9), block.threads(9)), (Some(1), 4));
    }

    #[test]
    fn a_location_is_for_one_level() {
        let configuration = Configuration::default();
        let levels = [Level::THREAD, Level::warp(), Level::block(), Level::grid()];
        for here in &levels {
            let location = Location::at(here, &configuration).unwrap();
            for level in &levels {
                assert_eq!(location.shape.respects(level), here == level);
            }
        }
    }
}
