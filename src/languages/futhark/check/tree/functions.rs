//! No functions as values: what defunctionalisation promises.

use crate::check::substitution::is_order_zero;
use crate::tree::walk::deep;
use crate::tree::{Exp, ExpKind, Program};
use elder_syntax::{Diagnostic, Span};

/// Whether functions are only defined at the top level, called, and operands of intrinsics.
pub fn program(program: &Program) -> Result<(), Vec<Diagnostic>> {
    let mut errors = Vec::new();
    for def in &program.defs {
        let params = def.fun.params.iter().map(|param| &param.pat.ty);
        if params.chain([&def.fun.ret.ty]).any(|ty| !is_order_zero(ty)) {
            errors.push(wrong(def.span, &def.path));
        }
        value(&def.fun.body, &mut errors);
    }
    match errors.is_empty() {
        true => Ok(()),
        false => Err(errors),
    }
}

/// An expression that is no function.
fn value(e: &Exp, errors: &mut Vec<Diagnostic>) {
    if !is_order_zero(&e.ty) || matches!(e.kind, ExpKind::LetFun(..)) {
        errors.push(wrong(e.span, "an expression"));
        return;
    }
    deep(|| match &e.kind {
        ExpKind::App { fun, args, .. } => {
            let is_intrinsic = match &fun.kind {
                ExpKind::Intrinsic(..) => true,
                ExpKind::Var(..) => false,
                _ => {
                    errors.push(wrong(fun.span, "what is applied"));
                    false
                }
            };
            for arg in args {
                match &arg.kind {
                    ExpKind::Lambda(fun) if is_intrinsic => value(&fun.body, errors),
                    _ => value(arg, errors),
                }
            }
        }
        _ => e.children().into_iter().for_each(|part| value(part, errors)),
    })
}

fn wrong(span: Span, what: &str) -> Diagnostic {
    let message = format!("a function is left as a value: {what}");
    Diagnostic {
        span,
        ..Diagnostic::outside(message)
    }
}
