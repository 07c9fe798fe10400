//! The cost of a run: how many primitive functions are applied, and how many scalars are read from arrays, written into them or put into new ones.
//!
//! This is the measure of Core ([`crate::core::cost`]), with a record counted as what it holds: a view of an array makes nothing.  How often rules are
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
    /// A row or an element of an array: an element is read, a row is a view.
    pub(super) fn read(&self, value: Value) -> Value {
        if !matches!(value, Value::Array(_)) {
            self.cost.elements(std::slice::from_ref(&value));
        }
        value
    }
}

/// How many scalars a value holds; of a sum, its constructor is one.
fn scalars(value: &Value) -> u64 {
    match value {
        Value::Prim(_) => 1,
        Value::Array(array) => array.elements().iter().map(scalars).sum(),
        Value::Record(fields) => fields.iter().map(|(_, field)| scalars(field)).sum(),
        Value::Sum(sum) => 1 + sum.args.iter().map(scalars).sum::<u64>(),
        Value::Function(_) | Value::Accumulator(_) => 0,
    }
}
