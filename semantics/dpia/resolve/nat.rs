//! Nat terms to code: numbers wherever no loop variable is involved.

use super::{Binding, Env, Resolver};
use crate::dpia::code::{Nat, NatOp};
use crate::failure::{Fail, Failure, Run};
use elder_dpia::rules::evaluation::DPIA_E_LIMIT;
use elder_dpia::{NatError, NatExpression};
use elder_syntax::Span;

impl Resolver {
    /// The nat as code.
    pub(super) fn nat(&mut self, nat: &elder_dpia::Nat, env: &Env, span: Span) -> Run<Nat> {
        if let Some(value) = nat.as_constant() {
            return Ok(Nat::Const(value));
        }
        let mut nat = nat.clone();
        let mut open = false;
        for x in nat.variables() {
            match env.get(&x) {
                Some(Binding::Nat(Nat::Const(value))) => {
                    nat = nat.substitute(&x, &elder_dpia::Nat::lit(*value));
                }
                Some(Binding::Nat(_) | Binding::Slot(_)) => open = true,
                _ => return Err(Failure::internal(span, format!("the nat `{x}` is not known"))),
            }
        }
        if !open {
            match nat.evaluate(&|_| None) {
                Ok(value) => return Ok(Nat::Const(value)),
                Err(NatError::Unbound(x)) => {
                    return Err(Failure::internal(span, format!("the nat `{x}` is not known")));
                }
                // What has no value fails when it is needed, which may be never.
                Err(NatError::NotNatural | NatError::DivisionByZero) => {}
                Err(NatError::Overflow) => return Err(too_large(span)),
            }
        }
        let (numerator, denominator) = nat.fraction();
        let numerator = self.nat_expression(&numerator.to_expression(), env, span)?;
        if denominator.is_one() {
            return Ok(numerator);
        }
        let denominator = self.nat_expression(&denominator.to_expression(), env, span)?;
        Ok(Nat::Op(NatOp::DivExact, Box::new((numerator, denominator))))
    }

    /// Several.
    pub(super) fn nats(&mut self, nats: &[elder_dpia::Nat], env: &Env, span: Span) -> Run<Vec<Nat>> {
        nats.iter().map(|n| self.nat(n, env, span)).collect()
    }

    fn nat_expression(&mut self, term: &NatExpression, env: &Env, span: Span) -> Run<Nat> {
        self.count(span)?;
        let (op, a, b) = match term {
            NatExpression::Lit(value) => return Ok(Nat::Const(*value)),
            NatExpression::Var(x) => {
                return match env.get(x) {
                    Some(Binding::Nat(n)) => Ok(n.clone()),
                    Some(Binding::Slot(s)) => Ok(Nat::Slot(*s)),
                    _ => Err(Failure::internal(span, format!("the nat `{x}` is not known"))),
                };
            }
            NatExpression::Overflow => {
                return Err(too_large(span));
            }
            NatExpression::Add(a, b) => (NatOp::Add, a, b),
            NatExpression::Sub(a, b) => (NatOp::Sub, a, b),
            NatExpression::Mul(a, b) => (NatOp::Mul, a, b),
            NatExpression::DivExact(a, b) => (NatOp::DivExact, a, b),
            NatExpression::Div(a, b) => (NatOp::Div, a, b),
            NatExpression::Rem(a, b) => (NatOp::Rem, a, b),
            NatExpression::Pow(a, b) => (NatOp::Pow, a, b),
            NatExpression::Min(a, b) => (NatOp::Min, a, b),
            NatExpression::Max(a, b) => (NatOp::Max, a, b),
        };
        elder_syntax::stack::deep(128 * 1024, 4 * 1024 * 1024, || {
            let a = self.nat_expression(a, env, span)?;
            let b = self.nat_expression(b, env, span)?;
            if let (Nat::Const(x), Nat::Const(y)) = (&a, &b)
                && let Some(value) = compute(op, *x, *y)
            {
                return Ok(Nat::Const(value));
            }
            Ok(Nat::Op(op, Box::new((a, b))))
        })
    }
}

/// Why a size has no value, for people.
pub(in crate::dpia) fn what(error: &NatError) -> String {
    match error {
        NatError::Unbound(x) => format!("`{x}` is not known"),
        NatError::DivisionByZero => "it divides by zero".into(),
        NatError::NotNatural => "it is no natural number".into(),
        NatError::Overflow => "it is too large".into(),
    }
}

/// DPIA-E-LIMIT
#[cold]
pub(in crate::dpia) fn too_large(span: Span) -> Fail {
    Failure::limit(&DPIA_E_LIMIT, "size", span, "a size does not fit 64 bits")
}

/// The value of an operation; `None` if it has none.
pub(in crate::dpia) fn compute(op: NatOp, a: i64, b: i64) -> Option<i64> {
    match op {
        NatOp::Add => a.checked_add(b),
        NatOp::Sub => a.checked_sub(b),
        NatOp::Mul => a.checked_mul(b),
        NatOp::DivExact => (b != 0 && a.checked_rem(b)? == 0).then(|| a / b),
        NatOp::Div => (b > 0).then(|| a.div_euclid(b)),
        NatOp::Rem => (b > 0).then(|| a.rem_euclid(b)),
        NatOp::Pow => a.checked_pow(u32::try_from(b).ok()?),
        NatOp::Min => Some(a.min(b)),
        NatOp::Max => Some(a.max(b)),
    }
}
