//! Dex's simplified programs become Core (notes, section 10; the table of `docs/dex-passes.md`): a change of clothes.
//!
//! - **Flat.**  A value is its scalars, in the order of its type ([`layout`]): a table has an array for each scalar of its elements, with one dimension more.
//! - **Sizes** of index sets are named when they are first needed ([`index_sets`]), once where that can be seen.
//! - **States** are names that statements carry on ([`references`]): what is read is copied, so what is written may be written in place.
//! - **Loops** go by the class that is written down ([`loops`]): `map`, `map` under `with_acc`, `loop`.
//! - **Said.**  A statement fails by the premise by which Dex's semantics does, at the same place.
//!
//! | file | what |
//! | --- | --- |
//! | [`layout`] | types and their scalars |
//! | [`index_sets`], [`instances`] | sizes, ordinals, members |
//! | [`held`] | what bodies give whose sizes are known behind them only |
//! | [`values`] | operands |
//! | [`expressions`] | expressions by form |
//! | [`sums`] | `case`, and values of sums |
//! | [`loops`] | loops by class |
//! | [`references`] | references, and what they refer to |
//! | [`accumulators`] | additions |
//! | [`exceptions`] | what may throw |
//! | [`definitions`] | definitions and entry points |
//! | [`results`] | what entry points give |
//! | [`emit`] | statements and their places |

mod accumulators;
mod definitions;
mod emit;
mod exceptions;
mod expressions;
mod held;
mod index_sets;
mod instances;
mod layout;
mod loops;
mod references;
mod results;
mod sums;
mod values;

use super::total::Partial;
use crate::normal::Places;
use elder_core::FunName;
use elder_core::tree::{self, Atom};
use elder_dex::core::{self, Definition, Type};
use elder_dex::rules::to_core::{self as rules, DX_CO_EXP};
use elder_syntax::names::{Name, Names, Text};
use elder_syntax::{Diagnostic, Rule, Span};
use references::{Cell, Reference, Regions};
use rustc_hash::FxHashMap;

/// The rules of the pass.
pub const RULES: &[&Rule] = rules::TABLE;

/// Something that may be outside of what is translated.
type Made<T = ()> = Result<T, Box<Diagnostic>>;

/// The translation of a program.
struct Pass<'p> {
    program: &'p core::Program,
    /// The names of types that are made.
    names: Names,
    places: Places,
    /// Definitions of data, which are functions without parameters.
    constants: FxHashMap<Name, Constant>,
    /// What regions hold.
    contents: FxHashMap<Name, Type>,
    /// The regions of references, all that the program has.
    regions: Regions,
    /// What of the program may fail; an index may be out of bounds only if members are made without a test.
    partial: Partial,
    /// The scalars of names, and their types.
    values: FxHashMap<Name, (Vec<Atom>, Type)>,
    references: FxHashMap<Name, Reference>,
    scope: Scope,
    /// How many statements were made that may fail.
    fallible: usize,
    at: Span,
}

/// A definition of data.
#[derive(Clone)]
struct Constant {
    function: FunName,
    ty: Type,
    /// What the function gives.
    results: tree::Results,
}

/// What is known in a body only, and in those within it.
#[derive(Clone, Default)]
struct Scope {
    /// The sizes of index sets.
    sizes: Vec<(Type, Atom)>,
    /// Numbers as sizes.
    counts: Vec<(Atom, Atom)>,
    /// Tables whose elements may differ in size.
    extents: Vec<Extent>,
    /// The scalars of definitions.
    constants: FxHashMap<Name, Vec<Atom>>,
    /// What the regions hold.
    cells: FxHashMap<Name, Vec<Cell>>,
    /// Whether the last statement has thrown, if it may.
    thrown: Option<Atom>,
}

/// The room that a table has whose elements may differ in size.
#[derive(Clone)]
struct Extent {
    /// Its type.
    ty: Type,
    /// Its scalars, if sizes are held there.
    atoms: Vec<Atom>,
    /// Behind which indices these are.
    at: Vec<Atom>,
    /// With the sizes.
    leaves: Vec<layout::Leaf>,
}

/// The program of Core of a simplified program whose loops have classes.
///
/// # Errors
/// What is outside of the fragment, by the construct.
pub fn run(program: &core::Program) -> Result<elder_core::Program, Vec<Diagnostic>> {
    let regions = references::regions(program);
    let mut pass = Pass {
        program,
        names: program.names.clone(),
        places: Places::default(),
        constants: FxHashMap::default(),
        contents: FxHashMap::default(),
        partial: Partial::of(program),
        regions,
        values: FxHashMap::default(),
        references: FxHashMap::default(),
        scope: Scope::default(),
        fallible: 0,
        at: Span::NONE,
    };
    let mut names = elder_core::Names::default();
    let mut functions: Vec<tree::Definition> = Vec::new();
    let mut entries: Vec<tree::Definition> = Vec::new();
    let mut errors = Vec::new();
    for definition in &program.definitions {
        pass.scope = Scope::default();
        pass.at = definition.at;
        match pass.definition(&mut names, definition, &mut functions) {
            Ok(entry) => entries.extend(entry),
            Err(error) => errors.push(*error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    // The last of several definitions of one name is the one that is run.
    let mut last: FxHashMap<_, usize> = FxHashMap::default();
    for (number, entry) in entries.iter().enumerate() {
        last.insert(entry.name.clone(), number);
    }
    let mut number = 0;
    entries.retain(|entry| {
        number += 1;
        last.get(&entry.name) == Some(&(number - 1))
    });
    let mut made = elder_core::Program {
        names,
        sites: pass.places.sites,
        functions,
        entries,
        ..elder_core::Program::default()
    };
    elder_core::check::star(&mut made);
    Ok(made)
}

impl Pass<'_> {
    /// A definition; nobody asks for one from outside that is called by an operator.
    fn definition(
        &mut self,
        names: &mut elder_core::Names,
        definition: &Definition,
        functions: &mut Vec<tree::Definition>,
    ) -> Made<Option<tree::Definition>> {
        let is_asked = self.called(definition.binder.name) == *self.names.text(definition.binder.name);
        match definition.binder.ty {
            Type::Arrow(_) if is_asked && !self.program.makes_index_set(definition.binder.name) => {
                Ok(Some(self.function(names, definition)?))
            }
            Type::Arrow(_) => Ok(None),
            _ => {
                let function = self.constant(names, definition)?;
                let number = FunName(u32::try_from(functions.len()).unwrap_or(u32::MAX));
                let results = function.results.clone();
                functions.push(function);
                let known = Constant {
                    function: number,
                    ty: definition.binder.ty.clone(),
                    results,
                };
                self.constants.insert(definition.binder.name, known);
                self.scope = Scope::default();
                match is_asked {
                    true => Ok(Some(self.constant_entry(names, definition)?)),
                    false => Ok(None),
                }
            }
        }
    }

    /// What a name is called in Core, where operators are no names.
    fn called(&self, name: Name) -> Text {
        let legal = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let text = self.names.text(name);
        let begins = text
            .chars()
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic());
        match begins && text.chars().all(legal) {
            true => text.clone(),
            false => {
                let letters: String = text.chars().filter(|letter| legal(*letter)).collect();
                Text::from(format!("x{letters}"))
            }
        }
    }

    /// What is inside of a body is known there only.
    fn within<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.scope.clone();
        let made = make(self);
        self.scope = outside;
        made
    }

    /// That a premise of a rule does not hold.
    fn refuse<T>(&self, rule: &'static Rule, premise: &str, message: impl Into<String>) -> Made<T> {
        Err(Box::new(Diagnostic::error(
            rule.refuse(premise),
            self.at,
            message,
        )))
    }

    /// DX-CO-EXP: that a derivative is left, or what one gives.
    fn derivative<T>(&self) -> Made<T> {
        let message = "a derivative is left: Core has none, the passes `linearize` and `transpose` take them";
        self.refuse(&DX_CO_EXP, "derivative", message)
    }

    fn text(&self, value: &core::Value) -> String {
        format!(
            "`{}`",
            core::print::value(self.program, &self.program.names, value)
        )
    }

    /// What no simplified program has.
    fn unexpected<T>(&self, what: &str) -> Made<T> {
        let mut error = Diagnostic::outside(format!("{what} is left on the way to Core"));
        error.span = self.at;
        Err(Box::new(error))
    }
}
