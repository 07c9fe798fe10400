//! Reductions and scans: groups of operands, combined.
//!
//! What the programmer owes makes all bracketings equal; unless a run chooses otherwise, they are from the left.

use super::making::Rows;
use super::value::Value;
use super::word::MonoidId;
use super::{Interpreter, rules};
use crate::cost::Levels;
use crate::failure::Run;
use elder_core::tree::{Atom, Operator};

/// A reduction under way.
#[derive(Debug)]
pub struct Fold {
    /// Groups of operands that are still to be combined, in their order.
    groups: Vec<Vec<Value>>,
    /// What they are words of, in a run over the free monoid.
    pub(super) monoid: Option<MonoidId>,
    levels: Levels,
}

/// A scan under way.
#[derive(Debug)]
pub struct Scan {
    /// What it has come to.
    total: Vec<Value>,
    /// In other brackets: the total before some elements, and theirs.
    part: Option<(Vec<Value>, Vec<Value>)>,
    monoid: Option<MonoidId>,
    levels: Levels,
    /// What it came to, of each element.
    kept: Vec<Rows>,
    /// Whether that is written.
    counts: bool,
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
        // Neutral values may stand anywhere, so behind the last operand, too: a chunk that holds nothing comes to them.
        if !self.choice.is_left() && self.choice.coin() {
            fold.groups.push(self.neutral(operator)?);
        }
        while fold.groups.len() > 1 {
            self.fold_last(operator, &mut fold)?;
        }
        fold.levels.end(&self.cost);
        Ok(fold.groups.pop().unwrap_or_default())
    }

    /// A scan begins with the neutral values; `counts`: whether what it comes to is written for each element.
    pub(super) fn begin_scan(&mut self, operator: &Operator, counts: bool) -> Run<Scan> {
        let total = self.neutral(operator)?;
        let monoid = self.monoid(operator)?;
        Ok(Scan {
            // Of no elements, the neutral values say the shapes of the totals.
            kept: total.iter().map(|value| Rows::of(value.shape())).collect(),
            total,
            part: None,
            monoid,
            levels: Levels::default(),
            counts,
        })
    }

    /// One more group of operands: from the left, it is combined with the total; otherwise with the total of some elements before it, which may begin with
    /// neutral values, and that with the total before them.
    pub(super) fn scan(&mut self, operator: &'p Operator, scan: &mut Scan, right: Vec<Value>) -> Run<()> {
        self.alike(&right, &operator.neutral)?;
        scan.levels.begin(&self.cost);
        let (monoid, part) = (scan.monoid, &mut scan.part);
        let total = std::mem::take(&mut scan.total);
        let total = match part.take() {
            _ if self.choice.is_left() => self.combine(operator, monoid, total, right)?,
            Some((before, own)) if self.choice.coin() => {
                let own = self.combine(operator, monoid, own, right)?;
                let own = self.copies(&own)?;
                self.later((operator, monoid), before, own, part)?
            }
            _ => {
                let own = match self.choice.coin() {
                    true => {
                        let neutral = self.neutral(operator)?;
                        self.combine(operator, monoid, neutral, right)?
                    }
                    false => right,
                };
                let own = self.copies(&own)?;
                self.later((operator, monoid), total, own, part)?
            }
        };
        scan.levels.next(&self.cost);
        scan.total = self.copies(&total)?;
        self.keep_if(scan.counts, &mut scan.kept, &scan.total)
    }

    /// What a scan came to, of each element.
    pub(super) fn end_scan(&mut self, scan: Scan) -> Vec<Rows> {
        scan.levels.end(&self.cost);
        scan.kept
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
