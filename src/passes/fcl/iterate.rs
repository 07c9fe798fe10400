//! `iterate` (FCL-M-ITERATE): a loop whose number of turns is known before it begins.
//!
//! A step that keeps the length of the array is the body of a sequential loop, without a test: over the array itself where
//! [`super::in_place`] allows it, otherwise two turns of the loop go from one area to another and back.  Where the length changes, or
//! where something would have to be tested in every turn that is seen once the turn's number is, a small number of turns is written
//! out; else the length is kept in a cell.

use super::evaluate::curried;
use super::in_place::Tried;
use super::memory::Memory;
use super::repeat::Turns;
use super::value::{Pull, Push, Scalar, Staged, Value, as_is};
use super::{Stager, internal};
use crate::dpia::make;
use elder_dpia::{DataType, Name, Nat, PrimType};
use elder_fcl::ScalarOperator;
use elder_fcl::rules::translation::*;
use elder_syntax::Span;

/// So many turns are written out where that shows more.
const MOST_TURNS: i64 = 64;

/// An `iterate` under way.
struct Loop<'a> {
    /// Takes the number of the turn, then the array.
    step: &'a Value,
    /// The number of the first turn.
    from: Scalar,
    of: DataType,
    span: Span,
}

/// What a turn of any number does.
enum Turn {
    /// The array keeps its length, by its term or by what is known; whether the step may be done over it.
    Steady {
        in_place: bool,
        tested: bool,
        by_term: bool,
    },
    /// Its length changes.
    Changing,
}

impl Stager {
    /// `iterateFrom from count step first`
    pub(super) fn iterate(
        &mut self,
        from: Scalar,
        count: &Scalar,
        step: &Value,
        first: &Push,
        span: Span,
    ) -> Staged<Pull> {
        FCL_M_ITERATE.apply();
        let turns = self.turns(&from, count, span)?;
        let (memory, of) = self.forced(first, None, span)?;
        let whole = Loop { step, from, of, span };
        let length = first.length.clone();
        let few = turns.as_constant().filter(|n| *n <= MOST_TURNS);
        match (self.any_turn(&whole, &memory, &length, &turns), few) {
            (Err(_) | Ok(Turn::Changing | Turn::Steady { tested: true, .. }), Some(turns))
            | (_, Some(turns @ 0..=1)) => self.written_out(&whole, memory, length, turns),
            (Err(error), None) => Err(error),
            (
                Ok(Turn::Steady {
                    in_place: true,
                    by_term,
                    ..
                }),
                _,
            ) => {
                let body = |stager: &mut Stager, k: &Nat| {
                    let step = stager.step_of(&whole, k)?;
                    // What is written has the length that the step says, also where that is known to be this one.
                    let next = match by_term {
                        true => length.clone(),
                        false => stager.fits_in_place(&step, &length, &whole.of, span)?.next,
                    };
                    stager.step_in_place(&Turns::steps(&step, &whole.of, span), &memory, &length, &next)
                };
                self.repeated(&turns, "k", &body, span)?;
                Ok(memory.read(&length, &whole.of))
            }
            (Ok(Turn::Steady { .. }), _) => self.by_turns(&whole, memory, &length, &turns),
            (Ok(Turn::Changing), None) => self.of_lengths(&whole, memory, &length, &turns),
        }
    }

    /// How many turns there are.
    fn turns(&mut self, from: &Scalar, count: &Scalar, span: Span) -> Staged<Nat> {
        if let (Some(from), Some(count)) = (&from.nat, &count.nat) {
            let turns = count.minus(from);
            if self.facts.natural(&turns) {
                self.need(&turns);
                return Ok(turns);
            }
            if self.facts.natural(&Nat::zero().minus(&turns)) {
                return Ok(Nat::zero());
            }
        }
        let operands = [count.clone(), from.clone()];
        let turns = self.scalar(ScalarOperator::Subtract, &operands, span)?;
        let turns = self.number(turns, span)?;
        let zero = Scalar::of_nat(&Nat::zero(), span);
        let turns = self.scalar(ScalarOperator::Max, &[turns, zero], span)?;
        let turns = self.number(turns, span)?;
        FCL_M_SIZE.apply();
        if let Some(nat) = turns.nat.as_ref().filter(|nat| self.facts.natural(nat)) {
            self.need(nat);
            return Ok(nat.clone());
        }
        let most = self.largest_of(&turns);
        self.bounded(turns.exp, &most, "length")
    }

    /// The step of the turn `k` after the first one, as a function of the array.
    fn step_of(&mut self, whole: &Loop, k: &Nat) -> Staged<Value> {
        let after = Scalar::of_nat(k, whole.span);
        let number = self.scalar(ScalarOperator::Add, &[whole.from.clone(), after], whole.span)?;
        let step = self.apply(whole.step, number, whole.span)?;
        // The step may be asked for several times.
        let again = move |stager: &mut Stager, mut all: Vec<Value>, span: Span| match all.pop() {
            Some(array) => stager.apply(&step, array, span),
            None => Err(internal(span, "an argument is missing")),
        };
        Ok(curried(vec![], again))
    }

    /// What a turn does whose number is not known.
    fn any_turn(&mut self, whole: &Loop, memory: &Memory, length: &Nat, turns: &Nat) -> Staged<Turn> {
        let (obligations, lengths) = (self.obligations.len(), self.lengths.len());
        let k = Name::fresh("k");
        let span = whole.span;
        // A scope, because the number of the turn is bound only here.
        let tried = self.scope(|stager| {
            stager.looping(&k, turns, |stager| {
                let step = stager.step_of(whole, &Nat::var(&k))?;
                let Tried { in_place, next, .. } = stager.fits_in_place(&step, length, &whole.of, span)?;
                if !stager.facts.equal(&next, length) {
                    return Ok(Turn::Changing);
                }
                let turns = Turns::steps(&step, &whole.of, span);
                let (_, items) = stager.scope(|stager| stager.step_to(&turns, memory, memory, length))?;
                let tested = items.iter().any(super::level::item_may_fail);
                let by_term = next == *length;
                Ok(Turn::Steady {
                    in_place,
                    tested,
                    by_term,
                })
            })
        });
        self.obligations.truncate(obligations);
        self.lengths.truncate(lengths);
        tried.map(|(turn, _)| turn)
    }

    /// The turns one after the other.
    fn written_out(&mut self, whole: &Loop, mut memory: Memory, mut length: Nat, turns: i64) -> Staged<Pull> {
        let span = whole.span;
        let mut other: Option<Memory> = None;
        for k in 0..turns {
            let step = self.step_of(whole, &Nat::lit(k))?;
            let turns = Turns::steps(&step, &whole.of, span);
            length = self.one_turn(&turns, &mut memory, &mut other, &length)?;
        }
        Ok(memory.read(&length, &whole.of))
    }

    fn area(&mut self, length: &Nat, of: &DataType, span: Span) -> Staged<Memory> {
        let area = self.memory(length, None, span)?;
        self.block.push(area.item(of));
        Ok(area)
    }

    /// Refuses a number of turns that differs between the warps of a block whose parts are made at once.
    fn same_turns(&mut self, turns: &Nat, span: Span) -> Staged<()> {
        self.uniform(&make::nat_value(PrimType::I32, turns, span))
    }

    /// Two areas, of which the first has the array before every other turn, and in the end.
    fn by_turns(&mut self, whole: &Loop, memory: Memory, length: &Nat, turns: &Nat) -> Staged<Pull> {
        let span = whole.span;
        self.same_turns(turns, span)?;
        let other = self.area(&memory.most, &whole.of, span)?;
        let two = Nat::lit(2);
        let (pairs, rest) = (
            self.facts.quotient(turns, &two),
            self.facts.remainder(turns, &two),
        );
        let go = |stager: &mut Stager, k: &Nat, from: &Memory, to: &Memory| -> Staged<()> {
            let step = stager.step_of(whole, k)?;
            let turns = Turns::steps(&step, &whole.of, span);
            stager.step_to(&turns, from, to, length).map(|_| ())
        };
        let pair = |stager: &mut Stager, k: &Nat| {
            let k = k.times(&two);
            // 2k + 2 is at most twice the half of the turns.
            stager.learn(turns.minus(&k).minus(&two));
            go(stager, &k, &memory, &other)?;
            go(stager, &k.plus(&Nat::one()), &other, &memory)
        };
        if !pairs.is_zero() {
            self.repeated(&pairs, "k", &pair, span)?;
        }
        match rest.as_constant() {
            Some(0) => return Ok(memory.read(length, &whole.of)),
            Some(_) => {
                go(self, &turns.minus(&Nat::one()), &memory, &other)?;
                return Ok(other.read(length, &whole.of));
            }
            None => {}
        }
        // One turn more, or none: a loop, because a barrier stands in no branch.
        let last = |stager: &mut Stager, _: &Nat| {
            stager.learn(turns.minus(&Nat::one()));
            go(stager, &turns.minus(&Nat::one()), &memory, &other)?;
            let copy = stager.push(other.read(length, &whole.of), span);
            let target = memory.target(stager, length);
            (copy.write)(stager, &target, &as_is()).map(|_| ())
        };
        self.repeated(&rest, "last", &last, span)?;
        Ok(memory.read(length, &whole.of))
    }

    /// A loop with the array's length in a cell.
    fn of_lengths(&mut self, whole: &Loop, memory: Memory, first: &Nat, turns: &Nat) -> Staged<Pull> {
        let span = whole.span;
        self.same_turns(turns, span)?;
        if self.lanes().is_some() {
            self.divergent = true;
            return Err(internal(
                span,
                "warps of one block may have arrays of different lengths",
            ));
        }
        let int = DataType::Num(PrimType::I32);
        let space = self.own_space();
        let cell = self.cell(space, "length", &int, span);
        let set = |stager: &mut Stager, length: &Nat| {
            let number = make::nat_value(PrimType::I32, length, span);
            stager.emit(make::assign(&int, make::writes(&cell), number));
        };
        set(self, first);
        self.conditions += 1;
        let (obligations, lengths) = (self.obligations.len(), self.lengths.len());
        let k = Name::fresh("k");
        let room = self.scope(|stager| {
            stager.looping(&k, turns, |stager| {
                let l = stager.turn_length(&memory.most);
                let step = stager.step_of(whole, &Nat::var(&k))?;
                let tried = stager.fits_in_place(&step, &l, &whole.of, span)?;
                Ok(stager.room_for_all(&memory, &l, &tried))
            })
        });
        self.obligations.truncate(obligations);
        self.lengths.truncate(lengths);
        self.conditions -= 1;
        let memory = self.with_room(memory, first, room?.0, &whole.of, span)?;
        let other = self.area(&memory.most, &whole.of, span)?;
        self.conditions += 1;
        let body = |stager: &mut Stager, k: &Nat| {
            let length = stager.bounded(make::reads(&cell), &memory.most, "n")?;
            let step = stager.step_of(whole, k)?;
            let turns = Turns::steps(&step, &whole.of, span);
            let next = stager.step_to(&turns, &memory, &other, &length)?;
            let copy = stager.push(other.read(&next, &whole.of), span);
            let target = memory.target(stager, &next);
            (copy.write)(stager, &target, &as_is())?;
            set(stager, &next);
            Ok(())
        };
        let written = self.repeated(turns, "k", &body, span);
        self.conditions -= 1;
        written?;
        let length = self.bounded(make::reads(&cell), &memory.most, "n")?;
        Ok(memory.read(&length, &whole.of))
    }
}
