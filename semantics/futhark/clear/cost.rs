//! The cost of a run: how many primitive functions are applied, and how many scalars are read from arrays, written into them or put into new ones.
//!
//! This is the measure of Core ([`crate::cost`]), with a record counted as what it holds: a view of an array makes nothing, and a blank array is room for elements.  How often rules are
//! applied is counted beside it, as tests of bounds and of sizes are no primitive functions here, and are some in Core.

use super::Interpreter;
use super::value::Value;
use std::cell::Cell;

/// What a run cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Primitive functions applied, and scalars read, written or made.
    pub work: u64,
    /// Rules applied.
    pub rules: u64,
}

impl Cost {
    /// What was done at all.
    pub fn total(self) -> u64 {
        self.work + self.rules
    }
}

/// Counts while a run is under way.
#[derive(Debug, Default)]
pub struct Counter(Cell<Cost>);

impl Counter {
    /// So far.
    pub fn so_far(&self) -> Cost {
        self.0.get()
    }

    /// A primitive function is applied.
    pub(super) fn primitive(&self) {
        self.work(1);
    }

    /// A rule is applied.
    pub(super) fn rule(&self) {
        let Cost { work, rules } = self.0.get();
        self.0.set(Cost {
            work,
            rules: rules + 1,
        });
    }

    /// Elements are read, written or made.
    pub(super) fn elements(&self, elements: &[Value]) {
        self.work(elements.iter().map(scalars).sum());
    }

    fn work(&self, more: u64) {
        let Cost { work, rules } = self.0.get();
        self.0.set(Cost {
            work: work + more,
            rules,
        });
    }
}

impl Interpreter<'_> {
    /// A row or an element of an array: an element is read, a row is a view, and so are the arrays in an element.
    pub(super) fn read(&self, value: Value) -> Value {
        self.cost.work(beside_arrays(&value));
        value
    }
}

/// How many scalars a value holds in no array; of a sum, its constructor is one.
fn beside_arrays(value: &Value) -> u64 {
    match value {
        Value::Array(_) => 0,
        Value::Record(fields) => fields.iter().map(|(_, field)| beside_arrays(field)).sum(),
        Value::Sum(sum) => 1 + sum.args.iter().map(beside_arrays).sum::<u64>(),
        value => scalars(value),
    }
}

/// How many scalars a value holds; of a sum, its constructor is one.
fn scalars(value: &Value) -> u64 {
    match value {
        Value::Prim(_) | Value::Active(_) => 1,
        Value::Array(array) => array.elements().iter().map(scalars).sum(),
        Value::Record(fields) => fields.iter().map(|(_, field)| scalars(field)).sum(),
        Value::Sum(sum) => 1 + sum.args.iter().map(scalars).sum::<u64>(),
        Value::Function(_) | Value::Accumulator(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::{Array, Shape};
    use super::*;
    use crate::memory::Memory;
    use elder_syntax::prim::{PrimType, PrimValue};
    use std::rc::Rc;

    #[test]
    fn an_array_in_an_element_is_a_view() {
        let number = || Value::Prim(PrimValue::I32(1));
        let memory = Rc::new(Memory::new(u64::MAX));
        let row = Array::new(
            &memory,
            &[3],
            Shape::Prim(PrimType::I32),
            vec![number(), number(), number()],
        );
        let fields = [("0".into(), number()), ("1".into(), Value::Array(row))];
        let element = Value::Record(Rc::new(fields));
        assert_eq!((beside_arrays(&element), scalars(&element)), (1, 4));
    }
}
