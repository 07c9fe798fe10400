//! Arrays made, and arrays in other shapes.

use super::value::{Array, Scalar, Shape, Value};
use super::{Given, Interpreter, rules};
use crate::array::volume;
use crate::failure::Run;
use crate::numeric::zero;
use elder_core::Name;
use elder_core::tree::{Atom, Type};
use elder_syntax::prim::{PrimType, PrimValue};
use std::rc::Rc;

/// Rows of one shape, gathered one after the other.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    shape: Option<Shape>,
    scalars: Vec<Scalar>,
}

impl Rows {
    /// No rows yet, of this shape if it is known.
    pub(super) fn of(shape: Option<Shape>) -> Rows {
        Rows {
            shape,
            scalars: Vec::new(),
        }
    }

    /// The shape of a row, if there is one, and the scalars of all.
    pub(super) fn parts(self) -> (Option<Shape>, Vec<Scalar>) {
        (self.shape, self.scalars)
    }

    /// The rows were gathered in this order of their numbers.
    pub(super) fn arranged(self, order: &[usize]) -> Rows {
        if order.is_sorted() {
            return self;
        }
        let volume = self.scalars.len() / order.len();
        let mut rows: Vec<(usize, usize)> = order.iter().copied().zip(0..).collect();
        rows.sort_unstable();
        let row = |(_, k): (usize, usize)| self.scalars[k * volume..(k + 1) * volume].iter().copied();
        Rows {
            scalars: rows.into_iter().flat_map(row).collect(),
            shape: self.shape,
        }
    }
}

impl Interpreter<'_> {
    /// An array of this shape with these scalars, or the scalar itself.
    pub(super) fn make(&self, shape: &Shape, scalars: Vec<Scalar>) -> Run<Value> {
        if shape.sizes.is_empty() {
            let scalar = scalars.first().map(|scalar| Value::Prim(*scalar));
            return scalar.ok_or_else(|| self.malformed("a scalar that is not there"));
        }
        self.room(shape.volume())?;
        Ok(Value::Array(Array::new(
            &self.memory,
            &shape.sizes,
            shape.element,
            scalars,
        )))
    }

    /// The scalars of a value: a view may have more of them than there is memory.
    pub(super) fn scalars(&self, value: &Value) -> Run<Vec<Scalar>> {
        self.room(volume(&value.sizes()))?;
        Ok(value.scalars())
    }

    /// A value was made, element by element.
    pub(super) fn made(&self, value: &Value) {
        let count = volume(&value.sizes()).unwrap_or(i64::MAX);
        self.cost.count(usize::try_from(count).unwrap_or(0));
    }

    /// A value that shares with nothing.
    pub(super) fn copy(&self, value: &Value) -> Run<Value> {
        match value {
            Value::Array(array) => Ok(Value::Array(self.copied(array)?)),
            other => Ok(other.clone()),
        }
    }

    /// An array that shares with nothing.
    pub(super) fn copied(&self, array: &Rc<Array>) -> Run<Rc<Array>> {
        self.room(volume(&array.sizes()))?;
        Ok(array.copied(&self.memory))
    }

    /// CORE-E-ARRAY; of no rows, the type says the shape.
    pub(super) fn literal(&mut self, row: &Type, elements: &[Atom]) -> Run<Given> {
        let mut rows = Rows::default();
        for element in elements {
            let element = self.atom(*element)?;
            if !self.gather(&mut rows, &element)? {
                let text = "rows of different shapes";
                return Err(self.broken(&rules::CORE_E_ARRAY, "regular", text, &[]));
            }
        }
        Ok(self.gathered(elements.len() as i64, rows, row)?.into())
    }

    /// One more row; false if it has another shape than those before.
    pub(super) fn gather(&self, rows: &mut Rows, row: &Value) -> Run<bool> {
        self.readable(row)?;
        let Some(shape) = row.shape() else {
            return Err(self.malformed("an array of what is neither scalar nor array"));
        };
        if rows.shape.get_or_insert_with(|| shape.clone()) != &shape {
            return Ok(false);
        }
        let more = shape
            .volume()
            .and_then(|more| more.checked_add(rows.scalars.len() as i64));
        self.room(more)?;
        match row {
            Value::Prim(scalar) => rows.scalars.push(*scalar),
            row => rows.scalars.extend(row.scalars()),
        }
        self.made(row);
        Ok(true)
    }

    /// The array of so many rows; of none, the type says the shape.
    pub(super) fn gathered(&self, count: i64, rows: Rows, row: &Type) -> Run<Value> {
        let shape = match rows.shape {
            Some(shape) => shape,
            None => self.shape(row)?,
        };
        self.make(&shape.array_of(count), rows.scalars)
    }

    /// CORE-E-IOTA
    pub(super) fn iota(&mut self, count: Atom) -> Run<Given> {
        let count = self.number(count)?;
        if count < 0 {
            let text = "iota of {} numbers";
            return Err(self.broken(&rules::CORE_E_IOTA, "negative", text, &[count]));
        }
        self.room(Some(count))?;
        let shape = Shape {
            sizes: [count].into_iter().collect(),
            element: PrimType::I64,
        };
        let numbers = self.make(&shape, (0..count).map(|n| PrimValue::I64(n).into()).collect())?;
        self.made(&numbers);
        Ok(numbers.into())
    }

    /// CORE-E-REPL
    pub(super) fn replicate(&mut self, count: Atom, value: Atom) -> Run<Given> {
        let count = self.number(count)?;
        let value = self.atom(value)?;
        let Some(row) = value.shape() else {
            return Err(self.malformed("an array of what is neither scalar nor array"));
        };
        if count < 0 {
            let text = "an array of {} copies";
            return Err(self.broken(&rules::CORE_E_REPL, "negative", text, &[count]));
        }
        let shape = row.array_of(count);
        let room = self.room(shape.volume())?;
        let scalars = self.scalars(&value)?;
        let scalars = scalars.iter().copied().cycle().take(room);
        let copies = self.make(&shape, scalars.collect())?;
        self.made(&copies);
        Ok(copies.into())
    }

    /// CORE-E-BLANK
    pub(super) fn blank(&mut self, ty: &Type) -> Run<Given> {
        let shape = self.shape(ty)?;
        let negative = shape.sizes.iter().find(|size| **size < 0);
        if let Some(size) = negative.filter(|_| !shape.sizes.contains(&0)) {
            let text = "a dimension of size {}";
            return Err(self.broken(&rules::CORE_E_BLANK, "negative", text, &[*size]));
        }
        let room = self.room(shape.volume())?;
        Ok(self.make(&shape, vec![zero(shape.element).into(); room])?.into())
    }

    /// CORE-E-SIZE
    pub(super) fn size(&mut self, dimension: u16, array: Name) -> Run<Given> {
        let array = self.array(array)?;
        match array.dims().get(usize::from(dimension)) {
            Some(side) => Ok(Value::from(side.size).into()),
            None => Err(self.malformed("the size of a dimension that the array does not have")),
        }
    }

    /// CORE-E-RESHAPE
    pub(super) fn reshape(&mut self, dims: &[Atom], array: Name) -> Run<Given> {
        let array = self.array(array)?;
        let sizes = self.numbers(dims)?;
        let before = volume(&array.sizes());
        // Of rows that are not there a size may be below zero.
        if let Some(size @ ..0) = sizes.iter().copied().find(|size| *size <= 0) {
            let text = "a dimension of size {}";
            return Err(self.broken(&rules::CORE_E_RESHAPE, "volume", text, &[size]));
        }
        let after = volume(&sizes);
        if after != before {
            let text = "an array of {} elements in a shape of {}";
            let numbers = [before, after].map(|count| count.unwrap_or(i64::MAX));
            return Err(self.broken(&rules::CORE_E_RESHAPE, "volume", text, &numbers));
        }
        let dense = match array.is_dense() {
            true => array,
            false => self.copied(&array)?,
        };
        Ok(Value::Array(dense.regrouped(&sizes)).into())
    }

    /// CORE-E-COERCE
    pub(super) fn coerce(&mut self, dims: &[Atom], array: Name) -> Run<Given> {
        let array = self.array(array)?;
        let sizes = self.numbers(dims)?;
        if sizes.len() != array.dims().len() {
            return Err(self.malformed("sizes of another number of dimensions than the array has"));
        }
        match array
            .dims()
            .iter()
            .zip(&sizes)
            .find(|(side, size)| side.size != **size)
        {
            None => Ok(Value::Array(array).into()),
            Some((side, size)) => {
                let text = "a dimension of size {}, which should be {}";
                Err(self.broken(&rules::CORE_E_COERCE, "size", text, &[side.size, *size]))
            }
        }
    }

    /// CORE-E-REARR
    pub(super) fn rearrange(&mut self, order: &[u16], array: Name) -> Run<Given> {
        let array = self.array(array)?;
        let side = |k: &u16| array.dims().get(usize::from(*k)).copied();
        match order.iter().map(side).collect::<Option<_>>() {
            Some(sides) if order.len() == array.dims().len() => {
                Ok(Value::Array(array.view(sides, array.offset())).into())
            }
            _ => Err(self.malformed("an order of other dimensions than the array has")),
        }
    }

    /// CORE-E-CONCAT
    pub(super) fn concat(&mut self, total: Atom, arrays: &[Name]) -> Run<Given> {
        let total = self.number(total)?;
        let arrays: Run<Vec<Rc<Array>>> = arrays.iter().map(|array| self.array(*array)).collect();
        let arrays = arrays?;
        let Some(row) = arrays.first().map(|array| array.row_shape()) else {
            return Err(self.malformed("no arrays to put one after the other"));
        };
        if arrays.iter().any(|array| array.row_shape() != row) {
            let text = "rows of different shapes";
            return Err(self.broken(&rules::CORE_E_CONCAT, "shape", text, &[]));
        }
        let count = arrays
            .iter()
            .fold(0i64, |sum, array| sum.saturating_add(array.len()));
        if count != total {
            let text = "arrays of {} rows together, which should be {}";
            return Err(self.broken(&rules::CORE_E_CONCAT, "total", text, &[count, total]));
        }
        let shape = row.array_of(count);
        self.room(shape.volume())?;
        let scalars = arrays.iter().flat_map(|array| array.elements());
        let all = self.make(&shape, scalars.collect())?;
        self.made(&all);
        Ok(all.into())
    }
}
