//! Type expressions denote types.
//!
//! What `[]`, `?[n].` and a size expression mean depends on the place where the type stands (a parameter, a result,
//! a coercion, a module type): the caller says so with a [`SizePolicy`].  Only in the result of an arrow their meaning
//! is always the same: there they are sizes that the result alone knows, bound by the arrow.

use crate::ast::{self, Liftedness, TypeArgExp, TypeExpKind};
use crate::check::env::{Env, TypeBinding, Value};
use crate::check::realisation::Realisation;
use crate::check::substitution::{for_each_name, for_each_size};
use crate::check::{Checked, Context};
use crate::rules::typing::{FUT_T_ABBR, FUT_T_LIMIT, FUT_T_TYPE};
use crate::tree::walk;
use crate::tree::{
    Arrow, RetType, Scheme, Size, Stars, Type, TypeFun, TypeFunParam, TypeKind, VName, field_order,
};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, Span};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What a type expression denotes.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The type.
    pub ty: Type,
    /// Its stars.
    pub stars: Stars,
    /// Sizes bound by a top-level `?[n].` and by size-lifted abbreviations outside of arrows' results.
    pub exts: Vec<VName>,
    /// How much it may hide: functions, or sizes per value.
    pub lifted: Liftedness,
}

/// What sizes in a type mean at one place.
pub trait SizePolicy {
    /// `[]`
    fn anonymous(&mut self, cx: &mut Context, span: Span) -> Checked<Size>;

    /// `[n]` of a `?[n].` (outside of arrows' results, whose `?[n].` belong to the arrow), or one that a size-lifted
    /// abbreviation hides.  The name returned is put into [`Resolved::exts`].
    fn existential(&mut self, cx: &mut Context, name: &Name, span: Span) -> Checked<VName>;

    /// `[e]`, where `env` knows the names bound by the type around it (`(n: i64) -> [n]t`, `?[n].[n]t`).
    fn expression(&mut self, cx: &mut Context, env: &Env, e: &ast::Exp) -> Checked<Size> {
        cx.check_size(env, e)
    }
}

impl Context {
    /// The type that `te` denotes (FUT-T-TYPE).
    pub fn resolve_type(
        &mut self,
        env: &Env,
        te: &ast::TypeExp,
        sizes: &mut dyn SizePolicy,
    ) -> Checked<Resolved> {
        let mut resolver = Resolver {
            cx: self,
            policy: sizes,
            exts: Vec::new(),
        };
        let (ty, stars, lifted) = resolver.resolve(env, te, None, None)?;
        if !within(&ty, &mut { MOST_PARTS }) {
            let message =
                format!("this type has more than {MOST_PARTS} parts when its abbreviations are expanded");
            return self.fail(Diagnostic::error(FUT_T_LIMIT.refuse("parts"), te.span, message));
        }
        Ok(Resolved {
            ty,
            stars,
            exts: resolver.exts,
            lifted,
        })
    }

    /// A type definition (FUT-T-ABBR).
    pub fn type_definition(&mut self, env: &Env, def: &ast::TypeDef) -> Checked<TypeBinding> {
        FUT_T_ABBR.apply();
        let mut inner = env.clone();
        let params = self.bind_type_params(&mut inner, &def.params)?;
        let (resolved, exts) = self.resolve_hiding(&inner, &def.body)?;
        let mut shown = FxHashSet::default();
        if !exts.is_empty() {
            shown_sizes(&resolved.ty, &mut shown);
        }
        if exts.iter().any(|ext| !shown.contains(&ext.id)) {
            let message = format!(
                "a size hidden by the type `{}` is not the size of an array in it",
                def.name.name
            );
            return self.fail(
                Diagnostic::error(FUT_T_ABBR.refuse("constructive"), def.body.span, message).with_help(
                    "sizes of a function's parameters must be named: give the type a size parameter",
                ),
            );
        }
        let mut used = FxHashSet::default();
        mentioned_names(&resolved.ty, &mut used);
        for param in &params {
            if let TypeFunParam::Size(name) = param
                && !used.contains(&name.id)
            {
                let message = format!(
                    "the size parameter `{name}` of the type `{}` is not used",
                    def.name.name
                );
                return self.fail(Diagnostic::error(
                    FUT_T_ABBR.refuse("used"),
                    def.name.span,
                    message,
                ));
            }
        }
        let refusal = match (def.lifted, resolved.lifted) {
            (Liftedness::Unlifted | Liftedness::SizeLifted, Liftedness::Lifted) => {
                Some(("functions", "contains functions", "type^"))
            }
            (Liftedness::Unlifted, Liftedness::SizeLifted) => {
                Some(("sizes", "contains size-lifted types", "type~"))
            }
            (Liftedness::Unlifted, _) if !exts.is_empty() => Some(("sizes", "hides sizes", "type~")),
            _ => None,
        };
        if let Some((key, what, keyword)) = refusal {
            let message = format!("the type `{}` {what}", def.name.name);
            return self.fail(
                Diagnostic::error(FUT_T_ABBR.refuse(key), def.body.span, message)
                    .with_help(format!("define it with `{keyword}`")),
            );
        }
        let fun = Rc::new(TypeFun {
            params,
            exts,
            body: resolved.ty,
        });
        Ok(TypeBinding {
            lifted: def.lifted,
            fun,
            poisoned: false,
        })
    }

    /// The right-hand side of a type definition or refinement: all sizes without a name are hidden.
    pub(super) fn resolve_hiding(&mut self, env: &Env, te: &ast::TypeExp) -> Checked<(Resolved, Vec<VName>)> {
        let mut existential = Existential(Vec::new());
        let resolved = self.resolve_type(env, te, &mut existential)?;
        Ok((resolved, existential.0))
    }

    /// The size that an expression outside of value definitions is.
    pub(super) fn closed_size(&mut self, env: &Env, e: &ast::Exp) -> Checked<Size> {
        match simple_size(env, e) {
            Some(size) => Ok(size),
            None => self.check_size(env, e),
        }
    }
}

/// Abbreviations double a type in one line; this bounds what the checker has to walk through.
const MOST_PARTS: u32 = 100_000;

/// Whether the type has no more parts than are left.
fn within(ty: &Type, left: &mut u32) -> bool {
    *left = left.saturating_sub(1);
    *left > 0 && elder_syntax::effort::deeper(|| ty.types().all(|part| within(part, left)))
}

/// Constants and names that are known to be of type `i64` are sizes without further inference.
fn simple_size(env: &Env, e: &ast::Exp) -> Option<Size> {
    match &e.kind {
        ast::ExpKind::Lit(ast::Literal::Int(n, None | Some(PrimType::I64))) => {
            i64::try_from(*n).ok().map(Size::Const)
        }
        ast::ExpKind::Var(name) if name.path.is_empty() => match env.values.get(&name.name)? {
            Value::Bound { name, scheme, .. }
                if matches!(&*scheme.ty, TypeKind::Prim(PrimType::I64))
                    && scheme.sizes.is_empty()
                    && scheme.types.is_empty() =>
            {
                Some(Size::Var(name.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Sizes without a name belong to each value of the type.
struct Existential(Vec<VName>);

impl SizePolicy for Existential {
    fn anonymous(&mut self, cx: &mut Context, _: Span) -> Checked<Size> {
        let name = cx.fresh("d");
        self.0.push(name.clone());
        Ok(Size::Var(name))
    }

    fn existential(&mut self, cx: &mut Context, name: &Name, _: Span) -> Checked<VName> {
        let name = cx.fresh(name.clone());
        self.0.push(name.clone());
        Ok(name)
    }

    fn expression(&mut self, cx: &mut Context, env: &Env, e: &ast::Exp) -> Checked<Size> {
        cx.closed_size(env, e)
    }
}

/// Names bound by the arrows and `?[n].` around a place, innermost first.
#[derive(Clone, Copy)]
struct Binders<'a> {
    id: &'a ast::Ident,
    outer: Option<&'a Binders<'a>>,
}

struct Resolver<'a> {
    cx: &'a mut Context,
    policy: &'a mut dyn SizePolicy,
    exts: Vec<VName>,
}

type Part = (Type, Stars, Liftedness);

impl Resolver<'_> {
    /// `result`: where the sizes of the arrow's result go whose result this is.
    fn resolve(
        &mut self,
        env: &Env,
        te: &ast::TypeExp,
        result: Option<&mut Vec<VName>>,
        binders: Option<&Binders<'_>>,
    ) -> Checked<Part> {
        elder_syntax::effort::deeper(|| self.resolve_here(env, te, result, binders))
    }

    fn resolve_here(
        &mut self,
        env: &Env,
        te: &ast::TypeExp,
        mut result: Option<&mut Vec<VName>>,
        binders: Option<&Binders<'_>>,
    ) -> Checked<Part> {
        match &te.kind {
            TypeExpKind::Var(name) => {
                if name.path.is_empty()
                    && !env.types.contains_key(&name.name)
                    && let Some(prim) = PrimType::from_name(&name.name)
                {
                    return Ok((Rc::new(TypeKind::Prim(prim)), Stars::None, Liftedness::Unlifted));
                }
                let binding = self.cx.lookup_type(env, name)?;
                self.apply(env, &binding, name, &[], te.span, result, binders)
            }
            TypeExpKind::Apply(..) => {
                let mut args = Vec::new();
                let mut head = te;
                while let TypeExpKind::Apply(fun, arg) = &head.kind {
                    args.push(&**arg);
                    head = fun;
                }
                args.reverse();
                let TypeExpKind::Var(name) = &head.kind else {
                    let message = "only a type's name can be applied to arguments";
                    return self.cx.fail(Diagnostic::error(
                        FUT_T_TYPE.refuse("constructor"),
                        head.span,
                        message,
                    ));
                };
                let binding = self.cx.lookup_type(env, name)?;
                self.apply(env, &binding, name, &args, te.span, result, binders)
            }
            TypeExpKind::Array(size, elem) => {
                let size = self.size(env, size, result.as_deref_mut())?;
                let (elem_ty, _, lifted) = self.resolve(env, elem, result, binders)?;
                let refusal = match lifted {
                    Liftedness::Unlifted => None,
                    Liftedness::SizeLifted => {
                        Some(("regular", "elements of an array may not have sizes of their own"))
                    }
                    Liftedness::Lifted if self.cx.function_branches => None,
                    Liftedness::Lifted => Some(("element", "elements of an array may not contain functions")),
                };
                if let Some((key, message)) = refusal {
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_T_TYPE.refuse(key), elem.span, message));
                }
                Ok((Rc::new(TypeKind::Array(size, elem_ty)), Stars::None, lifted))
            }
            TypeExpKind::Tuple(parts) => {
                let mut fields = Vec::with_capacity(parts.len());
                for (i, part) in parts.iter().enumerate() {
                    let resolved = self.resolve(env, part, result.as_deref_mut(), binders)?;
                    fields.push((Name::from(i.to_string()), resolved));
                }
                Ok(record(fields))
            }
            TypeExpKind::Record(parts) => {
                let names = parts.iter().map(|(id, _)| id);
                self.distinct(names, "fields", "field")?;
                let mut fields = Vec::with_capacity(parts.len());
                for (id, part) in parts {
                    let resolved = self.resolve(env, part, result.as_deref_mut(), binders)?;
                    fields.push((id.name.clone(), resolved));
                }
                fields.sort_by(|(a, _), (b, _)| field_order(a, b));
                Ok(record(fields))
            }
            TypeExpKind::Sum(parts) => {
                let names = parts.iter().map(|(id, _)| id);
                self.distinct(names, "constructors", "constructor")?;
                if parts.len() >= 256 {
                    let message = "a sum type has fewer than 256 constructors";
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_T_TYPE.refuse("few"), te.span, message));
                }
                let (mut constructors, mut starred, mut lifted) = (Vec::new(), false, Liftedness::Unlifted);
                for (id, payload) in parts {
                    let mut types = Vec::with_capacity(payload.len());
                    for part in payload {
                        let (ty, stars, l) = self.resolve(env, part, result.as_deref_mut(), binders)?;
                        types.push(ty);
                        starred |= stars.any();
                        lifted = lifted.max(l);
                    }
                    constructors.push((id.name.clone(), types));
                }
                constructors.sort_by(|(a, _), (b, _)| a.cmp(b));
                let stars = if starred { Stars::All } else { Stars::None };
                Ok((Rc::new(TypeKind::Sum(constructors)), stars, lifted))
            }
            TypeExpKind::Arrow(name, param, ret) => {
                let inner_binders = self.bind_name(name.as_ref(), binders)?;
                let binders = inner_binders.as_ref().or(binders);
                let (param_ty, param_stars, _) = self.resolve(env, param, None, binders)?;
                let mut exts = Vec::new();
                let mut param_name = None;
                let (ty, stars, _) = match name {
                    None => self.resolve(env, ret, Some(&mut exts), binders)?,
                    Some(id) => {
                        let unique = self.cx.fresh(id.name.clone());
                        let scheme = Scheme {
                            sizes: Vec::new(),
                            types: Vec::new(),
                            ty: param_ty.clone(),
                        };
                        let value = Value::Bound {
                            name: unique.clone(),
                            scheme: Rc::new(scheme),
                            global: false,
                            span: id.span,
                        };
                        param_name = Some(unique);
                        let mut inner = env.clone();
                        inner.bind_value(id.name.clone(), value);
                        self.resolve(&inner, ret, Some(&mut exts), binders)?
                    }
                };
                let ret = RetType { exts, ty, stars };
                let arrow = Arrow {
                    param_name,
                    param: param_ty,
                    param_stars,
                    ret,
                };
                Ok((Rc::new(TypeKind::Arrow(arrow)), Stars::None, Liftedness::Lifted))
            }
            TypeExpKind::Unique(inner) => {
                let (ty, _, lifted) = self.resolve(env, inner, result, binders)?;
                Ok((ty, Stars::All, lifted))
            }
            TypeExpKind::Exists(names, inner) => {
                self.distinct(names.iter(), "names", "size")?;
                let mut inner_env = env.clone();
                let mut bound = Vec::with_capacity(names.len());
                for id in names {
                    self.bind_name(Some(id), binders)?;
                    let name = self.existential(&id.name, id.span, result.as_deref_mut())?;
                    inner_env.bind_size(id, name.clone());
                    bound.push(name);
                }
                let (ty, stars, lifted) = self.resolve(&inner_env, inner, result, binders)?;
                let mut shown = FxHashSet::default();
                shown_sizes(&ty, &mut shown);
                if let Some((id, _)) = names
                    .iter()
                    .zip(&bound)
                    .find(|(_, name)| !shown.contains(&name.id))
                {
                    let message = format!("the size `{}` is not the size of an array in the type", id.name);
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_T_TYPE.refuse("shown"), id.span, message));
                }
                Ok((ty, stars, lifted.max(Liftedness::SizeLifted)))
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn apply(
        &mut self,
        env: &Env,
        binding: &TypeBinding,
        name: &ast::QualName,
        args: &[&TypeArgExp],
        span: Span,
        mut result: Option<&mut Vec<VName>>,
        binders: Option<&Binders<'_>>,
    ) -> Checked<Part> {
        FUT_T_TYPE.apply();
        let fun = &binding.fun;
        if fun.params.len() != args.len() {
            let (want, got) = (fun.params.len(), args.len());
            let plural = if want == 1 { "" } else { "s" };
            let message = format!("the type `{name}` takes {want} argument{plural}, not {got}");
            return self
                .cx
                .fail(Diagnostic::error(FUT_T_TYPE.refuse("arity"), span, message));
        }
        let mut lifted = binding.lifted;
        if args.is_empty() && fun.exts.is_empty() {
            return Ok((fun.body.clone(), Stars::None, lifted));
        }
        let mut realisation = Realisation::default();
        for (param, arg) in fun.params.iter().zip(args) {
            match (param, arg) {
                (TypeFunParam::Size(param), TypeArgExp::Size(size, _)) => {
                    let size = self.size(env, size, result.as_deref_mut())?;
                    realisation.insert_size(param, size);
                }
                (TypeFunParam::Type(param), TypeArgExp::Type(te)) => {
                    let (ty, _, l) = self.resolve(env, te, result.as_deref_mut(), binders)?;
                    lifted = lifted.max(l);
                    realisation.insert_plain_type(&param.name, ty);
                }
                (param, arg) => {
                    let (wanted, span) = match (param, arg) {
                        (TypeFunParam::Size(_), TypeArgExp::Type(te)) => ("a size", te.span),
                        (_, TypeArgExp::Size(_, span)) => ("a type", *span),
                        _ => ("a type", span),
                    };
                    let message = format!("the type `{name}` takes {wanted} here");
                    return self
                        .cx
                        .fail(Diagnostic::error(FUT_T_TYPE.refuse("argument"), span, message));
                }
            }
        }
        for ext in &fun.exts {
            let name = self.existential(&ext.name, span, result.as_deref_mut())?;
            realisation.insert_size(ext, Size::Var(name));
        }
        let mut none = Vec::new();
        Ok((realisation.ty(self.cx, &fun.body, &mut none), Stars::None, lifted))
    }

    fn size(&mut self, env: &Env, size: &ast::SizeExp, result: Option<&mut Vec<VName>>) -> Checked<Size> {
        match (size, result) {
            (ast::SizeExp::Any(_), Some(exts)) => {
                let name = self.cx.fresh("d");
                exts.push(name.clone());
                Ok(Size::Var(name))
            }
            (ast::SizeExp::Any(span), None) => self.policy.anonymous(self.cx, *span),
            (ast::SizeExp::Exp(e), _) => self.policy.expression(self.cx, env, e),
        }
    }

    fn existential(&mut self, name: &Name, span: Span, result: Option<&mut Vec<VName>>) -> Checked<VName> {
        match result {
            Some(exts) => {
                let name = self.cx.fresh(name.clone());
                exts.push(name.clone());
                Ok(name)
            }
            None => {
                let name = self.policy.existential(self.cx, name, span)?;
                self.exts.push(name.clone());
                Ok(name)
            }
        }
    }

    /// A name that the type binds differs from those bound around it.
    fn bind_name<'b>(
        &mut self,
        id: Option<&'b ast::Ident>,
        binders: Option<&'b Binders<'b>>,
    ) -> Checked<Option<Binders<'b>>> {
        let Some(id) = id else { return Ok(None) };
        let mut at = binders;
        while let Some(binder) = at {
            if binder.id.name == id.name && id.name != "_" {
                let message = format!("the name `{}` is bound twice in one type", id.name);
                return self.cx.fail(
                    Diagnostic::error(FUT_T_TYPE.refuse("names"), id.span, message)
                        .and_at(binder.id.span, "the other binding"),
                );
            }
            at = binder.outer;
        }
        Ok(Some(Binders { id, outer: binders }))
    }

    fn distinct<'b>(
        &mut self,
        ids: impl Iterator<Item = &'b ast::Ident>,
        key: &str,
        what: &str,
    ) -> Checked<()> {
        let mut seen: FxHashSet<&Name> = FxHashSet::default();
        for id in ids {
            if !seen.insert(&id.name) {
                let message = format!("the {what} `{}` occurs twice", id.name);
                return self
                    .cx
                    .fail(Diagnostic::error(FUT_T_TYPE.refuse(key), id.span, message));
            }
        }
        Ok(())
    }
}

fn record(parts: Vec<(Name, Part)>) -> Part {
    let starred = parts.iter().any(|(_, (_, stars, _))| stars.any());
    let lifted = parts
        .iter()
        .map(|(_, (_, _, l))| *l)
        .max()
        .unwrap_or(Liftedness::Unlifted);
    let stars = if starred {
        let stars = parts.iter().filter(|(_, (_, stars, _))| stars.any());
        Stars::Fields(
            stars
                .map(|(name, (_, stars, _))| (name.clone(), stars.clone()))
                .collect(),
        )
    } else {
        Stars::None
    };
    let fields = parts.into_iter().map(|(name, (ty, _, _))| (name, ty)).collect();
    (Rc::new(TypeKind::Record(fields)), stars, lifted)
}

/// Names that are sizes of arrays in every value of the type.
pub(super) fn shown_sizes(ty: &Type, shown: &mut FxHashSet<u32>) {
    elder_syntax::effort::deeper(|| {
        ty.parts().for_each(|part| match part {
            walk::Part::Size(Size::Var(name)) => {
                shown.insert(name.id);
            }
            walk::Part::Size(_) => {}
            // Of a function nothing is shown, and what a type argument is used for is not known: perhaps for nothing.
            walk::Part::Type(_) if matches!(&**ty, TypeKind::Arrow(_) | TypeKind::Named(..)) => {}
            walk::Part::Type(part) => shown_sizes(part, shown),
        })
    })
}

/// All names that sizes of the type mention, wherever they stand.
pub(super) fn mentioned_names(ty: &Type, names: &mut FxHashSet<u32>) {
    for_each_size(ty, &mut |size, _, _| {
        for_each_name(size, &mut |name| {
            names.insert(name.id);
        })
    });
}
