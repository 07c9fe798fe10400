//! What names mean.

use super::metas::Type;
use super::term::Term;
use crate::{Definition, Name, PhraseType};
use elder_syntax::Name as Text;

/// What a name means.
#[derive(Clone, Debug)]
pub enum Binding {
    /// A variable of a phrase.
    Phrase(Name, Type),
    /// A component of a variable that a pattern takes apart.
    Part(Box<Term>),
    /// A definition.
    Definition(Name, PhraseType),
    /// A definition that has errors: of use to nobody, and not reported again.
    Broken,
    /// A variable of a size.
    Nat(Name),
    /// A variable of a data type.
    Data(Name),
}

/// The names in scope; later ones hide earlier ones.
#[derive(Clone, Debug)]
pub struct Scope(Vec<(Text, Binding)>);

impl Scope {
    /// Nothing but the primitives, which all names hide.
    pub fn new() -> Scope {
        Scope(Vec::new())
    }

    pub fn push(&mut self, text: &str, binding: Binding) {
        self.0.push((Text::new(text), binding));
    }

    pub fn pop(&mut self) {
        self.0.pop();
    }

    pub fn define(&mut self, definition: &Definition) {
        let binding = Binding::Definition(definition.name.clone(), definition.ty.clone());
        self.push(definition.name.text(), binding);
    }

    pub fn broken(&mut self, text: &str) {
        self.push(text, Binding::Broken);
    }

    pub fn find(&self, text: &str) -> Option<&Binding> {
        self.0
            .iter()
            .rev()
            .find(|(name, _)| name == text)
            .map(|(_, binding)| binding)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// All variables of phrases with their types.
    pub fn phrases(&self) -> impl Iterator<Item = (&Name, &Type)> {
        self.0.iter().filter_map(|(_, binding)| match binding {
            Binding::Phrase(name, ty) => Some((name, ty)),
            _ => None,
        })
    }
}
