//! What a program takes: sizes, obligations, transfers in both directions.

use super::{Frame, Session};
use crate::device::Device;
use crate::error::Error;
use elder_kernel::layout::{self, Component};
use elder_kernel::plan::{Condition, Misfit, Plan, SizeSource};
use elder_kernel::size::Sizes;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::{Data, Element, element_count};
use elder_syntax::{Diagnostic, Value, with_data, with_prim_type};

/// The sizes that follow from inputs; the inputs have the types and shapes that the plan says.
pub(super) fn sizes(plan: &Plan, inputs: &[Value]) -> Result<Sizes, Error> {
    let given = |of, span, message| Error::Input { message, of, span };
    if inputs.len() != plan.parameters.len() {
        let span = plan
            .parameters
            .first()
            .map_or(elder_syntax::Span::NONE, |p| p.span);
        let message = format!(
            "`{}` takes {} values and is given {}",
            plan.name,
            plan.parameters.len(),
            inputs.len()
        );
        return Err(given(Misfit::Types, span, message));
    }
    for (parameter, value) in plan.parameters.iter().zip(inputs) {
        if value.prim_type() != parameter.element || value.rank() != parameter.shape.len() {
            let expected: String = parameter.shape.iter().map(|n| format!("[{n}]")).collect();
            let message = format!(
                "parameter `{}` of `{}` has type {expected}{} and is given a {}",
                parameter.name,
                plan.name,
                parameter.element,
                value.type_string()
            );
            return Err(given(Misfit::Types, parameter.span, message));
        }
    }
    let given: Vec<Given> = inputs.iter().map(Given::of).collect();
    let sizes = sizes_of(plan, &given)?;
    indexes(plan, inputs, &sizes)?;
    Ok(sizes)
}

/// What sizes are determined by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given<'a> {
    /// The value of a scalar.
    Scalar(PrimValue),
    /// The shape of an array.
    Array(&'a [usize]),
}

impl<'a> Given<'a> {
    fn of(value: &'a Value) -> Given<'a> {
        match value.as_scalar() {
            Some(scalar) => Given::Scalar(scalar),
            None => Given::Array(value.shape()),
        }
    }

    fn scalar(&self) -> Option<PrimValue> {
        match self {
            Given::Scalar(value) => Some(*value),
            Given::Array(_) => None,
        }
    }

    fn shape(&self) -> &'a [usize] {
        match self {
            Given::Scalar(_) => &[],
            Given::Array(shape) => shape,
        }
    }
}

/// The sizes that follow from what is given, which has the types that the plan says; the shapes are those that the plan says.
pub(crate) fn sizes_of(plan: &Plan, given: &[Given]) -> Result<Sizes, Error> {
    let mut sizes = Sizes::default();
    for size in &plan.sizes {
        let missing = || Error::plan(&plan.name, format!("nothing determines the size `{}`", size.name));
        let value = match &size.from {
            SizeSource::Dimension { parameter, dimension } => {
                let dimension = given.get(*parameter).and_then(|v| v.shape().get(*dimension));
                i64::try_from(*dimension.ok_or_else(missing)?).map_err(|_| missing())?
            }
            SizeSource::Input(parameter) => {
                let value = given.get(*parameter).and_then(Given::scalar);
                value.and_then(whole).ok_or_else(missing)?
            }
            SizeSource::Computed(size_of) => size_of.eval(&sizes).map_err(|error| Error::Size {
                what: format!("size `{}`", size.name),
                error,
            })?,
        };
        sizes.insert(size.name.clone(), value);
    }
    for (parameter, value) in plan.parameters.iter().zip(given) {
        for (n, (expected, actual)) in parameter.shape.iter().zip(value.shape()).enumerate() {
            let evaluated = expected.exact(&sizes).map_err(|error| Error::Size {
                what: format!("dimension {n} of `{}`", parameter.name),
                error,
            })?;
            if i128::try_from(*actual) != Ok(evaluated) {
                let message = format!(
                    "dimension {n} of `{}` must be {expected} = {evaluated} and is {actual}",
                    parameter.name
                );
                return Err(Error::Input {
                    message,
                    of: Misfit::Sizes,
                    span: parameter.span,
                });
            }
        }
    }
    Ok(sizes)
}

/// Indexes are below the length of the arrays that they are for.
fn indexes(plan: &Plan, inputs: &[Value], sizes: &Sizes) -> Result<(), Error> {
    for index in &plan.indexes {
        let (Some(value), Some(parameter)) =
            (inputs.get(index.parameter), plan.parameters.get(index.parameter))
        else {
            return Err(Error::plan(&plan.name, "an index parameter is missing"));
        };
        let below = index.below.exact(sizes).map_err(|error| Error::Size {
            what: format!("the bound of the indexes in `{}`", parameter.name),
            error,
        })?;
        let outside = match value.data() {
            Data::I32(all) => all.iter().find(|i| **i < 0 || i128::from(**i) >= below),
            _ => None,
        };
        if let Some(outside) = outside {
            return Err(Error::Input {
                message: format!(
                    "`{}` has the index {outside}, which is not below {} = {below}",
                    parameter.name, index.below
                ),
                of: Misfit::Types,
                span: parameter.span,
            });
        }
    }
    Ok(())
}

/// An integer or a boolean as a number.
pub(crate) fn whole(value: PrimValue) -> Option<i64> {
    Some(match value {
        PrimValue::Bool(x) => x.into(),
        PrimValue::I8(x) => x.into(),
        PrimValue::I16(x) => x.into(),
        PrimValue::I32(x) => x.into(),
        PrimValue::I64(x) => x,
        PrimValue::U8(x) => x.into(),
        PrimValue::U16(x) => x.into(),
        PrimValue::U32(x) => x.into(),
        PrimValue::U64(x) => i64::try_from(x).ok()?,
        PrimValue::F16(_) | PrimValue::F32(_) | PrimValue::F64(_) => return None,
    })
}

/// Refuses sizes for which the program has no meaning.
pub(super) fn check(plan: &Plan, sizes: &Sizes) -> Result<(), Error> {
    for check in &plan.checks {
        let holds = check.condition.holds(sizes).map_err(|error| Error::Size {
            what: format!("a condition of `{}`", plan.name),
            error,
        })?;
        if !holds {
            let (rule, premise) = check.rule;
            let mut diagnostic = Diagnostic::error(rule.refuse(premise), check.span, check.message.clone());
            let (a, b, relation) = match &check.condition {
                Condition::Equal(a, b) => (a, b, "equal"),
                Condition::AtMost(a, b) => (a, b, "be at most"),
                Condition::Less(a, b) => (a, b, "be less than"),
                Condition::Divides(a, b) => (a, b, "divide"),
            };
            let value =
                |s: &elder_kernel::Size| s.exact(sizes).map_or_else(|e| e.to_string(), |v| v.to_string());
            diagnostic = diagnostic.with_note(format!(
                "`{a}` must {relation} `{b}`; they are {} and {}",
                value(a),
                value(b)
            ));
            return Err(Error::Refused(Box::new(diagnostic)));
        }
    }
    Ok(())
}

impl<D: Device> Session<'_, D> {
    fn component(&self, place: &elder_kernel::plan::Place) -> Result<Component, Error> {
        let Frame { plan, .. } = &self.frame;
        let name = &plan.name;
        let buffer = (plan.buffers.get(place.buffer.0))
            .ok_or_else(|| Error::plan(name, format!("there is no buffer number {}", place.buffer.0)))?;
        layout::component(&buffer.element, &place.path, &plan.structs).ok_or_else(|| {
            let path: Vec<&str> = place.path.iter().map(|p| p.as_str()).collect();
            Error::plan(
                name,
                format!("`{}` has no component {}", buffer.name, path.join(".")),
            )
        })
    }

    /// Transfers the inputs.
    pub(super) fn write_inputs(&self, inputs: &[Value]) -> Result<(), Error> {
        let Frame {
            device,
            plan,
            memories,
            extents,
            ..
        } = &self.frame;
        // A buffer that is filled component by component is put together here first.
        let mut interleaved: Vec<Option<Vec<u8>>> = vec![None; memories.len()];
        for (parameter, value) in plan.parameters.iter().zip(inputs) {
            let Some(place) = &parameter.place else { continue };
            let at = place.buffer.0;
            let component = self.component(place)?;
            let (Some(extent), Some(memory)) = (extents.get(at), memories.get(at)) else {
                continue; // refused when the plan was loaded
            };
            let elements = value.data().len();
            if component.element != value.prim_type()
                || extent.count.checked_mul(component.run) != Some(elements)
            {
                return Err(Error::plan(
                    &plan.name,
                    format!("parameter `{}` does not fill its buffer", parameter.name),
                ));
            }
            let mut bytes = Vec::new();
            with_data!(value.data(), elements => Element::encode(elements, &mut bytes));
            let run = component.run * component.element.bytes();
            if run == component.stride {
                device.write(memory.memory(), 0, &bytes)?;
                continue;
            }
            let whole = interleaved[at].get_or_insert_with(|| vec![0; extent.bytes]);
            for (from, to) in bytes
                .chunks_exact(run)
                .zip(whole.chunks_exact_mut(component.stride))
            {
                to[component.offset..component.offset + run].copy_from_slice(from);
            }
        }
        for (bytes, memory) in interleaved.iter().zip(memories) {
            if let Some(bytes) = bytes {
                device.write(memory.memory(), 0, bytes)?;
            }
        }
        Ok(())
    }

    /// Reads the results.
    pub(super) fn read_results(&mut self) -> Result<Vec<Value>, Error> {
        let frame = &self.frame;
        let plan = frame.plan;
        let mut values = Vec::new();
        for (number, part) in plan.results.iter().enumerate() {
            let wrong = |message: &str| Error::plan(&plan.name, format!("result {number} {message}"));
            let component = self.component(&part.place)?;
            if component.element != part.element {
                return Err(wrong("has elements of another type than its buffer"));
            }
            let mut shape = Vec::new();
            for size in &part.shape {
                let n = size.eval(&self.last_sizes).map_err(|error| Error::Size {
                    what: format!("result {number} of `{}`", plan.name),
                    error,
                })?;
                shape.push(usize::try_from(n).map_err(|_| wrong("has a negative size"))?);
            }
            let elements = element_count(&shape).ok_or_else(|| wrong("is too large"))?;
            let at = *(frame.places.get(part.place.buffer.0)).ok_or_else(|| wrong("is nowhere"))?;
            let needed = elements.div_ceil(component.run);
            if frame.extents.get(at).is_none_or(|extent| extent.count < needed) {
                return Err(wrong("is larger than its buffer"));
            }
            let mut bytes = vec![0; needed * component.stride];
            if !bytes.is_empty() {
                let memory = frame.memories.get(at).ok_or_else(|| wrong("is nowhere"))?;
                frame.device.read(memory.memory(), 0, &mut bytes)?;
            }
            let run = component.run * component.element.bytes();
            if run != component.stride {
                bytes = (bytes.chunks_exact(component.stride))
                    .flat_map(|chunk| chunk[component.offset..component.offset + run].iter().copied())
                    .collect();
            }
            bytes.truncate(elements * part.element.bytes());
            values.push(decode(part.element, shape, &bytes).ok_or_else(|| wrong("is incomplete"))?);
        }
        Ok(values)
    }
}

/// The value with these bytes.
pub(crate) fn decode(element: PrimType, shape: Vec<usize>, bytes: &[u8]) -> Option<Value> {
    let data = with_prim_type!(element, E => E::wrap(E::decode(bytes)));
    Value::new(shape, data)
}
