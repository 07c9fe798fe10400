//! Which sizes of a finished function become size parameters, and which are existential (FUT-SZ-PARAM).

use super::super::Checked;
use super::super::display::show;
use super::super::substitution::{Position, for_each_free, for_each_name, for_each_size};
use super::Sizing;
use super::functions::function_type;
use super::variables::SizeVar;
use crate::rules::sizes::*;
use crate::tree::walk::{deep, map};
use crate::tree::{Arrow, Param, RetType, Stars, Type, TypeKind, VName};
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

impl Sizing<'_> {
    /// Size parameters, parameters and result of a function whose body has been walked.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn generalise(
        &mut self,
        name: &VName,
        explicit: Vec<(VName, Span)>,
        mut params: Vec<Param>,
        ret: Type,
        stars: Stars,
        since: u32,
        span: Span,
    ) -> Checked<(Vec<VName>, Vec<Param>, RetType)> {
        FUT_SZ_PARAM.apply();
        let lowest = self.level - params.len() as u32;
        self.collapse_instances(lowest, since);
        for p in &mut params {
            p.pat.ty = self.normal(&p.pat.ty);
        }
        let ret = self.normal(&ret);
        let whole = function_type(&params, &RetType::of(ret.clone()));
        let (mut produced, mut of_params) = (Vec::new(), Vec::new());
        for_each_size(&whole, &mut |s, at, bound| {
            for_each_name(s, &mut |v| {
                if bound.contains(v) {
                    return;
                }
                match at {
                    Position::Immediate => produced.push(v.clone()),
                    Position::Param => of_params.push(v.clone()),
                    Position::Return => {}
                }
            })
        });
        let mut visible: Vec<VName> = Vec::new();
        for_each_free(&whole, &mut |v| {
            if !visible.contains(v) {
                visible.push(v.clone());
            }
        });
        let mut sizes: Vec<VName> = explicit.iter().map(|(v, _)| v.clone()).collect();
        let mut exts: Vec<VName> = Vec::new();
        for v in &visible {
            if sizes.contains(v) || self.level_of(v).is_none_or(|l| l < lowest) {
                continue;
            }
            match self.state(v) {
                SizeVar::Flexible { .. } => sizes.push(v.clone()),
                SizeVar::Unknown { span: at, source, .. } => {
                    if of_params.contains(v) && !produced.contains(v) {
                        let (at, source) = (*at, source.describe());
                        return self.cx.fail(
                            Diagnostic::error(
                                FUT_SZ_PARAM.refuse("known"),
                                span,
                                format!(
                                    "a parameter of `{}` has the size `{}`, which no caller knows",
                                    name.name, v.name
                                ),
                            )
                            .with_note(format!("its type is `{}`", show(&whole)))
                            .and_at(at, format!("`{}` {source}", v.name)),
                        );
                    }
                    if produced.contains(v) {
                        exts.push(v.clone());
                    }
                }
                _ => {}
            }
        }
        for_each_free(&ret, &mut |v| {
            if !exts.contains(v) && self.is_unknown(v) && self.level_of(v).is_some_and(|l| l >= lowest) {
                exts.push(v.clone());
            }
        });
        let unused = explicit.iter().find(|(v, _)| !visible.contains(v));
        if let Some((v, at)) = unused {
            return self.cx.fail(Diagnostic::error(
                FUT_SZ_PARAM.refuse("used"),
                *at,
                format!(
                    "the size parameter `{}` is not used in the type of `{}`",
                    v.name, name.name
                ),
            ));
        }
        for v in &sizes {
            self.set_state(v, SizeVar::Param { level: lowest });
        }
        if params.is_empty() && !sizes.is_empty() && !exts.is_empty() {
            return self.cx.fail(
                Diagnostic::error(
                    FUT_SZ_PARAM.refuse("value"),
                    span,
                    format!(
                        "`{}` is not a function, and cannot have both size parameters and an unknown size",
                        name.name
                    ),
                )
                .with_note(format!("its type is `{}`", show(&ret))),
            );
        }
        let ret = inject(exts, ret, stars);
        Ok((sizes, params, ret))
    }
}

/// Binds existential sizes where they are shown: `?[n].bool -> [n]bool` is `bool -> ?[n].[n]bool`.
fn inject(exts: Vec<VName>, ty: Type, stars: Stars) -> RetType {
    if exts.is_empty() {
        return RetType { exts, ty, stars };
    }
    let mut immediate = Vec::new();
    for_each_size(&ty, &mut |s, at, bound| {
        if at == Position::Immediate {
            for_each_name(s, &mut |v| {
                if !bound.contains(v) {
                    immediate.push(v.clone())
                }
            })
        }
    });
    let (here, deeper): (Vec<VName>, Vec<VName>) = exts.into_iter().partition(|v| immediate.contains(v));
    let ty = if deeper.is_empty() {
        ty
    } else {
        inject_deeper(&deeper, &ty)
    };
    RetType {
        exts: here,
        ty,
        stars,
    }
}

fn inject_deeper(exts: &[VName], t: &Type) -> Type {
    deep(|| match &**t {
        TypeKind::Array(..) => t.clone(),
        TypeKind::Arrow(a) => {
            let mut all = exts.to_vec();
            for v in &a.ret.exts {
                if !all.contains(v) {
                    all.push(v.clone());
                }
            }
            Rc::new(TypeKind::Arrow(Arrow {
                param_name: a.param_name.clone(),
                param: a.param.clone(),
                param_stars: a.param_stars.clone(),
                ret: inject(all, a.ret.ty.clone(), a.ret.stars.clone()),
            }))
        }
        // The next function within binds them, wherever it is.
        _ => map(
            t,
            &mut (),
            |(), size| size.clone(),
            |(), part| inject_deeper(exts, part),
        ),
    })
}
