//! Tokens to syntax trees (notes, section 1.1).
//!
//! The machinery is that of [`elder_syntax::parsing`].
//!
//! | file | what |
//! | --- | --- |
//! | `expected.rs` | what messages say was expected |
//! | `names.rs` | names, operators, labels, what binds |
//! | `patterns.rs` | patterns |
//! | `operators.rs` | infix operators, arrows, ranges, application, index |
//! | `atoms.rs` | names, literals, parentheses, tables |
//! | `records.rs` | records, variants and their types, rows of effects |
//! | `expressions.rs` | expressions that begin with a word or `\`, blocks |
//! | `declarations.rs`, `classes.rs` | declarations; interfaces and instances |
//! | `items.rs` | items of a file |
//!
//! Each item of a file is parsed by itself, so an item that is wrong leaves the others as they are.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use crate::ast::{Exp, File, Item, ItemKind};
use crate::lexer::{Kind, code};
use crate::literate::{Content, Piece, cut};
use elder_syntax::parsing::{self, Expected, peek, unexpected};
use elder_syntax::{Diagnostic, SourceId, Span};

mod atoms;
mod classes;
mod declarations;
mod expected;
mod expressions;
mod items;
mod names;
mod operators;
mod patterns;
mod records;

pub(crate) use operators::{Level, Side, fixity};

/// The input of a rule.
type In<'t, 'p> = parsing::In<'t, 'p, Kind>;
/// The result of a rule.
type Parsed<T> = parsing::Parsed<T, Kind>;
/// Why a parser could not go on.
type Failure = parsing::Failure<Kind>;

/// What is wrong with a file, and with which item of it.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The number of the item; `None` of what stands outside of items.
    pub item: Option<usize>,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

/// Parses a file.  Items that are wrong are [`ItemKind::Wrong`] in it.  If `source` is that of
/// [`Span::NONE`](elder_syntax::Span::NONE), nothing in the file has a place.
pub fn parse_file(source: SourceId, text: &str) -> (File, Vec<Wrong>) {
    let (pieces, outside) = cut(source, text);
    let mut wrong: Vec<Wrong> = Vec::new();
    wrong.extend(outside.into_iter().map(|diagnostic| Wrong {
        item: None,
        diagnostic,
    }));
    let mut items = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.into_iter().enumerate() {
        let (item, errors) = parse_piece(source, text, piece);
        items.push(item);
        wrong.extend(errors.into_iter().map(|diagnostic| Wrong {
            item: Some(number),
            diagnostic,
        }));
    }
    (File { items }, wrong)
}

fn parse_piece(source: SourceId, text: &str, piece: Piece) -> (Item, Vec<Diagnostic>) {
    let span = |place: &std::ops::Range<usize>| match source == Span::NONE.source {
        true => Span::NONE,
        false => Span::new(source, place.start, place.end),
    };
    let settings = piece
        .settings
        .iter()
        .map(|place| items::setting(text, place, span(place)));
    let settings = settings.collect();
    let place = span(&piece.place);
    let (kind, errors) = match piece.content {
        Content::Prose(prose) => (ItemKind::Prose(prose), Vec::new()),
        Content::Code(code) => {
            // The item ends where its text does.
            let text = &text[..piece.place.end];
            let lexed = || (code.tokens, code.errors);
            match parsing::run(source, text, lexed, items::item) {
                (Some(kind), errors) if errors.is_empty() => (kind, errors),
                (_, errors) => (ItemKind::Wrong, errors),
            }
        }
    };
    let item = Item {
        settings,
        kind,
        expected: piece.expected,
        span: place,
    };
    (item, errors)
}

/// Parses a text that is one expression.
pub fn parse_exp(source: SourceId, text: &str) -> Result<Exp, Vec<Diagnostic>> {
    let lexed = || {
        let code = code(source, text, 0, None);
        (code.tokens, code.errors)
    };
    let rule = |inp: &mut In<'_, '_>| {
        let e = operators::exp(inp)?;
        end(inp, e)
    };
    match parsing::run(source, text, lexed, rule) {
        (Some(e), errors) if errors.is_empty() => Ok(e),
        (_, errors) => Err(errors),
    }
}

/// What was read, if nothing follows it.
fn end<T>(inp: &mut In<'_, '_>, read: T) -> Parsed<T> {
    match peek(inp) {
        None => Ok(read),
        Some(_) => unexpected(inp, expected::OPERATOR.or(Expected::END)),
    }
}
