//! Building an array from its elements, one after the other.
//!
//! The first element decides how the array is stored; every other must have its
//! shape, since arrays are regular.  Elements are copied, so what is built shares
//! nothing with them.

use crate::futhark::machine::array::{Array, ArrayError, Data, Dims, Element, Flat, reserve};
use crate::futhark::machine::shape::element_type;
use crate::futhark::machine::value::{Fields, RtType, Value};
use crate::memory::Memory;
use crate::with_cells;
use elder_syntax::prim::PrimType;
use elder_syntax::with_prim_type;
use half::f16;
use std::rc::Rc;

/// Elements collected so far.
#[derive(Debug)]
pub struct Builder {
    /// Shape of an element down to its scalars or records.
    row: Dims,
    leaf: Leaf,
    /// The type of the constructors in it, if they show sizes.
    constructors: Option<Rc<RtType>>,
    count: i64,
}

#[derive(Debug)]
enum Leaf {
    Bool(Vec<bool>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F16(Vec<f16>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    Boxed(Vec<Value>),
    Record(Vec<Builder>),
}

macro_rules! with_leaf {
    ($leaf:expr, $v:ident => $body:expr, $bs:ident => $record:expr) => {
        match $leaf {
            Leaf::Bool($v) => $body,
            Leaf::I8($v) => $body,
            Leaf::I16($v) => $body,
            Leaf::I32($v) => $body,
            Leaf::I64($v) => $body,
            Leaf::U8($v) => $body,
            Leaf::U16($v) => $body,
            Leaf::U32($v) => $body,
            Leaf::U64($v) => $body,
            Leaf::F16($v) => $body,
            Leaf::F32($v) => $body,
            Leaf::F64($v) => $body,
            Leaf::Boxed($v) => $body,
            Leaf::Record($bs) => $record,
        }
    };
}

impl Builder {
    /// A builder for `capacity` elements like this one, which is not added.
    pub fn like(memory: &Memory, value: &Value, capacity: i64) -> Result<Builder, ArrayError> {
        let mut row = Dims::new();
        let leaf = match value {
            scalar if scalar.prim().is_some() => {
                let ty = scalar.prim().map_or(PrimType::Bool, |p| p.prim_type());
                let n = reserve(memory, &[capacity], ty.bytes())?;
                with_prim_type!(ty, T => Vec::<T>::with_capacity(n).leaf())
            }
            Value::Array(_, a) => {
                row = a.shape.clone();
                match &a.data {
                    Data::Flat(Flat { cells, .. }) => {
                        let mut shape = row.clone();
                        shape.push(capacity);
                        with_cells!(cells, b => room(memory, &shape, b)?)
                    }
                    Data::Record(fields) => Builder::fields(memory, fields, capacity)?,
                }
            }
            Value::Record(fields) => Builder::fields(memory, fields, capacity)?,
            _ => Leaf::Boxed(Vec::with_capacity(reserve(
                memory,
                &[capacity],
                size_of::<Value>(),
            )?)),
        };
        let constructors = match (&leaf, value) {
            (Leaf::Boxed(_), Value::Array(_, a)) => element_type(a),
            (Leaf::Boxed(_), value) => Element::element_type(value),
            _ => None,
        };
        Ok(Builder {
            row,
            leaf,
            constructors,
            count: 0,
        })
    }

    fn fields(memory: &Memory, fields: &Fields, capacity: i64) -> Result<Leaf, ArrayError> {
        let fields: Result<Vec<Builder>, ArrayError> = fields
            .iter()
            .map(|f| Builder::like(memory, f, capacity))
            .collect();
        Ok(Leaf::Record(fields?))
    }

    /// Adds an element.
    pub fn push(&mut self, value: &Value) -> Result<(), ArrayError> {
        self.count += 1;
        match (&mut self.leaf, value) {
            (Leaf::Record(builders), Value::Record(fields)) if builders.len() == fields.len() => {
                for (b, f) in builders.iter_mut().zip(fields.iter()) {
                    b.push(f)?;
                }
                Ok(())
            }
            (Leaf::Record(builders), Value::Array(_, a)) => {
                if a.shape != self.row {
                    return Err(ArrayError::Shape(self.row.clone(), a.shape.clone()));
                }
                match &a.data {
                    Data::Record(fields) if builders.len() == fields.len() => {
                        for (b, f) in builders.iter_mut().zip(fields.iter()) {
                            b.push(f)?;
                        }
                        Ok(())
                    }
                    _ => Err(ArrayError::Kind("an array of other records")),
                }
            }
            (Leaf::Record(_), _) => Err(ArrayError::Kind("a record expected")),
            (leaf, Value::Array(version, a)) => {
                if a.shape != self.row {
                    return Err(ArrayError::Shape(self.row.clone(), a.shape.clone()));
                }
                a.fresh(*version)?;
                with_leaf!(leaf, v => a.gather(v), _b => Ok(()))
            }
            (leaf, value) => with_leaf!(leaf, v => match Element::from_value(value).map(Element::unshared) {
                Some(x) => {
                    v.push(x?);
                    Ok(())
                }
                None => Err(ArrayError::Kind("an element of another type")),
            }, _b => Ok(())),
        }
    }

    /// The array of what was added.
    pub fn finish(self, memory: &Rc<Memory>) -> Value {
        let mut shape = Dims::new();
        shape.push(self.count);
        shape.extend_from_slice(&self.row);
        with_leaf!(self.leaf, v => Array::flat_of(memory, shape, v, || self.constructors), builders => {
            let fields = builders.into_iter().map(|b| b.finish(memory)).collect();
            Array::records(shape, fields)
        })
    }
}

fn room<T: Element>(
    memory: &Memory,
    shape: &[i64],
    _like: &Rc<crate::futhark::machine::array::Buffer<T>>,
) -> Result<Leaf, ArrayError>
where
    Vec<T>: IntoLeaf,
{
    Ok(Vec::<T>::with_capacity(reserve(memory, shape, size_of::<T>())?).leaf())
}

trait IntoLeaf {
    fn leaf(self) -> Leaf;
}

macro_rules! into_leaf {
    ($($t:ty, $variant:ident;)*) => { $(
        impl IntoLeaf for Vec<$t> {
            fn leaf(self) -> Leaf { Leaf::$variant(self) }
        }
    )* };
}

into_leaf! {
    bool, Bool; i8, I8; i16, I16; i32, I32; i64, I64; u8, U8; u16, U16; u32, U32; u64, U64;
    f16, F16; f32, F32; f64, F64; Value, Boxed;
}

/// An array of these elements, `ty` being the type of an element in case there is none.
pub fn array_of(memory: &Rc<Memory>, elements: &[Value], ty: &Rc<RtType>) -> Result<Value, ArrayError> {
    let Some(first) = elements.first() else {
        return Array::blank(memory, smallvec::smallvec![0], ty);
    };
    let mut builder = Builder::like(memory, first, elements.len() as i64)?;
    for element in elements {
        builder.push(element)?;
    }
    Ok(builder.finish(memory))
}
