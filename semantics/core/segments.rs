//! Combinators over spaces: the kernel form (CORE-E-SEG).
//!
//! Who executes a place makes no difference to what it gives, so levels are not looked at here.  Segments are independent of each other, as are
//! elements of a map: they are taken in any order.

use super::making::Rows;
use super::value::{Shape, Value};
use super::{Given, Interpreter, rules};
use crate::array::{Sizes, volume};
use crate::cost::Beside;
use crate::failure::Run;
use elder_core::tree::{Atom, Operator, Segmented};

impl<'p> Interpreter<'p> {
    /// CORE-E-SEG: the combinator of the last dimension, for each place of the others.
    pub(super) fn segmented(&mut self, it: &'p Segmented) -> Run<Given> {
        let space = self.numbers(&it.space)?;
        // Of a dimension without places there are no combinators that could have too few elements.
        let mut counted = space.iter().take_while(|size| **size != 0);
        if let Some(size) = counted.find(|size| **size < 0) {
            let text = "a combinator of {} elements";
            return Err(self.broken(&rules::CORE_E_WIDTH, "size", text, &[*size]));
        }
        let Some((width, outer)) = space.split_last() else {
            return Err(self.malformed("a space of no dimensions"));
        };
        if outer.is_empty() {
            return self.screma(*width, &it.screma, &|_, j| Ok(vec![Value::from(j)]));
        }
        let accs = it.screma.accs.iter().map(|acc| self.variable(*acc));
        let accs: Vec<Value> = accs.collect::<Run<_>>()?;
        let segments = self.room(volume(outer))?;
        let independent = self.commute(&accs);
        let single = it.screma.singles() - accs.len();
        let mut kept: Vec<Rows> = vec![Rows::default(); single + it.screma.rows().len()];
        let mut order = Vec::new();
        let mut beside = Beside::begin(&self.cost);
        for segment in self.elements(segments as i64, independent) {
            order.push(segment);
            let before: Vec<Value> = place(segment as i64, outer)
                .into_iter()
                .map(Value::from)
                .collect();
            let given = self.screma(*width, &it.screma, &|_, j| {
                Ok(before.iter().cloned().chain([Value::from(j)]).collect())
            })?;
            let (_, values) = self.split(given.values, accs.len())?;
            // It was written where the combinator gave it.
            self.keep_if(false, &mut kept, &values)?;
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        let of_none = match segments {
            0 => self.shapes_of_segments(it, *width)?,
            _ => vec![],
        };
        let mut of_none = of_none.into_iter();
        let mut values = accs;
        for rows in kept {
            let (row, scalars) = rows.arranged(&order).parts();
            let Some(row) = row.or_else(|| of_none.next()) else {
                return Err(self.malformed("another number of results than is said"));
            };
            let sizes = outer.iter().chain(&row.sizes).copied().collect();
            values.push(self.make(&Shape { sizes, ..row }, scalars)?);
        }
        Ok(Given::values(values))
    }

    /// The shapes of what a segment would give behind the accumulators: the neutral values say what operators come to, as they do of no elements, and
    /// types the rest.
    fn shapes_of_segments(&self, it: &Segmented, width: i64) -> Run<Vec<Shape>> {
        let screma = &it.screma;
        let neutral = |operators: &[Operator]| -> Run<Vec<Shape>> {
            let neutral = operators.iter().flat_map(|operator| &operator.neutral);
            let shape = |atom: &Atom| self.atom(*atom).map(|value| value.shape());
            let shapes: Vec<Option<Shape>> = neutral.map(shape).collect::<Run<_>>()?;
            Ok(shapes.into_iter().flatten().collect())
        };
        let mut arrays = match &screma.after {
            Some(_) => vec![],
            None => neutral(&screma.scans)?,
        };
        for ty in screma.rows().iter().skip(arrays.len()) {
            arrays.push(self.shape(ty)?);
        }
        let arrays = arrays.iter().map(|row| row.array_of(width));
        Ok(neutral(&screma.reductions)?.into_iter().chain(arrays).collect())
    }
}

/// The numbers of a place of a space, in row-major order.
fn place(mut at: i64, space: &[i64]) -> Sizes {
    let mut numbers: Sizes = space.iter().copied().collect();
    for number in numbers.iter_mut().rev() {
        let size = *number;
        // A space of a dimension without places has none to be numbered.
        *number = at % size.max(1);
        at /= size.max(1);
    }
    numbers
}
