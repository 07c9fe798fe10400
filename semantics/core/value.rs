//! The values of Core.
//!
//! There are no tuples and no functions among them: what has several results has several values, and functions stand only where a
//! combinator takes one.

use super::word::Component;
use crate::array::{self, Element, Sizes};
use elder_syntax::prim::{PrimType, PrimValue};
use std::fmt;
use std::rc::Rc;

/// A scalar.
#[derive(Clone, Copy, Debug)]
pub struct Scalar {
    /// What it is.
    pub number: PrimValue,
    /// The word that it is a part of, in a run over the free monoid.
    pub part: Option<Component>,
}

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar.
    Prim(Scalar),
    /// An array of scalars.
    Array(Rc<Array>),
    /// A place to which values are added, or where they are put.
    Acc(Token),
    /// That an assertion held.
    Cert,
}

/// An array of scalars.
pub type Array = array::Array<Scalar>;

/// What two values have in common if they can be rows of one array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The sizes; none of a scalar.
    pub sizes: Sizes,
    /// The type of the scalar, or of the elements.
    pub element: PrimType,
}

impl Shape {
    /// How many scalars values of it have, if that can be counted.
    pub fn volume(&self) -> Option<i64> {
        array::volume(&self.sizes)
    }

    /// The shape of an array of so many of them.
    pub fn array_of(&self, count: i64) -> Shape {
        Shape {
            sizes: std::iter::once(count).chain(self.sizes.iter().copied()).collect(),
            element: self.element,
        }
    }
}

impl Element for Scalar {
    type Type = PrimType;
    type Value = Value;

    fn taken_out(self, _: &Rc<Array>) -> Scalar {
        self
    }
}

impl Array {
    /// Its shape.
    pub fn shape(&self) -> Shape {
        Shape {
            sizes: self.sizes(),
            element: *self.element(),
        }
    }

    /// The shape of its rows.
    pub fn row_shape(&self) -> Shape {
        Shape {
            sizes: self.dims().iter().skip(1).map(|dim| dim.size).collect(),
            element: *self.element(),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for size in &self.sizes {
            write!(f, "[{size}]")?;
        }
        write!(f, "{}", self.element)
    }
}

impl Value {
    /// Its shape, if it can be the row of an array.
    pub fn shape(&self) -> Option<Shape> {
        match self {
            Value::Prim(scalar) => Some(Shape {
                sizes: Sizes::new(),
                element: scalar.number.prim_type(),
            }),
            Value::Array(array) => Some(array.shape()),
            Value::Acc(_) | Value::Cert => None,
        }
    }

    /// Its sizes, none of what is no array.
    pub fn sizes(&self) -> Sizes {
        match self {
            Value::Array(array) => array.sizes(),
            Value::Prim(_) | Value::Acc(_) | Value::Cert => Sizes::new(),
        }
    }

    /// Its scalars in row-major order, none of what is neither scalar nor array.
    pub fn scalars(&self) -> Vec<Scalar> {
        match self {
            Value::Prim(scalar) => vec![*scalar],
            Value::Array(array) => array.elements(),
            Value::Acc(_) | Value::Cert => Vec::new(),
        }
    }

    /// The scalar that it is, if it is one.
    pub fn number(&self) -> Option<PrimValue> {
        match self {
            Value::Prim(scalar) => Some(scalar.number),
            Value::Array(_) | Value::Acc(_) | Value::Cert => None,
        }
    }

    /// Whether it may be read (CORE-E-POISON).
    pub fn is_fresh(&self) -> bool {
        match self {
            Value::Array(array) => array.is_fresh(),
            Value::Prim(_) | Value::Acc(_) | Value::Cert => true,
        }
    }

    /// The value after it was consumed: every other value that shares with it is poisoned.
    pub fn consumed(self) -> Value {
        match self {
            Value::Array(array) => Value::Array(array.consume()),
            other => other,
        }
    }
}

/// A number that is no part of a word.
impl From<PrimValue> for Scalar {
    fn from(number: PrimValue) -> Scalar {
        Scalar { number, part: None }
    }
}

impl From<Scalar> for Value {
    fn from(scalar: Scalar) -> Value {
        Value::Prim(scalar)
    }
}

impl From<Rc<Array>> for Value {
    fn from(array: Rc<Array>) -> Value {
        Value::Array(array)
    }
}

impl From<PrimValue> for Value {
    fn from(number: PrimValue) -> Value {
        Value::Prim(number.into())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::from(PrimValue::I64(number))
    }
}

/// An accumulator: its number among those under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(pub(super) usize);
