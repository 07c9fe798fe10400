//! Value definitions, from the syntax tree to the typed tree: both walks, and what is checked when all is known.

use super::display::show;
use super::env::Env;
use super::sizing::Sizing;
use super::sizing::functions::scheme_of;
use super::substitution::{for_each_type_name, is_order_zero};
use super::terms::{Infer, State, TypedDefinition};
use super::{Checked, Context, causality};
use crate::ast::{self, Liftedness};
use crate::rules::typing::FUT_T_RECFUN;
use crate::tree::{Def, Exp, ExpKind, Fun, Scheme, Size, Type, VName};
use elder_syntax::attribute::Attributes;
use elder_syntax::{Diagnostic, Name, Span};
use std::rc::Rc;

impl Context {
    /// Checks a value definition.  Neither the definition nor its name is entered anywhere.
    ///
    /// # Errors
    /// Everything that the judgements of typing, sizes and uniqueness refuse.
    pub fn check_value(
        &mut self,
        env: &Env,
        def: &ast::ValDef,
        module_path: &str,
    ) -> Checked<(Def, Rc<Scheme>)> {
        let before = self.diagnostics.len();
        let checked = self.value_definition(env, def, module_path);
        if checked.is_err() && env.values.contains_key(&def.name.name) {
            for d in self.diagnostics.iter_mut().skip(before) {
                if d.refusal
                    .is_some_and(|refusal| std::ptr::eq(refusal.rule, &FUT_T_RECFUN))
                {
                    d.message.push_str(&outer_was_meant(&def.name.name));
                }
            }
        }
        checked
    }

    fn value_definition(
        &mut self,
        env: &Env,
        def: &ast::ValDef,
        module_path: &str,
    ) -> Checked<(Def, Rc<Scheme>)> {
        let base = self.names();
        let mut st = State::new(self);
        let TypedDefinition { name, fun } = Infer {
            cx: self,
            st: &mut st,
        }
        .definition(env, def)?;
        let mut sizing = Sizing::new(self, &st.vars, base);
        let mut fun = sizing.function(fun, &name, true)?;
        sizing.nothing_open()?;
        sizing.substitute_in(&name, &mut fun);
        super::learnt::learn(&mut sizing, &mut fun);
        sizing.instances_known()?;
        causality::check(&mut sizing, &fun.body)?;
        drop(sizing);
        self.recursion(&name, &fun, def.name.span)?;
        let path = if module_path.is_empty() {
            name.name.to_string()
        } else {
            format!("{module_path}.{}", name.name)
        };
        let mut def = Def {
            name,
            path,
            attributes: Attributes::NONE,
            fun,
            span: def.name.span,
        };
        let before = self.diagnostics.len();
        match super::uniqueness::check_def(self, &mut def) {
            Err(_) if self.unguarded => self.diagnostics.truncate(before),
            checked => checked?,
        }
        self.note_applied_once(&def);
        let scheme = Rc::new(scheme_of(&def.fun));
        Ok((def, scheme))
    }

    /// A size expression outside of any value definition: of type `i64`, without binding constructs.
    ///
    /// # Errors
    /// What the judgements of typing and sizes refuse.
    pub fn check_size(&mut self, env: &Env, e: &ast::Exp) -> Checked<Size> {
        let base = self.names();
        let mut st = State::new(self);
        let e = Infer {
            cx: self,
            st: &mut st,
        }
        .closed_size(env, e)?;
        let mut sizing = Sizing::new(self, &st.vars, base);
        let size = sizing.size_expression(e)?;
        sizing.nothing_open()?;
        sizing.instances_known()?;
        Ok(sizing.substitute_in_size(&size))
    }

    fn may_be_function(&self, t: &Type) -> bool {
        let mut lifted = !is_order_zero(t);
        for_each_type_name(t, &mut |v| {
            lifted |= self.liftedness.get(&v.id) == Some(&Liftedness::Lifted);
        });
        lifted
    }

    /// Restrictions on functions that call themselves (FUT-T-RECFUN).
    fn recursion(&mut self, name: &VName, fun: &Fun, span: Span) -> Checked<()> {
        if fun.params.is_empty() || !mentions(&fun.body, name) {
            return Ok(());
        }
        FUT_T_RECFUN.apply();
        if self.may_be_function(&fun.ret.ty) {
            let shown = show(&fun.ret.ty);
            return self.fail(
                Diagnostic::error(
                    FUT_T_RECFUN.refuse("first_order"),
                    span,
                    format!("the recursive function `{}` gives a function", name.name),
                )
                .with_note(format!("the type of its result is `{shown}`"))
                .with_help("make the parameters of the result parameters of the function itself"),
            );
        }
        let functional: Vec<bool> = fun
            .params
            .iter()
            .map(|p| self.may_be_function(&p.pat.ty))
            .collect();
        if functional.iter().any(|f| *f) {
            self.passed_on(name, fun, &functional, &fun.body)?;
        }
        Ok(())
    }

    fn passed_on(&mut self, name: &VName, fun: &Fun, functional: &[bool], e: &Exp) -> Checked<()> {
        elder_syntax::effort::deeper(|| {
            let saturated = |cx: &mut Context| {
                cx.fail(Diagnostic::error(
                    FUT_T_RECFUN.refuse("saturated"),
                    e.span,
                    format!(
                        "`{}` has functional parameters, so it must be applied to all {} arguments where it calls itself",
                        name.name,
                        functional.len()
                    ),
                ))
            };
            match &e.kind {
                ExpKind::Var(v, _) if v == name => return saturated(self),
                ExpKind::App { fun: head, args, .. } if matches!(&head.kind, ExpKind::Var(v, _) if v == name) =>
                {
                    if args.len() != functional.len() {
                        return saturated(self);
                    }
                    for ((arg, param), functional) in args.iter().zip(&fun.params).zip(functional) {
                        let names = param.pat.names();
                        let same = matches!(&arg.kind, ExpKind::Var(v, _) if names.contains(v));
                        if *functional && !same {
                            return self.fail(
                                Diagnostic::error(
                                    FUT_T_RECFUN.refuse("unchanged"),
                                    arg.span,
                                    "a functional argument of a recursive call must be the parameter itself",
                                )
                                .and_at(param.pat.span, "this parameter"),
                            );
                        }
                    }
                    return args
                        .iter()
                        .try_for_each(|a| self.passed_on(name, fun, functional, a));
                }
                _ => {}
            }
            e.children()
                .into_iter()
                .try_for_each(|c| self.passed_on(name, fun, functional, c))
        })
    }
}

/// What is added to the refusal of a recursive definition that hides a name (FUT-T-RECFUN).
fn outer_was_meant(name: &Name) -> String {
    format!("; in its own body `{name}` is the definition itself, in older Futhark it was the outer `{name}`")
}

/// Whether the variable occurs in it.
pub(super) fn mentions(e: &Exp, name: &VName) -> bool {
    e.any(&mut |part| matches!(&part.kind, ExpKind::Var(v, _) if v == name))
}

#[cfg(test)]
mod tests;
