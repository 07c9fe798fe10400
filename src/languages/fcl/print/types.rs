//! Types as signatures write them.

use super::names::Names;
use crate::{Type, base_name};

/// A type.
pub fn ty(names: &mut Names, t: &Type) -> String {
    elder_syntax::effort::deeper(|| match t {
        Type::Var(x) => names.type_variable(x),
        Type::Base(base) => base_name(*base).to_owned(),
        Type::Pair(a, b) => {
            let a = ty(names, a);
            format!("({a}, {})", ty(names, b))
        }
        Type::Fun(from, _, to) => {
            let left = ty(names, from);
            let left = match &**from {
                Type::Fun(..) | Type::LevelFun(..) => format!("({left})"),
                _ => left,
            };
            format!("{left} -> {}", ty(names, to))
        }
        Type::LevelFun(x, _, to) => {
            let x = names.bind_level(x);
            format!("<{x}> -> {}", ty(names, to))
        }
        Type::Pull(element, _) => format!("[{}]", ty(names, element)),
        Type::Push(element, level) => {
            let element = ty(names, element);
            if let Some(x) = level.variable() {
                names.level_variable(x);
            }
            format!("[{element}]<{}>", names.level(level))
        }
    })
}
