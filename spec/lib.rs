//! The written definition of the languages, as data.
//!
//! The definition itself is a folder a language beside this file, `futhark`, `core`, `dex`, `dpia`, `fcl` and `kernel`, and `shared` for numbers and the formats of values: `*.md` has the prose,
//! one heading a rule, and `cases/` the programs that an implementation must
//! accept or refuse.  This crate reads both and holds them against the rules that the
//! code declares:
//!
//! - [`language`]: the languages, their folders and tables of rules;
//! - [`text`]: which rule is shown where; what stands under a heading;
//! - [`case`]: the conformance cases and the rules that each is for;
//! - [`coverage`]: runs the cases and says which rules were used and which premises refused;
//! - [`explain`]: one rule with an accepted and a rejected example.
//!
//! The crate does not run programs itself: whoever has a test runner hands it in, so that
//! the same cases can be run against any implementation.

pub mod case;
pub mod coverage;
pub mod explain;
pub mod language;
#[cfg(test)]
mod slips;
pub mod text;
mod values;

pub use case::{Case, cases};
pub use coverage::{Execution, Report, run};
pub use explain::explain;
pub use language::{Language, languages};
pub use text::{Section, sections};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// What is wrong with the spec itself, apart from any program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A rule of the code has no heading.
    #[error("rule {id} is declared but no text shows it")]
    NotShown {
        /// The rule.
        id: &'static str,
    },
    /// A rule has two headings.
    #[error("rule {id} is shown twice: {first} and {second}")]
    ShownTwice {
        /// The rule.
        id: String,
        /// File and line of the first heading.
        first: String,
        /// File and line of the second heading.
        second: String,
    },
    /// A heading or a case names a rule that the code does not declare.
    #[error("{place} names rule {id}, which no table declares")]
    Unknown {
        /// The id as written.
        id: String,
        /// File, and line where there is one.
        place: String,
    },
    /// A case names a premise that its rule does not have.
    #[error("{place} names premise {id}/{premise}, which that rule does not have")]
    UnknownPremise {
        /// The rule.
        id: String,
        /// The premise as written.
        premise: String,
        /// The case.
        place: String,
    },
    /// Premises or source in a text differ from the table.
    #[error(
        "{place}: premises or source of {id} differ from the table (ELDER_UPDATE=1 cargo test -p elder-spec rewrites them)"
    )]
    Stale {
        /// The rule.
        id: String,
        /// File and line.
        place: String,
    },
    /// A case without a test block asserts nothing.
    #[error("{place} has no test block, so it asserts nothing")]
    NoAssertion {
        /// The case.
        place: String,
    },
    /// A case that is for no rule.
    #[error("{place} has neither a `-- rules:` nor a `-- refuses:` line")]
    NoRule {
        /// The case.
        place: String,
    },
}

/// Everything that is wrong with texts, cases and tables before any case is run.
pub fn problems() -> Vec<Problem> {
    let mut found = text::problems(&sections());
    found.extend(case::problems(&cases()));
    found
}
