//! Definitions, local functions and lambdas (FUT-SZ-ANONRET, FUT-SZ-LAMRET).

use super::super::display::show;
use super::super::skeleton;
use super::super::substitution::{
    Pairs, Position, any_free, for_each_free, for_each_name, for_each_size, subst, witnesses,
};
use super::super::unify::Level;
use super::super::{Checked, build};
use super::expressions::exp;
use super::unification::Goal;
use super::variables::SizeVar;
use super::{Local, Sizing};
use crate::rules::sizes::*;
use crate::tree::walk::deep;
use crate::tree::{
    Arrow, Exp, ExpKind, Fun, Param, Pat, PatKind, RetType, Scheme, Size, Stars, Type, TypeKind, VName,
};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span};
use std::rc::Rc;

/// The name by which a parameter is known to the sizes of later parameters and the result.
pub(super) fn param_name(p: &Pat) -> Option<VName> {
    match &p.kind {
        PatKind::Var(v) => Some(v.clone()),
        _ => None,
    }
}

/// The type of a function; names of parameters only where something mentions them.
pub(in crate::check) fn function_type(params: &[Param], ret: &RetType) -> Type {
    let mut ret = ret.clone();
    for p in params.iter().rev() {
        let name = param_name(&p.pat).filter(|v| any_free(&ret.ty, |w| w == v));
        let ty = Rc::new(TypeKind::Arrow(Arrow {
            param_name: name,
            param: p.pat.ty.clone(),
            param_stars: p.stars.clone(),
            ret,
        }));
        ret = RetType::of(ty);
    }
    ret.ty
}

/// Parameters, and what the function's head says besides.
struct Head {
    params: Vec<Param>,
    existential: Vec<VName>,
}

impl Sizing<'_> {
    fn head(&mut self, sizes: &[(VName, Span)], params: Vec<skeleton::Pat>) -> Checked<Head> {
        for (v, _) in sizes {
            self.bind_local(v, build::prim(PrimType::I64));
        }
        self.level += 1;
        let mut out = Vec::with_capacity(params.len());
        let mut existential = Vec::new();
        for p in params {
            let (pat, stars, _) = self.pattern(p, None, &[])?;
            self.irrefutable(&pat)?;
            self.note_anonymous(&pat.ty);
            self.bind_pattern(&pat);
            if param_name(&pat).is_none() {
                existential.extend(pat.names());
            }
            out.push(Param { pat, stars });
            self.level += 1;
        }
        Ok(Head {
            params: out,
            existential,
        })
    }

    /// Sizes that the annotation of a parameter leaves out are sizes of their own (FUT-SZ-PARAM).
    fn note_anonymous(&mut self, annotated: &Type) {
        let mut open = Vec::new();
        for_each_free(&self.normal(annotated), &mut |v| {
            if matches!(self.state(v), SizeVar::Flexible { .. }) {
                open.push(v.id);
            }
        });
        self.anonymous.extend(open);
    }

    /// The body, and its type as seen from outside: names that only a part of a parameter has are not seen there.
    fn body(
        &mut self,
        head: &Head,
        body: skeleton::Exp,
        declared: Option<&Type>,
        span: Span,
    ) -> Checked<(Exp, Type)> {
        let body = self.exp(body)?;
        let t = self.normal(&body.ty);
        let (t, _) = self.without_names(span, &head.existential, t);
        if let Some(declared) = declared {
            let mut inner = None;
            for_each_free(declared, &mut |v| {
                if inner.is_none() && head.existential.contains(v) {
                    inner = Some(v.clone());
                }
            });
            if let Some(v) = inner {
                return self.cx.fail(Diagnostic::error(
                    FUT_SZ_NAMED.refuse("visible"),
                    span,
                    format!(
                        "the type of the result mentions `{}`, which is only a part of a parameter",
                        v.name
                    ),
                ));
            }
            FUT_SZ_NAMED.apply();
            let goal = Goal {
                span: body.span,
                message: "the body does not have the sizes of the annotated result",
                expected: declared,
                found: &t,
            };
            self.unify(&goal, declared, &t)?;
        }
        Ok((body, t))
    }

    /// Sizes in the types of parameters are those that a caller knows of (FUT-SZ-ACCESS).
    fn accessible(&mut self, params: &[Param]) -> Checked<()> {
        let mut forbidden: Vec<VName> = params.iter().flat_map(|p| p.pat.names()).collect();
        for p in params {
            let mut found = None;
            for_each_free(&p.pat.ty, &mut |v| {
                if found.is_none() && forbidden.contains(v) {
                    found = Some(v.clone());
                }
            });
            if let Some(v) = found {
                let shown = show(&p.pat.ty);
                return self.cx.fail(
                    Diagnostic::error(
                        FUT_SZ_ACCESS.refuse("accessible"),
                        p.pat.span,
                        format!(
                            "the parameter has the size `{}`, which a caller does not know",
                            v.name
                        ),
                    )
                    .with_note(format!("its type is `{shown}`")),
                );
            }
            FUT_SZ_ACCESS.apply();
            if let Some(v) = param_name(&p.pat) {
                forbidden.retain(|w| *w != v);
            }
        }
        Ok(())
    }

    /// `\p -> e`
    pub(super) fn lambda(&mut self, fun: skeleton::Function, span: Span) -> Checked<Exp> {
        FUT_SZ_LAMRET.apply();
        let outer = self.level;
        self.level += 1;
        let mut head = self.head(&[], fun.params)?;
        let inner = self.level;
        let (declared, stars, annotated) = match fun.ret {
            Some(ann) => {
                let (t, stars, _) = self.annotated(ann)?;
                (Some(t), stars, true)
            }
            None => (None, Stars::None, false),
        };
        let (body, t) = self.body(&head, fun.body, declared.as_ref(), span)?;
        self.normal_params(&mut head.params);
        let ret = self.normal(declared.as_ref().unwrap_or(&t));
        let ret = self.without_unknown_parts(&ret, inner);
        // Unknown sizes that the body made belong to the result, except those that show in parameters of parameters.
        let names: Vec<VName> = head.params.iter().filter_map(|p| param_name(&p.pat)).collect();
        let mut shown = Vec::new();
        for p in &head.params {
            argument_sizes(&p.pat.ty, &mut shown);
        }
        let mut exts: Vec<VName> = Vec::new();
        for_each_free(&ret, &mut |v| {
            if self.is_unknown(v)
                && self.level_of(v).is_some_and(|l| l >= inner)
                && !names.contains(v)
                && !shown.contains(v)
                && !exts.contains(v)
            {
                exts.push(v.clone());
            }
        });
        self.level = outer;
        self.accessible(&head.params)?;
        let ret = RetType { exts, ty: ret, stars };
        let ty = function_type(&head.params, &ret);
        let fun = Fun {
            sizes: Vec::new(),
            types: Vec::new(),
            params: head.params,
            ret,
            annotated,
            section: fun.section,
            body,
        };
        Ok(exp(ExpKind::Lambda(Rc::new(fun)), ty, span))
    }

    fn normal_params(&mut self, params: &mut [Param]) {
        for p in params {
            self.normal_pattern(&mut p.pat);
        }
    }

    /// `let f ps = e`
    pub(super) fn local_function(
        &mut self,
        fun: skeleton::Function,
        name: &VName,
    ) -> Checked<(Fun, Rc<Scheme>)> {
        let fun = self.function(fun, name, false)?;
        let scheme = Rc::new(scheme_of(&fun));
        Ok((fun, scheme))
    }

    /// A top-level definition or local function.
    pub fn function(&mut self, fun: skeleton::Function, name: &VName, top: bool) -> Checked<Fun> {
        let outer = self.level;
        let since = self.cx.names();
        self.level += 1;
        let mut head = self.head(&fun.sizes, fun.params)?;
        let annotated = fun.ret.is_some();
        let (declared, stars, exts) = match fun.ret {
            Some(ann) => {
                FUT_SZ_ANONRET.apply();
                let (t, stars, open) = self.annotated(ann)?;
                (Some(t), stars, open)
            }
            None => (None, Stars::None, Vec::new()),
        };
        if top && !head.params.is_empty() {
            let local = match &declared {
                Some(t) => {
                    let ret = RetType {
                        exts,
                        ty: t.clone(),
                        stars: stars.clone(),
                    };
                    let ty = self.rename_binders(&function_type(&head.params, &ret));
                    Local::Poly(Rc::new(Scheme {
                        sizes: fun.sizes.iter().map(|(v, _)| v.clone()).collect(),
                        types: Vec::new(),
                        ty,
                    }))
                }
                None => Local::Recursive(Rc::new(self.recursive(
                    &fun.sizes,
                    &head.params,
                    &fun.body.ty,
                    fun.span,
                ))),
            };
            self.locals.insert(name.id, local);
        }
        let (body, t) = self.body(&head, fun.body, declared.as_ref(), fun.span)?;
        if top {
            self.uses_agree()?;
        }
        self.normal_params(&mut head.params);
        let ret = self.normal(declared.as_ref().unwrap_or(&t));
        self.accessible(&head.params)?;
        let ret = self.without_unknown_parts(&ret, 0);
        let result = self.generalise(name, fun.sizes, head.params, ret, stars, since, fun.span);
        self.level = outer;
        let (sizes, params, ret) = result?;
        Ok(Fun {
            sizes,
            types: fun.types,
            params,
            ret,
            annotated,
            section: false,
            body,
        })
    }

    /// Sizes made of unknown sizes (of at least this level) become unknown themselves, unless the type shows those (FUT-SZ-LAMRET).
    fn without_unknown_parts(&mut self, t: &Type, level: Level) -> Type {
        let inner = |sizing: &Sizing<'_>, v: &VName| {
            sizing.is_unknown(v) && sizing.level_of(v).is_some_and(|l| l >= level)
        };
        if !any_free(t, |v| inner(self, v)) {
            return t.clone();
        }
        let (shown, _) = witnesses(t);
        let (t, _) = self.replace_sizes(Span::NONE, t, &move |sizing, s| {
            if matches!(s, Size::Var(_)) {
                return None;
            }
            let mut found = None;
            for_each_name(s, &mut |v| {
                if found.is_none() && inner(sizing, v) && !shown.contains(v) {
                    found = Some(v.clone());
                }
            });
            found
        });
        t
    }

    /// Fresh names for the parameters and existential sizes that a type binds.
    pub(super) fn rename_binders(&mut self, t: &Type) -> Type {
        deep(|| match &**t {
            TypeKind::Arrow(a) => {
                let param = self.rename_binders(&a.param);
                let mut pairs = Pairs::default();
                let mut fresh = |this: &mut Self, v: &VName| {
                    let new = this.cx.fresh(v.name.clone());
                    pairs.sizes.push((v.clone(), Size::Var(new.clone())));
                    new
                };
                let param_name = a.param_name.as_ref().map(|v| fresh(self, v));
                let exts: Vec<VName> = a.ret.exts.iter().map(|v| fresh(self, v)).collect();
                let ty = subst(&a.ret.ty, &mut pairs);
                let ty = self.rename_binders(&ty);
                Rc::new(TypeKind::Arrow(Arrow {
                    param_name,
                    param,
                    param_stars: a.param_stars.clone(),
                    ret: RetType {
                        exts,
                        ty,
                        stars: a.ret.stars.clone(),
                    },
                }))
            }
            TypeKind::Record(fs) => Rc::new(TypeKind::Record(
                fs.iter()
                    .map(|(f, t)| (f.clone(), self.rename_binders(t)))
                    .collect(),
            )),
            _ => t.clone(),
        })
    }
}

/// The scheme of a function.
pub(in crate::check) fn scheme_of(fun: &Fun) -> Scheme {
    Scheme {
        sizes: fun.sizes.clone(),
        types: fun.types.clone(),
        ty: function_type(&fun.params, &fun.ret),
    }
}

/// Whether a value shows the size parameter when a function of this type is applied, or no parameter mentions it.
pub(in crate::check) fn is_witnessed(size: &VName, function: &Type) -> bool {
    let (mut mentioned, mut shown) = (false, false);
    let mut ty = function;
    while let TypeKind::Arrow(arrow) = &**ty {
        for_each_size(&arrow.param, &mut |s, at, _| {
            for_each_name(s, &mut |v| {
                if v == size {
                    mentioned = true;
                    shown |= matches!(at, Position::Immediate) && matches!(s, Size::Var(_));
                }
            });
        });
        ty = &arrow.ret.ty;
    }
    shown || !mentioned
}

/// Sizes in parameters, other than those of their own parameters and results.
pub(super) fn argument_sizes(t: &Type, out: &mut Vec<VName>) {
    for_each_size(t, &mut |s, at, bound| {
        if at == Position::Immediate {
            for_each_name(s, &mut |v| {
                if !bound.contains(v) && !out.contains(v) {
                    out.push(v.clone());
                }
            })
        }
    });
}
