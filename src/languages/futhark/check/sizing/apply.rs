//! Names and application (FUT-T-APP, FUT-SZ-ARG, FUT-SZ-EXRES).

use super::super::Checked;
use super::super::build;
use super::super::display::show;
use super::super::skeleton;
use super::super::substitution::{
    Pairs, Position, Sizes, any_free, for_each_free, for_each_name, for_each_size, in_type, subst,
};
use super::expressions::exp;
use super::scope::{MAX_SIZE_PARTS, weight};
use super::unification::Goal;
use super::variables::{SizeVar, Source, Within};
use super::{Local, Sizing, opening};
use crate::ast::Liftedness;
use crate::intrinsics::{Intrinsic, Op};
use crate::rules::sizes::*;
use crate::tree::walk::deep;
use crate::tree::{
    Arrow, Exp, ExpKind, Fun, Instance, Param, Pat, RetType, Scheme, Size, Stars, Type, TypeKind, VName,
};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, Span};
use std::rc::Rc;

/// What an application makes.
#[derive(Default)]
pub(super) struct Made {
    /// Unknown sizes.
    pub sizes: Vec<VName>,
    /// A name for the last argument: sizes mention it, but it binds names and so cannot be part of them.
    pub argument: Option<VName>,
}

/// The pattern and bound expression of a `let` that gives an argument a name.
fn name_argument(d: VName, arg: &mut Exp) -> (Pat, Exp) {
    let var = exp(
        ExpKind::Var(d.clone(), Instance::default()),
        arg.ty.clone(),
        arg.span,
    );
    let bound = std::mem::replace(arg, var);
    let pat = Pat::var(d, bound.ty.clone(), bound.span);
    (pat, bound)
}

impl Sizing<'_> {
    /// A use of a local name.
    pub(super) fn local(&mut self, v: VName, types: Vec<Type>, ty: &Type, span: Span) -> Checked<Exp> {
        let (instance, ty) = match self.locals.get(&v.id) {
            Some(Local::Mono(t)) => (Instance::default(), t.clone()),
            Some(Local::Poly(scheme)) => {
                let scheme = scheme.clone();
                self.instance(&scheme, &types, span)
            }
            Some(Local::Recursive(f)) => {
                let f = f.clone();
                self.recursive_use(&f, span)
            }
            // Bound by an arrow around a size expression, whose type is i64 or known from its annotation.
            None => (Instance::default(), self.vars.zonk(ty)),
        };
        Ok(exp(ExpKind::Var(v, instance), ty, span))
    }

    /// The scheme at the types that the first walk found, its sizes to be found.
    pub(super) fn instance(&mut self, scheme: &Scheme, types: &[Type], span: Span) -> (Instance, Type) {
        if scheme.sizes.is_empty() && scheme.types.is_empty() {
            return (Instance::default(), scheme.ty.clone());
        }
        FUT_SZ_INST.apply();
        if !scheme.types.is_empty() {
            FUT_SZ_TYVAR.apply();
        }
        let mut pairs = Pairs::default();
        for n in &scheme.sizes {
            let v = self.cx.fresh(n.name.clone());
            let level = self.level;
            let state = SizeVar::Instance {
                level,
                span,
                lifted: Liftedness::Lifted,
                within: Within::default(),
            };
            self.set_state(&v, state);
            self.instances.push((v.clone(), n.clone(), span));
            self.witnesses.insert(v.id, opening::witness(n, &scheme.ty));
            pairs.sizes.push((n.clone(), Size::Var(v)));
        }
        let mut first: Vec<Type> = Vec::with_capacity(types.len());
        for (p, t) in scheme.types.iter().zip(types) {
            let t = self.sized(t, p.lifted, span);
            if p.lifted == Liftedness::Unlifted && any_free(&t, |_| true) {
                self.elements.push((t.clone(), span));
            }
            first.push(t);
        }
        // The first occurrence of a type parameter has the sizes themselves, every other one copies of them.
        struct Occurrences<'o, 'a> {
            sizing: &'o mut Sizing<'a>,
            scheme: &'o Scheme,
            first: &'o [Type],
            used: Vec<bool>,
            sizes: &'o mut Pairs,
        }
        impl super::super::substitution::Substitution for Occurrences<'_, '_> {
            fn size(&mut self, v: &VName) -> Option<Size> {
                self.sizes.size(v)
            }
            fn ty(&mut self, v: &VName) -> Option<Type> {
                let i = self.scheme.types.iter().position(|p| p.name == *v)?;
                let t = self.first.get(i)?;
                if std::mem::replace(self.used.get_mut(i)?, true) {
                    Some(self.sizing.copy_of(t))
                } else {
                    Some(t.clone())
                }
            }
        }
        let ty = in_type(
            &scheme.ty,
            &mut Occurrences {
                used: vec![false; first.len()],
                sizing: self,
                scheme,
                first: &first,
                sizes: &mut pairs,
            },
        )
        .unwrap_or_else(|| scheme.ty.clone());
        let instance = Instance {
            sizes: pairs.sizes.into_iter().map(|(_, s)| s).collect(),
            types: first,
        };
        (instance, ty)
    }

    pub(super) fn app(
        &mut self,
        fun: skeleton::Exp,
        args: Vec<skeleton::Exp>,
        infix: bool,
        span: Span,
    ) -> Checked<Exp> {
        // An operator on scalars has no sizes to speak of.
        if let skeleton::ExpKind::Operator(op, t) = &fun.kind
            && let TypeKind::Prim(p) = &*self.vars.head(t)
            && args.len() == 2
        {
            let op_span = fun.span;
            let kind = self.operator(*op, &build::prim(*p), op_span)?;
            let t = build::prim(*p);
            let result = if op.is_comparison() {
                build::prim(PrimType::Bool)
            } else {
                t.clone()
            };
            let fun_ty = build::arrow(t.clone(), build::arrow(t, result.clone()));
            let args = self.all(args)?;
            return Ok(exp(
                ExpKind::App {
                    fun: Box::new(exp(kind, fun_ty, op_span)),
                    args,
                    infix,
                },
                result,
                span,
            ));
        }
        let fun = self.exp(fun)?;
        let args = self.all(args)?;
        let name = match &fun.kind {
            ExpKind::Var(v, _) => Some(v.name.clone()),
            ExpKind::Intrinsic(i, _) => Some(Name::from(i.to_string())),
            _ => None,
        };
        let mut ty = fun.ty.clone();
        let mut made = Made::default();
        let mut args = args;
        let mut named = Vec::new();
        for arg in &mut args {
            ty = self.applied(&name, &ty, arg, &mut made)?;
            if let Some(d) = made.argument.take() {
                named.push(name_argument(d, arg));
            }
        }
        let mut e = Exp::of(
            ExpKind::App {
                fun: Box::new(fun),
                args,
                infix,
            },
            ty,
            span,
        )
        .making(made.sizes);
        for (pat, bound) in named {
            e = Exp::bind(Vec::new(), pat, bound, e);
        }
        Ok(e)
    }

    /// The type of a function of type `fun` applied to `arg`; `made` gets the sizes that the application makes.
    pub(super) fn applied(
        &mut self,
        name: &Option<Name>,
        fun: &Type,
        arg: &Exp,
        made: &mut Made,
    ) -> Checked<Type> {
        let TypeKind::Arrow(arrow) = &**fun else {
            let message = format!("`{}` is not a function", show(fun));
            let refusal = crate::rules::typing::FUT_T_APP.refuse("function");
            return self.cx.fail(Diagnostic::error(refusal, arg.span, message));
        };
        let goal = Goal {
            span: arg.span,
            message: "the argument does not have the type of the parameter",
            expected: &arrow.param,
            found: &arg.ty,
        };
        self.unify(&goal, &arrow.param, &arg.ty)?;
        let mut ret = self.normal(&arrow.ret.ty);
        if let TypeKind::Prim(_) = &*ret {
            return Ok(ret);
        }
        let mut new: Vec<VName> = Vec::new();
        if !arrow.ret.exts.is_empty() {
            FUT_SZ_EXRES.apply();
            let fresh: Vec<(VName, VName)> = arrow
                .ret
                .exts
                .iter()
                .map(|d| {
                    let source = Source::Returned(name.clone());
                    (d.clone(), self.unknown(d.name.clone(), arg.span, source))
                })
                .collect();
            ret = subst(
                &ret,
                &mut Sizes(|v: &VName| {
                    fresh
                        .iter()
                        .find(|(x, _)| x == v)
                        .map(|(_, y)| Size::Var(y.clone()))
                }),
            );
            new.extend(fresh.into_iter().map(|(_, v)| v));
        }
        if self.pending && any_free(&ret, |v| self.is_pending(v)) {
            let (t, more) = self.bind_pending(arg.span, &ret);
            ret = t;
            new.extend(more);
        }
        self.possible(name, arg, &new, &ret)?;
        if let Some(x) = &arrow.param_name
            && any_free(&ret, |v| v == x)
        {
            FUT_SZ_ARG.apply();
            let size = if arg.binds() {
                let d = self.unknown(x.name.clone(), arg.span, Source::Argument(name.clone()));
                made.argument = Some(d.clone());
                Size::Var(d)
            } else {
                build::size_of(arg)
            };
            ret = subst(&ret, &mut Sizes(|v: &VName| (v == x).then(|| size.clone())));
        }
        if !matches!(&*ret, TypeKind::Arrow(_)) && has_large_size(&ret) {
            let (t, more) = self.replace_sizes(arg.span, &ret, &|_, s| {
                let mut first = None;
                if weight(s) > MAX_SIZE_PARTS {
                    for_each_name(s, &mut |v| first = first.take().or_else(|| Some(v.clone())));
                }
                first
            });
            ret = t;
            new.extend(more);
        }
        made.sizes.append(&mut new);
        Ok(ret)
    }

    /// Sizes of instances that turned out to be existential are bound where they occur.
    pub(super) fn bind_pending(&mut self, span: Span, t: &Type) -> (Type, Vec<VName>) {
        let merged = in_type(t, &mut Sizes(|v: &VName| self.representative(v).map(Size::Var)));
        let t = merged.unwrap_or_else(|| t.clone());
        self.replace_sizes(span, &t, &|sizing, s| {
            let mut found = None;
            for_each_name(s, &mut |v| {
                if found.is_none() && sizing.is_pending(v) {
                    found = Some(v.clone());
                }
            });
            found
        })
    }

    /// Copies in one occurrence that met the same size stand for the same existential size.
    fn representative(&mut self, v: &VName) -> Option<VName> {
        let SizeVar::Copy { of, occurrence, .. } = self.state(v) else {
            return None;
        };
        let SizeVar::Existential { key: Some(key), .. } = self.state(of) else {
            return None;
        };
        let key = (*occurrence, *key);
        match self.representatives.get(&key) {
            Some(first) if first != v => Some(first.clone()),
            Some(_) => None,
            None => {
                self.representatives.insert(key, v.clone());
                None
            }
        }
    }

    /// A result in which a parameter's size is one that only a value not yet there would show (FUT-SZ-EXPAR).
    fn possible(&mut self, name: &Option<Name>, arg: &Exp, new: &[VName], ret: &Type) -> Checked<()> {
        if !matches!(
            &**ret,
            TypeKind::Arrow(_) | TypeKind::Record(_) | TypeKind::Sum(_)
        ) {
            return Ok(());
        }
        let mut problematic: Vec<VName> = new.to_vec();
        bound_inside(&arg.ty, &mut problematic);
        if problematic.is_empty() {
            return Ok(());
        }
        FUT_SZ_EXPAR.apply();
        let (mut produced, mut of_params) = (Vec::new(), Vec::new());
        for_each_size(ret, &mut |s, at, bound| {
            for_each_name(s, &mut |v| {
                if !bound.contains(v) {
                    match at {
                        Position::Immediate => produced.push(v.clone()),
                        Position::Param => of_params.push(v.clone()),
                        Position::Return => {}
                    }
                }
            })
        });
        match of_params
            .iter()
            .find(|v| !produced.contains(v) && problematic.contains(v))
        {
            None => Ok(()),
            Some(v) => {
                let what = name
                    .as_ref()
                    .map_or("this function".to_string(), |f| format!("`{f}`"));
                let shown = show(ret);
                self.cx.fail(
                    Diagnostic::error(
                        FUT_SZ_EXPAR.refuse("shown"),
                        arg.span,
                        format!(
                            "applying {what} gives a function whose parameter has a size `{}` that nothing shows",
                            v.name
                        ),
                    )
                    .with_note(format!("the result is `{shown}`"))
                    .with_help("bind the argument with `let` first, or give it a type with named sizes"),
                )
            }
        }
    }

    /// `(a op)`: the operator applied to one operand.
    pub(super) fn section_left(&mut self, op: skeleton::Exp, a: skeleton::Exp, span: Span) -> Checked<Exp> {
        let op = self.exp(op)?;
        let a = self.exp(a)?;
        let mut made = Made::default();
        let ty = self.applied(&None, &op.ty, &a, &mut made)?;
        self.section_causality(&op, &a)?;
        let mut a = a;
        let named = made.argument.map(|d| name_argument(d, &mut a));
        let kind = ExpKind::app(op, vec![a]);
        let e = Exp::of(kind, ty, span).making(made.sizes);
        Ok(match named {
            Some((pat, bound)) => Exp::bind(Vec::new(), pat, bound, e),
            None => e,
        })
    }

    /// A section needs the sizes of its operator's type from the start, so its operand may not make them.
    fn section_causality(&mut self, op: &Exp, operand: &Exp) -> Checked<()> {
        let mut made = Vec::new();
        made_by(operand, &mut made);
        let mut needed = None;
        if !made.is_empty() {
            let ty = self.normal(&op.ty);
            for_each_free(&ty, &mut |v| {
                if needed.is_none() && made.contains(v) {
                    needed = Some(v.clone());
                }
            });
        }
        let Some(v) = needed else { return Ok(()) };
        self.cx.fail(
            Diagnostic::error(
                FUT_SZ_CAUSAL.refuse("known"),
                operand.span,
                format!(
                    "the size `{}`, needed for the operator of a section, is made by its operand",
                    v.name
                ),
            )
            .with_help("bind the operand with `let` beforehand"),
        )
    }

    /// `(op b)` is `(\y x -> x op y) b`.
    pub(super) fn section_right(&mut self, op: skeleton::Exp, b: skeleton::Exp, span: Span) -> Checked<Exp> {
        let op = self.exp(op)?;
        let b = self.exp(b)?;
        let name = match &op.kind {
            ExpKind::Var(v, _) => Some(v.name.clone()),
            _ => None,
        };
        let TypeKind::Arrow(first) = &*op.ty.clone() else {
            let refusal = crate::rules::typing::FUT_T_SECT.refuse("operator");
            return self.cx.fail(Diagnostic::error(
                refusal,
                span,
                "a section needs a function of two arguments",
            ));
        };
        let TypeKind::Arrow(second) = &*first.ret.ty else {
            let refusal = crate::rules::typing::FUT_T_SECT.refuse("operator");
            return self.cx.fail(Diagnostic::error(
                refusal,
                span,
                "a section needs a function of two arguments",
            ));
        };
        // The operator with its parameters exchanged.
        let flipped = Rc::new(TypeKind::Arrow(Arrow {
            param_name: second.param_name.clone(),
            param: second.param.clone(),
            param_stars: second.param_stars.clone(),
            ret: RetType::of(Rc::new(TypeKind::Arrow(Arrow {
                param_name: first.param_name.clone(),
                param: first.param.clone(),
                param_stars: first.param_stars.clone(),
                ret: second.ret.clone(),
            }))),
        }));
        let mut made = Made::default();
        let ty = self.applied(&name, &flipped, &b, &mut made)?;
        self.section_causality(&op, &b)?;
        let TypeKind::Arrow(rest) = &*ty else {
            return Ok(op);
        };
        let (x, y) = (self.cx.fresh("x"), self.cx.fresh("y"));
        let operand = |v: &VName, ty: &Type, stars: &Stars, at: Span| {
            let pat = Pat::var(v.clone(), ty.clone(), at);
            let stars = stars.clone();
            let var = exp(ExpKind::Var(v.clone(), Instance::default()), ty.clone(), at);
            (Param { pat, stars }, var)
        };
        let (left, left_var) = operand(&x, &rest.param, &rest.param_stars, span);
        let (right, right_var) = operand(&y, &b.ty, &Stars::None, b.span);
        // An operand that is a name or a literal may as well stand in the body.
        let atomic = matches!(b.kind, ExpKind::Lit(_) | ExpKind::Var(..));
        let (params, right_var, given) = if atomic {
            (vec![left], b, None)
        } else {
            (vec![right, left], right_var, Some(b))
        };
        let body = Exp::of(
            ExpKind::App {
                fun: Box::new(op),
                args: vec![left_var, right_var],
                infix: true,
            },
            rest.ret.ty.clone(),
            span,
        )
        .making(rest.ret.exts.clone());
        let fun = Fun {
            sizes: Vec::new(),
            types: Vec::new(),
            params,
            ret: rest.ret.clone(),
            annotated: true,
            section: true,
            body,
        };
        let whole = match &given {
            Some(b) => build::arrow(b.ty.clone(), ty.clone()),
            None => ty.clone(),
        };
        let lambda = exp(ExpKind::Lambda(Rc::new(fun)), whole, span);
        let kind = match given {
            None => lambda.kind,
            Some(b) => ExpKind::app(lambda, vec![b]),
        };
        Ok(Exp::of(kind, ty.clone(), span).making(made.sizes))
    }

    /// `rearrange (1, 0) a` (FUT-T-REARRANGE)
    pub(super) fn rearrange(
        &mut self,
        order: skeleton::Exp,
        a: skeleton::Exp,
        permutation: &[usize],
        span: Span,
    ) -> Checked<Exp> {
        let order = self.exp(order)?;
        let a = self.exp(a)?;
        let source = self.normal(&a.ty);
        let (mut sizes, mut elem) = (Vec::new(), source.clone());
        while let TypeKind::Array(s, inner) = &*elem.clone() {
            if sizes.len() == permutation.len() {
                break;
            }
            sizes.push(s.clone());
            elem = inner.clone();
        }
        let ty = permutation
            .iter()
            .rev()
            .filter_map(|&i| sizes.get(i))
            .fold(elem, |t, s| build::array(s.clone(), t));
        Ok(reorder(Op::Rearrange, order, a, source, ty, span))
    }

    /// `reshape (n, m) a` (FUT-T-RESHAPE), of a type without sizes that says how many dimensions of `a` stay as they are.
    pub(super) fn reshape(
        &mut self,
        sizes: skeleton::Exp,
        a: skeleton::Exp,
        ty: &Type,
        span: Span,
    ) -> Checked<Exp> {
        let shape = self.exp(sizes)?;
        let a = self.exp(a)?;
        let source = self.normal(&a.ty);
        let new = match &*shape.ty {
            TypeKind::Record(fs) => fs.len(),
            _ => 1,
        };
        let kept = dimensions(&self.vars.zonk(ty)).saturating_sub(new);
        let mut elem = source.clone();
        while dimensions(&elem) > kept
            && let TypeKind::Array(_, inner) = &*elem.clone()
        {
            elem = inner.clone();
        }
        let mut unknown = Vec::new();
        let components: Vec<Size> = match &shape.kind {
            ExpKind::Record(fs) => fs
                .iter()
                .map(|(_, e)| {
                    if e.binds() {
                        let d = self.unknown("d", e.span, Source::Argument(Some("reshape".into())));
                        unknown.push(d.clone());
                        Size::Var(d)
                    } else {
                        build::size_of(e)
                    }
                })
                .collect(),
            _ => {
                if new == 1 && !shape.binds() {
                    vec![build::size_of(&shape)]
                } else {
                    (0..new)
                        .map(|_| {
                            let d = self.unknown("d", shape.span, Source::Argument(Some("reshape".into())));
                            unknown.push(d.clone());
                            Size::Var(d)
                        })
                        .collect()
                }
            }
        };
        let ty = components.into_iter().rev().fold(elem, |t, s| build::array(s, t));
        let mut e = reorder(Op::Reshape, shape, a, source, ty, span);
        e.sizes = unknown;
        Ok(e)
    }
}

/// How many dimensions a type shows.
fn dimensions(ty: &Type) -> usize {
    let mut inner = ty;
    let mut count = 0;
    while let TypeKind::Array(_, element) = &**inner {
        inner = element;
        count += 1;
    }
    count
}

fn reorder(op: Op, first: Exp, a: Exp, source: Type, ty: Type, span: Span) -> Exp {
    let fun_ty = build::arrow(first.ty.clone(), build::arrow(source.clone(), ty.clone()));
    let instance = Instance {
        sizes: Vec::new(),
        types: vec![first.ty.clone(), source, ty.clone()],
    };
    let fun = exp(ExpKind::Intrinsic(Intrinsic::Op(op), instance), fun_ty, span);
    exp(ExpKind::app(fun, vec![first, a]), ty, span)
}

/// The unknown sizes that an expression makes.
fn made_by(e: &Exp, out: &mut Vec<VName>) {
    elder_syntax::effort::deeper(|| {
        out.extend(e.sizes.iter().cloned());
        e.children().into_iter().for_each(|c| made_by(c, out));
    })
}

/// Names bound by function types inside of a type.
fn bound_inside(t: &Type, out: &mut Vec<VName>) {
    deep(|| {
        if let TypeKind::Arrow(a) = &**t {
            out.extend(a.param_name.iter().chain(&a.ret.exts).cloned());
        }
        t.types().for_each(|part| bound_inside(part, out));
    })
}

/// Whether an application would have a size beyond all measure.
fn has_large_size(t: &Type) -> bool {
    let mut large = false;
    for_each_size(t, &mut |s, _, _| large |= weight(s) > MAX_SIZE_PARTS);
    large
}
