//! `fold` and `scanThread`: sequential loops over a private cell (FCL-M-FOLD).

use super::value::{Pull, Staged, Target, Then, Value};
use super::{Stager, internal};
use crate::dpia::make;
use elder_dpia::{DataType, Nat, Phrase};
use elder_fcl::rules::translation::*;
use elder_syntax::Span;

impl Stager {
    /// `fold f init pull`, by whoever gets here.
    pub(super) fn fold_pull(&mut self, f: &Value, init: Value, pull: &Pull, span: Span) -> Staged<Value> {
        FCL_M_FOLD.apply();
        if let Some(n) = pull.length.as_constant().filter(|n| *n <= 1) {
            let init = self.shared(init, "sum");
            return match n {
                0 => Ok(init),
                _ => {
                    let element = (pull.element)(self, &Nat::zero(), span)?;
                    let step = self.apply(f, init, span)?;
                    self.apply(&step, element, span)
                }
            };
        }
        let init = self.shared(init, "sum");
        let (cell, of) = self.state(&init, "sum", span)?;
        let step = |stager: &mut Stager, i: &Nat| {
            let next = stager.next(f, &cell, &of, pull, i, span)?;
            stager.replace(&cell, &of, &next, span);
            Ok(())
        };
        self.uniform_cell(span)?;
        self.repeated(&pull.length, "i", &step, span)?;
        Ok(Value::of(&of, make::reads(&cell)))
    }

    /// `scanThread f init pull`
    pub(super) fn scan(
        &mut self,
        f: &Value,
        init: &Value,
        pull: &Pull,
        target: &Target,
        then: &Then,
        span: Span,
    ) -> Staged<DataType> {
        FCL_M_FOLD.apply();
        let (cell, of) = self.state(init, "sum", span)?;
        let element = |stager: &mut Stager, i: &Nat| {
            let next = stager.next(f, &cell, &of, pull, i, span)?;
            stager.replace(&cell, &of, &next, span);
            let value = Value::of(&of, make::reads(&cell));
            then(stager, value, span)
        };
        let target = Target {
            always: true,
            ..target.clone()
        };
        self.each(&pull.length, &target, &element, span)
    }

    /// A cell that holds a base value.
    pub(super) fn state(&mut self, init: &Value, text: &str, span: Span) -> Staged<(Phrase, DataType)> {
        let of = init
            .data()
            .ok_or_else(|| super::evaluate::unexpected(span, "a base value", init))?;
        let space = self.own_space();
        let cell = self.cell(space, text, &of, span);
        self.store_leaves(init, make::writes(&cell));
        Ok((cell, of))
    }

    fn next(
        &mut self,
        f: &Value,
        cell: &Phrase,
        of: &DataType,
        pull: &Pull,
        i: &Nat,
        span: Span,
    ) -> Staged<Value> {
        let element = (pull.element)(self, i, span)?;
        let step = self.apply(f, Value::of(of, make::reads(cell)), span)?;
        self.apply(&step, element, span)
    }

    /// Writes a new value to a cell that it may be computed from.
    pub(super) fn replace(&mut self, cell: &Phrase, of: &DataType, next: &Value, span: Span) {
        let next = match next {
            // The first component must not be overwritten before the second is computed.
            Value::Pair(_) => {
                let space = self.own_space();
                let copy = self.cell(space, "next", of, span);
                self.store_leaves(next, make::writes(&copy));
                Value::of(of, make::reads(&copy))
            }
            other => other.clone(),
        };
        self.store_leaves(&next, make::writes(cell));
    }

    /// A loop over a cell of its own cannot stand for all warps at once.
    fn uniform_cell(&mut self, span: Span) -> Staged<()> {
        if self.lanes().is_some() || !self.guards.is_empty() {
            self.divergent = true;
            return Err(internal(span, "a sequential loop of a warp"));
        }
        Ok(())
    }
}
