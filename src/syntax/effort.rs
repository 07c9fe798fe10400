//! What judging a program may cost before it runs: checking, elaboration, and what the passes make of it.
//!
//! A few lines can stand for more than any machine holds: types that double with every line, modules applied to modules, instances that need two others.
//! So whatever walks programs and types goes [`deeper`] by this piece, which gives it room on the stack and takes a step from an account; loops that go
//! nowhere deeper take one by [`step`].  Who judges a program opens the account, by [`within`], and says by the rule of its language
//! ([`crate::Language::effort`]) that it was used up.
//!
//! The work is given up from wherever it stands, by unwinding as a panic does, but without its message: no half a result is left that anybody could take for one,
//! and functions that cannot fail stay as they are.  [`within`] is the only place that catches it.  What the work was changing then is as it was left, so an
//! account is opened around something that is thrown away, or put in order, when it fails.
//!
//! Where nothing unwinds (WebAssembly), giving up ends the run: whoever started it finds in [`given_up`] what was used up, from the panic's hook.
//!
//! Steps are counted, so they are the same on every machine.  Memory is that of the process, as the system tells it, looked at once in a number of steps: what a
//! step holds on to depends on sharing that nothing here knows of.

use crate::{Diagnostic, Rule, Span};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What judging one thing may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Steps: nodes of programs and types that are looked at or made.
    pub steps: u64,
    /// Bytes by which the process grows.
    pub memory: u64,
}

/// None of the examples takes 100,000 steps to be checked, or 300,000 in a pass.
pub const STEPS: u64 = 20_000_000;

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            steps: STEPS,
            memory: u64::MAX,
        }
    }
}

/// What was used up.
#[derive(Clone, Copy, Debug)]
pub struct Spent {
    bounds: Bounds,
    /// Which of the two.
    what: What,
    /// What was being judged, as far as it was said by [`at`].
    place: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Steps,
    Memory,
    /// Memory too: that of a stack which cannot grow.
    #[cfg_attr(
        not(target_family = "wasm"),
        expect(dead_code, reason = "elsewhere stacks grow")
    )]
    Stack,
}

impl Spent {
    /// What a language says of it, by its rule.
    pub fn diagnostic(&self, rule: &'static Rule) -> Diagnostic {
        let (premise, message, help) = match self.what {
            What::Steps => (
                "steps",
                format!("judging this takes more than {} steps", self.bounds.steps),
                "`--check-fuel` allows more",
            ),
            What::Memory => (
                "memory",
                format!("judging this takes more than {} bytes", self.bounds.memory),
                "`--check-memory` allows more",
            ),
            What::Stack => (
                "memory",
                format!("this goes more than {LEVELS} levels deep"),
                "here the stack cannot grow; a build for a machine of its own goes deeper",
            ),
        };
        Diagnostic::error(rule.refuse(premise), self.place, message).with_help(help)
    }
}

/// What unwinds.
struct GivenUp(Spent);

/// Gives up the work.
fn give_up(spent: Spent) -> ! {
    match cfg!(panic = "abort") {
        true => {
            GIVEN_UP.set(Some(spent));
            panic_any(GivenUp(spent))
        }
        false => resume_unwind(Box::new(GivenUp(spent))),
    }
}

/// What this thread had used up when it gave up the work for which it ends, where nothing unwinds.
pub fn given_up() -> Option<Spent> {
    GIVEN_UP.get()
}

/// The account of a thread: that of the innermost [`within`].
struct Account {
    /// Steps that are left; while no account is open, as many as nothing takes.
    left: Cell<u64>,
    /// Steps until the memory is looked at.
    until: Cell<u64>,
    bounds: Cell<Bounds>,
    /// What the process had when the account was opened.
    held: Cell<u64>,
    place: Cell<Span>,
}

thread_local! {
    static ACCOUNT: Account = const {
        Account {
            left: Cell::new(u64::MAX),
            until: Cell::new(u64::MAX),
            bounds: Cell::new(Bounds { steps: u64::MAX, memory: u64::MAX }),
            held: Cell::new(0),
            place: Cell::new(Span::NONE),
        }
    };

    /// The bounds of accounts that this thread opens, where they are others than the process's.
    static OWN: Cell<Option<Bounds>> = const { Cell::new(None) };

    /// What [`given_up`] tells.
    static GIVEN_UP: Cell<Option<Spent>> = const { Cell::new(None) };
}

/// The bounds of the process.
static COMMON: (AtomicU64, AtomicU64) = (AtomicU64::new(STEPS), AtomicU64::new(u64::MAX));

/// From here on accounts have these bounds, whatever thread opens them.
pub fn bound_all(bounds: Bounds) {
    COMMON.0.store(bounds.steps, Relaxed);
    COMMON.1.store(bounds.memory, Relaxed);
}

/// The accounts that `inside` opens have these bounds.
pub fn bounded<T>(bounds: Bounds, inside: impl FnOnce() -> T) -> T {
    let _before = Restored(&OWN, OWN.replace(Some(bounds)));
    inside()
}

/// The bounds of the next account.
pub fn bounds() -> Bounds {
    OWN.get().unwrap_or_else(|| Bounds {
        steps: COMMON.0.load(Relaxed),
        memory: COMMON.1.load(Relaxed),
    })
}

/// Puts back what a variable of the thread had, however the work ends.
struct Restored<T: Copy + 'static>(&'static std::thread::LocalKey<Cell<T>>, T);

impl<T: Copy + 'static> Drop for Restored<T> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

/// As many steps lie between two looks at the memory: a look costs about as much as fifty of them.
const LOOK: u64 = 4096;

/// Does something that may cost as much as the [`bounds`] say.  An account within another one is its own.
///
/// # Errors
/// What was used up.
pub fn within<T>(work: impl FnOnce() -> T) -> Result<T, Spent> {
    let bounds = bounds();
    let counted = bounds.memory != u64::MAX;
    let before = ACCOUNT.with(|account| {
        (
            account.left.replace(bounds.steps),
            account.until.replace(if counted { LOOK } else { u64::MAX }),
            account.bounds.replace(bounds),
            account.held.replace(if counted { memory() } else { 0 }),
            account.place.replace(Span::NONE),
        )
    });
    let done = catch_unwind(AssertUnwindSafe(work));
    ACCOUNT.with(|account| {
        account.left.set(before.0);
        account.until.set(before.1);
        account.bounds.set(before.2);
        account.held.set(before.3);
        account.place.set(before.4);
    });
    done.or_else(|payload| match payload.downcast::<GivenUp>() {
        Ok(given_up) => Err(given_up.0),
        Err(payload) => resume_unwind(payload),
    })
}

/// What is judged from here on, for the message.
pub fn at(place: Span) {
    ACCOUNT.with(|account| account.place.set(place));
}

/// Takes a step.
#[inline]
pub fn step() {
    ACCOUNT.with(|account| {
        let left = account.left.get();
        let until = account.until.get();
        if left == 0 || until == 0 {
            account.look();
        }
        account.left.set(account.left.get() - 1);
        account.until.set(account.until.get() - 1);
    });
}

/// Takes so many steps: those of a loop that goes nowhere deeper.
pub fn steps(many: usize) {
    let many = many as u64;
    ACCOUNT.with(|account| {
        let is_spent = account.left.get() < many;
        if is_spent {
            account.left.set(0);
        }
        if is_spent || account.until.get() < many {
            account.look();
        }
        account.left.set(account.left.get() - many);
        account.until.set(account.until.get().saturating_sub(many));
    });
}

/// Takes a step, and does it with room on the stack for what recurs on the parts of programs and types.
#[inline]
pub fn deeper<T>(inside: impl FnOnce() -> T) -> T {
    step();
    crate::stack::deep(RED_ZONE, MORE, inside)
}

/// What the functions between two calls of [`deeper`] need at most.
const RED_ZONE: usize = 128 * 1024;
/// What is added when less is left.
const MORE: usize = 4 * 1024 * 1024;

/// How many levels of recursion a stack has to have room for that cannot grow.
pub const LEVELS: u32 = 10_000;

/// Does something one level deeper on a stack that cannot grow.
#[cfg(target_family = "wasm")]
pub(crate) fn level<T>(inside: impl FnOnce() -> T) -> T {
    thread_local! {
        static LEVEL: Cell<u32> = const { Cell::new(0) };
    }
    let level = LEVEL.get();
    if level >= LEVELS {
        give_up(Spent {
            bounds: bounds(),
            what: What::Stack,
            place: ACCOUNT.with(|account| account.place.get()),
        });
    }
    LEVEL.set(level + 1);
    let done = inside();
    LEVEL.set(level);
    done
}

impl Account {
    #[cold]
    fn look(&self) {
        let bounds = self.bounds.get();
        let spent = |what| Spent {
            bounds,
            what,
            place: self.place.get(),
        };
        if self.left.get() == 0 {
            give_up(spent(What::Steps));
        }
        if memory().saturating_sub(self.held.get()) > bounds.memory {
            give_up(spent(What::Memory));
        }
        self.until.set(LOOK);
    }
}

/// The bytes of memory that the process has.
#[cfg(target_family = "wasm")]
fn memory() -> u64 {
    const PAGE: u64 = 1 << 16;
    std::arch::wasm32::memory_size::<0>() as u64 * PAGE
}

/// The bytes of memory that the process has, zero where the system does not say.
#[cfg(not(target_family = "wasm"))]
#[allow(
    clippy::disallowed_methods,
    reason = "a limit on memory asks how much there is"
)]
fn memory() -> u64 {
    let stated = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: Option<u64> = stated
        .split_ascii_whitespace()
        .nth(1)
        .and_then(|n| n.parse().ok());
    pages.unwrap_or(0).saturating_mul(PAGE)
}

/// The bytes of a page, as nearly every system has them.
#[cfg(not(target_family = "wasm"))]
const PAGE: u64 = 4096;

#[cfg(test)]
mod tests {
    use super::*;

    crate::rules! {
        static TABLE = Typing;
        DEMO = "DEMO-EFFORT", "it ends", "own", [steps: "there are steps left", memory: "there is memory left"];
    }

    fn steps(steps: u64) -> Bounds {
        Bounds {
            steps,
            ..Bounds::default()
        }
    }

    /// As many calls as a tree of that height has nodes.
    fn tree(height: u32) -> u64 {
        match height {
            0 => 0,
            _ => deeper(|| 1 + tree(height - 1) + tree(height - 1)),
        }
    }

    #[test]
    fn what_costs_less_than_its_bounds_has_a_result() {
        assert_eq!(bounded(steps(1023), || within(|| tree(10))).unwrap(), 1023);
        // Outside of accounts nothing is counted.
        assert_eq!(tree(12), 4095);
    }

    #[test]
    fn what_costs_more_is_given_up() {
        let spent = bounded(steps(1022), || within(|| tree(10))).unwrap_err();
        let diagnostic = spent.diagnostic(&DEMO);
        assert_eq!(diagnostic.refusal.unwrap().to_string(), "DEMO-EFFORT/steps");
        assert!(diagnostic.message.contains("1022"));
        assert_eq!(TABLE.len(), 1);
    }

    #[test]
    fn steps_are_taken_at_once_as_one_after_the_other() {
        let taken = |bound: u64| {
            bounded(steps(bound), || {
                within(|| [500, 0, 500].map(super::steps)).is_ok()
            })
        };
        assert!(taken(1000));
        assert!(!taken(999));
        // Outside of accounts nothing is counted.
        super::steps(1_000_000);
    }

    #[test]
    fn an_account_within_another_is_its_own() {
        let inner = || bounded(steps(5), || within(|| tree(10)).is_err());
        let outer = bounded(steps(10), || within(|| (inner(), tree(3), inner())));
        assert_eq!(outer.unwrap(), (true, 7, true));
    }

    #[test]
    fn memory_that_grows_is_seen() {
        let grown = Bounds {
            memory: 1 << 20,
            ..Bounds::default()
        };
        let mut held: Vec<Vec<u8>> = Vec::new();
        let done = bounded(grown, || {
            within(|| {
                for _ in 0..1_000_000 {
                    step();
                    held.push(vec![1; 1000]);
                }
            })
        });
        match cfg!(target_os = "linux") {
            true => assert_eq!(done.unwrap_err().what, What::Memory),
            false => assert!(done.is_ok()),
        }
    }

    #[test]
    fn a_mistake_within_an_account_is_one_still() {
        let caught = std::panic::catch_unwind(|| within(|| -> u8 { panic!("a mistake") }));
        assert!(caught.is_err());
        assert_eq!(tree(3), 7);
    }
}
