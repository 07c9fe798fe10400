//! Definitions that nobody uses are left out: those of the library, most of all.

use elder_dex::core::rewrite::Rewrite;
use elder_dex::core::{Program, Value};
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;

/// The program with those definitions only that this one needs, the last of its name.
pub fn only(program: &Program, entry: &str) -> Program {
    let mut reached = Reached(FxHashSet::default());
    reached.0.extend(program.definition(entry).map(|d| d.binder.name));
    let mut definitions = Vec::new();
    for definition in program.definitions.iter().rev() {
        if reached.0.contains(&definition.binder.name) {
            reached.binder(&definition.binder);
            reached.block(&definition.body);
            definitions.push(definition.clone());
        }
    }
    definitions.reverse();
    Program {
        names: program.names.clone(),
        data: program.data.clone(),
        definitions,
    }
}

/// Collects the names that are used.
struct Reached(FxHashSet<Name>);

impl Rewrite for Reached {
    fn used(&mut self, name: Name) -> Value {
        self.0.insert(name);
        Value::Var(name)
    }
}
