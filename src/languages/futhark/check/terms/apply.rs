//! Application, operators and sections.

use super::super::env::{Env, Operator, Value};
use super::super::skeleton::{Exp, ExpKind, Function, Pat, PatKind};
use super::super::{Checked, build};
use super::names::operand_types;
use super::{Infer, Why};
use crate::ast;
use crate::intrinsics::{Intrinsic, Op};
use crate::rules::typing::*;
use crate::tree::{Size, Type, TypeKind};
use elder_syntax::prim::{BinOp, PrimType};
use elder_syntax::{Diagnostic, Name, Span};

const ARGUMENT: Why = Why {
    rule: &FUT_T_APP,
    premise: "argument",
    message: "the argument does not have the type of the parameter",
};

impl Infer<'_> {
    /// The type of `f x` for `f` of type `fun` and `x` of type `arg` (FUT-T-APP).
    fn applied(&mut self, fun: &Type, arg: &Type, fun_span: Span, arg_span: Span) -> Checked<Type> {
        FUT_T_APP.apply();
        let head = self.st.vars.head(fun);
        match &*head {
            TypeKind::Arrow(a) => {
                self.equal(ARGUMENT, arg_span, &a.param, arg)?;
                Ok(a.ret.ty.clone())
            }
            TypeKind::Var(_) => {
                let ret = self.any("r", fun_span);
                let why = Why::new(&FUT_T_APP, "function", "this is applied, but is not a function");
                self.equal(why, fun_span, &build::arrow(arg.clone(), ret.clone()), &head)?;
                Ok(ret)
            }
            _ => {
                let shown = super::show(&self.st.vars.zonk(&head));
                self.cx.fail(
                    Diagnostic::error(
                        FUT_T_APP.refuse("function"),
                        fun_span,
                        "this is applied to more arguments than it takes",
                    )
                    .with_note(format!("without this argument it has type `{shown}`"))
                    .and_at(arg_span, "the argument"),
                )
            }
        }
    }

    /// `f a b c`
    pub(super) fn apply(&mut self, env: &Env, e: &ast::Exp) -> Checked<Exp> {
        let (mut head, mut args) = (e, Vec::new());
        while let ast::ExpKind::Apply(f, a) = &head.kind {
            args.push(&**a);
            head = f;
        }
        args.reverse();
        let fun = self.exp(env, head)?;
        if let ExpKind::Intrinsic(Intrinsic::Op(op @ (Op::Rearrange | Op::Reshape)), ..) = &fun.kind {
            let op = *op;
            return self.reorder(env, op, fun, &args, e.span);
        }
        let mut ty = fun.ty.clone();
        let mut typed = Vec::with_capacity(args.len());
        for a in args {
            let span = fun.span;
            let arg = self.exp(env, a)?;
            ty = self.applied(&ty, &arg.ty, span, arg.span)?;
            typed.push(arg);
        }
        self.limited(Exp {
            kind: ExpKind::App(Box::new(fun), typed, false),
            ty,
            span: e.span,
        })
    }

    /// `a op b`
    pub(super) fn binary(
        &mut self,
        env: &Env,
        op: &ast::QualName,
        a: &ast::Exp,
        b: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let value = match self.lookup(env, op)? {
            found if found.last.is_none() => found.value,
            _ => {
                let fun = self.var(env, op)?;
                return self.infix(env, fun, a, b, span);
            }
        };
        let Value::Operator(operator) = value else {
            let fun = self.value(value, &op.name, op.span)?;
            return self.infix(env, fun, a, b, span);
        };
        if matches!(operator, Operator::Negate | Operator::Not) {
            let fun = self.prefix_operator(operator, op.span)?;
            return self.infix(env, fun, a, b, span);
        }
        FUT_T_OPS.apply();
        let (a, b) = (self.exp(env, a)?, self.exp(env, b)?);
        let why = Why::new(&FUT_T_OPS, "operands", "operands that the operator does not take");
        let (kind, ty) = match operator {
            Operator::And | Operator::Or => {
                self.require_prim(why, &a, PrimType::Bool)?;
                self.require_prim(why, &b, PrimType::Bool)?;
                let (a, b) = (Box::new(a), Box::new(b));
                let kind = if operator == Operator::And {
                    ExpKind::And(a, b)
                } else {
                    ExpKind::Or(a, b)
                };
                (kind, build::prim(PrimType::Bool))
            }
            // The prefix ones are gone.
            Operator::Negate | Operator::Not => return Err(super::super::Failed),
            Operator::Binary(op) => {
                let t = self.st.vars.head(&a.ty);
                let fits = match &*t {
                    TypeKind::Prim(p) => matches!(op, BinOp::Eq | BinOp::Ne) || operand_types(op).has(*p),
                    _ => false,
                };
                if !fits {
                    let any = self.operand(op, span);
                    self.equal(why, a.span, &any, &a.ty)?;
                }
                let same = Why::new(&FUT_T_OPS, "same", "the operands have different types");
                self.equal(same, b.span, &a.ty, &b.ty)?;
                let result = if op.is_comparison() {
                    build::prim(PrimType::Bool)
                } else {
                    t.clone()
                };
                let fun = Exp {
                    kind: ExpKind::Operator(op, t.clone()),
                    ty: build::arrow(t.clone(), build::arrow(t, result.clone())),
                    span,
                };
                (ExpKind::App(Box::new(fun), vec![a, b], true), result)
            }
        };
        Ok(Exp { kind, ty, span })
    }

    fn infix(&mut self, env: &Env, fun: Exp, a: &ast::Exp, b: &ast::Exp, span: Span) -> Checked<Exp> {
        let (a, b) = (self.exp(env, a)?, self.exp(env, b)?);
        let ty = self.applied(&fun.ty, &a.ty, fun.span, a.span)?;
        let ty = self.applied(&ty, &b.ty, fun.span, b.span)?;
        Ok(Exp {
            kind: ExpKind::App(Box::new(fun), vec![a, b], true),
            ty,
            span,
        })
    }

    /// `(a op)`: the operator applied to one operand.
    pub(super) fn section_left(
        &mut self,
        env: &Env,
        a: &ast::Exp,
        op: &ast::QualName,
        span: Span,
    ) -> Checked<Exp> {
        FUT_T_SECT.apply();
        let fun = self.var(env, op)?;
        let a = self.exp(env, a)?;
        let ty = self.applied(&fun.ty, &a.ty, fun.span, a.span)?;
        if !matches!(*self.st.vars.head(&ty), TypeKind::Arrow(_)) {
            let (x, r) = (self.any("t", span), self.any("r", span));
            let why = Why::new(
                &FUT_T_SECT,
                "operator",
                "a section needs a function of two arguments",
            );
            self.equal(why, span, &build::arrow(x, r), &ty)?;
        }
        Ok(Exp {
            kind: ExpKind::SectionLeft(Box::new(fun), Box::new(a)),
            ty,
            span,
        })
    }

    /// `(op b)`
    pub(super) fn section_right(
        &mut self,
        env: &Env,
        op: &ast::QualName,
        b: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        FUT_T_SECT.apply();
        let fun = self.var(env, op)?;
        let b = self.exp(env, b)?;
        let x = self.any("t", span);
        let ty = self.applied(&fun.ty, &x, fun.span, span)?;
        let ty = self.applied(&ty, &b.ty, fun.span, b.span)?;
        Ok(Exp {
            kind: ExpKind::SectionRight(Box::new(fun), Box::new(b)),
            ty: build::arrow(x, ty),
            span,
        })
    }

    /// `(.f.g)` is `\x -> x.f.g`.
    pub(super) fn section_field(&mut self, fields: &[ast::Ident], span: Span) -> Checked<Exp> {
        FUT_T_SECT.apply();
        self.accessor(span, |this, x| {
            fields.iter().try_fold(x, |x, f| this.project(x, &f.name, f.span))
        })
    }

    /// `(.[i])` is `\x -> x[i]`.
    pub(super) fn section_index(&mut self, env: &Env, dims: &[ast::DimIndex], span: Span) -> Checked<Exp> {
        FUT_T_SECT.apply();
        self.accessor(span, |this, x| this.index_of(env, x, dims, span))
    }

    /// `(.f[i])` is `\x -> x.f[i]`.
    pub(super) fn section_path(&mut self, env: &Env, steps: &[ast::UpdateStep], span: Span) -> Checked<Exp> {
        FUT_T_SECT.apply();
        self.accessor(span, |this, x| {
            steps.iter().try_fold(x, |x, step| match step {
                ast::UpdateStep::Field(f) => this.project(x, &f.name, f.span),
                ast::UpdateStep::Index(dims) => this.index_of(env, x, dims, span),
            })
        })
    }

    /// `intrinsics.neg` and `intrinsics.!`, which are functions where `-` and `!` are not.
    pub(super) fn prefix_operator(&mut self, operator: Operator, span: Span) -> Checked<Exp> {
        self.accessor(span, |this, x| match operator {
            Operator::Not => this.not(x, span),
            _ => this.negate(x, span),
        })
    }

    fn accessor(&mut self, span: Span, body: impl FnOnce(&mut Self, Exp) -> Checked<Exp>) -> Checked<Exp> {
        let name = self.cx.fresh("x");
        let t = self.any("t", span);
        let x = Exp {
            kind: ExpKind::Local(name.clone(), Vec::new()),
            ty: t.clone(),
            span,
        };
        let body = body(self, x)?;
        let ty = build::arrow(t.clone(), body.ty.clone());
        let fun = Function {
            sizes: Vec::new(),
            types: Vec::new(),
            params: vec![Pat {
                kind: PatKind::Var(name),
                ty: t,
                span,
            }],
            ret: None,
            body,
            span,
            section: true,
        };
        Ok(Exp {
            kind: ExpKind::Lambda(Box::new(fun)),
            ty,
            span,
        })
    }

    /// `rearrange (1, 0) a` (FUT-T-REARRANGE) and `reshape (n, m) a` (FUT-T-RESHAPE).
    fn reorder(&mut self, env: &Env, op: Op, fun: Exp, args: &[&ast::Exp], span: Span) -> Checked<Exp> {
        let rule = if op == Op::Rearrange {
            &FUT_T_REARRANGE
        } else {
            &FUT_T_RESHAPE
        };
        rule.apply();
        let [first, second, more @ ..] = args else {
            return self.cx.fail(Diagnostic::error(
                rule.refuse("saturated"),
                span,
                format!("`{}` needs both of its arguments", op.name()),
            ));
        };
        let first = self.exp(env, first)?;
        let second = self.exp(env, second)?;
        let (kind, ty) = if op == Op::Rearrange {
            let order = permutation(&first);
            let Some(order) = order else {
                return self.cx.fail(
                    Diagnostic::error(
                        FUT_T_REARRANGE.refuse("permutation"),
                        first.span,
                        "the dimensions of `rearrange` must be a permutation of 0, 1, .. written out",
                    )
                    .with_help("for example `rearrange (1, 0) a`"),
                );
            };
            let elem = self.any("t", span);
            let ty = order.iter().fold(elem, |t, _| build::array(Size::Const(0), t));
            let why = Why::new(
                &FUT_T_REARRANGE,
                "rank",
                "the array has fewer dimensions than are rearranged",
            );
            self.equal(why, second.span, &ty, &second.ty)?;
            let i64 = build::prim(PrimType::I64);
            self.components(&first, &i64, &FUT_T_REARRANGE)?;
            (ExpKind::Rearrange(Box::new(first), Box::new(second), order), ty)
        } else {
            let rank = match &*self.st.vars.head(&first.ty) {
                TypeKind::Record(fs) if crate::tree::is_tuple(fs) => fs.len(),
                _ => 1,
            };
            let i64 = build::prim(PrimType::I64);
            self.components(&first, &i64, &FUT_T_RESHAPE)?;
            let elem = self.any("t", span);
            let why = Why::new(&FUT_T_RESHAPE, "array", "only an array can be reshaped");
            let source = build::array(Size::Const(0), elem.clone());
            self.equal(why, second.span, &source, &second.ty)?;
            let known = self.st.vars.zonk(&second.ty);
            let mut elem = &known;
            while let TypeKind::Array(_, inner) = &**elem {
                elem = inner;
            }
            let ty = (0..rank).fold(elem.clone(), |t, _| build::array(Size::Const(0), t));
            (ExpKind::Reshape(Box::new(first), Box::new(second)), ty)
        };
        drop(fun);
        let mut e = Exp { kind, ty, span };
        if !more.is_empty() {
            let mut ty = e.ty.clone();
            let mut typed = Vec::new();
            for a in more {
                let arg = self.exp(env, a)?;
                ty = self.applied(&ty, &arg.ty, span, arg.span)?;
                typed.push(arg);
            }
            e = Exp {
                kind: ExpKind::App(Box::new(e), typed, false),
                ty,
                span,
            };
        }
        Ok(e)
    }

    fn components(&mut self, e: &Exp, t: &Type, rule: &'static elder_syntax::Rule) -> Checked<()> {
        let parts: Vec<(Name, Type)> = match &*self.st.vars.head(&e.ty) {
            TypeKind::Record(fs) if crate::tree::is_tuple(fs) => fs.clone(),
            _ => vec![(Name::default(), e.ty.clone())],
        };
        let why = Why::new(rule, "i64", "these must be of type i64");
        parts
            .iter()
            .try_for_each(|(_, part)| self.equal(why, e.span, t, part))
    }
}

/// The permutation that a tuple of literals is.
fn permutation(e: &Exp) -> Option<Vec<usize>> {
    let ints: Vec<i128> = match &e.kind {
        ExpKind::Record(fs) => fs
            .iter()
            .map(|(_, e)| match e.kind {
                ExpKind::Int(k) => Some(k),
                _ => None,
            })
            .collect::<Option<_>>()?,
        ExpKind::Int(k) => vec![*k],
        _ => return None,
    };
    let mut seen = vec![false; ints.len()];
    let mut order = Vec::with_capacity(ints.len());
    for k in ints {
        let i = usize::try_from(k).ok()?;
        if std::mem::replace(seen.get_mut(i)?, true) {
            return None;
        }
        order.push(i);
    }
    Some(order)
}
