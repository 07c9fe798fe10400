//! Interfaces and instances.

use super::declarations::classes;
use super::expected::{OPERATOR, token};
use super::expressions::{body, one_per_line};
use super::names::{declared, type_parameters};
use super::operators::exp;
use super::{In, Parsed};
use crate::ast::{Declaration, DeclarationKind, Instance, Interface, Method, Parameter, Signature};
use crate::lexer::Kind;
use crate::rules::syntax::DX_SYN_DECLARATION;
use elder_syntax::parsing::{accept, expect, peek, since, unexpected};

/// `interface [Eq a] Ord a` and signatures.
pub(super) fn interface(inp: &mut In<'_, '_>) -> Parsed<Interface> {
    inp.skip();
    let superclasses = match peek(inp) {
        Some(Kind::LBracket) => classes(inp)?,
        _ => Vec::new(),
    };
    let name = declared(inp)?;
    let parameters = type_parameters(inp)?;
    let methods = members(inp, |inp| {
        let name = declared(inp)?;
        expect(inp, Kind::Colon)?;
        let ty = exp(inp)?;
        Ok(Signature { name, ty })
    })?;
    Ok(Interface {
        superclasses,
        name,
        parameters,
        methods,
    })
}

/// `instance [Eq a] Eq (n=>a)`, `named-instance m : Monoid a`, and methods.
pub(super) fn instance(inp: &mut In<'_, '_>) -> Parsed<Declaration> {
    DX_SYN_DECLARATION.apply();
    let start = inp.cursor();
    let name = match accept(inp, Kind::NamedInstance) {
        true => Some(declared(inp)?),
        false => {
            expect(inp, Kind::Instance)?;
            None
        }
    };
    let mut parameters = Vec::new();
    while peek(inp) == Some(Kind::LBracket) {
        parameters.push(Parameter::Classes(classes(inp)?));
    }
    if name.is_some() {
        expect(inp, Kind::Colon)?;
    }
    let ty = exp(inp)?;
    let methods = members(inp, |inp| {
        let name = declared(inp)?;
        if !accept(inp, Kind::Equals) {
            return unexpected(inp, token(Kind::Equals));
        }
        let body = body(inp)?;
        Ok(Method { name, body })
    })?;
    let instance = Instance {
        name,
        parameters,
        ty,
        methods,
    };
    Ok(Declaration {
        annotations: Vec::new(),
        kind: DeclarationKind::Instance(Box::new(instance)),
        span: since(inp, &start),
    })
}

/// The lines below a head; there may be none.
fn members<'t, 'p, T>(inp: &mut In<'t, 'p>, rule: impl Fn(&mut In<'t, 'p>) -> Parsed<T>) -> Parsed<Vec<T>> {
    match peek(inp) {
        Some(Kind::Indent) => one_per_line(inp, rule),
        Some(Kind::NextLine | Kind::Dedent) | None => Ok(Vec::new()),
        _ => unexpected(inp, OPERATOR.or(token(Kind::Indent))),
    }
}
