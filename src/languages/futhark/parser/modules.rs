//! Modules and module types.

use super::declarations::{dec, doc, type_head};
use super::expected::{ITEM, MODULE, MODULE_TYPE};
use super::names::{
    at_bound_operator, attribute, begins_operator, bound_name, bound_operator, ident, qual_name, string,
    type_params,
};
use super::types::type_exp;
use super::{In, Parsed, accept, chained, expect, nested, peek, peek3, since, unexpected};
use crate::ast::{
    ModDef, ModExp, ModExpKind, ModParam, ModTypeDef, ModTypeExp, ModTypeExpKind, Spec, SpecKind, TypeDef,
};
use crate::lexer::Kind;
use crate::rules::syntax::FUT_X_MODULE;

/// `M (P : S) : R = me` after `module`.
pub(super) fn module_definition(inp: &mut In<'_, '_>) -> Parsed<ModDef> {
    let name = ident(inp)?;
    let mut params = Vec::new();
    while peek(inp) == Some(Kind::LParen) {
        params.push(module_param(inp)?);
    }
    let ascription = if accept(inp, Kind::Colon) {
        Some(module_type(inp)?)
    } else {
        None
    };
    expect(inp, Kind::Equals)?;
    Ok(ModDef {
        name,
        params,
        ascription,
        body: module(inp)?,
    })
}

/// `S = se` after `module type`.
pub(super) fn module_type_definition(inp: &mut In<'_, '_>) -> Parsed<ModTypeDef> {
    let name = ident(inp)?;
    expect(inp, Kind::Equals)?;
    Ok(ModTypeDef {
        name,
        body: module_type(inp)?,
    })
}

/// `(P : S)`
fn module_param(inp: &mut In<'_, '_>) -> Parsed<ModParam> {
    let start = inp.cursor();
    expect(inp, Kind::LParen)?;
    let name = ident(inp)?;
    expect(inp, Kind::Colon)?;
    let ty = module_type(inp)?;
    expect(inp, Kind::RParen)?;
    let span = since(inp, &start);
    Ok(ModParam { name, ty, span })
}

/// A module expression.
pub(super) fn module(inp: &mut In<'_, '_>) -> Parsed<ModExp> {
    nested(inp, |inp| {
        FUT_X_MODULE.apply();
        let start = inp.cursor();
        let mut me = match peek(inp) {
            Some(Kind::Backslash) => {
                inp.skip();
                let param = Box::new(module_param(inp)?);
                let ret = if accept(inp, Kind::Colon) {
                    Some(Box::new(closed_module_type(inp)?))
                } else {
                    None
                };
                expect(inp, Kind::Arrow)?;
                let body = Box::new(module(inp)?);
                let span = since(inp, &start);
                ModExp {
                    kind: ModExpKind::Lambda(param, ret, body),
                    span,
                }
            }
            Some(Kind::Import) => {
                inp.skip();
                let kind = ModExpKind::Import(string(inp)?);
                let span = since(inp, &start);
                ModExp { kind, span }
            }
            _ => module_application(inp)?,
        };
        let mut length = 0;
        while accept(inp, Kind::Colon) {
            length += 1;
            chained(inp, length)?;
            let ty = module_type(inp)?;
            let span = since(inp, &start);
            me = ModExp {
                kind: ModExpKind::Ascribe(Box::new(me), Box::new(ty)),
                span,
            };
        }
        Ok(me)
    })
}

/// `F A B`
fn module_application(inp: &mut In<'_, '_>) -> Parsed<ModExp> {
    let start = inp.cursor();
    let mut me = closed_module(inp)?;
    let mut length = 0;
    while matches!(peek(inp), Some(Kind::Ident | Kind::LParen | Kind::LCurly)) {
        length += 1;
        chained(inp, length)?;
        let arg = closed_module(inp)?;
        let span = since(inp, &start);
        me = ModExp {
            kind: ModExpKind::Apply(Box::new(me), Box::new(arg)),
            span,
        };
    }
    Ok(me)
}

/// `M`, `(me)`, `{ decs }`
fn closed_module(inp: &mut In<'_, '_>) -> Parsed<ModExp> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Ident) => ModExpKind::Var(qual_name(inp)?),
        Some(Kind::LParen) => {
            inp.skip();
            let me = module(inp)?;
            expect(inp, Kind::RParen)?;
            return Ok(me);
        }
        Some(Kind::LCurly) => {
            inp.skip();
            let mut decs = Vec::new();
            while !accept(inp, Kind::RCurly) {
                decs.push(dec(inp)?);
            }
            ModExpKind::Decs(decs)
        }
        _ => return unexpected(inp, MODULE),
    };
    let span = since(inp, &start);
    Ok(ModExp { kind, span })
}

/// A module type expression.
pub(super) fn module_type(inp: &mut In<'_, '_>) -> Parsed<ModTypeExp> {
    nested(inp, |inp| {
        FUT_X_MODULE.apply();
        let start = inp.cursor();
        if let [Some(Kind::LParen), Some(Kind::Ident), Some(Kind::Colon)] = peek3(inp) {
            inp.skip();
            let name = ident(inp)?;
            inp.skip();
            let param = module_type(inp)?;
            expect(inp, Kind::RParen)?;
            expect(inp, Kind::Arrow)?;
            let ret = module_type(inp)?;
            let span = since(inp, &start);
            return Ok(ModTypeExp {
                kind: ModTypeExpKind::Arrow(Some(name), Box::new(param), Box::new(ret)),
                span,
            });
        }
        let mut se = closed_module_type(inp)?;
        let mut length = 0;
        while accept(inp, Kind::With) {
            length += 1;
            chained(inp, length)?;
            let name = qual_name(inp)?;
            let params = type_params(inp)?;
            expect(inp, Kind::Equals)?;
            let ty = type_exp(inp)?;
            let span = since(inp, &start);
            se = ModTypeExp {
                kind: ModTypeExpKind::With(Box::new(se), name, params, ty),
                span,
            };
        }
        if !accept(inp, Kind::Arrow) {
            return Ok(se);
        }
        let ret = module_type(inp)?;
        let span = since(inp, &start);
        Ok(ModTypeExp {
            kind: ModTypeExpKind::Arrow(None, Box::new(se), Box::new(ret)),
            span,
        })
    })
}

/// `S`, `(se)`, `{ specs }`
fn closed_module_type(inp: &mut In<'_, '_>) -> Parsed<ModTypeExp> {
    let start = inp.cursor();
    let kind = match peek(inp) {
        Some(Kind::Ident) => ModTypeExpKind::Var(qual_name(inp)?),
        Some(Kind::LParen) => {
            inp.skip();
            let se = module_type(inp)?;
            expect(inp, Kind::RParen)?;
            return Ok(se);
        }
        Some(Kind::LCurly) => {
            inp.skip();
            let mut specs = Vec::new();
            while !accept(inp, Kind::RCurly) {
                specs.push(spec(inp)?);
            }
            ModTypeExpKind::Specs(specs)
        }
        _ => return unexpected(inp, MODULE_TYPE),
    };
    let span = since(inp, &start);
    Ok(ModTypeExp { kind, span })
}

/// One item of a module type.
fn spec(inp: &mut In<'_, '_>) -> Parsed<Spec> {
    let mut documentation = doc(inp);
    let mut attrs = Vec::new();
    let start = inp.cursor();
    loop {
        match peek(inp) {
            Some(Kind::Attribute) => attrs.push(attribute(inp)?),
            Some(Kind::Doc) => documentation = doc(inp),
            _ => break,
        }
    }
    let kind = match peek(inp) {
        Some(Kind::Val) => {
            inp.skip();
            let operator = peek(inp).is_some_and(begins_operator) && !at_bound_operator(inp);
            let name = if operator {
                bound_operator(inp)?
            } else {
                bound_name(inp)?
            };
            let type_params = type_params(inp)?;
            expect(inp, Kind::Colon)?;
            SpecKind::Val {
                name,
                type_params,
                ty: type_exp(inp)?,
            }
        }
        Some(Kind::Type) => {
            inp.skip();
            let (lifted, name, params) = type_head(inp)?;
            if accept(inp, Kind::Equals) {
                SpecKind::TypeAbbr(TypeDef {
                    lifted,
                    name,
                    params,
                    body: type_exp(inp)?,
                })
            } else {
                SpecKind::TypeAbstract { lifted, name, params }
            }
        }
        Some(Kind::Module) => {
            inp.skip();
            let name = ident(inp)?;
            expect(inp, Kind::Colon)?;
            SpecKind::Module(name, module_type(inp)?)
        }
        Some(Kind::Include) => {
            inp.skip();
            SpecKind::Include(module_type(inp)?)
        }
        _ => return unexpected(inp, ITEM),
    };
    let span = since(inp, &start);
    Ok(Spec {
        kind,
        doc: documentation,
        attrs,
        span,
    })
}
