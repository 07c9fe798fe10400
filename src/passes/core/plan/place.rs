//! Places as steps are made of them: the numbers that their terms stand for.

use super::Made;
use super::refused;
pub use elder_core::memory::{Place, volume};
use elder_core::names::Name;
use elder_core::rules::plan::CORE_K_PLACE;
use elder_core::tree::Atom;
use elder_sizes::Nat;
use elder_syntax::{Span, Variable};
use rustc_hash::FxHashMap;

/// Which variables of terms stand for the numbers that names are bound to now.
///
/// A name is bound anew where a body is executed again, so a term has a variable for each time.
#[derive(Default)]
pub struct Numbers {
    of: FxHashMap<Name, Nat>,
}

impl Numbers {
    /// A name stands for a number of its own from here on; the variable that terms have for it.
    pub fn bind(&mut self, name: Name, text: &str) -> Variable {
        let variable = Variable::fresh(text);
        self.of.insert(name, Nat::var(&variable));
        variable
    }

    /// A name stands for the number of a term from here on.
    pub fn be(&mut self, name: Name, number: Nat) {
        self.of.insert(name, number);
    }

    /// The number of an operand; `None` of a name that is bound to none.
    pub fn term(&self, atom: Atom) -> Option<Nat> {
        match atom {
            Atom::Var(name) => self.of.get(&name).cloned(),
            constant => constant
                .integer()
                .and_then(|n| i64::try_from(n).ok())
                .map(Nat::lit),
        }
    }
}

/// An operand that is no number, which the checker excludes.
pub fn no_number<T>(span: Span) -> Made<T> {
    refused(
        &CORE_K_PLACE,
        "number",
        span,
        "an index or a size that is no number known here",
    )
}
