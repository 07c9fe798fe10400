//! Infix operators, from `|>` to `.`, and application.

use super::atoms::{atom, begins_atom, begins_binding};
use super::expected::{EXPRESSION, token};
use super::types::{level, level_follows};
use super::{In, Parsed};
use crate::ScalarOperator as Op;
use crate::ast::{Exp, ExpKind};
use crate::lexer::Kind;
use crate::rules::syntax::FCL_SYN_EXPRESSION;
use elder_syntax::parsing::{accept, chained, expect, nested, peek, peek_many, since, unexpected};

/// Any expression.
pub(super) fn expression(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| {
        FCL_SYN_EXPRESSION.apply();
        let mut e = infix(inp, 0)?;
        while accept(inp, Kind::Pipe) {
            chained(inp)?;
            let function = infix(inp, 0)?;
            e = joined(ExpKind::Pipe, e, function);
        }
        Ok(e)
    })
}

fn joined(make: impl FnOnce(Box<Exp>, Box<Exp>) -> ExpKind, left: Exp, right: Exp) -> Exp {
    let span = left.span.to(right.span);
    Exp {
        kind: make(Box::new(left), Box::new(right)),
        span,
    }
}

/// The operator that a token stands for, and how strongly it binds; higher binds stronger.
pub(crate) fn operator(kind: Kind) -> Option<(Op, u8)> {
    Some(match kind {
        Kind::Or => (Op::Or, 0),
        Kind::Xor => (Op::Xor, 1),
        Kind::And => (Op::And, 2),
        Kind::EqEq => (Op::Equal, 3),
        Kind::NotEq => (Op::NotEqual, 3),
        Kind::Less => (Op::Less, 3),
        Kind::LessEq => (Op::LessEqual, 3),
        Kind::Greater => (Op::Greater, 3),
        Kind::GreaterEq => (Op::GreaterEqual, 3),
        Kind::Shl => (Op::ShiftLeft, 4),
        Kind::Shr => (Op::ShiftRight, 4),
        Kind::Plus => (Op::Add, 5),
        Kind::Minus => (Op::Subtract, 5),
        Kind::Star => (Op::Multiply, 6),
        Kind::Slash | Kind::Div => (Op::Divide, 6),
        Kind::Percent | Kind::Mod => (Op::Modulo, 6),
        _ => return None,
    })
}

/// Operators of at least this strength, by precedence climbing.
fn infix(inp: &mut In<'_, '_>, least: u8) -> Parsed<Exp> {
    let mut left = prefix(inp)?;
    loop {
        let found = peek(inp).and_then(operator);
        let Some((op, strength)) = found.filter(|(_, strength)| *strength >= least) else {
            return Ok(left);
        };
        inp.skip();
        chained(inp)?;
        let right = nested(inp, |inp| infix(inp, strength + 1))?;
        left = joined(|a, b| ExpKind::Binary(op, a, b), left, right);
    }
}

/// `-e`
fn prefix(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    if peek(inp) != Some(Kind::Minus) {
        return composition(inp);
    }
    let start = inp.cursor();
    inp.skip();
    let operand = nested(inp, prefix)?;
    let span = since(inp, &start);
    Ok(Exp {
        kind: ExpKind::Negate(Box::new(operand)),
        span,
    })
}

/// `f . g . h`, to the right.
fn composition(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut parts = vec![application(inp)?];
    while accept(inp, Kind::Dot) {
        chained(inp)?;
        parts.push(application(inp)?);
    }
    let last = parts.pop();
    let Some(last) = last else {
        return unexpected(inp, EXPRESSION);
    };
    Ok(parts
        .into_iter()
        .rev()
        .fold(last, |rest, first| joined(ExpKind::Compose, first, rest)))
}

/// An atom, applied to atoms and levels.
fn application(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let mut e = nested(inp, atom)?;
    if reaches_far(&e.kind) {
        return Ok(e);
    }
    loop {
        // Numbers are not applied to levels, so `1 < n > m` is no application.
        let literal = matches!(
            e.kind,
            ExpKind::Int(_) | ExpKind::Double(_) | ExpKind::Typed(..) | ExpKind::Bool(_)
        );
        let kind = match peek_many::<_, 1>(inp) {
            [Some(Kind::Less)] if !literal && level_follows(inp) => {
                inp.skip();
                let level = level(inp)?;
                expect(inp, Kind::Greater)?;
                ExpKind::LevelApply(Box::new(e), level)
            }
            [Some(kind)] if begins_atom(kind) && !begins_binding(inp) => {
                let argument = nested(inp, atom)?;
                ExpKind::Apply(Box::new(e), Box::new(argument))
            }
            _ => return Ok(e),
        };
        chained(inp)?;
        let last = matches!(&kind, ExpKind::Apply(_, argument) if reaches_far(&argument.kind));
        let span = since(inp, &start);
        e = Exp { kind, span };
        if last {
            return Ok(e);
        }
    }
}

/// Whether the form reaches as far as it can, so nothing more is an argument.
fn reaches_far(kind: &ExpKind) -> bool {
    matches!(kind, ExpKind::Fn(..) | ExpKind::Let(..) | ExpKind::If(..))
}

/// An operator between parentheses, `(+)`; the opening one is taken.
pub(super) fn section(inp: &mut In<'_, '_>) -> Parsed<Option<ExpKind>> {
    let [Some(kind), Some(Kind::RParen)] = peek_many(inp) else {
        return Ok(None);
    };
    let Some((op, _)) = operator(kind) else {
        return Ok(None);
    };
    inp.skip();
    if !accept(inp, Kind::RParen) {
        return unexpected(inp, token(Kind::RParen));
    }
    Ok(Some(ExpKind::Operator(op)))
}
