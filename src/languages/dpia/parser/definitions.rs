//! Definitions, and how a file goes on after a wrong one.

use super::atoms::typed_params;
use super::expected::{DEFINITION, END, OPERATOR, token};
use super::operators::phrase;
use super::types::type_or_size;
use super::{In, Parsed, accept, expect, ident, next_span, peek, unexpected};
use crate::ast::{Definition, Exp, ExpKind, Ident, Param, ParamKind, Pattern, PatternKind, Program};
use crate::lexer::Kind;
use crate::rules::syntax::{DPIA_SYN_PROC, DPIA_SYN_PROGRAM};
use elder_syntax::Span;

/// A file.  Wrong definitions are recorded and left out.
pub(super) fn program(inp: &mut In<'_, '_>) -> Parsed<Program> {
    DPIA_SYN_PROGRAM.apply();
    let mut definitions = Vec::new();
    while peek(inp).is_some() && !inp.state().0.is_given_up() {
        let start = inp.cursor();
        let begin = next_span(inp).start;
        inp.state().0.begin();
        match definition(inp) {
            Ok(d) => definitions.push(d),
            Err(failure) => {
                let from = failure.place();
                inp.state().0.record(failure);
                recover(inp, begin, from);
            }
        }
        if inp.cursor().inner() == start.inner() {
            inp.skip();
        }
    }
    // Past the largest number of errors the rest is not read.
    while peek(inp).is_some() {
        inp.skip();
    }
    Ok(Program { definitions })
}

/// Goes to the next `def` or `proc` at the start of a line.  `begin` is where the wrong definition begins, `from` where it went
/// wrong.
fn recover(inp: &mut In<'_, '_>, begin: usize, from: usize) {
    while let Some(kind) = peek(inp) {
        let at = next_span(inp).start;
        if at > begin && at >= from && begins(kind) && inp.state().0.line_begins(at) {
            return;
        }
        inp.skip();
    }
}

/// Whether a definition begins so.
fn begins(kind: Kind) -> bool {
    matches!(kind, Kind::Def | Kind::Proc)
}

/// `def f(x: T): U = e`, `proc f(x: T): U = e`
fn definition(inp: &mut In<'_, '_>) -> Parsed<Definition> {
    let Some(kind) = peek(inp).filter(|kind| begins(*kind)) else {
        return unexpected(inp, DEFINITION);
    };
    let start = expect(inp, kind)?;
    let name = ident(inp)?;
    let params = match peek(inp) {
        Some(Kind::LParen) => typed_params(inp)?,
        _ => vec![],
    };
    let result = if accept(inp, Kind::Colon) {
        Some(type_or_size(inp)?)
    } else {
        None
    };
    expect(inp, Kind::Equals)?;
    let mut body = phrase(inp)?;
    if peek(inp).is_some_and(|kind| !begins(kind)) {
        return unexpected(inp, OPERATOR.or(token(Kind::Def)).or(END));
    }
    let span = start.to(body.span);
    if let Some(ty) = result {
        let span = body.span;
        let kind = ExpKind::Ascribe(Box::new(body), ty);
        body = Exp { kind, span };
    }
    if kind == Kind::Proc {
        DPIA_SYN_PROC.apply();
        body = kept(&name, &params, body, span);
    }
    if !params.is_empty() {
        let kind = ExpKind::Fun(params, Box::new(body));
        body = Exp { kind, span };
    }
    Ok(Definition { name, body })
}

/// `call f (fun(x: T, ..) e, x, ..)`, for the parameters that are values (DPIA-SYN-PROC).
fn kept(name: &Ident, params: &[Param], body: Exp, span: Span) -> Exp {
    let values = params.iter().filter(|p| !matches!(p.kind, ParamKind::Static(_)));
    let arguments = values.clone().map(|p| argument(&p.pattern)).collect();
    let kind = ExpKind::Fun(values.cloned().collect(), Box::new(body));
    let function = Exp { kind, span };
    let kind = ExpKind::Kept(name.clone(), Box::new(function), arguments);
    Exp { kind, span }
}

/// What a pattern names, as a phrase.
fn argument(pattern: &Pattern) -> Exp {
    let kind = match &pattern.kind {
        PatternKind::Name(text) => ExpKind::Var(text.clone()),
        PatternKind::Tuple(parts) => ExpKind::Tuple(parts.iter().map(argument).collect()),
    };
    let span = pattern.span;
    Exp { kind, span }
}
