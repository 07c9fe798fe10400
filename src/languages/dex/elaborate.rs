//! The text of Dex becomes core: names are resolved, and types, index sets, rows, implicit arguments and dictionaries are written.
//!
//! | file | what |
//! | --- | --- |
//! | `names.rs` | what names mean; free names of signatures |
//! | `unify.rs`, `rows.rs` | unification of types and of rows of effects |
//! | `terms.rs` | expressions: with a type that is wanted, or without |
//! | `application.rs` | functions, constructors and methods with their arguments |
//! | `functions.rs`, `cases.rs` | functions and loops; `case` and `if` |
//! | `types.rs`, `tables.rs` | types and ranges; tables and references to their elements |
//! | `dependent_tables.rs` | tables in brackets whose rows have different lengths |
//! | `records.rs`, `rests.rs` | records and variants; what is left of them without some labels |
//! | `templates.rs` | functions of rows |
//! | `lenses.rs` | isomorphisms by labels |
//! | `patterns.rs` | patterns |
//! | `primitives.rs` | operations that begin with `%` |
//! | `instances.rs` | instances, found by their types |
//! | `index_sets.rs` | instances that make types index sets |
//! | `classes.rs` | which classes type variables are of |
//! | `declarations.rs`, `signatures.rs`, `data.rs` | declarations |
//! | `imports.rs` | files that others import |
//! | `finish.rs` | what was found is written |
//!
//! Two judgements: [`infer`](Elaborator::infer), of an expression alone, and [`check`](Elaborator::check), of one of which a type is wanted.  Both
//! write statements of the block that stands open and give a value.  What they make is judged by [`crate::check`].

mod application;
mod cases;
mod classes;
mod data;
mod declarations;
mod dependent_tables;
mod finish;
mod functions;
pub mod imports;
mod index_sets;
mod instances;
mod lenses;
mod names;
mod patterns;
mod primitives;
mod records;
mod rests;
mod rows;
mod signatures;
mod tables;
mod templates;
mod terms;
mod types;
mod unify;

#[cfg(test)]
mod tests;

use crate::ast::{Command, Item, ItemKind};
use crate::core::{
    BOOL, Binder, Block, DataName, EITHER, Exp, Lambda, MAYBE, Program, Row, Stm, Type, Value, print,
};
use crate::parser::parse_file;
use crate::types::Definitions;
use elder_syntax::names::{Name, Text};
use elder_syntax::{Diagnostic, Rule, SourceId, Span};
use names::Entity;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// The result of a judgement.
type Done<T = ()> = Result<T, Box<Diagnostic>>;

/// What an item became.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Prose, or a setting.
    Nothing,
    /// A declaration: the numbers of its definitions in the program.
    Declared(Range<usize>),
    /// A command: what it is of is the definition of this name, of this type.
    Command(Command, Name, Type),
}

/// What is known between items, and within one.
#[derive(Clone, Default)]
pub struct Elaborator {
    /// The program so far.
    program: Program,
    top: FxHashMap<Text, Entity>,
    defined_at: FxHashMap<Text, Span>,
    /// The types of variables.
    types: FxHashMap<Name, Type>,
    definitions: Definitions,
    /// The functions that types may unfold.
    functions: FxHashMap<Name, Arc<Lambda>>,
    instances: Vec<instances::Instance>,
    interfaces: Vec<data::Interface>,
    /// The declared types that are index sets by their form, as far as something asked for that.
    ordered: Vec<DataName>,
    /// Functions of rows, as they are written.
    templates: Vec<templates::Template>,
    /// The files that were imported.
    imported: FxHashSet<SourceId>,
    /// The imports that are being followed, each from the file of the one before.
    following: Vec<Span>,
    // Within an item:
    locals: Vec<(Text, Entity)>,
    /// The variables that the item binds.
    local: FxHashSet<Name>,
    metas: FxHashMap<Name, unify::Meta>,
    /// The variable for which a type would have left its scope.
    escaped: Option<Name>,
    /// The blocks that stand open.
    blocks: Vec<Vec<Stm>>,
    /// What may be done.
    capability: Row,
    /// The dictionaries that are at hand, with their types.
    givens: Vec<(Value, Type)>,
    goals: Vec<instances::Goal>,
    demands: Vec<classes::Demand>,
    /// What waits for the labels of rows.
    pending: Vec<rests::Pending>,
    /// Functions of rows that are used.
    uses: Vec<templates::Use>,
    /// What a function of rows is written for.
    given_implicits: VecDeque<Value>,
    /// Statements that make dictionaries, where their names are asked for.
    made: FxHashMap<Name, Vec<Stm>>,
    /// Whether what is elaborated is a type.
    in_type: bool,
}

/// A type that is wanted.
#[derive(Clone)]
struct Wanted {
    ty: Type,
    /// What wants it.
    from: Span,
    /// The rule and the premise by which something of another type is refused.
    rule: &'static Rule,
    premise: &'static str,
}

impl Wanted {
    /// The same, for another type.
    fn with(&self, ty: Type) -> Wanted {
        Wanted { ty, ..self.clone() }
    }
}

impl Elaborator {
    /// Without the library: what every program has.
    pub fn bare() -> Elaborator {
        let mut e = Elaborator::default();
        for data in [BOOL, EITHER, MAYBE] {
            e.declare_constructors(data, Span::NONE);
        }
        e.top
            .insert("Type".into(), Entity::Value(Value::TYPE, Value::TYPE));
        // The sum of two types is written with an operator.
        e.top.remove("Either");
        e.declare_lifter();
        e.top.insert("IndexSet".into(), Entity::IndexSet);
        e
    }

    /// The program so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The program.
    pub fn into_program(self) -> Program {
        self.program
    }

    /// A type in the words of core.
    pub fn type_text(&self, ty: &Type) -> String {
        print::value(&self.program, &self.program.names, ty)
    }

    /// Elaborates an item.  One that is refused leaves nothing.
    ///
    /// # Errors
    /// What is wrong with it, by the rules of [`elaboration`](crate::rules::elaboration) and of [`typing`](crate::rules::typing).
    pub fn item(&mut self, item: &Item) -> Result<Outcome, Box<Diagnostic>> {
        let before = self.clone_marks();
        let done = crate::LANGUAGE.within(|| {
            elder_syntax::effort::at(item.span);
            match &item.kind {
                ItemKind::Prose(_) | ItemKind::Wrong | ItemKind::Import(_) | ItemKind::Include(_) => {
                    Ok(Outcome::Nothing)
                }
                ItemKind::Declaration(declaration) => {
                    let declared = self.declaration(declaration);
                    declared.map(|()| Outcome::Declared(before[0]..self.program.definitions.len()))
                }
                ItemKind::Command(command, exp) => self.command(command, exp),
            }
        });
        let done = done.unwrap_or_else(Err);
        if done.is_err() {
            self.forget(before);
        }
        self.leave_item();
        done
    }

    /// How much there is, to forget what an item that is refused leaves.
    fn clone_marks(&self) -> [usize; 4] {
        [
            self.program.definitions.len(),
            self.program.data.len(),
            self.instances.len(),
            self.ordered.len(),
        ]
    }

    fn forget(&mut self, [definitions, data, instances, ordered]: [usize; 4]) {
        self.program.definitions.truncate(definitions);
        self.program.data.truncate(data);
        self.instances.truncate(instances);
        self.ordered.truncate(ordered);
        let count = self.program.data.len();
        self.interfaces.retain(|interface| interface.data.index() < count);
        self.top.retain(|_, entity| match entity {
            Entity::Value(..) | Entity::IndexSet | Entity::Template(_) => true,
            Entity::Constructor(data, _)
            | Entity::Data(data)
            | Entity::Interface(data)
            | Entity::Method(data, _) => data.index() < count,
        });
    }

    fn leave_item(&mut self) {
        self.locals.clear();
        self.local.clear();
        self.metas.clear();
        self.escaped = None;
        self.blocks.clear();
        self.capability = Row::PURE;
        self.givens.clear();
        self.goals.clear();
        self.demands.clear();
        self.pending.clear();
        self.uses.clear();
        self.given_implicits.clear();
        self.made.clear();
        self.in_type = false;
    }

    /// An error by a rule.
    fn error(&self, rule: &'static Rule, premise: &str, at: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(rule.refuse(premise), at, message)
    }

    fn refuse<T>(&self, rule: &'static Rule, premise: &str, at: Span, message: impl Into<String>) -> Done<T> {
        Err(Box::new(self.error(rule, premise, at, message)))
    }

    /// A type for messages.
    fn text(&self, value: &Value) -> String {
        let value = self.normal(value);
        format!("`{}`", print::value(&self.program, &self.program.names, &value))
    }

    /// A new variable of the item.
    fn variable(&mut self, text: &str, ty: &Type) -> Binder {
        let name = self.program.names.fresh(text);
        self.local.insert(name);
        self.types.insert(name, ty.clone());
        Binder { name, ty: ty.clone() }
    }

    /// Writes a statement; its name.
    fn emit(&mut self, exp: Exp, ty: &Type, at: Span) -> Value {
        let binder = self.variable("v", ty);
        let name = binder.name;
        if let Exp::Value(value) = &exp {
            self.definitions.define(name, value);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(Stm { binder, exp, at });
        }
        Value::Var(name)
    }

    /// A value of this type that is found later: a metavariable, which a statement of the block that stands open has.
    fn awaited(&mut self, ty: &Type, at: Span) -> Value {
        let value = self.fresh(ty.clone(), at);
        let binder = Binder {
            name: self.program.names.fresh("_"),
            ty: ty.clone(),
        };
        if let Some(block) = self.blocks.last_mut() {
            let exp = Exp::Value(value.clone());
            block.push(Stm { binder, exp, at });
        }
        value
    }

    /// What `inside` writes is a block of its own, of which it gives the result and something else.
    fn block<T>(&mut self, inside: impl FnOnce(&mut Self) -> Done<(Value, T)>) -> Done<(Block, T)> {
        let locals = self.locals.len();
        self.blocks.push(Vec::new());
        let done = inside(self);
        let stms = self.blocks.pop().unwrap_or_default();
        self.locals.truncate(locals);
        let (result, other) = done?;
        Ok((Block { stms, result }, other))
    }

    /// What `inside` does is done by a function that may do this.
    fn capable<T>(&mut self, row: Row, inside: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        let outside = std::mem::replace(&mut self.capability, row);
        let done = inside(self);
        self.capability = outside;
        done
    }
}

/// A file, elaborated.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Its items with what they became, or what is wrong with them.
    pub items: Vec<(Item, Result<Outcome, Vec<Diagnostic>>)>,
    /// What is wrong outside of items.
    pub outside: Vec<Diagnostic>,
}

impl File {
    /// All that is wrong.
    pub fn into_errors(self) -> Vec<Diagnostic> {
        let inside = self.items.into_iter().filter_map(|(_, outcome)| outcome.err());
        inside.flatten().chain(self.outside).collect()
    }
}

/// Elaborates a file behind what was elaborated before; it may import modules of the library.
pub fn file(elaborator: &mut Elaborator, source: SourceId, text: &str) -> File {
    file_importing(elaborator, source, text, &mut |_, name| {
        Ok(crate::library::module(name))
    })
}

/// The same; `modules` finds what it imports.
pub fn file_importing(
    elaborator: &mut Elaborator,
    source: SourceId,
    text: &str,
    modules: imports::Modules<'_>,
) -> File {
    let (file, wrong) = parse_file(source, text);
    let mut elaborated = File::default();
    let mut of_items: FxHashMap<usize, Vec<Diagnostic>> = FxHashMap::default();
    for wrong in wrong {
        match wrong.item {
            Some(item) => of_items.entry(item).or_default().push(wrong.diagnostic),
            None => elaborated.outside.push(wrong.diagnostic),
        }
    }
    for (number, item) in file.items.into_iter().enumerate() {
        let errors = of_items.remove(&number).unwrap_or_default();
        let outcome = match (errors.is_empty(), &item.kind) {
            (false, _) => Err(errors),
            (true, ItemKind::Import(name)) => elaborator.import(&name.name, item.span, modules),
            (true, ItemKind::Include(path)) => {
                let name = path.strip_suffix(".dx").unwrap_or(path);
                elaborator.import(name, item.span, modules)
            }
            (true, _) => elaborator.item(&item).map_err(|error| vec![*error]),
        };
        elaborated.items.push((item, outcome));
    }
    elaborated
}
