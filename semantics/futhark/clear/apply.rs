//! Functions, applied.

use super::Interpreter;
use super::environment::Environment;
use super::value::{Code, Function, Value};
use crate::failure::{Failure, Run};
use crate::futhark::intrinsics::arity;
use crate::futhark::refusals;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Def, Fun};
use elder_syntax::Span;
use std::rc::Rc;

impl Function {
    /// How many arguments it takes, those included that it has.
    fn arity(&self) -> usize {
        match &self.code {
            Code::Definition(def) => def.fun.params.len(),
            Code::Local(fun) => fun.params.len(),
            Code::Intrinsic(intrinsic, _) => arity(*intrinsic),
            Code::Proxy(_) | Code::Blank(..) => 1,
        }
    }
}

impl Interpreter<'_> {
    /// The value of a function on arguments: it waits for more of them, and its result may take some.
    pub fn apply(&mut self, function: &Value, args: Vec<Value>, span: Span) -> Run<Value> {
        let Value::Function(function) = function else {
            return Err(Failure::internal(
                span,
                "application of something that is no function",
            ));
        };
        let mut args: Vec<Value> = function.args.iter().cloned().chain(args).collect();
        if args.len() < function.arity() {
            let waiting = Function {
                args,
                ..(**function).clone()
            };
            return Ok(Value::Function(Rc::new(waiting)));
        }
        let rest = args.split_off(function.arity());
        let unchecked = std::mem::replace(&mut self.unchecked, function.unchecked);
        let result = self.call(function, args, span);
        self.unchecked = unchecked;
        let result = result.map_err(|mut failure| {
            failure.calls.push(span);
            failure
        })?;
        match rest.is_empty() {
            true => Ok(result),
            false => self.apply(&result, rest, span),
        }
    }

    fn call(&mut self, function: &Function, args: Vec<Value>, span: Span) -> Run<Value> {
        let free = function.free.clone();
        match &function.code {
            Code::Definition(def) => self.call_definition(def, free, args, span),
            Code::Local(fun) => self.body(fun, free, args, span),
            Code::Intrinsic(intrinsic, types) => self.intrinsic(*intrinsic, types, free, args, span),
            Code::Proxy(proxy) => self.proxy(proxy, free, args, span),
            Code::Blank(ty, at) => self.blank_result(ty, free, args, *at),
        }
    }

    /// FUT-E-CALL of a definition.
    pub fn call_definition(
        &mut self,
        def: &Rc<Def>,
        free: Environment,
        args: Vec<Value>,
        span: Span,
    ) -> Run<Value> {
        self.body(&def.fun, free, args, span)
    }

    /// FUT-E-CALL: the parameters are bound to the arguments, of which starred parts are consumed.
    fn body(&mut self, fun: &Fun, mut env: Environment, args: Vec<Value>, span: Span) -> Run<Value> {
        rules::FUT_E_CALL.apply();
        self.tick(span)?;
        if self.depth >= self.deepest {
            return Err(refusals::too_deep(span));
        }
        for (param, arg) in fun.params.iter().zip(args) {
            self.bind(&mut env, &param.pat, arg.consumed(&param.stars))?;
        }
        self.depth += 1;
        let result = self.eval(&mut env, &fun.body);
        self.depth -= 1;
        result
    }

    /// The value of a function on elements of arrays, which it may consume: then it gets copies.
    pub fn apply_to_elements(
        &mut self,
        function: &Value,
        mut elements: Vec<Value>,
        span: Span,
    ) -> Run<Value> {
        if let Value::Function(f) = function {
            let params = match &f.code {
                Code::Definition(def) => &def.fun.params[..],
                Code::Local(fun) => &fun.params[..],
                Code::Intrinsic(..) | Code::Proxy(_) | Code::Blank(..) => &[],
            };
            for (element, param) in elements.iter_mut().zip(params.iter().skip(f.args.len())) {
                if param.stars.any() {
                    *element = self.copy(element, span)?;
                }
            }
        }
        self.apply(function, elements, span)
    }
}
