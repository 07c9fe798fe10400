//! ρ: what names stand for.

use super::value::Value;
use elder_syntax::names::Name;
use std::fmt;
use std::rc::Rc;

/// What the names of a program stand for where something is evaluated.  Extending one leaves those that share with it as they are, so functions and
/// views keep theirs.
pub struct Environment<V = Value>(Option<Rc<Binding<V>>>);

struct Binding<V> {
    name: Name,
    value: V,
    outer: Environment<V>,
}

impl<V> Clone for Environment<V> {
    fn clone(&self) -> Environment<V> {
        Environment(self.0.clone())
    }
}

impl<V> Default for Environment<V> {
    fn default() -> Environment<V> {
        Environment(None)
    }
}

impl<V> Environment<V> {
    /// `ρ, x = w`
    pub fn with(&self, name: Name, value: V) -> Environment<V> {
        let mut inner = self.clone();
        inner.bind(name, value);
        inner
    }

    /// A name stands for a value from here on.
    pub fn bind(&mut self, name: Name, value: V) {
        let outer = Environment(self.0.take());
        self.0 = Some(Rc::new(Binding { name, value, outer }));
    }

    /// What is bound, the last first.
    pub fn bindings(&self) -> impl Iterator<Item = (Name, &V)> {
        let first = self.0.as_deref();
        let all = std::iter::successors(first, |binding| binding.outer.0.as_deref());
        all.map(|binding| (binding.name, &binding.value))
    }

    /// ρ(x)
    pub fn get(&self, name: Name) -> Option<&V> {
        let mut all = self.bindings();
        all.find_map(|(bound, value)| (bound == name).then_some(value))
    }
}

/// A long environment is taken apart binding by binding, not by recursion.
impl<V> Drop for Environment<V> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(binding) = next {
            next = match Rc::try_unwrap(binding) {
                Ok(mut binding) => binding.outer.0.take(),
                Err(_) => None,
            };
        }
    }
}

impl<V> fmt::Debug for Environment<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ρ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::names::Names;

    #[test]
    fn what_was_captured_stays() {
        let mut names = Names::default();
        let (x, y) = (names.fresh("x"), names.fresh("y"));
        let outer = Environment::default().with(x, Value::int(1));
        let inner = outer.with(y, Value::int(2));
        assert!(outer.get(y).is_none());
        assert_eq!(inner.get(x).and_then(Value::as_int), Some(1));
    }

    #[test]
    fn long_environments_are_dropped() {
        let mut names = Names::default();
        let mut environment = Environment::default();
        for k in 0..1_000_000 {
            environment.bind(names.fresh("x"), Value::int(k));
        }
    }
}
