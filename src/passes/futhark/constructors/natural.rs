//! The sizes of arguments that may be absent.
//!
//! Of `#none | #row ([n]i64)` where n is negative there is `#none` and nothing else, and the blank in it is empty.  So its type is `[max 0 n]i64`, unless
//! n is the outermost size of some array.  The number n itself is shown by an array of no elements, `[0][n]bool`: of rows that are not there a size is
//! any number.

use super::Pass;
use super::map::map;
use super::sums::several;
use elder_futhark::check::build::{array, operation, prim, size_const, size_exp, tuple_field};
use elder_futhark::check::traverse::{deep, for_each_child};
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::{Attribute, Exp, ExpKind, Fun, Program, Size, Type, TypeKind, VName};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Pass {
    /// The type without sums of an argument, with something for each of its sizes; sums of several constructors within it show their own.
    pub(super) fn argument(&mut self, ty: &Type, size: &mut dyn FnMut(&mut Pass, Size) -> Size) -> Type {
        deep(|| match &**ty {
            TypeKind::Array(own, element) => {
                let own = self.size(own);
                let own = size(self, own);
                array(own, self.argument(element, size))
            }
            TypeKind::Record(fields) => {
                let fields = fields.iter();
                Rc::new(TypeKind::Record(
                    fields.map(|(f, t)| (f.clone(), self.argument(t, size))).collect(),
                ))
            }
            TypeKind::Sum(constructors) if !several(constructors) => {
                let args = constructors.iter().flat_map(|(_, args)| args);
                let mut fields = vec![(tuple_field(0), prim(PrimType::U8))];
                for (k, arg) in args.enumerate() {
                    fields.push((tuple_field(1 + k), self.argument(arg, size)));
                }
                Rc::new(TypeKind::Record(fields))
            }
            _ => self.ty(ty),
        })
    }

    /// A type whose values may be blank: no size is negative.
    pub(super) fn natural(&mut self, ty: &Type) -> Type {
        self.argument(ty, &mut |pass, size| pass.natural_size(size))
    }

    fn natural_size(&self, size: Size) -> Size {
        match &size {
            Size::Const(n) => Size::Const(*n.max(&0)),
            _ if self.is_natural(&size) => size,
            Size::Var(_) | Size::Exp(_) => {
                let e = size_exp(&size, Span::NONE);
                let none = size_const(0, e.span);
                Size::Exp(Rc::new(operation(BinOp::Max, PrimType::I64, none, e)))
            }
        }
    }

    /// Whether a size is seen not to be negative.
    fn is_natural(&self, size: &Size) -> bool {
        match size {
            Size::Const(n) => *n >= 0,
            Size::Var(v) => self.shown.contains(&v.id),
            Size::Exp(e) => is_maximum(e),
        }
    }

    /// The type of what shows the sizes of an argument, whatever numbers they are; nothing if it has none.
    pub(super) fn numbers(&mut self, ty: &Type) -> Option<Type> {
        let mut sizes = Vec::new();
        self.argument(ty, &mut |_, size| {
            sizes.push(size.clone());
            size
        });
        of_nothing(sizes)
    }

    /// What stands for an argument that is absent: zeros of its type (FUT-E-ATTR).  What shows sizes has no elements.
    pub(super) fn absent(&mut self, ty: &Type, span: Span) -> Exp {
        if self.has_natural_sizes(ty) {
            return blank(ty, span);
        }
        deep(|| match &**ty {
            TypeKind::Array(Size::Const(0), _) => Exp::of(ExpKind::Array(Vec::new()), ty, span),
            TypeKind::Array(size, element) => {
                let rows = array(size.clone(), prim(PrimType::Bool));
                let row = (self.fresh("row"), prim(PrimType::Bool));
                let element = self.absent(element, span);
                map(size.clone(), &[row], element, vec![blank(&rows, span)], span)
            }
            TypeKind::Record(fields) => {
                let fields = fields.iter();
                let parts = fields.map(|(f, t)| (f.clone(), self.absent(t, span))).collect();
                Exp::of(ExpKind::Record(parts), ty, span)
            }
            _ => blank(ty, span),
        })
    }

    fn has_natural_sizes(&self, ty: &Type) -> bool {
        deep(|| match &**ty {
            TypeKind::Array(size, element) => self.is_natural(size) && self.has_natural_sizes(element),
            TypeKind::Record(fields) => fields.iter().all(|(_, ty)| self.has_natural_sizes(ty)),
            _ => true,
        })
    }
}

/// The type of no rows of these sizes; nothing if there are none.
pub(super) fn of_nothing(sizes: Vec<Size>) -> Option<Type> {
    let innermost = sizes.into_iter().rev();
    let row = innermost.fold(None, |row: Option<Type>, size| {
        Some(array(size, row.unwrap_or_else(|| prim(PrimType::Bool))))
    });
    row.map(|row| array(Size::Const(0), row))
}

/// A hole that is blank.
fn blank(ty: &Type, span: Span) -> Exp {
    let hole = Exp::of(ExpKind::Hole, ty, span);
    Exp::of(ExpKind::Attr(Attribute::Blank, Box::new(hole)), ty, span)
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

/// The sizes that are the outermost ones of arrays: of those that a function reads off its arguments, and those that are hidden in values.
pub(super) fn shown(program: &Program) -> FxHashSet<u32> {
    let mut shown = FxHashSet::default();
    for def in &program.defs {
        of_function(&def.fun, &mut shown);
    }
    shown
}

/// Those of these sizes that are outermost in a type.
fn outermost(ty: &Type, sizes: &[VName], shown: &mut FxHashSet<u32>) {
    if sizes.is_empty() {
        return;
    }
    deep(|| match &**ty {
        TypeKind::Array(Size::Var(v), _) if sizes.contains(v) => {
            shown.insert(v.id);
        }
        TypeKind::Record(fields) => fields.iter().for_each(|(_, ty)| outermost(ty, sizes, shown)),
        TypeKind::Sum(constructors) if !several(constructors) => {
            let args = constructors.iter().flat_map(|(_, args)| args);
            args.for_each(|ty| outermost(ty, sizes, shown));
        }
        _ => {}
    })
}

fn of_function(fun: &Fun, shown: &mut FxHashSet<u32>) {
    for param in &fun.params {
        outermost(&param.pat.ty, &fun.sizes, shown);
    }
    outermost(&fun.ret.ty, &fun.ret.exts, shown);
    of_expression(&fun.body, shown);
}

fn of_expression(e: &Exp, shown: &mut FxHashSet<u32>) {
    deep(|| {
        outermost(&e.ty, &e.sizes, shown);
        match &e.kind {
            ExpKind::Let { sizes, pat, .. } => outermost(&pat.ty, sizes, shown),
            ExpKind::Loop(l) => outermost(&l.pat.ty, &l.sizes, shown),
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
