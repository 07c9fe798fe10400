//! Arrays made, and arrays of the same elements in other shapes.

use super::Interpreter;
use super::value::{Array, Shape, Value};
use crate::array::{Dim, Dims, are_apart, volume};
use crate::failure::{Failure, Run};
use crate::futhark::refusals;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Type, TypeKind};
use elder_syntax::{Name, Span};
use std::rc::Rc;

impl Interpreter<'_> {
    /// FUT-E-IOTA
    pub fn iota(&mut self, n: i64, span: Span) -> Run<Value> {
        if n < 0 {
            return Err(refusals::negative(&rules::FUT_E_IOTA, n, span));
        }
        self.room(n, span)?;
        let elements = (0..n).map(Value::from).collect();
        self.array_of(elements, Some(&Value::from(0i64).shape()), span)
    }

    /// FUT-E-REPL: `n` copies of a value, whose shape may be better known.
    pub fn replicate(&mut self, n: i64, value: &Value, row: Option<Shape>, span: Span) -> Run<Value> {
        let made = self.room_of(n, value, row, span)?;
        self.cost.elements(std::slice::from_ref(&made));
        Ok(made)
    }

    /// FUT-E-REPL, of a value that nobody looks at: to make room costs nothing.
    pub fn room_of(&mut self, n: i64, value: &Value, row: Option<Shape>, span: Span) -> Run<Value> {
        if n < 0 {
            return Err(refusals::negative(&rules::FUT_E_REPL, n, span));
        }
        let row = row.unwrap_or_else(|| value.shape());
        let (inner, element) = row.dimensions();
        let sizes: Vec<i64> = std::iter::once(n).chain(inner).collect();
        let mut cells = Vec::with_capacity(self.room(volume(&sizes).unwrap_or(i64::MAX), span)?);
        for _ in 0..n {
            self.tick(span)?;
            match value {
                Value::Array(_) => cells.extend(self.copies(&self.array(value, span)?, span)?),
                value => cells.push(self.copy(value, span)?),
            }
        }
        Ok(Value::Array(Array::new(
            &self.memory,
            &sizes,
            element.clone(),
            cells,
        )))
    }

    /// FUT-E-COPY: the rows of all arrays, one after the other, copied; there is at least one array.
    pub fn concatenate(&mut self, parts: &[Rc<Array>], span: Span) -> Run<Value> {
        // One without rows may be of rows whose sizes nothing gave a value.
        let typical = parts.iter().find(|part| !part.is_empty()).or(parts.first());
        let row = typical.map(|part| part.row_shape());
        let mut rows = Vec::new();
        for part in parts {
            rows.extend((0..part.len()).map(|i| part.get(i)));
        }
        self.array_of(rows, row.as_ref(), span)
    }

    /// The number of dimensions that a type shows.
    pub fn rank(&self, ty: &Type) -> usize {
        match &*self.expand(ty) {
            TypeKind::Array(_, element) => 1 + self.rank(element),
            _ => 0,
        }
    }

    /// FUT-E-RESHAPE: the first dimensions are given other sizes.
    pub fn reshape(&mut self, xs: &Value, rank: usize, new: &[i64], span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        let sizes = array.sizes();
        let (old, rest) = sizes.split_at(rank.min(sizes.len()));
        if new.iter().any(|n| *n < 0) || volume(new) != volume(old) {
            return Err(refusals::other_volume(new, &sizes, span));
        }
        let sizes: Vec<i64> = new.iter().chain(rest).copied().collect();
        if array.is_dense() {
            return Ok(Value::Array(array.regrouped(&sizes)));
        }
        match self.copy(xs, span)? {
            Value::Array(copy) => Ok(Value::Array(copy.regrouped(&sizes))),
            _ => Err(Failure::internal(span, "a copy of an array that is none")),
        }
    }

    /// FUT-E-REARR: dimension j of the result is dimension `order[j]`.
    pub fn rearrange(&mut self, xs: &Value, order: &[i64], span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        let dims = array.dims();
        let mut permuted = Dims::new();
        for d in order {
            match usize::try_from(*d).ok().and_then(|d| dims.get(d)) {
                Some(dim) => permuted.push(*dim),
                None => {
                    return Err(Failure::internal(
                        span,
                        "a dimension that the array does not have",
                    ));
                }
            }
        }
        permuted.extend_from_slice(dims.get(order.len()..).unwrap_or(&[]));
        // Rows that are not there may be of a size below zero; no array has fewer than no rows.
        let first = permuted.iter().map(|dim| dim.size).find(|size| *size <= 0);
        if let Some(n @ ..0) = first {
            return Err(refusals::negative(&rules::FUT_E_REARR, n, span));
        }
        Ok(Value::Array(array.view(permuted, array.offset())))
    }

    /// FUT-E-ZIP: the result shares nothing with the arguments.
    pub fn zip(&mut self, arrays: &[Value], span: Span) -> Run<Value> {
        let arrays: Run<Vec<Rc<Array>>> = arrays.iter().map(|xs| self.array(xs, span)).collect();
        let arrays = arrays?;
        let n = arrays.first().map_or(0, |xs| xs.len());
        if arrays.iter().any(|xs| xs.len() != n) {
            return Err(Failure::internal(span, "arrays of different sizes"));
        }
        let rows = arrays.iter().enumerate();
        let row = rows
            .map(|(k, xs)| (Name::new(k.to_string()), xs.row_shape()))
            .collect();
        let tuples = (0..n).map(|i| Value::tuple(arrays.iter().map(|xs| xs.get(i))));
        self.array_of(tuples.collect(), Some(&Shape::Record(row)), span)
    }

    /// FUT-E-ZIP: the results share nothing with the argument.
    pub fn unzip(&mut self, xs: &Value, span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        let Shape::Record(rows) = array.row_shape() else {
            return Err(Failure::internal(span, "unzip of an array that is not of tuples"));
        };
        let mut columns = Vec::with_capacity(rows.len());
        for (name, row) in rows.iter() {
            let part = |i| super::expression::field(&array.get(i), name, span);
            let column: Run<Vec<Value>> = (0..array.len()).map(part).collect();
            columns.push(self.array_of(column?, Some(row), span)?);
        }
        Ok(Value::tuple(columns))
    }

    /// FUT-E-FLATINDEX: elements at an offset, with a size and a stride for each dimension of the result.
    pub fn flat_index(
        &mut self,
        xs: &Value,
        start: i64,
        sizes: &[i64],
        strides: &[i64],
        span: Span,
    ) -> Run<Value> {
        let place = Value::Array(self.flat_place(xs, start, sizes, strides, span)?);
        let dims = sizes.iter().zip(strides);
        let dims: Dims = dims.map(|(&size, &stride)| Dim { size, stride }).collect();
        // An element at two places is two elements: an update of one is none of the other.
        match are_apart(&dims) {
            true => Ok(place),
            false => self.copy(&place, span),
        }
    }

    /// The places of such elements.
    fn flat_place(
        &mut self,
        xs: &Value,
        start: i64,
        sizes: &[i64],
        strides: &[i64],
        span: Span,
    ) -> Run<Rc<Array>> {
        let array = self.array(xs, span)?;
        let reach = |(n, stride): (&i64, &i64)| i128::from(*stride) * i128::from((*n).max(1) - 1);
        let reaches: Vec<i128> = sizes.iter().zip(strides).map(reach).collect();
        let low = i128::from(start) + reaches.iter().filter(|r| **r < 0).sum::<i128>();
        let high = i128::from(start) + reaches.iter().filter(|r| **r > 0).sum::<i128>();
        let nothing = sizes.contains(&0);
        let outside = low < 0 || high >= i128::from(array.len());
        if sizes.iter().any(|n| *n < 0) || (outside && !nothing) {
            return Err(refusals::beyond(low, high, array.len(), span));
        }
        let unit = array.dims().first().map_or(1, |dim| dim.stride);
        let mut dims: Dims = Dims::new();
        for (size, stride) in sizes.iter().zip(strides) {
            let stride = stride.wrapping_mul(unit);
            dims.push(Dim { size: *size, stride });
        }
        dims.extend_from_slice(array.dims().get(1..).unwrap_or(&[]));
        let offset = if nothing { 0 } else { start * unit };
        Ok(array.view(dims, array.offset() + offset))
    }

    /// FUT-E-FLATINDEX: the array with such elements replaced.
    pub fn flat_update(
        &mut self,
        xs: &Value,
        start: i64,
        strides: &[i64],
        new: &Value,
        span: Span,
    ) -> Run<Value> {
        let source = self.array(new, span)?;
        let sizes: Vec<i64> = source.sizes().into_iter().take(strides.len()).collect();
        let place = self.flat_place(xs, start, &sizes, strides, span)?;
        if !place.shape().fits(&source.shape()) {
            let message = refusals::shapes_differ(&place.sizes(), &source.sizes());
            return Err(Failure::error(&rules::FUT_E_UPDATE, "shape", span, message));
        }
        let new = self.copies(&source, span)?;
        self.cost.elements(&new);
        place.overwrite(new);
        Ok(Value::Array(self.array(xs, span)?.consume()))
    }
}
