//! Dex: pointful programs over index sets, with typed effects (Paszke, Johnson, Duvenaud, Vytiniotis, Radul, Johnson, Ragan-Kelley,
//! Maclaurin: *Getting to the Point*, ICFP 2021).
//!
//! A table is a function from an index set that can be counted, written with `for`; what a program changes it changes by effects, whose
//! references are named in types.  Files are literate: prose, declarations, commands, and what commands are expected to print.
//!
//! [`literate`] cuts a file into items, [`lexer`] makes tokens of those that are code and finds their layout, [`parser`] makes
//! an [`ast`] of the tokens, and [`print`](mod@print) text of that again.
//!
//! [`core`] is the language in which names, types, dictionaries and rows are written, with a text form of its own; [`types`] says what types
//! are equal, [`check`] which programs are legal, and [`elaborate`](mod@elaborate) makes programs of it of texts, behind the [`library`].  [`load`] does all of this.  [`shown`] and [`layout`] say
//! what commands print of types.  The ids of all rules stand in [`rules`].

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod ast;
pub mod check;
pub mod core;
pub mod elaborate;
pub mod layout;
pub mod lexer;
pub mod library;
pub mod literate;
pub mod load;
pub mod parser;
pub mod print;
pub mod rules;
pub mod shown;
pub mod types;

/// The language, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "Dex",
    ending: "dx",
    rules: rules::TABLES,
    effort: Some(&rules::elaboration::DX_EL_EFFORT),
};
