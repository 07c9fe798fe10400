//! Types and sizes: one grammar, because only its place tells which of them `n` or `(n)` is.

use super::Failure;
use super::atoms::components;
use super::expected::{TYPE, UPDATE, token};
use super::{
    In, Parsed, accept, advance, chained, expect, ident, nested, next_span, next_text, peek, peek_many,
    since, unexpected,
};
use crate::ast::{NatOp, Type, TypeKind};
use crate::lexer::{Kind, literal};
use crate::rules::syntax::{DPIA_SYN_NUMBER, DPIA_SYN_TYPE};
use crate::{Kind as Sort, UpdateOp};
use elder_syntax::{Name as Text, Span};

/// Any type or size: arrows bind weakest.
pub(super) fn type_or_size(inp: &mut In<'_, '_>) -> Parsed<Type> {
    nested(inp, |inp| {
        DPIA_SYN_TYPE.apply();
        if let Some(dependent) = dependent(inp)? {
            return Ok(dependent);
        }
        let from = sum(inp)?;
        if peek(inp) != Some(Kind::Arrow) {
            return Ok(from);
        }
        let passive = arrow(inp);
        let to = type_or_size(inp)?;
        let span = from.span.to(to.span);
        let kind = TypeKind::Fun {
            passive,
            from: Box::new(from),
            to: Box::new(to),
        };
        Ok(Type { kind, span })
    })
}

/// `->`, or `->p` without a space.  Whether it is the passive one.
fn arrow(inp: &mut In<'_, '_>) -> bool {
    let end = advance(inp).end;
    let passive = next_span(inp).start == end && next_text(inp) == "p";
    if passive {
        inp.skip();
    }
    passive
}

/// `(n: nat) -> T`, if it stands here.
fn dependent(inp: &mut In<'_, '_>) -> Parsed<Option<Type>> {
    let here = inp.save();
    let next = [inp.next(), inp.next(), inp.next()];
    inp.rewind(here);
    if next != [Some(Kind::LParen), Some(Kind::Ident), Some(Kind::Colon)] {
        return Ok(None);
    }
    let start = expect(inp, Kind::LParen)?;
    let name = ident(inp)?;
    expect(inp, Kind::Colon)?;
    let sort = match next_text(inp) {
        "nat" => Sort::Nat,
        "data" => Sort::Data,
        _ => return unexpected(inp, TYPE),
    };
    inp.skip();
    expect(inp, Kind::RParen)?;
    if peek(inp) != Some(Kind::Arrow) {
        return unexpected(inp, token(Kind::Arrow));
    }
    arrow(inp);
    let to = type_or_size(inp)?;
    let span = start.to(to.span);
    let kind = TypeKind::Dependent(name, sort, Box::new(to));
    Ok(Some(Type { kind, span }))
}

fn nat(op: NatOp, a: Type, b: Type) -> Type {
    let span = a.span.to(b.span);
    Type {
        kind: TypeKind::Nat(op, Box::new(a), Box::new(b)),
        span,
    }
}

fn sum(inp: &mut In<'_, '_>) -> Parsed<Type> {
    let mut left = product(inp)?;
    loop {
        let op = match peek(inp) {
            Some(Kind::Plus) => NatOp::Add,
            Some(Kind::Minus) => NatOp::Sub,
            _ => return Ok(left),
        };
        inp.skip();
        chained(inp)?;
        left = nat(op, left, product(inp)?);
    }
}

fn product(inp: &mut In<'_, '_>) -> Parsed<Type> {
    let mut left = power(inp)?;
    loop {
        let op = match peek(inp) {
            Some(Kind::Star) => NatOp::Mul,
            Some(Kind::Slash) => NatOp::Div,
            Some(Kind::SlashHat) => NatOp::DivExact,
            Some(Kind::Percent) => NatOp::Rem,
            _ => return Ok(left),
        };
        inp.skip();
        chained(inp)?;
        left = nat(op, left, power(inp)?);
    }
}

fn power(inp: &mut In<'_, '_>) -> Parsed<Type> {
    let base = array(inp)?;
    if !accept(inp, Kind::Hat) {
        return Ok(base);
    }
    let exponent = nested(inp, power)?;
    Ok(nat(NatOp::Pow, base, exponent))
}

/// `n.T`; to the right.
fn array(inp: &mut In<'_, '_>) -> Parsed<Type> {
    if peek(inp) == Some(Kind::Float) {
        return dimensions(inp);
    }
    let first = atom(inp)?;
    element_of(inp, first)
}

fn element_of(inp: &mut In<'_, '_>, size: Type) -> Parsed<Type> {
    if !accept(inp, Kind::Dot) {
        return Ok(size);
    }
    let element = nested(inp, array)?;
    let span = size.span.to(element.span);
    Ok(Type {
        kind: TypeKind::Array(Box::new(size), Box::new(element)),
        span,
    })
}

/// `2.4.T`, whose first two sizes look like a float.
fn dimensions(inp: &mut In<'_, '_>) -> Parsed<Type> {
    let text = next_text(inp);
    let place = next_span(inp);
    let sizes = text
        .split_once('.')
        .and_then(|(a, b)| Some((number(a)?, number(b)?)));
    let Some((outer, inner)) = sizes else {
        return unexpected(inp, TYPE);
    };
    inp.skip();
    let span = inp.state().0.span(place);
    let size = |n: i64| Type {
        kind: TypeKind::Number(n),
        span,
    };
    if peek(inp) != Some(Kind::Dot) {
        return unexpected(inp, token(Kind::Dot));
    }
    let rest = element_of(inp, size(inner))?;
    let whole = span.to(rest.span);
    Ok(Type {
        kind: TypeKind::Array(Box::new(size(outer)), Box::new(rest)),
        span: whole,
    })
}

/// Digits as a size.
fn number(text: &str) -> Option<i64> {
    let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let value = literal::int(text).ok().filter(|_| digits)?.0;
    i64::try_from(value).ok()
}

/// What `@` may stand before: a number, a name with what belongs to it, something in brackets.
pub(super) fn atom(inp: &mut In<'_, '_>) -> Parsed<Type> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Nat) => {
            let text = next_text(inp);
            let Some(value) = number(text) else {
                let message = format!("the size {text} is larger than 63 bits can hold");
                return Err(Failure::mistake(
                    DPIA_SYN_NUMBER.refuse("range"),
                    next_span(inp),
                    message,
                ));
            };
            inp.skip();
            TypeKind::Number(value)
        }
        Some(Kind::Ident) => named(inp)?,
        Some(Kind::LParen) => {
            inp.skip();
            let first = type_or_size(inp)?;
            if accept(inp, Kind::Comma) {
                tuple(inp, first)?
            } else if accept(inp, Kind::RParen) {
                first.kind
            } else {
                return unexpected(inp, token(Kind::Comma).or(token(Kind::RParen)));
            }
        }
        Some(Kind::LCurly) => {
            inp.skip();
            let first = type_or_size(inp)?;
            expect(inp, Kind::Comma)?;
            let second = type_or_size(inp)?;
            expect(inp, Kind::RCurly)?;
            TypeKind::Product(Box::new(first), Box::new(second))
        }
        _ => return unexpected(inp, TYPE),
    };
    let span = since(inp, &start);
    Ok(Type { kind, span })
}

/// `(T, U)`, `(T, U, V)` behind its first comma: pairs that nest to the right.
fn tuple(inp: &mut In<'_, '_>, first: Type) -> Parsed<TypeKind> {
    let mut parts = vec![first];
    components(inp, &mut parts, type_or_size)?;
    let Some(last) = parts.pop().filter(|_| !parts.is_empty()) else {
        return unexpected(inp, TYPE);
    };
    let pair = |second: Type, first: Type| {
        let span = first.span.to(second.span);
        let kind = TypeKind::Pair(Box::new(first), Box::new(second));
        Type { kind, span }
    };
    Ok(parts.into_iter().rev().fold(last, pair).kind)
}

/// A name, and what belongs to it: `exp[T]`, `idx(n)`, `min(n, m)`, `f32<4>`.
fn named(inp: &mut In<'_, '_>) -> Parsed<TypeKind> {
    let name = ident(inp)?;
    let one = |inp: &mut In<'_, '_>, open: Kind, close: Kind| {
        expect(inp, open)?;
        let inner = type_or_size(inp)?;
        expect(inp, close)?;
        Ok(Box::new(inner))
    };
    match (name.name.as_str(), peek(inp)) {
        ("exp", Some(Kind::LBracket)) => Ok(TypeKind::Exp(one(inp, Kind::LBracket, Kind::RBracket)?)),
        ("acc", Some(Kind::LBracket)) => Ok(TypeKind::Acc(one(inp, Kind::LBracket, Kind::RBracket)?)),
        ("var", Some(Kind::LBracket)) => Ok(TypeKind::Var(one(inp, Kind::LBracket, Kind::RBracket)?)),
        ("upd", Some(Kind::LBracket)) => {
            inp.skip();
            let op = update_op(inp)?;
            expect(inp, Kind::Comma)?;
            let inner = type_or_size(inp)?;
            expect(inp, Kind::RBracket)?;
            Ok(TypeKind::Upd(op, Box::new(inner)))
        }
        ("idx", Some(Kind::LParen)) => Ok(TypeKind::Index(one(inp, Kind::LParen, Kind::RParen)?)),
        ("min" | "max", Some(Kind::LParen)) => {
            inp.skip();
            let a = type_or_size(inp)?;
            expect(inp, Kind::Comma)?;
            let b = type_or_size(inp)?;
            expect(inp, Kind::RParen)?;
            let op = if name.name == "min" {
                NatOp::Min
            } else {
                NatOp::Max
            };
            Ok(TypeKind::Nat(op, Box::new(a), Box::new(b)))
        }
        (_, Some(Kind::Less)) => vector(inp, name.name, name.span),
        _ => Ok(TypeKind::Name(name.name)),
    }
}

/// `<4>` after the name of a primitive type.
fn vector(inp: &mut In<'_, '_>, name: Text, span: Span) -> Parsed<TypeKind> {
    expect(inp, Kind::Less)?;
    let place = next_span(inp);
    let width = match peek_many(inp) {
        [Some(Kind::Nat), _] => number(next_text(inp)),
        _ => return unexpected(inp, token(Kind::Nat)),
    };
    let Some(width) = width.and_then(vector_width) else {
        let refusal = DPIA_SYN_TYPE.refuse("width");
        let message = format!("no vector has {} components", next_text(inp));
        return Err(
            Failure::mistake(refusal, place, message).with_help("vectors have 2, 3, 4, 8 or 16 components")
        );
    };
    inp.skip();
    expect(inp, Kind::Greater)?;
    let element = Type {
        kind: TypeKind::Name(name),
        span,
    };
    Ok(TypeKind::Vector(Box::new(element), width))
}

/// The number as the width of a vector.
pub(crate) fn vector_width(width: i64) -> Option<u8> {
    match width {
        2 | 3 | 4 | 8 | 16 => u8::try_from(width).ok(),
        _ => None,
    }
}

/// An operator whose updates commute.
pub(super) fn update_op(inp: &mut In<'_, '_>) -> Parsed<UpdateOp> {
    let op = match peek(inp) {
        Some(Kind::Plus) => Some(UpdateOp::Add),
        Some(Kind::Star) => Some(UpdateOp::Mul),
        Some(Kind::Ident) => match next_text(inp) {
            "set" => Some(UpdateOp::Set),
            "once" => Some(UpdateOp::Once),
            "swap" => Some(UpdateOp::Swap),
            word => update_op_named(word),
        },
        _ => None,
    };
    match op {
        Some(op) => {
            inp.skip();
            Ok(op)
        }
        None => unexpected(inp, UPDATE),
    }
}

/// The operator that a word names.
pub(super) fn update_op_named(word: &str) -> Option<UpdateOp> {
    match word {
        "min" => Some(UpdateOp::Min),
        "max" => Some(UpdateOp::Max),
        "and" => Some(UpdateOp::And),
        "or" => Some(UpdateOp::Or),
        "xor" => Some(UpdateOp::Xor),
        _ => None,
    }
}
