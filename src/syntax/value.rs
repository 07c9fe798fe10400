//! The values that programs read and write.
//!
//! A [`Value`] is what crosses the interface of a program: a scalar or a regular array
//! of one primitive type, stored flat in row-major order.  Tuples, records and
//! functions never cross it.  [`text`] and [`binary`] are Futhark's two data
//! formats; [`Reader`] reads values of either kind mixed in one input; [`constant`] is
//! how programs write numbers; [`compare`] says whether two values agree and, if not, where they first differ.
//! The ids of the rules of reading stand in [`rules`].

pub mod binary;
pub mod compare;
pub mod constant;
mod number;
mod read;
pub mod rules;
pub mod text;

use crate::prim::{PrimType, PrimValue};
use half::f16;
use std::fmt;

pub use compare::{Difference, Tolerance};
pub use read::{Assumed, FormatError, Reader, read_values};

/// The elements of a value, flat and in row-major order.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Data {
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
}

/// Does the same with the vector of whatever type a [`Data`] holds.
#[macro_export]
macro_rules! with_data {
    ($data:expr, $elements:ident => $body:expr) => {
        match $data {
            $crate::value::Data::Bool($elements) => $body,
            $crate::value::Data::I8($elements) => $body,
            $crate::value::Data::I16($elements) => $body,
            $crate::value::Data::I32($elements) => $body,
            $crate::value::Data::I64($elements) => $body,
            $crate::value::Data::U8($elements) => $body,
            $crate::value::Data::U16($elements) => $body,
            $crate::value::Data::U32($elements) => $body,
            $crate::value::Data::U64($elements) => $body,
            $crate::value::Data::F16($elements) => $body,
            $crate::value::Data::F32($elements) => $body,
            $crate::value::Data::F64($elements) => $body,
        }
    };
}

/// Does the same with the Rust type that stands for a [`PrimType`].
#[macro_export]
macro_rules! with_prim_type {
    ($prim:expr, $element:ident => $body:expr) => {{
        macro_rules! at {
            ($t:ty) => {{
                type $element = $t;
                $body
            }};
        }
        match $prim {
            $crate::prim::PrimType::Bool => at!(bool),
            $crate::prim::PrimType::I8 => at!(i8),
            $crate::prim::PrimType::I16 => at!(i16),
            $crate::prim::PrimType::I32 => at!(i32),
            $crate::prim::PrimType::I64 => at!(i64),
            $crate::prim::PrimType::U8 => at!(u8),
            $crate::prim::PrimType::U16 => at!(u16),
            $crate::prim::PrimType::U32 => at!(u32),
            $crate::prim::PrimType::U64 => at!(u64),
            $crate::prim::PrimType::F16 => at!(::half::f16),
            $crate::prim::PrimType::F32 => at!(f32),
            $crate::prim::PrimType::F64 => at!(f64),
        }
    }};
}

/// A Rust type that stands for a primitive type.
pub trait Element: Copy + Send + Sync + fmt::Debug + 'static {
    /// The primitive type.
    const TYPE: PrimType;
    /// What `Default` is to the language: zero or `false`.
    const ZERO: Self;
    /// Wraps a vector of elements.
    fn wrap(elements: Vec<Self>) -> Data;
    /// The elements, if they are of this type.
    fn slice(data: &Data) -> Option<&[Self]>;
    /// As a primitive value.
    fn prim(self) -> PrimValue;
    /// The bit pattern, zero-extended.
    fn bits(self) -> u64;
    /// Reads whole elements from little-endian bytes; a last incomplete element is dropped.
    fn decode(bytes: &[u8]) -> Vec<Self>;
    /// Appends the little-endian bytes.
    fn encode(elements: &[Self], out: &mut Vec<u8>);
}

macro_rules! element {
    ($($t:ty, $variant:ident, $zero:expr, $bits:expr;)*) => { $(
        impl Element for $t {
            const TYPE: PrimType = PrimType::$variant;
            const ZERO: Self = $zero;
            fn wrap(elements: Vec<Self>) -> Data { Data::$variant(elements) }
            fn slice(data: &Data) -> Option<&[Self]> {
                match data { Data::$variant(elements) => Some(elements), _ => None }
            }
            fn prim(self) -> PrimValue { PrimValue::$variant(self) }
            fn bits(self) -> u64 { let bits: fn($t) -> u64 = $bits; bits(self) }
            fn decode(bytes: &[u8]) -> Vec<Self> {
                let (whole, _) = bytes.as_chunks::<{ size_of::<$t>() }>();
                whole.iter().map(|b| <$t>::from_le_bytes(*b)).collect()
            }
            fn encode(elements: &[Self], out: &mut Vec<u8>) {
                out.reserve(size_of_val(elements));
                for e in elements { out.extend_from_slice(&e.to_le_bytes()); }
            }
        }
    )* };
}

element! {
    i8, I8, 0, |x| x as u8 as u64;
    i16, I16, 0, |x| x as u16 as u64;
    i32, I32, 0, |x| x as u32 as u64;
    i64, I64, 0, |x| x as u64;
    u8, U8, 0, |x| x as u64;
    u16, U16, 0, |x| x as u64;
    u32, U32, 0, |x| x as u64;
    u64, U64, 0, |x| x;
    f16, F16, f16::ZERO, |x| x.to_bits() as u64;
    f32, F32, 0.0, |x| x.to_bits() as u64;
    f64, F64, 0.0, |x| x.to_bits();
}

impl Element for bool {
    const TYPE: PrimType = PrimType::Bool;
    const ZERO: Self = false;
    fn wrap(elements: Vec<Self>) -> Data {
        Data::Bool(elements)
    }
    fn slice(data: &Data) -> Option<&[Self]> {
        match data {
            Data::Bool(elements) => Some(elements),
            _ => None,
        }
    }
    fn prim(self) -> PrimValue {
        PrimValue::Bool(self)
    }
    fn bits(self) -> u64 {
        self as u64
    }
    fn decode(bytes: &[u8]) -> Vec<Self> {
        bytes.iter().map(|b| *b != 0).collect()
    }
    fn encode(elements: &[Self], out: &mut Vec<u8>) {
        out.extend(elements.iter().map(|b| *b as u8));
    }
}

impl Data {
    /// The type of the elements.
    pub fn prim_type(&self) -> PrimType {
        fn of<E: Element>(_: &[E]) -> PrimType {
            E::TYPE
        }
        with_data!(self, elements => of(elements))
    }

    /// How many elements.
    pub fn len(&self) -> usize {
        with_data!(self, elements => elements.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `i`.
    pub fn get(&self, i: usize) -> Option<PrimValue> {
        with_data!(self, elements => elements.get(i).map(|e| e.prim()))
    }
}

/// A scalar (rank 0) or a regular array.
///
/// Invariant: the product of `shape` is the number of elements of `data`.
#[derive(Clone, Debug)]
pub struct Value {
    shape: Vec<usize>,
    data: Data,
}

impl Value {
    /// A value of that shape, `None` if the number of elements does not fit it.
    pub fn new(shape: Vec<usize>, data: Data) -> Option<Value> {
        (element_count(&shape)? == data.len()).then_some(Value { shape, data })
    }

    /// A scalar.
    pub fn scalar(value: PrimValue) -> Value {
        let data = match value {
            PrimValue::Bool(x) => Data::Bool(vec![x]),
            PrimValue::I8(x) => Data::I8(vec![x]),
            PrimValue::I16(x) => Data::I16(vec![x]),
            PrimValue::I32(x) => Data::I32(vec![x]),
            PrimValue::I64(x) => Data::I64(vec![x]),
            PrimValue::U8(x) => Data::U8(vec![x]),
            PrimValue::U16(x) => Data::U16(vec![x]),
            PrimValue::U32(x) => Data::U32(vec![x]),
            PrimValue::U64(x) => Data::U64(vec![x]),
            PrimValue::F16(x) => Data::F16(vec![x]),
            PrimValue::F32(x) => Data::F32(vec![x]),
            PrimValue::F64(x) => Data::F64(vec![x]),
        };
        Value {
            shape: Vec::new(),
            data,
        }
    }

    /// A one-dimensional array.
    pub fn vector<E: Element>(elements: Vec<E>) -> Value {
        Value {
            shape: vec![elements.len()],
            data: E::wrap(elements),
        }
    }

    /// The sizes of the dimensions, outermost first; empty for a scalar.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// Shape and elements.
    pub fn into_parts(self) -> (Vec<usize>, Data) {
        (self.shape, self.data)
    }

    /// The type of the elements.
    pub fn prim_type(&self) -> PrimType {
        self.data.prim_type()
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The scalar, if it is one.
    pub fn as_scalar(&self) -> Option<PrimValue> {
        if self.shape.is_empty() {
            self.data.get(0)
        } else {
            None
        }
    }

    /// The first `length` elements of a one-dimensional array, or all of them; other values stay as they are.
    pub fn prefix(self, length: usize) -> Value {
        match self.shape.as_slice() {
            [n] if length < *n => {
                let mut data = self.data;
                with_data!(&mut data, elements => elements.truncate(length));
                Value {
                    shape: vec![length],
                    data,
                }
            }
            _ => self,
        }
    }

    /// The type with its sizes: `[3][2]i32`.
    pub fn type_string(&self) -> String {
        let sizes: String = self.shape.iter().map(|n| format!("[{n}]")).collect();
        format!("{sizes}{}", self.prim_type())
    }
}

/// Bitwise equality of type, shape and elements (`NaN` equals itself).
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        compare::difference(self, other, Tolerance::Bitwise).is_none()
    }
}

/// In the text format.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        text::write(self, &mut out);
        f.write_str(&String::from_utf8_lossy(&out))
    }
}

/// The product of the sizes, `None` if it does not fit in memory's address range.
pub fn element_count(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1usize, |n, size| n.checked_mul(*size))
}
