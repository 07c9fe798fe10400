//! How often generated programs met constructs of the language, and premises of rules refused.

use elder_futhark::rules::TABLES;
use elder_generate::futhark::Case;
use std::collections::BTreeMap;
use std::fmt::Write as _;
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

/// How often premises refused, and those that never did.
pub fn premises() -> String {
    let rules = TABLES.iter().flat_map(|table| table.iter());
    let premises = rules.flat_map(|rule| {
        let name = |key| format!("{}/{key}", rule.id);
        rule.premises
            .iter()
            .map(move |premise| (name(premise.key), premise.refusals()))
    });
    tally("premises", premises)
}

/// A line with those that were met, most first, and one with those that were not.
fn tally<T: std::fmt::Display>(what: &str, counts: impl Iterator<Item = (T, u64)>) -> String {
    let (mut met, never): (Vec<_>, Vec<_>) = counts.partition(|(_, count)| *count > 0);
    met.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let met: Vec<String> = met
        .iter()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let mut out = format!("{what} met: {}\n", met.join(", "));
    if !never.is_empty() {
        let never: Vec<String> = never.iter().map(|(name, _)| name.to_string()).collect();
        let _ = writeln!(out, "{what} never met: {}", never.join(", "));
    }
    out
}
