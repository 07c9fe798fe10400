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
use elder_core::tree::{Segmented, Type};

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
        let rows = self.rows_of_segments(it);
        let mut kept: Vec<Rows> = rows.iter().map(|_| Rows::default()).collect();
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
        let mut values = accs;
        for (rows, ty) in kept.into_iter().zip(&rows) {
            values.push(self.shaped(outer, rows.arranged(&order), ty)?);
        }
        Ok(Given::values(values))
    }

    /// The types of what a segment gives behind the accumulators.
    fn rows_of_segments(&self, it: &Segmented) -> Vec<Type> {
        let screma = &it.screma;
        let reduced = screma
            .reductions
            .iter()
            .flat_map(|operator| &operator.function.results);
        let arrays = screma.rows().iter().map(|ty| ty.rows(it.width()));
        reduced.cloned().chain(arrays).collect()
    }

    /// Rows in the places of a space; of none, the type says the shape.
    fn shaped(&mut self, outer: &[i64], rows: Rows, ty: &Type) -> Run<Value> {
        let (row, scalars) = match rows.parts() {
            (Some(row), scalars) => (row, scalars),
            (None, scalars) => (self.shape(ty)?, scalars),
        };
        let shape = Shape {
            sizes: outer.iter().chain(&row.sizes).copied().collect(),
            element: row.element,
        };
        self.make(&shape, scalars)
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
