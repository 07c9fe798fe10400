//! How often generated programs met constructs of the language.

use crate::fuzz::refused::tally;
use elder_generate::futhark::Case;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What all threads met; as the counters of rules, one for the process.
static MET: Mutex<BTreeMap<&'static str, u64>> = Mutex::new(BTreeMap::new());

/// Counts the constructs of a program.
pub fn add(case: &Case) {
    let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, count) in &case.met {
        *met.entry(name).or_default() += count;
    }
}

/// How often constructs were met, and those that never were.
pub fn constructs() -> String {
    let met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let count = |name| (name, met.get(name).copied().unwrap_or(0));
    tally("constructs", elder_generate::futhark::constructs().map(count))
}
