//! Which evaluator runs an entry point.
//!
//! The machine knows no derivatives.  An entry point that may come to take one is run by the definition, and its results are
//! what the machine's would be.

use super::machine::array::ArrayError;
use super::machine::resolve::tag;
use super::machine::value::{RtType, Sum, Value as Fast};
use super::machine::{Argument, Options, Outcome, Told, build, interface};
use super::reached::takes_derivatives;
use super::{clear, machine};
use crate::failure::{Failure, Run};
use crate::memory::Memory;
use clear::value::{Shape, Value};
use elder_futhark::tree::Program;
use elder_syntax::value::Value as Data;
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// Calls an entry point of a checked program.
pub fn run(program: &Program, entry: &str, arguments: Vec<Argument>, options: Options) -> Outcome {
    let watched = options.mode.observer.is_some() || options.mode.arithmetic.is_some();
    match watched || !takes_derivatives(program, entry) {
        true => machine::run(program, entry, arguments, options),
        false => by_definition(program, entry, arguments, options),
    }
}

fn by_definition(program: &Program, entry: &str, arguments: Vec<Argument>, options: Options) -> Outcome {
    let memory = Rc::new(Memory::new(options.limits.bytes()));
    let mut inputs = Vec::with_capacity(arguments.len());
    let mut flat = true;
    for argument in arguments {
        match argument {
            Argument::Data(data) => inputs.push(data),
            Argument::Value(value) => flat &= components(&value, &mut inputs),
        }
    }
    if !flat {
        let message = "an entry point that takes derivatives is given a value without a text form by another one: call that one from it";
        return Outcome {
            results: Err(Failure::unsupported(Span::NONE, message)),
            derivation: None,
            cost: memory,
            also: Told::default(),
        };
    }
    let options = clear::Options {
        derivation: None,
        ..options.within(())
    };
    let outcome = clear::run(program, entry, inputs, options);
    let fast = |values: Vec<Value>| -> Run<Vec<Fast>> {
        values.iter().map(|value| translated(&memory, value)).collect()
    };
    Outcome {
        results: outcome.results.and_then(fast),
        derivation: None,
        cost: memory,
        also: Told {
            types: outcome.also,
            observer: None,
        },
    }
}

/// The components of a value that another entry point gave; whether all have a text form.
fn components(value: &Fast, into: &mut Vec<Data>) -> bool {
    match (value, interface::to_data(value)) {
        (_, Some(data)) => {
            into.push(data);
            true
        }
        (Fast::Record(fields), None) => fields.iter().all(|field| components(field, into)),
        _ => false,
    }
}

/// The machine's form of a result.
fn translated(memory: &Rc<Memory>, value: &Value) -> Run<Fast> {
    let broken = |_| Failure::internal(Span::NONE, "a result that the machine has no form for");
    translate(memory, value).map_err(broken)
}

fn translate(memory: &Rc<Memory>, value: &Value) -> Result<Fast, ArrayError> {
    let all = |values: &mut dyn Iterator<Item = Value>| -> Result<Vec<Fast>, ArrayError> {
        values.map(|value| translate(memory, &value)).collect()
    };
    if let Some(data) = clear::show::data(value) {
        return Ok(interface::from_data(memory, data));
    }
    Ok(match value {
        Value::Array(array) => {
            let rows = all(&mut (0..array.len()).map(|i| array.get(i)))?;
            build::array_of(memory, &rows, &type_of(&array.row_shape()))?
        }
        Value::Record(fields) => Fast::record(all(&mut fields.iter().map(|(_, field)| field.clone()))?),
        Value::Sum(sum) => {
            let others = type_of(&value.shape());
            Fast::Sum(Rc::new(Sum {
                name: sum.name.clone(),
                tag: tag(&sum.name),
                args: all(&mut sum.args.iter().cloned())?.into(),
                others: matches!(*others, RtType::Sum(_)).then_some(others),
            }))
        }
        _ => return Err(ArrayError::Kind("a result that is a function")),
    })
}

/// The type of values of a shape.
fn type_of(shape: &Shape) -> Rc<RtType> {
    let sized = |constructors: &[(Name, Vec<Shape>)]| {
        let mut parts = constructors.iter().flat_map(|(_, args)| args);
        parts.any(Shape::holds_arrays)
    };
    Rc::new(match shape {
        Shape::Prim(p) => RtType::Prim(*p),
        Shape::Array(n, element) => RtType::Array(*n, type_of(element)),
        Shape::Record(fields) => RtType::Record(fields.iter().map(|(_, field)| type_of(field)).collect()),
        Shape::Sum(constructors) if sized(constructors) => {
            let parts = constructors.iter();
            RtType::Sum(
                parts
                    .map(|(name, args)| (tag(name), args.iter().map(type_of).collect()))
                    .collect(),
            )
        }
        Shape::Sum(_) | Shape::Other => RtType::Boxed,
    })
}
