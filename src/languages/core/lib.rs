//! Core, the language where all front ends meet and where programs are optimised (Henriksen: *Design and Implementation of the
//! Futhark Programming Language*, chapters 5 and 6).
//!
//! It is first-order and monomorphic, and every operand is a variable or a constant (A-normal form), so a body is a flat list of
//! statements.  Arrays have sizes in their types; sizes that nobody knows before a value is there are *hidden*, and bound by the
//! pattern that takes the value.  There are no tuples: what has several results has several.  Functions stand only where a
//! combinator takes one.
//!
//! - [`tree`] is the language; [`names`] and [`site`] have what a program's statements refer to by number.
//! - [`walk`] is the one traversal, to rewrite and to look; [`builder`] appends statements, whose types [`gives`] computes; [`renamed`] copies.
//! - [`analyses`] are what passes ask of programs, one of each; [`compact`] takes names out of the table that are gone.
//! - [`memory`] says where the arrays of the host lie, of programs in placed form.
//! - [`derived`] says what derived combinators stand for.
//! - [`read`] reads the text form by the [`rules`], [`print`](mod@print) writes it, [`check`] says which
//!   programs are legal.
//!
//! What programs mean is in `semantics`.

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod analyses;
pub mod builder;
pub mod check;
pub mod compact;
pub mod derived;
pub mod gives;
pub mod memory;
pub mod names;
pub mod print;
pub mod read;
pub mod renamed;
pub mod rules;
pub mod site;
pub mod tree;
pub mod walk;

pub use builder::Builder;
pub use names::{FunName, Name, Names};
pub use site::{Message, Site, SiteId};
pub use tree::{Atom, Body, Dim, Exp, Program, Stm, Type};

impl elder_syntax::language::Program for Program {
    fn language(&self) -> &'static elder_syntax::Language {
        &LANGUAGE
    }

    fn check(&self) -> Result<(), Vec<elder_syntax::Diagnostic>> {
        check::program(self)
    }

    fn text(&self) -> String {
        print::program(self)
    }
}

/// The language, for all that ranges over languages.
pub static LANGUAGE: elder_syntax::Language = elder_syntax::Language {
    name: "Core",
    ending: "core",
    rules: rules::TABLES,
    effort: Some(&rules::typing::CORE_T_EFFORT),
};
