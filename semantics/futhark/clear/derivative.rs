//! Derivatives: FUT-E-JVP, FUT-E-VJP, FUT-E-JMP, FUT-E-MJP, FUT-E-WITHVJP.
//!
//! The function is applied as any other, to numbers that carry what the derivative needs ([`crate::derivative`]); so all that
//! programs consist of has a derivative without a rule of its own.  Numbers of all types but `bool` have derivatives.

use super::Interpreter;
use super::value::{Array, Shape, Sum, Value};
use crate::derivative::{Calculus, Carriers, Number, Tag, Tags, Tape};
use crate::failure::{Fail, Failure, Run};
use crate::memory::ELEMENTS;
use crate::numeric::NumericError;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::{Rule, Span};
use std::rc::Rc;

/// How Futhark computes with numbers that have derivatives.
pub const CALCULUS: Calculus = Calculus {
    carriers: Carriers::Numbers,
};

/// The derivatives that are being taken.
#[derive(Debug, Default)]
pub struct Derivatives {
    tags: Tags,
    /// The innermost last.  A tape for those in reverse.
    open: Vec<Option<Rc<Tape>>>,
    /// Calls on tapes whose adjoints the program says.
    calls: Vec<Call>,
    /// How many tapes there are.
    tapes: u32,
}

/// A call whose adjoint the program says.
#[derive(Clone, Debug)]
struct Call {
    /// What says it.
    adjoint: Value,
    /// The argument.
    argument: Value,
    /// The value of the call.
    result: Value,
}

/// Why walking a tape came to no end.
enum Stopped {
    Number(NumericError),
    Program(Fail),
}

impl From<NumericError> for Stopped {
    fn from(error: NumericError) -> Stopped {
        Stopped::Number(error)
    }
}

impl Interpreter<'_> {
    /// FUT-E-JVP: the value of a function, and its derivative in a direction.
    pub fn jvp(&mut self, f: &Value, x: &Value, tangent: &Value, span: Span) -> Run<Value> {
        let (value, derivative) = self.forward(&rules::FUT_E_JVP, f, x, tangent, span)?;
        Ok(Value::tuple([value, derivative]))
    }

    /// FUT-E-JMP: the same for each of several directions.
    pub fn jmp(&mut self, f: &Value, x: &Value, tangents: &Value, span: Span) -> Run<Value> {
        let tangents = self.array(tangents, span)?;
        let value = self.apply(f, vec![x.clone()], span)?;
        let mut derivatives = Vec::with_capacity(self.room(tangents.len(), span)?);
        for i in 0..tangents.len() {
            self.tick(span)?;
            let tangent = self.read(tangents.get(i));
            derivatives.push(self.forward(&rules::FUT_E_JMP, f, x, &tangent, span)?.1);
        }
        let derivatives = self.array_of(derivatives, Some(&value.shape()), span)?;
        Ok(Value::tuple([self.copy(&value, span)?, derivatives]))
    }

    /// FUT-E-VJP: the value of a function, and the gradient of its result weighed.
    pub fn vjp(&mut self, f: &Value, x: &Value, weight: &Value, span: Span) -> Run<Value> {
        let weights = vec![weight.clone()];
        let (value, gradients) = self.reverse(&rules::FUT_E_VJP, f, x, weights, span)?;
        Ok(Value::tuple([value].into_iter().chain(gradients)))
    }

    /// FUT-E-MJP: the same for each of several weights.
    pub fn mjp(&mut self, f: &Value, x: &Value, weights: &Value, span: Span) -> Run<Value> {
        let weights = self.array(weights, span)?;
        let weights = (0..weights.len()).map(|i| self.read(weights.get(i))).collect();
        let (value, gradients) = self.reverse(&rules::FUT_E_MJP, f, x, weights, span)?;
        let gradients = self.array_of(gradients, Some(&x.shape()), span)?;
        Ok(Value::tuple([value, gradients]))
    }

    /// The value of a function on a number that moves, and how the value moves.
    fn forward(
        &mut self,
        rule: &'static Rule,
        f: &Value,
        x: &Value,
        tangent: &Value,
        span: Span,
    ) -> Run<(Value, Value)> {
        if !alike(x, tangent) {
            let message = "the tangent has other constructors than the argument";
            return Err(Failure::error(rule, "alike", span, message));
        }
        let tag = self.derivatives.tags.fresh();
        let mut tangents = self.numbers(tangent, span)?.into_iter();
        let moving = self.each_number(x, span, &mut |number| match tangents.next() {
            Some(tangent) if CALCULUS.carries(number.prim_type()) => Number::moving(tag, number, tangent),
            _ => number,
        })?;
        let result = self.within(None, f, moving, span)?;
        let value = self.primal(&result, tag, span)?;
        let derivative = self.each_number(&result, span, &mut |number| match number.tangent(tag) {
            Some(tangent) => tangent.clone(),
            None => Calculus::zero(number.prim_type()),
        })?;
        Ok((value, derivative))
    }

    /// The value of a function, and for each weight of it the weight of the argument.
    fn reverse(
        &mut self,
        rule: &'static Rule,
        f: &Value,
        x: &Value,
        weights: Vec<Value>,
        span: Span,
    ) -> Run<(Value, Vec<Value>)> {
        let tag = self.derivatives.tags.fresh();
        let tape = Tape::new(tag, &self.memory);
        self.derivatives.tapes += 1;
        let placed = self.each_number(
            x,
            span,
            &mut |number| match CALCULUS.carries(number.prim_type()) {
                true => Number::placed(&tape, tape.given(), number),
                false => number,
            },
        )?;
        let result = self.within(Some(tape.clone()), f, placed.clone(), span)?;
        let mut gradients = Vec::with_capacity(weights.len());
        for weight in weights {
            self.tick(span)?;
            if !alike(&result, &weight) {
                let message = "the adjoint has other constructors than the result";
                return Err(Failure::error(rule, "alike", span, message));
            }
            gradients.push(self.gradient(&tape, &placed, &result, &weight, span)?);
        }
        let value = self.primal(&result, tag, span)?;
        self.derivatives.tapes -= 1;
        if self.derivatives.tapes == 0 {
            self.derivatives.calls.clear();
        }
        Ok((value, gradients))
    }

    /// The weight of what was given at places of a tape, from that of the result.
    fn gradient(
        &mut self,
        tape: &Rc<Tape>,
        given: &Value,
        result: &Value,
        weight: &Value,
        span: Span,
    ) -> Run<Value> {
        let tag = tape.tag();
        // A place takes about as long as an element that is touched, and has an adjoint.
        let places = self.room(i64::try_from(tape.len()).unwrap_or(i64::MAX), span)? as u64;
        for _ in 0..places / ELEMENTS {
            self.tick(span)?;
        }
        let weights = self.numbers(weight, span)?;
        let places = self.numbers(result, span)?;
        let weights = places.iter().zip(weights);
        let weights: Vec<(usize, Number)> = weights.filter_map(|(n, w)| Some((n.place(tag)?, w))).collect();
        let adjoints = tape.adjoints(CALCULUS, weights, &mut |call, weights| {
            self.called(call, weights, span).map_err(Stopped::Program)
        });
        let adjoints = adjoints.map_err(|stopped| match stopped {
            Stopped::Program(failure) => failure,
            Stopped::Number(error) => super::operation::undefined(error, span),
        })?;
        self.each_number(given, span, &mut |number| {
            let place = number.place(tag);
            let adjoint = place.and_then(|place| adjoints.get(place).cloned().flatten());
            adjoint.unwrap_or_else(|| Calculus::zero(number.prim_type()))
        })
    }

    /// What the program says to be the weight of a call's argument, from those of its results.
    fn called(&mut self, call: usize, weights: Vec<Option<Number>>, span: Span) -> Run<Vec<Number>> {
        let Some(Call {
            adjoint,
            argument,
            result,
        }) = self.derivatives.calls.get(call).cloned()
        else {
            return Err(Failure::internal(span, "a call that is on no tape"));
        };
        let mut weights = weights.into_iter();
        let weight = self.each_number(&result, span, &mut |number| {
            let weight = weights.next().flatten();
            weight.unwrap_or_else(|| Calculus::zero(number.prim_type()))
        })?;
        let given = self.apply(&adjoint, vec![result, weight], span)?;
        if !alike(&argument, &given) {
            let message = "the adjoint that the program says has other constructors than the argument";
            return Err(Failure::error(&rules::FUT_E_WITHVJP, "alike", span, message));
        }
        self.numbers(&given, span)
    }

    /// FUT-E-WITHVJP: the value of a function, of which the innermost derivative, if that is one in reverse, knows what the
    /// program says of it, and nothing else.
    pub fn with_vjp(&mut self, f: &Value, adjoint: &Value, x: &Value, span: Span) -> Run<Value> {
        let Some(Some(tape)) = self.derivatives.open.last().cloned() else {
            return self.apply(f, vec![x.clone()], span);
        };
        let tag = tape.tag();
        let arguments: Vec<Option<usize>> = self
            .numbers(x, span)?
            .iter()
            .map(|number| number.place(tag))
            .collect();
        let argument = self.primal(x, tag, span)?;
        let result = self.apply(f, vec![argument.clone()], span)?;
        let result = self.primal(&result, tag, span)?;
        if arguments.iter().all(Option::is_none) {
            return Ok(result);
        }
        let call = self.derivatives.calls.len();
        self.derivatives.calls.push(Call {
            adjoint: adjoint.clone(),
            argument,
            result: result.clone(),
        });
        let count = self.numbers(&result, span)?.len();
        let mut places = tape.call(call, arguments, count).into_iter();
        self.each_number(&result, span, &mut |number| match places.next() {
            Some(place) if CALCULUS.carries(number.prim_type()) => Number::placed(&tape, place, number),
            _ => number,
        })
    }

    /// The value of a function while a derivative is taken, in reverse if there is a tape.
    fn within(&mut self, tape: Option<Rc<Tape>>, f: &Value, x: Value, span: Span) -> Run<Value> {
        self.derivatives.open.push(tape);
        let result = self.apply(f, vec![x], span);
        self.derivatives.open.pop();
        let result = result?;
        self.readable(&result, span)?;
        Ok(result)
    }

    /// The value as derivatives older than this one see it.
    fn primal(&self, value: &Value, tag: Tag, span: Span) -> Run<Value> {
        self.each_number(value, span, &mut |number| number.primal(tag))
    }

    /// The scalars of a value, in the order of the text.
    fn numbers(&self, value: &Value, span: Span) -> Run<Vec<Number>> {
        let mut numbers = Vec::new();
        self.each_number(value, span, &mut |number| {
            numbers.push(number.clone());
            number
        })?;
        Ok(numbers)
    }

    /// A value that shares nothing with this one, and has something else for each scalar in it.
    fn each_number(&self, value: &Value, span: Span, f: &mut dyn FnMut(Number) -> Number) -> Run<Value> {
        if let Some(number) = value.number() {
            return Ok(Value::from(f(number)));
        }
        Ok(match value {
            Value::Array(array) => {
                let array = self.array(value, span).map(|_| array)?;
                let elements = array.elements();
                let mut cells = Vec::with_capacity(self.room(elements.len() as i64, span)?);
                for element in &elements {
                    cells.push(self.each_number(element, span, f)?);
                }
                let element: Shape = array.element().clone();
                Value::Array(Array::new(&self.memory, &array.sizes(), element, cells))
            }
            Value::Record(fields) => {
                let mut all = Vec::with_capacity(fields.len());
                for (name, field) in fields.iter() {
                    all.push((name.clone(), self.each_number(field, span, f)?));
                }
                Value::Record(all.into())
            }
            Value::Sum(sum) => {
                let args: Run<Vec<Value>> = sum
                    .args
                    .iter()
                    .map(|arg| self.each_number(arg, span, f))
                    .collect();
                Value::Sum(Rc::new(Sum {
                    args: args?,
                    ..(**sum).clone()
                }))
            }
            _ => return Err(Failure::internal(span, "a derivative of what holds functions")),
        })
    }
}

/// Whether two values of one type have the same constructors.
fn alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(x), Value::Array(y)) => {
            let scalars = matches!(x.element(), Shape::Prim(_));
            let mut pairs = (0..x.len()).map(|i| (x.get(i), y.get(i)));
            x.sizes() == y.sizes() && (scalars || pairs.all(|(x, y)| alike(&x, &y)))
        }
        (Value::Record(xs), Value::Record(ys)) => {
            let mut pairs = xs.iter().zip(ys.iter());
            pairs.all(|((_, x), (_, y))| alike(x, y))
        }
        (Value::Sum(x), Value::Sum(y)) => {
            let mut pairs = x.args.iter().zip(&y.args);
            x.name == y.name && pairs.all(|(x, y)| alike(x, y))
        }
        (x, y) => x.number().is_some() == y.number().is_some(),
    }
}
