//! Arrays: scalars in a flat buffer, seen through sizes and strides.
//!
//! A slice or a rearranged array sees the cells of the array that it was made of.  The cells count how often they were consumed,
//! and each array knows the count at which it may read them: so an update in place is O(1), and an array that was made before
//! it is *poisoned* (CORE-E-POISON).

use super::value::{Scalar, Shape, Sizes, Value};
use crate::memory::Memory;
use elder_syntax::prim::PrimType;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The scalars that several arrays may see.
#[derive(Debug)]
struct Cells {
    values: RefCell<Vec<Scalar>>,
    /// How often they were consumed.
    consumed: Cell<u64>,
    memory: Rc<Memory>,
}

/// One dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// How many.
    pub size: i64,
    /// The distance of neighbours in the cells.
    pub stride: i64,
}

/// Dimensions, the outermost first.
pub type Sides = SmallVec<[Side; 2]>;

/// An array.
#[derive(Debug)]
pub struct Array {
    sides: Sides,
    /// Where the first element lies in the cells.
    offset: i64,
    element: PrimType,
    cells: Rc<Cells>,
    /// The count of consumption at which it may be read.
    valid: u64,
}

/// What to take of a dimension; it lies within.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One row: the dimension is gone.
    At(i64),
    /// So many rows from a first one at a distance.
    Section {
        /// The first.
        start: i64,
        /// How many.
        count: i64,
        /// From each to the next.
        stride: i64,
    },
}

/// The number of elements of these sizes, if it can be counted.  Where one is 0 the others may be any numbers.
pub fn volume(sizes: &[i64]) -> Option<i64> {
    match sizes.contains(&0) {
        true => Some(0),
        false => sizes.iter().try_fold(1i64, |n, size| n.checked_mul(*size)),
    }
}

/// What so many scalars take in memory.
pub fn bytes(count: u64) -> u64 {
    count.saturating_mul(size_of::<Scalar>() as u64)
}

/// Dimensions of elements that lie one after the other in row-major order.
fn row_major(sizes: &[i64]) -> Sides {
    let mut stride = 1i64;
    let mut sides: Sides = Sides::new();
    for &size in sizes.iter().rev() {
        sides.push(Side { size, stride });
        stride = stride.wrapping_mul(size);
    }
    sides.reverse();
    sides
}

impl Array {
    /// An array of this shape with these scalars in row-major order, which are as many as it has room for.
    pub fn new(memory: &Rc<Memory>, shape: &Shape, values: Vec<Scalar>) -> Rc<Array> {
        memory.charge(bytes(values.len() as u64));
        Rc::new(Array {
            sides: row_major(&shape.sizes),
            offset: 0,
            element: shape.element,
            cells: Rc::new(Cells {
                values: RefCell::new(values),
                consumed: Cell::new(0),
                memory: memory.clone(),
            }),
            valid: 0,
        })
    }

    /// The same cells seen otherwise.
    pub fn view(&self, sides: Sides, offset: i64) -> Rc<Array> {
        Rc::new(Array {
            sides,
            offset,
            element: self.element,
            cells: self.cells.clone(),
            valid: self.valid,
        })
    }

    /// Its dimensions.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Where its first element lies in the cells.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// The type of its elements.
    pub fn element(&self) -> PrimType {
        self.element
    }

    /// The size of its outermost dimension.
    pub fn len(&self) -> i64 {
        self.sides.first().map_or(0, |side| side.size)
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.sides.iter().any(|side| side.size == 0)
    }

    /// Its sizes.
    pub fn sizes(&self) -> Sizes {
        self.sides.iter().map(|side| side.size).collect()
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        Shape {
            sizes: self.sizes(),
            element: self.element,
        }
    }

    /// The shape of its rows.
    pub fn row_shape(&self) -> Shape {
        Shape {
            sizes: self.sides.iter().skip(1).map(|side| side.size).collect(),
            element: self.element,
        }
    }

    /// Whether it may be read: it has no elements, or they were not consumed since it was made.
    pub fn is_fresh(&self) -> bool {
        self.is_empty() || self.cells.consumed.get() == self.valid
    }

    /// Poisons all arrays that share its cells, and gives one that may be read.
    pub fn consume(&self) -> Rc<Array> {
        self.cells.consumed.set(self.cells.consumed.get() + 1);
        self.renewed()
    }

    /// The same array, as it is now: who has the whole may read it after a part of it was consumed.
    pub fn renewed(&self) -> Rc<Array> {
        Rc::new(Array {
            sides: self.sides.clone(),
            offset: self.offset,
            element: self.element,
            cells: self.cells.clone(),
            valid: self.cells.consumed.get(),
        })
    }

    /// The scalar at these indexes, one for each dimension and all in bounds.
    pub fn scalar(&self, at: &[i64]) -> Option<Scalar> {
        let steps = self.sides.iter().zip(at);
        self.cell(steps.fold(self.offset, |place, (side, i)| place + i * side.stride))
    }

    /// The row at this index, which is in bounds.
    pub fn row(&self, i: i64) -> Option<Value> {
        self.part(&[Part::At(i)])
    }

    /// What these parts of the first dimensions leave, all in bounds: a view, or a scalar if nothing is left to see.
    pub fn part(&self, parts: &[Part]) -> Option<Value> {
        let mut offset = self.offset;
        let mut sides = Sides::new();
        for (part, side) in parts.iter().zip(&self.sides) {
            match *part {
                Part::At(i) => offset += i * side.stride,
                Part::Section { start, count, stride } => {
                    // The first of none may lie outside.
                    offset += if count > 0 { start * side.stride } else { 0 };
                    sides.push(Side {
                        size: count,
                        stride: stride.wrapping_mul(side.stride),
                    });
                }
            }
        }
        sides.extend(self.sides.iter().skip(parts.len()).copied());
        match sides.is_empty() {
            true => self.cell(offset).map(Value::Prim),
            false => Some(Value::Array(self.view(sides, offset))),
        }
    }

    fn cell(&self, at: i64) -> Option<Scalar> {
        let values = self.cells.values.borrow();
        values.get(usize::try_from(at).ok()?).copied()
    }

    /// The places of all elements in the cells, in row-major order.
    fn places(&self) -> Places<'_> {
        Places {
            sides: &self.sides,
            at: SmallVec::from_elem(0, self.sides.len()),
            next: (!self.is_empty()).then_some(self.offset),
        }
    }

    /// Its scalars in row-major order.
    pub fn scalars(&self) -> Vec<Scalar> {
        let values = self.cells.values.borrow();
        let scalar = |at: i64| values.get(usize::try_from(at).ok()?).copied();
        self.places().filter_map(scalar).collect()
    }

    /// Puts scalars, in row-major order, in the places of its own.
    pub fn overwrite(&self, scalars: &[Scalar]) {
        let mut values = self.cells.values.borrow_mut();
        for (at, scalar) in self.places().zip(scalars) {
            if let Some(cell) = usize::try_from(at).ok().and_then(|at| values.get_mut(at)) {
                *cell = *scalar;
            }
        }
    }

    /// The part that these leave, overwritten.
    pub fn put(&self, parts: &[Part], scalars: &[Scalar]) {
        match self.part(parts) {
            Some(Value::Array(part)) => part.overwrite(scalars),
            // Nothing is left to see but the scalar itself.
            _ => {
                let indexes = parts.iter().zip(&self.sides).map(|(part, side)| match *part {
                    Part::At(i) | Part::Section { start: i, .. } => i * side.stride,
                });
                self.view(Sides::new(), self.offset + indexes.sum::<i64>())
                    .overwrite(scalars);
            }
        }
    }

    /// Whether its elements lie one after the other in row-major order.
    pub fn is_dense(&self) -> bool {
        let dense = row_major(&self.sizes());
        let mut pairs = self.sides.iter().zip(&dense);
        self.is_empty() || pairs.all(|(side, wanted)| side.size == 1 || side.stride == wanted.stride)
    }

    /// Whether each element has a cell of its own, as far as strides tell: each reaches over all that smaller ones see.
    pub fn is_apart(&self) -> bool {
        let long = self.sides.iter().filter(|side| side.size > 1);
        let mut long: Vec<(u64, i64)> = long.map(|side| (side.stride.unsigned_abs(), side.size)).collect();
        long.sort_unstable();
        let mut reach = 0u64;
        self.is_empty()
            || long.into_iter().all(|(stride, size)| {
                let apart = stride > reach;
                reach = reach.saturating_add(stride.saturating_mul(size.unsigned_abs() - 1));
                apart
            })
    }

    /// An array of other sizes on the same elements, which lie one after the other.
    pub fn regrouped(&self, sizes: &[i64]) -> Rc<Array> {
        self.view(row_major(sizes), self.offset)
    }
}

/// Where elements lie, in row-major order.
struct Places<'a> {
    sides: &'a [Side],
    /// The indexes of the next one.
    at: SmallVec<[i64; 4]>,
    next: Option<i64>,
}

impl Iterator for Places<'_> {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        let now = self.next?;
        let mut place = now;
        self.next = None;
        for (side, i) in self.sides.iter().zip(self.at.iter_mut()).rev() {
            *i += 1;
            // The stride of a single row may be any.
            place = place.wrapping_add(side.stride);
            if *i < side.size {
                self.next = Some(place);
                break;
            }
            place = place.wrapping_sub(i.wrapping_mul(side.stride));
            *i = 0;
        }
        Some(now)
    }
}

impl Drop for Cells {
    fn drop(&mut self) {
        self.memory.release(bytes(self.values.borrow().len() as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_syntax::prim::PrimValue;

    fn counted(sizes: &[i64]) -> Rc<Array> {
        let memory = Rc::new(Memory::new(u64::MAX));
        let shape = Shape {
            sizes: sizes.iter().copied().collect(),
            element: PrimType::I64,
        };
        let count = shape.volume().unwrap_or(0);
        Array::new(
            &memory,
            &shape,
            (0..count).map(|n| PrimValue::I64(n).into()).collect(),
        )
    }

    fn numbers(value: Option<Value>) -> Vec<i64> {
        let scalars = value.map_or_else(Vec::new, |value| value.scalars());
        let number = |scalar: Scalar| match scalar.number {
            PrimValue::I64(n) => n,
            _ => -1,
        };
        scalars.into_iter().map(number).collect()
    }

    #[test]
    fn parts_are_views() {
        let array = counted(&[3, 4]);
        assert_eq!(numbers(array.row(1)), [4, 5, 6, 7]);
        let backwards = Part::Section {
            start: 2,
            count: 3,
            stride: -1,
        };
        assert_eq!(numbers(array.part(&[backwards, Part::At(1)])), [9, 5, 1]);
        array.put(
            &[backwards, Part::At(1)],
            &[7, 8, 9].map(|n| PrimValue::I64(n).into()),
        );
        assert_eq!(
            numbers(Some(Value::Array(array))),
            [0, 9, 2, 3, 4, 8, 6, 7, 8, 7, 10, 11]
        );
    }

    #[test]
    fn strides_that_see_a_cell_twice_are_not_apart() {
        let array = counted(&[6]);
        let seen = |sides: [(i64, i64); 2]| {
            let sides = sides.into_iter().map(|(size, stride)| Side { size, stride });
            array.view(sides.collect(), 0).is_apart()
        };
        assert!(seen([(2, 3), (3, 1)]) && seen([(3, 1), (2, 3)]) && seen([(2, 3), (3, -1)]));
        assert!(!seen([(2, 2), (3, 1)]) && !seen([(2, 0), (3, 1)]));
        assert!(seen([(1, 0), (3, 1)]) && seen([(0, 0), (3, 1)]));
    }

    #[test]
    fn a_scalar_can_be_put() {
        let array = counted(&[2, 2]);
        array.put(&[Part::At(1), Part::At(0)], &[PrimValue::I64(9).into()]);
        assert_eq!(numbers(Some(Value::Array(array))), [0, 1, 9, 3]);
    }

    #[test]
    fn nothing_is_seen_of_an_empty_array() {
        assert_eq!(counted(&[2, 0, 3]).scalars().len(), 0);
        assert_eq!(counted(&[2, 0, 3]).sizes().as_slice(), [2, 0, 3]);
    }

    #[test]
    fn consumption_poisons_what_shares() {
        let array = counted(&[2, 2]);
        let row = array.row(0);
        let whole = array.consume();
        assert!(!array.is_fresh() && whole.is_fresh());
        assert!(!row.is_some_and(|row| row.is_fresh()));
        whole.row(1).map(Value::consumed);
        assert!(!whole.is_fresh() && whole.renewed().is_fresh());
        assert!(counted(&[0]).consume().is_fresh());
    }

    #[test]
    fn memory_is_given_back() {
        let memory = Rc::new(Memory::new(bytes(4)));
        let shape = Shape {
            sizes: [4].into_iter().collect(),
            element: PrimType::Bool,
        };
        let array = Array::new(&memory, &shape, vec![PrimValue::Bool(true).into(); 4]);
        let view = array.view(Sides::new(), 1);
        drop(array);
        assert!(!memory.admits(1));
        drop(view);
        assert!(memory.admits(bytes(4)));
    }
}
