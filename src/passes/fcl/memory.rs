//! Memory of a level (FCL-M-FORCE): global at grid, local at block and warp, private at thread.

use super::builder::Item;
use super::level::scattered;
use super::scalar::largest;
use super::value::{Pull, Push, Staged, Target, Value, as_is};
use super::{Place, Stager};
use crate::dpia::make;
use elder_dpia::{AddressSpace, DataType, Name, Nat, Phrase, Prim};
use elder_fcl::rules::translation::*;
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// The most elements of a private array.
const MOST_PRIVATE: i64 = 256;

/// Unused places in memory: so many after every `width` elements.
#[derive(Clone)]
pub(super) struct Padding {
    pub(super) width: Nat,
    pub(super) pad: Nat,
}

/// An array in memory; where warps make their parts at once, one of each.
#[derive(Clone)]
pub(super) struct Memory {
    /// The variable.
    pub(super) name: Name,
    /// The most elements that it holds for one lane.
    pub(super) most: Nat,
    /// The places of one lane: more if they are padded.
    pub(super) room: Nat,
    /// The places of as many lanes as there may be.
    pub(super) total: Nat,
    space: AddressSpace,
    /// How many lanes there are.
    count: Nat,
    /// The number of the lane.
    lane: Nat,
    padding: Option<Padding>,
    span: Span,
}

impl Memory {
    /// As a phrase.
    pub(super) fn variable(&self) -> Phrase {
        Phrase::var(&self.name, self.span)
    }

    /// The number of the lane.
    pub(super) fn lane(&self) -> &Nat {
        &self.lane
    }

    /// The binder.
    pub(super) fn item(&self, of: &DataType) -> Item {
        Item::Cell {
            space: Some(self.space),
            name: self.name.clone(),
            of: DataType::array(self.total.clone(), of.clone()),
        }
    }

    /// The first `n` elements of each lane as a target.
    pub(super) fn target(&self, stager: &mut Stager, n: &Nat) -> Target {
        let count = n.times(&self.count);
        let (variable, total, span) = (self.variable(), self.total.clone(), self.span);
        let whole = self.padding.is_none() && (*n == self.room || self.count.is_one());
        let positions = (!whole).then(|| {
            let q = Name::fresh("k");
            let place = stager.knowing(stager.facts.below(&q, &count), |stager| {
                let q_term = Nat::var(&q);
                let (own, lane) = match self.count.is_one() {
                    true => (q_term, Nat::zero()),
                    false => (
                        stager.facts.remainder(&q_term, n),
                        stager.facts.quotient(&q_term, n),
                    ),
                };
                self.moved(stager, &own).plus(&lane.times(&self.room))
            });
            (q, place)
        });
        let acceptor = move |of: &DataType| {
            let array = make::writes(&variable);
            match &positions {
                Some((q, place)) => scattered(q, place, &count, &total, of, array, span),
                None if count == total => array,
                None => {
                    let prim = Prim::TakeAcc {
                        n: count.clone(),
                        m: total.minus(&count),
                        of: of.clone(),
                    };
                    Phrase::prim(prim, vec![array], span)
                }
            }
        };
        Target {
            acceptor: Rc::new(acceptor),
            guard: None,
            always: false,
        }
    }

    fn moved(&self, stager: &Stager, k: &Nat) -> Nat {
        match &self.padding {
            Some(Padding { width, pad }) => k.plus(&stager.facts.quotient(k, width).times(pad)),
            None => k.clone(),
        }
    }

    /// The first `n` elements of the lane as a pull array.
    pub(super) fn read(&self, n: &Nat, of: &DataType) -> Pull {
        let (memory, of) = (self.clone(), of.clone());
        let element = move |stager: &mut Stager, i: &Nat, span: Span| {
            let place = memory.lane.times(&memory.room).plus(&memory.moved(stager, i));
            let at = make::index(&place, &memory.total, span);
            let array = make::reads(&memory.variable());
            Ok(Value::of(&of, make::idx(&memory.total, &of, array, at)))
        };
        Pull {
            length: n.clone(),
            element: Rc::new(element),
        }
    }
}

impl Stager {
    /// The largest length that an array of this length may have, in sizes that a launch knows; that every length is an `int` does not
    /// help, for so much memory there is not.
    pub(super) fn capacity(&self, n: &Nat) -> Option<Nat> {
        let bound = n.largest(self.facts.ranges(), &|x| self.sizes.contains(x))?;
        let is_one = bound == *n || !self.facts.at_most(&largest(), &bound);
        is_one.then_some(bound)
    }

    /// How much is allocated for at most `n`: what the launch knows, and natural wherever that is allocated.
    fn allocated(&mut self, n: &Nat, span: Span) -> Staged<Nat> {
        let Some(most) = self.capacity(n) else {
            let message = "the length of this array has no bound that is known when the program is launched";
            let error = Diagnostic::error(FCL_M_FORCE.refuse("length"), span, message);
            return Err(Box::new(error.with_note(format!("the length: {n}"))));
        };
        self.need(&most);
        // Memory may be allocated outside of the condition, or of the loop, that makes its size natural.
        let moves = self.conditions > 0 || !self.loops.is_empty();
        if !moves {
            return Ok(most);
        }
        let most = self.facts_outside.everywhere(&most).unwrap_or(most);
        Ok(match self.facts_outside.natural(&most) {
            true => most,
            false => self.facts_outside.maximum_of(&most, &Nat::zero()),
        })
    }

    /// Memory of this place for an array of at most `n` elements.
    pub(super) fn memory(&mut self, n: &Nat, padding: Option<Padding>, span: Span) -> Staged<Memory> {
        FCL_M_FORCE.apply();
        let most = self.allocated(n, span)?;
        let lanes = self.lanes().map(<[_]>::to_vec).unwrap_or_default();
        let room = match &padding {
            Some(Padding { width, pad }) => {
                self.need(pad);
                most.plus(&self.facts.quotient(&most, width).times(pad))
            }
            None => most.clone(),
        };
        let (mut count, mut total) = (Nat::one(), room.clone());
        for (_, extent) in &lanes {
            count = count.times(extent);
            total = total.times(&self.allocated(extent, span)?);
        }
        let lane = lanes.iter().fold(Nat::zero(), |lane, (x, extent)| {
            lane.times(extent).plus(&Nat::var(x))
        });
        let space = match &self.place {
            Place::Host => AddressSpace::Global,
            Place::Group { .. } => AddressSpace::Local,
            Place::Item => match total.as_constant() {
                Some(total) if total <= MOST_PRIVATE => AddressSpace::Private,
                _ => AddressSpace::Global,
            },
        };
        let text = match space {
            AddressSpace::Global => "array",
            AddressSpace::Local => "tile",
            AddressSpace::Private => "own",
        };
        Ok(Memory {
            name: Name::fresh(text),
            most,
            room,
            total,
            space,
            count,
            lane,
            padding,
            span,
        })
    }

    /// `force push`
    pub(super) fn force(&mut self, push: &Push, padding: Option<Padding>, span: Span) -> Staged<Pull> {
        let (memory, of) = self.forced(push, padding, span)?;
        Ok(memory.read(&push.length, &of))
    }

    /// `force push`, as the memory with the type of its elements.
    pub(super) fn forced(
        &mut self,
        push: &Push,
        padding: Option<Padding>,
        span: Span,
    ) -> Staged<(Memory, DataType)> {
        let memory = self.memory(&push.length, padding, span)?;
        let target = memory.target(self, &push.length);
        let (of, items) = self.scope(|stager| (push.write)(stager, &target, &as_is()))?;
        self.block.push(memory.item(&of));
        self.block.extend(items);
        Ok((memory, of))
    }
}
