//! Definitions, and how a file goes on after a wrong one.

use super::atoms::{here, parameters};
use super::expected::{DEFINITION, OPERATOR, PARAMETER, token};
use super::operators::expression;
use super::types::signature;
use super::{Failure, In, Parsed, ident, taken};
use crate::DefinitionKind;
use crate::ast::{Definition, Program, Setting, Signature};
use crate::lexer::Kind;
use crate::rules::syntax::FCL_SYN_PROGRAM;
use elder_syntax::parsing::{
    Expected, accept, advance, chained, expect, next_span, next_text, peek, unexpected,
};

/// A file.  Wrong definitions are recorded and left out.
pub(super) fn program(inp: &mut In<'_, '_>) -> Parsed<Program> {
    FCL_SYN_PROGRAM.apply();
    let mut definitions = Vec::new();
    while peek(inp).is_some() && !inp.state().0.is_given_up() {
        let start = inp.cursor();
        let begin = here(inp);
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

/// Whether a definition begins with such a token.
fn begins_definition(kind: Kind) -> bool {
    matches!(kind, Kind::Sig | Kind::Fun | Kind::Kernel | Kind::Val)
}

/// Goes to the next definition at the start of a line.  `begin` is where the wrong definition begins, `from` where it went
/// wrong.
fn recover(inp: &mut In<'_, '_>, begin: usize, from: usize) {
    while let Some(kind) = peek(inp) {
        let at = here(inp);
        if at > begin && at >= from && begins_definition(kind) && inp.state().0.line_begins(at) {
            return;
        }
        inp.skip();
    }
}

/// `sig f : T  fun f x = e`
fn definition(inp: &mut In<'_, '_>) -> Parsed<Definition> {
    let signature = match peek(inp) {
        Some(Kind::Sig) => {
            inp.skip();
            let name = ident(inp)?;
            expect(inp, Kind::Colon)?;
            let ty = signature(inp)?;
            Some(Signature { name, ty })
        }
        _ => None,
    };
    let kind = match peek(inp) {
        Some(Kind::Fun) => DefinitionKind::Function,
        Some(Kind::Kernel) => DefinitionKind::Kernel,
        Some(Kind::Val) => DefinitionKind::Value,
        _ => match signature {
            Some(signature) => return lonely(inp, &signature),
            None => return unexpected(inp, DEFINITION),
        },
    };
    inp.skip();
    let name = ident(inp)?;
    if let Some(signature) = &signature
        && signature.name.name != name.name
    {
        let message = format!(
            "the signature is of `{}`, the definition of `{}`",
            signature.name.name, name.name
        );
        let place = place_of(&name);
        return Err(Failure::mistake(
            FCL_SYN_PROGRAM.refuse("signature"),
            place,
            message,
        ));
    }
    let parameters = parameters(inp)?;
    if !accept(inp, Kind::Equals) {
        return unexpected(inp, PARAMETER.or(token(Kind::Equals)));
    }
    let body = expression(inp)?;
    let mut configuration = Vec::new();
    while accept(inp, Kind::Config) {
        loop {
            configuration.push(setting(inp)?);
            accept(inp, Kind::Comma);
            if peek(inp) != Some(Kind::Setting) {
                break;
            }
        }
    }
    if peek(inp).is_some_and(|kind| !begins_definition(kind)) {
        let operator = if configuration.is_empty() {
            OPERATOR.or(token(Kind::Config))
        } else {
            token(Kind::Setting)
        };
        return unexpected(inp, operator.or(DEFINITION).or(Expected::END));
    }
    Ok(Definition {
        kind,
        name,
        signature,
        parameters,
        body,
        configuration,
    })
}

/// A signature that no definition follows.
fn lonely(inp: &mut In<'_, '_>, signature: &Signature) -> Parsed<Definition> {
    let wanted = token(Kind::Fun).or(token(Kind::Kernel)).or(token(Kind::Val));
    match peek(inp) {
        None | Some(Kind::Sig) => {
            let message = format!("no definition follows the signature of `{}`", signature.name.name);
            let place = place_of(&signature.name);
            Err(Failure::mistake(
                FCL_SYN_PROGRAM.refuse("signature"),
                place,
                message,
            ))
        }
        _ => unexpected(inp, wanted.or(token(Kind::Arrow))),
    }
}

fn place_of(name: &crate::ast::Ident) -> elder_syntax::parsing::SimpleSpan {
    (name.span.start as usize..name.span.end as usize).into()
}

/// `#BlockSize = 256`
fn setting(inp: &mut In<'_, '_>) -> Parsed<Setting> {
    if peek(inp) != Some(Kind::Setting) {
        return unexpected(inp, token(Kind::Setting));
    }
    chained(inp)?;
    let option = taken(inp);
    expect(inp, Kind::Equals)?;
    if peek(inp) != Some(Kind::Int) {
        return unexpected(inp, token(Kind::Int));
    }
    let value = next_text(inp).replace('_', "").parse().ok();
    let place = next_span(inp);
    advance(inp);
    let span = inp.state().0.span(place);
    Ok(Setting { option, value, span })
}
