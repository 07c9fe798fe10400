//! The account of memory that arrays take.

use std::cell::Cell;

/// Bytes of array elements: alive, at most alive, ever allocated.
#[derive(Debug)]
pub struct Memory {
    live: Cell<u64>,
    peak: Cell<u64>,
    total: Cell<u64>,
    limit: u64,
}

impl Memory {
    /// An empty account that refuses to hold more than `limit` bytes.
    pub fn new(limit: u64) -> Memory {
        Memory {
            live: Cell::new(0),
            peak: Cell::new(0),
            total: Cell::new(0),
            limit,
        }
    }

    /// Whether so many more bytes would be within the limit.
    pub fn admits(&self, bytes: u64) -> bool {
        self.live.get().saturating_add(bytes) <= self.limit
    }

    /// Enters bytes that were allocated.
    pub(crate) fn charge(&self, bytes: u64) {
        let live = self.live.get().saturating_add(bytes);
        self.live.set(live);
        self.peak.set(self.peak.get().max(live));
        self.total.set(self.total.get().wrapping_add(bytes));
    }

    /// Takes out bytes that were freed.
    pub(crate) fn release(&self, bytes: u64) {
        self.live.set(self.live.get().saturating_sub(bytes));
    }

    /// The most that was alive at one time.
    pub fn peak(&self) -> u64 {
        self.peak.get()
    }

    /// Everything that was ever allocated.
    pub fn total(&self) -> u64 {
        self.total.get()
    }

    /// The limit.
    pub fn limit(&self) -> u64 {
        self.limit
    }
}
