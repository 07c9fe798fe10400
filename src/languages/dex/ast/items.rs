//! Files and their items.

use super::{Declaration, Exp, Ident};
use elder_syntax::Span;

/// A literate file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// In order.
    pub items: Vec<Item>,
}

/// An item.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The lines before it that say how it is run.
    pub settings: Vec<Setting>,
    /// What it is.
    pub kind: ItemKind,
    /// The lines that are expected to be printed under it, without their `> `.
    pub expected: Vec<String>,
    /// Where it stands, without what is expected.
    pub span: Span,
}

/// What items are.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `'text`, up to a line without text.
    Prose(String),
    /// `:p e`; `e` alone has the command [`Command::Value`].
    Command(Command, Exp),
    /// `def ..`, `x = e`
    Declaration(Declaration),
    /// `import parser`
    Import(Ident),
    /// `include "plot.dx"`
    Include(String),
    /// Code that is wrong; why, its diagnostics say.
    Wrong,
}

/// What is to be done with an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// An expression alone: its value is printed.
    Value,
    /// `:p`: the value is printed.
    Print,
    /// `:t`: the type is printed.
    Type,
    /// `:html`: the value is text for a browser.
    Html,
    /// `:export name`
    Export(Ident),
}

/// `%passes parse`, `%time`: what is to be said of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// `passes`
    pub name: Ident,
    /// What stands behind it on the line.
    pub words: Vec<String>,
}
