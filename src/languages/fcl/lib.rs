//! FCL, the language of levels (Dybdal, Elsman, Svensson, Sheeran: *Low-level functional GPU programming for parallel
//! algorithms*, FHPC 2016).
//!
//! Arrays are computations until they are forced: a *pull array* is a length and a function of the index, a *push array*
//! one that has been given a level (thread, warp, block, grid) at which its loop will run.  A program decides by hand which
//! level does what and what lies in local memory.  This crate has the data types, the text form, the checker and the
//! library in the language itself; what programs mean is in `semantics`, the way down to DPIA in `passes`.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod alpha;
pub mod ast;
pub mod check;
mod configuration;
pub mod elaborate;
pub mod entry;
mod expression;
mod level;
pub mod lexer;
pub mod library;
pub mod load;
mod operator;
pub mod parser;
pub mod print;
mod program;
pub mod rules;
mod types;

pub use configuration::Configuration;
pub use elder_syntax::Variable;
pub use entry::{Entry, NoEntry};
pub use expression::{Base, Expression, Node, Setting, Side};
pub use level::Level;
pub use operator::{Operator, Primitive, ScalarOperator};
pub use program::{Definition, DefinitionKind, Program};
pub use types::{BaseType, Constraint, Effect, Kind, Scheme, Type, base_name, base_of_name};

/// The language, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "FCL",
    ending: "fcl",
    rules: rules::TABLES,
    effort: Some(&rules::typing::FCL_T_EFFORT),
};
