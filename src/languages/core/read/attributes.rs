//! What is asked of those that execute a statement or a definition.
//!
//! An attribute has the words that it likes, those of Core among them.

use super::token::{ATTRIBUTE, Kind};
use super::{Failure, In, Parsed};
use crate::rules::syntax::{CORE_S_ATTR, CORE_S_PROGRAM};
use elder_syntax::attribute::{Attribute, Attributes};
use elder_syntax::parsing::{
    accept, advance, comma_separated, expect, name_at, nested, next_text, peek, unexpected,
};

/// `#[unroll] #[flattening(only_inner)]`, as many as there are.
pub(super) fn attributes(inp: &mut In<'_, '_>) -> Parsed<Attributes> {
    let mut all = Vec::new();
    while accept(inp, Kind::Asks) {
        CORE_S_ATTR.apply();
        all.push(attribute(inp)?);
        expect(inp, Kind::RBracket)?;
    }
    Ok(Attributes::of(all))
}

fn attribute(inp: &mut In<'_, '_>) -> Parsed<Attribute> {
    match peek(inp) {
        Some(Kind::Nat) => {
            let text = next_text(inp);
            let number = text.parse();
            let place = advance(inp);
            number.map(Attribute::Int).map_err(|_| {
                let refusal = CORE_S_PROGRAM.refuse("form");
                Failure::mistake(
                    refusal,
                    place,
                    "the number of an attribute is too large".to_owned(),
                )
            })
        }
        Some(kind) if kind == Kind::Ident || kind.is_reserved() => {
            let place = advance(inp);
            let name = name_at(inp, place);
            match accept(inp, Kind::LParen) {
                true => {
                    let parts = nested(inp, |inp| comma_separated(inp, Kind::RParen, attribute))?;
                    Ok(Attribute::Compound(name, parts))
                }
                false => Ok(Attribute::Atom(name)),
            }
        }
        _ => unexpected(inp, ATTRIBUTE),
    }
}
