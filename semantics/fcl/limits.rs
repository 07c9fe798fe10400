//! The limits of a run: steps, time, memory, nesting (FCL-E-LIMIT).

use crate::failure::{Fail, Failure, Run};
use crate::memory::ELEMENTS;
use crate::options;
use elder_fcl::rules::evaluation::FCL_E_LIMIT;
use elder_syntax::Span;
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Evaluations nested so deep are given up.
const DEPTH: u32 = 200_000;

/// The clock is looked at once in so many steps.
const CLOCK: u64 = 4096;

/// What is left.
#[derive(Debug)]
pub struct Limits {
    fuel: u64,
    given: Option<u64>,
    /// Elements that steps may still make.
    elements: Cell<u64>,
    deadline: Option<(Instant, Duration)>,
    memory: u64,
    live: Rc<Cell<u64>>,
    depth: u32,
}

impl Limits {
    /// All of what a run may take.
    pub fn new(limits: options::Limits) -> Limits {
        FCL_E_LIMIT.apply();
        Limits {
            fuel: limits.steps(),
            given: limits.fuel,
            elements: Cell::new(limits.steps().saturating_mul(ELEMENTS)),
            deadline: limits.deadline().zip(limits.time),
            memory: limits.bytes(),
            live: Rc::new(Cell::new(0)),
            depth: 0,
        }
    }

    /// A step.
    ///
    /// # Errors
    /// When steps or time ran out.
    #[inline]
    pub fn step(&mut self, span: Span) -> Run<()> {
        self.fuel = match self.fuel.checked_sub(1) {
            Some(left) => left,
            None => return Err(self.no_fuel(span)),
        };
        match self.fuel % CLOCK {
            0 => self.check_time(span),
            _ => Ok(()),
        }
    }

    /// Several steps at once.
    ///
    /// # Errors
    /// When steps or time ran out.
    pub fn steps(&mut self, n: u64, span: Span) -> Run<()> {
        self.fuel = match self.fuel.checked_sub(n) {
            Some(left) => left,
            None => return Err(self.no_fuel(span)),
        };
        self.check_time(span)
    }

    /// A step makes so many elements, or looks at them: [`ELEMENTS`] for a unit of fuel.
    ///
    /// # Errors
    /// When that runs out.
    pub fn touch(&self, elements: usize, span: Span) -> Run<()> {
        match self.elements.get().checked_sub(elements as u64) {
            Some(left) => self.elements.set(left),
            None => return Err(self.no_fuel(span)),
        }
        Ok(())
    }

    #[cold]
    fn no_fuel(&self, span: Span) -> Fail {
        Failure::limit(
            &FCL_E_LIMIT,
            "fuel",
            span,
            format!("no value within {} steps", self.given.unwrap_or(u64::MAX)),
        )
    }

    fn check_time(&self, span: Span) -> Run<()> {
        match self.deadline {
            Some((deadline, time)) if Instant::now() > deadline => Err(Failure::limit(
                &FCL_E_LIMIT,
                "time",
                span,
                format!("no value within {time:?}"),
            )),
            _ => Ok(()),
        }
    }

    /// Enters bytes that are about to be allocated; they are taken out when the charge is dropped.
    ///
    /// # Errors
    /// When they are more than is allowed.
    pub fn charge(&self, bytes: u64, span: Span) -> Run<Charge> {
        let live = self.live.get().saturating_add(bytes);
        if live > self.memory {
            let message = format!(
                "{bytes} more bytes of arrays do not fit in the {} that are allowed",
                self.memory
            );
            return Err(Failure::limit(&FCL_E_LIMIT, "memory", span, message));
        }
        self.live.set(live);
        Ok(Charge {
            bytes,
            live: Some(self.live.clone()),
        })
    }

    /// An evaluation inside another one begins; [`Limits::leave`] ends it.
    ///
    /// # Errors
    /// When too many are nested.
    #[inline]
    pub fn enter(&mut self, span: Span) -> Run<()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(Failure::limit(
                &FCL_E_LIMIT,
                "memory",
                span,
                format!("evaluation is nested more than {DEPTH} deep"),
            ));
        }
        Ok(())
    }

    /// How many are nested; [`Limits::unwind`] goes back to it.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// What was nested deeper has failed.
    pub fn unwind(&mut self, depth: u32) {
        self.depth = depth;
    }

    /// It has ended.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// Bytes of memory in use.
#[derive(Debug)]
pub struct Charge {
    bytes: u64,
    live: Option<Rc<Cell<u64>>>,
}

impl Charge {
    /// Of what was there before the run.
    pub fn none() -> Charge {
        Charge { bytes: 0, live: None }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        if let Some(live) = &self.live {
            live.set(live.get().saturating_sub(self.bytes));
        }
    }
}
