//! Whether a type is at least as general as another: how modules implement what module types specify.
//!
//! Matching is first-order and one-sided: size and type parameters of the implementation are flexible, everything in
//! the specification is rigid.  Sizes that a result hides (`?[k]`) are flexible on the specified side, so that a fixed
//! size implements an existential one and not the other way (FUT-M-VALSIZE); in a function's parameter the sides change
//! places.

use super::sizing::{same_exps, same_head, unguarded};
use super::substitution::{any_free, for_each_name, for_each_type_name};
use crate::ast::Liftedness;
use crate::tree::walk::deep;
use crate::tree::{
    Exp, ExpKind, Instance, Scheme, Size, Stars, Type, TypeArg, TypeFun, TypeFunParam, TypeKind, VName,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Why a type does not implement another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// Their forms differ, or a type parameter would hide too much.
    Type,
    /// They differ in sizes only.
    Size,
    /// A parameter would be consumed.
    Consumes,
    /// A result would not be unique.
    Shares,
}

/// What is known about type names while matching.
#[derive(Clone, Copy)]
pub(super) struct TypeNames<'a> {
    /// Liftedness of type parameters and abstract types.
    pub liftedness: &'a FxHashMap<u32, Liftedness>,
    /// What abstract types stand for, if they are to be seen through.
    pub revealed: Option<&'a FxHashMap<u32, TypeFun>>,
    /// Size parameters that no caller has to know.
    pub learnt: &'a FxHashSet<u32>,
}

/// Whether both quantify over the same name, as types do that come from one specification.
pub(super) fn share_quantifiers(a: &Scheme, b: &Scheme) -> bool {
    a.sizes.iter().any(|size| b.sizes.contains(size))
        || a.types.iter().any(|x| b.types.iter().any(|y| x.name == y.name))
}

/// How the implementation is used as what is specified.  They must not share quantifiers.
pub(super) fn match_scheme(names: TypeNames<'_>, imp: &Scheme, spec: &Scheme) -> Result<Instance, Mismatch> {
    if Rc::ptr_eq(&imp.ty, &spec.ty) && imp.sizes.is_empty() && imp.types.is_empty() {
        return Ok(Instance::default());
    }
    let mut matcher = Matcher::new(names);
    for size in &imp.sizes {
        matcher.sizes.insert(size.id, None);
    }
    for param in &imp.types {
        matcher.types.insert(param.name.id, (param.lifted, None));
    }
    matcher.ty(&imp.ty, &spec.ty, Side::Covariant)?;
    matcher.quantifiers_stay_outside(imp)?;
    let sizes = imp
        .sizes
        .iter()
        .map(|s| matcher.resolved_size(s).unwrap_or(Size::Const(0)))
        .collect();
    let unit: Type = Rc::new(TypeKind::Record(Vec::new()));
    let types = imp.types.iter().map(|p| {
        let bound = matcher.types.get(&p.name.id).and_then(|(_, ty)| ty.clone());
        bound.unwrap_or_else(|| unit.clone())
    });
    Ok(Instance {
        sizes,
        types: types.collect(),
    })
}

/// Whether both are the same function from parameters to types.
pub(super) fn same_type_fun(names: TypeNames<'_>, imp: &TypeFun, spec: &TypeFun) -> Result<(), Mismatch> {
    if imp.params.len() != spec.params.len() || imp.exts.len() != spec.exts.len() {
        return Err(Mismatch::Type);
    }
    if Rc::ptr_eq(&imp.body, &spec.body) && imp.params.is_empty() {
        return Ok(());
    }
    let mut matcher = Matcher::new(names);
    for (a, b) in imp.params.iter().zip(&spec.params) {
        match (a, b) {
            (TypeFunParam::Size(a), TypeFunParam::Size(b)) if a == b => {}
            (TypeFunParam::Size(a), TypeFunParam::Size(b)) => {
                matcher.sizes.insert(a.id, Some(Size::Var(b.clone())));
            }
            (TypeFunParam::Type(a), TypeFunParam::Type(b)) => {
                let ty = Rc::new(TypeKind::Var(b.name.clone()));
                matcher.types.insert(a.name.id, (Liftedness::Lifted, Some(ty)));
            }
            _ => return Err(Mismatch::Type),
        }
    }
    for ext in &imp.exts {
        matcher.sizes.insert(ext.id, None);
    }
    matcher.ty(&imp.body, &spec.body, Side::Covariant)
}

/// Whether parameters are of the same number and kinds.
pub(super) fn same_params(a: &[TypeFunParam], b: &[TypeFunParam]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            matches!(
                (a, b),
                (TypeFunParam::Size(_), TypeFunParam::Size(_))
                    | (TypeFunParam::Type(_), TypeFunParam::Type(_))
            )
        })
}

/// Whether the instance only renames: the names are in the specification what they are in the implementation.
pub(super) fn is_renaming(instance: &Instance, spec: &Scheme) -> bool {
    instance.sizes.len() == spec.sizes.len()
        && instance.types.len() == spec.types.len()
        && instance
            .sizes
            .iter()
            .zip(&spec.sizes)
            .all(|(s, n)| matches!(s, Size::Var(v) if v == n))
        && instance
            .types
            .iter()
            .zip(&spec.types)
            .all(|(t, p)| matches!(&**t, TypeKind::Var(v) if *v == p.name))
}

/// Which side of an arrow a type stands on, seen from the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Covariant,
    Contravariant,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Covariant => Side::Contravariant,
            Side::Contravariant => Side::Covariant,
        }
    }
}

struct Matcher<'a> {
    names: TypeNames<'a>,
    sizes: FxHashMap<u32, Option<Size>>,
    types: FxHashMap<u32, (Liftedness, Option<Type>)>,
    /// In how many parameters of functions the types stand that are being compared.
    depth: u32,
    /// Names that mean nothing where the implementation is instantiated: sizes that results hide, and names that the
    /// types of functional parameters bind.
    inner: FxHashSet<u32>,
}

impl<'a> Matcher<'a> {
    fn new(names: TypeNames<'a>) -> Matcher<'a> {
        Matcher {
            names,
            sizes: FxHashMap::default(),
            types: FxHashMap::default(),
            depth: 0,
            inner: FxHashSet::default(),
        }
    }

    /// No size or type parameter of the implementation stands for something that only a functional parameter's own type
    /// binds: that is another size at every call.
    fn quantifiers_stay_outside(&self, imp: &Scheme) -> Result<(), Mismatch> {
        // An existential size that stayed open may be any.
        let bound = |v: &VName| self.inner.contains(&v.id) && !matches!(self.sizes.get(&v.id), Some(None));
        for size in imp.sizes.iter().filter(|s| !self.names.learnt.contains(&s.id)) {
            let mut inner = false;
            if let Some(found) = self.resolved_size(size) {
                for_each_name(&found, &mut |v| inner |= bound(v));
            }
            same_size(!inner)?;
        }
        for param in &imp.types {
            let Some((lifted, Some(found))) = self.types.get(&param.name.id) else {
                continue;
            };
            let mut uses = 0;
            for_each_type_name(&imp.ty, &mut |v| uses += usize::from(*v == param.name));
            // What is there only once, and may hide its size, is not compared with anything.
            if *lifted == Liftedness::Unlifted || uses > 1 {
                same_size(!any_free(found, bound))?;
            }
        }
        Ok(())
    }

    fn ty(&mut self, imp: &Type, spec: &Type, side: Side) -> Result<(), Mismatch> {
        elder_syntax::effort::deeper(|| self.ty_here(imp, spec, side))
    }

    fn ty_here(&mut self, imp: &Type, spec: &Type, side: Side) -> Result<(), Mismatch> {
        match (&**imp, &**spec) {
            (TypeKind::Var(a), TypeKind::Var(b)) if a == b && !self.types.contains_key(&a.id) => Ok(()),
            (TypeKind::Var(a), _) if let Some((lifted, bound)) = self.types.get(&a.id).cloned() => {
                match bound {
                    Some(bound) if is_var(&bound, a) => same(is_var(spec, a)),
                    Some(bound) => self.ty(&bound, spec, side),
                    None if self.liftedness(spec) > lifted => Err(Mismatch::Type),
                    None => {
                        self.types.insert(a.id, (lifted, Some(spec.clone())));
                        Ok(())
                    }
                }
            }
            (TypeKind::Named(a, xs), TypeKind::Named(b, ys)) if a == b && xs.len() == ys.len() => {
                xs.iter().zip(ys).try_for_each(|pair| match pair {
                    (TypeArg::Size(x), TypeArg::Size(y)) => self.size(x, y),
                    (TypeArg::Type(x), TypeArg::Type(y)) => self.ty(x, y, side),
                    _ => Err(Mismatch::Type),
                })
            }
            (TypeKind::Named(name, args), _) if self.representation(name).is_some() => {
                let seen = self.see_through(name, args)?;
                self.ty(&seen, spec, side)
            }
            (_, TypeKind::Named(name, args)) if self.representation(name).is_some() => {
                let seen = self.see_through(name, args)?;
                self.ty(imp, &seen, side)
            }
            (TypeKind::Prim(a), TypeKind::Prim(b)) => same(a == b),
            (TypeKind::Array(n, a), TypeKind::Array(m, b)) => {
                self.ty(a, b, side)?;
                self.size(n, m)
            }
            (TypeKind::Record(xs), TypeKind::Record(ys)) => {
                same(xs.len() == ys.len())?;
                xs.iter().zip(ys).try_for_each(|((f, x), (g, y))| {
                    same(f == g)?;
                    self.ty(x, y, side)
                })
            }
            (TypeKind::Sum(xs), TypeKind::Sum(ys)) => {
                same(xs.len() == ys.len())?;
                xs.iter().zip(ys).try_for_each(|((c, xs), (d, ys))| {
                    same(c == d && xs.len() == ys.len())?;
                    xs.iter().zip(ys).try_for_each(|(x, y)| self.ty(x, y, side))
                })
            }
            (TypeKind::Arrow(a), TypeKind::Arrow(b)) => {
                self.depth += 1;
                self.ty(&a.param, &b.param, side.other())?;
                self.depth -= 1;
                if self.depth > 0 {
                    let names = a.param_name.iter().chain(&b.param_name);
                    self.inner.extend(names.map(|v| v.id));
                }
                let existential = a.ret.exts.iter().chain(&b.ret.exts);
                self.inner.extend(existential.map(|v| v.id));
                let (weak, strong) = if side == Side::Covariant { (a, b) } else { (b, a) };
                if !self.covers(&strong.param_stars, &weak.param_stars, &a.param) {
                    return Err(Mismatch::Consumes);
                }
                if let (Some(x), Some(y)) = (&a.param_name, &b.param_name)
                    && x != y
                {
                    self.sizes.insert(x.id, Some(Size::Var(y.clone())));
                }
                for ext in &strong.ret.exts {
                    self.sizes.insert(ext.id, None);
                }
                self.ty(&a.ret.ty, &b.ret.ty, side)?;
                // Now it is known what the implementation's type parameters stand for.
                if !self.covers(&weak.ret.stars, &strong.ret.stars, &a.ret.ty) {
                    return Err(Mismatch::Shares);
                }
                Ok(())
            }
            _ => Err(Mismatch::Type),
        }
    }

    /// Whether what has the stars `all` may be used where `some` are wanted.  Of a record it only counts whether any part is
    /// starred, as with the arguments of functions (FUT-Z-32).
    fn covers(&self, all: &Stars, some: &Stars, ty: &Type) -> bool {
        !self.starred(some, ty) || self.starred(all, ty)
    }

    /// Whether any part that can be consumed at all is starred: a part that holds no array is always fresh (FUT-M-VALUNIQ).
    fn starred(&self, stars: &Stars, ty: &Type) -> bool {
        stars.any()
            && match &**ty {
                TypeKind::Prim(_) | TypeKind::Arrow(_) => false,
                TypeKind::Record(fields) => fields
                    .iter()
                    .any(|(name, ty)| self.starred(&stars.field(name), ty)),
                TypeKind::Sum(cs) => cs.iter().flat_map(|(_, ts)| ts).any(|ty| self.starred(stars, ty)),
                TypeKind::Var(v) => match self.types.get(&v.id) {
                    Some((_, Some(found))) if !is_var(found, v) => self.starred(stars, found),
                    _ => true,
                },
                TypeKind::Named(name, args) => self
                    .representation(name)
                    .is_none_or(|fun| self.starred(stars, &fun.apply_visibly(args))),
                TypeKind::Array(..) => true,
            }
    }

    fn representation(&self, name: &VName) -> Option<&'a TypeFun> {
        self.names.revealed?.get(&name.id)
    }

    fn see_through(&mut self, name: &VName, args: &[TypeArg]) -> Result<Type, Mismatch> {
        let fun = self.representation(name).ok_or(Mismatch::Type)?;
        for ext in &fun.exts {
            self.sizes.insert(ext.id, None);
        }
        Ok(fun.apply_visibly(args))
    }

    fn liftedness(&self, ty: &Type) -> Liftedness {
        let own = match &**ty {
            TypeKind::Arrow(_) => return Liftedness::Lifted,
            TypeKind::Var(name) | TypeKind::Named(name, _) => self.names.liftedness.get(&name.id).copied(),
            // It hides what its parts hide.
            _ => None,
        };
        let parts = ty.types().map(|part| self.liftedness(part));
        parts.fold(own.unwrap_or(Liftedness::Unlifted), Liftedness::max)
    }

    /// What a flexible name stands for so far.
    fn resolved_size(&self, name: &VName) -> Option<Size> {
        let mut at = self.sizes.get(&name.id)?.clone()?;
        // No cycle is made: a name is only ever bound while it is unbound, to something else that was resolved.
        while let Size::Var(next) = &at
            && let Some(Some(further)) = self.sizes.get(&next.id)
        {
            at = further.clone();
        }
        Some(at)
    }

    fn size(&mut self, imp: &Size, spec: &Size) -> Result<(), Mismatch> {
        let resolve = |this: &Self, s: &Size| match s {
            Size::Var(name) => this.resolved_size(name).unwrap_or_else(|| s.clone()),
            _ => s.clone(),
        };
        let (a, b) = (resolve(self, imp), resolve(self, spec));
        let equal = match (&a, &b) {
            (Size::Const(m), Size::Const(n)) => m == n,
            (Size::Var(m), Size::Var(n)) if m == n => true,
            (Size::Var(m), _) if self.sizes.contains_key(&m.id) => {
                self.sizes.insert(m.id, Some(b));
                true
            }
            (_, Size::Var(n)) if self.sizes.contains_key(&n.id) => {
                self.sizes.insert(n.id, Some(a));
                true
            }
            (Size::Exp(x), Size::Exp(y)) => self.exp(x, y),
            _ => false,
        };
        same_size(equal)
    }

    /// Equality of size expressions is that of their text (FUT-SZ-EQ).
    fn exp(&mut self, a: &Exp, b: &Exp) -> bool {
        let (a, b) = (unguarded(a), unguarded(b));
        match (&a.kind, &b.kind) {
            (ExpKind::Var(..), _) | (_, ExpKind::Var(..)) => self.size(&as_size(a), &as_size(b)).is_ok(),
            // A section of an operator mentions nothing that is flexible.
            (ExpKind::Lambda(_), ExpKind::Lambda(_)) => same_exps(a, b),
            _ if !same_head(a, b) => false,
            _ => {
                let (xs, ys) = (a.children(), b.children());
                xs.len() == ys.len() && deep(|| xs.into_iter().zip(ys).all(|(x, y)| self.exp(x, y)))
            }
        }
    }
}

fn as_size(e: &Exp) -> Size {
    match &e.kind {
        ExpKind::Var(name, _) => Size::Var(name.clone()),
        ExpKind::Lit(elder_syntax::prim::PrimValue::I64(n)) => Size::Const(*n),
        _ => Size::Exp(Rc::new(e.clone())),
    }
}

fn is_var(ty: &Type, name: &VName) -> bool {
    matches!(&**ty, TypeKind::Var(v) if v == name)
}

fn same_size(equal: bool) -> Result<(), Mismatch> {
    if equal { Ok(()) } else { Err(Mismatch::Size) }
}

fn same(equal: bool) -> Result<(), Mismatch> {
    if equal { Ok(()) } else { Err(Mismatch::Type) }
}
