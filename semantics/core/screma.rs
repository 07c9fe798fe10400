//! Elements mapped, reduced and scanned (CORE-E-SCREMA).
//!
//! With brackets from the left, what an element gives is combined as soon as it is there.  In other brackets the function is run for all
//! elements first, in any order.  The function after the scans is run last, in any order: it is a map of what the others came to.

use super::fold::{Fold, Scan};
use super::making::Rows;
use super::value::Value;
use super::{Given, Interpreter, rules};
use crate::cost::Beside;
use crate::failure::Run;
use elder_core::tree::{Lambda, Screma, Type};

impl<'p> Interpreter<'p> {
    /// CORE-E-SCREMA, and as shapes of it CORE-E-MAP, CORE-E-REDOMAP, CORE-E-SCANOMAP; CORE-E-ACC-PAR
    /// `row` is what the function is handed of an element.
    pub(super) fn screma(
        &mut self,
        width: i64,
        screma: &'p Screma,
        row: &dyn Fn(&Self, i64) -> Run<Vec<Value>>,
    ) -> Run<Given> {
        let accs: Vec<Value> = screma
            .accs
            .iter()
            .map(|acc| self.variable(*acc))
            .collect::<Run<_>>()?;
        if !accs.is_empty() {
            rules::CORE_E_ACC_PAR.apply();
        }
        let counts = screma.after.is_none();
        let mut folds: Vec<Fold> = Vec::with_capacity(screma.reductions.len());
        for operator in &screma.reductions {
            folds.push(self.begin(operator)?);
        }
        let mut scans: Vec<Scan> = Vec::with_capacity(screma.scans.len());
        for operator in &screma.scans {
            scans.push(self.begin_scan(operator, counts)?);
        }
        let combined = screma.combined();
        let types = screma.function.results.get(combined..).unwrap_or_default();
        let mut kept: Vec<Rows> = types.iter().map(|_| Rows::default()).collect();
        let at_once = self.choice.is_left();
        let is_map = screma.operators().next().is_none();
        let independent = (is_map || !at_once) && self.commute(&accs);
        let (mut order, mut waiting) = (Vec::new(), Vec::new());
        let mut beside = Beside::begin(&self.cost);
        for j in self.elements(width, independent) {
            order.push(j);
            let row = row(self, j as i64)?;
            let (given, values) = self.element_of(&screma.function, &accs, row, combined)?;
            let (_, operands) = self.split(given, accs.len())?;
            self.keep_if(counts, &mut kept, &values)?;
            match at_once {
                true => self.combine_all(screma, (&mut folds, &mut scans), operands)?,
                // What waits must not share with what is consumed in the meantime.
                false => waiting.push((j, self.copies(&operands)?)),
            }
            beside.next(&self.cost);
        }
        waiting.sort_by_key(|(j, _)| *j);
        for (_, operands) in waiting {
            self.combine_all(screma, (&mut folds, &mut scans), operands)?;
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        let mut values = accs;
        let mut rows = Vec::with_capacity(screma.scanned() + kept.len());
        // One operator need not wait for another.
        let mut beside = Beside::begin(&self.cost);
        for (operator, fold) in screma.reductions.iter().zip(folds) {
            values.extend(self.end(operator, fold)?);
            beside.next(&self.cost);
        }
        for scan in scans {
            rows.extend(self.end_scan(scan));
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        rows.extend(kept.into_iter().map(|rows| rows.arranged(&order)));
        let types = screma
            .function
            .results
            .get(screma.singles()..)
            .unwrap_or_default();
        let arrays = self.kept(width, rows, types)?;
        values.extend(match &screma.after {
            None => arrays,
            Some(after) => self.after(width, &arrays, after, types)?,
        });
        Ok(Given::values(values))
    }

    /// What an element gives to all operators, in their order.
    fn combine_all(
        &mut self,
        screma: &'p Screma,
        (folds, scans): (&mut [Fold], &mut [Scan]),
        mut operands: Vec<Value>,
    ) -> Run<()> {
        for (operator, fold) in screma.reductions.iter().zip(folds) {
            let (own, behind) = self.split(operands, operator.operands())?;
            self.fold(operator, fold, own)?;
            operands = behind;
        }
        for (operator, scan) in screma.scans.iter().zip(scans) {
            let (own, behind) = self.split(operands, operator.operands())?;
            self.scan(operator, scan, own)?;
            operands = behind;
        }
        Ok(())
    }

    /// The function after the scans, of each element of arrays that nobody else has.  What it is handed was neither written nor is it read.
    fn after(
        &mut self,
        width: i64,
        arrays: &[Value],
        function: &'p Lambda,
        handed: &[Type],
    ) -> Run<Vec<Value>> {
        let mut kept: Vec<Rows> = function.results.iter().map(|_| Rows::default()).collect();
        let mut order = Vec::new();
        let mut beside = Beside::begin(&self.cost);
        for j in self.elements(width, true) {
            order.push(j);
            let row = |array: &Value| match array {
                Value::Array(array) => array.renewed().row(j as i64),
                _ => None,
            };
            let row: Vec<Value> = arrays.iter().filter_map(row).collect();
            if row.len() < handed.len() {
                return Err(self.malformed("a row that does not exist"));
            }
            let (_, values) = self.element_of(function, &[], row, 0)?;
            self.keep(&mut kept, &values)?;
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        let kept = kept.into_iter().map(|rows| rows.arranged(&order)).collect();
        self.kept(width, kept, &function.results)
    }

    /// CORE-E-WIDTH; `counts`: whether it is written.
    pub(super) fn keep_if(&self, counts: bool, kept: &mut [Rows], values: &[Value]) -> Run<()> {
        let before = self.cost.so_far();
        self.keep(kept, values)?;
        if !counts {
            self.cost.back_to(before);
        }
        Ok(())
    }
}
