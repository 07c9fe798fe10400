//! What an execution took: on the device by its events, on the host by the clock.

use elder_syntax::{Name, Span};
use std::cell::Cell;
use std::time::Instant;

/// The times of one execution, in the order of the launches.  Inputs are on the device before, and results stay there.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// What was launched.
    pub entries: Vec<Timed>,
    /// Nanoseconds from the first step until the last launch was done, by the clock of the host.
    pub wall: u64,
}

/// A launch, or a copy or fill of the device (`copy`, `fill`).
#[derive(Clone, Debug)]
pub struct Timed {
    /// The name of the kernel.
    pub name: Name,
    /// Where in the source what it does stands.
    pub place: Span,
    /// The nanoseconds that it took on the device.
    pub nanoseconds: u64,
    /// Of a copy the bytes read and written, of a fill those written; of a kernel those of the blocks that it is given, each once: it may touch
    /// less of them, or some of it several times.
    pub bytes: u64,
}

impl Profile {
    /// The sum of all times on the device, in nanoseconds.
    pub fn total(&self) -> u64 {
        self.entries.iter().map(|timed| timed.nanoseconds).sum()
    }
}

/// What the host did of a sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often.
    pub calls: u64,
    /// How long it took together.
    pub nanoseconds: u64,
    /// How many bytes it concerned.
    pub bytes: u64,
}

/// What the host of a device had to do besides launching, since it was last asked ([`Account::take`]).
#[derive(Debug, Default)]
pub struct Account {
    reads: Cell<Tally>,
    writes: Cell<Tally>,
    allocations: Cell<Tally>,
}

/// What stands in an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Bytes read from the device, when all that was asked for before was done.
    pub reads: Tally,
    /// Bytes written to it.
    pub writes: Tally,
    /// Memory that the device was asked for; what a pool had already is none.
    pub allocations: Tally,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        Tally {
            calls: self.calls + other.calls,
            nanoseconds: self.nanoseconds + other.nanoseconds,
            bytes: self.bytes + other.bytes,
        }
    }
}

impl Done {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Done) -> Done {
        Done {
            reads: self.reads.and(other.reads),
            writes: self.writes.and(other.writes),
            allocations: self.allocations.and(other.allocations),
        }
    }
}

impl Account {
    /// What was done since the last time.
    pub fn take(&self) -> Done {
        Done {
            reads: self.reads.take(),
            writes: self.writes.take(),
            allocations: self.allocations.take(),
        }
    }

    pub(crate) fn read<T>(&self, bytes: usize, action: impl FnOnce() -> T) -> T {
        noted(&self.reads, bytes, action)
    }

    pub(crate) fn write<T>(&self, bytes: usize, action: impl FnOnce() -> T) -> T {
        noted(&self.writes, bytes, action)
    }

    pub(crate) fn allocate<T>(&self, bytes: usize, action: impl FnOnce() -> T) -> T {
        noted(&self.allocations, bytes, action)
    }
}

fn noted<T>(of: &Cell<Tally>, bytes: usize, action: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = action();
    of.set(of.get().and(Tally {
        calls: 1,
        nanoseconds: u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX),
        bytes: bytes as u64,
    }));
    result
}
