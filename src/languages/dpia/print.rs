//! Phrases to text, in the surface syntax: at every stage, what is printed reads back as the same phrase up to names
//! (and η where a block needs an abstraction).
//!
//! Names are kept; a binder is renamed only where its text would hide a variable that its body uses, a primitive or a word.
//! Types are printed at binders, except where a primitive's other arguments determine them.
//!
//! | file | what |
//! | --- | --- |
//! | `names.rs` | which text a variable gets |
//! | `types.rs` | types and sizes |
//! | `phrases.rs` | abstractions, application, infix operators, literals |
//! | `primitives.rs` | primitives as calls and pipes |
//! | `commands.rs` | commands as blocks |

use crate::{DataType, Entry, Phrase, PhraseType, Program, UpdateOp};
use names::Names;
use pretty::{Arena, DocAllocator, DocBuilder};

mod commands;
mod names;
mod phrases;
mod primitives;
mod types;

pub(crate) use phrases::infix;

/// How long lines get, if they can be broken.
const WIDTH: usize = 100;

/// A piece of text with its possible line breaks.
type Doc<'a> = DocBuilder<'a, Arena<'a>>;

/// The state of printing.
struct Printer<'a> {
    arena: &'a Arena<'a>,
    names: Names,
}

/// How strongly the place of a phrase binds: what binds weaker stands in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Level(u8);

impl Level {
    /// Sequences, abstractions, `let`.
    const PHRASE: Level = Level(0);
    /// Assignments, `if`.
    const SINGLE: Level = Level(1);
    /// Pipes.
    const PIPE: Level = Level(2);
    /// `-e`, `!e`, `fst e`
    const PREFIX: Level = Level(11);
    /// What arguments and indexes follow.
    const POSTFIX: Level = Level(12);
}

fn render(make: impl for<'a> FnOnce(&mut Printer<'a>) -> Doc<'a>) -> String {
    let arena = Arena::new();
    let mut printer = Printer {
        arena: &arena,
        names: Names::default(),
    };
    let doc = make(&mut printer);
    let mut out = Vec::new();
    // Writing to memory does not fail, and what is written is text.
    let _ = doc.render(WIDTH, &mut out);
    let text = String::from_utf8(out).unwrap_or_default();
    // Breaks leave spaces at the ends of some lines.
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// A file.
pub fn program(program: &Program) -> String {
    let text = render(|printer| {
        let mut out = printer.arena.nil();
        for (i, definition) in program.definitions.iter().enumerate() {
            if i > 0 {
                out = out
                    .append(printer.arena.hardline())
                    .append(printer.arena.hardline());
            }
            let name = printer.names.bind_global(&definition.name);
            let body = printer.phrase(&definition.body, Level::PHRASE);
            let head = printer.text(format!("def {name} ="));
            let body = printer.arena.line().append(body).nest(2);
            out = out.append(head.append(body).group());
        }
        out
    });
    text + "\n"
}

/// An entry as the definition that it comes from.
pub fn entry(entry: &Entry) -> String {
    let text = render(|printer| printer.entry(entry));
    text + "\n"
}

/// A phrase; its free variables by their names.
pub fn phrase(phrase: &Phrase) -> String {
    render(|printer| printer.phrase(phrase, Level::PHRASE))
}

/// A phrase type.
pub fn phrase_type(ty: &PhraseType) -> String {
    types::phrase_type(&Names::default(), ty)
}

/// A data type.
pub fn data_type(data: &DataType) -> String {
    types::data_type(&Names::default(), data)
}

/// How text spells an operator whose updates commute.
pub fn update_op(op: UpdateOp) -> &'static str {
    match op {
        UpdateOp::Add => "+",
        UpdateOp::Mul => "*",
        UpdateOp::Min => "min",
        UpdateOp::Max => "max",
        UpdateOp::And => "and",
        UpdateOp::Or => "or",
        UpdateOp::Xor => "xor",
        UpdateOp::Set => "set",
        UpdateOp::Once => "once",
        UpdateOp::Swap => "swap",
    }
}

impl<'a> Printer<'a> {
    fn text(&self, text: impl Into<std::borrow::Cow<'a, str>>) -> Doc<'a> {
        self.arena.text(text)
    }

    /// In parentheses, if the place binds stronger than the phrase.
    fn bracketed(&self, doc: Doc<'a>, own: Level, place: Level) -> Doc<'a> {
        if own < place {
            self.text("(").append(doc).append(self.text(")"))
        } else {
            doc
        }
    }

    /// Between brackets, items separated by commas; broken all or not.
    fn list(&self, open: &'static str, items: Vec<Doc<'a>>, close: &'static str) -> Doc<'a> {
        let separator = self.text(",").append(self.arena.line());
        let inside = self
            .arena
            .line_()
            .append(self.arena.intersperse(items, separator))
            .nest(2);
        self.text(open)
            .append(inside)
            .append(self.arena.line_())
            .append(self.text(close))
            .group()
    }

    fn entry(&mut self, entry: &Entry) -> Doc<'a> {
        let name = self.names.bind_global(&entry.name);
        let mut params = Vec::new();
        for size in &entry.sizes {
            let size = self.names.bind(size, &entry.body);
            params.push(self.text(format!("{size}: nat")));
        }
        for binder in entry.parameters() {
            let ty = types::phrase_type(&self.names, &binder.ty);
            let x = self.names.bind_variable(binder, &entry.body);
            params.push(self.text(format!("{x}: {ty}")));
        }
        let body = self.phrase(&entry.body, Level::PHRASE);
        let head = self.text(format!("def {name} ="));
        let body = if params.is_empty() {
            body
        } else {
            let params = self.list("fun(", params, ")");
            params.append(self.arena.line().append(body).nest(2))
        };
        head.append(self.arena.line().append(body).nest(2)).group()
    }
}

#[cfg(test)]
mod tests;
