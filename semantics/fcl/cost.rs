//! What a run costs: steps by level, what is materialised, and traffic with memory (notes 12).
//!
//! **Steps.**  Every rule applied is a step of the location that it is applied at.  `steps` are those of the whole kernel: one step
//! of a group that forces elements is one of every thread with something to do, and a delayed concatenation is forced in one step.
//! `span` adds to them, for each delayed concatenation or interleaving, the largest sum of the spans of the sub-arrays
//! that one place has to do.  `work` is the number of steps by the level of the location that takes them, all locations together.
//!
//! **Memory.**  A force at thread level writes private memory, one of a warp or block local memory, one of a grid global memory.
//! The parts of a concatenation are written where the whole is written.  A *barrier* is needed where an element of local memory
//! that one thread wrote is read by another, and before a place uses its local memory for a further sub-array;
//! one barrier serves for all that happened before it.

use crate::fcl::location::level_name;
use std::fmt;

/// How many levels are told apart: thread, warp, block, grid.
pub const LEVELS: usize = 4;

/// Steps, and with the machine also traffic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Steps of the whole.
    pub steps: u64,
    /// The same, and what delayed arrays add: see above.
    pub span: u64,
    /// Steps by the level of the location that takes them.
    pub work: [u64; LEVELS],
    /// What happened in memory.
    pub traffic: Traffic,
}

/// What happened in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Arrays materialised, by the level of who forces.
    pub forces: [u64; LEVELS],
    /// Elements written by those.
    pub written: [u64; LEVELS],
    /// Bytes of those.
    pub bytes: [u64; LEVELS],
    /// Elements read from what was forced at each level.
    pub read: [u64; LEVELS],
    /// Elements read from the kernel's inputs.
    pub inputs: u64,
    /// Elements written to the kernel's outputs.
    pub outputs: u64,
    /// Barriers needed, all groups together.
    pub barriers: u64,
    /// Kernels launched: the last one and one for each force of the grid before it.
    pub launches: u64,
}

/// The index of a height.
pub(super) fn level(height: u32) -> usize {
    (height as usize).min(LEVELS - 1)
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let traffic = &self.traffic;
        writeln!(f, "steps {}, span {}", self.steps, self.span)?;
        writeln!(
            f,
            "{:8} {:>14} {:>8} {:>12} {:>14} {:>12}",
            "level", "steps", "forces", "written", "bytes", "read"
        )?;
        for height in 0..LEVELS {
            writeln!(
                f,
                "{:8} {:>14} {:>8} {:>12} {:>14} {:>12}",
                level_name(height as u32),
                self.work[height],
                traffic.forces[height],
                traffic.written[height],
                traffic.bytes[height],
                traffic.read[height]
            )?;
        }
        write!(
            f,
            "inputs read {}, outputs written {}, barriers {}, kernels {}",
            traffic.inputs, traffic.outputs, traffic.barriers, traffic.launches
        )
    }
}
