//! Types, compared but for their sizes, and what they mention.

use super::{Judge, Known, Promise};
use crate::check::build::prim;
use crate::tree::walk::{Part, deep, pairs};
use crate::tree::{Arrow, Exp, Fun, RetType, Size, Type, TypeKind, VName};
use elder_syntax::Span;
use elder_syntax::prim::PrimType;
use std::fmt;
use std::rc::Rc;

/// The type of sizes.
pub(super) fn number() -> Type {
    prim(PrimType::I64)
}

/// The type of a function; of one without parameters, that of its value.
pub(super) fn of_function(fun: &Fun) -> Type {
    let mut ret = fun.ret.clone();
    for param in fun.params.iter().rev() {
        let arrow = Arrow {
            param_name: None,
            param: param.pat.ty.clone(),
            param_stars: param.stars.clone(),
            ret,
        };
        ret = RetType::of(Rc::new(TypeKind::Arrow(arrow)));
    }
    ret.ty
}

/// Whether two types are equal but for sizes and stars.
pub(super) fn same(a: &Type, b: &Type) -> bool {
    let parts = |(x, y): (Part<'_>, Part<'_>)| match (x, y) {
        (Part::Size(_), Part::Size(_)) => true,
        (Part::Type(x), Part::Type(y)) => same(x, y),
        _ => false,
    };
    Rc::ptr_eq(a, b) || deep(|| a.is_like(b) && pairs(a, b).all(parts))
}

impl Judge {
    /// A type has nothing that was promised away.
    pub(super) fn ty(&mut self, ty: &Type, span: Span) {
        deep(|| {
            match &**ty {
                TypeKind::Sum(_) => self.no_sums("a sum", span),
                TypeKind::Var(v) if self.promise >= Promise::Monomorphic => {
                    self.refuse(span, format!("the type parameter `{v:?}` is left"));
                }
                TypeKind::Named(name, _) if self.promise >= Promise::Monomorphic && name.name != "acc" => {
                    self.refuse(span, format!("the abstract type `{name:?}` is left"));
                }
                // Nothing else is promised away.
                _ => {}
            }
            ty.types().for_each(|part| self.ty(part, span));
        })
    }

    /// Something stands here that is promised away with sums.
    pub(super) fn no_sums(&mut self, what: &str, span: Span) {
        if self.promise >= Promise::NoSums {
            self.refuse(span, format!("{what} is left"));
        }
    }

    /// A size is a number, and what it mentions is known.
    pub(super) fn size(&mut self, size: &Size, span: Span) {
        match size {
            Size::Const(_) => {}
            Size::Var(v) => match self.known.get(&v.id) {
                Some(Known::Value(ty) | Known::Function(ty, 0)) if same(ty, &number()) => {}
                Some(_) => self.refuse(span, format!("the size `{v:?}` is no number")),
                None => self.refuse(span, format!("the size `{v:?}` is not known")),
            },
            Size::Exp(e) => {
                self.wanted(e, &number(), "a size");
                // Its own names may stand at every place where the size does.
                self.aside(e);
            }
        }
    }

    fn aside(&mut self, e: &Exp) {
        let outer = std::mem::replace(&mut self.again, true);
        self.within(|judge| judge.exp(e));
        self.again = outer;
    }

    /// An expression has this type.
    pub(super) fn wanted(&mut self, e: &Exp, ty: &Type, what: &str) {
        self.equal(&e.ty, ty, what, e.span);
    }

    /// Two types are equal but for sizes.
    pub(super) fn equal(&mut self, found: &Type, wanted: &Type, what: impl fmt::Display, span: Span) {
        if !same(found, wanted) {
            let show = crate::check::display::show_unsized;
            let message = format!("{what} is of type {} instead of {}", show(found), show(wanted));
            self.refuse(span, message);
        }
    }

    /// The sizes of a use are known.
    pub(super) fn sizes(&mut self, sizes: &[Size], span: Span) {
        sizes.iter().for_each(|size| self.size(size, span));
    }

    /// The type of a name where it is used with so many sizes.
    pub(super) fn meaning(&mut self, name: &VName, sizes: usize, span: Span) -> Option<Type> {
        match self.known.get(&name.id).cloned() {
            Some(Known::Value(ty)) if sizes == 0 => Some(ty),
            Some(Known::Function(ty, own)) if own == sizes => Some(ty),
            Some(Known::Value(_)) => {
                self.refuse(span, format!("`{name:?}` is used at sizes"));
                None
            }
            Some(Known::Function(_, own)) => {
                let message = format!("`{name:?}` is used at {sizes} sizes, and has {own} size parameters");
                self.refuse(span, message);
                None
            }
            None => {
                self.refuse(span, format!("`{name:?}` is not bound here"));
                None
            }
        }
    }
}
