//! `simplify`: the rules of simplification, to a fixed point (thesis, 5.1.1).
//!
//! A round goes over the program twice.  On the way down ([`engine`]) it knows what each name is defined as, what variables are put
//! for and what holds where it stands, and tries the rows of the [`table`] on each statement.  On the way back
//! ([`uses`]) it knows how often each name is used after where it stands, and what nobody uses goes.  Rounds follow each other
//! until nothing changes, at most [`ROUNDS`].
//!
//! - No rule drops or moves an error: what can fail is in [`effects`].
//! - No rule makes an array that is consumed share with one that it did not share with: [`sharing`].
//! - What is known by name is in vectors, so a round takes time linear in the program's length.
//!
//! ```text
//! let a: i32 = x + 0i32   let b: i32 = a * 2i32   let c: i32 = a * 2i32   in b, c
//!
//! let b: i32 = x * 2i32   in b, b
//! ```

mod effects;
mod engine;
mod facts;
mod key;
mod numbers;
mod rules;
mod sharing;
mod table;
mod uses;

use elder_core::Program;
use elder_syntax::Rule;

pub use table::RULES;

/// After so many rounds a program is left as it is.
pub const ROUNDS: usize = 16;

/// Simplifies a program without these rules.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let switches = table::Switches::without(without);
    for _ in 0..ROUNDS {
        let down = engine::round(program, &switches);
        let back = uses::round(program, &switches);
        if !down && !back {
            break;
        }
    }
}
