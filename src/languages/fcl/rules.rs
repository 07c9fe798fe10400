//! The rules of FCL, by judgement.
//!
//! Each file declares its rules with [`elder_syntax::rules!`]; `TABLES` lists them all.

use elder_syntax::Rule;

pub mod effects;
pub mod evaluation;
pub mod kinding;
pub mod operators;
pub mod syntax;
pub mod translation;
pub mod typing;

/// All rules of the language, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    syntax::TABLE,
    kinding::TABLE,
    typing::TABLE,
    operators::TABLE,
    effects::TABLE,
    evaluation::TABLE,
    translation::TABLE,
];

/// The rule of this id.
pub fn find(id: &str) -> Option<&'static Rule> {
    TABLES
        .iter()
        .flat_map(|table| table.iter())
        .copied()
        .find(|rule| rule.id == id)
}
