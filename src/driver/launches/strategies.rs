//! How often each skeleton was launched, so that a campaign can say which of them no program reached.

use elder_passes::core::plan::schedule::{Schedule, Skeleton};
use elder_passes::programs::Host;
use elder_semantics::kernel::program::Call;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// How often each skeleton was launched, and of these how often with places for several chunks; as the counters of rules, one for the process.
static LAUNCHED: Mutex<BTreeMap<&str, [u64; 2]>> = Mutex::new(BTreeMap::new());

/// The skeletons that are launched, each by the name that its choice says.
const SKELETONS: [Skeleton; 12] = [
    Skeleton::Map,
    Skeleton::Map2,
    Skeleton::Each,
    Skeleton::Reduce,
    Skeleton::Scan,
    Skeleton::One,
    Skeleton::ScanRows(1, 1),
    Skeleton::ScanSplit(1, 1),
    Skeleton::ScanSeveral(1, 1, 1),
    Skeleton::Hist,
    Skeleton::HistRows(1, 1),
    Skeleton::HistRanges,
];

/// What was launched so far, a skeleton a line.
///
/// # Errors
/// The same, and which skeleton no program reached: with one chunk, or with several where it divides places.
pub fn strategies() -> Result<String, String> {
    let launched = LAUNCHED.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut told, mut missed) = (
        String::from("launches by skeleton, and with places for several chunks:"),
        Vec::new(),
    );
    for skeleton in SKELETONS {
        let [all, several] = launched.get(skeleton.name()).copied().unwrap_or_default();
        told += &format!(" {} {all} {several},", skeleton.name());
        let divides = matches!(skeleton, Skeleton::Reduce | Skeleton::Scan);
        if all == 0 || divides && several == 0 {
            missed.push(skeleton.name());
        }
    }
    let told = told.trim_end_matches(',').to_owned() + "\n";
    match missed.is_empty() {
        true => Ok(told),
        false => Err(format!("{told}no program reached {}\n", missed.join(", "))),
    }
}

/// The launches of a host program that was made by a schedule, each counted.
pub(super) struct Counting {
    /// How each entry is made.
    skeletons: Vec<Option<Skeleton>>,
    /// From how many places on there are several chunks.
    several: i64,
}

impl Counting {
    /// Of this host program.
    pub(super) fn of(host: &Host, schedule: Schedule) -> Counting {
        let skeletons = host.program.entries.iter().map(|entry| {
            let mut chosen = host.chosen.iter().filter(|chosen| chosen.is_entry());
            Some(chosen.find(|chosen| chosen.of == entry.name)?.by.skeleton)
        });
        Counting {
            skeletons: skeletons.collect(),
            several: match schedule.chunks {
                1 => i64::MAX,
                _ => 2 * schedule.grain,
            },
        }
    }

    /// One launch more.
    pub(super) fn count(&self, call: &Call<'_>) {
        if let Some(Some(skeleton)) = self.skeletons.get(call.entry) {
            let mut launched = LAUNCHED.lock().unwrap_or_else(PoisonError::into_inner);
            let [all, several] = launched.entry(skeleton.name()).or_default();
            *all += 1;
            *several += u64::from(call.sizes.iter().any(|size| *size >= self.several));
        }
    }
}
