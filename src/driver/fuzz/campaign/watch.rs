//! What each thread of a campaign is judging, and since when.  A program that no pipeline ever comes back from (a kernel that loops, a pass that
//! does not end) is a finding too; but nobody can stop the thread, so it has to be somebody else who sees it.

use super::Origin;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Programs that are being judged.
#[derive(Clone, Debug)]
pub struct Judging {
    /// The first of their seeds.
    pub seed: u64,
    /// Where their choices come from.
    pub origins: Vec<Origin>,
    since: Instant,
}

/// What each thread is at.
pub struct Watch {
    patience: Duration,
    threads: Vec<Mutex<Option<Judging>>>,
}

impl Watch {
    /// Of so many threads, each of which may take so long for what it judges together.
    pub fn new(threads: usize, patience: Duration) -> Watch {
        Watch {
            patience,
            threads: (0..threads).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Does something that the thread may not take too long for.
    pub fn over<T>(&self, thread: usize, seed: u64, origins: &[Origin], work: impl FnOnce() -> T) -> T {
        let judging = Judging {
            seed,
            origins: origins.to_vec(),
            since: Instant::now(),
        };
        self.set(thread, Some(judging));
        let done = work();
        self.set(thread, None);
        done
    }

    fn set(&self, thread: usize, judging: Option<Judging>) {
        if let Some(slot) = self.threads.get(thread) {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = judging;
        }
    }

    /// What takes too long.
    pub fn overdue(&self) -> Option<Judging> {
        self.threads.iter().find_map(|slot| {
            let judging = slot.lock().unwrap_or_else(PoisonError::into_inner);
            judging
                .as_ref()
                .filter(|judging| judging.since.elapsed() > self.patience)
                .cloned()
        })
    }
}
