//! The walk over expressions: records, sums, branches, annotations; the larger constructs have files of their own.

use super::super::env::Env;
use super::super::skeleton::{Exp, ExpKind};
use super::super::unify::{Kind, PrimSet};
use super::super::{Checked, build};
use super::patterns::Seen;
use super::{Infer, Why};
use crate::ast::{self, AttrKind, Liftedness};
use crate::rules::typing::*;
use crate::tree::{Attribute, Type};
use elder_syntax::attribute as asked;
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Span};

impl Infer<'_> {
    /// An expression.
    pub(super) fn exp(&mut self, env: &Env, e: &ast::Exp) -> Checked<Exp> {
        elder_syntax::effort::deeper(|| self.exp_here(env, e))
    }

    fn boxed(&mut self, env: &Env, e: &ast::Exp) -> Checked<Box<Exp>> {
        self.exp(env, e).map(Box::new)
    }

    fn exp_here(&mut self, env: &Env, e: &ast::Exp) -> Checked<Exp> {
        let span = e.span;
        let (kind, ty) = match &e.kind {
            ast::ExpKind::Lit(lit) => return self.literal(lit, span),
            ast::ExpKind::Var(q) => return self.var(env, q),
            ast::ExpKind::Tuple(es) => {
                let mut fields = Vec::with_capacity(es.len());
                for (i, e) in es.iter().enumerate() {
                    fields.push((build::tuple_field(i), self.exp(env, e)?));
                }
                let ty = build::tuple(fields.iter().map(|(_, e)| e.ty.clone()).collect());
                let kind = ExpKind::Record(fields);
                return self.limited(Exp { kind, ty, span });
            }
            ast::ExpKind::Record(fields) => return self.record(env, fields, span),
            ast::ExpKind::Array(es) => return self.array(env, es, span),
            ast::ExpKind::Range {
                start,
                second,
                end,
                bound,
            } => return self.range(env, start, second.as_deref(), *end, bound, span),
            ast::ExpKind::Field(e, field) => {
                let e = self.exp(env, e)?;
                return self.project(e, &field.name, span);
            }
            ast::ExpKind::LocalOpen(q, e) => {
                let module = self.cx.lookup_module(env, q)?;
                let names = self.cx.module_names(&module, &format!("`{q}`"), q.span)?;
                let mut inner = env.clone();
                inner.open(&names);
                return self.exp(&inner, e);
            }
            ast::ExpKind::Index(a, dims) => return self.index(env, a, dims, span),
            ast::ExpKind::Update(a, dims, v) => return self.update(env, a, dims, v, span),
            ast::ExpKind::RecordUpdate(r, fields, v) => {
                return self.record_update(env, r, fields, v, span);
            }
            ast::ExpKind::UpdatePath(a, steps, v) => return self.update_path(env, a, steps, v, span),
            ast::ExpKind::Constr(id, es) => {
                FUT_T_SUM.apply();
                let mut args = Vec::with_capacity(es.len());
                for e in es {
                    args.push(self.exp(env, e)?);
                }
                let types = args.iter().map(|e| e.ty.clone()).collect();
                let kind = Kind::Sum(vec![(id.name.clone(), types)]);
                let ty = self.fresh("t", Liftedness::Lifted, kind, span);
                (ExpKind::Constr(id.name.clone(), args), ty)
            }
            ast::ExpKind::Apply(..) => return self.apply(env, e),
            ast::ExpKind::BinOp(op, a, b) => return self.binary(env, op, a, b, span),
            ast::ExpKind::Negate(e) => {
                // The sign belongs to the literal: -128i8 is in range.  Minus zero is left to the operator, as floats have it.
                let literal = match &without_attributes(e).kind {
                    ast::ExpKind::Lit(lit @ ast::Literal::Int(_, Some(ty))) if ty.is_integer() => Some(lit),
                    ast::ExpKind::Lit(lit @ ast::Literal::Int(1.., None)) => Some(lit),
                    _ => None,
                };
                if let Some(literal) = literal {
                    FUT_T_OPS.apply();
                    return self.literal(&literal.clone().negated(), span);
                }
                let e = self.exp(env, e)?;
                return self.negate(e, span);
            }
            ast::ExpKind::Not(e) => {
                let e = self.exp(env, e)?;
                return self.not(e, span);
            }
            ast::ExpKind::SectionLeft(a, op) => return self.section_left(env, a, op, span),
            ast::ExpKind::SectionRight(op, b) => return self.section_right(env, op, b, span),
            ast::ExpKind::SectionField(fields) => return self.section_field(fields, span),
            ast::ExpKind::SectionIndex(dims) => return self.section_index(env, dims, span),
            ast::ExpKind::SectionPath(steps) => return self.section_path(env, steps, span),
            ast::ExpKind::Lambda(params, ret, body) => {
                return self.lambda(env, params, ret.as_ref(), body, span);
            }
            ast::ExpKind::Let(sizes, pat, bound, body) => {
                FUT_T_LET.apply();
                let bound = self.boxed(env, bound)?;
                let mut inner = env.clone();
                let mut seen = Seen::new();
                let sizes = self.size_binders(&mut inner, sizes, &mut seen)?;
                let outer = inner.clone();
                let ty = bound.ty.clone();
                let pat = self.pattern(&outer, &mut inner, pat, &ty, &mut seen)?;
                self.st.vars.level += 1;
                let body = self.boxed(&inner, body);
                self.st.vars.level -= 1;
                let body = body?;
                let ty = body.ty.clone();
                (ExpKind::Let(sizes, pat, bound, body), ty)
            }
            ast::ExpKind::LetFun(fun, body) => return self.let_fun(env, fun, body, span),
            ast::ExpKind::LetWith(id, dims, v, body) => return self.let_with(env, id, dims, v, body, span),
            ast::ExpKind::If(c, a, b) => {
                FUT_T_IF.apply();
                let c = self.boxed(env, c)?;
                let why = Why::new(&FUT_T_IF, "condition", "the condition must be a bool");
                self.require_prim(why, &c, PrimType::Bool)?;
                let a = self.boxed(env, a)?;
                let b = self.boxed(env, b)?;
                let ty = self.fresh("t", self.cx.of_branches(), Kind::Any, span);
                let why = Why::new(&FUT_T_IF, "branches", "the branches have different types");
                self.equal(why, b.span, &a.ty, &b.ty)?;
                self.equal(why, a.span, &ty, &a.ty)?;
                (ExpKind::If(c, a, b), ty)
            }
            ast::ExpKind::Match(scrutinee, cases) => {
                FUT_T_MATCH.apply();
                let scrutinee = self.boxed(env, scrutinee)?;
                let ty = self.fresh("t", self.cx.of_branches(), Kind::Any, span);
                let mut typed: Vec<(super::super::skeleton::Pat, Exp)> = Vec::with_capacity(cases.len());
                for case in cases {
                    let mut inner = env.clone();
                    let pat = self.pattern(env, &mut inner, &case.pat, &scrutinee.ty, &mut Seen::new())?;
                    let body = self.exp(&inner, &case.body)?;
                    let expected: Type = typed.first().map_or_else(|| ty.clone(), |(_, e)| e.ty.clone());
                    let why = Why::new(&FUT_T_MATCH, "branches", "the cases have different types");
                    self.equal(why, body.span, &expected, &body.ty)?;
                    typed.push((pat, body));
                }
                (ExpKind::Match(scrutinee, typed), ty)
            }
            ast::ExpKind::Loop(l) => return self.loop_(env, l, span),
            ast::ExpKind::Ascribe(e, te) => {
                FUT_T_ASCR.apply();
                let e = self.boxed(env, e)?;
                let ann = self.annotation(env, te)?;
                let why = Why::new(
                    &FUT_T_ASCR,
                    "type",
                    "the expression does not have the type of the annotation",
                );
                self.equal(why, e.span, &ann.ty, &e.ty)?;
                let ty = ann.ty.clone();
                (ExpKind::Ascribe(e, Box::new(ann)), ty)
            }
            ast::ExpKind::Coerce(e, te) => {
                let e = self.boxed(env, e)?;
                let ann = self.annotation(env, te)?;
                let why = Why::new(&FUT_T_ASCR, "coercion", "a coercion may change nothing but sizes");
                self.equal(why, e.span, &ann.ty, &e.ty)?;
                let ty = ann.ty.clone();
                (ExpKind::Coerce(e, Box::new(ann)), ty)
            }
            ast::ExpKind::Assert(c, e) => {
                FUT_T_ASSERT.apply();
                let c = self.boxed(env, c)?;
                let why = Why::new(&FUT_T_ASSERT, "condition", "what is asserted must be a bool");
                self.require_prim(why, &c, PrimType::Bool)?;
                let e = self.boxed(env, e)?;
                let ty = e.ty.clone();
                (ExpKind::Assert(c, e), ty)
            }
            ast::ExpKind::Attr(attr, e) => {
                let e = self.exp(env, e)?;
                let ty = e.ty.clone();
                match attribute(attr) {
                    Some(attribute) => (ExpKind::Attr(attribute, Box::new(e)), ty),
                    None if is_executed(&e) || attr.says() == asked::Attribute::named("opaque") => {
                        (ExpKind::Asked(attr.says(), Box::new(e)), ty)
                    }
                    None => return Ok(e),
                }
            }
            ast::ExpKind::Hole => {
                FUT_T_HOLE.apply();
                (ExpKind::Hole, self.any("t", span))
            }
        };
        Ok(Exp { kind, ty, span })
    }

    /// `-e`
    pub(super) fn negate(&mut self, e: Exp, span: Span) -> Checked<Exp> {
        FUT_T_OPS.apply();
        let numbers = PrimSet::of(|t| t != PrimType::Bool);
        let t = self.fresh("t", Liftedness::Unlifted, Kind::Prim(numbers), span);
        let why = Why::new(&FUT_T_OPS, "operands", "only numbers can be negated");
        self.equal(why, e.span, &t, &e.ty)?;
        let ty = e.ty.clone();
        let kind = ExpKind::Negate(Box::new(e));
        Ok(Exp { kind, ty, span })
    }

    /// `!e`
    pub(super) fn not(&mut self, e: Exp, span: Span) -> Checked<Exp> {
        FUT_T_OPS.apply();
        let set = PrimSet::of(|t| t == PrimType::Bool || t.is_integer());
        let t = self.fresh("t", Liftedness::Unlifted, Kind::Prim(set), span);
        let why = Why::new(&FUT_T_OPS, "operands", "`!` is for integers and bool");
        self.equal(why, e.span, &t, &e.ty)?;
        let ty = e.ty.clone();
        let kind = ExpKind::Not(Box::new(e));
        Ok(Exp { kind, ty, span })
    }

    fn record(&mut self, env: &Env, fields: &[ast::RecordField], span: Span) -> Checked<Exp> {
        FUT_T_REC.apply();
        let mut typed: Vec<(elder_syntax::Name, Exp)> = Vec::with_capacity(fields.len());
        for (i, field) in fields.iter().enumerate() {
            if let Some(earlier) = fields.iter().take(i).find(|f| f.name.name == field.name.name) {
                return self.cx.fail(
                    Diagnostic::error(
                        FUT_T_REC.refuse("distinct"),
                        field.name.span,
                        format!("the field `{}` is given twice", field.name.name),
                    )
                    .and_at(earlier.name.span, "here first"),
                );
            }
            let e = match &field.value {
                Some(e) => self.exp(env, e)?,
                None => {
                    let q = ast::QualName {
                        path: Vec::new(),
                        name: field.name.name.clone(),
                        span: field.name.span,
                    };
                    self.var(env, &q)?
                }
            };
            typed.push((field.name.name.clone(), e));
        }
        let ty = build::record(typed.iter().map(|(f, e)| (f.clone(), e.ty.clone())).collect());
        self.limited(Exp {
            kind: ExpKind::Record(typed),
            ty,
            span,
        })
    }

    fn record_update(
        &mut self,
        env: &Env,
        r: &ast::Exp,
        fields: &[ast::Ident],
        v: &ast::Exp,
        span: Span,
    ) -> Checked<Exp> {
        FUT_T_RECUPD.apply();
        let r = self.boxed(env, r)?;
        let v = self.boxed(env, v)?;
        let mut at = r.ty.clone();
        for (i, field) in fields.iter().enumerate() {
            let t = if i + 1 == fields.len() {
                v.ty.clone()
            } else {
                self.any("t", field.span)
            };
            let kind = Kind::Record(vec![(field.name.clone(), t.clone())]);
            let record = self.fresh("t", Liftedness::Lifted, kind, field.span);
            let why = Why::new(
                &FUT_T_RECUPD,
                "field",
                "the record has no such field of this type",
            );
            self.equal(why, field.span, &at, &record)?;
            at = t;
        }
        let ty = r.ty.clone();
        let fields = fields.iter().map(|f| f.name.clone()).collect();
        Ok(Exp {
            kind: ExpKind::RecordUpdate(r, fields, v),
            ty,
            span,
        })
    }
}

/// Whether there is something to do for an expression that can be asked for: not for a variable, a literal, a function or what looks into a value.
fn is_executed(e: &Exp) -> bool {
    matches!(
        e.kind,
        ExpKind::App(..)
            | ExpKind::Let(..)
            | ExpKind::LetFun(..)
            | ExpKind::If(..)
            | ExpKind::Match(..)
            | ExpKind::Loop(_)
            | ExpKind::Ascribe(..)
            | ExpKind::Coerce(..)
            | ExpKind::Assert(..)
            | ExpKind::Attr(..)
            | ExpKind::Asked(..)
            | ExpKind::Rearrange(..)
            | ExpKind::Reshape(..)
    )
}

/// The expression that attributes without meaning stand before.
fn without_attributes(e: &ast::Exp) -> &ast::Exp {
    match &e.kind {
        ast::ExpKind::Attr(attr, inner) if attribute(attr).is_none() => without_attributes(inner),
        _ => e,
    }
}

/// What an attribute says about values, if anything.
fn attribute(attr: &ast::Attr) -> Option<Attribute> {
    match &attr.kind {
        AttrKind::Atom(name) => match name.as_str() {
            "blank" => Some(Attribute::Blank),
            "scratch" => Some(Attribute::Scratch),
            "unsafe" => Some(Attribute::Unsafe),
            _ => None,
        },
        AttrKind::Compound(name, arguments) => match (name.as_str(), arguments.as_slice()) {
            ("param", [argument]) => match &argument.kind {
                AttrKind::Atom(name) => Some(Attribute::Param(name.clone())),
                _ => None,
            },
            _ => None,
        },
        AttrKind::Int(_) => None,
    }
}
