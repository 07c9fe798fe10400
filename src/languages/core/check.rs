//! Whether a program is legal.
//!
//! What is asked, one after the other; a program that one part refuses is not asked further:
//!
//! | file | what |
//! | --- | --- |
//! | `scope.rs` | names are bound once, and before they are used |
//! | `types.rs` | definitions, bodies, statements, functions, without sizes |
//! | `operators.rs` | expressions |
//! | `soacs.rs` | combinators and accumulation |
//! | `roots.rs` | which accumulator a body gives back |
//! | `levels.rs` | who executes what, of programs in kernel form |
//! | `sizes.rs` | sizes, of programs that are not open |
//! | `aliases.rs`, `consumption.rs` | nothing is used after it was consumed |
//! | `memory.rs` | where arrays lie, of programs in placed form |
//!
//! One function a judgement, one arm a rule.  A statement that is refused binds what its pattern says, so that others are judged too.
//! Types here have no sizes, save in `sizes.rs`: a dimension is [`Dim::Open`].

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod aliases;
mod consumption;
mod levels;
mod memory;
mod operators;
mod roots;
mod scope;
mod sizes;
mod soacs;
mod types;

use crate::names::{Name, Text, Types};
use crate::print;
use crate::site::SiteId;
use crate::tree::{Atom, Dim, Program, Tuned, Type};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Rule};
use rustc_hash::FxHashMap;

/// Whether a program is legal.  Of an open program sizes are not judged.
///
/// # Errors
/// What is wrong with it, by the rules of [`typing`](crate::rules::typing), [`sizes`](crate::rules::sizes) and
/// [`aliases`](crate::rules::aliases); of a program in placed form, by those of [`memory`](crate::rules::memory) too.
pub fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    of_form(program, Form::Open)
}

/// Whether a program is legal, and no dimension open.
///
/// # Errors
/// Those of [`program`], and CORE-SZ-INV.
pub fn sized(program: &Program) -> Result<(), Vec<Diagnostic>> {
    of_form(program, Form::Sized)
}

/// What is asked of a program besides the rules of all programs; each form asks what those before it do.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Form {
    /// Nothing.
    Open,
    /// No dimension is open.
    Sized,
    /// The host has no combinators but those over spaces.
    Kernel,
    /// Items have none.
    Sequential,
}

impl Form {
    /// Of a program of which this is known of its sizes.
    pub fn of_sizes(known: bool) -> Form {
        match known {
            true => Form::Sized,
            false => Form::Open,
        }
    }
}

/// Whether a program is legal and of this form.
///
/// # Errors
/// Those of [`program`]; CORE-SZ-INV; of kernel form, CORE-L-DONE.
pub fn of_form(program: &Program, form: Form) -> Result<(), Vec<Diagnostic>> {
    scope::program(program)?;
    let types = types::program(program)?;
    roots::program(program)?;
    levels::program(program, form)?;
    sizes::invariant(program, &types, form >= Form::Sized)?;
    if !sizes::is_open(program) {
        sizes::program(program)?;
    }
    consumption::program(program)?;
    memory::program(program)
}

pub use consumption::star;
pub use sizes::is_open;

/// The result of a judgement.
type Judged<T = ()> = Result<T, Box<Diagnostic>>;

/// What an expression gives.
struct Gives {
    /// How many sizes are hidden in the types.
    existential: usize,
    /// The types, without sizes.
    types: Vec<Type>,
}

impl Gives {
    /// Values of which nothing is hidden.
    fn values(types: Vec<Type>) -> Gives {
        Gives {
            existential: 0,
            types,
        }
    }

    fn one(ty: Type) -> Gives {
        Gives::values(vec![ty])
    }
}

/// What is known where a judgement is made.
struct Checker<'p> {
    program: &'p Program,
    /// The types of the variables without sizes, by name.
    types: Types,
    /// The first of the tuned numbers of each name.
    tuned: FxHashMap<Text, Tuned>,
    /// The function that is judged; after all functions, the entry points.
    function: usize,
    /// The statement that is judged.
    at: SiteId,
    errors: Vec<Diagnostic>,
}

impl<'p> Checker<'p> {
    fn new(program: &'p Program) -> Checker<'p> {
        Checker {
            program,
            types: Types::of_names(program.names.len()),
            tuned: FxHashMap::default(),
            function: 0,
            at: SiteId::default(),
            errors: Vec::new(),
        }
    }

    /// What was taken down.
    fn done(self) -> Result<(), Vec<Diagnostic>> {
        match self.errors.is_empty() {
            true => Ok(()),
            false => Err(self.errors),
        }
    }

    /// That a premise of a rule does not hold.
    fn refuse<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Judged<T> {
        let span = self.program.site(self.at).span;
        Err(Box::new(Diagnostic::error(rule.refuse(premise), span, message)))
    }

    /// Refuses by a premise unless it holds.
    fn require(
        &self,
        holds: bool,
        rule: &'static Rule,
        premise: &str,
        message: impl FnOnce() -> String,
    ) -> Judged {
        match holds {
            true => Ok(()),
            false => self.refuse(rule, premise, message()),
        }
    }

    fn name_text(&self, name: Name) -> String {
        format!("`{}`", self.program.names.text(name))
    }

    fn atom_text(&self, atom: Atom) -> String {
        format!("`{}`", print::atom(&self.program.names, atom))
    }

    fn type_text(&self, ty: &Type) -> String {
        format!("`{}`", print::ty(&self.program.names, ty))
    }

    /// The types, as in a list.
    fn types_text(&self, types: &[Type]) -> String {
        let texts: Vec<String> = types
            .iter()
            .map(|ty| print::ty(&self.program.names, ty))
            .collect();
        format!("`({})`", texts.join(", "))
    }

    /// Refuses by a premise unless these are of the type of sizes and indexes.
    fn numbers(&self, atoms: &[Atom], rule: &'static Rule, premise: &str) -> Judged {
        for atom in atoms {
            let ty = self.atom(*atom);
            self.require(ty == Type::SIZE, rule, premise, || {
                format!(
                    "{} is of type {}, not i64",
                    self.atom_text(*atom),
                    self.type_text(&ty)
                )
            })?;
        }
        Ok(())
    }
}

/// A type without sizes.
fn erased(ty: &Type) -> Type {
    ty.map(|_| Dim::Open)
}

/// Whether values of the type may stand in arrays.
fn is_data(ty: &Type) -> bool {
    matches!(ty, Type::Prim(_) | Type::Array { .. })
}

/// An array of these, whatever its size; of what stands in no array nothing.
fn array_of(ty: &Type) -> Option<Type> {
    ty.array_of(Dim::Open)
}

/// An array of so many dimensions; the scalar if there are none.
fn array(rank: usize, element: PrimType) -> Type {
    Type::array(std::iter::repeat_n(Dim::Open, rank), element)
}

#[cfg(test)]
mod tests;
