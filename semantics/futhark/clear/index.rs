//! Indexes, slices, ranges, updates.

use super::Interpreter;
use super::binding::integer;
use super::environment::Environment;
use super::expression::{field, with_field};
use super::value::{Array, Shape, Value};
use crate::array::{Dim, Part};
use crate::failure::{Failure, Run};
use crate::futhark::refusals;
use elder_futhark::ast::RangeEnd;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{DimIndex, Exp, Range, UpdateStep};
use elder_syntax::{Name, Rule, Span};
use std::rc::Rc;

/// An index or a slice whose parts have been evaluated.
#[derive(Clone, Copy, Debug)]
pub enum Subscript {
    /// `i`
    Fix(i64),
    /// `start:end:stride`
    Slice([Option<i64>; 3]),
}

/// A step of the path of an update.
#[derive(Clone, Debug)]
pub enum Step {
    /// `.f`
    Field(Name),
    /// `[..]`
    Index(Vec<Subscript>),
}

impl Interpreter<'_> {
    /// The values of indexes and slices, from left to right.
    pub fn subscripts(&mut self, env: &mut Environment, dims: &[DimIndex]) -> Run<Vec<Subscript>> {
        let mut subscripts = Vec::with_capacity(dims.len());
        for dim in dims {
            subscripts.push(match dim {
                DimIndex::Fix(i) => {
                    let value = self.eval(env, i)?;
                    Subscript::Fix(self.number(&value, i.span)?)
                }
                DimIndex::Slice(start, end, stride) => {
                    let mut part = |e: &Option<Exp>| -> Run<Option<i64>> {
                        let Some(e) = e else { return Ok(None) };
                        let value = self.eval(env, e)?;
                        self.number(&value, e.span).map(Some)
                    };
                    Subscript::Slice([part(start)?, part(end)?, part(stride)?])
                }
            });
        }
        Ok(subscripts)
    }

    /// The values of the indexes on the path of an update.
    pub fn steps(&mut self, env: &mut Environment, steps: &[UpdateStep]) -> Run<Vec<Step>> {
        let step = |step: &UpdateStep| match step {
            UpdateStep::Field(name) => Ok(Step::Field(name.clone())),
            UpdateStep::Index(dims) => self.subscripts(env, dims).map(Step::Index),
        };
        steps.iter().map(step).collect()
    }

    /// FUT-E-INDEX, FUT-E-SLICE
    pub fn index(&mut self, array: &Value, subscripts: &[Subscript], span: Span) -> Run<Value> {
        let array = self.array(array, span)?;
        let selections = select(&array, subscripts, &rules::FUT_E_INDEX, span)?;
        Ok(self.read(array.select(&selections)))
    }

    /// FUT-E-UPDATE
    pub fn update(&mut self, array: &Value, subscripts: &[Subscript], new: Value, span: Span) -> Run<Value> {
        let array = self.array(array, span)?;
        let selections = select(&array, subscripts, &rules::FUT_E_UPDATE, span)?;
        self.replace(&array, &selections, &new, span)
    }

    /// The array with what is selected replaced by a copy of a value of its shape.
    pub fn replace(&mut self, array: &Rc<Array>, selections: &[Part], new: &Value, span: Span) -> Run<Value> {
        let (sizes, element) = selected(array, selections);
        let wanted = Shape::array(sizes.iter().copied(), element);
        let found = new.shape();
        if !wanted.fits(&found) {
            let (found, _) = found.dimensions();
            let message = refusals::shapes_differ(&sizes, &found);
            return Err(match sizes == found {
                true => Failure::internal(span, message),
                false => Failure::error(&rules::FUT_E_UPDATE, "shape", span, message),
            });
        }
        let new = match new {
            Value::Array(source) => self.array(new, span).and_then(|_| self.copies(source, span))?,
            value => vec![self.copy(value, span)?],
        };
        self.cost.elements(&new);
        array.put(selections, new);
        Ok(Value::Array(array.consume()))
    }

    /// FUT-E-UPDATE along a path of fields and indexes.
    pub fn update_path(&mut self, target: Value, steps: &[Step], new: Value, span: Span) -> Run<Value> {
        match steps.split_first() {
            None => Ok(new),
            Some((Step::Field(name), rest)) => {
                rules::FUT_E_RECUPDATE.apply();
                let old = field(&target, name, span)?;
                let new = self.update_path(old, rest, new, span)?;
                with_field(target, std::slice::from_ref(name), new, span)
            }
            Some((Step::Index(subscripts), rest)) => {
                let array = self.array(&target, span)?;
                let selections = select(&array, subscripts, &rules::FUT_E_UPDATE, span)?;
                let new = match rest.is_empty() {
                    true => new,
                    false => self.update_path(array.select(&selections), rest, new, span)?,
                };
                // What was updated below lies in this very array, which only that has consumed.
                self.replace(&array, &selections, &new, span)
            }
        }
    }

    /// FUT-E-RANGE
    pub fn range(&mut self, env: &mut Environment, range: &Range, span: Span) -> Run<Value> {
        let mut integer_of = |e: &Exp| -> Run<(i128, elder_syntax::prim::PrimType)> {
            let value = self.eval(env, e)?;
            match (value.integer(), value.scalar()) {
                (Some(n), Some(p)) => Ok((n, p.prim_type())),
                _ => Err(Failure::internal(e.span, "an integer was expected")),
            }
        };
        let (start, prim) = integer_of(&range.start)?;
        let second = range.second.as_ref().map(&mut integer_of).transpose()?;
        let (bound, _) = integer_of(&range.bound)?;
        let down = range.end == RangeEnd::DownTo;
        let step = second.map_or(if down { -1 } else { 1 }, |(second, _)| second - start);
        let refuse = |premise: &str, why: &str| {
            let message = format!("range from {start} by {step} to {bound}: {why}");
            Err(Failure::error(&rules::FUT_E_RANGE, premise, span, message))
        };
        if step == 0 {
            return refuse("step", "the step is zero");
        }
        if (range.end == RangeEnd::UpTo && step < 0) || (down && step > 0) {
            return refuse("step", "the step has the wrong direction");
        }
        if (step > 0 && bound < start) || (step < 0 && bound > start) {
            return refuse("bounds", "the bound lies before the start");
        }
        let (distance, width) = ((bound - start).abs(), step.abs());
        let count = match range.end {
            RangeEnd::Inclusive => distance / width + 1,
            RangeEnd::UpTo | RangeEnd::DownTo => (distance + width - 1) / width,
        };
        self.room(i64::try_from(count).unwrap_or(i64::MAX), span)?;
        let element = |k: i128| Value::Prim(integer(prim, start + k * step));
        self.array_of((0..count).map(element).collect(), Some(&Shape::Prim(prim)), span)
    }
}

/// Sizes and element shape of what is selected.
fn selected(array: &Array, selections: &[Part]) -> (Vec<i64>, Shape) {
    let chosen = selections.iter().filter_map(|selection| match selection {
        Part::Section { count, .. } => Some(*count),
        Part::At(_) => None,
    });
    let rest = array.dims().iter().skip(selections.len()).map(|dim| dim.size);
    (chosen.chain(rest).collect(), array.element().clone())
}

/// Indexes and slices of the first dimensions, all in range.
pub fn select(array: &Array, subscripts: &[Subscript], rule: &'static Rule, span: Span) -> Run<Vec<Part>> {
    if subscripts.len() > array.dims().len() {
        return Err(Failure::internal(span, "more indexes than dimensions"));
    }
    let pairs = subscripts.iter().zip(array.dims());
    let select = |(subscript, dim): (&Subscript, &Dim)| match *subscript {
        Subscript::Fix(i) if (0..dim.size).contains(&i) => Ok(Part::At(i)),
        Subscript::Fix(i) => Err(refusals::out_of_bounds(rule, i, dim.size, span)),
        Subscript::Slice(parts) => slice(dim.size, parts, span),
    };
    pairs.map(select).collect()
}

/// FUT-E-SLICE
fn slice(size: i64, parts: [Option<i64>; 3], span: Span) -> Run<Part> {
    rules::FUT_E_SLICE.apply();
    // All of a dimension is a slice, also of rows that are not there, whose size may be below zero.
    if parts == [None; 3] {
        return Ok(Part::Section {
            start: 0,
            count: size,
            stride: 1,
        });
    }
    let size = i128::from(size);
    let [start, end, step] = parts.map(|part| part.map(i128::from));
    let step = step.unwrap_or(1);
    let (first, last) = if step < 0 { (size - 1, -1) } else { (0, size) };
    let (start, end) = (start.unwrap_or(first), end.unwrap_or(last));
    let refuse = |premise: &str, why: String| {
        let message = format!("the slice from {start} to {end} by {step} of an array of size {size} {why}");
        Err(Failure::error(&rules::FUT_E_SLICE, premise, span, message))
    };
    let distance = end - start;
    if step == 0 {
        return refuse("stride", "has stride 0".to_string());
    }
    if distance != 0 && distance.signum() != step.signum() {
        let why = format!("would have {} elements", distance / step);
        return refuse("stride", why);
    }
    let count = (distance.abs() + step.abs() - 1) / step.abs();
    let inside = |i: i128| (0..size).contains(&i);
    if count > 0 && !(inside(start) && inside(start + (count - 1) * step)) {
        return refuse("bounds", "is out of bounds".to_string());
    }
    Ok(Part::Section {
        start: start as i64,
        count: count as i64,
        stride: step as i64,
    })
}
