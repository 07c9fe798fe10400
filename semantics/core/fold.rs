//! Reductions: groups of operands, combined.
//!
//! What the programmer owes makes all bracketings equal; unless a run chooses otherwise, they are from the left.

use super::array::Array;
use super::making::Rows;
use super::value::Value;
use super::word::MonoidId;
use super::{Given, Interpreter, rules};
use crate::cost::{Beside, Levels};
use crate::failure::Run;
use elder_core::tree::{Atom, Lambda, Operator};
use std::rc::Rc;

/// A reduction under way.
#[derive(Debug)]
pub struct Fold {
    /// Groups of operands that are still to be combined, in their order.
    groups: Vec<Vec<Value>>,
    /// What they are words of, in a run over the free monoid.
    pub(super) monoid: Option<MonoidId>,
    levels: Levels,
}

impl<'p> Interpreter<'p> {
    /// The neutral values, which the operator may consume.
    fn neutral(&mut self, operator: &Operator) -> Run<Vec<Value>> {
        let neutral = self.atoms(&operator.neutral)?;
        self.copies(&neutral)
    }

    /// Values that share with nothing.
    pub(super) fn copies(&self, values: &[Value]) -> Run<Vec<Value>> {
        values.iter().map(|value| self.copy(value)).collect()
    }

    /// ā ⊕ b̄
    pub(super) fn combine(
        &mut self,
        operator: &'p Operator,
        monoid: Option<MonoidId>,
        left: Vec<Value>,
        right: Vec<Value>,
    ) -> Run<Vec<Value>> {
        let word = self.word(monoid, &left, &right)?;
        let both = self.apply(&operator.function, left.into_iter().chain(right).collect())?;
        self.alike(&both, &operator.neutral)?;
        self.spelled(word, both)
    }

    /// CORE-E-WIDTH: operands have the shapes of others: neutral values, or a first state.
    pub(super) fn alike(&self, operands: &[Value], others: &[Atom]) -> Run<()> {
        for (operand, other) in operands.iter().zip(others) {
            let sizes = operand.sizes();
            if !sizes.is_empty() && sizes != self.sizes_of(*other) {
                let text = "operands of different shapes";
                return Err(self.broken(&rules::CORE_E_WIDTH, "regular", text, &[]));
            }
        }
        Ok(())
    }

    /// A reduction begins with the neutral values.
    pub(super) fn begin(&mut self, operator: &Operator) -> Run<Fold> {
        Ok(Fold {
            groups: vec![self.neutral(operator)?],
            monoid: self.monoid(operator)?,
            levels: Levels::default(),
        })
    }

    /// One more group of operands.
    pub(super) fn fold(&mut self, operator: &'p Operator, fold: &mut Fold, operands: Vec<Value>) -> Run<()> {
        self.alike(&operands, &operator.neutral)?;
        if self.choice.is_left() {
            fold.groups.push(operands);
            return self.fold_last(operator, fold);
        }
        if self.choice.coin() {
            fold.groups.push(self.neutral(operator)?);
        }
        // What waits must not share with what is consumed in the meantime.
        fold.groups.push(self.copies(&operands)?);
        while fold.groups.len() > 1 && self.choice.coin() {
            self.fold_last(operator, fold)?;
        }
        Ok(())
    }

    /// The last two groups are combined.
    fn fold_last(&mut self, operator: &'p Operator, fold: &mut Fold) -> Run<()> {
        if let (Some(right), Some(left)) = (fold.groups.pop(), fold.groups.pop()) {
            let change_places = operator.commutative && !self.choice.is_left() && self.choice.coin();
            let (left, right) = match change_places {
                true => (right, left),
                false => (left, right),
            };
            fold.levels.begin(&self.cost);
            let both = self.combine(operator, fold.monoid, left, right)?;
            fold.levels.next(&self.cost);
            // It may lie in a row of an input, of which elements to come may consume other rows.
            fold.groups.push(self.copies(&both)?);
        }
        Ok(())
    }

    /// What a reduction comes to, which shares with no operand.
    pub(super) fn end(&mut self, operator: &'p Operator, mut fold: Fold) -> Run<Vec<Value>> {
        while fold.groups.len() > 1 {
            self.fold_last(operator, &mut fold)?;
        }
        fold.levels.end(&self.cost);
        Ok(fold.groups.pop().unwrap_or_default())
    }

    /// What the function gives for each element, if elements are not combined as soon as they are there: then they are taken in any order.
    fn ahead(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        function: &'p Lambda,
        operands: usize,
    ) -> Run<impl Iterator<Item = (Vec<Value>, Vec<Value>)> + use<>> {
        let mut given = Vec::new();
        if !self.choice.is_left() {
            for j in self.elements(width, true) {
                let row = self.rows(inputs, j as i64)?;
                let (group, values) = self.element_of(function, &[], row, operands)?;
                // What waits must not share with what is consumed in the meantime.
                given.push((j, (self.copies(&group)?, self.copies(&values)?)));
            }
            given.sort_by_key(|(j, _)| *j);
        }
        Ok(given.into_iter().map(|(_, given)| given))
    }

    /// CORE-E-REDOMAP
    pub(super) fn redomap(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        operator: &'p Operator,
        function: &'p Lambda,
    ) -> Run<Given> {
        let operands = operator.neutral.len();
        let mut total = self.begin(operator)?;
        let mut beside = Beside::begin(&self.cost);
        let types = function.results.get(operands..).unwrap_or_default();
        let mut kept: Vec<Rows> = types.iter().map(|_| Rows::default()).collect();
        let mut ahead = self.ahead(width, inputs, function, operands)?;
        for j in 0..width {
            let (group, values) = match ahead.next() {
                Some(given) => given,
                None => {
                    let row = self.rows(inputs, j)?;
                    self.element_of(function, &[], row, operands)?
                }
            };
            self.keep(&mut kept, &values)?;
            self.fold(operator, &mut total, group)?;
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        let mut values = self.end(operator, total)?;
        values.extend(self.kept(width, kept, types)?);
        Ok(Given::values(values))
    }

    /// CORE-E-SCANOMAP: from the left, each element is combined with the total; otherwise with the total of some elements before
    /// it, and that with the total before them.
    pub(super) fn scanomap(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        operator: &'p Operator,
        function: &'p Lambda,
    ) -> Run<Given> {
        let mut total = self.neutral(operator)?;
        let monoid = self.monoid(operator)?;
        let mut part: Option<(Vec<Value>, Vec<Value>)> = None;
        let (operands, types) = (total.len(), function.results.len());
        // Of no elements, the neutral values say the shapes of the totals.
        let shapes = total.iter().map(Value::shape).chain(std::iter::repeat(None));
        let mut kept: Vec<Rows> = shapes.take(types).map(Rows::of).collect();
        let (mut beside, mut levels) = (Beside::begin(&self.cost), Levels::default());
        let mut ahead = self.ahead(width, inputs, function, operands)?;
        for j in 0..width {
            let (right, mapped) = match ahead.next() {
                Some(given) => given,
                None => {
                    let row = self.rows(inputs, j)?;
                    self.element_of(function, &[], row, operands)?
                }
            };
            let (totals, others) = kept.split_at_mut(operands.min(types));
            self.keep(others, &mapped)?;
            self.alike(&right, &operator.neutral)?;
            levels.begin(&self.cost);
            total = match part.take() {
                _ if self.choice.is_left() => self.combine(operator, monoid, total, right)?,
                Some((before, own)) if self.choice.coin() => {
                    let own = self.combine(operator, monoid, own, right)?;
                    let own = self.copies(&own)?;
                    self.later((operator, monoid), before, own, &mut part)?
                }
                _ => {
                    let own = self.copies(&right)?;
                    self.later((operator, monoid), total, own, &mut part)?
                }
            };
            levels.next(&self.cost);
            total = self.copies(&total)?;
            self.keep(totals, &total)?;
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        levels.end(&self.cost);
        Ok(Given::values(self.kept(width, kept, &function.results)?))
    }

    /// A total before some elements and one of them, combined; both are kept for the elements to come.
    fn later(
        &mut self,
        (operator, monoid): (&'p Operator, Option<MonoidId>),
        before: Vec<Value>,
        own: Vec<Value>,
        part: &mut Option<(Vec<Value>, Vec<Value>)>,
    ) -> Run<Vec<Value>> {
        let (left, right) = (self.copies(&before)?, self.copies(&own)?);
        *part = Some((before, own));
        self.combine(operator, monoid, left, right)
    }
}
