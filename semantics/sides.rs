//! Which sides of branches runs take.
//!
//! A program whose condition always holds says nothing of its other side.  While a thread watches, the definitions of Futhark, Core, FCL and Dex
//! note which alternative they take at each branch, and whether a loop has rounds.

use elder_syntax::Span;
use std::cell::RefCell;
use std::collections::HashMap;

/// The sides that runs took, by the places of the branches.
#[derive(Clone, Debug, Default)]
pub struct Sides(HashMap<(Span, bool), Taken>);

#[derive(Clone, Copy, Debug)]
struct Taken {
    /// A bit a side.
    sides: u64,
    of: usize,
}

/// How many branches were met, and of how many each side was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Branches, or loops, that were met.
    pub met: u64,
    /// Those of which each side was taken; of a loop, some rounds and none.
    pub whole: u64,
}

impl Share {
    /// Both together.
    pub fn and(self, other: Share) -> Share {
        Share {
            met: self.met + other.met,
            whole: self.whole + other.whole,
        }
    }

    /// In a hundred.
    pub fn percent(self) -> f64 {
        100.0 * self.whole as f64 / (self.met as f64).max(1.0)
    }
}

impl Sides {
    /// Of conditions and cases.
    pub fn branches(&self) -> Share {
        self.share(false)
    }

    /// Of loops.
    pub fn loops(&self) -> Share {
        self.share(true)
    }

    fn share(&self, is_loop: bool) -> Share {
        let own = self.0.iter().filter(|((_, kind), _)| *kind == is_loop);
        own.fold(Share::default(), |share, (_, taken)| {
            let whole = taken.sides.count_ones() as usize >= taken.of.min(64);
            share.and(Share {
                met: 1,
                whole: u64::from(whole),
            })
        })
    }
}

thread_local! {
    static WATCHING: RefCell<Option<Sides>> = const { RefCell::new(None) };
}

/// Runs something, and adds the sides that it takes.
pub fn watched<T>(sides: &mut Sides, run: impl FnOnce() -> T) -> T {
    let outside = WATCHING.replace(Some(std::mem::take(sides)));
    let result = run();
    *sides = WATCHING.replace(outside).unwrap_or_default();
    result
}

/// This one of so many sides of the branch at this place is taken.
pub(crate) fn taken(at: Span, side: usize, of: usize) {
    note((at, false), side, of);
}

/// The loop at this place has so many rounds.
pub(crate) fn rounds(at: Span, rounds: u64) {
    note((at, true), usize::from(rounds > 0), 2);
}

fn note(key: (Span, bool), side: usize, of: usize) {
    WATCHING.with_borrow_mut(|watching| {
        if let Some(Sides(sides)) = watching {
            let taken = sides.entry(key).or_insert(Taken { sides: 0, of });
            taken.sides |= 1 << side.min(63);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_whole_when_each_side_was_taken_in_some_run() {
        let at = |start| Span { start, ..Span::NONE };
        let mut sides = Sides::default();
        watched(&mut sides, || {
            taken(at(0), 0, 2);
            taken(at(1), 1, 3);
            rounds(at(0), 4);
        });
        let one = Share { met: 2, whole: 0 };
        assert_eq!(
            (sides.branches(), sides.loops()),
            (one, Share { met: 1, whole: 0 })
        );
        taken(at(1), 0, 3);
        watched(&mut sides, || {
            taken(at(0), 1, 2);
            taken(at(1), 2, 3);
            rounds(at(0), 0);
        });
        assert_eq!(sides.branches(), Share { met: 2, whole: 1 });
        assert_eq!(sides.loops(), Share { met: 1, whole: 1 });
    }
}
