//! Signatures and levels.

use super::Elaborator;
use crate::ast::{self, TypeKind};
use crate::rules::syntax::{FCL_SYN_NAME, FCL_SYN_TYPE};
use crate::{Effect, Level, Type};
use elder_syntax::{Diagnostic, Name as Text, Variable, spelling};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The level that a name stands for.
pub(crate) fn fixed(name: &str) -> Option<Level> {
    match name {
        "Z" | "thread" => Some(Level::THREAD),
        "warp" => Some(Level::warp()),
        "block" => Some(Level::block()),
        "grid" => Some(Level::grid()),
        _ => None,
    }
}

fn raised(level: Level, above: u32) -> Level {
    (0..above).fold(level, |level, _| level.successor())
}

/// The variables of one signature: for types, and for levels that no `<l>` binds.
#[derive(Default)]
struct Variables {
    types: FxHashMap<Text, Variable>,
    levels: FxHashMap<Text, Variable>,
    /// Those that `<l> ->` binds, innermost last.
    bound: Vec<Variable>,
}

impl Elaborator {
    /// A level in an expression.
    pub(super) fn level(&mut self, level: &ast::Level) -> Level {
        let name = &level.base.name;
        if let Some(base) = fixed(name) {
            return raised(base, level.above);
        }
        if let Some(x) = self.scope.find_level(name) {
            return raised(Level::Var(x.clone()), level.above);
        }
        let message = format!("there is no level `{name}`");
        let error = Diagnostic::error(FCL_SYN_NAME.refuse("level"), level.base.span, message);
        let error = match spelling::closest(name, self.scope.level_names()) {
            Some(close) => error.with_help(format!("is `{close}` meant?")),
            None => error.with_help("a function takes a level by `<l>` before its parameters"),
        };
        self.error(error);
        Level::THREAD
    }

    /// The type of a signature.
    pub(super) fn signature(&mut self, ty: &ast::Type) -> Type {
        self.ty(ty, &mut Variables::default())
    }

    fn ty(&mut self, ty: &ast::Type, variables: &mut Variables) -> Type {
        elder_syntax::effort::deeper(|| match &ty.kind {
            TypeKind::Base(base) => Type::Base(*base),
            TypeKind::Var(name) => self.type_variable(name, ty, variables),
            TypeKind::Pair(a, b) => {
                let a = self.ty(a, variables);
                Type::Pair(Arc::new(a), Arc::new(self.ty(b, variables)))
            }
            TypeKind::Fun(from, to) => {
                let from = self.ty(from, variables);
                let to = self.ty(to, variables);
                Type::Fun(Arc::new(from), Effect::Pure, Arc::new(to))
            }
            TypeKind::LevelFun(name, to) => {
                if fixed(&name.name).is_some() {
                    let message = format!("`{}` is a level, and cannot be a variable", name.name);
                    let error = Diagnostic::error(FCL_SYN_NAME.refuse("level"), name.span, message);
                    self.error(error);
                }
                let x = Variable::fresh(&name.name);
                variables.bound.push(x.clone());
                let to = self.ty(to, variables);
                variables.bound.pop();
                Type::LevelFun(x, Effect::Pure, Arc::new(to))
            }
            TypeKind::Pull(element) => Type::Pull(Arc::new(self.ty(element, variables)), Effect::Pure),
            TypeKind::Push(element, level) => {
                let element = self.ty(element, variables);
                Type::Push(Arc::new(element), level_of(level, variables))
            }
        })
    }

    fn type_variable(&mut self, name: &Text, ty: &ast::Type, variables: &mut Variables) -> Type {
        if name.starts_with(|c: char| c.is_uppercase() || c == '_') {
            let message = format!("there is no type `{name}`");
            let error = Diagnostic::error(FCL_SYN_TYPE.refuse("name"), ty.span, message);
            let types = ["int", "double", "bool"].map(str::to_owned);
            self.error(match spelling::closest(name, types) {
                Some(close) => error.with_help(format!("is `{close}` meant?")),
                None => error.with_help("type variables begin with a small letter"),
            });
        }
        let text = name.trim_start_matches('\'');
        let x = variables.types.entry(Text::new(text));
        Type::Var(x.or_insert_with(|| Variable::fresh(text)).clone())
    }
}

/// A level in a signature: a variable that nothing binds stands for any level.
fn level_of(level: &ast::Level, variables: &mut Variables) -> Level {
    let name = &level.base.name;
    let base = match fixed(name) {
        Some(base) => base,
        None => {
            let bound = variables.bound.iter().rev().find(|x| x.text() == name);
            let x = match bound {
                Some(x) => x.clone(),
                None => {
                    let free = variables.levels.entry(name.clone());
                    free.or_insert_with(|| Variable::fresh(name)).clone()
                }
            };
            Level::Var(x)
        }
    };
    raised(base, level.above)
}
