//! Type expressions.

use super::expected::TYPE;
use super::names::{constructor, field, ident, qual_name, size_binder};
use super::{
    In, Parenthesised, Parsed, accept, comma_separated, expect, expressions, nested, parenthesised, peek,
    peek3, since, unexpected,
};
use crate::ast::{Ident, SizeExp, TypeArgExp, TypeExp, TypeExpKind};
use crate::lexer::Kind;
use crate::rules::syntax::FUT_X_TYPE;
use elder_syntax::Span;

/// A type: arrows, `?[n].t`, or what [`type_term`] reads.
pub(super) fn type_exp(inp: &mut In<'_, '_>) -> Parsed<TypeExp> {
    nested(inp, |inp| {
        let mut params: Vec<(Option<Ident>, TypeExp)> = Vec::new();
        loop {
            super::chained(inp, params.len())?;
            match peek3(inp) {
                [Some(Kind::LParen), Some(Kind::Ident), Some(Kind::Colon)] => {
                    inp.skip();
                    let name = ident(inp)?;
                    expect(inp, Kind::Colon)?;
                    let ty = type_exp(inp)?;
                    expect(inp, Kind::RParen)?;
                    expect(inp, Kind::Arrow)?;
                    params.push((Some(name), ty));
                }
                [Some(Kind::Question), ..] => {
                    let ret = existential(inp)?;
                    return Ok(arrows(params, ret));
                }
                _ => {
                    let ty = type_term(inp)?;
                    if !accept(inp, Kind::Arrow) {
                        return Ok(arrows(params, ty));
                    }
                    params.push((None, ty));
                }
            }
        }
    })
}

/// `p1 -> .. -> ret`
fn arrows(params: Vec<(Option<Ident>, TypeExp)>, ret: TypeExp) -> TypeExp {
    params.into_iter().rev().fold(ret, |ret, (name, param)| {
        let start = name.as_ref().map_or(param.span, |n| n.span);
        let span = start.to(ret.span);
        TypeExp {
            kind: TypeExpKind::Arrow(name, Box::new(param), Box::new(ret)),
            span,
        }
    })
}

/// `?[n][m].t`
fn existential(inp: &mut In<'_, '_>) -> Parsed<TypeExp> {
    let start = inp.cursor();
    expect(inp, Kind::Question)?;
    let mut sizes = vec![size_binder(inp)?];
    while matches!(peek(inp), Some(Kind::LBracket | Kind::Index)) {
        sizes.push(size_binder(inp)?);
    }
    expect(inp, Kind::Dot)?;
    let body = type_exp(inp)?;
    let span = since(inp, &start);
    Ok(TypeExp {
        kind: TypeExpKind::Exists(sizes, Box::new(body)),
        span,
    })
}

/// A type without arrows at its top.
pub(super) fn type_term(inp: &mut In<'_, '_>) -> Parsed<TypeExp> {
    nested(inp, |inp| {
        FUT_X_TYPE.apply();
        let start = inp.cursor();
        let kind = match peek(inp) {
            Some(Kind::Star) => {
                inp.skip();
                TypeExpKind::Unique(Box::new(type_term(inp)?))
            }
            Some(Kind::Constructor) => sum(inp)?,
            _ => return application(inp),
        };
        let span = since(inp, &start);
        Ok(TypeExp { kind, span })
    })
}

/// `#a t | #b`
fn sum(inp: &mut In<'_, '_>) -> Parsed<TypeExpKind> {
    let mut clauses = Vec::new();
    loop {
        let name = constructor(inp)?;
        let mut payload = Vec::new();
        while peek(inp).is_some_and(|k| begins_atom(k) || begins_size(k)) {
            payload.push(atom(inp)?);
        }
        clauses.push((name, payload));
        if !accept(inp, Kind::Bar) {
            return Ok(TypeExpKind::Sum(clauses));
        }
    }
}

/// `t a [n]`
fn application(inp: &mut In<'_, '_>) -> Parsed<TypeExp> {
    let start = inp.cursor();
    let mut ty = atom(inp)?;
    let mut length = 0;
    while let Some(kind) = peek(inp) {
        let arg = if begins_size(kind) {
            let (size, span) = size(inp)?;
            TypeArgExp::Size(size, span)
        } else if begins_atom(kind) {
            TypeArgExp::Type(atom(inp)?)
        } else {
            break;
        };
        length += 1;
        super::chained(inp, length)?;
        let span = since(inp, &start);
        ty = TypeExp {
            kind: TypeExpKind::Apply(Box::new(ty), Box::new(arg)),
            span,
        };
    }
    Ok(ty)
}

fn begins_size(kind: Kind) -> bool {
    matches!(kind, Kind::LBracket | Kind::Index)
}

fn begins_atom(kind: Kind) -> bool {
    matches!(kind, Kind::LParen | Kind::LCurly | Kind::Ident)
}

/// A type that is closed by itself, or an array of what [`type_term`] reads.
fn atom(inp: &mut In<'_, '_>) -> Parsed<TypeExp> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Ident) => TypeExpKind::Var(qual_name(inp)?),
        Some(Kind::LBracket | Kind::Index) => {
            let (size, _) = size(inp)?;
            TypeExpKind::Array(size, Box::new(type_term(inp)?))
        }
        Some(Kind::LCurly) => {
            inp.skip();
            TypeExpKind::Record(comma_separated(inp, Kind::RCurly, |inp| {
                let name = field(inp)?;
                expect(inp, Kind::Colon)?;
                Ok((name, type_exp(inp)?))
            })?)
        }
        Some(Kind::LParen) => {
            inp.skip();
            match parenthesised(inp, TYPE, type_exp)? {
                Parenthesised::One(inner) => return Ok(inner),
                Parenthesised::Tuple(parts) => TypeExpKind::Tuple(parts),
            }
        }
        _ => return unexpected(inp, TYPE),
    };
    let span = since(inp, &start);
    Ok(TypeExp { kind, span })
}

/// `[e]` or `[]`
fn size(inp: &mut In<'_, '_>) -> Parsed<(SizeExp, Span)> {
    let start = inp.cursor();
    inp.skip();
    if accept(inp, Kind::RBracket) {
        let span = since(inp, &start);
        return Ok((SizeExp::Any(span), span));
    }
    let e = expressions::exp(inp)?;
    expect(inp, Kind::RBracket)?;
    let span = since(inp, &start);
    Ok((SizeExp::Exp(Box::new(e)), span))
}
