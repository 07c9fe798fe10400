//! Array literals, ranges, indices, slices, updates, equality.

use super::{Machine, bindings::integer};
use crate::failure::{Failure, Run};
use crate::futhark::machine::array::{Array, ArrayError, Data, Dim, Element, Flat, reserve, touch};
use crate::futhark::machine::build::{Builder, array_of};
use crate::futhark::machine::code::*;
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::Value;
use crate::futhark::refusals;
use crate::with_cells;
use elder_futhark::ast::RangeEnd;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::prim::{BinOp, PrimFn, PrimValue};
use elder_syntax::with_prim_type;
use elder_syntax::{Rule, Span};
use smallvec::SmallVec;
use std::rc::Rc;

type Dimensions = SmallVec<[Dim; 3]>;

/// An index or slice, evaluated but not yet compared with the size of an array.
#[derive(Clone, Copy)]
pub(super) enum Subscript {
    /// `i`
    Fix(i64),
    /// `a:b:s`
    Slice([Option<i64>; 3]),
}

/// The indices of one step of an update.
pub(super) type Subscripts = SmallVec<[Subscript; 3]>;

/// Indices and slices of the first dimensions, all in range.
fn dimensions(array: &Array, subscripts: &[Subscript], span: Span, update: bool) -> Run<Dimensions> {
    if subscripts.len() > array.shape.len() {
        return Err(Failure::internal(span, "more indices than dimensions"));
    }
    let rule: &'static Rule = if update {
        &rules::FUT_E_UPDATE
    } else {
        &rules::FUT_E_INDEX
    };
    subscripts
        .iter()
        .zip(&array.shape)
        .map(|(subscript, &size)| match *subscript {
            Subscript::Fix(i) => fix(i, size, rule, span),
            Subscript::Slice(parts) => slice(size, parts, span),
        })
        .collect()
}

/// FUT-E-SLICE
pub(super) fn slice(size: i64, parts: [Option<i64>; 3], span: Span) -> Run<Dim> {
    rules::FUT_E_SLICE.apply();
    // All of a dimension is a slice, also of rows that are not there, whose size may be below zero.
    if parts == [None; 3] {
        return Ok(Dim::Slice {
            start: 0,
            step: 1,
            count: size,
        });
    }
    let [start, end, step] = parts.map(|part| part.map(i128::from));
    let step = step.unwrap_or(1);
    let size = i128::from(size);
    let start = start.unwrap_or(if step < 0 { size - 1 } else { 0 });
    let end = end.unwrap_or(if step < 0 { -1 } else { size });
    if step == 0 || (end != start && (end - start).signum() != step.signum()) {
        let message = match step {
            0 => format!(
                "the slice from {start} to {end} has stride 0, so it never gets from one element to the next"
            ),
            // Most often this is a size that came out negative, as in `take (-1) xs`.
            1 => format!(
                "the slice from {start} to {end} would have {} elements",
                end - start
            ),
            _ if step > 0 => format!("the slice goes down from {start} to {end}, but its stride is {step}"),
            _ => format!("the slice goes up from {start} to {end}, but its stride is {step}"),
        };
        return Err(Failure::error(&rules::FUT_E_SLICE, "stride", span, message));
    }
    let count = ((end - start).abs() + step.abs() - 1) / step.abs();
    let last = start + (count - 1) * step;
    let inside = |i: i128| 0 <= i && i < size;
    if count > 0 && !(inside(start) && inside(last)) {
        let stride = if step == 1 {
            String::new()
        } else {
            format!(" with stride {step}")
        };
        let message = format!("the slice from {start} to {end}{stride} is out of bounds for size {size}");
        return Err(Failure::error(&rules::FUT_E_SLICE, "bounds", span, message));
    }
    Ok(Dim::Slice {
        start: start as i64,
        step: step as i64,
        count: count as i64,
    })
}

/// FUT-E-RANGE: the step of a range and how many elements it has.
pub(super) fn ascending(
    end: RangeEnd,
    start: i128,
    second: Option<i128>,
    bound: i128,
    span: Span,
) -> Run<(i128, i64)> {
    let default = if end == RangeEnd::DownTo { -1 } else { 1 };
    let step = second.map_or(default, |s| s - start);
    let refuse = |key: &str, what: &str| {
        let text = match second {
            Some(s) => format!("range {start}..{s}"),
            None => format!("range {start}"),
        };
        let dots = match end {
            RangeEnd::Inclusive => "...",
            RangeEnd::UpTo => "..<",
            RangeEnd::DownTo => "..>",
        };
        Failure::error(
            &rules::FUT_E_RANGE,
            key,
            span,
            format!("{text}{dots}{bound}: {what}"),
        )
    };
    let wrong_direction = match end {
        RangeEnd::UpTo => step < 0,
        RangeEnd::DownTo => step > 0,
        RangeEnd::Inclusive => false,
    };
    if step == 0 {
        return Err(refuse("step", "the step is zero"));
    }
    if wrong_direction {
        return Err(refuse("step", "the step has the wrong direction"));
    }
    if step > 0 && bound < start || step < 0 && bound > start {
        return Err(refuse("bounds", "the bound lies before the start"));
    }
    let distance = (bound - start).abs();
    let width = step.abs();
    let count = match end {
        RangeEnd::Inclusive => distance / width + 1,
        RangeEnd::UpTo | RangeEnd::DownTo => (distance + width - 1) / width,
    };
    Ok((step, i64::try_from(count).unwrap_or(i64::MAX)))
}

impl Machine {
    /// FUT-E-ARRAY
    pub(super) fn array(&mut self, elements: &[Code], ty: &TypeCode, span: Span) -> Run<Value> {
        rules::FUT_E_ARRAY.apply();
        let built = match elements.split_first() {
            None => {
                rules::FUT_E_EMPTYSHAPE.apply();
                let ty = self.rt_type(ty)?;
                array_of(&self.memory, &[], &ty)
            }
            Some((first, rest)) => {
                let first = self.eval(first)?;
                match Builder::like(&self.memory, &first, elements.len() as i64) {
                    Ok(mut builder) => {
                        let mut result = builder.push(&first);
                        for element in rest {
                            let value = self.eval(element)?;
                            result = result.and_then(|()| builder.push(&value));
                        }
                        result.map(|()| builder.finish(&self.memory))
                    }
                    Err(e) => Err(e),
                }
            }
        };
        built.map_err(|e| self.plain_failure(e, span))
    }

    /// FUT-E-RANGE
    pub(super) fn range(&mut self, range: &RangeCode) -> Run<Value> {
        rules::FUT_E_RANGE.apply();
        let start = self.integer(&range.start, range.span)?;
        let second = match &range.second {
            Some(second) => Some(self.integer(second, range.span)?),
            None => None,
        };
        let bound = self.integer(&range.bound, range.span)?;
        let (step, count) = ascending(range.end, start, second, bound, range.span)?;
        let n = reserve(&self.memory, &[count], range.prim.bytes())
            .map_err(|e| self.plain_failure(e, range.span))?;
        // Wrapping is right: every element lies between start and bound.
        let (start, step) = (start as i64, step as i64);
        Ok(with_prim_type!(range.prim, T => {
            let mut out: Vec<T> = Vec::with_capacity(n);
            let mut at = start;
            for _ in 0..n {
                out.push(T::from_value(&integer(range.prim, at)).unwrap_or_default());
                at = at.wrapping_add(step);
            }
            Array::vector(&self.memory, out)
        }))
    }

    fn integer(&mut self, code: &Code, span: Span) -> Run<i128> {
        match self.eval(code)? {
            Value::U64(x) => Ok(x.into()),
            value => match value.as_i64() {
                Some(x) => Ok(x.into()),
                None => Err(Failure::internal(span, "an integer was expected")),
            },
        }
    }

    /// FUT-E-INDEX, FUT-E-SLICE
    pub(super) fn index(&mut self, index: &IndexCode) -> Run<Value> {
        let (version, array) = self.eval_array(&index.array, index.span)?;
        let subscripts = self.subscripts(&index.dims)?;
        let dims = dimensions(&array, &subscripts, index.span, false)?;
        if let [Dim::Fix(i)] = dims[..] {
            return Ok(array.element(version, i));
        }
        Ok(array.view(version, &dims))
    }

    /// FUT-E-INDEX of an array in a slot by indices that have been evaluated.
    #[cold]
    #[inline(never)]
    pub(super) fn index_at(&mut self, slot: Slot, indices: &[i64], span: Span) -> Run<Value> {
        let (version, array) = self.array_of(self.local(slot), span)?;
        let dims: Run<Dimensions> = indices
            .iter()
            .zip(&array.shape)
            .map(|(&i, &size)| fix(i, size, &rules::FUT_E_INDEX, span))
            .collect();
        Ok(array.view(version, &dims?))
    }

    /// The values of indices and slices, in order.
    fn subscripts(&mut self, dims: &[DimCode]) -> Run<Subscripts> {
        let mut out = Subscripts::new();
        for dim in dims {
            out.push(match dim {
                DimCode::Fix(i) => Subscript::Fix(self.scalar::<i64>(i)?),
                DimCode::Slice(start, end, step) => {
                    let mut parts = [None; 3];
                    for (part, code) in parts.iter_mut().zip([start, end, step]) {
                        if let Some(code) = code {
                            *part = Some(self.scalar::<i64>(code)?);
                        }
                    }
                    Subscript::Slice(parts)
                }
            });
        }
        Ok(out)
    }

    /// The indices of a path, step by step; a field has none.
    pub(super) fn path_subscripts(&mut self, steps: &[StepCode]) -> Run<Vec<Subscripts>> {
        let mut out = Vec::with_capacity(steps.len());
        for step in steps {
            out.push(match step {
                StepCode::Index(dims) => self.subscripts(dims)?,
                StepCode::Field(_) => Subscripts::new(),
            });
        }
        Ok(out)
    }

    /// FUT-E-UPDATE: in place, since the checker promises that nobody reads the old array.
    pub(super) fn update(&mut self, index: &IndexCode, value: &Code) -> Run<Value> {
        if let (Code::Local(slot), [DimCode::Fix(i)]) = (&index.array, &*index.dims)
            && let Some(Value::Array(_, array)) = self.stack.get(self.base + *slot as usize)
            && let (1, Data::Flat(Flat { cells, .. })) = (array.shape.len(), &array.data)
            && let Some(prim) = cells.prim()
        {
            return with_prim_type!(prim, T => self.update_scalar::<T>(*slot, i, value, index.span));
        }
        self.update_any(index, value)
    }

    /// FUT-E-UPDATE of one scalar in a one-dimensional array in a slot.
    fn update_scalar<T: Scalar>(&mut self, slot: Slot, i: &Code, value: &Code, span: Span) -> Run<Value> {
        let i = self.scalar::<i64>(i)?;
        let value = self.scalar::<T>(value)?;
        let Some(Value::Array(version, array)) = self.stack.get(self.base + slot as usize) else {
            return Err(Failure::internal(span, "an array was expected"));
        };
        let Data::Flat(flat) = &array.data else {
            return Err(Failure::internal(span, "a flat array was expected"));
        };
        let Some(buffer) = T::buffer(&flat.cells) else {
            return Err(Failure::internal(span, "an array of another type was expected"));
        };
        let size = array.len();
        if buffer.version() != *version && size > 0 {
            return Err(self.plain_failure(ArrayError::Stale, span));
        }
        fix(i, size, &rules::FUT_E_UPDATE, span)?;
        buffer.set(flat.offset + i * flat.strides[0], value);
        Ok(Value::Array(buffer.consume(), array.clone()))
    }

    #[inline(never)]
    fn update_any(&mut self, index: &IndexCode, value: &Code) -> Run<Value> {
        let subscripts = self.subscripts(&index.dims)?;
        let value = self.eval(value)?;
        let (version, array) = self.eval_array(&index.array, index.span)?;
        let dims = dimensions(&array, &subscripts, index.span, true)?;
        self.readable(&array, version, index.span)?;
        self.write(&array, &dims, &value, index.span)?;
        Ok(array.consume())
    }

    /// FUT-E-POISON: nothing has consumed the array since the handle of this version was made.
    fn readable(&self, array: &Array, version: u32, span: Span) -> Run<()> {
        rules::FUT_E_POISON.apply();
        array.fresh(version).map_err(|e| self.plain_failure(e, span))
    }

    fn write(&mut self, array: &Rc<Array>, dims: &[Dim], value: &Value, span: Span) -> Run<()> {
        rules::FUT_E_UPDATE.apply();
        let rows = match value {
            Value::Array(_, rows) => Some(&rows.shape),
            _ => None,
        };
        if let Some(found) = rows {
            let mut expected: crate::futhark::machine::array::Dims = dims
                .iter()
                .filter_map(|d| match d {
                    Dim::Slice { count, .. } => Some(*count),
                    Dim::Fix(_) => None,
                })
                .collect();
            expected.extend_from_slice(array.shape.get(dims.len()..).unwrap_or(&[]));
            if expected != *found {
                let error = ArrayError::Shape(expected, found.clone());
                return Err(self.array_failure(error, &rules::FUT_E_UPDATE, "shape", span));
            }
        }
        array
            .write(&self.memory, dims, value)
            .map_err(|e| self.array_failure(e, &rules::FUT_E_UPDATE, "shape", span))
    }

    /// FUT-E-UPDATE along a path of fields and indices.
    pub(super) fn update_path(
        &mut self,
        target: Value,
        steps: &[StepCode],
        subscripts: &[Subscripts],
        value: Value,
        span: Span,
    ) -> Run<Value> {
        let (Some((step, rest)), Some((here, below))) = (steps.split_first(), subscripts.split_first())
        else {
            return Ok(value);
        };
        match (step, target) {
            (StepCode::Field(k), Value::Record(fields)) => {
                rules::FUT_E_RECUPDATE.apply();
                let old = fields.get(*k as usize).cloned().unwrap_or_default();
                let new = self.update_path(old, rest, below, value, span)?;
                let mut fields = (*fields).clone();
                if let Some(field) = fields.get_mut(*k as usize) {
                    *field = new;
                }
                Ok(Value::Record(Rc::new(fields)))
            }
            (StepCode::Index(_), Value::Array(version, array)) => {
                let dims = dimensions(&array, here, span, true)?;
                self.readable(&array, version, span)?;
                let new = if rest.is_empty() {
                    value
                } else {
                    // The path below may update a row of this very buffer, so the handle may be older by that.
                    let old = array.view(version, &dims);
                    self.update_path(old, rest, below, value, span)?
                };
                self.write(&array, &dims, &new, span)?;
                Ok(array.consume())
            }
            _ => Err(Failure::internal(span, "a path of an update that does not fit")),
        }
    }

    /// FUT-E-EQ
    pub(super) fn equal(&self, a: &Value, b: &Value, span: Span) -> Run<bool> {
        match (a, b) {
            (Value::Record(xs), Value::Record(ys)) => {
                for (x, y) in xs.iter().zip(ys.iter()) {
                    if !self.equal(x, y, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Sum(x), Value::Sum(y)) => {
                if x.tag != y.tag {
                    return Ok(false);
                }
                for (x, y) in x.args.iter().zip(y.args.iter()) {
                    if !self.equal(x, y, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Array(v, x), Value::Array(w, y)) => {
                x.fresh(*v)
                    .and_then(|()| y.fresh(*w))
                    .map_err(|e| self.plain_failure(e, span))?;
                if x.shape != y.shape {
                    return Ok(false);
                }
                touch(&self.memory, x.len().max(0) as u64).map_err(|e| self.plain_failure(e, span))?;
                for i in 0..x.len() {
                    if !self.equal(&x.element(*v, i), &y.element(*w, i), span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Number(x), Value::Number(_)) => {
                let equal = PrimFn::Bin(BinOp::Eq, x.ty);
                let answer = self
                    .arithmetic
                    .as_ref()
                    .map(|m| m.apply(equal, &[a.clone(), b.clone()]));
                match answer {
                    Some(Ok(Value::Bool(equal))) => Ok(equal),
                    _ => Err(Failure::internal(span, "an equality that is no bool")),
                }
            }
            _ => match (a.prim(), b.prim()) {
                (Some(x), Some(y)) if x.prim_type() == y.prim_type() => {
                    match crate::numeric::apply(PrimFn::Bin(BinOp::Eq, x.prim_type()), &[x, y]) {
                        Ok(PrimValue::Bool(equal)) => Ok(equal),
                        _ => Err(Failure::internal(span, "an equality that is no bool")),
                    }
                }
                _ => Err(Failure::internal(span, "equality of values of different types")),
            },
        }
    }

    /// The rows with these numbers.
    pub(super) fn pick(&self, version: u32, array: &Array, rows: &[i64]) -> Result<Value, ArrayError> {
        let mut shape = array.shape.clone();
        if let Some(n) = shape.first_mut() {
            *n = rows.len() as i64;
        }
        match &array.data {
            Data::Flat(flat) if array.shape.len() == 1 => with_cells!(&flat.cells, b => {
                let stride = flat.stride();
                let picked: Result<Vec<_>, ArrayError> =
                    rows.iter().map(|i| b.get(flat.offset + i * stride).unshared()).collect();
                Ok(Array::flat_of(&self.memory, shape, picked?, || b.element_type()))
            }),
            Data::Flat(Flat { cells, .. }) => {
                if rows.is_empty() {
                    return with_cells!(cells, b => Ok(empty_like(&self.memory, shape, b)));
                }
                let mut builder = Builder::like(&self.memory, &array.element(version, 0), rows.len() as i64)?;
                for &i in rows {
                    builder.push(&array.element(version, i))?;
                }
                Ok(builder.finish(&self.memory))
            }
            Data::Record(fields) => {
                let mut picked = crate::futhark::machine::value::Fields::new();
                for field in fields {
                    match field {
                        Value::Array(v, a) => picked.push(self.pick(*v, a, rows)?),
                        _ => return Err(ArrayError::Kind("a field of an array of records")),
                    }
                }
                Ok(Array::records(shape, picked))
            }
        }
    }
}

/// One index into a dimension of this size, by a rule of which it must be within bounds.
#[inline(always)]
fn fix(i: i64, size: i64, rule: &'static Rule, span: Span) -> Run<Dim> {
    if (0..size).contains(&i) {
        rule.apply();
        Ok(Dim::Fix(i))
    } else {
        Err(refusals::out_of_bounds(rule, i, size, span))
    }
}

fn empty_like<T: Element>(
    memory: &Rc<crate::memory::Memory>,
    shape: crate::futhark::machine::array::Dims,
    like: &Rc<crate::futhark::machine::array::Buffer<T>>,
) -> Value {
    Array::flat_of::<T>(memory, shape, Vec::new(), || like.element_type())
}
