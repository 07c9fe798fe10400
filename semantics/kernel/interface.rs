//! Values from outside: sizes that follow from them, what goes into buffers, and results.

use super::failure::{Ended, Run};
use super::host::Host;
use super::numbers;
use super::program::cells::Cells;
use super::sizes::{self, Sizes};
use elder_kernel::Plan;
use elder_kernel::layout::{self, Component};
use elder_kernel::plan::{Misfit, Place, SizeSource};
use elder_kernel::rules::KER_E_RESULT;
use elder_syntax::value::{Data, Element, element_count};
use elder_syntax::{Diagnostic, Span, Value, with_data, with_prim_type};

/// The sizes that follow from inputs of the types and shapes that the plan says.
pub(super) fn sizes(plan: &Plan, inputs: &[Value]) -> Run<Sizes> {
    let wrong = |of, span, message: String| Err(Ended::Arguments { of, message, span });
    if inputs.len() != plan.parameters.len() {
        let span = plan.parameters.first().map_or(Span::NONE, |p| p.span);
        let message = format!(
            "`{}` takes {} values and is given {}",
            plan.name,
            plan.parameters.len(),
            inputs.len()
        );
        return wrong(Misfit::Types, span, message);
    }
    for (parameter, value) in plan.parameters.iter().zip(inputs) {
        if value.prim_type() != parameter.element || value.rank() != parameter.shape.len() {
            let message = format!(
                "parameter `{}` is given a {}",
                parameter.name,
                value.type_string()
            );
            return wrong(Misfit::Types, parameter.span, message);
        }
    }
    let mut sizes = Sizes::default();
    for size in &plan.sizes {
        let missing = || Ended::unchecked(format!("nothing determines the size `{}`", size.name));
        let value = match &size.from {
            SizeSource::Dimension { parameter, dimension } => {
                let n = inputs.get(*parameter).and_then(|v| v.shape().get(*dimension));
                n.and_then(|n| i64::try_from(*n).ok()).ok_or_else(missing)?
            }
            SizeSource::Input(parameter) => {
                let value = inputs.get(*parameter).and_then(Value::as_scalar);
                let value = value.and_then(numbers::whole).and_then(|n| i64::try_from(n).ok());
                value.ok_or_else(missing)?
            }
            SizeSource::Computed(of) => sizes::value(of, &sizes)?,
        };
        sizes.insert(size.name.clone(), value);
    }
    for (parameter, value) in plan.parameters.iter().zip(inputs) {
        for (expected, actual) in parameter.shape.iter().zip(value.shape()) {
            let expected = sizes::exact(expected, &sizes)?;
            if i128::try_from(*actual) != Ok(expected) {
                let message = format!(
                    "a dimension of `{}` is {actual} and must be {expected}",
                    parameter.name
                );
                return wrong(Misfit::Sizes, parameter.span, message);
            }
        }
    }
    for index in &plan.indexes {
        let below = sizes::exact(&index.below, &sizes)?;
        if let Some(Data::I32(all)) = inputs.get(index.parameter).map(Value::data)
            && let Some(outside) = all.iter().find(|i| **i < 0 || i128::from(**i) >= below)
        {
            let span = plan.parameters[index.parameter].span;
            let message = format!("the index {outside} is not below {below}");
            return wrong(Misfit::Types, span, message);
        }
    }
    Ok(sizes)
}

/// Refuses sizes for which the program has no meaning.
pub(super) fn check(plan: &Plan, sizes: &Sizes) -> Run {
    for check in &plan.checks {
        if !sizes::holds(&check.condition, sizes)? {
            let (rule, premise) = check.rule;
            let diagnostic = Diagnostic::error(rule.refuse(premise), check.span, check.message.clone());
            return Err(Ended::Refused(Box::new(diagnostic)));
        }
    }
    Ok(())
}

impl Host<'_> {
    fn component(&self, place: &Place) -> Run<Component> {
        let buffer = &self.plan.buffers[place.buffer.0];
        let component = layout::component(&buffer.element, &place.path, &self.plan.structs);
        component.ok_or_else(|| Ended::unchecked(format!("`{}` has no such component", buffer.name)))
    }

    /// Writes the inputs into their buffers.
    pub(super) fn write_inputs(&mut self) -> Run {
        for (parameter, value) in self.plan.parameters.iter().zip(self.inputs) {
            let Some(place) = &parameter.place else { continue };
            let component = self.component(place)?;
            let elements = value.data().len();
            if component.run * component.element.bytes() != component.stride {
                return Err(Ended::unchecked(
                    "buffers of structs are not of the subset that kernels are written in",
                ));
            }
            if self.counts[place.buffer.0].checked_mul(component.run) != Some(elements) {
                return Err(Ended::unchecked(format!(
                    "parameter `{}` does not fill its buffer",
                    parameter.name
                )));
            }
            let mut bytes = Vec::new();
            with_data!(value.data(), elements => Element::encode(elements, &mut bytes));
            let at = self.buffers[place.buffer.0];
            self.machine.memory.fill(at, &bytes);
        }
        Ok(())
    }

    /// Reads the results; `cut` takes what was never written for zeros.
    pub(super) fn results(&self, cut: bool) -> Run<Vec<Value>> {
        let left = self.left()?.into_iter().enumerate();
        left.map(|(number, (shape, cells))| {
            if let (Some(cell), false) = (cells.first_unwritten(), cut) {
                let message = format!("element {cell} of result {number} was never written");
                return Err(Ended::wrong(&KER_E_RESULT, "written", message));
            }
            let (data, _) = cells.into_parts();
            Value::new(shape, data).ok_or_else(|| Ended::unchecked(format!("result {number} is incomplete")))
        })
        .collect()
    }

    /// The shape of each result, its elements, and which of them were written.
    pub(super) fn left(&self) -> Run<Vec<(Vec<usize>, Cells)>> {
        KER_E_RESULT.apply();
        let mut all = Vec::with_capacity(self.plan.results.len());
        for (number, part) in self.plan.results.iter().enumerate() {
            let component = self.component(&part.place)?;
            let mut shape = Vec::with_capacity(part.shape.len());
            for size in &part.shape {
                shape.push(sizes::count(size, &self.sizes)?);
            }
            let elements = element_count(&shape).ok_or(Ended::Limit("memory"))?;
            let buffer = part.place.buffer.0;
            if elements > self.counts[buffer].saturating_mul(component.run) {
                let message = format!("result {number} has {elements} elements, and its buffer less");
                return Err(Ended::wrong(&KER_E_RESULT, "room", message));
            }
            let at = self.buffers[self.places[buffer]];
            let is_written = |cell| self.machine.memory.is_written(at, cell);
            let written: Vec<bool> = (0..elements).map(is_written).collect();
            let bytes = &self.machine.memory.bytes(at)[..elements * part.element.bytes()];
            let data = with_prim_type!(part.element, E => E::wrap(E::decode(bytes)));
            let cells = Cells::new(data, written.contains(&false).then_some(written));
            let incomplete = || Ended::unchecked(format!("result {number} is incomplete"));
            all.push((shape, cells.ok_or_else(incomplete)?));
        }
        Ok(all)
    }
}
