//! Definitions, local functions and lambdas.

use super::super::env::{Env, Value};
use super::super::skeleton::{Exp, ExpKind, Function, Pat};
use super::super::substitution::{for_each_type_name, is_order_zero};
use super::super::unify::{Closed, Kind, Slot};
use super::super::{Checked, build};
use super::patterns::Seen;
use super::{Infer, Why, monomorphic, show};
use crate::ast::{self, Liftedness};
use crate::rules::typing::*;
use crate::tree::{Scheme, Type, TypeFunParam, TypeParam, VName};
use elder_syntax::{Diagnostic, Span};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What the first walk makes of a definition.
pub(in crate::check) struct TypedDefinition {
    pub name: VName,
    pub fun: Function,
}

const RETURN: Why = Why {
    rule: &FUT_T_FUN,
    premise: "result",
    message: "the body does not have the type of the annotation",
};

impl Infer<'_> {
    /// A definition, and everything left open in it decided.
    pub fn definition(&mut self, env: &Env, def: &ast::ValDef) -> Checked<TypedDefinition> {
        FUT_T_TOP.apply();
        self.not_reserved(&def.name)?;
        let name = self.cx.fresh(def.name.name.clone());
        let (fun, fun_ty) = self.function(
            env,
            Some((&name, &def.name)),
            &def.type_params,
            &def.params,
            def.ret.as_ref(),
            &def.body,
            def.name.span,
        )?;
        let fun = self.close(fun, &fun_ty)?;
        Ok(TypedDefinition { name, fun })
    }

    /// A size expression outside of definitions, with everything left open in it decided.
    pub fn closed_size(&mut self, env: &Env, e: &ast::Exp) -> Checked<Exp> {
        let e = self.size(env, e)?;
        self.st.vars.close(|_| false);
        Ok(e)
    }

    fn close(&mut self, mut fun: Function, fun_ty: &Type) -> Checked<Function> {
        let mut visible = FxHashSet::default();
        let mut names = Vec::new();
        for_each_type_name(&self.st.vars.zonk(fun_ty), &mut |v| {
            if visible.insert(v.id) {
                names.push(v.clone());
            }
        });
        let Closed { params, stuck } = self.st.vars.close(|id| visible.contains(&id));
        if let Some((span, kind)) = stuck.first() {
            let d = match kind {
                Kind::Sum(constructors) if let [(first, _), ..] = &constructors[..] => Diagnostic::error(
                    FUT_T_SUM.refuse("known"),
                    *span,
                    format!("the sum type with the constructor `#{first}` is not known"),
                ),
                Kind::Record(fields) if let [(first, _), ..] = &fields[..] => Diagnostic::error(
                    FUT_T_REC.refuse("known"),
                    *span,
                    format!("the record type with the field `{first}` is not known"),
                ),
                _ => return Err(super::super::Failed),
            };
            return self.cx.fail(d.with_help("write the type down in an annotation"));
        }
        self.liftedness_respected()?;
        let mut types: Vec<TypeParam> = Vec::with_capacity(params.len() + fun.types.len());
        for (id, lifted) in params {
            if let Some(name) = names.iter().find(|v| v.id == id) {
                self.cx.liftedness.insert(id, lifted);
                types.push(TypeParam {
                    name: name.clone(),
                    lifted,
                });
            }
        }
        types.append(&mut fun.types);
        fun.types = types;
        Ok(fun)
    }

    /// Type parameters were instantiated with types that hide no more than they allow (FUT-T-INST).
    fn liftedness_respected(&mut self) -> Checked<()> {
        for inst in std::mem::take(&mut self.st.instances) {
            let t = self.st.vars.zonk(&inst.ty);
            let shown = show(&t);
            let premise = if is_order_zero(&t) {
                let mut worst = Liftedness::Unlifted;
                for_each_type_name(&t, &mut |v| {
                    let lifted = match self.st.vars.slot(v) {
                        Slot::Param(_, l) => *l,
                        _ => self
                            .cx
                            .liftedness
                            .get(&v.id)
                            .copied()
                            .unwrap_or(Liftedness::Unlifted),
                    };
                    worst = worst.max(lifted);
                });
                match (inst.lifted, worst) {
                    (_, Liftedness::Unlifted) | (Liftedness::SizeLifted, Liftedness::SizeLifted) => continue,
                    (_, Liftedness::SizeLifted) => "sizes",
                    (_, Liftedness::Lifted) => "functions",
                }
            } else {
                "functions"
            };
            let what = if premise == "sizes" {
                "hide sizes"
            } else {
                "be a function"
            };
            return self.cx.fail(
                Diagnostic::error(
                    FUT_T_INST.refuse(premise),
                    inst.span,
                    format!(
                        "the type parameter `{}` of `{}` may not {what}",
                        inst.param, inst.of
                    ),
                )
                .with_note(format!("here it is instantiated with `{shown}`")),
            );
        }
        Ok(())
    }

    /// `[n]` of a `let` or a loop.
    pub(super) fn size_binders(
        &mut self,
        env: &mut Env,
        sizes: &[ast::Ident],
        seen: &mut Seen,
    ) -> Checked<Vec<(VName, Span)>> {
        let mut out = Vec::with_capacity(sizes.len());
        for id in sizes {
            self.once(id, seen)?;
            let name = self.cx.fresh(id.name.clone());
            env.bind_size(id, name.clone());
            out.push((name, id.span));
        }
        Ok(out)
    }

    /// A function, and its type.  With a `name` it may call itself (FUT-T-RECFUN).
    #[allow(clippy::too_many_arguments)]
    fn function(
        &mut self,
        env: &Env,
        name: Option<(&VName, &ast::Ident)>,
        type_params: &[ast::TypeParam],
        params: &[ast::Pat],
        ret: Option<&ast::TypeExp>,
        body: &ast::Exp,
        span: Span,
    ) -> Checked<(Function, Type)> {
        FUT_T_FUN.apply();
        let outer_level = self.st.vars.level;
        let mut env = env.clone();
        let (mut sizes, mut types) = (Vec::new(), Vec::new());
        let bound = self.cx.bind_type_params(&mut env, type_params)?;
        let mut seen = Seen::new();
        for (p, param) in bound.into_iter().zip(type_params) {
            match p {
                TypeFunParam::Size(v) => {
                    self.once(param.ident(), &mut seen)?;
                    sizes.push((v, param.ident().span));
                }
                TypeFunParam::Type(p) => {
                    let level = if name.is_some() { 0 } else { outer_level + 1 };
                    self.st.vars.set(&p.name, Slot::Param(level, p.lifted));
                    types.push(p);
                }
            }
        }
        self.st.vars.level += 1;
        let mut typed: Vec<Pat> = Vec::with_capacity(params.len());
        for p in params {
            let outer = env.clone();
            let t = self.any("t", p.span);
            let p = self.pattern(&outer, &mut env, p, &t, &mut seen)?;
            typed.push(p);
            self.st.vars.level += 1;
        }
        let recursive = match name {
            Some((v, id)) if !params.is_empty() && !seen.iter().any(|(n, _)| *n == id.name) => {
                let t = self.any("t", id.span);
                env.bind_value(
                    id.name.clone(),
                    Value::Bound {
                        name: v.clone(),
                        scheme: monomorphic(t.clone()),
                        global: false,
                        span: id.span,
                    },
                );
                Some(t)
            }
            _ => None,
        };
        let body = self.exp(&env, body)?;
        let ret = match ret {
            Some(te) => {
                let ann = self.annotation(&env, te)?;
                self.equal(RETURN, body.span, &ann.ty, &body.ty)?;
                Some(ann)
            }
            None => None,
        };
        let result = ret.as_ref().map_or_else(|| body.ty.clone(), |a| a.ty.clone());
        let fun_ty = typed
            .iter()
            .rev()
            .fold(result, |ret, p| build::arrow(p.ty.clone(), ret));
        if let Some(t) = recursive {
            let why = Why::new(
                &FUT_T_RECFUN,
                "monomorphic",
                "a recursive use of the function at another type",
            );
            self.equal(why, span, &fun_ty, &t)?;
        }
        self.st.vars.level = outer_level;
        let fun = Function {
            sizes,
            types,
            params: typed,
            ret,
            body,
            span,
            section: false,
        };
        Ok((fun, fun_ty))
    }

    /// `\p1 p2 : t -> e`
    pub(super) fn lambda(
        &mut self,
        env: &Env,
        params: &[ast::Pat],
        ret: Option<&ast::TypeExp>,
        body: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let (fun, ty) = self.function(env, None, &[], params, ret, body, span)?;
        Ok(Exp {
            kind: ExpKind::Lambda(Box::new(fun)),
            ty,
            span,
        })
    }

    /// `let f ps = e in b`
    pub(super) fn let_fun(
        &mut self,
        env: &Env,
        f: &ast::LetFun,
        body: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        self.not_reserved(&f.name)?;
        let (fun, fun_ty) = self.function(
            env,
            None,
            &f.type_params,
            &f.params,
            f.ret.as_ref(),
            &f.body,
            f.name.span,
        )?;
        let name = self.cx.fresh(f.name.name.clone());
        let mut inner = env.clone();
        let scheme = Scheme {
            sizes: Vec::new(),
            types: fun.types.clone(),
            ty: self.st.vars.zonk(&fun_ty),
        };
        inner.bind_value(
            f.name.name.clone(),
            Value::Bound {
                name: name.clone(),
                scheme: Rc::new(scheme),
                global: false,
                span: f.name.span,
            },
        );
        let body = self.exp(&inner, body)?;
        let ty = body.ty.clone();
        Ok(Exp {
            kind: ExpKind::LetFun(name, Box::new(fun), Box::new(body)),
            ty,
            span,
        })
    }
}
