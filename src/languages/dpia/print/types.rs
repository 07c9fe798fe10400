//! Types and sizes.

use super::names::Names;
use crate::{DataType, Nat, NatExpression, PhraseType};

/// A size.
pub fn nat(names: &Names, nat: &Nat) -> String {
    let mut out = String::new();
    expression(names, &nat.to_expression(), 0, &mut out);
    out
}

/// A size where only names, numbers and brackets may stand.
pub fn nat_atom(names: &Names, n: &Nat) -> String {
    match n.to_expression() {
        NatExpression::Var(_) | NatExpression::Lit(_) => nat(names, n),
        _ => format!("({})", nat(names, n)),
    }
}

/// Sums bind weakest (0), then products (1), then powers (2).
fn expression(names: &Names, e: &NatExpression, least: u8, out: &mut String) {
    use NatExpression as E;
    let (a, symbol, b, own) = match e {
        E::Lit(n) => return out.push_str(&n.to_string()),
        E::Var(x) => return out.push_str(names.of(x)),
        E::Overflow => return out.push_str("overflow"),
        E::Min(a, b) | E::Max(a, b) => {
            out.push_str(if matches!(e, E::Min(..)) { "min(" } else { "max(" });
            expression(names, a, 0, out);
            out.push_str(", ");
            expression(names, b, 0, out);
            return out.push(')');
        }
        E::Add(a, b) => (a, " + ", b, 0),
        E::Sub(a, b) => (a, " - ", b, 0),
        E::Mul(a, b) => (a, " * ", b, 1),
        E::DivExact(a, b) => (a, " /^ ", b, 1),
        E::Div(a, b) => (a, " / ", b, 1),
        E::Rem(a, b) => (a, " % ", b, 1),
        E::Pow(a, b) => (a, "^", b, 2),
    };
    if own < least {
        out.push('(');
    }
    // The power associates to the right, all others to the left.
    expression(names, a, if own == 2 { 3 } else { own }, out);
    out.push_str(symbol);
    expression(names, b, if own == 2 { 3 } else { own + 1 }, out);
    if own < least {
        out.push(')');
    }
}

/// A data type.
pub fn data_type(names: &Names, data: &DataType) -> String {
    match data {
        DataType::Num(t) => t.to_string(),
        DataType::Index(n) => format!("idx({})", nat(names, n)),
        DataType::Array(n, d) => format!("{}.{}", nat_atom(names, n), data_type(names, d)),
        DataType::Pair(a, b) => format!("({}, {})", data_type(names, a), components(names, b)),
        DataType::Vector(w, t) => format!("{t}<{w}>"),
        DataType::Var(x) => names.of(x).to_owned(),
    }
}

/// The components of a tuple behind the first.
fn components(names: &Names, data: &DataType) -> String {
    match data {
        DataType::Pair(a, b) => format!("{}, {}", data_type(names, a), components(names, b)),
        last => data_type(names, last),
    }
}

/// A phrase type; expressions by their data type alone.
pub fn phrase_type(names: &Names, ty: &PhraseType) -> String {
    match ty {
        PhraseType::Exp(d) => data_type(names, d),
        PhraseType::Acc(d) => format!("acc[{}]", data_type(names, d)),
        PhraseType::Upd(op, d) => format!("upd[{}, {}]", super::update_op(*op), data_type(names, d)),
        PhraseType::Comm => "comm".to_owned(),
        PhraseType::Product(a, b) => match (&**a, &**b) {
            (PhraseType::Acc(d), PhraseType::Exp(e)) if d == e => format!("var[{}]", data_type(names, d)),
            _ => format!("{{{}, {}}}", phrase_type(names, a), phrase_type(names, b)),
        },
        PhraseType::Fun { passive, from, to } => {
            let arrow = if *passive { "->p" } else { "->" };
            let left = phrase_type(names, from);
            let to = phrase_type(names, to);
            match **from {
                PhraseType::Fun { .. } | PhraseType::NatFun(..) | PhraseType::DataFun(..) => {
                    format!("({left}) {arrow} {to}")
                }
                _ => format!("{left} {arrow} {to}"),
            }
        }
        PhraseType::NatFun(x, t) => format!("({}: nat) -> {}", names.of(x), phrase_type(names, t)),
        PhraseType::DataFun(x, t) => format!("({}: data) -> {}", names.of(x), phrase_type(names, t)),
    }
}
