//! Realisations: type functions for abstract types, sizes and values for the names that stand for them.
//!
//! Modules need them everywhere: an abstract type gets what implements it, a functor's parameter the argument, a value
//! specified by a module type the value that stands behind it.  Unchanged parts are shared, not copied.

use crate::check::Context;
use crate::check::env::{
    AbstractType, Env, Functor, FunctorBody, Module, ModuleShape, ModuleType, TypeBinding, Value,
};
use crate::tree::walk::{self, deep};
use crate::tree::{Exp, ExpKind, Scheme, Size, Type, TypeArg, TypeFun, TypeFunParam, TypeKind, VName};
use rustc_hash::FxHashMap;
use std::convert::Infallible;
use std::rc::Rc;

/// What to put for names.
#[derive(Clone, Debug, Default)]
pub struct Realisation {
    types: FxHashMap<u32, Rc<TypeFun>>,
    sizes: FxHashMap<u32, Size>,
}

impl Realisation {
    /// Puts a type function for an abstract type or a type parameter.
    pub fn insert_type(&mut self, name: &VName, fun: Rc<TypeFun>) {
        self.types.insert(name.id, fun);
    }

    /// Puts a type for a type parameter.
    pub fn insert_plain_type(&mut self, name: &VName, ty: Type) {
        let fun = TypeFun {
            params: Vec::new(),
            exts: Vec::new(),
            body: ty,
        };
        self.types.insert(name.id, Rc::new(fun));
    }

    /// Puts a size for a size name or an `i64` variable.
    pub fn insert_size(&mut self, name: &VName, size: Size) {
        self.sizes.insert(name.id, size);
    }

    /// Puts another name for a value.
    pub fn insert_value(&mut self, name: &VName, value: &VName) {
        self.sizes.insert(name.id, Size::Var(value.clone()));
    }

    /// Whether a type was put that has sizes of its own in each of its values.
    pub fn hides_sizes(&self) -> bool {
        self.types.values().any(|fun| !fun.exts.is_empty())
    }

    /// Whether nothing was put for anything.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty() && self.sizes.is_empty()
    }

    /// Substitutes in a type.  A type function that hides sizes gives fresh ones at each place; those outside of arrows'
    /// results are put into `exts`.
    pub fn ty(&self, cx: &mut Context, ty: &Type, exts: &mut Vec<VName>) -> Type {
        if self.is_empty() {
            return ty.clone();
        }
        self.change(cx, ty, exts).unwrap_or_else(|| ty.clone())
    }

    fn change(&self, cx: &mut Context, ty: &Type, exts: &mut Vec<VName>) -> Option<Type> {
        deep(|| match &**ty {
            TypeKind::Arrow(arrow) => {
                let param = self.change(cx, &arrow.param, exts);
                let mut inner = Vec::new();
                let ret = self.change(cx, &arrow.ret.ty, &mut inner);
                if param.is_none() && ret.is_none() {
                    return None;
                }
                let mut made = arrow.of(
                    param.unwrap_or_else(|| arrow.param.clone()),
                    ret.unwrap_or_else(|| arrow.ret.ty.clone()),
                );
                match &*arrow.ret.ty {
                    TypeKind::Arrow(_) => exts.append(&mut inner),
                    _ => made.ret.exts.append(&mut inner),
                }
                Some(Rc::new(TypeKind::Arrow(made)))
            }
            TypeKind::Var(name) => {
                let fun = self.types.get(&name.id)?;
                Some(fun.clone().apply(cx, &[], exts))
            }
            // What is left but abstract types changes with its parts.
            _ => {
                let changed = self.change_parts(cx, ty, exts);
                let TypeKind::Named(name, args) = &**ty else {
                    return changed;
                };
                let Some(fun) = self.types.get(&name.id) else {
                    return changed;
                };
                let args = match changed.as_deref() {
                    Some(TypeKind::Named(_, args)) => args,
                    _ => args,
                };
                Some(fun.clone().apply(cx, args, exts))
            }
        })
    }

    fn change_parts(&self, cx: &mut Context, ty: &Type, exts: &mut Vec<VName>) -> Option<Type> {
        let Ok(changed) = walk::change(
            ty,
            &mut (cx, exts),
            |(cx, _), size| Ok::<_, Infallible>(self.change_size(cx, size)),
            |(cx, exts), part| Ok(self.change(cx, part, exts)),
        );
        changed
    }

    fn change_size(&self, cx: &mut Context, size: &Size) -> Option<Size> {
        match size {
            Size::Const(_) => None,
            Size::Var(name) => self.sizes.get(&name.id).cloned(),
            Size::Exp(exp) => Some(exp_as_size(self.size_exp(cx, exp)?)),
        }
    }

    /// Substitutes in an expression that is used as a size; forms that no size has are left alone.
    fn size_exp(&self, cx: &mut Context, exp: &Exp) -> Option<Exp> {
        let kind = match &exp.kind {
            ExpKind::Var(name, instance) => match self.sizes.get(&name.id)? {
                Size::Var(new) => ExpKind::Var(new.clone(), instance.clone()),
                Size::Const(n) => ExpKind::Lit(elder_syntax::prim::PrimValue::I64(*n)),
                Size::Exp(new) => return Some((**new).clone()),
            },
            ExpKind::App { fun, args, infix } => {
                let new_fun = self.size_exp(cx, fun);
                let new_args = self.size_exps(cx, args);
                if new_fun.is_none() && new_args.is_none() {
                    return None;
                }
                ExpKind::App {
                    fun: new_fun.map_or_else(|| fun.clone(), Box::new),
                    args: new_args.unwrap_or_else(|| args.clone()),
                    infix: *infix,
                }
            }
            ExpKind::Field(record, field) => {
                ExpKind::Field(Box::new(self.size_exp(cx, record)?), field.clone())
            }
            ExpKind::Array(elements) => ExpKind::Array(self.size_exps(cx, elements)?),
            ExpKind::Record(fields) => {
                let values: Vec<Exp> = fields.iter().map(|(_, e)| e.clone()).collect();
                let values = self.size_exps(cx, &values)?;
                ExpKind::Record(fields.iter().map(|(name, _)| name.clone()).zip(values).collect())
            }
            _ => return None,
        };
        Some(Exp::of(kind, exp.ty.clone(), exp.span).making(exp.sizes.clone()))
    }

    fn size_exps(&self, cx: &mut Context, exps: &[Exp]) -> Option<Vec<Exp>> {
        let mut changed = false;
        let mut all = Vec::with_capacity(exps.len());
        for exp in exps {
            let new = self.size_exp(cx, exp);
            changed |= new.is_some();
            all.push(new.unwrap_or_else(|| exp.clone()));
        }
        changed.then_some(all)
    }

    /// Substitutes in a scheme; sizes that come to the top become size parameters.
    pub fn scheme(&self, cx: &mut Context, scheme: &Rc<Scheme>) -> Rc<Scheme> {
        let mut exts = Vec::new();
        match self.change(cx, &scheme.ty, &mut exts) {
            None => scheme.clone(),
            Some(ty) => {
                let sizes = scheme.sizes.iter().cloned().chain(exts).collect();
                Rc::new(Scheme {
                    sizes,
                    types: scheme.types.clone(),
                    ty,
                })
            }
        }
    }

    /// Substitutes in a type function.
    pub fn type_fun(&self, cx: &mut Context, fun: &Rc<TypeFun>) -> Rc<TypeFun> {
        let mut exts = Vec::new();
        match self.change(cx, &fun.body, &mut exts) {
            None => fun.clone(),
            Some(body) => {
                let exts = fun.exts.iter().cloned().chain(exts).collect();
                Rc::new(TypeFun {
                    params: fun.params.clone(),
                    exts,
                    body,
                })
            }
        }
    }

    /// Substitutes in everything that names mean.
    pub fn env(&self, cx: &mut Context, env: &Rc<Env>) -> Rc<Env> {
        if self.is_empty() {
            return env.clone();
        }
        let mut new = (**env).clone();
        for (name, value) in &env.values {
            if let Some(value) = self.value(cx, value) {
                new.values.insert(name.clone(), value);
            }
        }
        for (name, binding) in &env.types {
            let fun = self.type_fun(cx, &binding.fun);
            if !Rc::ptr_eq(&fun, &binding.fun) {
                let binding = TypeBinding {
                    fun,
                    ..binding.clone()
                };
                new.types.insert(name.clone(), binding);
            }
        }
        for (name, module) in &env.modules {
            new.modules.insert(name.clone(), self.module(cx, module));
        }
        for (name, ty) in &env.module_types {
            new.module_types.insert(name.clone(), self.module_type(cx, ty));
        }
        Rc::new(new)
    }

    fn value(&self, cx: &mut Context, value: &Value) -> Option<Value> {
        match value {
            Value::Bound {
                name,
                scheme,
                global,
                span,
            } => {
                let new_scheme = self.scheme(cx, scheme);
                let new_name = match self.sizes.get(&name.id) {
                    Some(Size::Var(new)) => Some(new.clone()),
                    _ => None,
                };
                if new_name.is_none() && Rc::ptr_eq(&new_scheme, scheme) {
                    return None;
                }
                Some(Value::Bound {
                    name: new_name.unwrap_or_else(|| name.clone()),
                    scheme: new_scheme,
                    global: *global,
                    span: *span,
                })
            }
            Value::Intrinsic(intrinsic, scheme) => {
                let new = self.scheme(cx, scheme);
                (!Rc::ptr_eq(&new, scheme)).then_some(Value::Intrinsic(*intrinsic, new))
            }
            Value::Operator(_) | Value::Poisoned => None,
        }
    }

    /// Substitutes in a module.
    pub fn module(&self, cx: &mut Context, module: &Module) -> Module {
        match module {
            Module::Env(env) => Module::Env(self.env(cx, env)),
            Module::Functor(functor) => Module::Functor(self.functor(cx, functor)),
            Module::Poisoned => Module::Poisoned,
        }
    }

    fn functor(&self, cx: &mut Context, functor: &Rc<Functor>) -> Rc<Functor> {
        let param = self.module_type(cx, &functor.param);
        let body = match &functor.body {
            FunctorBody::Closure { .. } | FunctorBody::Realised(..) => {
                FunctorBody::Realised(functor.clone(), Rc::new(self.clone()))
            }
            FunctorBody::Ascribed(inner, result) => {
                FunctorBody::Ascribed(self.functor(cx, inner), self.module_type(cx, result))
            }
            FunctorBody::Abstract(result) => FunctorBody::Abstract(self.module_type(cx, result)),
        };
        Rc::new(Functor { param, body })
    }

    /// Substitutes in a module type.  Abstract types whose names are given new names by the substitution get those.
    pub fn module_type(&self, cx: &mut Context, ty: &Rc<ModuleType>) -> Rc<ModuleType> {
        if self.is_empty() {
            return ty.clone();
        }
        let abstract_types = ty.abstract_types.iter().map(|t| self.abstract_type(t)).collect();
        let shape = match &ty.shape {
            ModuleShape::Env(env) => ModuleShape::Env(self.env(cx, env)),
            ModuleShape::Functor(param, result) => {
                ModuleShape::Functor(self.module_type(cx, param), self.module_type(cx, result))
            }
            ModuleShape::Poisoned => ModuleShape::Poisoned,
        };
        Rc::new(ModuleType {
            abstract_types,
            shape,
        })
    }

    fn abstract_type(&self, ty: &AbstractType) -> AbstractType {
        match self.types.get(&ty.name.id).map(|fun| &*fun.body) {
            Some(TypeKind::Named(name, _)) => AbstractType {
                name: name.clone(),
                ..ty.clone()
            },
            _ => ty.clone(),
        }
    }
}

fn exp_as_size(exp: Exp) -> Size {
    match exp.kind {
        ExpKind::Var(name, _) => Size::Var(name),
        ExpKind::Lit(elder_syntax::prim::PrimValue::I64(n)) => Size::Const(n),
        _ => Size::Exp(Rc::new(exp)),
    }
}

impl TypeFunParam {
    /// The name bound.
    pub fn name(&self) -> &VName {
        match self {
            TypeFunParam::Size(name) => name,
            TypeFunParam::Type(param) => &param.name,
        }
    }

    /// The parameter as an argument.
    pub fn to_arg(&self) -> TypeArg {
        match self {
            TypeFunParam::Size(name) => TypeArg::Size(Size::Var(name.clone())),
            TypeFunParam::Type(param) => TypeArg::Type(Rc::new(TypeKind::Var(param.name.clone()))),
        }
    }
}

impl TypeFun {
    /// The type function of an abstract type: `T` itself, applied to the parameters.
    pub fn abstract_type(name: &VName, params: &[TypeFunParam]) -> TypeFun {
        let args = params.iter().map(TypeFunParam::to_arg).collect();
        TypeFun {
            params: params.to_vec(),
            exts: Vec::new(),
            body: Rc::new(TypeKind::Named(name.clone(), args)),
        }
    }

    /// The right-hand side with arguments for the parameters.  Existential sizes get fresh names, put into `exts`.  Parameters
    /// without an argument of their kind stay as they are; callers have checked that there are none.
    pub fn apply(&self, cx: &mut Context, args: &[TypeArg], exts: &mut Vec<VName>) -> Type {
        if args.is_empty() && self.exts.is_empty() {
            return self.body.clone();
        }
        let mut inner = Realisation::default();
        for (param, arg) in self.params.iter().zip(args) {
            match (param, arg) {
                (TypeFunParam::Size(name), TypeArg::Size(size)) => inner.insert_size(name, size.clone()),
                (TypeFunParam::Type(param), TypeArg::Type(ty)) => {
                    inner.insert_plain_type(&param.name, ty.clone())
                }
                _ => {}
            }
        }
        for ext in &self.exts {
            let new = cx.fresh(ext.name.clone());
            inner.insert_size(ext, Size::Var(new.clone()));
            exts.push(new);
        }
        inner.ty(cx, &self.body, exts)
    }
}

impl TypeFun {
    /// The right-hand side with arguments for the parameters, existential sizes under their own names.
    pub(super) fn apply_visibly(&self, args: &[TypeArg]) -> Type {
        let mut cx = Context::default();
        let visible = TypeFun {
            params: self.params.clone(),
            exts: Vec::new(),
            body: self.body.clone(),
        };
        visible.apply(&mut cx, args, &mut Vec::new())
    }
}
