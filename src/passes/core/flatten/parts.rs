//! The parts into which the function of a space falls (CORE-FL-DIST): runs of statements that an item executes one after the other, and single statements in which
//! there is parallelism of a size that is known outside.

use super::nest::Inner;
use super::{Flatten, is_outside};
use crate::core::elements::{is_cheap, makes_arrays};
use elder_core::analyses::effects::{is_natural, is_pure};
use elder_core::analyses::free;
use elder_core::names::Name;
use elder_core::rules::flattening::{
    CORE_FL_BRANCH, CORE_FL_LOOP, CORE_FL_NEST, CORE_FL_PARTS, CORE_FL_SEGACC, CORE_FL_SEGRED, CORE_FL_SPLIT,
};
use elder_core::tree::{
    Atom, Binder, Body, Exp, Form, Lambda, Operator, Pat, Screma, Shape, Soac, Stm, Target, Type,
};
use elder_core::walk::{Fold, fold};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// So few elements are a vector that an item has for itself.
const SHORT: i64 = 4;

/// Names that have another value for each item, or none outside.
pub(super) type Own = FxHashSet<Name>;

/// A part of a function.
#[derive(Debug)]
pub(super) struct Part {
    /// Which statements of the body, those that are done again among them.
    pub stms: Vec<usize>,
    /// How the parallelism of its last statement is used; an item executes all of it if it is not.
    pub way: Option<Way>,
    /// What it takes of other parts.
    pub takes: Vec<Name>,
    /// What others take of it, or the function gives.
    pub gives: Vec<Name>,
    /// Results of the function that no part makes and this one gives besides, by their numbers.
    pub rest: Vec<usize>,
    /// Whether it adds to the accumulators of the space.
    pub adds: bool,
    /// How many primitive functions it does again.
    pub again: usize,
}

/// How the parallelism of a statement is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Its space gets one more dimension.
    Nest,
    /// Items add to what all of them have.
    Accumulation,
    /// It is a loop of the host.
    Loop,
    /// It is a branch of the host.
    Branch,
}

/// What a statement is to those around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// It costs nothing, and is done again where what it gives is used.
    View,
    /// A primitive function, which may be done again.
    Cheap,
    /// Something else that an item executes.
    Sequential,
    /// Something parallel.
    Parallel(Way),
}

/// A run of statements.
#[derive(Clone, Copy)]
struct Run {
    from: usize,
    until: usize,
    way: Option<Way>,
}

/// A body that is looked at.
struct Looked<'b> {
    body: &'b Body,
    sorts: Vec<Sort>,
    /// What each statement uses that it does not bind.
    used: Vec<FxHashSet<Name>>,
    /// Which statement binds a name.
    bound: FxHashMap<Name, usize>,
    /// What is no value: certificates, and accumulators.
    plain: FxHashSet<Name>,
    own: Own,
    /// The primitive functions that a parallel statement may have before it.
    room: Vec<usize>,
    may_repeat: bool,
}

impl Flatten<'_> {
    /// The parts of a function, if there is something parallel among them.
    pub(super) fn parts(&self, params: &[Binder], body: &Body, outer: &Own) -> Option<Vec<Part>> {
        if !body.stms.iter().any(has_combinators) {
            return None;
        }
        let mut own = outer.clone();
        own.extend(params.iter().map(|param| param.name));
        own.extend(body.stms.iter().flat_map(|stm| stm.pat.names()));
        let views = self.views(body, &own);
        let sorts = body.stms.iter().enumerate().map(|(k, stm)| {
            if views.contains(&k) {
                return Sort::View;
            }
            match self.way(stm, &own, body) {
                Some(way) if self.threads_all(stm, params) => Sort::Parallel(way),
                _ if is_again(stm) => Sort::Cheap,
                _ => Sort::Sequential,
            }
        });
        let sorts: Vec<Sort> = sorts.collect();
        if !sorts.iter().any(|sort| matches!(sort, Sort::Parallel(_))) {
            return None;
        }
        let bound = body.stms.iter().enumerate();
        let bound = bound.flat_map(|(k, stm)| stm.pat.names().map(move |name| (name, k)));
        let is_value = |name: &Name| !matches!(self.names.ty(*name), Some(Type::Cert | Type::Acc(_)));
        let bound: FxHashMap<Name, usize> = bound.collect();
        let looked = Looked {
            body,
            sorts,
            plain: bound.keys().copied().filter(|name| !is_value(name)).collect(),
            used: body.stms.iter().map(free::of_stm).collect(),
            bound,
            own,
            room: body.stms.iter().map(room).collect(),
            may_repeat: self.is_on(&CORE_FL_PARTS),
        };
        self.uniform(&looked)
    }

    /// The parts, of which all that crosses has a size that is known outside: others are put together, and an item executes them.
    fn uniform(&self, looked: &Looked<'_>) -> Option<Vec<Part>> {
        let mut runs = looked.runs();
        loop {
            if runs.iter().all(|run| run.way.is_none()) {
                return None;
            }
            let mut parts = looked.parts(&runs);
            let Some((from, until)) = self.irregular(looked, &runs, &parts) else {
                for (part, run) in parts.iter_mut().zip(&runs) {
                    part.adds = self.adds(looked, *run);
                }
                return Some(parts);
            };
            if from == until && runs.get(from)?.way.is_none() {
                return None;
            }
            let whole = Run {
                from: runs.get(from)?.from,
                until: runs.get(until)?.until,
                way: None,
            };
            runs.splice(from..=until, [whole]);
        }
    }

    /// Two parts between which something crosses that has no size outside, or both of which add.
    fn irregular(&self, looked: &Looked<'_>, runs: &[Run], parts: &[Part]) -> Option<(usize, usize)> {
        let part_of = |name: Name| {
            let stm = *looked.bound.get(&name)?;
            runs.iter().position(|run| (run.from..run.until).contains(&stm))
        };
        for (to, part) in parts.iter().enumerate() {
            let to = to.min(runs.len().saturating_sub(1));
            for name in &part.takes {
                if !self.is_regular(*name, &looked.own) {
                    return Some((part_of(*name)?.min(to), to));
                }
            }
            if let Some(name) = part
                .gives
                .iter()
                .find(|name| !self.is_regular(**name, &looked.own))
            {
                return Some((part_of(*name)?, to));
            }
        }
        let adding: Vec<usize> = (0..runs.len())
            .filter(|k| runs.get(*k).is_some_and(|run| self.adds(looked, *run)))
            .collect();
        let (first, last) = (adding.first()?, adding.last()?);
        (first != last).then_some((*first, *last))
    }

    /// Whether a statement adds to all accumulators that a function takes, or to none.
    fn threads_all(&self, stm: &Stm, params: &[Binder]) -> bool {
        let Exp::Soac { soac, .. } = &stm.exp else {
            return true;
        };
        let Soac::Screma(screma) = &**soac else {
            return true;
        };
        let accs = params.iter().filter(|param| matches!(param.ty, Type::Acc(_)));
        screma.accs.is_empty() || accs.map(|acc| acc.name).eq(screma.accs.iter().copied())
    }

    fn adds(&self, looked: &Looked<'_>, run: Run) -> bool {
        (run.from..run.until).any(|k| {
            let used = looked.used.get(k);
            used.is_some_and(|used| used.iter().any(|name| self.is_acc(*name)))
        })
    }

    fn is_acc(&self, name: Name) -> bool {
        matches!(self.names.ty(name), Some(Type::Acc(_)))
    }

    /// Whether what crosses may be an array of all items.
    fn is_regular(&self, name: Name, own: &Own) -> bool {
        self.names.ty(name).is_some_and(|ty| match ty {
            Type::Prim(_) => true,
            Type::Array { .. } => has_outer_sizes(ty, own),
            Type::Cert | Type::Acc(_) => false,
        })
    }

    /// How the parallelism of a statement may be used, by those inside of which these are their own.
    fn way(&self, stm: &Stm, own: &Own, body: &Body) -> Option<Way> {
        if self.sites.attributes(stm.at).has("sequential") || !stm.pat.sizes.is_empty() {
            return None;
        }
        let is_uniform = |value: &Binder| match value.ty {
            Type::Acc(_) => true,
            _ => has_outer_sizes(&value.ty, own),
        };
        if !stm.pat.values.iter().all(is_uniform) {
            return None;
        }
        match &stm.exp {
            Exp::Soac { width, inputs, soac } => {
                let is_counted = !inputs.is_empty() || is_natural(*width);
                if !is_outside(*width, own) || !is_worth(*width) || !is_counted {
                    return None;
                }
                match &**soac {
                    Soac::Screma(screma) => self.is_nest(screma, inputs, own, body).then_some(Way::Nest),
                    Soac::Scatter { into, .. } => {
                        let targets: Vec<&Target> = into.iter().collect();
                        self.is_accumulation(&targets, &[], own, body)
                            .then_some(Way::Accumulation)
                    }
                    Soac::Hist { into, .. } => {
                        let targets: Vec<&Target> = into.iter().flat_map(|(targets, _)| targets).collect();
                        let operators: Vec<&Operator> = into.iter().map(|(_, operator)| operator).collect();
                        self.is_accumulation(&targets, &operators, own, body)
                            .then_some(Way::Accumulation)
                    }
                    _ => None,
                }
            }
            Exp::Loop(it) if self.is_on(&CORE_FL_LOOP) => {
                let Form::For { bound, .. } = it.form else {
                    return None;
                };
                let is_state = |binder: &Binder| {
                    let is_value = !matches!(binder.ty, Type::Cert | Type::Acc(_));
                    let is_written = || self.consumed.by(&it.body.stms, binder.name);
                    is_value && has_outer_sizes(&binder.ty, own) && (binder.ty.rank() == 0 || !is_written())
                };
                let params: Vec<Binder> = it.params.iter().map(|(param, _)| param.binder.clone()).collect();
                let may = is_outside(bound, own)
                    && it.sizes.is_empty()
                    && !params.is_empty()
                    && params.iter().all(is_state)
                    && !self.uses_accs(stm)
                    && self.parts(&params, &it.body, own).is_some();
                may.then_some(Way::Loop)
            }
            Exp::If {
                condition,
                then,
                otherwise,
                results,
            } if self.is_on(&CORE_FL_BRANCH) => {
                let may = is_outside(*condition, own)
                    && results.existential == 0
                    && !stm.pat.values.is_empty()
                    && !self.uses_accs(stm)
                    && [then, otherwise]
                        .into_iter()
                        .any(|body| self.parts(&[], body, own).is_some());
                may.then_some(Way::Branch)
            }
            _ => None,
        }
    }

    fn uses_accs(&self, stm: &Stm) -> bool {
        free::of_stm(stm).into_iter().any(|name| self.is_acc(name))
    }

    /// Whether a combinator can be a space of one more dimension.
    fn is_nest(&self, screma: &Screma, inputs: &[Name], own: &Own, body: &Body) -> bool {
        let rule = match screma.shape() {
            Shape::Map => &CORE_FL_NEST,
            _ => &CORE_FL_SEGRED,
        };
        let of_numbers = |input: &Name| {
            let mut stms = body.stms.iter();
            stms.any(|stm| matches!(stm.exp, Exp::Iota(_)) && stm.pat.names().any(|name| name == *input))
        };
        let is_plain = !makes_arrays(&screma.function)
            || matches!(screma.shape(), Shape::Map) && !inputs.iter().any(of_numbers);
        self.is_on(rule) && Inner::is(screma, own) && is_plain
    }

    fn is_accumulation(&self, targets: &[&Target], operators: &[&Operator], own: &Own, body: &Body) -> bool {
        let is_made = |target: &&Target| {
            let by = body
                .stms
                .iter()
                .find(|stm| stm.pat.names().any(|name| name == target.array));
            // A view is found again in each part, and is none of all items.
            let is_view = |stm: &Stm| is_look(stm) || matches!(stm.exp, Exp::Iota(_) | Exp::Index { .. });
            by.is_some_and(|stm| !is_view(stm))
        };
        self.is_on(&CORE_FL_SEGACC)
            && targets.iter().all(is_made)
            && operators.iter().all(|operator| is_known(operator, own))
    }

    /// The statements of a body that are done again where what they give is used: parts of what stands outside, and numbers that are counted.
    fn views(&self, body: &Body, own: &Own) -> FxHashSet<usize> {
        let mut views = FxHashSet::default();
        let mut seen: FxHashSet<Name> = FxHashSet::default();
        for (k, stm) in body.stms.iter().enumerate() {
            let is_seen = |name: &Name| !own.contains(name) || seen.contains(name);
            let is_view = is_pure(stm)
                && stm.pat.sizes.is_empty()
                && match &stm.exp {
                    Exp::Index { array, .. } => is_seen(array),
                    Exp::Iota(count) => is_outside(*count, own),
                    _ => is_look(stm),
                };
            if is_view {
                views.insert(k);
                seen.extend(stm.pat.names());
            }
        }
        views
    }

    /// CORE-FL-SPLIT: a combinator that combines what a function with parallelism of its own gives becomes a map, and one that only combines.
    ///
    /// How many there were.
    pub(super) fn split(&mut self, params: &[Binder], body: &mut Body, outer: &Own) -> usize {
        if !self.is_on(&CORE_FL_SPLIT) {
            return 0;
        }
        let mut split = 0;
        let mut own = outer.clone();
        own.extend(params.iter().map(|param| param.name));
        own.extend(body.stms.iter().flat_map(|stm| stm.pat.names()));
        let stms = std::mem::take(&mut body.stms);
        for stm in stms {
            match self.is_split(&stm, &own) {
                true => {
                    split += 1;
                    let [map, combined] = self.in_two(stm);
                    body.stms.extend([map, combined].into_iter().flatten());
                }
                false => body.stms.push(stm),
            }
        }
        split
    }

    fn is_split(&self, stm: &Stm, own: &Own) -> bool {
        let Exp::Soac { width, soac, .. } = &stm.exp else {
            return false;
        };
        let Soac::Screma(screma) = &**soac else {
            return false;
        };
        let mut within = own.clone();
        within.extend(screma.function.params.iter().map(|param| param.name));
        is_outside(*width, own)
            && !self.sites.attributes(stm.at).has("sequential")
            && may_split(screma)
            && makes_arrays(&screma.function)
            && screma.function.results.iter().all(|ty| has_outer_sizes(ty, own))
            && self.parts(&[], &screma.function.body, &within).is_some()
    }

    fn in_two(&mut self, stm: Stm) -> [Option<Stm>; 2] {
        let Exp::Soac { width, inputs, soac } = stm.exp else {
            return [Some(stm), None];
        };
        let Soac::Screma(screma) = *soac else {
            let exp = Exp::Soac { width, inputs, soac };
            return [Some(Stm { exp, ..stm }), None];
        };
        let types = screma.function.results.clone();
        let arrays: Vec<Binder> = types
            .iter()
            .map(|ty| self.names.typed("mapped", over(&[width], ty)))
            .collect();
        let given: Vec<Name> = arrays.iter().map(|array| array.name).collect();
        let map = Stm {
            pat: Pat::of(arrays),
            exp: Exp::soac(width, inputs, Soac::map(vec![], screma.function)),
            certs: stm.certs.clone(),
            safe: stm.safe,
            at: stm.at,
        };
        let params: Vec<Binder> = types.iter().map(|ty| self.names.typed("x", ty.clone())).collect();
        let results = params.iter().map(|param| param.name.into()).collect();
        let function = Lambda::new(params, Body::of(vec![], results), types);
        let combined = Screma { function, ..screma };
        let combined = Stm {
            exp: Exp::soac(width, given, Soac::Screma(combined)),
            ..stm
        };
        [Some(map), Some(combined)]
    }
}

/// Whether what a combinator's function gives may be there for all elements before anything is combined: of two that may fail the first is known.
pub(super) fn may_split(screma: &Screma) -> bool {
    let combines = !screma.reductions.is_empty() || !screma.scans.is_empty();
    let does_not_fail = |function: &Lambda| function.body.stms.iter().all(is_pure);
    let operators = || screma.operators().map(|operator| &operator.function);
    combines && screma.accs.is_empty() && (does_not_fail(&screma.function) || operators().all(does_not_fail))
}

impl Looked<'_> {
    /// Runs of statements in their order: each parallel one alone.
    fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (k, sort) in self.sorts.iter().enumerate() {
            let until = k + 1;
            match (sort, runs.last_mut()) {
                (Sort::Parallel(way), _) => runs.push(Run {
                    from: k,
                    until,
                    way: Some(*way),
                }),
                // What is done again is of no part.
                (Sort::View, _) => {}
                (_, Some(run)) if run.way.is_none() => run.until = until,
                _ => runs.push(Run {
                    from: k,
                    until,
                    way: None,
                }),
            }
        }
        runs
    }

    /// The parts of runs, without those of which nobody takes anything and that do nothing.
    fn parts(&self, runs: &[Run]) -> Vec<Part> {
        let place = |stm: usize| runs.iter().position(|run| (run.from..run.until).contains(&stm));
        let is_made = |atom: &Atom| {
            let by = atom.name().and_then(|name| self.bound.get(&name));
            by.is_some_and(|stm| !matches!(self.sorts.get(*stm), Some(Sort::View)) && place(*stm).is_some())
        };
        let results = self.body.results.iter().enumerate();
        let rest: Vec<usize> = results
            .filter(|(_, atom)| !is_made(atom))
            .map(|(k, _)| k)
            .collect();
        let mut parts: Vec<Part> = runs.iter().map(|run| self.part(*run, vec![])).collect();
        if !rest.is_empty() {
            let is_last = matches!(runs.last(), Some(Run { way: None, .. }));
            let end = self.sorts.len();
            let run = match (is_last, runs.last()) {
                (true, Some(run)) => *run,
                _ => Run {
                    from: end,
                    until: end,
                    way: None,
                },
            };
            if is_last {
                parts.pop();
            }
            parts.push(self.part(run, rest));
        }
        let results = self.body.results.iter().filter(|atom| is_made(atom));
        let wanted: Vec<Name> = results.filter_map(|atom| atom.name()).collect();
        let taken = parts.iter().flat_map(|part| part.takes.clone());
        let wanted: FxHashSet<Name> = wanted.into_iter().chain(taken).collect();
        for (part, run) in parts.iter_mut().zip(runs) {
            let own = (run.from..run.until).filter(|k| !matches!(self.sorts.get(*k), Some(Sort::View)));
            let stms = own.filter_map(|k| self.body.stms.get(k));
            let bound = stms.flat_map(|stm| stm.pat.names());
            let is_wanted = |name: &Name| wanted.contains(name) && !self.plain.contains(name);
            part.gives = bound.filter(is_wanted).collect();
        }
        parts
    }

    /// A run as a part that gives these results of the function besides, with what is done again for it and what it takes of other runs.
    fn part(&self, run: Run, rest: Vec<usize>) -> Part {
        let is_own = |k: &usize| !matches!(self.sorts.get(*k), Some(Sort::View));
        let own: Vec<usize> = (run.from..run.until).filter(is_own).collect();
        let room = match run.way {
            Some(Way::Nest) => self.room.get(run.from).copied().unwrap_or(0),
            Some(_) => 0,
            None => own.len(),
        };
        let (mut stms, mut takes, mut again) = self.closed(&own, &rest, self.may_repeat);
        if again > room {
            (stms, takes, again) = self.closed(&own, &rest, false);
        }
        Part {
            stms,
            way: run.way,
            takes,
            gives: vec![],
            rest,
            adds: false,
            again,
        }
    }

    /// Statements with what is done again for them, what they take, and how many primitive functions are done again.
    fn closed(&self, own: &[usize], results: &[usize], repeats: bool) -> (Vec<usize>, Vec<Name>, usize) {
        let mut stms: BTreeSet<usize> = own.iter().copied().collect();
        let mut takes: BTreeSet<Name> = BTreeSet::new();
        let mut again = 0;
        let given = results.iter().filter_map(|k| self.body.results.get(*k)?.name());
        let used = own.iter().filter_map(|k| self.used.get(*k)).flatten().copied();
        let mut open: Vec<Name> = used.chain(given).collect();
        while let Some(name) = open.pop() {
            let Some(stm) = self.bound.get(&name).copied() else {
                continue;
            };
            if stms.contains(&stm) || self.plain.contains(&name) {
                continue;
            }
            let is_again = match self.sorts.get(stm) {
                Some(Sort::View) => true,
                Some(Sort::Cheap) if repeats => {
                    again += 1;
                    true
                }
                _ => false,
            };
            match is_again {
                true => {
                    stms.insert(stm);
                    open.extend(self.used.get(stm).into_iter().flatten());
                }
                false => {
                    takes.insert(name);
                }
            }
        }
        (stms.into_iter().collect(), takes.into_iter().collect(), again)
    }
}

/// Whether a statement only looks at an array.
fn is_look(stm: &Stm) -> bool {
    let is_view = matches!(stm.exp, Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Atom(_));
    is_view && is_pure(stm)
}

/// Whether a primitive function may be done again.
fn is_again(stm: &Stm) -> bool {
    matches!(stm.exp, Exp::Prim(function, _) if is_cheap(function)) && stm.certs.is_empty() && is_pure(stm)
}

/// So many primitive functions may stand before a combinator as its function has statements.
fn room(stm: &Stm) -> usize {
    let Exp::Soac { soac, .. } = &stm.exp else {
        return 0;
    };
    match &**soac {
        Soac::Screma(screma) if !makes_arrays(&screma.function) => screma.function.body.stms.len(),
        _ => 0,
    }
}

/// Whether combinators of so many elements are worth more than a loop of an item.
fn is_worth(width: Atom) -> bool {
    width.integer().is_none_or(|width| width >= i128::from(SHORT))
}

/// Whether a type has sizes that are known outside of those whose own these are.
pub(super) fn has_outer_sizes(ty: &Type, own: &Own) -> bool {
    ty.dims()
        .iter()
        .all(|dim| dim.size().is_some_and(|size| is_outside(size, own)))
}

/// Whether an operator is known outside.
pub(super) fn is_known(operator: &Operator, own: &Own) -> bool {
    operator.neutral.iter().all(|neutral| is_outside(*neutral, own))
        && free::of_lambda(&operator.function).is_disjoint(own)
}

/// The type of an array of values of a type, over a space.
pub(super) fn over(space: &[Atom], ty: &Type) -> Type {
    let sizes = ty.dims().iter().filter_map(|dim| dim.size());
    match ty.element() {
        Some(element) => Type::sized(space.iter().copied().chain(sizes), element),
        None => ty.clone(),
    }
}

/// Whether a statement has a combinator within.
fn has_combinators(stm: &Stm) -> bool {
    struct Has(bool);
    impl Fold for Has {
        fn exp(&mut self, exp: &Exp) {
            self.0 |= matches!(exp, Exp::Soac { .. });
            if !self.0 {
                fold::exp(self, exp);
            }
        }
    }
    let mut has = Has(false);
    has.stm(stm);
    has.0
}
