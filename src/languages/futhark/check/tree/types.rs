//! Types, compared but for their sizes, and what they mention.

use super::{Judge, Known, Promise};
use crate::check::build::prim;
use crate::check::traverse::deep;
use crate::tree::{Arrow, Exp, Fun, RetType, Size, Stars, Type, TypeArg, TypeKind, VName};
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
        ret = RetType {
            exts: Vec::new(),
            ty: Rc::new(TypeKind::Arrow(arrow)),
            stars: Stars::None,
        };
    }
    ret.ty
}

/// Whether two types are equal but for sizes and stars.
pub(super) fn same(a: &Type, b: &Type) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    let all = |xs: &[Type], ys: &[Type]| xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| same(x, y));
    deep(|| match (&**a, &**b) {
        (TypeKind::Prim(p), TypeKind::Prim(q)) => p == q,
        (TypeKind::Array(_, x), TypeKind::Array(_, y)) => same(x, y),
        (TypeKind::Record(xs), TypeKind::Record(ys)) => {
            let equal = |((f, x), (g, y)): (&(_, Type), &(_, Type))| f == g && same(x, y);
            xs.len() == ys.len() && xs.iter().zip(ys).all(equal)
        }
        (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|((c, xs), (d, ys))| c == d && all(xs, ys))
        }
        (TypeKind::Arrow(x), TypeKind::Arrow(y)) => same(&x.param, &y.param) && same(&x.ret.ty, &y.ret.ty),
        (TypeKind::Var(x), TypeKind::Var(y)) => x == y,
        (TypeKind::Named(x, xs), TypeKind::Named(y, ys)) => {
            let equal = |(x, y): (&TypeArg, &TypeArg)| match (x, y) {
                (TypeArg::Size(_), TypeArg::Size(_)) => true,
                (TypeArg::Type(x), TypeArg::Type(y)) => same(x, y),
                _ => false,
            };
            x == y && xs.len() == ys.len() && xs.iter().zip(ys).all(equal)
        }
        _ => false,
    })
}

impl Judge {
    /// A type has nothing that was promised away.
    pub(super) fn ty(&mut self, ty: &Type, span: Span) {
        deep(|| match &**ty {
            TypeKind::Prim(_) => {}
            TypeKind::Array(_, element) => self.ty(element, span),
            TypeKind::Record(fields) => fields.iter().for_each(|(_, t)| self.ty(t, span)),
            TypeKind::Sum(constructors) => {
                self.no_sums("a sum", span);
                let types = constructors.iter().flat_map(|(_, types)| types);
                types.for_each(|t| self.ty(t, span));
            }
            TypeKind::Arrow(arrow) => {
                self.ty(&arrow.param, span);
                self.ty(&arrow.ret.ty, span);
            }
            TypeKind::Var(v) => {
                if self.promise >= Promise::Monomorphic {
                    self.refuse(span, format!("the type parameter `{v:?}` is left"));
                }
            }
            TypeKind::Named(name, args) => {
                if self.promise >= Promise::Monomorphic && name.name != "acc" {
                    self.refuse(span, format!("the abstract type `{name:?}` is left"));
                }
                for arg in args {
                    if let TypeArg::Type(t) = arg {
                        self.ty(t, span);
                    }
                }
            }
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
