//! What names are called in a text.

use super::types::arrow_uses;
use crate::core::builtin::COUNT;
use crate::core::read::token::{RESERVED, is_plain};
use crate::core::rewrite::{Rewrite, free, parts};
use crate::core::{Binder, Program, Value, base_names};
use elder_syntax::names::{Name, Names, Text};
use rustc_hash::{FxHashMap, FxHashSet};

/// The texts of names.
pub(super) struct Texts<'p> {
    names: &'p Names,
    /// Those of names that are not called what they are.
    own: FxHashMap<Name, Text>,
}

impl<'p> Texts<'p> {
    /// Names as they are called, in whatever order they come.
    pub fn as_called(names: &'p Names) -> Texts<'p> {
        Texts {
            names,
            own: FxHashMap::default(),
        }
    }

    /// Names of a program, each with a text of its own.
    pub fn of_program(program: &'p Program) -> Texts<'p> {
        let mut chosen = Choose {
            names: &program.names,
            taken: known(program),
            next: FxHashMap::default(),
            own: FxHashMap::default(),
        };
        // Definitions are called from outside.
        for definition in &program.definitions {
            chosen.bound(definition.binder.name);
        }
        for data in &program.data[COUNT.min(program.data.len())..] {
            chosen.binders(&data.parameters);
            for constructor in &data.constructors {
                chosen.binders(&constructor.fields);
            }
        }
        for Binder { ty, .. } in program.definitions.iter().map(|d| &d.binder) {
            chosen.value(ty);
        }
        for definition in &program.definitions {
            chosen.block(&definition.body);
        }
        Texts {
            names: &program.names,
            own: chosen.own,
        }
    }

    /// What a name is called, as it is written.
    pub fn text(&self, name: Name) -> String {
        shown(self.own.get(&name).unwrap_or_else(|| self.names.text(name)))
    }
}

/// A name as it is written: between backquotes if it has not the form of names.
pub(super) fn shown(text: &str) -> String {
    match is_plain(text) && !RESERVED.contains(&text) {
        true => text.to_owned(),
        false => format!("`{text}`"),
    }
}

/// What stands for types and constructors where nothing else has the name.
fn known(program: &Program) -> FxHashSet<Text> {
    let constructors = program.data.iter().flat_map(|data| &data.constructors);
    let data = program.data.iter().map(|data| &data.name);
    let declared = data
        .chain(constructors.map(|constructor| &constructor.name))
        .cloned();
    declared.chain(base_names().map(Text::new_static)).collect()
}

struct Choose<'p> {
    names: &'p Names,
    taken: FxHashSet<Text>,
    /// The number to try next behind a text.
    next: FxHashMap<Text, u32>,
    own: FxHashMap<Name, Text>,
}

impl Rewrite for Choose<'_> {
    fn value(&mut self, value: &Value) -> Value {
        // What an arrow calls its argument is not printed if nothing uses it.
        match value {
            Value::Arrow(arrow) if !arrow_uses(arrow) => {
                self.value(&arrow.binder.ty);
                self.row(&arrow.effects);
                self.value(&arrow.result);
                value.clone()
            }
            Value::Table(binder, element) if !free(element).contains(&binder.name) => {
                self.value(&binder.ty);
                self.value(element);
                value.clone()
            }
            _ => elder_syntax::effort::deeper(|| parts(self, value)),
        }
    }

    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn bound(&mut self, name: Name) -> Name {
        if self.own.contains_key(&name) {
            return name;
        }
        let plain = self.names.text(name).replace(['`', '\n', '\r'], "'");
        let mut text = Text::new(&plain);
        let next = self.next.entry(text.clone()).or_insert(1);
        while !self.taken.insert(text.clone()) {
            text = Text::new(format!("{plain}_{next}"));
            *next += 1;
        }
        self.own.insert(name, text);
        name
    }
}
