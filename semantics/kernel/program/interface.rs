//! Arguments and results of an entry point of a host program.

use super::cells::Cells;
use super::{Machine, Slot};
use crate::failure::{Failure, Run};
use elder_kernel::host::{Operand, Parameter, Var};
use elder_kernel::rules::host::{KER_H_ENTRY, KER_H_RESULT};
use elder_syntax::Value;
use elder_syntax::prim::PrimValue;
use elder_syntax::value::element_count;

impl Machine<'_> {
    /// KER-H-ENTRY: sizes and parameters, bound to what they stand for.
    pub(super) fn arguments(&mut self, values: &[Value]) -> Run<Vec<(Var, Slot)>> {
        let point = self.point;
        let (wanted, found) = (point.parameters.len(), values.len());
        if wanted != found {
            return Err(self.misfit(format!("{wanted} values are expected, {found} are given")));
        }
        let mut bound: Vec<(Var, Slot)> = Vec::new();
        let mut demands = Vec::new();
        for (k, (parameter, value)) in point.parameters.iter().zip(values).enumerate() {
            let slot = self.argument(parameter, value, k)?;
            for (size, actual) in parameter.shape.iter().zip(value.shape()) {
                let actual = PrimValue::I64(i64::try_from(*actual).unwrap_or(i64::MAX));
                match size {
                    Operand::Var(var)
                        if point.sizes.contains(var) && !bound.iter().any(|(known, _)| known == var) =>
                    {
                        bound.push((*var, Slot::Scalar(actual)));
                    }
                    declared => demands.push((k, *declared, actual)),
                }
            }
            bound.push((parameter.var, slot));
        }
        for size in &point.sizes {
            if !bound.iter().any(|(known, _)| known == size) {
                bound.push((*size, Slot::Scalar(PrimValue::I64(0))));
            }
        }
        for (k, declared, actual) in demands {
            let expected = match declared {
                Operand::Const(value) => Some(value),
                Operand::Var(var) => bound.iter().find_map(|(known, slot)| match slot {
                    Slot::Scalar(value) if *known == var => Some(*value),
                    _ => None,
                }),
            };
            if expected != Some(actual) {
                let shown =
                    |value: Option<PrimValue>| value.map_or("?".to_owned(), |value| self.shown(value));
                let (actual, expected) = (shown(Some(actual)), shown(expected));
                let message = format!(
                    "value {} has size {actual}, but its parameter says {expected}",
                    k + 1
                );
                return Err(Failure::arguments(&KER_H_ENTRY, "agree", self.span(), message));
            }
        }
        Ok(bound)
    }

    /// A value from outside, as what its parameter stands for.
    fn argument(&mut self, parameter: &Parameter, value: &Value, k: usize) -> Run<Slot> {
        if value.prim_type() != parameter.element || value.rank() != parameter.shape.len() {
            let wanted = format!("{}{}", "[]".repeat(parameter.shape.len()), parameter.element);
            let found = value.type_string();
            return Err(self.misfit(format!(
                "value {} is of type {found}, but {wanted} is expected",
                k + 1
            )));
        }
        if let Some(scalar) = value.as_scalar() {
            return Ok(Slot::Scalar(scalar));
        }
        self.room(value.prim_type(), value.data().len() as u64)?;
        let cells = Cells::new(value.data().clone(), None);
        let cells = cells.ok_or_else(|| self.malformed("a value without its elements"))?;
        Ok(Slot::Block(self.store.add(cells, !parameter.unique)))
    }

    /// KER-H-ENTRY: the values do not fit the entry point.
    fn misfit(&self, message: String) -> crate::failure::Fail {
        Failure::arguments(&KER_H_ENTRY, "kind", self.span(), message)
    }

    /// KER-H-RESULT: what the body gave, as values.
    pub(super) fn results(&mut self, given: &[Slot]) -> Run<Vec<Value>> {
        KER_H_RESULT.apply();
        let mut given = given.iter();
        let mut values = Vec::with_capacity(self.point.results.len());
        for output in &self.point.results {
            let mut shape = Vec::with_capacity(output.rank);
            for _ in 0..output.rank {
                match given.next() {
                    Some(Slot::Scalar(PrimValue::I64(size))) => shape.push(*size),
                    _ => return Err(self.malformed("a result without the sizes of its dimensions")),
                }
            }
            let value = match given.next() {
                Some(Slot::Scalar(value)) if output.rank == 0 => Value::scalar(*value),
                Some(Slot::Block(id)) if output.rank > 0 => {
                    let value = self.result(&shape, *id)?;
                    self.store.release(*id);
                    value
                }
                _ => return Err(self.malformed("a result that the body does not give")),
            };
            if value.prim_type() != output.element {
                return Err(self.malformed(format!("a result of type {}", value.type_string())));
            }
            values.push(value);
        }
        match given.next() {
            None => Ok(values),
            Some(_) => Err(self.malformed("the body gives what is no result")),
        }
    }

    /// A block in its shape.
    fn result(&self, shape: &[i64], id: super::BlockId) -> Run<Value> {
        let block = self.store.get(id);
        let block = block.ok_or_else(|| self.malformed("a result that is gone"))?;
        let sizes: Option<Vec<usize>> = shape.iter().map(|size| usize::try_from(*size).ok()).collect();
        let count = sizes.as_deref().and_then(element_count);
        let Some(count) = count.filter(|count| *count <= block.cells.count()) else {
            let message = format!(
                "a result of shape {shape:?} lies in a block of {} elements",
                block.cells.count()
            );
            return Err(self.wrong(&KER_H_RESULT, "size", message));
        };
        // What lies behind is nobody's.
        let whole = block.cells.part(0..count);
        let cells = whole.ok_or_else(|| self.malformed("a result of other size"))?;
        if let Some(at) = cells.first_unwritten() {
            let message = format!("element {at} of a result was never written");
            return Err(self.wrong(&KER_H_RESULT, "written", message));
        }
        let value = Value::new(sizes.unwrap_or_default(), cells.data().clone());
        value.ok_or_else(|| self.malformed("a result of other size"))
    }
}
