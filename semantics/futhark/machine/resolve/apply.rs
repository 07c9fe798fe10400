//! Application: calls, inlining, intrinsics.

use super::{
    Binding, Env, Given, INLINE_DEPTH, INLINE_LOCAL, INLINE_NODES, INLINE_TOTAL, Info, Known, Resolver,
};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::intrinsics::{Intrinsic, Op, on_bits};
use elder_futhark::tree::{Def, Exp, ExpKind, Fun, Instance, PatKind, Size, Stars, TypeKind};
use elder_syntax::prim::{BinOp, PrimFn, PrimValue};
use elder_syntax::{Name, Span};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// An argument on its way.
pub(super) enum Arg<'p> {
    /// In the current environment.
    Exp(&'p Exp),
    /// Resolved already.
    Code(Code),
    /// A function whose text is known, in its own environment.
    Known(Known<'p>),
}

impl<'p> Resolver<'p> {
    /// `fun` applied to `args`, all in the current environment; no arguments: `fun` as a value.
    pub(super) fn apply(&mut self, fun: &'p Exp, args: Vec<Arg<'p>>, infix: bool, span: Span) -> Code {
        match &fun.kind {
            ExpKind::App {
                fun: inner,
                args: first,
                infix: false,
            } if !infix && fun.sizes.is_empty() => {
                let mut all: Vec<Arg<'p>> = first.iter().map(Arg::Exp).collect();
                all.extend(args);
                self.apply(inner, all, infix, span)
            }
            ExpKind::Intrinsic(intrinsic, instance) => {
                self.apply_intrinsic(*intrinsic, instance, args, infix, span)
            }
            ExpKind::Lambda(f) if args.len() >= f.params.len() && !f.params.is_empty() => {
                let env = self.env.clone();
                self.inline(f, env, None, args, infix, span)
            }
            ExpKind::Var(name, instance) => match self.env.get(&name.id).cloned() {
                Some(Binding::Known(known)) => self.apply_known(known, args, infix, span),
                Some(Binding::Local {
                    frame,
                    slot,
                    function,
                    fun,
                    env,
                }) => {
                    let info = self.info(name.id, fun);
                    if args.len() >= fun.params.len() && self.may_inline(info, INLINE_LOCAL) {
                        let code = self.inline(fun, env, Some(instance), args, infix, span);
                        return Code::Inlined(Box::new((code, span)));
                    }
                    let slot = self.reach(frame, slot);
                    self.call(function, Some(slot), instance, args, &[], infix, span)
                }
                Some(_) => self.apply_value(fun, args, infix, span),
                None => match self.definition(name) {
                    Some(def) => self.apply_global(def, instance, args, infix, span),
                    None => self.apply_value(fun, args, infix, span),
                },
            },
            _ => self.apply_value(fun, args, infix, span),
        }
    }

    fn apply_known(&mut self, known: Known<'p>, args: Vec<Arg<'p>>, infix: bool, span: Span) -> Code {
        // The arguments belong to this environment, the function to its own.
        let mut all: Vec<Arg<'p>> = Vec::with_capacity(known.prefix.len() + args.len());
        for given in known.prefix {
            all.push(match given {
                Given::Slot(frame, slot) => Arg::Code(Code::Local(self.reach(frame, slot))),
                Given::Known(inner) => Arg::Known(inner),
            });
        }
        for arg in args {
            all.push(match arg {
                Arg::Exp(e) => match self.known(e) {
                    Some(inner) => Arg::Known(inner),
                    None => Arg::Code(self.exp(e)),
                },
                other => other,
            });
        }
        self.within(known.env, |this| this.apply(known.exp, all, infix, span))
    }

    fn apply_value(&mut self, fun: &'p Exp, args: Vec<Arg<'p>>, infix: bool, span: Span) -> Code {
        // Arguments come first in evaluation, and so do the sizes that they bind.
        let consumed = consumed(&fun.ty, args.len());
        let args = self.arguments(args, infix);
        let function = match (&fun.kind, args.is_empty()) {
            (ExpKind::Var(..), true) => Code::Hole(span),
            _ => self.exp(fun),
        };
        if args.is_empty() {
            return function;
        }
        Code::Apply(Box::new(ApplyCode {
            hidden: 0,
            function,
            args,
            consumed,
            span,
            infix,
        }))
    }

    /// Codes of arguments, resolved in the order in which they will be evaluated.
    fn arguments(&mut self, args: Vec<Arg<'p>>, infix: bool) -> Box<[Code]> {
        let mut codes: Vec<Code> = Vec::with_capacity(args.len());
        if infix {
            for arg in args {
                let code = self.argument(arg);
                codes.push(code);
            }
        } else {
            for arg in args.into_iter().rev() {
                let code = self.argument(arg);
                codes.push(code);
            }
            codes.reverse();
        }
        codes.into()
    }

    fn argument(&mut self, arg: Arg<'p>) -> Code {
        match arg {
            Arg::Exp(e) => self.exp(e),
            Arg::Code(code) => code,
            Arg::Known(known) => {
                let span = known.exp.span;
                self.apply_known(known, Vec::new(), false, span)
            }
        }
    }

    fn apply_global(
        &mut self,
        def: &'p Def,
        instance: &'p Instance,
        args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
        if let (Some(original), false) = (alias(def), args.is_empty()) {
            return self.apply(original, args, infix, span);
        }
        let info = self.info(def.name.id, &def.fun);
        let full = !def.fun.params.is_empty() && args.len() >= def.fun.params.len();
        if full && self.may_inline(info, INLINE_NODES) {
            let code = self.inline(&def.fun, Env::default(), Some(instance), args, infix, span);
            return Code::Inlined(Box::new((code, span)));
        }
        let function = self.function(def);
        let consumed: Vec<u32> = def
            .fun
            .params
            .iter()
            .enumerate()
            .filter(|(_, p)| p.stars == Stars::All)
            .map(|(k, _)| k as u32)
            .collect();
        self.call(function, None, instance, args, &consumed, infix, span)
    }

    /// Whether a function may be put in place of a call; if so, it is counted.
    fn may_inline(&mut self, info: Info, nodes: usize) -> bool {
        let may = info.nodes <= nodes
            && !info.recursive
            && self.inlining < INLINE_DEPTH
            && self.inlined < INLINE_TOTAL;
        if may {
            self.inlined += info.nodes;
        }
        may
    }

    /// A call that is not inlined: sizes and types of the instance are arguments like the others.
    #[allow(clippy::too_many_arguments)]
    fn call(
        &mut self,
        function: Rc<Function>,
        closure: Option<Slot>,
        instance: &'p Instance,
        args: Vec<Arg<'p>>,
        consumed: &[u32],
        infix: bool,
        span: Span,
    ) -> Code {
        let values = self.arguments(args, infix);
        let mut all: Vec<Code> = instance.sizes.iter().map(|s| self.size(s)).collect();
        for ty in &instance.types {
            let code = self.type_argument(ty);
            all.push(Code::Type(Box::new(code)));
        }
        let hidden = all.len() as u32;
        all.extend(values);
        let consumed: Box<[u32]> = consumed.iter().map(|k| k + hidden).collect();
        // Operators have no order to keep with sizes, which are known by then.
        let params = function.params as usize;
        if params > 0 && all.len() == params || params == 0 && all.is_empty() {
            return Code::Call(Box::new(CallCode {
                hidden,
                function,
                closure,
                args: all.into(),
                consumed,
                span,
                infix,
            }));
        }
        let value = match closure {
            Some(slot) => Code::Local(slot),
            None => Code::Closure(function),
        };
        if all.is_empty() {
            return value;
        }
        Code::Apply(Box::new(ApplyCode {
            hidden,
            function: value,
            args: all.into(),
            consumed,
            span,
            infix: false,
        }))
    }

    /// The body of `fun` with its parameters bound, in place of a call.
    fn inline(
        &mut self,
        fun: &'p Fun,
        fun_env: Env<'p>,
        instance: Option<&'p Instance>,
        args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
        let count = fun.params.len();
        let mut inner = fun_env;
        // What to bind before the body, in order of evaluation.
        let mut lets: Vec<(PatBinder<'p>, Code)> = Vec::new();
        let mut args: Vec<Option<Arg<'p>>> = args.into_iter().map(Some).collect();
        let rest: Vec<Option<Arg<'p>>> = args.split_off(count);
        let rest: Vec<Arg<'p>> = rest.into_iter().flatten().collect();
        let rest: Vec<Code> = if rest.is_empty() {
            Vec::new()
        } else {
            self.arguments(rest, false).into_vec()
        };
        let mut rest_slots = Vec::new();
        for code in rest.into_iter().rev() {
            let slot = self.slot();
            lets.push((PatBinder::Slot(slot), code));
            rest_slots.push(slot);
        }
        rest_slots.reverse();
        let order: Vec<usize> = if infix {
            (0..count).collect()
        } else {
            (0..count).rev().collect()
        };
        for k in order {
            let (Some(arg), Some(param)) = (args[k].take(), fun.params.get(k)) else {
                continue;
            };
            if let PatKind::Var(name) = &param.pat.kind {
                let known = match &arg {
                    Arg::Exp(e) => self.known_with_prefix(e, &mut lets),
                    Arg::Known(known) => Some(known.clone()),
                    Arg::Code(_) => None,
                };
                if let Some(known) = known {
                    inner.insert(name.id, Binding::Known(known));
                    continue;
                }
            }
            let code = self.argument(arg);
            let frame = self.frames.len().saturating_sub(1);
            match (&param.pat.kind, code) {
                (PatKind::Var(name), Code::Local(slot)) => {
                    inner.insert(name.id, Binding::Slot { frame, slot });
                }
                (PatKind::Var(name), code) => {
                    let slot = self.slot();
                    inner.insert(name.id, Binding::Slot { frame, slot });
                    lets.push((PatBinder::Slot(slot), code));
                }
                (_, code) => lets.push((PatBinder::Pat(&param.pat), code)),
            }
        }
        if let Some(instance) = instance {
            let here = self.env.clone();
            for (v, size) in fun.sizes.iter().zip(&instance.sizes) {
                if matches!(size, Size::Exp(_)) {
                    let code = self.size(size);
                    let slot = self.slot();
                    lets.push((PatBinder::Slot(slot), code));
                    let frame = self.frames.len().saturating_sub(1);
                    inner.insert(v.id, Binding::Slot { frame, slot });
                } else {
                    inner.insert(v.id, Binding::Size(size, here.clone()));
                }
            }
            for (p, ty) in fun.types.iter().zip(&instance.types) {
                inner.insert(p.name.id, Binding::Type(ty.clone(), here.clone()));
            }
        }
        self.inlining += 1;
        let (patterns, body) = self.within(inner, |this| {
            let mut patterns = Vec::new();
            for (binder, code) in lets {
                let (pat, sizes) = match binder {
                    PatBinder::Slot(slot) => (PatCode::Slot(slot), Vec::new()),
                    PatBinder::Pat(pat) => (this.pattern(pat), this.shown_sizes(&pat.ty)),
                };
                patterns.push((pat, code, sizes));
            }
            for param in &fun.params {
                let PatKind::Var(name) = &param.pat.kind else {
                    continue;
                };
                let Some(Binding::Slot { frame, slot }) = this.env.get(&name.id).cloned() else {
                    continue;
                };
                let sizes = this.shown_sizes(&param.pat.ty);
                if !sizes.is_empty() {
                    patterns.push((PatCode::Wild, Code::Local(this.reach(frame, slot)), sizes));
                }
            }
            (patterns, this.exp(&fun.body))
        });
        self.inlining -= 1;
        let mut code = body;
        if !rest_slots.is_empty() {
            let args = rest_slots.into_iter().map(Code::Local).collect();
            code = Code::Apply(Box::new(ApplyCode {
                hidden: 0,
                function: code,
                args,
                consumed: Box::default(),
                span,
                infix,
            }));
        }
        patterns
            .into_iter()
            .rev()
            .fold(code, |body, (pat, bound, sizes)| {
                Code::Let(Box::new(LetCode {
                    pat,
                    bound,
                    sizes: sizes.into(),
                    body,
                }))
            })
    }

    /// The function that an expression denotes without any evaluation.
    fn known(&self, e: &'p Exp) -> Option<Known<'p>> {
        match computed_sizes(e).next() {
            None => self.denoted(e),
            Some(_) => None,
        }
    }

    /// The function that an expression denotes, if the sizes that it is used at have values.
    fn denoted(&self, e: &'p Exp) -> Option<Known<'p>> {
        if !e.sizes.is_empty() {
            return None;
        }
        let here = || Known {
            exp: e,
            env: self.env.clone(),
            prefix: Vec::new(),
        };
        match &e.kind {
            ExpKind::Lambda(f) if !f.params.is_empty() => Some(here()),
            ExpKind::Intrinsic(..) => Some(here()),
            ExpKind::Var(name, _) => match self.env.get(&name.id) {
                Some(Binding::Known(known)) => Some(known.clone()),
                Some(Binding::Local { .. }) => Some(here()),
                Some(_) => None,
                None => {
                    let def = self.definition(name)?;
                    match alias(def) {
                        Some(original) => Some(Known {
                            exp: original,
                            ..here()
                        }),
                        None => (!def.fun.params.is_empty()).then(here),
                    }
                }
            },
            _ => None,
        }
    }

    /// As [`Resolver::known`], also of functions used at sizes that are computed, and of applications of known functions to
    /// too few arguments: all of these are evaluated first.
    fn known_with_prefix(&mut self, e: &'p Exp, lets: &mut Vec<(PatBinder<'p>, Code)>) -> Option<Known<'p>> {
        if !is_function(&e.ty) {
            return None;
        }
        if let Some(known) = self.denoted(e) {
            self.compute_sizes(e, lets);
            return Some(known);
        }
        let ExpKind::App {
            fun,
            args,
            infix: false,
        } = &e.kind
        else {
            return None;
        };
        if !e.sizes.is_empty() {
            return None;
        }
        let mut known = self.denoted(fun)?;
        let arity = match &known.exp.kind {
            ExpKind::Lambda(f) => f.params.len(),
            ExpKind::Intrinsic(intrinsic, _) => arity(*intrinsic),
            ExpKind::Var(name, _) => match self.env.get(&name.id) {
                None => self.definition(name)?.fun.params.len(),
                Some(Binding::Local { fun, .. }) => fun.params.len(),
                Some(_) => return None,
            },
            _ => return None,
        };
        if known.prefix.len() + args.len() >= arity {
            return None;
        }
        let frame = self.frames.len().saturating_sub(1);
        let mut given = Vec::with_capacity(args.len());
        for arg in args.iter().rev() {
            given.push(match self.known_with_prefix(arg, lets) {
                Some(inner) => Given::Known(inner),
                None => {
                    let code = self.exp(arg);
                    let slot = self.slot();
                    lets.push((PatBinder::Slot(slot), code));
                    Given::Slot(frame, slot)
                }
            });
        }
        given.reverse();
        known.prefix.extend(given);
        self.compute_sizes(fun, lets);
        Some(known)
    }

    /// FUT-E-VAR: a function that is used has the sizes that it is used at, which may have no value, whether it is applied or
    /// not.
    fn compute_sizes(&mut self, fun: &'p Exp, lets: &mut Vec<(PatBinder<'p>, Code)>) {
        for size in computed_sizes(fun) {
            let code = self.size(size);
            let slot = self.slot();
            lets.push((PatBinder::Slot(slot), code));
        }
    }

    fn apply_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        instance: &'p Instance,
        mut args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
        let arity = arity(intrinsic);
        if args.len() < arity {
            return self.eta(intrinsic, instance, arity, args, span);
        }
        let rest = args.split_off(arity);
        let code = match intrinsic {
            Intrinsic::Prim(f) => {
                let codes = self.arguments(args, infix);
                let (bound, codes) = if infix {
                    (vec![], codes)
                } else {
                    self.backwards(codes)
                };
                let body = self.primitive(f, codes, span);
                bound
                    .into_iter()
                    .fold(body, |body, (slot, code)| let_slot(slot, code, body))
            }
            Intrinsic::Futhark(f) => {
                let given = self.arguments(args, infix).into_vec();
                self.on_bits(f, given, span)
            }
            Intrinsic::Eq | Intrinsic::Ne => {
                let codes = self.arguments(args, infix);
                let (bound, codes) = if infix {
                    (vec![], codes)
                } else {
                    self.backwards(codes)
                };
                let mut codes = codes.into_vec().into_iter();
                let body = match (codes.next(), codes.next()) {
                    (Some(a), Some(b)) => Code::Equal(intrinsic == Intrinsic::Eq, Box::new((a, b)), span),
                    _ => Code::Hole(span),
                };
                bound
                    .into_iter()
                    .fold(body, |body, (slot, code)| let_slot(slot, code, body))
            }
            Intrinsic::Op(op) => self.operation(op, instance, args, span),
        };
        if rest.is_empty() {
            return code;
        }
        let args = self.arguments(rest, false);
        Code::Apply(Box::new(ApplyCode {
            hidden: 0,
            function: code,
            args,
            consumed: Box::default(),
            span,
            infix: false,
        }))
    }

    /// FUT-E-ORDER: arguments that are evaluated from the last to the first, where operands are evaluated from the first on; of those of which it
    /// shows, the first to be evaluated is the last that is bound here.
    fn backwards(&mut self, codes: Box<[Code]>) -> (Vec<(Slot, Code)>, Box<[Code]>) {
        let mut codes = codes.into_vec();
        if codes.iter().filter(|code| shows(code)).count() < 2 {
            return (vec![], codes.into());
        }
        let mut bound = Vec::new();
        for code in codes.iter_mut().filter(|code| shows(code)) {
            let slot = self.slot();
            bound.push((slot, std::mem::replace(code, Code::Local(slot))));
        }
        (bound, codes.into())
    }

    /// A primitive function on signed integers with the bits of unsigned ones, several arguments being a tuple.
    fn on_bits(&mut self, f: PrimFn, given: Vec<Code>, span: Span) -> Code {
        let parameters = f.parameters();
        let mut given = given.into_iter();
        let (Some(whole), true) = (given.next(), given.next().is_none()) else {
            return Code::Hole(span);
        };
        let (slots, parts): (Vec<Slot>, Vec<Code>) = match parameters.as_slice() {
            [_] => (Vec::new(), Vec::new()),
            _ => parameters
                .iter()
                .map(|_| self.slot())
                .map(|slot| (slot, Code::Local(slot)))
                .unzip(),
        };
        let (bound, parts) = if slots.is_empty() {
            (None, vec![whole])
        } else {
            (Some(whole), parts)
        };
        let read = parts.into_iter().zip(parameters).map(|(code, t)| {
            if on_bits(t) == t {
                code
            } else {
                Code::Convert(on_bits(t), t, Box::new(code))
            }
        });
        let result = f.result();
        let mut body = self.primitive(f, read.collect(), span);
        if on_bits(result) != result {
            body = Code::Convert(result, on_bits(result), Box::new(body));
        }
        match bound {
            None => body,
            Some(bound) => Code::Let(Box::new(LetCode {
                pat: PatCode::Record(slots.into_iter().map(PatCode::Slot).collect()),
                bound,
                sizes: Box::default(),
                body,
            })),
        }
    }

    /// An intrinsic with too few arguments, as a function that waits for all of them.
    fn eta(
        &mut self,
        intrinsic: Intrinsic,
        instance: &'p Instance,
        arity: usize,
        args: Vec<Arg<'p>>,
        span: Span,
    ) -> Code {
        let given = self.arguments(args, false);
        let function = Rc::new(Function {
            name: Name::new(intrinsic.to_string()),
            params: arity as u32,
            captures: OnceCell::new(),
            body: OnceCell::new(),
        });
        self.frames.push(super::Frame {
            slots: arity as u32,
            ..Default::default()
        });
        let params = (0..arity as u32)
            .rev()
            .map(|slot| Arg::Code(Code::Local(slot)))
            .collect();
        let code = self.apply_intrinsic(intrinsic, instance, params, false, span);
        self.close(&function, Vec::new(), code);
        if given.is_empty() {
            return Code::Closure(function);
        }
        Code::Apply(Box::new(ApplyCode {
            hidden: 0,
            function: Code::Closure(function),
            args: given,
            consumed: Box::default(),
            span,
            infix: false,
        }))
    }

    fn operation(&mut self, op: Op, instance: &'p Instance, args: Vec<Arg<'p>>, span: Span) -> Code {
        let mut numbers: Vec<usize> = Vec::new();
        if let (Op::Rearrange, Some(Arg::Exp(e))) = (op, args.first()) {
            literals(e, &mut numbers);
        }
        if let (Op::Reshape, [sizes, old, result]) = (op, instance.types.as_slice()) {
            let new = match &**sizes {
                TypeKind::Record(fields) => fields.len(),
                _ => 1,
            };
            // A type that the checker knew by its name alone may be one of arrays: their dimensions stay.
            numbers.push((self.rank(old) + new).saturating_sub(self.rank(result)));
        }
        let count = args.len();
        let mut codes: Vec<Argument> = Vec::with_capacity(count);
        for (k, arg) in args.into_iter().enumerate().rev() {
            let argument = match function_arity(op, k) {
                Some(n) => self.callee(arg, n, span),
                None => Argument::Value(self.argument(arg)),
            };
            codes.push(argument);
        }
        codes.reverse();
        let types = &instance.types;
        let element = match (op, types.as_slice()) {
            (Op::Map | Op::Map2 | Op::Map3 | Op::Map4 | Op::Map5, [.., r]) => self.type_code(r),
            (Op::StreamMap, [_, b, ..]) => self.type_code(b),
            (Op::Flatmap, [_, b, c, ..]) => {
                let b = self.type_code(b);
                let c = self.type_code(c);
                TypeCode::Record(vec![b, c].into())
            }
            _ => self.boxed_type(),
        };
        Code::Intrinsic(Box::new(IntrinsicCode {
            op,
            args: codes.into(),
            element,
            numbers: numbers.into(),
            span,
            kernel: OnceCell::new(),
        }))
    }

    /// The code of a primitive function on these operands.
    fn primitive(&self, f: PrimFn, args: Box<[Code]>, span: Span) -> Code {
        if self.is_foreign(f) {
            Code::Foreign(f, args, span)
        } else {
            primitive(f, args, span)
        }
    }

    /// A function given to an intrinsic that calls it with `n` arguments.
    fn callee(&mut self, arg: Arg<'p>, n: usize, span: Span) -> Argument {
        let mut lets = Vec::new();
        let known = match &arg {
            Arg::Exp(e) => self.known_with_prefix(e, &mut lets),
            Arg::Known(known) => Some(known.clone()),
            Arg::Code(_) => None,
        };
        let Some(known) = known else {
            let code = self.argument(arg);
            let slot = self.slot();
            return Argument::Function(Callee::Value(slot), Some(code));
        };
        if let (ExpKind::Intrinsic(Intrinsic::Prim(f), _), true, false) =
            (&known.exp.kind, known.prefix.is_empty(), self.observe)
            && matches!(f, PrimFn::Bin(op, _) if n == 2 && !op.is_comparison())
            && !self.is_foreign(*f)
        {
            return Argument::Function(Callee::Prim(*f), None);
        }
        let exact = match &known.exp.kind {
            ExpKind::Lambda(f) if f.params.len() == n && known.prefix.is_empty() => Some(&**f),
            _ => None,
        };
        let callee = match exact {
            Some(fun) => self.within(known.env, |this| {
                let params = fun.params.iter().map(|p| this.pattern(&p.pat)).collect();
                let consumes = fun.params.iter().any(|p| p.stars.any());
                let body = this.exp(&fun.body);
                Callee::Inline {
                    params,
                    body,
                    consumes,
                }
            }),
            None => {
                let slots: Vec<Slot> = (0..n).map(|_| self.slot()).collect();
                let args = slots.iter().map(|&s| Arg::Code(Code::Local(s))).collect();
                let body = self.apply_known(known, args, false, span);
                let params = slots.into_iter().map(PatCode::Slot).collect();
                Callee::Inline {
                    params,
                    body,
                    consumes: false,
                }
            }
        };
        // Arguments that the function has already are evaluated where the function would be.
        let before = lets
            .into_iter()
            .rev()
            .fold(None, |rest: Option<Code>, (binder, bound)| {
                let body = rest.unwrap_or(Code::Const(Value::default()));
                match binder {
                    PatBinder::Slot(slot) => Some(let_slot(slot, bound, body)),
                    PatBinder::Pat(_) => Some(body),
                }
            });
        Argument::Function(callee, before)
    }
}

/// The intrinsic that a definition without parameters names, such as the library's `sqrt`.
fn alias(def: &Def) -> Option<&Exp> {
    let fun = &def.fun;
    let monomorphic = fun.params.is_empty() && fun.sizes.is_empty() && fun.types.is_empty();
    (monomorphic && matches!(fun.body.kind, ExpKind::Intrinsic(..))).then_some(&fun.body)
}

/// The sizes at which an expression uses a function and that are more than names and numbers.
fn computed_sizes(e: &Exp) -> impl Iterator<Item = &Size> {
    let sizes = match &e.kind {
        ExpKind::Var(_, instance) => &instance.sizes[..],
        _ => &[],
    };
    sizes.iter().filter(|size| matches!(size, Size::Exp(_)))
}

/// What an inlined function binds before its body.
enum PatBinder<'p> {
    Slot(Slot),
    Pat(&'p elder_futhark::tree::Pat),
}

fn let_slot(slot: Slot, bound: Code, body: Code) -> Code {
    Code::Let(Box::new(LetCode {
        pat: PatCode::Slot(slot),
        bound,
        sizes: Box::default(),
        body,
    }))
}

fn is_function(ty: &elder_futhark::tree::Type) -> bool {
    matches!(&**ty, TypeKind::Arrow(_))
}

/// Whether it can be told when the code is evaluated: it may fail, or not end.
fn shows(code: &Code) -> bool {
    match code {
        Code::Const(_) | Code::Local(_) => false,
        Code::Binary(BinOp::Add | BinOp::Sub | BinOp::Mul, _, operands, _)
        | Code::Compare(_, _, operands) => shows(&operands.0) || shows(&operands.1),
        Code::Convert(_, _, operand) => shows(operand),
        _ => true,
    }
}

/// The arguments that a function of this type consumes whole.
fn consumed(ty: &elder_futhark::tree::Type, count: usize) -> Box<[u32]> {
    let mut found = Vec::new();
    let mut ty = ty.clone();
    for k in 0..count {
        let TypeKind::Arrow(arrow) = &*ty.clone() else {
            break;
        };
        if arrow.param_stars == Stars::All {
            found.push(k as u32);
        }
        ty = arrow.ret.ty.clone();
    }
    found.into()
}

/// The code of a primitive function on these operands.
fn primitive(f: PrimFn, args: Box<[Code]>, span: Span) -> Code {
    if let Some(rule) = crate::numeric::rule::rule(f) {
        rule.apply();
    }
    let mut codes = args.into_vec();
    match (f, codes.len()) {
        (PrimFn::Bin(op, t), 2) => {
            let (Some(b), Some(a)) = (codes.pop(), codes.pop()) else {
                return Code::Hole(span);
            };
            if op.is_comparison() {
                Code::Compare(op, t, Box::new((a, b)))
            } else {
                Code::Binary(op, t, Box::new((a, b)), span)
            }
        }
        (PrimFn::Convert(from, to), 1) => match codes.pop() {
            Some(a) => Code::Convert(from, to, Box::new(a)),
            None => Code::Hole(span),
        },
        _ => Code::Prim(f, codes.into(), span),
    }
}

/// The numbers in a tuple literal.
fn literals(e: &Exp, out: &mut Vec<usize>) {
    match &e.kind {
        ExpKind::Lit(p) => out.extend(Value::from(*p).as_i64().and_then(|n| usize::try_from(n).ok())),
        ExpKind::Record(fields) => fields.iter().for_each(|(_, f)| literals(f, out)),
        _ => {}
    }
}

/// How many arguments an intrinsic takes.
fn arity(intrinsic: Intrinsic) -> usize {
    match intrinsic {
        Intrinsic::Prim(f) => f.parameters().len(),
        // One, or a tuple.
        Intrinsic::Futhark(_) => 1,
        Intrinsic::Eq | Intrinsic::Ne => 2,
        Intrinsic::Op(op) => match op {
            Op::Unzip | Op::Unzip3 | Op::Unzip4 | Op::Unzip5 => 1,
            Op::Iota | Op::Copy | Op::Flatten | Op::Transpose => 1,
            Op::Opaque | Op::Trace | Op::Break | Op::Manifest => 1,
            Op::Map | Op::Zip | Op::Filter | Op::Flatmap | Op::Replicate | Op::Concat | Op::StreamMap => 2,
            Op::Rearrange | Op::Reshape => 2,
            Op::Map2 | Op::Zip3 | Op::Reduce | Op::ReduceComm | Op::Scan | Op::Partition | Op::Unflatten => 3,
            Op::Scatter
            | Op::Scatter2d
            | Op::Scatter3d
            | Op::StreamRed
            | Op::ScatterStream
            | Op::AccWrite => 3,
            Op::Jvp | Op::Vjp | Op::JvpVec | Op::VjpVec | Op::WithVjp => 3,
            Op::Map3 | Op::Zip4 | Op::FlatUpdate1d => 4,
            Op::Map4 | Op::Zip5 | Op::HistStream | Op::FlatUpdate2d => 5,
            Op::Hist1d | Op::Hist2d | Op::Hist3d => 6,
            Op::Map5 | Op::FlatIndex2d | Op::FlatUpdate3d => 6,
            Op::FlatUpdate4d => 7,
            Op::FlatIndex3d => 8,
            Op::FlatIndex4d => 10,
        },
    }
}

/// With how many arguments an operation calls its k-th argument, if that is a function it calls.
fn function_arity(op: Op, k: usize) -> Option<usize> {
    match (op, k) {
        (Op::Map | Op::Filter | Op::Flatmap, 0) | (Op::Partition, 1) => Some(1),
        (Op::Map2 | Op::Reduce | Op::ReduceComm | Op::Scan | Op::StreamMap | Op::StreamRed, 0) => Some(2),
        (Op::Map3, 0) => Some(3),
        (Op::Map4, 0) => Some(4),
        (Op::Map5, 0) => Some(5),
        (Op::StreamRed | Op::ScatterStream, 1) => Some(2),
        (Op::Hist1d | Op::Hist2d | Op::Hist3d, 2) => Some(2),
        (Op::HistStream, 3) => Some(2),
        _ => None,
    }
}

/// A size expression with sizes for names.
pub(super) fn substitute_exp(e: &Rc<Exp>, sizes: &FxHashMap<u32, Size>) -> Rc<Exp> {
    Rc::new(replace(e, sizes))
}

fn replace(e: &Exp, sizes: &FxHashMap<u32, Size>) -> Exp {
    let kind = match &e.kind {
        ExpKind::Var(name, _) => match sizes.get(&name.id) {
            Some(Size::Const(n)) => ExpKind::Lit(PrimValue::I64(*n)),
            Some(Size::Var(v)) => ExpKind::Var(v.clone(), Instance::default()),
            Some(Size::Exp(other)) => return (**other).clone(),
            None => e.kind.clone(),
        },
        ExpKind::App { fun, args, infix } => ExpKind::App {
            fun: fun.clone(),
            args: args.iter().map(|a| replace(a, sizes)).collect(),
            infix: *infix,
        },
        other => other.clone(),
    };
    Exp { kind, ..e.clone() }
}
