//! Another arithmetic in place of the floats.
//!
//! With an [`Arithmetic`] in the options of a run, every float of the program is a [`Number`] of it: literals and
//! inputs are turned into numbers, and every primitive function that takes or gives a float is asked of it.  Arrays of
//! numbers hold them one by one.  Without one, nothing here costs anything.

use crate::futhark::machine::array::{Array, ArrayError, Cells, Data, Element, Flat};
use crate::futhark::machine::value::{Fields, Sum, Value};
use crate::memory::Memory;
use crate::numeric::NumericError;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use half::f16;
use std::any::Any;
use std::fmt;
use std::rc::Rc;

/// What stands for a float.
pub struct Number {
    /// The float type that the program gives it.
    pub ty: PrimType,
    /// What only its arithmetic understands.
    pub content: Box<dyn Any>,
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number for {}", self.ty)
    }
}

/// Meanings for literals and primitive functions of floats.
pub trait Arithmetic: fmt::Debug {
    /// The number that a float denotes.
    fn number(&self, float: PrimValue) -> Number;

    /// The value of a function that takes or gives a float: a number, or a scalar that is no float.
    ///
    /// # Errors
    /// As [`crate::numeric::apply`].
    fn apply(&self, f: PrimFn, args: &[Value]) -> Result<Value, NumericError>;
}

/// Whether a primitive function takes or gives a float.
pub fn concerns(f: PrimFn) -> bool {
    f.result().is_float() || f.parameters().iter().any(|t| t.is_float())
}

/// A scalar, floats as numbers.
pub fn lift_scalar(arithmetic: &dyn Arithmetic, p: PrimValue) -> Value {
    if p.prim_type().is_float() {
        Value::Number(Rc::new(arithmetic.number(p)))
    } else {
        Value::from(p)
    }
}

/// A value, floats as numbers.
///
/// # Errors
/// [`ArrayError`] if it is an array that may not be read.
pub fn lift(arithmetic: &dyn Arithmetic, memory: &Rc<Memory>, value: &Value) -> Result<Value, ArrayError> {
    let all = |values: &[Value]| -> Result<Fields, ArrayError> {
        values.iter().map(|v| lift(arithmetic, memory, v)).collect()
    };
    Ok(match value {
        Value::Record(fields) => Value::Record(Rc::new(all(fields)?)),
        Value::Sum(sum) => Value::Sum(Rc::new(Sum {
            args: all(&sum.args)?,
            ..(**sum).clone()
        })),
        Value::Array(version, array) => {
            array.fresh(*version)?;
            let elements: Vec<Value> = match &array.data {
                Data::Record(fields) => {
                    let data = Data::Record(all(fields)?);
                    return Ok(Value::Array(
                        *version,
                        Rc::new(Array {
                            shape: array.shape.clone(),
                            data,
                        }),
                    ));
                }
                Data::Flat(Flat {
                    cells: Cells::F16(_), ..
                }) => elements::<f16>(array)?,
                Data::Flat(Flat {
                    cells: Cells::F32(_), ..
                }) => elements::<f32>(array)?,
                Data::Flat(Flat {
                    cells: Cells::F64(_), ..
                }) => elements::<f64>(array)?,
                Data::Flat(Flat {
                    cells: Cells::Boxed(_),
                    ..
                }) => elements::<Value>(array)?,
                Data::Flat(_) => return Ok(value.clone()),
            };
            Array::flat(memory, array.shape.clone(), all(&elements)?.into_vec())
        }
        other => match other.prim() {
            Some(p) => lift_scalar(arithmetic, p),
            None => other.clone(),
        },
    })
}

/// The elements of an array in order.
fn elements<T: Element>(array: &Array) -> Result<Vec<Value>, ArrayError> {
    let mut out: Vec<T> = Vec::new();
    array.gather(&mut out)?;
    Ok(out.into_iter().map(T::value).collect())
}
