//! The values of the clear interpreter.
//!
//! An array is a shape and a vector of elements, seen through sizes and strides ([`crate::array`]); the other values are what they
//! are in the rules.  Every value has a [`Shape`]: its type with numbers for sizes, so that an array without elements still
//! says what it would hold (FUT-E-EMPTYSHAPE).

use super::coercion::Proxy;
use super::environment::Environment;
use crate::array::{self, Element, Part};
use crate::derivative::{Active, Number};
use crate::numeric::whole;
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::{Def, Fun, Stars, Type};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Name, Span};
use std::cell::RefCell;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A scalar.
    Prim(PrimValue),
    /// A scalar with derivatives.
    Active(Rc<Active>),
    /// An array.
    Array(Rc<Array>),
    /// The fields of a tuple or record, in the order of its type, with their names.
    Record(Rc<[(Name, Value)]>),
    /// A constructor with its arguments.
    Sum(Rc<Sum>),
    /// A function.
    Function(Rc<Function>),
    /// A place for parallel writes.
    Accumulator(Rc<Accumulator>),
}

/// An array of values that are no arrays.
pub type Array = array::Array<Value>;

/// A constructor with its arguments.
#[derive(Clone, Debug)]
pub struct Sum {
    /// Its name.
    pub name: Name,
    /// The arguments.
    pub args: Vec<Value>,
    /// The constructors of the type, this one among them, with the shapes of their arguments.
    pub shape: Rc<[(Name, Vec<Shape>)]>,
}

/// A function: its code together with the values of its free names.
#[derive(Clone, Debug)]
pub struct Function {
    /// The code.
    pub code: Code,
    /// What its free names, its sizes and its types stand for.
    pub free: Environment,
    /// The arguments that it has got, too few so far.
    pub args: Vec<Value>,
    /// Whether it was named in what is executed by `#[unsafe]`: then assertions are not looked at.
    pub unchecked: bool,
}

/// The code of a function.
#[derive(Clone, Debug)]
pub enum Code {
    /// A definition of the program.
    Definition(Rc<Def>),
    /// A lambda or a local function.
    Local(Rc<Fun>),
    /// An intrinsic, used at these types.
    Intrinsic(Intrinsic, Rc<[Type]>),
    /// A function that was coerced.
    Proxy(Rc<Proxy>),
    /// The function that `#[blank]` gives for a function type, and where that stands.
    Blank(Type, Span),
}

/// An array that is being written to, and how a write is combined with what is there.
#[derive(Debug)]
pub struct Accumulator {
    /// The array.
    pub dest: RefCell<Rc<Array>>,
    /// The operator; without one a write replaces.
    pub op: Option<Value>,
}

/// A type with numbers for sizes.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A scalar.
    Prim(PrimType),
    /// `[n]t`
    Array(i64, Rc<Shape>),
    /// A tuple or record.
    Record(Rc<[(Name, Shape)]>),
    /// The constructors with their arguments.
    Sum(Rc<[(Name, Vec<Shape>)]>),
    /// A function, an accumulator, or a type of which nothing is known.
    Other,
}

impl Shape {
    /// Whether values of both shapes can be elements of one array.  What stands in constructors may differ as far as it is not
    /// there.
    pub fn fits(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Prim(t), Shape::Prim(u)) => t == u,
            (Shape::Array(n, t), Shape::Array(m, u)) => n == m && t.fits(u),
            (Shape::Record(ts), Shape::Record(us)) => {
                ts.len() == us.len() && ts.iter().zip(us.iter()).all(|((_, t), (_, u))| t.fits(u))
            }
            (Shape::Sum(_) | Shape::Other, Shape::Sum(_) | Shape::Other) => true,
            _ => false,
        }
    }

    /// Whether a value of it can hold an array, being none itself.
    pub fn holds_arrays(&self) -> bool {
        match self {
            Shape::Prim(_) => false,
            Shape::Record(fields) => fields.iter().any(|(_, field)| field.holds_arrays()),
            Shape::Array(..) | Shape::Sum(_) | Shape::Other => true,
        }
    }

    /// The sizes of the outer dimensions and the shape of what they hold.
    pub fn dimensions(&self) -> (Vec<i64>, &Shape) {
        let mut sizes = Vec::new();
        let mut inner = self;
        while let Shape::Array(n, element) = inner {
            sizes.push(*n);
            inner = element;
        }
        (sizes, inner)
    }

    /// An array of this shape around elements.
    pub fn array(sizes: impl DoubleEndedIterator<Item = i64>, element: Shape) -> Shape {
        sizes
            .rev()
            .fold(element, |inner, n| Shape::Array(n, Rc::new(inner)))
    }

    /// Whether no size is below zero.
    pub fn is_natural(&self) -> bool {
        match self {
            Shape::Prim(_) | Shape::Other => true,
            Shape::Array(n, element) => *n >= 0 && element.is_natural(),
            Shape::Record(fields) => fields.iter().all(|(_, field)| field.is_natural()),
            Shape::Sum(constructors) => constructors
                .iter()
                .all(|(_, args)| args.iter().all(Shape::is_natural)),
        }
    }
}

impl Value {
    /// The empty tuple.
    pub fn unit() -> Value {
        Value::Record(Rc::new([]))
    }

    /// A tuple.
    pub fn tuple(parts: impl IntoIterator<Item = Value>) -> Value {
        let named = parts.into_iter().enumerate();
        Value::Record(named.map(|(k, part)| (Name::new(k.to_string()), part)).collect())
    }

    /// The scalar that it is, without its derivatives.
    pub fn scalar(&self) -> Option<PrimValue> {
        match self {
            Value::Prim(p) => Some(*p),
            Value::Active(active) => Some(active.scalar()),
            _ => None,
        }
    }

    /// The scalar that it is, with its derivatives.
    pub fn number(&self) -> Option<Number> {
        match self {
            Value::Prim(p) => Some(Number::Plain(*p)),
            Value::Active(active) => Some(Number::Active(active.clone())),
            _ => None,
        }
    }

    /// The integer that it is, of whatever type.
    pub fn integer(&self) -> Option<i128> {
        match self.scalar()? {
            PrimValue::Bool(_) => None,
            scalar => whole(scalar),
        }
    }

    /// The integer that it is, in 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        self.integer().map(|n| n as i64)
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        match self {
            Value::Prim(p) => Shape::Prim(p.prim_type()),
            Value::Active(active) => Shape::Prim(active.scalar().prim_type()),
            Value::Array(array) => array.shape(),
            Value::Record(fields) => {
                Shape::Record(fields.iter().map(|(f, v)| (f.clone(), v.shape())).collect())
            }
            Value::Sum(sum) => Shape::Sum(sum.shape.clone()),
            Value::Function(_) | Value::Accumulator(_) => Shape::Other,
        }
    }

    /// Whether no array in it has been consumed since this value was made (FUT-E-POISON).
    pub fn is_fresh(&self) -> bool {
        match self {
            Value::Array(array) => array.is_fresh(),
            Value::Record(fields) => fields.iter().all(|(_, v)| v.is_fresh()),
            Value::Sum(sum) => sum.args.iter().all(Value::is_fresh),
            Value::Prim(_) | Value::Active(_) | Value::Function(_) | Value::Accumulator(_) => true,
        }
    }

    /// The value after the starred parts have been consumed: every other value that shares their arrays is poisoned.
    pub fn consumed(self, stars: &Stars) -> Value {
        match (stars, self) {
            (Stars::None, value) => value,
            (Stars::All, value) => value.map_arrays(&mut |array| Value::Array(array.consume())),
            (Stars::Fields(_), Value::Record(fields)) => {
                let part = |(f, v): &(Name, Value)| (f.clone(), v.clone().consumed(&stars.field(f)));
                Value::Record(fields.iter().map(part).collect())
            }
            (Stars::Fields(_), value) => value,
        }
    }

    /// The value with something else for each array in it.
    pub fn map_arrays(self, f: &mut dyn FnMut(Rc<Array>) -> Value) -> Value {
        match self {
            Value::Array(array) => f(array),
            Value::Record(fields) => {
                let part = |(name, v): &(Name, Value)| (name.clone(), v.clone().map_arrays(f));
                Value::Record(fields.iter().map(part).collect())
            }
            Value::Sum(sum) => Value::Sum(Rc::new(Sum {
                args: sum.args.iter().map(|v| v.clone().map_arrays(f)).collect(),
                ..(*sum).clone()
            })),
            other => other,
        }
    }
}

impl Element for Value {
    /// Of what is in a cell: that of no array.
    type Type = Shape;
    type Value = Value;

    fn taken_out(self, owner: &Rc<Array>) -> Value {
        match owner.element().holds_arrays() {
            true => self.map_arrays(&mut |inner| Value::Array(inner.within(owner))),
            false => self,
        }
    }
}

impl Array {
    /// Its shape.
    pub fn shape(&self) -> Shape {
        Shape::array(self.dims().iter().map(|dim| dim.size), self.element().clone())
    }

    /// The shape of a row.
    pub fn row_shape(&self) -> Shape {
        let rows = self.dims().get(1..).unwrap_or(&[]);
        Shape::array(rows.iter().map(|dim| dim.size), self.element().clone())
    }

    /// The row or element with this index, which is in range.
    pub fn get(self: &Rc<Array>, i: i64) -> Value {
        self.select(&[Part::At(i)])
    }

    /// What these parts of the first dimensions leave, all in range.
    pub fn select(self: &Rc<Array>, parts: &[Part]) -> Value {
        self.part(parts).unwrap_or_else(Value::unit)
    }
}

impl From<Rc<Array>> for Value {
    fn from(array: Rc<Array>) -> Value {
        Value::Array(array)
    }
}

impl From<i64> for Value {
    fn from(n: i64) -> Value {
        Value::Prim(PrimValue::I64(n))
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Prim(PrimValue::Bool(b))
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Value {
        match number {
            Number::Plain(p) => Value::Prim(p),
            Number::Active(active) => Value::Active(active),
        }
    }
}
