//! The rules of DPIA, by judgement.
//!
//! Each file declares its rules with [`elder_syntax::rules!`]; `TABLES` lists them all.

use elder_syntax::Rule;

pub mod evaluation;
pub mod hierarchy;
pub mod kernels;
pub mod kinding;
pub mod primitives;
pub mod syntax;
pub mod translation;
pub mod typing;

/// All rules of the language, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    syntax::TABLE,
    kinding::TABLE,
    typing::TABLE,
    primitives::TABLE,
    hierarchy::TABLE,
    translation::TABLE,
    kernels::TABLE,
    evaluation::TABLE,
];

/// The rule of this id.
pub fn find(id: &str) -> Option<&'static Rule> {
    TABLES
        .iter()
        .flat_map(|table| table.iter())
        .copied()
        .find(|rule| rule.id == id)
}
