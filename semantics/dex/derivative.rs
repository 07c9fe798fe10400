//! Derivatives: DX-E-LIN, DX-E-TANGENT, DX-E-TRANS.
//!
//! A function is evaluated as any other, with numbers that carry what the derivative needs ([`crate::derivative`]); so no construct has a
//! rule of its own for derivatives.  Floats have derivatives, all else is as it is.

use super::types::Type;
use super::value::{Derivative, Value};
use super::{Interpreter, Step, Stop, rules};
use crate::derivative::linear::is_zero;
use crate::derivative::{Calculus, Carriers, Number, Tags, Tape};
use crate::memory::ELEMENTS;
use crate::numeric::NumericError;
use std::rc::Rc;

/// How Dex computes with numbers that have derivatives.
pub(super) const CALCULUS: Calculus = Calculus {
    carriers: Carriers::Floats,
};

/// The derivatives that are being taken.
#[derive(Debug, Default)]
pub(super) struct Derivatives {
    tags: Tags,
    /// The tapes of functions that are being transposed, the innermost last.
    transposed: Vec<Rc<Tape>>,
}

impl Interpreter<'_> {
    /// DX-E-LIN: `(f w, D(f, w))`
    pub(super) fn linearize(&mut self, function: Value, point: Value) -> Step<Value> {
        let point = self.force(point)?;
        let value = self.apply(&function, point.clone())?;
        let derivative = Value::Derivative(Rc::new(Derivative { function, point }));
        Ok(Value::pair(value, derivative))
    }

    /// DX-E-TANGENT: how `f w` moves where w moves by this tangent.
    pub(super) fn tangent(&mut self, derivative: &Derivative, tangent: Value) -> Step<Value> {
        let tag = self.derivatives.tags.fresh();
        let mut tangents = self.numbers(tangent)?.into_iter();
        let moving = self.each_number(&derivative.point, &mut |number| {
            tangents
                .next()
                .map(|tangent| Number::moving(tag, number, tangent))
        })?;
        let result = self.apply(&derivative.function, moving)?;
        let result = self.force(result)?;
        self.each_number(&result, &mut |number| {
            let zero = || Calculus::zero(number.prim_type());
            Some(number.tangent(tag).cloned().unwrap_or_else(zero))
        })
    }

    /// DX-E-TRANS: the u with dot(u, t) = dot(w, f t) for all t.
    pub(super) fn transpose(&mut self, function: &Value, cotangent: Value) -> Step<Value> {
        let Some(argument) = self.parameter(function)? else {
            return Err(self.malformed("a function was expected"));
        };
        let zero = self.zero(&argument)?;
        let tape = Tape::linear(self.derivatives.tags.fresh(), &self.memory);
        let placed = self.each_number(&zero, &mut |number| {
            Some(Number::placed(&tape, tape.given(), number))
        })?;
        let weights = self.numbers(cotangent)?;
        let before = self.cost.so_far();
        let open = self.derivatives.transposed.len();
        self.derivatives.transposed.push(tape.clone());
        let result = self.apply(function, placed.clone());
        let result = result.and_then(|result| self.numbers(result));
        self.derivatives.transposed.truncate(open);
        let mut ends = Vec::with_capacity(weights.len());
        for (number, weight) in result?.iter().zip(weights) {
            match number.place(tape.tag()) {
                Some(place) => ends.push((place, weight)),
                None if is_zero(number) => {}
                None => {
                    return Err(self
                        .nonlinear("a part of the result does not depend on the argument, and is not zero"));
                }
            }
        }
        self.walk(tape.len() as u64)?;
        let adjoints = tape.adjoints(CALCULUS, ends, &mut |_, _| Err(NumericError::Operands));
        let adjoints = adjoints.map_err(|error| self.undefined(error))?;
        self.stays_linear()?;
        self.cost.as_long_as_since(before, adjoints.len() as u64);
        self.each_number(&placed, &mut |number| {
            let place = number.place(tape.tag());
            let adjoint = place.and_then(|place| adjoints.get(place).cloned().flatten());
            Some(adjoint.unwrap_or_else(|| Calculus::zero(number.prim_type())))
        })
    }

    /// DX-E-TRANS: no number that a linear function is given went through what is not linear; and tapes have room (DX-E-LIMIT).
    pub(super) fn stays_linear(&self) -> Step<()> {
        let mut tapes = self.derivatives.transposed.iter().peekable();
        if tapes.peek().is_some() {
            self.room(0)?;
        }
        match tapes.any(|tape| tape.strayed()) {
            true => Err(self.nonlinear("the argument of the function goes through what is not linear in it")),
            false => Ok(()),
        }
    }

    /// DX-E-LIMIT: so many places of a tape are walked; each has an adjoint, and takes about as long as an element that is touched.
    fn walk(&mut self, places: u64) -> Step<()> {
        self.room(places)?;
        for _ in 0..places / ELEMENTS {
            self.tick()?;
        }
        Ok(())
    }

    fn nonlinear(&self, why: &str) -> Stop {
        let message = format!("the function that is transposed is not linear: {why}");
        self.broken(&rules::DX_E_TRANS, "linear", message)
    }

    /// The type of what a function takes; nothing of what is none.
    pub(super) fn parameter(&mut self, function: &Value) -> Step<Option<Rc<Type>>> {
        match function {
            Value::Closure(closure) => self.ty(&closure.environment, &closure.lambda.binder.ty).map(Some),
            Value::Derivative(derivative) => self.parameter(&derivative.function),
            _ => Ok(None),
        }
    }

    /// The numbers of a vector, in their order.
    pub(super) fn numbers(&mut self, vector: Value) -> Step<Vec<Number>> {
        let vector = self.force(vector)?;
        let mut numbers = Vec::new();
        self.each_number(&vector, &mut |number| {
            numbers.push(number.clone());
            Some(number)
        })?;
        Ok(numbers)
    }

    /// A vector without views that has something else for each number.
    pub(super) fn each_number(
        &self,
        vector: &Value,
        f: &mut dyn FnMut(Number) -> Option<Number>,
    ) -> Step<Value> {
        match vector {
            Value::Number(number) => match f(number.clone()) {
                Some(number) => Ok(Value::Number(number)),
                None => Err(self.malformed("a tangent has fewer numbers than the point")),
            },
            Value::Pair(both) => {
                let first = self.each_number(&both.0, f)?;
                Ok(Value::pair(first, self.each_number(&both.1, f)?))
            }
            Value::Record(fields) => {
                let mut all = Vec::with_capacity(fields.len());
                for (label, value) in fields.iter() {
                    all.push((label.clone(), self.each_number(value, f)?));
                }
                Ok(Value::Record(Rc::new(all)))
            }
            Value::Table(table) => {
                self.room(table.elements().len() as u64)?;
                let elements = table.elements().iter();
                let elements = elements.map(|element| self.each_number(element, f));
                let elements = elements.collect::<Step<_>>()?;
                Ok(self.table_of(elements))
            }
            _ => Err(self.malformed("a vector was expected")),
        }
    }
}
