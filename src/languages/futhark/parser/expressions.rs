//! Expressions that begin with a keyword, ascriptions, lambdas.

use super::Failure;
use super::atoms::argument;
use super::expected::{EXPRESSION, OPERATOR, token};
use super::names::{attribute, ident, size_binder, type_params};
use super::operators::{index_step, infix, update};
use super::patterns::{params1, pat};
use super::types::{type_exp, type_term};
use super::{In, Parsed, accept, chained, expect, nested, next_span, peek, peek3, since, unexpected};
use crate::ast::{
    Case, Exp, ExpKind, Ident, LetFun, Loop, LoopForm, Pat, PatKind, QualName, TypeExp, UpdateStep,
};
use crate::lexer::Kind;
use crate::rules::syntax::{FUT_X_EXP, FUT_X_LET};
use elder_syntax::Span;

/// Any expression: what [`infix`] reads, with ascriptions.
pub(super) fn exp(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    nested(inp, |inp| {
        FUT_X_EXP.apply();
        let mut e = infix(inp)?;
        let mut length = 0;
        loop {
            let make = match peek(inp) {
                Some(Kind::Colon) => ExpKind::Ascribe,
                Some(Kind::Coerce) => ExpKind::Coerce,
                _ => return Ok(e),
            };
            inp.skip();
            length += 1;
            chained(inp, length)?;
            let ty = type_exp(inp)?;
            let span = e.span.to(ty.span);
            e = Exp {
                kind: make(Box::new(e), Box::new(ty)),
                span,
            };
        }
    })
}

/// Whether [`keyword_exp`] reads what begins here.
pub(super) fn begins_keyword_exp(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::If | Kind::Let | Kind::Loop | Kind::Match | Kind::Assert | Kind::Attribute
    )
}

/// An expression that begins with a keyword and reaches as far to the right as it can.
pub(super) fn keyword_exp(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    match peek(inp) {
        Some(Kind::If) => return conditional(inp),
        Some(Kind::Let) => return let_chain(inp),
        _ => {}
    }
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Loop) => loop_exp(inp)?,
        Some(Kind::Match) => match_exp(inp)?,
        Some(Kind::Assert) => {
            inp.skip();
            let condition = argument(inp)?;
            ExpKind::Assert(Box::new(condition), Box::new(exp(inp)?))
        }
        Some(Kind::Attribute) => {
            let attr = attribute(inp)?;
            ExpKind::Attr(attr, Box::new(exp(inp)?))
        }
        _ => return unexpected(inp, EXPRESSION),
    };
    let span = since(inp, &start);
    Ok(Exp { kind, span })
}

/// `if c then a else if d then b else e`, by a loop over the branches.
fn conditional(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut branches: Vec<(Span, Exp, Exp)> = Vec::new();
    loop {
        let start = expect(inp, Kind::If)?;
        let condition = exp(inp)?;
        expect(inp, Kind::Then)?;
        let yes = exp(inp)?;
        expect(inp, Kind::Else)?;
        branches.push((start, condition, yes));
        chained(inp, branches.len())?;
        if peek(inp) != Some(Kind::If) {
            break;
        }
    }
    let last = exp(inp)?;
    Ok(branches
        .into_iter()
        .rev()
        .fold(last, |no, (start, condition, yes)| {
            let span = start.to(no.span);
            Exp {
                kind: ExpKind::If(Box::new(condition), Box::new(yes), Box::new(no)),
                span,
            }
        }))
}

/// What a `let` binds, before its body.
enum Binding {
    Pat(Vec<Ident>, Pat, Exp),
    Fun(LetFun),
    Update(Ident, Vec<UpdateStep>, Exp),
}

/// `let .. let .. in e` (FUT-X-LET), by a loop over the bindings.
fn let_chain(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let mut bindings: Vec<(Span, Binding)> = Vec::new();
    loop {
        let start = expect(inp, Kind::Let)?;
        FUT_X_LET.apply();
        bindings.push((start, binding(inp)?));
        chained(inp, bindings.len())?;
        match peek(inp) {
            Some(Kind::Let) => continue,
            Some(Kind::In) => {
                inp.skip();
                if peek(inp) != Some(Kind::Let) {
                    break;
                }
            }
            Some(
                kind @ (Kind::Def
                | Kind::Type
                | Kind::Module
                | Kind::Entry
                | Kind::Open
                | Kind::Local
                | Kind::Import
                | Kind::Doc),
            ) => {
                let message = format!("found {} where the `in` of a `let` should stand", kind.describe());
                return Err(
                    Failure::mistake(FUT_X_LET.refuse("body"), next_span(inp), message)
                        .with_help("a `let` inside a definition is followed by `in` and the result"),
                );
            }
            _ => return unexpected(inp, token(Kind::In).or(OPERATOR)),
        }
    }
    let body = exp(inp)?;
    Ok(bindings.into_iter().rev().fold(body, |body, (start, binding)| {
        let span = start.to(body.span);
        let body = Box::new(body);
        let kind = match binding {
            Binding::Pat(sizes, p, bound) => ExpKind::Let(sizes, Box::new(p), Box::new(bound), body),
            Binding::Fun(fun) => ExpKind::LetFun(Box::new(fun), body),
            Binding::Update(name, mut steps, value) => match (steps.pop(), steps.is_empty()) {
                (Some(UpdateStep::Index(dims)), true) => ExpKind::LetWith(name, dims, Box::new(value), body),
                (last, _) => {
                    steps.extend(last);
                    rebinding(name, steps, value, body)
                }
            },
        };
        Exp { kind, span }
    }))
}

/// `let a.f[i] = v in b`, which binds `a` to its update.
fn rebinding(name: Ident, steps: Vec<UpdateStep>, value: Exp, body: Box<Exp>) -> ExpKind {
    let span = name.span.to(value.span);
    let old = Exp {
        kind: ExpKind::Var(QualName {
            path: Vec::new(),
            name: name.name.clone(),
            span: name.span,
        }),
        span: name.span,
    };
    let pat = Pat {
        span: name.span,
        kind: PatKind::Var(name),
    };
    let new = Exp {
        kind: update(old, steps, value),
        span,
    };
    ExpKind::Let(Vec::new(), Box::new(pat), Box::new(new), body)
}

/// What stands between `let` and `in`.
fn binding(inp: &mut In<'_, '_>) -> Parsed<Binding> {
    match peek3(inp) {
        [Some(Kind::Ident), Some(Kind::Equals | Kind::Colon), _] => {}
        [Some(Kind::Ident), Some(Kind::Index | Kind::Dot), _] => {
            let name = ident(inp)?;
            let mut steps = Vec::new();
            loop {
                match peek(inp) {
                    Some(Kind::Index) => steps.push(index_step(inp)?),
                    Some(Kind::Dot) => {
                        inp.skip();
                        steps.push(UpdateStep::Field(super::names::field(inp)?));
                    }
                    _ => break,
                }
            }
            expect(inp, Kind::Equals)?;
            return Ok(Binding::Update(name, steps, exp(inp)?));
        }
        [Some(Kind::Ident), ..] => return Ok(Binding::Fun(local_function(inp)?)),
        _ => {}
    }
    let mut sizes = Vec::new();
    while matches!(peek(inp), Some(Kind::LBracket | Kind::Index)) {
        sizes.push(size_binder(inp)?);
    }
    let p = pat(inp)?;
    expect(inp, Kind::Equals)?;
    Ok(Binding::Pat(sizes, p, exp(inp)?))
}

/// `f [n] 't x y : t = e`
fn local_function(inp: &mut In<'_, '_>) -> Parsed<LetFun> {
    let name = ident(inp)?;
    let type_params = type_params(inp)?;
    let params = params1(inp)?;
    let ret = result_type(inp, type_exp)?;
    expect(inp, Kind::Equals)?;
    Ok(LetFun {
        name,
        type_params,
        params,
        ret,
        body: exp(inp)?,
    })
}

/// `: t`, if it stands here.
pub(super) fn result_type<'t, 'p>(
    inp: &mut In<'t, 'p>,
    rule: impl FnOnce(&mut In<'t, 'p>) -> Parsed<TypeExp>,
) -> Parsed<Option<TypeExp>> {
    if accept(inp, Kind::Colon) {
        rule(inp).map(Some)
    } else {
        Ok(None)
    }
}

/// `\x y : t -> e`
pub(super) fn lambda(inp: &mut In<'_, '_>) -> Parsed<Exp> {
    let start = inp.cursor();
    expect(inp, Kind::Backslash)?;
    let params = params1(inp)?;
    let ret = result_type(inp, type_term)?;
    expect(inp, Kind::Arrow)?;
    let body = exp(inp)?;
    let span = since(inp, &start);
    Ok(Exp {
        kind: ExpKind::Lambda(params, ret, Box::new(body)),
        span,
    })
}

/// `match e case p -> e ..`
fn match_exp(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    expect(inp, Kind::Match)?;
    let scrutinee = exp(inp)?;
    let mut cases = Vec::new();
    if peek(inp) != Some(Kind::Case) {
        return unexpected(inp, token(Kind::Case).or(OPERATOR));
    }
    while peek(inp) == Some(Kind::Case) {
        let start = inp.cursor();
        inp.skip();
        let pat = pat(inp)?;
        expect(inp, Kind::Arrow)?;
        let body = exp(inp)?;
        let span = since(inp, &start);
        cases.push(Case { pat, body, span });
    }
    Ok(ExpKind::Match(Box::new(scrutinee), cases))
}

/// `loop p = e for i < n do e` and its other forms.
fn loop_exp(inp: &mut In<'_, '_>) -> Parsed<ExpKind> {
    expect(inp, Kind::Loop)?;
    let pat = pat(inp)?;
    let init = if accept(inp, Kind::Equals) {
        Some(exp(inp)?)
    } else {
        None
    };
    let form = loop_form(inp)?;
    expect(inp, Kind::Do)?;
    Ok(ExpKind::Loop(Box::new(Loop {
        sizes: Vec::new(),
        pat,
        init,
        form,
        body: exp(inp)?,
    })))
}

fn loop_form(inp: &mut In<'_, '_>) -> Parsed<LoopForm> {
    match peek3(inp) {
        [Some(Kind::While), ..] => {
            inp.skip();
            Ok(LoopForm::While(exp(inp)?))
        }
        [Some(Kind::For), Some(Kind::Ident), Some(Kind::Less)] => {
            inp.skip();
            let index = ident(inp)?;
            inp.skip();
            Ok(LoopForm::For(index, exp(inp)?))
        }
        [Some(Kind::For), ..] => {
            inp.skip();
            let p = pat(inp)?;
            expect(inp, Kind::In)?;
            Ok(LoopForm::ForIn(p, exp(inp)?))
        }
        _ => unexpected(inp, token(Kind::For).or(token(Kind::While))),
    }
}
