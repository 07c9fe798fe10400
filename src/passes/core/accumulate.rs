//! `accumulate`: additions to accumulators become reductions and maps.
//!
//! Items that add to one place wait for one another, and where nobody knows that places are apart each addition is one that no other item may come between.
//! Where the index says more, less is needed: what all elements of a map add to one place is a reduction, whose result is added once; what is added to each
//! place once is a map.  So an accumulation that a gradient of a matrix product is becomes a reduction of segments.
//!
//! Bodies are gone through from the inside to the outside: what is left of a map behind a reduction is one addition, which the map around it may reduce
//! again.  Where the index changes in the inner of two maps only, these are exchanged first.
//!
//! | file | what |
//! | --- | --- |
//! | `accumulate.rs` | which accumulator adds how, and where |
//! | `reduce.rs` | maps that add to one place |
//! | `swap.rs` | maps that are exchanged |
//! | `whole.rs` | accumulations of which an accumulator is no longer needed |
//!
//! ```text
//! with_acc [m] (xs) (+) (0) do (\a -> map n with a (\a i -> map m with a (\a j -> a[j] += f(i, j)) (iota m)) (iota n))
//!
//! let rs = map m (\j -> redomap n (+) (0) (\i -> f(i, j)) (iota n)) (iota m)   map m (+) xs rs
//! ```

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

mod reduce;
mod swap;
mod whole;

use elder_core::analyses::effects::is_pure;
use elder_core::builder::Builder;
use elder_core::names::{Name, Names};
use elder_core::renamed::Substitution;
use elder_core::rules::accumulation::{CORE_AC_COND, CORE_AC_JOIN};
use elder_core::tree::{Accumulated, Atom, Binder, Body, Exp, Given, Operator, Program, Soac, Stm, Type};
use elder_core::walk::{Fold, Rewrite, fold, rewrite};
use elder_syntax::Rule;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use swap::Guard;

/// The rules of the pass.
pub const RULES: &[&Rule] = elder_core::rules::accumulation::TABLE;

/// The most statements of an operator that is executed where it was not before.
const SHORT: usize = 8;

/// Makes reductions and maps of accumulations, without these rules.  What it leaves unused, and what stands where it was computed, is simplified.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let mut accumulates = Accumulates(false);
    fold::program(&mut accumulates, program);
    if !accumulates.0 {
        return;
    }
    let mut names = std::mem::take(&mut program.names);
    let mut pass = Accumulate {
        names: &mut names,
        without,
        groups: FxHashMap::default(),
        from: FxHashMap::default(),
        counts: FxHashMap::default(),
        filled: FxHashMap::default(),
        guard: None,
        depth: 0,
        changed: false,
    };
    rewrite::program(&mut pass, program);
    let changed = pass.changed;
    program.names = names;
    if changed {
        super::simplify::run(program, &[]);
    }
}

/// Whether there are accumulations.
struct Accumulates(bool);

impl Fold for Accumulates {
    fn exp(&mut self, exp: &Exp) {
        self.0 |= matches!(exp, Exp::WithAcc { .. });
        if !self.0 {
            fold::exp(self, exp);
        }
    }
}

struct Accumulate<'p> {
    names: &'p mut Names,
    without: &'p [&'p Rule],
    /// What accumulators add to, and how.
    groups: FxHashMap<Name, Rc<Group>>,
    /// Of accumulators that statements bind, those that they were made of.
    from: FxHashMap<Name, Name>,
    /// How many numbers from 0 an array has.
    counts: FxHashMap<Name, Atom>,
    /// What all elements of an array are.
    filled: FxHashMap<Name, Atom>,
    /// What may be assumed of widths around a statement.
    guard: Option<Guard>,
    /// In how many functions of combinators it stands.
    depth: usize,
    changed: bool,
}

/// Arrays that an accumulator of scalars stands for, with an operator that does nothing but compute.
struct Group {
    operator: Operator,
    space: Vec<Atom>,
}

impl Group {
    fn of(update: &Accumulated) -> Option<Group> {
        let operator = update.operator.clone()?;
        let function = &operator.function;
        let is_scalar = |ty: &Type| matches!(ty, Type::Prim(_));
        let is_plain = function.results.iter().all(is_scalar)
            && function.body.stms.len() <= SHORT
            && function.body.stms.iter().all(computes);
        is_plain.then(|| Group {
            operator,
            space: update.space.clone(),
        })
    }

    /// The types of what is added.
    fn types(&self) -> &[Type] {
        &self.operator.function.results
    }
}

/// Whether a statement only computes, in straight lines.
fn computes(stm: &Stm) -> bool {
    let is_straight = match &stm.exp {
        Exp::Prim(..) | Exp::Atom(_) => true,
        Exp::If { then, otherwise, .. } => [then, otherwise]
            .iter()
            .all(|body| body.stms.len() <= SHORT && body.stms.iter().all(computes)),
        _ => false,
    };
    is_straight && is_pure(stm)
}

/// What a statement does to an accumulator.
enum Step {
    /// It adds there, or does not.
    Adds(Vec<Atom>),
    /// Elements of its inputs do something.
    Nest,
    /// Something else.
    Other,
}

impl Rewrite for Accumulate<'_> {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        self.enter(&stm.exp);
        let is_whole = matches!(stm.exp, Exp::WithAcc { .. });
        let outer = is_whole.then(|| std::mem::replace(&mut self.guard, Guard::of(&stm)));
        rewrite::stm(self, &mut stm);
        self.leave(&stm);
        match &stm.exp {
            Exp::Soac { soac, .. } if matches!(&**soac, Soac::Screma(screma) if !screma.accs.is_empty()) => {
                self.map(stm, out);
            }
            Exp::WithAcc { .. } => {
                let own = std::mem::replace(&mut self.guard, outer.flatten());
                self.guarded(stm, own, out);
            }
            _ => out.push(stm),
        }
    }

    fn body(&mut self, body: &mut Body) {
        rewrite::body(self, body);
        if self.is_on(&CORE_AC_JOIN) {
            self.join(body);
        }
    }

    fn soac(&mut self, soac: &mut Soac) {
        self.depth += 1;
        rewrite::soac(self, soac);
        self.depth -= 1;
    }
}

impl Accumulate<'_> {
    fn is_on(&self, rule: &Rule) -> bool {
        !self.without.iter().any(|off| off.id == rule.id)
    }

    fn apply(&mut self, rule: &'static Rule) {
        rule.apply();
        self.changed = true;
    }

    /// One accumulator is made of another one.
    fn made(&mut self, name: Name, from: Name) {
        if let Some(group) = self.groups.get(&from).cloned() {
            self.groups.insert(name, group);
        }
        self.from.insert(name, from);
    }

    /// What the accumulators are of the parts of an expression.
    fn enter(&mut self, exp: &Exp) {
        match exp {
            Exp::WithAcc { updates, function } => {
                for (update, param) in updates.iter().zip(&function.params) {
                    if let Some(group) = Group::of(update) {
                        self.groups.insert(param.name, Rc::new(group));
                    }
                }
            }
            Exp::Soac { soac, .. } => {
                if let Soac::Screma(screma) = &**soac {
                    for (acc, param) in screma.accs.iter().zip(&screma.function.params) {
                        self.made(param.name, *acc);
                    }
                }
            }
            Exp::Loop(it) => {
                for (param, first) in &it.params {
                    if let (Type::Acc(_), Atom::Var(first)) = (&param.binder.ty, first) {
                        self.made(param.binder.name, *first);
                    }
                }
            }
            _ => {}
        }
    }

    /// What is known of what a statement binds.
    fn leave(&mut self, stm: &Stm) {
        let mut values = stm.pat.values.iter().map(|value| value.name);
        match &stm.exp {
            Exp::AccUpdate { acc, .. } => values.for_each(|value| self.made(value, *acc)),
            Exp::Soac { soac, .. } => {
                if let Soac::Screma(screma) = &**soac {
                    for (value, acc) in values.zip(&screma.accs) {
                        self.made(value, *acc);
                    }
                }
            }
            Exp::Loop(it) => {
                for (value, (_, first)) in values.zip(&it.params) {
                    if let Some(first) = first.name().filter(|first| self.groups.contains_key(first)) {
                        self.made(value, first);
                    }
                }
            }
            Exp::If { then, .. } => {
                for (value, result) in values.zip(&then.results) {
                    if let Some(result) = result.name().filter(|result| self.groups.contains_key(result)) {
                        self.made(value, result);
                    }
                }
            }
            Exp::Iota(count) => self.counts.extend(values.next().map(|value| (value, *count))),
            Exp::Replicate { value: all, .. } => self.filled.extend(values.next().map(|value| (value, *all))),
            _ => {}
        }
    }

    /// Whether an accumulator is made of another one, or is it.
    fn descends(&self, name: Name, other: Name) -> bool {
        let mut next = Some(name);
        while let Some(own) = next {
            if own == other {
                return true;
            }
            next = self.from.get(&own).copied();
        }
        false
    }

    /// What a statement does to an accumulator, and what that is called behind it.
    fn step(&self, stm: &Stm, acc: Name) -> Option<(Name, Step)> {
        let values = &stm.pat.values;
        match &stm.exp {
            Exp::AccUpdate { acc: own, at, .. } if *own == acc => {
                Some((values.first()?.name, Step::Adds(at.clone())))
            }
            Exp::Soac { soac, .. } => {
                let Soac::Screma(screma) = &**soac else {
                    return None;
                };
                let number = screma.accs.iter().position(|own| *own == acc)?;
                Some((values.get(number)?.name, Step::Nest))
            }
            Exp::If { then, otherwise, .. } => {
                let is_own =
                    |value: &Binder| matches!(value.ty, Type::Acc(_)) && self.descends(value.name, acc);
                let number = values.iter().position(is_own)?;
                let step = match self.added([then, otherwise], number, acc) {
                    Some(Some(at)) => Step::Adds(at),
                    _ => Step::Other,
                };
                Some((values.get(number)?.name, step))
            }
            Exp::Loop(it) => {
                let number = it.params.iter().position(|(_, first)| *first == Atom::Var(acc))?;
                Some((values.get(number)?.name, Step::Other))
            }
            _ => None,
        }
    }

    /// Where two branches add, if one or both do once, and nothing else: at indexes that both know.
    fn added(&self, branches: [&Body; 2], number: usize, acc: Name) -> Option<Option<Vec<Atom>>> {
        if !self.is_on(&CORE_AC_COND) {
            return None;
        }
        let added = |body: &Body| -> Option<Option<Vec<Atom>>> {
            let result = body.results.get(number)?.name()?;
            if result == acc {
                return Some(None);
            }
            let is_own = |stm: &&Stm| stm.pat.names().any(|name| name == result);
            match self.step(body.stms.iter().find(is_own)?, acc)? {
                (_, Step::Adds(at)) => Some(Some(at)),
                _ => None,
            }
        };
        let [then, otherwise] = branches;
        match (added(then)?, added(otherwise)?) {
            (Some(at), Some(other)) => (at == other).then_some(Some(at)),
            (one, other) => Some(one.or(other)),
        }
    }

    /// The values that a statement of a body adds to an accumulator, which is afterwards what it was before.
    fn taken(&mut self, body: &mut Body, name: Name, acc: Name) -> Option<Vec<Atom>> {
        let is_own = |stm: &Stm| stm.pat.names().any(|own| own == name);
        let place = body.stms.iter().position(is_own)?;
        let stm = body.stms.get_mut(place)?;
        let values = match &mut stm.exp {
            Exp::AccUpdate { values, .. } => {
                let values = std::mem::take(values);
                let stm = body.stms.remove(place);
                let (stms, values) = self.behind(&stm, values);
                body.stms.splice(place..place, stms);
                values
            }
            Exp::If {
                then,
                otherwise,
                results,
                ..
            } => {
                let group = self.groups.get(&acc).cloned()?;
                let number = stm.pat.values.iter().position(|value| value.name == name)?;
                for branch in [then, otherwise] {
                    let result = branch.results.get(number)?.name()?;
                    let values = match result == acc {
                        true => group.operator.neutral.clone(),
                        false => self.taken(branch, result, acc)?,
                    };
                    branch.results.splice(number..=number, values);
                }
                let types = group.types().iter();
                let given = types.clone().map(|ty| Given::new(ty.shown(), false));
                results.given.splice(number..=number, given);
                let binders: Vec<Binder> = types.map(|ty| self.names.typed("add", ty.clone())).collect();
                let values = binders.iter().map(|binder| binder.name.into()).collect();
                stm.pat.values.splice(number..=number, binders);
                self.apply(&CORE_AC_COND);
                values
            }
            _ => return None,
        };
        Substitution(&FxHashMap::from_iter([(name, acc.into())])).body(body);
        Some(values)
    }

    /// Operands that may be used behind the assertions of a statement only.
    fn behind(&mut self, stm: &Stm, values: Vec<Atom>) -> (Vec<Stm>, Vec<Atom>) {
        if stm.certs.is_empty() {
            return (vec![], values);
        }
        let mut b = Builder::new(self.names, stm.at);
        let values = values
            .into_iter()
            .map(|value| b.bind("add", Exp::Atom(value)).into());
        let values = values.collect();
        let mut stms = b.finish(vec![]).stms;
        for own in &mut stms {
            own.certs.clone_from(&stm.certs);
        }
        (stms, values)
    }

    /// CORE-AC-JOIN: two additions to one place, one right behind the other, are one.
    fn join(&mut self, body: &mut Body) {
        let mut out: Vec<Option<Stm>> = Vec::with_capacity(body.stms.len());
        let mut adds: FxHashMap<Name, usize> = FxHashMap::default();
        for mut stm in std::mem::take(&mut body.stms) {
            let Exp::AccUpdate { acc, at, values } = &mut stm.exp else {
                out.push(Some(stm));
                continue;
            };
            let before = adds.get(acc).copied();
            let group = self.groups.get(acc).cloned();
            if let (Some(before), Some(group)) = (before, group)
                && let Some(slot) = out.get_mut(before)
                && matches!(slot, Some(Stm { exp: Exp::AccUpdate { at: own, .. }, .. }) if own == at)
                && let Some(Stm {
                    exp:
                        Exp::AccUpdate {
                            acc: first,
                            values: added,
                            ..
                        },
                    certs,
                    ..
                }) = slot.take()
            {
                *acc = first;
                stm.certs.extend(certs);
                let mut b = Builder::new(self.names, stm.at);
                let operands = [added, std::mem::take(values)].concat();
                *values = b.apply(&group.operator.function, &operands);
                let mut both = b.finish(vec![]).stms;
                for own in &mut both {
                    own.certs.clone_from(&stm.certs);
                }
                out.extend(both.into_iter().map(Some));
                self.apply(&CORE_AC_JOIN);
            }
            let name = stm.pat.values.first().map(|value| value.name);
            if let (Some(name), Exp::AccUpdate { acc, .. }) = (name, &stm.exp) {
                self.made(name, *acc);
            }
            adds.extend(name.map(|name| (name, out.len())));
            out.push(Some(stm));
        }
        body.stms = out.into_iter().flatten().collect();
    }
}

/// What a part binds.
#[derive(Default)]
struct Bound(FxHashSet<Name>);

impl Fold for Bound {
    fn bound(&mut self, name: &Name) {
        self.0.insert(*name);
    }
}
