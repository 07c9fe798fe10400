//! DPIA, the language of strategies (Atkey, Steuwer, Lindley, Dubach: *Strategy Preserving Compilation for Parallel
//! Functional Code*, arXiv 1710.08332).
//!
//! A program is a functional term that says *how* it is to be computed; three stages translate it into commands with
//! acceptors and loops, and those into kernels.  This crate has the data types, the text form and the checker; the
//! stages are in `passes`, what programs mean in `semantics`.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod alpha;
pub mod ast;
pub mod check;
pub mod elaborate;
pub mod entry;
pub mod facts;
mod free;
pub mod known;
pub mod lexer;
pub mod load;
pub mod parser;
mod phrase;
mod primitive;
pub mod print;
mod reading;
mod renew;
pub mod rules;
mod signature;
mod types;

pub use elder_sizes::{Atom, Nat, NatError, NatExpression, Ranges};
pub use elder_syntax::Variable as Name;
pub use elder_syntax::prim::{BinOp, PrimType, PrimValue, TernOp, UnOp};
pub use entry::{Entry, NoEntry};
pub use known::{Known, Places, Walk};
pub use phrase::{Binder, Definition, Node, Phrase, Program, Shared, Side};
pub use primitive::{
    AddressSpace, Components, Extent, Fences, IndexTest, MOST_SIZE, Notice, Prim, Sharing, Strategy,
};
pub use reading::Reading;
pub use signature::Signature;
pub use types::{DataType, Kind, PhraseType, UpdateOp};

/// The language, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "DPIA",
    ending: "dpia",
    rules: rules::TABLES,
    effort: Some(&rules::typing::DPIA_T_EFFORT),
};
