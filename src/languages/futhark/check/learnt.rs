//! Size parameters that a function learns by itself (FUT-SZ-AMBIG).
//!
//! In `let app f = f n` the size of what `f` gives is a size parameter, which no argument shows: a caller has to know it.
//! But the one call of `f` shows it, before anything needs it.  So `app iota` is no less meaningful than `iota n`, though
//! only the result of `iota` knows its size: the call becomes the place where the parameter gets its value.

use super::causality;
use super::sizing::Sizing;
use super::sizing::functions::{function_type, is_witnessed};
use super::substitution::{any_free, exp_names, witnesses};
use crate::tree::walk::deep;
use crate::tree::{Exp, ExpKind, Fun, PatKind, Type, TypeKind, VName};
use std::rc::Rc;

/// Finds the size parameters that functions of a definition learn, and makes the calls show them.
pub(super) fn learn(sizing: &mut Sizing<'_>, fun: &mut Fun) {
    within(sizing, &mut fun.body);
    let ty = function_type(&fun.params, &fun.ret);
    for size in fun.sizes.clone() {
        if !is_witnessed(&size, &ty) && learns(sizing, fun, &size) {
            sizing.learnt(&size);
        }
    }
}

fn within(sizing: &mut Sizing<'_>, e: &mut Exp) {
    deep(|| {
        if let ExpKind::LetFun(_, fun, body) = &mut e.kind {
            learn(sizing, Rc::make_mut(fun));
            within(sizing, body);
        } else {
            e.children_mut().into_iter().for_each(|c| within(sizing, c));
        }
    })
}

fn learns(sizing: &Sizing<'_>, fun: &mut Fun, size: &VName) -> bool {
    let mut of = fun.params.iter().filter(|p| any_free(&p.pat.ty, |v| v == size));
    let (Some(param), None) = (of.next(), of.next()) else {
        return false;
    };
    let (PatKind::Var(f), Some(arity)) = (&param.pat.kind, gives(&param.pat.ty, size)) else {
        return false;
    };
    let f = f.clone();
    let mut uses = 0;
    exp_names(&fun.body, &mut |v| uses += usize::from(*v == f));
    if uses != 1 {
        return false;
    }
    let shown = at_call(&mut fun.body, &f, arity, &mut |call| {
        call.sizes.push(size.clone());
        witnesses(&call.ty).0.contains(size)
    });
    if shown && causality::learns(sizing, &fun.body, &f, size) {
        return true;
    }
    at_call(&mut fun.body, &f, arity, &mut |call| {
        call.sizes.retain(|v| v != size);
        true
    });
    false
}

/// After how many arguments a function of this type shows the size, if no argument has to do with it.
fn gives(function: &Type, size: &VName) -> Option<usize> {
    let mut arity = 0;
    let mut ty = function;
    while let TypeKind::Arrow(arrow) = &**ty {
        if any_free(&arrow.param, |v| v == size) {
            return None;
        }
        arity += 1;
        ty = &arrow.ret.ty;
    }
    (arity > 0 && witnesses(ty).0.contains(size)).then_some(arity)
}

/// What `act` says of the call of `f` with all its arguments, if it is evaluated exactly once.
fn at_call(e: &mut Exp, f: &VName, arity: usize, act: &mut dyn FnMut(&mut Exp) -> bool) -> bool {
    let called = |e: &Exp| match &e.kind {
        ExpKind::App { fun, args, .. } => {
            args.len() == arity && matches!(&fun.kind, ExpKind::Var(v, _) if v == f)
        }
        _ => false,
    };
    if called(e) {
        return act(e);
    }
    deep(|| match &mut e.kind {
        ExpKind::Lambda(_) => false,
        ExpKind::If(a, _, _) | ExpKind::Match(a, _) | ExpKind::And(a, _) | ExpKind::Or(a, _) => {
            at_call(a, f, arity, act)
        }
        ExpKind::LetFun(_, _, body) => at_call(body, f, arity, act),
        ExpKind::Loop(l) => at_call(&mut l.init, f, arity, act),
        _ => e.children_mut().into_iter().any(|c| at_call(c, f, arity, act)),
    })
}
