//! Writes to computed places: `scatter` and `hist`.
//!
//! Elements are taken in their order, so of several writes to one place the last stays; by other choices than those of the definition any may, scalar by
//! scalar.  An index out of bounds names no place, and what it was for is left out.

use super::value::{Array, Value};
use super::word::MonoidId;
use super::{Given, Interpreter, rules};
use crate::array::{Dim, Part, Sizes, volume};
use crate::cost::{Beside, Levels};
use crate::failure::Run;
use elder_core::tree::{Lambda, Operator, Target};
use elder_syntax::prim::PrimValue;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Places of an array that something was put in.
pub type Written = FxHashSet<Vec<i64>>;

impl<'p> Interpreter<'p> {
    /// CORE-E-SCATTER
    pub(super) fn scatter(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        function: &'p Lambda,
        into: &[Target],
    ) -> Run<Given> {
        let arrays = self.targets(into)?;
        let ranks: Vec<usize> = into.iter().map(|target| usize::from(target.rank)).collect();
        let mut beside = Beside::begin(&self.cost);
        let mut written: Vec<Written> = vec![Written::default(); arrays.len()];
        for j in self.elements(width, true) {
            let row = self.rows(inputs, j as i64)?;
            let (indexes, values) = self.element_of(function, &[], row, ranks.iter().sum())?;
            for ((array, rank), value) in arrays.iter().zip(&ranks).zip(&values) {
                self.suits(array, *rank, value)?;
            }
            let indexes = self.indexes(&indexes)?;
            let mut from = 0;
            let places = arrays.iter().zip(&ranks).zip(&mut written);
            for (((array, rank), written), value) in places.zip(&values) {
                let at = indexes.get(from..from + rank).unwrap_or_default();
                from += rank;
                self.leave(array, at, value, written)?;
            }
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        Ok(Given::values(renewed(&arrays)))
    }

    /// CORE-E-HIST
    pub(super) fn hist(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        function: &'p Lambda,
        into: &'p [(Vec<Target>, Operator)],
    ) -> Run<Given> {
        let groups: Run<Vec<Vec<Rc<Array>>>> =
            into.iter().map(|(targets, _)| self.targets(targets)).collect();
        let groups = groups?;
        let rank = |targets: &[Target]| targets.first().map_or(0, |target| usize::from(target.rank));
        let ranks: Vec<usize> = into.iter().map(|(targets, _)| rank(targets)).collect();
        let mut monoids = Vec::with_capacity(groups.len());
        for (arrays, (rank, (_, operator))) in groups.iter().zip(ranks.iter().zip(into)) {
            self.neutral_of(arrays, *rank, operator)?;
            monoids.push(self.monoid(operator)?);
        }
        let mut partial: Vec<Option<Vec<Rc<Array>>>> = groups.iter().map(|_| None).collect();
        let independent = into.iter().all(|(_, operator)| operator.commutative);
        let (mut beside, mut levels) = (Beside::begin(&self.cost), Levels::default());
        for j in self.elements(width, independent) {
            let row = self.rows(inputs, j as i64)?;
            let (indexes, mut values) = self.element_of(function, &[], row, ranks.iter().sum())?;
            let places = groups.iter().zip(&ranks);
            let places = places.flat_map(|(arrays, rank)| arrays.iter().map(move |array| (array, *rank)));
            for ((array, rank), value) in places.zip(&values) {
                self.suits(array, rank, value)?;
            }
            let indexes = self.indexes(&indexes)?;
            let mut from = 0;
            let operators = into.iter().map(|(_, operator)| operator).zip(&monoids);
            let places = groups.iter().zip(&ranks).zip(&mut partial);
            for (((arrays, rank), beside_it), (operator, monoid)) in places.zip(operators) {
                let at = indexes.get(from..from + rank).unwrap_or_default();
                from += rank;
                let (own, others) = self.split(values, arrays.len())?;
                values = others;
                levels.begin(&self.cost);
                let side = self.side(arrays, *rank, (operator, *monoid), beside_it)?;
                self.add(&side, at, (operator, *monoid), own)?;
                levels.next(&self.cost);
            }
            beside.next(&self.cost);
        }
        let ended = groups
            .iter()
            .zip(&ranks)
            .zip(partial)
            .zip(into.iter().zip(&monoids));
        for (((arrays, rank), mut partial), ((_, operator), monoid)) in ended {
            self.merge_last(arrays, *rank, (operator, *monoid), &mut partial)?;
        }
        beside.end(&self.cost);
        levels.end(&self.cost);
        Ok(Given::values(
            groups.iter().flat_map(|group| renewed(group)).collect(),
        ))
    }

    /// Where the next values for some arrays are combined: there or, by other choices than those of the definition, in arrays of neutral values beside
    /// them, from some value on until these are combined with them.
    pub(super) fn side(
        &mut self,
        arrays: &[Rc<Array>],
        rank: usize,
        (operator, monoid): (&'p Operator, Option<MonoidId>),
        beside: &mut Option<Vec<Rc<Array>>>,
    ) -> Run<Vec<Rc<Array>>> {
        if !self.choice.is_left() && self.choice.coin() && self.choice.coin() {
            match beside.take() {
                Some(partial) => self.merge(arrays, rank, (operator, monoid), &partial)?,
                None => *beside = Some(self.neutral_beside(arrays, rank, operator)?),
            }
        }
        Ok(beside.clone().unwrap_or_else(|| arrays.to_vec()))
    }

    /// What was combined beside arrays, combined with them at the end; by other choices neutral values are, also where nothing was combined.
    pub(super) fn merge_last(
        &mut self,
        arrays: &[Rc<Array>],
        rank: usize,
        operator: (&'p Operator, Option<MonoidId>),
        beside: &mut Option<Vec<Rc<Array>>>,
    ) -> Run<()> {
        self.side(arrays, rank, operator, beside)?;
        match beside.take() {
            Some(partial) => self.merge(arrays, rank, operator, &partial),
            None => Ok(()),
        }
    }

    /// Arrays of the sizes of these, of neutral values.
    fn neutral_beside(
        &mut self,
        arrays: &[Rc<Array>],
        rank: usize,
        operator: &Operator,
    ) -> Run<Vec<Rc<Array>>> {
        let neutral = self.atoms(&operator.neutral)?;
        let pairs = arrays.iter().zip(&neutral);
        let filled = pairs.map(|(array, neutral)| {
            let shape = array.shape();
            self.room(shape.volume())?;
            let count = volume(shape.sizes.get(..rank).unwrap_or_default()).unwrap_or(0);
            let row = self.scalars(neutral)?;
            let scalars = (0..count).flat_map(|_| row.iter().copied()).collect();
            Ok(Array::new(&self.memory, &shape.sizes, shape.element, scalars))
        });
        filled.collect()
    }

    /// Each element of arrays, combined with that of other ones.
    fn merge(
        &mut self,
        arrays: &[Rc<Array>],
        rank: usize,
        operator: (&'p Operator, Option<MonoidId>),
        others: &[Rc<Array>],
    ) -> Run<()> {
        let sizes: Sizes = match arrays.first() {
            Some(array) => array.sizes().iter().copied().take(rank).collect(),
            None => Sizes::new(),
        };
        for place in 0..volume(&sizes).unwrap_or(0) {
            self.tick()?;
            let mut rest = place;
            let mut at = Sizes::new();
            for size in sizes.iter().rev() {
                at.push(rest % size);
                rest /= size;
            }
            at.reverse();
            let parts: Vec<Part> = at.iter().map(|i| Part::At(*i)).collect();
            let values: Run<Vec<Value>> = others
                .iter()
                .map(|other| self.seen(&other.renewed(), &parts))
                .collect();
            self.add(arrays, &at, operator, values?)?;
        }
        Ok(())
    }

    /// A value in a place, if there is such a place.  By other choices than those of the definition, each scalar of what was put there before stays, or not.
    pub(super) fn leave(
        &mut self,
        array: &Array,
        at: &[i64],
        value: &Value,
        written: &mut Written,
    ) -> Run<()> {
        let Some(place) = place(array, at) else {
            return Ok(());
        };
        let before = match !self.choice.is_left() && !written.insert(at.to_vec()) {
            true => self.seen(&array.renewed(), &place)?.scalars(),
            false => vec![],
        };
        self.put(array, &place, value)?;
        if !before.is_empty() {
            let scalars = before.into_iter().zip(value.scalars());
            let left = scalars.map(|(before, new)| if self.choice.coin() { before } else { new });
            array.put(&place, left.collect());
        }
        Ok(())
    }

    /// Values, combined with what stands in the arrays; nothing where the index is out of bounds of any of them.
    pub(super) fn add(
        &mut self,
        arrays: &[Rc<Array>],
        at: &[i64],
        (operator, monoid): (&'p Operator, Option<MonoidId>),
        values: Vec<Value>,
    ) -> Run<()> {
        let Some(places) = arrays
            .iter()
            .map(|array| place(array, at))
            .collect::<Option<Vec<_>>>()
        else {
            return Ok(());
        };
        let pairs = arrays.iter().zip(&places);
        let old: Run<Vec<Value>> = pairs
            .map(|(array, place)| self.seen(&array.renewed(), place))
            .collect();
        let new = self.combine(operator, monoid, old?, values)?;
        for ((array, place), value) in arrays.iter().zip(&places).zip(&new) {
            self.put(array, place, value)?;
        }
        Ok(())
    }

    /// CORE-E-UPDATE: what is to be written has the shape of the elements, whether there is such a place or not.
    pub(super) fn suits(&self, array: &Array, rank: usize, value: &Value) -> Run<()> {
        let rest = array.dims().iter().skip(rank).map(|side| side.size);
        let place: Sizes = rest.collect();
        self.same_sizes(&rules::CORE_E_UPDATE, &place, &value.sizes())
    }

    /// CORE-E-WIDTH: neutral values have the shapes of the elements that they stand for.
    pub(super) fn neutral_of(&self, arrays: &[Rc<Array>], rank: usize, operator: &Operator) -> Run<()> {
        for (array, neutral) in arrays.iter().zip(&operator.neutral) {
            let rest = array.dims().iter().skip(rank).map(|side| side.size);
            if rest.collect::<Sizes>() != self.sizes_of(*neutral) {
                let text = "neutral values of another shape than the elements";
                return Err(self.broken(&rules::CORE_E_WIDTH, "size", text, &[]));
            }
        }
        Ok(())
    }

    /// The arrays that are written to, consumed.
    fn targets(&mut self, targets: &[Target]) -> Run<Vec<Rc<Array>>> {
        let mut arrays = Vec::with_capacity(targets.len());
        for target in targets {
            let array = self.array(target.array)?;
            arrays.push(self.writable(&array)?);
        }
        Ok(arrays)
    }

    /// The numbers that values are.
    pub(super) fn indexes(&self, values: &[Value]) -> Run<Vec<i64>> {
        let number = |value: &Value| match value.number() {
            Some(PrimValue::I64(number)) => Ok(number),
            _ => Err(self.malformed("an index of type i64 was expected")),
        };
        values.iter().map(number).collect()
    }
}

/// The place that indexes name, if all of them are in bounds.
fn place(array: &Array, at: &[i64]) -> Option<Vec<Part>> {
    let pairs = at.iter().zip(array.dims());
    let part = |(i, side): (&i64, &Dim)| (0..side.size).contains(i).then_some(Part::At(*i));
    pairs.map(part).collect()
}

/// Arrays as they are after all writes.
pub(super) fn renewed(arrays: &[Rc<Array>]) -> Vec<Value> {
    arrays.iter().map(|array| Value::Array(array.renewed())).collect()
}
