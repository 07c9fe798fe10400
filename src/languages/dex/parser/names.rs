//! Names, operators, labels, and what binds.

use super::expected::{NAME, PATTERN, token};
use super::patterns::{atom as pattern_atom, begins_atom as begins_pattern};
use super::{In, Parsed, operators};
use crate::ast::{Binder, Ident, Pattern, PatternKind};
use crate::lexer::Kind;
use elder_syntax::parsing::{accept, advance, chained, expect, name_at, peek, peek_many, unexpected};

/// The next token, whatever it is, as a name.
pub(super) fn taken(inp: &mut In<'_, '_>) -> Ident {
    let place = advance(inp);
    Ident {
        name: name_at(inp, place),
        span: inp.state().0.span(place),
    }
}

/// A name.
pub(super) fn ident(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    match peek(inp) {
        Some(Kind::Ident) => Ok(taken(inp)),
        _ => unexpected(inp, token(Kind::Ident)),
    }
}

/// Whether a token is an operator that has a name: one that can be declared, and stand in parentheses.
pub(super) fn is_named_operator(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Symbol | Kind::Minus | Kind::Bar | Kind::Ampersand | Kind::Comma | Kind::At
    )
}

/// Whether an operator in parentheses begins here.
pub(super) fn at_operator(inp: &mut In<'_, '_>) -> bool {
    matches!(
        peek_many(inp),
        [Some(Kind::LParen), Some(operator), Some(Kind::RParen)] if is_named_operator(operator)
    )
}

/// `(+)`, where [`at_operator`] says so.
pub(super) fn operator(inp: &mut In<'_, '_>) -> Ident {
    inp.skip();
    let operator = taken(inp);
    inp.skip();
    operator
}

/// A name that is declared: `f`, `(+)`
pub(super) fn declared(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    match peek(inp) {
        Some(Kind::Ident) => Ok(taken(inp)),
        _ if at_operator(inp) => Ok(operator(inp)),
        _ => unexpected(inp, NAME),
    }
}

/// The pattern of a binder: a name alone is bound, however it is written, and so is an operator.
pub(super) fn bound(inp: &mut In<'_, '_>) -> Parsed<Pattern> {
    match peek(inp) {
        Some(Kind::Ident) => {
            let Ident { name, span } = taken(inp);
            Ok(Pattern {
                kind: PatternKind::Name(name),
                span,
            })
        }
        _ if at_operator(inp) => {
            let Ident { name, span } = operator(inp);
            Ok(Pattern {
                kind: PatternKind::Name(name),
                span,
            })
        }
        _ => pattern_atom(inp),
    }
}

/// `x`, `i:n`, `(i, j):(Fin 2 & n)`
pub(super) fn binder(inp: &mut In<'_, '_>) -> Parsed<Binder> {
    chained(inp)?;
    let pattern = bound(inp)?;
    let ty = match accept(inp, Kind::Colon) {
        true => Some(operators::binder_type(inp)?),
        false => None,
    };
    Ok(Binder { pattern, ty })
}

/// Binders, at least one.
pub(super) fn binders(inp: &mut In<'_, '_>) -> Parsed<Vec<Binder>> {
    let mut binders = Vec::new();
    while peek(inp).is_some_and(begins_pattern) {
        binders.push(binder(inp)?);
    }
    match binders.is_empty() {
        true => unexpected(inp, PATTERN),
        false => Ok(binders),
    }
}

/// Parameters of a type: `a`, `a:Type`, `(a:Type)`
pub(super) fn type_parameters(inp: &mut In<'_, '_>) -> Parsed<Vec<Binder>> {
    let mut binders = Vec::new();
    loop {
        match peek_many(inp) {
            [Some(Kind::Ident), _, _] => binders.push(binder(inp)?),
            [Some(Kind::LParen), Some(Kind::Ident), Some(Kind::Colon)] => {
                inp.skip();
                let pattern = bound(inp)?;
                inp.skip();
                let ty = Some(operators::exp(inp)?);
                expect(inp, Kind::RParen)?;
                binders.push(Binder { pattern, ty });
            }
            _ => return Ok(binders),
        }
    }
}
