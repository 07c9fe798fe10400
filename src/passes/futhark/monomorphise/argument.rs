//! Types that something is used at, as the copy for them has them.
//!
//! A size that has a value is computed at the use, and is a size parameter of the copy.  One that may have none stays an expression, of which the numbers
//! that it is computed from are size parameters: so it fails where the copy asks for it, and not at all if that never does (FUT-E-SHAPEOF).

use super::types::mentions;
use super::{Copies, Scope};
use crate::futhark::total::is_total;
use elder_futhark::check::substitution::{Sizes, for_each_free, in_size, subst};
use elder_futhark::check::{display, same_size};
use elder_futhark::tree::walk::{self, deep};
use elder_futhark::tree::{Exp, ExpKind, Instance, Size, Type, TypeKind, VName};
use elder_syntax::Name;
use elder_syntax::prim::PrimType;
use std::rc::Rc;

/// A type that something is used at.
pub(super) struct Argument {
    /// How the copy has it: each size is a size parameter, computed of some, or open.
    pub ty: Type,
    /// The size parameters, with their arguments at the use.
    pub sizes: Vec<(VName, Size)>,
    /// What the copy is found by.
    pub key: String,
}

impl Copies<'_> {
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
            numbers: Vec::new(),
            unknown: Vec::new(),
        };
        let ty = abstracted.ty(&ty);
        let Abstracted {
            sizes,
            numbers,
            unknown,
            ..
        } = abstracted;
        let tops = &self.tops;
        let mut alike = Sizes(|v: &VName| {
            // A number by its place: which of them are one number is in the expression.
            if let Some(k) = numbers.iter().position(|(_, param)| param == v) {
                return Some(unwritable("n", k));
            }
            if tops.contains(&v.id) {
                return Some(unwritable("top", v.id as usize));
            }
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
    /// The size parameters so far, with their arguments.
    sizes: Vec<(VName, Size)>,
    /// Those of them that expressions are computed of, by the number at the use.
    numbers: Vec<(VName, VName)>,
    /// What is not known, with a name for each size.
    unknown: Vec<(Size, VName)>,
}

impl Abstracted<'_, '_> {
    fn ty(&mut self, ty: &Type) -> Type {
        deep(|| match &**ty {
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
                let ret = self.ty(&arrow.ret.ty);
                self.bound.truncate(depth);
                Rc::new(TypeKind::Arrow(arrow.of(param, ret)))
            }
            // What is no function binds no names.
            _ => walk::map(ty, self, |this, size| this.size(size), |this, part| this.ty(part)),
        })
    }

    fn size(&mut self, size: &Size) -> Size {
        let name = match size {
            Size::Var(v) => v.name.clone(),
            _ => Name::new_static("d"),
        };
        if mentions(size, &self.bound) {
            return match size {
                Size::Exp(e) => self.computed(e).unwrap_or_else(|| self.unknown(size, &name)),
                _ => size.clone(),
            };
        }
        if mentions(size, self.open) {
            return self.unknown(size, &name);
        }
        match size {
            Size::Var(v) if self.copies.partial.contains(&v.id) => return size.clone(),
            Size::Exp(e) if !self.copies.has_value(e) => {
                if let Some(kept) = self.computed(e) {
                    return kept;
                }
            }
            _ => {}
        }
        let param = self.copies.fresh(&name);
        self.sizes.push((param.clone(), size.clone()));
        Size::Var(param)
    }

    /// A size as it is computed in the copy, if what it is computed of are numbers: these become size parameters.
    fn computed(&mut self, e: &Rc<Exp>) -> Option<Size> {
        let mut inner = Vec::new();
        if !self.is_of_numbers(e, &mut inner) {
            return None;
        }
        let size = Size::Exp(e.clone());
        let mut moved = Sizes(|v: &VName| {
            let stays = self.bound.contains(v) || inner.contains(v) || self.copies.tops.contains(&v.id);
            (!stays).then(|| Size::Var(self.number(v)))
        });
        Some(in_size(&size, &mut moved).unwrap_or(size))
    }

    /// The size parameter for a number that sizes are computed of.
    fn number(&mut self, v: &VName) -> VName {
        if let Some((_, param)) = self.numbers.iter().find(|(own, _)| own == v) {
            return param.clone();
        }
        let param = self.copies.fresh(&v.name);
        self.sizes.push((param.clone(), Size::Var(v.clone())));
        self.numbers.push((v.clone(), param.clone()));
        param
    }

    /// Whether an expression mentions nothing from where it stands but numbers of type i64 and definitions.  `inner`: what types of functions in it bind.
    fn is_of_numbers(&self, e: &Exp, inner: &mut Vec<VName>) -> bool {
        bound_in(&e.ty, inner);
        let is_own = match &e.kind {
            ExpKind::Lit(_) | ExpKind::App { .. } | ExpKind::Index(..) | ExpKind::Array(_) => {
                e.sizes.is_empty()
            }
            ExpKind::Intrinsic(_, instance) => self.is_written(instance, inner),
            ExpKind::Var(v, instance) => {
                let is_number = matches!(&*e.ty, TypeKind::Prim(PrimType::I64));
                let is_bound = self.bound.contains(v) || self.copies.tops.contains(&v.id);
                (is_bound || is_number && !self.open.contains(v)) && self.is_written(instance, inner)
            }
            _ => false,
        };
        is_own
            && e.children()
                .into_iter()
                .all(|part| self.is_of_numbers(part, inner))
    }

    /// Whether what a function is used at mentions nothing but sizes that are known.
    fn is_written(&self, instance: &Instance, inner: &mut Vec<VName>) -> bool {
        let mut all = true;
        for size in &instance.sizes {
            all &= !mentions(size, self.open);
            if let Size::Exp(e) = size {
                all &= self.is_of_numbers(e, inner);
            }
        }
        for ty in &instance.types {
            for_each_free(ty, &mut |v| all &= !self.open.contains(v));
            bound_in(ty, inner);
        }
        all
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
}

impl Copies<'_> {
    /// Whether an expression of a size has a value wherever it stands: it adds and so on what has one.
    pub(super) fn has_value(&self, e: &Exp) -> bool {
        is_total(e, &|name| match &name.kind {
            ExpKind::Var(v, _) => !self.partial.contains(&v.id),
            _ => false,
        })
    }
}

/// What the types of functions bind in a type.
fn bound_in(ty: &Type, inner: &mut Vec<VName>) {
    if let TypeKind::Arrow(arrow) = &**ty {
        inner.extend(arrow.param_name.iter().chain(&arrow.ret.exts).cloned());
        deep(|| {
            bound_in(&arrow.param, inner);
            bound_in(&arrow.ret.ty, inner);
        })
    }
}

/// A size that no program can write, for the text by which a copy is found.
fn unwritable(what: &str, k: usize) -> Size {
    Size::Var(VName {
        name: Name::from(format!("?{what}{k}")),
        id: u32::MAX,
    })
}
