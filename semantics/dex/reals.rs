//! A definition in reals, at a point that is moved by less than a float can say: what derivatives by differences are made of.

use super::value::Value;
use super::{Interpreter, Options, Step, Stop};
use crate::derivative::Number;
use crate::exact::{Real, Session};
use crate::failure::{Failure, Run};
use elder_dex::core::Program;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::Value as Data;
use std::rc::Rc;

/// Arguments, all of them vectors, each moved by 2ⁿ times a vector of its type.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// Before they are moved.
    pub arguments: &'a [Data],
    /// How the first of them move; the others stand.
    pub direction: &'a [Data],
    /// n, and whether against the direction; `None` if nothing moves.
    pub step: Option<(i32, bool)>,
}

/// What an evaluation in reals gave.
#[derive(Debug)]
pub struct Evaluated {
    /// The numbers of the result, in their order.
    pub numbers: Vec<Real>,
    /// How many questions about reals were left open.
    pub undecided: usize,
    /// Which way the program went ([`Session::answers`]).
    pub way: u64,
}

/// The value of a definition at a point, in reals of so many bits.
///
/// # Errors
/// Why it has none.
pub fn run(
    program: &Program,
    definition: &str,
    point: &Point<'_>,
    bits: u32,
    options: &Options,
) -> Run<Evaluated> {
    let session = Rc::new(Session::new(bits));
    let mut interpreter = Interpreter::new(program, options);
    let numbers = interpreter.in_reals(&session, definition, point);
    let numbers = numbers.map_err(|stop| match stop {
        Stop::Failure(failure) => failure,
        Stop::Thrown | Stop::Ordered(_) => Failure::internal(
            interpreter.at,
            "what ends an evaluation was not met where it ends",
        ),
    })?;
    let real = |number: &Number| match number.as_real() {
        Some((_, real)) => Real::clone(real),
        None => Real::of(session.bits(), double(number.scalar())),
    };
    Ok(Evaluated {
        numbers: numbers.iter().map(real).collect(),
        undecided: session.undecided().len(),
        way: session.answers(),
    })
}

impl Interpreter<'_> {
    fn in_reals(&mut self, session: &Rc<Session>, name: &str, point: &Point<'_>) -> Step<Vec<Number>> {
        let program = self.program;
        let Some(definition) = program.definition(name) else {
            return Err(self.misfit(format!("there is no definition `{name}`")));
        };
        self.at = definition.at;
        let mut value = self.definition(definition.binder.name)?;
        let (mut left, mut directions) = (point.arguments, point.direction);
        while !left.is_empty() {
            let Some(ty) = self.parameter(&value)? else {
                let count = point.arguments.len();
                return Err(self.misfit(format!("fewer than {count} arguments are expected")));
            };
            let argument = self.inside(&ty, point.arguments, &mut left)?;
            let direction = match directions {
                [] => vec![],
                _ => {
                    let direction = self.inside(&ty, point.direction, &mut directions)?;
                    self.numbers(direction)?
                }
            };
            let argument = self.moved(session, &argument, &direction, point.step)?;
            value = self.apply(&value, argument)?;
        }
        let value = self.force(value)?;
        self.numbers(value)
    }

    /// A vector as reals, each moved by its part of the direction.
    fn moved(
        &self,
        session: &Rc<Session>,
        vector: &Value,
        direction: &[Number],
        step: Option<(i32, bool)>,
    ) -> Step<Value> {
        let of = |x: PrimValue| Real::of(session.bits(), double(x));
        let mut directions = direction.iter();
        self.each_number(vector, &mut |number| {
            let mut real = of(number.scalar());
            if let (Some(by), Some((exponent, against))) = (directions.next(), step) {
                let by = of(by.scalar()).scaled(exponent);
                real = if against { real.sub(&by) } else { real.add(&by) };
            }
            Some(Number::real(session, number.prim_type(), Rc::new(real)))
        })
    }
}

/// A float exactly.
fn double(x: PrimValue) -> f64 {
    match crate::numeric::convert::convert(x, elder_syntax::prim::PrimType::F64) {
        PrimValue::F64(x) => x,
        _ => f64::NAN,
    }
}
