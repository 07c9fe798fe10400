//! What an entry point takes from outside, and what it gives there.

use super::LoadedProgram;
use super::steps::{Elements, Slot};
use crate::device::Device;
use crate::error::Error;
use crate::run::decode;
use elder_kernel::host::{Operand, Parameter, Point, Var};
use elder_kernel::plan::Misfit;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::{Element, element_count};
use elder_syntax::{Name, Value, with_data};

/// What variable and constant sizes are called.
fn shown(point: &Point, size: Operand) -> String {
    match size {
        Operand::Var(var) => named(&point.names, var).to_owned(),
        Operand::Const(value) => elder_scalar::text(value),
    }
}

/// The name of a variable.
pub(super) fn named(names: &[Name], var: Var) -> &str {
    names.get(var.index()).map_or("?", |name| name.as_str())
}

/// The values of the sizes of an entry point; the inputs have the types and shapes that its parameters say.
pub(super) fn sizes(point: &Point, inputs: &[Value]) -> Result<Vec<i64>, Error> {
    let refused = |of: Misfit, message: String| Error::Input {
        message,
        of,
        span: point.span,
    };
    if inputs.len() != point.parameters.len() {
        let (takes, given) = (point.parameters.len(), inputs.len());
        let message = format!("`{}` takes {takes} values and is given {given}", point.name);
        return Err(refused(Misfit::Types, message));
    }
    // What is known of variables: first the scalars, then the sizes in the order of the dimensions.
    let mut known: Vec<Option<i64>> = vec![None; point.names.len()];
    for (parameter, value) in point.parameters.iter().zip(inputs) {
        let (name, shape) = (named(&point.names, parameter.var), &parameter.shape);
        if value.prim_type() != parameter.element || value.rank() != shape.len() {
            let dimensions: String = shape.iter().map(|n| format!("[{}]", shown(point, *n))).collect();
            let message = format!(
                "parameter `{name}` of `{}` has type {dimensions}{} and is given a {}",
                point.name,
                parameter.element,
                value.type_string()
            );
            return Err(refused(Misfit::Types, message));
        }
        if let (Some(to), Some(PrimValue::I64(size))) =
            (known.get_mut(parameter.var.index()), value.as_scalar())
        {
            *to = Some(size);
        }
    }
    for (parameter, value) in point.parameters.iter().zip(inputs) {
        for (n, (size, is)) in parameter.shape.iter().zip(value.shape()).enumerate() {
            let unknown = || {
                Error::plan(
                    &point.name,
                    format!("nothing binds the size `{}`", shown(point, *size)),
                )
            };
            let is = i64::try_from(*is).map_err(|_| unknown())?;
            let wanted = match size {
                Operand::Const(PrimValue::I64(wanted)) => *wanted,
                Operand::Const(_) => return Err(unknown()),
                Operand::Var(var) => {
                    let place = known.get_mut(var.index()).ok_or_else(unknown)?;
                    match place {
                        Some(wanted) => *wanted,
                        None if point.sizes.contains(var) => *place.insert(is),
                        None => return Err(unknown()),
                    }
                }
            };
            if wanted != is {
                let (name, size) = (named(&point.names, parameter.var), shown(point, *size));
                let wanted = match size.parse::<i64>() {
                    Ok(_) => size,
                    Err(_) => format!("{size} = {wanted}"),
                };
                let message = format!("dimension {n} of `{name}` must be {wanted} and is {is}");
                return Err(refused(Misfit::Sizes, message));
            }
        }
    }
    let bound = point
        .sizes
        .iter()
        .map(|var| known.get(var.index()).copied().flatten());
    bound.collect::<Option<Vec<_>>>().ok_or_else(|| {
        let message = "a size is that of no dimension of a parameter";
        Error::plan(&point.name, message)
    })
}

/// What the variable of a parameter is for this value.
pub(super) fn upload<D: Device>(
    program: &LoadedProgram<D>,
    point: &Point,
    parameter: &Parameter,
    value: &Value,
) -> Result<Slot<D::Memory>, Error> {
    if let Some(scalar) = value.as_scalar() {
        return Ok(Slot::Scalar(scalar));
    }
    let mut bytes = Vec::new();
    with_data!(value.data(), elements => Element::encode(elements, &mut bytes));
    let what = || {
        format!(
            "parameter `{}` of `{}`",
            named(&point.names, parameter.var),
            point.name
        )
    };
    let block = program.pool.allocate(program.device, bytes.len(), &what)?;
    program.device.write(block.memory(), 0, &bytes)?;
    Ok(Slot::Block(Elements {
        block,
        element: parameter.element,
        count: value.data().len(),
    }))
}

/// The values of results, the sizes of each before it.
pub(super) fn results<D: Device>(
    device: &D,
    point: &Point,
    slots: &[Slot<D::Memory>],
) -> Result<Vec<Value>, Error> {
    let mut rest = slots.iter();
    let mut values = Vec::new();
    for (number, output) in point.results.iter().enumerate() {
        let wrong = |message: &str| Error::plan(&point.name, format!("result {number} {message}"));
        let mut shape = Vec::new();
        for size in rest.by_ref().take(output.rank) {
            let Slot::Scalar(PrimValue::I64(size)) = size else {
                return Err(wrong("has a size that is no number"));
            };
            shape.push(usize::try_from(*size).map_err(|_| wrong("has a negative size"))?);
        }
        values.push(match rest.next() {
            Some(Slot::Scalar(value)) if output.rank == 0 && value.prim_type() == output.element => {
                Value::scalar(*value)
            }
            Some(Slot::Block(block)) if output.rank > 0 && block.element == output.element => {
                let count = element_count(&shape).ok_or_else(|| wrong("is too large"))?;
                if count > block.count {
                    return Err(wrong("is larger than its block"));
                }
                let mut bytes = vec![0; count * output.element.bytes()];
                device.read(block.block.memory(), 0, &mut bytes)?;
                decode(output.element, shape, &bytes).ok_or_else(|| wrong("is incomplete"))?
            }
            _ => return Err(wrong("is not what it should be")),
        });
    }
    match rest.next() {
        None => Ok(values),
        Some(_) => Err(Error::plan(&point.name, "there is more than its results")),
    }
}
