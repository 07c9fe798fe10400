//! The rules of DPIA, by judgement.
//!
//! Each file declares its rules with [`elder_syntax::rules!`]; `TABLES` lists them all.  Where a rule is applied it is named, so
//! that the conformance cases in `spec/dpia` can be held against it.  Ids are those of the notes on the paper wherever one
//! exists there; `source` says where else a rule comes from.

use elder_syntax::Rule;

pub mod hierarchy;
pub mod kinding;
pub mod primitives;
pub mod translation;
pub mod typing;

/// All rules of the language, a table a judgement.
pub static TABLES: &[&[&Rule]] = &[
    kinding::TABLE,
    typing::TABLE,
    primitives::TABLE,
    hierarchy::TABLE,
    translation::TABLE,
];

/// The rule of this id.
pub fn find(id: &str) -> Option<&'static Rule> {
    TABLES
        .iter()
        .flat_map(|t| t.iter())
        .copied()
        .find(|r| r.id.eq_ignore_ascii_case(id))
}
