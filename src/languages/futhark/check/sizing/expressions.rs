//! The walk over expressions; the larger constructs have files of their own.

use super::super::build;
use super::super::display::show;
use super::super::skeleton::{self, Annotation};
use super::super::substitution::{Sizes, any_free, for_each_free, for_each_type_name, is_order_zero, subst};
use super::super::{Checked, exhaustive};
use super::scope::{MAX_SIZE_PARTS, weight};
use super::unification::{Goal, is_i64};
use super::{Local, Sizing};
use crate::ast::Liftedness;
use crate::intrinsics::Intrinsic;
use crate::rules::sizes::*;
use crate::rules::typing::*;
use crate::tree::walk::deep;
use crate::tree::{Attribute, Coerced, Exp, ExpKind, Instance, Pat, Size, Type, TypeKind, VName};
use elder_syntax::attribute::Attributes;
use elder_syntax::prim::real::Real;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use elder_syntax::{Diagnostic, Name, Span};

/// An expression without unknown sizes of its own.
pub(super) fn exp(kind: ExpKind, ty: Type, span: Span) -> Exp {
    Exp::of(kind, ty, span)
}

impl Sizing<'_> {
    /// An expression.
    pub(super) fn exp(&mut self, e: skeleton::Exp) -> Checked<Exp> {
        elder_syntax::effort::deeper(|| self.exp_here(e))
    }

    fn boxed(&mut self, e: skeleton::Exp) -> Checked<Box<Exp>> {
        self.exp(e).map(Box::new)
    }

    pub(super) fn all(&mut self, es: Vec<skeleton::Exp>) -> Checked<Vec<Exp>> {
        es.into_iter().map(|e| self.exp(e)).collect()
    }

    fn exp_here(&mut self, e: skeleton::Exp) -> Checked<Exp> {
        use skeleton::ExpKind as S;
        let span = e.span;
        let (kind, ty) = match e.kind {
            S::Prim(v) => (ExpKind::Lit(v), build::prim(v.prim_type())),
            S::Int(k) => {
                let ty = self.vars.zonk(&e.ty);
                (ExpKind::Lit(self.integer(k, &ty, span)?), ty)
            }
            S::Float(x) => {
                let ty = self.vars.zonk(&e.ty);
                (ExpKind::Lit(self.float(x, &ty, span)?), ty)
            }
            S::String(bytes) => {
                let size = Size::Const(bytes.len() as i64);
                (
                    ExpKind::String(bytes),
                    build::array(size, build::prim(PrimType::U8)),
                )
            }
            S::Local(v, types) => return self.local(v, types, &e.ty, span),
            S::Global(v, scheme, types) => {
                let (instance, ty) = self.instance(&scheme, &types, span);
                (ExpKind::Var(v, instance), ty)
            }
            S::Intrinsic(i, scheme, types) => {
                let (instance, ty) = self.instance(&scheme, &types, span);
                (ExpKind::Intrinsic(i, instance), ty)
            }
            S::Operator(op, t) => {
                let t = self.sized(&t, Liftedness::Unlifted, span);
                let fun = self.operator(op, &t, span)?;
                let result = if op.is_comparison() {
                    build::prim(PrimType::Bool)
                } else {
                    t.clone()
                };
                (fun, build::arrow(t.clone(), build::arrow(t, result)))
            }
            S::Record(fields) => {
                let mut out: Vec<(Name, Exp)> = Vec::with_capacity(fields.len());
                for (f, e) in fields {
                    out.push((f, self.exp(e)?));
                }
                let ty = build::record(out.iter().map(|(f, e)| (f.clone(), e.ty.clone())).collect());
                (ExpKind::Record(out), ty)
            }
            S::Field(e, f) => {
                let e = self.boxed(*e)?;
                let ty = field_of(&e.ty, &f);
                let Some(ty) = ty else {
                    let message = format!("`{}` has no field `{f}`", show(&e.ty));
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_T_REC.refuse("field"), span, message));
                };
                (ExpKind::Field(e, f), ty)
            }
            S::RecordUpdate(r, fields, v) => {
                let r = self.boxed(*r)?;
                let r_ty = self.normal(&r.ty);
                let v = self.boxed(*v)?;
                let ty = self.updated(&r_ty, &fields, &v, span)?;
                (ExpKind::RecordUpdate(r, fields, v), ty)
            }
            S::Array(es) => return self.array(es, &e.ty, span),
            S::Range(start, second, end, bound) => return self.range(*start, second, end, *bound, span),
            S::Index(a, dims) => return self.index(*a, dims, span),
            S::Update(a, dims, v) => return self.update(*a, dims, *v, span),
            S::UpdatePath(a, steps, v) => return self.update_path(*a, steps, *v, span),
            S::Constr(c, es) => {
                FUT_SZ_SUMS.apply();
                // Sizes of the absent constructors come from the context, like those of a hole.
                let ty = self.sized(&e.ty, Liftedness::Lifted, span);
                let args = self.all(es)?;
                if let TypeKind::Sum(cs) = &*ty
                    && let Some((_, ts)) = cs.iter().find(|(d, _)| *d == c)
                {
                    for (t, arg) in ts.iter().zip(&args) {
                        let goal = Goal {
                            span: arg.span,
                            message: "the argument of the constructor does not have its size",
                            expected: t,
                            found: &arg.ty,
                        };
                        self.unify(&goal, t, &arg.ty)?;
                    }
                }
                (ExpKind::Constr(c, args), ty)
            }
            S::App(fun, args, infix) => return self.app(*fun, args, infix, span),
            S::Rearrange(order, a, permutation) => return self.rearrange(*order, *a, &permutation, span),
            S::Reshape(sizes, a) => return self.reshape(*sizes, *a, &e.ty, span),
            S::And(a, b) => (
                ExpKind::And(self.boxed(*a)?, self.boxed(*b)?),
                build::prim(PrimType::Bool),
            ),
            S::Or(a, b) => (
                ExpKind::Or(self.boxed(*a)?, self.boxed(*b)?),
                build::prim(PrimType::Bool),
            ),
            S::Negate(e) => return self.negate(*e, span),
            S::Not(e) => {
                let e = self.exp(*e)?;
                let ty = e.ty.clone();
                (prefix(UnOp::Not, e), ty)
            }
            S::Lambda(fun) => return self.lambda(*fun, span),
            S::SectionLeft(op, a) => return self.section_left(*op, *a, span),
            S::SectionRight(op, b) => return self.section_right(*op, *b, span),
            S::Let(sizes, pat, bound, body) => return self.let_(sizes, pat, *bound, *body, span),
            S::LetFun(name, fun, body) => {
                let (fun, scheme) = self.local_function(*fun, &name)?;
                self.locals.insert(name.id, Local::Poly(scheme));
                let body = self.boxed(*body)?;
                let ty = self.normal(&body.ty);
                let (ty, sizes) = self.leave_scope(span, std::slice::from_ref(&name), ty)?;
                return Ok(
                    Exp::of(ExpKind::LetFun(name, std::rc::Rc::new(fun), body), ty, span).making(sizes),
                );
            }
            S::If(c, a, b) => {
                let c = self.boxed(*c)?;
                let a = self.boxed(*a)?;
                let b = self.boxed(*b)?;
                let (ty, sizes) = self.branches(span, &a.ty, &b.ty)?;
                self.branch_result(&ty, span)?;
                return Ok(Exp::of(ExpKind::If(c, a, b), ty, span).making(sizes));
            }
            S::Match(scrutinee, cases) => return self.match_(*scrutinee, cases, span),
            S::Loop(l) => return self.loop_(*l, span),
            S::Ascribe(e, ann) => return self.ascribe(*e, *ann, span),
            S::Coerce(e, ann) => return self.coerce(*e, *ann, span),
            S::Assert(c, e) => {
                let c = self.boxed(*c)?;
                let e = self.boxed(*e)?;
                let ty = e.ty.clone();
                (ExpKind::Assert(c, e), ty)
            }
            S::Attr(Attribute::Param(_), e) if !is_i64(&self.vars.zonk(&e.ty)) => return self.exp(*e),
            S::Attr(attribute, e) => {
                let e = self.boxed(*e)?;
                let ty = e.ty.clone();
                (ExpKind::Attr(attribute, e), ty)
            }
            S::Asked(attribute, e) => {
                let e = self.exp(*e)?;
                let attributes = e.attributes.and(&Attributes::of([attribute]));
                return Ok(Exp { attributes, ..e });
            }
            S::Hole => (ExpKind::Hole, self.sized(&e.ty, Liftedness::Lifted, span)),
        };
        Ok(exp(kind, ty, span))
    }

    /// An integer literal's value.
    pub(super) fn integer(&mut self, k: i128, ty: &Type, span: Span) -> Checked<PrimValue> {
        let TypeKind::Prim(p) = &**ty else {
            return self.cx.fail(Diagnostic::error(
                FUT_T_LIT.refuse("range"),
                span,
                format!("a number cannot have type `{}`", show(ty)),
            ));
        };
        let value = match p {
            PrimType::I8 => i8::try_from(k).ok().map(PrimValue::I8),
            PrimType::I16 => i16::try_from(k).ok().map(PrimValue::I16),
            PrimType::I32 => i32::try_from(k).ok().map(PrimValue::I32),
            PrimType::I64 => i64::try_from(k).ok().map(PrimValue::I64),
            PrimType::U8 => u8::try_from(k).ok().map(PrimValue::U8),
            PrimType::U16 => u16::try_from(k).ok().map(PrimValue::U16),
            PrimType::U32 => u32::try_from(k).ok().map(PrimValue::U32),
            PrimType::U64 => u64::try_from(k).ok().map(PrimValue::U64),
            PrimType::F16 => Some(Real::integer(k).half())
                .filter(|x| x.is_finite())
                .map(PrimValue::F16),
            PrimType::F32 => Some(k as f32).filter(|x| x.is_finite()).map(PrimValue::F32),
            PrimType::F64 => Some(PrimValue::F64(k as f64)),
            PrimType::Bool => None,
        };
        match value {
            Some(v) => Ok(v),
            None => self.cx.fail(Diagnostic::error(
                FUT_T_LIT.refuse("range"),
                span,
                format!("the literal {k} is out of range for its type `{p}`"),
            )),
        }
    }

    /// A float literal's value.
    pub(super) fn float(&mut self, x: Real, ty: &Type, span: Span) -> Checked<PrimValue> {
        let value = match &**ty {
            TypeKind::Prim(PrimType::F16) => x.single().is_finite().then(|| PrimValue::F16(x.half())),
            TypeKind::Prim(PrimType::F32) => Some(x.single()).filter(|x| x.is_finite()).map(PrimValue::F32),
            TypeKind::Prim(PrimType::F64) => Some(x.double()).filter(|x| x.is_finite()).map(PrimValue::F64),
            _ => None,
        };
        match value {
            Some(v) => Ok(v),
            None => self.cx.fail(Diagnostic::error(
                FUT_T_LIT.refuse("range"),
                span,
                format!("the literal {x} is out of range for its type `{}`", show(ty)),
            )),
        }
    }

    fn negate(&mut self, e: skeleton::Exp, span: Span) -> Checked<Exp> {
        let e = self.exp(e)?;
        let ty = e.ty.clone();
        Ok(exp(prefix(UnOp::Neg, e), ty, span))
    }

    /// An overloaded operator at a type (FUT-T-OPS).
    pub(super) fn operator(&mut self, op: BinOp, t: &Type, span: Span) -> Checked<ExpKind> {
        if let TypeKind::Prim(p) = &**t {
            let f = Intrinsic::Prim(PrimFn::Bin(op, *p));
            return Ok(ExpKind::Intrinsic(f, Instance::default()));
        }
        if !has_equality(t) {
            return self.cx.fail(Diagnostic::error(
                FUT_T_OPS.refuse("equality"),
                span,
                format!("values of type `{}` cannot be compared", show(&self.normal(t))),
            ));
        }
        let f = if op == BinOp::Ne {
            Intrinsic::Ne
        } else {
            Intrinsic::Eq
        };
        let instance = Instance {
            sizes: Vec::new(),
            types: vec![t.clone()],
        };
        Ok(ExpKind::Intrinsic(f, instance))
    }

    fn updated(&mut self, t: &Type, fields: &[Name], v: &Exp, span: Span) -> Checked<Type> {
        let Some((f, rest)) = fields.split_first() else {
            // Sizes of the field may change.
            let open = self.with_new_sizes(
                t,
                super::variables::Anew::Flexible("a record field"),
                span,
                &mut Vec::new(),
            );
            let goal = Goal {
                span: v.span,
                message: "the new value does not have the type of the field",
                expected: t,
                found: &v.ty,
            };
            self.unify(&goal, &open, &v.ty)?;
            return Ok(v.ty.clone());
        };
        let TypeKind::Record(fs) = &**t else {
            let message = format!("the field `{f}` is not known to exist");
            return self
                .cx
                .fail(Diagnostic::error(FUT_T_RECUPD.refuse("field"), span, message));
        };
        let mut out = Vec::with_capacity(fs.len());
        for (g, t) in fs {
            let t = if g == f {
                self.updated(t, rest, v, span)?
            } else {
                t.clone()
            };
            out.push((g.clone(), t));
        }
        Ok(build::record(out))
    }

    fn let_(
        &mut self,
        sizes: Vec<(VName, Span)>,
        pat: skeleton::Pat,
        bound: skeleton::Exp,
        body: skeleton::Exp,
        span: Span,
    ) -> Checked<Exp> {
        let bound = self.exp(bound)?;
        let t = bound.ty.clone();
        self.level += 1;
        let pat = self.let_pattern(&sizes, pat, &t)?;
        self.irrefutable(&pat)?;
        self.level += 1;
        let body = self.exp(body)?;
        self.level -= 2;
        let ty = self.normal(&body.ty);
        let mut names = pat.names();
        let (ty, unknown) = match &names[..] {
            [v] if is_i64(&t) && !bound.binds() && !substituted_is_large(&ty, v, &bound) => {
                FUT_SZ_LET64.apply();
                let size = build::size_of(&bound);
                let ty = subst(&ty, &mut Sizes(|w: &VName| (w == v).then(|| size.clone())));
                (ty, Vec::new())
            }
            _ => {
                names.extend(sizes.iter().map(|(v, _)| v.clone()));
                self.leave_scope(span, &names, ty)?
            }
        };
        Ok(Exp::of(
            ExpKind::Let {
                sizes: sizes.into_iter().map(|(v, _)| v).collect(),
                pat,
                bound: Box::new(bound),
                body: Box::new(body),
            },
            ty,
            span,
        )
        .making(unknown))
    }

    fn match_(
        &mut self,
        scrutinee: skeleton::Exp,
        cases: Vec<(skeleton::Pat, skeleton::Exp)>,
        span: Span,
    ) -> Checked<Exp> {
        let scrutinee = self.exp(scrutinee)?;
        let mut typed: Vec<(Pat, Exp)> = Vec::with_capacity(cases.len());
        let mut types = Vec::with_capacity(cases.len());
        let mut sizes = Vec::new();
        for (pat, body) in cases {
            self.level += 1;
            let (pat, _, _) = self.pattern(pat, Some(&scrutinee.ty), &[])?;
            self.bind_pattern(&pat);
            // Sizes that the body makes may be what the pattern names.
            self.level += 1;
            let mut body = self.exp(body)?;
            self.level -= 2;
            let t = self.normal(&body.ty);
            let (t, unknown) = self.leave_scope(span, &pat.names(), t)?;
            // The case's own value shows them, and then the whole's.
            body.sizes.extend(unknown);
            types.push(t);
            typed.push((pat, body));
        }
        // Before sizes are made for those that differ: what a case leaves open is then one that is there already.
        for next in types.windows(2).rev() {
            if let [a, b] = next {
                self.meet(span, &super::branches::of_both(a, b), b)?;
            }
        }
        let mut ty: Option<Type> = None;
        for t in types.iter().rev() {
            ty = Some(match ty {
                None => t.clone(),
                Some(rest) => {
                    let (t, unknown) = self.branches(span, t, &rest)?;
                    sizes = unknown;
                    t
                }
            });
        }
        let ty = ty.unwrap_or_else(build::unit);
        self.branch_result(&ty, span)?;
        if typed.len() == 1
            && let Some((_, body)) = typed.first_mut()
        {
            sizes.clone_from(&body.sizes);
        }
        let pats: Vec<&Pat> = typed.iter().map(|(p, _)| p).collect();
        let scrutinee_ty = self.normal(&scrutinee.ty);
        self.cx.check_match(&scrutinee_ty, &pats, span)?;
        Ok(Exp::of(ExpKind::Match(Box::new(scrutinee), typed), ty, span).making(sizes))
    }

    fn ascribe(&mut self, e: skeleton::Exp, ann: Annotation, span: Span) -> Checked<Exp> {
        FUT_SZ_ASCR.apply();
        let (ty, _, _) = self.annotated(ann)?;
        let e = self.exp(e)?;
        let found = self.normal(&e.ty);
        let goal = Goal {
            span,
            message: "the expression does not have the sizes of the annotation",
            expected: &ty,
            found: &found,
        };
        self.unify(&goal, &ty, &found)?;
        Ok(e)
    }

    fn coerce(&mut self, e: skeleton::Exp, ann: Annotation, span: Span) -> Checked<Exp> {
        FUT_SZ_COERCE.apply();
        let (ty, _, open) = self.annotated(ann)?;
        let e = self.exp(e)?;
        let found = self.normal(&e.ty);
        // Only the sizes that the coercion leaves open are taken from the expression; the others are compared when run.
        let mut made = Vec::new();
        let anew = self.with_new_sizes(
            &ty,
            super::variables::Anew::Flexible("the operand of a coercion"),
            span,
            &mut made,
        );
        let (kept, claimed): (Vec<_>, Vec<_>) = made
            .into_iter()
            .partition(|(_, old)| matches!(old, Size::Var(v) if open.contains(v)));
        let free = subst(
            &anew,
            &mut Sizes(|v: &VName| kept.iter().find(|(x, _)| x == v).map(|(_, s)| s.clone())),
        );
        for (v, _) in &kept {
            self.set_state(v, super::variables::SizeVar::Outside);
        }
        let goal = Goal {
            span,
            message: "a coercion may change nothing but sizes",
            expected: &ty,
            found: &found,
        };
        self.unify_leniently(&goal, &free, &found)?;
        let found = self.normal(&found);
        for (v, _) in &claimed {
            if self.is_flexible(v) && !any_free(&found, |w| w == v) {
                self.set_state(v, super::variables::SizeVar::Outside);
            }
        }
        Ok(exp(ExpKind::Coerce(Box::new(e), Coerced::Value), ty, span))
    }

    /// Patterns of `let`, loops and functions match everything (FUT-T-IRREF).
    pub(super) fn irrefutable(&mut self, p: &Pat) -> Checked<()> {
        FUT_T_IRREF.apply();
        if exhaustive::irrefutable(p) {
            return Ok(());
        }
        self.cx.fail(
            Diagnostic::error(
                FUT_T_IRREF.refuse("total"),
                p.span,
                "this pattern does not match every value of its type",
            )
            .with_help("use `match`"),
        )
    }

    /// How much a type may hide, type parameters and abstract types included.
    pub(super) fn liftedness(&self, t: &Type) -> Liftedness {
        if !is_order_zero(t) {
            return Liftedness::Lifted;
        }
        let mut worst = Liftedness::Unlifted;
        for_each_type_name(t, &mut |v| {
            worst = worst.max(
                self.cx
                    .liftedness
                    .get(&v.id)
                    .copied()
                    .unwrap_or(Liftedness::Unlifted),
            );
        });
        worst
    }

    fn branch_result(&mut self, ty: &Type, span: Span) -> Checked<()> {
        FUT_T_ORDER0.apply();
        if self.liftedness(ty) <= self.cx.of_branches() {
            return Ok(());
        }
        let shown = show(&self.normal(ty));
        self.cx.fail(
            Diagnostic::error(
                FUT_T_ORDER0.refuse("branch"),
                span,
                "a branch may not give a function",
            )
            .with_note(format!("its type is `{shown}`")),
        )
    }
}

fn prefix(op: UnOp, operand: Exp) -> ExpKind {
    let ty = operand.ty.clone();
    let p = match &*ty {
        TypeKind::Prim(p) => *p,
        _ => PrimType::Bool,
    };
    let span = operand.span;
    let f = ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Un(op, p)), Instance::default());
    ExpKind::app(exp(f, build::arrow(ty.clone(), ty), span), vec![operand])
}

/// Sizes that would grow beyond all measure (`let b = a + a let c = b + b ..`) are left unknown instead.
fn substituted_is_large(t: &Type, v: &VName, bound: &Exp) -> bool {
    let mut occurrences = 0;
    for_each_free(t, &mut |w| occurrences += usize::from(w == v));
    occurrences > 1 && occurrences * weight(&build::size_of(bound)) > MAX_SIZE_PARTS
}

/// The type of a field.
pub(super) fn field_of(t: &Type, f: &Name) -> Option<Type> {
    match &**t {
        TypeKind::Record(fs) => fs.iter().find(|(g, _)| g == f).map(|(_, t)| t.clone()),
        _ => None,
    }
}

fn has_equality(t: &Type) -> bool {
    deep(|| match &**t {
        TypeKind::Arrow(_) | TypeKind::Var(_) | TypeKind::Named(..) => false,
        // Values of which all parts can be compared are compared by these.
        _ => t.types().all(has_equality),
    })
}
