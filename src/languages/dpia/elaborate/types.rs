//! Written types and sizes (notes, section 1).

use super::Elaborator;
use super::metas::{Class, Data, Type};
use super::scope::Binding;
use crate::ast::{self, NatOp, TypeKind};
use crate::rules::kinding::{DPIA_K_NATX_OBL, DPIA_K_VAR, DPIA_O_VEC_KIND};
use crate::rules::syntax::DPIA_SYN_NAME;
use crate::{Kind, Name, Nat, PrimType, Ranges};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// The number type of that name.
pub(crate) fn prim_type(name: &str) -> Option<PrimType> {
    match name {
        "num" => Some(PrimType::F32),
        _ => PrimType::from_name(name),
    }
}

impl Elaborator {
    /// A written phrase type; a data type means expressions of it.
    pub(super) fn type_of(&mut self, ty: &ast::Type) -> Type {
        elder_syntax::effort::deeper(|| match &ty.kind {
            TypeKind::Exp(d) => Type::Exp(self.data_of(d)),
            TypeKind::Acc(d) => Type::Acc(self.data_of(d)),
            TypeKind::Var(d) => Type::var(&self.data_of(d)),
            TypeKind::Upd(op, d) => Type::Upd(*op, self.data_of(d)),
            TypeKind::Name(name) if name == "comm" && self.scope.find(name).is_none() => Type::Comm,
            TypeKind::Product(a, b) => Type::Product(Rc::new(self.type_of(a)), Rc::new(self.type_of(b))),
            TypeKind::Fun { passive, from, to } => Type::Fun {
                passive: *passive,
                from: Rc::new(self.type_of(from)),
                to: Rc::new(self.type_of(to)),
            },
            TypeKind::Dependent(x, kind, to) => {
                let name = Name::fresh(&x.name);
                let binding = match kind {
                    Kind::Nat => Binding::Nat(name.clone()),
                    Kind::Data => Binding::Data(name.clone()),
                };
                let to = Rc::new(self.within(&x.name, binding, |e| e.type_of(to)));
                match kind {
                    Kind::Nat => Type::NatFun(name, to),
                    Kind::Data => Type::DataFun(name, to),
                }
            }
            _ => Type::Exp(self.data_of(ty)),
        })
    }

    /// A written data type.
    pub(super) fn data_of(&mut self, ty: &ast::Type) -> Data {
        elder_syntax::effort::deeper(|| self.data_here(ty))
    }

    fn data_here(&mut self, ty: &ast::Type) -> Data {
        match &ty.kind {
            TypeKind::Name(name) => match self.scope.find(name) {
                Some(Binding::Data(x)) => Data::Var(x.clone()),
                None if let Some(t) = prim_type(name) => Data::Num(t),
                Some(_) => self.wrong_sort(ty, "a type", &format!("`{name}` is none")),
                None => {
                    let error = self.unbound(DPIA_K_VAR.refuse("bound"), "type", name, ty.span);
                    self.error(error);
                    self.unknown(ty.span)
                }
            },
            TypeKind::Index(n) => Data::Index(self.nat_of(n)),
            TypeKind::Array(n, d) => {
                let n = self.nat_of(n);
                Data::Array(n, Rc::new(self.data_of(d)))
            }
            TypeKind::Pair(a, b) => Data::Pair(Rc::new(self.data_of(a)), Rc::new(self.data_of(b))),
            TypeKind::Vector(element, width) => match self.data_of(element) {
                Data::Num(t) if t != PrimType::Bool => Data::Vector(*width, Rc::new(Data::Num(t))),
                Data::Meta(i) => Data::Meta(i),
                other => {
                    let message = format!(
                        "vectors have numbers as components, not {}",
                        self.show_data(&other)
                    );
                    self.error(Diagnostic::error(
                        DPIA_O_VEC_KIND.refuse("element"),
                        ty.span,
                        message,
                    ));
                    self.unknown(ty.span)
                }
            },
            TypeKind::Number(_) | TypeKind::Nat(..) => self.wrong_sort(ty, "a type", "this is a size"),
            _ => self.wrong_sort(ty, "a type of data", "this is a type of phrases"),
        }
    }

    /// What stands for a type that has an error.
    fn unknown(&mut self, span: Span) -> Data {
        self.metas.fresh_data(Class::default(), span, "type")
    }

    fn wrong_sort(&mut self, ty: &ast::Type, wanted: &str, found: &str) -> Data {
        let message = format!("{wanted} should stand here; {found}");
        let mut error = Diagnostic::error(DPIA_SYN_NAME.refuse("sort"), ty.span, message);
        if matches!(ty.kind, TypeKind::Nat(..)) {
            error = error.with_help("the size of an array type stands in parentheses: `(2 * n).f32`");
        }
        self.error(error);
        self.unknown(ty.span)
    }

    /// A written size.
    pub(super) fn nat_of(&mut self, ty: &ast::Type) -> Nat {
        elder_syntax::effort::deeper(|| match &ty.kind {
            TypeKind::Number(n) => Nat::lit(*n),
            TypeKind::Name(name) => self.nat_named(name, ty.span),
            TypeKind::Nat(op, a, b) => {
                let (a, b) = (self.nat_of(a), self.nat_of(b));
                self.nat_operation(*op, &a, &b, ty.span)
            }
            _ => {
                self.wrong_sort(ty, "a size", "this is a type");
                self.metas.fresh_nat(ty.span, "size")
            }
        })
    }

    /// A variable as a size: one of a nat, or one of an index.
    pub(super) fn nat_named(&mut self, name: &str, span: Span) -> Nat {
        match self.nat_binding(name) {
            Some(x) => Nat::var(&x),
            None => {
                let error = match self.scope.find(name) {
                    Some(Binding::Broken) => return self.metas.fresh_nat(span, "size"),
                    Some(_) => {
                        let message = format!("a size should stand here; `{name}` is none");
                        Diagnostic::error(DPIA_SYN_NAME.refuse("sort"), span, message)
                    }
                    None => self.unbound(DPIA_K_VAR.refuse("bound"), "size", name, span),
                };
                self.error(error);
                self.metas.fresh_nat(span, "size")
            }
        }
    }

    /// The variable that may stand in nat terms under that name.
    pub(super) fn nat_binding(&self, name: &str) -> Option<Name> {
        match self.scope.find(name)? {
            Binding::Nat(x) => Some(x.clone()),
            Binding::Phrase(x, ty) => match self.metas.type_head(ty) {
                Type::Exp(d) if matches!(self.metas.head(&d), Data::Index(_)) => Some(x.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// An operation on sizes in normal form (DPIA-K-NATX).
    pub(super) fn nat_operation(&mut self, op: NatOp, a: &Nat, b: &Nat, span: Span) -> Nat {
        match op {
            NatOp::Add => a.plus(b),
            NatOp::Sub => a.minus(b),
            NatOp::Mul => a.times(b),
            NatOp::Pow => a.power(b),
            NatOp::Min => a.minimum(b),
            NatOp::Max => a.maximum(b),
            NatOp::Div | NatOp::Rem | NatOp::DivExact if b.is_zero() => {
                let message = "a size is divided by zero";
                self.error(Diagnostic::error(
                    DPIA_K_NATX_OBL.refuse("positive"),
                    span,
                    message,
                ));
                self.metas.fresh_nat(span, "size")
            }
            NatOp::Div => a.quotient(b, &self.ranges()),
            NatOp::Rem => a.remainder(b, &self.ranges()),
            NatOp::DivExact => a.divided_exactly(b).unwrap_or_else(Nat::overflow),
        }
    }

    /// What is known of the index variables in scope.
    pub(super) fn ranges(&self) -> Ranges {
        let mut ranges = Ranges::new();
        for (name, ty) in self.scope.phrases() {
            if let Type::Exp(d) = self.metas.type_head(ty)
                && let Data::Index(n) = self.metas.head(&d)
            {
                ranges = ranges.below(name, &self.metas.nat(&n));
            }
        }
        ranges
    }
}
