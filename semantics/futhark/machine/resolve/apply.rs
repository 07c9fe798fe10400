//! Application: what is applied, its arguments in their order, and calls.

use super::inline::{INLINE_LOCAL, INLINE_NODES, alias};
use super::{Arg, Binding, Env, Given, Known, Resolver};
use crate::futhark::machine::code::*;
use elder_futhark::tree::{Def, Exp, ExpKind, Instance, Stars, TypeKind};
use elder_syntax::Span;
use std::rc::Rc;

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

    pub(super) fn apply_known(
        &mut self,
        known: Known<'p>,
        args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
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
            existential: 0,
            function,
            args,
            consumed,
            span,
            infix,
        }))
    }

    /// Codes of arguments, resolved in the order in which they will be evaluated.
    pub(super) fn arguments(&mut self, args: Vec<Arg<'p>>, infix: bool) -> Box<[Code]> {
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

    pub(super) fn argument(&mut self, arg: Arg<'p>) -> Code {
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
        let existential = all.len() as u32;
        all.extend(values);
        let consumed: Box<[u32]> = consumed.iter().map(|k| k + existential).collect();
        let params = function.params as usize;
        if params > 0 && all.len() == params || params == 0 && all.is_empty() {
            return Code::Call(Box::new(CallCode {
                existential,
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
            existential,
            function: value,
            args: all.into(),
            consumed,
            span,
            infix,
        }))
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
