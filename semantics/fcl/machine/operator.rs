//! Operators on values (notes 7.3).  Premises are tested before the step is counted: a step that is refused is none.

use super::Machine;
use super::value::{Pull, Push, Value};
use crate::failure::{Failure, Run};
use crate::fcl::placement::Makers;
use crate::fcl::step::operator::{check_padding, negative, out_of_bounds};
use crate::sides;
use elder_fcl::rules::evaluation as rules;
use elder_fcl::{Base, Operator, ScalarOperator};
use elder_syntax::Span;
use std::rc::Rc;

impl Machine {
    /// A saturated operator.
    pub fn operator(
        &mut self,
        operator: Operator,
        level: Option<u32>,
        arguments: &[Value],
        span: Span,
    ) -> Run<Value> {
        let stuck = || {
            Failure::internal(
                span,
                format!("no rule applies to `{operator}` with these arguments"),
            )
        };
        match (operator, arguments) {
            (Operator::Index, [Value::Pull(of), Value::Base(Base::I32(i))]) => {
                let n = of.len();
                let place = usize::try_from(*i).ok().filter(|place| *place < n);
                let place = place.ok_or_else(|| out_of_bounds(*i, n, span))?;
                self.count(&rules::FCL_E_INDEX, span)?;
                self.element(of, place, span)
            }
            (Operator::LengthPull | Operator::Length, [Value::Pull(of)]) => {
                self.count(&rules::FCL_E_LENPULL, span)?;
                Ok(Value::Base(Base::I32(of.len() as i32)))
            }
            (Operator::LengthPush | Operator::Length, [Value::Push(of)]) => self.length(of, span),
            (Operator::Generate, [Value::Base(Base::I32(n)), f]) => {
                if *n < 0 {
                    return Err(negative(*n, span));
                }
                self.count(&rules::FCL_E_GEN, span)?;
                rules::FCL_V_PULL.apply();
                Ok(Value::Pull(Rc::new(Pull::Generate(*n, f.clone(), span))))
            }
            (Operator::MapPull | Operator::Map, [f, Value::Pull(of)]) => {
                self.count(&rules::FCL_E_36, span)?;
                Ok(mapped(f, of, span))
            }
            (Operator::MapPush | Operator::Map, [f, Value::Push(of)]) => self.map_push(f, of, span),
            (Operator::Push, [Value::Pull(of)]) => {
                let level = level.ok_or_else(stuck)?;
                self.count(&rules::FCL_E_PUSH, span)?;
                Ok(self.push_array(Value::Pull(of.clone()), level))
            }
            (Operator::Force, [Value::Push(of)]) => self.force(of, span),
            (
                Operator::ForcePadded,
                [
                    Value::Base(Base::I32(width)),
                    Value::Base(Base::I32(pad)),
                    Value::Push(of),
                ],
            ) => {
                check_padding(*width, *pad, span)?;
                self.count(&rules::FCL_E_FORCE_PADDED, span)?;
                self.force(of, span)
            }
            (Operator::While, [condition, step, Value::Push(first)]) => {
                self.count(&rules::FCL_E_WHILE, span)?;
                let array = self.force(first, span)?;
                self.rounds(condition, step, array, span)
            }
            (Operator::Iterate, [n @ Value::Base(Base::I32(_)), f, first]) => {
                self.count(&rules::FCL_E_ITERATE, span)?;
                self.turns(0, n, f, first, span)
            }
            (Operator::IterateFrom, [Value::Base(Base::I32(k)), n, f, first]) => {
                self.turns(*k, n, f, first, span)
            }
            (Operator::ConcatSeq | Operator::ConcatThreads, _) => self.delay(operator, arguments, span),
            (Operator::Concat, _) => {
                self.count(&rules::FCL_E_38, span)?;
                self.delay(operator, arguments, span)
            }
            (Operator::Interleave | Operator::InterleaveInto, _) => {
                self.count(&rules::FCL_E_INTERLEAVE, span)?;
                self.delay(operator, arguments, span)
            }
            (Operator::Fold, [f, start, Value::Pull(of)]) => {
                let mut accumulator = start.clone();
                for i in 0..of.len() {
                    self.count(&rules::FCL_E_FOLD, span)?;
                    let f = self.apply(f, accumulator, span)?;
                    let element = self.element(of, i, span)?;
                    accumulator = self.apply(&f, element, span)?;
                }
                self.count(&rules::FCL_E_FOLD_NIL, span)?;
                Ok(accumulator)
            }
            (Operator::ScanThread, [f, start, of @ Value::Pull(_)]) => {
                rules::FCL_V_MORE.apply();
                Ok(push(Push::Scan(f.clone(), start.clone(), of.clone(), span)))
            }
            _ => Err(stuck()),
        }
    }

    /// `[e1, …, en]<γ>`
    pub fn push_array(&mut self, elements: Value, level: u32) -> Value {
        match level == self.height {
            true => rules::FCL_V_PUSH.apply(),
            false => rules::FCL_V_PUSH_R.apply(),
        }
        push(Push::Array(elements, level))
    }

    /// The delayed array that an operator makes of its arguments.
    pub fn delay(&mut self, operator: Operator, arguments: &[Value], span: Span) -> Run<Value> {
        let by = match operator {
            Operator::ConcatSeq => Makers::Whole,
            Operator::ConcatThreads => Makers::Threads,
            _ => Makers::Members,
        };
        let (m, position, total, parts) = match (operator, arguments) {
            (Operator::Concat, [Value::Base(Base::I32(m)), parts @ Value::Pull(_)]) => {
                rules::FCL_V_DELAY.apply();
                (*m, None, None, parts)
            }
            (
                Operator::ConcatSeq | Operator::ConcatThreads,
                [Value::Base(Base::I32(m)), parts @ Value::Pull(_)],
            ) => {
                rules::FCL_V_MORE.apply();
                (*m, None, None, parts)
            }
            (Operator::Interleave, [Value::Base(Base::I32(m)), f, parts @ Value::Pull(_)]) => {
                rules::FCL_V_MORE.apply();
                (*m, Some(f.clone()), None, parts)
            }
            (
                Operator::InterleaveInto,
                [
                    Value::Base(Base::I32(n)),
                    Value::Base(Base::I32(m)),
                    f,
                    parts @ Value::Pull(_),
                ],
            ) => {
                rules::FCL_V_MORE.apply();
                (*m, Some(f.clone()), Some(*n), parts)
            }
            _ => {
                return Err(Failure::internal(
                    span,
                    format!("no rule applies to `{operator}` with these arguments"),
                ));
            }
        };
        Ok(push(Push::Delay {
            by,
            m,
            position,
            total,
            parts: parts.clone(),
            span,
        }))
    }

    /// `iterateFrom k n f a`
    fn turns(&mut self, k: i32, n: &Value, f: &Value, first: &Value, span: Span) -> Run<Value> {
        let (&Value::Base(Base::I32(n)), Value::Push(first)) = (n, first) else {
            return Err(Failure::internal(span, "a number of steps that is no integer"));
        };
        let mut array = first.clone();
        for k in k..n {
            self.count(&rules::FCL_E_ITERATE_STEP, span)?;
            let step = self.apply(f, Value::Base(Base::I32(k)), span)?;
            let forced = self.force(&array, span)?;
            let Value::Push(next) = self.apply(&step, forced, span)? else {
                return Err(Failure::internal(span, "a step that gives no push array"));
            };
            array = next;
        }
        self.count(&rules::FCL_E_ITERATE_END, span)?;
        self.force(&array, span)
    }

    /// `loop c s v`, until the condition does not hold.
    pub fn rounds(&mut self, condition: &Value, step: &Value, mut array: Value, span: Span) -> Run<Value> {
        let mut rounds = 0;
        loop {
            rules::FCL_E_LOOP_CTX.apply();
            self.count(&rules::FCL_E_LOOP, span)?;
            let Value::Base(Base::Bool(goes_on)) = self.apply(condition, array.clone(), span)? else {
                return Err(Failure::internal(span, "a condition that is no truth value"));
            };
            self.count(&rules::FCL_E_IF, span)?;
            if !goes_on {
                sides::rounds(span, rounds);
                return Ok(array);
            }
            rounds += 1;
            let Value::Push(next) = self.apply(step, array, span)? else {
                return Err(Failure::internal(span, "a step that gives no push array"));
            };
            array = self.force(&next, span)?;
        }
    }

    /// The length of a push array.
    fn length(&mut self, of: &Push, span: Span) -> Run<Value> {
        match of {
            Push::Array(Value::Pull(of), _) => {
                self.count(&rules::FCL_E_LENPUSH, span)?;
                Ok(Value::Base(Base::I32(of.len() as i32)))
            }
            Push::Delay { total: Some(n), .. } => {
                self.count(&rules::FCL_E_LENDELAY, span)?;
                Ok(Value::Base(Base::I32(*n)))
            }
            Push::Delay {
                m,
                parts: Value::Pull(parts),
                ..
            } => {
                self.count(&rules::FCL_E_LENDELAY, span)?;
                self.count(&rules::FCL_E_LENPULL, span)?;
                let count = Value::Base(Base::I32(parts.len() as i32));
                self.scalar(
                    ScalarOperator::Multiply,
                    &[Value::Base(Base::I32(*m)), count],
                    span,
                )
            }
            Push::Scan(_, _, Value::Pull(of), _) => {
                self.count(&rules::FCL_E_SCAN_LEN, span)?;
                self.count(&rules::FCL_E_LENPULL, span)?;
                Ok(Value::Base(Base::I32(of.len() as i32)))
            }
            Push::MapScan(..) => {
                let mut of = of;
                while let Push::MapScan(_, Value::Push(inner), _) = of {
                    self.count(&rules::FCL_E_SCAN_LEN, span)?;
                    of = inner;
                }
                self.length(of, span)
            }
            _ => Err(Failure::internal(span, "the length of what is no push array")),
        }
    }

    /// `mapPush f` of a push array.
    fn map_push(&mut self, f: &Value, of: &Rc<Push>, span: Span) -> Run<Value> {
        match &**of {
            Push::Array(Value::Pull(of), level) => {
                self.count(&rules::FCL_E_37, span)?;
                Ok(push(Push::Array(mapped(f, of, span), *level)))
            }
            Push::Delay {
                by,
                m,
                position,
                total,
                parts: Value::Pull(parts),
                span: place,
            } => {
                self.count(&rules::FCL_E_MAPDELAY, span)?;
                // `mapPull (fn a => mapPush f a) parts`, and that takes a step as well.
                self.count(&rules::FCL_E_36, span)?;
                let parts = Pull::MapParts(f.clone(), Value::Pull(parts.clone()), span);
                Ok(push(Push::Delay {
                    by: *by,
                    m: *m,
                    position: position.clone(),
                    total: *total,
                    parts: Value::Pull(Rc::new(parts)),
                    span: *place,
                }))
            }
            Push::Scan(..) | Push::MapScan(..) => {
                rules::FCL_V_MORE.apply();
                Ok(push(Push::MapScan(f.clone(), Value::Push(of.clone()), span)))
            }
            _ => Err(Failure::internal(span, "a map of what is no push array")),
        }
    }

    /// An element of `mapPull (fn a => mapPush f a) parts`: the element, FCL-E-BETA, then `mapPush`.
    pub fn mapped_part(&mut self, f: &Value, parts: &Value, i: usize, span: Span) -> Run<Value> {
        self.limits.enter(span)?;
        let part = elder_syntax::stack::deep(96 * 1024, 4 * 1024 * 1024, || match parts {
            Value::Pull(parts) => self.element(parts, i, span),
            _ => Err(Failure::internal(span, "a map of what is no pull array")),
        })?;
        self.limits.leave();
        self.count(&rules::FCL_E_BETA, span)?;
        match part {
            Value::Push(part) => self.map_push(f, &part, span),
            _ => Err(Failure::internal(span, "a sub-array that is no push array")),
        }
    }
}

fn push(push: Push) -> Value {
    Value::Push(Rc::new(push))
}

/// `[f e1, …, f en]`
pub fn mapped(f: &Value, of: &Rc<Pull>, span: Span) -> Value {
    Value::Pull(Rc::new(Pull::Map(f.clone(), Value::Pull(of.clone()), span)))
}
