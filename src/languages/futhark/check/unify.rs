//! Unification of types, sizes left out.
//!
//! A unification variable is a [`TypeKind::Var`] whose name has a slot in [`TypeVars`]: free, under a constraint (one of
//! some primitive types; a record with at least these fields; a sum with at least these constructors), or linked to a
//! type.  The type parameters of the definition being checked have slots too, so that a type from outside of a local
//! polymorphic function is not unified with that function's parameter.  All other type names are rigid.
//!
//! Sizes in types are not looked at here; size inference (`sizing.rs`) comes after, when all types are known.

use super::Context;
use super::build::prim;
use super::substitution::{self, Substitution};
use crate::ast::Liftedness;
use crate::rules::typing::FUT_T_DEFAULT;
use crate::tree::{Size, Type, TypeKind, VName};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};
use std::rc::Rc;

/// How deep a scope is nested.
pub type Level = u32;

/// A set of primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimSet(u16);

impl PrimSet {
    /// The types that satisfy the predicate.
    pub fn of(p: impl Fn(PrimType) -> bool) -> PrimSet {
        PrimSet(
            PrimType::ALL
                .iter()
                .filter(|t| p(**t))
                .fold(0, |s, t| s | 1 << (*t as u16)),
        )
    }
    /// Whether the type is in the set.
    pub fn has(self, t: PrimType) -> bool {
        self.0 & (1 << (t as u16)) != 0
    }
    fn and(self, other: PrimSet) -> PrimSet {
        PrimSet(self.0 & other.0)
    }
    fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The only member.
    pub fn single(self) -> Option<PrimType> {
        let mut members = PrimType::ALL.iter().copied().filter(|t| self.has(*t));
        members.next().filter(|_| members.next().is_none())
    }
    fn show(self) -> String {
        let members: Vec<&str> = PrimType::ALL
            .iter()
            .filter(|t| self.has(**t))
            .map(|t| t.name())
            .collect();
        members.join(", ")
    }
}

/// What is known about a free variable.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Nothing.
    Any,
    /// One of these.
    Prim(PrimSet),
    /// A record with these fields.
    Record(Vec<(Name, Type)>),
    /// A sum with these constructors.
    Sum(Vec<(Name, Vec<Type>)>),
}

/// A free variable.
#[derive(Clone, Debug)]
pub struct Free {
    /// The scope that it belongs to: nothing bound deeper may become part of it.
    pub level: Level,
    /// How much it may hide, should it be generalised.
    pub lifted: Liftedness,
    /// What is known.
    pub kind: Kind,
    /// Where it came from.
    pub span: Span,
}

/// The state of a type name.
#[derive(Clone, Debug)]
pub enum Slot {
    /// Not a variable.
    None,
    /// Equal to a type.
    Link(Type),
    /// Free.
    Free(Free),
    /// A type parameter of the definition or of a local function.
    Param(Level, Liftedness),
}

/// Why two types do not unify.
#[derive(Clone, Debug)]
pub enum Clash {
    /// Two different types.
    Types(Type, Type),
    /// A type would contain itself.
    Occurs(VName, Type),
    /// A type parameter would leave its scope.
    Scope(VName),
    /// Not among these primitive types.
    NotAmong(PrimSet, Type),
    /// No type is in both sets.
    NoneAmong(PrimSet, PrimSet),
    /// A field or constructor that the type does not have.
    Missing(&'static str, Name, Type),
    /// Something other than a record or sum.
    NotA(&'static str, Type),
    /// A constructor with two arities.
    Arity(Name),
}

/// What [`TypeVars::close`] decided.
#[derive(Debug)]
pub struct Closed {
    /// Variables that became type parameters.
    pub params: Vec<(u32, Liftedness)>,
    /// Variables that needed a record or sum type which nothing told.
    pub stuck: Vec<(Span, Kind)>,
}

/// All unification variables of a definition.
#[derive(Debug)]
pub struct TypeVars {
    base: u32,
    slots: Vec<Slot>,
    /// The scope that the checker is in.
    pub level: Level,
}

impl TypeVars {
    /// No variables; names below `base` are rigid.
    pub fn new(base: u32) -> TypeVars {
        TypeVars {
            base,
            slots: Vec::new(),
            level: 0,
        }
    }

    fn index(&self, v: &VName) -> Option<usize> {
        v.id.checked_sub(self.base).map(|i| i as usize)
    }

    /// The state of a name.
    pub fn slot(&self, v: &VName) -> &Slot {
        match self.index(v) {
            Some(i) => self.slots.get(i).unwrap_or(&Slot::None),
            None => &Slot::None,
        }
    }

    /// Gives a name a state.
    pub fn set(&mut self, v: &VName, slot: Slot) {
        if let Some(i) = self.index(v) {
            if self.slots.len() <= i {
                self.slots.resize(i + 1, Slot::None);
            }
            if let Some(own) = self.slots.get_mut(i) {
                *own = slot;
            }
        }
    }

    /// A fresh variable.
    pub fn fresh(
        &mut self,
        cx: &mut Context,
        name: &'static str,
        lifted: Liftedness,
        kind: Kind,
        span: Span,
    ) -> Type {
        let v = cx.fresh(Name::new_static(name));
        let level = self.level;
        self.set(
            &v,
            Slot::Free(Free {
                level,
                lifted,
                kind,
                span,
            }),
        );
        Rc::new(TypeKind::Var(v))
    }

    /// The type with its outermost constructor known, or a free variable.
    pub fn head(&self, t: &Type) -> Type {
        let mut t = t;
        while let TypeKind::Var(v) = &**t {
            match self.slot(v) {
                Slot::Link(next) => t = next,
                _ => break,
            }
        }
        t.clone()
    }

    /// Like [`TypeVars::head`], and makes every link on the way direct.
    fn compressed_head(&mut self, t: &Type) -> Type {
        let head = self.head(t);
        let mut at = t.clone();
        while let TypeKind::Var(v) = &*at {
            let Slot::Link(next) = self.slot(v) else { break };
            let next = next.clone();
            if !Rc::ptr_eq(&next, &head) {
                self.set(&v.clone(), Slot::Link(head.clone()));
            }
            at = next;
        }
        head
    }

    /// The type with all links followed.
    pub fn zonk(&self, t: &Type) -> Type {
        substitution::subst(t, &mut Zonk(self))
    }

    /// Whether the type has more than `limit` parts.
    pub fn is_larger_than(&self, t: &Type, limit: usize) -> bool {
        let mut left = limit;
        let mut todo: Vec<&Type> = vec![t];
        while let Some(t) = todo.pop() {
            if left == 0 {
                return true;
            }
            left -= 1;
            match &**t {
                TypeKind::Var(v) => {
                    if let Slot::Link(next) = self.slot(v) {
                        todo.push(next);
                    }
                }
                _ => todo.extend(t.types()),
            }
        }
        false
    }

    /// Makes two types equal.
    pub fn unify(&mut self, a: &Type, b: &Type) -> Result<(), Clash> {
        if Rc::ptr_eq(a, b) {
            return Ok(());
        }
        elder_syntax::effort::deeper(|| self.unify_heads(a, b))
    }

    fn unify_heads(&mut self, a: &Type, b: &Type) -> Result<(), Clash> {
        let (a, b) = (self.compressed_head(a), self.compressed_head(b));
        match (&*a, &*b) {
            (TypeKind::Var(v), TypeKind::Var(w)) if v == w => Ok(()),
            (TypeKind::Var(v), TypeKind::Var(w)) => match (self.slot(v).clone(), self.slot(w).clone()) {
                (Slot::Free(x), Slot::Free(y)) if v.id < w.id => self.union(w, y, v, x, &a),
                (Slot::Free(x), Slot::Free(y)) => self.union(v, x, w, y, &b),
                (Slot::Free(x), _) => self.bind(v, x, &b),
                (_, Slot::Free(y)) => self.bind(w, y, &a),
                _ => Err(Clash::Types(a, b)),
            },
            (TypeKind::Var(v), _) if matches!(self.slot(v), Slot::Free(_)) => self.bind_var(v, &b),
            (_, TypeKind::Var(w)) if matches!(self.slot(w), Slot::Free(_)) => self.bind_var(w, &a),
            _ if a.is_like(&b) => a.types().zip(b.types()).try_for_each(|(x, y)| self.unify(x, y)),
            _ => Err(Clash::Types(a, b)),
        }
    }

    fn bind_var(&mut self, v: &VName, t: &Type) -> Result<(), Clash> {
        match self.slot(v).clone() {
            Slot::Free(free) => self.bind(v, free, t),
            _ => Err(Clash::Types(Rc::new(TypeKind::Var(v.clone())), t.clone())),
        }
    }

    /// Links a free variable to a type that is not a free variable.
    fn bind(&mut self, v: &VName, free: Free, t: &Type) -> Result<(), Clash> {
        self.adjust(v, free.level, free.lifted, t)?;
        self.set(v, Slot::Link(t.clone()));
        match (free.kind, &**t) {
            (Kind::Any, _) => Ok(()),
            (Kind::Prim(set), TypeKind::Prim(p)) if set.has(*p) => Ok(()),
            (Kind::Prim(set), _) => Err(Clash::NotAmong(set, t.clone())),
            (Kind::Record(fields), TypeKind::Record(all)) => {
                for (f, ft) in fields {
                    match all.iter().find(|(g, _)| *g == f) {
                        Some((_, gt)) => self.unify(&ft, &gt.clone())?,
                        None => return Err(Clash::Missing("field", f, t.clone())),
                    }
                }
                Ok(())
            }
            (Kind::Record(_), _) => Err(Clash::NotA("record", t.clone())),
            (Kind::Sum(constrs), TypeKind::Sum(all)) => {
                for (c, ts) in constrs {
                    match all.iter().find(|(d, _)| *d == c) {
                        Some((_, us)) if us.len() != ts.len() => return Err(Clash::Arity(c)),
                        Some((_, us)) => ts.iter().zip(us).try_for_each(|(t, u)| self.unify(t, u))?,
                        None => return Err(Clash::Missing("constructor", c, t.clone())),
                    }
                }
                Ok(())
            }
            (Kind::Sum(_), _) => Err(Clash::NotA("sum type", t.clone())),
        }
    }

    /// Makes two free variables one.
    fn union(&mut self, v: &VName, x: Free, w: &VName, y: Free, wt: &Type) -> Result<(), Clash> {
        let mut pairs: Vec<(Type, Type)> = Vec::new();
        let kind = match (x.kind, y.kind) {
            (Kind::Any, k) | (k, Kind::Any) => k,
            (Kind::Prim(a), Kind::Prim(b)) => {
                let both = a.and(b);
                if both.is_empty() {
                    return Err(Clash::NoneAmong(a, b));
                }
                Kind::Prim(both)
            }
            (Kind::Record(xs), Kind::Record(mut ys)) => {
                for (f, t) in xs {
                    match ys.iter().find(|(g, _)| *g == f) {
                        Some((_, u)) => pairs.push((t, u.clone())),
                        None => ys.push((f, t)),
                    }
                }
                Kind::Record(ys)
            }
            (Kind::Sum(xs), Kind::Sum(mut ys)) => {
                for (c, ts) in xs {
                    match ys.iter().find(|(d, _)| *d == c) {
                        Some((_, us)) if us.len() != ts.len() => return Err(Clash::Arity(c)),
                        Some((_, us)) => pairs.extend(ts.into_iter().zip(us.iter().cloned())),
                        None => ys.push((c, ts)),
                    }
                }
                Kind::Sum(ys)
            }
            (Kind::Prim(set), _) | (_, Kind::Prim(set)) => {
                return Err(Clash::NotAmong(set, wt.clone()));
            }
            (Kind::Record(_), Kind::Sum(_)) | (Kind::Sum(_), Kind::Record(_)) => {
                return Err(Clash::NotA("record", wt.clone()));
            }
        };
        self.set(v, Slot::Link(wt.clone()));
        self.set(
            w,
            Slot::Free(Free {
                level: x.level.min(y.level),
                lifted: x.lifted.min(y.lifted),
                kind,
                span: y.span,
            }),
        );
        pairs.iter().try_for_each(|(t, u)| self.unify(t, u))
    }

    /// Prepares `t` to become the type of `v`: `v` must not occur in it, its variables must not outlive `v`'s scope, and
    /// what it is made of may hide no more than `v` may.
    fn adjust(&mut self, v: &VName, level: Level, lifted: Liftedness, t: &Type) -> Result<(), Clash> {
        match &**t {
            TypeKind::Prim(_) => Ok(()),
            TypeKind::Var(w) => match self.slot(w).clone() {
                Slot::None => Ok(()),
                Slot::Link(next) => self.adjust(v, level, lifted, &next),
                Slot::Param(deep, _) if deep > level => Err(Clash::Scope(w.clone())),
                Slot::Param(..) => Ok(()),
                Slot::Free(_) if v == w => Err(Clash::Occurs(v.clone(), t.clone())),
                Slot::Free(mut free) => {
                    if free.level > level || free.lifted > lifted {
                        free.level = free.level.min(level);
                        free.lifted = free.lifted.min(lifted);
                        self.set(w, Slot::Free(free));
                    }
                    Ok(())
                }
            },
            _ => elder_syntax::effort::deeper(|| self.adjust_parts(v, level, lifted, t)),
        }
        .map_err(|clash| match clash {
            Clash::Occurs(v, _) => Clash::Occurs(v, t.clone()),
            other => other,
        })
    }

    fn adjust_parts(&mut self, v: &VName, level: Level, lifted: Liftedness, t: &Type) -> Result<(), Clash> {
        let lifted = match &**t {
            TypeKind::Array(..) | TypeKind::Arrow(_) | TypeKind::Named(..) => Liftedness::Lifted,
            // What stands in a value as it is may hide no more than the value.
            _ => lifted,
        };
        t.types().try_for_each(|part| self.adjust(v, level, lifted, part))
    }

    /// A sentence about a clash.
    pub fn describe(&self, clash: &Clash) -> String {
        use super::display::{show_name, show_unsized};
        let show = |t: &Type| show_unsized(&self.zonk(t));
        match clash {
            Clash::Types(a, b) => match (&**a, &**b) {
                (TypeKind::Record(xs), TypeKind::Record(ys))
                    if crate::tree::is_tuple(xs) && crate::tree::is_tuple(ys) =>
                {
                    format!("one tuple has {} components, the other {}", xs.len(), ys.len())
                }
                (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                    let only = |a: &[(Name, Vec<Type>)], b: &[(Name, Vec<Type>)]| -> Vec<String> {
                        a.iter()
                            .filter(|x| b.iter().all(|y| x.0 != y.0))
                            .map(|x| format!("#{}", x.0))
                            .collect()
                    };
                    let all = [only(xs, ys), only(ys, xs)].concat();
                    format!("constructors not shared: {}", all.join(", "))
                }
                _ => format!("`{}` is not `{}`", show(a), show(b)),
            },
            Clash::Occurs(v, t) => format!(
                "the unknown type `{}` would have to contain itself, as `{}`",
                show_name(v),
                show(t)
            ),
            Clash::Scope(v) => format!(
                "the type parameter `{}` belongs to a local function and may not leave it",
                show_name(v)
            ),
            Clash::NotAmong(set, t) => format!("`{}` is not one of {}", show(t), set.show()),
            Clash::NoneAmong(a, b) => {
                format!("no type is one of {} and also one of {}", a.show(), b.show())
            }
            Clash::Missing(what, name, t) => format!("`{}` has no {what} `{name}`", show(t)),
            Clash::NotA(what, t) => format!("`{}` is not a {what}", show(t)),
            Clash::Arity(c) => format!("`#{c}` is used with different numbers of arguments"),
        }
    }

    /// Decides what is still open when a definition has been walked through: overloaded numbers become `i32` or `f64`,
    /// variables for which `keep` holds become type parameters, others the empty tuple.
    pub fn close(&mut self, mut keep: impl FnMut(u32) -> bool) -> Closed {
        let (mut params, mut stuck) = (Vec::new(), Vec::new());
        for (id, slot) in (self.base..).zip(&mut self.slots) {
            let Slot::Free(free) = slot else {
                continue;
            };
            *slot = match &free.kind {
                Kind::Prim(set) => {
                    FUT_T_DEFAULT.apply();
                    let default = if set.has(PrimType::I32) {
                        PrimType::I32
                    } else {
                        PrimType::F64
                    };
                    Slot::Link(prim(set.single().unwrap_or(default)))
                }
                Kind::Any if keep(id) => {
                    params.push((id, free.lifted));
                    Slot::Param(0, free.lifted)
                }
                Kind::Any => Slot::Link(super::build::unit()),
                kind => {
                    stuck.push((free.span, kind.clone()));
                    Slot::Link(super::build::unit())
                }
            };
        }
        Closed { params, stuck }
    }
}

struct Zonk<'a>(&'a TypeVars);

impl Substitution for Zonk<'_> {
    fn size(&mut self, _: &VName) -> Option<Size> {
        None
    }
    fn ty(&mut self, v: &VName) -> Option<Type> {
        match self.0.slot(v) {
            Slot::Link(t) => Some(self.0.zonk(t)),
            _ => None,
        }
    }
}
