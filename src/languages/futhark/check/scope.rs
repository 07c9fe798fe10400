//! Looking names up, and entering size and type parameters into scope.

use crate::ast::{Ident, Liftedness, QualName, TypeParam as ParamSyntax};
use crate::check::env::{Env, Module, ModuleType, TypeBinding, Value};
use crate::check::suggestions::did_you_mean;
use crate::check::{Checked, Context, Failed};
use crate::rules::modules::FUT_M_NAMES;
use crate::rules::typing::FUT_T_TYPE;
use crate::tree::{Scheme, TypeFun, TypeFunParam, TypeKind, TypeParam, VName};
use elder_syntax::prim::PrimType;
use elder_syntax::{Diagnostic, Name, Span};
use std::rc::Rc;

impl Env {
    /// Binds a value; it hides a module of the same name (FUT-M-NAMES).
    pub fn bind_value(&mut self, name: Name, value: Value) {
        if !self.modules.is_empty() {
            self.modules.remove(&name);
        }
        self.values.insert(name, value);
    }

    /// Binds a module; it hides a value of the same name (FUT-M-NAMES).
    pub fn bind_module(&mut self, name: Name, module: Module) {
        self.values.remove(&name);
        self.modules.insert(name, module);
    }

    /// Binds a local variable of type `i64`, as sizes are.
    pub fn bind_size(&mut self, id: &Ident, name: VName) {
        let ty = Rc::new(TypeKind::Prim(PrimType::I64));
        let scheme = Rc::new(Scheme {
            sizes: Vec::new(),
            types: Vec::new(),
            ty,
        });
        let value = Value::Bound {
            name,
            scheme,
            global: false,
            span: id.span,
        };
        self.bind_value(id.name.clone(), value);
    }

    /// Brings everything that `other` defines into scope (FUT-M-OPEN).
    pub fn open(&mut self, other: &Env) {
        for (name, value) in &other.values {
            self.bind_value(name.clone(), value.clone());
        }
        for (name, binding) in &other.types {
            self.types.insert(name.clone(), binding.clone());
        }
        for (name, module) in &other.modules {
            self.bind_module(name.clone(), module.clone());
        }
        for (name, ty) in &other.module_types {
            self.module_types.insert(name.clone(), ty.clone());
        }
        self.poisoned |= other.poisoned;
    }
}

impl Context {
    /// The names of a module that is not parametric.
    pub fn module_names(&mut self, module: &Module, what: &str, span: Span) -> Checked<Rc<Env>> {
        match module {
            Module::Env(env) => Ok(env.clone()),
            Module::Functor(_) => self.fail(
                Diagnostic::error(
                    FUT_M_NAMES.refuse("parametric"),
                    span,
                    format!("the module {what} is parametric"),
                )
                .with_help("apply it to a module first"),
            ),
            Module::Poisoned => Err(Failed),
        }
    }

    /// The names that the modules of `path` lead to, from `env`; `None` for the empty path.
    pub fn follow_path(&mut self, env: &Env, path: &[Name], span: Span) -> Checked<Option<Rc<Env>>> {
        let mut current: Option<Rc<Env>> = None;
        for name in path {
            let at = current.as_deref().unwrap_or(env);
            let Some(module) = at.modules.get(name).cloned() else {
                let silent = at.poisoned || matches!(at.values.get(name), Some(Value::Poisoned));
                if silent {
                    return Err(Failed);
                }
                let message = format!("unknown module `{name}`");
                return self.fail(Diagnostic::error(FUT_M_NAMES.refuse("module"), span, message));
            };
            current = Some(self.module_names(&module, &format!("`{name}`"), span)?);
        }
        Ok(current)
    }

    /// The module of this name.
    pub fn lookup_module(&mut self, env: &Env, name: &QualName) -> Checked<Module> {
        let inner = self.follow_path(env, &name.path, name.span)?;
        let at = inner.as_deref().unwrap_or(env);
        match at.modules.get(&name.name) {
            Some(Module::Poisoned) => Err(Failed),
            Some(module) => {
                FUT_M_NAMES.apply();
                Ok(module.clone())
            }
            None if at.poisoned || matches!(at.values.get(&name.name), Some(Value::Poisoned)) => Err(Failed),
            None => {
                let message = format!("unknown module `{name}`");
                self.fail(Diagnostic::error(
                    FUT_M_NAMES.refuse("module"),
                    name.span,
                    message,
                ))
            }
        }
    }

    /// The module type of this name.
    pub fn lookup_module_type(&mut self, env: &Env, name: &QualName) -> Checked<Rc<ModuleType>> {
        let inner = self.follow_path(env, &name.path, name.span)?;
        let at = inner.as_deref().unwrap_or(env);
        match at.module_types.get(&name.name) {
            Some(ty) => {
                FUT_M_NAMES.apply();
                Ok(ty.clone())
            }
            None if at.poisoned => Err(Failed),
            None => {
                let message = format!("unknown module type `{name}`");
                self.fail(Diagnostic::error(
                    FUT_M_NAMES.refuse("module_type"),
                    name.span,
                    message,
                ))
            }
        }
    }

    /// What this type name means.
    pub fn lookup_type(&mut self, env: &Env, name: &QualName) -> Checked<TypeBinding> {
        let inner = self.follow_path(env, &name.path, name.span)?;
        let at = inner.as_deref().unwrap_or(env);
        match at.types.get(&name.name) {
            Some(binding) if binding.poisoned => Err(Failed),
            Some(binding) => {
                FUT_M_NAMES.apply();
                Ok(binding.clone())
            }
            None if at.poisoned => Err(Failed),
            None => {
                let message = format!("unknown type `{name}`");
                let mut d = Diagnostic::error(FUT_M_NAMES.refuse("ty"), name.span, message);
                d.help = did_you_mean(&name.name, at.types.keys());
                self.fail(d)
            }
        }
    }

    /// Enters size and type parameters into `env`, with their liftedness, and gives them in order (FUT-T-INST).
    pub fn bind_type_params(&mut self, env: &mut Env, params: &[ParamSyntax]) -> Checked<Vec<TypeFunParam>> {
        let mut bound: Vec<TypeFunParam> = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            let id = param.ident();
            let same_kind =
                |p: &ParamSyntax| matches!(p, ParamSyntax::Size(_)) == matches!(param, ParamSyntax::Size(_));
            let mut before = params.iter().take(i);
            if let Some(earlier) = before.find(|p| p.ident().name == id.name && same_kind(p)) {
                let message = format!("two parameters are called `{}`", id.name);
                return self.fail(
                    Diagnostic::error(FUT_T_TYPE.refuse("names"), id.span, message)
                        .and_at(earlier.ident().span, "the other is here"),
                );
            }
            let name = self.fresh(id.name.clone());
            match param {
                ParamSyntax::Size(_) => {
                    env.bind_size(id, name.clone());
                    bound.push(TypeFunParam::Size(name));
                }
                ParamSyntax::Type(lifted, _) => {
                    self.bind_type_variable(env, &id.name, &name, *lifted);
                    bound.push(TypeFunParam::Type(TypeParam {
                        name,
                        lifted: *lifted,
                    }));
                }
            }
        }
        Ok(bound)
    }

    fn bind_type_variable(&mut self, env: &mut Env, written: &Name, name: &VName, lifted: Liftedness) {
        self.liftedness.insert(name.id, lifted);
        let body = Rc::new(TypeKind::Var(name.clone()));
        let fun = Rc::new(TypeFun {
            params: Vec::new(),
            exts: Vec::new(),
            body,
        });
        env.types.insert(
            written.clone(),
            TypeBinding {
                lifted,
                fun,
                poisoned: false,
            },
        );
    }
}

impl std::fmt::Display for QualName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for module in &self.path {
            write!(f, "{module}.")?;
        }
        f.write_str(&self.name)
    }
}
