//! Combinators, operators and accumulation.
//!
//! An element has a token of its own, and so has a chunk.  If it was consumed in the end, the input is.

use super::super::Judged;
use super::super::aliases::{Premise, Shared, Token, union};
use super::{Consumption, Gives};
use crate::names::Name;
use crate::rules::aliases::{
    CORE_A_ACC, CORE_A_MAP, CORE_A_RED, CORE_A_SCATTER, CORE_SAFE_ACC, CORE_SAFE_AFTER, CORE_SAFE_FOLD,
    CORE_SAFE_MAP, CORE_SAFE_RED, CORE_SAFE_SCATTER,
};
use crate::tree::{Accumulated, Lambda, Operator, Screma, Soac};
use elder_syntax::Rule;
use smallvec::smallvec;

/// The function of a combinator consumes nothing from outside.
const FREE: Premise = (&CORE_SAFE_MAP, "free");
/// A function of chunks likewise.
const CHUNK: Premise = (&CORE_SAFE_FOLD, "free");

impl Consumption<'_> {
    /// What a combinator gives, which shares with nothing.
    pub(super) fn soac(&mut self, inputs: &[Name], soac: &Soac) -> Judged<Gives> {
        match soac {
            Soac::Screma(screma) => self.screma(inputs, screma)?,
            Soac::Filter { predicate } => {
                CORE_A_MAP.apply();
                self.combined(inputs, FREE, |this, elements| {
                    let kept = (&CORE_SAFE_MAP, "kept");
                    let frozen: Vec<Shared> = elements
                        .iter()
                        .map(|_| smallvec![this.aliases.frozen(kept)])
                        .collect();
                    this.function(predicate, &frozen).map(|_| ())
                })?;
            }
            Soac::Scatter { function, into } => {
                CORE_A_SCATTER.apply();
                let into: Vec<Name> = into.iter().map(|target| target.array).collect();
                self.destinations(inputs, &into, (&CORE_SAFE_SCATTER, "apart"), false)?;
                self.combined(inputs, FREE, |this, elements| {
                    this.function(function, &each(elements)).map(|_| ())
                })?;
            }
            Soac::Hist { function, into } => {
                CORE_A_SCATTER.apply();
                let targets = into.iter().flat_map(|(targets, _)| targets);
                let arrays: Vec<Name> = targets.map(|target| target.array).collect();
                self.destinations(inputs, &arrays, (&CORE_SAFE_SCATTER, "apart"), false)?;
                for (_, operator) in into {
                    self.neutral(operator)?;
                }
                self.combined(inputs, FREE, |this, elements| {
                    let given = this.function(function, &each(elements))?;
                    let values = given
                        .get(given.len().saturating_sub(arrays.len())..)
                        .unwrap_or_default();
                    let mut from = 0;
                    for (targets, operator) in into {
                        let (before, rest) = values.split_at(from.min(values.len()));
                        let (own, behind) = rest.split_at(targets.len().min(rest.len()));
                        this.operator(operator, own, &[before, behind].concat(), false)?;
                        from += targets.len();
                    }
                    Ok(())
                })?;
            }
            Soac::StreamPar { operator, function } => {
                CORE_A_RED.apply();
                self.neutral(operator)?;
                self.combined(inputs, CHUNK, |this, elements| {
                    let operands = this.function(&function.function, &each(elements))?;
                    this.operator(operator, &operands, &[], true)
                })?;
            }
            Soac::StreamSeq { initial, function } => {
                CORE_A_RED.apply();
                CORE_SAFE_FOLD.apply();
                for atom in initial {
                    self.atom(*atom)?;
                }
                self.combined(inputs, CHUNK, |this, elements| {
                    let state: Vec<Token> = initial.iter().map(|_| this.aliases.fresh()).collect();
                    let handed = [each(&state), each(elements)].concat();
                    let next = this.function(&function.function, &handed)?;
                    this.operands((&state, elements), (&[], &[]), &next, &CORE_SAFE_FOLD)
                })?;
            }
        }
        Ok(Gives::Fresh)
    }

    /// What maps, reduces and scans.
    pub(super) fn screma(&mut self, inputs: &[Name], screma: &Screma) -> Judged {
        match screma.operators().next() {
            None => CORE_A_MAP.apply(),
            Some(_) => CORE_A_RED.apply(),
        }
        let accs = screma.accs.iter().map(|acc| self.name(*acc));
        let accs: Vec<Shared> = accs.collect::<Judged<_>>()?;
        for operator in screma.operators() {
            self.neutral(operator)?;
        }
        self.combined(inputs, FREE, |this, elements| {
            let handed: Vec<Shared> = accs.into_iter().chain(each(elements)).collect();
            let given = this.function(&screma.function, &handed)?;
            // What is mapped is written before anything is combined, unless there is a function after the scans.
            let until = match screma.after {
                Some(_) => given.len(),
                None => screma.combined(),
            };
            let operands = given.get(screma.accs.len()..until).unwrap_or_default();
            let mut from = 0;
            for operator in screma.operators() {
                let (before, rest) = operands.split_at(from.min(operands.len()));
                let (own, behind) = rest.split_at(operator.operands().min(rest.len()));
                this.operator(operator, own, &[before, behind].concat(), true)?;
                from += operator.operands();
            }
            match &screma.after {
                Some(after) => this.after(after),
                None => Ok(()),
            }
        })
    }

    /// CORE-SAFE-AFTER: what it is handed may be what the scan goes on from, or a row of an input.
    fn after(&mut self, after: &Lambda) -> Judged {
        CORE_SAFE_AFTER.apply();
        let kept = (&CORE_SAFE_AFTER, "kept");
        let frozen = after.params.iter().map(|_| smallvec![self.aliases.frozen(kept)]);
        let frozen: Vec<Shared> = frozen.collect();
        self.function(after, &frozen).map(|_| ())
    }

    /// CORE-SAFE-MAP: judges the functions of a combinator, which are given the tokens of the elements, and consumes the inputs
    /// whose elements they have consumed.
    fn combined(
        &mut self,
        inputs: &[Name],
        premise: Premise,
        functions: impl FnOnce(&mut Self, &[Token]) -> Judged,
    ) -> Judged {
        CORE_SAFE_MAP.apply();
        let shared: Vec<Shared> = inputs
            .iter()
            .map(|input| self.name(*input))
            .collect::<Judged<_>>()?;
        let (judged, uses) = self.within(premise, |this| {
            let elements: Vec<Token> = inputs.iter().map(|_| this.aliases.fresh()).collect();
            functions(this, &elements).map(|()| elements)
        });
        for (k, ((element, input), own)) in judged?.into_iter().zip(inputs).zip(&shared).enumerate() {
            if self.aliases.consumed(element).is_none() {
                continue;
            }
            let mut others = shared.iter().enumerate().filter(|(other, _)| *other != k);
            let apart = !others.any(|(_, theirs)| self.aliases.overlap(own, theirs))
                && !self.aliases.overlap(own, &uses);
            self.checker.require(apart, &CORE_SAFE_MAP, "apart", || {
                let text = self.checker.name_text(*input);
                format!("the elements of {text} are consumed, and it may be another input, or used by the function")
            })?;
            self.consume(*input, own)?;
        }
        Ok(())
    }

    /// A function that is handed what shares this; what its results share.
    fn function(&mut self, function: &Lambda, handed: &[Shared]) -> Judged<Vec<Shared>> {
        for (param, shared) in function.params.iter().zip(handed) {
            self.aliases.bind(param, shared.clone());
        }
        self.body(&function.body)
    }

    fn neutral(&mut self, operator: &Operator) -> Judged {
        for atom in &operator.neutral {
            self.atom(*atom)?;
        }
        Ok(())
    }

    /// CORE-SAFE-RED: an operator whose right operands share this, and those of other operators that; `carried`: what it gives is a left operand next.
    fn operator(
        &mut self,
        operator: &Operator,
        right: &[Shared],
        others: &[Shared],
        carried: bool,
    ) -> Judged {
        CORE_SAFE_RED.apply();
        let left: Vec<Token> = operator.neutral.iter().map(|_| self.aliases.fresh()).collect();
        let own: Vec<Token> = operator.neutral.iter().map(|_| self.aliases.fresh()).collect();
        let outside = self
            .frames
            .last_mut()
            .map(|frame| std::mem::replace(&mut frame.premise, (&CORE_SAFE_RED, "free")));
        let given = self.function(&operator.function, &[each(&left), each(&own)].concat());
        let judged = given.and_then(|given| {
            let given = match carried {
                true => given.as_slice(),
                false => &[],
            };
            self.operands((&left, &own), (right, others), given, &CORE_SAFE_RED)
        });
        if let (Some(frame), Some(premise)) = (self.frames.last_mut(), outside) {
            frame.premise = premise;
        }
        judged
    }

    /// That operands which were consumed share with no other ones; the rest of what they share is consumed with them.  A left
    /// operand may be what was `given` before; right operands have tokens of their own, and share what is `handed` to them.  What is
    /// handed to other operators is an operand too.
    fn operands(
        &mut self,
        (left, right): (&[Token], &[Token]),
        (handed, others): (&[Shared], &[Shared]),
        given: &[Shared],
        rule: &'static Rule,
    ) -> Judged {
        let own = [left, right].concat();
        let mut operands = each(&own);
        for (shared, given) in operands.iter_mut().zip(given).take(left.len()) {
            union(shared, &self.aliases.with_origins(given));
        }
        for (shared, handed) in operands.iter_mut().skip(left.len()).zip(handed) {
            union(shared, &self.aliases.with_origins(handed));
        }
        self.shifted(&own, &operands.clone(), &mut operands);
        operands.extend(others.iter().map(|shared| self.aliases.with_origins(shared)));
        for (k, (token, operand)) in own.iter().zip(&operands).enumerate() {
            if self.aliases.consumed(*token).is_none() {
                continue;
            }
            let mut others = operands.iter().enumerate().filter(|(other, _)| *other != k);
            let apart = !others.any(|(_, theirs)| self.aliases.overlap(operand, theirs));
            self.checker.require(apart, rule, "apart", || {
                format!(
                    "the operand in place {} is consumed, and may be another one",
                    k + 1
                )
            })?;
            self.may_consume(operand, |_| "an operand".to_owned())?;
            self.consumed(operand, false);
        }
        Ok(())
    }

    /// CORE-SAFE-SCATTER, CORE-SAFE-ACC: what is written to shares with nothing else that is named, and is consumed.
    fn destinations(
        &mut self,
        inputs: &[Name],
        into: &[Name],
        (rule, premise): Premise,
        named: bool,
    ) -> Judged {
        rule.apply();
        let all = into.iter().chain(inputs);
        let all: Vec<(Name, Shared)> = all
            .map(|name| Ok((*name, self.name(*name)?)))
            .collect::<Judged<_>>()?;
        for (k, (name, shared)) in all.iter().enumerate().take(into.len()) {
            for (other, theirs) in all.iter().skip(k + 1) {
                self.checker
                    .require(!self.aliases.overlap(shared, theirs), rule, premise, || {
                        let (one, two) = (self.checker.name_text(*name), self.checker.name_text(*other));
                        format!("{one} is written to, and may be {two}")
                    })?;
            }
        }
        for (name, shared) in all.iter().take(into.len()) {
            self.may_consume(shared, |checker| checker.name_text(*name))?;
        }
        for (_, shared) in all.iter().take(into.len()) {
            self.consumed(shared, named);
        }
        Ok(())
    }

    /// CORE-SAFE-ACC, CORE-A-ACC
    pub(super) fn with_acc(&mut self, updates: &[Accumulated], function: &Lambda) -> Judged<Gives> {
        CORE_A_ACC.apply();
        let arrays: Vec<Name> = updates
            .iter()
            .flat_map(|update| update.arrays.iter().copied())
            .collect();
        let operators = || updates.iter().filter_map(|update| update.operator.as_ref());
        for operator in operators() {
            self.neutral(operator)?;
        }
        let from = self.aliases.mark();
        self.destinations(&[], &arrays, (&CORE_SAFE_ACC, "apart"), true)?;
        let to = self.aliases.mark();
        let (given, _) = self.within((&CORE_SAFE_ACC, "free"), |this| {
            for operator in operators() {
                CORE_SAFE_RED.apply();
                let left: Vec<Shared> = operator
                    .neutral
                    .iter()
                    .map(|_| smallvec![this.aliases.fresh()])
                    .collect();
                let value = (&CORE_SAFE_ACC, "value");
                let right: Vec<Shared> = operator
                    .neutral
                    .iter()
                    .map(|_| smallvec![this.aliases.frozen(value)])
                    .collect();
                this.function(&operator.function, &[left, right].concat())?;
            }
            let accs: Vec<Shared> = updates.iter().map(|_| Shared::new()).collect();
            this.function(function, &accs)
        });
        self.aliases.ended(from, to);
        let others = given?.split_off(updates.len());
        let written = arrays.iter().map(|_| smallvec![self.aliases.fresh()]);
        let written: Vec<Shared> = written.collect();
        Ok(Gives::Shared([written, others].concat()))
    }
}

/// Values that share with nothing but themselves.
fn each(tokens: &[Token]) -> Vec<Shared> {
    tokens.iter().map(|token| smallvec![*token]).collect()
}
