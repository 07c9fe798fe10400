//! The rules of Dex, by judgement.
//!
//! Each file declares its rules with [`elder_syntax::rules!`]; `TABLES` lists them all.

use elder_syntax::Rule;

pub mod classes;
pub mod core_text;
pub mod elaboration;
pub mod evaluation;
pub mod linearization;
pub mod loops;
pub mod simplification;
pub mod simplified;
pub mod syntax;
pub mod to_core;
pub mod transposition;
pub mod typing;

/// All rules of the language, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    syntax::TABLE,
    core_text::TABLE,
    classes::TABLE,
    typing::TABLE,
    elaboration::TABLE,
    evaluation::TABLE,
    simplified::TABLE,
    simplification::TABLE,
    loops::TABLE,
    to_core::TABLE,
    transposition::TABLE,
    linearization::TABLE,
];
