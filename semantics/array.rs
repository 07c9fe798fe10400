//! Arrays of the definitions of Futhark and Core: elements in cells, seen through sizes and strides.
//!
//! The dimensions of an array of arrays are those of one vector of cells; a row, a slice or a rearranged array sees the cells of the array
//! that it was made of.  The cells count how often they were consumed, and each array knows the count at which it may read them: so an
//! update in place is O(1), and an array that was made before it is *poisoned* (FUT-E-POISON, CORE-E-POISON).
//!
//! A cell of Core holds a scalar, one of Futhark what is no array itself, but may have arrays within, such as a pair.  What is put into a
//! cell is a copy, so these belong to the array around it; taken out, they may be read only as long as that one may.

use crate::memory::Memory;
use smallvec::SmallVec;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::rc::Rc;

/// What a cell holds.
pub trait Element: Clone + Debug + Sized {
    /// What is known of all elements of an array.
    type Type: Clone + Debug;
    /// An element or an array of them.
    type Value: From<Self> + From<Rc<Array<Self>>>;

    /// The element as it is outside of the array that it was taken out of.
    fn taken_out(self, owner: &Rc<Array<Self>>) -> Self;
}

/// The elements that several arrays may see.
#[derive(Debug)]
struct Cells<E: Element> {
    elements: RefCell<Vec<E>>,
    /// How often they were consumed.
    consumed: Cell<u64>,
    memory: Rc<Memory>,
}

/// One dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// How many.
    pub size: i64,
    /// The distance of neighbours in the cells.
    pub stride: i64,
}

/// Dimensions, the outermost first.
pub type Dims = SmallVec<[Dim; 2]>;

/// Sizes, the outermost first.
pub type Sizes = SmallVec<[i64; 2]>;

/// An array.
#[derive(Clone, Debug)]
pub struct Array<E: Element> {
    dims: Dims,
    /// Where the first element lies in the cells.
    offset: i64,
    element: E::Type,
    cells: Rc<Cells<E>>,
    /// The count of consumption at which it may be read.
    valid: u64,
    /// The array that it was taken out of.
    owner: Option<Rc<Array<E>>>,
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

/// What so many elements take in memory.
pub fn bytes<E>(count: u64) -> u64 {
    count.saturating_mul(size_of::<E>() as u64)
}

/// Dimensions of elements that lie one after the other in row-major order.
fn row_major(sizes: &[i64]) -> Dims {
    let mut stride = 1i64;
    let mut dims = Dims::new();
    for &size in sizes.iter().rev() {
        dims.push(Dim { size, stride });
        stride = stride.wrapping_mul(size);
    }
    dims.reverse();
    dims
}

/// Whether no two ways through these dimensions lead to one element, as far as strides tell: each reaches over all that smaller ones see.
pub fn are_apart(dims: &[Dim]) -> bool {
    let long = dims.iter().filter(|dim| dim.size > 1);
    let mut long: Vec<(u64, i64)> = long.map(|dim| (dim.stride.unsigned_abs(), dim.size)).collect();
    long.sort_unstable();
    let mut reach = 0u64;
    dims.iter().any(|dim| dim.size == 0)
        || long.into_iter().all(|(stride, size)| {
            let apart = stride > reach;
            reach = reach.saturating_add(stride.saturating_mul(size.unsigned_abs() - 1));
            apart
        })
}

impl<E: Element> Array<E> {
    /// An array of these sizes with these elements in row-major order, which are copies and as many as it has room for.
    pub fn new(memory: &Rc<Memory>, sizes: &[i64], element: E::Type, elements: Vec<E>) -> Rc<Array<E>> {
        memory.charge(bytes::<E>(elements.len() as u64));
        Rc::new(Array {
            dims: row_major(sizes),
            offset: 0,
            element,
            cells: Rc::new(Cells {
                elements: RefCell::new(elements),
                consumed: Cell::new(0),
                memory: memory.clone(),
            }),
            valid: 0,
            owner: None,
        })
    }

    /// The same cells seen otherwise.
    pub fn view(&self, dims: Dims, offset: i64) -> Rc<Array<E>> {
        Rc::new(Array {
            dims,
            offset,
            element: self.element.clone(),
            cells: self.cells.clone(),
            valid: self.valid,
            owner: self.owner.clone(),
        })
    }

    /// An array of other sizes on the same elements, which lie one after the other.
    pub fn regrouped(&self, sizes: &[i64]) -> Rc<Array<E>> {
        self.view(row_major(sizes), self.offset)
    }

    /// The same array within another one, which has to be fresh for this one to be.
    pub fn within(&self, owner: &Rc<Array<E>>) -> Rc<Array<E>> {
        Rc::new(Array {
            owner: Some(owner.clone()),
            ..self.clone()
        })
    }

    /// Its dimensions.
    pub fn dims(&self) -> &Dims {
        &self.dims
    }

    /// Where its first element lies in the cells.
    pub fn offset(&self) -> i64 {
        self.offset
    }

    /// How many elements its cells have, whether it sees them or not.
    pub fn room(&self) -> usize {
        self.cells.elements.borrow().len()
    }

    /// What is known of its elements.
    pub fn element(&self) -> &E::Type {
        &self.element
    }

    /// The size of its outermost dimension.
    pub fn len(&self) -> i64 {
        self.dims.first().map_or(0, |dim| dim.size)
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.dims.iter().any(|dim| dim.size == 0)
    }

    /// Its sizes.
    pub fn sizes(&self) -> Sizes {
        self.dims.iter().map(|dim| dim.size).collect()
    }

    /// Whether it may be read: it has no elements, or they were not consumed since it was made, and what it was taken out of may be read.
    pub fn is_fresh(&self) -> bool {
        let valid = self.is_empty() || self.cells.consumed.get() == self.valid;
        valid && self.owner.as_ref().is_none_or(|owner| owner.is_fresh())
    }

    /// Poisons all arrays that share its cells, and gives one that may be read.
    pub fn consume(&self) -> Rc<Array<E>> {
        self.cells.consumed.set(self.cells.consumed.get() + 1);
        if let Some(owner) = &self.owner {
            owner.consume();
        }
        self.renewed()
    }

    /// The same array, as it is now: who has the whole may read it after a part of it was consumed.
    pub fn renewed(&self) -> Rc<Array<E>> {
        Rc::new(Array {
            valid: self.cells.consumed.get(),
            owner: None,
            ..self.clone()
        })
    }

    /// What these parts of the first dimensions leave, all in bounds: a view, or an element if nothing is left to see.
    pub fn part(self: &Rc<Self>, parts: &[Part]) -> Option<E::Value> {
        let (dims, offset) = self.seen(parts);
        match dims.is_empty() {
            true => self.cell(&self.cells.elements.borrow(), offset).map(From::from),
            false => Some(self.view(dims, offset).into()),
        }
    }

    /// The row or element at this index, which is in bounds.
    pub fn row(self: &Rc<Self>, i: i64) -> Option<E::Value> {
        self.part(&[Part::At(i)])
    }

    /// The dimensions that these parts of the first ones leave, and where the first element of that lies.
    fn seen(&self, parts: &[Part]) -> (Dims, i64) {
        let mut offset = self.offset;
        let mut dims = Dims::new();
        for (part, dim) in parts.iter().zip(&self.dims) {
            match *part {
                Part::At(i) => offset += i * dim.stride,
                Part::Section { start, count, stride } => {
                    // The first of none may lie outside.
                    offset += if count > 0 { start * dim.stride } else { 0 };
                    dims.push(Dim {
                        size: count,
                        stride: stride.wrapping_mul(dim.stride),
                    });
                }
            }
        }
        dims.extend(self.dims.iter().skip(parts.len()).copied());
        (dims, offset)
    }

    /// What lies in a cell.
    fn cell(self: &Rc<Self>, elements: &[E], at: i64) -> Option<E> {
        let element = elements.get(usize::try_from(at).ok()?).cloned();
        element.map(|element| element.taken_out(self))
    }

    /// The places of all elements in the cells, in row-major order.
    fn places(&self) -> Places<'_> {
        Places {
            dims: &self.dims,
            at: SmallVec::from_elem(0, self.dims.len()),
            next: (!self.is_empty()).then_some(self.offset),
        }
    }

    /// Its elements in row-major order.
    pub fn elements(self: &Rc<Self>) -> Vec<E> {
        let elements = self.cells.elements.borrow();
        self.places().filter_map(|at| self.cell(&elements, at)).collect()
    }

    /// An array of its elements that shares nothing with it.
    pub fn copied(self: &Rc<Self>, memory: &Rc<Memory>) -> Rc<Array<E>> {
        Array::new(memory, &self.sizes(), self.element.clone(), self.elements())
    }

    /// Puts copies of elements, in row-major order, in the places of its own.
    pub fn overwrite(&self, new: Vec<E>) {
        let mut elements = self.cells.elements.borrow_mut();
        for (at, element) in self.places().zip(new) {
            if let Some(cell) = usize::try_from(at).ok().and_then(|at| elements.get_mut(at)) {
                *cell = element;
            }
        }
    }

    /// The part that these leave, overwritten.
    pub fn put(&self, parts: &[Part], new: Vec<E>) {
        let (dims, offset) = self.seen(parts);
        self.view(dims, offset).overwrite(new);
    }

    /// Whether its elements lie one after the other in row-major order.
    pub fn is_dense(&self) -> bool {
        let dense = row_major(&self.sizes());
        let mut pairs = self.dims.iter().zip(&dense);
        self.is_empty() || pairs.all(|(dim, wanted)| dim.size == 1 || dim.stride == wanted.stride)
    }

    /// Whether each element has a cell of its own, as far as strides tell.
    pub fn is_apart(&self) -> bool {
        are_apart(&self.dims)
    }
}

/// Where elements lie, in row-major order.
struct Places<'a> {
    dims: &'a [Dim],
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
        for (dim, i) in self.dims.iter().zip(self.at.iter_mut()).rev() {
            *i += 1;
            // The stride of a single row may be any.
            place = place.wrapping_add(dim.stride);
            if *i < dim.size {
                self.next = Some(place);
                break;
            }
            place = place.wrapping_sub(i.wrapping_mul(dim.stride));
            *i = 0;
        }
        Some(now)
    }
}

impl<E: Element> Drop for Cells<E> {
    fn drop(&mut self) {
        self.memory
            .release(bytes::<E>(self.elements.borrow().len() as u64));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Element for i64 {
        type Type = ();
        type Value = Seen;

        fn taken_out(self, _: &Rc<Array<i64>>) -> i64 {
            self
        }
    }

    #[derive(Debug)]
    pub enum Seen {
        One(i64),
        Many(Rc<Array<i64>>),
    }

    impl From<i64> for Seen {
        fn from(n: i64) -> Seen {
            Seen::One(n)
        }
    }

    impl From<Rc<Array<i64>>> for Seen {
        fn from(array: Rc<Array<i64>>) -> Seen {
            Seen::Many(array)
        }
    }

    fn counted(sizes: &[i64]) -> Rc<Array<i64>> {
        let memory = Rc::new(Memory::new(u64::MAX));
        Array::new(&memory, sizes, (), (0..volume(sizes).unwrap_or(0)).collect())
    }

    fn numbers(seen: Option<Seen>) -> Vec<i64> {
        match seen {
            Some(Seen::One(n)) => vec![n],
            Some(Seen::Many(array)) => array.elements(),
            None => Vec::new(),
        }
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
        array.put(&[backwards, Part::At(1)], vec![7, 8, 9]);
        assert_eq!(array.elements(), [0, 9, 2, 3, 4, 8, 6, 7, 8, 7, 10, 11]);
    }

    #[test]
    fn strides_that_see_a_cell_twice_are_not_apart() {
        let array = counted(&[6]);
        let seen = |dims: [(i64, i64); 2]| {
            let dims = dims.into_iter().map(|(size, stride)| Dim { size, stride });
            array.view(dims.collect(), 0).is_apart()
        };
        assert!(seen([(2, 3), (3, 1)]) && seen([(3, 1), (2, 3)]) && seen([(2, 3), (3, -1)]));
        assert!(!seen([(2, 2), (3, 1)]) && !seen([(2, 0), (3, 1)]));
        assert!(seen([(1, 0), (3, 1)]) && seen([(0, 0), (3, 1)]));
    }

    #[test]
    fn an_element_can_be_put() {
        let array = counted(&[2, 2]);
        array.put(&[Part::At(1), Part::At(0)], vec![9]);
        assert_eq!(array.elements(), [0, 1, 9, 3]);
    }

    #[test]
    fn nothing_is_seen_of_an_empty_array() {
        assert_eq!(counted(&[2, 0, 3]).elements().len(), 0);
        assert_eq!(counted(&[2, 0, 3]).sizes().as_slice(), [2, 0, 3]);
    }

    #[test]
    fn consumption_poisons_what_shares() {
        let array = counted(&[2, 2]);
        let row = |array: &Rc<Array<i64>>, i| match array.row(i) {
            Some(Seen::Many(row)) => row,
            seen => panic!("{seen:?} is no row"),
        };
        let first = row(&array, 0);
        let whole = array.consume();
        assert!(!array.is_fresh() && whole.is_fresh() && !first.is_fresh());
        row(&whole, 1).consume();
        assert!(!whole.is_fresh() && whole.renewed().is_fresh());
        assert!(counted(&[0]).consume().is_fresh());
    }

    #[test]
    fn what_lies_within_is_as_fresh_as_what_is_around_it() {
        let (around, inner) = (counted(&[1]), counted(&[2]));
        let inner = inner.within(&around);
        assert!(inner.is_fresh());
        assert!(inner.consume().is_fresh());
        assert!(!around.is_fresh() && !inner.is_fresh());
    }

    #[test]
    fn memory_is_given_back() {
        let memory = Rc::new(Memory::new(bytes::<i64>(4)));
        let array = Array::new(&memory, &[4], (), vec![1; 4]);
        let view = array.view(Dims::new(), 1);
        drop(array);
        assert!(!memory.admits(1));
        drop(view);
        assert!(memory.admits(bytes::<i64>(4)));
    }
}
