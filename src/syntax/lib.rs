//! What all languages of Elder share: source files and spans, rules and their
//! identifiers, diagnostics, primitive types and operators, and the values that
//! programs read and write.
//!
//! Nothing here knows any particular language.  A language's crate declares its
//! rules with [`rules!`], reports with [`Diagnostic`], and speaks of numbers with
//! the types of [`prim`].

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod attribute;
pub mod diagnostic;
pub mod effort;
pub mod imports;
pub mod language;
pub mod names;
pub mod parsing;
pub mod prim;
pub mod report;
pub mod rule;
pub mod source;
pub mod spelling;
pub mod stack;
pub mod value;
mod variable;

pub use diagnostic::{Diagnostic, Label};
pub use language::Language;
pub use rule::{Judgement, Premise, Refusal, Rule};
pub use source::{SourceId, SourceMap, Span};
pub use value::Value;
pub use variable::Variable;

/// The rules that all languages share, a table a judgement: what primitive operators compute, and how values are written.
pub static RULES: &[&[&Rule]] = &[prim::rules::TABLE, prim::derivative::TABLE, value::rules::TABLE];

/// What is of no language in particular, as far as rules go.
pub static LANGUAGE: Language = Language {
    name: "all languages",
    ending: "",
    rules: RULES,
    effort: None,
};

/// A name as the programmer wrote it.  Short names are stored inline; cloning is cheap.
pub type Name = smol_str::SmolStr;
