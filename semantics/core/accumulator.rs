//! Accumulators: places that values are added to.
//!
//! By the rules what is added takes effect when the function of `with_acc` has ended.  Nobody can see the arrays before that, so
//! it takes effect at once here; only which of several errors comes first shows it.

use super::value::{Array, Token, Value};
use super::word::MonoidId;
use super::write::{Written, renewed};
use super::{Given, Interpreter, rules};
use crate::array::Sizes;
use crate::failure::Run;
use elder_core::tree::{Accumulated, Atom, Lambda, Operator};
use elder_core::{Name, Site};
use std::rc::Rc;

/// What an accumulator stands for.
#[derive(Debug)]
pub struct Accumulator<'p> {
    space: Sizes,
    arrays: Vec<Rc<Array>>,
    /// By other choices: what was combined beside them, with neutral values.
    beside: Option<Vec<Rc<Array>>>,
    operator: Option<(&'p Operator, Option<MonoidId>)>,
    /// Where something was put, of each array, without an operator.
    written: Vec<Written>,
    /// The site of its `with_acc`: what its operator breaks, it breaks there.
    site: &'p Site,
}

impl<'p> Interpreter<'p> {
    /// CORE-E-ACC-NEW
    pub(super) fn with_acc(&mut self, updates: &'p [Accumulated], function: &'p Lambda) -> Run<Given> {
        let first = self.accumulators.len();
        for update in updates {
            let accumulator = self.accumulator(update)?;
            self.accumulators.push(accumulator);
        }
        let tokens: Vec<Token> = (first..self.accumulators.len()).map(Token).collect();
        let results = self.apply(function, tokens.iter().copied().map(Value::Acc).collect())?;
        let (accs, others) = self.split(results, tokens.len())?;
        let mut handed_on = accs.iter().zip(&tokens);
        if !handed_on.all(|(acc, token)| matches!(acc, Value::Acc(own) if own == token)) {
            return Err(self.malformed("a body gives back other accumulators than it was given"));
        }
        let mut ended: Vec<Accumulator<'p>> = self.accumulators.drain(first..).collect();
        for acc in &mut ended {
            if let Some(operator) = acc.operator {
                self.merge_last(&acc.arrays, acc.space.len(), operator, &mut acc.beside)?;
            }
        }
        let mut values: Vec<Value> = ended.iter().flat_map(|acc| renewed(&acc.arrays)).collect();
        values.extend(others);
        Ok(Given::values(values))
    }

    /// The arrays, consumed, whose first dimensions are the space.
    fn accumulator(&mut self, update: &'p Accumulated) -> Run<Accumulator<'p>> {
        let space = self.numbers(&update.space)?;
        let mut arrays = Vec::with_capacity(update.arrays.len());
        for name in &update.arrays {
            let array = self.array(*name)?;
            for (size, side) in space.iter().zip(array.dims()) {
                if *size != side.size {
                    let text = "an array of size {} under an accumulator of size {}";
                    return Err(self.broken(&rules::CORE_E_WIDTH, "size", text, &[side.size, *size]));
                }
            }
            arrays.push(self.writable(&array)?);
        }
        let operator = match &update.operator {
            None => None,
            Some(operator) => {
                self.neutral_of(&arrays, space.len(), operator)?;
                Some((operator, self.monoid(operator)?))
            }
        };
        let written = vec![Written::default(); arrays.len()];
        Ok(Accumulator {
            space,
            arrays,
            beside: None,
            operator,
            written,
            site: self.site,
        })
    }

    /// Whether it makes no difference in which order updates of these accumulators come.
    pub(super) fn commute(&self, accs: &[Value]) -> bool {
        accs.iter().all(|acc| match acc {
            Value::Acc(Token(number)) => {
                let operator = self.accumulators.get(*number).and_then(|acc| acc.operator);
                operator.is_some_and(|(operator, _)| operator.commutative)
            }
            _ => false,
        })
    }

    /// CORE-E-ACC-UPD
    pub(super) fn acc_update(&mut self, acc: Name, at: &[Atom], values: &[Atom]) -> Run<Given> {
        let acc = self.variable(acc)?;
        let at = self.numbers(at)?;
        let values = self.atoms(values)?;
        self.accumulate(&acc, &at, values)?;
        Ok(acc.into())
    }

    /// CORE-E-ACC-APPLY
    fn accumulate(&mut self, acc: &Value, at: &[i64], values: Vec<Value>) -> Run<()> {
        rules::CORE_E_ACC_APPLY.apply();
        let Value::Acc(Token(number)) = *acc else {
            return Err(self.malformed("an accumulator was expected"));
        };
        let Some(accumulator) = self.accumulators.get(number) else {
            return Err(self.malformed("an accumulator that is no longer under way"));
        };
        if accumulator.space.len() != at.len() || accumulator.arrays.len() != values.len() {
            return Err(self.malformed("an update of another number of values than the accumulator takes"));
        }
        let arrays = accumulator.arrays.clone();
        let site = accumulator.site;
        for (array, value) in arrays.iter().zip(&values) {
            self.suits(array, at.len(), value)?;
        }
        let outer = std::mem::replace(&mut self.site, site);
        let added = self.added(number, &arrays, at, values);
        self.site = outer;
        added
    }

    /// Values for arrays of an accumulator that is under way.
    fn added(&mut self, number: usize, arrays: &[Rc<Array>], at: &[i64], values: Vec<Value>) -> Run<()> {
        let Some(accumulator) = self.accumulators.get_mut(number) else {
            return Err(self.malformed("an accumulator that is no longer under way"));
        };
        let Some(operator) = accumulator.operator else {
            let mut written = std::mem::take(&mut accumulator.written);
            for ((array, value), written) in arrays.iter().zip(&values).zip(&mut written) {
                self.leave(array, at, value, written)?;
            }
            if let Some(accumulator) = self.accumulators.get_mut(number) {
                accumulator.written = written;
            }
            return Ok(());
        };
        let mut beside = accumulator.beside.take();
        let side = self.side(arrays, at.len(), operator, &mut beside)?;
        if let Some(accumulator) = self.accumulators.get_mut(number) {
            accumulator.beside = beside;
        }
        self.add(&side, at, operator, values)
    }
}
