//! Which functions apply a functional parameter no more than once.
//!
//! `x |> f` applies `f` once, so `f` may hold what applying it consumes ([`super::partial`]).  Types do not say so, but the definition does: the
//! parameter stands in it at one place, where it is applied or is an argument that in turn is applied once, and no function, loop or array of elements
//! is around that place.  Of a function that is a parameter, or a functor's, nothing is known.

use crate::check::Context;
use crate::tree::walk::deep;
use crate::tree::{Def, Exp, ExpKind, PatKind, TypeKind, VName};
use std::rc::Rc;

impl Context {
    /// Notes of a checked definition which of its parameters it applies once (FUT-U-CLOSURE).
    pub(in crate::check) fn note_applied_once(&mut self, def: &Def) {
        let once = def.fun.params.iter().map(|param| match &param.pat.kind {
            PatKind::Var(name) if matches!(&*param.pat.ty, TypeKind::Arrow(_)) => {
                mentions(&def.fun.body, name) == 1 && self.is_applied(&def.fun.body, name)
            }
            _ => false,
        });
        let once: Rc<[bool]> = once.collect();
        if once.contains(&true) {
            self.once.insert(def.name.id, once);
        }
    }

    /// Whether this function applies the argument at that place no more than once.
    pub(super) fn applies_once(&self, fun: &Exp, argument: usize) -> bool {
        let ExpKind::Var(name, _) = &fun.kind else {
            return false;
        };
        let once = self.once.get(&name.id);
        once.is_some_and(|once| once.get(argument).copied().unwrap_or(false))
    }

    /// Whether the one mention of the name is applied, where that happens no more than once.
    fn is_applied(&self, e: &Exp, name: &VName) -> bool {
        let is_name = |e: &Exp| matches!(&e.kind, ExpKind::Var(v, _) if v == name);
        deep(|| match &e.kind {
            ExpKind::Lambda(_) | ExpKind::Loop(_) => false,
            ExpKind::LetFun(_, _, body) => self.is_applied(body, name),
            ExpKind::App { fun, .. } if is_name(fun) => true,
            ExpKind::App { fun, args, .. } => {
                let given = args.iter().position(is_name);
                let passed_on = given.is_some_and(|i| self.applies_once(fun, i) && is_whole(e));
                passed_on || self.is_applied(fun, name) || args.iter().any(|arg| self.is_applied(arg, name))
            }
            _ => e.children().into_iter().any(|child| self.is_applied(child, name)),
        })
    }
}

/// Whether an expression is no function, which could be applied again.
fn is_whole(e: &Exp) -> bool {
    !matches!(&*e.ty, TypeKind::Arrow(_))
}

/// How often a variable occurs.
fn mentions(e: &Exp, name: &VName) -> usize {
    let own = usize::from(matches!(&e.kind, ExpKind::Var(v, _) if v == name));
    own + deep(|| {
        e.children()
            .into_iter()
            .map(|part| mentions(part, name))
            .sum::<usize>()
    })
}
