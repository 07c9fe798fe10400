//! Core expressions, types and programs to text, in the surface syntax: what is printed reads back as the same expression up to
//! names.  The forms that only running makes are printed as in the notes, sections 6 and 7.
//!
//! Names are kept; a binder is renamed where its text is taken already, by a variable in scope, an operator or a word.
//!
//! | file | what |
//! | --- | --- |
//! | `names.rs` | which text a variable gets |
//! | `expressions.rs` | expressions |
//! | `types.rs` | types and levels |

use crate::{Configuration, Definition, DefinitionKind, Expression, Level, Node, Program, Type};
use names::Names;
use pretty::{Arena, DocAllocator, DocBuilder};

mod expressions;
pub use expressions::base;
mod names;
mod types;

/// How long lines get, if they can be broken.
const WIDTH: usize = 100;

/// A piece of text with its possible line breaks.
type Doc<'a> = DocBuilder<'a, Arena<'a>>;

/// The state of printing.
struct Printer<'a> {
    arena: &'a Arena<'a>,
    names: Names,
}

fn render(names: Names, make: impl for<'a> FnOnce(&mut Printer<'a>) -> Doc<'a>) -> String {
    let arena = Arena::new();
    let mut printer = Printer { arena: &arena, names };
    let doc = make(&mut printer);
    let mut out = Vec::new();
    // Writing to memory does not fail, and what is written is text.
    let _ = doc.render(WIDTH, &mut out);
    let text = String::from_utf8(out).unwrap_or_default();
    // Breaks leave spaces at the ends of some lines.
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

/// A file: the definitions that are not from the library.
pub fn program(program: &Program) -> String {
    let own: Vec<&Definition> = program.definitions.iter().filter(|d| !d.library).collect();
    let mut names = Names::default();
    for definition in &own {
        names.reserve(&definition.body, |x| own.iter().any(|d| d.name == *x));
    }
    let text = render(names, |printer| {
        let mut out = printer.arena.nil();
        for (i, definition) in own.iter().enumerate() {
            if i > 0 {
                out = out
                    .append(printer.arena.hardline())
                    .append(printer.arena.hardline());
            }
            out = out.append(printer.definition(definition));
        }
        out
    });
    text + "\n"
}

/// A definition; what its body uses has its own text.
pub fn definition(definition: &Definition) -> String {
    let mut names = Names::default();
    names.reserve(&definition.body, |_| false);
    render(names, |printer| printer.definition(definition))
}

/// An expression; its free variables by their own texts, as far as they differ.
pub fn expression(expression: &Expression) -> String {
    let mut names = Names::default();
    names.reserve(expression, |_| false);
    render(names, |printer| printer.expression(expression, Place::EXPRESSION))
}

/// A type; effects are not shown, since no signature says them.
pub fn ty(ty: &Type) -> String {
    types::ty(&mut Names::default(), ty)
}

/// Several types, in which one variable has one text.
pub fn types<'t>(types: impl IntoIterator<Item = &'t Type>) -> Vec<String> {
    let mut names = Names::default();
    types.into_iter().map(|t| types::ty(&mut names, t)).collect()
}

/// A level.
pub fn level(level: &Level) -> String {
    level.to_string()
}

/// How strongly the place of an expression binds: what binds weaker stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u8);

impl Place {
    /// `fn`, `let`, `if`
    const EXPRESSION: Place = Place(0);
    /// `-e`
    const PREFIX: Place = Place(10);
    /// `f x`
    const APPLICATION: Place = Place(11);
    /// Arguments.
    const ATOM: Place = Place(12);
}

impl<'a> Printer<'a> {
    fn text(&self, text: impl Into<std::borrow::Cow<'a, str>>) -> Doc<'a> {
        self.arena.text(text)
    }

    /// In parentheses, if the place binds stronger than the expression.
    fn bracketed(&self, doc: Doc<'a>, own: Place, place: Place) -> Doc<'a> {
        if own < place {
            self.text("(").append(doc).append(self.text(")"))
        } else {
            doc
        }
    }

    fn definition(&mut self, definition: &Definition) -> Doc<'a> {
        let name = self.names.bind_global(&definition.name);
        let mut out = self.arena.nil();
        if let Some(signature) = &definition.signature {
            let ty = types::ty(&mut Names::default(), signature);
            out = out
                .append(self.text(format!("sig {name} : {ty}")))
                .append(self.arena.hardline());
        }
        let word = match definition.kind {
            DefinitionKind::Function => "fun",
            DefinitionKind::Kernel => "kernel",
            DefinitionKind::Value => "val",
        };
        let mut head = format!("{word} {name}");
        let mut body = &definition.body;
        let mut scopes = Vec::new();
        loop {
            body = match &*body.node {
                Node::Fn(x, inner) if definition.kind != DefinitionKind::Value => {
                    let text = self.names.bind(x);
                    scopes.push(text.clone());
                    head += &format!(" {text}");
                    inner
                }
                Node::LevelFn(x, inner) => {
                    let text = self.names.bind_level(x);
                    scopes.push(text.clone());
                    head += &format!(" <{text}>");
                    inner
                }
                _ => break,
            };
        }
        let inside = self.expression(body, Place::EXPRESSION);
        for text in scopes {
            self.names.release(&text);
        }
        let inside = self.arena.line().append(inside).nest(2);
        out.append(self.text(head + " =").append(inside).group())
            .append(self.configuration(definition))
    }

    fn configuration(&self, definition: &Definition) -> Doc<'a> {
        let (own, default) = (definition.configuration, Configuration::default());
        let mut options = String::new();
        if own.block_size != default.block_size {
            options += &format!(" #BlockSize = {}", own.block_size);
        }
        if let Some(width) = own.block_width {
            options += &format!(" #BlockWidth = {width}");
        }
        if own.warp_size != default.warp_size {
            options += &format!(" #WarpSize = {}", own.warp_size);
        }
        if let Some(groups) = own.groups {
            options += &format!(" #Groups = {groups}");
        }
        if options.is_empty() {
            return self.arena.nil();
        }
        let line = self.arena.hardline().nest(2);
        line.append(self.text(format!("  config{options}")))
    }
}

#[cfg(test)]
mod tests;
