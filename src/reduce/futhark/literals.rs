//! The plainest values of a type, and plainer literals.

use super::magnitude;
use elder_futhark::ast::{Exp, ExpKind, Ident, Literal, QualName, RecordField};
use elder_futhark::tree::{Size, Type, TypeKind, is_tuple};
use elder_syntax::prim::real::Real;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::{Name, Span, Value};

/// An expression that nobody wrote.
pub fn exp(kind: ExpKind) -> Exp {
    Exp {
        kind,
        span: Span::NONE,
    }
}

/// A name that nobody wrote.
pub fn ident(name: &str) -> Ident {
    Ident {
        name: name.into(),
        span: Span::NONE,
    }
}

fn variable(name: Name) -> Exp {
    exp(ExpKind::Var(QualName {
        path: vec![],
        name,
        span: Span::NONE,
    }))
}

/// A function applied.
pub fn applied(f: Exp, arguments: impl IntoIterator<Item = Exp>) -> Exp {
    arguments.into_iter().fold(f, |f, argument| {
        exp(ExpKind::Apply(Box::new(f), Box::new(argument)))
    })
}

fn number(ty: PrimType, n: i128) -> Literal {
    match ty {
        PrimType::Bool => Literal::Bool(n != 0),
        ty if ty.is_float() => Literal::Float(Real::of(n as f64), Some(ty)),
        ty => Literal::Int(n, Some(ty)),
    }
}

/// A few plain values of a type, the plainest first; none of a type that has no literals.
pub fn plain(ty: &Type) -> Vec<Exp> {
    let of = |ty: &Type| plain(ty).into_iter().next();
    match &**ty {
        TypeKind::Prim(ty) => [0, 1].map(|n| exp(ExpKind::Lit(number(*ty, n)))).to_vec(),
        TypeKind::Record(fields) => {
            let values = fields.iter().map(|(_, ty)| of(ty)).collect::<Option<Vec<Exp>>>();
            let record = values.map(|values| match is_tuple(fields) {
                true => ExpKind::Tuple(values),
                false => ExpKind::Record(
                    fields
                        .iter()
                        .zip(values)
                        .map(|((name, _), value)| RecordField {
                            name: ident(name),
                            value: Some(value),
                        })
                        .collect(),
                ),
            });
            record.map(exp).into_iter().collect()
        }
        TypeKind::Array(size, element) => {
            let Some(zero) = of(element) else {
                return vec![];
            };
            let named = match size {
                Size::Const(n) if (0..=SHORT).contains(n) => {
                    return vec![exp(ExpKind::Array(vec![
                        zero;
                        usize::try_from(*n).unwrap_or_default()
                    ]))];
                }
                Size::Const(n) => Some(exp(ExpKind::Lit(Literal::Int(i128::from(*n), None)))),
                Size::Var(name) => Some(variable(name.name.clone())),
                Size::Exp(_) => None,
            };
            let call = |f: &str, arguments: Vec<Exp>| applied(variable(f.into()), arguments);
            let iota = match &**element {
                TypeKind::Prim(PrimType::I64) => named.clone().map(|n| call("iota", vec![n])),
                _ => None,
            };
            let replicate = named.map(|n| call("replicate", vec![n, zero.clone()]));
            let single = exp(ExpKind::Array(vec![zero]));
            iota.into_iter().chain([single]).chain(replicate).collect()
        }
        TypeKind::Sum(constructors) => constructors
            .iter()
            .filter_map(|(name, types)| {
                let values = types.iter().map(of).collect::<Option<Vec<Exp>>>()?;
                Some(exp(ExpKind::Constr(ident(name), values)))
            })
            .take(1)
            .collect(),
        TypeKind::Arrow(_) | TypeKind::Var(_) | TypeKind::Named(..) => vec![],
    }
}

/// Arrays of so many elements are written as literals.
const SHORT: i64 = 3;

/// A value as it is written, if it is a scalar or a short array of them.
pub fn of_value(value: &Value) -> Option<Exp> {
    let literal = |number: PrimValue| -> Option<Exp> {
        let ty = number.prim_type();
        let integer = |n: i128| match n < 0 {
            true => exp(ExpKind::Negate(Box::new(exp(ExpKind::Lit(Literal::Int(
                -n,
                Some(ty),
            )))))),
            false => exp(ExpKind::Lit(Literal::Int(n, Some(ty)))),
        };
        let float = |x: f64| match x {
            x if !x.is_finite() => None,
            x if x.is_sign_negative() => Some(exp(ExpKind::Negate(Box::new(exp(ExpKind::Lit(
                Literal::Float(Real::of(-x), Some(ty)),
            )))))),
            x => Some(exp(ExpKind::Lit(Literal::Float(Real::of(x), Some(ty))))),
        };
        match number {
            PrimValue::Bool(x) => Some(exp(ExpKind::Lit(Literal::Bool(x)))),
            PrimValue::I8(n) => Some(integer(n.into())),
            PrimValue::I16(n) => Some(integer(n.into())),
            PrimValue::I32(n) => Some(integer(n.into())),
            PrimValue::I64(n) => Some(integer(n.into())),
            PrimValue::U8(n) => Some(integer(n.into())),
            PrimValue::U16(n) => Some(integer(n.into())),
            PrimValue::U32(n) => Some(integer(n.into())),
            PrimValue::U64(n) => Some(integer(n.into())),
            PrimValue::F16(x) => float(x.to_f64()),
            PrimValue::F32(x) => float(x.into()),
            PrimValue::F64(x) => float(x),
        }
    };
    match value.shape() {
        [] => literal(value.as_scalar()?),
        [n] if (1..=4 * SHORT as usize).contains(n) => {
            let elements = (0..*n).map(|k| literal(value.data().get(k)?));
            Some(exp(ExpKind::Array(elements.collect::<Option<Vec<Exp>>>()?)))
        }
        _ => None,
    }
}

/// Plainer literals of the same type.
pub fn plainer(literal: &Literal) -> Vec<Literal> {
    let all = match literal {
        Literal::Bool(_) => vec![Literal::Bool(false)],
        Literal::Int(n, ty) => [0, 1, n / 2].map(|n| Literal::Int(n, *ty)).to_vec(),
        Literal::Float(x, ty) => [0.0, 1.0, (x.double() / 2.0).trunc()]
            .map(|x| Literal::Float(Real::of(x), *ty))
            .to_vec(),
        Literal::Char(_) => vec![Literal::Int(0, Some(PrimType::U8))],
        Literal::String(bytes) if !bytes.is_empty() => {
            vec![Literal::String(bytes[..bytes.len() / 2].to_vec())]
        }
        Literal::String(_) => vec![],
    };
    let least = magnitude(literal);
    all.into_iter()
        .filter(|literal| magnitude(literal) < least)
        .collect()
}
