//! Sub-groups: reductions, scans and shuffles of rows, in the order in which lanes compute them (DPIA-E-SUBGROUP).

use crate::dpia::code::{Act, Body, Type};
use crate::dpia::machine::{Builder, Lane, Machine};
use crate::dpia::value::{Value, View};
use crate::failure::{Failure, Run};
use elder_dpia::PrimValue;
use elder_syntax::Span;
use std::rc::Rc;

impl Machine {
    /// What m sub-groups of `width` lanes make of the rows of an array.
    pub(super) fn subgroups(
        &mut self,
        (act, width, m): (Act, u8, i64),
        function: &Body,
        array: &Rc<View>,
        of: &Type<i64>,
        lane: &mut Lane,
        span: Span,
    ) -> Run<Value> {
        let width = i64::from(width);
        let row_type = Type::Array(width, Rc::new(of.clone()));
        let result = if act == Act::Reduce { of.clone() } else { row_type };
        let mut rows = Builder::new(result, m, self, span)?;
        for j in 0..m {
            let row = self.at(array, j, lane, span)?;
            let row = self.array(row, span)?;
            let mut values = Vec::new();
            for l in 0..width {
                let value = self.at(&row, l, lane, span)?;
                values.push(self.settled(value, of, lane, span)?);
            }
            let values = match act {
                Act::Reduce => self.combined(values, function, of, lane, span)?,
                Act::Scan => self.scanned(values, function, of, lane, span)?,
                Act::Shuffle => self.exchanged(&values, function, lane, span)?,
            };
            match (act, values.as_slice()) {
                (Act::Reduce, [value]) => rows.push(self, value.clone(), lane, span)?,
                _ => {
                    let mut row = Builder::new(of.clone(), width, self, span)?;
                    for value in values {
                        row.push(self, value, lane, span)?;
                    }
                    let row = row.finish(width, self);
                    rows.push(self, row, lane, span)?;
                }
            }
        }
        Ok(rows.finish(m, self))
    }

    /// Neighbours are combined, and neighbours of what came out, until one is left.
    fn combined(
        &mut self,
        mut values: Vec<Value>,
        function: &Body,
        of: &Type<i64>,
        lane: &mut Lane,
        span: Span,
    ) -> Run<Vec<Value>> {
        while values.len() > 1 {
            let mut next = Vec::new();
            for pair in values.chunks(2) {
                let [earlier, later] = pair else {
                    return Err(Failure::internal(span, "a sub-group of odd width"));
                };
                let value = self.call(function, [later.clone(), earlier.clone()], 2, lane)?;
                next.push(self.settled(value, of, lane, span)?);
            }
            values = next;
        }
        Ok(values)
    }

    /// Each value is combined with the one 1, 2, 4, … lanes before it.
    fn scanned(
        &mut self,
        mut values: Vec<Value>,
        function: &Body,
        of: &Type<i64>,
        lane: &mut Lane,
        span: Span,
    ) -> Run<Vec<Value>> {
        let mut distance = 1;
        while distance < values.len() {
            let mut next = values.clone();
            for (slot, pair) in next
                .iter_mut()
                .skip(distance)
                .zip(values.iter().zip(values.iter().skip(distance)))
            {
                let (earlier, later) = pair;
                let value = self.call(function, [later.clone(), earlier.clone()], 2, lane)?;
                *slot = self.settled(value, of, lane, span)?;
            }
            values = next;
            distance *= 2;
        }
        Ok(values)
    }

    /// Lane l has the value of lane g(l).
    fn exchanged(
        &mut self,
        values: &[Value],
        function: &Body,
        lane: &mut Lane,
        span: Span,
    ) -> Run<Vec<Value>> {
        let mut next = Vec::new();
        for l in 0..values.len() {
            let own = Value::Scalar(PrimValue::I64(l as i64));
            let from = self.call(function, [own, Value::Empty], 1, lane)?;
            let from = usize::try_from(self.index(&from, span)?).ok();
            let value = from.and_then(|from| values.get(from));
            next.push(
                value
                    .cloned()
                    .ok_or_else(|| Failure::internal(span, "a lane beyond its sub-group"))?,
            );
        }
        Ok(next)
    }
}
