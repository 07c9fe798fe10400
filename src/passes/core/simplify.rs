//! `simplify`: the rules of simplification, to a fixed point (thesis, 5.1.1).
//!
//! A round goes over the program twice.  On the way down ([`down`]) it knows what each name is defined as, what variables are put
//! for and what holds where it stands, and tries the rows of the [`table`] on each statement.  On the way back
//! ([`uses`]) it knows how often each name is used after where it stands, and what nobody uses goes.  Rounds follow each other
//! until nothing changes, at most [`ROUNDS`].
//!
//! - No rule drops or moves an error: what can fail is in [`effects`](elder_core::analyses::effects).
//! - No rule makes an array that is consumed share with one that it did not share with: [`aliases`](elder_core::analyses::aliases).
//! - What is known by name is in vectors, so a round takes time linear in the program's length.
//!
//! ```text
//! let a: i32 = x + 0i32   let b: i32 = a * 2i32   let c: i32 = a * 2i32   in b, c
//!
//! let b: i32 = x * 2i32   in b, b
//! ```

mod becomes;
mod down;
mod engine;
mod facts;
mod key;
mod local;
mod numbers;
mod proof;
mod rules;
mod table;
mod uses;

use elder_core::analyses::aliases::Aliases;
use elder_core::analyses::uses::Uses;
use elder_core::compact::compact;
use elder_core::tree::{Body, Definition, Lambda};
use elder_core::{Names, Program};
use elder_syntax::Rule;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(super) use key::Key;
pub use table::RULES;

/// After so many rounds a program is left as it is.
pub const ROUNDS: usize = 16;

/// How many programs were simplified in this process.
static PROGRAMS: AtomicU64 = AtomicU64::new(0);
/// How many rounds that took.
static TAKEN: AtomicU64 = AtomicU64::new(0);
/// How many programs the last round still changed.
static UNFINISHED: AtomicU64 = AtomicU64::new(0);

/// What simplification took, of all programs of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many programs.
    pub programs: u64,
    /// How many rounds together, with the last one, in which nothing changes.
    pub rounds: u64,
    /// How many programs were left as they were after [`ROUNDS`].
    pub unfinished: u64,
}

/// What simplification took so far.
pub fn taken() -> Taken {
    Taken {
        programs: PROGRAMS.load(Relaxed),
        rounds: TAKEN.load(Relaxed),
        unfinished: UNFINISHED.load(Relaxed),
    }
}

/// Simplifies a function of a program, that stands anywhere in it: what is outside of it is not known.  It takes a time that does not
/// depend on the program.
pub fn lambda(names: &mut Names, functions: &[Definition], lambda: &mut Lambda, without: &[&Rule]) {
    let switches = table::Switches::without(without);
    local::within(names, lambda, |names, lambda| {
        for _ in 0..ROUNDS {
            let (down, counted) = down::round_of(names, functions, lambda, &switches);
            let back = uses::round_of(names.len(), functions, lambda, &switches, &counted);
            if !down && !back {
                break;
            }
        }
    });
}

/// Simplifies a body of a program, likewise.
pub fn body(names: &mut Names, functions: &[Definition], body: &mut Body, without: &[&Rule]) {
    let mut function = Lambda::new(vec![], std::mem::take(body), vec![]);
    lambda(names, functions, &mut function, without);
    *body = function.body;
}

/// What is known of a program before it is gone over.
struct Known {
    sharing: Aliases,
    uses: Uses,
}

impl Known {
    fn of(program: &Program) -> Known {
        let mut uses = Uses::of_names(program.names.len());
        let sharing = Aliases::beside(program, &mut uses);
        Known { sharing, uses }
    }
}

/// Simplifies a program without these rules.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let switches = table::Switches::without(without);
    PROGRAMS.fetch_add(1, Relaxed);
    let mut known = None;
    for round in 0..ROUNDS {
        TAKEN.fetch_add(1, Relaxed);
        // What is known of a program holds until a rule applies.
        let (down, before, counted) = down::round(program, &switches, known);
        let before = match down {
            true => Known::of(program),
            false => before,
        };
        let (back, after) = uses::round(program, &switches, before, &counted);
        if !down && !back {
            // Where nothing changed no name has gone.
            if round > 0 {
                compact(program);
            }
            return;
        }
        known = (!back).then_some(after);
    }
    UNFINISHED.fetch_add(1, Relaxed);
    compact(program);
}
