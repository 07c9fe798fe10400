//! Free names: what a part uses that it does not bind.
//!
//! A name is bound once in a program, so that is what it uses without what it binds, whatever the order.

use crate::names::Name;
use crate::tree::{Body, Exp, Lambda, Stm};
use crate::walk::Fold;
use rustc_hash::FxHashSet;

/// The names that parts use and bind, as they are added.
#[derive(Clone, Debug, Default)]
pub struct Names {
    used: FxHashSet<Name>,
    bound: FxHashSet<Name>,
}

impl Fold for Names {
    fn bound(&mut self, name: &Name) {
        self.bound.insert(*name);
    }

    fn used(&mut self, name: &Name) {
        self.used.insert(*name);
    }
}

impl Names {
    /// Those that are used and not bound.
    pub fn free(self) -> FxHashSet<Name> {
        let Names { mut used, bound } = self;
        used.retain(|name| !bound.contains(name));
        used
    }

    /// Whether a name is used, or stands in a type.
    pub fn uses(&self, name: Name) -> bool {
        self.used.contains(&name)
    }

    /// Whether any of these is used.
    pub fn uses_any(&self, names: impl IntoIterator<Item = Name>) -> bool {
        names.into_iter().any(|name| self.uses(name))
    }

    /// A name is used.
    pub fn insert(&mut self, name: Name) {
        self.used.insert(name);
    }

    /// Names are used.
    pub fn extend(&mut self, names: impl IntoIterator<Item = Name>) {
        self.used.extend(names);
    }
}

/// The names that a fold meets.
fn met(visit: impl FnOnce(&mut Names)) -> Names {
    let mut names = Names::default();
    visit(&mut names);
    names
}

/// The free names of a function.
pub fn of_lambda(lambda: &Lambda) -> FxHashSet<Name> {
    met(|names| names.lambda(lambda)).free()
}

/// The free names of an expression.
pub fn of_exp(exp: &Exp) -> FxHashSet<Name> {
    met(|names| names.exp(exp)).free()
}

/// The free names of a statement, of the types of what it binds too.
pub fn of_stm(stm: &Stm) -> FxHashSet<Name> {
    met(|names| names.stm(stm)).free()
}

/// Whether a body uses a name.
pub fn is_used(body: &Body, name: Name) -> bool {
    struct Is(Name, bool);
    impl Fold for Is {
        fn used(&mut self, name: &Name) {
            self.1 |= *name == self.0;
        }
    }
    let mut is = Is(name, false);
    is.body(body);
    is.1
}
