//! DX-TR-STRUCT: what depends on the argument, what is zero, and what has no rule.

use super::{Done, Transposer, Weight};
use elder_dex::core::rewrite::{free, free_of};
use elder_dex::core::{Exp, Projection, Type, Value, print};
use elder_dex::rules::transposition::DX_TR_STRUCT;
use elder_syntax::Diagnostic;
use elder_syntax::names::Name;
use elder_syntax::prim::{PrimFn, PrimValue};
use rustc_hash::FxHashSet;

impl Transposer<'_> {
    /// dom(Ω) ∩ fv(e) ≠ ∅
    pub(super) fn depends(&self, exp: &Exp) -> bool {
        self.is_linear(&free_of(exp))
    }

    /// The same of a value.
    pub(super) fn depends_value(&self, value: &Value) -> bool {
        match value {
            Value::Var(name) => self.standing.contains_key(name),
            Value::Literal(_) | Value::Unit => false,
            other => self.is_linear(&free(other)),
        }
    }

    fn is_linear(&self, names: &FxHashSet<Name>) -> bool {
        names.iter().any(|name| self.standing.contains_key(name))
    }

    /// Whether a value that does not depend on the argument is zero by its form.
    pub(super) fn is_zero(&mut self, value: &Value, weight: &Weight) -> bool {
        let parts: Vec<(Projection, &Value)> = match value {
            Value::View(view) => {
                let body = |t: &mut Self| {
                    let element = t.element_of_weight(weight, &Value::Var(view.binder.name))?;
                    t.block(&view.body, &element)
                };
                return self.tried(body);
            }
            Value::Pair(first, second) => {
                vec![(Projection::First, first), (Projection::Second, second)]
            }
            Value::Record(fields) => fields
                .iter()
                .map(|(label, value)| (Projection::Field(label.clone()), value))
                .collect(),
            Value::Con(con) => (0..).map(Projection::Held).zip(&con.fields).collect(),
            other => return self.is_zero_path(other),
        };
        parts.into_iter().all(|(part, value)| {
            let weight = self.part_of_weight(weight, &part);
            weight.is_ok_and(|weight| weight.value.is_none() || self.is_zero(value, &weight))
        })
    }

    /// The same of a variable, a part of one, or a number.
    pub(super) fn is_zero_path(&self, value: &Value) -> bool {
        match value {
            Value::Var(name) => self.zeros.contains(name),
            Value::Project(_, whole) => self.is_zero_path(whole),
            other => is_zero_literal(other),
        }
    }

    /// Whether an expression that does not depend on the argument is zero by its form: it is if it is a linear function of nothing.  Nothing
    /// stands behind what fails.
    pub(super) fn is_zero_exp(&mut self, exp: &Exp, ty: &Type) -> bool {
        match exp {
            Exp::Index(whole, _) | Exp::Slice(whole, _) | Exp::Part(_, whole) | Exp::Ask(whole) => {
                self.is_zero_path(whole)
            }
            Exp::Fail(..) | Exp::Throw(_) => true,
            Exp::For(_)
            | Exp::Case(..)
            | Exp::Table(..)
            | Exp::Prim(..)
            | Exp::RunState(..)
            | Exp::RunReader(..)
            | Exp::RunAccum(..) => self.tried(|t| {
                let weight = Weight {
                    value: t.space(ty)?.map(|_| Value::Unit),
                    ty: ty.clone(),
                };
                t.exp(exp, &weight)
            }),
            _ => false,
        }
    }

    /// Whether there is a transpose, of which nothing is kept.
    fn tried(&mut self, judge: impl FnOnce(&mut Self) -> Done) -> bool {
        let (tries, stood, readers) = (self.tries, self.stood.len(), self.readers.len());
        let performed = self.performed.clone();
        let gone = self.gone.clone();
        self.tries = true;
        let judged = self.within(judge);
        self.tries = tries;
        self.performed = performed;
        self.gone = gone;
        self.readers.truncate(readers);
        for name in self.stood.drain(stood..) {
            self.standing.remove(&name);
        }
        judged.is_ok()
    }

    /// That a value that does not depend on the argument is zero.
    pub(super) fn is_nothing(&mut self, value: &Value, weight: &Weight) -> Done {
        DX_TR_STRUCT.apply();
        if self.is_zero(value, weight) {
            return Ok(());
        }
        let message = format!(
            "the function that is transposed is not linear: {} does not depend on its argument, and is not zero by its form",
            self.text(value)
        );
        self.refuse(
            "zero",
            message,
            "add it to what the transposed function gives instead",
        )
    }

    /// That a value does not depend on the argument.
    pub(super) fn fixed(&self, value: &Value, what: &str) -> Done {
        DX_TR_STRUCT.apply();
        if !self.depends_value(value) {
            return Ok(());
        }
        let message = format!(
            "the function that is transposed is not linear: {} is {what}, and depends on its argument",
            self.text(value)
        );
        self.refuse(
            "fixed",
            message,
            "compute it before, of what does not depend on the argument",
        )
    }

    pub(super) fn no_operator<T>(&self, f: PrimFn) -> Done<T> {
        let message = format!(
            "the function that is transposed is not linear: `{f}` is no linear function of what it is given"
        );
        self.refuse(
            "operand",
            message,
            "linearize the function first, and transpose its derivative",
        )
    }

    pub(super) fn no_index<T>(&self, operands: &[Value]) -> Done<T> {
        for operand in operands {
            self.fixed(operand, "an index or a size")?;
        }
        self.no_expression()
    }

    pub(super) fn no_space<T>(&self, ty: &Type) -> Done<T> {
        let message = format!(
            "what depends on the argument of a function that is transposed is of type {}, no vector space",
            self.text(ty)
        );
        self.refuse(
            "space",
            message,
            "let only vectors depend on the argument, and keep sums apart from them",
        )
    }

    pub(super) fn no_form<T>(&self, value: &Value) -> Done<T> {
        let message = format!(
            "{} depends on the argument of a function that is transposed, and is of a form that has no transpose",
            self.text(value)
        );
        self.refuse("space", message, "name its parts, and use these")
    }

    pub(super) fn no_expression<T>(&self) -> Done<T> {
        let message = "what is computed here depends on the argument of a function that is transposed, and has no transpose";
        self.refuse(
            "space",
            message,
            "compute it before, of what does not depend on the argument",
        )
    }

    pub(super) fn no_addition<T>(&self) -> Done<T> {
        let message = "what depends on the argument of a function that is transposed is accumulated by a monoid other than addition";
        self.refuse(
            "handler",
            message,
            "use an accumulator without a monoid, which adds",
        )
    }

    pub(super) fn caught<T>(&self) -> Done<T> {
        let message = "what depends on the argument of a function that is transposed is caught: `Maybe` is no vector space";
        self.refuse(
            "handler",
            message,
            "catch what does not depend on the argument, and decide by that",
        )
    }

    /// DX-TR-STRUCT
    fn refuse<T>(&self, premise: &str, message: impl Into<String>, help: &str) -> Done<T> {
        let error = Diagnostic::error(DX_TR_STRUCT.refuse(premise), self.at, message);
        Err(Box::new(error.with_help(help)))
    }

    fn text(&self, value: &Value) -> String {
        if self.tries {
            return String::new();
        }
        format!("`{}`", print::value(self.program, self.names, value))
    }
}

/// Whether a number is the float zero.
pub(super) fn is_zero_literal(value: &Value) -> bool {
    match value {
        Value::Literal(PrimValue::F32(number)) => *number == 0.0,
        Value::Literal(PrimValue::F64(number)) => *number == 0.0,
        _ => false,
    }
}
