//! The operators on arrays: what composes while staging, an arm an operator (FCL-M-PULL).

use super::memory::Padding;
use super::value::{Pull, Push, Scalar, Staged, Target, Then, Value};
use super::writer::Makers;
use super::{Stager, evaluate::curried, failures, internal};
use elder_dpia::Nat;
use elder_fcl::Operator;
use elder_fcl::rules::evaluation::{FCL_E_42I, FCL_E_INTERLEAVE_INTO};
use elder_fcl::rules::translation::*;
use elder_syntax::Span;
use std::rc::Rc;

impl Stager {
    /// An operator with the arguments that it has; its level is known from the place.
    pub(super) fn operator(
        &mut self,
        operator: Operator,
        arguments: Vec<Value>,
        span: Span,
    ) -> Staged<Value> {
        if arguments.len() < operator.arity() {
            return Ok(curried(arguments, move |stager, all, span| {
                stager.operator(operator, all, span)
            }));
        }
        // What is left to the launch is asked for by this operator.
        self.here = span;
        let mut arguments = arguments.into_iter();
        let mut next = || {
            let missing = || internal(span, "an argument is missing");
            arguments.next().ok_or_else(missing)
        };
        match operator {
            Operator::LengthPull | Operator::LengthPush | Operator::Length => {
                FCL_M_PULL.apply();
                let length = match next()? {
                    Value::Pull(pull) => pull.length,
                    Value::Push(push) => push.length,
                    other => return Err(super::evaluate::unexpected(span, "an array", &other)),
                };
                Ok(Value::Scalar(Scalar::of_nat(&length, span)))
            }
            Operator::MapPull | Operator::MapPush | Operator::Map => {
                FCL_M_PULL.apply();
                let f = next()?;
                match next()? {
                    Value::Pull(pull) => Ok(Value::Pull(mapped(f, pull))),
                    Value::Push(push) => Ok(Value::Push(mapped_push(f, push))),
                    other => Err(super::evaluate::unexpected(span, "an array", &other)),
                }
            }
            Operator::Generate => {
                FCL_M_PULL.apply();
                let length = self.number(next()?, span)?;
                let length = self.size(&length, failures::length(span))?;
                let f = next()?;
                let element = move |stager: &mut Stager, i: &Nat, span| {
                    stager.apply(&f, Value::Scalar(Scalar::of_nat(i, span)), span)
                };
                Ok(Value::Pull(Pull {
                    length,
                    element: Rc::new(element),
                }))
            }
            Operator::Index => {
                let pull = self.pull(next()?, span)?;
                let i = self.number(next()?, span)?;
                let i = self.index_in(&i, &pull.length, failures::index(span))?;
                (pull.element)(self, &i, span)
            }
            Operator::Push => {
                let pull = self.pull(next()?, span)?;
                Ok(Value::Push(self.push(pull, span)))
            }
            Operator::Force => {
                let push = self.pushed(next()?, span)?;
                Ok(Value::Pull(self.force(&push, None, span)?))
            }
            Operator::ForcePadded => {
                let width = self.number(next()?, span)?;
                let asked = failures::padding(span);
                let width = self.size(&width, asked.clone())?;
                let width = self.at_least_one(width, asked.clone())?;
                let pad = self.number(next()?, span)?;
                let pad = self.size(&pad, asked.clone())?;
                let push = self.pushed(next()?, span)?;
                Ok(Value::Pull(self.force(
                    &push,
                    Some(Padding { width, pad }),
                    span,
                )?))
            }
            Operator::While => {
                let (condition, step) = (next()?, next()?);
                let first = self.pushed(next()?, span)?;
                Ok(Value::Pull(self.repeat(&condition, &step, &first, span)?))
            }
            Operator::Iterate | Operator::IterateFrom => {
                let from = match operator {
                    Operator::Iterate => Scalar::of_nat(&Nat::zero(), span),
                    _ => self.number(next()?, span)?,
                };
                let count = self.number(next()?, span)?;
                let step = next()?;
                let first = self.pushed(next()?, span)?;
                Ok(Value::Pull(self.iterate(from, &count, &step, &first, span)?))
            }
            Operator::Concat | Operator::ConcatSeq | Operator::ConcatThreads => {
                let m = self.number(next()?, span)?;
                let by = match operator {
                    Operator::ConcatSeq => Makers::Whole,
                    Operator::ConcatThreads => Makers::Threads,
                    _ => Makers::Members,
                };
                let parts = self.pull(next()?, span)?;
                let m = self.part_length(&m, &parts.length, failures::same_length(by.rule(), span))?;
                self.concat(by, m, parts, span)
            }
            Operator::Interleave => {
                let m = self.number(next()?, span)?;
                let position = next()?;
                let parts = self.pull(next()?, span)?;
                let m = self.part_length(&m, &parts.length, failures::same_length(&FCL_E_42I, span))?;
                self.interleave(None, m, position, parts, span)
            }
            Operator::InterleaveInto => {
                let total = self.number(next()?, span)?;
                let total = self.size(&total, failures::written(span))?;
                let m = self.number(next()?, span)?;
                let position = next()?;
                let parts = self.pull(next()?, span)?;
                let asked = failures::same_length(&FCL_E_INTERLEAVE_INTO, span);
                let m = self.part_length(&m, &parts.length, asked.clone())?;
                self.interleave(Some(total), m, position, parts, span)
            }
            Operator::Fold => {
                let (f, init) = (next()?, next()?);
                let pull = self.pull(next()?, span)?;
                self.fold_pull(&f, init, &pull, span)
            }
            Operator::ScanThread => {
                let (f, init) = (next()?, next()?);
                let pull = self.pull(next()?, span)?;
                let init = self.shared(init, "init");
                let length = pull.length.clone();
                let write = move |stager: &mut Stager, target: &Target, then: &Then| {
                    stager.scan(&f, &init, &pull, target, then, span)
                };
                Ok(Value::Push(Push {
                    length,
                    write: Rc::new(write),
                }))
            }
        }
    }

    /// `push <l> pull`
    pub(super) fn push(&mut self, pull: Pull, span: Span) -> Push {
        let length = pull.length.clone();
        let write = move |stager: &mut Stager, target: &Target, then: &Then| {
            let element = |stager: &mut Stager, i: &Nat| {
                let value = (pull.element)(stager, i, span)?;
                then(stager, value, span)
            };
            stager.each(&pull.length, target, &element, span)
        };
        Push {
            length,
            write: Rc::new(write),
        }
    }
}

/// `mapPull f pull`
fn mapped(f: Value, pull: Pull) -> Pull {
    let inner = pull.element;
    let element = move |stager: &mut Stager, i: &Nat, span| {
        let value = inner(stager, i, span)?;
        stager.apply(&f, value, span)
    };
    Pull {
        length: pull.length,
        element: Rc::new(element),
    }
}

/// `mapPush f push`
fn mapped_push(f: Value, push: Push) -> Push {
    let inner = push.write;
    let write = move |stager: &mut Stager, target: &Target, then: &Then| {
        let (f, then) = (f.clone(), then.clone());
        let both: Then = Rc::new(move |stager, value, span| {
            let value = stager.apply(&f, value, span)?;
            then(stager, value, span)
        });
        inner(stager, target, &both)
    };
    Push {
        length: push.length,
        write: Rc::new(write),
    }
}
