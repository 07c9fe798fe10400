//! Expressions that begin with a word or `\` and reach as far to the right as they can; blocks.

use super::classes::instance;
use super::declarations::{declaration, is_binding};
use super::expected::{BLOCK, EXPRESSION, OPERATOR, token};
use super::names::binders;
use super::operators::{arrow, exp, outside};
use super::patterns::pattern;
use super::{Failure, In, Parsed};
use crate::ast::{Alternative, ArrowKind, Block, Exp, ExpKind, Loop, Statement};
use crate::lexer::Kind;
use crate::rules::syntax::{DX_SYN_BLOCK, DX_SYN_EXPRESSION};
use elder_syntax::parsing::{accept, chained, expect, nested, next_span, peek, since, unexpected};

/// Whether [`form`] reads what begins so.
pub(super) fn begins_form(kind: Kind) -> bool {
    matches!(kind, Kind::Backslash | Kind::Case | Kind::If | Kind::Do) || looping(kind).is_some()
}

fn looping(kind: Kind) -> Option<Loop> {
    Some(match kind {
        Kind::For => Loop::For,
        Kind::ForEffects => Loop::ForEffects,
        Kind::Rof => Loop::Rof,
        Kind::RofEffects => Loop::RofEffects,
        Kind::View => Loop::View,
        _ => return None,
    })
}

/// A function, a loop, `case`, `if`, `do`.
pub(super) fn form(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| {
        let start = inp.cursor();
        let kind = match peek(inp) {
            Some(Kind::Backslash) => function(inp)?,
            Some(Kind::Case) => case(inp)?,
            Some(Kind::If) => conditional(inp)?,
            Some(Kind::Do) => {
                inp.skip();
                ExpKind::Do(Box::new(body(inp)?))
            }
            other => match other.and_then(looping) {
                Some(looping) => {
                    inp.skip();
                    let binders = binders(inp)?;
                    expect(inp, Kind::Dot)?;
                    ExpKind::For(looping, binders, Box::new(body(inp)?))
                }
                None => return unexpected(inp, EXPRESSION),
            },
        };
        Ok(Exp {
            kind,
            span: since(inp, &start),
        })
    })
}

/// `\x y. e`, `\x ?-> e`
fn function(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let binders = binders(inp)?;
    let kind = match peek(inp) {
        Some(Kind::Dot) => ArrowKind::Plain,
        Some(Kind::Arrow) => {
            let help = "the body of a function stands behind a point: `\\x. body`";
            return Err(pointed(inp, "`->` stands in types", help));
        }
        Some(Kind::TableArrow) => {
            let help = "a table is written with `for`: `for i. body`";
            return Err(pointed(inp, "`=>` stands in types", help));
        }
        found => match found.and_then(arrow) {
            Some(kind) => kind,
            None => return unexpected(inp, token(Kind::Dot).or(super::expected::PATTERN)),
        },
    };
    inp.skip();
    Ok(ExpKind::Lambda(kind, binders, Box::new(body(inp)?)))
}

fn pointed(inp: &mut In<'_, '_>, message: &str, help: &'static str) -> Failure {
    Failure::mistake(DX_SYN_EXPRESSION.refuse("lambda"), next_span(inp), message).with_help(help)
}

/// `case e of` and alternatives.
fn case(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let scrutinee = Box::new(exp(inp)?);
    if !accept(inp, Kind::Of) {
        return unexpected(inp, OPERATOR.or(token(Kind::Of)));
    }
    let alternatives = one_per_line(inp, |inp| {
        let pattern = pattern(inp)?;
        expect(inp, Kind::Arrow)?;
        let body = body(inp)?;
        Ok(Alternative { pattern, body })
    })?;
    Ok(ExpKind::Case(scrutinee, alternatives))
}

/// `if c then a else b`
fn conditional(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    inp.skip();
    let condition = Box::new(exp(inp)?);
    if !accept(inp, Kind::Then) {
        return unexpected(inp, OPERATOR.or(token(Kind::Then)));
    }
    let yes = Box::new(body(inp)?);
    let no = match accept(inp, Kind::Else) {
        true => Some(Box::new(body(inp)?)),
        false => None,
    };
    Ok(ExpKind::If(condition, yes, no))
}

/// What stands on the lines of a block, or one of it on the same line.
pub(super) fn one_per_line<'t, 'p, T>(
    inp: &mut In<'t, 'p>,
    rule: impl Fn(&mut In<'t, 'p>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    if !accept(inp, Kind::Indent) {
        return match peek(inp) {
            Some(Kind::NextLine | Kind::Dedent) | None => unexpected(inp, BLOCK),
            _ => Ok(vec![rule(inp)?]),
        };
    }
    let mut all = Vec::new();
    loop {
        chained(inp)?;
        all.push(rule(inp)?);
        if accept(inp, Kind::Dedent) {
            return Ok(all);
        }
        if !accept(inp, Kind::NextLine) {
            return unexpected(inp, OPERATOR.or(token(Kind::NextLine)));
        }
    }
}

/// An expression on the same line, or a block.
pub(super) fn body(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    if !accept(inp, Kind::Indent) {
        return exp(inp);
    }
    let e = nested(inp, lines)?;
    if !accept(inp, Kind::Dedent) {
        return Err(unended(inp));
    }
    Ok(e)
}

/// What is said of a line that goes on although it should not.
pub(super) fn unended(inp: &mut In<'_, '_>) -> Failure {
    let wrong: Parsed<()> = match outside(inp) {
        Some(failure) => Err(failure),
        None => unexpected(inp, OPERATOR.or(token(Kind::NextLine)).or(token(Kind::Dedent))),
    };
    wrong
        .err()
        .unwrap_or_else(|| Failure::expected(OPERATOR, None, next_span(inp)))
}

/// Lines of a block, of which the last is its result.
pub(super) fn lines(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    DX_SYN_BLOCK.apply();
    let start = inp.cursor();
    let mut statements = Vec::new();
    loop {
        chained(inp)?;
        let place = next_span(inp);
        let next = statement(inp)?;
        let mut ends = !accept(inp, Kind::NextLine);
        while accept(inp, Kind::NextLine) {}
        ends |= matches!(peek(inp), Some(Kind::Dedent) | None);
        if !ends {
            statements.push(next);
            continue;
        }
        let Statement::Expression(result) = next else {
            let message = "the last line of a block is a declaration";
            let refusal = DX_SYN_BLOCK.refuse("result");
            return Err(Failure::mistake(refusal, place, message)
                .with_help("a block ends with the expression that is its result; `()` is the result of what is done for its effects"));
        };
        if statements.is_empty() {
            return Ok(result);
        }
        return Ok(Exp {
            kind: ExpKind::Block(Box::new(Block { statements, result })),
            span: since(inp, &start),
        });
    }
}

/// A line of a block.
fn statement(inp: &mut In<'_, '_>) -> Parsed<Statement> {
    match peek(inp) {
        Some(Kind::Data | Kind::Interface) => {
            let message = "this is declared at the top of a file only";
            let refusal = DX_SYN_BLOCK.refuse("top");
            Err(Failure::mistake(refusal, next_span(inp), message))
        }
        Some(Kind::Instance | Kind::NamedInstance) => Ok(Statement::Declaration(instance(inp)?)),
        Some(Kind::Def | Kind::At) => Ok(Statement::Declaration(declaration(inp)?)),
        _ if is_binding(inp) => Ok(Statement::Declaration(declaration(inp)?)),
        _ => Ok(Statement::Expression(exp(inp)?)),
    }
}
