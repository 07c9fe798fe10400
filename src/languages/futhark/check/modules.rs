//! Module expressions denote modules, which are gone when checking is done (FUT-M-ELIM).
//!
//! A module is only an environment: its definitions are emitted where it stands, under unique names.  A functor's text
//! is checked once where it stands, with unknown parameters, and what that emits is thrown away; each application
//! elaborates the text again with the argument seen through the parameter's module type, which emits its definitions and
//! makes its abstract types anew.  Nothing can be refused then that was not refused before, since the argument's types are
//! abstract again; only the result gets them back.

use crate::ast::{ModDef, ModExp, ModExpKind, ModParam, ModTypeExp};
use crate::check::declarations::Place;
use crate::check::env::{Env, Functor, FunctorBody, FunctorSyntax, Module};
use crate::check::implementation::qualified;
use crate::check::module_types::module_of;
use crate::check::{Checked, Context, Failed};
use crate::rules::modules::{
    FUT_M_APPLY, FUT_M_ASCRIBE, FUT_M_BODY, FUT_M_ELIM, FUT_M_HO, FUT_M_IMPORT, FUT_M_NAMES,
};
use elder_syntax::diagnostic::Severity;
use elder_syntax::{Diagnostic, Span};
use std::mem;
use std::rc::Rc;

/// How much may be copied: names of module types, and applications of functors for several of these.
const MOST_COPIES: u32 = 300_000;
const COPIES_OF_AN_APPLICATION: u32 = 30;

impl Context {
    /// The module that `e` denotes; `path` is the name of the modules around it.
    pub(super) fn module_exp(&mut self, env: &Env, e: &ModExp, path: &Rc<str>) -> Checked<Module> {
        elder_syntax::effort::deeper(|| match &e.kind {
            ModExpKind::Var(name) => {
                let module = self.lookup_module(env, name)?;
                if matches!(&module, Module::Env(env) if env.intrinsics) {
                    let message = "the module of the intrinsics is only for taking names from";
                    return self.fail(Diagnostic::error(
                        FUT_M_NAMES.refuse("intrinsics"),
                        e.span,
                        message,
                    ));
                }
                Ok(module)
            }
            ModExpKind::Decs(decs) => {
                FUT_M_BODY.apply();
                let declared = self.declarations(env.clone(), decs, path, Place::Nested);
                Ok(Module::Env(Rc::new(declared.exports)))
            }
            ModExpKind::Import(file) => self.imported(file, e.span),
            ModExpKind::Apply(functor, arg) => {
                let fun = self.module_exp(env, functor, path)?;
                let arg = self.module_exp(env, arg, path)?;
                match fun {
                    Module::Functor(functor) => self.apply_functor(&functor, &arg, path, e.span),
                    Module::Poisoned => Err(Failed),
                    Module::Env(_) => {
                        let message = "this module is not parametric and cannot be applied";
                        self.fail(Diagnostic::error(
                            FUT_M_APPLY.refuse("parametric"),
                            functor.span,
                            message,
                        ))
                    }
                }
            }
            ModExpKind::Ascribe(module, ty) => {
                let seen = self.module_exp(env, module, path)?;
                self.ascribe(env, &seen, ty, path, module.span)
            }
            ModExpKind::Lambda(param, ascription, body) => {
                let syntax = FunctorSyntax {
                    params: vec![(**param).clone()],
                    ascription: ascription.as_deref().cloned(),
                    body: (**body).clone(),
                };
                self.functor(env, Rc::new(syntax), path)
            }
        })
    }

    /// `module M params : S = body`, without binding it.
    pub(super) fn module_definition(&mut self, env: &Env, def: &ModDef, path: &Rc<str>) -> Checked<Module> {
        let inner: Rc<str> = qualified(path, &def.name.name).into();
        if !def.params.is_empty() {
            let syntax = FunctorSyntax {
                params: def.params.clone(),
                ascription: def.ascription.clone(),
                body: def.body.clone(),
            };
            return self.functor(env, Rc::new(syntax), &inner);
        }
        let module = self.module_exp(env, &def.body, &inner)?;
        match &def.ascription {
            None => Ok(module),
            Some(ty) => self.ascribe(env, &module, ty, &inner, def.name.span),
        }
    }

    /// The module of an imported file, found beforehand.
    pub(super) fn imported(&mut self, file: &str, span: Span) -> Checked<Module> {
        FUT_M_IMPORT.apply();
        match self.imports.get(&(span.source, file.to_string())) {
            None | Some(Module::Poisoned) => Err(Failed),
            Some(module) => Ok(module.clone()),
        }
    }

    /// FUT-M-ASCRIBE
    fn ascribe(
        &mut self,
        env: &Env,
        module: &Module,
        ty: &ModTypeExp,
        path: &Rc<str>,
        span: Span,
    ) -> Checked<Module> {
        FUT_M_ASCRIBE.apply();
        let ty = self.module_type(env, ty)?;
        Ok(self.implement(module, &ty, path, span)?.module)
    }

    /// A functor where it stands: its text is checked once with unknown parameters.
    fn functor(&mut self, env: &Env, syntax: Rc<FunctorSyntax>, path: &Rc<str>) -> Checked<Module> {
        let Some(first) = syntax.params.first() else {
            return Err(Failed);
        };
        let param = self.module_type(env, &first.ty)?;
        if self.instantiating == 0 {
            let errors = self.errors();
            self.discarding_definitions(|cx| {
                let mut inner = env.clone();
                inner.bind_module(first.name.name.clone(), module_of(&param));
                for ModParam { name, ty, .. } in syntax.params.iter().skip(1) {
                    let ty = cx.module_type(&inner, ty)?;
                    inner.bind_module(name.name.clone(), module_of(&ty));
                }
                cx.functor_body(&inner, &syntax, path)
            })?;
            if self.errors() > errors {
                return Err(Failed);
            }
        }
        let body = FunctorBody::Closure {
            env: env.clone(),
            syntax,
            next: 0,
            path: path.clone(),
        };
        Ok(Module::Functor(Rc::new(Functor { param, body })))
    }

    fn functor_body(&mut self, env: &Env, syntax: &FunctorSyntax, path: &Rc<str>) -> Checked<Module> {
        let module = self.module_exp(env, &syntax.body, path)?;
        match &syntax.ascription {
            None => Ok(module),
            Some(ty) => self.ascribe(env, &module, ty, path, syntax.body.span),
        }
    }

    /// FUT-M-APPLY
    pub(super) fn apply_functor(
        &mut self,
        functor: &Rc<Functor>,
        arg: &Module,
        path: &Rc<str>,
        span: Span,
    ) -> Checked<Module> {
        elder_syntax::effort::deeper(|| {
            FUT_M_APPLY.apply();
            self.bounded(span)?;
            self.copies += COPIES_OF_AN_APPLICATION;
            if matches!(arg, Module::Functor(_)) {
                FUT_M_HO.apply();
            }
            let arg = self.implement(arg, &functor.param, path, span)?;
            let result = match &functor.body {
                FunctorBody::Closure {
                    env,
                    syntax,
                    next,
                    path: own_path,
                } => {
                    let Some(param) = syntax.params.get(*next) else {
                        return Err(Failed);
                    };
                    let mut inner = env.clone();
                    inner.bind_module(param.name.name.clone(), arg.module);
                    match syntax.params.get(next + 1) {
                        Some(following) => {
                            let ty = self.module_type(&inner, &following.ty)?;
                            let body = FunctorBody::Closure {
                                env: inner,
                                syntax: syntax.clone(),
                                next: next + 1,
                                path: own_path.clone(),
                            };
                            Module::Functor(Rc::new(Functor { param: ty, body }))
                        }
                        None => {
                            FUT_M_ELIM.apply();
                            self.instantiate(|cx| cx.functor_body(&inner, syntax, path))?
                        }
                    }
                }
                FunctorBody::Ascribed(inner, result) => {
                    let result = arg.view.module_type(self, result);
                    self.revealing += 1;
                    let seen = self
                        .apply_functor(inner, &arg.module, path, span)
                        .and_then(|applied| self.implement(&applied, &result, path, span));
                    self.revealing -= 1;
                    seen?.module
                }
                FunctorBody::Realised(inner, realisation) => {
                    self.revealing += 1;
                    let applied = self.apply_functor(inner, &arg.module, path, span);
                    self.revealing -= 1;
                    self.settle(&applied?, realisation, path, span)
                }
                FunctorBody::Abstract(result) => {
                    let result = arg.view.module_type(self, result);
                    module_of(&self.renew(&result))
                }
            };
            Ok(self.settle(&result, &arg.hidden, path, span))
        })
    }

    /// A few lines of modules that contain one another twice can stand for more than any machine holds.  That is reported
    /// once.
    pub(super) fn bounded(&mut self, span: Span) -> Checked<()> {
        if self.copies < MOST_COPIES {
            return Ok(());
        }
        if self.excessive {
            return Err(Failed);
        }
        self.excessive = true;
        let message = "the modules of this program stand for too many others";
        self.fail(Diagnostic::error(FUT_M_ELIM.refuse("size"), span, message))
    }

    /// Elaborates a text that was checked before: what is suspicious in it has been said.
    fn instantiate(&mut self, elaborate: impl FnOnce(&mut Context) -> Checked<Module>) -> Checked<Module> {
        let before = self.diagnostics.len();
        self.instantiating += 1;
        let result = elaborate(self);
        self.instantiating -= 1;
        let mut index = 0;
        self.diagnostics.retain(|d| {
            index += 1;
            index <= before || d.severity == Severity::Error
        });
        result
    }

    /// Checks something for its errors only.
    pub(super) fn discarding_definitions<T>(
        &mut self,
        check: impl FnOnce(&mut Context) -> Checked<T>,
    ) -> Checked<T> {
        let kept = mem::take(&mut self.defs);
        let result = check(self);
        self.defs = kept;
        result
    }

    /// How many errors there are.
    pub(super) fn errors(&self) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
    }
}

#[cfg(test)]
mod tests;
