//! Declared types that nothing has are left out, dictionaries among them.

use elder_dex::core::rewrite::{Rewrite, exp_parts, parts};
use elder_dex::core::{
    BOOL, Construction, Data, DataName, Definition, EITHER, Exp, LIFTER, MAYBE, Program, Tag, Value,
};
use elder_syntax::names::Name;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The program with those declared types that its definitions have, and that these have.
pub(super) fn only_used(program: Program) -> Program {
    let mut used = Used([BOOL, EITHER, MAYBE, LIFTER].into_iter().collect());
    for definition in &program.definitions {
        used.value(&definition.binder.ty);
        used.block(&definition.body);
    }
    for (number, data) in program.data.iter().enumerate().rev() {
        if used.0.contains(&DataName(number as u32)) {
            used.declared(data);
        }
    }
    let mut new = vec![None; program.data.len()];
    let mut count = 0;
    for (number, new) in new.iter_mut().enumerate() {
        if used.0.contains(&DataName(number as u32)) {
            *new = Some(DataName(count));
            count += 1;
        }
    }
    let mut renumber = Renumber(new);
    let numbers = renumber.0.clone();
    let data = program.data.iter().zip(numbers);
    let data = data.filter_map(|(data, new)| new.map(|_| renumber.declared(data)));
    Program {
        data: data.collect(),
        definitions: program
            .definitions
            .iter()
            .map(|d| renumber.definition(d))
            .collect(),
        names: program.names,
    }
}

/// Collects the declared types that a tree has.
struct Used(FxHashSet<DataName>);

impl Used {
    fn declared(&mut self, data: &Data) {
        self.binders(&data.parameters);
        for constructor in &data.constructors {
            self.binders(&constructor.fields);
        }
    }
}

impl Rewrite for Used {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Con(con) => self.0.insert(con.data),
            Value::DataType(data, _) => self.0.insert(*data),
            _ => false,
        };
        elder_syntax::effort::deeper(|| parts(self, value))
    }
}

/// Declared types have new numbers.
struct Renumber(Vec<Option<DataName>>);

impl Renumber {
    fn renumbered(&self, data: DataName) -> DataName {
        let new = self.0.get(data.index()).copied().flatten();
        new.unwrap_or(data)
    }

    fn declared(&mut self, data: &Data) -> Data {
        let mut made = data.clone();
        made.parameters = self.binders(&data.parameters);
        for constructor in &mut made.constructors {
            constructor.fields = self.binders(&constructor.fields);
        }
        made
    }

    fn definition(&mut self, definition: &Definition) -> Definition {
        Definition {
            binder: self.binder(&definition.binder),
            body: self.block(&definition.body),
            at: definition.at,
        }
    }
}

impl Rewrite for Renumber {
    fn used(&mut self, name: Name) -> Value {
        Value::Var(name)
    }

    fn value(&mut self, value: &Value) -> Value {
        let made = elder_syntax::effort::deeper(|| parts(self, value));
        match made {
            Value::Con(con) => Value::Con(Arc::new(Construction {
                data: self.renumbered(con.data),
                ..Construction::clone(&con)
            })),
            Value::DataType(data, parameters) => Value::DataType(self.renumbered(data), parameters),
            other => other,
        }
    }

    fn exp(&mut self, exp: &Exp) -> Exp {
        let mut made = exp_parts(self, exp);
        if let Exp::Case(_, alternatives) = &mut made {
            for alternative in alternatives {
                if let Tag::Constructor(data, _) = &mut alternative.tag {
                    *data = self.renumbered(*data);
                }
            }
        }
        made
    }
}
