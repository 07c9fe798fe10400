//! Where the elements of interleaved parts go: to positions that are seen to differ, or that are computed, kept in memory and counted
//! (FCL-M-INJECTIVE).

use super::builder::index_lambda;
use super::facts::Facts;
use super::injective::{self, Position, Within};
use super::level::{item_may_fail, scattered};
use super::table::Table;
use super::value::{Pull, Scalar, Staged, Target, Value};
use super::writer::Parts;
use super::{Stager, failures, internal};
use elder_dpia::{BinOp, DataType, Name, Nat, Phrase, Prim};
use elder_fcl::rules::translation::FCL_M_INJECTIVE;
use elder_kernel::plan::Site;
use elder_syntax::Span;
use std::rc::Rc;

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
                    (terms.iter()).all(|term| stager.positions_left_to_launch(term, asked.clone()))
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
        self.is_unconditional() && self.oblige_in_loops(nat, &FCL_M_INJECTIVE, "range", Some(asked.clone()))
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

    /// Tests that an array of no parts has no positions: nothing is written there (FCL-M-INJECTIVE).
    pub(super) fn no_positions(&mut self, whole: &Parts, span: Span) -> Staged<()> {
        let none = Nat::zero().minus(&whole.length);
        let asked = failures::written(span);
        if self.facts.natural(&none) || self.positions_left_to_launch(&none, asked.clone()) {
            return Ok(());
        }
        let counts = zeros(&whole.length);
        self.tested_each(&whole.length, &counts, &[(BinOp::Ge, asked.clone())], span)
    }

    /// The target of all elements, part by part: those of the array, moved.
    pub(super) fn placed(&mut self, whole: &Parts, target: &Target, span: Span) -> Staged<Target> {
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
                    let (_, lane) = lane_of.of(&Facts::default(), &Nat::var(&q));
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
                        let number = positions.number(q, span);
                        let at = stager.position(number, &digits.length, cut, span)?;
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
    fn of(&self, facts: &Facts, q: &Nat) -> (Nat, Nat) {
        match self.alone {
            true => (q.clone(), Nat::zero()),
            false => (
                facts.remainder(q, &self.count),
                facts.quotient(q, &self.count).times(&self.length),
            ),
        }
    }

    /// A term of the lane of an index, as one of the index: outside of the loops over lanes nothing else says which lane it is.
    fn in_lane(&self, facts: &Facts, q: &Nat, lanes: &[(Name, Nat)], term: &Nat) -> Nat {
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
