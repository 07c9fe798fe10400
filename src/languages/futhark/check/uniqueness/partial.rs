//! Functions that were given what applying them consumes.
//!
//! `fill a`, where `fill` has further parameters and its first one is starred, is a function that holds `a`: applying it
//! consumes that, so a second application would read what is gone.  Its aliases have a token for what it was given
//! ([`Aliases::given`]), which applying it consumes.  Types do not tell such functions from others, so they stay where
//! their tokens are seen, and are handed only to functions that apply them once ([`super::once`]).

use super::aliases::{Aliases, Annotated, consumes};
use super::calls::function_name;
use super::scope::Checker;
use crate::rules::uniqueness::FUT_U_CLOSURE;
use crate::tree::{Arrow, Exp, Type};
use elder_syntax::{Diagnostic, Span};

impl Checker<'_> {
    /// The aliases of an application's result of this type, with what the function was given if the result may be a
    /// function; `held` if it was given something before.
    pub fn with_given(
        &mut self,
        aliases: &Aliases,
        fun: &Exp,
        arrows: &[&Arrow],
        result: &Type,
        held: bool,
    ) -> Aliases {
        let given = held || arrows.iter().any(|a| consumes(&a.param, &a.param_stars));
        match given && self.cx.holds_functions(result) {
            true => aliases.union(&Aliases::given(self.given_token(function_name(fun)))),
            false => aliases.clone(),
        }
    }

    /// Rule FUT-U-CLOSURE refuses a function that was given what applying it consumes where it may be applied more than once.
    pub fn require_applied(&mut self, value: &Annotated, span: Span) {
        let given = value.aliases().only_given();
        let Some(token) = given.vars().next() else {
            return;
        };
        let what = self.describe(token);
        self.report(
            Diagnostic::error(
                FUT_U_CLOSURE.refuse("once"),
                span,
                format!("applying this function consumes {what}, but here it may be applied more than once"),
            )
            .with_help("write a function that makes the argument each time: `\\x -> f (copy a) x`"),
        );
    }
}
