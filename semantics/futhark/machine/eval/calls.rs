//! Functions: calls, closures, partial application.

use super::Machine;
use crate::failure::{Failure, Run};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::{Closure, Value};
use crate::futhark::refusals;
use elder_futhark::rules::evaluation as rules;
use elder_syntax::Span;
use std::rc::Rc;

impl Machine {
    /// FUT-E-ORDER, FUT-E-CALL: a call of a known function.
    pub(super) fn call(&mut self, call: &CallCode) -> Run<Value> {
        self.push_args(&call.args, call.existential, &call.consumed, call.infix)?;
        let base = self.stack.len() - call.args.len();
        match call.closure {
            None => self.enter(&call.function, None, base, call.span),
            Some(slot) => match self.local(slot) {
                Value::Function(closure) => self.enter(&call.function, Some(&closure), base, call.span),
                _ => Err(Failure::internal(
                    call.span,
                    "a local function without its closure",
                )),
            },
        }
    }

    /// FUT-E-ORDER, FUT-E-CALL: a call of a function that is a value.
    pub(super) fn apply_code(&mut self, apply: &ApplyCode) -> Run<Value> {
        self.push_args(&apply.args, apply.existential, &apply.consumed, apply.infix)?;
        let function = self.eval(&apply.function)?;
        self.apply(function, apply.args.len(), apply.span)
    }

    /// Evaluates arguments and leaves them on the stack, the first on top.
    fn push_args(&mut self, args: &[Code], existential: u32, consumed: &[u32], infix: bool) -> Run<()> {
        rules::FUT_E_ORDER.apply();
        let (existential, values) = args.split_at(existential as usize);
        let bottom = self.stack.len();
        for at in 0..values.len() {
            let k = if infix { at } else { values.len() - 1 - at };
            let mut value = self.eval(&values[k])?;
            if consumed.contains(&((existential.len() + k) as u32)) {
                value = value.consume();
            }
            self.stack.push(value);
        }
        if infix {
            self.stack[bottom..].reverse();
        }
        let top = self.stack.len();
        for arg in existential {
            let value = self.eval(arg)?;
            self.stack.push(value);
        }
        self.stack[top..].reverse();
        Ok(())
    }

    /// A closure made here, with some arguments already.
    pub(super) fn closure(&self, function: &Rc<Function>, args: Vec<Value>) -> Value {
        let captures = function.captures.get().map_or(&[][..], |c| c);
        let captured = captures.iter().map(|(outer, _)| self.local(*outer)).collect();
        Value::Function(Rc::new(Closure {
            function: function.clone(),
            captured,
            args,
        }))
    }

    /// Applies a function to the `count` topmost values of the stack, the first on top, and takes them off.
    pub(super) fn apply(&mut self, mut function: Value, mut count: usize, span: Span) -> Run<Value> {
        loop {
            let Value::Function(closure) = function else {
                return Err(Failure::internal(
                    span,
                    "application of something that is no function",
                ));
            };
            let params = closure.function.params as usize;
            let need = params.saturating_sub(closure.args.len());
            if count < need {
                let mut args = closure.args.clone();
                for _ in 0..count {
                    args.extend(self.stack.pop());
                }
                let partial = Closure {
                    function: closure.function.clone(),
                    captured: closure.captured.clone(),
                    args,
                };
                return Ok(Value::Function(Rc::new(partial)));
            }
            for arg in closure.args.iter().rev() {
                self.stack.push(arg.clone());
            }
            let base = self.stack.len() - params;
            let result = self.enter(&closure.function, Some(&closure), base, span)?;
            count -= need;
            if count == 0 {
                return Ok(result);
            }
            function = result;
        }
    }

    /// FUT-E-CALL: runs the body of a function whose arguments lie at `base`, and takes them off.
    pub(super) fn enter(
        &mut self,
        function: &Function,
        closure: Option<&Closure>,
        base: usize,
        span: Span,
    ) -> Run<Value> {
        rules::FUT_E_CALL.apply();
        self.tick(span)?;
        let Some(body) = function.body.get() else {
            return Err(Failure::internal(
                span,
                format!("function {} was not resolved", function.name),
            ));
        };
        self.depth += 1;
        if self.depth > self.max_depth {
            return Err(refusals::too_deep(span));
        }
        self.stack.resize(base + body.frame as usize, Value::default());
        if let (Some(closure), Some(captures)) = (closure, function.captures.get()) {
            for ((_, inner), value) in captures.iter().zip(&closure.captured) {
                if let Some(place) = self.stack.get_mut(base + *inner as usize) {
                    *place = value.clone();
                }
            }
        }
        let caller = std::mem::replace(&mut self.base, base);
        for (slot, pat) in &body.patterns {
            let value = self.local(*slot);
            self.bind(pat, value);
        }
        let result = if self.depth.is_multiple_of(16) {
            elder_syntax::stack::deep(1 << 20, 1 << 24, || self.eval(&body.code))
        } else {
            self.eval(&body.code)
        };
        self.base = caller;
        self.stack.truncate(base);
        self.depth -= 1;
        result.map_err(|mut e| {
            e.calls.push(span);
            e
        })
    }
}
