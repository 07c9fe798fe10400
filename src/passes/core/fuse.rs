//! `fuse`: combinators become parts of those that take their results, and combinators side by side become one.
//!
//! What a map gives is then no array: its consumer computes an element where it took one.  Nothing is computed more often than before, so the rules
//! need no weighing, but where a part of the parallelism would be lost.  One of the two statements is executed at the place of the other one, so it must be the same to execute it there:
//!
//! - no array that it reads is consumed anywhere, nor does a function consume an element that would be shared;
//! - an error that was the first stays the first: the one that goes to the other does nothing but give values, or all that is executed up to the
//!   last element of both does so;
//! - what it needs is bound there, and nobody needs what it gives before.
//!
//! Whether elements are kept all the same, because a skeleton asks for them twice, is said by `plan`.
//!
//! | file | what |
//! | --- | --- |
//! | `fuse.rs` | bodies, statement by statement, and which rule applies |
//! | `facts.rs` | what is known of a combinator |
//! | `join.rs` | two combinators as one |
//! | `views.rs` | views and elements of what a map gives |
//! | `filters.rs` | filters |
//!
//! ```text
//! let ps: [n]f32 = map n (\(x: f32) (y: f32): f32 -> let p: f32 = x * y in p) xs ys
//! let s: f32 = reduce n (+) (0.0f32) ps
//!
//! let s: f32 = redomap n (+) (0.0f32) (\(x: f32) (y: f32): f32 -> let p: f32 = x * y in p) xs ys
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod facts;
mod filters;
mod join;
mod views;

use elder_core::analyses::consumed::Consumed;
use elder_core::analyses::effects::{is_natural, is_pure_of};
use elder_core::analyses::free;
use elder_core::analyses::uses::Uses;
use elder_core::names::Names;
use elder_core::rules::fusion::{
    CORE_FU_ACC, CORE_FU_HORIZ, CORE_FU_KEEP, CORE_FU_MAPHIST, CORE_FU_MAPMAP, CORE_FU_MAPSCATTER,
    CORE_FU_REDOMAP, CORE_FU_SCANOMAP,
};
use elder_core::tree::{Atom, Body, Lambda, Screma, Shape, Soac, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_core::{Exp, Name, Program, Stm, names};
use elder_syntax::Rule;
use facts::{Facts, function, nests};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rules of the pass.
pub const RULES: &[&Rule] = elder_core::rules::fusion::TABLE;

/// The most inputs, and the most results, of two combinators that become one because they read the same: an item holds all of them.
const MOST: usize = 16;

/// Fuses combinators, without these rules.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let (uses, consumed) = (Uses::of(program), Consumed::of(program));
    let mut natural = Natural::default();
    fold::program(&mut natural, program);
    let read = program.entries.iter().flat_map(|entry| &entry.sizes);
    natural.0.extend(read.copied());
    let mut names = std::mem::take(&mut program.names);
    let mut fuse = Fuse {
        known: names.len(),
        names: &mut names,
        uses,
        consumed,
        natural: natural.0,
        without,
        depth: 0,
        facts: FxHashMap::default(),
        made: FxHashMap::default(),
        many: FxHashSet::default(),
        journal: Vec::new(),
    };
    rewrite::program(&mut fuse, program);
    program.names = names;
    // An element may be a size of what the consumer's function binds.
    names::note(program);
}

/// The sizes of what filters keep.
#[derive(Default)]
struct Natural(FxHashSet<Name>);

impl Fold for Natural {
    fn stm(&mut self, stm: &Stm) {
        if matches!(&stm.exp, Exp::Soac { soac, .. } if matches!(**soac, Soac::Filter { .. })) {
            self.0.extend(&stm.pat.sizes);
        }
        fold::stm(self, stm);
    }
}

struct Fuse<'p> {
    names: &'p mut Names,
    /// How many names there were before.
    known: usize,
    uses: Uses,
    consumed: Consumed,
    /// Sizes that are natural wherever they are known: of what is read, and of what filters keep.
    natural: FxHashSet<Name>,
    without: &'p [&'p Rule],
    /// In how many functions of combinators it stands.
    depth: usize,
    /// Of combinators, by the first name that each binds.
    facts: FxHashMap<Name, Facts>,
    /// How often names are used that were made, as far as that is known.
    made: FxHashMap<Name, u32>,
    /// Names that more uses have than were counted.
    many: FxHashSet<Name>,
    /// What is used less often, and what more often, since an attempt began that may be given up.
    journal: Vec<(Name, bool)>,
}

impl Rewrite for Fuse<'_> {
    fn body(&mut self, body: &mut Body) {
        rewrite::body(self, body);
        self.fuse(body);
    }

    fn exp(&mut self, exp: &mut Exp) {
        match exp {
            // Who executes the statement executes the function.
            Exp::WithAcc { updates, function } => {
                for operator in updates.iter_mut().filter_map(|update| update.operator.as_mut()) {
                    self.lambda(&mut operator.function);
                }
                rewrite::lambda(self, function);
            }
            exp => rewrite::exp(self, exp),
        }
    }

    fn lambda(&mut self, lambda: &mut Lambda) {
        self.depth += 1;
        rewrite::lambda(self, lambda);
        self.depth -= 1;
    }
}

/// The statements of a body so far.
#[derive(Default)]
struct Row {
    out: Vec<Option<Stm>>,
    /// How many statements with an effect stand before each place, and before the next one.
    impure: Vec<u32>,
    /// Where the statement stands that binds a name.
    bound: FxHashMap<Name, usize>,
    /// What statements so far use.
    used: FxHashSet<Name>,
    /// Where the last combinator stands that reads an array.
    readers: FxHashMap<Name, usize>,
    /// The only combinator of the body that an array is an input of, by its number, and how often; of an array that several take the number is none.
    takers: FxHashMap<Name, (Option<usize>, u32)>,
    /// At which numbers elements of an array are read.
    elements: FxHashMap<Name, Vec<Atom>>,
    /// What a combinator takes, behind views or not.
    asked: FxHashSet<Name>,
}

impl Row {
    fn of(stms: &[Stm]) -> Row {
        let mut row = Row {
            out: Vec::with_capacity(stms.len()),
            impure: vec![0],
            ..Row::default()
        };
        for (number, stm) in stms.iter().enumerate() {
            match &stm.exp {
                Exp::Soac { inputs, soac, .. } => {
                    row.asked.extend(inputs.iter().copied());
                    if !matches!(**soac, Soac::Filter { .. }) {
                        for input in inputs {
                            let taker = row.takers.entry(*input).or_insert((Some(number), 0));
                            taker.0 = taker.0.filter(|own| *own == number);
                            taker.1 += 1;
                        }
                    }
                }
                Exp::Index { array, at } => {
                    let elements = row.elements.entry(*array).or_default();
                    elements.extend(at.first());
                }
                _ => {}
            }
        }
        for stm in stms.iter().rev() {
            if let (Some(array), Some(value)) = (views::viewed(&stm.exp), stm.pat.values.first())
                && row.asked.contains(&value.name)
            {
                row.asked.insert(array);
            }
        }
        row
    }

    /// The statement that binds a name, if it stands here.
    fn giver(&self, name: Name) -> Option<(usize, &Stm)> {
        let place = *self.bound.get(&name)?;
        Some((place, self.out.get(place)?.as_ref()?))
    }

    /// Whether all statements behind a place have no effect.
    fn is_pure_behind(&self, place: usize) -> bool {
        self.impure.get(place + 1) == self.impure.last()
    }

    /// Whether a name is bound before a place, or outside.
    fn is_bound_before(&self, name: Name, place: usize) -> bool {
        self.bound.get(&name).is_none_or(|bound| *bound < place)
    }

    /// A statement uses names, but for those that it binds by now.
    fn use_all(&mut self, used: Vec<Name>, stm: &Stm) {
        let own: FxHashSet<Name> = stm.pat.names().collect();
        self.used
            .extend(used.into_iter().filter(|name| !own.contains(name)));
    }

    /// A statement stands at a place, and binds what it does there.
    fn put(&mut self, place: usize, stm: Stm) {
        self.bound.extend(stm.pat.names().map(|name| (name, place)));
        if let Exp::Soac { inputs, .. } = &stm.exp
            && inputs.len() <= MOST
        {
            self.readers.extend(inputs.iter().map(|input| (*input, place)));
        }
        if let Some(own) = self.out.get_mut(place) {
            *own = Some(stm);
        }
    }

    fn push(&mut self, stm: Stm, is_pure: bool) {
        let before = self.impure.last().copied().unwrap_or(0);
        self.impure.push(before + u32::from(!is_pure));
        self.out.push(None);
        self.put(self.out.len() - 1, stm);
    }
}

/// What may be done next with a statement.
struct Step {
    rule: &'static Rule,
    /// With which other one.
    place: usize,
    /// Whether it goes there, rather than that the other one comes.
    is_up: bool,
}

impl Fuse<'_> {
    fn is_on(&self, rule: &Rule) -> bool {
        !self.without.iter().any(|off| off.id == rule.id)
    }

    fn is_natural(&self, size: Atom) -> bool {
        is_natural(size) || size.name().is_some_and(|name| self.natural.contains(&name))
    }

    /// Whether a statement gives values and does nothing else.
    fn is_pure(&self, stm: &Stm) -> bool {
        is_pure_of(stm, &|size| self.is_natural(size))
    }

    /// How often a name is used.
    fn count(&self, name: Name) -> u32 {
        match name.index() < self.known && !self.many.contains(&name) {
            true => self.uses.count(name),
            false => self.made.get(&name).copied().unwrap_or(u32::MAX),
        }
    }

    /// A name is used once less, or once more.
    fn counted(&mut self, name: Name, is_more: bool) {
        match (self.made.get_mut(&name), is_more) {
            (Some(count), true) => *count = count.saturating_add(1),
            (Some(count), false) => *count = count.saturating_sub(1),
            (None, true) => self.uses.used(&name),
            (None, false) => self.uses.release(Atom::Var(name)),
        }
        self.journal.push((name, is_more));
    }

    fn atom_gone(&mut self, atom: Atom) {
        if let Atom::Var(name) = atom {
            self.counted(name, false);
        }
    }

    fn type_gone(&mut self, ty: &Type) {
        for size in ty.dims().iter().filter_map(|dim| dim.size()) {
            self.atom_gone(size);
        }
    }

    /// Fuses what stands in a body, of which all bodies within are done.
    fn fuse(&mut self, body: &mut Body) {
        let mut row = Row::of(&body.stms);
        for stm in std::mem::take(&mut body.stms) {
            self.statement(stm, &mut row);
        }
        body.stms = row.out.into_iter().flatten().collect();
    }

    fn statement(&mut self, mut stm: Stm, row: &mut Row) {
        if self.depth == 0 {
            self.journal.clear();
        }
        match &mut stm.exp {
            Exp::Index { .. } | Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Reshape { .. } => {
                let Err(own) = self.viewed(stm, row) else {
                    return;
                };
                stm = *own;
            }
            Exp::WithAcc { .. } => self.accumulated(&mut stm, row),
            _ => {}
        }
        if !matches!(stm.exp, Exp::Soac { .. }) {
            row.used.extend(free::of_stm(&stm));
            let is_pure = self.is_pure(&stm);
            return row.push(stm, is_pure);
        }
        let used: Vec<Name> = match self.facts_of(&stm) {
            Some(facts) => facts.within.iter().copied().chain(inputs(&stm)).collect(),
            None => free::of_stm(&stm).into_iter().collect(),
        };
        let mut tried = Vec::new();
        while let Some(step) = self.next(&stm, row, &tried) {
            tried.push(step.place);
            let Some(other) = row.out.get_mut(step.place).and_then(Option::take) else {
                continue;
            };
            match self.taken(step.rule, other, stm) {
                Ok(joined) => {
                    step.rule.apply();
                    if step.is_up {
                        row.use_all(used, &joined);
                        return row.put(step.place, joined);
                    }
                    stm = joined;
                }
                Err(both) => {
                    let (other, own) = *both;
                    if let Some(place) = row.out.get_mut(step.place) {
                        *place = Some(other);
                    }
                    stm = own;
                }
            }
        }
        if let Some((filter, map)) = self.behind_filter(&stm, row) {
            row.use_all(used, &filter);
            let is_pure = self.is_pure(&filter);
            row.push(filter, is_pure);
            return self.statement(map, row);
        }
        let is_pure = self.facts_of(&stm).is_some_and(|facts| facts.is_pure);
        row.use_all(used, &stm);
        row.push(stm, is_pure);
    }

    /// What a statement and the one that goes into it, or beside it, become by a rule; both, if they stay.
    fn taken(&mut self, rule: &Rule, other: Stm, own: Stm) -> Result<Stm, Box<(Stm, Stm)>> {
        if rule.id == elder_core::rules::fusion::CORE_FU_FILTER.id {
            return self.filtered(other, own);
        }
        self.joined(other, own)
    }

    /// The combinator that may come to a statement, or to which it may go.
    fn next(&mut self, stm: &Stm, row: &Row, tried: &[usize]) -> Option<Step> {
        let Exp::Soac { inputs, .. } = &stm.exp else {
            return None;
        };
        self.facts_of(stm)?;
        let mut places: Vec<usize> = Vec::new();
        for input in inputs {
            if let Some((place, giver)) = row.giver(*input) {
                let is_new = !places.contains(&place) && !tried.contains(&place);
                if is_new && self.facts_of(giver).is_some() {
                    places.push(place);
                }
            }
        }
        let whole = places
            .iter()
            .find_map(|place| self.producer(stm, row, *place, false));
        let filter = || places.iter().find_map(|place| self.filter(stm, row, *place));
        whole
            .or_else(filter)
            .or_else(|| self.beside(stm, row, tried))
            .or_else(|| {
                places
                    .iter()
                    .find_map(|place| self.producer(stm, row, *place, true))
            })
    }

    /// The rule by which a combinator becomes a part of a statement that takes its results: all of them, or with some that stay.
    fn producer(&self, stm: &Stm, row: &Row, place: usize, keeps: bool) -> Option<Step> {
        let own = Combined::of(stm, self)?;
        let of = Combined::of(row.out.get(place)?.as_ref()?, self)?;
        let first = of.screma().filter(|_| of.is_open())?;
        let taken = function(own.soac);
        if *of.width != *own.width || matches!(own.soac, Soac::Filter { .. }) && keeps {
            return None;
        }
        let mut gone = 0_usize;
        let mut stays = Vec::new();
        for (number, value) in of.stm.pat.values.iter().enumerate() {
            let here = own.inputs.iter().filter(|input| **input == value.name).count();
            let is_array = number >= first.singles();
            if !is_array && here > 0 {
                // What rows are reduced to is known when all of them are.
                return None;
            }
            match is_array && usize::try_from(self.count(value.name)).is_ok_and(|all| all == here) {
                true => gone += 1,
                false => stays.push(value.name),
            }
        }
        let rule = match keeps {
            true => &CORE_FU_KEEP,
            false => rule(own.soac)?,
        };
        if stays.is_empty() == keeps || !self.is_on(rule) {
            return None;
        }
        if stays.iter().any(|name| own.facts.within.contains(name)) {
            return None;
        }
        let elements = taken.params.iter().skip(accumulators(own.soac));
        let is_given = |input: &Name| of.stm.pat.values.iter().any(|value| value.name == *input);
        let mut handed = own.inputs.iter().zip(elements);
        if of.facts.takes || handed.any(|(input, param)| is_given(input) && self.consumed.array(param)) {
            return None;
        }
        if keeps && (self.waits(stm, row) || !self.may_keep(&own, first, gone)) {
            return None;
        }
        let is_up = self.placed(&of, &own, row, place, &stays)?;
        Some(Step { rule, place, is_up })
    }

    /// Whether a statement that takes results may give those that stay.
    fn may_keep(&self, own: &Combined<'_>, first: &Screma, gone: usize) -> bool {
        let Some(screma) = own
            .screma()
            .filter(|_| own.is_open() || first.operators().next().is_none())
        else {
            return false;
        };
        // What the host executes of what is both reduced and mapped is done in parts, so an array has to be saved by it.
        let is_map = screma.operators().chain(first.operators()).next().is_none();
        let scalars = |screma: &Screma| {
            let operators = screma.operators().flat_map(|own| &own.function.params);
            operators.map(|param| &param.ty).all(|ty| ty.rank() == 0)
        };
        screma.accs.is_empty()
            && screma.after.is_none()
            && (first.operators().next().is_none() || paired(first, screma))
            && (self.depth > 0 || is_map || gone > 0)
            && scalars(screma)
    }

    /// Whether a statement goes to the place of another one rather than that this one comes to it, if one of that may be.
    fn placed(
        &self,
        of: &Combined<'_>,
        own: &Combined<'_>,
        row: &Row,
        place: usize,
        stays: &[Name],
    ) -> Option<bool> {
        let is_given = |name: &Name| of.stm.pat.values.iter().any(|value| value.name == *name);
        let is_first = of.facts.is_pure || of.facts.is_counted && own.facts.is_pure;
        let comes = !of.facts.reads
            && is_first
            && (of.facts.is_pure || row.is_pure_behind(place))
            && !stays.iter().any(|name| row.used.contains(name));
        if comes {
            return Some(false);
        }
        let is_there = |name: &Name| is_given(name) || row.is_bound_before(*name, place);
        let goes = !stays.is_empty()
            && !own.facts.reads
            && own.facts.is_pure
            && is_first
            && own.inputs.iter().all(is_there)
            && own.facts.within.iter().all(is_there)
            && own.stm.pat.sizes.is_empty();
        goes.then_some(true)
    }

    /// A combinator that reads an array which this one reads too.
    fn beside(&mut self, stm: &Stm, row: &Row, tried: &[usize]) -> Option<Step> {
        if !self.is_on(&CORE_FU_HORIZ) {
            return None;
        }
        let places: Vec<usize> = inputs(stm)
            .filter_map(|input| row.readers.get(&input).copied())
            .filter(|place| !tried.contains(place))
            .collect();
        for place in &places {
            if let Some(Some(other)) = row.out.get(*place) {
                self.facts_of(other);
            }
        }
        places.into_iter().find_map(|place| {
            let is_up = self.may_join(stm, row, place)?;
            Some(Step {
                rule: &CORE_FU_HORIZ,
                place,
                is_up,
            })
        })
    }

    fn may_join(&self, stm: &Stm, row: &Row, place: usize) -> Option<bool> {
        let own = Combined::of(stm, self)?;
        let of = Combined::of(row.out.get(place)?.as_ref()?, self)?;
        let (first, second) = (of.screma()?, own.screma()?);
        let arrays = |own: &Combined<'_>| own.stm.pat.values.len() + own.inputs.len();
        let is_joinable = of.is_open()
            && own.is_open()
            && *of.width == *own.width
            && own.stm.at.is_plain()
            && paired(first, second)
            && !of.facts.takes
            && !own.facts.takes
            && !self.waits(of.stm, row)
            && !self.waits(stm, row)
            && arrays(&of) + arrays(&own) <= MOST;
        let names: Vec<Name> = of.stm.pat.names().collect();
        let is_taken = |name: &Name| own.inputs.contains(name) || own.facts.within.contains(name);
        if !is_joinable || names.iter().any(is_taken) || !self.saves(&of, &own, row) {
            return None;
        }
        self.placed(&of, &own, row, place, &names)
    }

    /// Whether the host executes less if two combinators are one.  A launch reduces or gives arrays: what would do both is worth it if a map that both take
    /// becomes a part of it.
    fn saves(&self, of: &Combined<'_>, own: &Combined<'_>, row: &Row) -> bool {
        let kinds = [of, own].map(|own| {
            let screma = own.screma();
            let singles = screma.map_or(0, Screma::singles);
            (singles > 0, own.stm.pat.values.len() > singles)
        });
        if self.depth > 0 || matches!(kinds, [(false, _), (false, _)] | [(true, false), (true, false)]) {
            return true;
        }
        own.inputs.iter().any(|input| {
            let times = |own: &Combined<'_>| own.inputs.iter().filter(|other| *other == input).count();
            let is_map =
                |stm: &Stm| Combined::of(stm, self).is_some_and(|own| own.is_map() && !nests(own.soac));
            let all = times(of) + times(own);
            times(of) > 0
                && usize::try_from(self.count(*input)).is_ok_and(|count| count == all)
                && row.giver(*input).is_some_and(|(_, giver)| is_map(giver))
        })
    }

    /// Whether all that a map gives another combinator will take, whose function it then is a part of.
    fn waits(&self, stm: &Stm, row: &Row) -> bool {
        let taker = |name: Name| {
            let (taker, times) = row.takers.get(&name)?;
            taker.filter(|_| self.count(name) == *times)
        };
        let mut takers = stm.pat.values.iter().map(|value| taker(value.name));
        match (&stm.exp, takers.next()) {
            (Exp::Soac { soac, .. }, Some(Some(first))) if facts::is_map(soac) => {
                takers.all(|other| other == Some(first))
            }
            _ => false,
        }
    }

    /// CORE-FU-ACC: maps that one combinator right in the function of an accumulation takes become a part of that.
    fn accumulated(&mut self, stm: &mut Stm, row: &mut Row) {
        let Exp::WithAcc { function, .. } = &mut stm.exp else {
            return;
        };
        if !self.is_on(&CORE_FU_ACC) {
            return;
        }
        let mut is_pure_before = true;
        for own in &mut function.body.stms {
            while let Some(place) = self.before_accumulation(own, row, is_pure_before)
                && let Some(other) = row.out.get_mut(place).and_then(Option::take)
            {
                match self.joined(other, std::mem::replace(own, Stm::gone())) {
                    Ok(joined) => {
                        CORE_FU_ACC.apply();
                        *own = joined;
                    }
                    Err(both) => {
                        let (other, back) = *both;
                        *own = back;
                        if let Some(place) = row.out.get_mut(place) {
                            *place = Some(other);
                        }
                        break;
                    }
                }
            }
            is_pure_before &= self.is_pure(own);
        }
    }

    fn before_accumulation(&mut self, own: &Stm, row: &Row, is_pure_before: bool) -> Option<usize> {
        self.facts_of(own)?;
        let places: Vec<usize> = inputs(own)
            .filter_map(|input| Some(row.giver(input)?.0))
            .collect();
        for place in &places {
            self.facts_of(row.out.get(*place)?.as_ref()?);
        }
        places.into_iter().find(|place| {
            let is_pure = row.out.get(*place).and_then(Option::as_ref);
            let is_pure = is_pure
                .and_then(|stm| self.known(stm))
                .is_some_and(|facts| facts.is_pure);
            let step = self.producer(own, row, *place, false);
            (is_pure || is_pure_before) && step.is_some_and(|step| !step.is_up)
        })
    }
}

/// A combinator and what is known of it.
struct Combined<'s> {
    stm: &'s Stm,
    width: &'s Atom,
    inputs: &'s [Name],
    soac: &'s Soac,
    facts: &'s Facts,
}

impl<'s> Combined<'s> {
    fn of(stm: &'s Stm, fuse: &'s Fuse<'_>) -> Option<Combined<'s>> {
        let Exp::Soac { width, inputs, soac } = &stm.exp else {
            return None;
        };
        Some(Combined {
            stm,
            width,
            inputs,
            soac,
            facts: fuse.known(stm)?,
        })
    }

    fn screma(&self) -> Option<&'s Screma> {
        match self.soac {
            Soac::Screma(screma) => Some(screma),
            _ => None,
        }
    }

    /// Whether it is a map, or one that reduces too, of which nothing is asked.
    fn is_open(&self) -> bool {
        self.stm.at.is_plain()
            && self.stm.pat.sizes.is_empty()
            && self.screma().is_some_and(|screma| {
                screma.accs.is_empty()
                    && screma.after.is_none()
                    && screma.scans.is_empty()
                    && screma.reductions.len() <= 1
            })
    }

    fn is_map(&self) -> bool {
        self.is_open() && facts::is_map(self.soac)
    }
}

fn inputs(stm: &Stm) -> impl Iterator<Item = Name> {
    let inputs = match &stm.exp {
        Exp::Soac { inputs, .. } => inputs.as_slice(),
        _ => &[],
    };
    inputs.iter().copied()
}

/// Whether the reductions of two combinators, at most one each, may be one of pairs: short operators of few scalars, which both commute or do not.
fn paired(first: &Screma, second: &Screma) -> bool {
    let ([first], [second]) = (first.reductions.as_slice(), second.reductions.as_slice()) else {
        return first.reductions.is_empty() || second.reductions.is_empty() && second.scans.is_empty();
    };
    let of_scalars = |own: &elder_core::tree::Operator| {
        let is_short = own.function.body.stms.len() <= 8;
        let is_plain =
            |stm: &Stm| matches!(stm.exp, Exp::Prim(..) | Exp::Atom(_)) && is_pure_of(stm, &is_natural);
        is_short
            && own.function.body.stms.iter().all(is_plain)
            && own.function.params.iter().all(|param| param.ty.rank() == 0)
    };
    first.commutative == second.commutative
        && first.operands() + second.operands() <= 4
        && [first, second].into_iter().all(of_scalars)
}

/// The rule by which a map becomes a part of a combinator; a filter takes what its predicate asks for by another one.
fn rule(soac: &Soac) -> Option<&'static Rule> {
    match soac {
        Soac::Screma(screma) => Some(match screma.shape() {
            Shape::Map => &CORE_FU_MAPMAP,
            _ if !screma.reductions.is_empty() => &CORE_FU_REDOMAP,
            _ if !screma.scans.is_empty() => &CORE_FU_SCANOMAP,
            _ => &CORE_FU_MAPMAP,
        }),
        Soac::Scatter { .. } => Some(&CORE_FU_MAPSCATTER),
        Soac::Hist { .. } => Some(&CORE_FU_MAPHIST),
        // A filter gives its elements; a stream takes chunks of arrays.
        Soac::Filter { .. } | Soac::StreamPar { .. } | Soac::StreamSeq { .. } => None,
    }
}

/// How many accumulators stand before the elements.
fn accumulators(soac: &Soac) -> usize {
    match soac {
        Soac::Screma(screma) => screma.accs.len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use elder_core::{check, print, read};
    use elder_syntax::SourceId;

    fn fused(text: &str) -> String {
        let mut program = read::program(SourceId(0), text, &|_| None).unwrap();
        names::note(&mut program);
        run(&mut program, &[]);
        check::sized(&program).unwrap();
        print::program(&program)
    }

    /// A chain of many maps is one, and what is known of it was not found again for each.
    #[test]
    fn chains_are_one() {
        let mut text = String::from("entry main [n] (y0: [n]i32): [n]i32 =\n");
        for number in 1..=1000 {
            let before = number - 1;
            text += &format!(
                "  let y{number}: [n]i32 = map n (\\(x{number}: i32): i32 -> let z{number}: i32 = x{number} * 3i32 in z{number}) y{before}\n"
            );
        }
        let fused = fused(&(text + "  in y1000"));
        assert_eq!(fused.matches("map").count(), 1, "{fused}");
    }

    /// What a join that is given up counted is counted back: the rows stay an array, of which the other map still is one.
    #[test]
    fn nests_are_kept() {
        let text = "entry main [n] (xss: [n][2]i32): [n]i32 =
  let yss: [n][2]i32 = map n (\\(xs: [2]i32): [2]i32 ->
      let ys: [2]i32 = map 2i64 (\\(x: i32): i32 -> let y: i32 = x + 1i32 in y) xs
      in ys) xss
  let zs: [n]i32 = map n (\\(ys: [2]i32): i32 ->
      let a: i32 = ys[0i64]
      let b: i32 = ys[1i64]
      let c: i32 = loop (c: i32 = a) for i: i64 < 3i64 do
          let d: i32 = c * b
          in d
      in c) yss
  in zs";
        let fused = fused(text);
        assert_eq!(fused.matches("map n").count(), 2, "{fused}");
        assert_eq!(fused.matches("ys[").count(), 2, "{fused}");
    }
}
