//! Items of a file.

use super::declarations::{declaration, is_binding};
use super::expected::OPERATOR;
use super::expressions::lines;
use super::names::{ident, taken};
use super::operators::{exp, outside};
use super::{Failure, In, Parsed};
use crate::ast::{Command, Ident, ItemKind, Setting};
use crate::lexer::{Kind, literal};
use crate::literate::COMMANDS;
use crate::rules::syntax::DX_SYN_ITEM;
use elder_syntax::Span;
use elder_syntax::parsing::scanner::shorten;
use elder_syntax::parsing::{Expected, next_span, next_text, peek, peek_many, unexpected};
use std::ops::Range;

/// `%passes parse`, read from its line.
pub(super) fn setting(text: &str, place: &Range<usize>, span: Span) -> Setting {
    let mut words = text.get(place.clone()).unwrap_or("").split_whitespace();
    Setting {
        name: Ident {
            name: words.next().unwrap_or("").into(),
            span,
        },
        words: words.map(str::to_owned).collect(),
    }
}

/// An item.
pub(super) fn item(inp: &mut In<'_, '_>) -> Parsed<ItemKind> {
    let item = match peek_many(inp) {
        [Some(Kind::Command), _] => command(inp)?,
        [Some(Kind::Import), _] => {
            inp.skip();
            ItemKind::Import(ident(inp)?)
        }
        [Some(Kind::Ident), Some(Kind::String)] if next_text(inp) == "include" => {
            inp.skip();
            let place = next_span(inp);
            let path = literal::string(next_text(inp));
            inp.skip();
            match path {
                Ok(path) => ItemKind::Include(path),
                Err(refused) => return Err(Failure::mistake(refused.refusal, place, refused.message)),
            }
        }
        [
            Some(Kind::Def | Kind::Data | Kind::Interface | Kind::Instance | Kind::NamedInstance | Kind::At),
            _,
        ] => ItemKind::Declaration(declaration(inp)?),
        _ if is_binding(inp) => ItemKind::Declaration(declaration(inp)?),
        _ => ItemKind::Command(Command::Value, exp(inp)?),
    };
    if peek(inp).is_none() {
        return Ok(item);
    }
    match outside(inp) {
        Some(failure) => Err(failure),
        None => unexpected(inp, OPERATOR.or(Expected::END)),
    }
}

/// `:p e`, `:export name e`
fn command(inp: &mut In<'_, '_>) -> Parsed<ItemKind> {
    let place = next_span(inp);
    let Ident { name, .. } = taken(inp);
    let command = match name.as_str() {
        ":p" => Command::Print,
        ":t" => Command::Type,
        ":html" => Command::Html,
        ":export" => Command::Export(ident(inp)?),
        _ => {
            let message = format!(
                "`{}` is no command: there are {}",
                shorten(&name),
                COMMANDS.map(|c| format!("`{c}`")).join(", ")
            );
            return Err(Failure::mistake(DX_SYN_ITEM.refuse("command"), place, message));
        }
    };
    // What stands behind a command may be several lines.
    let opened = peek(inp) == Some(Kind::Indent);
    if opened {
        inp.skip();
    }
    let e = lines(inp)?;
    if opened && !elder_syntax::parsing::accept(inp, Kind::Dedent) {
        return Err(super::expressions::unended(inp));
    }
    Ok(ItemKind::Command(command, e))
}
