//! Walks over the typed tree: children of an expression, types written in it.

use crate::tree::{
    Arrow, DimIndex, Exp, ExpKind, Fun, Instance, LoopForm, Pat, PatKind, RetType, Size, Type, TypeArg,
    TypeKind, UpdateStep, VName,
};
use std::rc::Rc;

/// Runs one level of a recursion over a program, with more stack if there is little left.
pub fn deep<R>(f: impl FnOnce() -> R) -> R {
    elder_syntax::effort::deeper(f)
}

fn dim_children<'a>(d: &'a DimIndex, f: &mut dyn FnMut(&'a Exp)) {
    match d {
        DimIndex::Fix(e) => f(e),
        DimIndex::Slice(a, b, s) => [a, b, s].into_iter().flatten().for_each(f),
    }
}

fn dim_children_mut(d: &mut DimIndex, f: &mut dyn FnMut(&mut Exp)) {
    match d {
        DimIndex::Fix(e) => f(e),
        DimIndex::Slice(a, b, s) => [a, b, s].into_iter().flatten().for_each(f),
    }
}

/// Calls `f` with every direct child of `e`, in the order of the text.
pub fn for_each_child<'a>(e: &'a Exp, f: &mut dyn FnMut(&'a Exp)) {
    match &e.kind {
        ExpKind::Lit(_) | ExpKind::String(_) | ExpKind::Var(..) | ExpKind::Intrinsic(..) | ExpKind::Hole => {}
        ExpKind::Record(fields) => fields.iter().for_each(|(_, e)| f(e)),
        ExpKind::Field(e, _) | ExpKind::Coerce(e, _) | ExpKind::Attr(_, e) => f(e),
        ExpKind::RecordUpdate(a, _, b) | ExpKind::And(a, b) | ExpKind::Or(a, b) | ExpKind::Assert(a, b) => {
            f(a);
            f(b);
        }
        ExpKind::Array(es) | ExpKind::Constr(_, es) => es.iter().for_each(f),
        ExpKind::Range(r) => {
            f(&r.start);
            r.second.iter().for_each(&mut *f);
            f(&r.bound);
        }
        ExpKind::Index(a, dims) => {
            f(a);
            dims.iter().for_each(|d| dim_children(d, f));
        }
        ExpKind::Update(a, dims, v) => {
            f(a);
            dims.iter().for_each(|d| dim_children(d, f));
            f(v);
        }
        ExpKind::UpdatePath(a, steps, v) => {
            f(a);
            for step in steps {
                if let UpdateStep::Index(dims) = step {
                    dims.iter().for_each(|d| dim_children(d, f));
                }
            }
            f(v);
        }
        ExpKind::App { fun, args, .. } => {
            f(fun);
            args.iter().for_each(f);
        }
        ExpKind::Lambda(fun) => f(&fun.body),
        ExpKind::Let { bound, body, .. } => {
            f(bound);
            f(body);
        }
        ExpKind::LetFun(_, fun, body) => {
            f(&fun.body);
            f(body);
        }
        ExpKind::If(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        ExpKind::Match(e, cases) => {
            f(e);
            cases.iter().for_each(|(_, e)| f(e));
        }
        ExpKind::Loop(l) => {
            f(&l.init);
            match &l.form {
                LoopForm::For(_, e) | LoopForm::ForIn(_, e) | LoopForm::While(e) => f(e),
            }
            f(&l.body);
        }
    }
}

/// Calls `f` with every direct child of `e`.
pub fn for_each_child_mut(e: &mut Exp, f: &mut dyn FnMut(&mut Exp)) {
    match &mut e.kind {
        ExpKind::Lit(_) | ExpKind::String(_) | ExpKind::Var(..) | ExpKind::Intrinsic(..) | ExpKind::Hole => {}
        ExpKind::Record(fields) => fields.iter_mut().for_each(|(_, e)| f(e)),
        ExpKind::Field(e, _) | ExpKind::Coerce(e, _) | ExpKind::Attr(_, e) => f(e),
        ExpKind::RecordUpdate(a, _, b) | ExpKind::And(a, b) | ExpKind::Or(a, b) | ExpKind::Assert(a, b) => {
            f(a);
            f(b);
        }
        ExpKind::Array(es) | ExpKind::Constr(_, es) => es.iter_mut().for_each(f),
        ExpKind::Range(r) => {
            f(&mut r.start);
            r.second.iter_mut().for_each(&mut *f);
            f(&mut r.bound);
        }
        ExpKind::Index(a, dims) => {
            f(a);
            dims.iter_mut().for_each(|d| dim_children_mut(d, f));
        }
        ExpKind::Update(a, dims, v) => {
            f(a);
            dims.iter_mut().for_each(|d| dim_children_mut(d, f));
            f(v);
        }
        ExpKind::UpdatePath(a, steps, v) => {
            f(a);
            for step in steps {
                if let UpdateStep::Index(dims) = step {
                    dims.iter_mut().for_each(|d| dim_children_mut(d, f));
                }
            }
            f(v);
        }
        ExpKind::App { fun, args, .. } => {
            f(fun);
            args.iter_mut().for_each(f);
        }
        ExpKind::Lambda(fun) => f(&mut Rc::make_mut(fun).body),
        ExpKind::Let { bound, body, .. } => {
            f(bound);
            f(body);
        }
        ExpKind::LetFun(_, fun, body) => {
            f(&mut Rc::make_mut(fun).body);
            f(body);
        }
        ExpKind::If(a, b, c) => {
            f(a);
            f(b);
            f(c);
        }
        ExpKind::Match(e, cases) => {
            f(e);
            cases.iter_mut().for_each(|(_, e)| f(e));
        }
        ExpKind::Loop(l) => {
            f(&mut l.init);
            match &mut l.form {
                LoopForm::For(_, e) | LoopForm::ForIn(_, e) | LoopForm::While(e) => f(e),
            }
            f(&mut l.body);
        }
    }
}

/// What [`for_each_type`] meets.
pub enum TypeSite<'a> {
    /// A type with no place of its own to bind sizes.
    Plain(&'a mut Type),
    /// The result of a function, with its existential sizes.
    Ret(&'a mut crate::tree::RetType),
    /// Sizes and types of a polymorphic use.
    Instance(&'a mut Instance),
}

fn fun_types(fun: &mut Fun, f: &mut dyn FnMut(TypeSite<'_>)) {
    for p in &mut fun.params {
        pat_types(&mut p.pat, f);
    }
    f(TypeSite::Ret(&mut fun.ret));
}

/// Calls `f` with the types of a pattern and its parts.
pub fn pat_types(p: &mut Pat, f: &mut dyn FnMut(TypeSite<'_>)) {
    f(TypeSite::Plain(&mut p.ty));
    match &mut p.kind {
        PatKind::Wildcard | PatKind::Var(_) | PatKind::Lit(_) => {}
        PatKind::Record(fs) => fs.iter_mut().for_each(|(_, p)| pat_types(p, f)),
        PatKind::Constr(_, ps) => ps.iter_mut().for_each(|p| pat_types(p, f)),
    }
}

/// Calls `f` with every type written at `e` itself, its patterns and its function heads; not those of its children.
pub fn for_each_type(e: &mut Exp, f: &mut dyn FnMut(TypeSite<'_>)) {
    f(TypeSite::Plain(&mut e.ty));
    match &mut e.kind {
        ExpKind::Var(_, instance) | ExpKind::Intrinsic(_, instance) => f(TypeSite::Instance(instance)),
        ExpKind::Lambda(fun) | ExpKind::LetFun(_, fun, _) => fun_types(Rc::make_mut(fun), f),
        ExpKind::Let { pat, .. } => pat_types(pat, f),
        ExpKind::Match(_, cases) => cases.iter_mut().for_each(|(p, _)| pat_types(p, f)),
        ExpKind::Loop(l) => {
            pat_types(&mut l.pat, f);
            if let LoopForm::ForIn(p, _) = &mut l.form {
                pat_types(p, f);
            }
        }
        _ => {}
    }
}

/// Names bound by a pattern, left to right.
pub fn pat_names(p: &Pat, out: &mut Vec<VName>) {
    match &p.kind {
        PatKind::Var(v) => out.push(v.clone()),
        PatKind::Wildcard | PatKind::Lit(_) => {}
        PatKind::Record(fs) => fs.iter().for_each(|(_, p)| pat_names(p, out)),
        PatKind::Constr(_, ps) => ps.iter().for_each(|p| pat_names(p, out)),
    }
}

/// Whether an expression contains a binding construct, and so cannot be a size.
pub fn has_binding(e: &Exp) -> bool {
    match &e.kind {
        ExpKind::Lit(_) | ExpKind::Var(..) => false,
        ExpKind::Lambda(fun) if fun.section => deep(|| has_binding(&fun.body)),
        ExpKind::Lambda(_)
        | ExpKind::Let { .. }
        | ExpKind::LetFun(..)
        | ExpKind::Match(..)
        | ExpKind::Loop(_) => true,
        _ => deep(|| {
            let mut found = false;
            for_each_child(e, &mut |c| found = found || has_binding(c));
            found
        }),
    }
}

/// The type with other sizes.
pub fn with_sizes(ty: &Type, f: &mut dyn FnMut(&Size) -> Size) -> Type {
    Rc::new(match &**ty {
        TypeKind::Prim(_) | TypeKind::Var(_) => return ty.clone(),
        TypeKind::Array(size, element) => {
            let size = f(size);
            TypeKind::Array(size, with_sizes(element, f))
        }
        TypeKind::Record(fields) => TypeKind::Record(
            fields
                .iter()
                .map(|(l, t)| (l.clone(), with_sizes(t, f)))
                .collect(),
        ),
        TypeKind::Sum(constructors) => TypeKind::Sum(
            constructors
                .iter()
                .map(|(c, ts)| (c.clone(), ts.iter().map(|t| with_sizes(t, f)).collect()))
                .collect(),
        ),
        TypeKind::Arrow(arrow) => TypeKind::Arrow(Arrow {
            param: with_sizes(&arrow.param, f),
            ret: RetType {
                ty: with_sizes(&arrow.ret.ty, f),
                ..arrow.ret.clone()
            },
            ..arrow.clone()
        }),
        TypeKind::Named(name, args) => TypeKind::Named(
            name.clone(),
            args.iter()
                .map(|arg| match arg {
                    TypeArg::Size(size) => TypeArg::Size(f(size)),
                    TypeArg::Type(t) => TypeArg::Type(with_sizes(t, f)),
                })
                .collect(),
        ),
    })
}
