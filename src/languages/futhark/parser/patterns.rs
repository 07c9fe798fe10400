//! Patterns.

use super::atoms::{begins_literal, literal};
use super::expected::{PARAMETER, PATTERN};
use super::names::{at_bound_operator, attribute, bound_name, constructor, field};
use super::types::type_exp;
use super::{
    In, Parenthesised, Parsed, accept, comma_separated, expect, nested, parenthesised, peek, peek3, since,
    unexpected,
};
use crate::ast::{Ident, Pat, PatKind};
use crate::lexer::Kind;
use crate::rules::syntax::FUT_X_PAT;

/// Any pattern.
pub(super) fn pat(inp: &mut In<'_, '_>) -> Parsed<Pat> {
    nested(inp, |inp| {
        let start = inp.cursor();
        let kind = match peek(inp) {
            Some(Kind::Attribute) => {
                let attr = attribute(inp)?;
                PatKind::Attr(attr, Box::new(pat(inp)?))
            }
            Some(Kind::Constructor) => {
                let name = constructor(inp)?;
                let mut args = Vec::new();
                while peek(inp).is_some_and(begins_inner) {
                    args.push(inner(inp)?);
                }
                let plain = args.is_empty();
                let p = make(inp, &start, PatKind::Constr(name, args));
                return if plain { ascribed(inp, p) } else { Ok(p) };
            }
            _ => {
                let p = inner(inp)?;
                return ascribed(inp, p);
            }
        };
        Ok(make(inp, &start, kind))
    })
}

fn make<'t, 'p>(inp: &mut In<'t, 'p>, start: &super::Mark<'t, 'p>, kind: PatKind) -> Pat {
    let span = since(inp, start);
    Pat { kind, span }
}

/// `p` or `p : t`
fn ascribed(inp: &mut In<'_, '_>, p: Pat) -> Parsed<Pat> {
    if !accept(inp, Kind::Colon) {
        return Ok(p);
    }
    let ty = type_exp(inp)?;
    let span = p.span.to(ty.span);
    Ok(Pat {
        kind: PatKind::Ascribe(Box::new(p), Box::new(ty)),
        span,
    })
}

/// Whether a parameter begins here.
pub(super) fn begins_param(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident | Kind::LParen | Kind::Underscore | Kind::LCurly | Kind::Constructor
    ) || (begins_literal(kind) && kind != Kind::String)
}

fn begins_inner(kind: Kind) -> bool {
    begins_param(kind) || kind == Kind::Minus
}

/// A parameter: a pattern that is closed by itself.
pub(super) fn param(inp: &mut In<'_, '_>) -> Parsed<Pat> {
    match peek(inp) {
        Some(kind) if begins_param(kind) => inner(inp),
        _ => unexpected(inp, PARAMETER),
    }
}

/// One or more parameters.
pub(super) fn params1(inp: &mut In<'_, '_>) -> Parsed<Vec<Pat>> {
    let mut ps = vec![param(inp)?];
    ps.extend(params(inp)?);
    Ok(ps)
}

/// As many parameters as there are.
pub(super) fn params(inp: &mut In<'_, '_>) -> Parsed<Vec<Pat>> {
    let mut ps = Vec::new();
    while peek(inp).is_some_and(begins_param) {
        ps.push(param(inp)?);
    }
    Ok(ps)
}

/// A pattern that is closed by itself, or a negative number.
fn inner(inp: &mut In<'_, '_>) -> Parsed<Pat> {
    FUT_X_PAT.apply();
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Underscore) => {
            inp.skip();
            PatKind::Wildcard
        }
        Some(Kind::Ident) => PatKind::Var(bound_name(inp)?),
        Some(Kind::LParen) if at_bound_operator(inp) => PatKind::Var(bound_name(inp)?),
        Some(Kind::LParen) => {
            inp.skip();
            match parenthesised(inp, PATTERN, pat)? {
                Parenthesised::One(inner) => return Ok(inner),
                Parenthesised::Tuple(parts) => PatKind::Tuple(parts),
            }
        }
        Some(Kind::LCurly) => {
            inp.skip();
            PatKind::Record(comma_separated(inp, Kind::RCurly, record_field)?)
        }
        Some(Kind::Constructor) => PatKind::Constr(constructor(inp)?, Vec::new()),
        Some(Kind::Minus) if matches!(peek3(inp)[1], Some(Kind::Nat | Kind::Int | Kind::Float)) => {
            inp.skip();
            PatKind::Lit(literal(inp)?.negated())
        }
        Some(kind) if begins_literal(kind) && kind != Kind::String => PatKind::Lit(literal(inp)?),
        _ => return unexpected(inp, PATTERN),
    };
    Ok(make(inp, &start, kind))
}

/// `f`, `f = p`, `f : t`
fn record_field(inp: &mut In<'_, '_>) -> Parsed<(Ident, Option<Pat>)> {
    let name = field(inp)?;
    match peek(inp) {
        Some(Kind::Equals) => {
            expect(inp, Kind::Equals)?;
            let p = pat(inp)?;
            Ok((name, Some(p)))
        }
        Some(Kind::Colon) => {
            let var = Pat {
                kind: PatKind::Var(name.clone()),
                span: name.span,
            };
            let p = ascribed(inp, var)?;
            Ok((name, Some(p)))
        }
        _ => Ok((name, None)),
    }
}
