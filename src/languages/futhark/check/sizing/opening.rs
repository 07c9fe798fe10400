//! Polymorphic functions whose size parameters are to be read off their arguments (FUT-SZ-INST).
//!
//! Where `len [n] (xs: [n]t)` is passed for a function of type `(k: i64) -> [k]t -> i64`, or for one that takes whatever
//! another function gives, its size is another one at each call.  There `len` stands for `\x -> let [n] (y: [n]t) = x in
//! len [n] y`, provided that one argument, and only one, shows the size.

use super::super::substitution::{Position, Sizes, for_each_name, for_each_size, subst};
use super::Sizing;
use super::expressions::exp;
use crate::tree::{Exp, ExpKind, Fun, Instance, Param, Pat, RetType, Size, Type, TypeKind, VName};
use std::rc::Rc;

/// The only parameter of a function that has to do with a size, if an argument for it shows the size once.
pub(super) fn witness(size: &VName, function: &Type) -> Option<usize> {
    let (mut found, mut mentions) = (None, 0);
    let (mut ty, mut index) = (function, 0);
    while let TypeKind::Arrow(arrow) = &**ty {
        for_each_size(&arrow.param, &mut |s, at, _| {
            for_each_name(s, &mut |v| {
                if v == size {
                    mentions += 1;
                    if at == Position::Immediate && matches!(s, Size::Var(_)) {
                        found = Some(index);
                    }
                }
            });
        });
        index += 1;
        ty = &arrow.ret.ty;
    }
    found.filter(|_| mentions == 1)
}

impl Sizing<'_> {
    /// Puts a function that reads sizes off its arguments in the place of a use of a polymorphic one, as far as it has
    /// sizes that only the calls know.  `ty` is its type before such sizes were bound in it, `made` its size parameters as
    /// they were at first.
    pub(super) fn open(&mut self, e: &mut Exp, ty: &Type, made: &[Size]) {
        let mut reads: Vec<(usize, usize, VName)> = Vec::new();
        for (j, size) in made.iter().enumerate() {
            let Size::Var(v) = size else { continue };
            let Some(&Some(param)) = self.witnesses.get(&v.id) else {
                continue;
            };
            if let Size::Var(found) = self.normal_size(size)
                && self.is_pending(&found)
            {
                reads.push((j, param, found));
            }
        }
        let Some(last) = reads.iter().map(|(_, param, _)| *param).max() else {
            return;
        };
        let Some(opened) = self.opened(e, ty, &reads, last) else {
            return;
        };
        for (j, ..) in &reads {
            if let Some(Size::Var(v)) = made.get(*j) {
                self.witnesses.insert(v.id, None);
                self.opened.insert(v.id);
            }
        }
        *e = opened;
    }

    fn opened(&mut self, e: &Exp, ty: &Type, reads: &[(usize, usize, VName)], last: usize) -> Option<Exp> {
        let span = e.span;
        let mut implementation = Exp {
            ty: ty.clone(),
            ..e.clone()
        };
        let (ExpKind::Var(_, instance) | ExpKind::Intrinsic(_, instance)) = &mut implementation.kind else {
            return None;
        };
        let variable =
            |v: &VName, ty: &Type| exp(ExpKind::Var(v.clone(), Instance::default()), ty.clone(), span);
        let pattern = |v: &VName, ty: &Type| Pat::var(v.clone(), ty.clone(), span);
        let (mut params, mut args, mut lets) = (Vec::new(), Vec::new(), Vec::new());
        let mut ret = RetType::of(ty.clone());
        for k in 0..=last {
            let TypeKind::Arrow(arrow) = &*ret.ty.clone() else {
                return None;
            };
            let x = arrow.param_name.clone().unwrap_or_else(|| self.cx.fresh("x"));
            params.push(Param {
                pat: pattern(&x, &arrow.param),
                stars: arrow.param_stars.clone(),
            });
            let (mut ty, mut sizes) = (arrow.param.clone(), Vec::new());
            for (j, _, size) in reads.iter().filter(|(_, param, _)| *param == k) {
                let (mut places, new) = (0, self.cx.fresh(size.name.clone()));
                ty = subst(
                    &ty,
                    &mut Sizes(|v: &VName| {
                        (v == size).then(|| {
                            places += 1;
                            Size::Var(new.clone())
                        })
                    }),
                );
                // Of two sizes that met the same one, nobody knows which is which.
                if places != 1 {
                    return None;
                }
                *instance.sizes.get_mut(*j)? = Size::Var(new.clone());
                sizes.push(new);
            }
            if sizes.is_empty() {
                args.push(variable(&x, &arrow.param));
            } else {
                let y = self.cx.fresh(x.name.clone());
                args.push(variable(&y, &ty));
                lets.push((sizes, pattern(&y, &ty), variable(&x, &arrow.param)));
            }
            ret = arrow.ret.clone();
        }
        let call = ExpKind::app(implementation, args);
        let mut body = Exp::of(call, ret.ty.clone(), span).making(ret.exts.clone());
        for (sizes, pat, bound) in lets.into_iter().rev() {
            body = Exp::bind(sizes, pat, bound, body);
        }
        let fun = Fun {
            sizes: Vec::new(),
            types: Vec::new(),
            params,
            ret,
            annotated: true,
            section: false,
            body,
        };
        Some(exp(ExpKind::Lambda(Rc::new(fun)), e.ty.clone(), span))
    }
}
