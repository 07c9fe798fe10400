//! The order of loops (notes, section 9).
//!
//! A loop whose body touches no state of a region from outside is parallel: it may be run in any order, and where it accumulates, each
//! of several workers has an accumulator of its own (DX-P-CLASS, DX-P-ACC).  A run that chooses runs each loop in that way first; when
//! the loop touches a state, what it did is undone, and it is run in its order then, as it is from there on.
//!
//! Workers take chunks of elements that follow each other, in any order; each does its elements in their order, and what the
//! workers accumulated is combined in the order of the chunks, bracketed in some way.  Only sums of vectors are combined in any order,
//! as no law says that other monoids commute (DX-P-COMM).

use super::environment::Environment;
use super::types::Type;
use super::value::Value;
use super::{Interpreter, Options, Outcome, Step, Stop, rules, run};
use crate::cost::Beside;
use elder_dex::core::{Loop, Program};
use elder_syntax::value::Value as Data;
use std::rc::Rc;

/// A loop under way.
#[derive(Debug)]
pub(super) struct Running {
    /// The locations from this one on were made by the loop itself.
    first: usize,
    /// Whether its elements are run in an order that was chosen.
    chosen: bool,
    /// Whether it touched a state from outside.
    state: bool,
    /// Whether it accumulated outside.
    accumulates: bool,
    /// Regions outside that the worker under way has a private accumulator for, with what they hold otherwise.
    taken: Vec<(usize, Value)>,
    /// How many elements were done.
    rounds: u64,
    beside: Beside,
}

impl Interpreter<'_> {
    /// Runs a loop, which is under way meanwhile.  What it costs: its elements are side by side, or one after the other if it touches a
    /// state; accumulators are combined in ⌈log₂ n⌉ levels.
    pub(super) fn watched<T>(&mut self, chosen: bool, run: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        let depth = self.loops.len();
        self.loops.push(Running {
            first: self.store.next(),
            chosen,
            state: false,
            accumulates: false,
            taken: Vec::new(),
            rounds: 0,
            beside: Beside::begin(&self.cost),
        });
        let result = run(self);
        // What a failure left behind is dropped as well.
        let mut left = self.loops.drain(depth..);
        if let Some(it) = left.next() {
            match it.state {
                true => it.beside.end_in_turn(&self.cost),
                false => it.beside.end(&self.cost),
            }
            if it.accumulates {
                self.cost.levels(it.rounds);
            }
        }
        result
    }

    /// An element of the innermost loop under way is done.
    pub(super) fn next_round(&mut self) {
        if let Some(it) = self.loops.last_mut() {
            it.rounds += 1;
            it.beside.next(&self.cost);
        }
    }

    /// Whether the order of a loop is chosen.
    pub(super) fn may_choose(&self, it: &Loop) -> bool {
        self.choice.is_some() && !self.ordered.contains(&std::ptr::from_ref(it))
    }

    /// DX-P-CLASS: a state is touched.
    ///
    /// # Errors
    /// The outermost loop that runs in an order that was chosen, and may not.
    pub(super) fn touches(&mut self, location: usize) -> Step<()> {
        let mut outermost = None;
        let loops = self.loops.iter_mut().enumerate().rev();
        for (number, it) in loops.take_while(|(_, it)| location < it.first) {
            it.state = true;
            if it.chosen {
                outermost = Some(number);
            }
        }
        match outermost {
            Some(number) => Err(Stop::Ordered(number)),
            None => Ok(()),
        }
    }

    /// DX-P-ACC: a region is accumulated to.  The first time that a worker does so, its private accumulator takes the place of the region.
    pub(super) fn accumulates(&mut self, location: usize) -> Step<()> {
        let mut worker = None;
        let loops = self.loops.iter_mut().enumerate().rev();
        for (number, it) in loops.take_while(|(_, it)| location < it.first) {
            it.accumulates = true;
            if it.chosen && worker.is_none() {
                worker = Some(number);
            }
        }
        let worker = worker.and_then(|number| self.loops.get_mut(number));
        if let Some(worker) = worker
            && !worker.taken.iter().any(|(own, _)| *own == location)
        {
            rules::DX_P_ACC.apply();
            let Some(region) = self.store.region_mut(location) else {
                return Err(self.malformed("there is no such region"));
            };
            let Some(zero) = region.zero() else {
                return Err(self.malformed("the region does not accumulate"));
            };
            let held = std::mem::replace(&mut region.content, zero);
            worker.taken.push((location, held));
        }
        Ok(())
    }

    /// The elements in any order, if they do not touch a state.
    pub(super) fn in_any_order(
        &mut self,
        environment: &Environment,
        it: &Loop,
        set: &Rc<Type>,
        count: u64,
    ) -> Step<Vec<Value>> {
        let number = self.loops.len();
        let (store, cost) = (self.store.clone(), self.cost.so_far());
        match self.watched(true, |this| this.by_workers(environment, it, set, count)) {
            Err(Stop::Ordered(own)) if own == number => {
                self.ordered.insert(std::ptr::from_ref(it));
                self.store = store;
                self.cost.back_to(cost);
                self.in_order(environment, it, set, count)
            }
            result => result,
        }
    }

    /// DX-P-ACC: workers do a chunk each, and what they accumulated is combined and added once.
    fn by_workers(
        &mut self,
        environment: &Environment,
        it: &Loop,
        set: &Rc<Type>,
        count: u64,
    ) -> Step<Vec<Value>> {
        let Some(choice) = &mut self.choice else {
            return self.in_order(environment, it, set, count);
        };
        let chunks = choice.chunks(i64::try_from(count).unwrap_or(i64::MAX));
        let order: Vec<usize> = choice
            .elements(i64::try_from(chunks.len()).unwrap_or(i64::MAX))
            .collect();
        let mut parts: Vec<Vec<Value>> = chunks.iter().map(|_| Vec::new()).collect();
        let mut totals: Vec<Vec<(usize, Value)>> = chunks.iter().map(|_| Vec::new()).collect();
        let mut thrown = false;
        for worker in order {
            let (Some(&(start, rows)), Some(part)) = (chunks.get(worker), parts.get_mut(worker)) else {
                continue;
            };
            for place in start..start + rows {
                let place = place.unsigned_abs();
                let ordinal = match it.descending {
                    true => count - 1 - place,
                    false => place,
                };
                match self.round(environment, it, set, ordinal) {
                    Ok(element) => part.push(element),
                    Err(Stop::Thrown) => thrown = true,
                    Err(stop) => return Err(stop),
                }
            }
            let total = self.end_of_worker();
            if let Some(own) = totals.get_mut(worker) {
                *own = total;
            }
        }
        let cost = self.cost.so_far();
        self.add_totals(totals)?;
        self.cost.back_to(cost);
        if thrown {
            return Err(Stop::Thrown);
        }
        let mut elements: Vec<Value> = parts.into_iter().flatten().collect();
        if it.descending {
            elements.reverse();
        }
        Ok(elements)
    }

    /// What the worker that ends accumulated; the regions hold again what they held before.
    fn end_of_worker(&mut self) -> Vec<(usize, Value)> {
        let taken = self.loops.last_mut().map(|it| std::mem::take(&mut it.taken));
        let mut totals = Vec::new();
        for (location, held) in taken.unwrap_or_default() {
            if let Some(region) = self.store.region_mut(location) {
                totals.push((location, std::mem::replace(&mut region.content, held)));
            }
        }
        totals
    }

    /// Combines what workers accumulated, by region, and adds it to the region.
    fn add_totals(&mut self, totals: Vec<Vec<(usize, Value)>>) -> Step<()> {
        let mut regions: Vec<(usize, Vec<Value>)> = Vec::new();
        for (location, total) in totals.into_iter().flatten() {
            match regions.iter_mut().find(|(own, _)| *own == location) {
                Some((_, all)) => all.push(total),
                None => regions.push((location, vec![total])),
            }
        }
        // This loop has no worker any more: what is added is added to what is outside it.
        let own = self.loops.pop();
        let added = regions.into_iter().try_for_each(|(location, totals)| {
            let total = self.combined(location, totals)?;
            match total {
                Some(total) => self.add(location, total),
                None => Ok(()),
            }
        });
        self.loops.extend(own);
        added
    }

    /// What several workers accumulated, bracketed in some way.
    fn combined(&mut self, location: usize, totals: Vec<Value>) -> Step<Option<Value>> {
        let mut totals = match (self.commutes(location), &mut self.choice) {
            (true, Some(choice)) => {
                let order = choice.elements(i64::try_from(totals.len()).unwrap_or(i64::MAX));
                order.filter_map(|at| totals.get(at).cloned()).collect()
            }
            _ => totals,
        };
        while totals.len() > 1 {
            let mut next = Vec::with_capacity(totals.len());
            let mut left = totals.into_iter();
            while let Some(first) = left.next() {
                let pair = self.choice.as_mut().is_some_and(crate::choice::Choice::coin);
                let second = match pair || (next.is_empty() && left.len() == 1) {
                    true => left.next(),
                    false => None,
                };
                next.push(match second {
                    Some(second) => self.sum(location, first, second)?,
                    None => first,
                });
            }
            totals = next;
        }
        Ok(totals.pop())
    }
}

/// That two orders of a program give different results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What the order of the definition gives.
    pub defined: String,
    /// What the order that the seed chose gives.
    pub chosen: String,
}

/// Runs a definition in its order and in one that a seed chooses; what both give, if that differs.  Floats differ if a bit does.
pub fn difference(
    program: &Program,
    definition: &str,
    arguments: &[Data],
    options: &Options,
    seed: u64,
) -> Option<Difference> {
    let with = |seed| run(program, definition, arguments, &options.clone().choosing(seed));
    let (defined, chosen) = (with(0), with(seed));
    let text = |outcome: &Outcome| match &outcome.results {
        Ok(value) => super::show::text(program, value),
        Err(failure) => match failure.refusal {
            Some(refusal) => format!("an error by {refusal}"),
            None => failure.message.clone(),
        },
    };
    let (defined, chosen) = (text(&defined), text(&chosen));
    (defined != chosen).then_some(Difference { defined, chosen })
}
