//! Names, literals, parentheses, functions, `let` and `if`.

use super::Failure;
use super::commands;
use super::expected::{OPERATOR, PHRASE, token};
use super::operators::{operator, phrase, postfix, single};
use super::types::type_or_size;
use super::{
    In, Parsed, accept, advance, comma_separated, expect, ident, nested, next_span, next_text, peek,
    peek_many, scoped, since, unexpected,
};
use crate::Kind as Sort;
use crate::ast::{Exp, ExpKind, Number, Param, ParamKind, Pattern, PatternKind, TypeKind};
use crate::lexer::{Kind, literal};
use crate::rules::syntax::{DPIA_SYN_PATTERN, DPIA_SYN_PHRASE};
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
    components(inp, &mut parts, phrase)?;
    if parts.len() < 2 {
        let message = "one component in parentheses";
        return Err(Failure::mistake(DPIA_SYN_PHRASE.refuse("pair"), place, message)
            .with_help("a tuple has two components or more: `(a, b)`, `(a, b, c)`"));
    }
    Ok(ExpKind::Tuple(parts))
}

/// The components of a tuple behind a comma, and its end.  Tuples are pairs within pairs, so each component is a level deeper.
pub(super) fn components<'t, 'p, T>(
    inp: &mut In<'t, 'p>,
    parts: &mut Vec<T>,
    component: fn(&mut In<'t, 'p>) -> Parsed<T>,
) -> Parsed<()> {
    nested(inp, |inp| {
        if accept(inp, Kind::RParen) {
            return Ok(());
        }
        parts.push(component(inp)?);
        if accept(inp, Kind::Comma) {
            return components(inp, parts, component);
        }
        expect(inp, Kind::RParen).map(|_| ())
    })
}

/// `x`, `_`, `(p, q)`
fn pattern(inp: &mut In<'_, '_>) -> Parsed<Pattern> {
    let start = inp.cursor();
    if peek(inp) != Some(Kind::LParen) {
        let name = ident(inp)?;
        return Ok(Pattern {
            kind: PatternKind::Name(name.name),
            span: name.span,
        });
    }
    let place = next_span(inp);
    inp.skip();
    DPIA_SYN_PATTERN.apply();
    let mut parts = Vec::new();
    components(inp, &mut parts, pattern)?;
    if parts.len() < 2 {
        let message = "a tuple of less than two names";
        return Err(Failure::mistake(DPIA_SYN_PATTERN.refuse("tuple"), place, message)
            .with_help("`(x, y)` names the two halves of a pair, `(_, y)` the second"));
    }
    let span = since(inp, &start);
    let kind = PatternKind::Tuple(parts);
    Ok(Pattern { kind, span })
}

/// Whether what stands in parentheses here is a pattern with a dot behind it: `fun (x, y). e`.
fn dotted(inp: &mut In<'_, '_>) -> bool {
    let here = inp.save();
    let mut depth = 0usize;
    let closed = loop {
        match inp.next() {
            Some(Kind::LParen) => depth += 1,
            Some(Kind::RParen) if depth <= 1 => break true,
            Some(Kind::RParen) => depth -= 1,
            Some(Kind::Ident | Kind::Comma) => {}
            _ => break false,
        }
    };
    let found = closed && inp.next() == Some(Kind::Dot);
    inp.rewind(here);
    found
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

/// `fun(x: T, n: nat) e`, `fun x y. e`, `fun (x, y). e`
fn function(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let params = if peek(inp) == Some(Kind::LParen) && !dotted(inp) {
        typed_params(inp)?
    } else {
        let mut params = Vec::new();
        loop {
            params.push(Param {
                pattern: pattern(inp)?,
                kind: ParamKind::Inferred,
            });
            match peek(inp) {
                Some(Kind::Dot) => break,
                Some(Kind::Ident | Kind::LParen) => {}
                _ => return unexpected(inp, token(Kind::Dot).or(token(Kind::Ident))),
            }
        }
        expect(inp, Kind::Dot)?;
        params
    };
    Ok(ExpKind::Fun(params, Box::new(phrase(inp)?)))
}

/// `(x: T, n: nat, y, (a, b): (T, U))`
pub(super) fn typed_params(inp: &mut In<'_, '_>) -> Parsed<Vec<Param>> {
    expect(inp, Kind::LParen)?;
    comma_separated(inp, Kind::RParen, |inp| {
        let pattern = pattern(inp)?;
        if !accept(inp, Kind::Colon) {
            return Ok(Param {
                pattern,
                kind: ParamKind::Inferred,
            });
        }
        let ty = type_or_size(inp)?;
        let kind = match &ty.kind {
            TypeKind::Name(text) if text == "nat" => ParamKind::Static(Sort::Nat),
            TypeKind::Name(text) if text == "data" => ParamKind::Static(Sort::Data),
            _ => ParamKind::Typed(ty),
        };
        Ok(Param { pattern, kind })
    })
}

/// `let x : T = e in b`, `let (x, y) = e in b`
fn binding(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let pattern = pattern(inp)?;
    let ty = if accept(inp, Kind::Colon) {
        Some(type_or_size(inp)?)
    } else {
        None
    };
    expect(inp, Kind::Equals)?;
    let bound = single(inp)?;
    expect(inp, Kind::In)?;
    let body = scoped(inp, phrase)?;
    Ok(ExpKind::Let(pattern, ty, Box::new(bound), Box::new(body)))
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
