//! Declarations, and how a file goes on after a wrong one.

use super::Failure;
use super::expected::{DECLARATION, PARAMETER, token};
use super::expressions::{exp, result_type};
use super::names::{
    at_bound_operator, attribute, begins_operator, bound_name, bound_operator, ident, string, type_params,
};
use super::patterns::{begins_param, param, params};
use super::types::type_exp;
use super::{
    In, Parsed, accept, advance, expect, modules, nested, next_span, peek, peek3, since, unexpected,
};
use crate::ast::{Dec, DecKind, Liftedness, PatKind, Program, TypeDef, ValDef};
use crate::lexer::Kind;
use crate::rules::syntax::{FUT_X_BIND, FUT_X_DOC, FUT_X_PROGRAM};

/// A file: its documentation and declarations.  Wrong declarations are recorded and left out.
pub(super) fn program(inp: &mut In<'_, '_>) -> Parsed<Program> {
    let doc = doc(inp);
    let mut decs = Vec::new();
    if doc.is_some() && peek(inp).is_none() {
        return unexpected(inp, DECLARATION);
    }
    while peek(inp).is_some() && !inp.state().0.is_given_up() {
        let start = inp.cursor();
        let begin = next_span(inp).start;
        inp.state().0.begin();
        match dec(inp) {
            Ok(d) => decs.push(d),
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
    Ok(Program { doc, decs })
}

/// Goes to the next token at the start of a line that begins a declaration.  `begin` is where the wrong declaration
/// begins, `from` where it went wrong.
fn recover(inp: &mut In<'_, '_>, begin: usize, from: usize) {
    while let Some(kind) = peek(inp) {
        let at = next_span(inp).start;
        if at > begin && at >= from && kind.begins_declaration() && inp.state().0.line_begins(at) {
            return;
        }
        inp.skip();
    }
}

/// The documentation comment that stands here, without its dashes.
pub(super) fn doc(inp: &mut In<'_, '_>) -> Option<String> {
    if peek(inp) != Some(Kind::Doc) {
        return None;
    }
    FUT_X_DOC.apply();
    let span = advance(inp);
    let text = inp.state().0.text(span);
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("--").unwrap_or(line);
        line.strip_prefix(' ').unwrap_or(line)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    Some(
        text.strip_prefix("| ")
            .or(text.strip_prefix('|'))
            .unwrap_or(&text)
            .to_string(),
    )
}

/// A declaration, with documentation and attributes.
pub(super) fn dec(inp: &mut In<'_, '_>) -> Parsed<Dec> {
    nested(inp, |inp| {
        let doc = doc(inp);
        let mut attrs = Vec::new();
        let start = inp.cursor();
        while peek(inp) == Some(Kind::Attribute) {
            attrs.push(attribute(inp)?);
        }
        let kind = dec_kind(inp)?;
        FUT_X_PROGRAM.apply();
        let span = since(inp, &start);
        Ok(Dec {
            kind,
            attrs,
            doc,
            span,
        })
    })
}

fn dec_kind(inp: &mut In<'_, '_>) -> Parsed<DecKind> {
    match peek3(inp) {
        [Some(Kind::Def | Kind::Let), ..] => {
            inp.skip();
            value(inp, false).map(DecKind::Val)
        }
        [Some(Kind::Entry), ..] => {
            inp.skip();
            value(inp, true).map(DecKind::Val)
        }
        [Some(Kind::Type), ..] => {
            inp.skip();
            let (lifted, name, params) = type_head(inp)?;
            expect(inp, Kind::Equals)?;
            let body = type_exp(inp)?;
            Ok(DecKind::Type(TypeDef {
                lifted,
                name,
                params,
                body,
            }))
        }
        [Some(Kind::Module), Some(Kind::Type), _] => {
            inp.skip();
            inp.skip();
            modules::module_type_definition(inp).map(DecKind::ModType)
        }
        [Some(Kind::Module), ..] => {
            inp.skip();
            modules::module_definition(inp).map(DecKind::Module)
        }
        [Some(Kind::Open), ..] => {
            inp.skip();
            modules::module(inp).map(DecKind::Open)
        }
        [Some(Kind::Import), ..] => {
            inp.skip();
            string(inp).map(DecKind::Import)
        }
        [Some(Kind::Local), ..] => {
            inp.skip();
            Ok(DecKind::Local(Box::new(dec(inp)?)))
        }
        _ => unexpected(inp, DECLARATION),
    }
}

/// `t 'a [n]` after `type`, with its liftedness.
pub(super) fn type_head(
    inp: &mut In<'_, '_>,
) -> Parsed<(Liftedness, crate::ast::Ident, Vec<crate::ast::TypeParam>)> {
    let lifted = if accept(inp, Kind::Tilde) {
        Liftedness::SizeLifted
    } else if accept(inp, Kind::Hat) {
        Liftedness::Lifted
    } else {
        Liftedness::Unlifted
    };
    Ok((lifted, ident(inp)?, type_params(inp)?))
}

/// What follows `def`, `let` or `entry`.
fn value(inp: &mut In<'_, '_>, entry: bool) -> Parsed<ValDef> {
    FUT_X_BIND.apply();
    let infix = match peek3(inp) {
        [Some(Kind::Ident), Some(after), _] => begins_operator(after) || after == Kind::Bang,
        [Some(kind), ..] if kind == Kind::Ident || !begins_param(kind) => false,
        _ => !at_bound_operator(inp),
    };
    let (name, type_params, params) = if infix && !entry {
        let start = inp.cursor();
        let left = param(inp)?;
        if peek(inp) == Some(Kind::Equals) && !matches!(left.kind, PatKind::Var(_)) {
            let span = inp.span_since(&start);
            let message = "a definition at top level binds one name, not a pattern";
            return Err(Failure::mistake(FUT_X_BIND.refuse("name"), span, message));
        }
        let name = bound_operator(inp)?;
        (name, Vec::new(), vec![left, param(inp)?])
    } else {
        (bound_name(inp)?, type_params(inp)?, params(inp)?)
    };
    let ret = result_type(inp, type_exp)?;
    if peek(inp) != Some(Kind::Equals) {
        let mut set = token(Kind::Equals);
        if ret.is_none() {
            set = set.or(PARAMETER).or(token(Kind::Colon));
        }
        return unexpected(inp, set);
    }
    inp.skip();
    Ok(ValDef {
        entry,
        name,
        type_params,
        params,
        ret,
        body: exp(inp)?,
    })
}
