//! `while` (FCL-M-WHILE).
//!
//! Where the condition is decided at every turn, the turns are written out.  Otherwise it is a loop: the length of the array is kept
//! in a cell and becomes a size for each turn (DPIA-X-SIZE); what the condition says of it is known in the body, and its opposite
//! after the loop.  A step that allows it writes over its array; any other takes turns between two areas, and only a result that ends in
//! the second one is copied.

use super::builder::lambda;
use super::in_place::{InPlace, Tried};
use super::memory::Memory;
use super::value::{Pull, Push, Scalar, Staged, Value, as_is};
use super::{Place, Stager, failures, internal};
use crate::dpia::make;
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, PhraseType, Prim, PrimType};
use elder_fcl::rules::translation::*;
use elder_syntax::Span;

/// A `while` whose condition is decided is written out up to so many times.
const MOST_TURNS: usize = 64;

/// A `while` under way.
pub(super) struct Turns<'a> {
    /// Of a loop without one it is never asked.
    condition: &'a Value,
    step: &'a Value,
    of: DataType,
    span: Span,
}

impl<'a> Turns<'a> {
    /// Steps that no condition decides on.
    pub(super) fn steps(step: &'a Value, of: &DataType, span: Span) -> Turns<'a> {
        Turns {
            condition: step,
            step,
            of: of.clone(),
            span,
        }
    }
}

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
        let (mut memory, of) = self.forced(first, None, span)?;
        let turns = Turns {
            condition,
            step,
            of,
            span,
        };
        let mut length = first.length.clone();
        let mut other: Option<Memory> = None;
        for _ in 0..MOST_TURNS {
            let current = memory.read(&length, &turns.of);
            let (again, items) = self.scope(|stager| {
                let again = stager.apply(condition, Value::Pull(current.clone()), span)?;
                stager.number(again, span)
            })?;
            match again.known() {
                Some(false) => return Ok(current),
                Some(true) => self.block.extend(items),
                None => return self.looped(&turns, memory, &length, span),
            }
            length = self.one_turn(&turns, &mut memory, &mut other, &length)?;
        }
        self.looped(&turns, memory, &length, span)
    }

    /// A step that is written out: over the array, or from it to the other area; gives the new length.
    pub(super) fn one_turn(
        &mut self,
        turns: &Turns,
        memory: &mut Memory,
        other: &mut Option<Memory>,
        length: &Nat,
    ) -> Staged<Nat> {
        let tried = self.fits_in_place(turns.step, length, &turns.of, turns.span)?;
        if tried.in_place {
            self.step_in_place(turns, memory, length, &tried.next)?;
            return Ok(tried.next);
        }
        let room = tried.most.unwrap_or(tried.next);
        let target = match other.take() {
            Some(area) if self.facts.at_most(&room, &area.most) => area,
            _ => {
                let area = self.memory(&room, None, turns.span)?;
                self.block.push(area.item(&turns.of));
                area
            }
        };
        let next = self.step_to(turns, memory, &target, length)?;
        *other = Some(std::mem::replace(memory, target));
        Ok(next)
    }

    /// One step over the array; it is seen to be right.
    pub(super) fn step_in_place(
        &mut self,
        turns: &Turns,
        memory: &Memory,
        length: &Nat,
        next: &Nat,
    ) -> Staged<()> {
        let span = turns.span;
        if self.place == Place::Item {
            // One item goes from element to element: it reads each before it writes it.
            return self.step_to(turns, memory, memory, length).map(|_| ());
        }
        let (lo, hi) = (Name::fresh("lo"), Name::fresh("hi"));
        let parts = InPlace::new(Phrase::var(&hi, span), next, &memory.room);
        let array = self.parted(&parts, length, &turns.of);
        let written = self.scope(|stager| {
            let push = stager.apply(turns.step, Value::Pull(array), span)?;
            let push = stager.pushed(push, span)?;
            let target = super::value::Target::variable(&lo, span);
            let outer = stager.in_place.replace(parts);
            let written = (push.write)(stager, &target, &as_is());
            stager.in_place = outer;
            written
        });
        let (_, items) = written?;
        let rest = memory.room.minus(next);
        let part = |n: &Nat| PhraseType::var(DataType::array(n.clone(), turns.of.clone()));
        let body = lambda(
            &lo,
            part(next),
            lambda(&hi, part(&rest), self.folded(items, span), span),
            span,
        );
        let prim = Prim::Part {
            n: next.clone(),
            m: rest,
            of: turns.of.clone(),
        };
        self.emit(Phrase::prim(prim, vec![memory.variable(), body], span));
        Ok(())
    }

    /// One step from one area to another; gives the new length.
    pub(super) fn step_to(&mut self, turns: &Turns, from: &Memory, to: &Memory, length: &Nat) -> Staged<Nat> {
        let span = turns.span;
        let array = from.read(length, &turns.of);
        let push = self.apply(turns.step, Value::Pull(array), span)?;
        let push = self.pushed(push, span)?;
        self.within(&push.length, &to.most, span)?;
        let target = to.target(self, &push.length);
        (push.write)(self, &target, &as_is())?;
        Ok(push.length)
    }

    /// An array of a loop is no longer than there is room for.
    fn within(&mut self, length: &Nat, most: &Nat, span: Span) -> Staged<()> {
        if !self.facts.at_most(length, most) {
            let of = DataType::Num(PrimType::I64);
            let sides = vec![
                make::nat_value(PrimType::I64, length, span),
                make::nat_value(PrimType::I64, most, span),
            ];
            let fits = Phrase::prim(Prim::Binary { op: BinOp::Le, of }, sides, span);
            self.require(fits, failures::room(span))?;
            self.learn(most.minus(length));
        }
        Ok(())
    }

    /// The condition of an array in memory, as a number.
    fn asked(&mut self, turns: &Turns, memory: &Memory, length: &Nat) -> Staged<Scalar> {
        let array = memory.read(length, &turns.of);
        let again = self.apply(turns.condition, Value::Pull(array), turns.span)?;
        self.number(again, turns.span)
    }

    /// A loop whose end is not known.
    fn looped(&mut self, turns: &Turns, memory: Memory, first: &Nat, span: Span) -> Staged<Pull> {
        if self.lanes().is_some() {
            self.divergent = true;
            return Err(internal(
                span,
                "warps of one block may make different numbers of steps",
            ));
        }
        let boolean = DataType::Num(PrimType::Bool);
        let int = DataType::Num(PrimType::I32);
        let space = self.own_space();
        let length_cell = self.cell(space, "length", &int, span);
        let again_cell = self.cell(space, "again", &boolean, span);
        self.emit(make::assign(
            &int,
            make::writes(&length_cell),
            make::nat_value(PrimType::I32, first, span),
        ));
        let again = self.asked(turns, &memory, first)?;
        self.emit(make::assign(&boolean, make::writes(&again_cell), again.exp));
        // The length of every turn's array: a size below that of the first, unless no step changes it.
        self.conditions += 1;
        let (fixed, in_place, room, bounded) = self.knowing(self.facts.clone(), |stager| -> Staged<_> {
            let l = stager.turn_length(&memory.most);
            stager.asked_facts(turns, &memory, &l)?;
            let tried = stager.fits_in_place(turns.step, &l, &turns.of, span)?;
            let fixed = tried.next == l && *first == memory.most;
            let room = stager.room_for_all(&memory, &l, &tried);
            let most = tried.most.as_ref().unwrap_or(&tried.next);
            let bounded = stager.facts.at_most(most, room.as_ref().unwrap_or(&memory.most));
            Ok((fixed, tried.in_place, room, bounded))
        })?;
        let memory = self.with_room(memory, first, room, &turns.of, span)?;
        let other = match in_place {
            true => None,
            false => {
                let area = self.memory(&memory.most, None, span)?;
                self.block.push(area.item(&turns.of));
                Some(area)
            }
        };
        let set = |stager: &mut Stager, length: &Nat, again: Option<Scalar>| {
            if !fixed {
                let number = make::nat_value(PrimType::I32, length, span);
                stager.emit(make::assign(&int, make::writes(&length_cell), number));
            }
            let again = match again {
                Some(again) => again.exp,
                None => super::evaluate::zero(&boolean, span),
            };
            stager.emit(make::assign(&boolean, make::writes(&again_cell), again));
        };
        let ((), body) = self.scope(|stager| {
            if !bounded {
                // What follows a failed test of the length is not done: that turn is the last.
                let stop = super::evaluate::zero(&boolean, span);
                stager.emit(make::assign(&boolean, make::writes(&again_cell), stop));
            }
            let length = match fixed {
                true => first.clone(),
                false => stager.bounded(make::reads(&length_cell), &memory.most, "n")?,
            };
            stager.asked_facts(turns, &memory, &length)?;
            let Some(other) = &other else {
                let next = stager.fits_in_place(turns.step, &length, &turns.of, span)?.next;
                stager.step_in_place(turns, &memory, &length, &next)?;
                let again = stager.asked(turns, &memory, &next)?;
                set(stager, &next, Some(again));
                return Ok(());
            };
            let next = stager.step_to(turns, &memory, other, &length)?;
            let again = stager.asked(turns, other, &next)?;
            let again = stager.named(again, "again");
            let facts = again.test.as_deref().cloned().unwrap_or_default();
            let ((), back) = stager.assuming(&facts.yes, |stager| {
                stager.scope(|stager| {
                    let after = stager.step_to(turns, other, &memory, &next)?;
                    let again = stager.asked(turns, &memory, &after)?;
                    set(stager, &after, Some(again));
                    Ok(())
                })
            })?;
            let ((), copy) = stager.assuming(&facts.no, |stager| {
                stager.scope(|stager| {
                    let result = stager.push(other.read(&next, &turns.of), span);
                    let target = memory.target(stager, &next);
                    (result.write)(stager, &target, &as_is())?;
                    set(stager, &next, None);
                    Ok(())
                })
            })?;
            let parts = vec![again.exp, stager.folded(back, span), stager.folded(copy, span)];
            let result = PhraseType::Comm;
            stager.emit(Phrase::prim(Prim::If { result }, parts, span));
            Ok(())
        })?;
        self.conditions -= 1;
        let parts = vec![make::reads(&again_cell), self.folded(body, span)];
        self.emit(Phrase::prim(Prim::While {}, parts, span));
        let length = match fixed {
            true => first.clone(),
            false => self.bounded(make::reads(&length_cell), &memory.most, "n")?,
        };
        let length = self.ended(turns, &memory, &length)?;
        Ok(memory.read(&length, &turns.of))
    }

    /// What the end of the loop says of its array; gives the length, as a term that it is equal to then.  After a failure a loop ends though its
    /// condition holds (DPIA-G-TRAP): what follows is done where it does not, unless the array has room for all that is seen by that.
    fn ended(&mut self, turns: &Turns, memory: &Memory, length: &Nat) -> Staged<Nat> {
        let before = self.facts.clone();
        let facts = self.asked_of(turns, memory, length, false)?;
        let equal = self.assuming(&facts, |stager| stager.solved(&facts, length));
        let room = before.maximum(&memory.most, &Nat::one());
        match &equal {
            Some(equal) if before.at_most(equal, &room) => self.facts = self.facts.assuming_all(&facts),
            _ => self.only(facts, turns.span),
        }
        Ok(equal.unwrap_or_else(|| length.clone()))
    }

    /// The room for the arrays of all turns, if that of the first one may not do: where what a turn makes from one of length `length`
    /// has a bound that does not depend on that, and the launch knows it.
    pub(super) fn room_for_all(&self, memory: &Memory, length: &Nat, turn: &Tried) -> Option<Nat> {
        let most = turn.most.as_ref()?;
        let depends = length.variables().iter().any(|x| most.mentions(x));
        if depends || self.facts.at_most(most, &memory.most) {
            return None;
        }
        Some(self.facts.maximum_of(&memory.most, &self.capacity(most)?))
    }

    /// The array in memory of more room, if there is to be more.
    pub(super) fn with_room(
        &mut self,
        memory: Memory,
        length: &Nat,
        room: Option<Nat>,
        of: &DataType,
        span: Span,
    ) -> Staged<Memory> {
        let Some(room) = room else {
            return Ok(memory);
        };
        let area = self.memory(&room, None, span)?;
        self.block.push(area.item(of));
        let copy = self.push(memory.read(length, of), span);
        let target = area.target(self, length);
        (copy.write)(self, &target, &as_is())?;
        Ok(area)
    }

    /// A size for the trial of a turn.
    pub(super) fn turn_length(&mut self, most: &Nat) -> Nat {
        let name = Name::fresh("n");
        self.learn_bound(&name, &most.plus(&Nat::one()));
        Nat::var(&name)
    }

    /// Assumes what the condition says of an array in memory.
    fn asked_facts(&mut self, turns: &Turns, memory: &Memory, length: &Nat) -> Staged<()> {
        let facts = self.asked_of(turns, memory, length, true)?;
        self.facts = self.facts.assuming_all(&facts);
        Ok(())
    }

    /// What the condition, or its opposite, says of an array in memory: terms that are not below zero then.
    fn asked_of(&mut self, turns: &Turns, memory: &Memory, length: &Nat, holds: bool) -> Staged<Vec<Nat>> {
        let (again, _) = self.scope(|stager| stager.asked(turns, memory, length))?;
        let test = again.test.as_deref().cloned().unwrap_or_default();
        Ok(if holds { test.yes } else { test.no })
    }

    /// A length that is seen to be a term in sizes by one of the facts, as that.
    fn solved(&self, facts: &[Nat], length: &Nat) -> Option<Nat> {
        let x = length.as_variable()?;
        facts.iter().find_map(|fact| {
            let at = fact.solve_for(x, &Nat::zero())?;
            (self.only_sizes(&at) && self.facts.equal(length, &at)).then_some(at)
        })
    }
}
