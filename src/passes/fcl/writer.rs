//! Arrays of several parts: each part writes to its own places of the whole (FCL-M-WRITER, -GRID, -WARPS, -THREADS).

use super::builder::index_lambda;
use super::evaluate::fitted;
use super::scalar::PartLength;
use super::value::{Guard, Pull, Push, Scalar, Staged, Target, Then, Value};
use super::{Place, Stager, failures, internal};
use crate::dpia::make;
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, Prim, PrimType};
use elder_fcl::ScalarOperator;
use elder_fcl::rules::evaluation::{
    FCL_E_42I, FCL_E_42R, FCL_E_CONCAT_SEQ, FCL_E_CONCAT_THREADS, FCL_E_INTERLEAVE_INTO,
};
use elder_fcl::rules::translation::*;
use elder_syntax::{Rule, Span};
use std::rc::Rc;

/// Who makes the parts of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Makers {
    /// The members of the group: work-groups of the grid, warps of a block, threads of a warp.
    Members,
    /// Its threads.
    Threads,
    /// The group itself, one after the other.
    Whole,
}

impl Makers {
    /// The rule by which the parts of a concatenation are made so.
    pub(super) fn rule(self) -> &'static Rule {
        match self {
            Makers::Members => &FCL_E_42R,
            Makers::Threads => &FCL_E_CONCAT_THREADS,
            Makers::Whole => &FCL_E_CONCAT_SEQ,
        }
    }
}

/// An array made of parts of m elements.
#[derive(Clone)]
pub(super) struct Parts {
    pub(super) by: Makers,
    pub(super) m: Nat,
    /// What the parts are told that it is: it, where there are parts.
    pub(super) told: Nat,
    pub(super) parts: Pull,
    /// Where element j of part i goes, by `(i, j)`; without it, one part comes after the other.
    pub(super) position: Option<Value>,
    /// The number of positions.
    pub(super) length: Nat,
    /// Whether elements without a position among them are dropped.
    pub(super) cut: bool,
}

impl Stager {
    /// `concat m parts`, `concatSeq m parts`, `concatThreads m parts`
    pub(super) fn concat(
        &mut self,
        by: Makers,
        PartLength { length: m, told }: PartLength,
        parts: Pull,
        span: Span,
    ) -> Staged<Value> {
        let length = m.times(&parts.length);
        let whole = Parts {
            by,
            m,
            told,
            parts,
            position: None,
            length,
            cut: false,
        };
        Ok(whole.push(span))
    }

    /// `interleave m position parts`, cut to `total` positions if that is given.
    pub(super) fn interleave(
        &mut self,
        total: Option<Nat>,
        PartLength { length: m, told }: PartLength,
        position: Value,
        parts: Pull,
        span: Span,
    ) -> Staged<Value> {
        FCL_M_INJECTIVE.apply();
        let cut = total.is_some();
        let length = total.unwrap_or_else(|| m.times(&parts.length));
        let whole = Parts {
            by: Makers::Members,
            m,
            told,
            parts,
            position: Some(position),
            length,
            cut,
        };
        Ok(whole.push(span))
    }

    /// Writes the sub-array `i` to its place.
    ///
    /// A part is made before its length is compared.  So its elements are staged as if nothing were known of that, and what the launch tests of it
    /// comes after what it tests of them.
    fn write_part(
        &mut self,
        whole: &Parts,
        i: &Nat,
        target: &Target,
        then: &Then,
        span: Span,
    ) -> Staged<DataType> {
        let part = (whole.parts.element)(self, i, span)?;
        let part = self.pushed(part, span)?;
        let before = self.obligations.len();
        self.knowing(self.facts.clone(), |stager| {
            stager.same_length(whole, &part, span)
        })?;
        let compared = self.obligations.split_off(before);
        let target = fitted(self, target, &part.length, &whole.m);
        let of = (part.write)(self, &target, then)?;
        for obligation in compared {
            self.oblige_once(obligation);
        }
        Ok(of)
    }

    /// A part has the length that it is told: seen, left to the launch, or tested (FCL-M-SAME).
    fn same_length(&mut self, whole: &Parts, part: &Push, span: Span) -> Staged<()> {
        FCL_M_SAME.apply();
        let asked = failures::same_length(whole.rule(), span);
        let (longer, shorter) = (part.length.minus(&whole.told), whole.told.minus(&part.length));
        // Both differences: together they say that there is none.
        let same = self.facts.equal(&part.length, &whole.told)
            || self.left_to_launch(&longer, "same", asked.clone())
                && self.left_to_launch(&shorter, "same", asked.clone());
        // What is below zero is no part's length.
        if whole.told != whole.m
            && !self.facts.natural(&whole.told)
            && !self.left_to_launch(&whole.told, "same", asked.clone())
        {
            let of = DataType::Num(PrimType::I64);
            let (more, less) = whole.told.signs();
            let sides = [less, more].map(|n| make::nat_value(PrimType::I64, &n, span));
            let natural = Phrase::prim(Prim::Binary { op: BinOp::Le, of }, sides.into(), span);
            self.require(natural, asked.clone())?;
        }
        if !same {
            let numbers = [&part.length, &whole.m].map(|n| Scalar::of_nat(n, span));
            let same = self.scalar(ScalarOperator::Equal, &numbers, span)?;
            let same = self.number(same, span)?;
            self.require(same.exp, asked.clone())?;
        }
        Ok(())
    }

    /// Writes all parts.  Where there are none, what they would do is staged only to know what their elements are.
    fn write_parts(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        match whole.parts.length.is_zero() {
            true => {
                let (of, _) = self.scope(|stager| stager.write_each(whole, target, then, span))?;
                self.no_positions(whole, span)?;
                Ok(of)
            }
            false => self.write_each(whole, target, then, span),
        }
    }

    fn write_each(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        FCL_M_WRITER.apply();
        self.note_parts();
        let (n, m) = (whole.parts.length.clone(), whole.m.clone());
        for length in [&n, &m, &whole.length] {
            self.uniform_length(length, span)?;
        }
        let target = self.placed(whole, target, span)?;
        match self.place.clone() {
            _ if whole.by == Makers::Whole => self.in_turn(whole, &target, then, span),
            Place::Host if whole.by == Makers::Threads => self.by_threads(whole, &target, then, span),
            Place::Host => {
                self.need(&n);
                let chunks = chunks(&target, &n, &m, span);
                let length = m.clone();
                let own = move |of: &DataType| DataType::array(length.clone(), of.clone());
                let body = |stager: &mut Stager, g: &Nat, o: &Name| {
                    stager.write_part(whole, g, &chunk(&target, o, g, &m, span), then, span)
                };
                self.by_groups(&n, &own, &|of| chunks(of), &body, span)
            }
            Place::Group { height: 2, lanes } if whole.by == Makers::Members => {
                FCL_M_WARPS.apply();
                let (block, guards) = (self.block.len(), self.guards.len());
                let w = Name::fresh("w");
                let mut all = lanes.clone();
                all.push((w.clone(), n.clone()));
                let outer = std::mem::replace(
                    &mut self.place,
                    Place::Group {
                        height: 1,
                        lanes: all,
                    },
                );
                let written = self.looping(&w, &n, |stager| {
                    stager.write_part(whole, &Nat::var(&w), &target, then, span)
                });
                self.place = outer;
                if written.is_err() && std::mem::take(&mut self.divergent) && lanes.is_empty() {
                    self.block.truncate(block);
                    self.guards.truncate(guards);
                    return self.one_by_one(whole, &target, then, span);
                }
                written
            }
            Place::Group { .. } => self.by_threads(whole, &target, then, span),
            Place::Item => Err(internal(span, "an array of several parts in code of one item")),
        }
    }

    /// Each part by one item.
    fn by_threads(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        FCL_M_THREADS.apply();
        let (n, m) = (whole.parts.length.clone(), whole.m.clone());
        let chunks = self.thread_chunks(target, &n, &m, span);
        let length = m.clone();
        let own = move |of: &DataType| DataType::array(length.clone(), of.clone());
        let body = |stager: &mut Stager, i: &Nat, flat: &Nat, o: &Phrase| {
            let acceptor = o.clone();
            let own = Target {
                acceptor: Rc::new(move |_| acceptor.clone()),
                guard: guard_from(target, flat, &m),
                always: false,
            };
            stager.write_part(whole, i, &own, then, span)
        };
        if self.place == Place::Host {
            return self.by_all_items(&n, &own, &|of| chunks(of), &body, span);
        }
        self.by_items(&n, &own, &|of| chunks(of), &body, span)
    }

    /// The parts one after the other, each by the whole place (FCL-M-CONCAT-SEQ).
    fn in_turn(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        FCL_M_CONCAT_SEQ.apply();
        if self.lanes().is_some() {
            self.divergent = true;
            return Err(internal(span, "parts one after the other in a warp"));
        }
        let (n, m) = (whole.parts.length.clone(), whole.m.clone());
        self.need(&n);
        let of = std::cell::RefCell::new(None);
        let body = |stager: &mut Stager, i: &Nat| {
            let own = nth(target, i, &n, &m, span);
            *of.borrow_mut() = Some(stager.write_part(whole, i, &own, then, span)?);
            Ok(())
        };
        self.repeated(&n, "part", &body, span)?;
        of.into_inner().ok_or_else(|| internal(span, "parts of no type"))
    }

    /// The parts of warps one after the other, each by all items of the block.
    fn one_by_one(&mut self, whole: &Parts, target: &Target, then: &Then, span: Span) -> Staged<DataType> {
        let (n, m) = (whole.parts.length.clone(), whole.m.clone());
        let w = Name::fresh("w");
        let place = Place::Group {
            height: 1,
            lanes: vec![],
        };
        let (of, items) = self.at(place, |stager| {
            let i = Nat::var(&w);
            let own = nth(target, &i, &n, &m, span);
            stager.looping(&w, &n, |stager| stager.write_part(whole, &i, &own, then, span))
        })?;
        let body = index_lambda(&w, &n, self.folded(items, span), span);
        self.emit(make::for_loop(&n, body, span));
        Ok(of)
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
    /// The rule by which the parts are placed.
    pub(super) fn rule(&self) -> &'static Rule {
        match (&self.position, self.cut) {
            (None, _) => self.by.rule(),
            (Some(_), false) => &FCL_E_42I,
            (Some(_), true) => &FCL_E_INTERLEAVE_INTO,
        }
    }

    fn push(self, span: Span) -> Value {
        let length = self.length.clone();
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
fn chunks(target: &Target, n: &Nat, m: &Nat, span: Span) -> impl Fn(&DataType) -> Phrase + Clone + use<> {
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
        always: false,
        ..Target::variable(o, span)
    }
}

/// The target of part `i` of n.
fn nth(target: &Target, i: &Nat, n: &Nat, m: &Nat, span: Span) -> Target {
    let chunks = chunks(target, n, m, span);
    let (at, count, length) = (i.clone(), n.clone(), m.clone());
    Target {
        acceptor: Rc::new(move |of| {
            let row = DataType::array(length.clone(), of.clone());
            make::idx_acc(&count, &row, chunks(of), make::index(&at, &count, span))
        }),
        guard: guard_from(target, i, m),
        always: false,
    }
}

/// What the target asks of the elements of part `i`.
fn guard_from(target: &Target, i: &Nat, m: &Nat) -> Option<Guard> {
    let outer = target.guard.clone()?;
    let first = i.times(m);
    Some(Rc::new(move |stager, j, span| {
        outer(stager, &first.plus(j), span)
    }))
}
