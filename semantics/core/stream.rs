//! Combinators, chunk by chunk.
//!
//! What the programmer owes makes all ways to cut inputs into chunks equal; unless a run chooses otherwise, there is one chunk,
//! and none of inputs without rows (CORE-E-CHUNK).

use super::making::Rows;
use super::value::{Array, Value};
use super::{Given, Interpreter, rules};
use crate::array::Part;
use crate::cost::Beside;
use crate::failure::Run;
use elder_core::tree::{Atom, Chunk, Operator, Type};
use std::rc::Rc;

impl<'p> Interpreter<'p> {
    /// CORE-E-CHUNK: where chunks begin, and how many rows each has.
    fn chunks(&mut self, width: i64) -> Vec<(i64, i64)> {
        rules::CORE_E_CHUNK.apply();
        self.choice.chunks(width)
    }

    /// The function of a chunk: what it gives first, after the rows of its arrays were kept, of which there are as many as the chunk has.
    fn chunk(
        &mut self,
        function: &'p Chunk,
        before: Vec<Value>,
        inputs: &[Rc<Array>],
        (start, count): (i64, i64),
        kept: &mut [Rows],
    ) -> Run<Vec<Value>> {
        self.tick()?;
        let section = Part::Section {
            start,
            count,
            stride: 1,
        };
        let mut arguments = before;
        for input in inputs {
            arguments.push(self.seen(&input.renewed(), &[section])?);
        }
        self.scope(|this| {
            this.name(function.size, Value::from(count));
            let results = this.apply(&function.function, arguments)?;
            let operands = function.function.results.len() - kept.len();
            let (given, arrays) = this.split(results, operands)?;
            for (rows, array) in kept.iter_mut().zip(&arrays) {
                this.keep_all(rows, array, count)?;
            }
            Ok(given)
        })
    }

    /// CORE-E-WIDTH: the rows of an array that a chunk gives, which are as many as the chunk has.
    fn keep_all(&self, rows: &mut Rows, array: &Value, count: i64) -> Run<()> {
        let Value::Array(array) = array else {
            return Err(self.malformed("a chunk gives arrays"));
        };
        if array.len() != count {
            let text = "a chunk of {} rows that gives {}";
            return Err(self.broken(&rules::CORE_E_WIDTH, "size", text, &[count, array.len()]));
        }
        for j in 0..count {
            let row = self.rows(std::slice::from_ref(array), j)?;
            self.keep(std::slice::from_mut(rows), &row)?;
        }
        Ok(())
    }

    /// The arrays of what chunks gave; of none, the types of their rows say the shapes.
    fn joined(&self, width: i64, kept: Vec<Rows>, types: &[Type]) -> Run<Vec<Value>> {
        let rows: Option<Vec<Type>> = types.iter().map(|ty| ty.row(1)).collect();
        match rows {
            Some(rows) => self.kept(width, kept, &rows),
            None => Err(self.malformed("a chunk gives arrays")),
        }
    }

    /// CORE-E-STREAM-PAR
    pub(super) fn stream_par(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        operator: &'p Operator,
        function: &'p Chunk,
    ) -> Run<Given> {
        let operands = operator.neutral.len();
        let mut total = self.begin(operator)?;
        let types = function.function.results.get(operands..).unwrap_or_default();
        let mut kept: Vec<Rows> = types.iter().map(|_| Rows::default()).collect();
        let mut beside = Beside::begin(&self.cost);
        let mut is_word = true;
        for chunk in self.chunks(width) {
            let mut operands = self.chunk(function, Vec::new(), inputs, chunk, &mut kept)?;
            if let Some(monoid) = total.monoid {
                let (spelled, adopted) = self.word_of_chunk(monoid, operands)?;
                is_word &= adopted || self.choice.is_one_chunk();
                operands = spelled;
            }
            self.fold(operator, &mut total, operands)?;
            beside.next(&self.cost);
        }
        beside.end(&self.cost);
        let mut values = self.end(operator, total)?;
        if !is_word {
            values = self.numbers_of(values)?;
        }
        values.extend(self.joined(width, kept, types)?);
        Ok(Given::values(values))
    }

    /// CORE-E-STREAM-SEQ
    pub(super) fn stream_seq(
        &mut self,
        width: i64,
        inputs: &[Rc<Array>],
        initial: &[Atom],
        function: &'p Chunk,
    ) -> Run<Given> {
        let first = self.atoms(initial)?;
        let mut state = self.copies(&first)?;
        let types = function.function.results.get(state.len()..).unwrap_or_default();
        let mut kept: Vec<Rows> = types.iter().map(|_| Rows::default()).collect();
        for chunk in self.chunks(width) {
            let next = self.chunk(function, state, inputs, chunk, &mut kept)?;
            self.alike(&next, initial)?;
            // It may lie in this chunk, and the next one may be consumed.
            state = self.copies(&next)?;
        }
        let mut values = state;
        values.extend(self.joined(width, kept, types)?);
        Ok(Given::values(values))
    }
}
