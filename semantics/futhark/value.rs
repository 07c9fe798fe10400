//! The values of Futhark: scalars, arrays, records, constructors, functions.
//!
//! A value is 16 bytes.  Scalars lie in it; everything else is a shared handle, so
//! that copying a value is cheap.  An array handle carries the version of the buffer
//! at which it was made: an in-place update makes all earlier handles stale, and
//! reading through a stale one is noticed (FUT-E-POISON).

use crate::futhark::array::Array;
use crate::futhark::code::Function;
use elder_syntax::Name;
use elder_syntax::prim::{PrimType, PrimValue};
use smallvec::SmallVec;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar.
    Prim(PrimValue),
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
}

/// The fields of a record.
pub type Fields = SmallVec<[Value; 3]>;

impl Default for Value {
    fn default() -> Value {
        Value::Prim(PrimValue::Bool(false))
    }
}

/// A constructor applied.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The constructor.
    pub name: Name,
    /// A number for the constructor, the same for the same name in one run.
    pub tag: u32,
    /// Its arguments.
    pub args: Fields,
    /// Sizes of the sum type, by name, that the arguments do not show.
    pub sizes: SmallVec<[i64; 1]>,
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
#[derive(Debug, PartialEq)]
pub enum RtType {
    /// A scalar.
    Prim(PrimType),
    /// An array.
    Array(i64, Rc<RtType>),
    /// A tuple or record.
    Record(Vec<Rc<RtType>>),
    /// Anything else: elements of an array of these are stored one by one.
    Boxed,
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
            Value::Prim(p) => match p {
                PrimValue::I64(x) => Some(x),
                PrimValue::I32(x) => Some(x.into()),
                PrimValue::I16(x) => Some(x.into()),
                PrimValue::I8(x) => Some(x.into()),
                PrimValue::U64(x) => Some(x as i64),
                PrimValue::U32(x) => Some(x.into()),
                PrimValue::U16(x) => Some(x.into()),
                PrimValue::U8(x) => Some(x.into()),
                _ => None,
            },
            _ => None,
        }
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
        Value::Prim(p)
    }
}

impl From<i64> for Value {
    fn from(x: i64) -> Value {
        Value::Prim(PrimValue::I64(x))
    }
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);
