//! The checker: from syntax trees to the typed [`crate::tree`].
//!
//! | module | judgement | rules |
//! | --- | --- | --- |
//! | `types.rs` | type expressions denote types | FUT-T-ABBR, FUT-T-INST |
//! | `values.rs` | value definitions, from syntax to tree | FUT-T-RECFUN |
//! | `terms.rs`, `unify.rs` | expressions have types, sizes left out | FUT-T-* |
//! | `sizing.rs` | expressions have sizes | FUT-SZ-* |
//! | `causality.rs` | sizes are known before use | FUT-SZ-CAUSAL |
//! | `exhaustive.rs` | matches are exhaustive | FUT-T-MATCH |
//! | `uniqueness.rs` | consumption is safe | FUT-U-* |
//! | `declarations.rs` | declarations in order, entries | FUT-T-TOP, FUT-T-ENTRY |
//! | `modules.rs` | modules and functors; eliminated while checking | FUT-M-APPLY, FUT-M-ELIM |
//! | `module_types.rs` | module types | FUT-M-WITH, FUT-M-INCLUDE |
//! | `implementation.rs`, `matching.rs` | modules implement module types | FUT-M-VAL, FUT-M-TYPE, FUT-M-SUB |
//! | `scope.rs`, `builtin.rs` | names and what they mean at first | FUT-M-NAMES |
//! | `imports.rs` | files and the prelude | FUT-M-IMPORT |
//!
//! What the judgements share: `env.rs` (environments), `skeleton.rs` (what type inference hands to size inference),
//! `build.rs` and `substitution.rs` (making and changing typed trees), `realisation.rs` (what
//! stands for abstract types), `display.rs` (types in messages).
//!
//! A value definition goes through: types of its parameters and result; inference over the body;
//! default of open literals; generalisation; causality; uniqueness (which may star the result); then its [`tree::Def`] is
//! emitted and its scheme enters the environment.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

pub mod build;
mod builtin;
mod causality;
mod declarations;
pub mod display;
pub mod env;
pub mod exhaustive;
mod implementation;
pub mod imports;
mod learnt;
mod matching;
mod module_types;
mod modules;
pub mod realisation;
mod scope;
mod sizing;
mod skeleton;
pub mod substitution;
mod suggestions;
mod terms;
pub mod tree;
pub mod types;
mod unify;
pub mod uniqueness;
mod values;

pub use build::size_exp;
pub use sizing::same_size;
pub use substitution::for_each_name;

use crate::ast::Liftedness;
use crate::rules::translation::FUT_DF_OR_TYPE;
use crate::tree::{Def, TypeFun, VName};
use elder_syntax::{Diagnostic, Name, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What the whole checker shares while it runs.  Errors are pushed, and the checking of the declaration that has
/// them ends with [`Failed`]; the next declaration goes on.
#[derive(Debug, Default)]
pub struct Context {
    next_name: u32,
    /// All errors and warnings so far.
    pub diagnostics: Vec<Diagnostic>,
    /// Definitions emitted so far, in order.  While the body of a functor is checked this is the functor's own list.
    pub defs: Vec<Rc<Def>>,
    /// What abstract types stand for.
    pub abstract_types: FxHashMap<u32, TypeFun>,
    /// Liftedness of abstract types and of type parameters in scope, by the id of their name.
    pub liftedness: FxHashMap<u32, Liftedness>,
    /// Size parameters that no caller has to know, by the id of their name.
    learnt: FxHashSet<u32>,
    /// More than zero while a functor's body is elaborated again: its functors need no check of their own.
    instantiating: u32,
    /// More than zero while a functor that was ascribed a module type is applied: that it fits was checked, so what its
    /// abstract types stand for may be seen.
    revealing: u32,
    /// Top-level variables that what a top-level definition gives shares memory with, by the id of the definition (FUT-U-LENT).
    lent: FxHashMap<u32, Rc<[VName]>>,
    /// Which parameters a top-level definition applies no more than once, by its id, if there are any (FUT-U-CLOSURE).
    once: FxHashMap<u32, Rc<[bool]>>,
    /// How much was copied of module types and functors.
    copies: u32,
    /// Whether it was reported that modules stand for too much.
    excessive: bool,
    /// Whether definitions are taken that uniqueness refuses ([`imports::forced`]).
    unguarded: bool,
    /// Whether functions may be what branches give, elements of arrays and parameters of loops ([`imports::with_function_branches`]).
    function_branches: bool,
    /// Modules of the files that a file imports, by the file and the text of the import.
    imports: FxHashMap<(SourceId, String), env::Module>,
}

/// The check failed; the reason stands in [`Context::diagnostics`].
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// Result of a check whose errors were pushed.
pub type Checked<T> = Result<T, Failed>;

impl Context {
    /// A name that no other has.
    pub fn fresh(&mut self, name: impl Into<Name>) -> VName {
        let id = self.next_name;
        self.next_name += 1;
        VName {
            name: name.into(),
            id,
        }
    }

    /// How many names were made: the id of the next.
    pub fn names(&self) -> u32 {
        self.next_name
    }

    /// How much may be hidden by what branches give and loops carry (FUT-T-ORDER0).
    fn of_branches(&self) -> Liftedness {
        match self.function_branches {
            true => {
                FUT_DF_OR_TYPE.apply();
                Liftedness::Lifted
            }
            false => Liftedness::SizeLifted,
        }
    }

    /// Records an error and fails.
    pub fn fail<T>(&mut self, diagnostic: Diagnostic) -> Checked<T> {
        self.diagnostics.push(diagnostic);
        Err(Failed)
    }
}
