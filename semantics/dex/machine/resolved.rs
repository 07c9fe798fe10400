//! What values are when a run has ended.

use super::layout::{Alternatives, Layout};
use super::types::{Fields, Type};
use super::value::{Kind, Operand, Sum, Table, Value};
use std::rc::Rc;

/// A value with what stands in registers; nothing of functions, which nobody looks into.
pub(super) fn resolved(value: &Value, registers: &[u64]) -> Option<Value> {
    let operand = |operand: Operand| known(operand, registers);
    Some(match value {
        Value::Number(ty, own) => Value::Number(*ty, operand(*own)?),
        Value::Unit => Value::Unit,
        Value::Pair(both) => Value::pair(resolved(&both.0, registers)?, resolved(&both.1, registers)?),
        Value::Record(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(label, value)| Some((label.clone(), resolved(value, registers)?)));
            Value::Record(Rc::new(fields.collect::<Option<_>>()?))
        }
        Value::Sum(sum) => {
            let tag = operand(sum.tag)?;
            let mut alternatives = Vec::with_capacity(sum.alternatives.len());
            for (which, held) in sum.alternatives.iter().enumerate() {
                alternatives.push(match (held, tag == Operand::Known(which as u64)) {
                    (Some(held), true) => {
                        let held = held.iter().map(|value| resolved(value, registers));
                        Some(held.collect::<Option<Vec<_>>>()?)
                    }
                    _ => None,
                });
            }
            Value::Sum(Rc::new(Sum {
                kind: kind_resolved(&sum.kind, registers)?,
                tag,
                alternatives,
            }))
        }
        Value::Member(set, ordinal) => Value::Member(type_resolved(set, registers)?, operand(*ordinal)?),
        Value::Table(table) => Value::Table(Rc::new(Table {
            count: operand(table.count)?,
            element: layout_resolved(&table.element, registers)?,
            buffer: operand(table.buffer)?,
            offset: operand(table.offset)?,
        })),
        Value::Type(ty) => Value::Type(type_resolved(ty, registers)?),
        Value::Closure(_) | Value::Derivative(_) | Value::View(_) | Value::Reference(_) => return None,
    })
}

pub(super) fn known(operand: Operand, registers: &[u64]) -> Option<Operand> {
    match operand {
        Operand::Known(_) => Some(operand),
        Operand::Register(register) => registers.get(register as usize).copied().map(Operand::Known),
    }
}

fn kind_resolved(kind: &Kind, registers: &[u64]) -> Option<Kind> {
    Some(match kind {
        Kind::Data(data, parameters) => {
            let parameters = parameters.iter().map(|value| resolved(value, registers));
            Kind::Data(*data, parameters.collect::<Option<_>>()?)
        }
        Kind::Variant(ty) => Kind::Variant(type_resolved(ty, registers)?),
    })
}

fn type_resolved(ty: &Rc<Type>, registers: &[u64]) -> Option<Rc<Type>> {
    let fields = |fields: &Fields| -> Option<Fields> {
        let fields = fields.iter();
        fields
            .map(|(label, ty)| Some((label.clone(), type_resolved(ty, registers)?)))
            .collect()
    };
    Some(Rc::new(match &**ty {
        Type::Unit => Type::Unit,
        Type::Base(base) => Type::Base(*base),
        Type::Fin(size) => Type::Fin(known(*size, registers)?),
        Type::Range(set, first, count) => Type::Range(
            type_resolved(set, registers)?,
            known(*first, registers)?,
            known(*count, registers)?,
        ),
        Type::Pair(first, second) => Type::Pair(
            type_resolved(first, registers)?,
            type_resolved(second, registers)?,
        ),
        Type::Data(data, parameters) => {
            let parameters = parameters.iter().map(|value| resolved(value, registers));
            Type::Data(*data, parameters.collect::<Option<_>>()?)
        }
        Type::Record(own) => Type::Record(fields(own)?),
        Type::Variant(own) => Type::Variant(fields(own)?),
        Type::Fields(own) => Type::Fields(fields(own)?),
        Type::Reference(content) => Type::Reference(type_resolved(content, registers)?),
        // Where it was made is not there any more; who asks is told that it is unknown.
        Type::Table(..) | Type::Opaque => Type::Opaque,
    }))
}

pub(super) fn layout_resolved(layout: &Layout, registers: &[u64]) -> Option<Layout> {
    Some(match layout {
        Layout::Number(_) | Layout::Unit | Layout::Never => layout.clone(),
        Layout::Member(set) => Layout::Member(type_resolved(set, registers)?),
        Layout::Pair(both) => Layout::Pair(Rc::new((
            layout_resolved(&both.0, registers)?,
            layout_resolved(&both.1, registers)?,
        ))),
        Layout::Record(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(label, own)| Some((label.clone(), layout_resolved(own, registers)?)));
            Layout::Record(Rc::new(fields.collect::<Option<_>>()?))
        }
        Layout::Sum(sum) => {
            let all = |held: &[Layout]| -> Option<Vec<Layout>> {
                held.iter().map(|own| layout_resolved(own, registers)).collect()
            };
            let mut held = Vec::with_capacity(sum.held.len());
            for own in &sum.held {
                held.push(match own {
                    Some(own) => Some(all(own)?),
                    None => None,
                });
            }
            Layout::Sum(Rc::new(Alternatives {
                kind: kind_resolved(&sum.kind, registers)?,
                held,
            }))
        }
        Layout::Table(count, element) => Layout::Table(
            known(*count, registers)?,
            Rc::new(layout_resolved(element, registers)?),
        ),
    })
}

/// Notes which buffers a value is in.
pub(super) fn mark(value: &Value, used: &mut [bool]) {
    match value {
        Value::Pair(both) => {
            mark(&both.0, used);
            mark(&both.1, used);
        }
        Value::Record(fields) => fields.iter().for_each(|(_, value)| mark(value, used)),
        Value::Sum(sum) => sum
            .alternatives
            .iter()
            .flatten()
            .flatten()
            .for_each(|value| mark(value, used)),
        Value::Table(table) => {
            if let Operand::Known(buffer) = table.buffer
                && let Some(used) = used.get_mut(buffer as usize)
            {
                *used = true;
            }
        }
        _ => {}
    }
}
