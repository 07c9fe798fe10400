//! The values of Futhark: scalars, arrays, records, constructors, functions.
//!
//! A value is 16 bytes.  Scalars lie in it; everything else is a shared handle, so
//! that copying a value is cheap.  An array handle carries the version of the buffer
//! at which it was made: an in-place update makes all earlier handles stale, and
//! reading through a stale one is noticed (FUT-E-POISON).

use crate::failure::Fail;
use crate::futhark::machine::arithmetic::Number;
use crate::futhark::machine::array::Array;
use crate::futhark::machine::code::Function;
use elder_syntax::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use half::f16;
use smallvec::SmallVec;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Value {
    Bool(bool),
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    F16(f16),
    F32(f32),
    F64(f64),
    /// An array, and the version of its buffer that this handle may read.  An array of records has its versions inside.
    Array(u32, Rc<Array>),
    /// A tuple or record: the fields in the order of its type.
    Record(Rc<Fields>),
    /// A constructor with its arguments.
    Sum(Rc<Sum>),
    /// A function, perhaps with some arguments already.
    Function(Rc<Closure>),
    /// An accumulator.
    Acc(Rc<Accumulator>),
    /// A type passed to a polymorphic function.
    Type(Rc<RtType>),
    /// A float in another arithmetic.
    Number(Rc<Number>),
}

/// The fields of a record.
pub type Fields = SmallVec<[Value; 3]>;

impl Default for Value {
    fn default() -> Value {
        Value::Bool(false)
    }
}

/// A constructor applied.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The constructor.
    pub name: Name,
    /// A number for the constructor, the same for the same name on one thread.
    pub tag: u32,
    /// Its arguments.
    pub args: Fields,
    /// The other constructors of its type, if they have sizes: the arguments do not show them.
    pub others: Option<Rc<RtType>>,
}

/// A function with what it captured.
#[derive(Debug)]
pub struct Closure {
    /// The function.
    pub function: Rc<Function>,
    /// Values of the captured names, in the order of [`Function::captures`].
    pub captured: Box<[Value]>,
    /// Arguments received so far, first to last.
    pub args: Vec<Value>,
}

/// A place where parallel writes go.
#[derive(Debug)]
pub struct Accumulator {
    /// The array written to.
    pub dest: std::cell::RefCell<Value>,
    /// How a write is combined with what is there; `None` replaces.
    pub op: Option<Value>,
}

/// A type when the program runs: its sizes are numbers.
#[derive(Debug)]
pub enum RtType {
    /// A scalar.
    Prim(PrimType),
    /// An array.
    Array(i64, Rc<RtType>),
    /// A tuple or record.
    Record(Vec<Rc<RtType>>),
    /// A sum that has sizes: for each constructor its number and the types of its arguments.
    Sum(Vec<(u32, Vec<Rc<RtType>>)>),
    /// Anything else: elements of an array of these are stored one by one.
    Boxed,
    /// One of the last two as a type argument, with a function that gives the value whose numbers are all zero.
    Blank(Value, Rc<RtType>),
    /// A type argument with a size that has no value, which matters only to who asks for it.
    Failed(Fail),
}

impl Value {
    /// A record.
    pub fn record(fields: impl IntoIterator<Item = Value>) -> Value {
        Value::Record(Rc::new(fields.into_iter().collect()))
    }

    /// The empty tuple.
    pub fn unit() -> Value {
        Value::record([])
    }

    /// An integer of any type, read as signed if it is and zero-extended if not.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Value::I64(x) => Some(x),
            Value::I32(x) => Some(x.into()),
            Value::I16(x) => Some(x.into()),
            Value::I8(x) => Some(x.into()),
            Value::U64(x) => Some(x as i64),
            Value::U32(x) => Some(x.into()),
            Value::U16(x) => Some(x.into()),
            Value::U8(x) => Some(x.into()),
            _ => None,
        }
    }

    /// A scalar.
    pub fn prim(&self) -> Option<PrimValue> {
        Some(match *self {
            Value::Bool(x) => PrimValue::Bool(x),
            Value::I8(x) => PrimValue::I8(x),
            Value::I16(x) => PrimValue::I16(x),
            Value::I32(x) => PrimValue::I32(x),
            Value::I64(x) => PrimValue::I64(x),
            Value::U8(x) => PrimValue::U8(x),
            Value::U16(x) => PrimValue::U16(x),
            Value::U32(x) => PrimValue::U32(x),
            Value::U64(x) => PrimValue::U64(x),
            Value::F16(x) => PrimValue::F16(x),
            Value::F32(x) => PrimValue::F32(x),
            Value::F64(x) => PrimValue::F64(x),
            _ => return None,
        })
    }

    /// An array.
    pub fn as_array(&self) -> Option<&Rc<Array>> {
        match self {
            Value::Array(_, a) => Some(a),
            _ => None,
        }
    }
}

impl From<PrimValue> for Value {
    fn from(p: PrimValue) -> Value {
        match p {
            PrimValue::Bool(x) => Value::Bool(x),
            PrimValue::I8(x) => Value::I8(x),
            PrimValue::I16(x) => Value::I16(x),
            PrimValue::I32(x) => Value::I32(x),
            PrimValue::I64(x) => Value::I64(x),
            PrimValue::U8(x) => Value::U8(x),
            PrimValue::U16(x) => Value::U16(x),
            PrimValue::U32(x) => Value::U32(x),
            PrimValue::U64(x) => Value::U64(x),
            PrimValue::F16(x) => Value::F16(x),
            PrimValue::F32(x) => Value::F32(x),
            PrimValue::F64(x) => Value::F64(x),
        }
    }
}

impl From<i64> for Value {
    fn from(x: i64) -> Value {
        Value::I64(x)
    }
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);
