//! Arrays made of elements, and copies.

use super::Interpreter;
use super::value::{Array, Shape, Value};
use crate::array::volume;
use crate::failure::{Failure, Run};
use elder_syntax::Span;
use std::rc::Rc;

impl Interpreter<'_> {
    /// The array that a value is; it may be read.
    pub fn array(&self, value: &Value, span: Span) -> Run<Rc<Array>> {
        self.readable(value, span)?;
        match value {
            Value::Array(array) => Ok(array.clone()),
            _ => Err(Failure::internal(span, "an array was expected")),
        }
    }

    /// A value that shares nothing with this one.
    pub fn copy(&self, value: &Value, span: Span) -> Run<Value> {
        Ok(match value {
            Value::Array(array) => {
                let array = self.array(value, span).map(|_| array)?;
                let elements = self.copies(array, span)?;
                self.cost.elements(&elements);
                let copy = Array::new(&self.memory, &array.sizes(), array.element().clone(), elements);
                Value::Array(copy)
            }
            Value::Record(fields) => {
                let mut copies = Vec::with_capacity(fields.len());
                for (name, field) in fields.iter() {
                    copies.push((name.clone(), self.copy(field, span)?));
                }
                Value::Record(copies.into())
            }
            Value::Sum(sum) => {
                let args: Run<Vec<Value>> = sum.args.iter().map(|arg| self.copy(arg, span)).collect();
                let mut copy = (**sum).clone();
                copy.args = args?;
                Value::Sum(Rc::new(copy))
            }
            Value::Prim(_) | Value::Active(_) | Value::Function(_) | Value::Accumulator(_) => value.clone(),
        })
    }

    /// Copies of all elements of an array in row-major order.
    pub fn copies(&self, array: &Rc<Array>, span: Span) -> Run<Vec<Value>> {
        self.room(volume(&array.sizes()).unwrap_or(i64::MAX), span)?;
        match array.element().holds_arrays() {
            true => array
                .elements()
                .iter()
                .map(|element| self.copy(element, span))
                .collect(),
            false => Ok(array.elements()),
        }
    }

    /// FUT-E-ARRAY: an array of copies of these elements, which have one shape; `row` is the shape where there are none.
    pub fn array_of(&self, elements: Vec<Value>, row: Option<&Shape>, span: Span) -> Run<Value> {
        let n = elements.len() as i64;
        let row = match (elements.first(), row) {
            (Some(first), _) => first.shape(),
            (None, Some(row)) => row.clone(),
            (None, None) => return Err(Failure::internal(span, "an array of nothing that is known")),
        };
        if let Some(other) = elements.iter().find(|element| !row.fits(&element.shape())) {
            let message = format!("shapes differ: {:?} and {:?}", row, other.shape());
            return Err(Failure::internal(span, message));
        }
        let (inner, element) = row.dimensions();
        let sizes: Vec<i64> = std::iter::once(n).chain(inner).collect();
        let mut cells = Vec::with_capacity(self.room(volume(&sizes).unwrap_or(i64::MAX), span)?);
        for value in &elements {
            match value {
                Value::Array(part) => {
                    cells.extend(self.array(value, span).and_then(|_| self.copies(part, span))?)
                }
                value => cells.push(self.copy(value, span)?),
            }
        }
        self.cost.elements(&cells);
        Ok(Value::Array(Array::new(
            &self.memory,
            &sizes,
            element.clone(),
            cells,
        )))
    }
}
