//! `while` (FCL-M-WHILE).

use super::Stager;
use super::value::{Pull, Push, Staged, Value};
use elder_fcl::rules::translation::*;
use elder_syntax::{Diagnostic, Span};

/// A `while` whose condition is decided is written out up to so many times.
const MOST_TURNS: usize = 64;

impl Stager {
    /// `while condition step first`
    pub(super) fn repeat(
        &mut self,
        condition: &Value,
        step: &Value,
        first: &Push,
        span: Span,
    ) -> Staged<Pull> {
        FCL_M_WHILE.apply();
        let mut current = self.force(first, None, span)?;
        for _ in 0..MOST_TURNS {
            let again = self.apply(condition, Value::Pull(current.clone()), span)?;
            let again = self.number(again, span)?;
            match again.known() {
                Some(false) => return Ok(current),
                Some(true) => {}
                None => break,
            }
            let next = self.apply(step, Value::Pull(current), span)?;
            let next = self.pushed(next, span)?;
            current = self.force(&next, None, span)?;
        }
        let message = "the number of steps of this loop is not known";
        Err(Box::new(Diagnostic::error(
            FCL_M_WHILE.refuse("length"),
            span,
            message,
        )))
    }
}
