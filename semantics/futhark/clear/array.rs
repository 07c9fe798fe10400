//! Arrays: elements in cells, seen through sizes and strides.
//!
//! The dimensions of an array of arrays are those of one vector of cells; a row, a slice or a transposition sees the same
//! cells.  The cells count how often they were consumed, and each array knows the count at which it may read them: an
//! update in place is then O(1), and an array that was made before it is *poisoned* (FUT-E-POISON).  What is put into a cell
//! is a copy, so an array in a cell, such as the second part of a pair, belongs to the array around it; taken out, it may be
//! read only as long as that one may.

use super::value::{Shape, Value};
use crate::memory::Memory;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The elements that several arrays may see.
#[derive(Debug)]
pub struct Cells {
    values: RefCell<Vec<Value>>,
    /// How often they were consumed.
    consumed: Cell<u64>,
    memory: Rc<Memory>,
}

/// One dimension.
#[derive(Clone, Copy, Debug)]
pub struct Dim {
    /// How many.
    pub size: i64,
    /// The distance of neighbours in the cells.
    pub stride: i64,
}

/// Dimensions, outermost first.
pub type Dims = SmallVec<[Dim; 2]>;

/// An array.
#[derive(Debug)]
pub struct Array {
    dims: Dims,
    /// Where the first element lies.
    offset: i64,
    /// The shape of what is in a cell: no array.
    element: Shape,
    cells: Rc<Cells>,
    /// The count of consumption at which it may be read.
    valid: u64,
    /// The array that it was taken out of.
    owner: Option<Rc<Array>>,
}

/// What to take of a dimension.
#[derive(Clone, Copy, Debug)]
pub enum Selection {
    /// One index; the dimension disappears.
    Fix(i64),
    /// So many elements from a first one at a distance.
    Slice {
        /// The first.
        start: i64,
        /// The distance.
        step: i64,
        /// How many.
        count: i64,
    },
}

/// The number of elements of a shape, if it can be counted.
pub fn volume(sizes: &[i64]) -> Option<i64> {
    match sizes.contains(&0) {
        true => Some(0),
        false => sizes.iter().try_fold(1i64, |n, size| n.checked_mul(*size)),
    }
}

/// Dimensions in row-major order.
fn row_major(sizes: &[i64]) -> Dims {
    let mut stride = 1i64;
    let mut dims: Dims = Dims::new();
    for &size in sizes.iter().rev() {
        dims.push(Dim { size, stride });
        stride = stride.wrapping_mul(size);
    }
    dims.reverse();
    dims
}

impl Array {
    /// An array of these elements, which are copies, in row-major order.
    pub fn new(memory: &Rc<Memory>, sizes: &[i64], element: Shape, values: Vec<Value>) -> Rc<Array> {
        memory.charge(bytes(values.len()));
        let cells = Cells {
            values: RefCell::new(values),
            consumed: Cell::new(0),
            memory: memory.clone(),
        };
        Rc::new(Array {
            dims: row_major(sizes),
            offset: 0,
            element,
            cells: Rc::new(cells),
            valid: 0,
            owner: None,
        })
    }

    /// The same cells seen otherwise.
    pub fn view(&self, dims: Dims, offset: i64) -> Rc<Array> {
        Rc::new(Array {
            dims,
            offset,
            element: self.element.clone(),
            cells: self.cells.clone(),
            valid: self.valid,
            owner: self.owner.clone(),
        })
    }

    /// The outermost size.
    pub fn len(&self) -> i64 {
        self.dims.first().map_or(0, |dim| dim.size)
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.dims.iter().any(|dim| dim.size == 0)
    }

    /// Its dimensions.
    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    /// Where the first element lies.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// The sizes.
    pub fn sizes(&self) -> Vec<i64> {
        self.dims.iter().map(|dim| dim.size).collect()
    }

    /// The shape of what is in a cell.
    pub fn element(&self) -> &Shape {
        &self.element
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        Shape::array(self.dims.iter().map(|dim| dim.size), self.element.clone())
    }

    /// The shape of a row.
    pub fn row_shape(&self) -> Shape {
        let rows = self.dims.get(1..).unwrap_or(&[]);
        Shape::array(rows.iter().map(|dim| dim.size), self.element.clone())
    }

    /// Whether it may be read: neither it nor what it was taken out of was consumed since it was made.
    pub fn is_fresh(&self) -> bool {
        let valid = self.is_empty() || self.cells.consumed.get() == self.valid;
        valid && self.owner.as_ref().is_none_or(|owner| owner.is_fresh())
    }

    /// Poisons all that share its cells, and gives an array that may be read.
    pub fn consume(&self) -> Rc<Array> {
        let valid = self.cells.consumed.get() + 1;
        self.cells.consumed.set(valid);
        if let Some(owner) = &self.owner {
            owner.consume();
        }
        Rc::new(Array {
            dims: self.dims.clone(),
            offset: self.offset,
            element: self.element.clone(),
            cells: self.cells.clone(),
            valid,
            owner: None,
        })
    }

    /// The row or element with this index, which is in range.
    pub fn get(self: &Rc<Array>, i: i64) -> Value {
        self.select(&[Selection::Fix(i)])
    }

    /// What these selections of the first dimensions leave, all in range.
    pub fn select(self: &Rc<Array>, selections: &[Selection]) -> Value {
        let mut offset = self.offset;
        let mut dims = Dims::new();
        for (selection, dim) in selections.iter().zip(&self.dims) {
            match *selection {
                Selection::Fix(i) => offset += i * dim.stride,
                Selection::Slice { start, step, count } => {
                    // The start of nothing may lie outside.
                    offset += if count > 0 { start * dim.stride } else { 0 };
                    let stride = step.wrapping_mul(dim.stride);
                    dims.push(Dim { size: count, stride });
                }
            }
        }
        dims.extend_from_slice(self.dims.get(selections.len()..).unwrap_or(&[]));
        match dims.is_empty() {
            true => self.cell(offset),
            false => Value::Array(self.view(dims, offset)),
        }
    }

    /// What is in a cell.
    fn cell(self: &Rc<Array>, at: i64) -> Value {
        let value = self.cells.values.borrow().get(at as usize).cloned();
        let value = value.unwrap_or_else(Value::unit);
        match self.element.holds_arrays() {
            true => value.map_arrays(&mut |inner| {
                Value::Array(Rc::new(Array {
                    dims: inner.dims.clone(),
                    offset: inner.offset,
                    element: inner.element.clone(),
                    cells: inner.cells.clone(),
                    valid: inner.valid,
                    owner: Some(self.clone()),
                }))
            }),
            false => value,
        }
    }

    /// The places of all elements in the cells, in row-major order.
    fn places(&self) -> Vec<i64> {
        // Nothing may lie in very many rows.
        if self.dims.iter().any(|dim| dim.size == 0) {
            return Vec::new();
        }
        let mut places = vec![self.offset];
        for dim in &self.dims {
            let inner = |at: i64| (0..dim.size).map(move |i| at + i * dim.stride);
            places = places.into_iter().flat_map(inner).collect();
        }
        places
    }

    /// All elements in row-major order.
    pub fn elements(self: &Rc<Array>) -> Vec<Value> {
        self.places().into_iter().map(|at| self.cell(at)).collect()
    }

    /// Puts copies of elements, in row-major order, in the places of its own.
    pub fn overwrite(&self, elements: Vec<Value>) {
        let places = self.places();
        let mut values = self.cells.values.borrow_mut();
        for (at, element) in places.into_iter().zip(elements) {
            if let Some(cell) = values.get_mut(at as usize) {
                *cell = element;
            }
        }
    }

    /// Whether its elements lie one after the other in row-major order.
    pub fn is_dense(&self) -> bool {
        let dense = row_major(&self.sizes());
        let mut pairs = self.dims.iter().zip(&dense);
        self.is_empty() || pairs.all(|(dim, wanted)| dim.size == 1 || dim.stride == wanted.stride)
    }

    /// An array of other sizes on the same elements, which lie one after the other.
    pub fn regrouped(&self, sizes: &[i64]) -> Rc<Array> {
        self.view(row_major(sizes), self.offset)
    }
}

/// What so many elements take.
pub fn bytes(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<Value>() as u64)
}

impl Drop for Cells {
    fn drop(&mut self) {
        self.memory.release(bytes(self.values.borrow().len()));
    }
}
