//! Definitions, and how a file goes on after a wrong one.

use super::atoms::typed_params;
use super::expected::{DEFINITION, END, OPERATOR, token};
use super::operators::phrase;
use super::types::type_or_size;
use super::{In, Parsed, accept, expect, ident, next_span, peek, unexpected};
use crate::ast::{Definition, Exp, ExpKind, Program};
use crate::lexer::Kind;
use crate::rules::syntax::DPIA_SYN_PROGRAM;

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

/// Goes to the next `def` at the start of a line.  `begin` is where the wrong definition begins, `from` where it went
/// wrong.
fn recover(inp: &mut In<'_, '_>, begin: usize, from: usize) {
    while let Some(kind) = peek(inp) {
        let at = next_span(inp).start;
        if at > begin && at >= from && kind == Kind::Def && inp.state().0.line_begins(at) {
            return;
        }
        inp.skip();
    }
}

/// `def f(x: T): U = e`
fn definition(inp: &mut In<'_, '_>) -> Parsed<Definition> {
    if peek(inp) != Some(Kind::Def) {
        return unexpected(inp, DEFINITION);
    }
    let start = expect(inp, Kind::Def)?;
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
    if !matches!(peek(inp), None | Some(Kind::Def)) {
        return unexpected(inp, OPERATOR.or(token(Kind::Def)).or(END));
    }
    let span = start.to(body.span);
    if let Some(ty) = result {
        let span = body.span;
        let kind = ExpKind::Ascribe(Box::new(body), ty);
        body = Exp { kind, span };
    }
    if !params.is_empty() {
        let kind = ExpKind::Fun(params, Box::new(body));
        body = Exp { kind, span };
    }
    Ok(Definition { name, body })
}
