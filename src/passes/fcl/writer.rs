//! Arrays of several parts: each part writes to its own places of the whole (FCL-M-WRITER, -GRID, -WARPS, -THREADS).

use super::builder::index_lambda;
use super::evaluate::fitted;
use super::injective::{self, Position, Within};
use super::level::{item_may_fail, scattered};
use super::scalar::PartLength;
use super::table::Table;
use super::value::{Guard, Pull, Push, Scalar, Staged, Target, Then, Value};
use super::{Place, Stager, failures, internal};
use crate::dpia::make;
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, Prim, PrimType};
use elder_fcl::ScalarOperator;
use elder_fcl::rules::evaluation::{
    FCL_E_42I, FCL_E_42R, FCL_E_CONCAT_SEQ, FCL_E_CONCAT_THREADS, FCL_E_INTERLEAVE_INTO,
};
use elder_fcl::rules::translation::*;
use elder_kernel::plan::Site;
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
struct Parts {
    by: Makers,
    m: Nat,
    /// What the parts are told that it is: it, where there are parts.
    told: Nat,
    parts: Pull,
    /// Where element j of part i goes, by `(i, j)`; without it, one part comes after the other.
    position: Option<Value>,
    /// The number of positions.
    length: Nat,
    /// Whether elements without a position among them are dropped.
    cut: bool,
}

/// What is seen of where the elements of the parts go.
enum Order {
    /// One part comes after the other.
    InTurn,
    /// To positions that are seen to differ.
    Moved(Rc<Position>),
    /// To positions that are computed, and tested, before the parts are written.
    Computed,
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

    /// Where the elements go, as far as that is seen.
    fn order(&mut self, whole: &Parts, span: Span) -> Staged<Order> {
        let Some(position) = &whole.position else {
            return Ok(Order::InTurn);
        };
        let obligations = self.obligations.len();
        Ok(match self.seen_order(position, whole, span)? {
            Some(order) => order,
            None => {
                self.obligations.truncate(obligations);
                Order::Computed
            }
        })
    }

    /// The order, if the position is a term in the numbers of part and element that is seen to meet every place once; what is left of
    /// that to the launch is noted.
    fn seen_order(&mut self, position: &Value, whole: &Parts, span: Span) -> Staged<Option<Order>> {
        let (n, m, length, cut) = (&whole.parts.length, &whole.m, &whole.length, whole.cut);
        let (i, j) = (Name::fresh("i"), Name::fresh("j"));
        // An index below 1 is 0.
        let index = |x: &Name, range: &Nat| if range.is_one() { Nat::zero() } else { Nat::var(x) };
        let (part, element) = (index(&i, n), index(&j, m));
        let (found, dropped) = self.scope(|stager| {
            let of = |number: &Nat| Value::Scalar(Scalar::of_nat(number, span));
            let both = Value::pair(of(&part), of(&element));
            stager.of_each_element([(&i, n), (&j, m)], |stager| {
                let at = stager.apply(position, both, span)?;
                let at = stager.number(at, span)?;
                Ok(stager.only_case(&at, length, cut))
            })
        })?;
        // What is computed on the way is not there any more where the position is used, nor what is tested.
        let Some((at, guards)) = found.filter(|_| !dropped.iter().any(item_may_fail)) else {
            return Ok(None);
        };
        let ordered = part.times(m).plus(&element);
        if at == ordered && guards.is_empty() && m.times(n) == *length {
            return Ok(Some(Order::InTurn));
        }
        let position = Position {
            i: i.clone(),
            j: j.clone(),
            n: n.clone(),
            m: m.clone(),
            at,
            guards,
        };
        let digits = injective::digits(&position, &self.facts);
        let Some((digits, arranged)) = digits.and_then(|d| d.arranged().map(|a| (d, a))) else {
            return Ok(None);
        };
        let seen = match (arranged.count, cut) {
            (Some(count), true) => {
                // Where there are no elements, their conditions count none.
                let exists = |x: &Nat| self.facts.less(&Nat::zero(), x);
                let count = match count == n.times(m) || exists(n) && exists(m) {
                    true => count,
                    false => [n, m]
                        .iter()
                        .fold(count, |count, x| count.times(&Nat::one().minimum(x))),
                };
                let all_met = count.minus(length);
                self.facts.natural(&all_met)
                    || self.positions_left_to_launch(&all_met, failures::written(span))
            }
            (None, true) => false,
            (Some(count), false) if self.facts.at_most(&count, length) => true,
            (_, false) => match digits.within(length, &self.facts) {
                Within::Seen => true,
                Within::If(terms) => self.of_each_element([(&i, n), (&j, m)], |stager| {
                    let asked = failures::position(span);
                    (terms.iter()).all(|term| stager.positions_left_to_launch(term, asked))
                }),
                Within::Unknown => false,
            },
        };
        if seen {
            self.need(&position.at);
        }
        Ok(seen.then(|| Order::Moved(Rc::new(position))))
    }

    /// Runs `inner` for any element of any part.
    fn of_each_element<T>(
        &mut self,
        [(i, n), (j, m)]: [(&Name, &Nat); 2],
        inner: impl FnOnce(&mut Stager) -> T,
    ) -> T {
        self.looping(i, n, |stager| stager.looping(j, m, inner))
    }

    /// Leaves what positions need to the launch, if nothing stands around that may do without.
    fn positions_left_to_launch(&mut self, nat: &Nat, asked: Site) -> bool {
        self.is_unconditional() && self.oblige_in_loops(nat, &FCL_M_INJECTIVE, "range", Some(asked))
    }

    /// The term that a position is where it is not dropped, and when that is.
    fn only_case(&mut self, at: &Scalar, length: &Nat, cut: bool) -> Option<(Nat, Vec<Nat>)> {
        if !cut {
            return Some((at.nat.clone()?, vec![]));
        }
        let mut wanted = at.in_cases()?;
        wanted.retain(|case| {
            let terms = case.when.clone().unwrap_or_default();
            self.assuming(&terms, |stager| {
                let negative = Nat::zero().minus(&case.nat).minus(&Nat::one());
                !stager.facts.natural(&negative) && !stager.facts.at_most(length, &case.nat)
            })
        });
        match <[_; 1]>::try_from(wanted) {
            Ok([case]) => {
                let mut guards = case.when?;
                guards.retain(|guard| !self.facts.natural(guard));
                let mut all = guards.clone();
                // That it is not negative must be seen; that it is in the array is asked of each element.
                let natural = self.assuming(&all, |stager| stager.facts.natural(&case.nat));
                all.push(case.nat.clone());
                natural.then_some((case.nat, guards))
            }
            Err(_) => None,
        }
    }

    /// The sub-array `i`, at its place.
    fn part(&mut self, whole: &Parts, i: &Nat, span: Span) -> Staged<Push> {
        let part = (whole.parts.element)(self, i, span)?;
        let part = self.pushed(part, span)?;
        FCL_M_SAME.apply();
        let asked = failures::same_length(whole.rule(), span);
        let (longer, shorter) = (part.length.minus(&whole.told), whole.told.minus(&part.length));
        // Both differences: together they say that there is none.
        let same = self.facts.equal(&part.length, &whole.told)
            || self.left_to_launch(&longer, "same", asked) && self.left_to_launch(&shorter, "same", asked);
        // What is below zero is no part's length.
        if whole.told != whole.m
            && !self.facts.natural(&whole.told)
            && !self.left_to_launch(&whole.told, "same", asked)
        {
            let of = DataType::Num(PrimType::I64);
            let (more, less) = whole.told.signs();
            let sides = [less, more].map(|n| make::nat_value(PrimType::I64, &n, span));
            let natural = Phrase::prim(Prim::Binary { op: BinOp::Le, of }, sides.into(), span);
            self.require(natural, asked)?;
            self.learn(whole.told.clone());
        }
        if !same {
            let numbers = [&part.length, &whole.m].map(|n| Scalar::of_nat(n, span));
            let same = self.scalar(ScalarOperator::Equal, &numbers, span)?;
            let same = self.number(same, span)?;
            self.require(same.exp, asked)?;
        }
        Ok(part)
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

    /// Tests that an array of no parts has no positions: nothing is written there (FCL-M-INJECTIVE).
    fn no_positions(&mut self, whole: &Parts, span: Span) -> Staged<()> {
        let none = Nat::zero().minus(&whole.length);
        let asked = failures::written(span);
        if self.facts.natural(&none) || self.positions_left_to_launch(&none, asked) {
            return Ok(());
        }
        let counts = zeros(&whole.length);
        self.tested_each(&whole.length, &counts, &[(BinOp::Ge, asked)], span)
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
                    let part = stager.part(whole, g, span)?;
                    let own = chunk(&target, o, g, &m, span);
                    (part.write)(stager, &fitted(stager, &own, &part.length, &m), then)
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
                    let part = stager.part(whole, &Nat::var(&w), span)?;
                    (part.write)(stager, &fitted(stager, &target, &part.length, &m), then)
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
            let part = stager.part(whole, i, span)?;
            let acceptor = o.clone();
            let own = Target {
                acceptor: Rc::new(move |_| acceptor.clone()),
                guard: guard_from(target, flat, &m),
                always: false,
            };
            (part.write)(stager, &fitted(stager, &own, &part.length, &m), then)
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
        let chunks = chunks(target, &n, &m, span);
        let at = |i: &Nat| {
            let (count, length, at, chunks) = (n.clone(), m.clone(), i.clone(), chunks.clone());
            Target {
                acceptor: Rc::new(move |of| {
                    let row = DataType::array(length.clone(), of.clone());
                    make::idx_acc(&count, &row, chunks(of), make::index(&at, &count, span))
                }),
                guard: guard_from(target, i, &m),
                always: false,
            }
        };
        let of = std::cell::RefCell::new(None);
        let body = |stager: &mut Stager, i: &Nat| {
            let part = stager.part(whole, i, span)?;
            let target = fitted(stager, &at(i), &part.length, &m);
            *of.borrow_mut() = Some((part.write)(stager, &target, then)?);
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
                always: false,
            };
            stager.looping(&w, &n, |stager| {
                let part = stager.part(whole, &i, span)?;
                (part.write)(stager, &fitted(stager, &own, &part.length, &m), then)
            })
        })?;
        let body = index_lambda(&w, &n, self.folded(items, span), span);
        self.emit(make::for_loop(&n, body, span));
        Ok(of)
    }

    /// The target of all elements, part by part: those of the array, moved.
    fn placed(&mut self, whole: &Parts, target: &Target, span: Span) -> Staged<Target> {
        let lanes = self.lanes().map(<[_]>::to_vec).unwrap_or_default();
        let count = whole.m.times(&whole.parts.length);
        let length = whole.length.clone();
        let of_lanes = |n: &Nat| {
            lanes
                .iter()
                .fold(n.clone(), |total, (_, extent)| total.times(extent))
        };
        let (all, room) = (of_lanes(&count), of_lanes(&length));
        let digits = Digits {
            count,
            length,
            alone: lanes.is_empty(),
        };
        match self.order(whole, span)? {
            Order::InTurn => Ok(target.clone()),
            Order::Moved(position) => {
                let q = Name::fresh("q");
                let facts = self.facts.below(&q, &all);
                let (own, lane) = digits.of(&facts, &Nat::var(&q));
                let at = digits.in_lane(&facts, &Nat::var(&q), &lanes, &position.of(&facts, &own).0);
                let place = at.plus(&lane);
                let mut moved =
                    target.with(move |of, array| scattered(&q, &place, &all, &room, of, array, span));
                let (outer, cut) = (target.guard.clone(), whole.cut);
                if cut || outer.is_some() {
                    moved.guard = Some(Rc::new(move |stager, q, span| {
                        let (own, lane) = digits.of(&stager.facts, q);
                        let (at, mut terms) = position.of(&stager.facts, &own);
                        if cut {
                            terms.push(digits.length.minus(&at).minus(&Nat::one()));
                        }
                        stager.only(terms, span);
                        match &outer {
                            Some(outer) => outer(stager, &at.plus(&lane), span),
                            None => Ok(()),
                        }
                    }));
                }
                Ok(moved)
            }
            Order::Computed => {
                let positions = self.positions(whole, span)?;
                let (outer, cut) = (target.guard.clone(), whole.cut);
                let mut moved = target.clone();
                let inner = target.acceptor.clone();
                let (table, total) = (positions.clone(), room);
                let lane_of = digits.clone();
                let count = all.clone();
                let place = match cut {
                    true => span,
                    false => self.tests.note(failures::position(span)),
                };
                moved.acceptor = Rc::new(move |of| {
                    let q = Name::fresh("q");
                    let (_, lane) = lane_of.of(&super::facts::Facts::default(), &Nat::var(&q));
                    let at = table.at(&Nat::var(&q), &lane, &total, place);
                    let generate = Prim::Generate {
                        n: count.clone(),
                        of: DataType::Index(total.clone()),
                    };
                    let indexes = Phrase::prim(generate, vec![index_lambda(&q, &count, at, span)], span);
                    let prim = Prim::ScatterAcc {
                        n: count.clone(),
                        m: total.clone(),
                        of: of.clone(),
                    };
                    Phrase::prim(prim, vec![indexes, inner(of)], span)
                });
                if cut || outer.is_some() {
                    moved.guard = Some(Rc::new(move |stager, q, span| {
                        if cut {
                            stager.only_if(positions.wanted(q, &digits.length, span));
                        }
                        let Some(outer) = &outer else {
                            return Ok(());
                        };
                        let (_, lane) = digits.of(&stager.facts, q);
                        let last = digits.length.minus(&Nat::one());
                        let number = positions.number(q, span);
                        let at = match cut {
                            true => stager.bounded(number, &last, "at")?,
                            false => stager.tested(number, &last, "at", failures::position(span))?,
                        };
                        if !cut {
                            // Where the element goes is read once more: what is asked of it is of no use after a test that failed.
                            stager.only_if(positions.wanted(q, &digits.length, span));
                        }
                        outer(stager, &at.plus(&lane), span)
                    }));
                }
                Ok(moved)
            }
        }
    }

    /// Positions that are computed, in memory; that each is met once is tested by counting (FCL-M-INJECTIVE).
    fn positions(&mut self, whole: &Parts, span: Span) -> Staged<Table> {
        let Some(position) = whole.position.clone() else {
            return Err(internal(span, "parts without positions"));
        };
        let (m, count) = (whole.m.clone(), whole.m.times(&whole.parts.length));
        let element = move |stager: &mut Stager, q: &Nat, span: Span| {
            let (i, j) = (stager.facts.quotient(q, &m), stager.facts.remainder(q, &m));
            let of = |n: &Nat| Value::Scalar(Scalar::of_nat(n, span));
            stager.apply(&position, Value::pair(of(&i), of(&j)), span)
        };
        let table = self.push(
            Pull {
                length: count.clone(),
                element: Rc::new(element),
            },
            span,
        );
        let (table, of) = self.forced(&table, None, span)?;
        let none = self.push(zeros(&whole.length), span);
        let (counts, _) = self.forced(&none, None, span)?;
        let places = table.read(&count, &of);
        let length = whole.length.clone();
        let cut = whole.cut;
        self.counted(&counts, &count, &length, cut, &places, span)?;
        let numbers = counts.read(&length, &of);
        let once = failures::once(whole.rule(), span);
        let asked = match cut {
            // Where a position is met twice another may be left, and the first is what is wrong.
            true => vec![(BinOp::Le, once), (BinOp::Ge, failures::written(span))],
            // There are as many elements as positions.
            false => vec![(BinOp::Eq, once)],
        };
        self.tested_each(&length, &numbers, &asked, span)?;
        Ok(Table { memory: table })
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
    fn rule(&self) -> &'static Rule {
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

/// How an index among the elements of all lanes is taken apart.
#[derive(Clone)]
struct Digits {
    /// The elements of one lane.
    count: Nat,
    /// The positions of one lane.
    length: Nat,
    /// Whether there is one lane.
    alone: bool,
}

impl Digits {
    /// The index among those of its lane, and the first position of that lane.
    fn of(&self, facts: &super::facts::Facts, q: &Nat) -> (Nat, Nat) {
        match self.alone {
            true => (q.clone(), Nat::zero()),
            false => (
                facts.remainder(q, &self.count),
                facts.quotient(q, &self.count).times(&self.length),
            ),
        }
    }

    /// A term of the lane of an index, as one of the index: outside of the loops over lanes nothing else says which lane it is.
    fn in_lane(&self, facts: &super::facts::Facts, q: &Nat, lanes: &[(Name, Nat)], term: &Nat) -> Nat {
        let mut rest = facts.quotient(q, &self.count);
        let mut numbers = Vec::new();
        for (x, extent) in lanes.iter().rev() {
            numbers.push((x, facts.remainder(&rest, extent)));
            rest = facts.quotient(&rest, extent);
        }
        let number = |x: &Name| numbers.iter().find(|(y, _)| *y == x).map(|(_, n)| n.clone());
        facts.substitute(term, &mut |x| number(x))
    }
}

/// How often each of so many positions is met before any part is looked at.
fn zeros(length: &Nat) -> Pull {
    let zero = |_: &mut Stager, _: &Nat, span: Span| {
        let zero = elder_dpia::PrimValue::I32(0);
        Ok(Value::Scalar(Scalar::constant(zero, span)))
    };
    Pull {
        length: length.clone(),
        element: Rc::new(zero),
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

/// What the target asks of the elements of part `i`.
fn guard_from(target: &Target, i: &Nat, m: &Nat) -> Option<Guard> {
    let outer = target.guard.clone()?;
    let first = i.times(m);
    Some(Rc::new(move |stager, j, span| {
        outer(stager, &first.plus(j), span)
    }))
}
