//! The text form of core.
//!
//! What is printed reads back as the same program ([`read`](super::read)).  Each name of a program has a text of its own there: where several are called
//! the same, all but the first have a number behind it.

mod expressions;
mod texts;
mod types;
mod values;

use super::{Binder, Block, Data, Definition, Program, Row, Value};
use elder_syntax::names::{Name, Names};
use texts::Texts;

/// A program as text.
pub fn program(program: &Program) -> String {
    let mut printer = Printer {
        program,
        texts: Texts::of_program(program),
        out: String::new(),
        indent: 0,
    };
    for data in program.data.iter().skip(super::builtin::COUNT) {
        printer.data(data);
    }
    for (number, definition) in program.definitions.iter().enumerate() {
        if !printer.out.is_empty() {
            printer.out.push('\n');
        }
        printer.definition(definition);
        printer.index_sets(&program.definitions[..=number]);
    }
    printer.out
}

/// A value or a type for messages, its names called as they are.
pub fn value(program: &Program, names: &Names, value: &Value) -> String {
    let mut printer = Printer {
        program,
        texts: Texts::as_called(names),
        out: String::new(),
        indent: 0,
    };
    printer.value(value);
    printer.out
}

/// How tightly what is printed must hold together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// Nothing stands around it.
    Open,
    /// To the left of an arrow.
    Argument,
    /// A part of a pair.
    Part,
    /// Beside others.
    Atom,
}

struct Printer<'p> {
    program: &'p Program,
    texts: Texts<'p>,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn word(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    /// Items with something between them.
    fn list<T>(&mut self, items: &[T], between: &str, mut item: impl FnMut(&mut Self, &T)) {
        for (at, one) in items.iter().enumerate() {
            if at > 0 {
                self.word(between);
            }
            item(self, one);
        }
    }

    fn data(&mut self, data: &Data) {
        self.word("data ");
        self.word(&texts::shown(&data.name));
        self.held(&data.parameters);
        for (at, constructor) in data.constructors.iter().enumerate() {
            self.word(if at == 0 { " = " } else { " | " });
            self.word(&texts::shown(&constructor.name));
            self.held(&constructor.fields);
        }
        self.word("\n");
    }

    /// `(x: a, y: b)`, nothing if there are none.
    fn held(&mut self, binders: &[Binder]) {
        if !binders.is_empty() {
            self.word("(");
            self.list(binders, ", ", Self::binder);
            self.word(")");
        }
    }

    fn definition(&mut self, definition: &Definition) {
        self.word("def ");
        self.binder(&definition.binder);
        self.word(" =");
        self.indent = 1;
        self.line();
        self.block(&definition.body);
        self.indent = 0;
        self.word("\n");
    }

    /// Which declared types the last of these definitions makes index sets.
    fn index_sets(&mut self, definitions: &[Definition]) {
        let program = self.program;
        let counted = program
            .data
            .iter()
            .filter_map(|data| Some((data, data.index_set?)));
        for (data, set) in counted {
            let all = set.definitions();
            let last = definitions.iter().rposition(|d| all.contains(&d.binder.name));
            let stand = |name: &Name| definitions.iter().any(|d| d.binder.name == *name);
            if last.is_none_or(|last| last + 1 < definitions.len()) || !all.iter().all(stand) {
                continue;
            }
            self.word("\nindexset ");
            self.word(&texts::shown(&data.name));
            self.word(" = ");
            self.list(&all, ", ", |p, name| {
                let text = p.texts.text(*name);
                p.word(&text);
            });
            self.word("\n");
        }
    }

    /// `x: a`
    fn binder(&mut self, binder: &Binder) {
        let name = self.texts.text(binder.name);
        self.word(&name);
        self.word(": ");
        self.value(&binder.ty);
    }

    /// A block where the line stands.
    fn block(&mut self, block: &Block) {
        for stm in &block.stms {
            self.word("let ");
            self.binder(&stm.binder);
            self.word(" = ");
            self.indent += 1;
            self.exp(&stm.exp);
            self.indent -= 1;
            self.line();
        }
        if !block.stms.is_empty() {
            self.word("in ");
        }
        self.value(&block.result);
    }

    /// A block behind a point: on lines of its own if it has statements.
    fn body(&mut self, block: &Block) {
        if block.stms.is_empty() {
            self.word(" ");
            self.value(&block.result);
            return;
        }
        self.indent += 1;
        self.line();
        self.block(block);
        self.indent -= 1;
    }

    /// `<State h, Accum g | e>`
    fn row(&mut self, row: &Row) {
        self.word("<");
        let effects = row.effects.as_slice();
        self.list(effects, ", ", |p, effect| {
            let (name, region) = effect.parts();
            p.word(name);
            if let Some(region) = region {
                p.word(" ");
                p.value_at(region, Level::Atom);
            }
        });
        if let Some(rest) = &row.rest {
            self.word(if effects.is_empty() { "| " } else { " | " });
            self.value_at(rest, Level::Atom);
        }
        self.word(">");
    }

    fn value(&mut self, value: &Value) {
        self.value_at(value, Level::Open);
    }
}
