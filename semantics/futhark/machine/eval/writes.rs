//! Writes to computed places: scatter, histograms, accumulators.

use super::Machine;
use super::soacs::Values;
use crate::failure::{Failure, Run};
use crate::futhark::machine::array::{Array, Data, Dim};
use crate::futhark::machine::code::{Callee, IntrinsicCode};
use crate::futhark::machine::scalar::Scalar;
use crate::futhark::machine::value::{Accumulator, Value};
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use elder_syntax::prim::PrimFn;
use elder_syntax::with_prim_type;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

impl Machine {
    /// FUT-E-SCATTER: writes in order, so of several writes to one place the last stays.
    pub(super) fn scatter(&mut self, values: Values, rank: usize, span: Span) -> Run<Value> {
        rules::FUT_E_SCATTER.apply();
        let (version, dest) = self.input(&values, 0, span)?;
        let (is_version, indices) = self.input(&values, 1, span)?;
        let (vs_version, vs) = self.input(&values, 2, span)?;
        if indices.len() != vs.len() {
            let message = format!("{} indices, but {} values", indices.len(), vs.len());
            return Err(Failure::internal(span, message));
        }
        let _ = version;
        for j in 0..indices.len() {
            self.iteration(span)?;
            if let Some(at) = place(&dest, &indices.element(is_version, j), rank) {
                let value = vs.element(vs_version, j);
                self.store(&dest, &at, &value, span)?;
            }
        }
        Ok(dest.consume())
    }

    fn store(&self, dest: &Array, at: &[Dim], value: &Value, span: Span) -> Run<()> {
        dest.write(&self.memory, at, value)
            .map_err(|e| self.plain_failure(e, span))
    }

    /// FUT-E-HIST
    pub(super) fn hist(&mut self, code: &IntrinsicCode, values: Values, rank: usize) -> Run<Value> {
        rules::FUT_E_HIST.apply();
        let span = code.span;
        let callee = self.callee(code, 2)?;
        let (version, dest) = self.input(&values, 1, span)?;
        let (is_version, indices) = self.input(&values, 4, span)?;
        let (vs_version, vs) = self.input(&values, 5, span)?;
        if indices.len() != vs.len() {
            let message = format!("{} indices, but {} values", indices.len(), vs.len());
            return Err(Failure::internal(span, message));
        }
        if let (Callee::Prim(PrimFn::Bin(op, t)), 1, None) = (callee, rank, &self.observer) {
            let done = with_prim_type!(*t, T => {
                match (cells::<T>(&dest), cells::<T>(&vs), cells::<i64>(&indices)) {
                    (Some((to, s, o)), Some((from, fs, fo)), Some((at, is, io))) => {
                        for j in 0..indices.len() {
                            self.tick(span)?;
                            let i = at.get(io + j * is);
                            if i >= 0 && i < dest.len() {
                                let place = o + i * s;
                                let sum = T::binary(*op, to.get(place), from.get(fo + j * fs));
                                to.set(place, sum.map_err(|e| super::scalars::undefined(e, span))?);
                            }
                        }
                        true
                    }
                    _ => false,
                }
            });
            if done {
                return Ok(dest.consume());
            }
        }
        for j in 0..indices.len() {
            self.iteration(span)?;
            if let Some(at) = place(&dest, &indices.element(is_version, j), rank) {
                let old = dest.view(version, &at);
                let new = self.invoke(callee, [old, vs.element(vs_version, j)], span)?;
                self.store(&dest, &at, &new, span)?;
            }
        }
        Ok(dest.consume())
    }

    /// FUT-E-ACC-NEW without operator.
    pub(super) fn scatter_stream(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        let callee = self.callee(code, 1)?;
        self.stream(code, &values, None, callee, 2)
    }

    /// FUT-E-ACC-NEW with an operator.
    pub(super) fn hist_stream(&mut self, code: &IntrinsicCode, values: Values) -> Run<Value> {
        let callee = self.callee(code, 3)?;
        self.stream(code, &values, values.get(1).cloned(), callee, 4)
    }

    fn stream(
        &mut self,
        code: &IntrinsicCode,
        values: &Values,
        op: Option<Value>,
        callee: &Callee,
        k: usize,
    ) -> Run<Value> {
        rules::FUT_E_ACC_NEW.apply();
        let span = code.span;
        let (_, dest) = self.input(values, 0, span)?;
        let (version, inputs) = self.input(values, k, span)?;
        let acc = Rc::new(Accumulator {
            dest: RefCell::new(dest.consume()),
            op,
        });
        for j in 0..inputs.len() {
            self.iteration(span)?;
            self.invoke(
                callee,
                [Value::Acc(acc.clone()), inputs.element(version, j)],
                span,
            )?;
        }
        let dest = acc.dest.borrow().clone();
        Ok(dest)
    }

    /// FUT-E-ACC-UPD
    pub(super) fn acc_write(&mut self, values: Values, span: Span) -> Run<Value> {
        rules::FUT_E_ACC_UPD.apply();
        let (Value::Acc(acc), i, value) = (&values[0], &values[1], &values[2]) else {
            return Err(Failure::internal(span, "an accumulator was expected"));
        };
        let dest = acc.dest.borrow().clone();
        let Value::Array(version, array) = &dest else {
            return Err(Failure::internal(span, "an accumulator of an array was expected"));
        };
        if let Some(at) = place(array, i, 1) {
            let new = match &acc.op {
                None => value.clone(),
                Some(op) => {
                    let old = array.view(*version, &at);
                    self.stack.push(value.clone());
                    self.stack.push(old);
                    self.apply(op.clone(), 2, span)?
                }
            };
            self.store(array, &at, &new, span)?;
        }
        Ok(values[0].clone())
    }
}

/// The place that an index (a tuple of them, for several dimensions) names, if it is in range.
fn place(dest: &Array, index: &Value, rank: usize) -> Option<SmallVec<[Dim; 3]>> {
    let mut at = SmallVec::new();
    let mut add = |index: &Value, d: usize| -> Option<()> {
        let i = index.as_i64()?;
        let size = *dest.shape.get(d)?;
        if i < 0 || i >= size {
            return None;
        }
        at.push(Dim::Fix(i));
        Some(())
    };
    match index {
        Value::Record(fields) => {
            for (d, field) in fields.iter().enumerate().take(rank) {
                add(field, d)?;
            }
        }
        index => add(index, 0)?,
    }
    Some(at)
}

/// Buffer, stride and offset of a one-dimensional array of scalars.
fn cells<T: Scalar>(array: &Array) -> Option<(&Rc<crate::futhark::machine::array::Buffer<T>>, i64, i64)> {
    match &array.data {
        Data::Flat(flat) if array.shape.len() == 1 => {
            Some((T::buffer(&flat.cells)?, flat.strides[0], flat.offset))
        }
        _ => None,
    }
}
