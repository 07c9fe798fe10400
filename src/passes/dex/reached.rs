//! Definitions that nobody uses are left out: those of the library, most of all.

use elder_dex::core::rewrite::{Rewrite, parts};
use elder_dex::core::{Data, DataName, Definition, Program, Value};
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;

/// The program with those definitions only that these need, each the last of its name.
pub fn only(program: &Program, roots: &[&str]) -> Program {
    let mut reached = Reached::default();
    let roots = roots.iter().filter_map(|root| program.definition(root));
    reached.names.extend(roots.map(|d| d.binder.name));
    let mut needed: FxHashSet<Name> = FxHashSet::default();
    let mut data = program.data.clone();
    loop {
        for definition in program.definitions.iter().rev() {
            let name = definition.binder.name;
            if reached.names.contains(&name) && needed.insert(name) {
                reached.definition(definition);
            }
        }
        // What makes a type an index set may stand behind what has the type.
        let before = reached.names.len();
        for (number, data) in program.data.iter().enumerate().rev() {
            if reached.data.contains(&DataName(number as u32)) {
                reached.declared(data);
            }
        }
        if reached.names.len() == before {
            break;
        }
    }
    for (number, data) in data.iter_mut().enumerate() {
        if !reached.data.contains(&DataName(number as u32)) {
            data.index_set = None;
        }
    }
    let definitions = program.definitions.iter();
    Program {
        names: program.names.clone(),
        data,
        definitions: definitions
            .filter(|definition| needed.contains(&definition.binder.name))
            .cloned()
            .collect(),
    }
}

/// Collects the names and the declared types that are used.
#[derive(Default)]
struct Reached {
    names: FxHashSet<Name>,
    data: FxHashSet<DataName>,
}

impl Reached {
    fn definition(&mut self, definition: &Definition) {
        self.binder(&definition.binder);
        self.block(&definition.body);
    }

    fn declared(&mut self, data: &Data) {
        self.names
            .extend(data.index_set.iter().flat_map(|set| set.definitions()));
        self.binders(&data.parameters);
        for constructor in &data.constructors {
            self.binders(&constructor.fields);
        }
    }
}

impl Rewrite for Reached {
    fn used(&mut self, name: Name) -> Value {
        self.names.insert(name);
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Con(con) => self.data.insert(con.data),
            Value::DataType(data, _) => self.data.insert(*data),
            _ => false,
        };
        elder_syntax::effort::deeper(|| parts(self, value))
    }
}
