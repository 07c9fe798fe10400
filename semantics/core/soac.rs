//! Combinators, element by element.
//!
//! Elements are taken in their order, so the first error in that order is the program's (CORE-E-ERR).  The row that a function
//! gets is the row as it is then: a function may consume its own parameters, which poisons the whole array for all others, but
//! not the rows that are still to come.

use super::making::Rows;
use super::value::{Array, Value};
use super::{Given, Interpreter, rules};
use crate::cost::Beside;
use crate::failure::Run;
use crate::order::Iterations;
use elder_core::Name;
use elder_core::tree::{Atom, Lambda, Shape, Soac, Type};
use elder_syntax::prim::PrimValue;
use std::rc::Rc;

impl<'p> Interpreter<'p> {
    /// What a combinator gives.
    pub(super) fn soac(&mut self, width: Atom, inputs: &'p [Name], soac: &'p Soac) -> Run<Given> {
        match soac {
            Soac::Screma(screma) => {
                let rule = match screma.shape() {
                    Shape::Map => &rules::CORE_E_MAP,
                    Shape::Redomap(_) => &rules::CORE_E_REDOMAP,
                    Shape::Scanomap(_) => &rules::CORE_E_SCANOMAP,
                    Shape::Several => &rules::CORE_E_SCREMA,
                };
                self.rule(rule, |this| {
                    let (width, inputs) = this.inputs(width, inputs)?;
                    this.screma(width, screma, &|this, j| this.rows(&inputs, j))
                })
            }
            Soac::Filter { predicate } => self.rule(&rules::CORE_E_FILTER, |this| {
                let (width, inputs) = this.inputs(width, inputs)?;
                this.filter(width, &inputs, predicate)
            }),
            Soac::Scatter { function, into } => self.rule(&rules::CORE_E_SCATTER, |this| {
                let (width, inputs) = this.inputs(width, inputs)?;
                this.scatter(width, &inputs, function, into)
            }),
            Soac::Hist { function, into } => self.rule(&rules::CORE_E_HIST, |this| {
                let (width, inputs) = this.inputs(width, inputs)?;
                this.hist(width, &inputs, function, into)
            }),
            Soac::StreamPar { operator, function } => self.rule(&rules::CORE_E_STREAM_PAR, |this| {
                let (width, inputs) = this.inputs(width, inputs)?;
                this.stream_par(width, &inputs, operator, function)
            }),
            Soac::StreamSeq { initial, function } => self.rule(&rules::CORE_E_STREAM_SEQ, |this| {
                let (width, inputs) = this.inputs(width, inputs)?;
                this.stream_seq(width, &inputs, initial, function)
            }),
        }
    }

    /// CORE-E-WIDTH: the inputs, each with as many rows as the width says.
    fn inputs(&mut self, width: Atom, names: &[Name]) -> Run<(i64, Vec<Rc<Array>>)> {
        rules::CORE_E_WIDTH.apply();
        let width = self.number(width)?;
        if width < 0 {
            let text = "a combinator of {} elements";
            return Err(self.broken(&rules::CORE_E_WIDTH, "size", text, &[width]));
        }
        let mut inputs = Vec::with_capacity(names.len());
        for name in names {
            let array = self.array(*name)?;
            if array.len() != width {
                let text = "an input of {} rows, which should be {}";
                return Err(self.broken(&rules::CORE_E_WIDTH, "size", text, &[array.len(), width]));
            }
            // Rows that are one in memory are two by the rules: a function may consume one of them.
            inputs.push(match array.is_apart() {
                true => array,
                false => self.copied(&array)?,
            });
        }
        Ok((width, inputs))
    }

    /// The numbers of elements, in the order in which they are taken, which makes no difference if they are independent.
    pub(super) fn elements(&mut self, width: i64, independent: bool) -> Iterations {
        match independent {
            true => self.choice.elements(width),
            false => Iterations::Up(0..usize::try_from(width).unwrap_or(0)),
        }
    }

    /// The rows of all inputs at one index.
    pub(super) fn rows(&self, inputs: &[Rc<Array>], j: i64) -> Run<Vec<Value>> {
        let row = |input: &Rc<Array>| match input.dims().len() {
            1 => {
                self.cost.count(1);
                input.row(j)
            }
            _ => input.renewed().row(j),
        };
        let rows: Option<Vec<Value>> = inputs.iter().map(row).collect();
        rows.ok_or_else(|| self.malformed("a row that does not exist"))
    }

    /// λ(v̄): the body with its parameters bound.
    pub(super) fn apply(&mut self, function: &'p Lambda, arguments: Vec<Value>) -> Run<Vec<Value>> {
        self.scope(|this| {
            this.bind_all(function.params.iter(), arguments)?;
            let given = this.body(&function.body)?;
            if given.values.len() != function.results.len() {
                return Err(this.malformed("another number of results than is said"));
            }
            for (ty, value) in function.results.iter().zip(&given.values) {
                this.sized(ty, value)?;
            }
            Ok(given.values)
        })
    }

    /// The function of an element: the first so many results, and the others.
    pub(super) fn element_of(
        &mut self,
        function: &'p Lambda,
        before: &[Value],
        row: Vec<Value>,
        first: usize,
    ) -> Run<(Vec<Value>, Vec<Value>)> {
        self.tick()?;
        let arguments = before.iter().cloned().chain(row).collect();
        let results = self.apply(function, arguments)?;
        self.split(results, first)
    }

    /// The first so many values, and the others.
    pub(super) fn split(&self, mut values: Vec<Value>, first: usize) -> Run<(Vec<Value>, Vec<Value>)> {
        if values.len() < first {
            return Err(self.malformed("fewer results than a combinator takes"));
        }
        let rest = values.split_off(first);
        Ok((values, rest))
    }

    /// CORE-E-WIDTH: results for one more element have the shapes of those before.
    pub(super) fn keep(&self, kept: &mut [Rows], values: &[Value]) -> Run<()> {
        for (rows, value) in kept.iter_mut().zip(values) {
            if !self.gather(rows, value)? {
                let text = "results of different shapes";
                return Err(self.broken(&rules::CORE_E_WIDTH, "regular", text, &[]));
            }
        }
        Ok(())
    }

    /// The arrays of what was kept; of none, types of results say the shapes.
    pub(super) fn kept(&self, width: i64, kept: Vec<Rows>, types: &[Type]) -> Run<Vec<Value>> {
        let pairs = kept.into_iter().zip(types);
        pairs.map(|(rows, ty)| self.gathered(width, rows, ty)).collect()
    }

    /// CORE-E-FILTER: how many are kept is hidden in the type.
    fn filter(&mut self, width: i64, inputs: &[Rc<Array>], predicate: &'p Lambda) -> Run<Given> {
        let mut kept: Vec<i64> = Vec::new();
        let mut beside = Beside::begin(&self.cost);
        for j in self.elements(width, true) {
            let j = j as i64;
            let row = self.rows(inputs, j)?;
            let (holds, _) = self.element_of(predicate, &[], row, 1)?;
            // That it is kept, or not.
            self.cost.count(1);
            match holds.first().and_then(Value::number) {
                Some(PrimValue::Bool(true)) => kept.push(j),
                Some(PrimValue::Bool(false)) => {}
                _ => return Err(self.malformed("a truth value was expected")),
            }
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        kept.sort_unstable();
        let count = kept.len() as i64;
        let mut values = Vec::with_capacity(inputs.len());
        for input in inputs {
            let shape = input.row_shape().array_of(count);
            self.room(shape.volume())?;
            let mut scalars = Vec::new();
            for j in &kept {
                let rows = self.rows(std::slice::from_ref(input), *j)?;
                scalars.extend(rows.iter().flat_map(Value::scalars));
            }
            let chosen = self.make(&shape, scalars)?;
            self.made(&chosen);
            values.push(chosen);
        }
        Ok(Given {
            existential: vec![count],
            values,
        })
    }
}
