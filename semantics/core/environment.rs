//! What names stand for, and what types say of sizes.
//!
//! Names are dense and bound once in a program, so the environment is a vector.  A name is bound again in each round of a loop,
//! for each element, and in a function that calls itself; leaving a scope gives names back what they stood for before.

use super::stored::Block;
use super::value::{Array, Shape, Value};
use super::{Given, Interpreter, rules};
use crate::array::Sizes;
use crate::failure::Run;
use elder_core::Name;
use elder_core::memory::Lying;
use elder_core::tree::{Atom, Binder, Dim, Ext, Results, Type};
use elder_syntax::prim::PrimValue;
use smallvec::SmallVec;
use std::rc::Rc;

/// The sizes that a type says, where it says them.
type Declared = SmallVec<[Option<i64>; 2]>;

/// What names stand for.
#[derive(Debug)]
pub struct Environment {
    slots: Vec<Option<Value>>,
    /// What was bound, in order, and what it stood for before.
    bound: Vec<(Name, Option<Value>)>,
    /// The blocks of a program in placed form, by their owners.
    blocks: Vec<Option<Block>>,
    /// Which changed, in order, and what they were before.
    changed: Vec<(Name, Option<Block>)>,
}

/// How much was bound when a scope began, and how many blocks had changed.
#[derive(Clone, Copy)]
struct Mark(usize, usize);

impl Environment {
    /// An environment for so many names, in which nothing is bound.
    pub fn new(names: usize) -> Environment {
        Environment {
            slots: vec![None; names],
            bound: Vec::new(),
            blocks: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// What a name stands for.
    pub fn get(&self, name: Name) -> Option<&Value> {
        self.slots.get(name.index())?.as_ref()
    }

    fn set(&mut self, name: Name, value: Value) {
        if let Some(slot) = self.slots.get_mut(name.index()) {
            self.bound.push((name, slot.replace(value)));
        }
    }

    /// The block of an owner.
    pub fn block(&self, owner: Name) -> Option<&Block> {
        self.blocks.get(owner.index())?.as_ref()
    }

    /// A block is this from here on.
    pub fn set_block(&mut self, owner: Name, block: Block) {
        if self.blocks.is_empty() {
            self.blocks = vec![None; self.slots.len()];
        }
        if let Some(slot) = self.blocks.get_mut(owner.index()) {
            self.changed.push((owner, slot.replace(block)));
        }
    }

    fn mark(&self) -> Mark {
        Mark(self.bound.len(), self.changed.len())
    }

    fn leave(&mut self, Mark(bound, changed): Mark) {
        for (owner, before) in self.changed.drain(changed..).rev() {
            if let Some(slot) = self.blocks.get_mut(owner.index()) {
                *slot = before;
            }
        }
        for (name, before) in self.bound.drain(bound..).rev() {
            if let Some(slot) = self.slots.get_mut(name.index()) {
                *slot = before;
            }
        }
    }
}

impl<'p> Interpreter<'p> {
    /// What is bound inside is not bound afterwards.
    pub(super) fn scope<T>(&mut self, inside: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        let mark = self.environment.mark();
        let result = inside(self);
        self.environment.leave(mark);
        result
    }

    /// A name stands for a value from here on.
    pub(super) fn name(&mut self, name: Name, value: Value) {
        self.environment.set(name, value);
    }

    /// A variable stands for a value, which has the sizes that its type says (CORE-E-WITNESS).
    pub(super) fn bind(&mut self, binder: &Binder, value: Value) -> Run<()> {
        self.bind_lying(Lying::Received, binder, value)
    }

    /// The same of a value that lies so, of a program in placed form.
    pub(super) fn bind_lying(&mut self, lying: Lying, binder: &Binder, value: Value) -> Run<()> {
        self.sized(&binder.ty, &value)?;
        let value = self.placed(lying, binder, value)?;
        self.name(binder.name, value);
        Ok(())
    }

    /// Several variables, bound to as many values.
    pub(super) fn bind_all<'b>(
        &mut self,
        binders: impl ExactSizeIterator<Item = &'b Binder>,
        values: Vec<Value>,
    ) -> Run<()> {
        if binders.len() != values.len() {
            return Err(self.malformed("another number of values than of names"));
        }
        let mut pairs = binders.zip(values);
        pairs.try_for_each(|(binder, value)| self.bind(binder, value))
    }

    /// CORE-E-VAR: what a variable stands for, which has not been consumed.
    pub(super) fn variable(&self, name: Name) -> Run<Value> {
        rules::CORE_E_VAR.apply();
        let Some(value) = self.environment.get(name) else {
            let text = self.program.names.text(name);
            return Err(self.malformed(&format!("{text} is not bound")));
        };
        self.readable(value)?;
        self.alive(name)?;
        Ok(value.clone())
    }

    /// CORE-E-VAR, CORE-E-CONST: the value of an operand.
    pub(super) fn atom(&self, atom: Atom) -> Run<Value> {
        match atom {
            Atom::Var(name) => self.variable(name),
            Atom::Const(value) => {
                rules::CORE_E_CONST.apply();
                Ok(value.into())
            }
        }
    }

    /// The sizes of an operand, whether it was consumed since or not.
    pub(super) fn sizes_of(&self, atom: Atom) -> Sizes {
        let value = atom.name().and_then(|name| self.environment.get(name));
        value.map(Value::sizes).unwrap_or_default()
    }

    /// The values of operands.
    pub(super) fn atoms(&self, atoms: &[Atom]) -> Run<Vec<Value>> {
        atoms.iter().map(|atom| self.atom(*atom)).collect()
    }

    /// The number that an operand is: a size or an index.
    pub(super) fn number(&self, atom: Atom) -> Run<i64> {
        match self.atom(atom)?.number() {
            Some(PrimValue::I64(number)) => Ok(number),
            _ => Err(self.malformed("a number of type i64 was expected")),
        }
    }

    /// The numbers that operands are.
    pub(super) fn numbers(&self, atoms: &[Atom]) -> Run<Sizes> {
        atoms.iter().map(|atom| self.number(*atom)).collect()
    }

    /// The truth value that an operand is.
    pub(super) fn truth(&self, atom: Atom) -> Run<bool> {
        match self.atom(atom)?.number() {
            Some(PrimValue::Bool(truth)) => Ok(truth),
            _ => Err(self.malformed("a truth value was expected")),
        }
    }

    /// The array that a variable stands for.
    pub(super) fn array(&self, name: Name) -> Run<Rc<Array>> {
        match self.variable(name)? {
            Value::Array(array) => Ok(array),
            _ => Err(self.malformed("an array was expected")),
        }
    }

    /// The shape of the values of a type; sizes that it leaves open are those of no value.
    pub(super) fn shape(&self, ty: &Type) -> Run<Shape> {
        let Some(element) = ty.element() else {
            return Err(self.malformed("values of this type have no shape"));
        };
        let size = |dim: &Dim| match dim {
            Dim::Is(atom) => self.number(*atom),
            Dim::Open => Ok(0),
        };
        Ok(Shape {
            sizes: ty.dims().iter().map(size).collect::<Run<_>>()?,
            element,
        })
    }

    /// CORE-E-WITNESS: a value has the sizes that its type says.
    pub(super) fn sized(&self, ty: &Type, value: &Value) -> Run<()> {
        let is_of_type = match (ty, value) {
            (Type::Prim(element), Value::Prim(value)) => value.number.prim_type() == *element,
            (Type::Array { element, .. }, Value::Array(array)) => array.element() == element,
            (Type::Acc(_), Value::Acc(_)) | (Type::Cert, Value::Cert) => true,
            _ => false,
        };
        if !is_of_type {
            return Err(self.malformed("a value of another type than its variable"));
        }
        if ty.dims().is_empty() {
            return Ok(());
        }
        let size = |dim: &Dim| match dim {
            Dim::Is(atom) => self.number(*atom).map(Some),
            Dim::Open => Ok(None),
        };
        let declared: Run<Declared> = ty.dims().iter().map(size).collect();
        self.witnessed(&declared?, value)
    }

    /// CORE-E-WITNESS: the values of a body have the sizes that its results say, those of its witnesses among them.
    pub(super) fn results(&self, results: &Results, given: &Given) -> Run<()> {
        if results.given.len() != given.values.len()
            || usize::from(results.existential) != given.existential.len()
        {
            return Err(self.malformed("another number of results than is said"));
        }
        for (result, value) in results.given.iter().zip(&given.values) {
            let size = |ext: &Ext| match ext {
                Ext::Is(Dim::Is(atom)) => self.number(*atom).map(Some),
                Ext::Is(Dim::Open) => Ok(None),
                Ext::Existential(k) => Ok(given.existential.get(usize::from(*k)).copied()),
            };
            let declared: Run<Declared> = result.ty.dims().iter().map(size).collect();
            self.witnessed(&declared?, value)?;
        }
        Ok(())
    }

    fn witnessed(&self, declared: &[Option<i64>], value: &Value) -> Run<()> {
        let sizes = value.sizes();
        if declared.len() != sizes.len() {
            return Err(self.malformed("a value with another number of dimensions than its type"));
        }
        if declared.is_empty() {
            return Ok(());
        }
        rules::CORE_E_WITNESS.apply();
        for (k, (declared, size)) in declared.iter().zip(&sizes).enumerate() {
            if declared.is_some_and(|declared| declared != *size) {
                let declared = declared.unwrap_or_default();
                let message = format!("the size of dimension {k} is said to be {declared}, but it is {size}");
                return Err(self.unsound(&rules::CORE_E_WITNESS, "size", message));
            }
        }
        Ok(())
    }
}
