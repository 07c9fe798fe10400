//! Modules implement module types.
//!
//! To see a module through a module type ([`Context::implement`]) is to find what stands for every abstract type and
//! place-holder of the type, to compare everything else, and to build the environment that is left: with new abstract
//! types, and with a coercing definition wherever a value is more general than specified.

use crate::ast::Liftedness;
use crate::check::display::show;
use crate::check::env::{Env, Functor, FunctorBody, Module, ModuleShape, ModuleType, TypeBinding, Value};
use crate::check::matching::{
    Mismatch, TypeNames, is_renaming, match_scheme, same_params, same_type_fun, share_quantifiers,
};
use crate::check::module_types::{module_of, type_at};
use crate::check::realisation::Realisation;
use crate::check::types::shown_sizes;
use crate::check::{Checked, Context, Failed};
use crate::rules::modules::{
    FUT_M_DEP, FUT_M_SUB, FUT_M_TOPSIZE, FUT_M_TYPE, FUT_M_VAL, FUT_M_VALSIZE, FUT_M_VALUNIQ,
};
use crate::tree::{
    Def, Exp, ExpKind, Fun, Instance, Param, Pat, RetType, Scheme, Size, Type, TypeFun, TypeFunParam,
    TypeKind, TypeParam, VName,
};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Diagnostic, Name, Span};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A module seen through a module type.
pub(super) struct Implementation {
    /// What is left of it.
    pub module: Module,
    /// What stands for the abstract types and place-holders of the module type.
    pub view: Realisation,
    /// What the new abstract types of the view stand for.
    pub hidden: Realisation,
}

/// Where an implementation is being checked.
struct Matching<'a> {
    span: Span,
    path: &'a Rc<str>,
    real: Realisation,
    view: Realisation,
    /// Submodules that are being compared, outermost first.
    inside: Vec<Name>,
    failed: bool,
}

impl Matching<'_> {
    /// A name of the current submodule as the whole module knows it.
    fn shown(&self, name: &Name) -> String {
        let modules = self.inside.iter().map(|module| format!("{module}."));
        modules.chain([name.to_string()]).collect()
    }
}

impl Context {
    fn type_names(&self) -> TypeNames<'_> {
        TypeNames {
            liftedness: &self.liftedness,
            revealed: (self.revealing > 0).then_some(&self.abstract_types),
            learnt: &self.learnt,
        }
    }

    /// Sees a module through a module type: FUT-M-VAL, FUT-M-TYPE, FUT-M-SUB.  Its abstract types become new ones.
    pub(super) fn implement(
        &mut self,
        module: &Module,
        ty: &Rc<ModuleType>,
        path: &Rc<str>,
        span: Span,
    ) -> Checked<Implementation> {
        match (module, &ty.shape) {
            (Module::Poisoned, _) | (_, ModuleShape::Poisoned) => Err(Failed),
            (Module::Env(env), ModuleShape::Env(shape)) => {
                let (real, view, hidden) = self.realise(env, ty, span)?;
                let mut matching = Matching {
                    span,
                    path,
                    real,
                    view,
                    inside: Vec::new(),
                    failed: false,
                };
                place_holders(env, shape, &mut matching);
                let module = Module::Env(Rc::new(self.implement_env(env, shape, &mut matching)));
                if matching.failed {
                    return Err(Failed);
                }
                Ok(Implementation {
                    module,
                    view: matching.view,
                    hidden,
                })
            }
            (Module::Functor(functor), ModuleShape::Functor(param, result)) => {
                let functor = self.implement_functor(functor, param, result, param, result, path, span)?;
                Ok(Implementation {
                    module: Module::Functor(functor),
                    view: Realisation::default(),
                    hidden: Realisation::default(),
                })
            }
            (Module::Functor(_), ModuleShape::Env(_)) => {
                let message = "the module is parametric, its module type is not";
                self.fail(Diagnostic::error(FUT_M_SUB.refuse("parametric"), span, message))
            }
            (Module::Env(_), ModuleShape::Functor(..)) => {
                let message = "the module type is parametric, the module is not";
                self.fail(Diagnostic::error(FUT_M_SUB.refuse("parametric"), span, message))
            }
        }
    }

    /// What implements the abstract types, what they are afterwards, and what those new types stand for (FUT-M-TYPE).
    fn realise(
        &mut self,
        env: &Rc<Env>,
        ty: &ModuleType,
        span: Span,
    ) -> Checked<(Realisation, Realisation, Realisation)> {
        let (mut real, mut view, mut hidden): (Realisation, Realisation, Realisation) = Default::default();
        for t in &ty.abstract_types {
            FUT_M_TYPE.apply();
            let shown = t.path.join(".");
            let (last, modules) = t
                .path
                .split_last()
                .map_or((&t.name.name, &[][..]), |(l, m)| (l, m));
            let Some(binding) = type_at(env, modules, last)? else {
                let message = format!("the module has no type `{shown}`");
                return self.fail(Diagnostic::error(FUT_M_TYPE.refuse("present"), span, message));
            };
            let fun = &binding.fun;
            if !same_params(&fun.params, &t.params) {
                let message = format!("the type `{shown}` has other parameters in the module type");
                return self.fail(Diagnostic::error(FUT_M_TYPE.refuse("params"), span, message));
            }
            if binding.lifted > t.lifted {
                let (key, what) = match binding.lifted {
                    Liftedness::Lifted => ("lifted", "functions"),
                    _ => ("sizes", "sizes"),
                };
                let message =
                    format!("the type `{shown}` may hide {what}, but the module type says that it does not");
                return self.fail(Diagnostic::error(FUT_M_TYPE.refuse(key), span, message));
            }
            let mut sizes = FxHashSet::default();
            shown_sizes(&fun.body, &mut sizes);
            let unseen = fun
                .params
                .iter()
                .find(|p| matches!(p, TypeFunParam::Size(n) if !sizes.contains(&n.id)));
            if let Some(param) = unseen {
                let message = format!(
                    "the type `{shown}` cannot be abstract: its size parameter `{}` is not the size of an array in it",
                    param.name()
                );
                return self.fail(Diagnostic::error(
                    FUT_M_TYPE.refuse("constructive"),
                    span,
                    message,
                ));
            }
            real.insert_type(&t.name, fun.clone());
            let new = self.fresh(t.name.name.clone());
            self.liftedness.insert(new.id, t.lifted);
            self.abstract_types.insert(new.id, (**fun).clone());
            view.insert_type(&t.name, Rc::new(TypeFun::abstract_type(&new, &t.params)));
            hidden.insert_type(&new, fun.clone());
        }
        Ok((real, view, hidden))
    }

    fn implement_env(&mut self, env: &Rc<Env>, shape: &Env, at: &mut Matching<'_>) -> Env {
        let mut seen = Env::default();
        for (name, spec) in &shape.types {
            if let Ok(binding) = self.implement_type(env, name, spec, at) {
                seen.types.insert(name.clone(), binding);
            } else {
                at.failed = true;
            }
        }
        for (name, spec) in &shape.values {
            let value = self
                .implement_value(env, name, spec, at)
                .unwrap_or_else(|Failed| {
                    at.failed = true;
                    Value::Poisoned
                });
            seen.values.insert(name.clone(), value);
        }
        for (name, spec) in &shape.modules {
            let module = self
                .implement_module(env, name, spec, at)
                .unwrap_or_else(|Failed| {
                    at.failed = true;
                    Module::Poisoned
                });
            seen.modules.insert(name.clone(), module);
        }
        seen
    }

    fn implement_type(
        &mut self,
        env: &Env,
        name: &Name,
        spec: &TypeBinding,
        at: &mut Matching<'_>,
    ) -> Checked<TypeBinding> {
        FUT_M_TYPE.apply();
        let Some(binding) = env.types.get(name) else {
            if env.poisoned {
                return Err(Failed);
            }
            let message = format!("the module has no type `{}`", at.shown(name));
            return self.fail(Diagnostic::error(FUT_M_TYPE.refuse("present"), at.span, message));
        };
        if binding.poisoned || spec.poisoned {
            return Err(Failed);
        }
        let wanted = at.real.type_fun(self, &spec.fun);
        if same_type_fun(self.type_names(), &binding.fun, &wanted).is_err() {
            let message = format!(
                "the type `{}` is not the one that the module type specifies",
                at.shown(name)
            );
            return self.fail(
                Diagnostic::error(FUT_M_TYPE.refuse("equal"), at.span, message)
                    .with_note(format!("specified: {}", show(&wanted.body)))
                    .with_note(format!("defined:   {}", show(&binding.fun.body))),
            );
        }
        let fun = at.view.type_fun(self, &spec.fun);
        Ok(TypeBinding {
            lifted: spec.lifted,
            fun,
            poisoned: false,
        })
    }

    fn implement_value(
        &mut self,
        env: &Env,
        name: &Name,
        spec: &Value,
        at: &mut Matching<'_>,
    ) -> Checked<Value> {
        FUT_M_VAL.apply();
        let Value::Bound {
            scheme: spec,
            span: spec_span,
            ..
        } = spec
        else {
            return Err(Failed);
        };
        let found = env.values.get(name);
        let imp = match found {
            Some(Value::Bound { scheme, .. } | Value::Intrinsic(_, scheme)) => scheme.clone(),
            Some(Value::Poisoned) => return Err(Failed),
            Some(Value::Operator(_)) | None => {
                if env.poisoned || matches!(env.modules.get(name), Some(Module::Poisoned)) {
                    return Err(Failed);
                }
                let message = format!("the module has no value `{}`", at.shown(name));
                return self.fail(
                    Diagnostic::error(FUT_M_VAL.refuse("present"), at.span, message)
                        .and_at(*spec_span, "the module type specifies it here"),
                );
            }
        };
        let wanted = at.real.scheme(self, spec);
        if wanted.sizes.len() > spec.sizes.len() {
            let mut shown = FxHashSet::default();
            shown_sizes(&wanted.ty, &mut shown);
            let mut further = wanted.sizes.iter().skip(spec.sizes.len());
            if further.any(|size| shown.contains(&size.id)) {
                let message = format!("the constant `{name}` would have a size that its module type hides");
                return self.fail(Diagnostic::error(
                    FUT_M_TOPSIZE.refuse("hidden"),
                    at.span,
                    message,
                ));
            }
        }
        FUT_M_TOPSIZE.apply();
        let imp = if share_quantifiers(&imp, &wanted) {
            self.requantified(&imp)
        } else {
            imp
        };
        let instance = match match_scheme(self.type_names(), &imp, &wanted) {
            Ok(instance) => {
                FUT_M_VALSIZE.apply();
                FUT_M_VALUNIQ.apply();
                instance
            }
            Err(mismatch) => {
                let shown = at.shown(name);
                let types = (show_scheme(&wanted), show_scheme(&imp));
                return self.value_mismatch(&shown, mismatch, types, found, *spec_span, at.span);
            }
        };
        let scheme = at.view.scheme(self, spec);
        let plain = is_renaming(&instance, &wanted) && wanted.sizes.len() == spec.sizes.len();
        match found {
            Some(Value::Intrinsic(intrinsic, _)) if plain => Ok(Value::Intrinsic(*intrinsic, scheme)),
            Some(Value::Intrinsic(intrinsic, _)) => {
                let body = ExpKind::Intrinsic(*intrinsic, instance);
                Ok(self.coerced(name, body, &wanted, scheme, at.path, at.span))
            }
            Some(Value::Bound {
                name, global, span, ..
            }) if plain => Ok(Value::Bound {
                name: name.clone(),
                scheme,
                global: *global,
                span: *span,
            }),
            Some(Value::Bound {
                name: implementation, ..
            }) => {
                let body = ExpKind::Var(implementation.clone(), instance);
                Ok(self.coerced(name, body, &wanted, scheme, at.path, at.span))
            }
            _ => Err(Failed),
        }
    }

    /// What a functor gave, with the types of its argument for those that its text was elaborated with.  A value whose
    /// type shows sizes that were hidden before is given size parameters for them.
    pub(super) fn settle(
        &mut self,
        module: &Module,
        hidden: &Realisation,
        path: &Rc<str>,
        span: Span,
    ) -> Module {
        let settled = hidden.module(self, module);
        match (module, settled) {
            (Module::Env(old), Module::Env(new)) if hidden.hides_sizes() => {
                Module::Env(Rc::new(self.show_sizes(old, &new, path, span)))
            }
            (_, settled) => settled,
        }
    }

    fn show_sizes(&mut self, old: &Env, new: &Env, path: &Rc<str>, span: Span) -> Env {
        let mut shown = new.clone();
        for (name, value) in &new.values {
            let (
                Some(before),
                Value::Bound {
                    name: implementation,
                    scheme,
                    ..
                },
            ) = (old.values.get(name), value)
            else {
                continue;
            };
            let sizes_before = match before {
                Value::Bound { scheme, .. } => scheme.sizes.len(),
                _ => continue,
            };
            if scheme.sizes.len() > sizes_before {
                let instance = Instance {
                    sizes: scheme
                        .sizes
                        .iter()
                        .take(sizes_before)
                        .cloned()
                        .map(Size::Var)
                        .collect(),
                    types: scheme
                        .types
                        .iter()
                        .map(|p| Rc::new(TypeKind::Var(p.name.clone())))
                        .collect(),
                };
                let body = ExpKind::Var(implementation.clone(), instance);
                let coerced = self.coerced(name, body, scheme, scheme.clone(), path, span);
                shown.values.insert(name.clone(), coerced);
            }
        }
        for (name, module) in &new.modules {
            if let (Some(Module::Env(old)), Module::Env(new)) = (old.modules.get(name), module) {
                let module = Module::Env(Rc::new(self.show_sizes(old, new, path, span)));
                shown.modules.insert(name.clone(), module);
            }
        }
        shown
    }

    /// The same scheme over names of its own.
    fn requantified(&mut self, scheme: &Scheme) -> Rc<Scheme> {
        let mut renaming = Realisation::default();
        let mut sizes = Vec::with_capacity(scheme.sizes.len());
        for size in &scheme.sizes {
            let new = self.fresh(size.name.clone());
            renaming.insert_size(size, Size::Var(new.clone()));
            sizes.push(new);
        }
        let mut types = Vec::with_capacity(scheme.types.len());
        for param in &scheme.types {
            let name = self.fresh(param.name.name.clone());
            renaming.insert_plain_type(&param.name, Rc::new(TypeKind::Var(name.clone())));
            types.push(TypeParam {
                name,
                lifted: param.lifted,
            });
        }
        let ty = renaming.ty(self, &scheme.ty, &mut Vec::new());
        Rc::new(Scheme { sizes, types, ty })
    }

    fn value_mismatch(
        &mut self,
        name: &str,
        mismatch: Mismatch,
        (wanted, provided): (String, String),
        found: Option<&Value>,
        spec: Span,
        span: Span,
    ) -> Checked<Value> {
        let (refusal, what) = match mismatch {
            Mismatch::Type => (
                FUT_M_VAL.refuse("general"),
                "the module type specifies another type for",
            ),
            Mismatch::Size => (
                FUT_M_VALSIZE.refuse("fixed"),
                "the module type specifies other sizes for",
            ),
            Mismatch::Consumes => (
                FUT_M_VALUNIQ.refuse("consume"),
                "the module type does not say what is consumed by",
            ),
            Mismatch::Shares => (
                FUT_M_VALUNIQ.refuse("result"),
                "the module type promises a unique result of",
            ),
        };
        let mut diagnostic = Diagnostic::error(refusal, span, format!("{what} `{name}`"))
            .and_at(spec, "it is specified here")
            .with_note(format!("specified: {wanted}"))
            .with_note(format!("defined:   {provided}"));
        if let Some(Value::Bound { span, .. }) = found {
            diagnostic = diagnostic.and_at(*span, "it is defined here");
        }
        self.fail(diagnostic)
    }

    /// A definition that gives an implementation the quantifiers of its specification: `def f [n] 't x y = imp x y`.
    /// `wanted` is its type with what abstract types stand for, `seen` with the abstract types.  Sizes that those hide are
    /// read off the arguments: `def f x = let [k] (x': [k]i32) = x in imp [k] x'`.
    fn coerced(
        &mut self,
        name: &Name,
        implementation: ExpKind,
        wanted: &Scheme,
        seen: Rc<Scheme>,
        path: &str,
        span: Span,
    ) -> Value {
        let var = |name: &VName, ty: &Type| {
            let kind = ExpKind::Var(name.clone(), Instance::default());
            Exp::of(kind, ty.clone(), span)
        };
        let hidden = wanted.sizes.get(seen.sizes.len()..).unwrap_or_default();
        let plain = |ty: &Type| RetType::of(ty.clone());
        let (mut ret, mut seen_ret) = (plain(&wanted.ty), plain(&seen.ty));
        let (mut params, mut args, mut opened) = (Vec::new(), Vec::new(), Vec::new());
        while let (TypeKind::Arrow(arrow), TypeKind::Arrow(seen_arrow)) =
            (&*ret.ty.clone(), &*seen_ret.ty.clone())
        {
            let param = seen_arrow.param_name.clone().unwrap_or_else(|| self.fresh("x"));
            let mut shown = FxHashSet::default();
            shown_sizes(&arrow.param, &mut shown);
            let sizes: Vec<VName> = hidden
                .iter()
                .filter(|size| shown.contains(&size.id))
                .cloned()
                .collect();
            if sizes.is_empty() {
                args.push(var(&param, &arrow.param));
            } else {
                let inner = self.fresh(param.name.clone());
                args.push(var(&inner, &arrow.param));
                let pat = Pat::var(inner, arrow.param.clone(), span);
                opened.push((sizes, pat, var(&param, &seen_arrow.param)));
            }
            let pat = Pat::var(param, seen_arrow.param.clone(), span);
            params.push(Param {
                pat,
                stars: seen_arrow.param_stars.clone(),
            });
            ret = arrow.ret.clone();
            seen_ret = seen_arrow.ret.clone();
        }
        let implementation = Exp::of(implementation, wanted.ty.clone(), span);
        let mut body = if args.is_empty() {
            implementation
        } else {
            let mut renaming = Realisation::default();
            let sizes: Vec<VName> = ret.exts.iter().map(|ext| self.fresh(ext.name.clone())).collect();
            for (ext, size) in ret.exts.iter().zip(&sizes) {
                renaming.insert_size(ext, Size::Var(size.clone()));
            }
            let ty = renaming.ty(self, &ret.ty, &mut Vec::new());
            let kind = ExpKind::app(implementation, args);
            Exp::of(kind, ty, span).making(sizes)
        };
        for (sizes, pat, bound) in opened.into_iter().rev() {
            body = Exp::bind(sizes, pat, bound, body);
        }
        let unique = self.fresh(name.clone());
        let (sizes, types) = (seen.sizes.clone(), seen.types.clone());
        let fun = Fun {
            sizes,
            types,
            params,
            ret: seen_ret,
            annotated: true,
            section: false,
            body,
        };
        self.defs.push(Rc::new(Def {
            name: unique.clone(),
            path: qualified(path, name),
            attributes: Attributes::NONE,
            fun,
            span,
        }));
        Value::Bound {
            name: unique,
            scheme: seen,
            global: true,
            span,
        }
    }

    fn implement_module(
        &mut self,
        env: &Env,
        name: &Name,
        spec: &Module,
        at: &mut Matching<'_>,
    ) -> Checked<Module> {
        FUT_M_SUB.apply();
        let Some(module) = env.modules.get(name) else {
            if env.poisoned || matches!(env.values.get(name), Some(Value::Poisoned)) {
                return Err(Failed);
            }
            let message = format!("the module has no module `{}`", at.shown(name));
            return self.fail(Diagnostic::error(FUT_M_SUB.refuse("present"), at.span, message));
        };
        match (module, spec) {
            (Module::Env(module), Module::Env(shape)) => {
                at.inside.push(name.clone());
                let seen = self.implement_env(module, shape, at);
                at.inside.pop();
                Ok(Module::Env(Rc::new(seen)))
            }
            (Module::Functor(functor), Module::Functor(spec)) => {
                let FunctorBody::Abstract(result) = &spec.body else {
                    return Err(Failed);
                };
                let (real_param, real_result) = (
                    at.real.module_type(self, &spec.param),
                    at.real.module_type(self, result),
                );
                let (param, result) = (
                    at.view.module_type(self, &spec.param),
                    at.view.module_type(self, result),
                );
                let functor = self.implement_functor(
                    functor,
                    &real_param,
                    &real_result,
                    &param,
                    &result,
                    at.path,
                    at.span,
                )?;
                Ok(Module::Functor(functor))
            }
            (Module::Poisoned, _) | (_, Module::Poisoned) => Err(Failed),
            _ => {
                let message = format!("of the module `{name}` and its module type only one is parametric");
                self.fail(Diagnostic::error(
                    FUT_M_SUB.refuse("parametric"),
                    at.span,
                    message,
                ))
            }
        }
    }

    /// A functor implements `(P : param) -> result` if its application to an unknown module of type `param` implements
    /// `result`; afterwards it is seen through the second pair.
    #[allow(clippy::too_many_arguments)]
    fn implement_functor(
        &mut self,
        functor: &Rc<Functor>,
        param: &Rc<ModuleType>,
        result: &Rc<ModuleType>,
        seen_param: &Rc<ModuleType>,
        seen_result: &Rc<ModuleType>,
        path: &Rc<str>,
        span: Span,
    ) -> Checked<Rc<Functor>> {
        FUT_M_SUB.apply();
        if self.revealing == 0 {
            self.discarding_definitions(|cx| {
                let applied = cx.apply_functor(functor, &module_of(param), path, span)?;
                cx.implement(&applied, result, path, span)
            })?;
        }
        let body = FunctorBody::Ascribed(functor.clone(), seen_result.clone());
        Ok(Rc::new(Functor {
            param: seen_param.clone(),
            body,
        }))
    }
}

/// A scheme as in a specification, without its name.
fn show_scheme(scheme: &Scheme) -> String {
    let sizes = scheme.sizes.iter().map(|size| format!("[{size}] "));
    let types = scheme.types.iter().map(|param| match param.lifted {
        Liftedness::Unlifted => format!("'{} ", param.name),
        Liftedness::SizeLifted => format!("'~{} ", param.name),
        Liftedness::Lifted => format!("'^{} ", param.name),
    });
    sizes.chain(types).chain([show(&scheme.ty)]).collect()
}

/// Enters what stands behind the place-holders of a module type.
fn place_holders(env: &Env, shape: &Env, at: &mut Matching<'_>) {
    for (name, spec) in &shape.values {
        let Value::Bound {
            name: holder, scheme, ..
        } = spec
        else {
            continue;
        };
        if let Some(Value::Bound { name: value, .. }) = env.values.get(name) {
            if matches!(&*scheme.ty, TypeKind::Prim(elder_syntax::prim::PrimType::I64)) {
                FUT_M_DEP.apply();
            }
            at.real.insert_value(holder, value);
            at.view.insert_value(holder, value);
        }
    }
    for (name, spec) in &shape.modules {
        if let (Some(Module::Env(env)), Module::Env(shape)) = (env.modules.get(name), spec) {
            place_holders(env, shape, at);
        }
    }
}

/// `M.x`, for messages.
pub(super) fn qualified(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_string()
    } else {
        format!("{path}.{name}")
    }
}
