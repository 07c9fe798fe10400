//! What a condition says of nats, in the branch where it holds and in the one where it does not (DPIA-K-FACTS).
//!
//! `if 256 * g + i < n then xs[256 * g + i] else 0` is in bounds because the condition says so.  A comparison of nat-valued
//! expressions (sizes as numbers, index terms, conversions of indexes, sums, differences and products of such) gives terms that are not
//! below zero; a conjunction gives those of both sides, a disjunction that does not hold those of neither.  What else a
//! condition says is not understood, which is no error.

use crate::{BinOp, DataType, Nat, Node, Phrase, Prim, PrimType, PrimValue, UnOp};

/// The terms that are not below zero where the condition has this truth value.
pub fn of(condition: &Phrase, holds: bool) -> Vec<Nat> {
    let mut out = Vec::new();
    collect(condition, holds, &mut out);
    out
}

fn collect(condition: &Phrase, holds: bool, out: &mut Vec<Nat>) {
    let Node::Prim(prim, parts) = &*condition.node else {
        return;
    };
    stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match (prim, parts.as_slice()) {
        (Prim::Binary { op, of }, [a, b]) if op.is_comparison() => {
            if let (Some(a), Some(b)) = (nat_of(a, of), nat_of(b, of)) {
                compare(*op, holds, &a, &b, out);
            }
        }
        (
            Prim::Binary {
                op: BinOp::And,
                of: DataType::Num(PrimType::Bool),
            },
            [a, b],
        ) if holds => {
            collect(a, true, out);
            collect(b, true, out);
        }
        (
            Prim::Binary {
                op: BinOp::Or,
                of: DataType::Num(PrimType::Bool),
            },
            [a, b],
        ) if !holds => {
            collect(a, false, out);
            collect(b, false, out);
        }
        (Prim::Unary { op: UnOp::Not, .. }, [a]) => collect(a, !holds, out),
        // `a && b` is `if a then b else false`, `a || b` is `if a then true else b`.
        (Prim::If { .. }, [a, b, c]) => {
            if truth(c) == Some(!holds) {
                collect(a, true, out);
                collect(b, holds, out);
            }
            if truth(b) == Some(!holds) {
                collect(a, false, out);
                collect(c, holds, out);
            }
        }
        _ => {}
    });
}

fn truth(p: &Phrase) -> Option<bool> {
    match &*p.node {
        Node::Prim(
            Prim::Literal {
                value: PrimValue::Bool(b),
                ..
            },
            _,
        ) => Some(*b),
        _ => None,
    }
}

/// What a comparison, or its opposite, says.
fn compare(op: BinOp, holds: bool, a: &Nat, b: &Nat, out: &mut Vec<Nat>) {
    let one = Nat::one();
    let less = |a: &Nat, b: &Nat| b.minus(a).minus(&one);
    let at_most = |a: &Nat, b: &Nat| b.minus(a);
    match (op, holds) {
        (BinOp::Lt, true) | (BinOp::Ge, false) => out.push(less(a, b)),
        (BinOp::Lt, false) | (BinOp::Ge, true) => out.push(at_most(b, a)),
        (BinOp::Gt, true) | (BinOp::Le, false) => out.push(less(b, a)),
        (BinOp::Gt, false) | (BinOp::Le, true) => out.push(at_most(a, b)),
        (BinOp::Eq, true) | (BinOp::Ne, false) => out.extend([at_most(a, b), at_most(b, a)]),
        // A natural number that is not zero is at least one.
        (BinOp::Eq, false) | (BinOp::Ne, true) => {
            if a.is_zero() {
                out.push(b.minus(&one));
            }
            if b.is_zero() {
                out.push(a.minus(&one));
            }
        }
        _ => {}
    }
}

/// The nat that an expression of that type is the value of.  Arithmetic counts only in 64 bits, where no sum of indexes wraps; a
/// single term may also be a number of 32 bits, in which kernels count.
fn nat_of(e: &Phrase, of: &DataType) -> Option<Nat> {
    let wide = *of == DataType::Num(PrimType::I64);
    let counts = wide || *of == DataType::Num(PrimType::I32) || matches!(of, DataType::Index(_));
    if !counts {
        return None;
    }
    match &*e.node {
        Node::Var(x) if matches!(of, DataType::Index(_)) => Some(Nat::var(x)),
        Node::Prim(prim, parts) => {
            stacker::maybe_grow(128 * 1024, 4 * 1024 * 1024, || match (prim, parts.as_slice()) {
                (Prim::IndexLiteral { value, .. } | Prim::NatValue { value, .. }, _) => Some(value.clone()),
                (Prim::Convert { from, .. }, [inner]) => nat_of(inner, from),
                (Prim::Literal { value, .. }, _) => match value {
                    PrimValue::I32(k) => Some(Nat::lit(i64::from(*k))),
                    PrimValue::I64(k) => Some(Nat::lit(*k)),
                    _ => None,
                },
                (Prim::Binary { op, .. }, [a, b]) if wide => {
                    let (a, b) = (nat_of(a, of)?, nat_of(b, of)?);
                    match op {
                        BinOp::Add => Some(a.plus(&b)),
                        BinOp::Sub => Some(a.minus(&b)),
                        BinOp::Mul => Some(a.times(&b)),
                        _ => None,
                    }
                }
                _ => None,
            })
        }
        _ => None,
    }
}
