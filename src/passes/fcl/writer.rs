//! Arrays of several parts: each part writes to its own places of the whole (FCL-M-WRITER, -GRID, -WARPS, -THREADS).

use super::builder::index_lambda;
use super::evaluate::fitted;
use super::injective::{self, Position};
use super::level::scattered;
use super::value::{Pull, Push, Scalar, Staged, Target, Then, Value, Within};
use super::{Place, Stager, internal};
use crate::make;
use elder_dpia::{DataType, Name, Nat, Phrase, Prim};
use elder_fcl::ScalarOperator;
use elder_fcl::rules::translation::*;
use elder_syntax::Span;
use std::rc::Rc;

/// An array made of parts of m elements.
#[derive(Clone)]
struct Parts {
    m: Nat,
    parts: Pull,
    /// Where the elements go, if not one part after the other.
    position: Option<Rc<Position>>,
    /// The length of the whole, where positions past it are dropped.
    cut: Option<Nat>,
}

impl Stager {
    /// `concat m parts`
    pub(super) fn concat(&mut self, m: Nat, parts: Pull, span: Span) -> Staged<Value> {
        let length = m.times(&parts.length);
        let whole = Parts {
            m,
            parts,
            position: None,
            cut: None,
        };
        Ok(whole.push(length, span))
    }

    /// `interleave m position parts`, cut to `total` positions if that is given.
    pub(super) fn interleave(
        &mut self,
        total: Option<Nat>,
        m: Nat,
        position: Value,
        parts: Pull,
        span: Span,
    ) -> Staged<Value> {
        let n = parts.length.clone();
        let (i, j) = (Name::fresh("i"), Name::fresh("j"));
        // The position as a term in the numbers of part and element.
        let (at, _) = self.scope(|stager| {
            let of = |x: &Name| Value::Scalar(Scalar::of_nat(&Nat::var(x), span));
            let both = Value::pair(of(&i), of(&j));
            let at = stager.looping(&i, &n, |stager| {
                stager.looping(&j, &m, |stager| stager.apply(&position, both, span))
            });
            stager.number(at?, span)
        })?;
        let count = n.times(&m);
        let length = total.clone().unwrap_or_else(|| count.clone());
        let at = at
            .within()
            .filter(|at| total.is_some() || at.conditions.is_empty());
        let Some(Within { conditions, nat: at }) = at else {
            return Err(internal(span, "the position is computed from data"));
        };
        let ordered = Nat::var(&i).times(&m).plus(&Nat::var(&j));
        if at == ordered && conditions.is_empty() && total.as_ref().is_none_or(|total| *total == count) {
            return self.concat(m, parts, span);
        }
        let position = Position {
            i,
            j,
            n,
            m: m.clone(),
            at,
            conditions,
        };
        self.injective(&position, &length, total.is_some(), span)?;
        let whole = Parts {
            m,
            parts,
            position: Some(Rc::new(position)),
            cut: total,
        };
        Ok(whole.push(length, span))
    }

    /// That every position is written once: seen, or left to the launch.
    fn injective(&mut self, position: &Position, length: &Nat, cut: bool, span: Span) -> Staged<()> {
        FCL_M_INJECTIVE.apply();
        let Some(digits) = injective::digits(position, &mut self.facts) else {
            return Err(internal(span, "positions are not seen to differ"));
        };
        if !digits.differ(&self.facts) {
            return Err(internal(span, "positions are not seen to differ"));
        }
        if cut {
            // All of 0 … length − 1 must be among them.
            if !digits.are_dense(&self.facts) {
                return Err(internal(span, "positions are not seen to fill the array"));
            }
            if let Some(condition) = digits.cover(length, &self.facts) {
                self.oblige(condition, &FCL_M_INJECTIVE, "range", span);
            }
        } else if let Some(condition) = digits.within(length, &self.facts) {
            self.oblige(condition, &FCL_M_INJECTIVE, "range", span);
        }
        Ok(())
    }

    /// The sub-array `i`, at its place.
    fn part(&mut self, whole: &Parts, i: &Nat, span: Span) -> Staged<Push> {
        let part = (whole.parts.element)(self, i, span)?;
        let part = self.pushed(part, span)?;
        FCL_M_SAME.apply();
        if !self.facts.equal(&part.length, &whole.m) {
            let numbers = [&part.length, &whole.m].map(|n| Scalar::of_nat(n, span));
            let same = self.scalar(ScalarOperator::Equal, &numbers, span)?;
            let same = self.number(same, span)?;
            self.require(same.exp)?;
        }
        Ok(part)
    }

    fn write_parts(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        FCL_M_WRITER.apply();
        self.note_parts();
        let (n, m) = (whole.parts.length.clone(), whole.m.clone());
        let target = self.placed(whole, target, span);
        match self.place.clone() {
            Place::Host => {
                self.need(&n);
                let chunks = chunks(&target, &n, &m, span);
                let length = m.clone();
                let own = move |of: &DataType| DataType::array(length.clone(), of.clone());
                let body = |stager: &mut Stager, g: &Nat, o: &Name| {
                    let part = stager.part(whole, g, span)?;
                    let own = chunk(&target, o, g, &m, span);
                    (part.write)(stager, &fitted(&own, &part.length, &m), then)
                };
                self.by_groups(&n, &own, &|of| chunks(of), &body, span)
            }
            Place::Group { height: 2, lanes } => {
                FCL_M_WARPS.apply();
                let (block, guards) = (self.block.len(), self.guards.len());
                let w = Name::fresh("w");
                let mut all = lanes.clone();
                all.push((w.clone(), n.clone()));
                let before = self.facts.enter();
                let outer = std::mem::replace(
                    &mut self.place,
                    Place::Group {
                        height: 1,
                        lanes: all,
                    },
                );
                let written = self.looping(&w, &n, |stager| {
                    let part = stager.part(whole, &Nat::var(&w), span)?;
                    (part.write)(stager, &fitted(&target, &part.length, &m), then)
                });
                self.place = outer;
                self.facts.leave(before);
                if written.is_err() && std::mem::take(&mut self.divergent) && lanes.is_empty() {
                    self.block.truncate(block);
                    self.guards.truncate(guards);
                    return self.one_by_one(whole, &target, then, span);
                }
                written
            }
            Place::Group { .. } => {
                FCL_M_THREADS.apply();
                let chunks = self.thread_chunks(&target, &n, &m, span);
                let length = m.clone();
                let own = move |of: &DataType| DataType::array(length.clone(), of.clone());
                let body = |stager: &mut Stager, i: &Nat, flat: &Nat, o: &Phrase| {
                    let part = stager.part(whole, i, span)?;
                    let acceptor = o.clone();
                    let own = Target {
                        acceptor: Rc::new(move |_| acceptor.clone()),
                        guard: guard_from(&target, flat, &m),
                    };
                    (part.write)(stager, &fitted(&own, &part.length, &m), then)
                };
                self.by_items(&n, &own, &|of| chunks(of), &body, span)
            }
            Place::Item => Err(internal(span, "an array of several parts in code of one item")),
        }
    }

    /// The parts of warps one after the other, each by all items of the block.
    fn one_by_one(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        let (n, m) = (whole.parts.length.clone(), whole.m.clone());
        let w = Name::fresh("w");
        let place = Place::Group {
            height: 1,
            lanes: vec![],
        };
        let chunks = chunks(target, &n, &m, span);
        let (of, items) = self.at(place, |stager| {
            let i = Nat::var(&w);
            let (count, length, at) = (n.clone(), m.clone(), i.clone());
            let own = Target {
                acceptor: Rc::new(move |of| {
                    let row = DataType::array(length.clone(), of.clone());
                    make::idx_acc(&count, &row, chunks(of), make::index(&at, &count, span))
                }),
                guard: guard_from(target, &i, &m),
            };
            stager.looping(&w, &n, |stager| {
                let part = stager.part(whole, &i, span)?;
                (part.write)(stager, &fitted(&own, &part.length, &m), then)
            })
        })?;
        let body = index_lambda(&w, &n, self.folded(items, span), span);
        self.emit(make::for_loop(&n, body, span));
        Ok(of)
    }

    /// The target of all elements, part by part: those of the array, moved.
    fn placed(&mut self, whole: &Parts, target: &Target, span: Span) -> Target {
        let Some(position) = whole.position.clone() else {
            return target.clone();
        };
        let lanes = self.lanes().map(<[_]>::to_vec).unwrap_or_default();
        let count = whole.m.times(&whole.parts.length);
        let length = whole.cut.clone().unwrap_or_else(|| count.clone());
        let of_lanes = |n: &Nat| {
            lanes
                .iter()
                .fold(n.clone(), |total, (_, extent)| total.times(extent))
        };
        let (all, room) = (of_lanes(&count), of_lanes(&length));
        let alone = lanes.is_empty();
        let at = {
            let (count, length, all) = (count, length, all.clone());
            Rc::new(move |facts: &mut super::facts::Facts, q: &Nat| {
                let _ = &all;
                let (own, lane) = match alone {
                    true => (q.clone(), Nat::zero()),
                    false => (facts.remainder(q, &count), facts.quotient(q, &count)),
                };
                let conditions = position.conditions_of(facts, &own);
                (position.of(facts, &own), lane.times(&length), conditions)
            })
        };
        let q = Name::fresh("q");
        let before = self.facts.enter();
        self.facts.below(&q, &all);
        let (own, lane, _) = at(&mut self.facts, &Nat::var(&q));
        self.facts.leave(before);
        let place = own.plus(&lane);
        let mut moved = target.with(move |of, array| scattered(&q, &place, &all, &room, of, array, span));
        if let Some(cut) = whole.cut.clone() {
            let outer = target.guard.clone();
            moved.guard = Some(Rc::new(move |stager, q| {
                let mut facts = stager.facts.clone();
                let (own, lane, mut terms) = at(&mut facts, q);
                terms.extend([own.clone(), cut.minus(&own).minus(&Nat::one())]);
                if let Some(outer) = &outer {
                    terms.extend(outer(stager, &own.plus(&lane)));
                }
                terms
            }));
        } else if let Some(outer) = target.guard.clone() {
            moved.guard = Some(Rc::new(move |stager, q| {
                let (own, lane, _) = at(&mut stager.facts.clone(), q);
                outer(stager, &own.plus(&lane))
            }));
        }
        moved
    }

    /// The acceptor of the parts of all lanes.
    fn thread_chunks(
        &self,
        target: &Target,
        n: &Nat,
        m: &Nat,
        span: Span,
    ) -> impl Fn(&DataType) -> Phrase + use<> {
        let lanes = self.lanes().unwrap_or_default();
        let count = lanes
            .iter()
            .fold(n.clone(), |total, (_, extent)| total.times(extent));
        chunks(target, &count, m, span)
    }
}

impl Parts {
    fn push(self, length: Nat, span: Span) -> Value {
        let write = move |stager: &mut Stager, target: &Target, then: &Then| {
            stager.write_parts(&self, target, then, span)
        };
        Value::Push(Push {
            length,
            write: Rc::new(write),
        })
    }
}

/// The target of an array of n·m elements as that of n parts of m.
fn chunks(target: &Target, n: &Nat, m: &Nat, span: Span) -> impl Fn(&DataType) -> Phrase + use<> {
    let (acceptor, n, m) = (target.acceptor.clone(), n.clone(), m.clone());
    move |of: &DataType| {
        let prim = Prim::JoinAcc {
            n: n.clone(),
            m: m.clone(),
            of: of.clone(),
        };
        Phrase::prim(prim, vec![acceptor(of)], span)
    }
}

/// The target of part `i`, whose acceptor is the variable.
fn chunk(target: &Target, o: &Name, i: &Nat, m: &Nat, span: Span) -> Target {
    Target {
        guard: guard_from(target, i, m),
        ..Target::variable(o, span)
    }
}

/// What the target asks of the elements of part `i`.
#[allow(clippy::type_complexity)]
fn guard_from(target: &Target, i: &Nat, m: &Nat) -> Option<Rc<dyn Fn(&Stager, &Nat) -> Vec<Nat>>> {
    let outer = target.guard.clone()?;
    let first = i.times(m);
    Some(Rc::new(move |stager, j| outer(stager, &first.plus(j))))
}
