//! Stars are found: which parameters of loops, functions and entry points are consumed, and which results of functions are the caller's alone.
//!
//! Programs that were written say so.  Those that were made of other languages may not know, and ask for the stars with which their
//! programs are judged best.  A body is judged with no parameter starred; where that would refuse the program because
//! the parameter is consumed, or handed on to a starred one, it is starred, and the loop or the function is judged anew.

use super::super::Checker;
use super::super::aliases::{Aliases, Shared, Token};
use super::{Consumption, Summary};
use crate::names::{FunName, Name};
use crate::tree::{Loop, Param, Program};
use crate::walk::{Rewrite, rewrite};
use rustc_hash::FxHashSet;

/// The stars that were found so far.
#[derive(Default)]
pub(super) struct Sought {
    /// Parameters of loops.
    loops: FxHashSet<Name>,
    /// For each function, which parameters are consumed.
    functions: Vec<Vec<bool>>,
    /// Tokens of unstarred parameters of loops and functions that are consumed.
    pub wanted: FxHashSet<Token>,
    /// For each entry point, which parameters are consumed.
    pub entries: Vec<Vec<bool>>,
}

/// Stars the parameters of loops, functions and entry points, and the results of functions.  Results of entry points keep their stars.
/// The program may be refused with these stars, but not with others only.
pub fn star(program: &mut Program) {
    let mut consumption = Consumption {
        checker: Checker::new(program),
        aliases: Aliases::new(program.names.len()),
        frames: Vec::new(),
        summaries: vec![Summary::default(); program.functions.len()],
        sought: Some(Sought {
            functions: vec![Vec::new(); program.functions.len()],
            ..Sought::default()
        }),
    };
    consumption.definitions();
    let (sought, summaries) = (consumption.sought, consumption.summaries);
    let Some(mut sought) = sought else { return };
    let functions = std::mem::take(&mut sought.functions);
    let found = functions.into_iter().zip(summaries);
    for (function, (consumed, summary)) in program.functions.iter_mut().zip(found) {
        for (param, consumed) in function.params.iter_mut().zip(consumed) {
            param.unique = param.binder.ty.rank() > 0 && consumed;
        }
        for (k, given) in function.results.given.iter_mut().enumerate() {
            given.unique = given.ty.rank() > 0 && summary.is_alone(k);
        }
        rewrite::definition(&mut sought, function);
    }
    let entries = std::mem::take(&mut sought.entries);
    for (entry, consumed) in program.entries.iter_mut().zip(entries) {
        for (param, consumed) in entry.params.iter_mut().zip(consumed) {
            param.unique = param.binder.ty.rank() > 0 && consumed;
        }
        rewrite::definition(&mut sought, entry);
    }
}

impl Rewrite for Sought {
    fn repetition(&mut self, inside: &mut Loop) {
        for (param, _) in &mut inside.params {
            param.unique = self.loops.contains(&param.binder.name);
        }
        rewrite::repetition(self, inside);
    }
}

impl Consumption<'_> {
    /// Whether a result of a function is starred: none is while stars are sought.
    pub(super) fn is_starred(&self, written: bool) -> bool {
        written && self.sought.is_none()
    }

    /// Which parameters of a function are starred.
    pub(super) fn starred_arguments(&self, function: FunName, params: &[Param]) -> Vec<bool> {
        let Some(sought) = &self.sought else {
            return params.iter().map(|param| param.unique).collect();
        };
        let found = sought.functions.get(function.index());
        let is_found = |k| found.is_some_and(|found| found.get(k) == Some(&true));
        (0..params.len()).map(is_found).collect()
    }

    /// Parameters of a function are starred that its body has consumed, and whether there were more of them than before.
    pub(super) fn found_arguments(&mut self, function: FunName, tokens: &[Token]) -> bool {
        let Some(sought) = &mut self.sought else {
            return false;
        };
        let Some(found) = sought.functions.get_mut(function.index()) else {
            return false;
        };
        found.resize(tokens.len(), false);
        let mut more = false;
        for (starred, token) in found.iter_mut().zip(tokens) {
            if !*starred && sought.wanted.contains(token) {
                *starred = true;
                more = true;
            }
        }
        more
    }

    /// Which parameters of a loop are starred.
    pub(super) fn starred_params(&self, inside: &Loop) -> Vec<bool> {
        let params = inside.params.iter().map(|(param, _)| param);
        let starred = params.map(|param| match &self.sought {
            None => param.unique,
            Some(sought) => sought.loops.contains(&param.binder.name),
        });
        starred.collect()
    }

    /// Parameters of a loop are starred that its body has consumed, or handed on to starred ones.
    pub(super) fn found(&mut self, inside: &Loop, tokens: &[Token], next: &[Shared]) {
        let starred = self.starred_params(inside);
        let Some(sought) = &mut self.sought else {
            return;
        };
        let given = || starred.iter().zip(next).filter(|(starred, _)| **starred);
        for ((param, _), token) in inside.params.iter().zip(tokens) {
            let of = |shared: &Shared| shared.iter().any(|other| self.aliases.base(*other) == *token);
            if sought.wanted.contains(token) || given().any(|(_, shared)| of(shared)) {
                sought.loops.insert(param.binder.name);
            }
        }
    }
}
