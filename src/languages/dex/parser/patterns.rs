//! Patterns.

use super::expected::{FIELD, PATTERN, token};
use super::names::{ident, taken};
use super::{In, Parsed};
use crate::ast::{Ident, Pattern, PatternKind, Rest, is_capital};
use crate::lexer::Kind;
use crate::rules::syntax::DX_SYN_PATTERN;
use elder_syntax::parsing::{
    accept, chained, comma_separated, expect, nested, next_text, peek, since, unexpected,
};

/// Whether an atom begins with such a token.
pub(super) fn begins_atom(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Ident | Kind::Underscore | Kind::LParen | Kind::LBracket | Kind::LCurly | Kind::LVariant
    )
}

/// `Con a b`, or an atom.
pub(super) fn pattern(inp: &mut In<'_, '_>) -> Parsed<Pattern> {
    if peek(inp) != Some(Kind::Ident) || !is_capital(next_text(inp)) {
        return atom(inp);
    }
    DX_SYN_PATTERN.apply();
    let start = inp.cursor();
    let name = taken(inp);
    let mut arguments = Vec::new();
    while peek(inp).is_some_and(begins_atom) {
        chained(inp)?;
        arguments.push(atom(inp)?);
    }
    Ok(Pattern {
        kind: PatternKind::Constructor(name, arguments),
        span: since(inp, &start),
    })
}

/// A pattern that may stand behind another.
pub(super) fn atom(inp: &mut In<'_, '_>) -> Parsed<Pattern> {
    nested(inp, |inp| {
        DX_SYN_PATTERN.apply();
        let start = inp.cursor();
        let kind = match peek(inp) {
            Some(Kind::Ident) => {
                let name = taken(inp);
                match is_capital(&name.name) {
                    true => PatternKind::Constructor(name, Vec::new()),
                    false => PatternKind::Name(name.name),
                }
            }
            Some(Kind::Underscore) => {
                inp.skip();
                PatternKind::Wildcard
            }
            Some(Kind::LParen) => return parenthesised(inp),
            Some(Kind::LBracket) => {
                inp.skip();
                PatternKind::Table(comma_separated(inp, Kind::RBracket, pattern)?)
            }
            Some(Kind::LCurly) => record(inp)?,
            Some(Kind::LVariant) => variant(inp)?,
            _ => return unexpected(inp, PATTERN),
        };
        Ok(Pattern {
            kind,
            span: since(inp, &start),
        })
    })
}

/// `()`, `(a)`, `(a, b, c)`, which is `(a, (b, c))`
fn parenthesised(inp: &mut In<'_, '_>) -> Parsed<Pattern> {
    let start = inp.cursor();
    inp.skip();
    if accept(inp, Kind::RParen) {
        return Ok(Pattern {
            kind: PatternKind::Unit,
            span: since(inp, &start),
        });
    }
    let mut parts = vec![pattern(inp)?];
    while accept(inp, Kind::Comma) {
        chained(inp)?;
        parts.push(pattern(inp)?);
    }
    if !accept(inp, Kind::RParen) {
        return unexpected(inp, token(Kind::Comma).or(token(Kind::RParen)));
    }
    let whole = since(inp, &start);
    let last = parts.pop();
    let pair = |b: Pattern, a: Pattern| Pattern {
        span: a.span.to(b.span),
        kind: PatternKind::Pair(Box::new(a), Box::new(b)),
    };
    match (last, parts.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            let mut all = parts.into_iter().rev().fold(last, pair);
            all.span = whole;
            Ok(all)
        }
        (None, _) => unexpected(inp, PATTERN),
    }
}

/// `{a=x, b, ...rest}`
fn record(inp: &mut In<'_, '_>) -> Parsed<PatternKind> {
    inp.skip();
    let mut fields = Vec::new();
    let mut rest = None;
    accept(inp, Kind::Comma);
    loop {
        match peek(inp) {
            Some(Kind::RCurly) => break,
            Some(Kind::Ellipsis) => {
                inp.skip();
                rest = Some(remainder(inp)?);
                accept(inp, Kind::Comma);
                if peek(inp) != Some(Kind::RCurly) {
                    return unexpected(inp, token(Kind::RCurly));
                }
                break;
            }
            Some(Kind::Ident) => fields.push(field(inp)?),
            _ => return unexpected(inp, FIELD.or(token(Kind::RCurly))),
        }
        if !accept(inp, Kind::Comma) && peek(inp) != Some(Kind::RCurly) {
            return unexpected(inp, token(Kind::Comma).or(token(Kind::RCurly)));
        }
    }
    inp.skip();
    Ok(PatternKind::Record(fields, rest))
}

/// `a=x`, `a`
fn field(inp: &mut In<'_, '_>) -> Parsed<(Ident, Pattern)> {
    let label = ident(inp)?;
    let value = match accept(inp, Kind::Equals) {
        true => pattern(inp)?,
        false => Pattern {
            kind: PatternKind::Name(label.name.clone()),
            span: label.span,
        },
    };
    Ok((label, value))
}

/// What stands behind `...`.
fn remainder(inp: &mut In<'_, '_>) -> Parsed<Rest<Box<Pattern>>> {
    if !peek(inp).is_some_and(begins_atom) || accept(inp, Kind::Underscore) {
        return Ok(Rest::Ignored);
    }
    Ok(Rest::Bound(Box::new(atom(inp)?)))
}

/// `{| b | a = x |}`, `{| a | ...rest |}`
fn variant(inp: &mut In<'_, '_>) -> Parsed<PatternKind> {
    inp.skip();
    let mut labels = Vec::new();
    let kind = loop {
        if accept(inp, Kind::Ellipsis) {
            break PatternKind::Other(labels, Box::new(atom(inp)?));
        }
        if peek(inp) != Some(Kind::Ident) {
            return unexpected(inp, FIELD.or(token(Kind::Ellipsis)));
        }
        let label = ident(inp)?;
        if accept(inp, Kind::Equals) {
            break PatternKind::Variant(labels, label, Box::new(pattern(inp)?));
        }
        if !accept(inp, Kind::Bar) {
            return unexpected(inp, token(Kind::Equals).or(token(Kind::Bar)));
        }
        chained(inp)?;
        labels.push(label);
    };
    expect(inp, Kind::Bar)?;
    expect(inp, Kind::RCurly)?;
    Ok(kind)
}
