//! Programs that show something are made small, and still show it.
//!
//! A [`Language`] says in which ways a program of it may become smaller: a declaration, a parameter, a statement dropped, a part for the whole, a
//! literal for an expression, less input.  Each is an [`Edit`] of the tree, never of its text.  What an edit makes need not mean the same, nor be
//! a program: whoever asks for the reduction judges the text, and keeps it if it shows what the one before it showed ([`greedy`]).

#![cfg_attr(
    not(test),
    warn(clippy::disallowed_macros, clippy::disallowed_methods, clippy::unwrap_used)
)]

pub mod core;
pub mod futhark;
pub mod greedy;
pub mod inputs;

use elder_syntax::Value;

/// A program, and what its entry point reads.
#[derive(Clone, Debug)]
pub struct Case<P> {
    /// The program.
    pub program: P,
    /// A value for each component of each parameter.
    pub inputs: Vec<Value>,
}

/// A way to make a case smaller.
pub struct Edit<'a, P> {
    /// How much it takes away, about: large pieces are tried first.
    pub removes: usize,
    /// The smaller case, if there is one.
    pub make: Box<dyn Fn() -> Option<Case<P>> + 'a>,
}

impl<'a, P> Edit<'a, P> {
    /// That edit.
    pub fn new(removes: usize, make: impl Fn() -> Option<Case<P>> + 'a) -> Edit<'a, P> {
        Edit {
            removes,
            make: Box::new(make),
        }
    }
}

/// How large a program is.  An edit is tried only if the size is less afterwards, so a reduction ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Nodes of the tree.
    pub nodes: usize,
    /// What is not as plain as it could be: variables where a literal may stand, literals that are not 0.
    pub detail: usize,
}

/// A language whose programs can be made smaller.
pub trait Language {
    /// Its programs, with what is known of them.
    type Program: Clone;

    /// The program of a text, if it is legal.
    fn read(&self, text: &str) -> Option<Self::Program>;

    /// The text of a program.
    fn text(&self, program: &Self::Program) -> String;

    /// How large a program is.
    fn size(&self, program: &Self::Program) -> Size;

    /// The ways to make a case smaller.
    fn edits<'a>(&'a self, case: &'a Case<Self::Program>) -> Vec<Edit<'a, Self::Program>>;
}
