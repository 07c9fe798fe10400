//! Names, operators, attributes, and the parameters of types.

use super::Failure;
use super::expected::{FIELD, OPERATOR, token};
use super::{
    In, Parsed, accept, advance, comma_separated, expect, name_at, nested, peek, peek3, since, unexpected,
};
use crate::ast::{Attr, AttrKind, Ident, Liftedness, QualName, TypeParam};
use crate::lexer::{Kind, literal};
use crate::rules::syntax::FUT_X_BIND;
use elder_syntax::Name;

/// An unqualified name.
pub(super) fn ident(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    match peek(inp) {
        Some(Kind::Ident) => Ok(token_ident(inp)),
        _ => unexpected(inp, token(Kind::Ident)),
    }
}

/// The next token as a name.
fn token_ident(inp: &mut In<'_, '_>) -> Ident {
    let span = advance(inp);
    Ident {
        name: name_at(inp, span),
        span: inp.state().0.span(span),
    }
}

/// A field: a name or a decimal number.
pub(super) fn field(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    match peek(inp) {
        Some(Kind::Ident | Kind::Nat) => Ok(token_ident(inp)),
        _ => unexpected(inp, FIELD),
    }
}

/// `#c`, without the `#`.
pub(super) fn constructor(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    expect_kind(inp, Kind::Constructor)?;
    let mut id = token_ident(inp);
    id.name = Name::new(id.name.trim_start_matches('#'));
    Ok(id)
}

/// Fails unless the next token is this one.
fn expect_kind(inp: &mut In<'_, '_>, kind: Kind) -> Parsed<()> {
    match peek(inp) {
        Some(k) if k == kind => Ok(()),
        _ => unexpected(inp, token(kind)),
    }
}

/// `A.B.x`
pub(super) fn qual_name(inp: &mut In<'_, '_>) -> Parsed<QualName> {
    let start = inp.cursor();
    let mut name = ident(inp)?.name;
    let mut path = Vec::new();
    while let [Some(Kind::Dot), Some(Kind::Ident), _] = peek3(inp) {
        inp.skip();
        path.push(std::mem::replace(&mut name, ident(inp)?.name));
    }
    let span = since(inp, &start);
    Ok(QualName { path, name, span })
}

/// `"text"`
pub(super) fn string(inp: &mut In<'_, '_>) -> Parsed<String> {
    expect_kind(inp, Kind::String)?;
    let span = advance(inp);
    match literal::string(inp.state().0.text(span)) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(e) => Err(Failure::mistake(e.refusal, span, e.message)),
    }
}

/// Whether an infix operator begins with this token.
pub(super) fn begins_operator(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Symbol
            | Kind::QualSymbol
            | Kind::Star
            | Kind::Minus
            | Kind::Less
            | Kind::Hat
            | Kind::Bar
            | Kind::Backtick
    )
}

/// An infix operator: a symbol, or a name in backticks.
pub(super) fn operator(inp: &mut In<'_, '_>) -> Parsed<QualName> {
    match peek(inp) {
        Some(Kind::Backtick) => {
            inp.skip();
            let name = qual_name(inp)?;
            expect(inp, Kind::Backtick)?;
            Ok(name)
        }
        Some(kind) if begins_operator(kind) => {
            let span = advance(inp);
            let text = inp.state().0.text(span);
            let (path, name) = split_modules(text);
            Ok(QualName {
                path: path.split_terminator('.').map(Name::new).collect(),
                name: Name::new(name),
                span: inp.state().0.span(span),
            })
        }
        _ => unexpected(inp, OPERATOR),
    }
}

/// The modules before a symbol, each with its dot, and the symbol.
pub(super) fn split_modules(text: &str) -> (&str, &str) {
    let module = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'' | '.');
    text.split_at(text.find(|c| !module(c)).unwrap_or(0))
}

/// An operator where it is defined (FUT-X-BIND).
pub(super) fn bound_operator(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    if peek(inp) == Some(Kind::Bang) {
        let span = advance(inp);
        let message = "`!` is a prefix operator and cannot be defined as an infix operator";
        return Err(Failure::mistake(FUT_X_BIND.refuse("infix"), span, message));
    }
    let start = inp.cursor();
    let op = operator(inp)?;
    if op.path.is_empty() {
        return Ok(Ident {
            name: op.name,
            span: op.span,
        });
    }
    let span = inp.span_since(&start);
    let message = "a definition cannot bind a qualified operator";
    Err(Failure::mistake(FUT_X_BIND.refuse("unqualified"), span, message))
}

/// Whether `(op)` stands here; `(-1, x)` is not one.
pub(super) fn at_bound_operator(inp: &mut In<'_, '_>) -> bool {
    match peek3(inp) {
        [Some(Kind::LParen), Some(Kind::Minus | Kind::Bang), after] => after == Some(Kind::RParen),
        [Some(Kind::LParen), Some(kind), _] => begins_operator(kind),
        _ => false,
    }
}

/// A name, or an operator in parentheses, where it is defined.
pub(super) fn bound_name(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    if !at_bound_operator(inp) {
        return ident(inp);
    }
    inp.skip();
    let name = bound_operator(inp)?;
    expect(inp, Kind::RParen)?;
    Ok(name)
}

/// `#[attr]`
pub(super) fn attribute(inp: &mut In<'_, '_>) -> Parsed<Attr> {
    expect(inp, Kind::Attribute)?;
    let attr = attribute_body(inp)?;
    expect(inp, Kind::RBracket)?;
    Ok(attr)
}

fn attribute_body(inp: &mut In<'_, '_>) -> Parsed<Attr> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Nat | Kind::Int) => {
            let span = advance(inp);
            match literal::int(inp.state().0.text(span)) {
                Ok((value, _)) => AttrKind::Int(value),
                Err(e) => return Err(Failure::mistake(e.refusal, span, e.message)),
            }
        }
        _ => {
            let name = ident(inp)?.name;
            if accept(inp, Kind::LParen) {
                AttrKind::Compound(
                    name,
                    nested(inp, |inp| comma_separated(inp, Kind::RParen, attribute_body))?,
                )
            } else {
                AttrKind::Atom(name)
            }
        }
    };
    let span = since(inp, &start);
    Ok(Attr { kind, span })
}

/// `[n]`
pub(super) fn size_binder(inp: &mut In<'_, '_>) -> Parsed<Ident> {
    if !accept(inp, Kind::LBracket) && !accept(inp, Kind::Index) {
        return unexpected(inp, token(Kind::LBracket));
    }
    let name = ident(inp)?;
    expect(inp, Kind::RBracket)?;
    Ok(name)
}

/// `[n]`, `'t`, ..., as many as there are.
pub(super) fn type_params(inp: &mut In<'_, '_>) -> Parsed<Vec<TypeParam>> {
    let mut params = Vec::new();
    loop {
        let lifted = match peek(inp) {
            Some(Kind::LBracket | Kind::Index) => {
                params.push(TypeParam::Size(size_binder(inp)?));
                continue;
            }
            Some(Kind::Quote) => Liftedness::Unlifted,
            Some(Kind::QuoteTilde) => Liftedness::SizeLifted,
            Some(Kind::QuoteHat) => Liftedness::Lifted,
            _ => return Ok(params),
        };
        inp.skip();
        params.push(TypeParam::Type(lifted, ident(inp)?));
    }
}
