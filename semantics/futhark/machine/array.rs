//! Arrays: flat typed buffers, and views of them.
//!
//! An array of scalars is a view (shape, strides, offset) of a shared buffer, so a
//! row, a slice or a transposition copies nothing.  An array of records is a record of
//! arrays; arrays of constructors hold their elements one by one.  Cells give the
//! in-place update that uniqueness permits; a version number in the buffer tells the
//! handles made before an update from those made after it.

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
    Flat {
        /// The buffer.
        cells: Cells,
        /// Distance of neighbours in each dimension.
        strides: Dims,
        /// Place of the first element.
        offset: i64,
    },
    /// An array for each field; their shapes begin with the shape of the whole.
    Record(Fields),
}

/// One dimension of a view.
#[derive(Clone, Copy, Debug)]
pub enum Dim {
    /// One index; the dimension disappears.
    Fix(i64),
    /// `count` elements from `start` by `step`.
    Slice {
        /// First index.
        start: i64,
        /// Distance.
        step: i64,
        /// How many.
        count: i64,
    },
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
        let strides = row_major(&shape);
        let cells = T::cells(Buffer::new(memory, elements));
        Value::Array(
            0,
            Rc::new(Array {
                shape,
                data: Data::Flat {
                    cells,
                    strides,
                    offset: 0,
                },
            }),
        )
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
                crate::with_scalar!(*p, T => Array::flat(memory, shape, vec![T::default(); n]))
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
                Value::Array(
                    0,
                    Rc::new(Array {
                        shape,
                        data: Data::Record(fields?),
                    }),
                )
            }
        })
    }

    /// The element or row `i`, which must be in range; inherits the version of the handle.
    #[inline]
    pub fn element(&self, version: u32, i: i64) -> Value {
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let at = offset + i * strides.first().copied().unwrap_or(0);
                if self.shape.len() == 1 {
                    with_cells!(cells, b => b.get(at).value())
                } else {
                    let data = Data::Flat {
                        cells: cells.clone(),
                        strides: SmallVec::from_slice(strides.get(1..).unwrap_or(&[])),
                        offset: at,
                    };
                    let shape = SmallVec::from_slice(self.shape.get(1..).unwrap_or(&[]));
                    Value::Array(version, Rc::new(Array { shape, data }))
                }
            }
            Data::Record(fields) => {
                let fields: Fields = fields
                    .iter()
                    .map(|f| match f {
                        Value::Array(v, a) => a.element(*v, i),
                        other => other.clone(),
                    })
                    .collect();
                if self.shape.len() == 1 {
                    Value::Record(Rc::new(fields))
                } else {
                    let shape = SmallVec::from_slice(self.shape.get(1..).unwrap_or(&[]));
                    Value::Array(
                        0,
                        Rc::new(Array {
                            shape,
                            data: Data::Record(fields),
                        }),
                    )
                }
            }
        }
    }

    /// The scalar `i` of a one-dimensional array of this type; `None` if it is not that, or `i` is out of range, or
    /// the handle is stale: the general road says which.
    #[inline(always)]
    pub fn scalar<T: Element>(&self, version: u32, i: i64) -> Option<T> {
        if self.shape.len() != 1 || (i as u64) >= (self.shape[0] as u64) {
            return None;
        }
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let buffer = T::buffer(cells)?;
                if buffer.version() != version {
                    return None;
                }
                Some(buffer.get(offset + i * strides[0]))
            }
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
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let buffer = T::buffer(cells)?;
                if buffer.version() != version {
                    return None;
                }
                Some(buffer.get(offset + i * strides[0] + j * strides[1]))
            }
            Data::Record(_) => None,
        }
    }

    /// Whether the handle may still be read.
    pub fn fresh(&self, version: u32) -> Result<(), ArrayError> {
        match &self.data {
            Data::Flat { cells, .. } => {
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

    /// A view: one [`Dim`] for each of the first dimensions, all in range.
    pub fn view(&self, version: u32, dims: &[Dim]) -> Value {
        let mut shape = Dims::new();
        for (d, dim) in dims.iter().enumerate() {
            match dim {
                Dim::Fix(_) => {}
                Dim::Slice { count, .. } => shape.push(*count),
            }
            debug_assert!(d < self.shape.len());
        }
        let rest = self.shape.get(dims.len()..).unwrap_or(&[]);
        shape.extend_from_slice(rest);
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let mut at = *offset;
                let mut new = Dims::new();
                for (dim, &stride) in dims.iter().zip(strides) {
                    match dim {
                        Dim::Fix(i) => at += i * stride,
                        Dim::Slice { start, step, count } => {
                            // The start of an empty slice may lie outside.
                            if *count > 0 {
                                at += start * stride;
                            }
                            new.push(step.wrapping_mul(stride));
                        }
                    }
                }
                new.extend_from_slice(strides.get(dims.len()..).unwrap_or(&[]));
                if shape.is_empty() {
                    return with_cells!(cells, b => b.get(at).value());
                }
                let data = Data::Flat {
                    cells: cells.clone(),
                    strides: new,
                    offset: at,
                };
                Value::Array(version, Rc::new(Array { shape, data }))
            }
            Data::Record(fields) => {
                let fields: Fields = fields
                    .iter()
                    .map(|f| match f {
                        Value::Array(v, a) => a.view(*v, dims),
                        other => other.clone(),
                    })
                    .collect();
                if shape.is_empty() {
                    Value::Record(Rc::new(fields))
                } else {
                    Value::Array(
                        0,
                        Rc::new(Array {
                            shape,
                            data: Data::Record(fields),
                        }),
                    )
                }
            }
        }
    }

    /// The same elements with the first two dimensions given by `permutation` of the first ones: dimension `j` of the
    /// result is dimension `permutation[j]`.
    pub fn rearrange(&self, version: u32, permutation: &[usize]) -> Value {
        let permute = |dims: &Dims| -> Dims {
            let mut new: Dims = permutation.iter().filter_map(|&p| dims.get(p).copied()).collect();
            new.extend_from_slice(dims.get(permutation.len()..).unwrap_or(&[]));
            new
        };
        let shape = permute(&self.shape);
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let data = Data::Flat {
                    cells: cells.clone(),
                    strides: permute(strides),
                    offset: *offset,
                };
                Value::Array(version, Rc::new(Array { shape, data }))
            }
            Data::Record(fields) => {
                let fields = fields
                    .iter()
                    .map(|f| f.map_array(|v, a| a.rearrange(v, permutation)))
                    .collect();
                Value::Array(
                    0,
                    Rc::new(Array {
                        shape,
                        data: Data::Record(fields),
                    }),
                )
            }
        }
    }

    /// A view of the first dimension with any sizes and strides (in range).
    pub fn flat_view(&self, version: u32, start: i64, sizes: &[i64], steps: &[i64]) -> Value {
        let mut shape = Dims::from_slice(sizes);
        shape.extend_from_slice(self.shape.get(1..).unwrap_or(&[]));
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let unit = strides.first().copied().unwrap_or(1);
                let mut new: Dims = steps.iter().map(|s| s.wrapping_mul(unit)).collect();
                new.extend_from_slice(strides.get(1..).unwrap_or(&[]));
                let data = Data::Flat {
                    cells: cells.clone(),
                    strides: new,
                    offset: offset + start * unit,
                };
                Value::Array(version, Rc::new(Array { shape, data }))
            }
            Data::Record(fields) => {
                let fields = fields
                    .iter()
                    .map(|f| f.map_array(|v, a| a.flat_view(v, start, sizes, steps)))
                    .collect();
                Value::Array(
                    0,
                    Rc::new(Array {
                        shape,
                        data: Data::Record(fields),
                    }),
                )
            }
        }
    }

    /// The same elements in row-major order with the first `old` dimensions replaced by `new`, which have the same
    /// volume.  Copies only what is no longer a view.
    pub fn reshape(
        &self,
        memory: &Rc<Memory>,
        version: u32,
        old: usize,
        new: &[i64],
    ) -> Result<Value, ArrayError> {
        self.fresh(version)?;
        let rest = self.shape.get(old..).unwrap_or(&[]);
        let mut shape: Dims = new.into();
        shape.extend_from_slice(rest);
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                let tail = row_major(&self.shape);
                let dense = self.is_empty()
                    || strides
                        .iter()
                        .zip(&tail)
                        .zip(&self.shape)
                        .all(|((s, t), n)| s == t || *n == 1);
                if !dense {
                    let copy = self.copy(memory, version)?;
                    return match &copy {
                        Value::Array(v, a) => a.reshape(memory, *v, old, new),
                        _ => Err(ArrayError::Kind("a copy of an array")),
                    };
                }
                let data = Data::Flat {
                    cells: cells.clone(),
                    strides: row_major(&shape),
                    offset: *offset,
                };
                Ok(Value::Array(version, Rc::new(Array { shape, data })))
            }
            Data::Record(fields) => {
                let fields: Result<Fields, ArrayError> = fields
                    .iter()
                    .map(|f| f.try_map_array(|v, a| a.reshape(memory, v, old, new)))
                    .collect();
                let mut shape: Dims = new.into();
                shape.extend_from_slice(rest);
                Ok(Value::Array(
                    0,
                    Rc::new(Array {
                        shape,
                        data: Data::Record(fields?),
                    }),
                ))
            }
        }
    }

    /// A copy that shares nothing.
    pub fn copy(&self, memory: &Rc<Memory>, version: u32) -> Result<Value, ArrayError> {
        self.fresh(version)?;
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => with_cells!(cells, b => {
                let n = reserve_for(memory, &self.shape, b)?;
                let mut out = Vec::with_capacity(n);
                gather(b, &self.shape, strides, *offset, &mut out)?;
                Ok(Array::flat_of(memory, self.shape.clone(), out, || b.element_type()))
            }),
            Data::Record(fields) => {
                let fields: Result<Fields, ArrayError> = fields
                    .iter()
                    .map(|f| f.try_map_array(|v, a| a.copy(memory, v)))
                    .collect();
                Ok(Value::Array(
                    0,
                    Rc::new(Array {
                        shape: self.shape.clone(),
                        data: Data::Record(fields?),
                    }),
                ))
            }
        }
    }

    /// Makes all handles of the buffers stale and returns a handle that is not.
    pub fn consume(self: &Rc<Array>) -> Value {
        match &self.data {
            Data::Flat { cells, .. } => Value::Array(cells.consume(), self.clone()),
            Data::Record(fields) => {
                let fields = fields.iter().map(|f| f.map_array(|_, a| a.consume())).collect();
                Value::Array(
                    0,
                    Rc::new(Array {
                        shape: self.shape.clone(),
                        data: Data::Record(fields),
                    }),
                )
            }
        }
    }

    /// Writes a value of the view's shape into the view `dims` (all in range).  Does not consume.
    pub fn write(&self, memory: &Rc<Memory>, dims: &[Dim], value: &Value) -> Result<(), ArrayError> {
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => {
                if dims.len() == self.shape.len() && dims.iter().all(|d| matches!(d, Dim::Fix(_))) {
                    let mut at = *offset;
                    for (dim, stride) in dims.iter().zip(strides) {
                        if let Dim::Fix(i) = dim {
                            at += i * stride;
                        }
                    }
                    return with_cells!(cells, b => match Element::from_value(value).map(Element::unshared) {
                        Some(x) => {
                            b.set(at, x?);
                            Ok(())
                        }
                        None => Err(ArrayError::Kind("an element of another type")),
                    });
                }
                let target = self.view(0, dims);
                let (Value::Array(_, target), Value::Array(version, source)) = (&target, value) else {
                    return Err(ArrayError::Kind("a row that is no array"));
                };
                if target.shape != source.shape {
                    return Err(ArrayError::Shape(target.shape.clone(), source.shape.clone()));
                }
                source.fresh(*version)?;
                target.overwrite(memory, source)
            }
            Data::Record(fields) => {
                let part = |k: usize| -> Option<Value> {
                    match value {
                        Value::Record(fs) => fs.get(k).cloned(),
                        Value::Array(_, a) => match &a.data {
                            Data::Record(fs) => fs.get(k).cloned(),
                            Data::Flat { .. } => None,
                        },
                        _ => None,
                    }
                };
                for (k, field) in fields.iter().enumerate() {
                    match (field, part(k)) {
                        (Value::Array(_, a), Some(v)) => a.write(memory, dims, &v)?,
                        _ => return Err(ArrayError::Kind("a record of other fields")),
                    }
                }
                Ok(())
            }
        }
    }

    fn overwrite(&self, memory: &Rc<Memory>, source: &Array) -> Result<(), ArrayError> {
        let (
            Data::Flat {
                cells,
                strides,
                offset,
            },
            Data::Flat {
                cells: from,
                strides: from_strides,
                offset: from_offset,
            },
        ) = (&self.data, &source.data)
        else {
            return Err(ArrayError::Kind("rows stored differently"));
        };
        if cells.same(from) {
            // The regions may overlap.
            let copy = source.copy(memory, from.version())?;
            return match copy.as_array() {
                Some(copy) => self.overwrite(memory, copy),
                None => Err(ArrayError::Kind("a copy of an array")),
            };
        }
        with_cells!(cells, b => {
            let Some(source_buffer) = buffer_like(b, from) else {
                return Err(ArrayError::Kind("elements of another type"));
            };
            touch(memory, volume(&self.shape).unwrap_or(i64::MAX).max(0) as u64)?;
            pairs(&self.shape, strides, *offset, from_strides, *from_offset, &mut |to, at| {
                b.set(to, source_buffer.get(at).unshared()?);
                Ok(())
            })
        })
    }

    /// Appends all elements in row-major order.
    pub fn gather<T: Element>(&self, out: &mut Vec<T>) -> Result<(), ArrayError> {
        match &self.data {
            Data::Flat {
                cells,
                strides,
                offset,
            } => match T::buffer(cells) {
                Some(b) => gather(b, &self.shape, strides, *offset, out),
                None => Err(ArrayError::Kind("elements of another type")),
            },
            Data::Record(_) => Err(ArrayError::Kind("an array of records")),
        }
    }
}

fn buffer_like<'a, T: Element>(_like: &Rc<Buffer<T>>, cells: &'a Cells) -> Option<&'a Rc<Buffer<T>>> {
    T::buffer(cells)
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

fn gather<T: Element>(
    b: &Buffer<T>,
    shape: &[i64],
    strides: &[i64],
    offset: i64,
    out: &mut Vec<T>,
) -> Result<(), ArrayError> {
    match (shape, strides) {
        ([], _) => out.push(b.get(offset).unshared()?),
        ([n], [s]) if T::SHARES => {
            for i in 0..*n {
                out.push(b.get(offset + i * s).unshared()?);
            }
        }
        ([n], [1]) => out.extend(b.run(offset, *n as usize).iter().map(T::read)),
        ([n], [s]) => out.extend((0..*n).map(|i| b.get(offset + i * s))),
        ([n, rest @ ..], [s, inner @ ..]) => {
            for i in 0..*n {
                gather(b, rest, inner, offset + i * s, out)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Visits the places of corresponding elements of two views of one shape.
fn pairs(
    shape: &[i64],
    a: &[i64],
    at: i64,
    b: &[i64],
    bt: i64,
    visit: &mut impl FnMut(i64, i64) -> Result<(), ArrayError>,
) -> Result<(), ArrayError> {
    match (shape, a, b) {
        ([], _, _) => visit(at, bt),
        ([n, rest @ ..], [s, a @ ..], [t, b @ ..]) => {
            (0..*n).try_for_each(|i| pairs(rest, a, at + i * s, b, bt + i * t, visit))
        }
        _ => Ok(()),
    }
}

/// The account of the arrays in a value, if it holds any.
pub(crate) fn account(value: &Value) -> Option<Rc<Memory>> {
    match value {
        Value::Array(_, array) => match &array.data {
            Data::Flat { cells, .. } => Some(cells.memory().clone()),
            Data::Record(fields) => fields.iter().find_map(account),
        },
        Value::Record(fields) => fields.iter().find_map(account),
        Value::Sum(sum) => sum.args.iter().find_map(account),
        _ => None,
    }
}

impl Value {
    fn map_array(&self, f: impl FnOnce(u32, &Rc<Array>) -> Value) -> Value {
        match self {
            Value::Array(v, a) => f(*v, a),
            other => other.clone(),
        }
    }

    fn try_map_array(
        &self,
        f: impl FnOnce(u32, &Rc<Array>) -> Result<Value, ArrayError>,
    ) -> Result<Value, ArrayError> {
        match self {
            Value::Array(v, a) => f(*v, a),
            other => Ok(other.clone()),
        }
    }

    /// Whether all arrays in it may still be read.
    pub fn fresh(&self) -> Result<(), ArrayError> {
        match self {
            Value::Array(version, array) => array.fresh(*version),
            Value::Record(fields) => fields.iter().try_for_each(Value::fresh),
            Value::Sum(sum) => sum.args.iter().try_for_each(Value::fresh),
            _ => Ok(()),
        }
    }

    /// A copy that shares no buffer with this value.
    pub fn deep_copy(&self, memory: &Rc<Memory>) -> Result<Value, ArrayError> {
        Ok(match self {
            Value::Array(v, a) => a.copy(memory, *v)?,
            Value::Record(fields) => {
                let fields: Result<Fields, ArrayError> = fields.iter().map(|f| f.deep_copy(memory)).collect();
                Value::Record(Rc::new(fields?))
            }
            Value::Sum(sum) => {
                let args: Result<Fields, ArrayError> = sum.args.iter().map(|f| f.deep_copy(memory)).collect();
                Value::Sum(Rc::new(crate::futhark::machine::value::Sum {
                    args: args?,
                    ..(**sum).clone()
                }))
            }
            other => other.clone(),
        })
    }

    /// Makes all other handles of the arrays in this value stale.
    pub fn consume(&self) -> Value {
        match self {
            Value::Array(_, a) => a.consume(),
            Value::Record(fields) => Value::Record(Rc::new(fields.iter().map(Value::consume).collect())),
            Value::Sum(sum) => Value::Sum(Rc::new(crate::futhark::machine::value::Sum {
                args: sum.args.iter().map(Value::consume).collect(),
                ..(**sum).clone()
            })),
            other => other.clone(),
        }
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
