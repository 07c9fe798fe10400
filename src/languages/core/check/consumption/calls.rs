//! Definitions, calls, branches and loops.

use super::super::Judged;
use super::super::aliases::{Premise, Shared, Token, overlap, union};
use super::{Consumption, Gives};
use crate::names::FunName;
use crate::rules::aliases::{
    CORE_A_CALL_NU, CORE_A_CALL_U, CORE_A_IF, CORE_A_LOOP_NU, CORE_A_LOOP_U, CORE_SAFE_CALL, CORE_SAFE_FUN,
    CORE_SAFE_LOOP,
};
use crate::tree::{Atom, Body, Loop, Param, Results, Type};
use smallvec::smallvec;

/// What every call of a constant gives is not consumed.
const CONSTANT: Premise = (&CORE_SAFE_CALL, "constant");

impl Consumption<'_> {
    /// All functions and entry points.
    pub(super) fn definitions(&mut self) {
        let program = self.checker.program;
        for (index, function) in program.functions.iter().enumerate() {
            self.checker.at = function.at;
            // A function that calls itself may give what it gets from itself.
            loop {
                let errors = self.checker.errors.len();
                let constant = self.definition(&function.params, &function.results, &function.body);
                if constant == self.constant[index] || self.checker.errors.len() > errors {
                    break;
                }
                self.constant[index] = constant;
            }
        }
        for entry in &program.entries {
            self.checker.at = entry.at;
            self.definition(&entry.params, &entry.results, &entry.body);
        }
    }

    /// CORE-SAFE-FUN.  Which results may be what every call of a constant gives.
    fn definition(&mut self, params: &[Param], results: &Results, body: &Body) -> Vec<bool> {
        CORE_SAFE_FUN.apply();
        self.params(params, (&CORE_SAFE_FUN, "parameter"));
        let judged = self.body(body).and_then(|given| {
            let unique: Vec<bool> = results.given.iter().map(|given| given.unique).collect();
            let frozen = |this: &Self, token| this.aliases.premise(token).is_some();
            self.starred(&given, &unique, (&CORE_SAFE_FUN, "result"), frozen)?;
            Ok(given)
        });
        match judged {
            Ok(given) => {
                let constant = |token: &Token| {
                    let premise = self.aliases.premise(*token);
                    premise.is_some_and(|(rule, key)| rule.id == CONSTANT.0.id && key == CONSTANT.1)
                };
                let results = given
                    .iter()
                    .map(|shared| params.is_empty() || shared.iter().any(constant));
                results.collect()
            }
            Err(error) => {
                self.checker.note(Err(error));
                Vec::new()
            }
        }
    }

    /// Parameters are bound; an unstarred one may not be consumed by that premise.  The token of each.
    fn params<'b>(&mut self, params: impl IntoIterator<Item = &'b Param>, premise: Premise) -> Vec<Token> {
        let bind = |param: &Param| {
            let token = match param.unique {
                true => self.aliases.fresh(),
                false => self.aliases.frozen(premise),
            };
            self.aliases.bind(&param.binder, smallvec![token]);
            token
        };
        params.into_iter().map(bind).collect()
    }

    /// That each starred result shares with no other result, and with nothing that a caller may have.
    fn starred(
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
                let apart = other == k || !overlap(shared, theirs);
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
    fn handed<'b>(
        &mut self,
        params: impl Iterator<Item = &'b Param> + Clone,
        handed: &[(Atom, Shared)],
        (rule, premise): Premise,
    ) -> Judged {
        let starred = params.enumerate().filter(|(_, param)| param.unique);
        for (k, _) in starred.clone() {
            let Some((atom, shared)) = handed.get(k) else {
                continue;
            };
            for (other, (_, theirs)) in handed.iter().enumerate() {
                let apart = other == k || !overlap(shared, theirs);
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
        self.handed(function.params.iter(), &handed, (&CORE_SAFE_CALL, "apart"))?;
        let mut all: Shared = smallvec![self.aliases.fresh()];
        for (param, (_, shared)) in function.params.iter().zip(&handed) {
            if !param.unique && !matches!(param.binder.ty, Type::Acc(_)) {
                union(&mut all, shared);
            }
        }
        let constant = self.constant.get(name.index()).cloned().unwrap_or_default();
        let mut results = Vec::with_capacity(function.results.given.len());
        for (k, given) in function.results.given.iter().enumerate() {
            results.push(match given.unique {
                true => {
                    CORE_A_CALL_U.apply();
                    smallvec![self.aliases.fresh()]
                }
                false => {
                    CORE_A_CALL_NU.apply();
                    let mut shared = all.clone();
                    if constant.get(k) == Some(&true) {
                        union(&mut shared, &[self.aliases.frozen(CONSTANT)]);
                    }
                    shared
                }
            });
        }
        Ok(Gives::Shared(results))
    }

    /// CORE-A-IF.  What one branch consumed is consumed, but the other may give it: what it was then has another token.
    pub(super) fn branches(&mut self, then: &Body, otherwise: &Body) -> Judged<Gives> {
        CORE_A_IF.apply();
        let mark = self.aliases.mark();
        let first = self.body(then);
        let consumed = self.aliases.undone(mark);
        let second = self.body(otherwise);
        for (token, by) in consumed {
            self.aliases.consume(token, by);
        }
        let mut given = first?;
        for (shared, other) in given.iter_mut().zip(second?) {
            union(shared, &other);
        }
        let mut renamed: Vec<(Token, Token)> = Vec::new();
        for shared in &mut given {
            for token in shared.iter_mut() {
                if self.aliases.consumed(*token).is_none() {
                    continue;
                }
                let known = renamed.iter().find(|(old, _)| old == token);
                *token = match known {
                    Some((_, new)) => *new,
                    None => {
                        let new = self.aliases.renamed(*token);
                        renamed.push((*token, new));
                        new
                    }
                };
            }
            shared.sort_unstable();
        }
        Ok(Gives::Shared(given))
    }

    /// CORE-SAFE-LOOP, CORE-A-LOOP-NU, CORE-A-LOOP-U
    pub(super) fn repetition(&mut self, inside: &Loop) -> Judged<Gives> {
        CORE_SAFE_LOOP.apply();
        let params = || inside.params.iter().map(|(param, _)| param);
        let mut first = Vec::with_capacity(inside.params.len());
        for (_, initial) in &inside.params {
            first.push((*initial, self.atom(*initial)?));
        }
        self.handed(params(), &first, (&CORE_SAFE_LOOP, "apart"))?;
        let from = self.aliases.next();
        let (next, _) = self.within((&CORE_SAFE_LOOP, "free"), |this| -> Judged<_> {
            let tokens = this.params(params(), (&CORE_SAFE_LOOP, "parameter"));
            let next = this.body(&inside.body)?;
            let unique: Vec<bool> = params().map(|param| param.unique).collect();
            this.starred(&next, &unique, (&CORE_SAFE_LOOP, "result"), |this, token| {
                token < from || this.aliases.premise(token).is_some()
            })?;
            Ok((tokens, next))
        });
        let (tokens, next) = next?;
        // What a starred parameter began with is consumed: who gets the parameter has the array alone.
        let began = first.into_iter().zip(params());
        let mut results: Vec<Shared> = began
            .map(|((_, shared), param)| match param.unique {
                true => Shared::new(),
                false => shared,
            })
            .collect();
        for (shared, next) in results.iter_mut().zip(&next) {
            let outside: Shared = next.iter().copied().filter(|token| *token < from).collect();
            union(shared, &outside);
        }
        self.shifted(&tokens, &next, &mut results);
        let all = self.aliases.fresh();
        for (shared, param) in results.iter_mut().zip(params()) {
            match param.unique {
                true => {
                    CORE_A_LOOP_U.apply();
                    *shared = smallvec![self.aliases.fresh()];
                }
                false => {
                    CORE_A_LOOP_NU.apply();
                    union(shared, &[all]);
                }
            }
        }
        Ok(Gives::Shared(results))
    }

    /// A result that may be what another parameter was shares what that parameter shares, in the end.
    pub(super) fn shifted(&self, params: &[Token], next: &[Shared], results: &mut [Shared]) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for k in 0..results.len() {
                for (other, token) in params.iter().enumerate() {
                    if next.get(k).is_some_and(|shared| shared.contains(token)) && other != k {
                        let theirs = results[other].clone();
                        let before = results[k].len();
                        union(&mut results[k], &theirs);
                        again |= results[k].len() > before;
                    }
                }
            }
        }
    }
}
