//! Writes to computed places: scatter, histograms, accumulators.

use super::Interpreter;
use super::operation::integers;
use super::value::{Accumulator, Array, Value};
use crate::array::Part;
use crate::failure::{Failure, Run};
use elder_syntax::Span;
use std::cell::RefCell;
use std::rc::Rc;

impl Interpreter<'_> {
    /// FUT-E-SCATTER: in order, so of several writes to one place the last stays.
    pub fn scatter(&mut self, dest: &Value, is: &Value, vs: &Value, rank: usize, span: Span) -> Run<Value> {
        self.write_all(dest, is, vs, rank, span, |_, _, new| Ok(new))
    }

    /// FUT-E-HIST: in order, each value combined with what is there.
    pub fn hist(
        &mut self,
        dest: &Value,
        op: &Value,
        is: &Value,
        vs: &Value,
        rank: usize,
        span: Span,
    ) -> Run<Value> {
        self.write_all(dest, is, vs, rank, span, |this, old, new| {
            let old = this.read(old);
            this.apply_to_elements(op, vec![old, new], span)
        })
    }

    /// Each value, combined with what is there, written at its index; indexes outside are ignored.
    fn write_all(
        &mut self,
        dest: &Value,
        is: &Value,
        vs: &Value,
        rank: usize,
        span: Span,
        mut combine: impl FnMut(&mut Self, Value, Value) -> Run<Value>,
    ) -> Run<Value> {
        let mut dest = self.array(dest, span)?;
        let (is, vs) = (self.array(is, span)?, self.array(vs, span)?);
        if is.len() != vs.len() {
            return Err(Failure::internal(span, "arrays of different sizes"));
        }
        for j in 0..is.len() {
            self.tick(span)?;
            if let Some(at) = place(&dest, &self.read(is.get(j)), rank) {
                let given = self.read(vs.get(j));
                let new = combine(self, dest.select(&at), given)?;
                dest = self.written(&dest, &at, &new, span)?;
            }
        }
        Ok(Value::Array(dest.consume()))
    }

    /// The array with a value at a place.
    fn written(&mut self, dest: &Rc<Array>, at: &[Part], new: &Value, span: Span) -> Run<Rc<Array>> {
        let written = self.replace(dest, at, new, span)?;
        self.array(&written, span)
    }

    /// FUT-E-ACC-NEW: the function gets the accumulator and each element; the value is what has been written.
    pub fn accumulate(
        &mut self,
        dest: &Value,
        op: Option<&Value>,
        f: &Value,
        xs: &Value,
        span: Span,
    ) -> Run<Value> {
        let (dest, array) = (self.array(dest, span)?, self.array(xs, span)?);
        let accumulator = Rc::new(Accumulator {
            dest: RefCell::new(dest.consume()),
            op: op.cloned(),
        });
        for i in 0..array.len() {
            self.tick(span)?;
            let args = vec![Value::Accumulator(accumulator.clone()), self.read(array.get(i))];
            self.apply(f, args, span)?;
        }
        let dest = accumulator.dest.borrow().clone();
        Ok(Value::Array(dest))
    }

    /// FUT-E-ACC-UPD
    pub fn acc_write(&mut self, acc: &Value, i: &Value, new: &Value, span: Span) -> Run<Value> {
        let Value::Accumulator(accumulator) = acc else {
            return Err(Failure::internal(span, "an accumulator was expected"));
        };
        let dest = accumulator.dest.borrow().clone();
        if let Some(at) = place(&dest, i, 1) {
            let new = match &accumulator.op {
                None => new.clone(),
                Some(op) => {
                    let old = self.read(dest.select(&at));
                    self.apply_to_elements(op, vec![old, new.clone()], span)?
                }
            };
            *accumulator.dest.borrow_mut() = self.written(&dest, &at, &new, span)?;
        }
        Ok(acc.clone())
    }
}

/// The place that an index (a tuple of them, for several dimensions) names, if it is in range.
fn place(dest: &Array, index: &Value, rank: usize) -> Option<Vec<Part>> {
    let pairs = integers(index).into_iter().zip(dest.dims()).take(rank);
    let place = pairs.map(|(i, dim)| (0..dim.size).contains(&i).then_some(Part::At(i)));
    place.collect()
}
