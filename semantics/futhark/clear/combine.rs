//! Parallel operations: map, reduce, scan, filter, partition, streams.

use super::Interpreter;
use super::environment::Environment;
use super::value::{Array, Shape, Value};
use crate::array::Part;
use crate::failure::{Failure, Run};
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::Type;
use elder_syntax::Span;
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

impl Interpreter<'_> {
    /// FUT-E-MAP
    pub fn map(
        &mut self,
        f: &Value,
        arrays: &[Value],
        result: Option<&Type>,
        env: &mut Environment,
        span: Span,
    ) -> Run<Value> {
        let arrays: Run<Vec<Rc<Array>>> = arrays.iter().map(|xs| self.array(xs, span)).collect();
        let arrays = arrays?;
        let n = arrays.first().map_or(0, |xs| xs.len());
        if arrays.iter().any(|xs| xs.len() != n) {
            return Err(Failure::internal(span, "arrays of different sizes"));
        }
        let mut results = Vec::with_capacity(self.room(n, span)?);
        for i in 0..n {
            self.tick(span)?;
            let elements = arrays.iter().map(|xs| self.read(xs.get(i))).collect();
            results.push(self.apply_to_elements(f, elements, span)?);
        }
        self.results(results, result, env, span)
    }

    /// An array of results; FUT-E-EMPTYSHAPE says which shape it has if there are none.
    fn results(
        &mut self,
        results: Vec<Value>,
        element: Option<&Type>,
        env: &mut Environment,
        span: Span,
    ) -> Run<Value> {
        if !results.is_empty() {
            return self.array_of(results, None, span);
        }
        rules::FUT_E_EMPTYSHAPE.apply();
        let row = match element {
            Some(ty) => self.shape_of(env, ty)?,
            None => Shape::Other,
        };
        self.array_of(results, Some(&row), span)
    }

    /// FUT-E-REDUCE: a left fold that begins with the neutral element.
    pub fn reduce(&mut self, op: &Value, neutral: &Value, xs: &Value, span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        // Rows that are themselves empty are rows all the same.
        let rows = array.len();
        if rows == 0 {
            rules::FUT_E_REDEMPTY.apply();
        }
        let mut total = neutral.clone();
        for i in 0..array.len() {
            self.tick(span)?;
            total = self.apply_to_elements(op, vec![total, self.read(array.get(i))], span)?;
        }
        // The result is unique by its type, so it shares nothing with the neutral element or an element.
        self.copy(&total, span)
    }

    /// FUT-E-SCAN
    pub fn scan(&mut self, op: &Value, neutral: &Value, xs: &Value, span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        let mut total = neutral.clone();
        let mut totals = Vec::with_capacity(self.room(array.len(), span)?);
        for i in 0..array.len() {
            self.tick(span)?;
            total = self.apply_to_elements(op, vec![total, self.read(array.get(i))], span)?;
            totals.push(total.clone());
        }
        self.array_of(totals, Some(&array.row_shape()), span)
    }

    /// FUT-E-FILTER
    pub fn filter(&mut self, p: &Value, xs: &Value, span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        let mut kept = Vec::new();
        for i in 0..array.len() {
            self.tick(span)?;
            match self.apply_to_elements(p, vec![self.read(array.get(i))], span)? {
                Value::Prim(PrimValue::Bool(true)) => kept.push(self.read(array.get(i))),
                Value::Prim(PrimValue::Bool(false)) => {}
                _ => return Err(Failure::internal(span, "a truth value was expected")),
            }
        }
        self.array_of(kept, Some(&array.row_shape()), span)
    }

    /// FUT-E-PARTITION: the classes one after the other, and their sizes.
    pub fn partition(&mut self, classes: i64, f: &Value, xs: &Value, span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        if classes < 0 {
            let message = format!("a partition into {classes} classes");
            return Err(Failure::error(&rules::FUT_E_PARTITION, "classes", span, message));
        }
        let mut parts: Vec<Vec<Value>> = vec![Vec::new(); self.room(classes, span)?];
        for i in 0..array.len() {
            self.tick(span)?;
            let class = self.apply_to_elements(f, vec![self.read(array.get(i))], span)?;
            let class = self.number(&class, span)?;
            match usize::try_from(class).ok().and_then(|class| parts.get_mut(class)) {
                Some(part) => part.push(self.read(array.get(i))),
                None => {
                    let message = format!("element {i} is put into class {class} of {classes}");
                    return Err(Failure::error(&rules::FUT_E_PARTITION, "class", span, message));
                }
            }
        }
        let sizes = parts.iter().map(|part| Value::from(part.len() as i64)).collect();
        let sizes = self.array_of(sizes, Some(&Value::from(0i64).shape()), span)?;
        let elements = parts.into_iter().flatten().collect();
        let elements = self.array_of(elements, Some(&array.row_shape()), span)?;
        Ok(Value::tuple([elements, sizes]))
    }

    /// FUT-E-MAP with irregular results: their sizes, flags at their beginnings, their offsets, their elements one after the
    /// other, and what else the function gave.
    pub fn flatmap(
        &mut self,
        f: &Value,
        xs: &Value,
        types: &[Type],
        env: &mut Environment,
        span: Span,
    ) -> Run<Value> {
        let array = self.array(xs, span)?;
        let (mut sizes, mut flags, mut offsets) = (Vec::new(), Vec::new(), Vec::new());
        let (mut parts, mut others) = (Vec::new(), Vec::new());
        for i in 0..array.len() {
            self.tick(span)?;
            let pair = self.apply_to_elements(f, vec![self.read(array.get(i))], span)?;
            let Value::Record(pair) = pair else {
                return Err(Failure::internal(span, "a pair was expected"));
            };
            let [(_, part), (_, other)] = &pair[..] else {
                return Err(Failure::internal(span, "a pair was expected"));
            };
            let part = self.array(part, span)?;
            offsets.push(Value::from(flags.len() as i64));
            sizes.push(Value::from(part.len()));
            flags.extend((0..part.len()).map(|k| Value::from(k == 0)));
            parts.push(part);
            others.push(other.clone());
        }
        let (long, truth) = (Value::from(0i64).shape(), Value::from(false).shape());
        let data = match parts.is_empty() {
            true => self.results(Vec::new(), types.get(1), env, span)?,
            false => self.concatenate(&parts, span)?,
        };
        let others = self.results(others, types.get(2), env, span)?;
        Ok(Value::tuple([
            self.array_of(sizes, Some(&long), span)?,
            self.array_of(flags, Some(&truth), span)?,
            self.array_of(offsets, Some(&long), span)?,
            data,
            others,
        ]))
    }

    /// The chunks of an array: one, or such as the seed says.
    fn chunks(&self, array: &Rc<Array>) -> Vec<(i64, Value)> {
        let n = array.len();
        let most = match self.seed {
            0 => n.max(1),
            seed => 1 + (seed % 7) as i64,
        };
        let starts = (0..n).step_by(most as usize);
        starts
            .map(|start| chunk(array, start, most.min(n - start)))
            .collect()
    }

    /// FUT-E-STREAM-MAP
    pub fn stream_map(
        &mut self,
        f: &Value,
        xs: &Value,
        element: Option<&Type>,
        env: &mut Environment,
        span: Span,
    ) -> Run<Value> {
        let array = self.array(xs, span)?;
        let mut parts = Vec::new();
        for (n, part) in self.chunks(&array) {
            self.tick(span)?;
            let result = self.apply(f, vec![Value::from(n), part], span)?;
            let result = self.array(&result, span)?;
            if result.len() != n {
                return Err(Failure::internal(
                    span,
                    "a chunk that gave a result of another size",
                ));
            }
            parts.push(result);
        }
        match parts.is_empty() {
            true => self.results(Vec::new(), element, env, span),
            false => self.concatenate(&parts, span),
        }
    }

    /// FUT-E-STREAM-RED
    pub fn stream_red(&mut self, op: &Value, f: &Value, xs: &Value, span: Span) -> Run<Value> {
        let array = self.array(xs, span)?;
        let (none, nothing) = chunk(&array, 0, 0);
        let mut total = self.apply(f, vec![Value::from(none), nothing], span)?;
        for (n, part) in self.chunks(&array) {
            self.tick(span)?;
            let result = self.apply(f, vec![Value::from(n), part], span)?;
            total = self.apply(op, vec![total, result], span)?;
        }
        self.copy(&total, span)
    }
}

/// So many elements from a first one, and how many they are.
fn chunk(array: &Rc<Array>, start: i64, count: i64) -> (i64, Value) {
    let part = Part::Section {
        start,
        count,
        stride: 1,
    };
    (count, array.select(&[part]))
}
