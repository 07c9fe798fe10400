//! Attributes that say something about values (FUT-E-ATTR).

use super::{Binding, Frame, Resolver};
use crate::futhark::machine::code::*;
use crate::futhark::machine::value::Value;
use crate::numeric::zero;
use elder_futhark::intrinsics::Op;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::{Attribute, Exp, ExpKind, Size, Type, TypeKind, VName};
use elder_syntax::{Name, Span};
use std::cell::OnceCell;
use std::rc::Rc;

impl<'p> Resolver<'p> {
    /// `#[a] inner`, which is `e`.
    pub(super) fn attributed(&mut self, attribute: &Attribute, inner: &'p Exp, e: &'p Exp) -> Code {
        rules::FUT_E_ATTR.apply();
        match attribute {
            Attribute::Param(name) => match self.parameters.get(name.as_str()) {
                Some(n) => Code::Const(Value::from(*n)),
                None => self.exp(inner),
            },
            Attribute::Unsafe => {
                let outside = std::mem::replace(&mut self.unchecked, true);
                let code = self.exp(inner);
                self.unchecked = outside;
                code
            }
            // Programmers put it on what may or may not be an array; the rest is as it was.
            Attribute::Scratch if !matches!(&*self.head(&e.ty), TypeKind::Array(..)) => {
                let code = self.exp(inner);
                match self.slot_of_type(&e.ty) {
                    Some(slot) => Code::BlankOf(Box::new((slot, Some(code), e.span))),
                    None => code,
                }
            }
            Attribute::Blank | Attribute::Scratch => self.blank(inner, e),
        }
    }

    /// A value of the type of `e`, for which `inner` is evaluated only if nothing else says how large it is.
    fn blank(&mut self, inner: &'p Exp, e: &'p Exp) -> Code {
        let mut unknown = Vec::new();
        self.unknown_sizes(&e.ty, &mut unknown);
        // Made where the unknown names have no meaning yet: there they count as 0.
        let blank = self.blank_of(&e.ty, e.span);
        match blank {
            Some(code) if unknown.is_empty() => self.blank_or(code, &e.ty, |this| this.exp(inner)),
            Some(blank) if matches!(inner.kind, ExpKind::Hole) => {
                let blank = self.blank_or(blank, &e.ty, |this| this.exp(inner));
                let mut sizes = Vec::new();
                for v in &unknown {
                    if let Some(slot) = self.slot_of(v) {
                        let walks = self.walks(&e.ty, v);
                        sizes.push(SizeBinding { slot, walks });
                    }
                }
                Code::Sized(Box::new((blank, sizes.into())))
            }
            _ => self.exp(inner),
        }
    }

    /// A blank value of the type, unless a size is below zero.
    fn blank_or(&mut self, blank: Code, ty: &Type, otherwise: impl FnOnce(&mut Self) -> Code) -> Code {
        match self.type_code(ty) {
            TypeCode::Known(ty) if ty.is_natural() => blank,
            ty => Code::IfNatural(Box::new((ty, blank, otherwise(self)))),
        }
    }

    /// The names in the sizes of a type that only a value would show.
    fn unknown_sizes(&mut self, ty: &Type, unknown: &mut Vec<VName>) {
        let mut sizes = Vec::new();
        self.walk(ty, &mut Vec::new(), 0, &mut |size, _, _| sizes.push(size.clone()));
        for size in sizes {
            match &size {
                Size::Const(_) => {}
                Size::Var(v) => self.note_unknown(v, unknown),
                Size::Exp(e) => self.unknown_names(e, unknown),
            }
        }
    }

    fn unknown_names(&self, e: &Exp, unknown: &mut Vec<VName>) {
        if let ExpKind::Var(v, _) = &e.kind {
            self.note_unknown(v, unknown);
        }
        // A size has few parts (FUT-T-LIMIT), so this is not deep.
        e.children()
            .into_iter()
            .for_each(|part| self.unknown_names(part, unknown));
    }

    fn note_unknown(&self, v: &VName, unknown: &mut Vec<VName>) {
        let known = self.env.contains_key(&v.id)
            || self.top_sizes.contains_key(&v.id)
            || self.definition(v).is_some();
        if !known && !unknown.contains(v) {
            unknown.push(v.clone());
        }
    }

    /// Zeros of a type, `None` if it is one that is not known here.
    fn blank_of(&mut self, ty: &Type, span: Span) -> Option<Code> {
        match &*self.expand(ty) {
            TypeKind::Prim(p) => Some(Code::Const(self.literal(zero(*p)))),
            TypeKind::Array(size, element) => {
                let size = self.size(size);
                let element = self.blank_of(element, span)?;
                Some(Code::Intrinsic(Box::new(IntrinsicCode {
                    op: Op::Replicate,
                    args: Box::new([Argument::Value(size), Argument::Value(element)]),
                    element: self.boxed_type(),
                    numbers: Box::default(),
                    span,
                    kernel: OnceCell::new(),
                })))
            }
            TypeKind::Record(fields) => {
                let fields = fields.iter().enumerate();
                let codes = fields.map(|(k, (_, t))| Some((k as u32, self.blank_of(t, span)?)));
                Some(Code::Record(codes.collect::<Option<_>>()?))
            }
            TypeKind::Sum(constructors) => {
                let (name, types) = constructors.first()?;
                let args = types.iter().map(|t| self.blank_of(t, span));
                let args = args.collect::<Option<_>>()?;
                Some(self.constructor(name, args, ty))
            }
            TypeKind::Var(v) => match self.env.get(&v.id).cloned() {
                Some(Binding::Type(t, env)) => self.within(env, |this| this.blank_of(&t, span)),
                _ => {
                    let slot = self.slot_of(v)?;
                    Some(Code::BlankOf(Box::new((slot, None, span))))
                }
            },
            TypeKind::Arrow(arrow) => self.function_of_blank(arrow.param_name.as_ref(), &arrow.ret.ty, span),
            TypeKind::Named(..) => None,
        }
    }

    /// Where the type is, if it is a parameter of a function that is called.
    fn slot_of_type(&mut self, ty: &Type) -> Option<Slot> {
        match &*self.head(ty) {
            TypeKind::Var(v) => self.slot_of(v),
            _ => None,
        }
    }

    /// Where the size or type of that name is, if it has a slot.
    fn slot_of(&mut self, v: &VName) -> Option<Slot> {
        match self.env.get(&v.id).cloned()? {
            Binding::Slot { frame, slot } => Some(self.reach(frame, slot)),
            _ => None,
        }
    }

    /// A function that gives zeros of a type, in which the parameter may be named.
    pub(super) fn function_of_blank(
        &mut self,
        parameter: Option<&VName>,
        ty: &Type,
        span: Span,
    ) -> Option<Code> {
        let function = Rc::new(Function {
            name: Name::new_inline("blank"),
            params: 1,
            captures: OnceCell::new(),
            body: OnceCell::new(),
        });
        let outside = self.env.clone();
        self.frames.push(Frame {
            slots: 1,
            ..Frame::default()
        });
        if let Some(v) = parameter {
            self.bind_slot(v, self.frames.len() - 1, 0);
        }
        let body = self.blank_of(ty, span);
        let body = body.map(|blank| self.blank_or(blank, ty, |_| Code::Hole(span)));
        self.env = outside;
        let Some(body) = body else {
            self.frames.pop();
            return None;
        };
        self.close(&function, Vec::new(), body);
        Some(Code::Closure(function))
    }
}
