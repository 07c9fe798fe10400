//! What makes arrays or changes their shapes.

use super::Machine;
use super::soacs::Values;
use crate::failure::{Failure, Run};
use crate::futhark::machine::array::{Array, Data, Dims, Element, reserve, volume};
use crate::futhark::machine::build::Builder;
use crate::futhark::machine::code::IntrinsicCode;
use crate::futhark::machine::value::{Fields, Value};
use crate::futhark::refusals;
use elder_futhark::intrinsics::Op;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::with_prim_type;
use elder_syntax::{Rule, Span};
use std::rc::Rc;

impl Machine {
    /// Intrinsics that are no combinators.
    pub(super) fn reshaping(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        let span = code.span;
        let number = |k: usize| values.get(k).and_then(Value::as_i64).unwrap_or(0);
        match code.op {
            Op::Iota => self.iota(number(0), span),
            Op::Replicate => self.replicate(number(0), &values[1], span),
            Op::Copy | Op::Manifest => {
                rules::FUT_E_COPY.apply();
                values[0]
                    .deep_copy(&self.memory)
                    .map_err(|e| self.plain_failure(e, span))
            }
            Op::Opaque | Op::Break => Ok(values[0].clone()),
            Op::Trace => {
                crate::futhark::trace(&crate::futhark::machine::display::display(&values[0]));
                Ok(values[0].clone())
            }
            Op::Concat => {
                rules::FUT_E_COPY.apply();
                let parts = [self.input(&values, 0, span)?, self.input(&values, 1, span)?];
                self.concatenate(&parts).map_err(|e| self.plain_failure(e, span))
            }
            Op::Flatten => {
                let (version, array) = self.input(&values, 0, span)?;
                let (n, m) = (array.len(), array.shape.get(1).copied().unwrap_or(0));
                self.reshape(version, &array, 2, &[n.wrapping_mul(m)], span)
            }
            Op::Unflatten => {
                let (version, array) = self.input(&values, 2, span)?;
                self.reshape(version, &array, 1, &[number(0), number(1)], span)
            }
            Op::Reshape => {
                let (version, array) = self.input(&values, 1, span)?;
                let dims: Dims = match &values[0] {
                    Value::Record(fields) => fields.iter().filter_map(Value::as_i64).collect(),
                    other => other.as_i64().into_iter().collect(),
                };
                let rank = code.numbers.first().copied().unwrap_or(1);
                self.reshape(version, &array, rank, &dims, span)
            }
            Op::Transpose => {
                rules::FUT_E_REARR.apply();
                let (version, array) = self.input(&values, 0, span)?;
                rearranged(version, &array, &[1, 0], span)
            }
            Op::Rearrange => {
                rules::FUT_E_REARR.apply();
                let (version, array) = self.input(&values, 1, span)?;
                rearranged(version, &array, &code.numbers, span)
            }
            Op::Zip | Op::Zip3 | Op::Zip4 | Op::Zip5 => self.zip(values, span),
            Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5 => self.unzip(values, span),
            Op::FlatIndex2d | Op::FlatIndex3d | Op::FlatIndex4d => {
                let (version, array) = self.input(&values, 0, span)?;
                let pairs: Vec<i64> = (2..values.len()).map(number).collect();
                let sizes: Dims = pairs.iter().step_by(2).copied().collect();
                let strides: Dims = pairs.iter().skip(1).step_by(2).copied().collect();
                let view = self.flat_view(version, &array, number(1), &sizes, &strides, span)?;
                if injective(&sizes, &strides) {
                    return Ok(view);
                }
                // What is updated at one place is not to change at another.
                view.deep_copy(&self.memory)
                    .map_err(|e| self.plain_failure(e, span))
            }
            Op::FlatUpdate1d | Op::FlatUpdate2d | Op::FlatUpdate3d | Op::FlatUpdate4d => {
                let (version, array) = self.input(&values, 0, span)?;
                let source = self.input(&values, values.len() - 1, span)?;
                let strides: Dims = (2..values.len() - 1).map(number).collect();
                let sizes = Dims::from_slice(source.1.shape.get(..strides.len()).unwrap_or(&[]));
                let view = self.flat_view(version, &array, number(1), &sizes, &strides, span)?;
                let all: Vec<_> = sizes
                    .iter()
                    .map(|&count| crate::futhark::machine::array::Dim::Slice {
                        start: 0,
                        step: 1,
                        count,
                    })
                    .collect();
                if let Value::Array(_, view) = &view {
                    let value = Value::Array(source.0, source.1);
                    view.write(&self.memory, &all, &value)
                        .map_err(|e| self.array_failure(e, &rules::FUT_E_UPDATE, "shape", span))?;
                }
                Ok(array.consume())
            }
            op if op.is_derivative() => Err(Failure::unsupported(
                span,
                format!(
                    "{} is evaluated by the definition, which counts no span and computes in floats: run it without --cost and --exact",
                    code.op.name()
                ),
            )),
            _ => Err(Failure::internal(
                span,
                format!("intrinsic {} without meaning", code.op.name()),
            )),
        }
    }

    /// FUT-E-IOTA
    fn iota(&mut self, n: i64, span: Span) -> Run<Value> {
        rules::FUT_E_IOTA.apply();
        natural(n, &rules::FUT_E_IOTA, span)?;
        reserve(&self.memory, &[n], 8).map_err(|e| self.plain_failure(e, span))?;
        Ok(Array::vector(&self.memory, (0..n).collect::<Vec<i64>>()))
    }

    /// FUT-E-REPL
    pub(super) fn replicate(&mut self, n: i64, value: &Value, span: Span) -> Run<Value> {
        rules::FUT_E_REPL.apply();
        natural(n, &rules::FUT_E_REPL, span)?;
        if n == 0 {
            let ty = crate::futhark::machine::shape::type_of(value);
            return Array::blank(&self.memory, smallvec::smallvec![0], &ty)
                .map_err(|e| self.plain_failure(e, span));
        }
        if let Some(p) = value.prim() {
            return with_prim_type!(p.prim_type(), T => {
                use crate::futhark::machine::scalar::Scalar;
                let count = reserve(&self.memory, &[n], size_of::<T>()).map_err(|e| self.plain_failure(e, span))?;
                Ok(Array::vector(&self.memory, vec![T::from_value(value).unwrap_or_default(); count]))
            });
        }
        let mut builder = Builder::like(&self.memory, value, n).map_err(|e| self.plain_failure(e, span))?;
        for _ in 0..n {
            self.tick(span)?;
            builder.push(value).map_err(|e| self.plain_failure(e, span))?;
        }
        Ok(builder.finish(&self.memory))
    }

    /// FUT-E-RESHAPE
    fn reshape(&mut self, version: u32, array: &Array, old: usize, new: &[i64], span: Span) -> Run<Value> {
        rules::FUT_E_RESHAPE.apply();
        unflattens(&array.shape, old, new, span)?;
        array
            .reshape(&self.memory, version, old, new)
            .map_err(|e| self.plain_failure(e, span))
    }

    /// FUT-E-ZIP: the result is unique by its type, so it shares nothing.
    fn zip(&mut self, values: Values, span: Span) -> Run<Value> {
        rules::FUT_E_ZIP.apply();
        let mut fields = Fields::new();
        let mut size = None;
        for value in values {
            let (version, array) = self.array_of(value, span)?;
            if *size.get_or_insert(array.len()) != array.len() {
                return Err(Failure::internal(span, "arrays of different sizes"));
            }
            fields.push(
                array
                    .copy(&self.memory, version)
                    .map_err(|e| self.plain_failure(e, span))?,
            );
        }
        let shape = Dims::from_slice(&[size.unwrap_or(0)]);
        Ok(Array::records(shape, fields))
    }

    /// FUT-E-ZIP
    fn unzip(&mut self, values: Values, span: Span) -> Run<Value> {
        rules::FUT_E_ZIP.apply();
        let (_, array) = self.input(&values, 0, span)?;
        match &array.data {
            Data::Record(fields) => Value::Record(Rc::new(fields.clone()))
                .deep_copy(&self.memory)
                .map_err(|e| self.plain_failure(e, span)),
            Data::Flat(_) => Err(Failure::internal(span, "unzip of an array that is not of tuples")),
        }
    }

    /// FUT-E-FLATINDEX: a view of a one-dimensional array with given sizes and strides.
    fn flat_view(
        &mut self,
        version: u32,
        array: &Array,
        offset: i64,
        sizes: &[i64],
        strides: &[i64],
        span: Span,
    ) -> Run<Value> {
        rules::FUT_E_FLATINDEX.apply();
        let (mut low, mut high) = (i128::from(offset), i128::from(offset));
        for (&n, &s) in sizes.iter().zip(strides) {
            let reach = i128::from(s) * i128::from(n.max(1) - 1);
            low += reach.min(0);
            high += reach.max(0);
        }
        let empty = sizes.contains(&0);
        let outside = !empty && (low < 0 || high >= i128::from(array.len()));
        if outside || sizes.iter().any(|n| *n < 0) {
            return Err(refusals::beyond(low, high, array.len(), span));
        }
        Ok(array.flat_view(version, if empty { 0 } else { offset }, sizes, strides))
    }
}

/// FUT-E-REARR: rows that are not there may be of a size below zero; no array has fewer than no rows.
fn rearranged(version: u32, array: &Array, order: &[usize], span: Span) -> Run<Value> {
    let mut sizes = order.iter().filter_map(|k| array.shape.get(*k));
    if let Some(n) = sizes.find(|n| **n <= 0) {
        natural(*n, &rules::FUT_E_REARR, span)?;
    }
    Ok(array.rearrange(version, order))
}

/// A size is not negative.
pub(super) fn natural(n: i64, rule: &'static Rule, span: Span) -> Run<()> {
    if n < 0 {
        return Err(refusals::negative(rule, n, span));
    }
    Ok(())
}

/// The first `old` dimensions of a shape have as many elements as the new ones.
pub(super) fn unflattens(shape: &[i64], old: usize, new: &[i64], span: Span) -> Run<()> {
    let have = volume(shape.get(..old).unwrap_or(&[]));
    if new.iter().any(|d| *d < 0) || volume(new) != have {
        return Err(refusals::other_volume(new, shape, span));
    }
    Ok(())
}

/// Whether it is plain that different indexes lead to different offsets: from the shortest stride on, each passes all
/// that the ones before it reach.
fn injective(sizes: &[i64], strides: &[i64]) -> bool {
    let mut dims: Vec<(u64, u64)> = sizes
        .iter()
        .zip(strides)
        .filter(|(n, _)| **n > 1)
        .map(|(n, s)| (s.unsigned_abs(), n.unsigned_abs() - 1))
        .collect();
    dims.sort_unstable();
    let mut reach: u128 = 0;
    for (stride, last) in dims {
        if u128::from(stride) <= reach {
            return false;
        }
        reach = reach.saturating_add(u128::from(stride) * u128::from(last));
    }
    true
}
