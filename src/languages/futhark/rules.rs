//! The rules of Futhark, by judgement.
//!
//! Each file declares its rules with [`elder_syntax::rules!`]; `TABLES` lists them all.

use elder_syntax::Rule;

pub mod core;
pub mod evaluation;
pub mod modules;
pub mod sizes;
pub mod syntax;
pub mod translation;
pub mod typing;
pub mod uniqueness;

/// All rules of the language, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    syntax::TABLE,
    typing::TABLE,
    sizes::TABLE,
    uniqueness::TABLE,
    modules::TABLE,
    evaluation::TABLE,
    translation::TABLE,
    core::TABLE,
];

/// The rule of this id.
pub fn find(id: &str) -> Option<&'static Rule> {
    TABLES
        .iter()
        .flat_map(|t| t.iter())
        .copied()
        .find(|r| r.id.eq_ignore_ascii_case(id))
}
