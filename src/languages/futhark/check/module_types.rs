//! Module type expressions denote module types.
//!
//! A module type is a list of abstract types and, in terms of these, what names mean; value names in it are
//! place-holders.  Each use of its name makes both anew.

use crate::ast::{self, Ident, ModTypeExp, ModTypeExpKind, Spec, SpecKind};
use crate::check::env::{
    AbstractType, Env, Functor, FunctorBody, Module, ModuleShape, ModuleType, TypeBinding, Value,
};
use crate::check::matching::same_params;
use crate::check::realisation::Realisation;
use crate::check::types::SizePolicy;
use crate::check::{Checked, Context, Failed};
use crate::rules::modules::{FUT_M_HO, FUT_M_INCLUDE, FUT_M_NAMES, FUT_M_WITH};
use crate::rules::sizes::FUT_SZ_ANONSPEC;
use crate::tree::{Scheme, Size, TypeFun, TypeFunParam, TypeKind, VName};
use elder_syntax::{Diagnostic, Name, Span};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Sizes in specified types must have names, except in results.
struct Specified;

impl SizePolicy for Specified {
    fn anonymous(&mut self, cx: &mut Context, span: Span) -> Checked<Size> {
        cx.fail(
            Diagnostic::error(
                FUT_SZ_ANONSPEC.refuse("named"),
                span,
                "sizes of parameters and constants must have names in a module type",
            )
            .with_help("add a size parameter to the specification: `val f [n] : [n]t -> ..`"),
        )
    }

    fn existential(&mut self, cx: &mut Context, name: &Name, span: Span) -> Checked<VName> {
        let message = format!("the size `{name}` is hidden outside of a function's result");
        cx.fail(Diagnostic::error(FUT_SZ_ANONSPEC.refuse("named"), span, message))
    }

    fn expression(&mut self, cx: &mut Context, env: &Env, e: &ast::Exp) -> Checked<Size> {
        cx.closed_size(env, e)
    }
}

/// What a module type's specifications have given so far.
#[derive(Default)]
struct Specs {
    abstract_types: Vec<AbstractType>,
    env: Env,
}

impl Context {
    /// The module type that `e` denotes.  Its abstract types and place-holders are its own.
    pub(super) fn module_type(&mut self, env: &Env, e: &ModTypeExp) -> Checked<Rc<ModuleType>> {
        elder_syntax::effort::deeper(|| match &e.kind {
            ModTypeExpKind::Var(name) => {
                let ty = self.lookup_module_type(env, name)?;
                if matches!(ty.shape, ModuleShape::Poisoned) {
                    return Err(Failed);
                }
                self.bounded(e.span)?;
                Ok(self.renew(&ty))
            }
            ModTypeExpKind::Specs(specs) => self.specs(env, specs),
            ModTypeExpKind::With(base, name, params, te) => {
                let base = self.module_type(env, base)?;
                self.refine(env, &base, name, params, te)
            }
            ModTypeExpKind::Arrow(name, param, result) => {
                FUT_M_HO.apply();
                let param = self.module_type(env, param)?;
                let result = match name {
                    None => self.module_type(env, result)?,
                    Some(id) => {
                        let mut inner = env.clone();
                        inner.bind_module(id.name.clone(), module_of(&param));
                        self.module_type(&inner, result)?
                    }
                };
                Ok(Rc::new(ModuleType {
                    abstract_types: Vec::new(),
                    shape: ModuleShape::Functor(param, result),
                }))
            }
        })
    }

    fn specs(&mut self, env: &Env, specs: &[Spec]) -> Checked<Rc<ModuleType>> {
        self.distinct_specs(specs)?;
        let mut scope = env.clone();
        let mut given = Specs::default();
        for spec in specs {
            self.spec(&mut scope, &mut given, spec)?;
        }
        let shape = ModuleShape::Env(Rc::new(given.env));
        Ok(Rc::new(ModuleType {
            abstract_types: given.abstract_types,
            shape,
        }))
    }

    fn distinct_specs(&mut self, specs: &[Spec]) -> Checked<()> {
        let (mut values, mut types): (FxHashSet<&Name>, FxHashSet<&Name>) = Default::default();
        for spec in specs {
            let (seen, id): (_, &Ident) = match &spec.kind {
                SpecKind::Val { name, .. } | SpecKind::Module(name, _) => (&mut values, name),
                SpecKind::TypeAbstract { name, .. } => (&mut types, name),
                SpecKind::TypeAbbr(def) => (&mut types, &def.name),
                SpecKind::Include(_) => continue,
            };
            if !seen.insert(&id.name) {
                let message = format!("`{}` is specified twice", id.name);
                return self.fail(Diagnostic::error(
                    FUT_M_NAMES.refuse("duplicate"),
                    id.span,
                    message,
                ));
            }
        }
        Ok(())
    }

    fn spec(&mut self, scope: &mut Env, given: &mut Specs, spec: &Spec) -> Checked<()> {
        match &spec.kind {
            SpecKind::Val {
                name,
                type_params,
                ty,
            } => {
                FUT_SZ_ANONSPEC.apply();
                let mut inner = scope.clone();
                let params = self.bind_type_params(&mut inner, type_params)?;
                let resolved = self.resolve_type(&inner, ty, &mut Specified)?;
                let (mut sizes, mut types) = (Vec::new(), Vec::new());
                for param in params {
                    match param {
                        TypeFunParam::Size(name) => sizes.push(name),
                        TypeFunParam::Type(param) => types.push(param),
                    }
                }
                let scheme = Rc::new(Scheme {
                    sizes,
                    types,
                    ty: resolved.ty,
                });
                let value = Value::Bound {
                    name: self.fresh(name.name.clone()),
                    scheme,
                    global: true,
                    span: name.span,
                };
                scope.bind_value(name.name.clone(), value.clone());
                given.env.bind_value(name.name.clone(), value);
            }
            SpecKind::TypeAbstract { lifted, name, params } => {
                let params = self.bind_type_params(&mut scope.clone(), params)?;
                let unique = self.fresh(name.name.clone());
                self.liftedness.insert(unique.id, *lifted);
                let fun = Rc::new(TypeFun::abstract_type(&unique, &params));
                let binding = TypeBinding {
                    lifted: *lifted,
                    fun,
                    poisoned: false,
                };
                scope.types.insert(name.name.clone(), binding.clone());
                given.env.types.insert(name.name.clone(), binding);
                given.abstract_types.push(AbstractType {
                    name: unique,
                    lifted: *lifted,
                    params: params.into(),
                    path: vec![name.name.clone()],
                });
            }
            SpecKind::TypeAbbr(def) => {
                let binding = self.type_definition(scope, def)?;
                scope.types.insert(def.name.name.clone(), binding.clone());
                given.env.types.insert(def.name.name.clone(), binding);
            }
            SpecKind::Module(name, ty) => {
                let ty = self.module_type(scope, ty)?;
                for inner in &ty.abstract_types {
                    let mut path = vec![name.name.clone()];
                    path.extend(inner.path.iter().cloned());
                    given.abstract_types.push(AbstractType {
                        path,
                        ..inner.clone()
                    });
                }
                let module = module_of(&ty);
                scope.bind_module(name.name.clone(), module.clone());
                given.env.bind_module(name.name.clone(), module);
            }
            SpecKind::Include(ty) => {
                FUT_M_INCLUDE.apply();
                let included = self.module_type(scope, ty)?;
                match &included.shape {
                    ModuleShape::Env(env) => {
                        scope.open(env);
                        given.env.open(env);
                        given
                            .abstract_types
                            .extend(included.abstract_types.iter().cloned());
                    }
                    ModuleShape::Functor(..) => {
                        let message = "a parametric module type cannot be included";
                        return self.fail(Diagnostic::error(
                            FUT_M_INCLUDE.refuse("parametric"),
                            ty.span,
                            message,
                        ));
                    }
                    ModuleShape::Poisoned => return Err(Failed),
                }
            }
        }
        Ok(())
    }

    /// `base with name params = te` (FUT-M-WITH).
    fn refine(
        &mut self,
        env: &Env,
        base: &Rc<ModuleType>,
        name: &ast::QualName,
        params: &[ast::TypeParam],
        te: &ast::TypeExp,
    ) -> Checked<Rc<ModuleType>> {
        FUT_M_WITH.apply();
        let found = match &base.shape {
            ModuleShape::Env(shape) => type_at(shape, &name.path, &name.name)?,
            _ => None,
        };
        let refined = found.and_then(|binding| match &*binding.fun.body {
            TypeKind::Named(t, _) => base.abstract_types.iter().find(|a| a.name == *t).cloned(),
            _ => None,
        });
        let Some(refined) = refined else {
            let message = format!("`{name}` is not an abstract type of the module type");
            return self.fail(Diagnostic::error(
                FUT_M_WITH.refuse("abstract_type"),
                name.span,
                message,
            ));
        };
        let mut inner = env.clone();
        let params = self.bind_type_params(&mut inner, params)?;
        let (resolved, exts) = self.resolve_hiding(&inner, te)?;
        let lifted_alike = |(a, b): (&TypeFunParam, &TypeFunParam)| match (a, b) {
            (TypeFunParam::Type(a), TypeFunParam::Type(b)) => a.lifted <= b.lifted,
            _ => true,
        };
        if !same_params(&refined.params, &params) || !refined.params.iter().zip(&params).all(lifted_alike) {
            let message = format!("`{name}` has other parameters in the module type");
            return self.fail(
                Diagnostic::error(FUT_M_WITH.refuse("params"), name.span, message).with_note(format!(
                    "it has {} there, and {} here",
                    refined.params.len(),
                    params.len()
                )),
            );
        }
        let mut realisation = Realisation::default();
        realisation.insert_type(
            &refined.name,
            Rc::new(TypeFun {
                params,
                exts,
                body: resolved.ty,
            }),
        );
        let kept = base
            .abstract_types
            .iter()
            .filter(|a| a.name != refined.name)
            .cloned()
            .collect();
        let kept = ModuleType {
            abstract_types: kept,
            shape: base.shape.clone(),
        };
        Ok(realisation.module_type(self, &Rc::new(kept)))
    }

    /// The same module type with abstract types and place-holders of its own.
    pub(super) fn renew(&mut self, ty: &Rc<ModuleType>) -> Rc<ModuleType> {
        let mut realisation = Realisation::default();
        self.new_names(ty, &mut realisation);
        realisation.module_type(self, ty)
    }

    fn new_names(&mut self, ty: &ModuleType, realisation: &mut Realisation) {
        self.copies = self.copies.saturating_add(1);
        for t in &ty.abstract_types {
            let new = self.fresh(t.name.name.clone());
            self.liftedness.insert(new.id, t.lifted);
            realisation.insert_type(&t.name, Rc::new(TypeFun::abstract_type(&new, &t.params)));
        }
        match &ty.shape {
            ModuleShape::Env(env) => self.new_value_names(env, realisation),
            ModuleShape::Functor(param, result) => {
                self.new_names(param, realisation);
                self.new_names(result, realisation);
            }
            ModuleShape::Poisoned => {}
        }
    }

    fn new_value_names(&mut self, env: &Env, realisation: &mut Realisation) {
        self.copies = self.copies.saturating_add(1 + env.values.len() as u32);
        for value in env.values.values() {
            if let Value::Bound { name, .. } = value {
                let new = self.fresh(name.name.clone());
                realisation.insert_value(name, &new);
            }
        }
        for module in env.modules.values() {
            match module {
                Module::Env(env) => self.new_value_names(env, realisation),
                Module::Functor(functor) => {
                    self.new_names(&functor.param, realisation);
                    if let FunctorBody::Abstract(result) = &functor.body {
                        self.new_names(result, realisation);
                    }
                }
                Module::Poisoned => {}
            }
        }
    }
}

/// A module of which nothing is known but its type, under the type's own names.
pub(super) fn module_of(ty: &ModuleType) -> Module {
    match &ty.shape {
        ModuleShape::Env(env) => Module::Env(env.clone()),
        ModuleShape::Functor(param, result) => {
            let body = FunctorBody::Abstract(result.clone());
            Module::Functor(Rc::new(Functor {
                param: param.clone(),
                body,
            }))
        }
        ModuleShape::Poisoned => Module::Poisoned,
    }
}

/// The type of this name in a module; fails silently where something on the way was refused.
pub(super) fn type_at(env: &Rc<Env>, path: &[Name], name: &Name) -> Checked<Option<TypeBinding>> {
    let mut at = env.clone();
    for module in path {
        at = match at.modules.get(module) {
            Some(Module::Env(env)) => env.clone(),
            Some(Module::Poisoned) => return Err(Failed),
            Some(Module::Functor(_)) => return Ok(None),
            None if at.poisoned => return Err(Failed),
            None => return Ok(None),
        };
    }
    match at.types.get(name) {
        Some(binding) if binding.poisoned => Err(Failed),
        None if at.poisoned => Err(Failed),
        found => Ok(found.cloned()),
    }
}
