//! Syntax trees to text.
//!
//! What is printed parses back to the same tree, up to places.  To that end parentheses are put wherever the grammar would read something
//! else without them, and blocks on lines of their own, two columns deeper than that to which they belong.
//!
//! Trees that a text cannot have are printed too, as something near: a block that is no body, a range without ends, a capital name that is
//! bound within a pattern.

use crate::ast::{Exp, File, Item, Pattern};
use expressions::Place;

mod declarations;
mod expressions;
mod items;
mod patterns;
mod records;

/// A file as text.
pub fn file(file: &File) -> String {
    let mut p = Printer::default();
    for (number, item) in file.items.iter().enumerate() {
        if number > 0 {
            p.put("\n");
        }
        p.item(item);
    }
    p.out
}

/// An item as text, with what is expected of it.
pub fn item(item: &Item) -> String {
    let mut p = Printer::default();
    p.item(item);
    p.out
}

/// An expression as text.
pub fn exp(e: &Exp) -> String {
    let mut p = Printer::default();
    p.exp(e, Place::WHOLE);
    p.out
}

/// A pattern as text.
pub fn pattern(pattern: &Pattern) -> String {
    let mut p = Printer::default();
    p.pattern(pattern);
    p.out
}

/// The text so far, and the column of the innermost block.
#[derive(Default)]
struct Printer {
    out: String,
    column: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Begins a line, so many columns deeper than the block.
    fn line(&mut self, deeper: usize) {
        self.out.push('\n');
        let column = self.column + deeper;
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    /// Prints lines of a block so many columns deeper, each on a line of its own.
    fn lines<T>(&mut self, deeper: usize, items: &[T], mut print: impl FnMut(&mut Printer, &T)) {
        self.column += deeper;
        for item in items {
            self.line(0);
            print(self, item);
        }
        self.column -= deeper;
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

    /// Items with something between them.
    fn separated<T>(&mut self, items: &[T], between: &str, mut print: impl FnMut(&mut Printer, &T)) {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.put(between);
            }
            print(self, item);
        }
    }

    /// Runs a step of a recursion on a stack that is large enough.
    fn deep(&mut self, print: impl FnOnce(&mut Printer)) {
        elder_syntax::effort::deeper(|| print(self));
    }
}

#[cfg(test)]
mod tests;
