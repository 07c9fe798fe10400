//! Views: slices, rows, other orders of dimensions.  None of them copies, but `reshape` where it must.

use super::*;

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

impl Array {
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
            Data::Flat(flat) => {
                let mut at = flat.offset;
                let mut new = Dims::new();
                for (dim, &stride) in dims.iter().zip(&flat.strides) {
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
                new.extend_from_slice(flat.strides.get(dims.len()..).unwrap_or(&[]));
                if shape.is_empty() {
                    return with_cells!(&flat.cells, b => b.get(at).value());
                }
                flat.seen(version, shape, new, at)
            }
            Data::Record(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|f| f.map_array(|v, a| a.view(v, dims))).collect();
                match shape.is_empty() {
                    true => Value::Record(Rc::new(fields)),
                    false => Array::records(shape, fields),
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
            Data::Flat(flat) => flat.seen(version, shape, permute(&flat.strides), flat.offset),
            Data::Record(fields) => {
                let fields = fields
                    .iter()
                    .map(|f| f.map_array(|v, a| a.rearrange(v, permutation)))
                    .collect();
                Array::records(shape, fields)
            }
        }
    }

    /// A view of the first dimension with any sizes and strides (in range).
    pub fn flat_view(&self, version: u32, start: i64, sizes: &[i64], steps: &[i64]) -> Value {
        let mut shape = Dims::from_slice(sizes);
        shape.extend_from_slice(self.shape.get(1..).unwrap_or(&[]));
        match &self.data {
            Data::Flat(flat) => {
                let unit = flat.stride();
                let mut new: Dims = steps.iter().map(|s| s.wrapping_mul(unit)).collect();
                new.extend_from_slice(flat.strides.get(1..).unwrap_or(&[]));
                flat.seen(version, shape, new, flat.offset + start * unit)
            }
            Data::Record(fields) => {
                let fields = fields
                    .iter()
                    .map(|f| f.map_array(|v, a| a.flat_view(v, start, sizes, steps)))
                    .collect();
                Array::records(shape, fields)
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
            Data::Flat(flat) => {
                let tail = row_major(&self.shape);
                let dense = self.is_empty()
                    || flat
                        .strides
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
                let strides = row_major(&shape);
                Ok(flat.seen(version, shape, strides, flat.offset))
            }
            Data::Record(fields) => {
                let fields: Result<Fields, ArrayError> = fields
                    .iter()
                    .map(|f| f.try_map_array(|v, a| a.reshape(memory, v, old, new)))
                    .collect();
                Ok(Array::records(shape, fields?))
            }
        }
    }
}
