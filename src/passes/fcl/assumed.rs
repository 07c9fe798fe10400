//! What a translation assumes of the values from outside: no more than what is seen needs (FCL-M-PARAM, FCL-M-SIZE).

use super::arguments::{self, Staging};
use super::value::Staged;
use super::{Translated, rules};
use elder_fcl::Configuration;
use elder_fcl::entry::Entry;
use elder_syntax::Span;
use rustc_hash::FxHashSet;

/// What a launch tests of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumed {
    /// The parameters that are sizes, by their position: these are natural.  Without it all are.
    pub(super) sizes: Option<FxHashSet<usize>>,
    /// Where numbers may wrap: nowhere else are they computed with as terms only if no launch lets them leave the range.
    pub(super) wrapping: FxHashSet<Span>,
}

/// A staging with what it assumes.
struct Search<'a> {
    kernel: &'a Entry,
    configuration: &'a Configuration,
    assumed: Assumed,
    best: Staging,
}

/// The kernel, staged with the fewest assumptions.
///
/// # Errors
/// FCL-M-*: what cannot be a kernel.
pub(super) fn translated(kernel: &Entry, configuration: &Configuration) -> Staged<Translated> {
    let all = arguments::staged(kernel, configuration, &Assumed::default())?;
    // Numbers that no length depends on are data: they may be negative.
    let of = |sizes: &FxHashSet<usize>| Assumed {
        sizes: Some(sizes.clone()),
        ..Assumed::default()
    };
    let mut assumed = of(&all.needed);
    let best = match arguments::staged(kernel, configuration, &assumed) {
        Ok(staging) => staging,
        // Such a length may have a bound only where a number that it does not depend on is a size.
        Err(d) if d.refusal.is_some_and(|r| r.id() == rules::FCL_M_FORCE.id) => {
            assumed = of(&all.translated.sizes().collect());
            all
        }
        Err(d) => return Err(d),
    };
    let mut search = Search {
        kernel,
        configuration,
        assumed,
        best,
    };
    search.free_numbers();
    search.free_ranges();
    Ok(search.best.translated)
}

impl Search<'_> {
    /// Numbers are data, too, without which as much is seen, as where only lengths depend on them that are natural and bounded whatever the number is, such as
    /// `max 0 (n % 3)`.
    fn free_numbers(&mut self) {
        let mut candidates: Vec<usize> = self.assumed.sizes.iter().flatten().copied().collect();
        candidates.sort_unstable();
        for number in candidates {
            let mut fewer = self.assumed.clone();
            fewer.sizes.iter_mut().for_each(|sizes| {
                sizes.remove(&number);
            });
            self.attempt(fewer, |new, old| new.unseen.is_subset(&old.unseen));
        }
    }

    /// Numbers may wrap on which no length and no index depends.
    fn free_ranges(&mut self) {
        let mut places: Vec<Span> = self.best.ranges.iter().copied().collect();
        places.sort_unstable_by_key(|span| (span.source, span.start, span.end));
        let each = places.iter().map(|place| vec![*place]);
        for some in std::iter::once(places.clone()).chain(each) {
            if !some.iter().any(|place| self.best.ranges.contains(place)) {
                continue;
            }
            let mut fewer = self.assumed.clone();
            fewer.wrapping.extend(some);
            self.attempt(fewer, |new, old| {
                new.unseen.is_subset(&old.unseen) && new.tested.is_subset(&old.tested)
            });
        }
    }

    /// Takes the staging that assumes this, if it is as good.
    fn attempt(&mut self, assumed: Assumed, as_good: impl FnOnce(&Staging, &Staging) -> bool) {
        if let Ok(staging) = arguments::staged(self.kernel, self.configuration, &assumed)
            && as_good(&staging, &self.best)
        {
            self.best = staging;
            self.assumed = assumed;
        }
    }
}
