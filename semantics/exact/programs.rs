//! Evaluation of Futhark programs in reals, and comparison with their evaluation in floats.

use super::{Deviation, Real, Report, Scalar, Session};
use crate::failure::Fail;
use crate::futhark::machine::arithmetic::{Arithmetic, Number};
use crate::futhark::machine::value::Value;
use crate::futhark::{Argument, Mode, Options, run};
use crate::numeric::NumericError;
use elder_futhark::tree::{Program, Type, TypeKind, is_tuple};
use elder_syntax::prim::{PrimFn, PrimValue};
use smallvec::SmallVec;
use std::rc::Rc;

impl Arithmetic for Session {
    fn number(&self, float: PrimValue) -> Number {
        let content: Box<dyn std::any::Any> = match self.lift(float) {
            Scalar::Real(_, real) => Box::new(real),
            Scalar::Prim(other) => Box::new(other),
        };
        Number {
            ty: float.prim_type(),
            content,
        }
    }

    fn apply(&self, f: PrimFn, args: &[Value]) -> Result<Value, NumericError> {
        let scalars: Option<SmallVec<[Scalar; 3]>> = args.iter().map(scalar).collect();
        Ok(
            match Session::apply(self, f, &scalars.ok_or(NumericError::Operands)?)? {
                Scalar::Prim(p) => Value::from(p),
                Scalar::Real(ty, real) => Value::Number(Rc::new(Number {
                    ty,
                    content: Box::new(real),
                })),
            },
        )
    }
}

fn scalar(value: &Value) -> Option<Scalar> {
    match value {
        Value::Number(number) => Some(Scalar::Real(number.ty, real(number)?.clone())),
        other => other.prim().map(Scalar::Prim),
    }
}

fn real(number: &Number) -> Option<&Rc<Real>> {
    number.content.downcast_ref()
}

/// Evaluates an entry point in reals with so many bits, and puts the results beside those of its evaluation in floats.
///
/// # Errors
/// Why the evaluation in reals has no value, though that in floats has one.
pub fn compare(
    program: &Program,
    entry: &str,
    args: Vec<Argument>,
    options: Options,
    bits: u32,
    floats: &[Value],
) -> Result<Report, Fail> {
    let session = Rc::new(Session::new(bits));
    let outcome = run(
        program,
        entry,
        args,
        Options {
            mode: Mode {
                arithmetic: Some(session.clone()),
                ..options.mode
            },
            ..options
        },
    );
    let reals = outcome.results?;
    let mut report = Report {
        bits: session.bits(),
        undecided: session.undecided(),
        ..Report::default()
    };
    for (k, real) in reals.iter().enumerate() {
        let place = format!("#{k}");
        match floats.get(k) {
            Some(float) => beside(&mut report, place, float, real, outcome.also.types.get(k)),
            None => report.different.push(place),
        }
    }
    Ok(report)
}

/// The floats of a value and the numbers in the same places of another.
fn beside(report: &mut Report, place: String, float: &Value, number: &Value, ty: Option<&Type>) {
    match (float, number) {
        (Value::Record(xs), Value::Record(ys)) if xs.len() == ys.len() => {
            let fields = match ty.map(|t| &**t) {
                Some(TypeKind::Record(fields)) => Some(fields),
                _ => None,
            };
            let named = fields.filter(|fields| !is_tuple(fields));
            for (k, (x, y)) in xs.iter().zip(ys.iter()).enumerate() {
                let place = match named.and_then(|fields| fields.get(k)) {
                    Some((name, _)) => format!("{place}.{name}"),
                    None => format!("{place}.{k}"),
                };
                beside(report, place, x, y, fields.and_then(|f| f.get(k)).map(|(_, t)| t));
            }
        }
        (Value::Sum(x), Value::Sum(y)) if x.tag == y.tag && x.args.len() == y.args.len() => {
            for (k, (x, y)) in x.args.iter().zip(y.args.iter()).enumerate() {
                beside(report, format!("{place}.{k}"), x, y, None);
            }
        }
        (Value::Array(v, xs), Value::Array(w, ys)) if xs.len() == ys.len() => {
            let element = match ty.map(|t| &**t) {
                Some(TypeKind::Array(_, element)) => Some(element),
                _ => None,
            };
            for i in 0..xs.len() {
                beside(
                    report,
                    format!("{place}[{i}]"),
                    &xs.element(*v, i),
                    &ys.element(*w, i),
                    element,
                );
            }
        }
        (Value::Function(_), Value::Function(_)) => {}
        (x, Value::Number(number)) => match (x.prim(), real(number)) {
            (Some(float), Some(real)) => {
                report.floats.push(Deviation {
                    place,
                    float,
                    real: (**real).clone(),
                });
            }
            _ => report.different.push(place),
        },
        (x, y) => match (x.prim(), y.prim()) {
            (Some(x), Some(y)) if x == y => {}
            _ => report.different.push(place),
        },
    }
}
