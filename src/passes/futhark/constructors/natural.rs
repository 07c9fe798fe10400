//! The sizes of arguments that may be absent.
//!
//! Of `#none | #row ([n]i64)` where n is below zero there is `#none` and nothing else, and the blank in it is empty: its type is `[max 0 n]i64`, unless
//! n is the outermost size of some array and so natural.  Sizes within rows stay as they are, since `#row ([] : [0][k]i64)` has rows of the size k, whatever
//! k is, and what is there has the type of what is absent; only there are no rows where no array has so many of such: `[2][k]i64` is `[0][k]i64` for a k
//! below zero.  The numbers n and k themselves are shown by an array of no elements, `[0][n]bool`: of rows that are not there a size is any number.

use super::map::map;
use super::{Pass, several};
use elder_futhark::check::build::{array, arrow, operation, prim, size_const, size_exp, tuple_field};
use elder_futhark::intrinsics::Intrinsic;
use elder_futhark::tree::walk::{Part, deep, map as map_type};
use elder_futhark::tree::{Attribute, Exp, ExpKind, Fun, Instance, Program, Size, Type, TypeKind, VName};
use elder_syntax::Span;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Pass {
    /// The type without sums of an argument, its arrays being what is made of their sizes and elements; sums of several constructors within it show their
    /// own sizes.
    fn outermost_arrays(&mut self, ty: &Type, made: &mut dyn FnMut(&mut Pass, Size, &Type) -> Type) -> Type {
        deep(|| match &**ty {
            TypeKind::Array(own, element) => {
                let own = self.size(own);
                made(self, own, element)
            }
            TypeKind::Record(_) => map_type(
                ty,
                &mut (self, made),
                |_, size| size.clone(),
                |(this, made), part| this.outermost_arrays(part, made),
            ),
            TypeKind::Sum(constructors) if !several(constructors) => {
                let args = constructors.iter().flat_map(|(_, args)| args);
                let mut fields = vec![(tuple_field(0), prim(PrimType::U8))];
                for (k, arg) in args.enumerate() {
                    fields.push((tuple_field(1 + k), self.outermost_arrays(arg, made)));
                }
                Rc::new(TypeKind::Record(fields))
            }
            _ => self.ty(ty),
        })
    }

    /// The type without sums of an argument, with something for each of its sizes.
    pub(super) fn argument(&mut self, ty: &Type, size: &mut dyn FnMut(&mut Pass, Size) -> Size) -> Type {
        self.outermost_arrays(ty, &mut |pass, own, element| {
            let own = size(pass, own);
            array(own, pass.argument(element, size))
        })
    }

    /// A type whose values may be blank: where no array has these sizes, it has no rows.
    pub(super) fn natural(&mut self, ty: &Type) -> Type {
        self.outermost_arrays(ty, &mut |pass, own, element| {
            let element = pass.argument(element, &mut |_, size| size);
            let rows = match pass.may_be(&element) {
                Some(may_be) => rows_if(&own, may_be),
                None => pass.natural_size(own),
            };
            array(rows, element)
        })
    }

    /// What holds if and only if there may be a value of the type: no size is negative, but behind one that is 0.  Nothing if that is seen.
    fn may_be(&self, ty: &Type) -> Option<Exp> {
        deep(|| match &**ty {
            TypeKind::Array(Size::Const(0), _) => None,
            TypeKind::Array(size, element) => {
                let own = size_exp(size, Span::NONE);
                let none = || size_const(0, Span::NONE);
                let natural = operation(BinOp::Le, PrimType::I64, none(), own.clone());
                let natural = (!self.is_natural(size)).then_some(natural);
                let within = self.may_be(element).map(|within| {
                    let is_empty = operation(BinOp::Eq, PrimType::I64, own, none());
                    operation(BinOp::Or, PrimType::Bool, is_empty, within)
                });
                both(natural, within)
            }
            TypeKind::Record(fields) => {
                let fields = fields.iter().map(|(_, ty)| self.may_be(ty));
                fields.fold(None, both)
            }
            _ => None,
        })
    }

    fn natural_size(&self, size: Size) -> Size {
        match &size {
            Size::Const(n) => Size::Const(*n.max(&0)),
            _ if self.is_natural(&size) => size,
            Size::Var(_) | Size::Exp(_) => maximum(size_exp(&size, Span::NONE)),
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
            TypeKind::Array(..) | TypeKind::Record(_) => ty.parts().all(|part| match part {
                Part::Size(size) => self.is_natural(size),
                Part::Type(part) => self.has_natural_sizes(part),
            }),
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

/// The greater of 0 and a number.
fn maximum(e: Exp) -> Size {
    let none = size_const(0, e.span);
    Size::Exp(Rc::new(operation(BinOp::Max, PrimType::I64, none, e)))
}

/// So many rows, if this holds and they are not fewer than none; no rows otherwise.
fn rows_if(size: &Size, holds: Exp) -> Size {
    if let Size::Const(..=0) = size {
        return Size::Const(0);
    }
    let (bool, i64) = (prim(PrimType::Bool), prim(PrimType::I64));
    let convert = Intrinsic::Prim(PrimFn::Convert(PrimType::Bool, PrimType::I64));
    let fun = ExpKind::Intrinsic(convert, Instance::default());
    let one = ExpKind::app(Exp::of(fun, arrow(bool, i64.clone()), Span::NONE), vec![holds]);
    let one = Exp::of(one, &i64, Span::NONE);
    maximum(operation(
        BinOp::Mul,
        PrimType::I64,
        size_exp(size, Span::NONE),
        one,
    ))
}

/// Both of two conditions; nothing is what always holds.
fn both(a: Option<Exp>, b: Option<Exp>) -> Option<Exp> {
    match (a, b) {
        (Some(a), Some(b)) => Some(operation(BinOp::And, PrimType::Bool, a, b)),
        (a, b) => a.or(b),
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
        e.children()
            .into_iter()
            .for_each(|part| of_expression(part, shown));
    })
}
