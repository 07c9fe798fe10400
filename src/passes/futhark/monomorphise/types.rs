//! Types and sizes in a copy.

use super::{Copies, Scope};
use elder_futhark::check::substitution::{Pairs, Sizes, for_each_free, for_each_name, subst};
use elder_futhark::check::{display, same_size, traverse};
use elder_futhark::rules::translation::FUT_MO_NAMED;
use elder_futhark::tree::{
    Arrow, Exp, ExpKind, RetType, Size, Type, TypeArg, TypeFun, TypeFunParam, TypeKind, VName,
};
use elder_syntax::Name;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

/// A type that something is used at.
pub(super) struct Argument {
    /// How the copy has it: each size is a size parameter, or open.
    pub ty: Type,
    /// The size parameters, with their arguments at the use.
    pub sizes: Vec<(VName, Size)>,
    /// What the copy is found by.
    pub key: String,
}

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
        traverse::deep(|| self.form(scope, ty))
    }

    fn form(&mut self, scope: &mut Scope, ty: &Type) -> Type {
        Rc::new(match &**ty {
            TypeKind::Prim(_) => return ty.clone(),
            TypeKind::Array(size, element) => {
                let size = self.size(scope, size);
                TypeKind::Array(size, self.ty(scope, element))
            }
            TypeKind::Record(fields) => {
                let fields = fields.iter();
                TypeKind::Record(fields.map(|(f, t)| (f.clone(), self.ty(scope, t))).collect())
            }
            TypeKind::Sum(constructors) => {
                let mut all = Vec::with_capacity(constructors.len());
                for (name, types) in constructors {
                    all.push((name.clone(), types.iter().map(|t| self.ty(scope, t)).collect()));
                }
                TypeKind::Sum(all)
            }
            TypeKind::Arrow(arrow) => TypeKind::Arrow(self.arrow(scope, arrow)),
            TypeKind::Var(v) => match scope.types.get(&v.id).cloned() {
                // Its names are those of the copy already, or open.
                Some((ty, false)) => return self.ty(scope, &ty),
                Some((ty, true)) => {
                    let ty = self.apart(&ty);
                    return self.ty(scope, &ty);
                }
                None => return ty.clone(),
            },
            TypeKind::Named(name, args) => match self.program.abstract_types.get(&name.id) {
                Some(fun) => {
                    let opened = self.opened(fun, args);
                    return self.ty(scope, &opened);
                }
                None => {
                    let arg = |arg: &TypeArg| match arg {
                        TypeArg::Size(size) => TypeArg::Size(self.size(scope, size)),
                        TypeArg::Type(ty) => TypeArg::Type(self.ty(scope, ty)),
                    };
                    TypeKind::Named(name.clone(), args.iter().map(arg).collect())
                }
            },
        })
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
            let hidden = Size::Var(self.nobody(&ext.name));
            given.sizes.push((ext.clone(), hidden));
        }
        subst(&fun.body, &mut given)
    }

    /// What a lifted type parameter stands for, where it is used once more: the sizes that it hides are others each time.
    fn apart(&mut self, ty: &Type) -> Type {
        let mut hidden: Vec<(VName, VName)> = Vec::new();
        let mut apart = Sizes(|v: &VName| {
            if self.own.contains(&v.id) {
                return None;
            }
            let found = hidden.iter().find(|(old, _)| old == v);
            let new = found.map(|(_, new)| new.clone()).unwrap_or_else(|| {
                let new = self.nobody(&v.name);
                hidden.push((v.clone(), new.clone()));
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
                let own = self.exp(scope, e);
                let mut bound = scope.leave(mark);
                bound.retain(|(_, new)| scope.open.contains(new));
                scope.again(bound);
                Size::Exp(Rc::new(own))
            }
        }
    }

    /// A type that something is used at: the copy does not see its sizes.
    pub(super) fn argument(&mut self, scope: &mut Scope, ty: &Type) -> Argument {
        let mark = (scope.trail.len(), scope.open.len());
        let ty = self.ty(scope, ty);
        let open = scope.open.split_off(mark.1);
        scope.leave(mark.0);
        let mut abstracted = Abstracted {
            copies: self,
            open: &open,
            bound: Vec::new(),
            sizes: Vec::new(),
            unknown: Vec::new(),
        };
        let ty = abstracted.ty(&ty);
        let Abstracted { sizes, unknown, .. } = abstracted;
        let mut alike = Sizes(|v: &VName| {
            let known = sizes.iter().any(|(param, _)| param == v);
            let is_unknown = unknown.iter().any(|(_, name)| name == v);
            let size = (known || is_unknown).then_some(i64::from(!known));
            size.map(Size::Const)
        });
        let key = display::show(&subst(&ty, &mut alike));
        Argument { ty, sizes, key }
    }
}

/// A type whose sizes become size parameters.
struct Abstracted<'a, 'p> {
    copies: &'a mut Copies<'p>,
    /// What the use does not know.
    open: &'a [VName],
    /// What arrows around bind.
    bound: Vec<VName>,
    sizes: Vec<(VName, Size)>,
    /// What is not known, with a name for each size.
    unknown: Vec<(Size, VName)>,
}

impl Abstracted<'_, '_> {
    fn ty(&mut self, ty: &Type) -> Type {
        traverse::deep(|| {
            Rc::new(match &**ty {
                TypeKind::Prim(_) | TypeKind::Var(_) => return ty.clone(),
                TypeKind::Array(size, element) => {
                    let size = self.size(size);
                    TypeKind::Array(size, self.ty(element))
                }
                TypeKind::Record(fields) => {
                    TypeKind::Record(fields.iter().map(|(f, t)| (f.clone(), self.ty(t))).collect())
                }
                TypeKind::Sum(constructors) => {
                    let mut all = Vec::with_capacity(constructors.len());
                    for (name, types) in constructors {
                        all.push((name.clone(), types.iter().map(|t| self.ty(t)).collect()));
                    }
                    TypeKind::Sum(all)
                }
                TypeKind::Arrow(arrow) => {
                    let depth = self.bound.len();
                    // What a parameter may have any of is bound there.
                    for_each_free(&arrow.param, &mut |v| {
                        if !self.copies.own.contains(&v.id) || self.copies.any.contains(&v.id) {
                            self.bound.push(v.clone());
                        }
                    });
                    self.bound.extend(arrow.param_name.iter().cloned());
                    let param = self.ty(&arrow.param);
                    self.bound.extend(arrow.ret.exts.iter().cloned());
                    let ret = RetType {
                        ty: self.ty(&arrow.ret.ty),
                        ..arrow.ret.clone()
                    };
                    self.bound.truncate(depth);
                    TypeKind::Arrow(Arrow {
                        param,
                        ret,
                        ..arrow.clone()
                    })
                }
                TypeKind::Named(name, args) => {
                    let arg = |arg: &TypeArg| match arg {
                        TypeArg::Size(size) => TypeArg::Size(self.size(size)),
                        TypeArg::Type(ty) => TypeArg::Type(self.ty(ty)),
                    };
                    TypeKind::Named(name.clone(), args.iter().map(arg).collect())
                }
            })
        })
    }

    fn size(&mut self, size: &Size) -> Size {
        if mentions(size, &self.bound) {
            return match size {
                Size::Exp(e) => self.partly(e),
                _ => size.clone(),
            };
        }
        let name = match size {
            Size::Var(v) => v.name.clone(),
            _ => Name::new_static("d"),
        };
        if mentions(size, self.open) {
            return self.unknown(size, &name);
        }
        let param = self.copies.fresh(&name);
        self.sizes.push((param.clone(), size.clone()));
        Size::Var(param)
    }

    /// A size of a function's type that mentions what the function takes, and perhaps more.
    fn partly(&mut self, e: &Rc<Exp>) -> Size {
        let mut own = (**e).clone();
        match self.replaced(&mut own) {
            true => Size::Exp(Rc::new(own)),
            false => self.unknown(&Size::Exp(e.clone()), &Name::new_static("d")),
        }
    }

    /// The name of a size that the use does not know: where the type has the size again, it is the same.
    fn unknown(&mut self, size: &Size, name: &Name) -> Size {
        let found = self.unknown.iter().find(|(other, _)| same_size(other, size));
        let name = found.map(|(_, name)| name.clone()).unwrap_or_else(|| {
            let name = self.copies.nobody(name);
            self.unknown.push((size.clone(), name.clone()));
            name
        });
        Size::Var(name)
    }

    /// Whether all that the expression mentions from outside are numbers, which become size parameters.
    fn replaced(&mut self, e: &mut Exp) -> bool {
        if let ExpKind::Var(v, instance) = &mut e.kind {
            if self.bound.contains(v) {
                return true;
            }
            let is_number = matches!(&*e.ty, TypeKind::Prim(PrimType::I64));
            if !is_number || self.open.contains(v) || !instance.sizes.is_empty() {
                return false;
            }
            let param = self.copies.fresh(&v.name);
            self.sizes.push((param.clone(), Size::Var(v.clone())));
            *v = param;
            return true;
        }
        if let ExpKind::Lambda(_) = &e.kind {
            return false;
        }
        let mut all = true;
        traverse::for_each_child_mut(e, &mut |part| all &= self.replaced(part));
        all
    }
}
