//! Declarations, in order.
//!
//! A declaration that is refused does not stop the others: its name is entered as poisoned, so that its uses are not
//! reported again.

use crate::ast::{Attr, Dec, DecKind, Ident, Liftedness, ValDef};
use crate::check::env::{Env, Module, ModuleShape, ModuleType, TypeBinding, Value};
use crate::check::types::{mentioned_names, shown_sizes};
use crate::check::{Checked, Context, Failed};
use crate::rules::modules::{FUT_M_NAMES, FUT_M_OPEN};
use crate::rules::typing::{FUT_T_ENTRY, FUT_T_TOP};
use crate::tree::{Def, Entry, RetType, Scheme, Type, TypeFun, TypeKind};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Diagnostic, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Where declarations stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the file that is run.
    Root,
    /// In an imported file.
    Imported,
    /// In a module.
    Nested,
}

/// What declarations give.
pub(super) struct Declared {
    /// The names that are not local.
    pub exports: Env,
    /// The entry points of the root file.
    pub entries: Vec<Entry>,
}

struct Scope<'a> {
    env: Env,
    exports: Env,
    entries: Vec<Entry>,
    path: &'a Rc<str>,
    place: Place,
}

impl Context {
    /// Checks declarations in order, each seeing those before it (FUT-T-TOP).
    pub(super) fn declarations(&mut self, env: Env, decs: &[Dec], path: &Rc<str>, place: Place) -> Declared {
        self.distinct_declarations(decs);
        let mut scope = Scope {
            env,
            exports: Env::default(),
            entries: Vec::new(),
            path,
            place,
        };
        for dec in decs {
            self.declaration(&mut scope, dec, true);
        }
        Declared {
            exports: scope.exports,
            entries: scope.entries,
        }
    }

    /// No name is defined twice (FUT-M-NAMES); local, opened and imported ones may be hidden.
    fn distinct_declarations(&mut self, decs: &[Dec]) {
        let mut seen: FxHashMap<(&str, &Name), Span> = FxHashMap::default();
        for dec in decs {
            let (space, id): (&str, &Ident) = match &dec.kind {
                DecKind::Val(def) => ("value", &def.name),
                DecKind::Module(def) => ("value", &def.name),
                DecKind::Type(def) => ("type", &def.name),
                DecKind::ModType(def) => ("module type", &def.name),
                DecKind::Open(_) | DecKind::Import(_) | DecKind::Local(_) => continue,
            };
            if let Some(earlier) = seen.insert((space, &id.name), id.span) {
                let message = format!("the {space} `{}` is defined twice", id.name);
                self.diagnostics.push(
                    Diagnostic::error(FUT_M_NAMES.refuse("duplicate"), id.span, message)
                        .and_at(earlier, "the other definition"),
                );
            }
        }
    }

    fn declaration(&mut self, scope: &mut Scope<'_>, dec: &Dec, exported: bool) {
        elder_syntax::effort::at(dec.span);
        match &dec.kind {
            DecKind::Val(def) => self.value_declaration(scope, def, &dec.attrs, exported),
            DecKind::Type(def) => {
                let binding = self
                    .type_definition(&scope.env, def)
                    .unwrap_or_else(|Failed| poisoned_type());
                scope.env.types.insert(def.name.name.clone(), binding.clone());
                if exported {
                    scope.exports.types.insert(def.name.name.clone(), binding);
                }
            }
            DecKind::Module(def) => {
                let module = self.module_definition(&scope.env, def, scope.path);
                let module = module.unwrap_or(Module::Poisoned);
                scope.env.bind_module(def.name.name.clone(), module.clone());
                if exported {
                    scope.exports.bind_module(def.name.name.clone(), module);
                }
            }
            DecKind::ModType(def) => {
                let ty = self.module_type(&scope.env, &def.body);
                let ty = ty.unwrap_or_else(|Failed| poisoned_module_type());
                scope.env.module_types.insert(def.name.name.clone(), ty.clone());
                if exported {
                    scope.exports.module_types.insert(def.name.name.clone(), ty);
                }
            }
            DecKind::Open(e) => {
                let module = self.module_exp(&scope.env, e, scope.path);
                self.open(scope, module, e.span, exported);
            }
            DecKind::Import(file) => {
                let module = self.imported(file, dec.span);
                self.open(scope, module, dec.span, false);
            }
            DecKind::Local(dec) => self.declaration(scope, dec, false),
        }
    }

    /// FUT-M-OPEN
    fn open(&mut self, scope: &mut Scope<'_>, module: Checked<Module>, span: Span, exported: bool) {
        FUT_M_OPEN.apply();
        match module {
            Ok(Module::Env(env)) => {
                scope.env.open(&env);
                if exported {
                    scope.exports.open(&env);
                }
                return;
            }
            Ok(Module::Functor(_)) => {
                let message = "a parametric module cannot be opened";
                let diagnostic = Diagnostic::error(FUT_M_OPEN.refuse("parametric"), span, message)
                    .with_help("apply it to a module first");
                self.diagnostics.push(diagnostic);
            }
            Ok(Module::Poisoned) | Err(Failed) => {}
        }
        scope.env.poisoned = true;
        scope.exports.poisoned |= exported;
    }

    fn value_declaration(&mut self, scope: &mut Scope<'_>, def: &ValDef, attrs: &[Attr], exported: bool) {
        FUT_T_TOP.apply();
        let name = &def.name.name;
        let is_entry = def.entry || (exported && scope.place == Place::Root && name == "main");
        let checked = self
            .check_value(&scope.env, def, scope.path)
            .and_then(|(checked, scheme)| {
                if is_entry {
                    let place = if def.entry { scope.place } else { Place::Root };
                    self.entry_point(def, &scheme, &checked.fun.ret, place)?;
                }
                Ok((checked, scheme))
            });
        let value = match checked {
            Ok((checked, scheme)) => {
                let value = Value::Bound {
                    name: checked.name.clone(),
                    scheme,
                    global: true,
                    span: def.name.span,
                };
                if is_entry && scope.place == Place::Root {
                    scope.entries.push(Entry {
                        name: name.clone(),
                        def: checked.name.clone(),
                        attrs: attrs.to_vec(),
                    });
                }
                self.defs.push(Rc::new(Def {
                    attributes: Attributes::of(attrs.iter().map(Attr::says)),
                    ..checked
                }));
                value
            }
            Err(Failed) => Value::Poisoned,
        };
        scope.env.bind_value(name.clone(), value.clone());
        if exported {
            scope.exports.bind_value(name.clone(), value);
        }
    }

    /// FUT-T-ENTRY
    fn entry_point(&mut self, def: &ValDef, scheme: &Scheme, ret: &RetType, place: Place) -> Checked<()> {
        FUT_T_ENTRY.apply();
        let (name, span) = (&def.name.name, def.name.span);
        if place == Place::Nested {
            let message = format!("the entry point `{name}` stands in a module");
            return self.fail(Diagnostic::error(FUT_T_ENTRY.refuse("nested"), span, message));
        }
        if let Some(param) = scheme.types.first() {
            let message = format!("the entry point `{name}` has a type parameter, `{}`", param.name);
            return self.fail(
                Diagnostic::error(FUT_T_ENTRY.refuse("polymorphic"), span, message)
                    .with_help("give the parameters types without type parameters"),
            );
        }
        let mut params: Vec<&Type> = Vec::new();
        let mut result = if matches!(&*scheme.ty, TypeKind::Arrow(_)) {
            &scheme.ty
        } else {
            &ret.ty
        };
        while let TypeKind::Arrow(arrow) = &**result {
            params.push(&arrow.param);
            result = &arrow.ret.ty;
        }
        if params.iter().any(|ty| self.holds_functions(ty)) || self.holds_functions(result) {
            let message =
                format!("a parameter or the result of the entry point `{name}` is or contains a function");
            return self.fail(Diagnostic::error(FUT_T_ENTRY.refuse("higher"), span, message));
        }
        let (mut mentioned, mut shown, mut in_result) =
            (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
        for ty in &params {
            mentioned_names(ty, &mut mentioned);
            shown_sizes(ty, &mut shown);
        }
        mentioned_names(result, &mut in_result);
        for size in &scheme.sizes {
            if in_result.contains(&size.id) && !mentioned.contains(&size.id) {
                let message =
                    format!("the size `{size}` of the entry point `{name}` occurs only in its result");
                return self.fail(Diagnostic::error(FUT_T_ENTRY.refuse("ret"), span, message));
            }
            if !shown.contains(&size.id) {
                let message = format!(
                    "the size `{size}` of the entry point `{name}` is not the size of an array that it is given"
                );
                return self.fail(
                    Diagnostic::error(FUT_T_ENTRY.refuse("constructive"), span, message)
                        .with_help(format!("make it a parameter, `({size}: i64)`")),
                );
            }
        }
        Ok(())
    }

    /// Whether values of the type may contain functions.
    pub(super) fn holds_functions(&self, ty: &Type) -> bool {
        elder_syntax::effort::deeper(|| match &**ty {
            TypeKind::Arrow(_) => true,
            TypeKind::Var(name) | TypeKind::Named(name, _)
                if self.liftedness.get(&name.id) == Some(&Liftedness::Lifted) =>
            {
                true
            }
            // A value holds what its parts hold.
            _ => ty.types().any(|part| self.holds_functions(part)),
        })
    }
}

fn poisoned_type() -> TypeBinding {
    let fun = TypeFun {
        params: Vec::new(),
        exts: Vec::new(),
        body: Rc::new(TypeKind::Record(Vec::new())),
    };
    TypeBinding {
        lifted: Liftedness::Unlifted,
        fun: Rc::new(fun),
        poisoned: true,
    }
}

fn poisoned_module_type() -> Rc<ModuleType> {
    Rc::new(ModuleType {
        abstract_types: Vec::new(),
        shape: ModuleShape::Poisoned,
    })
}
