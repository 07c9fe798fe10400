//! Values across the interface of a program: flat data to and from the evaluator's values.

use crate::futhark::machine::array::{Array, Data as ArrayData, Flat};
use crate::futhark::machine::value::Value;
use crate::memory::Memory;
use elder_syntax::value::{self as data, Element as _};
use elder_syntax::with_prim_type;
use std::rc::Rc;

/// A value from outside.
pub fn from_data(memory: &Rc<Memory>, value: data::Value) -> Value {
    if let Some(p) = value.as_scalar() {
        return Value::from(p);
    }
    let (shape, data) = value.into_parts();
    let shape = shape
        .iter()
        .map(|&n| i64::try_from(n).unwrap_or(i64::MAX))
        .collect();
    elder_syntax::with_data!(data, elements => Array::flat(memory, shape, elements))
}

/// A scalar or array of scalars as data; `None` for anything else.
pub fn to_data(value: &Value) -> Option<data::Value> {
    if let Some(p) = value.prim() {
        return Some(data::Value::scalar(p));
    }
    let Value::Array(version, array) = value else {
        return None;
    };
    array.fresh(*version).ok()?;
    let ArrayData::Flat(Flat { cells, .. }) = &array.data else {
        return None;
    };
    // As data a size below zero is 0.
    let sizes = array.shape.iter().map(|n| usize::try_from((*n).max(0)).ok());
    let shape: Option<Vec<usize>> = sizes.collect();
    let prim = cells.prim()?;
    with_prim_type!(prim, T => {
        let mut out: Vec<T> = Vec::new();
        array.gather(&mut out).ok()?;
        data::Value::new(shape?, T::wrap(out))
    })
}
