//! Copies, and updates in place.

use super::*;

impl Array {
    /// A copy that shares nothing.
    pub fn copy(&self, memory: &Rc<Memory>, version: u32) -> Result<Value, ArrayError> {
        self.fresh(version)?;
        match &self.data {
            Data::Flat(flat) => with_cells!(&flat.cells, b => {
                let n = reserve_for(memory, &self.shape, b)?;
                let mut out = Vec::with_capacity(n);
                gather(b, &self.shape, &flat.strides, flat.offset, &mut out)?;
                Ok(Array::flat_of(memory, self.shape.clone(), out, || b.element_type()))
            }),
            Data::Record(fields) => {
                let fields: Result<Fields, ArrayError> = fields
                    .iter()
                    .map(|f| f.try_map_array(|v, a| a.copy(memory, v)))
                    .collect();
                Ok(Array::records(self.shape.clone(), fields?))
            }
        }
    }

    /// Makes all handles of the buffers stale and returns a handle that is not.
    pub fn consume(self: &Rc<Array>) -> Value {
        match &self.data {
            Data::Flat(Flat { cells, .. }) => Value::Array(cells.consume(), self.clone()),
            Data::Record(fields) => {
                let fields = fields.iter().map(|f| f.map_array(|_, a| a.consume())).collect();
                Array::records(self.shape.clone(), fields)
            }
        }
    }

    /// Writes a value of the view's shape into the view `dims` (all in range).  Does not consume.
    pub fn write(&self, memory: &Rc<Memory>, dims: &[Dim], value: &Value) -> Result<(), ArrayError> {
        match &self.data {
            Data::Flat(flat) => {
                if dims.len() == self.shape.len() && dims.iter().all(|d| matches!(d, Dim::Fix(_))) {
                    let mut at = flat.offset;
                    for (dim, stride) in dims.iter().zip(&flat.strides) {
                        if let Dim::Fix(i) = dim {
                            at += i * stride;
                        }
                    }
                    return with_cells!(&flat.cells, b => match Element::from_value(value).map(Element::unshared) {
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
                            Data::Flat(_) => None,
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
        let (Data::Flat(flat), Data::Flat(from)) = (&self.data, &source.data) else {
            return Err(ArrayError::Kind("rows stored differently"));
        };
        if flat.cells.same(&from.cells) {
            // The regions may overlap.
            let copy = source.copy(memory, from.cells.version())?;
            return match copy.as_array() {
                Some(copy) => self.overwrite(memory, copy),
                None => Err(ArrayError::Kind("a copy of an array")),
            };
        }
        with_cells!(&flat.cells, b => {
            let Some(source_buffer) = buffer_like(b, &from.cells) else {
                return Err(ArrayError::Kind("elements of another type"));
            };
            touch(memory, volume(&self.shape).unwrap_or(i64::MAX).max(0) as u64)?;
            pairs(&self.shape, &flat.strides, flat.offset, &from.strides, from.offset, &mut |to, at| {
                b.set(to, source_buffer.get(at).unshared()?);
                Ok(())
            })
        })
    }

    /// Appends all elements in row-major order.
    pub fn gather<T: Element>(&self, out: &mut Vec<T>) -> Result<(), ArrayError> {
        match &self.data {
            Data::Flat(flat) => match T::buffer(&flat.cells) {
                Some(b) => gather(b, &self.shape, &flat.strides, flat.offset, out),
                None => Err(ArrayError::Kind("elements of another type")),
            },
            Data::Record(_) => Err(ArrayError::Kind("an array of records")),
        }
    }
}

fn buffer_like<'a, T: Element>(_like: &Rc<Buffer<T>>, cells: &'a Cells) -> Option<&'a Rc<Buffer<T>>> {
    T::buffer(cells)
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
        // Nothing may lie in very many rows.
        ([_, rest @ ..], _) if rest.contains(&0) => {}
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
        ([_, rest @ ..], ..) if rest.contains(&0) => Ok(()),
        ([n, rest @ ..], [s, a @ ..], [t, b @ ..]) => {
            (0..*n).try_for_each(|i| pairs(rest, a, at + i * s, b, bt + i * t, visit))
        }
        _ => Ok(()),
    }
}

impl Value {
    pub(super) fn map_array(&self, f: impl FnOnce(u32, &Rc<Array>) -> Value) -> Value {
        match self {
            Value::Array(v, a) => f(*v, a),
            other => other.clone(),
        }
    }

    pub(super) fn try_map_array(
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
