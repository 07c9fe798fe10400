//! Arrays: flat typed buffers, and views of them.
//!
//! An array of scalars is a view (shape, strides, offset) of a shared buffer, so a
//! row, a slice or a transposition copies nothing.  An array of records is a record of
//! arrays; arrays of constructors hold their elements one by one.  Cells give the
//! in-place update that uniqueness permits; a version number in the buffer tells the
//! handles made before an update from those made after it.

mod updates;
mod views;

pub use views::Dim;

pub use crate::futhark::machine::buffer::{Buffer, Cells, Element};
use crate::futhark::machine::value::{Fields, RtType, Value};
use crate::memory::Memory;
use crate::with_cells;
use smallvec::SmallVec;
use std::rc::Rc;

/// Sizes or strides, outermost first.
pub type Dims = SmallVec<[i64; 3]>;

/// What an array operation may complain of.  The evaluator adds rule and place.
#[derive(Clone, Debug, PartialEq)]
pub enum ArrayError {
    /// The handle is older than the last update of the buffer.
    Stale,
    /// So many bytes are more than the memory limit allows.
    Memory(u64),
    /// There is no fuel for so many elements.
    Fuel,
    /// These two shapes should be equal.
    Shape(Dims, Dims),
    /// The representation is not what the type promises: a mistake in Elder.
    Kind(&'static str),
}

/// An array.
#[derive(Debug)]
pub struct Array {
    /// Its sizes: down to the scalars if `data` is flat, else down to the records.
    pub shape: Dims,
    /// Its elements.
    pub data: Data,
}

/// The elements of an array.
#[derive(Debug)]
pub enum Data {
    /// A view of a buffer.
    Flat(Flat),
    /// An array for each field; their shapes begin with the shape of the whole.
    Record(Fields),
}

/// A view of a buffer.
#[derive(Debug)]
pub struct Flat {
    /// The buffer.
    pub cells: Cells,
    /// Distance of neighbours in each dimension.
    pub strides: Dims,
    /// Place of the first element.
    pub offset: i64,
}

impl Flat {
    /// The distance of neighbours in the first dimension, of which there is one.
    #[inline(always)]
    pub fn stride(&self) -> i64 {
        self.strides.first().copied().unwrap_or(1)
    }

    /// An array of this shape on the same cells.
    fn seen(&self, version: u32, shape: Dims, strides: Dims, offset: i64) -> Value {
        let data = Data::Flat(Flat {
            cells: self.cells.clone(),
            strides,
            offset,
        });
        Value::Array(version, Rc::new(Array { shape, data }))
    }

    /// The buffer, if its elements have this type and the handle may be read.
    #[inline(always)]
    fn buffer<T: Element>(&self, version: u32) -> Option<&Rc<Buffer<T>>> {
        T::buffer(&self.cells).filter(|buffer| buffer.version() == version)
    }
}

/// The strides of a row-major array.
pub fn row_major(shape: &[i64]) -> Dims {
    let mut strides: Dims = smallvec::smallvec![1; shape.len()];
    for d in (0..shape.len().saturating_sub(1)).rev() {
        strides[d] = strides[d + 1].wrapping_mul(shape[d + 1]);
    }
    strides
}

/// The number of elements of a shape, if it can be counted.
pub fn volume(shape: &[i64]) -> Option<i64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1i64, |n, &d| n.checked_mul(d))
}

impl Array {
    /// The outermost size.
    #[inline(always)]
    pub fn len(&self) -> i64 {
        self.shape.first().copied().unwrap_or(0)
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// An array of scalars or constructors that owns these elements.
    pub fn flat<T: Element>(memory: &Rc<Memory>, shape: Dims, elements: Vec<T>) -> Value {
        let data = Data::Flat(Flat {
            cells: T::cells(Buffer::new(memory, elements)),
            strides: row_major(&shape),
            offset: 0,
        });
        Value::Array(0, Rc::new(Array { shape, data }))
    }

    /// As [`Array::flat`]; without elements it knows the type that elements would have.
    pub fn flat_of<T: Element>(
        memory: &Rc<Memory>,
        shape: Dims,
        mut elements: Vec<T>,
        ty: impl FnOnce() -> Option<Rc<RtType>>,
    ) -> Value {
        if elements.is_empty() {
            elements.extend(ty().and_then(T::absent));
        }
        Array::flat(memory, shape, elements)
    }

    /// An array of records: an array a field.
    pub fn records(shape: Dims, fields: Fields) -> Value {
        let data = Data::Record(fields);
        Value::Array(0, Rc::new(Array { shape, data }))
    }

    /// A one-dimensional array of scalars.
    pub fn vector<T: Element>(memory: &Rc<Memory>, elements: Vec<T>) -> Value {
        Array::flat(memory, smallvec::smallvec![elements.len() as i64], elements)
    }

    /// An array of shape `shape` and element type `ty`, whose elements are all zero; used for shapes without elements.
    pub fn blank(memory: &Rc<Memory>, mut shape: Dims, ty: &Rc<RtType>) -> Result<Value, ArrayError> {
        Ok(match &**ty {
            RtType::Array(n, inner) => {
                shape.push(*n);
                return Array::blank(memory, shape, inner);
            }
            RtType::Prim(p) => {
                let n = reserve(memory, &shape, p.bytes())?;
                elder_syntax::with_prim_type!(*p, T => Array::flat(memory, shape, vec![T::default(); n]))
            }
            RtType::Sum(_) | RtType::Boxed | RtType::Blank(..) | RtType::Failed(_) => {
                let n = reserve(memory, &shape, size_of::<Value>())?;
                Array::flat_of(memory, shape, vec![Value::default(); n], || Some(ty.clone()))
            }
            RtType::Record(fields) => {
                let fields: Result<Fields, ArrayError> = fields
                    .iter()
                    .map(|f| Array::blank(memory, shape.clone(), f))
                    .collect();
                Array::records(shape, fields?)
            }
        })
    }

    /// The element or row `i`, which must be in range; inherits the version of the handle.
    #[inline]
    pub fn element(&self, version: u32, i: i64) -> Value {
        let rows = || SmallVec::from_slice(self.shape.get(1..).unwrap_or(&[]));
        match &self.data {
            Data::Flat(flat) => {
                let at = flat.offset + i * flat.strides.first().copied().unwrap_or(0);
                if self.shape.len() == 1 {
                    return with_cells!(&flat.cells, b => b.get(at).value());
                }
                let strides = SmallVec::from_slice(flat.strides.get(1..).unwrap_or(&[]));
                flat.seen(version, rows(), strides, at)
            }
            Data::Record(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|f| f.map_array(|v, a| a.element(v, i))).collect();
                match self.shape.len() {
                    1 => Value::Record(Rc::new(fields)),
                    _ => Array::records(rows(), fields),
                }
            }
        }
    }

    /// The scalar `i` of a one-dimensional array of this type; `None` if it is not that, or `i` is out of range, or
    /// the handle is stale: the general path says which.
    #[inline(always)]
    pub fn scalar<T: Element>(&self, version: u32, i: i64) -> Option<T> {
        if self.shape.len() != 1 || (i as u64) >= (self.shape[0] as u64) {
            return None;
        }
        match &self.data {
            Data::Flat(flat) => Some(flat.buffer::<T>(version)?.get(flat.offset + i * flat.strides[0])),
            Data::Record(_) => None,
        }
    }

    /// As [`Array::scalar`], of two dimensions.
    #[inline(always)]
    pub fn scalar2<T: Element>(&self, version: u32, i: i64, j: i64) -> Option<T> {
        if self.shape.len() != 2
            || (i as u64) >= (self.shape[0] as u64)
            || (j as u64) >= (self.shape[1] as u64)
        {
            return None;
        }
        match &self.data {
            Data::Flat(flat) => {
                let at = flat.offset + i * flat.strides[0] + j * flat.strides[1];
                Some(flat.buffer::<T>(version)?.get(at))
            }
            Data::Record(_) => None,
        }
    }

    /// Whether the handle may still be read.
    pub fn fresh(&self, version: u32) -> Result<(), ArrayError> {
        match &self.data {
            Data::Flat(Flat { cells, .. }) => {
                if cells.version() == version || self.is_empty() {
                    Ok(())
                } else {
                    Err(ArrayError::Stale)
                }
            }
            Data::Record(fields) => fields.iter().try_for_each(|f| match f {
                Value::Array(v, a) => a.fresh(*v),
                _ => Ok(()),
            }),
        }
    }
}

fn reserve_for<T: Element>(
    memory: &Memory,
    shape: &[i64],
    _like: &Rc<Buffer<T>>,
) -> Result<usize, ArrayError> {
    reserve(memory, shape, size_of::<T>())
}

/// The number of elements of a shape, which are made in one go, if they are within the limits of memory and fuel.
pub fn reserve(memory: &Memory, shape: &[i64], bytes: usize) -> Result<usize, ArrayError> {
    let n = volume(shape).unwrap_or(i64::MAX).max(0) as u64;
    let bytes = n.saturating_mul(bytes as u64);
    if !memory.admits(bytes) || bytes >= isize::MAX as u64 {
        return Err(ArrayError::Memory(bytes));
    }
    touch(memory, n).map(|()| n as usize)
}

/// FUT-E-LIMIT: so many elements are touched in one go.
pub fn touch(memory: &Memory, elements: u64) -> Result<(), ArrayError> {
    match memory.spend(elements) {
        true => Ok(()),
        false => Err(ArrayError::Fuel),
    }
}

/// The account of the arrays in a value, if it holds any.
pub(crate) fn account(value: &Value) -> Option<Rc<Memory>> {
    match value {
        Value::Array(_, array) => match &array.data {
            Data::Flat(Flat { cells, .. }) => Some(cells.memory().clone()),
            Data::Record(fields) => fields.iter().find_map(account),
        },
        Value::Record(fields) => fields.iter().find_map(account),
        Value::Sum(sum) => sum.args.iter().find_map(account),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Rc<Memory> {
        Rc::new(Memory::new(1 << 30))
    }

    fn matrix(m: &Rc<Memory>) -> Value {
        Array::flat(m, smallvec::smallvec![2, 3], vec![1i32, 2, 3, 4, 5, 6])
    }

    fn all(v: &Value) -> Vec<i32> {
        let mut out = Vec::new();
        v.as_array().expect("an array").gather(&mut out).expect("of i32");
        out
    }

    #[test]
    fn transposition_is_a_view_and_flattening_it_copies() {
        let m = memory();
        let a = matrix(&m);
        let t = a.as_array().unwrap().rearrange(0, &[1, 0]);
        assert_eq!(all(&t), [1, 4, 2, 5, 3, 6]);
        let total = m.total();
        let f = t.as_array().unwrap().reshape(&m, 0, 2, &[6]).unwrap();
        assert_eq!(all(&f), [1, 4, 2, 5, 3, 6]);
        assert_eq!(m.total() - total, 24);
    }

    #[test]
    fn an_update_makes_old_handles_stale_and_overlaps_are_copied() {
        let m = memory();
        let a = matrix(&m);
        let array = a.as_array().unwrap();
        let row = array.element(0, 0);
        array.write(&m, &[Dim::Fix(1)], &row).unwrap();
        assert_eq!(all(&a), [1, 2, 3, 1, 2, 3]);
        let Value::Array(version, new) = array.consume() else {
            panic!("no array")
        };
        assert_eq!(new.fresh(version), Ok(()));
        assert_eq!(row.as_array().unwrap().fresh(0), Err(ArrayError::Stale));
    }

    #[test]
    fn memory_is_given_back() {
        let m = memory();
        drop(matrix(&m));
        assert!(m.admits((1 << 30) - 1));
        assert_eq!(m.peak(), 24);
        assert_eq!(reserve(&m, &[1 << 40], 8), Err(ArrayError::Memory(1 << 43)));
    }
}
