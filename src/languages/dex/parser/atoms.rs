//! Names, literals, parentheses, tables.

use super::expected::EXPRESSION;
use super::names::{at_operator, ident, operator, taken};
use super::operators::{exp, goes_on, inside};
use super::records::{record, variant};
use super::{Failure, In, Parsed};
use crate::ast::{Exp, ExpKind, Ident, Lens};
use crate::lexer::{Kind, literal};
use elder_syntax::parsing::{
    accept, advance, chained, comma_separated, nested, next_span, next_text, peek, since, unexpected,
};

/// Whether an atom begins with such a token.
pub(super) fn begins_atom(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident
            | Kind::Underscore
            | Kind::Int
            | Kind::Float
            | Kind::Char
            | Kind::String
            | Kind::Primitive
            | Kind::Label
            | Kind::LParen
            | Kind::LBracket
            | Kind::LCurly
            | Kind::LVariant
    )
}

/// What may be applied, be an argument, and be indexed.
pub(super) fn atom(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Ident) => ExpKind::Name(taken(inp).name),
        Some(Kind::Underscore) => {
            inp.skip();
            ExpKind::Hole
        }
        Some(Kind::Int) => ExpKind::Int(literal(inp, literal::int)?),
        Some(Kind::Float) => ExpKind::Float(literal(inp, literal::float)?),
        Some(Kind::Char) => ExpKind::Char(literal(inp, literal::char)?),
        Some(Kind::String) => ExpKind::String(literal(inp, literal::string)?),
        Some(Kind::Primitive) => primitive(inp)?,
        Some(Kind::Label) => label(inp),
        Some(Kind::LParen) if at_operator(inp) => ExpKind::Name(operator(inp).name),
        Some(Kind::LParen) => return parenthesised(inp),
        Some(Kind::LBracket) => {
            inp.skip();
            ExpKind::Table(nested(inp, |inp| comma_separated(inp, Kind::RBracket, exp))?)
        }
        Some(Kind::LCurly) => nested(inp, record)?,
        Some(Kind::LVariant) => nested(inp, variant)?,
        _ => return unexpected(inp, EXPRESSION),
    };
    Ok(Exp {
        kind,
        span: since(inp, &start),
    })
}

/// `()`, `(e)`
fn parenthesised(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    inp.skip();
    if accept(inp, Kind::RParen) {
        return Ok(Exp {
            kind: ExpKind::Unit,
            span: since(inp, &start),
        });
    }
    let e = inside(inp)?;
    if !accept(inp, Kind::RParen) {
        return unexpected(inp, goes_on(Kind::RParen));
    }
    Ok(Exp {
        kind: e.kind,
        span: since(inp, &start),
    })
}

/// What a literal is worth.
fn literal<T>(inp: &mut In<'_, '_>, value: impl FnOnce(&str) -> Result<T, literal::Refused>) -> Parsed<T> {
    let place = next_span(inp);
    match value(next_text(inp)) {
        Ok(value) => {
            inp.skip();
            Ok(value)
        }
        Err(refused) => Err(Failure::mistake(refused.refusal, place, refused.message)),
    }
}

/// `%exp`; `%ffi f T` takes all that follows for arguments.
fn primitive(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    let Ident { name, .. } = taken(inp);
    let name = name.strip_prefix('%').unwrap_or(&name);
    if name != "ffi" {
        return Ok(ExpKind::Primitive(name.into()));
    }
    let function = ident(inp)?;
    let result = Box::new(atom(inp)?);
    let mut arguments = Vec::new();
    while peek(inp).is_some_and(begins_atom) {
        chained(inp)?;
        arguments.push(atom(inp)?);
    }
    Ok(ExpKind::Foreign(function, result, arguments))
}

/// `#a`
fn label(inp: &mut In<'_, '_>) -> ExpKind {
    let text = next_text(inp);
    advance(inp);
    let text = text.strip_prefix('#').unwrap_or(text);
    let (lens, name) = match text.as_bytes().first() {
        Some(b'?') => (Lens::Alternative, &text[1..]),
        Some(b'&') => (Lens::Fields, &text[1..]),
        Some(b'|') => (Lens::Alternatives, &text[1..]),
        _ => (Lens::Field, text),
    };
    ExpKind::Label(lens, name.into())
}
