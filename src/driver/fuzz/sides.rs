//! Which share of the branches of generated programs take each of their sides, by the definition.

use elder_semantics::sides::{Share, Sides};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// What all threads met, branches and loops by language; as the counters of rules, one for the process.
static MET: Mutex<BTreeMap<&str, (Share, Share)>> = Mutex::new(BTreeMap::new());

/// The sides that a program of this language took, on all its inputs.
pub(super) fn add(language: &'static str, sides: &Sides) {
    let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    let (branches, loops) = met.entry(language).or_default();
    *branches = branches.and(sides.branches());
    *loops = loops.and(sides.loops());
}

/// Branches and loops of a language's programs.
pub fn met(language: &str) -> (Share, Share) {
    let met = MET.lock().unwrap_or_else(PoisonError::into_inner);
    met.get(language).copied().unwrap_or_default()
}

/// What is said of them; nothing if no program was watched.
pub fn statistics(language: &str) -> String {
    let (branches, loops) = met(language);
    match branches.met + loops.met {
        0 => String::new(),
        _ => format!(
            "{} branches met by programs on their inputs, {:.1}% on each side; {} loops, {:.1}% with and without rounds\n",
            branches.met,
            branches.percent(),
            loops.met,
            loops.percent(),
        ),
    }
}
