//! Definitions and calls.

use super::super::Judged;
use super::super::aliases::{Premise, Shared, Side, Token, union};
use super::{Consumption, Gives};
use crate::names::FunName;
use crate::rules::aliases::{CORE_A_CALL_NU, CORE_A_CALL_U, CORE_SAFE_CALL, CORE_SAFE_FUN};
use crate::tree::{Atom, Body, Param, Results};
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::collections::BTreeSet;

/// What every call of a constant gives is not consumed.
const CONSTANT: Premise = (&CORE_SAFE_CALL, "constant");

/// What a result of a function may be that its callers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// What is passed for an unstarred parameter.
    Param(usize),
    /// What every call of a constant gives.
    Constant,
}

/// What the results of a function may share, for those who call it.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// What each of them may be.
    sources: BTreeSet<(usize, Source)>,
    /// Which two may share an array at one time: one of an unstarred parameter, or else one that the function has made, or was handed for a starred parameter.
    together: BTreeSet<(usize, usize, Option<usize>)>,
}

impl Summary {
    /// What either says; whether that is more.
    fn join(&mut self, other: Summary) -> bool {
        let before = (self.sources.len(), self.together.len());
        self.sources.extend(other.sources);
        self.together.extend(other.together);
        before != (self.sources.len(), self.together.len())
    }

    /// Whether a result is its caller's alone.
    pub(super) fn is_alone(&self, k: usize) -> bool {
        let shares = |(one, other, _): &(usize, usize, _)| *one == k || *other == k;
        !self.sources.iter().any(|(result, _)| *result == k) && !self.together.iter().any(shares)
    }
}

impl Consumption<'_> {
    /// All functions and entry points.
    pub(super) fn definitions(&mut self) {
        let program = self.checker.program;
        for (index, function) in program.functions.iter().enumerate() {
            self.checker.at = function.at;
            let name = FunName(index as u32);
            // A function that calls itself may give what it gets from itself.
            loop {
                let errors = self.checker.errors.len();
                let unique = self.starred_arguments(name, &function.params);
                let (tokens, summary) =
                    self.definition(&function.params, &unique, &function.results, &function.body);
                let found = self.found_arguments(name, &tokens);
                let Some(known) = self.summaries.get_mut(index) else {
                    break;
                };
                if found {
                    // What is consumed is not given to callers.
                    *known = Summary::default();
                    continue;
                }
                let more = known.join(summary);
                if !more || (self.sought.is_none() && self.checker.errors.len() > errors) {
                    break;
                }
            }
        }
        for entry in &program.entries {
            self.checker.at = entry.at;
            let unique: Vec<bool> = entry
                .params
                .iter()
                .map(|param| param.unique || self.sought.is_some())
                .collect();
            let (tokens, _) = self.definition(&entry.params, &unique, &entry.results, &entry.body);
            let consumed = tokens.iter().map(|token| self.aliases.consumed(*token).is_some());
            let consumed = consumed.collect();
            if let Some(sought) = &mut self.sought {
                sought.entries.push(consumed);
            }
        }
    }

    /// CORE-SAFE-FUN.  The tokens of the parameters, and what the results may share.
    fn definition(
        &mut self,
        params: &[Param],
        unique: &[bool],
        results: &Results,
        body: &Body,
    ) -> (Vec<Token>, Summary) {
        CORE_SAFE_FUN.apply();
        let tokens = self.params(params, unique, (&CORE_SAFE_FUN, "parameter"));
        let judged = self.body(body).and_then(|given| {
            let starred = results.given.iter().map(|given| self.is_starred(given.unique));
            let starred: Vec<bool> = starred.collect();
            let frozen = |this: &Self, token| this.aliases.premise(token).is_some();
            self.starred(&given, &starred, (&CORE_SAFE_FUN, "result"), frozen)?;
            Ok(given)
        });
        let summary = match judged {
            Ok(given) => self.summary(&tokens, unique, &given),
            Err(error) => {
                self.checker.note(Err(error));
                Summary::default()
            }
        };
        (tokens, summary)
    }

    /// What results may share that a function gives to its callers.
    fn summary(&self, params: &[Token], unique: &[bool], given: &[Shared]) -> Summary {
        let mut summary = Summary::default();
        let mut places: FxHashMap<Token, Vec<(usize, Token)>> = FxHashMap::default();
        for (k, shared) in given.iter().enumerate() {
            if params.is_empty() {
                summary.sources.insert((k, Source::Constant));
            }
            for token in shared {
                let base = self.aliases.base(*token);
                let param = params.iter().position(|param| *param == base);
                let param = param.filter(|param| unique.get(*param) != Some(&true));
                let premise = self.aliases.premise(base);
                let is_constant =
                    premise.is_some_and(|(rule, key)| rule.id == CONSTANT.0.id && key == CONSTANT.1);
                let source = param
                    .map(Source::Param)
                    .or(is_constant.then_some(Source::Constant));
                summary.sources.extend(source.map(|source| (k, source)));
                let others = places.entry(base).or_default();
                for (other, theirs) in others.iter() {
                    if *other != k && self.aliases.may_be(*token, *theirs) {
                        summary.together.insert((*other, k, param));
                    }
                }
                others.push((k, *token));
            }
        }
        summary
    }

    /// Parameters are bound; an unstarred one may not be consumed by that premise.  The token of each.
    pub(super) fn params<'b>(
        &mut self,
        params: impl IntoIterator<Item = &'b Param>,
        unique: &[bool],
        premise: Premise,
    ) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(unique.len());
        for (param, unique) in params.into_iter().zip(unique) {
            let token = match unique {
                true => self.aliases.fresh(),
                false => self.aliases.frozen(premise),
            };
            self.aliases.bind(&param.binder, smallvec![token]);
            tokens.push(token);
        }
        tokens
    }

    /// That each starred result shares with no other result, and with nothing that a caller may have.
    pub(super) fn starred(
        &self,
        given: &[Shared],
        unique: &[bool],
        (rule, premise): Premise,
        foreign: impl Fn(&Self, Token) -> bool,
    ) -> Judged {
        for (k, shared) in given.iter().enumerate() {
            if unique.get(k) != Some(&true) {
                continue;
            }
            let place = k + 1;
            let alone = !shared.iter().any(|token| foreign(self, *token));
            self.checker.require(alone, rule, premise, || {
                format!("the starred result in place {place} may be an array that others have")
            })?;
            for (other, theirs) in given.iter().enumerate() {
                let apart = other == k || !self.aliases.overlap(shared, theirs);
                self.checker.require(apart, rule, premise, || {
                    format!(
                        "the starred result in place {place} may be the one in place {}",
                        other + 1
                    )
                })?;
            }
        }
        Ok(())
    }

    /// That what is handed to each starred parameter shares with nothing else that is handed over; it is consumed.
    pub(super) fn handed(
        &mut self,
        unique: &[bool],
        handed: &[(Atom, Shared)],
        (rule, premise): Premise,
    ) -> Judged {
        let starred = unique.iter().enumerate().filter(|(_, unique)| **unique);
        for (k, _) in starred.clone() {
            let Some((atom, shared)) = handed.get(k) else {
                continue;
            };
            for (other, (_, theirs)) in handed.iter().enumerate() {
                let apart = other == k || !self.aliases.overlap(shared, theirs);
                self.checker.require(apart, rule, premise, || {
                    let text = self.checker.atom_text(*atom);
                    format!(
                        "{text} is consumed, and may be what is handed over in place {}",
                        other + 1
                    )
                })?;
            }
        }
        for (k, _) in starred {
            if let Some((Atom::Var(name), shared)) = handed.get(k) {
                self.consume(*name, shared)?;
            }
        }
        Ok(())
    }

    /// CORE-SAFE-CALL, CORE-A-CALL-NU, CORE-A-CALL-U
    pub(super) fn call(&mut self, name: FunName, arguments: &[Atom]) -> Judged<Gives> {
        CORE_SAFE_CALL.apply();
        let mut handed = Vec::with_capacity(arguments.len());
        for argument in arguments {
            handed.push((*argument, self.atom(*argument)?));
        }
        let Some(function) = self.checker.program.function(name) else {
            // CORE-T-PROG has found it.
            return Ok(Gives::Fresh);
        };
        let unique = self.starred_arguments(name, &function.params);
        self.handed(&unique, &handed, (&CORE_SAFE_CALL, "apart"))?;
        let starred = function
            .results
            .given
            .iter()
            .map(|given| self.is_starred(given.unique));
        let starred: Vec<bool> = starred.collect();
        let mut results: Vec<Shared> = Vec::with_capacity(starred.len());
        for starred in &starred {
            match starred {
                true => CORE_A_CALL_U.apply(),
                false => CORE_A_CALL_NU.apply(),
            }
            results.push(smallvec![self.aliases.fresh()]);
        }
        let summary = self.summaries.get(name.index()).cloned().unwrap_or_default();
        let mut apart = FxHashMap::default();
        let unstarred = |k: usize| starred.get(k) == Some(&false);
        for (k, source) in &summary.sources {
            let theirs = match source {
                Source::Param(param) => match handed.get(*param) {
                    Some((_, shared)) => self.passed(&summary, (*k, *param), shared, &mut apart),
                    None => continue,
                },
                Source::Constant => smallvec![self.aliases.frozen(CONSTANT)],
            };
            if let (true, Some(shared)) = (unstarred(*k), results.get_mut(*k)) {
                union(shared, &theirs);
            }
        }
        for (one, other, param) in &summary.together {
            if param.is_none() && unstarred(*one) && unstarred(*other) {
                let token = self.aliases.fresh();
                for k in [*one, *other] {
                    if let Some(shared) = results.get_mut(k) {
                        union(shared, &[token]);
                    }
                }
            }
        }
        Ok(Gives::Shared(results))
    }

    /// What a result shares that may be what was passed for a parameter: of two results that are never both this at one time, one has each side.
    fn passed(
        &mut self,
        summary: &Summary,
        (k, param): (usize, usize),
        shared: &[Token],
        apart: &mut FxHashMap<(usize, usize, usize), (Side, Side)>,
    ) -> Shared {
        let mut own = Shared::from_slice(shared);
        for (other, source) in &summary.sources {
            let (first, second) = (k.min(*other), k.max(*other));
            let are_together = summary.together.contains(&(first, second, Some(param)));
            if *other == k || *source != Source::Param(param) || are_together {
                continue;
            }
            let sides = apart.entry((first, second, param));
            let (yes, no) = *sides.or_insert_with(|| self.aliases.conditional());
            let side = if k == first { yes } else { no };
            for token in &mut own {
                *token = self.aliases.on(*token, side);
            }
        }
        own
    }
}
