//! What several branches give, as one value.

use super::code::{Block, Instruction};
use super::types::Type;
use super::value::{Kind, Operand, Sum, Table, Value};
use super::{Step, Stop, Translator};
use std::rc::Rc;

/// What a branch gives, by its number.
type Given = (usize, Value);

/// Branches whose values are put together.
struct Join<'b> {
    /// Registers from this one on were made by the branches.
    mark: u32,
    blocks: &'b mut [Block],
}

impl Translator<'_> {
    /// The value of a choice between blocks, each of which leaves it in the same registers.
    pub(super) fn joined(&mut self, mark: u32, blocks: &mut [Block], values: Vec<Given>) -> Step<Value> {
        if let [(_, value)] = values.as_slice() {
            return Ok(value.clone());
        }
        self.join(&mut Join { mark, blocks }, &values)
    }

    fn join(&mut self, join: &mut Join<'_>, values: &[Given]) -> Step<Value> {
        let Some((_, first)) = values.first() else {
            return Err(Stop::MALFORMED);
        };
        Ok(match first {
            Value::Unit => Value::Unit,
            Value::Number(ty, _) => {
                let operand = self.operands(join, values, |value| match value {
                    Value::Number(_, operand) => Some(*operand),
                    _ => None,
                })?;
                Value::Number(*ty, operand)
            }
            Value::Member(..) => {
                let ordinal = self.operands(join, values, |value| match value {
                    Value::Member(_, ordinal) => Some(*ordinal),
                    _ => None,
                })?;
                let mut sets = values.iter().filter_map(|(_, value)| match value {
                    Value::Member(set, _) if set.is_before(join.mark) => Some(set.clone()),
                    _ => None,
                });
                let set: Rc<Type> = sets
                    .next()
                    .ok_or(Stop::Untaken("branches give members of their own sets"))?;
                Value::Member(set, ordinal)
            }
            Value::Pair(_) => {
                let first = self.parts(join, values, |value| match value {
                    Value::Pair(both) => Some(&both.0),
                    _ => None,
                })?;
                let second = self.parts(join, values, |value| match value {
                    Value::Pair(both) => Some(&both.1),
                    _ => None,
                })?;
                Value::pair(first, second)
            }
            Value::Record(fields) => {
                let mut joined = Vec::with_capacity(fields.len());
                for (place, (label, _)) in fields.iter().enumerate() {
                    let value = self.parts(join, values, |value| match value {
                        Value::Record(fields) => fields.get(place).map(|(_, value)| value),
                        _ => None,
                    })?;
                    joined.push((label.clone(), value));
                }
                Value::Record(Rc::new(joined))
            }
            Value::Sum(_) => self.sums(join, values)?,
            Value::Table(_) => self.tables(join, values)?,
            Value::Type(ty) if ty.is_before(join.mark) => first.clone(),
            Value::Closure(own) => {
                let same = |value: &Value| matches!(value, Value::Closure(other) if Rc::ptr_eq(own, other));
                match values.iter().all(|(_, value)| same(value)) {
                    true => first.clone(),
                    false => return Err(Stop::Untaken("a case gives functions")),
                }
            }
            Value::Derivative(_) => return Err(Stop::Untaken("a case gives functions")),
            Value::View(_) => return Err(Stop::Untaken("a case gives views")),
            Value::Reference(_) => return Err(Stop::Untaken("a case gives references")),
            Value::Type(_) => return Err(Stop::Untaken("a case gives types")),
        })
    }

    /// The same part of all.
    fn parts(
        &mut self,
        join: &mut Join<'_>,
        values: &[Given],
        part: impl for<'v> Fn(&'v Value) -> Option<&'v Value>,
    ) -> Step<Value> {
        let parts = values
            .iter()
            .map(|(which, value)| Some((*which, part(value)?.clone())));
        let parts = parts
            .collect::<Option<Vec<Given>>>()
            .ok_or(Stop::Untaken("a case gives views"))?;
        self.join(join, &parts)
    }

    /// The same operand of all, in one register.
    fn operands(
        &mut self,
        join: &mut Join<'_>,
        values: &[Given],
        operand: impl Fn(&Value) -> Option<Operand>,
    ) -> Step<Operand> {
        let operands = values
            .iter()
            .map(|(which, value)| Some((*which, operand(value)?)));
        let operands: Option<Vec<(usize, Operand)>> = operands.collect();
        let operands = operands.ok_or(Stop::Untaken("a case gives views"))?;
        if let Some((_, first)) = operands.first()
            && operands.iter().all(|(_, other)| other == first)
            && first.is_before(join.mark)
        {
            return Ok(*first);
        }
        let result = self.code.fresh();
        for (which, operand) in operands {
            let from = self.code.register(operand);
            if let Some(block) = join.blocks.get_mut(which) {
                block.instructions.push(Instruction::Move(result, from));
            }
        }
        Ok(Operand::Register(result))
    }

    /// What an alternative holds comes from the branches that may give that one.
    fn sums(&mut self, join: &mut Join<'_>, values: &[Given]) -> Step<Value> {
        let mut sums: Vec<(usize, &Rc<Sum>)> = Vec::with_capacity(values.len());
        for (which, value) in values {
            match value {
                Value::Sum(sum) => sums.push((*which, sum)),
                _ => return Err(Stop::MALFORMED),
            }
        }
        let tag = self.operands(join, values, |value| match value {
            Value::Sum(sum) => Some(sum.tag),
            _ => None,
        })?;
        let count = sums.first().map_or(0, |(_, sum)| sum.alternatives.len());
        let mut alternatives = Vec::with_capacity(count);
        for place in 0..count {
            let held = sums.iter().filter_map(|(which, sum)| {
                let held = sum.alternatives.get(place)?.as_ref()?;
                Some((*which, held))
            });
            let held: Vec<(usize, &Vec<Value>)> = held.collect();
            let Some((_, first)) = held.first() else {
                alternatives.push(None);
                continue;
            };
            let mut fields = Vec::with_capacity(first.len());
            for field in 0..first.len() {
                let own = held
                    .iter()
                    .filter_map(|(which, held)| Some((*which, held.get(field)?.clone())));
                let own: Vec<Given> = own.collect();
                fields.push(self.join_some(join, own)?);
            }
            alternatives.push(Some(fields));
        }
        let mut kinds = sums.iter().map(|(_, sum)| &sum.kind);
        let kind: Kind = kinds
            .find(|kind| kind.is_before(join.mark))
            .cloned()
            .ok_or(Stop::Untaken("branches give data of their own types"))?;
        Ok(Value::Sum(Rc::new(Sum {
            kind,
            tag,
            alternatives,
        })))
    }

    fn join_some(&mut self, join: &mut Join<'_>, values: Vec<Given>) -> Step<Value> {
        match values.as_slice() {
            [(_, only)] => Ok(only.clone()),
            _ => self.join(join, &values),
        }
    }

    fn tables(&mut self, join: &mut Join<'_>, values: &[Given]) -> Step<Value> {
        let mut tables: Vec<&Rc<Table>> = Vec::with_capacity(values.len());
        for (_, value) in values {
            match value {
                Value::Table(table) => tables.push(table),
                _ => return Err(Stop::Untaken("a case gives views")),
            }
        }
        let part = |part: fn(&Table) -> Operand| {
            move |value: &Value| match value {
                Value::Table(table) => Some(part(table)),
                _ => None,
            }
        };
        let count = self.operands(join, values, part(|table| table.count))?;
        let buffer = self.operands(join, values, part(|table| table.buffer))?;
        let offset = self.operands(join, values, part(|table| table.offset))?;
        let Some(first) = tables.first() else {
            return Err(Stop::MALFORMED);
        };
        let mut element = first.element.clone();
        for table in &tables {
            if !table.element.is_room_for(&element) && !element.is_room_for(&table.element) {
                return Err(Stop::Untaken("branches give tables of several layouts"));
            }
            if !element.is_before(join.mark) || matches!(element, super::layout::Layout::Never) {
                element = table.element.clone();
            }
        }
        if !element.is_before(join.mark) {
            return Err(Stop::Untaken("branches give tables of their own types"));
        }
        Ok(Value::Table(Rc::new(Table {
            count,
            element,
            buffer,
            offset,
        })))
    }
}
