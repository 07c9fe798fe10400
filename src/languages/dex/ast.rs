//! What a text says, before names are resolved and types inferred: the tree that the parser builds.
//!
//! Parentheses are not in the tree, nor is whether a body was written on the same line: a body of several lines is an [`ExpKind::Block`],
//! any other the expression that it is.  Types are expressions.

use elder_syntax::{Name, Span};

mod declarations;
mod expressions;
mod items;
mod patterns;

pub use declarations::{
    Annotation, Constructor, Data, Declaration, DeclarationKind, Def, Field, Instance, Interface, Method,
    Parameter, Signature,
};
pub use expressions::{
    Alternative, Arrow, ArrowKind, Block, Exp, ExpKind, FieldType, FieldValue, Labels, Lens, Limit, Loop,
    Rest, Row, Statement,
};
pub use items::{Command, File, Item, ItemKind, Setting};
pub use patterns::{Binder, Pattern, PatternKind};

/// A name, or an operator, at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Ident {
    /// The text, without parentheses or backquotes.
    pub name: Name,
    /// Where.
    pub span: Span,
}

impl Ident {
    /// Whether it is an operator of symbols.
    pub fn is_symbol(&self) -> bool {
        is_symbol(&self.name)
    }
}

/// Whether a name is an operator of symbols.
pub(crate) fn is_symbol(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether a name is written as those of constructors are.
pub(crate) fn is_capital(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
