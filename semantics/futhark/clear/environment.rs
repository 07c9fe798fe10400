//! Environments: what names mean where an expression stands.
//!
//! An environment only grows, and it is shared: to keep one (in a function, FUT-E-LAMBDA) is to keep a handle.  Names are
//! unique, so a name that went out of scope cannot be taken for another; the sizes that an expression makes are meant to be
//! seen by the expressions that come after it.

use super::value::Value;
use elder_futhark::check::same_size;
use elder_futhark::tree::{Exp, Fun, Size, Type, VName};
use std::rc::Rc;

/// What is known at one place.  Cloning is cheap.
#[derive(Clone, Debug, Default)]
pub struct Environment(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    binding: Binding,
    outside: Environment,
}

/// One thing that is known.
#[derive(Debug)]
enum Binding {
    /// A name has a value; the name of a size has an `i64`.
    Value(VName, Value),
    /// A type parameter stands for a type, which mentions what is known elsewhere.
    Type(VName, Type, Environment),
    /// A local function, whose free names are those known before it.
    Function(VName, Rc<Fun>, Environment),
    /// A size expression has a value, which stays what it was when the arrays that it reads are consumed.
    Size(Rc<Exp>, i64),
}

/// What a name stands for.
pub enum Meaning<'a> {
    /// A value.
    Value(&'a Value),
    /// A local function.
    Function(&'a Rc<Fun>, &'a Environment),
}

impl Environment {
    fn extend(&mut self, binding: Binding) {
        let outside = std::mem::take(self);
        self.0 = Some(Rc::new(Node { binding, outside }));
    }

    /// `E, x ↦ v`
    pub fn bind(&mut self, name: &VName, value: Value) {
        self.extend(Binding::Value(name.clone(), value));
    }

    /// The name of a size has this value.
    pub fn bind_size(&mut self, name: &VName, size: i64) {
        self.bind(name, Value::from(size));
    }

    /// A type parameter stands for this type.
    pub fn bind_type(&mut self, name: &VName, ty: Type, within: Environment) {
        self.extend(Binding::Type(name.clone(), ty, within));
    }

    /// A name stands for a function whose free names are those known here.
    pub fn bind_function(&mut self, name: &VName, fun: Rc<Fun>) {
        let free = self.clone();
        self.extend(Binding::Function(name.clone(), fun, free));
    }

    /// A size expression has this value.
    pub fn remember(&mut self, size: Rc<Exp>, value: i64) {
        self.extend(Binding::Size(size, value));
    }

    fn bindings(&self) -> impl Iterator<Item = &Binding> {
        std::iter::successors(self.0.as_deref(), |node| node.outside.0.as_deref()).map(|node| &node.binding)
    }

    /// What the innermost binding of the name says.
    pub fn meaning(&self, name: &VName) -> Option<Meaning<'_>> {
        self.bindings().find_map(|binding| match binding {
            Binding::Value(v, value) if v == name => Some(Meaning::Value(value)),
            Binding::Function(v, fun, free) if v == name => Some(Meaning::Function(fun, free)),
            _ => None,
        })
    }

    /// The type that a type parameter stands for.
    pub fn type_of(&self, name: &VName) -> Option<(&Type, &Environment)> {
        self.bindings().find_map(|binding| match binding {
            Binding::Type(v, ty, within) if v == name => Some((ty, within)),
            _ => None,
        })
    }

    /// The value of a size expression that was remembered.
    pub fn remembered(&self, size: &Size) -> Option<i64> {
        self.bindings().find_map(|binding| match binding {
            Binding::Size(e, value) if same_size(&Size::Exp(e.clone()), size) => Some(*value),
            _ => None,
        })
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // One after the other: there may be many.
        let mut next = self.outside.0.take();
        while let Some(Ok(mut node)) = next.map(Rc::try_unwrap) {
            next = node.outside.0.take();
        }
    }
}
