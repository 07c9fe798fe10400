//! The rules of Core, by judgement.
//!
//! Each file declares its rules with [`elder_syntax::rules!`]; [`TABLES`] lists those that have their text and cases.
//! `spec/sources/core.md` has those that are still to come: a table grows with the code that applies it.

use elder_syntax::Rule;

pub mod accumulation;
pub mod aliases;
pub mod checks;
pub mod evaluation;
pub mod flattening;
pub mod fusion;
pub mod inference;
pub mod levels;
pub mod memory;
pub mod plan;
pub mod simplification;
pub mod sizes;
pub mod strength;
pub mod syntax;
pub mod typing;

/// The rules of the language, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    syntax::TABLE,
    typing::TABLE,
    sizes::TABLE,
    aliases::TABLE,
    levels::TABLE,
    evaluation::TABLE,
    inference::TABLE,
    simplification::TABLE,
    accumulation::TABLE,
    fusion::TABLE,
    strength::TABLE,
    flattening::TABLE,
    checks::TABLE,
    memory::TABLE,
    memory::PASS,
    memory::INSPECT,
    plan::TABLE,
];
