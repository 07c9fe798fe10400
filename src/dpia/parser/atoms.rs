//! Names, literals, parentheses, functions, `let` and `if`.

use super::Failure;
use super::commands;
use super::expected::{OPERATOR, PHRASE, token};
use super::operators::{operator, phrase, postfix, single};
use super::types::type_or_size;
use super::{
    In, Parsed, accept, advance, comma_separated, expect, ident, nested, next_span, next_text, peek,
    peek_many, since, unexpected,
};
use crate::Kind as Sort;
use crate::ast::{Exp, ExpKind, Number, Param, ParamKind, TypeKind};
use crate::lexer::{Kind, literal};
use crate::rules::syntax::DPIA_SYN_PHRASE;
use elder_syntax::Name as Text;

/// What operators and application are made of.
pub(super) fn atom(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let kind = match peek_many(inp) {
        [Some(kind), Some(Kind::Comma | Kind::RParen)] if operator(kind).is_some() => {
            inp.skip();
            match operator(kind) {
                Some(op) => ExpKind::Operator(op),
                None => return unexpected(inp, PHRASE),
            }
        }
        [Some(Kind::Ident), _] => ExpKind::Var(ident(inp)?.name),
        [Some(Kind::Nat | Kind::Int), _] => {
            let text = next_text(inp);
            let place = advance(inp);
            match literal::int(text) {
                Ok((value, ty)) => ExpKind::Number(Number::Int(value, ty)),
                Err(refused) => return Err(Failure::mistake(refused.refusal, place, refused.message)),
            }
        }
        [Some(Kind::Float), _] => {
            let (value, ty) = literal::float(next_text(inp));
            inp.skip();
            ExpKind::Number(Number::Float(value, ty))
        }
        [Some(Kind::True), _] => {
            inp.skip();
            ExpKind::Bool(true)
        }
        [Some(Kind::False), _] => {
            inp.skip();
            ExpKind::Bool(false)
        }
        [Some(Kind::Fst | Kind::Snd), _] => component(inp)?,
        [Some(Kind::LParen), _] => parentheses(inp)?,
        [Some(Kind::LCurly), _] => braces(inp)?,
        [Some(Kind::Fun), _] => function(inp)?,
        [Some(Kind::Let), _] => binding(inp)?,
        [Some(Kind::If), _] => conditional(inp)?,
        [Some(kind), _] if commands::begins(kind) => return nested(inp, commands::command),
        _ => return unexpected(inp, PHRASE),
    };
    let span = since(inp, &start);
    Ok(Exp { kind, span })
}

/// `fst e`, or `fst` as a function.
fn component(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    let text = Text::new(next_text(inp));
    let place = advance(inp);
    let operand = matches!(
        peek(inp),
        Some(
            Kind::Ident
                | Kind::LParen
                | Kind::LCurly
                | Kind::Fst
                | Kind::Snd
                | Kind::Nat
                | Kind::Int
                | Kind::Float
        )
    );
    if !operand {
        return Ok(ExpKind::Var(text));
    }
    let span = inp.state().0.span(place);
    let function = Exp {
        kind: ExpKind::Var(text),
        span,
    };
    let operand = nested(inp, postfix)?;
    Ok(ExpKind::Call(Box::new(function), vec![operand]))
}

/// `(e)`, `(a, b)`, `(e : T)`
fn parentheses(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    let place = next_span(inp);
    inp.skip();
    let first = phrase(inp)?;
    if accept(inp, Kind::RParen) {
        return Ok(ExpKind::Paren(Box::new(first)));
    }
    if accept(inp, Kind::Colon) {
        let ty = type_or_size(inp)?;
        expect(inp, Kind::RParen)?;
        return Ok(ExpKind::Ascribe(Box::new(first), ty));
    }
    if !accept(inp, Kind::Comma) {
        return unexpected(inp, OPERATOR.or(token(Kind::Comma)).or(token(Kind::RParen)));
    }
    let mut parts = vec![first];
    parts.extend(comma_separated(inp, Kind::RParen, phrase)?);
    if parts.len() > 3 || parts.len() < 2 {
        let message = format!("{} components in parentheses", parts.len());
        return Err(Failure::mistake(DPIA_SYN_PHRASE.refuse("pair"), place, message)
            .with_help("a pair is `(a, b)`, more nest: `(a, (b, c))`"));
    }
    Ok(ExpKind::Tuple(parts))
}

/// `{ c }`, `{a, b}`
fn braces(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let first = phrase(inp)?;
    if accept(inp, Kind::RCurly) {
        return Ok(ExpKind::Paren(Box::new(first)));
    }
    if !accept(inp, Kind::Comma) {
        return unexpected(inp, OPERATOR.or(token(Kind::RCurly)));
    }
    let second = phrase(inp)?;
    expect(inp, Kind::RCurly)?;
    Ok(ExpKind::PhrasePair(Box::new(first), Box::new(second)))
}

/// `fun(x: T, n: nat) e`, `fun x y. e`
fn function(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let params = if peek(inp) == Some(Kind::LParen) {
        typed_params(inp)?
    } else {
        let mut params = Vec::new();
        loop {
            let name = ident(inp)?;
            params.push(Param {
                name,
                kind: ParamKind::Inferred,
            });
            match peek(inp) {
                Some(Kind::Dot) => break,
                Some(Kind::Ident) => {}
                _ => return unexpected(inp, token(Kind::Dot).or(token(Kind::Ident))),
            }
        }
        expect(inp, Kind::Dot)?;
        params
    };
    Ok(ExpKind::Fun(params, Box::new(phrase(inp)?)))
}

/// `(x: T, n: nat, y)`
pub(super) fn typed_params(inp: &mut In<'_, '_>) -> Parsed<Vec<Param>> {
    expect(inp, Kind::LParen)?;
    comma_separated(inp, Kind::RParen, |inp| {
        let name = ident(inp)?;
        if !accept(inp, Kind::Colon) {
            return Ok(Param {
                name,
                kind: ParamKind::Inferred,
            });
        }
        let ty = type_or_size(inp)?;
        let kind = match &ty.kind {
            TypeKind::Name(text) if text == "nat" => ParamKind::Static(Sort::Nat),
            TypeKind::Name(text) if text == "data" => ParamKind::Static(Sort::Data),
            _ => ParamKind::Typed(ty),
        };
        Ok(Param { name, kind })
    })
}

/// `let x : T = e in b`
fn binding(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let name = ident(inp)?;
    let ty = if accept(inp, Kind::Colon) {
        Some(type_or_size(inp)?)
    } else {
        None
    };
    expect(inp, Kind::Equals)?;
    let bound = single(inp)?;
    expect(inp, Kind::In)?;
    let body = phrase(inp)?;
    Ok(ExpKind::Let(name, ty, Box::new(bound), Box::new(body)))
}

/// `if c then a else b`, `if c { a } else { b }`
fn conditional(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let condition = Box::new(single(inp)?);
    match peek(inp) {
        Some(Kind::Then) => {
            inp.skip();
            let yes = single(inp)?;
            expect(inp, Kind::Else)?;
            let no = single(inp)?;
            Ok(ExpKind::If(condition, Box::new(yes), Some(Box::new(no))))
        }
        Some(Kind::LCurly) => {
            let yes = commands::block(inp)?;
            if !accept(inp, Kind::Else) {
                return Ok(ExpKind::If(condition, Box::new(yes), None));
            }
            let no = if peek(inp) == Some(Kind::If) {
                nested(inp, atom)?
            } else {
                commands::block(inp)?
            };
            Ok(ExpKind::If(condition, Box::new(yes), Some(Box::new(no))))
        }
        _ => unexpected(inp, OPERATOR.or(token(Kind::Then)).or(token(Kind::LCurly))),
    }
}
