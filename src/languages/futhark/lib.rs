//! Futhark: the present-day surface language.
//!
//! Text becomes an [`ast`] by [`parser`], the AST becomes a typed, module-free
//! [`tree`] by [`check`].  The tree is what the semantics evaluates and what the
//! compiler will translate to Core.  The prelude is Futhark text in `prelude/`.
//! The ids of all rules stand in [`rules`].

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod ast;
pub mod check;
pub mod intrinsics;
pub mod lexer;
pub mod parser;
pub mod prelude;
pub mod print;
pub mod rules;
pub mod tree;

/// The language, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "Futhark",
    ending: "fut",
    rules: rules::TABLES,
    effort: Some(&rules::typing::FUT_T_EFFORT),
};
