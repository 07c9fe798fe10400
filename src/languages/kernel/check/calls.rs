//! Calls: functions of the plan, atomic operations, exchanges between lanes.

use super::expressions::Typed;
use super::types;
use super::{Checker, Exchange, Judged};
use crate::c::{self, Space, Type};
use crate::rules as rule;
use crate::subgroups;
use crate::tree::{Atomic, Expr};
use elder_syntax::Name;
use elder_syntax::prim::{BinOp, PrimType};

/// What GCC's atomic functions are told of the order of memory.
const RELAXED: &str = "__ATOMIC_RELAXED";

impl Checker<'_> {
    /// `f(a, b)`
    pub(super) fn call(&mut self, name: &Name, arguments: &[c::Expr]) -> Judged<Typed> {
        rule::KER_T_CALL.apply();
        if let Some(t) = self.exchanged(name) {
            return self.exchange(t, arguments);
        }
        if let Some((atomic, size)) = self.atomic(name) {
            return self.atomic_call(name, atomic, size, arguments);
        }
        let Some(signature) = self.signatures.get(name).cloned() else {
            return self.refused(
                &rule::KER_T_CALL,
                "function",
                format!("there is no function `{name}`"),
            );
        };
        if signature.params.len() != arguments.len() {
            return self.refused(
                &rule::KER_T_CALL,
                "arguments",
                format!("`{name}` takes {} arguments", signature.params.len()),
            );
        }
        let mut out = Vec::with_capacity(arguments.len());
        for (ty, argument) in signature.params.iter().zip(arguments) {
            out.push(self.given(name, ty, argument)?);
        }
        Ok((Expr::Call(signature.number, out), signature.result))
    }

    /// An argument for a parameter.
    fn given(&mut self, name: &Name, ty: &Type, argument: &c::Expr) -> Judged<Expr> {
        match ty {
            Type::Scalar(t) => self.converted_to(argument, *t),
            _ => {
                let (e, found) = self.expression(argument)?;
                match self.points_alike(&found, ty) || found == *ty {
                    true => Ok(e),
                    false => {
                        let message = format!(
                            "`{name}` takes a {} and is given a {}",
                            types::text(ty),
                            types::text(&found)
                        );
                        self.refused(&rule::KER_T_CALL, "arguments", message)
                    }
                }
            }
        }
    }

    /// Whether a pointer of the one type may be one of the other.
    pub(super) fn points_alike(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                a.to == b.to && (a.space == b.space || !self.is_opencl()) && (b.is_const || !a.is_const)
            }
            _ => false,
        }
    }

    /// The type of the values that lanes hand each other by the function of that name.
    fn exchanged(&self, name: &Name) -> Option<PrimType> {
        let all = PrimType::ALL.iter().copied();
        all.filter(|_| self.is_opencl())
            .find(|t| subgroups::function(*t) == name.as_str())
    }

    fn exchange(&mut self, t: PrimType, arguments: &[c::Expr]) -> Judged<Typed> {
        rule::KER_T_EXCHANGE.apply();
        if self.conditional > 0 {
            return self.refused(
                &rule::KER_T_EXCHANGE,
                "apart",
                "lanes exchange values where a condition holds only",
            );
        }
        let [own, from, c::Expr::Int(width)] = arguments else {
            return self.refused(
                &rule::KER_T_CALL,
                "arguments",
                "an exchange takes a value, a lane, and a constant width",
            );
        };
        let own = self.converted_to(own, t)?;
        let from = self.converted_to(from, PrimType::U32)?;
        let to = self.slot();
        match u32::try_from(*width) {
            Ok(width) if width.is_power_of_two() => self.exchanges.push(Exchange { to, own, from, width }),
            _ => {
                return self.refused(
                    &rule::KER_T_CALL,
                    "arguments",
                    "the width of a sub-group is a power of two",
                );
            }
        }
        Ok((Expr::Variable(to), Type::Scalar(t)))
    }

    /// The operation that a function of the dialect is, and the bytes that it is for, if they are fixed.
    fn atomic(&self, name: &Name) -> Option<(Atomic, Option<usize>)> {
        let (operation, size) = match self.is_opencl() {
            true => match (name.strip_prefix("atomic_"), name.strip_prefix("atom_")) {
                (Some(operation), _) => (operation, Some(4)),
                (_, Some(operation)) => (operation, Some(8)),
                _ => return None,
            },
            false => match name.as_str() {
                "__atomic_load_n" => return Some((Atomic::Load, None)),
                "__sync_val_compare_and_swap" => return Some((Atomic::Swap, None)),
                other => (other.strip_prefix("__atomic_fetch_")?, None),
            },
        };
        let atomic = match operation {
            "add" => Atomic::Fetch(BinOp::Add),
            "and" => Atomic::Fetch(BinOp::And),
            "or" => Atomic::Fetch(BinOp::Or),
            "xor" => Atomic::Fetch(BinOp::Xor),
            "min" if self.is_opencl() => Atomic::Fetch(BinOp::Min),
            "max" if self.is_opencl() => Atomic::Fetch(BinOp::Max),
            "xchg" if self.is_opencl() => Atomic::Exchange,
            "cmpxchg" if self.is_opencl() => Atomic::Swap,
            _ => return None,
        };
        Some((atomic, size))
    }

    fn atomic_call(
        &mut self,
        name: &Name,
        atomic: Atomic,
        size: Option<usize>,
        arguments: &[c::Expr],
    ) -> Judged<Typed> {
        let order = |e: &c::Expr| matches!(e, c::Expr::Var(order) if order.as_str() == RELAXED);
        let (pointer, operands) = match (atomic, self.is_opencl(), arguments) {
            (Atomic::Swap, _, [pointer, old, new]) => (pointer, vec![old, new]),
            (Atomic::Load, false, [pointer, last]) if order(last) => (pointer, vec![]),
            (Atomic::Fetch(_), false, [pointer, value, last]) if order(last) => (pointer, vec![value]),
            (Atomic::Fetch(_) | Atomic::Exchange, true, [pointer, value]) => (pointer, vec![value]),
            _ => {
                return self.refused(
                    &rule::KER_T_CALL,
                    "arguments",
                    format!("`{name}` does not take these arguments"),
                );
            }
        };
        let (address, of) = self.pointed(pointer)?;
        let shared = !self.is_opencl() || matches!(of.space, Space::Global | Space::Local);
        let t = match &of.to {
            Type::Scalar(t)
                if t.is_integer() && shared && !of.is_const && size.is_none_or(|n| n == t.bytes()) =>
            {
                *t
            }
            other => {
                let message = format!(
                    "`{name}` does not work on a {} in {:?} memory",
                    types::text(other),
                    of.space
                );
                return self.refused(&rule::KER_T_CALL, "arguments", message);
            }
        };
        let operands = operands
            .into_iter()
            .map(|e| self.converted_to(e, t))
            .collect::<Judged<Vec<Expr>>>()?;
        match types::access(address, &of.to) {
            Some(access) => Ok((Expr::Atomic(atomic, Box::new(access), operands), Type::Scalar(t))),
            None => self.refused(
                &rule::KER_T_CALL,
                "arguments",
                format!("`{name}` works on integers"),
            ),
        }
    }
}
