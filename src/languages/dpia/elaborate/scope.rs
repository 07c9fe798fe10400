//! What names mean.

use super::metas::Type;
use super::term::Term;
use crate::{Definition, Name, PhraseType};
use elder_syntax::Name as Text;
use rustc_hash::FxHashMap;

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
#[derive(Clone, Debug, Default)]
pub struct Scope {
    bindings: Vec<(Text, Binding)>,
    /// Where each text stands among them, the innermost last: long functions have many names.
    places: FxHashMap<Text, Vec<usize>>,
}

impl Scope {
    /// Nothing but the primitives, which all names hide.
    pub fn new() -> Scope {
        Scope::default()
    }

    pub fn push(&mut self, text: &str, binding: Binding) {
        let text = Text::new(text);
        let places = self.places.entry(text.clone()).or_default();
        places.push(self.bindings.len());
        self.bindings.push((text, binding));
    }

    pub fn pop(&mut self) {
        if let Some((text, _)) = self.bindings.pop()
            && let Some(places) = self.places.get_mut(&text)
        {
            places.pop();
        }
    }

    pub fn define(&mut self, definition: &Definition) {
        let binding = Binding::Definition(definition.name.clone(), definition.ty.clone());
        self.push(definition.name.text(), binding);
    }

    pub fn broken(&mut self, text: &str) {
        self.push(text, Binding::Broken);
    }

    pub fn find(&self, text: &str) -> Option<&Binding> {
        let place = self.places.get(text)?.last()?;
        self.bindings.get(*place).map(|(_, binding)| binding)
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bindings.iter().map(|(name, _)| name.as_str())
    }

    /// All variables of phrases with their types.
    pub fn phrases(&self) -> impl Iterator<Item = (&Name, &Type)> {
        self.bindings.iter().filter_map(|(_, binding)| match binding {
            Binding::Phrase(name, ty) => Some((name, ty)),
            _ => None,
        })
    }
}
