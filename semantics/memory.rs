//! The account of memory that arrays take, and of the elements that operations on whole arrays touch.

use std::cell::Cell;

/// So many elements take about as long as a call or an iteration, so a unit of fuel pays for them.
pub const ELEMENTS: u64 = 64;

/// Bytes of array elements: alive, at most alive, ever allocated; and the elements that may still be made, compared or written.
#[derive(Debug)]
pub struct Memory {
    live: Cell<u64>,
    peak: Cell<u64>,
    total: Cell<u64>,
    limit: u64,
    elements: Cell<u64>,
}

impl Memory {
    /// An empty account that refuses to hold more than `limit` bytes.
    pub fn new(limit: u64) -> Memory {
        Memory::with_fuel(limit, u64::MAX)
    }

    /// The same, with fuel, [`ELEMENTS`] elements a unit.
    pub fn with_fuel(limit: u64, fuel: u64) -> Memory {
        Memory {
            live: Cell::new(0),
            peak: Cell::new(0),
            total: Cell::new(0),
            limit,
            elements: Cell::new(fuel.saturating_mul(ELEMENTS)),
        }
    }

    /// Takes the fuel for so many elements that are about to be made, compared or written in one go; whether there was so much left.
    pub(crate) fn spend(&self, elements: u64) -> bool {
        let left = self.elements.get().checked_sub(elements);
        if let Some(left) = left {
            self.elements.set(left);
        }
        left.is_some()
    }

    /// The elements that may still be made, compared or written.
    pub(crate) fn left(&self) -> u64 {
        self.elements.get()
    }

    /// Forgets what was spent since so many were left.
    pub(crate) fn unspend(&self, left: u64) {
        self.elements.set(left);
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

    /// What is alive.
    pub(crate) fn live(&self) -> u64 {
        self.live.get()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_of_fuel_pays_for_some_elements() {
        let memory = Memory::with_fuel(0, 2);
        assert!(memory.spend(ELEMENTS));
        assert!(!memory.spend(ELEMENTS + 1));
        assert!(memory.spend(ELEMENTS));
        assert!(!memory.spend(1));
    }
}
