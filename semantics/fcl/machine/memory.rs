//! Arrays in memory: where they are, who wrote them, and which barriers their readers need.
//!
//! Between two barriers of a group a thread may read of the group's local memory only what it wrote itself.  The machine runs threads one
//! after the other, so it numbers the *intervals* between barriers instead: an array carries the interval it was written in, and a
//! read by another thread in that interval says that a barrier is needed before what is being run, which begins a new
//! interval.  One barrier serves for everything that was written before it.
//!
//! A place that does several sub-arrays uses its local memory again.  The first write of a further one needs a barrier if
//! somebody read of that memory after the last barrier.

use super::Machine;
use super::value::Value;
use crate::failure::{Failure, Run};
use crate::fcl::cost::level;
use crate::fcl::interface::Column;
use crate::fcl::limits::Charge;
use elder_syntax::Span;

/// Base values in memory.
#[derive(Debug)]
pub struct Stored {
    pub column: Column,
    pub origin: Origin,
    /// Gives the bytes back.
    pub _charge: Charge,
}

/// How an array came into memory.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    /// It is written out in the program.
    Written,
    /// It is an input of the kernel.
    Input,
    /// It was forced.
    Forced {
        /// At this level.
        height: u32,
        /// In this interval.
        interval: u64,
        /// Element i by thread `first + i mod threads`; `None`: by somebody.
        writers: Option<(u64, u64)>,
    },
}

/// The barriers of the group that runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Synchronisation {
    /// The number of the present interval; never falls.
    interval: u64,
    /// Whether local memory was read since the last barrier.
    read: bool,
    /// Whether the next write of local memory needs a barrier.
    reused: bool,
}

impl Synchronisation {
    /// A place begins a sub-array; `read`: it did one before that read local memory after its last barrier.
    pub fn begin(&mut self, read: bool) {
        self.read = false;
        self.reused = read;
    }

    /// The places have done their sub-arrays.
    pub fn end(&mut self, around: Synchronisation) {
        self.read = around.read;
        self.reused = around.reused;
    }

    /// Whether local memory was read since the last barrier.
    pub fn has_read(&self) -> bool {
        self.read || self.reused
    }
}

impl Machine {
    fn barrier(&mut self) {
        self.traffic.barriers += 1;
        self.synchronisation.interval += 1;
        self.synchronisation.read = false;
        self.synchronisation.reused = false;
    }

    /// Element `i` of an array in memory.
    pub fn read(&mut self, stored: &Stored, i: usize, span: Span) -> Run<Value> {
        match stored.origin {
            Origin::Written => {}
            Origin::Input => self.traffic.inputs += 1,
            Origin::Forced {
                height,
                interval,
                writers,
            } => {
                self.traffic.read[level(height)] += 1;
                if (1..3).contains(&height) {
                    let own = writers.is_some_and(|(first, threads)| {
                        threads == 1 || self.reader == Some(first + i as u64 % threads)
                    });
                    if !own && interval == self.synchronisation.interval {
                        self.barrier();
                    }
                    self.synchronisation.read = true;
                }
            }
        }
        let value = stored.column.get(i);
        value.ok_or_else(|| Failure::internal(span, "an element that is not there"))
    }

    /// An array that was just written by a force at the present location.
    pub fn store(&mut self, column: Column, writers: Option<(u64, u64)>, charge: Charge) -> Stored {
        let at = level(self.height);
        self.traffic.forces[at] += 1;
        self.traffic.written[at] += column.len() as u64;
        self.traffic.bytes[at] += column.bytes();
        match self.height {
            0 => {}
            1 | 2 => {
                if self.synchronisation.reused {
                    self.barrier();
                }
            }
            _ => self.traffic.launches += 1,
        }
        let origin = Origin::Forced {
            height: self.height,
            interval: self.synchronisation.interval,
            writers,
        };
        Stored {
            column,
            origin,
            _charge: charge,
        }
    }
}
