//! Application: what arguments consume, what the result aliases, and which functions fit where functions are expected.

use super::aliases::{Aliases, Annotated, consumes, deeply, is_order_zero};
use super::scope::Checker;
use crate::intrinsics::Intrinsic;
use crate::rules::uniqueness::{
    FUT_U_BINOP, FUT_U_CALL, FUT_U_HOARG, FUT_U_HOPAR, FUT_U_PARAM, FUT_U_RESULT,
};
use crate::tree::{Arrow, Exp, ExpKind, Stars, Type, TypeKind};
use elder_syntax::{Diagnostic, Name, Span};

/// Why one function does not fit where another is expected.
pub(super) enum Misfit {
    /// It consumes its argument, and that is not expected.
    Parameter,
    /// Its result is not unique, and that is expected.
    Result,
}

/// Whether all stars that are expected on a type are there.
fn stars_fit(ty: &Type, actual: &Stars, expected: &Stars) -> bool {
    if *expected == Stars::None || *actual == Stars::All {
        return true;
    }
    match &**ty {
        TypeKind::Record(fields) => deeply(|| {
            fields
                .iter()
                .all(|(f, t)| stars_fit(t, &actual.field(f), &expected.field(f)))
        }),
        _ => !consumes(ty, expected) || consumes(ty, actual),
    }
}

/// Whether a function of the one type can stand for a function of the other: the types are equal but for stars.
fn arrow_fits(actual: &Arrow, expected: &Arrow) -> Result<(), Misfit> {
    if consumes(&actual.param, &actual.param_stars) && !consumes(&expected.param, &expected.param_stars) {
        return Err(Misfit::Parameter);
    }
    if !stars_fit(&expected.ret.ty, &actual.ret.stars, &expected.ret.stars) {
        return Err(Misfit::Result);
    }
    deeply(|| {
        type_fits(&expected.param, &actual.param)?;
        type_fits(&actual.ret.ty, &expected.ret.ty)
    })
}

/// The same for all functions in a type.
pub(super) fn type_fits(actual: &Type, expected: &Type) -> Result<(), Misfit> {
    match (&**actual, &**expected) {
        (TypeKind::Arrow(a), TypeKind::Arrow(b)) => arrow_fits(a, b),
        (TypeKind::Record(a), TypeKind::Record(b)) => {
            deeply(|| a.iter().zip(b).try_for_each(|((_, a), (_, b))| type_fits(a, b)))
        }
        (TypeKind::Sum(a), TypeKind::Sum(b)) => deeply(|| {
            a.iter()
                .zip(b)
                .flat_map(|((_, a), (_, b))| a.iter().zip(b))
                .try_for_each(|(a, b)| type_fits(a, b))
        }),
        _ => Ok(()),
    }
}

/// The same for all functions in a value.
fn value_fits(actual: &Annotated, expected: &Type) -> Result<(), Misfit> {
    match (actual, &**expected) {
        (Annotated::Arrow(_, a), TypeKind::Arrow(_)) => type_fits(a, expected),
        (Annotated::Record(_), TypeKind::Record(fields)) => deeply(|| {
            fields
                .iter()
                .try_for_each(|(f, t)| value_fits(&actual.field(f), t))
        }),
        (Annotated::Sum(constrs), TypeKind::Sum(expected)) => deeply(|| {
            constrs
                .iter()
                .zip(expected)
                .flat_map(|((_, a), (_, b))| a.iter().zip(b))
                .try_for_each(|(a, b)| value_fits(a, b))
        }),
        _ => Ok(()),
    }
}

/// The name of the function that an application applies in the end.
pub(super) fn function_name(e: &Exp) -> Option<Name> {
    match &e.kind {
        ExpKind::Var(name, _) => Some(name.name.clone()),
        ExpKind::Intrinsic(i, _) => Some(i.to_string().into()),
        ExpKind::App { fun, .. } => deeply(|| function_name(fun)),
        _ => None,
    }
}

impl Checker<'_> {
    /// Rules FUT-U-CALL, FUT-U-BINOP and FUT-U-RESULT.
    pub fn application(&mut self, fun: &Exp, args: &[Exp], infix: bool, whole: &Type) -> Annotated {
        if matches!(
            fun.kind,
            ExpKind::Intrinsic(Intrinsic::Prim(_) | Intrinsic::Futhark(_), _)
        ) {
            self.scalar_application(args, infix);
            return Annotated::Scalar;
        }
        let function = self.exp(fun);
        let (closure, ty) = match function {
            Annotated::Arrow(closure, ty) => (closure, ty),
            other => (other.aliases(), fun.ty.clone()),
        };
        let mut held = Vec::new();
        self.hold(closure.clone(), fun.span, &mut held);
        let mut arrows = Vec::with_capacity(args.len());
        let mut rest = &ty;
        for _ in args {
            let TypeKind::Arrow(arrow) = &**rest else { break };
            arrows.push(arrow);
            rest = &arrow.ret.ty;
        }

        let mut values: Vec<Option<Annotated>> = vec![None; args.len()];
        let mut take = |this: &mut Self, i: usize| {
            let Some(arg) = args.get(i) else { return };
            let value = match arrows.get(i) {
                Some(arrow) => this.argument((i, arg), arrow, args, &values, fun),
                None => this.exp(arg),
            };
            this.hold(value.aliases(), arg.span, &mut held);
            if let Some(slot) = values.get_mut(i) {
                *slot = Some(value);
            }
        };
        if infix {
            FUT_U_BINOP.apply();
            (0..args.len()).for_each(|i| take(self, i));
        } else {
            FUT_U_CALL.apply();
            (0..args.len()).rev().for_each(|i| take(self, i));
        }

        self.release(&held);
        let given_before = closure.only_given();
        self.consume(&given_before, fun.span);
        let holds = |value: &Annotated| !value.aliases().only_given().is_empty();
        let held_before = !given_before.is_empty() || values.iter().flatten().any(holds);
        let closure = closure.without_given();
        FUT_U_RESULT.apply();
        let Some(last) = arrows.last() else {
            return Annotated::new(whole, &closure);
        };
        if super::aliases::is_scalar(&last.ret.ty) {
            return Annotated::Scalar;
        }
        let token = self.application_token(function_name(fun));
        let mut aliases = closure.union(&Aliases::of(token));
        for (arrow, value) in arrows.iter().zip(&values) {
            let Some(value) = value else { continue };
            let given = value.aliases().without_given();
            aliases = aliases.union(&match consumes(&arrow.param, &arrow.param_stars) {
                true => given.of_elements(),
                false => given,
            });
        }
        let aliases = self.with_given(&aliases, fun, &arrows, &last.ret.ty, held_before);
        Annotated::result(&last.ret.ty, &last.ret.stars, &aliases)
    }

    /// The same for a primitive function, where nothing can alias: only the order matters.
    fn scalar_application(&mut self, args: &[Exp], infix: bool) {
        let each = |arg| {
            self.exp(arg);
        };
        if infix {
            FUT_U_BINOP.apply();
            args.iter().for_each(each);
        } else {
            FUT_U_CALL.apply();
            args.iter().rev().for_each(each);
        }
    }

    fn argument(
        &mut self,
        (place, arg): (usize, &Exp),
        arrow: &Arrow,
        args: &[Exp],
        before: &[Option<Annotated>],
        fun: &Exp,
    ) -> Annotated {
        let mark = self.history();
        let value = self.exp(arg);
        if !is_order_zero(&arg.ty) {
            FUT_U_HOARG.apply();
        }
        if self.consumed_since(mark) && !is_order_zero(&arg.ty) {
            self.not_quiet(arg, mark);
        } else if self.cx.applies_once(fun, place) {
            self.consume(&value.aliases().only_given(), arg.span);
        } else {
            self.require_applied(&value, arg.span);
        }
        self.require_fit(&value, &arrow.param, arg.span, Some(fun));
        if consumes(&arrow.param, &arrow.param_stars) {
            FUT_U_PARAM.apply();
            self.require_no_self_alias(&value, arg.span);
            let aliases = value.aliases();
            self.consume(&aliases, arg.span);
            let shared = args.iter().zip(before).find_map(|(other, earlier)| {
                let earlier = earlier.as_ref()?.aliases();
                let var = aliases.vars().find(|&v| self.is_live(v) && earlier.has_var(v))?;
                Some((var, other.span))
            });
            if let Some((var, other)) = shared {
                let what = self.describe(var);
                self.first_report(var, other);
                self.report(
                    Diagnostic::error(
                        FUT_U_CALL.refuse("overlapping"),
                        arg.span,
                        format!("this argument is consumed, but aliases {what}, which another argument also aliases"),
                    )
                    .and_at(other, "the other argument")
                    .with_help("pass a `copy` of one of them"),
                );
            }
        }
        value
    }

    /// Rule FUT-U-HOARG refuses.
    fn not_quiet(&mut self, arg: &Exp, mark: usize) {
        let mut diagnostic = Diagnostic::error(
            FUT_U_HOARG.refuse("quiet"),
            arg.span,
            "an argument of functional type contains consumption, which is not allowed",
        )
        .with_note("the function may be applied several times, but what it holds can be consumed only once")
        .with_help("`copy` what is consumed, inside of the function");
        if let Some(&(var, place)) = self.consumption_since(mark).first() {
            diagnostic = diagnostic.and_at(place, format!("{} consumed here", self.describe(var)));
        }
        self.report(diagnostic);
    }

    /// The parts of what is consumed as a whole must not share memory.
    pub fn require_no_self_alias(&mut self, value: &Annotated, span: Span) {
        if let Some(shared) = value.shared() {
            let what = self.describe(shared.var);
            self.report(
                Diagnostic::error(
                    FUT_U_CALL.refuse("self_aliased"),
                    span,
                    "argument passed for consuming parameter is self-aliased",
                )
                .with_note(format!("two parts of it alias {what}"))
                .with_help("`copy` one of the parts"),
            );
        }
    }

    /// Rule FUT-U-HOPAR: the functions in a value fit where this type is expected.
    pub fn require_fit(&mut self, value: &Annotated, expected: &Type, span: Span, fun: Option<&Exp>) {
        if matches!(**expected, TypeKind::Prim(_) | TypeKind::Array(..)) || is_order_zero(expected) {
            return;
        }
        FUT_U_HOPAR.apply();
        let name = fun.and_then(function_name);
        let place = name.map_or_else(|| "here".to_owned(), |f| format!("by \"{f}\""));
        let diagnostic = match value_fits(value, expected) {
            Ok(()) => return,
            Err(Misfit::Parameter) => Diagnostic::error(
                FUT_U_HOPAR.refuse("parameter"),
                span,
                format!("this function consumes its argument, but the function expected {place} may not be consuming"),
            )
            .with_note("the argument may be used again afterwards by whoever applies the function")
            .with_help("let the function `copy` its argument, or mark the parameter `*` in the expected type"),
            Err(Misfit::Result) => Diagnostic::error(
                FUT_U_HOPAR.refuse("result"),
                span,
                format!("the result of this function may alias something, but the function expected {place} has a unique result"),
            )
            .with_help("return a `copy`"),
        };
        self.report(diagnostic);
    }
}
