//! Substitution for size names and type names, and the free names of types.
//!
//! Everything shares what it does not change: a substitution that meets none of its names returns `None`.

use super::build::size_exp;
use super::traverse::{self, TypeSite};
use crate::tree::{Arrow, Exp, ExpKind, Instance, RetType, Size, Type, TypeArg, TypeKind, VName};
use std::rc::Rc;

/// What names are replaced with.
pub trait Substitution {
    /// The size for a size name.
    fn size(&mut self, v: &VName) -> Option<Size>;
    /// The type for a type name.
    fn ty(&mut self, _v: &VName) -> Option<Type> {
        None
    }
    /// Whether types inside of size expressions are of interest, or only the expressions' variables.
    fn enters_size_types(&self) -> bool {
        true
    }
}

/// A substitution for sizes given by a closure.
pub struct Sizes<F>(pub F);

impl<F: FnMut(&VName) -> Option<Size>> Substitution for Sizes<F> {
    fn size(&mut self, v: &VName) -> Option<Size> {
        self.0(v)
    }
}

/// A simultaneous substitution given by two small lists.
#[derive(Default, Debug)]
pub struct Pairs {
    /// Sizes for size names.
    pub sizes: Vec<(VName, Size)>,
    /// Types for type names.
    pub types: Vec<(VName, Type)>,
}

impl Substitution for Pairs {
    fn size(&mut self, v: &VName) -> Option<Size> {
        self.sizes.iter().find(|(x, _)| x == v).map(|(_, s)| s.clone())
    }
    fn ty(&mut self, v: &VName) -> Option<Type> {
        self.types.iter().find(|(x, _)| x == v).map(|(_, t)| t.clone())
    }
}

fn map_vec<T: Clone>(xs: &[T], mut f: impl FnMut(&T) -> Option<T>) -> Option<Vec<T>> {
    let mut out: Option<Vec<T>> = None;
    for (i, x) in xs.iter().enumerate() {
        if let Some(y) = f(x)
            && let Some(x) = out.get_or_insert_with(|| xs.to_vec()).get_mut(i)
        {
            *x = y;
        }
    }
    out
}

/// The substituted size, `None` if nothing changed.
pub fn in_size(s: &Size, m: &mut dyn Substitution) -> Option<Size> {
    match s {
        Size::Const(_) => None,
        Size::Var(v) => m.size(v),
        Size::Exp(e) => {
            if !m.enters_size_types() && !has_name(e, &mut |v| m.size(v).is_some()) {
                return None;
            }
            let mut e = (**e).clone();
            in_exp(&mut e, m).then(|| super::build::size_of(&e))
        }
    }
}

/// The substituted type, `None` if nothing changed.
pub fn in_type(t: &Type, m: &mut dyn Substitution) -> Option<Type> {
    elder_syntax::effort::deeper(|| in_type_here(t, m))
}

fn in_type_here(t: &Type, m: &mut dyn Substitution) -> Option<Type> {
    match &**t {
        TypeKind::Prim(_) => None,
        TypeKind::Array(s, elem) => {
            let (s2, elem2) = (in_size(s, m), in_type(elem, m));
            (s2.is_some() || elem2.is_some()).then(|| {
                Rc::new(TypeKind::Array(
                    s2.unwrap_or_else(|| s.clone()),
                    elem2.unwrap_or_else(|| elem.clone()),
                ))
            })
        }
        TypeKind::Record(fs) => map_vec(fs, |(f, t)| in_type(t, m).map(|t| (f.clone(), t)))
            .map(|fs| Rc::new(TypeKind::Record(fs))),
        TypeKind::Sum(cs) => map_vec(cs, |(c, ts)| {
            map_vec(ts, |t| in_type(t, m)).map(|ts| (c.clone(), ts))
        })
        .map(|cs| Rc::new(TypeKind::Sum(cs))),
        TypeKind::Arrow(a) => {
            let (param, ret) = (in_type(&a.param, m), in_type(&a.ret.ty, m));
            (param.is_some() || ret.is_some()).then(|| {
                Rc::new(TypeKind::Arrow(Arrow {
                    param_name: a.param_name.clone(),
                    param: param.unwrap_or_else(|| a.param.clone()),
                    param_stars: a.param_stars.clone(),
                    ret: RetType {
                        exts: a.ret.exts.clone(),
                        ty: ret.unwrap_or_else(|| a.ret.ty.clone()),
                        stars: a.ret.stars.clone(),
                    },
                }))
            })
        }
        TypeKind::Var(v) => m.ty(v),
        TypeKind::Named(v, args) => map_vec(args, |a| match a {
            TypeArg::Size(s) => in_size(s, m).map(TypeArg::Size),
            TypeArg::Type(t) => in_type(t, m).map(TypeArg::Type),
        })
        .map(|args| Rc::new(TypeKind::Named(v.clone(), args))),
    }
}

/// The substituted type, shared if nothing changed.
pub fn subst(t: &Type, m: &mut dyn Substitution) -> Type {
    in_type(t, m).unwrap_or_else(|| t.clone())
}

/// Substitutes in a use of a polymorphic name.
pub fn in_instance(instance: &mut Instance, m: &mut dyn Substitution) -> bool {
    let mut changed = false;
    for s in &mut instance.sizes {
        if let Some(new) = in_size(s, m) {
            *s = new;
            changed = true;
        }
    }
    for t in &mut instance.types {
        if let Some(new) = in_type(t, m) {
            *t = new;
            changed = true;
        }
    }
    changed
}

/// Substitutes in an expression, its types included; returns whether anything changed.
pub fn in_exp(e: &mut Exp, m: &mut dyn Substitution) -> bool {
    elder_syntax::effort::deeper(|| {
        if let ExpKind::Var(v, instance) = &e.kind
            && instance.sizes.is_empty()
            && instance.types.is_empty()
            && let Some(s) = m.size(v)
        {
            // The argument of a dependent function may have any type.
            let ty = e.ty.clone();
            *e = Exp {
                ty,
                ..size_exp(&s, e.span)
            };
            return true;
        }
        let mut changed = false;
        traverse::for_each_type(e, &mut |site| match site {
            TypeSite::Plain(t) => {
                if let Some(new) = in_type(t, m) {
                    *t = new;
                    changed = true;
                }
            }
            TypeSite::Ret(r) => {
                if let Some(new) = in_type(&r.ty, m) {
                    r.ty = new;
                    changed = true;
                }
            }
            TypeSite::Instance(i) => changed |= in_instance(i, m),
        });
        traverse::for_each_child_mut(e, &mut |c| changed |= in_exp(c, m));
        changed
    })
}

/// Where a size stands in a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// In the value itself.
    Immediate,
    /// In the parameter of a function.
    Param,
    /// In the result of a function.
    Return,
}

/// Calls `f` with every size of a type, its position, and the names that arrows around it bind.
pub fn for_each_size(t: &Type, f: &mut dyn FnMut(&Size, Position, &[VName])) {
    walk_sizes(t, Position::Immediate, &mut Vec::new(), f)
}

fn walk_sizes(t: &Type, at: Position, bound: &mut Vec<VName>, f: &mut dyn FnMut(&Size, Position, &[VName])) {
    match &**t {
        TypeKind::Prim(_) | TypeKind::Var(_) => {}
        TypeKind::Array(s, elem) => {
            f(s, at, bound);
            elder_syntax::effort::deeper(|| walk_sizes(elem, at, bound, f));
        }
        TypeKind::Record(fs) => fs
            .iter()
            .for_each(|(_, t)| elder_syntax::effort::deeper(|| walk_sizes(t, at, bound, f))),
        TypeKind::Sum(cs) => cs
            .iter()
            .flat_map(|(_, ts)| ts)
            .for_each(|t| elder_syntax::effort::deeper(|| walk_sizes(t, at, bound, f))),
        TypeKind::Arrow(a) => elder_syntax::effort::deeper(|| {
            let depth = bound.len();
            bound.extend(a.param_name.iter().cloned());
            walk_sizes(&a.param, Position::Param, bound, f);
            bound.extend(a.ret.exts.iter().cloned());
            walk_sizes(&a.ret.ty, Position::Return, bound, f);
            bound.truncate(depth);
        }),
        TypeKind::Named(name, args) => {
            for a in args {
                match a {
                    TypeArg::Size(s) => f(s, at, bound),
                    TypeArg::Type(t) => {
                        // What an abstract type does with its arguments is not known, except for accumulators.
                        let at = if name.name == "acc" { at } else { Position::Param };
                        elder_syntax::effort::deeper(|| walk_sizes(t, at, bound, f))
                    }
                }
            }
        }
    }
}

/// Calls `f` with every variable of a size.
pub fn for_each_name(s: &Size, f: &mut dyn FnMut(&VName)) {
    match s {
        Size::Const(_) => {}
        Size::Var(v) => f(v),
        Size::Exp(e) => exp_names(e, f),
    }
}

/// Calls `f` with every variable that occurs in a size expression; what its sections bind is not free.
pub fn exp_names(e: &Exp, f: &mut dyn FnMut(&VName)) {
    match &e.kind {
        ExpKind::Var(v, _) => f(v),
        ExpKind::Lambda(fun) => {
            let mut own = Vec::new();
            fun.params
                .iter()
                .for_each(|p| traverse::pat_names(&p.pat, &mut own));
            traverse::deep(|| {
                exp_names(&fun.body, &mut |v| {
                    if !own.contains(v) {
                        f(v)
                    }
                })
            });
        }
        _ => traverse::deep(|| traverse::for_each_child(e, &mut |c| exp_names(c, f))),
    }
}

/// Whether some variable in the expression satisfies the predicate.
fn has_name(e: &Exp, p: &mut dyn FnMut(&VName) -> bool) -> bool {
    match &e.kind {
        ExpKind::Var(v, _) => p(v),
        ExpKind::Lit(_) | ExpKind::Intrinsic(..) => false,
        _ => traverse::deep(|| {
            let mut found = false;
            traverse::for_each_child(e, &mut |c| found = found || has_name(c, p));
            found
        }),
    }
}

/// Calls `f` with every free size name of a type.
pub fn for_each_free(t: &Type, f: &mut dyn FnMut(&VName)) {
    for_each_size(t, &mut |s, _, bound| {
        for_each_name(s, &mut |v| {
            if !bound.contains(v) {
                f(v)
            }
        })
    });
}

/// Whether some free size name of the type satisfies the predicate.
pub fn any_free(t: &Type, mut p: impl FnMut(&VName) -> bool) -> bool {
    let mut found = false;
    for_each_free(t, &mut |v| found = found || p(v));
    found
}

/// Size names that a value of the type shows (as a plain dimension), and those that it mentions without showing.
pub fn witnesses(t: &Type) -> (Vec<VName>, Vec<VName>) {
    let (mut shown, mut mentioned) = (Vec::new(), Vec::new());
    for_each_size(t, &mut |s, at, bound| match s {
        Size::Var(v) if bound.contains(v) => {}
        Size::Var(v) if at == Position::Immediate => {
            if !shown.contains(v) {
                shown.push(v.clone())
            }
        }
        s => for_each_name(s, &mut |v| {
            if !bound.contains(v) && !mentioned.contains(v) {
                mentioned.push(v.clone())
            }
        }),
    });
    mentioned.retain(|v| !shown.contains(v));
    (shown, mentioned)
}

/// Calls `f` with every type name (variable or abstract type) in a type.
pub fn for_each_type_name(t: &Type, f: &mut dyn FnMut(&VName)) {
    elder_syntax::effort::deeper(|| match &**t {
        TypeKind::Prim(_) => {}
        TypeKind::Array(_, t) => for_each_type_name(t, f),
        TypeKind::Record(fs) => fs.iter().for_each(|(_, t)| for_each_type_name(t, f)),
        TypeKind::Sum(cs) => cs
            .iter()
            .flat_map(|(_, ts)| ts)
            .for_each(|t| for_each_type_name(t, f)),
        TypeKind::Arrow(a) => {
            for_each_type_name(&a.param, f);
            for_each_type_name(&a.ret.ty, f);
        }
        TypeKind::Var(v) => f(v),
        TypeKind::Named(v, args) => {
            f(v);
            for a in args {
                if let TypeArg::Type(t) = a {
                    for_each_type_name(t, f)
                }
            }
        }
    })
}

/// Whether no function can be part of a value of the type, as far as its structure tells.
pub fn is_order_zero(t: &Type) -> bool {
    traverse::deep(|| match &**t {
        TypeKind::Prim(_) | TypeKind::Var(_) => true,
        TypeKind::Array(_, t) => is_order_zero(t),
        TypeKind::Record(fs) => fs.iter().all(|(_, t)| is_order_zero(t)),
        TypeKind::Sum(cs) => cs.iter().flat_map(|(_, ts)| ts).all(is_order_zero),
        TypeKind::Arrow(_) => false,
        TypeKind::Named(_, args) => args.iter().all(|a| match a {
            TypeArg::Size(_) => true,
            TypeArg::Type(t) => is_order_zero(t),
        }),
    })
}
