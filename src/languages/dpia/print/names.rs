//! Which text a variable gets.

use crate::elaborate::primitives::is_taken;
use crate::{Binder, Name, Phrase, PhraseType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables in scope.
#[derive(Default)]
pub struct Names {
    texts: FxHashMap<Name, String>,
    /// Who has a text now.
    owners: FxHashMap<String, Name>,
    /// Those that are variables of the store.
    stored: FxHashSet<Name>,
}

/// What had a text before a binder took it.
pub struct Hidden {
    text: String,
    owner: Option<Name>,
}

impl Names {
    /// The text of a variable.
    pub fn of<'n>(&'n self, x: &'n Name) -> &'n str {
        self.texts.get(x).map_or(x.text(), String::as_str)
    }

    /// Whether the variable is one of the store, with halves `.wr` and `.rd`.
    pub fn is_stored(&self, x: &Name) -> bool {
        self.stored.contains(x)
    }

    /// A definition's name, to the end of the text.
    pub fn bind_global(&mut self, x: &Name) -> String {
        let mut text = sanitised(x.text());
        while self.owners.contains_key(&text) {
            text.push('\'');
        }
        self.owners.insert(text.clone(), x.clone());
        self.texts.insert(x.clone(), text.clone());
        text
    }

    /// A variable that is bound in `body`.
    pub fn bind(&mut self, x: &Name, body: &Phrase) -> String {
        self.bind_hiding(x, body).0
    }

    /// A variable of a phrase that is bound in `body`.
    pub fn bind_variable(&mut self, binder: &Binder, body: &Phrase) -> String {
        self.note(binder);
        self.bind(&binder.name, body)
    }

    /// Notes whether the binder is a variable of the store.
    pub fn note(&mut self, binder: &Binder) {
        if let PhraseType::Product(a, b) = &binder.ty
            && let (PhraseType::Acc(_), PhraseType::Exp(_)) = (&**a, &**b)
        {
            self.stored.insert(binder.name.clone());
        }
    }

    /// Binds a variable; gives its text, and what to give [`Names::release`] at the end of its scope.
    pub fn bind_hiding(&mut self, x: &Name, body: &Phrase) -> (String, Hidden) {
        let wanted = sanitised(x.text());
        let mut text = wanted.clone();
        let mut number = 1;
        while self
            .owners
            .get(&text)
            .is_some_and(|owner| owner != x && body.mentions(owner))
        {
            text = format!("{wanted}{number}");
            number += 1;
        }
        let owner = self.owners.insert(text.clone(), x.clone());
        self.texts.insert(x.clone(), text.clone());
        let hidden = Hidden {
            text: text.clone(),
            owner,
        };
        (text, hidden)
    }

    /// Ends the scope of a binder.
    pub fn release(&mut self, hidden: Hidden) {
        match hidden.owner {
            Some(owner) => self.owners.insert(hidden.text, owner),
            None => self.owners.remove(&hidden.text),
        };
    }
}

/// The text as a name of the language that hides no primitive.
fn sanitised(text: &str) -> String {
    let mut out: String = text
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '\''))
        .collect();
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, 'x');
    }
    if is_taken(&out) {
        out.push('1');
    }
    out
}
