//! Patterns: their sizes, and the names and sizes that they bind.

use super::super::Checked;
use super::super::skeleton::{self, Annotation};
use super::super::substitution::{Sizes, any_free, subst, witnesses};
use super::unification::Goal;
use super::{Local, Sizing};
use crate::ast::Liftedness;
use crate::rules::sizes::*;
use crate::tree::{Pat, PatKind, Size, Stars, Type, TypeKind, VName};
use elder_syntax::{Diagnostic, Name, Span};

impl Sizing<'_> {
    /// The type that an annotation denotes, its open sizes ready to be found.
    pub(super) fn annotated(&mut self, ann: Annotation) -> Checked<(Type, Stars, Vec<VName>)> {
        for v in &ann.open {
            self.make_flexible(v, ann.span, "an anonymous size");
        }
        let mut ty = ann.ty;
        if !ann.sizes.is_empty() {
            let mut sizes = Vec::with_capacity(ann.sizes.len());
            for (v, e) in ann.sizes {
                sizes.push((v, self.size_expression(e)?));
            }
            ty = subst(
                &ty,
                &mut Sizes(|v: &VName| sizes.iter().find(|(x, _)| x == v).map(|(_, s)| s.clone())),
            );
        }
        Ok((ty, ann.stars, ann.open))
    }

    /// An expression that the programmer wrote as a size.
    pub fn size_expression(&mut self, e: skeleton::Exp) -> Checked<Size> {
        let e = self.exp(e)?;
        if e.binds() {
            return self.cx.fail(Diagnostic::error(
                crate::rules::typing::FUT_T_SIZE.refuse("binding"),
                e.span,
                "a size may not contain an expression that binds names",
            ));
        }
        let size = super::super::build::size_of(&e);
        Ok(self.normal_size(&size))
    }

    /// A pattern for values of type `expected`, or of a type of its own.  `let_sizes` are sizes bound together with the
    /// pattern, each with a flexible size that stands for it while the bound expression's type is compared.
    pub(super) fn pattern(
        &mut self,
        p: skeleton::Pat,
        expected: Option<&Type>,
        let_sizes: &[(VName, VName)],
    ) -> Checked<(Pat, Stars, Stars)> {
        elder_syntax::effort::deeper(|| self.pattern_here(p, expected, let_sizes))
    }

    fn pattern_here(
        &mut self,
        p: skeleton::Pat,
        expected: Option<&Type>,
        let_sizes: &[(VName, VName)],
    ) -> Checked<(Pat, Stars, Stars)> {
        let span = p.span;
        let own = |this: &mut Self, t: &Type| this.sized(t, Liftedness::Unlifted, span);
        let (kind, ty) = match p.kind {
            skeleton::PatKind::Wildcard => (
                PatKind::Wildcard,
                expected.cloned().unwrap_or_else(|| own(self, &p.ty)),
            ),
            skeleton::PatKind::Var(v) => (
                PatKind::Var(v),
                expected.cloned().unwrap_or_else(|| own(self, &p.ty)),
            ),
            skeleton::PatKind::Prim(v) => (PatKind::Lit(v), super::super::build::prim(v.prim_type())),
            skeleton::PatKind::Int(k) => {
                let ty = own(self, &p.ty);
                (PatKind::Lit(self.integer(k, &ty, span)?), ty)
            }
            skeleton::PatKind::Float(x) => {
                let ty = own(self, &p.ty);
                (PatKind::Lit(self.float(x, &ty, span)?), ty)
            }
            skeleton::PatKind::Record(fs) => {
                let types: Option<&Vec<(Name, Type)>> = match expected.map(|t| &**t) {
                    Some(TypeKind::Record(types)) => Some(types),
                    _ => None,
                };
                let (mut fields, mut stars, mut annotated) = (Vec::new(), Vec::new(), Vec::new());
                for (f, p) in fs {
                    let t = types
                        .and_then(|ts| ts.iter().find(|(g, _)| *g == f))
                        .map(|(_, t)| t);
                    let (p, s, a) = self.pattern(p, t, let_sizes)?;
                    if s != Stars::None {
                        stars.push((f.clone(), s));
                    }
                    if a != Stars::None {
                        annotated.push((f.clone(), a));
                    }
                    fields.push((f, p));
                }
                let ty = super::super::build::record(
                    fields.iter().map(|(f, p)| (f.clone(), p.ty.clone())).collect(),
                );
                let pat = Pat {
                    kind: PatKind::Record(fields),
                    ty,
                    span,
                };
                let pack = |fs: Vec<(Name, Stars)>| {
                    if fs.is_empty() {
                        Stars::None
                    } else {
                        Stars::Fields(fs)
                    }
                };
                return Ok((pat, pack(stars), pack(annotated)));
            }
            skeleton::PatKind::Constr(c, ps) => {
                let ty = expected.cloned().unwrap_or_else(|| own(self, &p.ty));
                let types = match &*ty {
                    TypeKind::Sum(cs) => cs.iter().find(|(d, _)| *d == c).map(|(_, ts)| ts.clone()),
                    _ => None,
                };
                let mut args = Vec::with_capacity(ps.len());
                for (i, p) in ps.into_iter().enumerate() {
                    let t = types.as_ref().and_then(|ts| ts.get(i));
                    args.push(self.pattern(p, t, let_sizes)?.0);
                }
                (PatKind::Constr(c, args), ty)
            }
            skeleton::PatKind::Ascribe(sub, ann) => {
                let (ty, stars, _) = self.annotated(*ann)?;
                if let Some(outer) = expected {
                    let open = subst(
                        &ty,
                        &mut Sizes(|v: &VName| {
                            let_sizes
                                .iter()
                                .find(|(x, _)| x == v)
                                .map(|(_, y)| Size::Var(y.clone()))
                        }),
                    );
                    let goal = Goal {
                        span,
                        message: "the value does not have the sizes of the annotation",
                        expected: &open,
                        found: outer,
                    };
                    self.unify(&goal, &open, outer)?;
                }
                let (pat, _, _) = self.pattern(*sub, Some(&ty), let_sizes)?;
                return Ok((pat, stars, Stars::All));
            }
        };
        Ok((Pat { kind, ty, span }, Stars::None, Stars::None))
    }

    /// Enters the names of a pattern, rigid from here on.
    pub(super) fn bind_pattern(&mut self, p: &Pat) {
        p.each(&mut |part| {
            if let PatKind::Var(v) = &part.kind {
                self.bind_local(v, part.ty.clone());
            }
        });
    }

    pub(super) fn bind_local(&mut self, v: &VName, ty: Type) {
        self.make_param(v);
        self.locals.insert(v.id, Local::Mono(ty));
    }

    /// The pattern of a `let` for values of type `expected`, with the sizes that it binds (FUT-SZ-LETSIZE).
    pub(super) fn let_pattern(
        &mut self,
        sizes: &[(VName, Span)],
        p: skeleton::Pat,
        expected: &Type,
    ) -> Checked<Pat> {
        let mut stand_ins = Vec::with_capacity(sizes.len());
        for (v, span) in sizes {
            self.bind_local(v, super::super::build::prim(elder_syntax::prim::PrimType::I64));
            stand_ins.push((
                v.clone(),
                self.flexible(v.name.clone(), *span, "a size of the bound expression"),
            ));
        }
        let (pat, _, _) = self.pattern(p, Some(expected), &stand_ins)?;
        if !sizes.is_empty() {
            FUT_SZ_LETSIZE.apply();
            let (_, existential) = witnesses(&pat.ty);
            for (v, span) in sizes {
                if existential.contains(v) {
                    return self.cx.fail(Diagnostic::error(
                        FUT_SZ_LETSIZE.refuse("shown"),
                        *span,
                        format!(
                            "`{}` is never the size of an array here, so it has no value",
                            v.name
                        ),
                    ));
                }
                if !any_free(&pat.ty, |w| w == v) {
                    return self.cx.fail(Diagnostic::error(
                        FUT_SZ_LETSIZE.refuse("used"),
                        *span,
                        format!("the size `{}` is not used in the pattern", v.name),
                    ));
                }
            }
        }
        self.bind_pattern(&pat);
        Ok(pat)
    }
}
