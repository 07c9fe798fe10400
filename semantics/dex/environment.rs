//! ρ: what names stand for.

use super::value::Value;
use elder_syntax::names::Name;
use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// What the names of a program stand for where something is evaluated.  Extending one leaves those that share with it as they are, so functions and
/// views keep theirs.
pub struct Environment<V: 'static = Value>(Option<Rc<Binding<V>>>);

struct Binding<V: 'static> {
    name: Name,
    value: V,
    outer: Environment<V>,
}

impl<V: 'static> Clone for Environment<V> {
    fn clone(&self) -> Environment<V> {
        Environment(self.0.clone())
    }
}

impl<V: 'static> Default for Environment<V> {
    fn default() -> Environment<V> {
        Environment(None)
    }
}

impl<V: 'static> Environment<V> {
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

thread_local! {
    /// The environments of functions that are bound in an environment which is being dropped: they wait until that is gone.  `None` while none is.
    static WAITING: RefCell<Option<Vec<Box<dyn Any>>>> = const { RefCell::new(None) };
}

/// A long environment is taken apart binding by binding, and a function whose environment has a function, whose environment has another one, is dropped
/// one after the other: nothing recurs.
impl<V: 'static> Drop for Environment<V> {
    fn drop(&mut self) {
        let Some(first) = self.0.take().filter(|first| Rc::strong_count(first) == 1) else {
            return;
        };
        let mut first = Some(first);
        let is_outermost = WAITING.with_borrow_mut(|waiting| match waiting {
            Some(waiting) => {
                waiting.push(Box::new(first.take()));
                false
            }
            None => {
                *waiting = Some(Vec::new());
                true
            }
        });
        let mut next = first;
        while let Some(binding) = next {
            next = match Rc::try_unwrap(binding) {
                Ok(mut binding) => binding.outer.0.take(),
                Err(_) => None,
            };
        }
        if is_outermost {
            while let Some(inner) = WAITING.with_borrow_mut(|waiting| waiting.as_mut()?.pop()) {
                drop(inner);
            }
            WAITING.set(None);
        }
    }
}

impl<V: 'static> fmt::Debug for Environment<V> {
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

    /// As of a state that holds a function, which captured what the state was before.
    #[test]
    fn functions_within_functions_are_dropped() {
        struct Function(#[expect(dead_code)] Environment<Function>);
        let mut names = Names::default();
        let name = names.fresh("f");
        let mut environment = Environment::default();
        for _ in 0..1_000_000 {
            environment = Environment::default().with(name, Function(environment));
        }
        let (shared, other) = (
            environment.clone(),
            environment.with(name, Function(Environment::default())),
        );
        drop(environment);
        assert_eq!(shared.bindings().count() + other.bindings().count(), 3);
    }
}
