//! Declarations: bindings, definitions, data types.

use super::classes::{instance, interface};
use super::expected::{EXPRESSION, OPERATOR, PARAMETER, PATTERN, token};
use super::expressions::{body, one_per_line};
use super::names::{binders, bound, declared, ident, type_parameters};
use super::operators::{arrow, binder_type, exp, outside};
use super::patterns::{begins_atom as begins_pattern, pattern};
use super::{Failure, In, Parsed};
use crate::ast::{
    Annotation, ArrowKind, Binder, Constructor, Data, Declaration, DeclarationKind, Def, Exp, Field, Ident,
    Parameter,
};
use crate::lexer::Kind;
use crate::rules::syntax::DX_SYN_DECLARATION;
use elder_syntax::parsing::{
    accept, chained, comma_separated, expect, next_span, next_text, peek, peek_many, since, unexpected,
};

/// `%instance`, an annotation as the library writes it.
const INSTANCE: &str = "%instance";

/// Whether the line that begins here is a binding: it has an `=` outside of brackets.
pub(super) fn is_binding(inp: &mut In<'_, '_>) -> bool {
    let here = inp.save();
    let mut depth = 0usize;
    let found = loop {
        match inp.next() {
            Some(Kind::LParen | Kind::LBracket | Kind::LCurly | Kind::LVariant) => depth += 1,
            Some(Kind::RParen | Kind::RBracket | Kind::RCurly) if depth > 0 => depth -= 1,
            Some(Kind::Equals) if depth == 0 => break true,
            None => break false,
            Some(
                Kind::Indent
                | Kind::NextLine
                | Kind::Dedent
                | Kind::RParen
                | Kind::RBracket
                | Kind::RCurly
                | Kind::Comma,
            ) if depth == 0 => break false,
            _ => {}
        }
    };
    inp.rewind(here);
    found
}

/// A declaration.
pub(super) fn declaration(inp: &mut In<'_, '_>) -> Parsed<Declaration> {
    DX_SYN_DECLARATION.apply();
    let start = inp.cursor();
    let annotations = annotations(inp)?;
    let kind = match peek(inp) {
        Some(Kind::Def) => DeclarationKind::Def(Box::new(definition(inp)?)),
        Some(Kind::Data) => DeclarationKind::Data(Box::new(data(inp)?)),
        Some(Kind::Interface) => DeclarationKind::Interface(Box::new(interface(inp)?)),
        Some(Kind::Instance | Kind::NamedInstance) => instance(inp)?.kind,
        _ => binding(inp)?,
    };
    Ok(Declaration {
        annotations,
        kind,
        span: since(inp, &start),
    })
}

/// `@noinline`, `%instance`
fn annotations(inp: &mut In<'_, '_>) -> Parsed<Vec<Annotation>> {
    let mut annotations = Vec::new();
    loop {
        match peek(inp) {
            Some(Kind::At) => {
                inp.skip();
                // `instance` is a reserved word.
                let name = match peek(inp) {
                    Some(Kind::Instance) => super::names::taken(inp),
                    _ => ident(inp)?,
                };
                annotations.push(Annotation { name });
            }
            Some(Kind::Primitive) if next_text(inp) == INSTANCE => {
                let Ident { span, .. } = super::names::taken(inp);
                let name = "instance".into();
                annotations.push(Annotation {
                    name: Ident { name, span },
                });
            }
            _ => return Ok(annotations),
        }
        chained(inp)?;
        accept(inp, Kind::NextLine);
    }
}

/// `pattern : type = body`
fn binding(inp: &mut In<'_, '_>) -> Parsed<DeclarationKind> {
    if !peek(inp).is_some_and(begins_pattern) {
        return unexpected(inp, PATTERN.or(EXPRESSION));
    }
    let pattern = bound(inp)?;
    let ty = match accept(inp, Kind::Colon) {
        true => Some(exp(inp)?),
        false => None,
    };
    if !accept(inp, Kind::Equals) {
        if let Some(failure) = outside(inp) {
            return Err(failure);
        }
        if ty.is_none() && peek(inp).is_some_and(begins_pattern) {
            let message = "the name of a binding is followed by `:` or `=`";
            let refusal = DX_SYN_DECLARATION.refuse("token");
            return Err(Failure::mistake(refusal, next_span(inp), message).with_help(
                "a function is defined by `def f (x:a) : b = e` or `f = \\x. e`; a pattern with a constructor stands in parentheses",
            ));
        }
        let colon = if ty.is_none() {
            token(Kind::Colon)
        } else {
            OPERATOR
        };
        return unexpected(inp, token(Kind::Equals).or(colon));
    }
    let binder = Box::new(Binder { pattern, ty });
    Ok(DeclarationKind::Let(binder, Box::new(body(inp)?)))
}

/// `def f (x:a) : b = e`
fn definition(inp: &mut In<'_, '_>) -> Parsed<Def> {
    inp.skip();
    let name = declared(inp)?;
    let parameters = parameters(inp)?;
    if !accept(inp, Kind::Colon) {
        return unexpected(inp, PARAMETER.or(token(Kind::Colon)));
    }
    let row = next_span(inp);
    let effects = super::records::effects(inp)?;
    let takes = |p: &Parameter| matches!(p, Parameter::Value(..));
    if effects.is_some() && !parameters.iter().any(takes) {
        let message = "a definition without arguments has no effects";
        let refusal = DX_SYN_DECLARATION.refuse("effects");
        return Err(Failure::mistake(refusal, row, message)
            .with_help("an argument `(_:Unit)` makes a function of it, whose calls may have effects"));
    }
    let result = exp(inp)?;
    if !accept(inp, Kind::Equals) {
        return match outside(inp) {
            Some(failure) => Err(failure),
            None => unexpected(inp, OPERATOR.or(token(Kind::Equals))),
        };
    }
    let body = body(inp)?;
    Ok(Def {
        name,
        parameters,
        effects,
        result,
        body,
    })
}

/// What stands between the name of a definition and its colon.
fn parameters(inp: &mut In<'_, '_>) -> Parsed<Vec<Parameter>> {
    let mut parameters = Vec::new();
    loop {
        chained(inp)?;
        parameters.push(match peek(inp) {
            Some(Kind::LParen) => value(inp)?,
            Some(Kind::LBracket) => Parameter::Classes(classes(inp)?),
            Some(Kind::LCurly) => {
                inp.skip();
                let all = binders(inp)?;
                expect(inp, Kind::RCurly)?;
                Parameter::Implicit(all)
            }
            _ => return Ok(parameters),
        });
    }
}

/// `[Add a, Eq b]`
pub(super) fn classes(inp: &mut In<'_, '_>) -> Parsed<Vec<Exp>> {
    expect(inp, Kind::LBracket)?;
    comma_separated(inp, Kind::RBracket, exp)
}

/// `(x:a)`, `(Con x y:T) ?->`
fn value(inp: &mut In<'_, '_>) -> Parsed<Parameter> {
    inp.skip();
    let pattern = match peek_many(inp) {
        [Some(Kind::Ident), Some(Kind::Colon)] => bound(inp)?,
        _ => pattern(inp)?,
    };
    expect(inp, Kind::Colon)?;
    let ty = exp(inp)?;
    if !accept(inp, Kind::RParen) {
        return match outside(inp) {
            Some(failure) => Err(failure),
            None => unexpected(inp, super::operators::goes_on(Kind::RParen)),
        };
    }
    let arrow = match peek(inp).and_then(arrow) {
        Some(kind) if kind != ArrowKind::Table && kind != ArrowKind::Pair => {
            inp.skip();
            kind
        }
        _ => ArrowKind::Plain,
    };
    Ok(Parameter::Value(pattern, ty, arrow))
}

/// `data T a = ..`
fn data(inp: &mut In<'_, '_>) -> Parsed<Data> {
    inp.skip();
    let name = declared(inp)?;
    let parameters = type_parameters(inp)?;
    if !accept(inp, Kind::Equals) {
        return unexpected(inp, PARAMETER.or(token(Kind::Equals)));
    }
    let constructors = one_per_line(inp, constructor)?;
    Ok(Data {
        name,
        parameters,
        constructors,
    })
}

/// `Con Int elements:(Fin n => a)`
fn constructor(inp: &mut In<'_, '_>) -> Parsed<Constructor> {
    let name = declared(inp)?;
    let mut fields = Vec::new();
    loop {
        let field = match peek_many(inp) {
            [Some(Kind::Ident), Some(Kind::Colon)] => {
                let name = ident(inp)?;
                inp.skip();
                let ty = binder_type(inp)?;
                Field { name: Some(name), ty }
            }
            [Some(kind), _] if super::atoms::begins_atom(kind) => Field {
                name: None,
                ty: super::atoms::atom(inp)?,
            },
            _ => return Ok(Constructor { name, fields }),
        };
        chained(inp)?;
        fields.push(field);
    }
}
