//! Infix operators, from `;` to `**`, and what follows an operand: arguments, `@n`, `[i]`, `.wr`.

use super::atoms::atom;
use super::expected::{PHRASE, token};
use super::types;
use super::{
    In, Parsed, accept, advance, chained, comma_separated, expect, ident, nested, next_text, peek, peek_many,
    scoped, since, unexpected,
};
use crate::UpdateOp;
use crate::ast::{Exp, ExpKind, Ident, Operator};
use crate::lexer::Kind;
use crate::rules::syntax::DPIA_SYN_PHRASE;
use elder_syntax::Name as Text;
use elder_syntax::prim::BinOp;

/// Any phrase: commands in sequence.
pub(super) fn phrase(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| {
        DPIA_SYN_PHRASE.apply();
        let mut parts = vec![single(inp)?];
        while accept(inp, Kind::Semicolon) {
            // A `;` may stand after the last command of a block.
            if matches!(
                peek(inp),
                None | Some(Kind::RCurly | Kind::RParen | Kind::Def | Kind::Proc)
            ) {
                break;
            }
            parts.push(scoped(inp, single)?);
        }
        let last = match parts.pop() {
            Some(last) => last,
            None => return unexpected(inp, PHRASE),
        };
        Ok(parts.into_iter().rev().fold(last, |rest, first| {
            let span = first.span.to(rest.span);
            let kind = ExpKind::Seq(Box::new(first), Box::new(rest));
            Exp { kind, span }
        }))
    })
}

/// A phrase that is no sequence: an assignment, an update, or what [`pipeline`] reads.
pub(super) fn single(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| {
        let target = pipeline(inp)?;
        let make: fn(Box<Exp>, Box<Exp>) -> ExpKind = match peek_many(inp) {
            [Some(Kind::Assign), _] => ExpKind::Assign,
            [Some(Kind::AddAssign), _] => |a, b| ExpKind::Update(UpdateOp::Add, a, b),
            [Some(Kind::MulAssign), _] => |a, b| ExpKind::Update(UpdateOp::Mul, a, b),
            [Some(Kind::Ident), Some(Kind::Equals)] => {
                let Some(op) = types::update_op_named(next_text(inp)) else {
                    return Ok(target);
                };
                inp.skip();
                inp.skip();
                let value = pipeline(inp)?;
                let span = target.span.to(value.span);
                let kind = ExpKind::Update(op, Box::new(target), Box::new(value));
                return Ok(Exp { kind, span });
            }
            _ => return Ok(target),
        };
        inp.skip();
        let value = pipeline(inp)?;
        let span = target.span.to(value.span);
        let kind = make(Box::new(target), Box::new(value));
        Ok(Exp { kind, span })
    })
}

/// `e |> f |> g`
pub(super) fn pipeline(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut e = infix(inp, 0)?;
    while accept(inp, Kind::Pipe) {
        chained(inp)?;
        let function = infix(inp, 0)?;
        let span = e.span.to(function.span);
        let kind = ExpKind::Pipe(Box::new(e), Box::new(function));
        e = Exp { kind, span };
    }
    Ok(e)
}

/// How strongly an operator binds; higher binds stronger.
fn level(op: Operator) -> u8 {
    match op {
        Operator::OrElse => 0,
        Operator::AndAlso => 1,
        Operator::Bin(op) if op.is_comparison() => 2,
        Operator::Bin(BinOp::And | BinOp::Or | BinOp::Xor) => 3,
        Operator::Bin(BinOp::Shl | BinOp::Shr | BinOp::Lshr) => 4,
        Operator::Bin(BinOp::Add | BinOp::Sub) => 5,
        Operator::Bin(BinOp::Pow) | Operator::NatPower => 7,
        Operator::Bin(_) | Operator::DivExact => 6,
    }
}

/// The operator that a token stands for.
pub(crate) fn operator(kind: Kind) -> Option<Operator> {
    Some(match kind {
        Kind::OrOr => Operator::OrElse,
        Kind::AndAnd => Operator::AndAlso,
        Kind::SlashHat => Operator::DivExact,
        Kind::Hat => Operator::NatPower,
        _ => Operator::Bin(match kind {
            Kind::EqEq => BinOp::Eq,
            Kind::NotEq => BinOp::Ne,
            Kind::Less => BinOp::Lt,
            Kind::LessEq => BinOp::Le,
            Kind::Greater => BinOp::Gt,
            Kind::GreaterEq => BinOp::Ge,
            Kind::Or => BinOp::Or,
            Kind::And => BinOp::And,
            Kind::Shl => BinOp::Shl,
            Kind::Shr => BinOp::Shr,
            Kind::Lshr => BinOp::Lshr,
            Kind::Plus => BinOp::Add,
            Kind::Minus => BinOp::Sub,
            Kind::Star => BinOp::Mul,
            Kind::Slash => BinOp::Div,
            Kind::Percent => BinOp::Mod,
            Kind::SlashSlash => BinOp::Quot,
            Kind::PercentPercent => BinOp::Rem,
            Kind::Power => BinOp::Pow,
            _ => return None,
        }),
    })
}

/// Operators of at least this level, by precedence climbing.
pub(super) fn infix(inp: &mut In<'_, '_>, least: u8) -> Parsed<Exp> {
    let mut left = prefix(inp)?;
    loop {
        let Some(op) = peek(inp).and_then(operator).filter(|op| level(*op) >= least) else {
            return Ok(left);
        };
        inp.skip();
        chained(inp)?;
        // The powers associate to the right.
        let right_level = if level(op) == 7 { 7 } else { level(op) + 1 };
        let right = nested(inp, |inp| infix(inp, right_level))?;
        let span = left.span.to(right.span);
        let kind = ExpKind::Binary(op, Box::new(left), Box::new(right));
        left = Exp { kind, span };
    }
}

/// `-e`, `!e`
fn prefix(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let make: fn(Box<Exp>) -> ExpKind = match peek_many(inp) {
        // An operator that stands alone is a function.
        [Some(Kind::Minus), Some(Kind::Comma | Kind::RParen)] => return postfix(inp),
        [Some(Kind::Minus), _] => ExpKind::Negate,
        [Some(Kind::Bang), _] => ExpKind::Not,
        _ => return postfix(inp),
    };
    inp.skip();
    let operand = nested(inp, prefix)?;
    let span = since(inp, &start);
    Ok(Exp {
        kind: make(Box::new(operand)),
        span,
    })
}

/// An atom with its arguments, sizes, indexes and components.
pub(super) fn postfix(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    let mut e = atom(inp)?;
    if is_block(&e.kind) {
        return Ok(e);
    }
    loop {
        let kind = match peek(inp) {
            Some(Kind::LParen) => {
                inp.skip();
                let arguments = comma_separated(inp, Kind::RParen, phrase)?;
                ExpKind::Call(Box::new(e), arguments)
            }
            Some(Kind::At) => {
                inp.skip();
                ExpKind::At(Box::new(e), types::atom(inp)?)
            }
            Some(Kind::LBracket) => {
                inp.skip();
                let index = phrase(inp)?;
                expect(inp, Kind::RBracket)?;
                ExpKind::Index(Box::new(e), Box::new(index))
            }
            Some(Kind::Dot) => {
                inp.skip();
                for component in components(inp)? {
                    let span = since(inp, &start);
                    let kind = ExpKind::Field(Box::new(e), component);
                    e = Exp { kind, span };
                }
                chained(inp)?;
                continue;
            }
            _ => return Ok(e),
        };
        chained(inp)?;
        let span = since(inp, &start);
        e = Exp { kind, span };
    }
}

/// Whether the phrase ends with a block or reaches as far as it can, so nothing is applied to it.
fn is_block(kind: &ExpKind) -> bool {
    matches!(
        kind,
        ExpKind::Fun(..)
            | ExpKind::Let(..)
            | ExpKind::If(..)
            | ExpKind::New(..)
            | ExpKind::For(..)
            | ExpKind::While(..)
            | ExpKind::LetSize(..)
            | ExpKind::PartAt(..)
            | ExpKind::Accumulate(..)
            | ExpKind::SwapAt(..)
            | ExpKind::Launch(..)
    )
}

/// What stands after a dot: a name, a number, or two numbers that look like a float.
fn components(inp: &mut In<'_, '_>) -> Parsed<Vec<Ident>> {
    match peek(inp) {
        Some(Kind::Nat | Kind::Float) => {
            let text = next_text(inp);
            let place = advance(inp);
            let span = inp.state().0.span(place);
            Ok(text
                .split('.')
                .map(|part| Ident {
                    name: Text::new(part),
                    span,
                })
                .collect())
        }
        Some(Kind::Ident) => Ok(vec![ident(inp)?]),
        _ => unexpected(inp, token(Kind::Ident).or(token(Kind::Nat))),
    }
}
