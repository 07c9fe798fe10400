//! Substitution for size names and type names, and the free names of types.
//!
//! Everything shares what it does not change: a substitution that meets none of its names returns `None`.

use super::build::size_exp;
use crate::tree::walk::{self, Part, TypeSiteMut, deep};
use crate::tree::{Exp, ExpKind, Instance, Size, Type, TypeKind, VName};
use std::convert::Infallible;

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
    deep(|| match &**t {
        TypeKind::Var(v) => m.ty(v),
        // The names of abstract types stay, as will what else a type is made of.
        _ => {
            let Ok(made) = walk::change(
                t,
                m,
                |m, s| Ok::<_, Infallible>(in_size(s, m)),
                |m, t| Ok(in_type(t, m)),
            );
            made
        }
    })
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
        e.types_mut(&mut |site| match site {
            TypeSiteMut::Plain(t) => {
                if let Some(new) = in_type(t, m) {
                    *t = new;
                    changed = true;
                }
            }
            TypeSiteMut::Ret(r) => {
                if let Some(new) = in_type(&r.ty, m) {
                    r.ty = new;
                    changed = true;
                }
            }
            TypeSiteMut::Instance(i) => changed |= in_instance(i, m),
        });
        e.children_mut().into_iter().for_each(|c| changed |= in_exp(c, m));
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
    let inner = match &**t {
        TypeKind::Arrow(a) => {
            return deep(|| {
                let depth = bound.len();
                bound.extend(a.param_name.iter().cloned());
                walk_sizes(&a.param, Position::Param, bound, f);
                bound.extend(a.ret.exts.iter().cloned());
                walk_sizes(&a.ret.ty, Position::Return, bound, f);
                bound.truncate(depth);
            });
        }
        // What an abstract type does with its arguments is not known, except for accumulators.
        TypeKind::Named(name, _) if name.name != "acc" => Position::Param,
        // What is not a function has its parts in its value.
        _ => at,
    };
    t.parts().for_each(|part| match part {
        Part::Size(s) => f(s, at, bound),
        Part::Type(t) => deep(|| walk_sizes(t, inner, bound, f)),
    });
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
            let own: Vec<VName> = fun.params.iter().flat_map(|p| p.pat.names()).collect();
            deep(|| {
                exp_names(&fun.body, &mut |v| {
                    if !own.contains(v) {
                        f(v)
                    }
                })
            });
        }
        _ => deep(|| e.children().into_iter().for_each(|c| exp_names(c, f))),
    }
}

/// Whether some variable in the expression satisfies the predicate.
fn has_name(e: &Exp, p: &mut dyn FnMut(&VName) -> bool) -> bool {
    e.any(&mut |part| matches!(&part.kind, ExpKind::Var(v, _) if p(v)))
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
    deep(|| {
        if let TypeKind::Var(v) | TypeKind::Named(v, _) = &**t {
            f(v);
        }
        t.types().for_each(|part| for_each_type_name(part, f));
    })
}

/// Whether no function can be part of a value of the type, as far as its structure tells.
pub fn is_order_zero(t: &Type) -> bool {
    deep(|| !matches!(&**t, TypeKind::Arrow(_)) && t.types().all(is_order_zero))
}
