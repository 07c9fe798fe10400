//! Functions in place of their calls: those that were too large to be put there when the program was resolved, and those that are values, if it is
//! known which.

use super::*;

/// Calls within calls.
const NESTED: usize = 16;

impl Compiler<'_> {
    /// FUT-E-ORDER, FUT-E-CALL: a call of a known function.
    pub(super) fn call(&mut self, call: &CallCode) -> Option<Val> {
        let args = self.call_args(&call.args, call.existential, &call.consumed, call.infix)?;
        let captured = match call.closure {
            None => Vec::new(),
            Some(slot) => match self.val(&Code::Local(slot))? {
                Val::Function(_, captured, _) => captured,
                _ => return None,
            },
        };
        self.enter(&call.function, &captured, &args, call.span)
    }

    /// FUT-E-ORDER, FUT-E-CALL: a call of a function that is a value.
    pub(super) fn apply_code(&mut self, apply: &ApplyCode) -> Option<Val> {
        let args = self.call_args(&apply.args, apply.existential, &apply.consumed, apply.infix)?;
        let function = self.val(&apply.function)?;
        self.apply(function, args, apply.span)
    }

    /// A closure made here.
    pub(super) fn closure(&mut self, function: &Rc<Function>) -> Val {
        self.rule(&rules::FUT_E_LAMBDA);
        let captures = function.captures.get().map_or(&[][..], |c| c);
        let captured = captures.iter().map(|(outer, _)| match self.env.get(outer) {
            Some(val) => val.clone(),
            None => self.outside(*outer).unwrap_or(Val::Unknown),
        });
        Val::Function(function.clone(), captured.collect(), Vec::new())
    }

    /// Arguments, first to last; what an argument consumes gets a new generation.
    fn call_args(
        &mut self,
        args: &[Code],
        existential: u32,
        consumed: &[u32],
        infix: bool,
    ) -> Option<Vec<Val>> {
        self.rule(&rules::FUT_E_ORDER);
        let (existential, values) = args.split_at(existential as usize);
        let mut vals = vec![Val::Unknown; args.len()];
        let mut order: Vec<usize> = (0..values.len()).collect();
        if !infix {
            order.reverse();
        }
        for k in order {
            let place = existential.len() + k;
            let mut val = self.val(&values[k])?;
            if consumed.contains(&(place as u32)) {
                if !self.is_fresh(&val) {
                    return None;
                }
                val = self.renew(&val);
            }
            vals[place] = val;
        }
        for (val, code) in vals.iter_mut().zip(existential) {
            // A type is asked for its sizes only where there is nothing to read them off; such code is not compiled.
            if !matches!(code, Code::Type(_)) {
                *val = self.val(code)?;
            }
        }
        Some(vals)
    }

    /// A function applied to some arguments.
    pub(super) fn apply(&mut self, function: Val, args: Vec<Val>, span: Span) -> Option<Val> {
        let Val::Function(function, captured, mut all) = function else {
            return None;
        };
        all.extend(args);
        let params = function.params as usize;
        if all.len() < params {
            return Some(Val::Function(function, captured, all));
        }
        let rest = all.split_off(params);
        let result = self.enter(&function, &captured, &all, span)?;
        match rest.is_empty() {
            true => Some(result),
            false => self.apply(result, rest, span),
        }
    }

    /// FUT-E-CALL: the body of a function in place of a call.
    fn enter(&mut self, function: &Rc<Function>, captured: &[Val], args: &[Val], span: Span) -> Option<Val> {
        let body = function.body.get()?;
        let pointer = Rc::as_ptr(function);
        // A recursive function is left to `eval`.
        if self.active.contains(&pointer) || self.active.len() >= NESTED {
            return None;
        }
        self.rule(&rules::FUT_E_CALL);
        self.tick(span);
        let params = function.params;
        let mut env = FxHashMap::default();
        for (k, val) in (0..).zip(args) {
            env.insert(params.checked_sub(k + 1)?, val.clone());
        }
        let captures = function.captures.get().map_or(&[][..], |c| c);
        for ((_, inner), val) in captures.iter().zip(captured) {
            env.insert(*inner, val.clone());
        }
        let env = std::mem::replace(&mut self.env, env);
        self.active.push(pointer);
        self.nesting = self.nesting.max(self.active.len() as u32);
        self.calls.push(span);
        let result = self.body(body);
        self.calls.pop();
        self.active.pop();
        self.env = env;
        result
    }

    fn body(&mut self, body: &Body) -> Option<Val> {
        for (slot, pat) in &body.patterns {
            let val = self.env.get(slot)?.clone();
            self.bind(pat, &val)?;
        }
        self.val(&body.code)
    }
}
