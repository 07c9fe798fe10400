//! Syntax trees to text.
//!
//! What is printed parses back to the same tree, up to places and parentheses.  To
//! that end parentheses are put wherever the grammar would read something else
//! without them; an expression that reaches as far to the right as it can (`if`, `let`, a lambda) has
//! them wherever anything may follow.

use crate::ast::{Exp, Pat, Program, QualName, TypeExp};
use expressions::Place;

mod declarations;
mod expressions;
mod literals;
mod patterns;
pub mod tree;
mod types;

/// A file as text.
pub fn program(program: &Program) -> String {
    let mut p = Printer::default();
    p.program(program);
    p.out
}

/// A file as text, in which bindings follow each other without `in`.
pub fn program_joined(program: &Program) -> String {
    let mut p = Printer {
        is_joined: true,
        ..Printer::default()
    };
    p.program(program);
    p.out
}

/// An expression as text.
pub fn exp(e: &Exp) -> String {
    let mut p = Printer::default();
    p.exp(e, Place::Top);
    p.out
}

/// A pattern as text.
pub fn pat(pat: &Pat) -> String {
    let mut p = Printer::default();
    p.pat(pat);
    p.out
}

/// A type expression as text.
pub fn type_exp(t: &TypeExp) -> String {
    let mut p = Printer::default();
    p.type_exp(t, types::Place::Top);
    p.out
}

/// The text so far, and how far the next line is indented.
#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
    /// Whether no `in` stands between bindings.
    is_joined: bool,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Begins a line.
    fn line(&mut self) {
        self.out.push('\n');
        // Code nested beyond this stays readable enough, and its text linear in its size.
        for _ in 0..self.indent.min(20) {
            self.out.push_str("  ");
        }
    }

    /// Prints something indented.
    fn indented(&mut self, print: impl FnOnce(&mut Printer)) {
        self.indent += 1;
        print(self);
        self.indent -= 1;
    }

    /// Prints something in parentheses if they are needed.
    fn parens(&mut self, needed: bool, print: impl FnOnce(&mut Printer)) {
        if needed {
            self.put("(");
        }
        print(self);
        if needed {
            self.put(")");
        }
    }

    /// Items with commas between them.
    fn commas<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Printer, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            print(self, item);
        }
    }

    /// Runs a step of a recursion on a stack that is large enough.
    fn deep(&mut self, print: impl FnOnce(&mut Printer)) {
        elder_syntax::effort::deeper(|| print(self));
    }

    fn path(&mut self, q: &QualName) {
        for m in &q.path {
            self.put(m);
            self.put(".");
        }
        self.put(&q.name);
    }
}

/// Whether a name is an operator of symbols.
fn is_symbol(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests;
