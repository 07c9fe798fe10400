//! Application of intrinsics: primitive functions, and the operations that call functions.

use super::inline::PatBinder;
use super::{Arg, Resolver};
use crate::futhark::intrinsics::arity;
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use elder_futhark::intrinsics::{Intrinsic, Op, on_bits};
use elder_futhark::tree::{Exp, ExpKind, Instance, TypeKind};
use elder_syntax::prim::{BinOp, PrimFn};
use elder_syntax::{Name, Span};
use std::cell::OnceCell;
use std::rc::Rc;

impl<'p> Resolver<'p> {
    pub(super) fn apply_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        instance: &'p Instance,
        mut args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
        let arity = arity(intrinsic);
        if args.len() < arity {
            return self.eta(intrinsic, instance, arity, args, infix, span);
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
            Intrinsic::Op(op) => {
                let (bound, args) = if infix {
                    self.forwards(args)
                } else {
                    (vec![], args)
                };
                let body = self.operation(op, instance, args, span);
                bound
                    .into_iter()
                    .rev()
                    .fold(body, |body, (slot, code)| let_slot(slot, code, body))
            }
        };
        if rest.is_empty() {
            return code;
        }
        let args = self.arguments(rest, false);
        Code::Apply(Box::new(ApplyCode {
            existential: 0,
            function: code,
            args,
            consumed: Box::default(),
            span,
            infix: false,
        }))
    }

    /// FUT-E-ORDER: arguments that are evaluated from the last to the first, where operands are evaluated from the first on; of those of which it
    /// shows, the first to be evaluated is the last that is bound here.
    pub(super) fn backwards(&mut self, codes: Box<[Code]>) -> (Vec<(Slot, Code)>, Box<[Code]>) {
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

    /// FUT-E-ORDER: operands that are evaluated from the first on, where arguments are evaluated from the last to the first; those of
    /// which it shows are bound here, in their order.
    fn forwards(&mut self, args: Vec<Arg<'p>>) -> (Vec<(Slot, Code)>, Vec<Arg<'p>>) {
        let mut bound = Vec::new();
        let operand = |arg| match arg {
            Arg::Exp(e) if self.known(e).is_none() => {
                let code = self.exp(e);
                if !shows(&code) {
                    return Arg::Code(code);
                }
                let slot = self.slot();
                bound.push((slot, code));
                Arg::Code(Code::Local(slot))
            }
            other => other,
        };
        let args = args.into_iter().map(operand).collect();
        (bound, args)
    }

    /// A primitive function on signed integers with the bits of unsigned ones, several arguments being a tuple.
    pub(super) fn on_bits(&mut self, f: PrimFn, given: Vec<Code>, span: Span) -> Code {
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
    pub(super) fn eta(
        &mut self,
        intrinsic: Intrinsic,
        instance: &'p Instance,
        arity: usize,
        args: Vec<Arg<'p>>,
        infix: bool,
        span: Span,
    ) -> Code {
        let given = self.arguments(args, infix);
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
            existential: 0,
            function: Code::Closure(function),
            args: given,
            consumed: Box::default(),
            span,
            infix,
        }))
    }

    pub(super) fn operation(
        &mut self,
        op: Op,
        instance: &'p Instance,
        args: Vec<Arg<'p>>,
        span: Span,
    ) -> Code {
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
    pub(super) fn primitive(&self, f: PrimFn, args: Box<[Code]>, span: Span) -> Code {
        if self.is_foreign(f) {
            Code::Foreign(f, args, span)
        } else {
            primitive(f, args, span)
        }
    }

    /// A function given to an intrinsic that calls it with `n` arguments.
    pub(super) fn callee(&mut self, arg: Arg<'p>, n: usize, span: Span) -> Argument {
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

pub(super) fn let_slot(slot: Slot, bound: Code, body: Code) -> Code {
    Code::Let(Box::new(LetCode {
        pat: PatCode::Slot(slot),
        bound,
        sizes: Box::default(),
        body,
    }))
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
