//! The sizes of arguments that may be absent.
//!
//! Of `#none | #row ([n]i64)` where n is negative there is `#none` and nothing else, and the blank in it is empty.  So its type is `[max 0 n]i64`, unless
//! n is the size of some array.

use super::Pass;
use elder_futhark::check::build::{operation, size_const, size_exp};
use elder_futhark::check::substitution::witnesses;
use elder_futhark::check::traverse::{deep, for_each_child};
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::{Exp, ExpKind, Fun, Program, Size, Type, TypeKind};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Pass {
    /// A type whose values may be blank: no size is negative.
    pub(super) fn natural(&self, ty: &Type) -> Type {
        deep(|| {
            Rc::new(match &**ty {
                TypeKind::Array(size, element) => {
                    TypeKind::Array(self.natural_size(size), self.natural(element))
                }
                TypeKind::Record(fields) => {
                    let fields = fields.iter();
                    TypeKind::Record(fields.map(|(f, t)| (f.clone(), self.natural(t))).collect())
                }
                TypeKind::Prim(_)
                | TypeKind::Sum(_)
                | TypeKind::Arrow(_)
                | TypeKind::Var(_)
                | TypeKind::Named(..) => return ty.clone(),
            })
        })
    }

    fn natural_size(&self, size: &Size) -> Size {
        match size {
            Size::Const(n) => Size::Const(*n.max(&0)),
            Size::Var(v) if self.shown.contains(&v.id) => size.clone(),
            Size::Exp(e) if is_maximum(e) => size.clone(),
            Size::Var(_) | Size::Exp(_) => {
                let e = size_exp(size, Span::NONE);
                let none = size_const(0, e.span);
                Size::Exp(Rc::new(operation(BinOp::Max, PrimType::I64, none, e)))
            }
        }
    }
}

/// Whether it is the greater of 0 and something.
fn is_maximum(e: &Exp) -> bool {
    let ExpKind::App { fun, args, .. } = &e.kind else {
        return false;
    };
    let is_none = |e: &Exp| matches!(e.kind, ExpKind::Lit(PrimValue::I64(0)));
    let is_max = matches!(
        fun.kind,
        ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Bin(BinOp::Max, _)), _)
    );
    is_max && args.first().is_some_and(is_none)
}

/// The sizes that values show: those that a function reads off its arguments, and those that are hidden in values.
pub(super) fn shown(program: &Program) -> FxHashSet<u32> {
    let mut shown = FxHashSet::default();
    for def in &program.defs {
        of_function(&def.fun, &mut shown);
    }
    shown
}

fn of_function(fun: &Fun, shown: &mut FxHashSet<u32>) {
    for param in &fun.params {
        let own = witnesses(&param.pat.ty).0.into_iter();
        shown.extend(own.filter(|v| fun.sizes.contains(v)).map(|v| v.id));
    }
    shown.extend(fun.ret.exts.iter().map(|v| v.id));
    of_expression(&fun.body, shown);
}

fn of_expression(e: &Exp, shown: &mut FxHashSet<u32>) {
    deep(|| {
        shown.extend(e.sizes.iter().map(|v| v.id));
        match &e.kind {
            ExpKind::Let { sizes, .. } => shown.extend(sizes.iter().map(|v| v.id)),
            ExpKind::Loop(l) => shown.extend(l.sizes.iter().map(|v| v.id)),
            ExpKind::Lambda(fun) => return of_function(fun, shown),
            ExpKind::LetFun(_, fun, body) => {
                of_function(fun, shown);
                return of_expression(body, shown);
            }
            _ => {}
        }
        for_each_child(e, &mut |part| of_expression(part, shown));
    })
}
