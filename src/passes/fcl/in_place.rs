//! Steps of `while` that may write over the array that they read (FCL-M-WHILE).
//!
//! The arrays that the step makes before read nothing of it.  Element j of the new array goes to place j.  That is right if nobody else reads place j: element j reads the old elements j and
//! those that are not overwritten.  It is found by a trial: the step is made with an array that notes which of its elements are
//! read, and from where.  Then the array is parted (DPIA-X-PART) and each item owns its element of the first part.

use super::builder::Item;
use super::value::{Pull, Staged, Value};
use super::{Place, Stager};
use crate::dpia::make;
use elder_dpia::{DataType, Name, Nat, Phrase};
use elder_syntax::Span;
use std::cell::RefCell;
use std::rc::Rc;

/// What a trial notes.
#[derive(Default)]
pub(super) struct Trial {
    /// The loop's own element, while one is computed.
    position: Option<Nat>,
    /// Whether the new array is being written; what comes before are the step's own arrays.
    writing: bool,
    /// How many loops wrote elements of the new array.
    loops: usize,
    /// Whether something was read that a loop in place overwrites.
    fails: bool,
}

/// How the step's own loop is made in place.
#[derive(Clone)]
pub(super) struct InPlace {
    /// What is not overwritten, after the first `length` of `room` places.
    rest: Phrase,
    length: Nat,
    room: Nat,
    /// The element that is computed, and the variable that it has.
    element: Rc<RefCell<Option<(Nat, Phrase)>>>,
}

/// What a trial of a step shows.
pub(super) struct Tried {
    /// Whether it may write over its own array.
    pub(super) in_place: bool,
    /// The length of the next array; where the step tests it, by a name that only the trial knows.
    pub(super) next: Nat,
    /// What that is at most, in sizes that the launch knows and the length before.
    pub(super) most: Option<Nat>,
}

impl Stager {
    /// Notes that a loop over elements begins.
    pub(super) fn note_loop(&mut self) {
        if let Some(trial) = &self.trial {
            let mut trial = trial.borrow_mut();
            trial.loops += usize::from(trial.writing);
        }
    }

    /// Notes that an array is made of parts, whose loops do not know where they write.
    pub(super) fn note_parts(&mut self) {
        if let Some(trial) = &self.trial {
            let mut trial = trial.borrow_mut();
            trial.fails |= trial.writing;
        }
    }

    /// Runs `inner` for the loop's element at this position.
    pub(super) fn at_position<T>(&mut self, position: &Nat, inner: impl FnOnce(&mut Stager) -> T) -> T {
        let Some(trial) = self.trial.clone() else {
            return inner(self);
        };
        let outer = trial.borrow_mut().position.replace(position.clone());
        let result = inner(self);
        trial.borrow_mut().position = outer;
        result
    }

    /// Whether the step may be done in place; also its length.
    pub(super) fn fits_in_place(
        &mut self,
        step: &Value,
        length: &Nat,
        of: &DataType,
        span: Span,
    ) -> Staged<Tried> {
        let trial = Rc::new(RefCell::new(Trial::default()));
        let after: Rc<RefCell<Option<Nat>>> = Rc::default();
        let element = {
            let (trial, after, of) = (trial.clone(), after.clone(), of.clone());
            move |stager: &mut Stager, i: &Nat, span: Span| {
                let mut trial = trial.borrow_mut();
                let own = trial.position.as_ref().is_some_and(|p| p == i);
                let kept = trial.position.is_some()
                    && after
                        .borrow()
                        .as_ref()
                        .is_some_and(|n| stager.facts.at_most(n, i));
                trial.fails |= !trial.writing || !own && !kept;
                Ok(some_value(&of, span))
            }
        };
        let array = Pull {
            length: length.clone(),
            element: Rc::new(element),
        };
        let outer = self.trial.replace(trial.clone());
        let place = self.place.clone();
        let tried = self.scope(|stager| {
            let next = stager.apply(step, Value::Pull(array), span)?;
            let next = stager.pushed(next, span)?;
            *after.borrow_mut() = Some(next.length.clone());
            trial.borrow_mut().writing = true;
            let target = super::value::Target {
                acceptor: Rc::new(move |_| make::skip(span)),
                guard: None,
                always: false,
            };
            (next.write)(stager, &target, &super::value::as_is())?;
            let is_known = |x: &Name| stager.sizes.contains(x) || length.mentions(x);
            let most = next.length.largest(stager.facts.ranges(), &is_known);
            Ok((next.length, most))
        });
        self.trial = outer;
        self.place = place;
        let ((next, most), items) = tried?;
        // The array is parted before the step is made: a length that the step tests is not there yet.
        let is_own = items
            .iter()
            .any(|item| matches!(item, Item::Size { name, .. } if next.mentions(name)));
        let trial = trial.borrow();
        let right_place = match &self.place {
            Place::Group { lanes, .. } => lanes.is_empty(),
            Place::Host | Place::Item => true,
        };
        Ok(Tried {
            in_place: right_place
                && self.rows.is_none()
                && !is_own
                && !trial.fails
                && trial.loops == 1
                && self.facts.at_most(&next, length),
            next,
            most,
        })
    }

    /// The array as the step in place sees it.
    pub(super) fn parted(&self, parts: &InPlace, length: &Nat, of: &DataType) -> Pull {
        let (parts, of) = (parts.clone(), of.clone());
        let element = move |_: &mut Stager, i: &Nat, span: Span| {
            if let Some((position, own)) = &*parts.element.borrow()
                && position == i
            {
                return Ok(Value::of(&of, make::reads(own)));
            }
            let (count, at) = (parts.room.minus(&parts.length), i.minus(&parts.length));
            let at = make::index(&at, &count, span);
            Ok(Value::of(
                &of,
                make::idx(&count, &of, make::reads(&parts.rest), at),
            ))
        };
        Pull {
            length: length.clone(),
            element: Rc::new(element),
        }
    }
}

impl InPlace {
    /// With the first `length` elements of `room` parted from the rest.
    pub(super) fn new(rest: Phrase, length: &Nat, room: &Nat) -> InPlace {
        InPlace {
            rest,
            length: length.clone(),
            room: room.clone(),
            element: Rc::default(),
        }
    }

    /// Notes which element is computed, as which variable.
    pub(super) fn own(&self, element: Option<(Nat, Phrase)>) {
        *self.element.borrow_mut() = element;
    }
}

/// A value of the type that is never used.
fn some_value(of: &DataType, span: Span) -> Value {
    match of {
        DataType::Pair(a, b) => Value::pair(some_value(a, span), some_value(b, span)),
        DataType::Num(ty) => Value::Scalar(super::value::Scalar::of(
            *ty,
            Phrase::var(&elder_dpia::Name::fresh("element"), span),
        )),
        _ => Value::Scalar(super::value::Scalar::of(
            elder_dpia::PrimType::I32,
            Phrase::var(&elder_dpia::Name::fresh("element"), span),
        )),
    }
}
