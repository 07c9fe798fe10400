//! Types and sizes in a copy.

use super::{Copies, Scope};
use elder_futhark::check::same_size;
use elder_futhark::check::substitution::{Pairs, Sizes, for_each_free, for_each_name, subst};
use elder_futhark::rules::translation::{FUT_MO_HELD, FUT_MO_NAMED};
use elder_futhark::tree::walk::{self, deep};
use elder_futhark::tree::{
    Arrow, Exp, ExpKind, RetType, Size, Type, TypeArg, TypeFun, TypeFunParam, TypeKind, VName,
};
use elder_syntax::Name;
use std::rc::Rc;

/// Whether a size mentions one of the names.
pub(super) fn mentions(size: &Size, names: &[VName]) -> bool {
    let mut found = false;
    for_each_name(size, &mut |name| found |= names.contains(name));
    found
}

impl Copies<'_> {
    /// A type.  Sizes in it that nothing bound yet are bound by who has the type, but for those of a function's result, which its type hides, and
    /// those of a function's parameter, which may be any.
    pub(super) fn ty(&mut self, scope: &mut Scope, ty: &Type) -> Type {
        deep(|| self.form(scope, ty))
    }

    fn form(&mut self, scope: &mut Scope, ty: &Type) -> Type {
        match &**ty {
            TypeKind::Arrow(arrow) => Rc::new(TypeKind::Arrow(self.arrow(scope, arrow))),
            TypeKind::Var(v) => match scope.types.get(&v.id).cloned() {
                // Its names are those of the copy already, or open.
                Some((ty, false)) => self.ty(scope, &ty),
                Some((ty, true)) => {
                    let ty = self.apart(&ty);
                    self.ty(scope, &ty)
                }
                None => ty.clone(),
            },
            TypeKind::Named(name, args) if let Some(fun) = self.program.abstract_types.get(&name.id) => {
                let opened = self.opened(fun, args);
                self.ty(scope, &opened)
            }
            // What binds no names and stands for nothing else is made of its parts.
            _ => walk::map(
                ty,
                &mut (self, scope),
                |(this, scope), size| this.size(scope, size),
                |(this, scope), part| this.ty(scope, part),
            ),
        }
    }

    fn arrow(&mut self, scope: &mut Scope, arrow: &Arrow) -> Arrow {
        let mark = (scope.trail.len(), scope.open.len());
        let param = self.ty(scope, &arrow.param);
        self.any.extend(scope.open.drain(mark.1..).map(|any| any.id));
        let param_name = arrow.param_name.as_ref().map(|name| self.bind(scope, name));
        let ret = self.ret(scope, &arrow.ret);
        scope.leave(mark.0);
        Arrow {
            param_name,
            param,
            param_stars: arrow.param_stars.clone(),
            ret,
        }
    }

    /// The type of a function's result, which hides what nothing outside bound.
    pub(super) fn ret(&mut self, scope: &mut Scope, ret: &RetType) -> RetType {
        let mark = (scope.trail.len(), scope.open.len());
        let mut exts = Vec::with_capacity(ret.exts.len());
        for ext in &ret.exts {
            // Those of a constant are known to later definitions by one name.
            exts.push(match self.top.get(&ext.id).cloned() {
                Some(top) => {
                    scope.bind(ext, top.clone());
                    top
                }
                None => self.bind(scope, ext),
            });
        }
        let ty = self.ty(scope, &ret.ty);
        exts.extend(scope.open.drain(mark.1..));
        scope.leave(mark.0);
        RetType {
            exts,
            ty,
            stars: ret.stars.clone(),
        }
    }

    /// FUT-MO-NAMED: what an abstract type stands for; the sizes that it hides are names that nothing bound yet.
    fn opened(&mut self, fun: &TypeFun, args: &[TypeArg]) -> Type {
        FUT_MO_NAMED.apply();
        let mut given = Pairs::default();
        for (param, arg) in fun.params.iter().zip(args) {
            match (param, arg) {
                (TypeFunParam::Size(v), TypeArg::Size(size)) => given.sizes.push((v.clone(), size.clone())),
                (TypeFunParam::Type(p), TypeArg::Type(ty)) => given.types.push((p.name.clone(), ty.clone())),
                _ => {}
            }
        }
        for ext in &fun.exts {
            let existential = Size::Var(self.nobody(&ext.name));
            given.sizes.push((ext.clone(), existential));
        }
        subst(&fun.body, &mut given)
    }

    /// What a lifted type parameter stands for, where it is used once more: the sizes that it hides are others each time.
    fn apart(&mut self, ty: &Type) -> Type {
        let mut existential: Vec<(VName, VName)> = Vec::new();
        let mut apart = Sizes(|v: &VName| {
            if self.own.contains(&v.id) {
                return None;
            }
            let found = existential.iter().find(|(old, _)| old == v);
            let new = found.map(|(_, new)| new.clone()).unwrap_or_else(|| {
                let new = self.nobody(&v.name);
                existential.push((v.clone(), new.clone()));
                new
            });
            Some(Size::Var(new))
        });
        subst(ty, &mut apart)
    }

    /// A size.  What an expression of one binds is not known outside of it.
    pub(super) fn size(&mut self, scope: &mut Scope, size: &Size) -> Size {
        match size {
            Size::Const(_) => size.clone(),
            Size::Var(v) => Size::Var(self.name(scope, v)),
            Size::Exp(e) => {
                let mark = scope.trail.len();
                let mut own = Exp::clone(e);
                self.exp(scope, &mut own);
                let mut bound = scope.leave(mark);
                bound.retain(|(_, new)| scope.open.contains(new));
                scope.again(bound);
                let own = Size::Exp(Rc::new(own));
                let mut held = scope.held.iter().rev();
                let found = held.find(|(e, _)| same_size(&Size::Exp(e.clone()), &own));
                found.map_or(own, |(_, name)| Size::Var(name.clone()))
            }
        }
    }

    /// FUT-MO-HELD: names for the sizes that a value of this type shows and that are elements of arrays.
    pub(super) fn name_held(&mut self, scope: &mut Scope, ty: &Type) -> Vec<VName> {
        let mut shown = Vec::new();
        held_by_arrays(ty, &mut shown);
        let mut names = Vec::new();
        for e in shown {
            if let Size::Exp(own) = self.size(scope, &Size::Exp(e)) {
                FUT_MO_HELD.apply();
                let name = self.fresh(&Name::new_static("n"));
                scope.held.push((own, name.clone()));
                names.push(name);
            }
        }
        names
    }
}

/// The sizes of arrays in a value of the type, whatever it is, that are read from arrays.
fn held_by_arrays(ty: &Type, out: &mut Vec<Rc<Exp>>) {
    match &**ty {
        TypeKind::Array(size, element) => {
            if let Size::Exp(e) = size {
                let mut free = Vec::new();
                for_each_free(ty, &mut |v| free.push(v.id));
                out.extend(reads_array(e, &free).then(|| e.clone()));
            }
            held_by_arrays(element, out);
        }
        TypeKind::Record(fields) => fields.iter().for_each(|(_, field)| held_by_arrays(field, out)),
        _ => {}
    }
}

/// Whether an expression mentions an array among these names, which are those that it does not bind.
fn reads_array(e: &Exp, free: &[u32]) -> bool {
    e.any(&mut |part| match (&part.kind, &*part.ty) {
        (ExpKind::Var(v, _), TypeKind::Array(..)) => free.contains(&v.id),
        _ => false,
    })
}
